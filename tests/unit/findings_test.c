/* findings_test.c - the goals for dominoes only: what they find out on random small
 * boards against brute force, both ways through text and JSON, and what the checker
 * says of changed findings. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer/answer.h"
#include "base/random.h"
#include "base/ratio.h"
#include "check/check.h"
#include "problems.h"

/* ---- brute force ---- */

typedef struct brute {
    const cq_board *board;
    bool taken[64];
    size_t most; /* dominoes */
    uint64_t tilings;
    uint64_t times[64][2]; /* tilings with the domino to the right, or below */
    unsigned laid[64], depth;
} brute;

/* All ways to lay dominoes from this cell on; plane boards of up to 64 cells. */
static void try_all(brute *b, size_t cell)
{
    const cq_board *board = b->board;
    size_t size = cq_board_size(board);

    while (cell < size && (b->taken[cell] || !cq_board_present(board, (cq_cell)cell)))
        cell++;
    if (cell == size) {
        b->most = b->depth > b->most ? b->depth : b->most;
        if (2 * b->depth == board->count) {
            b->tilings++;
            for (unsigned i = 0; i < b->depth; i++)
                b->times[b->laid[i] / 2][b->laid[i] % 2]++;
        }
        return;
    }
    for (unsigned way = 0; way < 2; way++) {
        size_t other = way ? cell + board->cols : cell + 1;

        if ((way ? other >= size : other % board->cols == 0) || b->taken[other] ||
            !cq_board_present(board, (cq_cell)other))
            continue;
        b->taken[cell] = b->taken[other] = true;
        b->laid[b->depth++] = (unsigned)cell * 2 + way;
        try_all(b, cell + 1);
        b->depth--;
        b->taken[cell] = b->taken[other] = false;
    }
    b->taken[cell] = true; /* left over */
    try_all(b, cell + 1);
    b->taken[cell] = false;
}

static uint64_t times_of(const brute *b, const cq_pair *pair)
{
    bool down = pair->second == pair->first + b->board->cols;

    return b->times[pair->first][down];
}

/* ---- boards ---- */

static cq_problem *random_problem(cq_random *random)
{
    char text[64];
    size_t used = 0;
    unsigned rows = 1 + (unsigned)cq_random_below(random, 5);
    unsigned cols = 1 + (unsigned)cq_random_below(random, 5);
    cq_problem *problem = NULL;

    for (unsigned row = 0; row < rows; row++) {
        for (unsigned col = 0; col < cols; col++) {
            bool there = cq_random_below(random, 5) > 0 || (row == 0 && col == 0);

            text[used++] = there ? '#' : '.';
        }
        text[used++] = '\n';
    }
    assert_int_equal(cq_problem_parse_puzzle(ctx, "random", text, used, &problem),
                     CQ_OK);
    return problem;
}

static cq_answer *solve(const cq_problem *problem, cq_goal goal)
{
    cq_answer *answer = NULL;

    if (cq_solve(ctx, problem, goal, NULL, &answer) != CQ_OK)
        fail_msg("%s", cq_error_text(ctx));
    return answer;
}

static cq_verdict judge(const cq_problem *problem, const cq_answer *answer)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict = CQ_UNKNOWN;

    assert_int_equal(cq_check(ctx, problem, answer, &verdict, sentence), CQ_OK);
    return verdict;
}

/* The answer as it reads back from its text or JSON. */
static cq_answer *read_back(const cq_problem *problem, const cq_answer *answer,
                            bool json)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cq_answer *again = NULL;
    cq_status status;

    status = json ? cq_answer_write_json(ctx, problem, answer, out)
                  : cq_answer_write_text(ctx, problem, answer, out);
    assert_int_equal(status, CQ_OK);
    fclose(out);
    if (cq_answer_read(ctx, problem, "answer", text, size, &again) != CQ_OK)
        fail_msg("%s in\n%s", cq_error_text(ctx), text);
    free(text);
    return again;
}

static void assert_reads_back(const cq_problem *problem, const cq_answer *answer)
{
    for (int json = 0; json < 2; json++) {
        cq_answer *again = read_back(problem, answer, json);

        assert_int_equal(judge(problem, again), CQ_YES);
        assert_int_equal(again->verdict, answer->verdict);
        assert_int_equal(again->findings.left.count, answer->findings.left.count);
        assert_int_equal(again->findings.removed.count, answer->findings.removed.count);
        assert_int_equal(again->findings.restored.count,
                         answer->findings.restored.count);
        assert_int_equal(again->findings.pairs.count, answer->findings.pairs.count);
        cq_answer_free(again);
    }
}

/* ---- against brute force ---- */

static void judge_max(const cq_problem *problem, const brute *b)
{
    cq_answer *answer = solve(problem, CQ_GOAL_MAX);

    assert_int_equal(answer->verdict, CQ_YES);
    assert_int_equal(cq_solution_parts(&answer->solutions.at[0]), b->most);
    assert_int_equal(answer->findings.left.count, problem->board->count - 2 * b->most);
    assert_reads_back(problem, answer);
    cq_answer_free(answer);
}

static void judge_repair(const cq_problem *problem, const brute *b)
{
    cq_answer *answer = solve(problem, CQ_GOAL_REPAIR);

    assert_int_equal(answer->verdict, CQ_YES);
    assert_int_equal(answer->findings.removed.count + answer->findings.restored.count,
                     problem->board->count - 2 * b->most);
    assert_reads_back(problem, answer);
    cq_answer_free(answer);
}

static void judge_forced(const cq_problem *problem, const brute *b)
{
    cq_answer *answer = solve(problem, CQ_GOAL_FORCED);

    assert_int_equal(answer->verdict, b->tilings ? CQ_YES : CQ_NO);
    assert_reads_back(problem, answer);
    for (size_t i = 0; i < answer->findings.pairs.count; i++) {
        const cq_pair *pair = &answer->findings.pairs.at[i];

        assert_int_equal(times_of(b, pair), pair->value > 0.5 ? b->tilings : 0);
    }
    cq_answer_free(answer);
}

static void judge_probabilities(const cq_problem *problem, const brute *b)
{
    cq_answer *answer = solve(problem, CQ_GOAL_PROBABILITIES);

    assert_int_equal(answer->verdict, b->tilings ? CQ_YES : CQ_NO);
    assert_reads_back(problem, answer);
    for (size_t i = 0; i < answer->findings.pairs.count; i++) {
        const cq_pair *pair = &answer->findings.pairs.at[i];
        double share = (double)times_of(b, pair) / (double)b->tilings;

        assert_true(fabs(share - pair->value) < 1e-9);
        if (pair->exact)
            assert_int_equal(strtoull(pair->exact, NULL, 10), times_of(b, pair));
    }
    cq_answer_free(answer);
}

static void test_random_boards(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 20240611);
    for (int round = 0; round < 150; round++) {
        cq_problem *problem = random_problem(&random);
        brute b = {.board = problem->board};

        try_all(&b, 0);
        judge_max(problem, &b);
        judge_repair(problem, &b);
        judge_forced(problem, &b);
        judge_probabilities(problem, &b);
        cq_problem_free(problem);
    }
}

/* ---- what the checker refuses ---- */

static void test_max_refused(void **state)
{
    cq_problem *problem = tiling_of("4x4-a1,d4", NULL);
    cq_answer *answer = solve(problem, CQ_GOAL_MAX);
    cq_findings *f = &answer->findings;
    cq_u32s *cover = &answer->certificate.members;

    (void)state;
    assert_int_equal(f->left.count, 2);
    assert_int_equal(answer->certificate.proof, CQ_PROOF_COVER);
    assert_int_equal(judge(problem, answer), CQ_YES);
    f->left.count--; /* a square is neither covered nor left over */
    assert_int_equal(judge(problem, answer), CQ_NO);
    f->left.count++;
    cover->count--; /* no longer a cover */
    assert_int_equal(judge(problem, answer), CQ_NO);
    cover->count++;
    cq_vec_push(ctx, cover, f->left.at[0]); /* a cover, but too large to prove it */
    if (cover->at[cover->count - 1] != cover->at[0])
        assert_int_equal(judge(problem, answer), CQ_NO);
    cover->count--;
    answer->certificate.proof = CQ_PROOF_HALL;
    assert_int_equal(judge(problem, answer), CQ_NO);
    answer->certificate.proof = CQ_PROOF_NONE; /* then the checker lays them itself */
    assert_int_equal(judge(problem, answer), CQ_YES);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* One domino fewer than fit, without a proof. */
static void test_max_not_most(void **state)
{
    cq_problem *problem = tiling_of("2x3", NULL);
    cq_answer *answer = NULL;

    (void)state;
    assert_int_equal(cq_answer_read(ctx, problem, "a", "AA#\nBB#\n", 8, &answer),
                     CQ_OK);
    assert_int_equal(answer->goal, CQ_GOAL_MAX);
    assert_int_equal(judge(problem, answer), CQ_NO);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static cq_verdict judge_text(const char *board, const char *text)
{
    cq_problem *problem = tiling_of(board, NULL);
    cq_answer *answer = NULL;
    cq_verdict verdict;

    if (cq_answer_read(ctx, problem, "a", text, strlen(text), &answer) != CQ_OK)
        fail_msg("%s", cq_error_text(ctx));
    verdict = judge(problem, answer);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return verdict;
}

static void test_repair_texts(void **state)
{
    (void)state;
    assert_int_equal(judge_text("3x3", "remove: a1\n\nAAB\nCCB\n.DD\n"), CQ_YES);
    assert_int_equal(judge_text("2x2", "repair: not needed\n\nAB\nAB\n"), CQ_YES);
    assert_int_equal(judge_text("2x2-a1,b2", "restore: a1 b2\n\nAB\nAB\n"), CQ_YES);
    /* more than are needed */
    assert_int_equal(judge_text("2x2", "remove: a1 b1\n\nAA\n..\n"), CQ_NO);
    /* the tiling is none of the repaired board */
    assert_int_equal(judge_text("3x3", "remove: a1\n\nAAB\nCCB\n...\n"), CQ_NO);
    /* a square that is there cannot be restored */
    assert_int_equal(judge_text("3x3-a1", "restore: b1\n\nAAB\nCCB\n.DD\n"), CQ_NO);
}

/* 2x3 minus nothing has three tilings; in a row of four only one. */
static void test_forced_texts(void **state)
{
    (void)state;
    assert_int_equal(judge_text("1x4", "always a1 b1\nalways c1 d1\nnever b1 c1\n"),
                     CQ_YES);
    assert_int_equal(judge_text("1x4", "always a1 b1\nalways c1 d1\n"), CQ_NO);
    assert_int_equal(judge_text("1x4", "always a1 b1\nalways c1 d1\nalways b1 c1\n"),
                     CQ_NO);
    assert_int_equal(judge_text("2x3", "nothing is forced\n"), CQ_YES);
    assert_int_equal(judge_text("1x4", "nothing is forced\n"), CQ_NO);
    assert_int_equal(judge_text("2x3", "never a1 a2\n"), CQ_NO);
    assert_int_equal(judge_text("1x4", "always a1 c1\n"), CQ_NO);
    assert_int_equal(judge_text("1x3", "nothing is forced\n"), CQ_NO);
}

static void test_probability_texts(void **state)
{
    static const char right[] = "a2 b2 1/2\na2 a1 1/2\nb2 b1 1/2\na1 b1 1/2\n";

    (void)state;
    assert_int_equal(judge_text("2x2", right), CQ_YES);
    assert_int_equal(judge_text("2x2", "a2 b2 0.5\na2 a1 0.5\nb2 b1 0.5\na1 b1 0.5\n"),
                     CQ_YES);
    assert_int_equal(
        judge_text("2x2", "a2 b2 0.25\na2 a1 0.75\nb2 b1 0.75\na1 b1 0.25\n"), CQ_NO);
    assert_int_equal(judge_text("2x2", "a2 b2 0.5\na2 a1 0.5\nb2 b1 0.5\na1 b1 0.4\n"),
                     CQ_NO);
    assert_int_equal(judge_text("2x2", "a2 b2 0.5\na2 a1 0.5\nb2 b1 0.5\n"), CQ_NO);
    assert_int_equal(judge_text("2x2", "a2 b2 2/4\na2 a1 2/4\nb2 b1 2/4\na1 b1 2/4\n"),
                     CQ_YES);
}

static void test_texts_not_read(void **state)
{
    static const char *const wrong[] = {
        "always a1\n",
        "always a1 b1 c1\n",
        "never a1 z9\n",
        "remove: a1\n",
        "restore: a9\n",
        "a1 b1 1/0\n",
        "a1 b1 3/2\n",
        "a1 b1 1.5\n",
        "a1 b1 1/2\na1 a2 1/3\n",
        "remove: a1\n\nAA\n",
        "A#\nA!\n",
        "always a1 b1\nsometimes a2 b2\n",
        "repair: maybe\n\nAA\nBB\n",
    };
    cq_problem *problem = tiling_of("2x2", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cq_answer *answer = NULL;
        cq_status status =
            cq_answer_read(ctx, problem, "a", wrong[i], strlen(wrong[i]), &answer);

        if (status != CQ_INPUT)
            fail_msg("was read: %s", wrong[i]);
    }
    cq_problem_free(problem);
}

/* Quotients of long numbers against fractions in lowest terms, bit by bit. */
static void test_ratio(void **state)
{
    gmp_randstate_t dice;
    mpz_t part, all;
    mpq_t share;

    (void)state;
    gmp_randinit_mt(dice);
    mpz_inits(part, all, NULL);
    mpq_init(share);
    for (unsigned i = 0; i < 4000; i++) {
        mpz_rrandomb(part, dice, i * 7 % 900);
        mpz_rrandomb(all, dice, i % 700 + 1);
        mpz_set(mpq_numref(share), part);
        mpz_set(mpq_denref(share), all);
        mpq_canonicalize(share);
        assert_true(cq_ratio(part, all) == mpq_get_d(share));
        assert_true(cq_ratio(all, all) == 1);
    }
    mpq_clear(share);
    mpz_clears(part, all, NULL);
    gmp_randclear(dice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratio),
        cmocka_unit_test_setup_teardown(test_random_boards, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_max_refused, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_max_not_most, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_repair_texts, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_forced_texts, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_probability_texts, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_texts_not_read, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
