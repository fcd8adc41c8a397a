/* terms.c - the numbers of a family, one after the other.
 *
 * If all boards are equally wide, grow along their length and each begins as the
 * longest does, one sweep over the longest board serves all. After the last line of a
 * shorter board, its number is that of the state in which nothing ahead is covered. If
 * a board ends differently (a drawing goes on after the repeated columns), the states
 * are taken far enough before the difference that no piece laid by then reaches
 * it, and its own end is swept alone:
 *
 *     longest   ===============================
 *     shorter   =========|####                 swept again from where a piece could
 *               ....^                          reach the '#'
 *
 * Pieces must come in any number: how many were used is not in the states. All other
 * families are counted term by term, by the best engine for each; so are tours, and the
 * rows of triangles, by the copies of the first piece.
 */
#include "sequence/strip.h"

#include "base/clock.h"
#include "check/check.h"
#include "solve/solve.h"

#include <string.h>

cq_status cq_terms_append(cq_context *ctx, cq_terms *terms, const mpz_t value)
{
    if (cq_vec_reserve(ctx, terms, 1) != CQ_OK)
        return CQ_MEMORY;
    mpz_init_set(terms->at[terms->count++], value);
    return CQ_OK;
}

cq_status cq_terms_make(cq_context *ctx, size_t count, cq_terms *out)
{
    cq_terms terms = {0};

    if (cq_vec_reserve(ctx, &terms, count) != CQ_OK)
        return CQ_MEMORY;
    for (; terms.count < count; terms.count++)
        mpz_init(terms.at[terms.count]);
    *out = terms;
    return CQ_OK;
}

cq_status cq_terms_copy(cq_context *ctx, const cq_terms *terms, cq_terms *out)
{
    cq_assert(out->count == 0);
    for (size_t i = 0; i < terms->count; i++)
        cq_try(cq_terms_append(ctx, out, terms->at[i]));
    return CQ_OK;
}

void cq_terms_free(cq_terms *terms)
{
    while (terms->count)
        mpz_clear(terms->at[--terms->count]);
    cq_vec_free(terms);
}

void cq_counted_free(cq_counted *sequence)
{
    cq_terms_free(&sequence->terms);
    while (sequence->rows.count)
        cq_terms_free(&sequence->rows.at[--sequence->rows.count]);
    cq_vec_free(&sequence->rows);
    memset(sequence, 0, sizeof *sequence);
}

/* ---- the work ---- */

typedef struct counting {
    cq_context *ctx;
    const cq_board_family *family;
    const cq_options *options;
    cq_problem **problems; /* of each term */
    size_t count;
    cq_mpz_fn *on_term;
    void *user;
    cq_counted *out;
    cq_watch watch;
} counting;

static cq_status deliver_row(counting *c, const mpz_t value, const cq_terms *row)
{
    cq_terms *terms = &c->out->terms;

    cq_assert(mpz_sgn(value) >= 0);
    cq_try(cq_terms_append(c->ctx, terms, value));
    if (!c->on_term)
        return CQ_OK;
    return c->on_term(c->user, c->out->from + terms->count - 1, value, row);
}

static cq_status deliver(counting *c, const mpz_t value)
{
    return deliver_row(c, value, NULL);
}

/* ---- one sweep for all ---- */

/* Whether every placement that fits may be used: no copies and no rules to look at. */
static bool is_unlimited(const cq_problem *problem)
{
    if (problem->pieces.rules.count)
        return false;
    for (size_t i = 0; i < problem->pieces.count; i++) {
        const cq_piece *piece = &problem->pieces.at[i];

        if (piece->least > 0 ||
            (piece->most != CQ_ANY_COPIES &&
             piece->most < problem->board->count / piece->shape.count))
            return false;
    }
    return true;
}

/* Whether all boards are equally wide and not joined at the ends of their lengths. */
static bool are_bands(const counting *c, bool upright)
{
    const cq_board *last = c->problems[c->count - 1]->board;
    uint32_t width = cq_line_length(last, upright), before = 0;

    if (last->surface == CQ_TORUS || (last->surface == CQ_CYLINDER && !upright))
        return false;
    if (width > cq_lines_along(last, upright))
        return false; /* a sweep along the shorter side is for the engines */
    for (size_t i = 0; i < c->count; i++) {
        const cq_board *board = c->problems[i]->board;
        uint32_t lines = cq_lines_along(board, upright);

        if (cq_line_length(board, upright) != width || lines < before)
            return false;
        before = lines;
    }
    return true;
}

typedef struct bands {
    counting *c;
    bool upright;
    cq_band longest;
    uint32_t line; /* swept so far */
    cq_tally tally, spare;
} bands;

static cq_status sweep_to(bands *b, uint32_t line)
{
    uint32_t from = b->line;

    if (line <= from)
        return CQ_OK;
    b->line = line;
    return cq_band_sweep(&b->c->watch, &b->longest, from, line, &b->tally, &b->spare);
}

/* The end of a board that is not the beginning of the longest one; all of it, if the
 * sweep over that is too far already. */
static cq_status sweep_end(bands *b, const cq_problem *problem, uint32_t from,
                           mpz_t value)
{
    cq_context *ctx = b->c->ctx;
    cq_band band = {0};
    cq_tally tally, spare;
    cq_status status = cq_band_make(ctx, problem, b->upright, &band);

    cq_tally_init(&tally, b->tally.states.words);
    cq_tally_init(&spare, b->tally.states.words);
    if (status == CQ_OK && from == b->line)
        status = cq_tally_copy(ctx, &b->tally, &tally);
    else if (status == CQ_OK)
        status = cq_tally_start(ctx, &tally);
    from = from == b->line ? from : 0;
    cq_then(status,
            cq_band_sweep(&b->c->watch, &band, from, band.lines, &tally, &spare));
    if (status == CQ_OK)
        cq_tally_clear_state(&tally, value);
    cq_tally_free(&tally);
    cq_tally_free(&spare);
    cq_band_free(&band);
    return status;
}

static cq_status count_band(bands *b, const cq_problem *problem, mpz_t value)
{
    const cq_board *board = problem->board;
    uint32_t lines = cq_lines_along(board, b->upright);
    uint32_t same = cq_bands_agree(board, b->longest.board, b->upright);
    uint32_t from = same > b->longest.reach ? same - b->longest.reach : 0;
    cq_status status;

    cq_assert(same <= lines && lines <= b->longest.lines);
    if (same == lines) {
        status = sweep_to(b, lines);
        if (status == CQ_OK)
            cq_tally_clear_state(&b->tally, value);
        return status;
    }
    status = sweep_to(b, from);
    return status == CQ_OK ? sweep_end(b, problem, from, value) : status;
}

/* Dead states can be known only if all boards are beginnings of the longest one: else
 * what is dead there may live on another. */
static bool are_beginnings(const bands *b)
{
    const counting *c = b->c;

    for (size_t i = 0; i < c->count; i++) {
        const cq_board *board = c->problems[i]->board;

        if (cq_bands_agree(board, b->longest.board, b->upright) !=
            cq_lines_along(board, b->upright))
            return false;
    }
    return true;
}

static cq_status start_bands(bands *b)
{
    counting *c = b->c;
    cq_status status =
        cq_band_make(c->ctx, c->problems[c->count - 1], b->upright, &b->longest);

    if (status == CQ_OK && are_beginnings(b))
        status = cq_band_watch_dead(c->ctx, &b->longest);
    if (status != CQ_OK)
        return status;
    cq_tally_init(&b->tally, b->longest.words);
    cq_tally_init(&b->spare, b->longest.words);
    return cq_tally_start(c->ctx, &b->tally);
}

/* The terms again, from the first on, by the checker. The first problem is that of the
 * first term, or of the second if that has a board without squares. */
static cq_status confirm_terms(counting *c)
{
    uint64_t work = c->options->confirm ? UINT64_MAX : CQ_CONFIRM_WORK;
    size_t before = c->out->terms.count - c->count;
    cq_verdict verdict = CQ_YES;

    for (size_t i = 0; i < c->count && verdict == CQ_YES; i++) {
        cq_status status = cq_confirm_number(
            c->ctx, c->problems[i], c->out->terms.at[before + i], &work, &verdict);

        if (status == CQ_STOPPED || status == CQ_MEMORY)
            return CQ_OK; /* the terms stand */
        if (status != CQ_OK)
            return status;
        if (verdict == CQ_NO)
            return cq_fail(c->ctx, CQ_DEFECT,
                           "a plain sweep of other code counts differently");
        c->out->confirmed = before + i + (verdict == CQ_YES);
    }
    return CQ_OK;
}

/* What bounds the order, with the status of finding it; the terms stand, whatever
 * ended that. */
static cq_status keep_bound(counting *c, cq_status status)
{
    if (status != CQ_STOPPED && status != CQ_MEMORY)
        return status;
    c->out->states = c->out->further = 0;
    c->out->refuted = false;
    c->watch.stop = CQ_FINISHED;
    return CQ_OK;
}

static cq_status count_bands(counting *c, bool upright)
{
    bands b = {.c = c, .upright = upright};
    cq_status status = start_bands(&b);
    mpz_t value;

    mpz_init(value);
    for (size_t i = 0; i < c->count && status == CQ_OK; i++) {
        status = count_band(&b, c->problems[i], value);
        cq_then(status, deliver(c, value));
    }
    cq_then(status, confirm_terms(c));
    if (status == CQ_OK && c->count > 2 && are_beginnings(&b))
        status = keep_bound(c, cq_counted_bound(&c->watch, c->family, upright,
                                                b.longest.reach, c->out));
    if (status == CQ_STOPPED || status == CQ_MEMORY) {
        c->out->stop = status == CQ_MEMORY ? CQ_STOP_MEMORY : c->watch.stop;
        status = CQ_OK;
    }
    snprintf(c->out->method, sizeof c->out->method, "one sweep over all");
    cq_note(c->ctx, "one sweep over %u lines of %u squares: %zu states at the peak",
            b.line, b.longest.width, c->watch.peak);
    mpz_clear(value);
    cq_tally_free(&b.tally);
    cq_tally_free(&b.spare);
    cq_band_free(&b.longest);
    return status;
}

/* ---- term by term ---- */

/* Adds a number of tilings to entry `at` of the row, which grows as it must. */
static cq_status add_entry(cq_context *ctx, cq_terms *row, size_t at,
                           const char *tilings)
{
    cq_status status = CQ_OK;
    mpz_t number;

    mpz_init(number);
    while (row->count <= at && status == CQ_OK)
        status = cq_terms_append(ctx, row, number);
    if (status == CQ_OK) {
        mpz_set_str(number, tilings, 10);
        mpz_add(row->at[at], row->at[at], number);
    }
    mpz_clear(number);
    return status;
}

/* Adds a row to the triangle, and delivers it with its sum. */
static cq_status take_row(counting *c, cq_terms *row)
{
    cq_status status = row->count ? CQ_OK : add_entry(c->ctx, row, 0, "0");
    mpz_t sum;

    cq_then(status, cq_vec_push(c->ctx, &c->out->rows, *row));
    if (status != CQ_OK) {
        cq_terms_free(row);
        return status;
    }
    mpz_init(sum);
    for (size_t i = 0; i < row->count; i++)
        mpz_add(sum, sum, row->at[i]);
    status = deliver_row(c, sum, row);
    mpz_clear(sum);
    return status;
}

/* The tilings by the copies of the first piece, whatever those of the others. */
static cq_status deliver_copies(counting *c, const cq_answer *answer)
{
    const uint32_t *copies;
    const char *tilings;
    cq_terms row = {0};

    for (size_t i = 0; (copies = cq_answer_copies(answer, i, &tilings)); i++)
        if (add_entry(c->ctx, &row, copies[0], tilings) != CQ_OK) {
            cq_terms_free(&row);
            return CQ_MEMORY;
        }
    return take_row(c, &row);
}

static cq_status count_one(counting *c, const cq_problem *problem)
{
    cq_goal goal = c->family->by_copies ? CQ_GOAL_COPIES : CQ_GOAL_COUNT;
    cq_options options = *c->options;
    cq_answer *answer = NULL;
    cq_status status;

    if (cq_watch_over(&c->watch))
        return CQ_STOPPED;
    if (c->watch.deadline > 0)
        options.seconds = c->watch.deadline - cq_clock_seconds();
    status = cq_solve(c->ctx, problem, goal, &options, &answer);
    if (status != CQ_OK)
        return status;
    if (*answer->confirmed && strncmp(answer->confirmed, "not ", 4) != 0 &&
        c->out->confirmed == c->out->terms.count)
        c->out->confirmed++;
    if (goal == CQ_GOAL_COPIES && answer->verdict != CQ_UNKNOWN) {
        status = deliver_copies(c, answer);
    } else if (answer->counted || answer->verdict == CQ_NO) {
        status = deliver(c, answer->count);
    } else {
        c->watch.stop = answer->stop;
        status = CQ_STOPPED;
    }
    cq_answer_free(answer);
    return status;
}

static cq_status count_each(counting *c)
{
    cq_status status = CQ_OK;

    snprintf(c->out->method, sizeof c->out->method, "term by term");
    for (size_t i = 0; i < c->count && status == CQ_OK; i++)
        status = count_one(c, c->problems[i]);
    if (status == CQ_STOPPED) {
        c->out->stop = c->watch.stop;
        return CQ_OK;
    }
    if (status == CQ_OK && c->family->tour)
        status = keep_bound(c, cq_counted_bound_tours(c->ctx, c->family, c->out));
    return status;
}

/* ---- all of it ---- */

static cq_status make_problems(counting *c, uint64_t from)
{
    cq_status status = CQ_OK;

    c->problems = cq_zalloc(c->ctx, c->count, sizeof(cq_problem *));
    cq_try_memory(c->problems);
    for (size_t i = 0; i < c->count && status == CQ_OK; i++)
        status = cq_family_problem(c->ctx, c->family, from + i, &c->problems[i]);
    return status;
}

/* A board without squares, for N = 0: nothing is laid, if nothing must be. */
static cq_status count_empty(counting *c)
{
    cq_problem *next = NULL;
    cq_status status = cq_family_problem(c->ctx, c->family, 1, &next);
    bool possible = true;
    cq_terms row = {0};
    mpz_t number;

    for (size_t i = 0; status == CQ_OK && i < next->pieces.count; i++)
        possible &= next->pieces.at[i].least == 0;
    cq_problem_free(next);
    if (status != CQ_OK)
        return status;
    if (c->family->tour)
        return cq_fail(
            c->ctx, CQ_INPUT,
            "N = 0 is a board without squares, which has no tours; start with N = 1");
    if (c->family->by_copies) {
        status = add_entry(c->ctx, &row, 0, possible ? "1" : "0");
        return status == CQ_OK ? take_row(c, &row) : status;
    }
    mpz_init_set_ui(number, possible);
    status = deliver(c, number);
    mpz_clear(number);
    return status;
}

static cq_status count(counting *c)
{
    bool any = !c->family->tour && !c->family->by_copies && !c->options->engine &&
               is_unlimited(c->problems[c->count - 1]);

    if (any && are_bands(c, false))
        return count_bands(c, false);
    if (any && are_bands(c, true))
        return count_bands(c, true);
    return count_each(c);
}

/* All but a first board without squares, which is counted at once. */
static cq_status count_all(counting *c, uint64_t from)
{
    cq_status status = make_problems(c, from);

    if (status == CQ_OK && !c->problems[0]) {
        status = count_empty(c);
        cq_assert(from == 0);
        c->count--;
        memmove(c->problems, c->problems + 1, c->count * sizeof *c->problems);
    }
    return status == CQ_OK && c->count ? count(c) : status;
}

cq_status cq_terms_count(cq_context *ctx, const cq_board_family *family, uint64_t from,
                         uint64_t to, const cq_options *options, cq_mpz_fn *on_term,
                         void *user, cq_counted *out)
{
    cq_counted sequence = {.from = from};
    counting c = {.ctx = ctx,
                  .family = family,
                  .options = options,
                  .on_term = on_term,
                  .user = user,
                  .out = &sequence,
                  .watch = {.ctx = ctx}};
    cq_status status = cq_family_check(ctx, family);

    if (status == CQ_OK && (from > to || to - from >= SIZE_MAX / sizeof(mpz_t)))
        status = cq_fail(ctx, CQ_INPUT, "the range from %llu to %llu is %s",
                         (unsigned long long)from, (unsigned long long)to,
                         from > to ? "empty" : "too long");
    if (status != CQ_OK)
        return status;
    c.count = (size_t)(to - from) + 1;
    if (options->seconds > 0)
        c.watch.deadline = cq_clock_seconds() + options->seconds;
    status = count_all(&c, from);
    for (size_t i = 0; c.problems && i < c.count; i++)
        cq_problem_free(c.problems[i]);
    cq_free(c.problems);
    if (status != CQ_OK) {
        cq_counted_free(&sequence);
        return status;
    }
    *out = sequence;
    return CQ_OK;
}
