/* cover_tree.c - a search for exact covers that writes its tree as a proof.
 *
 * A node names an item that needs more options, the one with the fewest choices. Its
 * children are the active options of the item, ascending: child j has option j chosen
 * and those before it ruled out. If the item still needs k options, the last k - 1 of
 * them cannot be the first, and have no child. A child in which some item has fewer
 * active options than it needs is a leaf and is not written, because a reader of the
 * tree sees that too. If no item needs anything, this is a solution.
 *
 *     barred[o]    reasons why option o is not active: it is chosen or ruled out, or
 *                  items of it are full or have another colour. A count, so that taking
 *                  a step back is the same loops with -1.
 *     active[i]    options of item i that are not barred
 *     used[i]      chosen options with item i
 *
 * A tiling is searched as the cover that proofs are about (numbered_cover.c).
 *
 * Nothing else is pruned, so that leaves are easy to recognise. Cost: a step goes
 * through the lists of the items that it fills.
 */
#include "engine/tree/tree.h"

#include "base/assert.h"
#include "base/random.h"

#include <math.h>

typedef struct frame {
    size_t first, next, end; /* in `choices`: the options of its children */
    double share;            /* of the tree that each of them stands for */
} frame;

typedef struct walker {
    cq_context *ctx;
    const cq_cover *cover;
    cq_proof_file *file; /* where the tree goes, or NULL */
    cq_lemmas *lemmas;   /* where its nodes go as lemmas, or NULL */
    size_t *starts;      /* entries of item i: lists[starts[i] .. starts[i + 1]) */
    uint32_t *lists, *owner;
    uint32_t *barred, *active, *used;
    CQ_VEC(frame) stack;
    cq_u32s choices;
} walker;

/* ---- steps ---- */

static void bar(walker *w, uint32_t option, bool back)
{
    const cq_cover *cover = w->cover;
    bool changes;

    cq_assert(!back || w->barred[option] > 0);
    changes = back ? --w->barred[option] == 0 : w->barred[option]++ == 0;

    if (!changes)
        return;
    for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t *active = &w->active[cover->entries.at[e].item];

        cq_assert(back || *active > 0);
        *active = back ? *active + 1 : *active - 1;
    }
}

/* All options of the item but those of this colour. */
static void bar_item(walker *w, uint32_t item, uint32_t but, bool back)
{
    for (size_t i = w->starts[item]; i < w->starts[item + 1]; i++) {
        uint32_t e = w->lists[i];

        if (but == CQ_NO_COLOUR || w->cover->entries.at[e].colour != but)
            bar(w, w->owner[e], back);
    }
}

static void choose(walker *w, uint32_t option)
{
    const cq_cover *cover = w->cover;

    cq_assert(!w->barred[option]);
    bar(w, option, false);
    for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        cq_entry entry = cover->entries.at[e];
        uint32_t used = ++w->used[entry.item];

        cq_assert(entry.item >= cover->primary ||
                  used <= cover->items.at[entry.item].most);
        if (entry.item >= cover->primary && used == 1)
            bar_item(w, entry.item, entry.colour, false);
        else if (entry.item < cover->primary &&
                 used == cover->items.at[entry.item].most)
            bar_item(w, entry.item, CQ_NO_COLOUR, false);
    }
}

static void unchoose(walker *w, uint32_t option)
{
    const cq_cover *cover = w->cover;

    for (size_t e = cover->starts.at[option + 1]; e-- > cover->starts.at[option];) {
        cq_entry entry = cover->entries.at[e];
        uint32_t used = w->used[entry.item]--;

        cq_assert(used > 0);
        if (entry.item >= cover->primary && used == 1)
            bar_item(w, entry.item, entry.colour, true);
        else if (entry.item < cover->primary &&
                 used == cover->items.at[entry.item].most)
            bar_item(w, entry.item, CQ_NO_COLOUR, true);
    }
    bar(w, option, true);
}

/* Whether the counts are those of what is barred and chosen. */
static bool check_counts(const walker *w)
{
    const cq_cover *cover = w->cover;
    size_t used = 0, chosen = 0;

    for (uint32_t i = 0; i < cover->items.count; i++) {
        uint32_t active = 0;

        for (size_t k = w->starts[i]; k < w->starts[i + 1]; k++)
            active += !w->barred[w->owner[w->lists[k]]];
        cq_hold(active == w->active[i]);
        used += w->used[i];
    }
    for (size_t i = 0; i < w->stack.count; i++) {
        uint32_t option = w->choices.at[w->stack.at[i].next - 1];

        cq_hold(w->barred[option]);
        chosen += cover->starts.at[option + 1] - cover->starts.at[option];
    }
    cq_hold(used == chosen);
    return true;
}

/* ---- nodes ---- */

typedef enum outlook { HOPELESS, OPEN, SOLVED } outlook;

/* The item with the least choice. */
static outlook look(const walker *w, uint32_t *item)
{
    uint32_t least = UINT32_MAX;

    for (uint32_t i = 0; i < w->cover->primary; i++) {
        const cq_item *bounds = &w->cover->items.at[i];
        uint32_t choice;

        if (w->used[i] >= bounds->least)
            continue;
        if (w->active[i] < bounds->least - w->used[i])
            return HOPELESS;
        choice = w->active[i] - (bounds->least - w->used[i]);
        if (choice < least) {
            least = choice;
            *item = i;
        }
    }
    return least == UINT32_MAX ? SOLVED : OPEN;
}

/* Not all that is chosen here can be: this is proved, and makes what was proved of the
 * children of this node needless. */
static cq_status put_lemma(walker *w, size_t children)
{
    if (!w->lemmas)
        return CQ_OK;
    w->lemmas->chosen.count = 0;
    for (size_t i = 0; i < w->stack.count; i++)
        cq_try(cq_vec_push(w->ctx, &w->lemmas->chosen,
                           w->choices.at[w->stack.at[i].next - 1]));
    return cq_lemma_put(w->lemmas, children);
}

static cq_status put_node(walker *w, uint32_t item)
{
    if (!w->file)
        return CQ_OK;
    w->file->nodes++;
    return cq_proof_put(w->file, w->stack.count, (uint64_t)item + 1);
}

/* Of the node, or the leaf, that comes next. */
static double share_of(const walker *w)
{
    return w->stack.count ? w->stack.at[w->stack.count - 1].share : 1;
}

static cq_status open_node(walker *w, uint32_t item)
{
    const cq_item *bounds = &w->cover->items.at[item];
    frame f = {.first = w->choices.count, .next = w->choices.count};

    for (size_t i = w->starts[item]; i < w->starts[item + 1]; i++) {
        uint32_t option = w->owner[w->lists[i]];

        if (!w->barred[option])
            cq_try(cq_vec_push(w->ctx, &w->choices, option));
    }
    f.end = w->choices.count - (bounds->least - w->used[item] - 1);
    cq_assert(f.end > f.first && w->choices.count - f.first == w->active[item]);
    f.share = share_of(w) / (double)(f.end - f.first);
    cq_try(put_node(w, item));
    return cq_vec_push(w->ctx, &w->stack, f);
}

/* Goes on to the next child; closes nodes that have no more. *more is false at the end.
 */
static cq_status step(walker *w, bool *more)
{
    *more = true;
    while (w->stack.count) {
        frame *f = &w->stack.at[w->stack.count - 1];

        if (f->next > f->first) { /* comes back from the child before */
            unchoose(w, w->choices.at[f->next - 1]);
            bar(w, w->choices.at[f->next - 1], false);
        }
        if (f->next < f->end) {
            choose(w, w->choices.at[f->next++]);
            return CQ_OK;
        }
        for (size_t i = f->first; i < f->end; i++)
            bar(w, w->choices.at[i], true);
        w->choices.count = f->first;
        w->stack.count--;
        cq_try(put_lemma(w, f->end - f->first));
    }
    *more = false;
    return CQ_OK;
}

static cq_status close_leaf(walker *w)
{
    if (w->file)
        w->file->share += share_of(w);
    return put_lemma(w, 0);
}

static cq_status walk(walker *w, bool *solvable)
{
    uint32_t item = 0;
    size_t steps = 0;
    bool more = true;

    while (more && !*solvable) {
        outlook now = look(w, &item);

        cq_assert(!cq_walk_due(steps, w->cover->entries.count) || check_counts(w));
        cq_try(cq_poll_at(w->ctx, ++steps));
        if (now == OPEN)
            cq_try(open_node(w, item));
        else if (now == HOPELESS)
            cq_try(close_leaf(w));
        *solvable = now == SOLVED;
        cq_try(step(w, &more));
    }
    cq_assert(more || check_counts(w));
    cq_assert(*solvable || !w->file || fabs(w->file->share - 1) < 1e-3);
    return CQ_OK;
}

/* ---- probes ---- */

/* Goes down one way at random; what is met below levels with a and b children stands
 * for a * b as many. */
static cq_status probe(walker *w, cq_random *random, double *nodes)
{
    double weight = 1;
    uint32_t item = 0;

    while (look(w, &item) == OPEN) {
        frame *f;
        size_t child;

        *nodes += weight;
        cq_try(open_node(w, item));
        f = &w->stack.at[w->stack.count - 1];
        child = (size_t)cq_random_below(random, f->end - f->first);
        weight *= (double)(f->end - f->first);
        for (f->next = f->first; f->next < f->first + child; f->next++)
            bar(w, w->choices.at[f->next], false);
        choose(w, w->choices.at[f->next++]);
    }
    for (; w->stack.count; w->stack.count--) {
        const frame *f = &w->stack.at[w->stack.count - 1];

        unchoose(w, w->choices.at[f->next - 1]);
        for (size_t i = f->first; i + 1 < f->next; i++)
            bar(w, w->choices.at[i], true);
        w->choices.count = f->first;
    }
    cq_assert(check_counts(w));
    return CQ_OK;
}

static cq_status probe_all(walker *w, unsigned probes, double *nodes)
{
    cq_random random;
    double sum = 0;

    cq_random_seed(&random, 0);
    for (unsigned i = 0; i < probes; i++) {
        cq_try(cq_poll(w->ctx));
        cq_try(probe(w, &random, &sum));
    }
    *nodes = sum / probes;
    return CQ_OK;
}

/* ---- making ---- */

static void make_lists(walker *w)
{
    const cq_cover *cover = w->cover;
    uint32_t options = (uint32_t)cq_cover_options(cover);

    for (size_t e = 0; e < cover->entries.count; e++)
        w->starts[cover->entries.at[e].item + 1]++;
    for (size_t i = 0; i < cover->items.count; i++)
        w->starts[i + 1] += w->starts[i];
    for (uint32_t option = 0; option < options; option++)
        for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            uint32_t item = cover->entries.at[e].item;

            w->lists[w->starts[item] + w->active[item]++] = (uint32_t)e;
            w->owner[e] = option;
        }
    for (uint32_t i = 0; i < cover->primary; i++)
        if (cover->items.at[i].most == 0)
            bar_item(w, i, CQ_NO_COLOUR, false);
}

/* Where the walk goes to, or how many probes there are in its place. */
typedef struct errand {
    cq_proof_file *file;
    cq_lemmas *lemmas;
    bool *solvable;
    unsigned probes;
    double *nodes;
} errand;

static cq_status walk_cover(cq_context *ctx, const cq_cover *cover, const errand *to)
{
    size_t items = cover->items.count, entries = cover->entries.count;
    walker w = {.ctx = ctx, .cover = cover, .file = to->file, .lemmas = to->lemmas};
    cq_status status = CQ_MEMORY;

    w.starts = cq_zalloc(ctx, items + 1, sizeof *w.starts);
    w.lists = cq_alloc(ctx, entries, sizeof *w.lists);
    w.owner = cq_alloc(ctx, entries, sizeof *w.owner);
    w.barred = cq_zalloc(ctx, cq_cover_options(cover), sizeof *w.barred);
    w.active = cq_zalloc(ctx, items, sizeof *w.active);
    w.used = cq_zalloc(ctx, items, sizeof *w.used);
    if (w.starts && w.lists && w.owner && w.barred && w.active && w.used) {
        make_lists(&w);
        status =
            to->probes ? probe_all(&w, to->probes, to->nodes) : walk(&w, to->solvable);
    }
    cq_free_each(w.starts, w.lists, w.owner, w.barred, w.active, w.used);
    cq_vec_free_each(&w.stack, &w.choices);
    return status;
}

static cq_status walk_numbered(cq_context *ctx, const cq_problem *problem,
                               const errand *to)
{
    cq_cover cover = {0};
    cq_status status;

    if (problem->kind == CQ_COVER)
        return walk_cover(ctx, &problem->cover, to);
    cq_try(cq_numbered_cover_make(ctx, problem, &cover));
    status = walk_cover(ctx, &cover, to);
    cq_cover_free(&cover);
    return status;
}

cq_status cq_tree_cover(cq_context *ctx, const cq_problem *problem, cq_proof_file *file,
                        bool *solvable)
{
    return walk_numbered(ctx, problem, &(errand){.file = file, .solvable = solvable});
}

cq_status cq_tree_cover_foresee(cq_context *ctx, const cq_problem *problem,
                                unsigned probes, double *nodes)
{
    return walk_numbered(ctx, problem, &(errand){.probes = probes, .nodes = nodes});
}

cq_status cq_tree_lemmas(cq_context *ctx, const cq_problem *problem, cq_lemmas *lemmas,
                         bool *solvable)
{
    const errand to = {.lemmas = lemmas, .solvable = solvable};
    cq_cover cover = {0};
    cq_status status;

    if (problem->kind == CQ_COVER)
        return walk_cover(ctx, &problem->cover, &to);
    cq_try(cq_tiling_as_cover(ctx, problem->board, &problem->pieces, false, &cover));
    status = walk_cover(ctx, &cover, &to);
    cq_cover_free(&cover);
    return status;
}
