/* doubts.c - which items a move may leave uncoverable.
 *
 * An option that is taken ends all options that share an exact or single item with it,
 * and those that were to be decided in the same step. An exact item that had some of
 * them is in doubt: the state lives only if the item is covered, or one of its other
 * options to come is still free. The test is a handful of masks, computed once for each
 * move:
 *
 *     its options that touch no other place in use   it is safe, no doubt
 *     options that touch one place each              these places together: `singles`
 *     options that touch more places                 a mask each, unless they touch
 *                                                    one of the singles anyway
 *
 * Nearly always one comparison, of the item's own bit and the singles, clears the
 * doubt. In sweeps with polyominoes this takes away half to nine tenths of all states,
 * in some far more.
 *
 * Cost for a step: its moves times the options to come of the items near by.
 */
#include "base/limbs.h"
#include "engine/frontier/plan.h"

#include <string.h>

typedef struct suspect {
    uint32_t item;
    bool here;         /* one of its options is decided in this step */
    bool safe;         /* a way is left that no place in use can block */
    size_t first, end; /* masks of its options to come */
} suspect;

typedef struct inquiry {
    cq_plan *plan;
    uint32_t step;
    size_t most_ways; /* an item with more to come is taken for safe */
    CQ_VEC(suspect) suspects;
    CQ_VEC(uint64_t) masks;
    CQ_VEC(double) hastes; /* of each mask */
    uint32_t *seen;        /* of each item: 1 + its number among the suspects */
    CQ_VEC(size_t) ways;   /* of the suspect at hand: masks that are left */
    uint64_t *singles, *way;
    double *haste_at;       /* of each place: more, the sooner its item is decided */
    CQ_VEC(uint64_t) pairs; /* of the move at hand */
} inquiry;

static bool lives(const inquiry *q, const cq_track *track)
{
    return cq_track_lives(track, (size_t)q->step + 1);
}

/* ---- suspects ---- */

static cq_status suspect_option(inquiry *q, uint32_t option)
{
    const cq_plan *plan = q->plan;
    const cq_cover *cover = plan->cover;
    bool here = plan->step_of[option] == q->step;

    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        uint32_t item = cover->entries.at[i].item;
        const cq_track *track = &plan->tracks[item];
        suspect s = {.item = item, .here = here};

        if (track->kind != CQ_ITEM_EXACT || track->death <= q->step)
            continue;
        if (q->seen[item]) {
            q->suspects.at[q->seen[item] - 1].here |= here;
            continue;
        }
        cq_try(cq_vec_push(plan->ctx, &q->suspects, s));
        q->seen[item] = (uint32_t)q->suspects.count;
        cq_assert(q->suspects.at[q->seen[item] - 1].item == item);
    }
    return CQ_OK;
}

/* All that share an option with an item of this one. */
static cq_status suspect_around(inquiry *q, uint32_t option, uint32_t *asked)
{
    const cq_plan *plan = q->plan;
    const cq_cover *cover = plan->cover;
    cq_status status = CQ_OK;

    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        uint32_t item = cover->entries.at[i].item;

        if (!cq_track_is_plain(&plan->tracks[item]) || asked[item])
            continue;
        asked[item] = 1;
        for (uint32_t k = plan->starts[item];
             k < plan->starts[item + 1] && status == CQ_OK; k++)
            if (plan->step_of[plan->options_of[k]] >= q->step)
                status = suspect_option(q, plan->options_of[k]);
    }
    return status;
}

static cq_status find_suspects(inquiry *q)
{
    const cq_plan *plan = q->plan;
    const cq_step *step = &plan->steps.at[q->step];
    uint32_t *asked = cq_zalloc(plan->ctx, plan->cover->items.count, sizeof *asked);
    cq_status status = asked ? CQ_OK : CQ_MEMORY;

    for (uint32_t m = step->moves; m < step->move_end && status == CQ_OK; m++)
        if (plan->moves.at[m].option != CQ_NO_OPTION)
            status = suspect_around(q, plan->moves.at[m].option, asked);
    cq_free(asked);
    return status;
}

/* The places in use that an option to come would take, except the item's own. */
static cq_status add_way(inquiry *q, uint32_t item, uint32_t option)
{
    const cq_plan *plan = q->plan;
    const cq_cover *cover = plan->cover;
    uint64_t *mask;

    cq_assert(plan->step_of[option] > q->step && q->masks.count % plan->words == 0);
    q->hastes.count = q->masks.count / plan->words;
    if (cq_vec_reserve(plan->ctx, &q->masks, plan->words) != CQ_OK ||
        cq_vec_reserve(plan->ctx, &q->hastes, 1) != CQ_OK)
        return CQ_MEMORY;
    mask = q->masks.at + q->masks.count;
    memset(mask, 0, plan->words * sizeof *mask);
    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        const cq_track *track = &plan->tracks[cover->entries.at[i].item];

        if (cover->entries.at[i].item == item || !cq_track_is_plain(track) ||
            !lives(q, track))
            continue;
        cq_mask_add(mask, plan->places.at[track->places]);
        q->haste_at[plan->places.at[track->places]] =
            1.0 / (double)(track->death - q->step);
    }
    q->masks.count += plan->words;
    return CQ_OK;
}

/* How soon the items of a mask's places are decided: the sooner, the likelier taken. */
static double haste(const inquiry *q, const uint64_t *mask)
{
    double sum = 0;

    for (size_t w = 0; w < q->plan->words; w++)
        for (uint64_t bits = mask[w]; bits; bits &= bits - 1)
            sum += q->haste_at[w * 64 + (unsigned)__builtin_ctzll(bits)];
    return sum;
}

static bool is_single(const uint64_t *mask, size_t words)
{
    unsigned parts = 0;

    for (size_t w = 0; w < words; w++)
        parts += mask[w] ? 1u + !!(mask[w] & (mask[w] - 1)) : 0u;
    return parts == 1;
}

static bool contains(const uint64_t *big, const uint64_t *small, size_t words)
{
    for (size_t w = 0; w < words; w++)
        if (small[w] & ~big[w])
            return false;
    return true;
}

/* Masks from here on: by their haste, and none is part of another. */
static bool are_in_order(const inquiry *q, size_t first)
{
    size_t words = q->plan->words;

    for (size_t a = first; a < q->masks.count; a += words) {
        cq_hold(a == first || q->hastes.at[a / words - 1] <= q->hastes.at[a / words]);
        for (size_t b = first; b < a; b += words)
            cq_hold(!contains(q->masks.at + a, q->masks.at + b, words) &&
                    !contains(q->masks.at + b, q->masks.at + a, words));
    }
    return true;
}

/* Puts the mask at the end among the others by its haste, unless one of them says as
 * much; takes away those that it says as much as. */
static void sort_in(inquiry *q, size_t first)
{
    size_t words = q->plan->words, last = q->masks.count - words, to = first,
           at = first;
    uint64_t *masks = q->masks.at, *mask = q->way;
    double *hastes = q->hastes.at, own = haste(q, masks + last);

    cq_assert(first <= last && (last - first) % words == 0);
    memcpy(mask, masks + last, words * sizeof *mask);
    for (; at < last; at += words)
        if (contains(mask, masks + at, words)) {
            q->masks.count = last;
            return; /* before anything was taken away: the others are no part of it */
        }
    for (at = first; at < last; at += words)
        if (!contains(masks + at, mask, words)) {
            memmove(masks + to, masks + at, words * sizeof *masks);
            hastes[to / words] = hastes[at / words];
            to += words;
        }
    q->masks.count = to + words;
    for (; to > first && hastes[to / words - 1] > own; to -= words) {
        memcpy(masks + to, masks + to - words, words * sizeof *masks);
        hastes[to / words] = hastes[to / words - 1];
    }
    memcpy(masks + to, mask, words * sizeof *mask);
    hastes[to / words] = own;
    cq_assert(are_in_order(q, first));
}

/* The ways that are left after this step, none part of another; none at all if one
 * touches no place in use, so that the item is safe, or if there are many. */
static cq_status list_ways(inquiry *q, suspect *s)
{
    const cq_plan *plan = q->plan;
    cq_status status = CQ_OK;
    size_t to_come = 0;

    s->first = s->end = q->masks.count;
    for (uint32_t k = plan->starts[s->item]; k < plan->starts[s->item + 1]; k++)
        to_come += plan->step_of[plan->options_of[k]] > q->step;
    s->safe = to_come > q->most_ways;
    if (s->safe)
        return CQ_OK;
    for (uint32_t k = plan->starts[s->item]; k < plan->starts[s->item + 1]; k++) {
        if (plan->step_of[plan->options_of[k]] <= q->step)
            continue;
        status = add_way(q, s->item, plan->options_of[k]);
        if (status != CQ_OK)
            return status;
        s->safe =
            cq_limbs_are_zero(q->masks.at + q->masks.count - plan->words, plan->words);
        if (s->safe)
            return CQ_OK;
        sort_in(q, s->first);
    }
    s->end = q->masks.count;
    return status;
}

/* ---- a move and a suspect ---- */

static bool meet(const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t w = 0; w < words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}

/* Lists the ways that the move leaves; false if the item is safe: nothing was taken
 * from it. */
static bool lose_ways(inquiry *q, const suspect *s, const uint64_t *set)
{
    size_t words = q->plan->words;
    bool lost = s->here;

    q->ways.count = 0;
    memset(q->singles, 0, words * sizeof *q->singles);
    for (size_t at = s->first; at < s->end; at += words) {
        const uint64_t *mask = q->masks.at + at;

        if (meet(mask, set, words)) {
            lost = true;
            continue;
        }
        if (!is_single(mask, words)) {
            q->ways.at[q->ways.count++] = at;
            continue;
        }
        for (size_t w = 0; w < words; w++)
            q->singles[w] |= mask[w];
    }
    cq_assert(q->ways.count <= q->ways.room);
    return lost;
}

static cq_status add_doubt(inquiry *q, const cq_track *track)
{
    cq_plan *plan = q->plan;
    size_t words = plan->words, masks = q->ways.count;
    cq_doubt doubt = {.masks = plan->pool.count, .count = (uint32_t)masks};
    uint64_t *at;

    if (cq_vec_reserve(plan->ctx, &plan->pool, masks * words) != CQ_OK ||
        cq_vec_reserve(plan->ctx, &q->pairs, 2 * words) != CQ_OK)
        return CQ_MEMORY;
    at = plan->pool.at + plan->pool.count;
    for (size_t i = 0; i < masks; i++)
        memcpy(at + i * words, q->masks.at + q->ways.at[i], words * sizeof *at);
    plan->pool.count += masks * words;
    at = q->pairs.at + q->pairs.count;
    memcpy(at, q->singles, words * sizeof *at);
    memcpy(at + words, q->singles, words * sizeof *at);
    if (lives(q, track))
        cq_mask_add(at, plan->places.at[track->places]);
    q->pairs.count += 2 * words;
    return cq_vec_push(plan->ctx, &plan->doubts, doubt);
}

static cq_status keep_pairs(inquiry *q, cq_move *move)
{
    cq_plan *plan = q->plan;

    cq_try(cq_vec_reserve(plan->ctx, &plan->pool, q->pairs.count));
    move->pairs = plan->pool.count;
    if (q->pairs.count)
        memcpy(plan->pool.at + plan->pool.count, q->pairs.at,
               q->pairs.count * sizeof *q->pairs.at);
    plan->pool.count += q->pairs.count;
    move->doubt_end = (uint32_t)plan->doubts.count;
    cq_assert(q->pairs.count == 2 * plan->words * (move->doubt_end - move->doubts));
    return CQ_OK;
}

/* The doubts of one move; *hopeless if it leaves an item that no state can have
 * covered without a way. */
static cq_status doubt_move(inquiry *q, cq_move *move, bool *hopeless)
{
    cq_plan *plan = q->plan;

    move->doubts = (uint32_t)plan->doubts.count;
    q->pairs.count = 0;
    for (size_t i = 0; i < q->suspects.count && !*hopeless; i++) {
        const suspect *s = &q->suspects.at[i];
        const cq_track *track = &plan->tracks[s->item];
        const uint64_t *set = cq_move_mask(plan, move, CQ_MASK_SET);

        if (s->safe || cq_option_has(plan->cover, move->option, s->item) ||
            !lose_ways(q, s, set))
            continue;
        *hopeless = !lives(q, track) && q->ways.count == 0 &&
                    cq_limbs_are_zero(q->singles, plan->words);
        if (!*hopeless)
            cq_try(add_doubt(q, track));
    }
    return keep_pairs(q, move);
}

static cq_status doubt_moves(inquiry *q)
{
    cq_plan *plan = q->plan;
    cq_step *step = &plan->steps.at[q->step];
    uint32_t left = step->moves;
    cq_status status = CQ_OK;

    for (uint32_t m = step->moves; m < step->move_end && status == CQ_OK; m++) {
        cq_move move = plan->moves.at[m];
        bool hopeless = false;

        if (move.option != CQ_NO_OPTION)
            status = doubt_move(q, &move, &hopeless);
        if (!hopeless)
            plan->moves.at[left++] = move;
    }
    if (status == CQ_OK)
        step->move_end = left;
    return status;
}

cq_status cq_plan_doubts(cq_plan *plan, size_t step, size_t most_ways)
{
    inquiry q = {.plan = plan, .step = (uint32_t)step, .most_ways = most_ways};
    cq_status status = CQ_OK;

    if (plan->steps.at[step].doubted)
        return CQ_OK;
    cq_assert(step + 1 == plan->steps.count || !plan->steps.at[step + 1].doubted);
    plan->steps.at[step].pool = plan->pool.count;
    q.seen = cq_zalloc(plan->ctx, plan->cover->items.count, sizeof *q.seen);
    q.singles = cq_alloc(plan->ctx, 2 * plan->words, sizeof *q.singles);
    q.haste_at = cq_alloc(plan->ctx, 64 * plan->words, sizeof *q.haste_at);
    status = q.seen && q.singles && q.haste_at ? find_suspects(&q) : CQ_MEMORY;
    if (status == CQ_OK)
        q.way = q.singles + plan->words;
    for (size_t i = 0; i < q.suspects.count && status == CQ_OK; i++)
        status = list_ways(&q, &q.suspects.at[i]);
    cq_then(status, cq_vec_reserve(plan->ctx, &q.ways, q.masks.count / plan->words));
    cq_then(status, doubt_moves(&q));
    plan->steps.at[step].doubted = status == CQ_OK;
    cq_free_each(q.seen, q.singles, q.haste_at);
    cq_vec_free_each(&q.suspects, &q.masks, &q.hastes, &q.ways, &q.pairs);
    return status;
}

/* A doubt costs some nanoseconds for each state; a dead state that stays costs a
 * hundred of them, over and over, until another doubt finds it. */
static bool is_worth(const cq_doubt *doubt, const cq_move *move)
{
    return (uint64_t)doubt->found * 6000 >= move->tried;
}

void cq_plan_trim(cq_plan *plan, size_t step)
{
    const cq_step *s = &plan->steps.at[step];
    size_t size = 2 * plan->words;

    for (uint32_t m = s->moves; m < s->move_end; m++) {
        cq_move *move = &plan->moves.at[m];
        uint64_t *pairs = plan->pool.at + move->pairs;
        uint32_t left = move->doubts;

        if (move->tried < 64)
            continue;
        for (uint32_t i = move->doubts; i < move->doubt_end; i++) {
            if (!is_worth(&plan->doubts.at[i], move))
                continue;
            memmove(pairs + (left - move->doubts) * size,
                    pairs + (i - move->doubts) * size, size * sizeof *pairs);
            plan->doubts.at[left++] = plan->doubts.at[i];
        }
        cq_assert(left <= move->doubt_end);
        move->doubt_end = left;
    }
}

void cq_plan_forget(cq_plan *plan, size_t step)
{
    cq_step *s = &plan->steps.at[step];

    if (!s->doubted)
        return;
    /* Nothing that was made later lies on top: what is cut off is this step's. */
    cq_assert(step + 1 == plan->steps.count || !plan->steps.at[step + 1].doubted);
    cq_assert(s->pool <= plan->pool.count);
    for (uint32_t m = s->moves; m < s->move_end; m++)
        plan->moves.at[m].doubts = plan->moves.at[m].doubt_end =
            plan->moves.at[m].tried = 0;
    plan->pool.count = s->pool;
    plan->doubts.count = 0;
    s->doubted = false;
}
