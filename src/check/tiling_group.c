/* tiling_group.c - the checker's own symmetries of a tiling.
 *
 * Every turn and reflection, followed by every step across joined edges, is tried on
 * all cells: it must take each to a cell of the same colour. Two that do the same to
 * all cells, as on a thin board, count once: digests of what they do are the same.
 *
 * Such a move must also take the placements of each piece, all of them, to those of one
 * piece that comes in as many copies. Two moves with the same turn differ by a step
 * that keeps the board, which takes placements of a piece to such of the same piece; so
 * that one of each of the eight is enough to look at. Placements are the checker's own
 * (check_forms.c), sorted. Of pieces that can lie in the same ways the i-th turns into
 * the i-th, as the solver has it: solutions that differ only in their places are
 * different. Rules must turn into rules of the problem.
 *
 * Cost: eight times rows times columns, if joined, looks at the cells; a sort of the
 * placements for each of the eight.
 */
#include "base/assert.h"
#include "check/tiling_group.h"

#include "base/keys.h"
#include "base/sort.h"
#include "check/check_forms.h"
#include "check/judge.h"

#include <string.h>

/* ---- the board ---- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 32)) * UINT64_C(0xe9846af9b1a615d5);
    x = (x ^ (x >> 28)) * UINT64_C(0x9fb21c651e98df25);
    return x ^ (x >> 30);
}

/* Whether the two cells may stay free, or neither may. */
static bool both_or_neither(const cq_pieces *pieces, cq_cell a, cq_cell b)
{
    for (size_t p = 0; pieces && p < pieces->count; p++)
        if (cq_piece_takes(&pieces->at[p], a) != cq_piece_takes(&pieces->at[p], b))
            return false;
    return true;
}

/* Whether every cell goes to one of its colour; then what it does is digested. */
static bool keeps_board(const cq_board *board, const cq_pieces *pieces,
                        const cq_move *move, cq_digest *out)
{
    *out = (cq_digest){0, 0};
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        cq_cell to;
        uint64_t pair;

        if (!board->colour[cell])
            continue;
        to = cq_move_cell(board, move, cell);
        if (to == CQ_NO_CELL || board->colour[to] != board->colour[cell] ||
            !both_or_neither(pieces, cell, to))
            return false;
        pair = (uint64_t)cell << 32 | to;
        out->first += mix(pair);
        out->second += mix(~pair);
    }
    return true;
}

static bool can_turn(const cq_board *board, unsigned symmetry)
{
    bool quarter = symmetry % 2;

    return !quarter || board->surface == CQ_PLANE ||
           (board->surface == CQ_TORUS && board->rows == board->cols);
}

/* Those with this symmetry that do what none before does. */
static cq_status find_moves(cq_context *ctx, const cq_board *board,
                            const cq_pieces *pieces, unsigned symmetry, cq_keys *seen,
                            cq_move_list *out)
{
    cq_move in_box = cq_move_in_box(board, symmetry);
    uint32_t down_most = board->surface == CQ_TORUS ? board->rows : 1;
    uint32_t right_most = board->surface == CQ_PLANE ? 1 : board->cols;

    for (uint32_t down = 0; down < down_most; down++)
        for (uint32_t right = 0; right < right_most; right++) {
            cq_move move = {symmetry, in_box.down + down, in_box.right + right};
            cq_digest does;
            bool fresh;

            if (!keeps_board(board, pieces, &move, &does))
                continue;
            cq_try(cq_digests_add(ctx, seen, does, &fresh));
            if (fresh)
                cq_try(cq_vec_push(ctx, out, move));
        }
    return CQ_OK;
}

cq_status cq_board_group_make(cq_context *ctx, const cq_board *board,
                              const cq_pieces *pieces, cq_move_list *out)
{
    cq_keys seen = {0};
    cq_status status = CQ_OK;

    for (unsigned symmetry = 0; symmetry < 8 && status == CQ_OK; symmetry++)
        if (can_turn(board, symmetry))
            status = find_moves(ctx, board, pieces, symmetry, &seen, out);
    /* The first one does nothing; on a plane they are a subgroup of the eight. */
    cq_assert(status != CQ_OK || (out->count && out->at[0].symmetry == CQ_IDENTITY &&
                                  out->at[0].down == 0 && out->at[0].right == 0));
    cq_assert(status != CQ_OK || board->surface != CQ_PLANE || 8 % out->count == 0);
    cq_keys_free(&seen);
    return status;
}

/* ---- the pieces ---- */

typedef struct lists {
    cq_context *ctx;
    const cq_board *board;
    const cq_pieces *pieces;
    cq_u32s *lie; /* of each piece: its placements, sorted, no two the same */
} lists;

static cq_status list_placements(lists *l)
{
    cq_forms forms;
    cq_status status = CQ_OK;

    cq_try(cq_forms_make(l->ctx, l->board, l->pieces, &forms));
    for (size_t p = 0; p < l->pieces->count && status == CQ_OK; p++) {
        status = cq_forms_gather(l->ctx, &forms, p, &l->lie[p]);
        if (status == CQ_OK)
            cq_lists_tidy(&l->lie[p], l->pieces->at[p].shape.count);
    }
    cq_forms_free(&forms);
    return status;
}

static bool same_supply(const cq_piece *a, const cq_piece *b)
{
    return a->least == b->least && a->most == b->most &&
           a->shape.count == b->shape.count;
}

static bool same_list(const cq_u32s *a, const cq_u32s *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
}

/* The `rank`-th piece, from 0, that lies as the list says and comes in as many copies
 * as the piece; the number of pieces if there is none. */
static size_t ranked(const lists *l, size_t piece, const cq_u32s *list, size_t rank)
{
    const cq_piece *at = l->pieces->at;

    for (size_t k = 0; k < l->pieces->count; k++)
        if (same_supply(&at[k], &at[piece]) && same_list(&l->lie[k], list) &&
            rank-- == 0)
            return k;
    return l->pieces->count;
}

/* How many pieces before it are like it. */
static size_t rank_of(const lists *l, size_t piece)
{
    size_t rank = 0;

    while (ranked(l, piece, &l->lie[piece], rank) != piece)
        rank++;
    return rank;
}

/* What a piece turns into, in *out; the number of pieces if it is none. */
static cq_status turn_piece(lists *l, const cq_move *move, size_t piece, size_t *out)
{
    const cq_u32s *from = &l->lie[piece];
    size_t size = l->pieces->at[piece].shape.count;
    cq_u32s image = {0};

    cq_try(cq_vec_reserve(l->ctx, &image, from->count));
    for (size_t i = 0; i < from->count; i++) {
        image.at[i] = cq_move_cell(l->board, move, from->at[i]);
        cq_assert(image.at[i] != CQ_NO_CELL);
    }
    image.count = from->count;
    for (size_t i = 0; i < image.count; i += size)
        cq_sort_u32(image.at + i, size);
    cq_lists_tidy(&image, size);
    *out = ranked(l, piece, &image, rank_of(l, piece));
    cq_vec_free(&image);
    return CQ_OK;
}

/* No two pieces turn into the same one. */
static bool is_one_to_one(const uint32_t *becomes, size_t count)
{
    for (size_t p = 0; p < count; p++) {
        cq_hold(becomes[p] < count);
        for (size_t q = 0; q < p; q++)
            cq_hold(becomes[q] != becomes[p]);
    }
    return true;
}

/* Leaves becomes[] NULL if a piece turns into none. */
static cq_status turn_pieces(lists *l, const cq_move *move, cq_tiling_group *made)
{
    size_t count = l->pieces->count, to = 0;
    uint32_t *becomes = cq_alloc(l->ctx, count, sizeof *becomes);
    cq_status status = becomes ? CQ_OK : CQ_MEMORY;

    for (size_t p = 0; p < count && status == CQ_OK && to < count; p++) {
        status = turn_piece(l, move, p, &to);
        if (status == CQ_OK)
            becomes[p] = (uint32_t)to;
    }
    if (status == CQ_OK && (to < count || count == 0) &&
        cq_judge_rules_turned(l->pieces, becomes)) {
        cq_assert(count > CQ_WALK_PAIRS || is_one_to_one(becomes, count));
        made->becomes[move->symmetry] = becomes;
    } else
        cq_free(becomes);
    return status;
}

/* Keeps the moves under which every piece turns into one. */
static cq_status keep_moves(lists *l, cq_tiling_group *made)
{
    bool tried[8] = {false};
    cq_status status = CQ_OK;
    size_t kept = 0;

    for (size_t i = 0; i < made->moves.count && status == CQ_OK; i++) {
        cq_move move = made->moves.at[i];

        if (!tried[move.symmetry])
            status = turn_pieces(l, &move, made);
        tried[move.symmetry] = true;
        if (made->becomes[move.symmetry])
            made->moves.at[kept++] = move;
    }
    cq_assert(status != CQ_OK || kept > 0); /* the identity stays */
    made->moves.count = kept;
    return status;
}

cq_status cq_tiling_group_make(cq_context *ctx, const cq_board *board,
                               const cq_pieces *pieces, cq_tiling_group *out)
{
    lists l = {.ctx = ctx, .board = board, .pieces = pieces};
    cq_tiling_group made = {.board = board};
    cq_status status = cq_board_group_make(ctx, board, pieces, &made.moves);

    l.lie = cq_zalloc(ctx, pieces->count, sizeof *l.lie);
    cq_then(status, l.lie ? list_placements(&l) : CQ_MEMORY);
    cq_then(status, keep_moves(&l, &made));
    for (size_t p = 0; l.lie && p < pieces->count; p++)
        cq_vec_free(&l.lie[p]);
    cq_free(l.lie);
    if (status == CQ_OK)
        *out = made;
    else
        cq_tiling_group_free(&made);
    return status;
}

void cq_tiling_group_free(cq_tiling_group *group)
{
    for (unsigned symmetry = 0; symmetry < 8; symmetry++)
        cq_free(group->becomes[symmetry]);
    cq_vec_free(&group->moves);
    *group = (cq_tiling_group){0};
}
