/* refutation.c - why clauses cannot all hold, for checkers of SAT proofs.
 *
 * A search with clause learning (J. P. Marques-Silva and K. A. Sakallah, GRASP, 1999;
 * N. Een and N. Sorensson, An extensible SAT-solver, 2003), in its simplest form: two
 * watched literals, learning up to the first unique implication point, variables by how
 * often they took part in the last conflicts, restarts after growing numbers of
 * conflicts; nothing is ever forgotten. Each learned clause is a line of the proof:
 *
 *     DRAT   literals 0
 *     LRAT   number literals 0 numbers 0
 *
 * where the last numbers are the clauses by which unit propagation, from the negation
 * of the learned clause, comes to a contradiction, in the order in which they are used
 * (L. Cruz-Filipe et al., Efficient certified RAT verification, 2017). A literal that
 * holds without any choice is learned as a unit clause, so that later lines can refer
 * to it. The last line is the empty clause. Clauses are numbered from 1, first those of
 * the CNF file.
 *
 *     value[v]     1 true, -1 false, 0 open
 *     level[v]     how many choices stood before it; 0: it holds for good
 *     reason[v]    the clause that forced it, or NONE; at level 0 its own unit clause
 *     watches[l]   clauses that watch literal l: their first two literals
 *
 * Literal v is at place 2 v of tables, its negative at 2 v + 1.
 */
#include "engine/tree/tree.h"

#include "base/assert.h"
#include "problem/cardinality.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { PATIENCE = 100 }; /* conflicts before the first restart */

typedef struct solver {
    cq_context *ctx;
    FILE *out;
    bool hints; /* LRAT */
    cq_proof_size size;
    cq_clauses clauses;
    signed char *value, *phase, *seen;
    uint32_t *level, *reason;
    double *activity, bump;
    cq_u32s *watches;
    CQ_VEC(int32_t) trail;
    size_t looked;   /* on the trail: whose watches were looked at */
    cq_u32s choices; /* the trail before each */
    CQ_VEC(int32_t) learned;
    cq_u32s units, used; /* hints of the clause that is learned; `used` backwards */
    bool refuted;
} solver;

static size_t place(int32_t literal)
{
    return literal > 0 ? 2 * (size_t)literal : 2 * (size_t)-literal + 1;
}

static uint32_t var(int32_t literal)
{
    return (uint32_t)abs(literal);
}

static int value_of(const solver *s, int32_t literal)
{
    return literal > 0 ? s->value[literal] : -s->value[-literal];
}

static int32_t *clause(const solver *s, uint32_t number)
{
    return s->clauses.literals.at + s->clauses.starts.at[number];
}

static size_t length(const solver *s, uint32_t number)
{
    return s->clauses.starts.at[number + 1] - s->clauses.starts.at[number];
}

/* ---- the proof ---- */

static void put_number(solver *s, int64_t number)
{
    int written = fprintf(s->out, "%" PRId64 "%c", number, number ? ' ' : '\n');

    s->size.bytes += written > 0 ? (uint64_t)written : 0;
}

/* One of the clauses that prove another: all of its literals are false but one, which
 * it forces, or none is left. `seen` holds what is known to be true, 1 or -1. */
static bool forces_one(const solver *s, uint32_t number, bool last)
{
    int32_t open = 0;

    for (size_t i = 0; i < length(s, number); i++) {
        int32_t literal = clause(s, number)[i];
        int known = s->seen[var(literal)];

        cq_hold(known == 0 || (known > 0) != (literal > 0));
        cq_hold(known || !open);
        open = known ? open : literal;
    }
    cq_hold((open == 0) == last);
    if (!last)
        s->seen[var(open)] = open > 0 ? 1 : -1;
    return true;
}

/* Whether the clause `learned` follows, as a reader of the proof will see it. `seen` is
 * empty before and after. */
static bool follows(const solver *s, uint32_t last)
{
    for (uint32_t v = 1; v <= s->clauses.variables; v++)
        cq_hold(!s->seen[v]);
    for (size_t i = 0; i < s->learned.count; i++) {
        cq_hold(!s->seen[var(s->learned.at[i])]);
        s->seen[var(s->learned.at[i])] = s->learned.at[i] > 0 ? -1 : 1;
    }
    for (size_t i = 0; i < s->units.count; i++)
        cq_hold(forces_one(s, s->units.at[i], false));
    for (size_t i = s->used.count; i-- > 0;)
        cq_hold(forces_one(s, s->used.at[i], false));
    cq_hold(forces_one(s, last, true));
    memset(s->seen, 0, (size_t)s->clauses.variables + 1);
    return true;
}

/* The clause `learned`, by `units`, `used` and then `last`. Its number is *out. */
static cq_status learn(solver *s, uint32_t last, uint32_t *out)
{
    cq_assert(follows(s, last));
    *out = (uint32_t)cq_clauses_count(&s->clauses);
    for (size_t i = 0; i < s->learned.count; i++)
        cq_try(cq_vec_push(s->ctx, &s->clauses.literals, s->learned.at[i]));
    cq_try(cq_vec_push(s->ctx, &s->clauses.starts, s->clauses.literals.count));
    s->size.nodes++;
    if (s->hints)
        put_number(s, (int64_t)*out + 1);
    for (size_t i = 0; i < s->learned.count; i++)
        put_number(s, s->learned.at[i]);
    if (s->hints) {
        s->size.bytes += fputs("0 ", s->out) >= 0 ? 2 : 0;
        for (size_t i = 0; i < s->units.count; i++)
            put_number(s, (int64_t)s->units.at[i] + 1);
        for (size_t i = s->used.count; i-- > 0;)
            put_number(s, (int64_t)s->used.at[i] + 1);
        put_number(s, (int64_t)last + 1);
    }
    put_number(s, 0);
    s->learned.count = s->units.count = s->used.count = 0;
    return ferror(s->out) ? cq_fail_io(s->ctx, "cannot write", "the proof") : CQ_OK;
}

/* ---- what follows ---- */

/* What holds for good is a clause of its own. */
static cq_status assign(solver *s, int32_t literal, uint32_t reason)
{
    uint32_t v = var(literal);

    cq_assert(!s->value[v]);
    if (s->choices.count == 0 && length(s, reason) > 1) {
        const int32_t *literals = clause(s, reason);

        for (size_t i = 0; i < length(s, reason); i++)
            if (literals[i] != literal)
                cq_try(cq_vec_push(s->ctx, &s->units, s->reason[var(literals[i])]));
        cq_try(cq_vec_push(s->ctx, &s->learned, literal));
        cq_try(learn(s, reason, &reason));
    }
    cq_assert(s->choices.count || length(s, reason) == 1);
    s->value[v] = literal > 0 ? 1 : -1;
    s->level[v] = (uint32_t)s->choices.count;
    s->reason[v] = reason;
    return cq_vec_push(s->ctx, &s->trail, literal);
}

static cq_status watch(solver *s, int32_t literal, uint32_t number)
{
    return cq_vec_push(s->ctx, &s->watches[place(literal)], number);
}

/* The clause watches a literal that became false: it gets another one, or forces the
 * other, or is violated. *kept: it still watches the false one. */
static cq_status visit(solver *s, uint32_t number, int32_t false_literal, bool *kept,
                       uint32_t *conflict)
{
    int32_t *literals = clause(s, number);
    size_t count = length(s, number);

    if (literals[0] == false_literal) {
        literals[0] = literals[1];
        literals[1] = false_literal;
    }
    *kept = true;
    if (value_of(s, literals[0]) > 0)
        return CQ_OK;
    for (size_t i = 2; i < count; i++)
        if (value_of(s, literals[i]) >= 0) {
            literals[1] = literals[i];
            literals[i] = false_literal;
            *kept = false;
            return watch(s, literals[1], number);
        }
    if (value_of(s, literals[0]) == 0)
        return assign(s, literals[0], number);
    *conflict = number;
    return CQ_OK;
}

/* Whether every clause watches a literal that is true, or two that are not false. */
static bool check_watched(const solver *s)
{
    for (uint32_t i = 0; i < cq_clauses_count(&s->clauses); i++) {
        int first, second;

        if (length(s, i) < 2)
            continue;
        first = value_of(s, clause(s, i)[0]);
        second = value_of(s, clause(s, i)[1]);
        cq_hold(first > 0 || second > 0 || (first == 0 && second == 0));
    }
    return true;
}

static cq_status propagate(solver *s, uint32_t *conflict)
{
    *conflict = NONE;
    while (s->looked < s->trail.count && *conflict == NONE) {
        int32_t now_false = -s->trail.at[s->looked++];
        cq_u32s *list = &s->watches[place(now_false)];
        size_t kept = 0, i = 0;

        for (; i < list->count && *conflict == NONE; i++) {
            bool stays = true;
            uint32_t number = list->at[i];

            cq_try(visit(s, number, now_false, &stays, conflict));
            list->at[kept] = number;
            kept += stays;
        }
        for (; i < list->count; i++)
            list->at[kept++] = list->at[i];
        list->count = kept;
    }
    cq_assert(*conflict != NONE ||
              !cq_walk_due(s->size.nodes, s->clauses.literals.count) ||
              check_watched(s));
    return CQ_OK;
}

static void go_back(solver *s, size_t level)
{
    if (s->choices.count <= level)
        return;
    while (s->trail.count > s->choices.at[level]) {
        int32_t literal = s->trail.at[--s->trail.count];

        s->phase[var(literal)] = s->value[var(literal)];
        s->value[var(literal)] = 0;
    }
    s->choices.count = level;
    s->looked = s->trail.count;
}

/* ---- learning ---- */

static void bump(solver *s, uint32_t v)
{
    s->activity[v] += s->bump;
    if (s->activity[v] < 1e100)
        return;
    for (uint32_t u = 1; u <= s->clauses.variables; u++)
        s->activity[u] *= 1e-100;
    s->bump *= 1e-100;
}

/* Takes the literals of a clause into account; counts those of the last level. */
static cq_status resolve(solver *s, uint32_t number, size_t *open)
{
    for (size_t i = 0; i < length(s, number); i++) {
        int32_t literal = clause(s, number)[i];
        uint32_t v = var(literal);

        if (s->seen[v] || value_of(s, literal) > 0)
            continue;
        s->seen[v] = 1;
        bump(s, v);
        if (s->level[v] == 0)
            cq_try(cq_vec_push(s->ctx, &s->units, s->reason[v]));
        else if (s->level[v] == s->choices.count)
            ++*open;
        else
            cq_try(cq_vec_push(s->ctx, &s->learned, literal));
    }
    return CQ_OK;
}

/* The clause that is learned: its first literal is the one that it forces. `seen` is
 * left as it was found: for all that was met. */
static cq_status analyse(solver *s, uint32_t conflict)
{
    size_t open = 0, at = s->trail.count;
    uint32_t number = conflict;
    int32_t literal;

    cq_try(cq_vec_push(s->ctx, &s->learned, 0));
    for (;;) {
        cq_try(resolve(s, number, &open));
        do
            literal = s->trail.at[--at];
        while (!s->seen[var(literal)]);
        cq_assert(open > 0 && s->level[var(literal)] == s->choices.count);
        if (--open == 0)
            break;
        number = s->reason[var(literal)];
        cq_assert(number != NONE && clause(s, number)[0] == literal);
        cq_try(cq_vec_push(s->ctx, &s->used, number));
    }
    s->learned.at[0] = -literal;
    for (uint32_t v = 1; v <= s->clauses.variables; v++)
        s->seen[v] = 0;
    return CQ_OK;
}

/* The level to go back to: the second highest in the clause, whose literal is put
 * second, to be watched. */
static size_t second_level(solver *s)
{
    size_t best = 1;
    int32_t literal;

    if (s->learned.count < 2)
        return 0;
    for (size_t i = 2; i < s->learned.count; i++)
        if (s->level[var(s->learned.at[i])] > s->level[var(s->learned.at[best])])
            best = i;
    literal = s->learned.at[best];
    s->learned.at[best] = s->learned.at[1];
    s->learned.at[1] = literal;
    return s->level[var(literal)];
}

static cq_status refute(solver *s, uint32_t conflict)
{
    uint32_t number;

    for (size_t i = 0; i < length(s, conflict); i++)
        cq_try(cq_vec_push(s->ctx, &s->units, s->reason[var(clause(s, conflict)[i])]));
    s->refuted = true;
    return learn(s, conflict, &number);
}

/* Whether all literals of a clause are false, but for the first, which is open. */
static bool leaves_first(const solver *s, uint32_t number)
{
    cq_hold(value_of(s, clause(s, number)[0]) == 0);
    for (size_t i = 1; i < length(s, number); i++)
        cq_hold(value_of(s, clause(s, number)[i]) < 0);
    return true;
}

static cq_status settle(solver *s, uint32_t conflict)
{
    uint32_t number;
    size_t level;

    if (s->choices.count == 0)
        return refute(s, conflict);
    cq_try(analyse(s, conflict));
    level = second_level(s);
    go_back(s, level);
    s->bump /= 0.95;
    cq_try(learn(s, conflict, &number));
    if (length(s, number) > 1) {
        cq_try(watch(s, clause(s, number)[0], number));
        cq_try(watch(s, clause(s, number)[1], number));
    }
    cq_assert(leaves_first(s, number));
    return assign(s, clause(s, number)[0], number);
}

/* ---- searching ---- */

/* Whether some literal of every clause is true. */
static bool is_model(const solver *s)
{
    for (uint32_t i = 0; i < cq_clauses_count(&s->clauses); i++) {
        size_t k = 0;

        while (k < length(s, i) && value_of(s, clause(s, i)[k]) <= 0)
            k++;
        cq_hold(k < length(s, i));
    }
    return true;
}

static cq_status decide(solver *s, bool *solvable)
{
    uint32_t best = 0;

    for (uint32_t v = 1; v <= s->clauses.variables; v++)
        if (!s->value[v] && (!best || s->activity[v] > s->activity[best]))
            best = v;
    *solvable = best == 0;
    cq_assert(best || is_model(s));
    if (*solvable)
        return CQ_OK;
    cq_try(cq_vec_push(s->ctx, &s->choices, (uint32_t)s->trail.count));
    return assign(s, s->phase[best] < 0 ? -(int32_t)best : (int32_t)best, NONE);
}

/* Clauses of one literal at once, all others by their first two. */
static cq_status begin(solver *s)
{
    uint32_t originals = (uint32_t)cq_clauses_count(&s->clauses);

    for (uint32_t i = 0; i < originals && !s->refuted; i++) {
        if (length(s, i) > 1) {
            cq_try(watch(s, clause(s, i)[0], i));
            cq_try(watch(s, clause(s, i)[1], i));
        } else if (length(s, i) == 0 || value_of(s, clause(s, i)[0]) < 0) {
            cq_try(refute(s, i));
        } else if (value_of(s, clause(s, i)[0]) == 0) {
            cq_try(assign(s, clause(s, i)[0], i));
        }
    }
    return CQ_OK;
}

static cq_status search(solver *s, bool *solvable)
{
    uint64_t conflicts = 0, patience = PATIENCE;
    uint32_t conflict;

    cq_try(begin(s));
    for (size_t steps = 1; !s->refuted && !*solvable; steps++) {
        cq_try(cq_poll_at(s->ctx, 256 * steps));
        cq_try(propagate(s, &conflict));
        if (conflict != NONE) {
            cq_try(settle(s, conflict));
            conflicts++;
        } else if (conflicts >= patience) {
            patience += patience / 2;
            conflicts = 0;
            go_back(s, 0);
        } else {
            cq_try(decide(s, solvable));
        }
    }
    return fflush(s->out) ? cq_fail_io(s->ctx, "cannot write", "the proof") : CQ_OK;
}

static bool allocate(solver *s)
{
    size_t count = (size_t)s->clauses.variables + 1;

    s->bump = 1;
    s->value = cq_zalloc(s->ctx, count, 1);
    s->phase = cq_zalloc(s->ctx, count, 1);
    s->seen = cq_zalloc(s->ctx, count, 1);
    s->level = cq_zalloc(s->ctx, count, sizeof *s->level);
    s->reason = cq_zalloc(s->ctx, count, sizeof *s->reason);
    s->activity = cq_zalloc(s->ctx, count, sizeof *s->activity);
    s->watches = cq_zalloc(s->ctx, 2 * count, sizeof *s->watches);
    return s->value && s->phase && s->seen && s->level && s->reason && s->activity &&
           s->watches;
}

static void release(solver *s)
{
    for (size_t i = 0; s->watches && i < 2 * ((size_t)s->clauses.variables + 1); i++)
        cq_vec_free(&s->watches[i]);
    cq_free_each(s->value, s->phase, s->seen, s->level, s->reason, s->activity,
                 s->watches);
    cq_clauses_free(&s->clauses);
    cq_vec_free_each(&s->trail, &s->choices, &s->learned, &s->units, &s->used);
}

cq_status cq_refutation_write(cq_context *ctx, const cq_problem *problem, bool hints,
                              FILE *out, cq_proof_size *size, bool *solvable)
{
    solver s = {.ctx = ctx, .out = out, .hints = hints};
    cq_cardinality rows = {0};
    cq_status status = cq_cardinality_of(ctx, problem, &rows);

    cq_then(status, cq_clauses_make(ctx, &rows, &s.clauses));
    cq_then(status, allocate(&s) ? search(&s, solvable) : CQ_MEMORY);
    *size = s.size;
    release(&s);
    cq_cardinality_free(&rows);
    return status;
}
