/* plug_step.c - one step of the sweep, which decides the edges from a vertex v to some
 * others.
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
 * edges to vertices that are not done as it lacks. Only vertices that lost edges in
 * this step have to be tested.
 *
 * A cycle may close only at the very end, when all remaining vertices are done.
 *
 * A stream is a cursor over the layer, so that the layer may be on disk; and so may the
 * next one, which the parts that tasks make decide by themselves (plug_spill.c).
 *
 * If several ranks sweep together, each takes the step with the blocks that it has.
 * Results that belong to another rank are sent there as sorted runs, which become
 * streams of the merge that makes that rank's share (plug_share.c).
 */
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_share.h"
#include "engine/plugs/plug_step.h"

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
    cq_plug_cursor *cursor;
    const cq_plug_choice *choice;
} stream;

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

static void sift_up(stream *heap, size_t at)
{
    stream moved = heap[at];

    while (at > 0 && cq_wide_below(moved.now, heap[(at - 1) / 2].now)) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = moved;
    cq_assert(at == 0 || !cq_wide_below(moved.now, heap[(at - 1) / 2].now));
}

/* What linking the two ends does to the mating. */
static cq_change change_of(const cq_plug_choice *c, cq_pattern before, cq_pattern after)
{
    unsigned x = c->ends[0], y = c->ends[1], i, j;
    bool old_x = cq_pattern_at(before, x), old_y = cq_pattern_at(before, y);
    cq_change change = {0};

    if (!c->edges)
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

/* The last path closes when everything is done: as if nothing changed. */
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
    const cq_plug_range *range;
    cq_plug_gatherer *gatherer;
    cq_plug_part *part;
    bool theirs;             /* another rank's, which has more to add to it */
    cq_plug_cursor *cursors; /* one for each choice */
    stream *heap;
    cq_plug_source *sources;
    cq_change *changes;
    size_t streams, count;
} tasking;

/* To the next pattern that allows the choice; false at the end of the range. */
static cq_status settle(const tasking *t, stream *in, bool *there)
{
    cq_plug_cursor *cursor = in->cursor;
    const cq_plug_choice *c = in->choice;

    *there = false;
    while (cq_plug_cursor_has(cursor)) {
        cq_pattern pattern = cq_plug_cursor_pattern(cursor);

        if (!cq_wide_below(pattern, c->high))
            return CQ_OK;
        in->now = cq_choice_apply(t->s, c, pattern);
        cq_assert(!cq_wide_below(in->now, t->range->from));
        if (!cq_wide_below(in->now, t->range->to))
            return CQ_OK;
        if (cq_wide_is_zero(cq_wide_and(pattern, c->forbidden))) {
            cq_assert(cq_pattern_is_sound(in->now, t->s->layer->slots));
            cq_assert(cq_wide_is(cq_choice_revert(c, in->now), pattern));
            *there = true;
            return CQ_OK;
        }
        cq_try(cq_plug_cursor_next(cursor));
    }
    return CQ_OK;
}

/* The first pattern that may have the choice and becomes one of the range. */
static cq_pattern first_of(const cq_plug_range *range, const cq_plug_choice *c)
{
    return cq_wide_below(c->added, range->from) ? cq_choice_revert(c, range->from)
                                                : c->low;
}

/* The streams that are not empty, as a heap. No pattern is in an empty range. */
static cq_status open_streams(tasking *t)
{
    const cq_plug_stepping *s = t->s;

    if (!cq_wide_below(t->range->from, t->range->to))
        return CQ_OK;
    for (size_t i = 0; i < s->choices.count; i++) {
        stream one = {.cursor = &t->cursors[i], .choice = &s->choices.at[i]};
        bool there;

        cq_plug_cursor_init(one.cursor, one.choice->layer, &s->plugs->matings);
        cq_try(cq_plug_cursor_seek(one.cursor, first_of(t->range, one.choice)));
        cq_try(settle(t, &one, &there));
        if (there) {
            t->heap[t->streams] = one;
            sift_up(t->heap, t->streams++);
        }
    }
    return CQ_OK;
}

static void add_source(tasking *t, const stream *from, cq_pattern after)
{
    const cq_plug_stepping *s = t->s;
    cq_pattern before = cq_plug_cursor_pattern(from->cursor);
    unsigned ends = cq_pattern_ends(before);
    cq_change change;
    cq_plug_source *source = &t->sources[t->count];

    cq_assert(t->count < s->choices.count);
    if (!cq_stepping_change(s, from->choice, before, after, &change))
        return;
    t->changes[t->count] = change;
    *source =
        (cq_plug_source){.block = cq_plug_cursor_block(from->cursor), .ends = ends};
    source->change = &t->changes[t->count];
    source->changes = change.kind != CQ_CHANGE_NONE;
    t->count++;
}

/* The streams at the smallest pattern are taken out of the heap, to the place after its
 * end. */
static size_t take_out(tasking *t, cq_pattern after)
{
    size_t taken = 0;

    t->count = 0;
    while (t->streams && cq_wide_is(t->heap[0].now, after)) {
        stream one = t->heap[0];

        add_source(t, &one, after);
        t->heap[0] = t->heap[--t->streams];
        t->heap[t->streams] = one;
        taken++;
        if (t->streams)
            sift_down(t->heap, t->streams, 0);
    }
    /* All that become it are taken. */
    cq_assert(!t->streams || cq_wide_below(after, t->heap[0].now));
    cq_assert(taken > 0 && t->count <= taken);
    return taken;
}

/* And go on, back in the heap, when their blocks are not needed any more: a cursor on
 * disk has no other place for the next. */
static cq_status put_back(tasking *t, size_t taken)
{
    for (size_t at = t->streams, end = at + taken; at < end; at++) {
        stream one = t->heap[at];
        bool there;

        cq_try(cq_plug_cursor_next(one.cursor));
        cq_try(settle(t, &one, &there));
        if (there) {
            t->heap[t->streams] = one;
            sift_up(t->heap, t->streams++);
        }
    }
    cq_assert(t->streams <= t->s->choices.count);
    return CQ_OK;
}

/* All sources of the smallest pattern, and their block. */
static cq_status take_pattern(tasking *t)
{
    const cq_plug_stepping *s = t->s;
    cq_pattern after = t->heap[0].now;
    size_t taken = take_out(t, after);

    if (t->count && may_complete(s, after)) {
        if (cq_pattern_ends(after) > CQ_MATING_MOST)
            return CQ_MEMORY;
        cq_try(cq_plug_gather(t->gatherer, t->sources, t->count,
                              t->theirs ? after : cq_stepping_spread(s, after),
                              t->part));
    }
    return put_back(t, taken);
}

static cq_status take_patterns(tasking *t, unsigned worker)
{
    uint64_t looked = t->gatherer->additions;
    cq_status status = open_streams(t);

    while (status == CQ_OK && t->streams) {
        status = take_pattern(t);
        if (worker == 0 && t->gatherer->additions - looked > 1000000) {
            looked = t->gatherer->additions;
            if (cq_plugs_poll(t->s->plugs))
                status = CQ_STOPPED;
        }
    }
    return status;
}

static cq_status make_part(void *shared, unsigned worker, size_t task)
{
    cq_plug_stepping *s = shared;
    cq_plugs *plugs = s->plugs;
    size_t room = s->choices.count;
    tasking t = {.s = s,
                 .range = &s->ranges.at[task],
                 .gatherer = &plugs->gatherers[worker],
                 .part = &s->parts[task],
                 .theirs = s->ranges.at[task].rank != cq_spread_rank(plugs->spread),
                 .cursors = cq_zalloc(plugs->ctx, room, sizeof(cq_plug_cursor)),
                 .heap = cq_alloc(plugs->ctx, room, sizeof(stream)),
                 .sources = cq_alloc(plugs->ctx, room, sizeof(cq_plug_source)),
                 .changes = cq_alloc(plugs->ctx, room, sizeof(cq_change))};
    cq_status status = CQ_MEMORY;

    if (worker == 0 && cq_spread_look(plugs->spread))
        status = CQ_STOPPED;
    else if (t.cursors && t.heap && t.sources && t.changes)
        status = take_patterns(&t, worker);
    cq_then(status, cq_plug_part_end(t.part));
    for (size_t i = 0; t.cursors && i < room; i++)
        cq_plug_cursor_free(&t.cursors[i]);
    cq_free_each(t.cursors, t.heap, t.sources, t.changes);
    return status;
}

/* ---- all tasks ---- */

/* What some of the layer's patterns become, spread over those that may have a choice,
 * with the words that each stands for. */
static size_t sample(const cq_plug_stepping *s, const cq_plug_choice *c,
                     cq_plug_sample *samples)
{
    size_t first = cq_plug_layer_from(c->layer, c->low), count = 0;
    size_t size = cq_plug_layer_from(c->layer, c->high) - first;
    size_t step = size / SAMPLES + (s->chunks && size % SAMPLES != 0);

    cq_assert(first + size <= cq_plug_layer_marks(c->layer));
    for (size_t at = 0; at < size && count < SAMPLES && step; at += step) {
        cq_plug_sample *one = &samples[count++];

        one->pattern = cq_choice_apply(s, c, cq_plug_layer_mark(c->layer, first + at));
        one->weight =
            step * cq_plug_layer_weight(c->layer, &s->plugs->matings, first + at);
    }
    return count;
}

/* Samples of all choices, in order. */
static cq_status take_samples(cq_plug_stepping *s, cq_plug_samples *out)
{
    cq_context *ctx = s->plugs->ctx;

    cq_try(cq_vec_reserve(ctx, out, s->choices.count * SAMPLES + 1));
    for (size_t i = 0; i < s->choices.count; i++)
        out->count += sample(s, &s->choices.at[i], out->at + out->count);
    cq_plug_samples_sort(out);
    return CQ_OK;
}

/* About as many sources for each task; on disk not so few that chunks would be small.
 */
static size_t tasks_for(const cq_plug_stepping *s, size_t samples)
{
    size_t tasks = s->chunks ? s->chunks : s->layer->count / TASK_BLOCKS + 1;

    if (tasks > TASKS_MOST)
        tasks = TASKS_MOST;
    return tasks <= samples ? tasks : samples ? samples : 1;
}

/* Cuts a range of new patterns into ranges with about as many sources each. */
static cq_status cut(cq_plug_stepping *s, const cq_plug_samples *samples,
                     cq_plug_range whole)
{
    size_t size = sizeof *samples->at;
    size_t first = cq_patterns_from(samples->at, size, samples->count, whole.from);
    size_t end = cq_patterns_from(samples->at, size, samples->count, whole.to);
    size_t tasks = tasks_for(s, end - first);
    cq_plug_range next = whole;

    cq_assert(!cq_wide_below(whole.to, whole.from) && first <= end && tasks > 0);
    for (size_t t = 1; t <= tasks; t++) {
        next.to = t < tasks ? samples->at[first + (end - first) * t / tasks].pattern
                            : whole.to;
        cq_try(cq_vec_push(s->plugs->ctx, &s->ranges, next));
        cq_assert(!cq_wide_below(next.to, next.from)); /* samples ascend */
        next.from = next.to;
    }
    cq_assert(cq_wide_is(next.to, whole.to));
    return CQ_OK;
}

static void drop_parts(cq_plug_stepping *s)
{
    cq_plug_parts_free(s->parts, s->ranges.count);
    s->parts = NULL;
    s->ranges.count = 0;
}

static cq_status make_parts(cq_plug_stepping *s, cq_plug_spill *spill)
{
    cq_plugs *plugs = s->plugs;
    size_t tasks = s->ranges.count;

    s->parts =
        cq_plug_parts_new(plugs->ctx, tasks, s->layer->limbs, plugs->budget, spill);
    cq_try_memory(s->parts);
    for (size_t t = 0; t < tasks; t++)
        s->parts[t].rank = s->ranges.at[t].rank;
    return cq_team_go(&plugs->team, tasks, make_part, s);
}

/* What this process keeps. */
static cq_status make_mine(cq_plug_stepping *s, cq_pattern from, cq_pattern to,
                           cq_plug_layer *out)
{
    cq_plugs *plugs = s->plugs;
    cq_plug_range whole = {from, to, cq_spread_rank(plugs->spread)};
    cq_plug_samples samples = {0};
    cq_plug_spill spill = {0};
    cq_status status = take_samples(s, &samples);

    cq_then(status, cut(s, &samples, whole));
    cq_vec_free(&samples);
    cq_then(status, cq_plugs_spill(plugs, &spill));
    if (status != CQ_OK)
        return status;
    status = make_parts(s, &spill);
    cq_then(status, cq_plug_layer_of_parts(plugs->ctx, s->layer->limbs, s->parts,
                                           s->ranges.count, out));
    drop_parts(s);
    cq_plugs_spilled(plugs, &spill);
    return status;
}

/* ---- with other ranks ---- */

/* What others keep goes to them, first to the next, so that everybody receives all the
 * time. */
static cq_status make_theirs(cq_plug_stepping *s, const cq_plug_samples *samples,
                             const cq_pattern *borders)
{
    cq_plugs *plugs = s->plugs;
    unsigned count = cq_spread_count(plugs->spread), me = cq_spread_rank(plugs->spread);
    cq_plug_spill spill = {0};
    cq_status status = cq_plug_share_spill(plugs, &spill);

    if (status != CQ_OK)
        return status;
    for (unsigned d = 1; d < count && status == CQ_OK; d++) {
        unsigned to = (me + d) % count;

        if (cq_wide_below(borders[to], borders[to + 1]))
            status = cut(s, samples, (cq_plug_range){borders[to], borders[to + 1], to});
    }
    cq_then(status, make_parts(s, &spill));
    drop_parts(s);
    cq_plug_spill_free(&spill);
    return status;
}

/* Runs are more to be merged, as if by a choice that changes nothing. */
static cq_status add_runs(cq_plug_stepping *s, const cq_plug_layer *runs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cq_plug_choice all = {.layer = &runs[i], .high = cq_wide_ones(128)};

        if (runs[i].count == 0)
            continue;
        cq_assert(runs[i].slots == s->layer->slots && runs[i].limbs == s->layer->limbs);
        s->chunks += runs[i].chunks.count;
        cq_try(cq_vec_push(s->plugs->ctx, &s->choices, all));
    }
    return CQ_OK;
}

static cq_status make_share(cq_plug_stepping *s, const cq_plug_samples *samples,
                            const cq_pattern *borders, cq_plug_layer *out)
{
    cq_plugs *plugs = s->plugs;
    unsigned me = cq_spread_rank(plugs->spread);
    cq_plug_arrivals arrivals = {0};
    cq_status status = cq_plug_arrivals_begin(plugs, s->layer, &arrivals);

    cq_then(status, make_theirs(s, samples, borders));
    cq_then(status, cq_plug_arrivals_end(&arrivals));
    cq_assert(status != CQ_OK ||
              cq_plug_arrivals_check(&arrivals, borders[me], borders[me + 1]));
    cq_then(status, add_runs(s, arrivals.runs, arrivals.count));
    cq_then(status, make_mine(s, borders[me], borders[me + 1], out));
    cq_plug_arrivals_free(&arrivals);
    return status;
}

static cq_status share_tasks(cq_plug_stepping *s, cq_plug_layer *out)
{
    cq_plugs *plugs = s->plugs;
    cq_plug_samples samples = {0};
    cq_pattern *borders =
        cq_alloc(plugs->ctx, cq_spread_count(plugs->spread) + 1, sizeof *borders);
    cq_status status = borders ? take_samples(s, &samples) : CQ_MEMORY;

    cq_then(status, cq_plug_borders(plugs, &samples, borders));
    cq_then(status, make_share(s, &samples, borders, out));
    cq_free(borders);
    cq_vec_free(&samples);
    return status;
}

/* The slots of what was made are set before the ranks compare it. */
static cq_status run_tasks(cq_plug_stepping *s, cq_plug_layer *out)
{
    cq_plug_layer made = {0};
    cq_status status;

    if (s->alone || !s->plugs->spread)
        status = make_mine(s, cq_wide_of(0), cq_wide_ones(128), &made);
    else
        status = share_tasks(s, &made);
    if (status == CQ_OK && !s->alone)
        status = cq_plug_totals(s->plugs, &made);
    if (status != CQ_OK) {
        cq_plug_layer_free(&made);
        return status;
    }
    *out = made;
    cq_plug_layer_set_slots(out, s->vertex, s->slots);
    return CQ_OK;
}

/* The numbers must hold the sum of all, times the choices. */
static cq_status make_numbers_long(cq_plug_layer *layer, size_t choices)
{
    /* There may be none, if moves are forbidden. */
    size_t bits = layer->total_bits + 64 - (unsigned)__builtin_clzll(choices | 1);
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
    cq_plug_stepping s = {
        .plugs = plugs, .layer = layer, .chunks = layer->chunks.count};
    cq_status status;

    if (!cq_stepping_slots(&s, side, at))
        return cq_fail(plugs->ctx, CQ_MEMORY, "the frontier is wider than %d vertices",
                       CQ_SLOTS_MOST);
    status = cq_stepping_choices(plugs->ctx, &s, side, step);
    cq_then(status, make_numbers_long(layer, s.choices.count));
    cq_then(status,
            cq_stepping_needs(plugs->ctx, &s, &plugs->net, side, step, decided));
    cq_assert(status != CQ_OK || cq_plug_watch(plugs, side, at, decided, layer));
    cq_then(status, run_tasks(&s, out));
    cq_assert(status != CQ_OK || cq_plug_check(plugs, side, out));
    cq_vec_free_each(&s.choices, &s.needs, &s.ranges);
    return status;
}

/* As a step that changes nothing, with a stream for each run. */
static cq_status merge(cq_plugs *plugs, const cq_plug_layer *runs, size_t count,
                       bool alone, cq_plug_layer *out)
{
    unsigned bits = 2 * runs->slots;
    cq_plug_stepping s = {.plugs = plugs,
                          .layer = runs,
                          .kept = cq_wide_ones(bits),
                          .spreads = {{.bits = bits}},
                          .spread_count = 1,
                          .slots = runs->slots,
                          .alone = alone};
    cq_status status = add_runs(&s, runs, count);

    memcpy(s.vertex, runs->vertex, sizeof s.vertex);
    cq_then(status, run_tasks(&s, out));
    cq_vec_free_each(&s.choices, &s.ranges);
    return status;
}

cq_status cq_plug_merge(cq_plugs *plugs, const cq_plug_layer *runs, size_t count,
                        cq_plug_layer *out)
{
    return merge(plugs, runs, count, true, out);
}

cq_status cq_plug_share(cq_plugs *plugs, const cq_plug_layer *layer, cq_plug_layer *out)
{
    return merge(plugs, layer, 1, false, out);
}
