/* cutting_planes.c - why the inequalities of a cover cannot all hold, for VeriPB.
 *
 * A Hall set, or two colours that do not balance, is one sum: the squares of the set
 * are each covered at least once, their neighbours at most once, and every piece that
 * covers one of the first covers one of the second. A colouring modulo m is two sums of
 * all squares by their weights, one from below and one from above; all coefficients are
 * multiples of m, and divided by m, with their bounds rounded, the two contradict each
 * other. Numbers that the copies cannot make are one sum again, of the squares by their
 * weights and of the pieces by their values. Of a cover all primary items are tried
 * against the secondary items that come first in options: pigeons and holes. Resolution
 * needs exponentially many steps for many of these (S. Dantchev and S. Riis, Planar
 * tautologies hard for resolution, 2001; A. Haken, 1985).
 *
 * Any other reason is written as the tree of a search (cover_tree.c): at each of its
 * nodes the options chosen above cannot all be chosen, which unit propagation sees at a
 * leaf, and at a node after its children. Lemmas about children are deleted when their
 * parent has its own.
 *
 * The format is that of VeriPB 2 (S. Gocht and J. Nordstrom, Certifying parity
 * reasoning efficiently using pseudo-Boolean proofs, 2021): "pol" lines are sums in
 * reverse Polish notation, "rup" lines follow by propagation.
 */
#include "engine/tree/tree.h"

#include "base/assert.h"
#include "problem/cardinality.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

typedef struct sums {
    cq_context *ctx;
    cq_lemmas *proof;
    const cq_problem *problem;
    cq_cardinality rows;
    cq_inequality_numbers *numbers;
    /* How often each row is added, from below or (negative) from above. */
    int64_t *times;
    int64_t *total; /* by variable: the coefficient in the sum */
} sums;

__attribute__((format(printf, 2, 3))) static void say(cq_lemmas *proof,
                                                      const char *format, ...)
{
    va_list args;
    int written;

    va_start(args, format);
    written = vfprintf(proof->out, format, args);
    va_end(args);
    proof->size.bytes += written > 0 ? (uint64_t)written : 0;
}

/* ---- lemmas ---- */

cq_status cq_lemma_put(cq_lemmas *lemmas, size_t children)
{
    size_t first = lemmas->standing.count - children;

    cq_assert(children <= lemmas->standing.count);
    cq_assert(first == 0 || lemmas->standing.at[first - 1] <= lemmas->last);
    say(lemmas, "rup");
    for (size_t i = 0; i < lemmas->chosen.count; i++)
        say(lemmas, " +1 ~x%" PRIu32, lemmas->chosen.at[i] + 1);
    say(lemmas, " >= 1 ;\n");
    lemmas->last++;
    lemmas->size.nodes++;
    if (children) {
        say(lemmas, "del id");
        for (size_t i = first; i < lemmas->standing.count; i++)
            say(lemmas, " %" PRIu64, lemmas->standing.at[i]);
        say(lemmas, "\n");
    }
    lemmas->standing.count = first;
    if (ferror(lemmas->out))
        return cq_fail_io(lemmas->ctx, "cannot write", "the proof");
    return cq_vec_push(lemmas->ctx, &lemmas->standing, lemmas->last);
}

/* ---- sums ---- */

/* One term of a sum, added to what stands there unless it is the first. */
static void put_term(sums *s, bool *first, const char *what, uint32_t number,
                     uint64_t times)
{
    say(s->proof, " %s%" PRIu32, what, number);
    if (times > 1)
        say(s->proof, " %" PRIu64 " *", times);
    if (!*first)
        say(s->proof, " +");
    *first = false;
}

/* A row from above; one that always holds has a single member, which is 1 at most. */
static void put_from_above(sums *s, bool *first, size_t row, uint64_t times)
{
    if (s->numbers[row].most)
        put_term(s, first, "", s->numbers[row].most, times);
    else
        for (uint32_t i = s->rows.starts.at[row]; i < s->rows.starts.at[row + 1]; i++)
            put_term(s, first, "~x", s->rows.members.at[i], times);
}

/* The rows with times > 0 from below, or those with times < 0 from above. */
static void put_rows(sums *s, bool *first, bool below)
{
    for (size_t i = 0; i < cq_cardinality_rows(&s->rows); i++) {
        if (below && s->times[i] > 0)
            put_term(s, first, "", s->numbers[i].least, (uint64_t)s->times[i]);
        else if (!below && s->times[i] < 0)
            put_from_above(s, first, i, (uint64_t)-s->times[i]);
    }
}

static void add_up(sums *s)
{
    memset(s->total, 0, ((size_t)s->rows.variables + 1) * sizeof *s->total);
    for (size_t i = 0; i < cq_cardinality_rows(&s->rows); i++)
        for (uint32_t k = s->rows.starts.at[i]; k < s->rows.starts.at[i + 1]; k++)
            s->total[s->rows.members.at[k]] += s->times[i];
}

/* ---- a set of squares with too few neighbours ---- */

/* The sum is 0 or less on its left side, and more than 0 on its right. */
static bool is_contradiction(sums *s)
{
    int64_t bound = 0;

    add_up(s);
    for (size_t i = 0; i < cq_cardinality_rows(&s->rows); i++)
        bound +=
            s->times[i] * (s->times[i] > 0 ? s->rows.least.at[i] : s->rows.most.at[i]);
    for (uint32_t v = 1; v <= s->rows.variables; v++)
        if (s->total[v] > 0)
            return false;
    return bound > 0;
}

static void put_set(sums *s)
{
    bool first = true;

    cq_assert(is_contradiction(s));
    cq_assert(s->proof->last > 0 && s->proof->standing.count == 0);
    say(s->proof, "pol");
    put_rows(s, &first, true);
    put_rows(s, &first, false);
    for (uint32_t v = 1; v <= s->rows.variables; v++)
        if (s->total[v] < 0)
            put_term(s, &first, "x", v, (uint64_t)-s->total[v]);
    say(s->proof, "\n");
    s->proof->last++;
    s->proof->size.nodes++;
}

/* Squares that share an option with one of the set are counted from above. */
static void count_neighbours(sums *s)
{
    size_t cells = s->problem->board->count;
    const cq_cardinality *rows = &s->rows;

    add_up(s);
    for (size_t i = 0; i < cells; i++)
        for (uint32_t k = rows->starts.at[i];
             !s->times[i] && k < rows->starts.at[i + 1]; k++)
            if (s->total[rows->members.at[k]] > 0)
                s->times[i] = -1;
}

static bool try_hall(sums *s, const cq_certificate *reason)
{
    const cq_board *board = s->problem->board;
    size_t row = 0, next = 0;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        if (!board->colour[cell])
            continue;
        for (next = 0; next < reason->members.count; next++)
            if (reason->members.at[next] == cell)
                s->times[row] = 1;
        row++;
    }
    count_neighbours(s);
    return is_contradiction(s);
}

/* All squares of the colour that has more, against those of the other. */
static bool try_colours(sums *s)
{
    const cq_board *board = s->problem->board;
    int64_t balance = 0;
    size_t row = 0;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell]) {
            s->times[row] = (cell / board->cols + cell % board->cols) % 2 ? 1 : -1;
            balance += s->times[row++];
        }
    for (size_t i = 0; balance < 0 && i < row; i++)
        s->times[i] = -s->times[i];
    return is_contradiction(s);
}

/* All primary items against the first secondary item of every option: pigeons and
 * holes, queens and columns. */
static bool try_places(sums *s)
{
    const cq_cardinality *rows = &s->rows;
    size_t primary = s->problem->cover.primary;

    memset(s->total, 0, ((size_t)rows->variables + 1) * sizeof *s->total);
    for (size_t i = 0; i < primary; i++)
        s->times[i] = rows->least.at[i] > 0;
    for (size_t i = primary; i < cq_cardinality_rows(rows); i++)
        for (uint32_t k = rows->starts.at[i]; k < rows->starts.at[i + 1]; k++)
            if (s->total[rows->members.at[k]]++ == 0)
                s->times[i] = -1;
    return is_contradiction(s);
}

/* ---- a colouring ---- */

/* Every option sums to a multiple of the modulus, all squares do not. */
static bool try_weights(sums *s, const cq_certificate *reason)
{
    const cq_board *board = s->problem->board;
    int64_t m = reason->modulus, whole = 0;
    size_t row = 0;

    if (m < 2)
        return false;
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell]) {
            s->times[row] = (reason->weights.at[cell] % m + m) % m;
            whole = (whole + s->times[row++]) % m;
        }
    add_up(s);
    for (uint32_t v = 1; v <= s->rows.variables; v++)
        if (s->total[v] % m)
            return false;
    return whole != 0;
}

static void put_weights(sums *s, const cq_certificate *reason)
{
    uint64_t before = s->proof->last;

    for (int below = 1; below >= 0; below--) {
        bool first = true;

        say(s->proof, "pol");
        put_rows(s, &first, below);
        say(s->proof, " %" PRIu32 " d\n", reason->modulus);
        for (size_t i = 0; i < s->problem->board->count; i++)
            s->times[i] = -s->times[i];
    }
    cq_assert(s->proof->last == before);
    say(s->proof, "pol %" PRIu64 " %" PRIu64 " +\n", before + 1, before + 2);
    s->proof->last += 3;
    s->proof->size.nodes += 3;
}

/* ---- numbers that copies cannot make ---- */

/* What the members of a row have at the most in the sum of all rows before it. */
static int64_t most_total(const sums *s, size_t row)
{
    uint32_t from = s->rows.starts.at[row], to = s->rows.starts.at[row + 1];
    int64_t most = INT64_MIN;

    for (uint32_t k = from; k < to; k++) {
        int64_t total = s->total[s->rows.members.at[k]];

        most = total > most ? total : most;
    }
    return from < to ? most : 0;
}

/* Squares count `times` their weight less `shift`, so that together their sum is what
 * it was up to the area; then what options have too much is taken off by the row of
 * their piece, from above, and what they lack is given, from below. */
static bool try_shifted(sums *s, const cq_certificate *reason, int64_t times,
                        int64_t shift)
{
    const cq_board *board = s->problem->board;
    size_t row = 0;

    memset(s->times, 0, cq_cardinality_rows(&s->rows) * sizeof *s->times);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            s->times[row++] = times * reason->weights.at[cell] - shift;
    add_up(s);
    for (; row < cq_cardinality_rows(&s->rows); row++) {
        cq_assert(s->times[row] == 0);
        s->times[row] = -most_total(s, row);
        if (s->times[row] > 0 && !s->rows.least.at[row])
            s->times[row] = 0; /* nothing is known from below */
        for (uint32_t k = s->rows.starts.at[row]; k < s->rows.starts.at[row + 1]; k++)
            s->total[s->rows.members.at[k]] += s->times[row];
    }
    return is_contradiction(s);
}

/* The copies are a knapsack: the piece whose value to its area decides is one of them,
 * or the area does not matter. */
static bool try_bounds(sums *s, const cq_certificate *reason)
{
    const cq_pieces *pieces = &s->problem->pieces;

    if (reason->modulus)
        return false;
    if (try_shifted(s, reason, 1, 0))
        return true;
    for (size_t p = 0; p < pieces->count; p++)
        if (try_shifted(s, reason, (int64_t)pieces->at[p].shape.count,
                        reason->values.at[p]))
            return true;
    return false;
}

/* ---- the whole ---- */

/* True if the reason is a sum, which is then written. */
static bool put_reason(sums *s, const cq_certificate *reason)
{
    cq_proof kind = reason ? reason->proof : CQ_PROOF_NONE;

    if (s->problem->kind != CQ_TILING) {
        bool places = try_places(s);

        if (places)
            put_set(s);
        return places;
    }
    if (kind == CQ_PROOF_WEIGHTS && try_weights(s, reason)) {
        put_weights(s, reason);
        return true;
    }
    if ((kind == CQ_PROOF_WEIGHTS && try_bounds(s, reason)) ||
        (kind == CQ_PROOF_HALL && try_hall(s, reason)) ||
        (kind == CQ_PROOF_COLOURS && try_colours(s))) {
        put_set(s);
        return true;
    }
    return false;
}

static cq_status write_all(sums *s, const cq_certificate *reason, bool *solvable)
{
    size_t rows = cq_cardinality_rows(&s->rows);

    s->numbers = cq_alloc(s->ctx, rows, sizeof *s->numbers);
    s->times = cq_zalloc(s->ctx, rows, sizeof *s->times);
    s->total = cq_alloc(s->ctx, (size_t)s->rows.variables + 1, sizeof *s->total);
    cq_try_memory(s->numbers && s->times && s->total);
    s->proof->last = cq_inequalities_number(&s->rows, s->numbers);
    say(s->proof, "pseudo-Boolean proof version 2.0\nf %" PRIu64 "\n", s->proof->last);
    if (!put_reason(s, reason))
        cq_try(cq_tree_lemmas(s->ctx, s->problem, s->proof, solvable));
    say(s->proof,
        "output NONE\nconclusion UNSAT : %" PRIu64 "\nend pseudo-Boolean proof\n",
        s->proof->last);
    return fflush(s->proof->out) ? cq_fail_io(s->ctx, "cannot write", "the proof")
                                 : CQ_OK;
}

cq_status cq_cutting_planes_write(cq_context *ctx, const cq_problem *problem,
                                  const cq_certificate *reason, FILE *out,
                                  cq_proof_size *size, bool *solvable)
{
    cq_lemmas proof = {.ctx = ctx, .out = out};
    sums s = {.ctx = ctx, .proof = &proof, .problem = problem};
    cq_status status = cq_cardinality_of(ctx, problem, &s.rows);

    cq_then(status, write_all(&s, reason, solvable));
    *size = proof.size;
    cq_free_each(s.numbers, s.times, s.total);
    cq_cardinality_free(&s.rows);
    cq_vec_free_each(&proof.chosen, &proof.standing);
    return status;
}
