/* findings_pairs.c - judges forced dominoes and probabilities.
 *
 * Both speak of pairs of neighbouring squares, which are sorted first, so that a pair
 * can be looked up and none is there twice.
 *
 * Forced. One tiling is laid by the checker itself (pairing.c). Every other tiling
 * comes from it by turning rings over, in which gaps and dominoes take turns. So a
 * domino of the tiling is in every tiling if no ring leads through it; any other pair
 * is in none if no ring leads through it. One search for each domino finds all rings
 * through it: cells times cells, for boards of up to CQ_PAIRING_MOST.
 *
 * Probabilities. All pairs must be there, and those of each square must sum to 1,
 * exactly if exact numbers are given. On small boards all tilings are laid once more,
 * and the dominoes counted; on others that is all that is confirmed.
 */
#include "base/assert.h"
#include "base/ratio.h"
#include "check/check_findings.h"

#include "check/pairing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Boards and numbers of tilings beyond these are not laid again. */
enum { TILINGS_MOST = 200000, SMALL_BOARD = 200 };

typedef struct pair_list {
    cq_hearing *hearing;
    const cq_board *board;
    cq_pair *at; /* sorted; `exact` is borrowed */
    size_t count;
} pair_list;

static int compare_pairs(const void *a, const void *b)
{
    const cq_pair *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->second < y->second ? -1 : x->second > y->second;
}

static const cq_pair *find_pair(const pair_list *list, cq_cell a, cq_cell b)
{
    cq_pair key = {.first = a < b ? a : b, .second = a < b ? b : a};

    cq_assert(key.first < key.second);
    if (list->count == 0)
        return NULL;
    return bsearch(&key, list->at, list->count, sizeof key, compare_pairs);
}

static bool are_neighbours(const cq_board *board, const cq_pair *pair)
{
    cq_cell near[4];
    unsigned count;

    if (pair->first >= cq_board_size(board) || pair->second >= cq_board_size(board) ||
        !cq_board_present(board, pair->first))
        return false;
    count = cq_beside(board, pair->first, near);
    while (count)
        if (near[--count] == pair->second)
            return true;
    return false;
}

/* The pairs sorted; *right is false, with a finding, if one is not of neighbours or is
 * there twice. */
static cq_status make_list(cq_hearing *hearing, const cq_answer *answer, pair_list *out,
                           bool *right)
{
    size_t count = answer->findings.pairs.count;
    const cq_board *board = hearing->problem->board;

    *right = true;
    *out = (pair_list){.hearing = hearing, .board = board, .count = count};
    out->at = cq_alloc(hearing->ctx, count, sizeof *out->at);
    cq_try_memory(out->at);
    if (count) {
        memcpy(out->at, answer->findings.pairs.at, count * sizeof *out->at);
        qsort(out->at, count, sizeof *out->at, compare_pairs);
    }
    for (size_t i = 0; i < count; i++) {
        *right = are_neighbours(board, &out->at[i]);
        if (!*right)
            return cq_find(hearing, CQ_NO, "pair %zu is not one of neighbours", i + 1);
        *right = i == 0 || compare_pairs(&out->at[i - 1], &out->at[i]) != 0;
        if (!*right)
            return cq_find(hearing, CQ_NO, "a pair is listed twice");
    }
    return CQ_OK;
}

/* ---- forced ---- */

/* What is true of a pair: 1, 0, or 0.5 if it is in some tilings only. */
static double judge_pair(const cq_pairing *p, cq_cell light, cq_cell dark)
{
    cq_assert(p->mate[p->mate[light]] == light && p->mate[p->mate[dark]] == dark);
    /* The search was from the mate of `dark`. */
    if (p->mate[light] == dark)
        return cq_pairing_reached(p, dark) ? 0.5 : 1;
    return cq_pairing_reached(p, p->mate[light]) ? 0.5 : 0;
}

/* Compares a pair with the list; false with a finding. */
static bool agree(const pair_list *list, const cq_pairing *p, cq_cell light,
                  cq_cell dark)
{
    const cq_pair *claimed = find_pair(list, light, dark);
    double truth = judge_pair(p, light, dark);
    double claim = claimed ? claimed->value : 0.5;
    char first[CQ_CELL_NAME_SIZE], second[CQ_CELL_NAME_SIZE];

    if (truth == claim)
        return true;
    return cq_find_wrong(list->hearing, "a domino on %s and %s lies in %s",
                         cq_cell_name(list->board, light < dark ? light : dark, first),
                         cq_cell_name(list->board, light < dark ? dark : light, second),
                         truth > 0.75   ? "every tiling"
                         : truth < 0.25 ? "no tiling"
                                        : "some tilings but not in all");
}

static bool agree_all(const pair_list *list, cq_pairing *p)
{
    for (cq_cell dark = 0; dark < cq_board_size(list->board); dark++) {
        cq_cell near[4];
        unsigned count;

        if (!cq_board_present(list->board, dark) || !cq_is_dark(list->board, dark))
            continue;
        cq_pairing_search(p, p->mate[dark]);
        count = cq_beside(list->board, dark, near);
        while (count)
            if (!agree(list, p, near[--count], dark))
                return false;
    }
    return true;
}

static cq_status say_forced(const pair_list *list)
{
    size_t always = 0;

    for (size_t i = 0; i < list->count; i++)
        always += list->at[i].value > 0.5;
    if (list->count == 0)
        return cq_find(list->hearing, CQ_YES,
                       "every pair of neighbours is in some tilings and not "
                       "in others");
    return cq_find(list->hearing, CQ_YES,
                   "%zu domino%s in every tiling, %zu in none, all others in "
                   "some",
                   always, always == 1 ? " is" : "es are", list->count - always);
}

static cq_status judge_forced_list(const pair_list *list)
{
    cq_hearing *hearing = list->hearing;
    const cq_board *board = list->board;
    cq_pairing pairing;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].value != 0 && list->at[i].value != 1)
            return cq_find(hearing, CQ_NO, "a forced pair has a value between 0 and 1");
    if (board->count > CQ_PAIRING_MOST || !cq_is_chequered(board))
        return cq_find(hearing, CQ_UNKNOWN,
                       "all pairs are neighbours; forced dominoes are judged only on "
                       "boards of up to %d squares",
                       CQ_PAIRING_MOST);
    cq_try(cq_pairing_make(hearing->ctx, board, &pairing));
    if (2 * pairing.pairs != board->count)
        status = cq_find(hearing, CQ_NO, "the board cannot be tiled");
    else if (agree_all(list, &pairing))
        status = say_forced(list);
    cq_pairing_free(&pairing);
    return status;
}

cq_status cq_judge_forced(cq_hearing *hearing, const cq_answer *answer)
{
    pair_list list;
    bool right;
    cq_status status = make_list(hearing, answer, &list, &right);

    if (status == CQ_OK && right)
        status = judge_forced_list(&list);
    cq_free(list.at);
    return status;
}

/* ---- probabilities: sums ---- */

static size_t count_pairs(const cq_board *board)
{
    size_t ends = 0;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        cq_cell near[4];

        if (cq_board_present(board, cell))
            ends += cq_beside(board, cell, near);
    }
    return ends / 2;
}

/* Around every square the probabilities sum to 1. */
static cq_status judge_sums(const pair_list *list, bool *right)
{
    char name[CQ_CELL_NAME_SIZE];
    double *sums =
        cq_zalloc(list->hearing->ctx, cq_board_size(list->board), sizeof *sums);

    cq_try_memory(sums);
    *right = true;
    for (size_t i = 0; i < list->count && *right; i++) {
        const cq_pair *pair = &list->at[i];

        sums[pair->first] += pair->value;
        sums[pair->second] += pair->value;
        *right = pair->value >= 0 && pair->value <= 1;
        if (!*right)
            cq_find(list->hearing, CQ_NO, "a probability is not between 0 and 1");
    }
    for (cq_cell cell = 0; cell < cq_board_size(list->board) && *right; cell++) {
        *right = !cq_board_present(list->board, cell) || fabs(sums[cell] - 1) < 1e-6;
        if (!*right)
            cq_find(list->hearing, CQ_NO,
                    "the probabilities around square %s sum to %g, not to 1",
                    cq_cell_name(list->board, cell, name), sums[cell]);
    }
    cq_free(sums);
    return CQ_OK;
}

/* Whether the fraction is the number that is given beside it. */
static bool is_share(const mpz_t part, const mpz_t count, double value)
{
    return mpz_sgn(count) > 0 && mpz_cmp(part, count) <= 0 &&
           fabs(cq_ratio(part, count) - value) < 1e-9;
}

/* The exact numbers around one square sum to the count. */
static bool sums_to_count(const pair_list *list, cq_cell cell, const mpz_t count)
{
    cq_cell near[4];
    unsigned sides = cq_beside(list->board, cell, near);
    mpz_t sum, part;
    bool right = true;

    mpz_inits(sum, part, NULL);
    while (sides && right) {
        const cq_pair *pair = find_pair(list, cell, near[--sides]);

        right = pair && pair->exact && mpz_set_str(part, pair->exact, 10) == 0 &&
                is_share(part, count, pair->value);
        mpz_add(sum, sum, part);
    }
    right = right && mpz_cmp(sum, count) == 0;
    mpz_clears(sum, part, NULL);
    return right;
}

static bool judge_exact(const pair_list *list, const mpz_t count)
{
    char name[CQ_CELL_NAME_SIZE];

    for (cq_cell cell = 0; cell < cq_board_size(list->board); cell++)
        if (cq_board_present(list->board, cell) && !sums_to_count(list, cell, count))
            return cq_find_wrong(
                list->hearing,
                "the exact numbers around square %s do not sum to the count",
                cq_cell_name(list->board, cell, name));
    return true;
}

/* ---- probabilities: all tilings once more ---- */

/* A domino on the first square that is free; `ways` were tried for its other half. */
typedef struct laid {
    cq_cell cell, other;
    unsigned ways;
} laid;

/* A search that lays dominoes, every way in turn. */
typedef struct laying {
    const cq_board *board;
    laid *path;
    char *taken;
    uint64_t *times; /* by 4 * cell + side: how many tilings have the domino */
    size_t depth;
    uint64_t tilings, nodes;
} laying;

static cq_cell first_free(const laying *l, cq_cell from)
{
    size_t size = cq_board_size(l->board);

    while (from < size && (!cq_board_present(l->board, from) || l->taken[from]))
        from++;
    return from < size ? from : CQ_NO_CELL;
}

/* The next way at the depth at hand; false if there is none. */
static bool lay_next(laying *l)
{
    laid *domino = &l->path[l->depth];
    cq_cell near[4];
    unsigned count = cq_beside(l->board, domino->cell, near);

    cq_assert(!domino->ways || (l->taken[domino->cell] && l->taken[domino->other]));
    if (domino->ways) /* it lies on the board: take it back */
        l->taken[domino->cell] = l->taken[domino->other] = 0;
    while (domino->ways < count) {
        domino->other = near[domino->ways++];
        if (l->taken[domino->other])
            continue;
        l->taken[domino->cell] = l->taken[domino->other] = 1;
        return true;
    }
    return false;
}

static void count_tiling(laying *l)
{
    cq_assert(first_free(l, 0) == CQ_NO_CELL);
    l->tilings++;
    for (size_t i = 0; i <= l->depth; i++)
        l->times[4 * (size_t)l->path[i].cell + l->path[i].ways - 1]++;
}

static void descend(laying *l, cq_cell cell)
{
    cq_assert(cell != CQ_NO_CELL && !l->taken[cell]);
    cq_assert(l->depth < l->board->count / 2 + 1);
    l->path[l->depth] = (laid){.cell = cell};
}

/* *done is false if it is given up. */
static cq_status lay_all(laying *l, const cq_hearing *hearing, bool *done)
{
    descend(l, first_free(l, 0));
    for (;;) {
        cq_try(cq_poll_at(hearing->ctx, ++l->nodes));
        *done =
            hearing->all || (l->nodes <= hearing->nodes && l->tilings <= TILINGS_MOST);
        if (!*done)
            return CQ_OK;
        if (!lay_next(l)) {
            if (l->depth-- == 0)
                return CQ_OK;
            continue;
        }
        if (2 * (l->depth + 1) == l->board->count) {
            count_tiling(l);
        } else {
            cq_cell next = first_free(l, l->path[l->depth].cell);

            l->depth++;
            descend(l, next);
        }
    }
}

/* How many of the tilings laid have the domino. */
static uint64_t times_of(const laying *l, const cq_pair *pair)
{
    uint64_t times = 0;
    cq_cell near[4], ends[2] = {pair->first, pair->second};

    for (int end = 0; end < 2; end++) {
        unsigned count = cq_beside(l->board, ends[end], near);

        for (unsigned i = 0; i < count; i++)
            if (near[i] == ends[1 - end])
                times += l->times[4 * (size_t)ends[end] + i];
    }
    return times;
}

/* Every tiling has as many dominoes as half of the squares. */
static bool all_counted(const laying *l)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < 4 * cq_board_size(l->board); i++)
        sum += l->times[i];
    return sum == l->tilings * (l->board->count / 2);
}

static cq_status compare_laying(const pair_list *list, const laying *l)
{
    char first[CQ_CELL_NAME_SIZE], second[CQ_CELL_NAME_SIZE], number[CQ_GROUPED_SIZE];

    cq_assert(all_counted(l));
    if (l->tilings == 0)
        return cq_find(list->hearing, CQ_NO, "the board cannot be tiled");
    for (size_t i = 0; i < list->count; i++) {
        const cq_pair *pair = &list->at[i];
        uint64_t times = times_of(l, pair);

        if (fabs((double)times / (double)l->tilings - pair->value) > 1e-6)
            return cq_find(list->hearing, CQ_NO,
                           "%llu of %llu tilings have the domino on %s and %s",
                           (unsigned long long)times, (unsigned long long)l->tilings,
                           cq_cell_name(list->board, pair->first, first),
                           cq_cell_name(list->board, pair->second, second));
    }
    if (l->tilings == 1)
        return cq_find(list->hearing, CQ_YES, "there is one tiling, and no other");
    return cq_find(list->hearing, CQ_YES, "all %s tilings were laid again",
                   cq_grouped(l->tilings, number));
}

/* *done is false if it is given up. */
static cq_status lay_again(const pair_list *list, bool *done)
{
    cq_context *ctx = list->hearing->ctx;
    size_t size = cq_board_size(list->board), depth = list->board->count / 2 + 1;
    laying l = {.board = list->board};
    cq_status status = CQ_MEMORY;

    *done = false;
    if ((list->board->count > SMALL_BOARD && !list->hearing->all) ||
        list->board->count == 0)
        return CQ_OK;
    l.path = cq_alloc(ctx, depth, sizeof *l.path);
    l.taken = cq_zalloc(ctx, size, 1);
    l.times = cq_zalloc(ctx, 4 * size, sizeof *l.times);
    if (l.path && l.taken && l.times) {
        status = lay_all(&l, list->hearing, done);
        if (status == CQ_OK && *done)
            status = compare_laying(list, &l);
    }
    cq_free_each(l.path, l.taken, l.times);
    return status;
}

static cq_status judge_probability_list(const pair_list *list, const cq_answer *answer)
{
    bool right, done = false;
    size_t pairs = count_pairs(list->board);

    if (list->count != pairs)
        return cq_find(
            list->hearing, CQ_NO,
            "%zu pairs of neighbours have a probability, but there are %zu pairs",
            list->count, pairs);
    cq_try(judge_sums(list, &right));
    if (!right)
        return CQ_OK;
    if (answer->counted && !judge_exact(list, answer->count))
        return CQ_OK;
    if (list->hearing->all || !answer->counted ||
        mpz_cmp_ui(answer->count, TILINGS_MOST) <= 0)
        cq_try(lay_again(list, &done));
    if (done)
        return CQ_OK;
    return cq_find_too_long(
        list->hearing, 0,
        answer->counted
            ? "around every square the probabilities sum to 1, in exact numbers;"
            : "around every square the probabilities sum to 1;");
}

cq_status cq_judge_probabilities(cq_hearing *hearing, const cq_answer *answer)
{
    pair_list list;
    bool right;
    cq_status status = make_list(hearing, answer, &list, &right);

    if (status == CQ_OK && right)
        status = judge_probability_list(&list, answer);
    cq_free(list.at);
    return status;
}
