/* plug_step.c - one step of the sweep: the edges from a vertex v to some others are
 * decided.
 *
 * A tour takes none, one or two of them. Each choice S adds the same to the pattern of
 * every state that allows it (one at each vertex of S, and v is done or gets |S|), so
 * that the patterns of the layer, filtered and changed by one choice, are still in
 * ascending order. The next layer is the merge of one such stream for each choice:
 *
 *     none       0110  0112        ...
 *     {a}        0111  0121        ...      the smallest pattern of all streams comes
 *     {a, b}     0211  0221        ...      next, with a source for each stream there
 *
 * and its block is the sum of the sources' blocks under one change of matings each (two
 * ends are linked, in a choice of two through v). No hash table of states is needed,
 * all memory is read and written in order, and ranges of patterns can be made by
 * different threads.
 *
 * Patterns that no tour completes are dropped: each vertex must have as many undecided
 * edges to vertices that are not done as it lacks. Only what the step took away has to
 * be looked at again.
 *
 * A cycle closes at the very end only: all vertices that are left are then done.
 */
#include "engine/plugs/plug_step.h"

#include <stdlib.h>
#include <string.h>

enum { TASKS_MOST = 256, TASK_BLOCKS = 256, SAMPLES = 64 };

/* ---- patterns ---- */

static bool may_complete(const cq_plug_stepping *s, cq_pattern pattern)
{
    for (size_t i = 0; i < s->needs.count; i++) {
        const cq_plug_need *n = &s->needs.at[i];
        unsigned has = n->shift < 0 ? 0 : cq_pattern_at(pattern, (unsigned)n->shift);

        if (has + n->sure +
                cq_wide_count(cq_wide_and(cq_wide_not(pattern), n->saturated)) <
            2)
            return false;
    }
    return true;
}

cq_pattern cq_stepping_spread(const cq_plug_stepping *s, cq_pattern pattern)
{
    cq_pattern out = {0};

    for (unsigned i = 0; i < s->spread_count; i++) {
        const cq_plug_spread *d = &s->spreads[i];
        cq_pattern part =
            cq_wide_and(cq_wide_down(pattern, d->from), cq_wide_ones(d->bits));

        out = cq_wide_or(out, cq_wide_up(part, d->to));
    }
    return out;
}

/* ---- the merge of the streams ---- */

typedef struct stream {
    cq_pattern now; /* what its next pattern becomes */
    size_t at, end;
    const cq_plug_choice *choice;
} stream;

/* What a pattern that allows the choice becomes. */
static cq_pattern change(const cq_plug_stepping *s, const cq_plug_choice *c, size_t at)
{
    return cq_wide_plus(cq_wide_and(s->layer->patterns[at], s->kept), c->added);
}

/* To the next pattern that allows the choice; false at the end. */
static bool settle(const cq_plug_stepping *s, stream *in)
{
    const cq_pattern *patterns = s->layer->patterns;

    while (in->at < in->end &&
           !cq_wide_is_zero(cq_wide_and(patterns[in->at], in->choice->forbidden)))
        in->at++;
    if (in->at == in->end)
        return false;
    in->now = change(s, in->choice, in->at);
    cq_assert(cq_pattern_is_sound(in->now, s->layer->slots));
    return true;
}

/* The first place of the choice whose pattern becomes `from` or more. */
static size_t find_place(const cq_plug_stepping *s, const cq_plug_choice *c,
                         cq_pattern from)
{
    size_t low = c->first, high = c->end;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (cq_wide_below(change(s, c, middle), from))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void sift_down(stream *heap, size_t count, size_t at)
{
    stream top = heap[at];

    for (;;) {
        size_t child = 2 * at + 1;

        if (child >= count)
            break;
        if (child + 1 < count && cq_wide_below(heap[child + 1].now, heap[child].now))
            child++;
        if (!cq_wide_below(heap[child].now, top.now))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = top;
    cq_assert(2 * at + 1 >= count || !cq_wide_below(heap[2 * at + 1].now, top.now));
}

/* Streams of a task, as a heap; returns how many are not empty. */
static size_t open_streams(const cq_plug_stepping *s, size_t task, stream *heap)
{
    size_t count = 0;

    for (size_t i = 0; i < s->choices.count; i++) {
        const cq_plug_choice *c = &s->choices.at[i];
        stream one = {.at = c->first, .end = c->end, .choice = c};

        if (task > 0)
            one.at = find_place(s, c, s->cuts[task]);
        if (task + 1 < s->tasks)
            one.end = find_place(s, c, s->cuts[task + 1]);
        cq_assert(one.at <= one.end && one.end <= s->layer->count);
        if (settle(s, &one))
            heap[count++] = one;
    }
    for (size_t i = count / 2; i-- > 0;)
        sift_down(heap, count, i);
    return count;
}

/* What linking the two ends does to the mating. */
static cq_change change_of(const cq_plug_choice *c, cq_pattern before, cq_pattern after)
{
    unsigned x = c->ends[0], y = c->ends[1], i, j;
    bool old_x = cq_pattern_at(before, x), old_y = cq_pattern_at(before, y);
    cq_change change = {0};

    if (!c->links)
        return change;
    if (old_x != old_y) {
        change.kind = CQ_CHANGE_MOVE;
        change.i = (uint8_t)cq_pattern_before(before, old_x ? x : y);
        change.j = (uint8_t)cq_pattern_before(after, old_x ? y : x);
        return change;
    }
    change.kind = old_x ? CQ_CHANGE_JOIN : CQ_CHANGE_PAIR;
    i = cq_pattern_before(old_x ? before : after, x);
    j = cq_pattern_before(old_x ? before : after, y);
    change.i = (uint8_t)(i < j ? i : j);
    change.j = (uint8_t)(i < j ? j : i);
    return change;
}

/* The last path closes where everything is done: as if nothing changed. */
bool cq_stepping_change(const cq_plug_stepping *s, const cq_plug_choice *c,
                        cq_pattern before, cq_pattern after, cq_change *out)
{
    *out = change_of(c, before, after);
    if (out->kind != CQ_CHANGE_JOIN || cq_pattern_ends(before) != 2)
        return true;
    out->kind = CQ_CHANGE_NONE;
    return s->closing && cq_wide_is(after, s->all_done);
}

/* ---- one task ---- */

typedef struct tasking {
    const cq_plug_stepping *s;
    cq_plug_gatherer *gatherer;
    cq_plug_part *part;
    stream *heap;
    cq_plug_source *sources;
    cq_change *changes;
    size_t streams, count;
} tasking;

static void add_source(tasking *t, const stream *from, cq_pattern after)
{
    const cq_plug_stepping *s = t->s;
    cq_pattern before = s->layer->patterns[from->at];
    unsigned ends = cq_pattern_ends(before);
    cq_change change;
    cq_plug_source *source = &t->sources[t->count];

    cq_assert(t->count < s->choices.count);
    if (!cq_stepping_change(s, from->choice, before, after, &change))
        return;
    t->changes[t->count] = change;
    *source = (cq_plug_source){.block = &s->layer->blocks[from->at], .ends = ends};
    source->change = &t->changes[t->count];
    source->changes = change.kind != CQ_CHANGE_NONE;
    t->count++;
}

/* All sources of the smallest pattern, and their block. */
static cq_status take_pattern(tasking *t)
{
    const cq_plug_stepping *s = t->s;
    cq_pattern after = t->heap[0].now;

    t->count = 0;
    while (t->streams && cq_wide_is(t->heap[0].now, after)) {
        add_source(t, &t->heap[0], after);
        t->heap[0].at++;
        if (!settle(s, &t->heap[0]))
            t->heap[0] = t->heap[--t->streams];
        cq_assert(!t->streams || !cq_wide_below(t->heap[0].now, after));
        if (t->streams)
            sift_down(t->heap, t->streams, 0);
    }
    /* All that become it are taken. */
    cq_assert(!t->streams || cq_wide_below(after, t->heap[0].now));
    if (!t->count || !may_complete(s, after))
        return CQ_OK;
    if (cq_pattern_ends(after) > CQ_MATING_MOST)
        return CQ_MEMORY;
    return cq_plug_gather(t->gatherer, t->sources, t->count,
                          cq_stepping_spread(s, after), t->part);
}

static cq_status make_part(void *shared, unsigned worker, size_t task)
{
    cq_plug_stepping *s = shared;
    cq_plugs *plugs = s->plugs;
    size_t room = s->choices.count;
    tasking t = {.s = s,
                 .gatherer = &plugs->gatherers[worker],
                 .part = &s->parts[task],
                 .heap = cq_alloc(plugs->ctx, room, sizeof(stream)),
                 .sources = cq_alloc(plugs->ctx, room, sizeof(cq_plug_source)),
                 .changes = cq_alloc(plugs->ctx, room, sizeof(cq_change))};
    cq_status status = t.heap && t.sources && t.changes ? CQ_OK : CQ_MEMORY;
    uint64_t looked = t.gatherer->additions;

    if (status == CQ_OK)
        t.streams = open_streams(s, task, t.heap);
    while (status == CQ_OK && t.streams) {
        status = take_pattern(&t);
        if (worker == 0 && t.gatherer->additions - looked > 1000000) {
            looked = t.gatherer->additions;
            if (cq_run_poll(plugs->run))
                status = CQ_STOPPED;
        }
    }
    cq_free(t.heap);
    cq_free(t.sources);
    cq_free(t.changes);
    return status;
}

/* ---- all tasks ---- */

static int compare_patterns(const void *a, const void *b)
{
    cq_pattern x = *(const cq_pattern *)a, y = *(const cq_pattern *)b;

    return cq_wide_below(y, x) - cq_wide_below(x, y);
}

/* Cuts the new patterns into ranges with about as many sources each. */
static cq_status cut(cq_context *ctx, cq_plug_stepping *s)
{
    size_t count = 0;
    cq_pattern *samples =
        cq_alloc(ctx, s->choices.count * SAMPLES + 1, sizeof *samples);

    s->cuts = cq_alloc(ctx, TASKS_MOST + 1, sizeof *s->cuts);
    if (!samples || !s->cuts) {
        cq_free(samples);
        return CQ_MEMORY;
    }
    for (size_t i = 0; i < s->choices.count; i++) {
        const cq_plug_choice *c = &s->choices.at[i];
        size_t size = c->end - c->first;

        for (size_t k = 0; k < SAMPLES && size >= SAMPLES; k++)
            samples[count++] = change(s, c, c->first + size / SAMPLES * k);
    }
    qsort(samples, count, sizeof *samples, compare_patterns);
    s->tasks = s->layer->count / TASK_BLOCKS + 1;
    if (s->tasks > TASKS_MOST)
        s->tasks = TASKS_MOST;
    if (s->tasks > count)
        s->tasks = count ? count : 1;
    for (size_t t = 1; t < s->tasks; t++)
        s->cuts[t] = samples[count * t / s->tasks];
    cq_free(samples);
    return CQ_OK;
}

static cq_status run_tasks(cq_plugs *plugs, cq_plug_stepping *s, cq_plug_layer *out)
{
    cq_status status = cut(plugs->ctx, s);

    if (status != CQ_OK)
        return status;
    s->parts = cq_zalloc(plugs->ctx, s->tasks, sizeof *s->parts);
    if (!s->parts)
        return CQ_MEMORY;
    for (size_t t = 0; t < s->tasks; t++)
        cq_plug_part_init(&s->parts[t], plugs->ctx, s->layer->limbs, plugs->budget);
    status = cq_team_go(&plugs->team, s->tasks, make_part, s);
    if (status == CQ_OK)
        status = cq_plug_layer_of_parts(plugs->ctx, s->layer->limbs, s->parts, s->tasks,
                                        out);
    for (size_t t = 0; t < s->tasks; t++)
        cq_plug_part_free(&s->parts[t]);
    cq_free(s->parts);
    return status;
}

/* The numbers must hold the sum of all, times the choices. */
static cq_status make_numbers_long(cq_plug_layer *layer, size_t choices)
{
    size_t bits = layer->total_bits + 64 - (unsigned)__builtin_clzll(choices);
    cq_status status = CQ_OK;

    while (status == CQ_OK && bits > 64 * (size_t)layer->limbs)
        status = cq_plug_layer_widen(layer);
    cq_assert(status != CQ_OK || layer->total_bits < 64 * (size_t)layer->limbs);
    return status;
}

cq_status cq_plug_take(cq_plugs *plugs, const cq_plug_side *side, size_t at,
                       const bool *decided, cq_plug_layer *layer, cq_plug_layer *out)
{
    const cq_plug_step *step = &side->steps.at[at];
    cq_plug_stepping s = {.plugs = plugs, .layer = layer};
    cq_status status;

    if (!cq_stepping_slots(&s, side, at))
        return cq_fail(plugs->ctx, CQ_MEMORY, "the frontier is wider than %d vertices",
                       CQ_SLOTS_MOST);
    status = cq_stepping_choices(plugs->ctx, &s, side, step);
    if (status == CQ_OK)
        status = make_numbers_long(layer, s.choices.count);
    if (status == CQ_OK)
        status = cq_stepping_needs(plugs->ctx, &s, &plugs->net, side, step, decided);
    cq_assert(status != CQ_OK || cq_plug_watch(plugs, side, at, decided, layer));
    if (status == CQ_OK)
        status = run_tasks(plugs, &s, out);
    if (status == CQ_OK) {
        out->slots = s.slots;
        memcpy(out->vertex, s.vertex, sizeof s.vertex);
    }
    cq_assert(status != CQ_OK || cq_plug_check(plugs, side, out));
    cq_vec_free(&s.choices);
    cq_vec_free(&s.needs);
    cq_free(s.cuts);
    return status;
}
