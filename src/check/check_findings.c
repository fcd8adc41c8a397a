/* check_findings.c - judges what the domino goals find out.
 *
 *     max       the dominoes lie right and leave over exactly what they say; that no
 *               more fit follows from a cover
 *     repair    the changes can be made, and the tiling covers the board that they
 *               make; that fewer do not suffice follows from the same cover
 *
 * A cover is a set of squares of which every pair of neighbours has one. Every domino
 * has a member of its own, so there are at most as many dominoes as members; Koenig
 * ("Graphok es matrixok", 1931) showed that on a two-coloured board some cover has
 * exactly as many.
 *
 * Taking one square away, or putting one back, changes the number of squares by one and
 * that of the dominoes that fit by at most one; so it changes the number of squares
 * that are left over, squares less twice the dominoes, by one at most. A board with k
 * squares left over needs at least k changes. Both proofs are linear; if an answer
 * comes without one (as text does), the checker lays the dominoes itself on boards of
 * up to some thousand squares (pairing.c).
 *
 * Pairs of squares, that is forced dominoes and probabilities: findings_pairs.c.
 */
#include "base/assert.h"
#include "check/check_findings.h"

#include "check/pairing.h"

/* The most dominoes that fit, or SIZE_MAX if that is not known. */
static cq_status find_most(cq_hearing *hearing, size_t *out)
{
    const cq_board *board = hearing->problem->board;
    cq_pairing pairing;

    *out = SIZE_MAX;
    if (board->count > CQ_PAIRING_MOST || !cq_is_chequered(board))
        return CQ_OK;
    cq_try(cq_pairing_make(hearing->ctx, board, &pairing));
    *out = pairing.pairs;
    cq_assert(2 * pairing.pairs <= board->count);
    cq_pairing_free(&pairing);
    return CQ_OK;
}

/* ---- covers ---- */

/* Marks the members; false, with a finding, if one is no square or comes twice. */
static bool mark_cells(cq_hearing *hearing, const cq_u32s *cells, const char *what,
                       bool present, char *marks)
{
    const cq_board *board = hearing->problem->board;
    char name[CQ_CELL_NAME_SIZE];

    for (size_t i = 0; i < cells->count; i++) {
        cq_cell cell = cells->at[i];

        if (cell >= cq_board_size(board))
            return cq_find_wrong(hearing, "a square %s is off the grid", what);
        cq_cell_name(board, cell, name);
        if (cq_board_present(board, cell) != present)
            return cq_find_wrong(hearing, "square %s %s is %s on the board", name, what,
                                 present ? "not" : "already");
        if (marks[cell])
            return cq_find_wrong(hearing, "square %s is named twice", name);
        marks[cell] = 1;
    }
    return true;
}

/* Whether every two neighbours have a marked one; else a finding. */
static bool covers_pairs(cq_hearing *hearing, const char *marks)
{
    const cq_board *board = hearing->problem->board;
    char first[CQ_CELL_NAME_SIZE], second[CQ_CELL_NAME_SIZE];

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        cq_cell near[4];
        unsigned count;

        if (marks[cell] || !cq_board_present(board, cell))
            continue;
        count = cq_beside(board, cell, near);
        for (unsigned k = 0; k < count; k++)
            if (!marks[near[k]])
                return cq_find_wrong(hearing,
                                     "the cover has neither %s nor its neighbour %s",
                                     cq_cell_name(board, cell, first),
                                     cq_cell_name(board, near[k], second));
    }
    return true;
}

/* *right is false, with a finding, if the certificate is no cover. */
static cq_status judge_members(cq_hearing *hearing, bool *right)
{
    const cq_problem *problem = hearing->problem;
    char *marks = cq_zalloc(hearing->ctx, cq_board_size(problem->board), 1);

    cq_try_memory(marks);
    *right = mark_cells(hearing, &hearing->certificate->members, "of the cover", true,
                        marks) &&
             covers_pairs(hearing, marks);
    cq_free(marks);
    return CQ_OK;
}

cq_status cq_judge_vertex_cover(cq_hearing *hearing)
{
    size_t members = hearing->certificate->members.count;
    size_t squares = hearing->problem->board->count;
    bool right;

    if (!cq_problem_is_domino(hearing->problem))
        return cq_find(hearing, CQ_NO, "a cover is a proof for dominoes only");
    cq_try(judge_members(hearing, &right));
    if (!right)
        return CQ_OK;
    cq_assert(members <= squares);
    if (members >= squares - members)
        return cq_find(hearing, CQ_NO,
                       "a cover with %zu squares allows %zu dominoes, which is enough",
                       members, members);
    return cq_find(hearing, CQ_YES, "at most %zu dominoes fit, and %zu would be needed",
                   members, (squares + 1) / 2);
}

/* The most dominoes, from the certificate or by laying them; SIZE_MAX: not known.
 * *right is false, with a finding, if the certificate is wrong. */
static cq_status find_bound(cq_hearing *hearing, size_t *most, bool *right)
{
    const cq_certificate *c = hearing->certificate;

    *right = true;
    if (c->proof == CQ_PROOF_NONE)
        return find_most(hearing, most);
    if (c->proof != CQ_PROOF_COVER) {
        *right = false;
        return cq_find(hearing, CQ_NO, "%s is no proof that nothing better exists",
                       cq_proof_name(c->proof));
    }
    *most = c->members.count;
    return judge_members(hearing, right);
}

/* ---- dominoes on a changed board ---- */

/* Judges the only solution on another board. */
static cq_status judge_on(cq_hearing *hearing, const cq_answer *answer, cq_board *board,
                          bool *right)
{
    cq_problem changed = *hearing->problem;
    char sentence[CQ_SENTENCE_SIZE];

    changed.board = board;
    cq_try(cq_check_solution(hearing->ctx, &changed, &answer->solutions.at[0], right,
                             sentence));
    if (!*right)
        cq_find(hearing, CQ_NO, "%s", sentence);
    return CQ_OK;
}

/* Whether all lists name the right squares, each once. */
static cq_status judge_changes(cq_hearing *hearing, const cq_findings *f, bool *right)
{
    char *marks = cq_zalloc(hearing->ctx, cq_board_size(hearing->problem->board), 1);

    cq_try_memory(marks);
    *right = mark_cells(hearing, &f->left, "left over", true, marks) &&
             mark_cells(hearing, &f->removed, "to remove", true, marks) &&
             mark_cells(hearing, &f->restored, "to restore", false, marks);
    cq_free(marks);
    return CQ_OK;
}

/* The dominoes lie on the board without what is left over or removed, and with what is
 * restored. */
static cq_status judge_dominoes(cq_hearing *hearing, const cq_answer *answer,
                                bool *right)
{
    const cq_findings *f = &answer->findings;
    cq_board *board = NULL;
    cq_status status = judge_changes(hearing, f, right);

    if (status != CQ_OK || !*right)
        return status;
    if (answer->goal == CQ_GOAL_MAX ? f->removed.count || f->restored.count
                                    : f->left.count) {
        *right = false;
        return cq_find(hearing, CQ_NO,
                       "the answer lists squares that the goal %s does not ask for",
                       cq_goal_name(answer->goal));
    }
    if (answer->solutions.count != 1) {
        *right = false;
        return cq_find(hearing, CQ_NO, "expected one solution, found %zu",
                       answer->solutions.count);
    }
    status = cq_findings_board(hearing->ctx, hearing->problem->board, f, &board);
    for (size_t i = 0; status == CQ_OK && i < f->left.count; i++)
        cq_grid_set(board, f->left.at[i], 0);
    cq_then(status, judge_on(hearing, answer, board, right));
    cq_board_free(board);
    return status;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static cq_status judge_max(cq_hearing *hearing, const cq_answer *answer)
{
    size_t left = answer->findings.left.count, most;
    size_t laid = (hearing->problem->board->count - left) / 2;
    const char *es = laid == 1 ? "" : "es";
    bool right;

    cq_assert(2 * laid + left == hearing->problem->board->count);
    if (left <= 1)
        return cq_find(hearing, CQ_YES, "%zu domino%s, and %s left over", laid, es,
                       left ? "a single square is" : "no square is");
    cq_try(find_bound(hearing, &most, &right));
    if (!right)
        return CQ_OK;
    if (most == SIZE_MAX)
        return cq_find(
            hearing, CQ_UNKNOWN,
            "%zu domino%s are laid correctly, and %zu squares are left over; there "
            "is no proof that no more fit",
            laid, es, left);
    cq_assert(laid <= most); /* every domino has a member of the cover of its own */
    if (laid < most)
        return cq_find(hearing, CQ_NO,
                       hearing->certificate->proof == CQ_PROOF_NONE
                           ? "%zu dominoes fit, not only %zu"
                           : "the cover allows %zu dominoes, and %zu are laid",
                       most, laid);
    return cq_find(
        hearing, CQ_YES, "%zu domino%s, and %zu squares are left over: no more fit, %s",
        laid, es, left,
        hearing->certificate->proof == CQ_PROOF_NONE ? "as laying them again shows"
                                                     : "as the cover shows");
}

static cq_status judge_repair(cq_hearing *hearing, const cq_answer *answer)
{
    size_t changes = answer->findings.removed.count + answer->findings.restored.count;
    size_t squares = hearing->problem->board->count, most;
    bool right;

    if (changes == 0)
        return cq_find(hearing, CQ_YES, "the board can be tiled as it is");
    cq_try(find_bound(hearing, &most, &right));
    if (!right)
        return CQ_OK;
    if (most == SIZE_MAX && changes > 1)
        return cq_find(hearing, CQ_UNKNOWN,
                       "the %zu changes do make a board that can be tiled; there is no "
                       "proof that fewer do not",
                       changes);
    /* A change makes up for one square that is left over, at most. */
    cq_assert(most == SIZE_MAX || changes + 2 * most >= squares);
    if (most != SIZE_MAX && changes + 2 * most > squares)
        return cq_find(hearing, CQ_NO, "%zu change%s would do, not %zu",
                       squares > 2 * most ? squares - 2 * most : 0,
                       plural(squares > 2 * most ? squares - 2 * most : 0), changes);
    return cq_find(hearing, CQ_YES,
                   "the board can be tiled with %zu change%s, and not with fewer",
                   changes, plural(changes));
}

cq_status cq_judge_findings(cq_hearing *hearing, const cq_answer *answer)
{
    bool right = true;

    if (!cq_goal_suits(answer->goal, hearing->problem))
        return cq_find(hearing, CQ_NO, "the goal %s is for %s only",
                       cq_goal_name(answer->goal), cq_goal_whom(answer->goal));
    if (answer->goal == CQ_GOAL_BOUNDS)
        return cq_judge_bounds(hearing, answer);
    if (cq_goal_has_numbers(answer->goal, hearing->problem))
        return cq_judge_tallies(hearing, answer);
    if (answer->goal == CQ_GOAL_FORCED)
        return cq_judge_forced(hearing, answer);
    if (answer->goal == CQ_GOAL_PROBABILITIES && hearing->problem->kind == CQ_TOUR)
        return cq_judge_move_odds(hearing, answer);
    if (answer->goal == CQ_GOAL_PROBABILITIES)
        return cq_judge_probabilities(hearing, answer);
    if (answer->goal == CQ_GOAL_MAX && !cq_problem_is_matching(hearing->problem))
        return cq_judge_packing(hearing, answer);
    cq_try(judge_dominoes(hearing, answer, &right));
    if (!right)
        return CQ_OK;
    return answer->goal == CQ_GOAL_MAX ? judge_max(hearing, answer)
                                       : judge_repair(hearing, answer);
}
