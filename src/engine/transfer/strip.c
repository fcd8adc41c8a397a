/* strip.c - the board as a strip of lines, and the numbering of the sweep's states.
 *
 * A word is split into halves: the number of a state is the number of its upper half's
 * first state plus the rank of its lower half among those that complete the sum. Both
 * are tables of a few thousand entries, made anew for each cell that the sweep passes,
 * and the states are as many as there are choices of half of the places, about 2^width
 * / sqrt(1.6 width), where a plain table would have 2^width.
 */
#include "engine/transfer/transfer.h"

#include "base/assert.h"

#include <string.h>

bool cq_strip_turn(const cq_board *board, cq_strip *out)
{
    cq_strip strip = {.board = board};

    strip.ring = board->surface != CQ_PLANE && board->cols > 2;
    strip.upright = strip.ring || board->cols <= board->rows;
    strip.lines = strip.upright ? board->rows : board->cols;
    strip.width = strip.upright ? board->cols : board->rows;
    strip.two_coloured = !strip.ring || board->cols % 2 == 0;
    *out = strip;
    /* A torus of two rows is joined where its rows touch already. */
    return strip.width <= CQ_STRIP_WIDEST &&
           (board->surface != CQ_TORUS || board->rows <= 2);
}

/* Every square of the board has its bit. */
static bool strip_check(const cq_strip *strip)
{
    size_t squares = 0;

    for (uint32_t line = 0; line < strip->lines; line++) {
        cq_hold(strip->cells[line] >> (strip->width - 1) <= 1);
        squares += (size_t)__builtin_popcount(strip->cells[line]);
    }
    cq_hold(squares == strip->board->count);
    return true;
}

cq_status cq_strip_make(cq_context *ctx, const cq_board *board, cq_strip *out)
{
    cq_strip strip;

    if (!cq_strip_turn(board, &strip))
        return cq_fail(ctx, CQ_REFUSED, "the board is not a narrow strip");
    strip.cells = cq_zalloc(ctx, strip.lines, sizeof *strip.cells);
    if (!strip.cells)
        return CQ_MEMORY;
    for (uint32_t line = 0; line < strip.lines; line++)
        for (uint32_t t = 0; t < strip.width; t++)
            if (cq_board_present(board, cq_strip_cell(&strip, line, t)))
                strip.cells[line] |= UINT32_C(1) << t;
    cq_assert(strip_check(&strip));
    *out = strip;
    return CQ_OK;
}

void cq_strip_free(cq_strip *strip)
{
    cq_free(strip->cells);
    memset(strip, 0, sizeof *strip);
}

/* ---- states ---- */

static unsigned ones(uint32_t word)
{
    return (unsigned)__builtin_popcount(word);
}

cq_status cq_space_new(cq_context *ctx, unsigned width, bool two_coloured,
                       cq_space *out)
{
    cq_space space = {.width = width, .low = (width + 1) / 2};

    cq_assert(width > 0 && width <= CQ_STRIP_WIDEST);
    space.counts = two_coloured ? (UINT32_C(1) << width) - 1 : 0;
    space.offset = cq_alloc(ctx, (size_t)1 << (width - space.low), sizeof(size_t));
    space.rank = cq_alloc(ctx, (size_t)1 << space.low, sizeof *space.rank);
    space.list = cq_alloc(ctx, (size_t)1 << space.low, sizeof *space.list);
    if (!space.offset || !space.rank || !space.list) {
        cq_space_free(&space);
        return CQ_MEMORY;
    }
    *out = space;
    return CQ_OK;
}

void cq_space_free(cq_space *space)
{
    cq_free_each(space->offset, space->rank, space->list);
    memset(space, 0, sizeof *space);
}

static int sum_of(const cq_space *space, uint32_t word)
{
    return (int)ones((word ^ space->pattern) & space->counts);
}

/* The sum of an upper half, given as the word with the lower half 0, without that of
 * the lower half. */
static int upper_sum(const cq_space *space, uint32_t upper)
{
    uint32_t mask = ~((UINT32_C(1) << space->low) - 1);

    return (int)ones((upper ^ space->pattern) & space->counts & mask);
}

static int lower_sum(const cq_space *space, uint32_t lower)
{
    uint32_t mask = (UINT32_C(1) << space->low) - 1;

    return (int)ones((lower ^ space->pattern) & space->counts & mask);
}

static void sort_lower_halves(cq_space *space)
{
    uint32_t halves = UINT32_C(1) << space->low;
    uint32_t next[CQ_STRIP_WIDEST + 2] = {0};

    for (uint32_t lower = 0; lower < halves; lower++)
        next[lower_sum(space, lower) + 1]++;
    for (unsigned s = 0; s <= space->low; s++)
        next[s + 1] += next[s];
    memcpy(space->start, next, sizeof next);
    for (uint32_t lower = 0; lower < halves; lower++) {
        int sum = lower_sum(space, lower);

        space->rank[lower] = next[sum] - space->start[sum];
        space->list[next[sum]++] = lower;
    }
    cq_assert(next[space->low] == halves); /* each has its place */
}

/* How many lower halves complete this upper half, and from where in the list. */
static uint32_t completions(const cq_space *space, uint32_t upper, uint32_t *first)
{
    int rest = space->sum - upper_sum(space, upper << space->low);

    if (rest < 0 || rest > (int)space->low)
        return 0;
    *first = space->start[rest];
    return space->start[rest + 1] - *first;
}

void cq_space_set(cq_space *space, uint32_t dark, int64_t excess)
{
    uint32_t uppers = UINT32_C(1) << (space->width - space->low), first;
    int64_t sum;

    space->pattern = dark;
    sum = space->counts ? excess + ones(dark) : 0;
    space->sum = sum < 0 || sum > (int64_t)space->width ? -1 : (int)sum;
    sort_lower_halves(space);
    space->size = 0;
    for (uint32_t upper = 0; upper < uppers; upper++) {
        space->offset[upper] = space->size;
        space->size += completions(space, upper, &first);
    }
    cq_assert(space->sum >= 0 || space->size == 0);
    cq_assert(space->counts || space->size == (size_t)1 << space->width);
}

bool cq_space_has(const cq_space *space, uint32_t state)
{
    return sum_of(space, state) == space->sum;
}

void cq_space_each(const cq_space *space, bool (*visit)(void *data, uint32_t state),
                   void *data)
{
    uint32_t uppers = UINT32_C(1) << (space->width - space->low), first = 0;

    for (uint32_t upper = 0; upper < uppers; upper++) {
        uint32_t count = completions(space, upper, &first);

        for (uint32_t i = 0; i < count; i++) {
            uint32_t state = upper << space->low | space->list[first + i];

            cq_assert(cq_space_has(space, state));
            cq_assert(cq_space_number(space, state) == space->offset[upper] + i);
            if (!visit(data, state))
                return;
        }
    }
}
