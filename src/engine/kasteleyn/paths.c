/* paths.c - lattice paths from sources to sinks, counted exactly with additions only.
 *
 * Set one source to 1 and the others to 0. Every other unknown is then given by the
 * equation one line before it, and with the signs of grid.h that is an addition,
 *
 *     y[s+1][t] = y[s-1][t] + y[s][t-1] + y[s][t+1]
 *
 * where a term is taken away if its edge is flipped. So an unknown counts the paths
 * that lead to it by steps (1, -1), (1, +1) and (2, 0): Delannoy's numbers, if there
 * are no holes. The same sum for a sink, which has no unknown ahead, is an entry of the
 * matrix. It is the Schur complement of the paired cells in Kasteleyn's matrix, and as
 * the block of the paired cells is triangular with ones on the diagonal, both have the
 * same determinant (up to its sign). With no holes this is the theorem of Lindstroem,
 * Gessel and Viennot for the paths that go with a tiling.
 *
 * The numbers have 1.27 bits for each line. They are kept as limbs of 24 bits in words
 * of 32, the limbs of one weight side by side along a line, so that a step of the sweep
 * is vector additions without carries; six lines later, before the words can overflow,
 * the carries are moved on. From a source only the cells in a cone ahead of it are
 * reached: the sweep keeps to the interval of u that the cone has opened to.
 *
 * Growth: two normal lines of limbs up to 2^23 give at most 3, 7, 17, 41, 99, 239 times
 * as much on the next six, below 2^31.
 *
 * Cost: for each of k sources, half of the cells ahead of it times the limbs, a few
 * additions each. The sources are shared among the threads.
 */
#include "engine/kasteleyn/paths.h"

#include "engine/kasteleyn/lanes.h"

#include <string.h>

enum { LINES_WITHOUT_CARRY = 6 };

/* What a step needs to know of each line; the arrays are lines * half. */
typedef struct rules {
    int32_t *keep;         /* -1 if the next line's unknown is given by a sum, else 0 */
    int32_t *minus_before; /* -1 if the term of t - 1 is taken away */
    int32_t *minus_after;
    bool *flipped; /* lines: whether any is */
} rules;

typedef struct sweep {
    cq_team *team;
    const cq_grid *grid;
    cq_paths *paths;
    rules rules;
    size_t stride;   /* of a plane: half, and a word before and after */
    size_t planes;   /* limbs, at most */
    int32_t **words; /* of a worker: three lines of planes */
    int level;
} sweep;

/* ---- the rules ---- */

/* The terms of an equation without the one ahead, taken to the other side, are those of
 * its row in Kasteleyn's matrix. */
static bool rule_check(const cq_grid *grid, const rules *r, uint32_t line, uint32_t t)
{
    size_t at = (size_t)line * grid->half + t / 2;
    cq_grid_edge edges[4];
    unsigned count = cq_grid_edges(grid, line * grid->width + t, edges);

    for (unsigned i = 0; i < count; i++) {
        int minus = edges[i].side == CQ_SIDE_BEFORE  ? r->minus_before[at]
                    : edges[i].side == CQ_SIDE_AFTER ? r->minus_after[at]
                                                     : 0;

        cq_hold(edges[i].side == CQ_SIDE_AHEAD ? edges[i].sign == 1 && r->keep[at]
                                               : edges[i].sign == (minus ? 1 : -1));
    }
    return true;
}

static void set_rule(const cq_grid *grid, rules *r, uint32_t line, uint32_t u)
{
    uint32_t t = 2 * u + !cq_grid_parity(grid, line), beside;
    size_t at = (size_t)line * grid->half + u;
    const unsigned char *flip = grid->flip + (size_t)line * grid->width;

    if (t >= grid->width || !cq_grid_has(grid, line, t))
        return;
    if (line + 1 < grid->lines && cq_grid_has(grid, line + 1, t))
        r->keep[at] = -1;
    if (cq_grid_before(grid, t, &beside) && flip[beside])
        r->minus_before[at] = -1;
    if (cq_grid_after(grid, t, &beside) && flip[t])
        r->minus_after[at] = -1;
    if (r->minus_before[at] || r->minus_after[at])
        r->flipped[line] = true;
    cq_assert(rule_check(grid, r, line, t));
}

/* Free `keep`, whose block holds all but `flipped`, and `flipped`, even on failure. */
static cq_status rules_make(cq_context *ctx, const cq_grid *grid, rules *r)
{
    size_t size = (size_t)grid->lines * grid->half;

    r->keep = cq_zalloc(ctx, size, 3 * sizeof *r->keep);
    r->flipped = cq_zalloc(ctx, grid->lines, sizeof *r->flipped);
    cq_try_memory(r->keep && r->flipped);
    r->minus_before = r->keep + size;
    r->minus_after = r->minus_before + size;
    for (uint32_t line = 0; line < grid->lines; line++)
        for (uint32_t u = 0; u < grid->half; u++)
            set_rule(grid, r, line, u);
    return CQ_OK;
}

/* ---- the sweep from one source ---- */

/* The state: lines[0] is the line before the current one, lines[1] the current one,
 * lines[2] the next. A plane's word u stands at plane[u + 1]. */
typedef struct front {
    int32_t *lines[3];
    size_t planes; /* in use */
    uint32_t low, high;
    uint32_t line;
} front;

typedef struct step {
    const int32_t *back, *before, *after; /* before: of t - 1; after: of t + 1 */
    const int32_t *keep, *minus_before, *minus_after;
    int32_t *to;
    size_t count;
} step;

CQ_INLINE void step_body(const step *s, bool flipped)
{
    if (!flipped) {
        for (size_t i = 0; i < s->count; i++)
            s->to[i] = s->keep[i] & (s->back[i] + s->before[i] + s->after[i]);
        return;
    }
    for (size_t i = 0; i < s->count; i++) {
        int32_t m = s->minus_before[i], n = s->minus_after[i];

        s->to[i] = s->keep[i] &
                   (s->back[i] + ((s->before[i] ^ m) - m) + ((s->after[i] ^ n) - n));
    }
}

static void step_plain(const step *s, bool flipped)
{
    step_body(s, flipped);
}

#ifdef CQ_LANES_X86
CQ_TARGET_AVX2 static void step_avx2(const step *s, bool flipped)
{
    step_body(s, flipped);
}
#endif

static void advance(const sweep *w, front *f)
{
    const cq_grid *grid = w->grid;
    unsigned parity = cq_grid_parity(grid, f->line);
    size_t at = (size_t)f->line * grid->half;
    bool flipped = w->rules.flipped[f->line];
    int32_t *next = f->lines[2];

    if (parity == 0)
        f->low -= f->low > 0;
    else
        f->high += f->high + 1 < grid->half;
    cq_assert(f->low <= f->high && f->high < grid->half && f->line < grid->lines);
    for (size_t l = 0; l < f->planes; l++) {
        size_t plane = l * w->stride + f->low + 1;
        const int32_t *current = f->lines[1] + plane - parity;
        step s = {.back = f->lines[0] + plane,
                  .before = current,
                  .after = current + 1,
                  .keep = w->rules.keep + at + f->low,
                  .minus_before = w->rules.minus_before + at + f->low,
                  .minus_after = w->rules.minus_after + at + f->low,
                  .to = next + plane,
                  .count = f->high - f->low + 1};

#ifdef CQ_LANES_X86
        if (w->level > 0)
            step_avx2(&s, flipped);
        else
#endif
            step_plain(&s, flipped);
        if (grid->ring) {
            int32_t *ends = next + l * w->stride;

            ends[0] = ends[grid->half];
            ends[grid->half + 1] = ends[1];
        }
    }
    f->lines[2] = f->lines[0];
    f->lines[0] = f->lines[1];
    f->lines[1] = next;
    f->line++;
}

static void carry_line(const sweep *w, const front *f, int32_t *line)
{
    const int32_t half = 1 << (CQ_LIMB_BITS - 1);

    for (size_t l = 0; l + 1 < f->planes; l++) {
        int32_t *from = line + l * w->stride, *to = from + w->stride;

        for (size_t u = 0; u < w->stride; u++) {
            int32_t carry = (from[u] + half) >> CQ_LIMB_BITS;

            from[u] -= carry * (1 << CQ_LIMB_BITS);
            to[u] += carry;
            cq_assert(-half <= from[u] && from[u] < half);
        }
    }
}

/* The entry of a sink, from the two lines that it sums, normalised as it is written. */
static void write_entry(const sweep *w, const front *f, uint32_t t, size_t limbs,
                        double *out)
{
    const cq_grid *grid = w->grid;
    unsigned parity = cq_grid_parity(grid, f->line);
    uint32_t u = t / 2;
    size_t rule = (size_t)f->line * grid->half + u;
    int32_t m = w->rules.minus_before[rule], n = w->rules.minus_after[rule];
    int64_t carry = 0;

    cq_assert(f->planes <= limbs); /* none is left out */
    for (size_t l = 0; l < limbs; l++) {
        int64_t sum = carry;

        if (l < f->planes) {
            size_t at = l * w->stride + u + 1;
            int32_t before = f->lines[1][at - parity];
            int32_t after = f->lines[1][at + 1 - parity];

            sum += (int64_t)f->lines[0][at] + ((before ^ m) - m) + ((after ^ n) - n);
        }
        carry = l + 1 < limbs ? (sum + (1 << (CQ_LIMB_BITS - 1))) >> CQ_LIMB_BITS : 0;
        out[l] = (double)(sum - carry * (1 << CQ_LIMB_BITS));
        cq_assert(-0x1p23 <= out[l] && out[l] <= 0x1p23);
    }
}

static cq_status sweep_source(void *shared, unsigned worker, size_t task)
{
    const sweep *w = shared;
    const cq_grid *grid = w->grid;
    cq_paths *paths = w->paths;
    uint32_t source = grid->sources.at[task];
    uint32_t from = source / grid->width, u = source % grid->width / 2;
    uint32_t sink = paths->first[task];
    double *out = paths->limbs + paths->start[task];
    front f = {.planes = 1, .low = u, .high = u, .line = from};

    memset(w->words[worker], 0, 3 * w->planes * w->stride * sizeof(int32_t));
    for (size_t i = 0; i < 3; i++)
        f.lines[i] = w->words[worker] + i * w->planes * w->stride;
    f.lines[1][u + 1] = 1;
    cq_assert(cq_grid_is_unknown(grid, from, source % grid->width));
    if (grid->ring) {
        f.low = 0;
        f.high = grid->half - 1;
        f.lines[1][0] = f.lines[1][grid->half];
        f.lines[1][grid->half + 1] = f.lines[1][1];
    }
    for (;;) {
        for (; sink < paths->size && paths->lines[sink] == f.line; sink++) {
            size_t limbs = cq_paths_limbs(f.line - from);

            write_entry(w, &f, grid->sinks.at[sink] % grid->width, limbs, out);
            out += limbs;
            cq_assert(f.planes <= w->planes && sink >= paths->first[task]);
        }
        cq_assert(sink == paths->size || paths->lines[sink] > f.line);
        if (sink == paths->size)
            return CQ_OK;
        advance(w, &f);
        if ((f.line - from) % LINES_WITHOUT_CARRY == 0) {
            f.planes = cq_paths_limbs(f.line - from);
            carry_line(w, &f, f.lines[0]);
            carry_line(w, &f, f.lines[1]);
            if (cq_team_stops(w->team, worker))
                return CQ_STOPPED;
        }
    }
}

/* ---- the whole matrix ---- */

/* Sources and sinks go by their lines, so that the entries are a staircase: first[] and
 * active[] say the same, row by row and column by column. */
static bool staircase_check(const cq_paths *paths)
{
    for (uint32_t j = 0; j < paths->size; j++) {
        cq_hold(j == 0 || (paths->from[j - 1] <= paths->from[j] &&
                           paths->lines[j - 1] <= paths->lines[j]));
        cq_hold(j == 0 || (paths->first[j - 1] <= paths->first[j] &&
                           paths->active[j - 1] <= paths->active[j]));
        cq_hold(paths->first[j] == paths->size || paths->active[paths->first[j]] > j);
        cq_hold(paths->first[j] == 0 || paths->active[paths->first[j] - 1] <= j);
    }
    return true;
}

/* Where each row begins, and how many limbs there are in all. */
static size_t lay_out(const cq_grid *grid, cq_paths *paths)
{
    uint32_t size = paths->size, sink = 0;
    size_t total = 0;

    for (uint32_t i = 0; i < size; i++)
        paths->lines[i] = grid->sinks.at[i] / grid->width;
    for (uint32_t j = 0; j < size; j++) {
        paths->from[j] = grid->sources.at[j] / grid->width;
        while (sink < size && paths->lines[sink] < paths->from[j])
            paths->active[sink++] = j;
        paths->first[j] = sink;
        paths->start[j] = total;
        for (uint32_t i = sink; i < size; i++)
            total += cq_paths_limbs(paths->lines[i] - paths->from[j]);
    }
    while (sink < size)
        paths->active[sink++] = size;
    cq_assert(staircase_check(paths));
    return total;
}

static cq_status paths_new(cq_context *ctx, const cq_grid *grid, cq_paths *paths)
{
    size_t size = grid->sources.count;

    paths->size = (uint32_t)size;
    paths->first = cq_alloc(ctx, size, sizeof *paths->first);
    paths->active = cq_alloc(ctx, size, sizeof *paths->active);
    paths->start = cq_alloc(ctx, size, sizeof *paths->start);
    paths->lines = cq_alloc(ctx, size, sizeof *paths->lines);
    paths->from = cq_alloc(ctx, size, sizeof *paths->from);
    cq_try_memory(paths->first && paths->active && paths->start && paths->lines &&
                  paths->from);
    paths->limbs = cq_alloc(ctx, lay_out(grid, paths), sizeof *paths->limbs);
    return paths->limbs ? CQ_OK : CQ_MEMORY;
}

void cq_paths_free(cq_paths *paths)
{
    cq_free_each(paths->first, paths->active, paths->start, paths->lines, paths->from,
                 paths->limbs);
    memset(paths, 0, sizeof *paths);
}

static cq_status words_new(cq_team *team, sweep *w)
{
    w->stride = (size_t)w->grid->half + 2;
    w->planes = cq_paths_limbs(w->grid->lines);
    w->words = cq_zalloc(team->ctx, team->threads, sizeof *w->words);
    cq_try_memory(w->words);
    for (unsigned i = 0; i < team->threads; i++) {
        w->words[i] =
            cq_alloc(team->ctx, cq_times(3 * w->planes, w->stride), sizeof(int32_t));
        cq_try_memory(w->words[i]);
    }
    return CQ_OK;
}

cq_status cq_paths_make(cq_team *team, const cq_grid *grid, cq_paths *out)
{
    cq_paths paths = {0};
    sweep w = {.team = team, .grid = grid, .paths = &paths, .level = cq_lanes_level()};
    cq_status status = paths_new(team->ctx, grid, &paths);

    cq_then(status, rules_make(team->ctx, grid, &w.rules));
    cq_then(status, words_new(team, &w));
    cq_then(status, cq_team_go(team, paths.size, sweep_source, &w));
    for (unsigned i = 0; w.words && i < team->threads; i++)
        cq_free(w.words[i]);
    cq_free_each(w.words, w.rules.keep, w.rules.flipped);
    if (status == CQ_OK)
        *out = paths;
    else
        cq_paths_free(&paths);
    return status;
}
