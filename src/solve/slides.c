/* slides.c - what the solver of the slides shows of its work.
 *
 * A. Neuschotz, "Solving Exact Cover Problems", 2021: the squares are numbered row by
 * row (the universe), the ways to lay a tile are sets of numbers (the subsets), and
 * q-set i has the subsets that contain i. Partial tilings wait by their first hole: one
 * whose first hole is i is extended by every subset of q-set i that fits, and what
 * comes out waits for its own first hole; equal ones are one, and the ways to get there
 * are added. This keeps all partial tilings, over the whole universe, as the slides do:
 * it is there to be looked at, and ends if there are too many. The engines count
 * otherwise.
 *
 * A set of numbers is a row of bits, the first number leftmost, and that row read as a
 * binary number is its key: of 40 numbers, (39, 40) has the key 3.
 */
#include "solve/solve.h"

#include "base/assert.h"
#include "base/bitset.h"
#include "base/keys.h"
#include "engine/frontier/order/prefix.h"
#include "solve/connected.h"

#include <gmp.h>
#include <inttypes.h>
#include <string.h>

static const size_t states_most = 1000000;
/* How many subsets, and partial tilings that are reached in several ways, are named;
 * and the longest line. */
enum { NAMED = 8, LINE = 400 };

typedef CQ_VEC(uint64_t) ways;

typedef struct slides {
    cq_context *ctx;
    cq_links links;
    size_t words;
    cq_keys *waiting; /* by first hole, from 0 */
    ways *ways;       /* to each of them; UINT64_MAX: as many or more */
    size_t states;    /* in all */
    uint64_t perfect; /* ways to cover everything, likewise */
    uint64_t *state, *empty;
} slides;

static bool put(const slides *s, const uint64_t *from, uint32_t option)
{
    const cq_cover *cover = s->links.cover;

    memcpy(s->state, from, s->words * sizeof *from);
    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        uint32_t item = cover->entries.at[i].item;

        if (cq_bits_has(s->state, item))
            return false;
        cq_bits_add(s->state, item);
    }
    return true;
}

static size_t first_hole(const slides *s)
{
    size_t item = 0;

    while (item < s->links.items && cq_bits_has(s->state, item))
        item++;
    return item;
}

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Files the state by its first hole, with this many more ways to it. */
static cq_status keep(slides *s, uint64_t more)
{
    size_t hole = first_hole(s);
    uint32_t number;
    cq_status status;
    bool fresh;

    if (hole == s->links.items) {
        s->perfect = add(s->perfect, more);
        return CQ_OK;
    }
    status = cq_keys_add(s->ctx, &s->waiting[hole], s->state, &number, &fresh);
    if (status != CQ_OK)
        return status;
    cq_assert(fresh ? number == s->ways[hole].count : number < s->ways[hole].count);
    if (fresh) {
        s->states++;
        return cq_vec_push(s->ctx, &s->ways[hole], more);
    }
    s->ways[hole].at[number] = add(s->ways[hole].at[number], more);
    return CQ_OK;
}

static cq_status extend(slides *s, uint32_t hole)
{
    const cq_links *links = &s->links;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < s->waiting[hole].count && s->states <= states_most; i++)
        for (size_t k = links->starts[hole]; k < links->starts[hole + 1]; k++) {
            if (put(s, s->waiting[hole].at + i * s->words, links->list[k])) {
                cq_assert(first_hole(s) > hole); /* all items before it were covered */
                status = keep(s, s->ways[hole].at[i]);
            }
            if (status != CQ_OK)
                return status;
        }
    return status;
}

/* ---- telling ---- */

/* The key of a set, in decimal, or "..." if it has no room. */
static void put_key(const slides *s, const uint64_t *set, char *text, size_t size)
{
    mpz_t key;

    mpz_init(key);
    for (size_t item = 0; item < s->links.items; item++)
        if (cq_bits_has(set, item))
            mpz_setbit(key, s->links.items - 1 - item);
    if (mpz_sizeinbase(key, 10) + 2 <= size)
        mpz_get_str(text, 10, key);
    else
        snprintf(text, size, "...");
    mpz_clear(key);
}

/* "(1,2)": the numbers of a set, from 1, cut short if it is large. */
static void put_set(const slides *s, const uint64_t *set, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    bool first = true;

    for (size_t item = 0; item < s->links.items && used + 32 < size; item++)
        if (cq_bits_has(set, item)) {
            used += (size_t)snprintf(text + used, size - used, "%s%zu",
                                     first ? "" : ",", item + 1);
            first = false;
        }
    snprintf(text + used, size - used, used + 32 < size ? ")" : ",...)");
}

/* "(39,40) = 3" */
static void put_keyed(const slides *s, const uint64_t *set, char *text, size_t size)
{
    char key[LINE / 2];

    put_set(s, set, text, size / 2);
    put_key(s, set, key, sizeof key);
    snprintf(text + strlen(text), size - strlen(text), " = %s", key);
}

/* The option that is number `place` when they stand in the order of their first items,
 * as a set in s->state; false past the last. */
static bool subset_at(slides *s, size_t place)
{
    const cq_links *links = &s->links;

    for (uint32_t item = 0; item < links->items; item++)
        for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++) {
            size_t first = 0;

            put(s, s->empty, links->list[k]);
            while (!cq_bits_has(s->state, first))
                first++;
            if (first == item && place-- == 0)
                return true;
        }
    return false;
}

/* The first few, and the last one. */
static void tell_subsets(slides *s)
{
    size_t count = s->links.options, used = 0;
    char text[4 * LINE], one[LINE];

    text[0] = '\0';
    for (size_t i = 0; i < count;
         i = i + 1 < NAMED || i + 1 == count ? i + 1 : count - 1) {
        if (!subset_at(s, i))
            break;
        put_keyed(s, s->state, one, sizeof one);
        if (used + strlen(one) + 8 > sizeof text)
            break;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i == 0                        ? " "
                                 : i + 1 == count && i > NAMED ? ", ..., "
                                                               : ", ",
                                 one);
    }
    cq_note(s->ctx, "keys of the subsets:%s", text);
}

static size_t count_merged(const slides *s)
{
    size_t count = 0;

    for (size_t hole = 0; hole < s->links.items; hole++)
        for (size_t i = 0; i < s->ways[hole].count; i++)
            count += s->ways[hole].at[i] > 1;
    return count;
}

static const char *or_more(uint64_t count)
{
    return count == UINT64_MAX ? " or more" : "";
}

/* Partial tilings that are reached in several ways, the first few of them. */
static void tell_merged(slides *s)
{
    size_t named = 0;

    cq_note(s->ctx,
            "merged: %zu of %zu partial tilings are reached in more than one way",
            count_merged(s), s->states);
    for (size_t hole = 0; hole < s->links.items; hole++)
        for (size_t i = 0; i < s->waiting[hole].count && named < NAMED; i++) {
            char one[LINE];
            uint64_t count = s->ways[hole].at[i];

            if (count < 2)
                continue;
            named++;
            put_keyed(s, s->waiting[hole].at + i * s->words, one, sizeof one);
            cq_note(s->ctx, "merged: %s, first hole %zu, %" PRIu64 "%s ways", one,
                    hole + 1, count, or_more(count));
        }
    cq_note(s->ctx, "perfect tilings: %" PRIu64 "%s", s->perfect, or_more(s->perfect));
}

/* "2 3 3 2 ...", cut short if it would be long. */
static void tell_list(slides *s, const char *what, size_t (*of)(const slides *, size_t))
{
    char text[400];
    size_t used = 0, item = 0;

    text[0] = '\0';
    for (; item < s->links.items && used + 24 < sizeof text; item++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %zu", of(s, item));
    cq_note(s->ctx, "%s:%s%s", what, text, item < s->links.items ? " ..." : "");
}

static size_t q_set(const slides *s, size_t item)
{
    return cq_links_degree(&s->links, (uint32_t)item);
}

static size_t waiting_at(const slides *s, size_t item)
{
    return s->waiting[item].count;
}

static cq_status show(slides *s)
{
    cq_status status = CQ_OK;

    cq_note(s->ctx, "universe: %zu numbers", s->links.items);
    cq_note(s->ctx, "subsets: %zu", s->links.options);
    tell_subsets(s);
    tell_list(s, "q-sets, by their sizes", q_set);
    memcpy(s->state, s->empty, s->words * sizeof *s->state);
    status = keep(s, 1);
    for (uint32_t hole = 0; hole < s->links.items && status == CQ_OK; hole++)
        status = extend(s, hole);
    if (status == CQ_OK && s->states <= states_most) {
        tell_list(s, "partial tilings by their first hole", waiting_at);
        tell_merged(s);
    } else if (status == CQ_OK)
        cq_note(s->ctx, "partial tilings by their first hole: more than %zu in all",
                states_most);
    return status;
}

static cq_status run(cq_run *run, const cq_cover *cover,
                     const cq_placements *placements)
{
    slides s = {.ctx = run->ctx, .words = cq_bits_words(cover->items.count)};
    cq_status status = cq_links_make(run->ctx, cover, 0, &s.links);

    (void)placements;
    if (status != CQ_OK)
        return status;
    s.waiting = cq_zalloc(run->ctx, s.links.items, sizeof *s.waiting);
    s.ways = cq_zalloc(run->ctx, s.links.items, sizeof *s.ways);
    s.state = cq_zalloc(run->ctx, s.words, sizeof *s.state);
    s.empty = cq_zalloc(run->ctx, s.words, sizeof *s.empty);
    status = s.waiting && s.ways && s.state && s.empty ? CQ_OK : CQ_MEMORY;
    for (size_t i = 0; s.waiting && i < s.links.items; i++)
        s.waiting[i].words = s.words;
    cq_then(status, show(&s));
    for (size_t i = 0; s.waiting && i < s.links.items; i++)
        cq_keys_free(&s.waiting[i]);
    for (size_t i = 0; s.ways && i < s.links.items; i++)
        cq_vec_free(&s.ways[i]);
    cq_free_each(s.waiting, s.ways, s.state, s.empty);
    cq_links_free(&s.links);
    return status;
}

cq_status cq_explain_cover(cq_context *ctx, const cq_problem *problem)
{
    cq_run work = {.ctx = ctx, .problem = problem};

    cq_try(cq_need(ctx, problem, "a tiling"));
    if (problem->kind != CQ_TILING)
        return cq_fail(ctx, CQ_INPUT, "only a tiling is explained as a cover");
    if (cq_problem_sifting(problem))
        return cq_fail(ctx, CQ_REFUSED,
                       "the rule '%.60s' cannot be written as items of a cover",
                       cq_problem_sifting(problem)->text);
    return cq_run_as_cover(&work, run);
}
