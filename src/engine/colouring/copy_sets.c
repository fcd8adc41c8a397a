/* copy_sets.c - which numbers of copies of each piece are still possible, given
 * weights.
 *
 * Numbers of copies that fill the board within their limits are solutions of a knapsack
 * problem. Numbers on the squares say in addition what the values must add up to,
 * modulo m or at least. For each piece and each number n of its copies the question is
 * whether the other pieces can make the rest, of the area and of the values. Each set
 * of weights is considered by itself, as a reader of the proof would do.
 *
 *     open     of each piece, from starts[p] on: n copies beyond the least are possible
 *     sums[a]  bits: the remainders that the other pieces can make with the area a
 *     best[a]  the same for bounds: the most that they can make; INT64_MIN: they cannot
 *              have the area
 *
 * Weights that rule out nothing new are not kept; at the end, weights that the others
 * make superfluous are dropped.
 *
 * Cost: for each set of weights pieces^2 * area * log(copies) steps, counted.
 */
#include "engine/colouring/colouring.h"

#include "base/assert.h"
#include "base/gcd.h"

#include <string.h>

#define MOST_STEPS ((uint64_t)1 << 27)

enum { PLAIN_AREA = 255 }; /* what is tried again plainly in a checked build */

struct cq_copy_sets {
    cq_painter *painter;
    const cq_problem *problem;
    uint64_t left; /* the area beyond the copies that must be used */
    size_t *starts;
    size_t total;
    char *open, *trial;
    int64_t *nothing; /* values of 0 */
    union {
        uint64_t *sums;
        int64_t *best;
    } room;
    uint64_t steps;
};

/* ---- what the other pieces can make ---- */

static uint64_t turned(uint64_t set, uint64_t by, uint32_t modulus)
{
    uint64_t all = modulus == 64 ? UINT64_MAX : (UINT64_C(1) << modulus) - 1;

    return by ? ((set << by) | (set >> (modulus - by))) & all : set;
}

static uint64_t spare_copies(const cq_copy_sets *s, size_t piece)
{
    const cq_piece *p = &s->problem->pieces.at[piece];
    uint64_t fit = s->left / p->shape.count, spare = p->most - p->least;

    return spare < fit ? spare : fit;
}

/* Whether what can be made is the same as with one copy at a time. */
static bool check_room(cq_copy_sets *s, uint32_t modulus, const int64_t *values,
                       size_t but)
{
    uint64_t sums[PLAIN_AREA + 1] = {1};

    for (size_t p = 0; p < s->problem->pieces.count; p++) {
        size_t size = s->problem->pieces.at[p].shape.count;
        uint64_t by = (uint64_t)((values[p] % modulus + modulus) % modulus);

        for (uint64_t i = p == but ? 0 : spare_copies(s, p); i > 0; i--)
            for (size_t a = (size_t)s->left; a >= size; a--)
                sums[a] |= turned(sums[a - size], by, modulus);
    }
    for (size_t a = 0; a <= s->left; a++)
        cq_hold(sums[a] == s->room.sums[a]);
    return true;
}

/* A bundle of copies is used or not; downwards, so that it is used once. */
static void add_bundle(cq_copy_sets *s, uint32_t modulus, size_t area, int64_t value)
{
    for (size_t a = (size_t)s->left; a >= area; a--) {
        if (modulus)
            s->room.sums[a] |=
                turned(s->room.sums[a - area], (uint64_t)value % modulus, modulus);
        else if (s->room.best[a - area] != INT64_MIN &&
                 s->room.best[a - area] + value > s->room.best[a])
            s->room.best[a] = s->room.best[a - area] + value;
    }
    s->steps += s->left;
}

static void fill_room(cq_copy_sets *s, uint32_t modulus, const int64_t *values,
                      size_t but)
{
    for (size_t a = 0; a <= s->left; a++)
        if (modulus)
            s->room.sums[a] = a == 0;
        else
            s->room.best[a] = a == 0 ? 0 : INT64_MIN;
    for (size_t p = 0; p < s->problem->pieces.count; p++) {
        uint64_t copies = p == but ? 0 : spare_copies(s, p);
        size_t size = s->problem->pieces.at[p].shape.count;

        for (uint64_t some = 1; copies; some *= 2) {
            some = some < copies ? some : copies;
            add_bundle(s, modulus, (size_t)some * size, (int64_t)some * values[p]);
            copies -= some;
        }
    }
    cq_assert(!modulus || s->left > PLAIN_AREA || check_room(s, modulus, values, but));
}

/* ---- narrowing ---- */

/* Whether n copies of a piece leave a rest that the others can make. */
static bool is_left(const cq_copy_sets *s, uint32_t modulus, int64_t value,
                    int64_t rest, uint64_t area)
{
    if (modulus) {
        int64_t m = modulus, wanted = ((rest - value) % m + m) % m;

        return s->room.sums[area] >> wanted & 1;
    }
    return s->room.best[area] != INT64_MIN && s->room.best[area] + value >= rest;
}

static bool try_piece(cq_copy_sets *s, uint32_t modulus, const int64_t *values,
                      int64_t rest, size_t piece)
{
    size_t size = s->problem->pieces.at[piece].shape.count;
    bool fewer = false;

    fill_room(s, modulus, values, piece);
    for (size_t n = 0, at = s->starts[piece]; at < s->starts[piece + 1]; n++, at++) {
        bool left = is_left(s, modulus, (int64_t)n * values[piece], rest,
                            s->left - (uint64_t)n * size);

        fewer |= s->open[at] && !left;
        s->trial[at] = s->open[at] && left;
    }
    return fewer;
}

bool cq_copy_sets_narrow(cq_copy_sets *s, uint32_t modulus, const int64_t *values,
                         int64_t rest)
{
    bool fewer = false;

    cq_assert(modulus <= 64);
    if (s->steps > MOST_STEPS)
        return false;
    for (size_t p = 0; p < s->problem->pieces.count; p++)
        fewer |= try_piece(s, modulus, values, rest, p);
    if (fewer)
        memcpy(s->open, s->trial, s->total);
    return fewer;
}

uint64_t cq_copy_sets_end(const cq_copy_sets *s, size_t piece, bool most)
{
    size_t first = s->starts[piece], last = s->starts[piece + 1] - 1;
    size_t at = most ? last : first;

    while (!s->open[at] && at != (most ? first : last))
        at += most ? (size_t)-1 : 1;
    cq_assert(first <= at && at <= last);
    return s->problem->pieces.at[piece].least + (at - first);
}

/* ---- reasons that are not needed ---- */

static void weigh(cq_copy_sets *s, const cq_certificate *c)
{
    const cq_pieces *pieces = &s->problem->pieces;
    const cq_board *board = s->problem->board;
    int64_t rest = 0;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        rest += board->colour[cell] ? c->weights.at[cell] : 0;
    for (size_t p = 0; p < pieces->count; p++)
        rest -= c->values.at[p] * (int64_t)pieces->at[p].least;
    cq_copy_sets_narrow(s, c->modulus, c->values.at, rest);
}

/* What the copies and the area alone leave open. */
static void open_all(cq_copy_sets *s)
{
    memset(s->open, 1, s->total);
    cq_copy_sets_narrow(s, 1, s->nothing, 0);
}

/* The same with all reasons but one. */
static void narrow_again(cq_copy_sets *s, const cq_findings *f, size_t but)
{
    open_all(s);
    for (size_t i = 0; i < f->reasons.count; i++)
        if (i != but)
            weigh(s, &f->reasons.at[i]);
}

/* Whether the reasons leave what they left when they were found. */
static bool leave_the_same(cq_copy_sets *s, const cq_findings *f, const char *open)
{
    uint64_t steps = s->steps;
    bool ends;

    narrow_again(s, f, f->reasons.count);
    ends = s->steps > MOST_STEPS;
    s->steps = steps;
    cq_hold(ends || memcmp(open, s->open, s->total) == 0);
    return true;
}

static cq_status drop_spare_reasons(cq_copy_sets *s, cq_findings *f)
{
    char *all = cq_alloc(s->painter->run->ctx, s->total, 1);

    cq_try_memory(all);
    memcpy(all, s->open, s->total);
    cq_assert(leave_the_same(s, f, all));
    for (size_t i = f->reasons.count; i-- > 0;) {
        narrow_again(s, f, i);
        if (s->steps > MOST_STEPS || memcmp(all, s->open, s->total) != 0)
            continue;
        cq_certificate_free(&f->reasons.at[i]);
        memmove(&f->reasons.at[i], &f->reasons.at[i + 1],
                (--f->reasons.count - i) * sizeof *f->reasons.at);
    }
    cq_assert(leave_the_same(s, f, all));
    memcpy(s->open, all, s->total);
    cq_free(all);
    return CQ_OK;
}

/* ---- from beginning to end ---- */

/* The numbers that are left, as an interval and what they are modulo the largest number
 * that they agree in. */
static cq_copy_bound tell_piece(const cq_copy_sets *s, size_t piece)
{
    uint64_t own = s->problem->pieces.at[piece].least, step = 0, least, most;

    if (!memchr(s->open + s->starts[piece], 1, s->starts[piece + 1] - s->starts[piece]))
        return (cq_copy_bound){1, 0, 1, 0}; /* nothing is left */
    least = cq_copy_sets_end(s, piece, false);
    most = cq_copy_sets_end(s, piece, true);
    for (uint64_t n = least; n <= most; n++)
        if (s->open[s->starts[piece] + n - own])
            step = cq_gcd(step, n - least);
    step = step ? step : 1;
    cq_assert(least <= most && (most - least) % step == 0);
    return (cq_copy_bound){(uint32_t)least, (uint32_t)most, (uint32_t)step,
                           (uint32_t)(least % step)};
}

cq_status cq_copy_sets_tell(cq_copy_sets *s)
{
    cq_run *run = s->painter->run;
    cq_findings *f = &run->answer->findings;

    cq_try(drop_spare_reasons(s, f));
    for (size_t p = 0; p < s->problem->pieces.count; p++)
        cq_try(cq_vec_push(run->ctx, &f->bounds, tell_piece(s, p)));
    run->answer->verdict = CQ_YES;
    return CQ_OK;
}

cq_status cq_copy_sets_new(cq_painter *painter, cq_copy_sets **out)
{
    cq_context *ctx = painter->run->ctx;
    const cq_problem *problem = painter->run->problem;
    size_t pieces = problem->pieces.count;
    cq_copy_sets *s = cq_zalloc(ctx, 1, sizeof *s);

    cq_try_memory(s);
    *s = (cq_copy_sets){
        .painter = painter, .problem = problem, .left = problem->board->count};
    for (size_t p = 0; p < pieces; p++)
        s->left -= (uint64_t)problem->pieces.at[p].least *
                   problem->pieces.at[p].shape.count; /* not more than there is */
    cq_assert(s->left <= problem->board->count);
    s->starts = cq_zalloc(ctx, pieces + 1, sizeof *s->starts);
    s->nothing = cq_zalloc(ctx, pieces, sizeof *s->nothing);
    s->room.sums = cq_alloc(ctx, (size_t)s->left + 1, sizeof *s->room.sums);
    for (size_t p = 0; p < pieces && s->starts; p++)
        s->starts[p + 1] = s->starts[p] + (size_t)spare_copies(s, p) + 1;
    s->total = s->starts ? s->starts[pieces] : 0;
    s->open = cq_alloc(ctx, s->total, 1);
    s->trial = cq_alloc(ctx, s->total, 1);
    *out = s;
    if (!s->starts || !s->nothing || !s->room.sums || !s->open || !s->trial) {
        cq_copy_sets_free(s);
        return CQ_MEMORY;
    }
    open_all(s);
    return CQ_OK;
}

void cq_copy_sets_free(cq_copy_sets *s)
{
    if (!s)
        return;
    cq_free_each(s->starts, s->nothing, s->room.sums, s->open, s->trial, s);
}
