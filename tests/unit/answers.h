/* answers.h - answers that are written and read back; their solutions are random. */
#ifndef CQ_TESTS_UNIT_ANSWERS_H
#define CQ_TESTS_UNIT_ANSWERS_H

#include "answer/answer.h"
#include "base/random.h"
#include "problem/placement.h"
#include "problems.h"

#include <stdio.h>
#include <stdlib.h>

static cq_random dice;

static inline int set_up(void **state)
{
    cq_random_seed(&dice, 2024);
    return open_context(state);
}

/* ---- writing, reading, comparing ---- */

typedef cq_status write_fn(cq_context *, const cq_problem *, const cq_answer *, FILE *);

static inline char *written(const cq_problem *problem, const cq_answer *answer,
                            write_fn *write)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_int_equal(write(ctx, problem, answer, out), CQ_OK);
    fclose(out);
    return text;
}

static inline cq_answer *read_back(const cq_problem *problem, const char *text)
{
    cq_answer *answer = NULL;

    if (cq_answer_read(ctx, problem, "test", text, strlen(text), &answer) != CQ_OK)
        fail_msg("%zu:%zu: %s in\n%s", cq_error_line(ctx), cq_error_column(ctx),
                 cq_error_text(ctx), text);
    return answer;
}

/* Tilings and covers are sets: the placement (or option) that holds each cell. */
static inline void assert_same_tiling(const cq_problem *problem, const cq_solution *a,
                                      const cq_solution *b)
{
    size_t size = cq_board_size(problem->board);
    uint32_t *part = calloc(size, sizeof *part);

    assert_non_null(part);
    assert_int_equal(cq_solution_parts(a), cq_solution_parts(b));
    for (uint32_t i = 0; i < cq_solution_parts(a); i++)
        for (uint32_t m = a->starts.at[i]; m < a->starts.at[i + 1]; m++)
            part[a->members.at[m]] = i + 1;
    for (uint32_t i = 0; i < cq_solution_parts(b); i++) {
        uint32_t other = part[b->members.at[b->starts.at[i]]];

        assert_true(other > 0);
        assert_int_equal(a->labels.at[other - 1], b->labels.at[i]);
        assert_int_equal(a->starts.at[other] - a->starts.at[other - 1],
                         b->starts.at[i + 1] - b->starts.at[i]);
        for (uint32_t m = b->starts.at[i]; m < b->starts.at[i + 1]; m++)
            assert_int_equal(part[b->members.at[m]], other);
    }
    free(part);
}

static inline void assert_same_numbers(const cq_u32s *a, const cq_u32s *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_int_equal(a->at[i], b->at[i]);
}

static inline void assert_same(const cq_problem *problem, const cq_answer *a,
                               const cq_answer *b)
{
    assert_int_equal(a->verdict, b->verdict);
    assert_int_equal(a->solutions.count, b->solutions.count);
    for (size_t i = 0; i < a->solutions.count; i++) {
        const cq_solution *s = &a->solutions.at[i], *t = &b->solutions.at[i];

        if (problem->kind == CQ_TILING) {
            assert_same_tiling(problem, s, t);
        } else {
            assert_same_numbers(&s->labels, &t->labels);
            assert_same_numbers(&s->members, &t->members);
        }
    }
    assert_int_equal(a->certificate.proof, b->certificate.proof);
    assert_same_numbers(&a->certificate.members, &b->certificate.members);
    assert_int_equal(a->certificate.work, b->certificate.work);
    if (a->reason)
        assert_string_equal(a->reason, b->reason);
}

static inline void assert_round_trip(const cq_problem *problem, const cq_answer *answer,
                                     write_fn *write)
{
    char *text = written(problem, answer, write);
    cq_answer *again = read_back(problem, text);

    assert_same(problem, answer, again);
    cq_answer_free(again);
    free(text);
}

static inline cq_answer *new_answer(const cq_problem *problem, cq_verdict verdict)
{
    cq_answer *answer = NULL;

    assert_int_equal(cq_answer_new(ctx, problem->kind, CQ_GOAL_FIND, &answer), CQ_OK);
    answer->verdict = verdict;
    snprintf(answer->engine, sizeof answer->engine, "test");
    return answer;
}

static inline cq_solution *new_solution(cq_answer *answer)
{
    cq_solution empty = {0};

    assert_int_equal(cq_vec_push(ctx, &answer->solutions, empty), CQ_OK);
    answer->found++;
    return &answer->solutions.at[answer->solutions.count - 1];
}

/* ---- random solutions ---- */

static inline void shuffle(uint32_t *numbers, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)cq_random_below(&dice, i);
        uint32_t other = numbers[k];

        numbers[k] = numbers[i - 1];
        numbers[i - 1] = other;
    }
}

static inline bool is_free(const cq_placements *p, uint32_t which, const bool *covered)
{
    for (uint32_t i = p->starts.at[which]; i < p->starts.at[which + 1]; i++)
        if (covered[p->cells.at[i]])
            return false;
    return true;
}

/* Placements in random order, each if it still fits: not all is covered, which is
 * for the checker to notice. */
static inline void fill_randomly(const cq_problem *problem, const cq_placements *p,
                                 cq_solution *solution)
{
    size_t count = cq_placements_count(p);
    uint32_t *order = calloc(count, sizeof *order);
    uint32_t *used = calloc(problem->pieces.count, sizeof *used);
    bool *covered = calloc(cq_board_size(problem->board), sizeof *covered);

    assert_true(order && used && covered);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    shuffle(order, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t which = order[i], from = p->starts.at[which];
        uint32_t size = p->starts.at[which + 1] - from, piece = p->pieces.at[which];

        if (used[piece] == problem->pieces.at[piece].most ||
            !is_free(p, which, covered))
            continue;
        used[piece]++;
        for (uint32_t m = 0; m < size; m++)
            covered[p->cells.at[from + m]] = true;
        assert_int_equal(
            cq_solution_add(ctx, solution, piece, p->cells.at + from, size), CQ_OK);
    }
    free(order);
    free(used);
    free(covered);
}

static inline void random_tour(const cq_problem *problem, cq_solution *solution)
{
    for (uint32_t v = 0; v < problem->graph.vertices; v++)
        assert_int_equal(cq_vec_push(ctx, &solution->members, v), CQ_OK);
    shuffle(solution->members.at, solution->members.count);
}

#endif
