/* fold_mirrors.c - states that a mirror maps onto each other become one.
 *
 * When what was swept is its own image under a mirror, a state and its image can be
 * completed in equally many ways. So of a pattern and its images only the smallest is
 * kept, and the numbers of the others are added to it, with their ends renumbered. What
 * is kept, summed over all images, is the whole layer times the number of mirrors.
 */
#include "engine/plugs/plugs.h"

#include <stdlib.h>
#include <string.h>

enum { TASKS_MOST = 256, TASK_BLOCKS = 256 };

typedef struct folded {
    cq_pattern pattern; /* the smallest image */
    uint32_t block;
    uint32_t fold; /* that leads there, from 1; 0: none */
} folded;

typedef struct folding {
    cq_plugs *plugs;
    const cq_plug_layer *layer;
    size_t folds;
    uint8_t *slot; /* folds * CQ_SLOTS_MOST: where each slot goes */
    folded *list;
    cq_plug_part *parts;
    size_t tasks;
} folding;

enum { NOWHERE = UINT8_MAX };

/* Vertices without a slot are untouched, and so are their images. */
static void set_slots(folding *f, const cq_plugs *plugs, const cq_u32s *folds)
{
    const cq_plug_layer *layer = f->layer;

    memset(f->slot, NOWHERE, folds->count * CQ_SLOTS_MOST);
    for (size_t k = 0; k < folds->count; k++) {
        const uint32_t *image =
            plugs->mirrors.images + (size_t)folds->at[k] * plugs->net.vertices;

        for (unsigned s = 0; s < layer->slots; s++)
            for (unsigned t = 0; t < layer->slots; t++)
                if (layer->vertex[t] == image[layer->vertex[s]])
                    f->slot[k * CQ_SLOTS_MOST + s] = (uint8_t)t;
    }
}

static cq_pattern image_of(const folding *f, size_t fold, cq_pattern pattern)
{
    const uint8_t *slot = f->slot + fold * CQ_SLOTS_MOST;
    unsigned slots = f->layer->slots;
    cq_pattern image = {0};

    for (unsigned s = 0; s < slots; s++, slot++)
        if (*slot != NOWHERE)
            image = cq_wide_or(
                image, cq_pattern_slot(cq_pattern_at(pattern, cq_slot_shift(s, slots)),
                                       cq_slot_shift(*slot, slots)));
    return image;
}

static int compare_folded(const void *a, const void *b)
{
    const folded *x = a, *y = b;

    if (!cq_wide_is(x->pattern, y->pattern))
        return cq_wide_below(x->pattern, y->pattern) ? -1 : 1;
    return (x->block > y->block) - (x->block < y->block);
}

static void list_images(folding *f)
{
    for (size_t i = 0; i < f->layer->count; i++) {
        cq_pattern pattern = f->layer->patterns[i];
        folded least = {.pattern = pattern, .block = (uint32_t)i};

        for (size_t k = 0; k < f->folds; k++) {
            cq_pattern image = image_of(f, k, pattern);

            cq_assert(cq_pattern_ends(image) == cq_pattern_ends(pattern) &&
                      cq_wide_count(image) == cq_wide_count(pattern));
            if (cq_wide_below(image, least.pattern)) {
                least.pattern = image;
                least.fold = (uint32_t)k + 1;
            }
        }
        f->list[i] = least;
    }
    qsort(f->list, f->layer->count, sizeof *f->list, compare_folded);
}

/* Whether each pattern is the least of its images: the mirrors are a group. */
static bool are_least(const folding *f, const cq_plug_layer *layer)
{
    for (size_t i = 0; i < layer->count; i++)
        for (size_t k = 0; k < f->folds; k++)
            cq_hold(
                !cq_wide_below(image_of(f, k, layer->patterns[i]), layer->patterns[i]));
    return true;
}

/* ---- the sums ---- */

/* The changes that renumber the ends of a block as in its image. */
static unsigned renumber(const folding *f, const folded *one, cq_change *changes)
{
    const uint8_t *slot = f->slot + (one->fold - 1) * CQ_SLOTS_MOST;
    cq_pattern pattern = f->layer->patterns[one->block];
    unsigned slots = f->layer->slots, ends = 0;
    uint8_t to[CQ_MATING_MOST];

    for (unsigned s = 0; s < slots; s++)
        if (cq_pattern_at(pattern, cq_slot_shift(s, slots)) == 1)
            to[ends++] =
                (uint8_t)cq_pattern_before(one->pattern, cq_slot_shift(slot[s], slots));
    cq_assert(ends == cq_pattern_ends(one->pattern));
    return cq_mating_renumber(ends, to, changes);
}

static cq_status add_group(const folding *f, size_t first, size_t end,
                           cq_plug_gatherer *g, cq_plug_source *sources,
                           cq_change *changes, cq_plug_part *part)
{
    for (size_t i = first; i < end; i++) {
        const folded *one = &f->list[i];
        cq_change *change = changes + (i - first) * CQ_MATING_MOST;
        cq_plug_source *source = &sources[i - first];

        cq_assert(i - first <= f->folds &&
                  cq_wide_is(one->pattern, f->list[first].pattern));
        source->block = &f->layer->blocks[one->block];
        source->ends = cq_pattern_ends(one->pattern);
        source->change = change;
        source->changes = one->fold ? renumber(f, one, change) : 0;
    }
    return cq_plug_gather(g, sources, end - first, f->list[first].pattern, part);
}

static size_t group_end(const folding *f, size_t first)
{
    size_t end = first + 1;

    while (end < f->layer->count &&
           cq_wide_is(f->list[end].pattern, f->list[first].pattern))
        end++;
    return end;
}

/* Where a task begins: at the first group after its share. */
static size_t task_start(const folding *f, size_t task)
{
    size_t at = f->layer->count * task / f->tasks;

    while (at > 0 && at < f->layer->count &&
           cq_wide_is(f->list[at].pattern, f->list[at - 1].pattern))
        at++;
    return at;
}

static cq_status fold_part(void *shared, unsigned worker, size_t task)
{
    folding *f = shared;
    cq_plugs *plugs = f->plugs;
    size_t at = task_start(f, task), stop = task_start(f, task + 1);
    cq_plug_source *sources = cq_alloc(plugs->ctx, f->folds + 1, sizeof *sources);
    cq_change *changes =
        cq_alloc(plugs->ctx, (f->folds + 1) * CQ_MATING_MOST, sizeof *changes);
    cq_status status = sources && changes ? CQ_OK : CQ_MEMORY;

    while (at < stop && status == CQ_OK) {
        size_t end = group_end(f, at);

        status = add_group(f, at, end, &plugs->gatherers[worker], sources, changes,
                           &f->parts[task]);
        at = end;
    }
    cq_free(sources);
    cq_free(changes);
    return status;
}

static cq_status run_tasks(cq_plugs *plugs, folding *f, cq_plug_layer *out)
{
    cq_status status;

    f->tasks = f->layer->count / TASK_BLOCKS + 1;
    if (f->tasks > TASKS_MOST)
        f->tasks = TASKS_MOST;
    f->parts = cq_zalloc(plugs->ctx, f->tasks, sizeof *f->parts);
    if (!f->parts)
        return CQ_MEMORY;
    for (size_t t = 0; t < f->tasks; t++)
        cq_plug_part_init(&f->parts[t], plugs->ctx, f->layer->limbs, plugs->budget);
    status = cq_team_go(&plugs->team, f->tasks, fold_part, f);
    if (status == CQ_OK)
        status = cq_plug_layer_of_parts(plugs->ctx, f->layer->limbs, f->parts, f->tasks,
                                        out);
    for (size_t t = 0; t < f->tasks; t++)
        cq_plug_part_free(&f->parts[t]);
    cq_free(f->parts);
    return status;
}

cq_status cq_plug_fold(cq_plugs *plugs, const cq_u32s *folds, cq_plug_layer *layer)
{
    folding f = {.plugs = plugs, .layer = layer, .folds = folds->count};
    cq_plug_layer next = {0};
    cq_status status = CQ_MEMORY;

    if (layer->count > UINT32_MAX)
        return cq_fail(plugs->ctx, CQ_MEMORY, "there are too many states");
    f.slot = cq_alloc(plugs->ctx, folds->count * CQ_SLOTS_MOST, sizeof *f.slot);
    f.list = cq_alloc(plugs->ctx, layer->count, sizeof *f.list);
    cq_assert(cq_plug_fold_watch(plugs, layer));
    if (f.slot && f.list) {
        set_slots(&f, plugs, folds);
        list_images(&f);
        status = run_tasks(plugs, &f, &next);
    }
    if (status == CQ_OK) {
        next.slots = layer->slots;
        memcpy(next.vertex, layer->vertex, sizeof next.vertex);
        cq_assert(are_least(&f, &next));
        cq_plug_layer_free(layer);
        *layer = next;
    }
    cq_free(f.slot);
    cq_free(f.list);
    return status;
}
