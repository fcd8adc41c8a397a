/* slides.c - what the solver of the slides shows of its work.
 *
 * A. Neuschotz, "Solving Exact Cover Problems", 2021: the squares are numbered row by
 * row (the universe), the ways to lay a tile are sets of numbers (the subsets), and
 * q-set i has the subsets that contain i. Partial tilings wait by their first hole: one
 * whose first hole is i is extended by every subset of q-set i that fits, and what
 * comes out waits for its own first hole; equal ones are one. This keeps all partial
 * tilings, over the whole universe, as the slides do: it is there to be looked at, and
 * ends where they are too many. The engines count otherwise.
 */
#include "solve/solve.h"

#include "base/bitset.h"
#include "base/keys.h"
#include "engine/frontier/order/prefix.h"

#include <string.h>

static const size_t states_most = 1000000;

typedef struct slides {
    cq_context *ctx;
    cq_links links;
    size_t words;
    cq_keys *waiting; /* by first hole, from 0 */
    size_t states;    /* in all */
    uint64_t *state;
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

static cq_status keep(slides *s)
{
    size_t hole = first_hole(s);
    cq_status status;
    bool fresh;

    if (hole == s->links.items)
        return CQ_OK;
    status = cq_keys_add(s->ctx, &s->waiting[hole], s->state, NULL, &fresh);
    s->states += status == CQ_OK && fresh;
    return status;
}

static cq_status extend(slides *s, uint32_t hole)
{
    const cq_links *links = &s->links;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < s->waiting[hole].count && s->states <= states_most; i++)
        for (size_t k = links->starts[hole]; k < links->starts[hole + 1]; k++) {
            if (put(s, s->waiting[hole].at + i * s->words, links->list[k]))
                status = keep(s);
            if (status != CQ_OK)
                return status;
        }
    return status;
}

/* "2 3 3 2 ..." cut short where it would be long. */
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
    tell_list(s, "q-sets, by their sizes", q_set);
    status = keep(s);
    for (uint32_t hole = 0; hole < s->links.items && status == CQ_OK; hole++)
        status = extend(s, hole);
    if (status == CQ_OK && s->states <= states_most)
        tell_list(s, "partial tilings by their first hole", waiting_at);
    else if (status == CQ_OK)
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
    s.state = cq_zalloc(run->ctx, s.words, sizeof *s.state);
    status = s.waiting && s.state ? CQ_OK : CQ_MEMORY;
    for (size_t i = 0; s.waiting && i < s.links.items; i++)
        s.waiting[i].words = s.words;
    if (status == CQ_OK)
        status = show(&s);
    for (size_t i = 0; s.waiting && i < s.links.items; i++)
        cq_keys_free(&s.waiting[i]);
    cq_free(s.waiting);
    cq_free(s.state);
    cq_links_free(&s.links);
    return status;
}

cq_status cq_explain_cover(cq_context *ctx, const cq_problem *problem)
{
    cq_run work = {.ctx = ctx, .problem = problem};

    if (!problem || problem->kind != CQ_TILING)
        return cq_fail(ctx, CQ_INPUT, "a tiling is needed");
    return cq_run_as_cover(&work, run);
}
