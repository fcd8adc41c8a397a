/* cover_restarts.c - finds one cover that an ordered search reaches late, by random
 * restarts.
 *
 * A search that goes wrong near its root may spend hours there. Most Latin squares with
 * holes are filled at once, but one in eight is not, whatever the fixed order: the
 * running time has a heavy tail (Gomes, Selman and Kautz, "Boosting combinatorial
 * search through randomization", AAAI 1998). So each search is given up after some
 * failures, by Luby's sequence, and another one begins with different random choices.
 * The lengths grow without bound: if there is no cover, one search finally goes through
 * the whole tree.
 *
 * The searches learn where failures come from: an item that has lost its last option
 * gains one unit of weight, which it keeps over all searches, and the search branches
 * on the item with the fewest options relative to its weight (Boussemart, Hemery,
 * Lecoutre and Sais, "Boosting systematic search by weighting constraints", ECAI 2004).
 * So hard items come first. Ties, and the order of the options of an item, are random.
 *
 * The sets are those of sparse.h; a node is a frame with the choices not yet tried.
 * There is one seeded generator in one thread, so the same seed takes the same path
 * everywhere. Cost of a node: a look at all open items, and the entries of the options
 * that go.
 */
#include "base/luby.h"
#include "base/random.h"
#include "engine/search/sparse.h"

enum {
    UNIT_FAILURES = 32, /* of the shortest search */
    POLL_EVERY = 64     /* nodes */
};

typedef struct frame {
    cq_sparse_mark mark;
    size_t choices; /* where those of this frame begin on their stack */
    bool without;   /* with the only choice, then without it */
} frame;

typedef struct wanderer {
    cq_sparse *s;
    cq_outlet *out;
    cq_random random;
    uint32_t *weight; /* of primary items */
    uint64_t failures, limit;
    uint64_t polled; /* nodes at the last poll */
    CQ_VEC(frame) frames;
    cq_u32s choices;
    bool found, whole; /* how a search ended: neither if it was given up */
} wanderer;

/* The open item with the fewest ways for its weight, one of them at random. */
static uint32_t choose(wanderer *w)
{
    const cq_sparse *s = w->s;
    uint64_t least = 0, weight = 0;
    uint32_t best = s->items, alike = 0;

    for (uint32_t i = s->head[s->items].next; i != s->items; i = s->head[i].next) {
        const cq_sparse_item *head = &s->head[i];
        uint64_t ways = head->size + 1 - head->need, one, other;

        if (head->size == 0)
            continue;
        one = ways * weight;
        other = least * w->weight[i];
        if (best != s->items && one > other)
            continue;
        alike = best != s->items && one == other ? alike + 1 : 1;
        if (alike > 1 && cq_random_below(&w->random, alike) != 0)
            continue;
        best = i;
        least = ways;
        weight = w->weight[i];
    }
    return best;
}

static cq_status branch(wanderer *w, uint32_t item)
{
    const cq_sparse *s = w->s;
    const cq_sparse_item *head = &s->head[item];
    cq_context *ctx = w->out->run->ctx;
    bool without = head->room > 1 || head->need == 0;
    frame f = {.mark = cq_sparse_set_mark(w->s),
               .choices = w->choices.count,
               .without = without};

    cq_assert(head->size >= 1 && s->waiting == 0);
    cq_try(cq_vec_push(ctx, &w->frames, f));
    cq_try(cq_vec_reserve(ctx, &w->choices, head->size));
    cq_sparse_list(s, item, w->choices.at + f.choices);
    w->choices.count += head->size;
    if (!without)
        return CQ_OK;
    /* One of them, and twice: taken off the stack once to have it, once to leave it. */
    w->choices.at[f.choices] =
        w->choices.at[f.choices + cq_random_below(&w->random, head->size)];
    w->choices.count = f.choices + 1;
    return cq_vec_push(ctx, &w->choices, w->choices.at[f.choices]);
}

/* Takes one of the choices of the top frame, which goes with its last. */
static bool take_choice(wanderer *w)
{
    frame f = w->frames.at[w->frames.count - 1];
    size_t left = w->choices.count - f.choices;
    uint32_t *choices = w->choices.at + f.choices, option;
    size_t at = f.without ? 0 : (size_t)cq_random_below(&w->random, left);
    bool leaves = f.without && left == 1, alive;

    cq_assert(left > 0);
    option = choices[at];
    choices[at] = choices[left - 1];
    w->choices.count--;
    w->frames.count -= left == 1;
    cq_sparse_undo(w->s, &f.mark);
    cq_assert(cq_sparse_is_alive(w->s, option));
    alive = leaves ? cq_sparse_remove(w->s, option) : cq_sparse_include(w->s, option);
    alive = alive && cq_sparse_force(w->s);
    if (!alive) {
        w->failures++;
        w->weight[w->s->failed] += w->weight[w->s->failed] < UINT32_MAX;
    }
    return alive;
}

static bool next_choice(wanderer *w)
{
    while (w->frames.count && w->failures < w->limit)
        if (take_choice(w))
            return true;
    w->whole = w->frames.count == 0 && w->failures < w->limit;
    return false;
}

static bool polls(wanderer *w)
{
    if (w->out->nodes - w->polled < POLL_EVERY)
        return false;
    w->polled = w->out->nodes;
    return cq_run_poll(w->out->run);
}

/* One search, as long as it may take; its solution stays in the outlet. */
static cq_status search_once(wanderer *w, uint64_t number)
{
    w->limit = w->failures + UNIT_FAILURES * cq_luby(number);
    w->frames.count = w->choices.count = 0;
    do {
        uint32_t item = choose(w);

        cq_assert(cq_sparse_check_step(w->s, w->out->nodes));
        w->found = item == w->s->items;
        cq_assert(!w->found || w->s->alive == 0);
        if (w->found || polls(w))
            return CQ_OK;
        cq_try(branch(w, item));
    } while (next_choice(w));
    return CQ_OK;
}

static void meter(const void *state, double units[CQ_UNITS])
{
    const wanderer *w = state;

    units[CQ_RESTART_UPDATES] += (double)w->out->updates;
}

static cq_status tell(const wanderer *w, uint64_t searches)
{
    cq_run *run = w->out->run;
    cq_answer *answer = run->answer;
    bool enough;

    cq_try(cq_answer_add_counter(answer, "nodes", w->out->nodes));
    cq_try(cq_answer_add_counter(answer, "updates", w->out->updates));
    cq_try(cq_answer_add_counter(answer, "failures", w->failures));
    cq_try(cq_answer_add_counter(answer, "searches", searches));
    if (w->found) {
        cq_try(cq_outlet_write(w->out));
        return cq_run_hand_over(run, &w->out->solution, &enough);
    }
    if (w->whole)
        cq_run_exhausted(run, w->out->nodes);
    return CQ_OK;
}

static cq_status search_again(wanderer *w)
{
    cq_run *run = w->out->run;
    cq_sparse_mark mark = cq_sparse_set_mark(w->s);
    uint64_t searches = 0;
    cq_status status = CQ_OK;

    run->state = w;
    run->meter = meter;
    while (status == CQ_OK && !w->found && !w->whole && !cq_run_poll(run)) {
        cq_sparse_undo(w->s, &mark);
        status = search_once(w, ++searches);
    }
    cq_run_spend(run);
    run->state = NULL;
    return status == CQ_OK ? tell(w, searches) : status;
}

static cq_status search(cq_outlet *out, cq_sparse *sparse)
{
    wanderer w = {.s = sparse, .out = out};
    cq_status status = CQ_MEMORY;

    if (!cq_sparse_reduce(sparse)) {
        cq_run_exhausted(out->run, out->nodes);
        return CQ_OK;
    }
    cq_random_seed(&w.random, out->run->seed);
    w.weight = cq_alloc(out->run->ctx, sparse->primary, sizeof *w.weight);
    for (uint32_t i = 0; w.weight && i < sparse->primary; i++)
        w.weight[i] = 1;
    if (w.weight)
        status = search_again(&w);
    cq_vec_free_each(&w.frames, &w.choices);
    cq_free(w.weight);
    return status;
}

cq_status cq_restart_cover(cq_run *run, const cq_cover *cover,
                           const cq_placements *placements)
{
    cq_outlet root = {.run = run, .placements = placements};
    cq_sparse sparse = {0};
    cq_status status = CQ_MEMORY;

    root.chosen = cq_alloc(run->ctx, cq_cover_options(cover), sizeof *root.chosen);
    if (root.chosen)
        status = cq_sparse_make(&root, cover, &sparse);
    cq_then(status, search(&root, &sparse));
    cq_sparse_free(&sparse);
    cq_outlet_close(&root);
    return status;
}
