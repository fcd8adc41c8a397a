/* plug_images.c - the image of a layer under maps of its slots, in order: see
 * plug_images.h.
 *
 * A list of images, each with its block and its map, is sorted by their patterns. Those
 * with the same pattern make one block, which is the sum of theirs, with the ends
 * renumbered.
 *
 * The images of neighbouring blocks may be far apart, so a layer on disk would have to
 * be read in random order. Instead, as much of it as fits into memory is read in
 * sequence, and its images are sorted and written as a run. The runs are then merged
 * while they are read, as a step merges its streams: sorting by runs (Knuth, The Art of
 * Computer Programming 3, 5.4). */
#include "engine/plugs/plug_images.h"

#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_step.h"

#include <stdlib.h>
#include <string.h>

enum { TASKS_MOST = 256, TASK_IMAGES = 256, RUNS_MOST = 32, RUN_SHARE = 8 };

typedef struct image {
    cq_pattern pattern;
    uint32_t block;
    uint32_t map;
} image;

/* The images of a layer in memory. */
typedef struct listing {
    const cq_plug_imaging *imaging;
    const cq_plug_layer *layer;
    CQ_VEC(image) list;
    cq_plug_part *parts;
    size_t tasks;
} listing;

cq_status cq_plug_imaging_new(cq_plugs *plugs, size_t maps, cq_plug_imaging *out)
{
    *out = (cq_plug_imaging){.plugs = plugs, .maps = maps};
    out->slot = cq_alloc(plugs->ctx, maps * CQ_SLOTS_MOST, sizeof *out->slot);
    cq_try_memory(out->slot);
    memset(out->slot, CQ_SLOT_NOWHERE, maps * CQ_SLOTS_MOST);
    return CQ_OK;
}

void cq_plug_imaging_free(cq_plug_imaging *imaging)
{
    cq_free_each(imaging->slot, imaging->added);
    memset(imaging, 0, sizeof *imaging);
}

/* ---- one image ---- */

bool cq_plug_image(const cq_plug_imaging *imaging, size_t map, unsigned slots,
                   cq_pattern pattern, cq_pattern *out)
{
    const uint8_t *slot = imaging->slot + map * CQ_SLOTS_MOST;
    cq_pattern made = imaging->added ? imaging->added[map] : cq_wide_of(0);

    cq_assert(map < imaging->maps);
    for (unsigned s = 0; s < slots; s++) {
        unsigned bits = cq_pattern_at(pattern, cq_slot_shift(s, slots));

        if (slot[s] == CQ_SLOT_NOWHERE && imaging->complement && bits != imaging->alone)
            return false;
        if (slot[s] != CQ_SLOT_NOWHERE)
            made = cq_wide_or(made,
                              cq_pattern_slot(imaging->complement ? 2 - bits : bits,
                                              cq_slot_shift(slot[s], imaging->slots)));
    }
    cq_assert(cq_pattern_is_sound(made, imaging->slots));
    *out = made;
    return true;
}

/* Where each end of the pattern goes; returns how many there are. */
static unsigned place_ends(const cq_plug_imaging *imaging, size_t map, unsigned slots,
                           cq_pattern pattern, cq_pattern made, uint8_t *to)
{
    const uint8_t *slot = imaging->slot + map * CQ_SLOTS_MOST;
    unsigned ends = 0;

    for (unsigned s = 0; s < slots; s++)
        if (cq_pattern_at(pattern, cq_slot_shift(s, slots)) == 1)
            to[ends++] = (uint8_t)cq_pattern_before(
                made, cq_slot_shift(slot[s], imaging->slots));
    cq_assert(ends == cq_pattern_ends(made));
    return ends;
}

unsigned cq_plug_image_changes(const cq_plug_imaging *imaging, size_t map,
                               unsigned slots, cq_pattern pattern, cq_pattern made,
                               cq_change *changes)
{
    uint8_t to[CQ_MATING_MOST];
    unsigned ends = place_ends(imaging, map, slots, pattern, made, to);

    return cq_mating_renumber(ends, to, changes);
}

uint64_t cq_plug_image_rank(const cq_plug_imaging *imaging, size_t map, unsigned slots,
                            cq_pattern pattern, cq_pattern made, uint64_t made_rank)
{
    const cq_matings *matings = &imaging->plugs->matings;
    uint8_t to[CQ_MATING_MOST], from[CQ_MATING_MOST];
    uint8_t partners[CQ_MATING_MOST], before[CQ_MATING_MOST];
    unsigned ends = place_ends(imaging, map, slots, pattern, made, to);

    cq_mating_partners(matings, ends, made_rank, partners);
    for (unsigned e = 0; e < ends; e++) {
        cq_assert(to[e] < ends);
        from[to[e]] = (uint8_t)e;
    }
    for (unsigned e = 0; e < ends; e++)
        before[e] = from[partners[to[e]]];
    return cq_mating_rank(matings, ends, before);
}

/* ---- in memory ---- */

static int compare_images(const void *a, const void *b)
{
    const image *x = a, *y = b;
    int order = cq_patterns_compare(&x->pattern, &y->pattern);

    return order ? order : (x->block > y->block) - (x->block < y->block);
}

/* The images of one block, to the end of the list, which has room for them. */
static void list_block(listing *l, size_t at)
{
    const cq_plug_imaging *imaging = l->imaging;
    cq_pattern pattern = l->layer->patterns[at];
    size_t first = l->list.count;

    for (size_t map = 0; map < imaging->maps; map++) {
        image made = {.block = (uint32_t)at, .map = (uint32_t)map};

        if (!cq_plug_image(imaging, map, l->layer->slots, pattern, &made.pattern))
            continue;
        cq_assert(cq_pattern_ends(made.pattern) == cq_pattern_ends(pattern));
        if (!imaging->least || l->list.count == first)
            l->list.at[l->list.count++] = made;
        else if (cq_wide_below(made.pattern, l->list.at[first].pattern))
            l->list.at[first] = made;
    }
}

static cq_status list_images(listing *l)
{
    const cq_plug_imaging *imaging = l->imaging;
    cq_context *ctx = imaging->plugs->ctx;
    size_t each = imaging->least ? 1 : imaging->maps;

    if (l->layer->count > UINT32_MAX)
        return cq_fail(ctx, CQ_MEMORY, "there are too many states");
    cq_try(cq_vec_reserve(ctx, &l->list, cq_times(l->layer->count, each)));
    for (size_t i = 0; i < l->layer->count; i++)
        list_block(l, i);
    if (l->list.count)
        qsort(l->list.at, l->list.count, sizeof *l->list.at, compare_images);
    return CQ_OK;
}

static size_t group_end(const listing *l, size_t first)
{
    size_t end = first + 1;

    while (end < l->list.count &&
           cq_wide_is(l->list.at[end].pattern, l->list.at[first].pattern))
        end++;
    return end;
}

/* Where a task begins: at the first group after its share. */
static size_t task_start(const listing *l, size_t task)
{
    size_t at = l->list.count * task / l->tasks;

    while (at > 0 && at < l->list.count &&
           cq_wide_is(l->list.at[at].pattern, l->list.at[at - 1].pattern))
        at++;
    return at;
}

/* What one task gathers from; a group has at most one image of a block by each map. */
typedef struct group {
    CQ_VEC(cq_plug_source) sources;
    CQ_VEC(cq_change) changes;
} group;

static cq_status add_group(const listing *l, size_t first, size_t end,
                           cq_plug_gatherer *gatherer, group *g, cq_plug_part *part)
{
    const cq_plug_layer *layer = l->layer;
    bool kept = l->imaging->least; /* the first map keeps all */
    cq_context *ctx = l->imaging->plugs->ctx;

    cq_try(cq_vec_renew(ctx, &g->sources, end - first));
    cq_try(cq_vec_renew(ctx, &g->changes, cq_times(end - first, CQ_MATING_MOST)));
    for (size_t i = first; i < end; i++) {
        const image *one = &l->list.at[i];
        cq_change *change = g->changes.at + (i - first) * CQ_MATING_MOST;
        cq_plug_source *source = &g->sources.at[i - first];

        source->block = &layer->blocks[one->block];
        source->ends = cq_pattern_ends(one->pattern);
        source->change = change;
        source->changes = kept && one->map == 0
                              ? 0
                              : cq_plug_image_changes(
                                    l->imaging, one->map, layer->slots,
                                    layer->patterns[one->block], one->pattern, change);
    }
    return cq_plug_gather(gatherer, g->sources.at, end - first,
                          l->list.at[first].pattern, part);
}

static cq_status make_part(void *shared, unsigned worker, size_t task)
{
    listing *l = shared;
    cq_plugs *plugs = l->imaging->plugs;
    size_t at = task_start(l, task), stop = task_start(l, task + 1);
    cq_status status = CQ_OK;
    group g = {0};

    cq_assert(at <= stop && stop <= l->list.count);
    while (at < stop && status == CQ_OK) {
        size_t end = group_end(l, at);

        status = add_group(l, at, end, &plugs->gatherers[worker], &g, &l->parts[task]);
        at = end;
    }
    cq_then(status, cq_plug_part_end(&l->parts[task]));
    cq_vec_free_each(&g.sources, &g.changes);
    return status;
}

static size_t tasks_for(const listing *l, const cq_plug_spill *spill)
{
    size_t tasks = l->list.count / TASK_IMAGES + 1;

    if (tasks > TASKS_MOST)
        tasks = TASKS_MOST;
    if (atomic_load(&spill->on) && tasks > l->layer->words / spill->chunk + 1)
        tasks = (size_t)(l->layer->words / spill->chunk) + 1;
    return tasks;
}

static cq_status run_tasks(listing *l, cq_plug_spill *spill, cq_plug_layer *out)
{
    cq_plugs *plugs = l->imaging->plugs;
    unsigned limbs = l->layer->limbs;
    cq_status status;

    l->tasks = tasks_for(l, spill);
    l->parts = cq_plug_parts_new(plugs->ctx, l->tasks, limbs, plugs->budget, spill);
    cq_try_memory(l->parts);
    status = cq_team_go(&plugs->team, l->tasks, make_part, l);
    cq_then(status, cq_plug_layer_of_parts(plugs->ctx, limbs, l->parts, l->tasks, out));
    cq_plug_parts_free(l->parts, l->tasks);
    return status;
}

static cq_status map_in_memory(const cq_plug_imaging *imaging,
                               const cq_plug_layer *layer, cq_plug_spill *spill,
                               cq_plug_layer *out)
{
    listing l = {.imaging = imaging, .layer = layer};
    cq_status status = list_images(&l);

    cq_then(status, run_tasks(&l, spill, out));
    cq_vec_free(&l.list);
    if (status == CQ_OK)
        cq_plug_layer_set_slots(out, imaging->vertex, imaging->slots);
    return status;
}

/* ---- on disk ---- */

typedef CQ_VEC(cq_plug_layer) run_list;

static void free_runs(run_list *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cq_plug_layer_free(&runs->at[i]);
    if (count < runs->count)
        memmove(runs->at, runs->at + count, (runs->count - count) * sizeof *runs->at);
    runs->count -= count;
}

/* How many chunks from here on are a share of the memory. */
static size_t share_end(const cq_plugs *plugs, const cq_plug_layer *layer, size_t at)
{
    uint64_t most = plugs->budget / sizeof(uint64_t) / RUN_SHARE, words = 0;

    cq_assert(at < layer->chunks.count);
    if (plugs->in_memory == 0) /* as a test wants it */
        most = 4 * plugs->chunk;
    do {
        const cq_plug_chunk *chunk = &layer->chunks.at[at++];

        words += cq_plug_chunk_words(chunk, layer->limbs) + 8 * (uint64_t)chunk->blocks;
    } while (at < layer->chunks.count && words < most);
    return at;
}

static cq_status make_run(const cq_plug_imaging *imaging, const cq_plug_layer *layer,
                          size_t *at, cq_plug_spill *spill, run_list *runs)
{
    cq_plugs *plugs = imaging->plugs;
    cq_plug_layer piece = {0}, run = {0};
    size_t end = share_end(plugs, layer, *at);
    cq_status status = cq_plug_layer_load(layer, &plugs->matings, *at, end, &piece);

    cq_then(status, map_in_memory(imaging, &piece, spill, &run));
    cq_plug_layer_free(&piece);
    cq_then(status, cq_vec_push(plugs->ctx, runs, run));
    if (status != CQ_OK)
        cq_plug_layer_free(&run);
    *at = end;
    return status;
}

static cq_status make_runs(const cq_plug_imaging *imaging, const cq_plug_layer *layer,
                           run_list *runs)
{
    cq_plug_spill spill = {0};
    cq_status status = cq_plugs_spill(imaging->plugs, &spill);

    if (status == CQ_OK)
        atomic_store(&spill.on, true);
    for (size_t at = 0; at < layer->chunks.count && status == CQ_OK;)
        status = make_run(imaging, layer, &at, &spill, runs);
    cq_plugs_spilled(imaging->plugs, &spill);
    return status;
}

/* The first runs become one, at the end of the list, until that is the last one made. A
 * single run is copied, too: its file is one of those that are not for a checkpoint. */
static cq_status merge_runs(cq_plugs *plugs, run_list *runs)
{
    for (bool last = false; !last;) {
        size_t count = runs->count < RUNS_MOST ? runs->count : RUNS_MOST;
        cq_plug_layer merged = {0};

        cq_assert(count > 0);
        last = count == runs->count;
        plugs->passing = !last;
        cq_try(cq_plug_merge(plugs, runs->at, count, &merged));
        free_runs(runs, count);
        runs->at[runs->count++] = merged;
    }
    return CQ_OK;
}

cq_status cq_plug_images(const cq_plug_imaging *imaging, const cq_plug_layer *layer,
                         cq_plug_layer *out)
{
    cq_plugs *plugs = imaging->plugs;
    run_list runs = {0};
    cq_status status;

    if (!cq_plug_layer_is_on_disk(layer) || layer->count == 0) {
        cq_plug_spill spill = {0};

        cq_try(cq_plugs_spill(plugs, &spill));
        status = map_in_memory(imaging, layer, &spill, out);
        cq_plugs_spilled(imaging->plugs, &spill);
        return status;
    }
    plugs->passing = true;
    status = make_runs(imaging, layer, &runs);
    cq_then(status, merge_runs(plugs, &runs));
    plugs->passing = false;
    cq_assert(status != CQ_OK || runs.count == 1);
    if (status == CQ_OK) {
        *out = runs.at[0];
        runs.count = 0;
    }
    free_runs(&runs, runs.count);
    cq_vec_free(&runs);
    return status;
}
