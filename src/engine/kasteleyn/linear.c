/* linear.c - the sweep of paths.c for all sources at once, using sinks as they come.
 *
 * Sweeping over the lines, every unknown is a linear form in the free variables, the
 * sources so far. A sink requires that its sum is zero: one free variable is expressed
 * by the others and disappears. So even on a board with many holes there are never more
 * free variables than cells in two lines. The part of each line that the sampler needs
 * is kept.
 *
 * All of this is modulo eight primes at a time. The only divisions are by pivots, which
 * must not be zero for any of the eight; if a pivot is zero, other primes are used.
 *
 * Cost: cells * dims additions, sinks * width * dims multiplications, for each group.
 */
#include "engine/kasteleyn/linear.h"

#include <string.h>

typedef struct sweep {
    const cq_linear *forms;
    const cq_moduli *m;
    size_t group;
    uint32_t dims;
    size_t pitch;      /* of a row */
    cq_lanes *rows[4]; /* half rows each: the last line, this one, the next, the sums */
} sweep;

enum { LAST, THIS, NEXT, SUMS };

static cq_lanes *row_of(const sweep *w, unsigned which, uint32_t u)
{
    return w->rows[which] + u * w->pitch;
}

static void add_sources(sweep *w, uint32_t line, size_t *source)
{
    const cq_grid *grid = w->forms->grid;
    const cq_lanes zero = w->m->p * 0.0;

    for (; *source < grid->sources.count; ++*source) {
        uint32_t place = grid->sources.at[*source];

        if (place / grid->width != line)
            break;
        for (uint32_t u = 0; u < grid->half; u++)
            row_of(w, LAST, u)[w->dims] = row_of(w, THIS, u)[w->dims] = zero;
        cq_assert(w->dims < w->forms->most &&
                  cq_grid_is_unknown(grid, line, place % grid->width));
        row_of(w, THIS, place % grid->width / 2)[w->dims++] = zero + 1.0;
    }
}

/* The sum of an equation's terms, without the one ahead. */
static void make_sum(sweep *w, uint32_t line, uint32_t u)
{
    const cq_grid *grid = w->forms->grid;
    uint32_t t = 2 * u + !cq_grid_parity(grid, line);
    cq_lanes *sum = row_of(w, SUMS, u);
    cq_grid_edge edges[4];
    unsigned count;

    memset(sum, 0, w->dims * sizeof *sum);
    if (t >= grid->width || !cq_grid_has(grid, line, t))
        return;
    count = cq_grid_edges(grid, line * grid->width + t, edges);
    for (unsigned i = 0; i < count; i++) {
        const cq_lanes *from = row_of(w, edges[i].side == CQ_SIDE_BACK ? LAST : THIS,
                                      edges[i].place % grid->width / 2);
        cq_lanes sign = w->m->p * 0.0 + (double)edges[i].sign;

        if (edges[i].side != CQ_SIDE_AHEAD)
            w->forms->functions->subtract(sum, from, &sign, w->dims, w->m);
    }
}

static void keep(const sweep *w, uint32_t line)
{
    const cq_linear *forms = w->forms;
    uint32_t half = forms->grid->half;
    cq_narrow *to = forms->store + w->group * forms->total + forms->start[line];

    cq_assert(w->dims == forms->dims[line]);
    for (unsigned part = 0; part < 2; part++)
        for (uint32_t u = 0; u < half; u++) {
            const cq_lanes *from = row_of(w, part ? SUMS : THIS, u);

            for (uint32_t d = 0; d < w->dims; d++)
                *to++ = __builtin_convertvector(from[d], cq_narrow);
        }
}

/* The unknowns of the next line that are given by a sum. */
static void step(sweep *w, uint32_t line)
{
    const cq_grid *grid = w->forms->grid;

    for (uint32_t u = 0; u < grid->half; u++) {
        uint32_t t = 2 * u + !cq_grid_parity(grid, line);
        bool given = t < grid->width && cq_grid_has(grid, line, t) &&
                     cq_grid_has(grid, line + 1, t);

        if (given)
            memcpy(row_of(w, NEXT, u), row_of(w, SUMS, u), w->dims * sizeof(cq_lanes));
        else
            memset(row_of(w, NEXT, u), 0, w->dims * sizeof(cq_lanes));
    }
}

/* Takes a free variable out of a row by means of a form that is zero. */
static void eliminate(const sweep *w, cq_lanes *row, const cq_lanes *form,
                      const cq_lanes *inverse, uint32_t pivot)
{
    cq_lanes factor = row[pivot];

    if (!cq_lanes_all_zero(&factor)) {
        w->forms->functions->scale(&factor, inverse, 1, w->m);
        w->forms->functions->subtract(row, form, &factor, w->dims, w->m);
    }
    cq_assert(cq_lanes_all_zero(&row[pivot])); /* it is expressed by the others */
    row[pivot] = row[w->dims - 1];
}

/* Uses the sink at u; false if no free variable will do. */
static bool use_sink(sweep *w, uint32_t u)
{
    const cq_grid *grid = w->forms->grid;
    cq_lanes *form = row_of(w, SUMS, u), inverse;
    uint32_t pivot = 0;

    while (pivot < w->dims && !cq_lanes_none_zero(&form[pivot]))
        pivot++;
    if (pivot == w->dims)
        return false;
    inverse = form[pivot];
    w->forms->functions->invert(&inverse, w->m);
    cq_assert(cq_lanes_are_inverse(&form[pivot], &inverse, w->m));
    for (unsigned part = THIS; part <= SUMS; part++)
        for (uint32_t v = 0; v < grid->half; v++)
            if (part != SUMS || v != u)
                eliminate(w, row_of(w, part, v), form, &inverse, pivot);
    w->dims--;
    return true;
}

static bool use_sinks(sweep *w, uint32_t line, size_t *sink)
{
    const cq_grid *grid = w->forms->grid;

    for (; *sink < grid->sinks.count; ++*sink) {
        uint32_t place = grid->sinks.at[*sink];

        if (place / grid->width != line)
            break;
        if (!use_sink(w, place % grid->width / 2))
            return false;
    }
    return true;
}

static bool sweep_group(sweep *w)
{
    const cq_grid *grid = w->forms->grid;
    size_t source = 0, sink = 0, bytes = grid->half * w->pitch * sizeof(cq_lanes);

    w->dims = 0;
    memset(w->rows[LAST], 0, bytes);
    memset(w->rows[THIS], 0, bytes);
    for (uint32_t line = 0; line < grid->lines; line++) {
        cq_lanes *free_rows = w->rows[LAST];

        add_sources(w, line, &source);
        cq_assert(w->dims == source - sink); /* each source, less one for each sink */
        for (uint32_t u = 0; u < grid->half; u++)
            make_sum(w, line, u);
        keep(w, line);
        if (line + 1 == grid->lines)
            break;
        step(w, line);
        if (!use_sinks(w, line, &sink))
            return false;
        w->rows[LAST] = w->rows[THIS];
        w->rows[THIS] = w->rows[NEXT];
        w->rows[NEXT] = free_rows;
    }
    return true;
}

/* ---- room ---- */

/* How many free variables each line will have; false if that is impossible, and so
 * the board has no tiling. */
static bool count_dims(cq_linear *forms)
{
    const cq_grid *grid = forms->grid;
    size_t source = 0, sink = 0;

    forms->total = 0;
    for (uint32_t line = 0; line < grid->lines; line++) {
        while (source < grid->sources.count &&
               grid->sources.at[source] / grid->width <= line)
            source++;
        if (source < sink || source - sink > 2 * (size_t)grid->half)
            return false;
        cq_assert(line == 0 || forms->start[line - 1] <= forms->total);
        forms->dims[line] = (uint32_t)(source - sink);
        if (forms->dims[line] > forms->most)
            forms->most = forms->dims[line];
        forms->start[line] = forms->total;
        forms->total += 2 * (size_t)grid->half * forms->dims[line];
        while (sink < grid->sinks.count && grid->sinks.at[sink] / grid->width <= line)
            sink++;
    }
    return true;
}

static cq_status forms_new(cq_linear *forms, size_t skip)
{
    cq_context *ctx = forms->ctx;
    size_t count = forms->groups * CQ_LANES;
    size_t units = forms->groups * sizeof(cq_moduli) / sizeof(cq_lanes);
    size_t narrow = forms->groups * (forms->total / 2 + 1);
    cq_lanes *at;

    cq_try(cq_primes_make(ctx, skip, count, &forms->primes));
    at = cq_lanes_alloc(ctx, units + narrow, &forms->block);
    cq_try_memory(at);
    forms->moduli = (cq_moduli *)at;
    forms->store = (cq_narrow *)(at + units);
    for (size_t g = 0; g < forms->groups; g++)
        cq_moduli_set(&forms->moduli[g], forms->primes + g * CQ_LANES);
    return CQ_OK;
}

static cq_status sweep_groups(cq_linear *forms, bool *good)
{
    sweep w = {.forms = forms, .pitch = (size_t)forms->most + 1};
    size_t part = forms->grid->half * w.pitch;
    void *block;
    cq_lanes *rows = cq_lanes_alloc(forms->ctx, 4 * part, &block);

    cq_try_memory(rows);
    for (size_t g = 0; g < forms->groups && *good; g++) {
        for (size_t i = 0; i < 4; i++)
            w.rows[i] = rows + i * part;
        w.group = g;
        w.m = &forms->moduli[g];
        *good = sweep_group(&w);
    }
    cq_free(block);
    return CQ_OK;
}

cq_status cq_linear_make(cq_context *ctx, const cq_grid *grid, size_t groups,
                         size_t skip, cq_linear *out, bool *good)
{
    cq_linear forms = {
        .ctx = ctx, .grid = grid, .functions = cq_kernel_best(), .groups = groups};
    cq_status status = CQ_MEMORY;

    *good = true;
    forms.dims = cq_alloc(ctx, grid->lines, sizeof *forms.dims);
    forms.start = cq_alloc(ctx, grid->lines, sizeof *forms.start);
    if (forms.dims && forms.start) {
        *good = count_dims(&forms);
        status = *good ? forms_new(&forms, skip) : CQ_OK;
    }
    if (status == CQ_OK && *good)
        status = sweep_groups(&forms, good);
    if (status == CQ_OK && *good)
        *out = forms;
    else
        cq_linear_free(&forms);
    return status;
}

void cq_linear_free(cq_linear *forms)
{
    cq_free_each(forms->dims, forms->start, forms->primes, forms->block);
    memset(forms, 0, sizeof *forms);
}
