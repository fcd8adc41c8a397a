/* join_layers.c - the closed tours that two layers make together.
 *
 * Both layers stand on the vertices of the middle. Two states make a closed tour if
 * each vertex is done on one side, or an end on both, and their two matings make one
 * cycle. So the blocks of complementary patterns are put together, and with numbers t
 * and b for the matings of k ends on either side, the tours are
 *
 *     sum over matings x, y of   t[x] b[y] [x and y make one cycle].
 *
 * That needs no look at the (k-1)!! squared pairs. Let q be the partner of the last end
 * in y: the matings y with this q stand together in b, and x, with the ends q and last
 * linked, is a mating of k - 2 ends. So for each q the numbers t go through one change
 * of matings, and what remains is the same with two ends less:
 *
 *     k (k-1)!! + (k-1) (k-2) (k-3)!! + ...  <  k^2 / 4 (k-1)!!  additions.
 *
 * If the blocks have few entries, their pairs are walked along instead.
 *
 * In memory the block of a complementary pattern is looked up. On disk, and with
 * several ranks, the complements of the second layer under all maps are made first, as
 * a layer in their own order (plug_images.c), and then the two are read side by
 * side. */
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_images.h"
#include "engine/plugs/plug_share.h"

#include <string.h>

enum { TASKS_MOST = 256, TASK_BLOCKS = 64 };

typedef struct joining {
    cq_plugs *plugs;
    const cq_plug_layer *one, *other;
    /* The complements of the other layer, on the first one's slots; */
    cq_plug_imaging there;
    cq_plug_layer images; /* all of them; or no layer, if both are in memory */
    /* and back: from a pattern of the first to that of the other. */
    cq_plug_imaging back;
    size_t first, end; /* marks of the first layer, if there are images */
    size_t tasks;
    mpz_t *sums; /* one a task */
} joining;

/* What one task works with. */
typedef struct pairing {
    const joining *j;
    const cq_matings *matings;
    cq_context *ctx;
    cq_plug_gatherer *gatherer; /* its full array holds the other side's numbers */
    unsigned limbs;
    uint64_t *numbers; /* this side's, one array after the other as ends go away */
    size_t numbers_room;
    uint64_t *back; /* for cq_mating_add */
    size_t back_room;
    mpz_t a, b;
    mpz_ptr sum;
    cq_plug_source *sources;
    cq_change *changes;
} pairing;

/* ---- two blocks with a number for each mating ---- */

static void add_product(pairing *p, const uint64_t *x, const uint64_t *y)
{
    cq_limbs_read(p->a, x, p->limbs);
    cq_limbs_read(p->b, y, p->limbs);
    mpz_addmul(p->sum, p->a, p->b);
}

/* The sums stay below the product of the totals of two blocks, and so below 2^128. */
static cq_wide pair_short(pairing *p, unsigned k, uint64_t *x, const uint64_t *y)
{
    size_t count = cq_mating_words(p->matings, k, 1), less;
    uint64_t *next = x + count;
    cq_wide sum = {0};

    cq_assert(k >= 2 && k % 2 == 0 && next <= p->numbers + p->numbers_room);
    if (k == 2)
        return cq_wide_product(x[0], y[0]);
    if (k == 4) /* all but a mating with itself */
        return cq_wide_plus(cq_wide_product(x[0], y[1] + y[2]),
                            cq_wide_plus(cq_wide_product(x[1], y[0] + y[2]),
                                         cq_wide_product(x[2], y[0] + y[1])));
    less = cq_mating_words(p->matings, k - 2, 1);
    for (unsigned q = 0; q < k - 1; q++) {
        cq_change link = {CQ_CHANGE_JOIN, (uint8_t)q, (uint8_t)(k - 1)};

        memset(next, 0, less * sizeof *next);
        cq_mating_add(p->matings, link, k, 1, x, next, p->back);
        sum = cq_wide_plus(sum, pair_short(p, k - 2, next, y + q * less));
    }
    return sum;
}

static void pair_long(pairing *p, unsigned k, uint64_t *x, const uint64_t *y)
{
    size_t count = cq_mating_words(p->matings, k, p->limbs), less;
    uint64_t *next = x + count;

    if (k == 2) {
        add_product(p, x, y);
        return;
    }
    less = cq_mating_words(p->matings, k - 2, p->limbs);
    for (unsigned q = 0; q < k - 1; q++) {
        cq_change link = {CQ_CHANGE_JOIN, (uint8_t)q, (uint8_t)(k - 1)};

        memset(next, 0, less * sizeof *next);
        cq_mating_add(p->matings, link, k, p->limbs, x, next, p->back);
        pair_long(p, k - 2, next, y + q * less);
    }
}

static void spread_block(const pairing *p, const cq_plug_block *block, unsigned ends)
{
    size_t count = cq_mating_words(p->matings, ends, p->limbs);

    if (cq_plug_block_is_full(block)) {
        memcpy(p->numbers, block->words, count * sizeof *p->numbers);
        return;
    }
    memset(p->numbers, 0, count * sizeof *p->numbers);
    for (size_t i = 0; i < block->entries; i++)
        memcpy(p->numbers + cq_plug_block_rank(block, ends, p->limbs, i) * p->limbs,
               block->words + i * p->limbs, p->limbs * sizeof *p->numbers);
}

/* Sums below 2^64 on both sides make sums of products below 2^128. */
static bool is_short(const pairing *p)
{
    return p->limbs == 1 && p->j->one->total_bits <= 64 &&
           p->j->other->total_bits + CQ_MIRROR_BITS <= 64;
}

static cq_status pair_full(pairing *p, const cq_plug_block *block, unsigned ends,
                           size_t sources)
{
    size_t room = 0;

    for (unsigned k = 2; k <= ends; k += 2)
        room += cq_mating_words(p->matings, k, p->limbs);
    if (!cq_plug_make_room(p->ctx, &p->numbers, &p->numbers_room, room) ||
        !cq_plug_make_room(p->ctx, &p->back, &p->back_room,
                           cq_mating_scratch(p->matings, ends, p->limbs)))
        return CQ_MEMORY;
    p->gatherer->limbs = p->limbs;
    cq_try(cq_plug_gather_full(p->gatherer, p->sources, sources, ends));
    spread_block(p, block, ends);
    if (is_short(p)) {
        cq_wide_read(p->a, pair_short(p, ends, p->numbers, p->gatherer->full));
        mpz_add(p->sum, p->sum, p->a);
    } else {
        pair_long(p, ends, p->numbers, p->gatherer->full);
    }
    return CQ_OK;
}

/* ---- two blocks with few entries ---- */

static bool make_one_cycle(const uint8_t *x, const uint8_t *y, unsigned ends)
{
    unsigned at = 0, steps = 0;

    do {
        at = y[x[at]];
        steps += 2;
        cq_assert(at < ends && steps <= ends);
    } while (at);
    return steps == ends;
}

static uint64_t rank_of(const pairing *p, const cq_plug_block *block, unsigned ends,
                        size_t i)
{
    return cq_plug_block_is_full(block) ? i
                                        : cq_plug_block_rank(block, ends, p->limbs, i);
}

static size_t entries_of(const pairing *p, const cq_plug_block *block, unsigned ends)
{
    return block->entries ? block->entries : cq_mating_words(p->matings, ends, 1);
}

static cq_status pair_entries(pairing *p, const cq_plug_block *block, unsigned ends,
                              const cq_plug_source *source)
{
    size_t ours = entries_of(p, block, ends);
    size_t theirs = entries_of(p, source->block, ends);
    uint8_t *partners = cq_alloc(p->ctx, ours + 1, CQ_MATING_MOST);

    if (!partners)
        return CQ_MEMORY;
    for (size_t i = 0; i < ours; i++)
        cq_mating_partners(p->matings, ends, rank_of(p, block, ends, i),
                           partners + i * CQ_MATING_MOST);
    for (size_t k = 0; k < theirs; k++) {
        uint64_t rank = rank_of(p, source->block, ends, k);
        uint8_t other[CQ_MATING_MOST];

        for (unsigned c = 0; c < source->changes; c++)
            rank = cq_mating_change(p->matings, source->change[c], ends, rank);
        cq_mating_partners(p->matings, ends, rank, other);
        for (size_t i = 0; i < ours; i++)
            if (make_one_cycle(partners + i * CQ_MATING_MOST, other, ends))
                add_product(p, block->words + i * p->limbs,
                            source->block->words + k * p->limbs);
    }
    p->gatherer->additions += ours * theirs;
    cq_free(partners);
    return CQ_OK;
}

/* ---- patterns that go together ---- */

/* Whether going through all matings of `ends` ends is less work than walking the pairs.
 */
static bool prefers_full(const pairing *p, unsigned ends, double pairs)
{
    double all = (double)p->matings->counts[ends] * ends * ends / 4;

    return ends <= CQ_FULL_MOST && pairs * (4 + ends) > all;
}

/* The sources are the other side's blocks of the same ends. */
static cq_status join_block(pairing *p, const cq_plug_block *block, unsigned ends,
                            size_t count)
{
    double ours = (double)entries_of(p, block, ends), pairs = 0;

    for (size_t i = 0; i < count; i++)
        pairs += ours * (double)entries_of(p, p->sources[i].block, ends);
    if (count && prefers_full(p, ends, pairs))
        return pair_full(p, block, ends, count);
    for (size_t i = 0; i < count; i++)
        cq_try(pair_entries(p, block, ends, &p->sources[i]));
    return CQ_OK;
}

/* In memory: the complements of a pattern under all maps. */
static cq_status join_pattern(pairing *p, size_t at)
{
    const joining *j = p->j;
    cq_pattern pattern = j->one->patterns[at], other;
    unsigned ends = cq_pattern_ends(pattern);
    size_t count = 0;

    for (size_t map = 0; map < j->there.maps && ends; map++) {
        const cq_plug_block *found = NULL;
        cq_change *changes = p->changes + count * CQ_MATING_MOST;
        cq_plug_source *source = &p->sources[count];

        if (cq_plug_image(&j->back, map, j->one->slots, pattern, &other))
            found = cq_plug_layer_find(j->other, other);
        if (!found)
            continue;
        *source = (cq_plug_source){.block = found, .ends = ends, .change = changes};
        source->changes = cq_plug_image_changes(&j->there, map, j->other->slots, other,
                                                pattern, changes);
        count++;
    }
    return join_block(p, &j->one->blocks[at], ends, count);
}

static cq_status join_in_memory(pairing *p, unsigned worker, size_t task)
{
    const joining *j = p->j;
    size_t end = j->one->count * (task + 1) / j->tasks;

    for (size_t i = j->one->count * task / j->tasks; i < end; i++) {
        cq_try(join_pattern(p, i));
        if (worker == 0 && i % 64 == 0 && cq_plugs_poll(j->plugs))
            return CQ_STOPPED;
    }
    return CQ_OK;
}

/* ---- side by side ---- */

static bool is_below(const void *user, cq_pattern pattern)
{
    return cq_wide_below(pattern, *(const cq_pattern *)user);
}

/* Two blocks of the same pattern. */
static cq_status join_same(pairing *p, const cq_plug_cursor *one,
                           const cq_plug_cursor *image)
{
    unsigned ends = cq_pattern_ends(cq_plug_cursor_pattern(one));

    p->sources[0] =
        (cq_plug_source){.block = cq_plug_cursor_block(image), .ends = ends};
    return ends ? join_block(p, cq_plug_cursor_block(one), ends, 1) : CQ_OK;
}

/* From where both are to the pattern `to`. */
static cq_status join_cursors(pairing *p, unsigned worker, cq_pattern to,
                              cq_plug_cursor *one, cq_plug_cursor *image)
{
    for (size_t i = 0; cq_plug_cursor_has(one) && cq_plug_cursor_has(image); i++) {
        cq_pattern x = cq_plug_cursor_pattern(one), y = cq_plug_cursor_pattern(image);

        if (!cq_wide_below(x, to))
            break;
        if (cq_wide_is(x, y))
            cq_try(join_same(p, one, image));
        if (!cq_wide_below(y, x))
            cq_try(cq_plug_cursor_next(one));
        if (!cq_wide_below(x, y))
            cq_try(cq_plug_cursor_next(image));
        if (worker == 0 && i % 64 == 0 && cq_plugs_poll(p->j->plugs))
            return CQ_STOPPED;
    }
    return CQ_OK;
}

static cq_status join_on_disk(pairing *p, unsigned worker, size_t task)
{
    const joining *j = p->j;
    size_t marks = j->end - j->first;
    size_t first = j->first + marks * task / j->tasks;
    size_t end = j->first + marks * (task + 1) / j->tasks;
    cq_plug_cursor one, image;
    cq_pattern from, to = cq_wide_ones(128);
    cq_status status;

    if (first == end)
        return CQ_OK;
    from = cq_plug_layer_mark(j->one, first);
    if (end < cq_plug_layer_marks(j->one))
        to = cq_plug_layer_mark(j->one, end);
    cq_plug_cursor_init(&one, j->one, p->matings);
    cq_plug_cursor_init(&image, &j->images, p->matings);
    status = cq_plug_cursor_seek(&one, is_below, &from);
    if (status == CQ_OK)
        status = cq_plug_cursor_seek(&image, is_below, &from);
    if (status == CQ_OK)
        status = join_cursors(p, worker, to, &one, &image);
    cq_plug_cursor_free(&one);
    cq_plug_cursor_free(&image);
    return status;
}

static cq_status join_part(void *shared, unsigned worker, size_t task)
{
    joining *j = shared;
    cq_plugs *plugs = j->plugs;
    size_t maps = j->there.maps;
    pairing p = {.j = j,
                 .matings = &plugs->matings,
                 .ctx = plugs->ctx,
                 .gatherer = &plugs->gatherers[worker],
                 .limbs = j->one->limbs,
                 .sum = j->sums[task]};
    cq_status status = CQ_MEMORY;

    mpz_inits(p.a, p.b, NULL);
    p.sources = cq_alloc(plugs->ctx, maps, sizeof *p.sources);
    p.changes = cq_alloc(plugs->ctx, maps * CQ_MATING_MOST, sizeof *p.changes);
    if (p.sources && p.changes)
        status = j->images.ctx ? join_on_disk(&p, worker, task)
                               : join_in_memory(&p, worker, task);
    cq_free_each(p.sources, p.changes, p.numbers, p.back);
    mpz_clears(p.a, p.b, NULL);
    return status;
}

/* ---- both layers ---- */

/* Where the slots of each layer go in the other. */
static void set_slots(joining *j, const cq_plug_plan *plan, uint32_t vertices)
{
    const cq_plug_layer *one = j->one, *other = j->other;

    for (size_t map = 0; map < j->there.maps; map++) {
        const uint32_t *onto = plan->onto + map * vertices;
        uint8_t *there = j->there.slot + map * CQ_SLOTS_MOST;
        uint8_t *back = j->back.slot + map * CQ_SLOTS_MOST;

        for (unsigned t = 0; t < one->slots; t++)
            for (unsigned s = 0; s < other->slots; s++)
                if (onto[other->vertex[s]] == one->vertex[t]) {
                    there[s] = (uint8_t)t;
                    back[t] = (uint8_t)s;
                }
    }
}

/* A vertex without a slot is done in the first layer and untouched in the other. */
static void add_done(joining *j)
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

static cq_status set_up(joining *j)
{
    cq_plugs *plugs = j->plugs;
    size_t maps = plugs->plan.maps;

    cq_assert(maps > 0);
    cq_try(cq_plug_imaging_new(plugs, maps, &j->there));
    cq_try(cq_plug_imaging_new(plugs, maps, &j->back));
    j->there.added = cq_alloc(plugs->ctx, maps, sizeof *j->there.added);
    if (!j->there.added)
        return CQ_MEMORY;
    j->there.complement = j->back.complement = true;
    j->there.slots = j->one->slots;
    j->back.slots = j->other->slots;
    memcpy(j->there.vertex, j->one->vertex, sizeof j->there.vertex);
    set_slots(j, &plugs->plan, plugs->net.vertices);
    add_done(j);
    return CQ_OK;
}

/* Adds what the tasks come to. */
static cq_status run_tasks(joining *j, mpz_t out)
{
    cq_plugs *plugs = j->plugs;
    cq_status status;

    j->tasks = j->one->count / TASK_BLOCKS + 1;
    if (j->images.ctx)
        j->tasks = j->end - j->first + 1;
    if (j->tasks > TASKS_MOST)
        j->tasks = TASKS_MOST;
    j->sums = cq_alloc(plugs->ctx, j->tasks, sizeof *j->sums);
    if (!j->sums)
        return CQ_MEMORY;
    for (size_t t = 0; t < j->tasks; t++)
        mpz_init(j->sums[t]);
    status = cq_team_go(&plugs->team, j->tasks, join_part, j);
    for (size_t t = 0; t < j->tasks; t++) {
        mpz_add(out, out, j->sums[t]);
        mpz_clear(j->sums[t]);
    }
    cq_free(j->sums);
    return status;
}

/* Of the sums over all maps. */
static cq_status divide(const joining *j, mpz_t out)
{
    cq_plugs *plugs = j->plugs;
    size_t maps = j->there.maps;

    cq_try(cq_plug_add_up(plugs, out));
    if (!mpz_divisible_ui_p(out, maps))
        return cq_fail(plugs->ctx, CQ_DEFECT,
                       "the states of a symmetric board are not symmetric");
    mpz_divexact_ui(out, out, maps);
    cq_assert(cq_plug_join_check(plugs, j->one, j->other, out));
    return CQ_OK;
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

/* ---- with other ranks ---- */

/* Images of all maps at once would need several times the memory of the layer. A round
 * has about this many states in each rank. */
enum { ROUND_STATES = 1 << 19 };

static size_t rounds_for(const joining *j)
{
    double each = (double)j->other->states / cq_spread_count(j->plugs->spread);

    return (size_t)(each * (double)j->there.maps / ROUND_STATES) + 1;
}

/* Each rank gets the images of the patterns in a part of its range. */
static cq_status join_round(joining *j, const cq_pattern *borders, mpz_t out)
{
    cq_plug_imaging *there = &j->there;
    size_t marks = cq_plug_layer_marks(j->one);
    cq_plug_layer mine = {0};
    cq_status status = cq_plug_images(there, j->other, &mine);

    if (status == CQ_OK)
        status = cq_plug_share(j->plugs, &mine, borders, &j->images);
    cq_plug_layer_free(&mine);
    j->first = marks * there->round / there->rounds;
    j->end = marks * (there->round + 1) / there->rounds;
    cq_assert(j->first <= j->end && j->end <= marks);
    if (status == CQ_OK)
        status = run_tasks(j, out);
    cq_plug_layer_free(&j->images);
    return status;
}

/* In rounds, so that a rank has few of the images at a time. */
static cq_status join_shares(joining *j, mpz_t out)
{
    cq_plugs *plugs = j->plugs;
    size_t ranks = cq_spread_count(plugs->spread), rounds = rounds_for(j);
    cq_pattern *parts = cq_alloc(plugs->ctx, ranks * rounds + 1, sizeof *parts);
    cq_pattern *borders = cq_alloc(plugs->ctx, ranks + 1, sizeof *borders);
    cq_status status = parts && borders ? CQ_OK : CQ_MEMORY;

    if (status == CQ_OK)
        status = cq_plug_layer_borders(plugs, j->one, rounds, parts);
    cq_assert(status != CQ_OK || cq_plug_borders_check(parts, ranks * rounds));
    for (size_t r = 0; r <= ranks && status == CQ_OK; r++)
        borders[r] = parts[r * rounds];
    j->there.borders = parts;
    j->there.parts = ranks * rounds;
    j->there.rounds = rounds;
    for (size_t i = 0; i < rounds && status == CQ_OK; i++) {
        j->there.round = i;
        status = join_round(j, borders, out);
    }
    cq_free_each(parts, borders);
    return status;
}

static cq_status join_alone(joining *j, mpz_t out)
{
    j->end = cq_plug_layer_marks(j->one);
    if (cq_plug_layer_is_on_disk(j->one) || cq_plug_layer_is_on_disk(j->other))
        cq_try(cq_plug_images(&j->there, j->other, &j->images));
    return run_tasks(j, out);
}

cq_status cq_plug_join(cq_plugs *plugs, cq_plug_layer *one, cq_plug_layer *other,
                       mpz_t out)
{
    joining j = {.plugs = plugs, .one = one, .other = other};
    cq_status status = make_numbers_long(one, other);

    mpz_set_ui(out, 0);
    if (status == CQ_OK)
        status = set_up(&j);
    cq_assert(status != CQ_OK || one->limbs == other->limbs);
    if (status == CQ_OK)
        status = plugs->spread ? join_shares(&j, out) : join_alone(&j, out);
    if (status == CQ_OK)
        status = divide(&j, out);
    cq_plug_layer_free(&j.images);
    cq_plug_imaging_free(&j.there);
    cq_plug_imaging_free(&j.back);
    return status;
}
