/* reach.c - does every required piece fit somewhere, can every cell be covered, does
 * every item have an option?
 *
 * Placements are visited but not stored, so the board may have any size. On a
 * two-coloured board, a cell that no domino covers is a Hall set of one cell; the
 * matching engine finds these.
 */
#include "engine/necessary/necessary.h"

#include "base/assert.h"
#include "base/bitset.h"
#include "problem/placement.h"

static cq_status stop_at_once(void *user, const cq_cell *cells, size_t count,
                              bool *stop)
{
    (void)cells;
    (void)count;
    *(bool *)user = *stop = true;
    return CQ_OK;
}

static cq_status certify(cq_run *run, cq_certificate *certificate, cq_proof proof,
                         uint32_t member)
{
    cq_assert(proof != CQ_PROOF_NONE && certificate->members.count == 0);
    certificate->proof = proof;
    return cq_vec_push(run->ctx, &certificate->members, member);
}

cq_status cq_necessary_pieces(cq_run *run, cq_certificate *certificate)
{
    const cq_problem *problem = run->problem;

    for (size_t i = 0; i < problem->pieces.count; i++) {
        const cq_piece *piece = &problem->pieces.at[i];
        bool placed = false;

        if (piece->least == 0)
            continue;
        cq_try(cq_placements_visit(run->ctx, problem->board, piece, stop_at_once,
                                   &placed));
        if (!placed)
            return certify(run, certificate, CQ_PROOF_UNPLACEABLE, (uint32_t)i);
    }
    return CQ_OK;
}

typedef struct coverage {
    cq_word *covered;
    size_t left; /* cells not yet covered */
} coverage;

static cq_status mark(void *user, const cq_cell *cells, size_t count, bool *stop)
{
    coverage *c = user;

    for (size_t i = 0; i < count; i++)
        if (!cq_bits_has(c->covered, cells[i])) {
            cq_assert(c->left > 0);
            cq_bits_add(c->covered, cells[i]);
            c->left--;
        }
    *stop = c->left == 0;
    return CQ_OK;
}

cq_status cq_necessary_cells(cq_run *run, cq_certificate *certificate)
{
    const cq_problem *problem = run->problem;
    const cq_board *board = problem->board;
    coverage c = {.left = board->count};
    cq_status status = CQ_OK;

    if (cq_problem_is_domino(problem) && cq_board_two_coloured(board))
        return CQ_OK;
    c.covered = cq_bits_new(run->ctx, cq_board_size(board));
    cq_try_memory(c.covered);
    for (size_t i = 0; i < problem->pieces.count && c.left && status == CQ_OK; i++)
        status = cq_placements_visit(run->ctx, board, &problem->pieces.at[i], mark, &c);
    for (cq_cell cell = 0; status == CQ_OK && c.left; cell++) {
        cq_assert(cell < cq_board_size(board)); /* one of those left is met before */
        if (board->colour[cell] && !cq_bits_has(c.covered, cell)) {
            status = certify(run, certificate, CQ_PROOF_UNCOVERABLE, cell);
            break;
        }
    }
    cq_free(c.covered);
    return status;
}

cq_status cq_necessary_items(cq_run *run, cq_certificate *certificate)
{
    const cq_cover *cover = &run->problem->cover;
    uint32_t *options = cq_zalloc(run->ctx, cover->items.count, sizeof *options);
    cq_status status = CQ_OK;

    cq_try_memory(options);
    cq_assert(cover->primary <= cover->items.count);
    for (size_t e = 0; e < cover->entries.count; e++) {
        cq_assert(cover->entries.at[e].item < cover->items.count);
        options[cover->entries.at[e].item]++;
    }
    for (uint32_t i = 0; i < cover->primary; i++)
        if (options[i] < cover->items.at[i].least) {
            status = certify(run, certificate, CQ_PROOF_UNCOVERABLE, i);
            break;
        }
    cq_free(options);
    return status;
}
