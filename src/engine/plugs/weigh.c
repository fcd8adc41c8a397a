/* weigh.c - how many states a sweep is expected to meet.
 *
 * A vertex next to what was swept is untouched or an end, or, with two decided edges or
 * more, done. With k ends there are (k-1)!! matings, or, where paths hardly cross, as
 * many as k parentheses can be set. So the states are the sum over k of the k-th
 * coefficient of (1 + x)^once (2 + x)^often times that. On leaper boards the layers
 * come near to it; it is never less than the truth, as long as paths may cross.
 *
 * Cost: the square of the number of slots.
 */
#include "engine/plugs/plugs.h"

#include <math.h>
#include <string.h>

static void times(double *coefficients, unsigned degree, double constant)
{
    coefficients[degree + 1] = coefficients[degree];
    for (unsigned k = degree; k > 0; k--)
        coefficients[k] = coefficients[k] * constant + coefficients[k - 1];
    coefficients[0] *= constant;
}

double cq_weigh_states(unsigned once, unsigned often, bool flat)
{
    double coefficients[CQ_SLOTS_MOST + 2] = {1}, sum = 0, matings = 1;
    unsigned slots = once + often;

    if (slots > CQ_SLOTS_MOST)
        return INFINITY;
    for (unsigned i = 0; i < slots; i++)
        times(coefficients, i, i < once ? 1 : 2);
    for (unsigned k = 0; k <= slots; k += 2) {
        sum += coefficients[k] * matings;
        matings *= flat ? 2.0 * (k + 1) / (k / 2.0 + 2) : k + 1;
    }
    return sum;
}

bool cq_weigh_is_flat(const cq_problem *problem)
{
    for (size_t i = 0; i < problem->leaper.count; i++)
        if (problem->leaper.at[i].a > 1 || problem->leaper.at[i].b > 1)
            return false;
    return problem->board && problem->leaper.count && problem->closed;
}

typedef struct frontier {
    const cq_net *net;
    uint8_t *edges; /* decided, up to 2 */
    bool *swept;
    unsigned once, often, hub;
    bool flat;
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
        *known = cq_weigh_states(f->once, often, f->flat);
    return *known;
}

static void sweep(frontier *f, uint32_t v)
{
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

cq_status cq_weigh_order(cq_context *ctx, const cq_net *net, const uint32_t *order,
                         bool flat, double *weights, unsigned *slots)
{
    frontier f = {.net = net, .flat = flat};
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
    }
    cq_free(f.edges);
    cq_free(f.swept);
    return status;
}
