/* piece.c - pieces: a shape with a name, copies, and the ways it may be turned.
 *
 * A piece that may be turned has up to four orientations, one that may also be turned
 * over up to eight; symmetric pieces have fewer, and duplicates are left out. A piece
 * that may be turned over but not turned has two: as drawn, and reflected left to
 * right.
 */
#include "problem/piece.h"

#include "base/assert.h"

#include <ctype.h>
#include <string.h>

bool cq_piece_name_has(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("'._+-", c));
}

void cq_piece_free(cq_piece *piece)
{
    cq_free(piece->name);
    cq_vec_free(&piece->shape);
    cq_free_each(piece->within, piece->allowed);
    memset(piece, 0, sizeof *piece);
}

void cq_pieces_free(cq_pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++)
        cq_piece_free(&pieces->at[i]);
    cq_vec_free(pieces);
    cq_rules_free(&pieces->rules);
    cq_weighing_free(&pieces->weighing);
}

void cq_pieces_close_up(cq_pieces *pieces, uint32_t number)
{
    cq_assert(number < pieces->count);
    memmove(pieces->at + number, pieces->at + number + 1,
            (--pieces->count - number) * sizeof *pieces->at);
}

cq_status cq_piece_copy(cq_context *ctx, const cq_piece *piece, cq_piece *out)
{
    cq_piece copy = *piece;

    memset(&copy.shape, 0, sizeof copy.shape);
    copy.within = NULL;
    copy.allowed = NULL;
    copy.name = cq_strndup(ctx, piece->name, strlen(piece->name));
    if (copy.name && piece->within)
        copy.within = cq_strndup(ctx, piece->within, strlen(piece->within));
    if (!copy.name || (piece->within && !copy.within) ||
        cq_shape_image(ctx, &piece->shape, CQ_IDENTITY, &copy.shape) != CQ_OK) {
        cq_piece_free(&copy);
        return CQ_MEMORY;
    }
    *out = copy;
    return CQ_OK;
}

cq_status cq_piece_orientations(cq_context *ctx, const cq_piece *piece, cq_shapes *out)
{
    unsigned turns = piece->rotate ? 4 : 1, sides = piece->flip ? 2 : 1;
    cq_shapes shapes = {0};
    cq_status status = CQ_OK;

    for (unsigned side = 0; side < sides; side++)
        for (unsigned turn = 0; turn < turns && status == CQ_OK; turn++) {
            cq_shape image;
            bool added;

            status =
                cq_shape_image(ctx, &piece->shape, CQ_MIRROR * side + turn, &image);
            cq_then(status, cq_shapes_add(ctx, &shapes, &image, &added));
        }
    if (status != CQ_OK) {
        cq_shapes_free(&shapes);
        return status;
    }
    cq_assert(shapes.count >= 1 && shapes.count <= turns * sides);
    *out = shapes;
    return CQ_OK;
}

bool cq_piece_is_domino(const cq_piece *piece)
{
    const cq_square *s = piece->shape.at;

    return piece->shape.count == 2 && piece->rotate && s[0].colour == CQ_ANY_COLOUR &&
           s[1].colour == CQ_ANY_COLOUR &&
           (s[1].row - s[0].row) + (s[1].col - s[0].col) == 1 && s[1].row >= s[0].row &&
           s[1].col >= s[0].col;
}

bool cq_piece_coloured(const cq_piece *piece)
{
    for (size_t i = 0; i < piece->shape.count; i++)
        if (piece->shape.at[i].colour != CQ_ANY_COLOUR)
            return true;
    return false;
}

bool cq_pieces_coloured(const cq_pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++)
        if (cq_piece_coloured(&pieces->at[i]))
            return true;
    return false;
}
