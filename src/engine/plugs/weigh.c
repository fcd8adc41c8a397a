/* weigh.c - how many states a sweep is expected to meet.
 *
 * A vertex next to what was swept is untouched or an end, or, with two decided edges or
 * more, done. With k ends there are (k-1)!! matings, or, if paths hardly cross, as many
 * as k parentheses can be set. So the states are the sum over k of the k-th coefficient
 * of (1 + x)^once (2 + x)^often times that. If all edges join light and dark vertices,
 * the degrees of either colour differ by a fixed number, which leaves one pattern in
 * about two square roots of the slots (some three with a hub). In the middle of leaper
 * boards this is about five times too large.
 *
 * Cost: the square of the number of slots.
 */
#include "engine/plugs/plugs.h"

#include <math.h>
#include <string.h>

static void times(double *coefficients, unsigned degree, double constant)
{
    cq_assert(degree < CQ_SLOTS_MOST);
    coefficients[degree + 1] = coefficients[degree];
    for (unsigned k = degree; k > 0; k--)
        coefficients[k] = coefficients[k] * constant + coefficients[k - 1];
    coefficients[0] *= constant;
}

double cq_weigh_states(const cq_weigh *weigh, unsigned once, unsigned often)
{
    double coefficients[CQ_SLOTS_MOST + 2] = {1}, sum = 0, matings = 1, balanced;
    unsigned slots = once + often;

    if (slots > CQ_SLOTS_MOST)
        return INFINITY;
    for (unsigned i = 0; i < slots; i++)
        times(coefficients, i, i < once ? 1 : 2);
    for (unsigned k = 0; k <= slots; k += 2) {
        sum += coefficients[k] * matings;
        matings *= weigh->flat ? 2.0 * (k + 1) / (k / 2.0 + 2) : k + 1;
    }
    cq_assert(sum >= 1); /* no slot is an end */
    if (!weigh->two_colours)
        return sum;
    balanced = fmax(1, sum / (2 * sqrt(slots + 1.0)) * (weigh->hub ? 3 : 1));
    cq_assert(balanced <= fmax(1, 1.5 * sum)); /* the colours rule some out */
    return balanced;
}

double cq_weigh_digits(unsigned slots)
{
    double most = 0;

    for (unsigned k = 0; k <= slots; k += 2) {
        double choices =
            lgamma(slots + 1.0) - lgamma(k + 1.0) - lgamma(slots - k + 1.0);
        double matings = lgamma(k + 1.0) - lgamma(k / 2.0 + 1) - k / 2.0 * M_LN2;

        most = fmax(most, choices + matings + (slots - k) * M_LN2);
    }
    cq_assert(most >= 0);
    return most / M_LN10;
}

/* ---- what the graph is like ---- */

static bool is_flat(const cq_problem *problem)
{
    for (size_t i = 0; i < problem->leaper.count; i++)
        if (problem->leaper.at[i].a > 1 || problem->leaper.at[i].b > 1)
            return false;
    return problem->board && problem->leaper.count && problem->closed;
}

/* Colours what hangs together from vertex 0 on; the graph does. */
static bool colour(const cq_net *net, uint8_t *colours, uint32_t *queue)
{
    size_t reached = 1;

    colours[0] = 1;
    queue[0] = 0;
    for (size_t looked = 0; looked < reached; looked++)
        for (size_t e = net->starts[queue[looked]]; e < net->starts[queue[looked] + 1];
             e++) {
            uint32_t to = net->targets[e];

            if (to >= net->hub)
                continue;
            if (colours[to] == colours[queue[looked]])
                return false;
            cq_assert(colours[to] || reached < net->hub);
            if (!colours[to])
                queue[reached++] = to;
            colours[to] = (uint8_t)(3 - colours[queue[looked]]);
        }
    return true;
}

cq_status cq_weigh_new(cq_context *ctx, const cq_net *net, const cq_problem *problem,
                       cq_weigh *out)
{
    uint8_t *colours = cq_zalloc(ctx, net->vertices, sizeof *colours);
    uint32_t *queue = cq_alloc(ctx, net->vertices, sizeof *queue);
    cq_status status = colours && queue ? CQ_OK : CQ_MEMORY;

    if (status == CQ_OK)
        *out = (cq_weigh){.flat = is_flat(problem),
                          .two_colours = colour(net, colours, queue),
                          .hub = net->hub < net->vertices};
    cq_free_each(colours, queue);
    return status;
}

/* ---- orders ---- */

typedef struct frontier {
    const cq_net *net;
    uint8_t *edges; /* decided, up to 2 */
    bool *swept;
    unsigned once, often, hub;
    const cq_weigh *weigh;
    double known[CQ_SLOTS_MOST + 1][CQ_SLOTS_MOST + 1];
} frontier;

static double states(frontier *f)
{
    unsigned often = f->often + f->hub;
    double *known;

    if (f->once + often > CQ_SLOTS_MOST)
        return INFINITY;
    known = &f->known[f->once][often];
    if (*known == 0)
        *known = cq_weigh_states(f->weigh, f->once, often);
    cq_assert(*known >= 1);
    return *known;
}

static void sweep(frontier *f, uint32_t v)
{
    cq_assert(!f->swept[v] && f->once >= (f->edges[v] == 1) &&
              f->often >= (f->edges[v] == 2));
    f->once -= f->edges[v] == 1;
    f->often -= f->edges[v] == 2;
    f->swept[v] = true;
    f->hub = f->net->hub < f->net->vertices;
    for (size_t e = f->net->starts[v]; e < f->net->starts[v + 1]; e++) {
        uint32_t to = f->net->targets[e];

        if (to >= f->net->hub || f->swept[to] || f->edges[to] == 2)
            continue;
        f->once += f->edges[to] == 0;
        f->once -= f->edges[to] == 1;
        f->often += f->edges[to] == 1;
        f->edges[to]++;
    }
}

cq_status cq_weigh_order(cq_context *ctx, const cq_net *net, const cq_weigh *weigh,
                         const uint32_t *order, double *weights, unsigned *slots)
{
    frontier f = {.net = net, .weigh = weigh};
    cq_status status = CQ_MEMORY;

    f.edges = cq_zalloc(ctx, net->vertices, sizeof *f.edges);
    f.swept = cq_zalloc(ctx, net->vertices, sizeof *f.swept);
    *slots = 0;
    if (f.edges && f.swept) {
        status = CQ_OK;
        weights[0] = 1;
        for (uint32_t i = 0; i < net->hub; i++) {
            sweep(&f, order[i]);
            weights[i + 1] = states(&f);
            if (f.once + f.often + f.hub > *slots)
                *slots = f.once + f.often + f.hub;
        }
        cq_assert(f.once == 0 && f.often == 0); /* all are swept */
    }
    cq_free_each(f.edges, f.swept);
    return status;
}
