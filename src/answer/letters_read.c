/* letters_read.c - a tiling out of a grid of letters.
 *
 *     AAB      components: the two A and the A below right are different ones
 *     CDB
 *     CDA
 *
 * Cells with the same letter that touch, also across joined edges, are a component. If
 * all pieces are connected, and letters are not those of the pieces, each component is
 * one piece: that is how we write them. A component that has the shape of one piece
 * only is taken for it. The cells of all others, if the letters leave something open,
 * are loose: a search finds how they can be read (letters_split.c).
 *
 * The shape of a component is looked up by a hash that is a sum over its squares, taken
 * from the corner of its box: no sorting, one look at each cell. On a cylinder or torus
 * the squares are taken as steps from the first cell, so that a piece across a joined
 * edge has its usual shape; a component that may go all the way round is loose. A grid
 * of 1000x1000 dominoes is read in linear time, in some hundredths of a second.
 */
#include "base/assert.h"
#include "answer/letters.h"
#include "answer/write.h"

#include <inttypes.h>
#include <string.h>

cq_status cq_letters_fail(const cq_letters *letters, cq_cell cell, const char *format,
                          ...)
{
    char sentence[CQ_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return cq_fail_at(letters->ctx, letters->reader->text->name,
                      letters->first_line + cq_row(letters->board, cell),
                      (size_t)cq_col(letters->board, cell) + 1, "%s", sentence);
}

/* ---- shapes by hash ---- */

static uint64_t hash_square(int64_t row, int64_t col)
{
    uint64_t x = (uint64_t)row * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)col + 1;

    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Over the squares, from the corner of the box that holds them, which is at
 * (*top, *left). */
static uint64_t hash_squares(const cq_shape *shape, int32_t *top, int32_t *left)
{
    uint64_t sum = 0;

    *top = *left = INT32_MAX;
    for (size_t i = 0; i < shape->count; i++) {
        *top = shape->at[i].row < *top ? shape->at[i].row : *top;
        *left = shape->at[i].col < *left ? shape->at[i].col : *left;
    }
    for (size_t i = 0; i < shape->count; i++)
        sum += hash_square((int64_t)shape->at[i].row - *top,
                           (int64_t)shape->at[i].col - *left);
    return sum;
}

/* All pieces in all their orientations. */
static cq_status make_oriented(cq_letters *l)
{
    const cq_pieces *pieces = &l->problem->pieces;
    int32_t top, left;

    for (uint32_t i = 0; i < pieces->count; i++) {
        cq_shapes shapes = {0};
        bool connected = true;
        cq_status status = cq_shape_connected(l->ctx, &pieces->at[i].shape, &connected);

        l->scattered |= !connected;
        if (status == CQ_OK && !pieces->at[i].blank) /* it has no letter */
            status = cq_piece_orientations(l->ctx, &pieces->at[i], &shapes);
        if (status != CQ_OK)
            return status;
        if (cq_vec_push(l->ctx, &l->shapes, shapes) != CQ_OK) {
            cq_shapes_free(&shapes);
            return CQ_MEMORY;
        }
    }
    for (uint32_t i = 0; i < pieces->count; i++)
        for (size_t k = 0; k < l->shapes.at[i].count; k++) {
            const cq_shape *shape = &l->shapes.at[i].at[k];
            cq_oriented one = {i, shape, hash_squares(shape, &top, &left)};

            cq_try(cq_vec_push(l->ctx, &l->oriented, one));
        }
    return CQ_OK;
}

static cq_status make_index(cq_letters *l)
{
    size_t slots = 16;

    while (slots < l->oriented.count)
        slots *= 2;
    l->heads = cq_zalloc(l->ctx, slots, sizeof *l->heads);
    l->next = cq_alloc(l->ctx, l->oriented.count, sizeof *l->next);
    cq_try_memory(l->heads && l->next);
    l->mask = slots - 1;
    for (size_t i = l->oriented.count; i-- > 0;) {
        uint32_t *head = &l->heads[l->oriented.at[i].hash & l->mask];

        cq_assert(l->oriented.at[i].shape->count > 0);
        l->next[i] = *head;
        *head = (uint32_t)i + 1;
    }
    return CQ_OK;
}

/* The letter of a piece, and that of copies which touch. */
static void own_letters(cq_letters *l, uint32_t piece)
{
    char own = l->problem->pieces.at[piece].name[0];
    char twin = cq_text_twin(l->problem, own);

    l->owner[(unsigned char)own] = piece + 1;
    if (twin)
        l->owner[(unsigned char)twin] = piece + 1;
}

cq_status cq_letters_new(cq_reader *reader, cq_letters **out)
{
    cq_letters *l = cq_zalloc(reader->ctx, 1, sizeof *l);
    size_t size = cq_board_size(reader->problem->board);
    cq_status status;

    cq_try_memory(l);
    l->reader = reader;
    l->ctx = reader->ctx;
    l->problem = reader->problem;
    l->board = reader->problem->board;
    l->initials = cq_text_initials(reader->problem);
    for (uint32_t i = 0; l->initials && i < l->problem->pieces.count; i++)
        if (!l->problem->pieces.at[i].blank)
            own_letters(l, i);
    l->letter = cq_alloc(l->ctx, size, 1);
    l->group = cq_alloc(l->ctx, size, sizeof *l->group);
    status = l->letter && l->group ? make_oriented(l) : CQ_MEMORY;
    cq_then(status, make_index(l));
    if (status == CQ_OK)
        *out = l;
    else
        cq_letters_free(l);
    return status;
}

void cq_letters_free(cq_letters *letters)
{
    if (!letters)
        return;
    for (size_t i = 0; i < letters->shapes.count; i++)
        cq_shapes_free(&letters->shapes.at[i]);
    cq_vec_free_each(&letters->shapes, &letters->oriented);
    cq_free_each(letters->heads, letters->next, letters->letter, letters->group);
    cq_vec_free_each(&letters->cells, &letters->squares);
    cq_free(letters);
}

/* ---- lines to letters ---- */

/* '#': a square that the most pieces leave over. */
static cq_status take_left(cq_letters *l, const cq_lines *lines, uint32_t row,
                           size_t col)
{
    if (col >= l->board->cols || !l->board->colour[row * l->board->cols + col])
        return cq_fail_at(l->ctx, l->reader->text->name, lines->number, col + 1,
                          "there is no square here: the answer belongs to another "
                          "board");
    return cq_vec_push(l->ctx, &l->reader->answer->findings.left,
                       (uint32_t)(row * l->board->cols + col));
}

static cq_status read_row(cq_letters *l, const cq_lines *lines, uint32_t row)
{
    const char *name = l->reader->text->name;
    char *letter = l->letter + (size_t)row * l->board->cols, buffer[16];
    const char *colour = l->board->colour + (size_t)row * l->board->cols;

    memset(letter, 0, l->board->cols);
    for (size_t col = 0; col < lines->length; col++) {
        char c = lines->start[col];

        if (cq_is_absent(c) || (col >= l->board->cols && c == '\t'))
            continue;
        if (c == '#' && cq_problem_free_piece(l->problem) != CQ_NO_PIECE)
            continue; /* a square that stays free */
        if (c == '#') {
            cq_try(take_left(l, lines, row, col));
            continue;
        }
        if (!cq_is_colour(c))
            return cq_fail_at(l->ctx, name, lines->number, col + 1,
                              "expected a letter or '.', found %s",
                              cq_char_name(c, buffer));
        if (col >= l->board->cols || !colour[col])
            return cq_fail_at(l->ctx, name, lines->number, col + 1,
                              "there is no square here: the answer belongs to another "
                              "board");
        letter[col] = c;
    }
    for (size_t col = lines->length; col < l->board->cols; col++)
        if (colour[col])
            return cq_fail_at(l->ctx, name, lines->number, lines->length + 1,
                              "expected %" PRIu32
                              " letters in this row, found %zu: the answer is cut "
                              "short or belongs to another board",
                              l->board->cols, lines->length);
    return CQ_OK;
}

/* The walk stands on the first row and ends on the last. */
static cq_status read_rows(cq_letters *l, cq_lines *lines)
{
    l->first_line = lines->number;
    for (uint32_t row = 0;; row++) {
        cq_try(read_row(l, lines, row));
        if (row + 1 == l->board->rows)
            return CQ_OK;
        if (!cq_lines_next(lines))
            return cq_fail_at(l->ctx, l->reader->text->name, lines->number + 1, 1,
                              "expected %" PRIu32 " rows of letters, found %" PRIu32
                              ": the answer is cut short or belongs to another board",
                              l->board->rows, row + 1);
    }
}

/* ---- letters to components ---- */

static cq_status add_to_component(cq_letters *l, uint32_t id, cq_cell cell, int32_t row,
                                  int32_t col)
{
    cq_square square = {row, col, CQ_ANY_COLOUR};

    cq_assert(id != CQ_LOOSE && l->group[cell] == 0 && l->letter[cell]);
    l->group[cell] = id;
    cq_try(cq_vec_push(l->ctx, &l->cells, cell));
    return cq_vec_push(l->ctx, &l->squares, square);
}

/* All cells that hang together with `start` by the same letter. */
static cq_status walk_component(cq_letters *l, uint32_t id, cq_cell start)
{
    static const int down[4] = {-1, 0, 0, 1}, right[4] = {0, -1, 1, 0};

    l->cells.count = l->squares.count = 0;
    cq_try(add_to_component(l, id, start, 0, 0));
    for (size_t head = 0; head < l->cells.count; head++) {
        uint32_t row = cq_row(l->board, l->cells.at[head]);
        uint32_t col = cq_col(l->board, l->cells.at[head]);

        for (unsigned d = 0; d < 4; d++) {
            cq_cell cell = cq_board_step(l->board, row, col, down[d], right[d]);

            if (cell != CQ_NO_CELL && !l->group[cell] &&
                l->letter[cell] == l->letter[start])
                cq_try(add_to_component(l, id, cell, l->squares.at[head].row + down[d],
                                        l->squares.at[head].col + right[d]));
        }
    }
    return CQ_OK;
}

/* ---- components to pieces ---- */

/* The orientation, moved so that its place (row, col) lies on the component's first
 * cell, covers the component: all its squares do, each another cell. A mark is left on
 * the cells and taken away again. */
static bool lies_on(cq_letters *l, const cq_oriented *o, int32_t row, int32_t col)
{
    uint32_t first_row = cq_row(l->board, l->cells.at[0]);
    uint32_t first_col = cq_col(l->board, l->cells.at[0]);
    uint32_t id = l->group[l->cells.at[0]];
    size_t placed = 0;

    cq_assert(id != 0 && id != CQ_LOOSE);
    if (o->shape->count != l->cells.count)
        return false;
    for (; placed < o->shape->count; placed++) {
        const cq_square *s = &o->shape->at[placed];
        cq_cell cell = cq_board_step(l->board, first_row, first_col,
                                     (int64_t)s->row - row, (int64_t)s->col - col);

        if (cell == CQ_NO_CELL || l->group[cell] != id ||
            !cq_takes(l->board, cell, s->colour))
            break;
        l->group[cell] = CQ_LOOSE;
    }
    for (size_t i = 0; i < l->cells.count; i++)
        l->group[l->cells.at[i]] = id;
    return placed == o->shape->count;
}

/* The only piece with the component's shape, or CQ_NOT_FOUND. */
static uint32_t recognise(cq_letters *l)
{
    int32_t top, left;
    uint64_t hash = hash_squares(&l->squares, &top, &left);
    char letter = l->letter[l->cells.at[0]];
    uint32_t found = CQ_NOT_FOUND;

    for (uint32_t link = l->heads[hash & l->mask]; link; link = l->next[link - 1]) {
        const cq_oriented *o = &l->oriented.at[link - 1];

        if (o->hash != hash || o->piece == found ||
            !cq_letter_means(l, letter, o->piece) || !lies_on(l, o, -top, -left))
            continue;
        if (found != CQ_NOT_FOUND)
            return CQ_NOT_FOUND;
        found = o->piece;
    }
    return found;
}

/* A component that goes round is, as steps from its first cell, as wide or as high as
 * the board. */
static bool may_go_round(const cq_letters *l)
{
    int64_t top = 0, bottom = 0, left = 0, right = 0;

    if (l->board->surface == CQ_PLANE)
        return false;
    for (size_t i = 0; i < l->squares.count; i++) {
        const cq_square *s = &l->squares.at[i];

        top = s->row < top ? s->row : top;
        bottom = s->row > bottom ? s->row : bottom;
        left = s->col < left ? s->col : left;
        right = s->col > right ? s->col : right;
    }
    return (l->board->surface == CQ_TORUS && bottom - top + 1 >= l->board->rows) ||
           right - left + 1 >= l->board->cols;
}

/* Whether a component with this letter is one piece and not several, or a part of one.
 * Of those with the letter of a piece, two copies that touch are not. */
static bool stands_alone(const cq_letters *l, char letter)
{
    return !l->scattered && (!l->initials || cq_letter_owner(l, letter)) &&
           !may_go_round(l);
}

static cq_status take_component(cq_letters *l, cq_solution *solution)
{
    char letter = l->letter[l->cells.at[0]];
    uint32_t piece = stands_alone(l, letter) ? recognise(l) : CQ_NOT_FOUND;

    cq_assert(l->cells.count > 0 && l->cells.count == l->squares.count);
    if (piece != CQ_NOT_FOUND) {
        l->reader->used[piece]++;
        return cq_solution_add(l->ctx, solution, piece, l->cells.at, l->cells.count);
    }
    for (size_t i = 0; i < l->cells.count; i++)
        l->group[l->cells.at[i]] = CQ_LOOSE;
    l->loose[(unsigned char)letter] += l->cells.count;
    return CQ_OK;
}

cq_status cq_letters_read(cq_letters *letters, cq_lines *lines)
{
    cq_letters *l = letters;
    size_t size = cq_board_size(l->board);
    cq_solution *solution;
    uint32_t id = 0;

    cq_try(cq_reader_add_solution(l->reader, &solution));
    cq_try(read_rows(l, lines));
    memset(l->group, 0, size * sizeof *l->group);
    memset(l->loose, 0, sizeof l->loose);
    for (cq_cell cell = 0; cell < size; cell++) {
        if (!l->letter[cell] || l->group[cell])
            continue;
        cq_try(walk_component(l, ++id, cell));
        cq_try(take_component(l, solution));
    }
    return cq_letters_split(l, solution);
}
