/* check_tallies.c - judges numbers of solutions: by their parts, by their copies, and
 * of one.
 *
 * Parts. Every item that must be covered once is so in each solution: the numbers of
 * the parts that have it sum to the number of all. Copies. The pieces of a row fill the
 * board, no row is there twice, and the numbers sum to that of all. If there are few
 * solutions they are made once more, and their parts and copies counted; on larger
 * problems the sums are all that is confirmed. The number of one solution depends on
 * the order of the engine, and is not judged.
 */
#include "base/assert.h"
#include "base/sort.h"
#include "check/check_findings.h"

#include <inttypes.h>
#include <string.h>

/* A search for the solutions beyond this is not worth the while, unless it is asked
 * for. */
static const uint64_t nodes_most = 300000;

/* What is claimed, as rows of numbers: the copies of each piece, or a part: its label,
 * its size and its cells, ascending. Behind these a row is 0. */
typedef struct rows {
    cq_hearing *hearing;
    const cq_answer *answer;
    cq_keys claims; /* rows, two numbers to a word */
    uint64_t *key;
    uint32_t *row;  /* the same, on its way there */
    uint64_t *seen; /* of each claim: solutions that have it */
    bool strange;   /* a solution has something that is not claimed */
} rows;

static size_t row_words(const cq_problem *problem)
{
    size_t longest = problem->pieces.count;

    for (size_t i = 0; i < problem->pieces.count; i++)
        if (problem->pieces.at[i].shape.count + 2 > longest)
            longest = problem->pieces.at[i].shape.count + 2;
    return longest / 2 + 1;
}

static const uint64_t *key_of(const rows *r)
{
    memcpy(r->key, r->row, r->claims.words * sizeof *r->key);
    return r->key;
}

/* Of a part with more cells than a piece has, only how many is kept. */
static const uint64_t *part_key(const rows *r, const cq_solution *s, size_t i)
{
    size_t cells = s->starts.count ? s->starts.at[i + 1] - s->starts.at[i] : 0;

    cq_assert(r->claims.words > 0 && i < s->labels.count);
    memset(r->row, 0, r->claims.words * sizeof *r->key);
    r->row[0] = s->labels.at[i];
    r->row[1] = (uint32_t)cells;
    if (cells && cells + 2 <= 2 * r->claims.words) {
        memcpy(r->row + 2, s->members.at + s->starts.at[i], cells * sizeof *r->row);
        cq_sort_u32(r->row + 2, cells);
    }
    return key_of(r);
}

static const uint64_t *copies_key(const rows *r, const uint32_t *copies)
{
    memset(r->row, 0, r->claims.words * sizeof *r->key);
    memcpy(r->row, copies, r->hearing->problem->pieces.count * sizeof *r->row);
    return key_of(r);
}

/* *fresh is false if something is claimed twice. */
static cq_status make_rows(rows *r, bool *fresh)
{
    const cq_findings *f = &r->answer->findings;
    cq_context *ctx = r->hearing->ctx;
    size_t count = f->numbers.count, pieces = r->hearing->problem->pieces.count;

    r->claims.words = row_words(r->hearing->problem);
    r->key = cq_alloc(ctx, r->claims.words, sizeof *r->key);
    r->row = cq_alloc(ctx, 2 * r->claims.words, sizeof *r->row);
    r->seen = cq_zalloc(ctx, count, sizeof *r->seen);
    cq_try_memory(r->key && r->row && r->seen);
    for (size_t i = 0; i < count && *fresh; i++)
        cq_try(cq_keys_add(ctx, &r->claims,
                           r->answer->goal == CQ_GOAL_COPIES
                               ? copies_key(r, f->copies.at + i * pieces)
                               : part_key(r, &f->parts, i),
                           NULL, fresh));
    cq_assert(!*fresh || r->claims.count == count);
    return CQ_OK;
}

static void free_rows(rows *r)
{
    cq_keys_free(&r->claims);
    cq_free_each(r->key, r->row, r->seen);
}

/* ---- sums ---- */

/* Of the numbers whose mark is set, or of all. */
static bool sums_to_count(const cq_answer *answer, const bool *marks)
{
    const cq_findings *f = &answer->findings;
    mpz_t sum, part;
    bool same;

    mpz_inits(sum, part, NULL);
    for (size_t i = 0; i < f->numbers.count; i++)
        if ((!marks || marks[i]) && mpz_set_str(part, f->numbers.at[i], 10) == 0)
            mpz_add(sum, sum, part);
    same = mpz_cmp(sum, answer->count) == 0;
    mpz_clears(sum, part, NULL);
    return same;
}

/* Every row fills the board with as many copies as there may be. */
static bool rows_fill(const rows *r)
{
    const cq_problem *problem = r->hearing->problem;
    const uint32_t *copies = r->answer->findings.copies.at;

    for (size_t i = 0; i < r->answer->findings.numbers.count; i++) {
        uint64_t area = 0;

        for (size_t p = 0; p < problem->pieces.count; p++, copies++) {
            const cq_piece *piece = &problem->pieces.at[p];

            if (*copies < piece->least || *copies > piece->most)
                return false;
            area += (uint64_t)*copies * piece->shape.count;
        }
        if (area != problem->board->count)
            return false;
    }
    return true;
}

static bool option_has(const cq_cover *cover, uint32_t option, uint32_t item)
{
    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (cover->entries.at[e].item == item)
            return true;
    return false;
}

static bool part_has(const cq_problem *problem, const cq_solution *parts, size_t i,
                     uint32_t place)
{
    if (problem->kind == CQ_COVER)
        return option_has(&problem->cover, parts->labels.at[i], place);
    for (uint32_t c = parts->starts.at[i]; c < parts->starts.at[i + 1]; c++)
        if (parts->members.at[c] == place)
            return true;
    return false;
}

/* Whether the place, a cell or an item, is covered once in every solution. */
static bool is_exact(const cq_problem *problem, uint32_t place)
{
    if (problem->kind == CQ_TILING)
        return cq_board_present(problem->board, place);
    return place < problem->cover.primary &&
           problem->cover.items.at[place].least == 1 &&
           problem->cover.items.at[place].most == 1;
}

static cq_status judge_places(cq_hearing *hearing, const cq_answer *answer, bool *right)
{
    const cq_problem *problem = hearing->problem;
    const cq_solution *parts = &answer->findings.parts;
    size_t count = cq_solution_parts(parts);
    size_t places = problem->kind == CQ_TILING ? cq_board_size(problem->board)
                                               : problem->cover.items.count;
    bool *marks = cq_alloc(hearing->ctx, count, sizeof *marks);

    cq_try_memory(marks);
    for (uint32_t place = 0; place < places && *right; place++) {
        if (!is_exact(problem, place))
            continue;
        for (size_t i = 0; i < count; i++)
            marks[i] = part_has(problem, parts, i, place);
        *right = sums_to_count(answer, marks);
        if (!*right)
            cq_find(hearing, CQ_NO,
                    "the numbers of those that cover the same place do not sum to the "
                    "number of solutions");
    }
    cq_free(marks);
    return CQ_OK;
}

/* ---- all solutions once more ---- */

static void count_row(rows *r, const uint64_t *key)
{
    uint32_t claim = cq_keys_find(&r->claims, key);

    cq_assert(claim == CQ_NO_KEY || claim < r->answer->findings.numbers.count);
    if (claim == CQ_NO_KEY)
        r->strange = true;
    else
        r->seen[claim]++;
}

static cq_status visit(void *user, const cq_solution *solution)
{
    rows *r = user;
    size_t pieces = r->hearing->problem->pieces.count;

    if (r->answer->goal != CQ_GOAL_COPIES) {
        for (size_t i = 0; i < cq_solution_parts(solution); i++)
            count_row(r, part_key(r, solution, i));
        return CQ_OK;
    }
    memset(r->row, 0, r->claims.words * sizeof *r->key);
    for (size_t i = 0; i < cq_solution_parts(solution); i++) {
        cq_assert(solution->labels.at[i] < pieces);
        r->row[solution->labels.at[i]]++;
    }
    count_row(r, key_of(r));
    return CQ_OK;
}

static bool is_number(const char *digits, uint64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, number);
    return strcmp(text, digits) == 0;
}

/* Every number is the one that was seen. */
static bool same_numbers(const rows *r)
{
    for (size_t i = 0; i < r->claims.count; i++)
        if (!is_number(r->answer->findings.numbers.at[i], r->seen[i]))
            return false;
    return !r->strange;
}

static cq_status count_again(rows *r)
{
    cq_hearing *hearing = r->hearing;
    cq_recount again = {.most = hearing->all ? UINT64_MAX : nodes_most,
                        .visitor = {visit, r}};

    cq_try(cq_recount_problem(hearing->ctx, hearing->problem, &again));
    if (!again.complete)
        return cq_find_too_long(hearing, 0,
                                "the numbers sum to the number of solutions;");
    if (!same_numbers(r))
        return cq_find(
            hearing, CQ_NO,
            "the numbers differ from those of all solutions, generated again");
    return cq_find(hearing, CQ_YES,
                   "the numbers agree with those of all solutions, generated again");
}

static cq_status judge_rows(rows *r)
{
    cq_hearing *hearing = r->hearing;
    const cq_answer *answer = r->answer;
    bool right = true;

    if (answer->goal == CQ_GOAL_COPIES && !rows_fill(r))
        return cq_find(hearing, CQ_NO, "some copies do not fill the board");
    if (answer->goal == CQ_GOAL_COPIES && !sums_to_count(answer, NULL))
        return cq_find(hearing, CQ_NO,
                       "the numbers do not sum to the number of tilings");
    cq_try(answer->goal == CQ_GOAL_COPIES ? CQ_OK
                                          : judge_places(hearing, answer, &right));
    return right ? count_again(r) : CQ_OK;
}

cq_status cq_judge_tallies(cq_hearing *hearing, const cq_answer *answer)
{
    const cq_findings *f = &answer->findings;
    rows r = {.hearing = hearing, .answer = answer};
    bool fresh = true;
    cq_status status;

    if (answer->goal == CQ_GOAL_INDEX)
        return cq_find(hearing, CQ_UNKNOWN,
                       "the number of a solution is that of the engine's own order");
    if (!answer->counted)
        return cq_find(hearing, CQ_UNKNOWN, "the number of all solutions is missing");
    if (answer->goal == CQ_GOAL_COPIES &&
        f->copies.count != f->numbers.count * hearing->problem->pieces.count)
        return cq_find(hearing, CQ_NO, "some copies do not fill the board");
    status = make_rows(&r, &fresh);
    cq_then(status, fresh ? judge_rows(&r)
                          : cq_find(hearing, CQ_NO, "something is listed twice"));
    free_rows(&r);
    return status;
}
