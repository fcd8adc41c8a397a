/* tour_bound.c - when the recurrence of a family of tours is proved.
 *
 * As for tilings (order_bound.c): if every board is the one before it and p more lines,
 * the numbers of tours are w M^k v, where M is a matrix with a row for each state, and
 * d states bound the order. A tour is a cycle whose edges are decided line by line, by
 * the checker's steps (check/steps.h). No move reaches further than r lines, so what
 * the lines before t leave open is the paths that end in the next r lines:
 *
 *     line  t-1 | t  t+1 | t+2          r = 2, the knight: of each square of lines t
 *            x  | o---o  |              and t + 1 the other end of its path, itself if
 *            x  | o   .  |              it has no move yet, or none if it has two
 *
 * That is a state, whatever t is. v has the states before line t of the first board
 * that has r + 1 lines from t on; M leads from t to t + p, on a board that is so long
 * that its end does not matter; and w tells in how many ways the last r + 1 lines
 * complete each state, on the first board. (No move before t reaches the last line, so
 * no tour is complete before t.) Boards before that one are compared by themselves.
 * Only rectangles without holes are looked at: their lines are all alike.
 *
 * For an open tour the roof, which is joined to all squares, is one end more.
 *
 * All terms follow from v, M and w, also those that nobody asked for; the ones that
 * were counted by an engine must be the same.
 *
 * Cost: a sweep of p lines for each state, and for each term a multiplication for each
 * entry of M that is not 0; both are limited. */
#include "sequence/strip.h"

#include "base/assert.h"
#include "check/steps.h"
#include "check/tour_lists.h"

#include <string.h>

enum { STATES_MOST = 1 << 12 };
#define MOST_STEPS ((uint64_t)1 << 23)

/* ---- a board, line by line ---- */

typedef struct strip {
    cq_context *ctx;
    cq_problem *problem, view;
    bool listed;
    bool upright;
    uint32_t lines, reach;
    uint32_t *rank;
    uint32_t *by_rank; /* the vertices, and last the roof */
    cq_steps *steps;
} strip;

static void free_strip(strip *s)
{
    cq_steps_free(s->steps);
    if (s->listed)
        cq_tour_lists_free(&s->view, s->problem);
    cq_free_each(s->rank, s->by_rank);
    cq_problem_free(s->problem);
}

static uint32_t line_of(const strip *s, uint32_t vertex)
{
    cq_cell cell = cq_problem_cell(&s->view, vertex);

    return s->upright ? cq_row(s->problem->board, cell)
                      : cq_col(s->problem->board, cell);
}

/* By line, then by place in it: squares are counted, line by line. */
static void fill_ranks(strip *s)
{
    const cq_board *board = s->problem->board;
    uint32_t n = s->view.graph.vertices, next = 0;

    for (uint32_t line = 0; line < s->lines; line++)
        for (uint32_t side = 0; side < cq_line_length(board, s->upright); side++)
            for (uint32_t v = 0; v < n; v++)
                if (cq_problem_cell(&s->view, v) ==
                    cq_cell_along(board, s->upright, line, side)) {
                    s->by_rank[next] = v;
                    s->rank[v] = next++;
                }
    cq_assert(next == n);
    s->by_rank[n] = s->rank[n] = n;
}

static void find_reach(strip *s)
{
    const cq_graph *g = &s->view.graph;

    for (uint32_t v = 0; v < g->vertices; v++)
        for (size_t i = g->starts[v]; i < g->starts[v + 1]; i++) {
            uint32_t a = line_of(s, v), b = line_of(s, g->targets[i]);

            s->reach = b > a && b - a > s->reach ? b - a : s->reach;
        }
}

/* The board for N = n; free it also if that fails. */
static cq_status make_strip(cq_context *ctx, const cq_board_family *family, uint64_t n,
                            bool upright, strip *s)
{
    *s = (strip){.ctx = ctx, .upright = upright};
    cq_try(cq_family_problem(ctx, family, n, &s->problem));
    if (!s->problem)
        return CQ_OK;
    s->lines = cq_lines_along(s->problem->board, upright);
    cq_try(cq_tour_lists_make(ctx, s->problem, &s->view));
    s->listed = true;
    s->rank = cq_alloc(ctx, s->view.graph.vertices + 1, sizeof *s->rank);
    s->by_rank = cq_alloc(ctx, s->view.graph.vertices + 1, sizeof *s->by_rank);
    cq_try_memory(s->rank && s->by_rank);
    fill_ranks(s);
    find_reach(s);
    return CQ_OK;
}

/* How many edges have their earlier end before this line. */
static size_t step_of(const strip *s, uint32_t line)
{
    const cq_graph *g = &s->view.graph;
    size_t count = 0;

    for (uint32_t v = 0; v < g->vertices; v++) {
        if (line_of(s, v) >= line)
            continue;
        count += !s->problem->closed;
        for (size_t i = g->starts[v]; i < g->starts[v + 1]; i++)
            count += s->rank[g->targets[i]] > s->rank[v];
    }
    return count;
}

/* ---- states ---- */

/* The squares of the lines from t to t + r, and the roof. */
typedef struct window {
    const strip *strip;
    uint32_t line;
    size_t step;
    cq_u32s things;
} window;

static cq_status open_window(const strip *s, uint32_t line, uint32_t reach, window *out)
{
    uint32_t n = s->view.graph.vertices;

    *out = (window){.strip = s, .line = line, .step = step_of(s, line)};
    for (uint32_t i = 0; i < n + !s->problem->closed; i++) {
        uint32_t v = s->by_rank[i];

        if (v == n || (line_of(s, v) >= line && line_of(s, v) < line + reach))
            cq_try(cq_vec_push(s->ctx, &out->things, v));
    }
    return CQ_OK;
}

static bool has_come(const window *w, uint32_t thing)
{
    return w->strip->steps->first[thing] < w->step;
}

static bool has_gone(const window *w, uint32_t thing)
{
    return w->strip->steps->last[thing] < w->step;
}

/* The state of a key: for each thing 1 + the other end of its path, or 0. */
static void name_state(const window *w, const uint64_t *key, uint64_t *out)
{
    const uint32_t *slots = w->strip->steps->slots;

    for (size_t i = 0; i < w->things.count; i++) {
        uint32_t v = w->things.at[i], end;

        out[i] = has_come(w, v) ? 0 : i + 1;
        if (!has_come(w, v) || has_gone(w, v))
            continue;
        end = cq_slot_get(key, slots[v]);
        for (size_t k = 0; k < w->things.count && end; k++) {
            uint32_t u = w->things.at[k];

            if (has_come(w, u) && !has_gone(w, u) && slots[u] + 1 == end)
                out[i] = k + 1;
        }
    }
}

/* The way back; false if there is no such key, as a square that lacks a move has none
 * left. */
static bool load_state(const window *w, const uint64_t *state, uint64_t *key)
{
    const cq_steps *steps = w->strip->steps;

    memset(key, 0, steps->words * sizeof *key);
    for (size_t i = 0; i < w->things.count; i++) {
        uint32_t v = w->things.at[i];

        if (has_come(w, v) && has_gone(w, v) && state[i])
            return false;
        if (has_come(w, v) && !has_gone(w, v) && state[i])
            cq_slot_set(key, steps->slots[v],
                        steps->slots[w->things.at[state[i] - 1]] + 1);
    }
    return true;
}

/* ---- sweeping ---- */

typedef struct layer {
    cq_keys keys;
    CQ_VEC(uint64_t) ways;
} layer;

typedef struct sweep {
    cq_context *ctx;
    cq_steps *steps;
    layer now, next;
    uint64_t *key;
    uint64_t completed;
    bool given_up;
} sweep;

static cq_status sweep_new(const strip *s, sweep *out)
{
    *out = (sweep){.ctx = s->ctx, .steps = s->steps};
    out->now.keys.words = out->next.keys.words = s->steps->words;
    out->key = cq_zalloc(s->ctx, s->steps->words, sizeof *out->key);
    return out->key ? CQ_OK : CQ_MEMORY;
}

static void sweep_free(sweep *s)
{
    cq_keys_free(&s->now.keys);
    cq_keys_free(&s->next.keys);
    cq_vec_free_each(&s->now.ways, &s->next.ways);
    cq_free(s->key);
}

static cq_status add_key(sweep *s, layer *to, uint64_t ways)
{
    uint32_t number;
    bool fresh;

    cq_try(cq_keys_add(s->ctx, &to->keys, s->key, &number, &fresh));
    if (fresh)
        return cq_vec_push(s->ctx, &to->ways, ways);
    s->given_up |=
        __builtin_add_overflow(to->ways.at[number], ways, &to->ways.at[number]);
    return CQ_OK;
}

static cq_status sweep_step(sweep *s, size_t step)
{
    layer spare;

    cq_keys_clear(&s->next.keys);
    s->next.ways.count = 0;
    for (size_t i = 0; i < s->now.keys.count; i++) {
        const uint64_t *from = s->now.keys.at + i * s->steps->words;
        size_t choices = s->steps->choices(s->steps, step, from);

        for (size_t c = 0; c < choices; c++) {
            uint64_t ways = s->now.ways.at[i];
            cq_step_end end = s->steps->choose(s->steps, step, c, from, s->key);

            if (end == CQ_STEP_HOLDS)
                cq_try(add_key(s, &s->next, ways));
            else if (end == CQ_STEP_COMPLETES)
                s->given_up |=
                    __builtin_add_overflow(s->completed, ways, &s->completed);
        }
    }
    spare = s->now;
    s->now = s->next;
    s->next = spare;
    return CQ_OK;
}

/* From one key, in s->key, to a step. */
static cq_status sweep_from(sweep *s, size_t from, size_t to)
{
    cq_status status;

    cq_keys_clear(&s->now.keys);
    s->now.ways.count = 0;
    s->completed = 0;
    status = add_key(s, &s->now, 1);
    for (size_t step = from; step < to && status == CQ_OK && !s->given_up; step++) {
        status = sweep_step(s, step);
        s->given_up |= s->steps->work > MOST_STEPS;
        cq_then(status, cq_poll(s->ctx));
    }
    return status;
}

/* ---- v, M and w ---- */

typedef struct entry {
    uint32_t from, to;
    uint64_t ways;
} entry;

typedef struct matrix {
    cq_context *ctx;
    const strip *longer, *first;
    window before, after, last; /* t and t + p on the long board, t on the first */
    cq_keys states;
    CQ_VEC(uint64_t) begins, ends; /* v and w */
    CQ_VEC(entry) entries;
    bool given_up;
} matrix;

static void free_matrix(matrix *m)
{
    cq_vec_free_each(&m->before.things, &m->after.things, &m->last.things);
    cq_keys_free(&m->states);
    cq_vec_free_each(&m->begins, &m->ends, &m->entries);
}

/* What the sweep has reached becomes states; `from` is UINT32_MAX for v. */
static cq_status take_layer(matrix *m, const window *w, const sweep *s, uint32_t from)
{
    uint64_t *state = cq_alloc(m->ctx, m->states.words, sizeof *state);
    cq_status status = state ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; i < s->now.keys.count && status == CQ_OK; i++) {
        uint64_t ways = s->now.ways.at[i];
        uint32_t number = 0;

        m->given_up |= ways > UINT32_MAX;
        name_state(w, s->now.keys.at + i * s->now.keys.words, state);
        status = cq_keys_add(m->ctx, &m->states, state, &number, NULL);
        if (status == CQ_OK && from == UINT32_MAX)
            status = cq_vec_push(m->ctx, &m->begins, ways);
        else if (status == CQ_OK)
            status = cq_vec_push(m->ctx, &m->entries, ((entry){from, number, ways}));
    }
    cq_free(state);
    return status;
}

/* The states before line t, then all that p lines make of them. */
static cq_status close_states(matrix *m, sweep *s)
{
    cq_try(sweep_from(s, 0, m->before.step));
    cq_try(take_layer(m, &m->before, s, UINT32_MAX));
    cq_assert(m->states.count == m->begins.count);
    for (uint32_t i = 0; i < m->states.count && !s->given_up; i++) {
        if (m->states.count > STATES_MOST)
            s->given_up = true;
        else if (load_state(&m->before, m->states.at + i * m->states.words, s->key)) {
            cq_try(sweep_from(s, m->before.step, m->after.step));
            cq_try(take_layer(m, &m->after, s, i));
        }
    }
    return CQ_OK;
}

/* In how many ways the first board completes each of them. */
static cq_status complete_states(matrix *m, sweep *s)
{
    for (uint32_t i = 0; i < m->states.count && !s->given_up; i++) {
        bool loaded = load_state(&m->last, m->states.at + i * m->states.words, s->key);

        s->completed = 0;
        if (loaded)
            cq_try(sweep_from(s, m->last.step, m->first->steps->count));
        m->given_up |= s->completed > UINT32_MAX;
        cq_try(cq_vec_push(m->ctx, &m->ends, s->completed));
    }
    return CQ_OK;
}

static cq_status fill_matrix(matrix *m, uint32_t line, uint32_t period, uint32_t reach)
{
    sweep s = {0}, end = {0};
    cq_status status = open_window(m->longer, line, reach, &m->before);

    cq_then(status, open_window(m->longer, line + period, reach, &m->after));
    cq_then(status, open_window(m->first, line, reach, &m->last));
    m->states.words = m->before.things.count;
    cq_assert(status != CQ_OK || m->before.things.count == m->after.things.count);
    cq_then(status, sweep_new(m->longer, &s));
    cq_then(status, sweep_new(m->first, &end));
    cq_then(status, close_states(m, &s));
    if (status == CQ_OK && !s.given_up)
        status = complete_states(m, &end);
    m->given_up |= s.given_up || end.given_up;
    sweep_free(&s);
    sweep_free(&end);
    return status;
}

/* ---- terms ---- */

static void multiply(const matrix *m, const cq_terms *vector, cq_terms *out)
{
    for (size_t i = 0; i < out->count; i++)
        mpz_set_ui(out->at[i], 0);
    for (size_t i = 0; i < m->entries.count; i++) {
        const entry *e = &m->entries.at[i];

        mpz_addmul_ui(out->at[e->to], vector->at[e->from], (unsigned long)e->ways);
    }
}

/* w times the vector. */
static void sum_up(const matrix *m, const cq_terms *vector, mpz_t out)
{
    mpz_set_ui(out, 0);
    for (size_t i = 0; i < vector->count; i++)
        mpz_addmul_ui(out, vector->at[i], (unsigned long)m->ends.at[i]);
    mpz_mul_ui(out, out, m->first->steps->factor);
}

/* One term after the other, from number `skipped` on: those that were counted must be
 * the same, and the others follow from the recurrence or refute it. */
static cq_status compare(const matrix *m, size_t wanted, const cq_recurrence *r,
                         cq_terms *vector, cq_terms *spare, cq_terms *all,
                         cq_counted *counted)
{
    cq_status status = CQ_OK;
    mpz_t term;

    mpz_init(term);
    for (size_t at = counted->skipped;
         at < wanted && status == CQ_OK && !counted->refuted; at++) {
        cq_terms other = *vector;

        sum_up(m, vector, term);
        if (at < counted->terms.count && mpz_cmp(term, counted->terms.at[at]) != 0)
            status = cq_fail(m->ctx, CQ_DEFECT,
                             "a transfer matrix counts the tours differently");
        if (at >= counted->terms.count)
            status = cq_counted_compare(m->ctx, counted, r, all, term);
        multiply(m, vector, spare);
        *vector = *spare;
        *spare = other;
        cq_then(status, cq_poll(m->ctx));
    }
    mpz_clear(term);
    return status;
}

static cq_status compare_terms(const matrix *m, size_t wanted, const cq_recurrence *r,
                               cq_counted *counted)
{
    cq_terms vector = {0}, spare = {0}, all = {0};
    cq_status status = cq_terms_make(m->ctx, m->states.count, &vector);

    cq_then(status, cq_terms_make(m->ctx, m->states.count, &spare));
    for (size_t i = 0; i < m->begins.count && status == CQ_OK; i++)
        mpz_set_ui(vector.at[i], (unsigned long)m->begins.at[i]);
    cq_then(status, cq_terms_copy(m->ctx, &counted->terms, &all));
    cq_then(status, compare(m, wanted, r, &vector, &spare, &all, counted));
    cq_terms_free(&vector);
    cq_terms_free(&spare);
    cq_terms_free(&all);
    return status;
}

/* ---- the boards ---- */

typedef struct growth {
    cq_context *ctx;
    const cq_board_family *family;
    uint64_t from;
    bool upright;
    uint32_t line, period, reach; /* of the first board; by which they grow; of moves */
} growth;

static bool is_full(const cq_board *board)
{
    return board->surface == CQ_PLANE &&
           board->count == (size_t)board->rows * board->cols;
}

/* The first boards; false if they are no rectangles that grow in one direction by as
 * many lines each time. */
static cq_status measure(growth *g, bool *even)
{
    uint32_t rows[3], cols[3];

    *even = true;
    for (uint64_t i = 0; i < 3; i++) {
        cq_problem *problem = NULL;

        cq_try(cq_family_problem(g->ctx, g->family, g->from + i, &problem));
        *even &= problem && is_full(problem->board);
        rows[i] = problem ? problem->board->rows : 0;
        cols[i] = problem ? problem->board->cols : 0;
        cq_problem_free(problem);
    }
    g->upright = cols[0] == cols[1] && cols[1] == cols[2];
    *even &= g->upright || (rows[0] == rows[1] && rows[1] == rows[2]);
    g->line = g->upright ? rows[0] : cols[0];
    g->period = g->upright ? rows[1] - rows[0] : cols[1] - cols[0];
    *even &= g->period > 0 &&
             (g->upright ? rows[2] - rows[1] : cols[2] - cols[1]) == g->period;
    return CQ_OK;
}

/* How far moves reach on a longer board; 0: too far, or nowhere. */
static cq_status find_most_reach(growth *g)
{
    enum { LONGER = 16 };
    strip s;
    cq_status status = make_strip(g->ctx, g->family, g->from + LONGER, g->upright, &s);

    g->reach = status == CQ_OK && 2 * s.reach < s.lines ? s.reach : 0;
    free_strip(&s);
    return status;
}

static cq_status make_steps(const growth *g, uint64_t n, strip *out, bool *fits)
{
    cq_try(make_strip(g->ctx, g->family, n, g->upright, out));
    *fits = out->view.graph.vertices + !out->problem->closed >= 3;
    if (!*fits)
        return CQ_OK;
    cq_try(cq_tour_steps_make(g->ctx, &out->view, out->rank, &out->steps));
    *fits = !out->steps->hopeless && !out->steps->too_large;
    return CQ_OK;
}

static cq_status bound(const growth *g, const strip *longer, const strip *first,
                       cq_counted *counted)
{
    matrix m = {.ctx = g->ctx, .longer = longer, .first = first};
    cq_recurrence r = {0};
    cq_status status =
        fill_matrix(&m, first->lines - g->reach - 1, g->period, g->reach);
    size_t wanted;

    if (status == CQ_OK && !m.given_up) {
        counted->states = m.states.count;
        status = cq_recurrence_find(g->ctx, &counted->terms, counted->from, &r);
    }
    wanted = counted->skipped + counted->states + r.order;
    if (wanted < counted->terms.count)
        wanted = counted->terms.count;
    if (status == CQ_OK && !m.given_up &&
        (uint64_t)wanted * m.entries.count <= MOST_STEPS) {
        status = compare_terms(&m, wanted, &r, counted);
        if (status == CQ_OK && counted->confirmed >= counted->skipped)
            counted->confirmed = counted->terms.count; /* by the checker's own steps */
    }
    cq_recurrence_free(&r);
    free_matrix(&m);
    return status;
}

cq_status cq_counted_bound_tours(cq_context *ctx, const cq_board_family *family,
                                 cq_counted *counted)
{
    growth g = {.ctx = ctx, .family = family, .from = counted->from};
    strip longer = {0}, first = {0};
    bool even = false, fits = false;
    uint64_t n;
    cq_status status = measure(&g, &even);

    if (status == CQ_OK && even)
        status = find_most_reach(&g);
    if (status != CQ_OK || !even || g.reach == 0)
        return status;
    while (g.line + counted->skipped * g.period <= 2 * g.reach)
        counted->skipped++; /* so that moves lead to all squares of a state */
    n = g.from + counted->skipped;
    status = make_steps(&g, n, &first, &fits);
    if (status == CQ_OK && fits)
        status =
            make_steps(&g, n + 1 + (g.reach + g.period - 1) / g.period, &longer, &fits);
    if (status == CQ_OK && fits)
        status = bound(&g, &longer, &first, counted);
    free_strip(&longer);
    free_strip(&first);
    return status;
}
