/* distinct.c - are the listed solutions all different?
 *
 * A solution is written as a set of 64-bit atoms that does not depend on the order in
 * which its parts are listed, such that equal sets mean equal solutions:
 *
 *     tiling   for every cell: (cell, smallest cell of its part); for every part, with
 *              the top bit set: (its smallest cell, its piece)
 *     cover    the options
 *     tour     the edges: of a cycle without direction, of an open tour with it; and
 *              the vertex of a tour that has only one
 *
 * The sum of the mixed atoms, twice with different mixing, is a digest of 128 bits that
 * needs no sorting. Digests are sorted; only if two are equal are the atoms written
 * out, sorted and compared, so that a collision is no mistake.
 *
 * Cost: linear in the solutions, and a sort of their digests.
 */
#include "base/assert.h"
#include "check/judge.h"

#include <stdlib.h>
#include <string.h>

/* A listed solution. */
typedef struct entry {
    cq_digest digest;
    size_t index;
} entry;

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Atoms go to the digest, and to `out` if one is given. */
typedef struct atoms {
    cq_digest digest;
    uint64_t *out;
    size_t count;
} atoms;

static void add_atom(atoms *a, uint64_t atom)
{
    a->digest.first += mix(atom + UINT64_C(0x9e3779b97f4a7c15));
    a->digest.second += mix(~atom * UINT64_C(0xd1342543de82ef95) + 1);
    if (a->out)
        a->out[a->count] = atom;
    a->count++;
}

static void add_tiling(const cq_solution *solution, atoms *a)
{
    for (size_t part = 0; part < solution->labels.count; part++) {
        uint64_t least = UINT32_MAX;
        size_t start = solution->starts.at[part], end = solution->starts.at[part + 1];

        cq_assert(start < end && end <= solution->members.count);
        for (size_t i = start; i < end; i++)
            if (solution->members.at[i] < least)
                least = solution->members.at[i];
        for (size_t i = start; i < end; i++)
            add_atom(a, (uint64_t)solution->members.at[i] << 32 | least);
        add_atom(a, UINT64_C(1) << 63 | least << 32 | solution->labels.at[part]);
    }
}

static void add_tour(const cq_solution *solution, bool closed, atoms *a)
{
    size_t count = solution->members.count;

    if (count == 1)
        add_atom(a, solution->members.at[0]);
    for (size_t i = closed ? 0 : 1; i < count; i++) {
        uint64_t from = solution->members.at[(i + count - 1) % count];
        uint64_t to = solution->members.at[i];

        if (closed && from > to)
            add_atom(a, to << 32 | from);
        else
            add_atom(a, from << 32 | to);
    }
}

static atoms take_atoms(const cq_problem *problem, const cq_solution *solution,
                        uint64_t *out)
{
    atoms a = {.out = out};

    switch (problem->kind) {
    case CQ_TILING: add_tiling(solution, &a); break;
    case CQ_COVER:
        for (size_t i = 0; i < solution->labels.count; i++)
            add_atom(&a, solution->labels.at[i]);
        break;
    case CQ_TOUR:
        add_tour(solution, problem->closed && !cq_problem_is_numbered(problem), &a);
        break;
    }
    return a;
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = cq_digest_compare(x->digest, y->digest);

    return order ? order : (x->index > y->index) - (x->index < y->index);
}

cq_digest cq_digest_solution(const cq_problem *problem, const cq_solution *solution)
{
    return take_atoms(problem, solution, NULL).digest;
}

cq_status cq_same_solution(cq_context *ctx, const cq_problem *problem,
                           const cq_solution *a, const cq_solution *b, bool *out)
{
    size_t count = take_atoms(problem, a, NULL).count;
    uint64_t *x = NULL, *y = NULL;

    *out = count == take_atoms(problem, b, NULL).count;
    if (!*out)
        return CQ_OK;
    x = cq_alloc(ctx, count, sizeof *x);
    y = cq_alloc(ctx, count, sizeof *y);
    if (x && y) {
        take_atoms(problem, a, x);
        take_atoms(problem, b, y);
        qsort(x, count, sizeof *x, compare_u64);
        qsort(y, count, sizeof *y, compare_u64);
        *out = memcmp(x, y, count * sizeof *x) == 0;
    }
    /* Equal solutions have equal digests; that is why only those are compared. */
    cq_assert(!*out || !x || !y ||
              cq_digest_compare(cq_digest_solution(problem, a),
                                cq_digest_solution(problem, b)) == 0);
    cq_free_each(x, y);
    return x && y ? CQ_OK : CQ_MEMORY;
}

cq_status cq_find_repeated(cq_context *ctx, const cq_problem *problem,
                           const cq_solution *solutions, size_t count, size_t *first,
                           size_t *second, bool *out)
{
    entry *entries = cq_alloc(ctx, count, sizeof *entries);
    cq_status status = CQ_OK;
    bool found = false;

    cq_try_memory(entries);
    for (size_t i = 0; i < count; i++)
        entries[i] = (entry){cq_digest_solution(problem, &solutions[i]), i};
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 1; status == CQ_OK && !found && i < count; i++)
        for (size_t k = i; status == CQ_OK && !found && k-- > 0;) {
            const entry *a = &entries[k], *b = &entries[i];

            if (cq_digest_compare(a->digest, b->digest) != 0)
                break;
            status = cq_same_solution(ctx, problem, &solutions[a->index],
                                      &solutions[b->index], &found);
            *first = a->index;
            *second = b->index;
        }
    cq_free(entries);
    cq_assert(!found || (*first != *second && *first < count && *second < count));
    if (status == CQ_OK)
        *out = found;
    return status;
}
