/* cut.c - the choice of an order and of a cut: the least expected number of states.
 *
 * Every order is combined with every kind of cut that plug_plan.c describes: none, one
 * with a sweep from each end, and for each mirror those whose first part does not touch
 * its image. The cost of a cut is the number of states expected in all layers before
 * it, in the middle, and in the join.
 *
 * Cost: orders * mirrors * cuts * the middle.
 */
#include "engine/plugs/plug_plan.h"

#include <math.h>
#include <string.h>

/* On long boards, cuts are tried near the middle only. */
enum { CUTS_MOST = 400 };

static bool touches(const cq_plug_planning *p, uint32_t v, uint8_t part)
{
    for (size_t e = p->net->starts[v]; e < p->net->starts[v + 1]; e++)
        if (p->net->targets[e] < p->net->hub && p->part[p->net->targets[e]] == part)
            return true;
    return false;
}

/* ---- weights ---- */

/* States on the middle when one side has decided all it can there. The vertices from
 * `middle` to `end` that are in neither part. */
static double weigh_middle(const cq_plug_planning *p, const uint32_t *middle,
                           const uint32_t *end, uint32_t *size)
{
    unsigned once = 0, often = p->net->hub < p->net->vertices;

    *size = often;
    for (; middle < end && *size <= CQ_SLOTS_MOST; middle++) {
        unsigned edges = 0;

        if (p->part[*middle] != CQ_PART_NEITHER)
            continue;
        for (size_t e = p->net->starts[*middle]; e < p->net->starts[*middle + 1]; e++)
            edges += p->part[p->net->targets[e]] != CQ_PART_LAST;
        once += edges == 1;
        often += edges > 1;
        ++*size;
    }
    cq_assert(*size > CQ_SLOTS_MOST || once + often <= *size);
    return *size > CQ_SLOTS_MOST ? INFINITY : cq_weigh_states(&p->weigh, once, often);
}

static void consider(cq_plug_planning *p, const cq_plug_cut *c)
{
    if (p->best.split == CQ_SPLIT_BEST || c->weight < p->best.weight)
        p->best = *c;
}

/* The middle is what is left of `list` to `end`. */
static void consider_split(cq_plug_planning *p, cq_plug_cut *c, const uint32_t *list,
                           const uint32_t *end, unsigned folds)
{
    uint32_t size;
    double middle = weigh_middle(p, list, end, &size);

    c->states = p->most[0][c->first];
    c->weight = p->sums[0][c->first];
    if (c->split == CQ_SPLIT_TWO) {
        c->states = fmax(c->states, p->most[1][c->last]);
        c->weight += p->sums[1][c->last];
    }
    /* Steps inside the middle, and the join. */
    c->weight += middle * (size / 2.0 + size / 4.0);
    c->joining = middle * size / 4 / folds;
    c->states = fmax(1, fmax(c->states, middle) / folds);
    c->weight /= folds;
    cq_assert(folds > 0 && c->states >= 1 && c->weight >= 0);
    consider(p, c);
}

/* ---- cuts ---- */

static void sweep_all(cq_plug_planning *p, size_t order)
{
    cq_plug_cut c = {.split = CQ_SPLIT_NONE, .order = order, .first = p->net->hub};

    c.weight = p->sums[0][p->net->hub];
    c.states = p->most[0][p->net->hub];
    consider(p, &c);
}

/* The last vertex that v has an edge to, by position; the hub is not in the order. */
static uint32_t last_touched(const cq_plug_planning *p, uint32_t v)
{
    uint32_t last = p->position[v];

    for (size_t e = p->net->starts[v]; e < p->net->starts[v + 1]; e++) {
        uint32_t to = p->net->targets[e];

        if (to < p->net->hub && p->position[to] > last)
            last = p->position[to];
    }
    return last;
}

/* A sweep from each end, cut anywhere. */
static void cut_in_two(cq_plug_planning *p, size_t order)
{
    const uint32_t *at = cq_planning_order(p, order);
    uint32_t n = p->net->hub, middle = 0; /* A, and what it touches, end here */
    uint32_t window = n > CUTS_MOST ? CUTS_MOST / 2 : n;

    memset(p->part, CQ_PART_LAST, p->net->vertices);
    if (n < p->net->vertices)
        p->part[n] = CQ_PART_NEITHER;
    for (uint32_t a = 0; a < n; a++) {
        cq_plug_cut c = {.split = CQ_SPLIT_TWO, .order = order, .first = a + 1};
        uint32_t end = last_touched(p, at[a]) + 1;

        for (; middle < end; middle++)
            p->part[at[middle]] = CQ_PART_NEITHER;
        p->part[at[a]] = CQ_PART_FIRST;
        cq_assert(middle > a && middle <= n);
        c.last = n - middle;
        if (c.last == 0)
            break;
        if (isinf(p->sums[0][a + 1]))
            break;
        if (a + window >= n / 2 && a <= n / 2 + window)
            consider_split(p, &c, at + a + 1, at + middle, 1);
    }
}

bool cq_planning_keeps(const cq_plug_planning *p, const uint32_t *image)
{
    for (uint32_t v = 0; v < p->net->hub; v++)
        if (p->part[v] == CQ_PART_FIRST && p->part[image[v]] != CQ_PART_FIRST)
            return false;
    return true;
}

void cq_planning_begin(cq_plug_planning *p, size_t order, uint32_t first)
{
    const uint32_t *at = cq_planning_order(p, order);

    cq_assert(first <= p->net->hub);
    memset(p->part, CQ_PART_NEITHER, p->net->vertices);
    for (uint32_t i = 0; i < first; i++)
        p->part[at[i]] = CQ_PART_FIRST;
}

static unsigned count_folds(const cq_plug_planning *p)
{
    unsigned count = 0;

    for (size_t m = 0; m < p->mirrors->count; m++)
        count += cq_planning_keeps(p, cq_planning_mirror(p, m));
    return count;
}

bool cq_planning_mark(cq_plug_planning *p, size_t order, size_t mirror, uint32_t z)
{
    const uint32_t *at = cq_planning_order(p, order),
                   *image = cq_planning_mirror(p, mirror);

    cq_planning_begin(p, order, z);
    for (uint32_t i = 0; i < z; i++) {
        if (p->part[image[at[i]]] != CQ_PART_NEITHER ||
            touches(p, image[at[i]], CQ_PART_FIRST))
            return false;
        p->part[image[at[i]]] = CQ_PART_LAST;
    }
    return true;
}

/* The vertices in neither part, in order; returns how many, at most `room`. */
static uint32_t list_middle(const cq_plug_planning *p, const uint32_t *at,
                            uint32_t *list, uint32_t room)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < p->net->hub && count < room; i++)
        if (p->part[at[i]] == CQ_PART_NEITHER)
            list[count++] = at[i];
    return count;
}

/* With z vertices at the far end: more and more at this end. */
static void cut_at(cq_plug_planning *p, size_t order, size_t mirror, uint32_t z)
{
    cq_plug_cut c = {
        .split = CQ_SPLIT_MIRROR, .order = order, .mirror = mirror, .last = z};
    const uint32_t *at = cq_planning_order(p, order);
    uint32_t n = p->net->hub, middle[CQ_SLOTS_MOST], count = 0;
    bool apart = cq_planning_mark(p, order, mirror, z);
    unsigned folds;

    cq_assert(apart); /* fewer than others that are */
    (void)apart;
    folds = count_folds(p);
    for (c.first = z; c.first < n; c.first++) {
        uint32_t v = at[c.first];

        if (c.first + z + CQ_SLOTS_MOST >= n) {
            if (!count)
                count = list_middle(p, at, middle, CQ_SLOTS_MOST);
            consider_split(p, &c, middle, middle + count, folds);
        }
        if (p->part[v] == CQ_PART_LAST || touches(p, v, CQ_PART_LAST))
            break;
        p->part[v] = CQ_PART_FIRST;
    }
}

/* One sweep, joined with its image. */
static void cut_by_mirror(cq_plug_planning *p, size_t order, size_t mirror)
{
    uint32_t n = p->net->hub, most = 0, step = n / 2;

    if (n / 2 > CQ_SLOTS_MOST && isinf(p->sums[0][n / 2 - CQ_SLOTS_MOST]))
        return;
    /* The most vertices that do not touch their images, by halving. */
    for (; step; step /= 2)
        while (most + step <= n / 2 && cq_planning_mark(p, order, mirror, most + step))
            most += step;
    cq_assert(2 * most <= n);
    for (uint32_t z = most; z > 0 && z + CQ_SLOTS_MOST > most; z--)
        cut_at(p, order, mirror, z);
}

/* The sums of the weights up to each place, and the largest until there. */
static void sum_up(const cq_plug_planning *p, unsigned end)
{
    const double *weights = p->weights[end];
    double sum = 0, most = 0;

    for (uint32_t i = 0; i <= p->net->hub; i++) {
        cq_assert(weights[i] >= 0);
        p->sums[end][i] = sum += weights[i];
        p->most[end][i] = most = fmax(most, weights[i]);
    }
}

cq_status cq_planning_weigh(cq_plug_planning *p, size_t order)
{
    uint32_t n = p->net->hub;
    uint32_t *turned = cq_alloc(p->ctx, n, sizeof *turned);
    unsigned slots;
    cq_status status;

    cq_try_memory(turned);
    for (uint32_t i = 0; i < n; i++) {
        turned[i] = cq_planning_order(p, order)[n - 1 - i];
        p->position[turned[i]] = n - 1 - i;
        cq_assert(turned[i] < n);
    }
    status = cq_weigh_order(p->ctx, p->net, &p->weigh, cq_planning_order(p, order),
                            p->weights[0], &slots);
    if (status == CQ_OK && (p->slots == 0 || slots < p->slots))
        p->slots = slots;
    cq_then(status,
            cq_weigh_order(p->ctx, p->net, &p->weigh, turned, p->weights[1], &slots));
    for (unsigned end = 0; end < 2 && status == CQ_OK; end++)
        sum_up(p, end);
    cq_free(turned);
    return status;
}

static cq_status look_at_order(cq_plug_planning *p, size_t order)
{
    cq_try(cq_planning_weigh(p, order));
    if (p->wanted == CQ_SPLIT_BEST || p->wanted == CQ_SPLIT_NONE)
        sweep_all(p, order);
    if (p->wanted == CQ_SPLIT_BEST || p->wanted == CQ_SPLIT_TWO)
        cut_in_two(p, order);
    if (p->wanted == CQ_SPLIT_BEST || p->wanted == CQ_SPLIT_MIRROR)
        for (size_t m = 1; m < p->mirrors->count; m++)
            cut_by_mirror(p, order, m);
    return CQ_OK;
}

cq_status cq_planning_choose(cq_plug_planning *p)
{
    for (size_t i = 0; i < p->orders.count; i++)
        cq_try(look_at_order(p, i));
    if (p->best.split != CQ_SPLIT_BEST)
        return CQ_OK;
    cq_assert(p->wanted != CQ_SPLIT_BEST && p->wanted != CQ_SPLIT_NONE);
    p->wanted = CQ_SPLIT_NONE;
    for (size_t i = 0; i < p->orders.count; i++)
        cq_try(look_at_order(p, i));
    return CQ_OK;
}
