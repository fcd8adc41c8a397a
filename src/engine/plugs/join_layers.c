/* join_layers.c - counts the closed tours that two layers form together.
 *
 * Both layers stand on the vertices of the middle. Two states make a closed tour if
 * each vertex is done on one side, or an end on both, and their two matings make one
 * cycle. So blocks with complementary patterns are combined (pair_blocks.c).
 *
 * In memory the block of a complementary pattern is looked up; with several ranks, too,
 * after they have asked each other for what they need (join_shared.c). On disk, the
 * complements of the second layer under all maps are made first, as a layer in their
 * own order (plug_images.c), and then the two are read side by side. */
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_join.h"

#include <string.h>

enum { TASKS_MOST = 256, TASK_BLOCKS = 64 };

/* ---- what a pattern makes ---- */

/* Keeps what the pattern has made, if tours are to be drawn, and adds it to the sum of
 * the task. */
static cq_status note_share(cq_plug_pairing *p, size_t task, cq_pattern pattern)
{
    cq_plug_joining *j = p->j;
    size_t limbs = j->share_limbs;

    if (!mpz_sgn(p->sum))
        return CQ_OK;
    mpz_add(j->sums[task], j->sums[task], p->sum);
    if (j->shares) {
        cq_plug_shares *shares = &j->shares[task];
        uint64_t *words;

        cq_assert(
            !shares->patterns.count ||
            cq_wide_below(shares->patterns.at[shares->patterns.count - 1], pattern));
        cq_try(cq_vec_push(p->ctx, &shares->patterns, pattern));
        cq_try(cq_vec_reserve(p->ctx, &shares->words, limbs));
        words = shares->words.at + shares->words.count;
        shares->words.count += limbs;
        memset(words, 0, limbs * sizeof *words);
        cq_assert(mpz_sizeinbase(p->sum, 2) <= 64 * limbs);
        mpz_export(words, NULL, -1, sizeof *words, 0, 0, p->sum);
    }
    mpz_set_ui(p->sum, 0);
    return CQ_OK;
}

/* ---- in memory ---- */

/* The source at this place: a block of the other layer's pattern by a map. */
static void add_source(cq_plug_pairing *p, size_t at, size_t map, cq_pattern other,
                       cq_pattern pattern, const cq_plug_block *block)
{
    const cq_plug_joining *j = p->j;
    cq_change *changes = p->changes + at * CQ_MATING_MOST;
    cq_plug_source *source = &p->sources[at];

    cq_assert(at < j->there.maps && map < j->there.maps);
    *source = (cq_plug_source){
        .block = block, .ends = cq_pattern_ends(pattern), .change = changes};
    source->changes =
        cq_plug_image_changes(&j->there, map, j->other->slots, other, pattern, changes);
}

size_t cq_plug_join_sources(cq_plug_pairing *p, cq_pattern pattern)
{
    const cq_plug_joining *j = p->j;
    unsigned ends = cq_pattern_ends(pattern);
    cq_pattern other;
    size_t count = 0;

    for (size_t map = 0; map < j->there.maps && ends; map++) {
        const cq_plug_block *found = NULL;

        if (cq_plug_image(&j->back, map, j->one->slots, pattern, &other))
            found = cq_plug_layer_find(j->other, other);
        if (found)
            add_source(p, count++, map, other, pattern, found);
    }
    return count;
}

static cq_status join_pattern(cq_plug_pairing *p, size_t task, size_t at)
{
    cq_pattern pattern = p->j->one->patterns[at];
    size_t count = cq_plug_join_sources(p, pattern);

    cq_try(cq_plug_pair(p, &p->j->one->blocks[at], cq_pattern_ends(pattern), count));
    return note_share(p, task, pattern);
}

static cq_status join_in_memory(cq_plug_pairing *p, unsigned worker, size_t task)
{
    const cq_plug_joining *j = p->j;
    size_t end = j->one->count * (task + 1) / j->tasks;

    for (size_t i = j->one->count * task / j->tasks; i < end; i++) {
        cq_try(join_pattern(p, task, i));
        if (worker == 0 && i % 64 == 0 && cq_plugs_poll(j->plugs))
            return CQ_STOPPED;
    }
    return CQ_OK;
}

/* ---- side by side ---- */

/* Two blocks of the same pattern. */
static cq_status join_same(cq_plug_pairing *p, size_t task, const cq_plug_cursor *one,
                           const cq_plug_cursor *image)
{
    unsigned ends = cq_pattern_ends(cq_plug_cursor_pattern(one));

    if (!ends)
        return CQ_OK;
    p->sources[0] =
        (cq_plug_source){.block = cq_plug_cursor_block(image), .ends = ends};
    cq_try(cq_plug_pair(p, cq_plug_cursor_block(one), ends, 1));
    return note_share(p, task, cq_plug_cursor_pattern(one));
}

/* From where both are to the pattern `to`. */
static cq_status join_cursors(cq_plug_pairing *p, unsigned worker, size_t task,
                              cq_pattern to, cq_plug_cursor *one, cq_plug_cursor *image)
{
    for (size_t i = 0; cq_plug_cursor_has(one) && cq_plug_cursor_has(image); i++) {
        cq_pattern x = cq_plug_cursor_pattern(one), y = cq_plug_cursor_pattern(image);

        if (!cq_wide_below(x, to))
            break;
        if (cq_wide_is(x, y))
            cq_try(join_same(p, task, one, image));
        if (!cq_wide_below(y, x))
            cq_try(cq_plug_cursor_next(one));
        if (!cq_wide_below(x, y))
            cq_try(cq_plug_cursor_next(image));
        if (worker == 0 && i % 64 == 0 && cq_plugs_poll(p->j->plugs))
            return CQ_STOPPED;
    }
    return CQ_OK;
}

static cq_status join_on_disk(cq_plug_pairing *p, unsigned worker, size_t task)
{
    const cq_plug_joining *j = p->j;
    size_t marks = cq_plug_layer_marks(j->one);
    size_t first = marks * task / j->tasks, end = marks * (task + 1) / j->tasks;
    cq_plug_cursor one, image;
    cq_pattern from, to = cq_wide_ones(128);
    cq_status status;

    if (first == end)
        return CQ_OK;
    from = cq_plug_layer_mark(j->one, first);
    if (end < marks)
        to = cq_plug_layer_mark(j->one, end);
    cq_plug_cursor_init(&one, j->one, p->matings);
    cq_plug_cursor_init(&image, &j->images, p->matings);
    status = cq_plug_cursor_seek(&one, from);
    cq_then(status, cq_plug_cursor_seek(&image, from));
    cq_then(status, join_cursors(p, worker, task, to, &one, &image));
    cq_plug_cursor_free(&one);
    cq_plug_cursor_free(&image);
    return status;
}

static cq_status join_part(void *shared, unsigned worker, size_t task)
{
    cq_plug_joining *j = shared;
    cq_plug_pairing p;
    cq_status status;

    cq_try(cq_plug_pairing_new(j, &j->plugs->gatherers[worker], &p));
    status = j->images.ctx ? join_on_disk(&p, worker, task)
                           : join_in_memory(&p, worker, task);
    cq_plug_pairing_free(&p);
    return status;
}

/* ---- both layers ---- */

/* Where the slots of each layer go in the other. */
static void set_slots(cq_plug_joining *j, const cq_plug_plan *plan, uint32_t vertices)
{
    const cq_plug_layer *one = j->one, *other = j->other;

    for (size_t map = 0; map < j->there.maps; map++) {
        const uint32_t *onto = plan->onto + map * vertices;
        uint8_t *there = j->there.slot + map * CQ_SLOTS_MOST;
        uint8_t *back = j->back.slot + map * CQ_SLOTS_MOST;

        for (unsigned s = 0; s < other->slots; s++) {
            unsigned t = cq_slot_of(one->vertex, one->slots, onto[other->vertex[s]]);

            if (t == one->slots)
                continue;
            cq_assert(back[t] == CQ_SLOT_NOWHERE); /* one goes there */
            there[s] = (uint8_t)t;
            back[t] = (uint8_t)s;
        }
    }
}

/* A vertex without a slot is done in the first layer and untouched in the other. */
static void add_done(cq_plug_joining *j)
{
    unsigned slots = j->one->slots;

    j->back.alone = 2;
    for (size_t map = 0; map < j->there.maps; map++) {
        cq_pattern *done = &j->there.added[map];

        *done = cq_wide_of(0);
        for (unsigned t = 0; t < slots; t++)
            if (j->back.slot[map * CQ_SLOTS_MOST + t] == CQ_SLOT_NOWHERE)
                *done = cq_wide_or(*done, cq_pattern_slot(2, cq_slot_shift(t, slots)));
    }
}

static cq_status set_up(cq_plug_joining *j)
{
    cq_plugs *plugs = j->plugs;
    size_t maps = plugs->plan.maps;

    cq_assert(maps > 0);
    cq_try(cq_plug_imaging_new(plugs, maps, &j->there));
    cq_try(cq_plug_imaging_new(plugs, maps, &j->back));
    j->there.added = cq_alloc(plugs->ctx, maps, sizeof *j->there.added);
    cq_try_memory(j->there.added);
    j->there.complement = j->back.complement = true;
    j->there.slots = j->one->slots;
    j->back.slots = j->other->slots;
    memcpy(j->there.vertex, j->one->vertex, sizeof j->there.vertex);
    set_slots(j, &plugs->plan, plugs->net.vertices);
    add_done(j);
    return CQ_OK;
}

/* What the tasks have noted, in their order, goes to the end of what is noted; the
 * tasks have nothing any more. */
static cq_status collect_shares(cq_plug_joining *j, cq_status status)
{
    cq_context *ctx = j->plugs->ctx;
    cq_plug_shares *all = &j->noted;

    for (size_t t = 0; j->shares && t < j->tasks; t++) {
        cq_plug_shares *own = &j->shares[t];

        cq_then(status, cq_vec_reserve(ctx, &all->patterns, own->patterns.count));
        cq_then(status, cq_vec_reserve(ctx, &all->words, own->words.count));
        if (status == CQ_OK && own->patterns.count) {
            memcpy(all->patterns.at + all->patterns.count, own->patterns.at,
                   own->patterns.count * sizeof *own->patterns.at);
            memcpy(all->words.at + all->words.count, own->words.at,
                   own->words.count * sizeof *own->words.at);
            cq_assert(!all->patterns.count ||
                      cq_wide_below(all->patterns.at[all->patterns.count - 1],
                                    own->patterns.at[0]));
            all->patterns.count += own->patterns.count;
            all->words.count += own->words.count;
        }
        cq_vec_free_each(&own->patterns, &own->words);
    }
    cq_free(j->shares);
    j->shares = NULL;
    return status;
}

cq_status cq_plug_join_tasks(cq_plug_joining *j, mpz_t out)
{
    cq_plugs *plugs = j->plugs;
    cq_status status;

    j->tasks = j->one->count / TASK_BLOCKS + 1;
    if (j->images.ctx)
        j->tasks = cq_plug_layer_marks(j->one) + 1;
    if (j->tasks > TASKS_MOST)
        j->tasks = TASKS_MOST;
    if (plugs->keeping) {
        j->shares = cq_zalloc(plugs->ctx, j->tasks, sizeof *j->shares);
        cq_try_memory(j->shares);
    }
    j->sums = cq_alloc(plugs->ctx, j->tasks, sizeof *j->sums);
    cq_try_memory(j->sums);
    for (size_t t = 0; t < j->tasks; t++)
        mpz_init(j->sums[t]);
    status = cq_team_go(&plugs->team, j->tasks, join_part, j);
    for (size_t t = 0; t < j->tasks; t++) {
        mpz_add(out, out, j->sums[t]);
        mpz_clear(j->sums[t]);
    }
    cq_free(j->sums);
    cq_assert(mpz_sgn(out) >= 0);
    return collect_shares(j, status);
}

/* Numbers of the same length, with room for the sum over all maps. */
static cq_status make_numbers_long(cq_plug_layer *one, cq_plug_layer *other)
{
    while (one->limbs < other->limbs ||
           one->total_bits + CQ_MIRROR_BITS > 64 * (size_t)one->limbs)
        cq_try(cq_plug_layer_widen(one));
    while (other->limbs < one->limbs ||
           other->total_bits + CQ_MIRROR_BITS > 64 * (size_t)other->limbs)
        cq_try(cq_plug_layer_widen(other));
    while (one->limbs < other->limbs)
        cq_try(cq_plug_layer_widen(one));
    return CQ_OK;
}

static cq_status join_alone(cq_plug_joining *j, mpz_t out)
{
    if (cq_plug_layer_is_on_disk(j->one) || cq_plug_layer_is_on_disk(j->other))
        cq_try(cq_plug_images(&j->there, j->other, &j->images));
    return cq_plug_join_tasks(j, out);
}

cq_status cq_plug_join_open(cq_plugs *plugs, cq_plug_layer *one, cq_plug_layer *other,
                            cq_plug_joining *out)
{
    cq_status status = make_numbers_long(one, other);

    *out = (cq_plug_joining){.plugs = plugs, .one = one, .other = other};
    out->share_limbs =
        (unsigned)((one->total_bits + other->total_bits + CQ_MIRROR_BITS) / 64 + 1);
    cq_then(status, set_up(out));
    cq_assert(status != CQ_OK ||
              (one->limbs == other->limbs &&
               one->total_bits + CQ_MIRROR_BITS <= 64 * one->limbs &&
               other->total_bits + CQ_MIRROR_BITS <= 64 * one->limbs));
    if (status != CQ_OK)
        cq_plug_join_close(out);
    return status;
}

void cq_plug_join_close(cq_plug_joining *j)
{
    cq_free(j->shares); /* of tasks that were never begun */
    cq_vec_free_each(&j->noted.patterns, &j->noted.words);
    cq_plug_layer_free(&j->images);
    cq_plug_imaging_free(&j->there);
    cq_plug_imaging_free(&j->back);
    memset(j, 0, sizeof *j);
}

cq_status cq_plug_join_count(cq_plug_joining *j, mpz_t out)
{
    cq_plugs *plugs = j->plugs;
    size_t maps = j->there.maps;

    mpz_set_ui(out, 0);
    cq_try(plugs->spread ? cq_plug_join_shared(j, out) : join_alone(j, out));
    cq_try(cq_spread_add_up(plugs->spread, out));
    if (!mpz_divisible_ui_p(out, maps))
        return cq_fail(plugs->ctx, CQ_DEFECT,
                       "the states of a symmetric board are not symmetric");
    mpz_divexact_ui(out, out, maps);
    cq_assert(cq_plug_join_check(plugs, j->one, j->other, out));
    return CQ_OK;
}
