/* check_random_test.c - the checker against definitions, on small random problems.
 *
 * Covers: all sets of options are tried by the definition of a cover. Tours: all orders
 * of the vertices. Tilings: the placements that src/problem generates are the
 * reference, made by other code than the checker's. Certificates are drawn at random:
 * none that is confirmed may be for a problem that has solutions.
 */
#include "check/judge.h"
#include "problem/placement.h"
#include "posed.h"

enum { ROUNDS = 400 };

static int set_up(void **state)
{
    return open_fixture(state, 20);
}

/* ---- covers ---- */

/* A few items, primary and secondary, and up to ten options in Knuth's format. */
static cq_problem *random_cover(fixture *f)
{
    static const char *const colours[] = {"", "", ":A", ":B"};
    uint32_t primary = 1 + below(f, 4), secondary = below(f, 3), options = below(f, 11);

    clear_text(f);
    for (uint32_t i = 0; i < primary; i++) {
        uint32_t least = below(f, 3);

        if (!below(f, 2))
            put(f, "%u:%u|", least, least + 1 + below(f, 2));
        put(f, "p%u ", i);
    }
    put(f, secondary ? "| " : "");
    for (uint32_t i = 0; i < secondary; i++)
        put(f, "s%u ", i);
    for (uint32_t k = 0; k < options; k++) {
        uint32_t sure = below(f, primary);

        put(f, "\np%u ", sure);
        for (uint32_t i = 0; i < primary; i++)
            if (i != sure && below(f, 4) == 0)
                put(f, "p%u ", i);
        for (uint32_t i = 0; i < secondary; i++) {
            const char *colour = colours[below(f, 4)];

            if (below(f, 2))
                put(f, "s%u%s ", i, colour);
        }
    }
    put(f, "\n");
    return cover_of(f->text);
}

/* The definition. */
static bool is_cover(const cq_cover *cover, uint32_t set)
{
    for (uint32_t item = 0; item < cover->items.count; item++) {
        uint32_t uses = 0, plain = 0, colours = 0;

        for (uint32_t k = 0; k < cq_cover_options(cover); k++)
            for (uint32_t e = cover->starts.at[k]; e < cover->starts.at[k + 1]; e++) {
                cq_entry entry = cover->entries.at[e];

                if (!(set >> k & 1) || entry.item != item)
                    continue;
                uses++;
                plain += entry.colour == CQ_NO_COLOUR;
                colours |= 1u << entry.colour;
            }
        if (item < cover->primary &&
            (uses < cover->items.at[item].least || uses > cover->items.at[item].most))
            return false;
        if (item >= cover->primary && uses > 1 && (plain || (colours & (colours - 1))))
            return false;
    }
    return true;
}

static void covers(void **state)
{
    fixture *f = *state;
    uint64_t seen = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        cq_problem *problem = random_cover(f);
        uint32_t options = (uint32_t)cq_cover_options(&problem->cover);
        uint64_t expected = 0;
        cq_recount again = {.most = 1000000};
        cq_checker *checker = NULL;
        cq_solution solution = {0};
        char sentence[CQ_SENTENCE_SIZE];

        assert_int_equal(cq_checker_new(ctx, problem, &checker), CQ_OK);
        for (uint32_t set = 0; set < 1u << options; set++) {
            bool right = false;

            cq_solution_clear(&solution);
            for (uint32_t k = 0; k < options; k++)
                if (set >> k & 1)
                    assert_int_equal(cq_vec_push(ctx, &solution.labels, k), CQ_OK);
            assert_int_equal(cq_checker_solution(checker, &solution, &right, sentence),
                             CQ_OK);
            assert_int_equal(right, is_cover(&problem->cover, set));
            expected += right;
        }
        assert_int_equal(cq_recount_problem(ctx, problem, &again), CQ_OK);
        assert_true(again.complete);
        assert_int_equal(again.found, expected);
        seen += expected > 0;
        cq_solution_free(&solution);
        cq_checker_free(checker);
        cq_problem_free(problem);
    }
    assert_true(seen > ROUNDS / 10);
}

/* ---- tours ---- */

static cq_problem *random_graph(fixture *f)
{
    uint32_t n = 2 + below(f, 5), dense = 2 + below(f, 6);
    char edges[900] = "", word[32];
    unsigned count = 0;

    for (uint32_t a = 1; a <= n; a++)
        for (uint32_t b = a + 1; b <= n; b++)
            if (below(f, 8) < dense) {
                snprintf(word, sizeof word, "e %u %u\n", a, b);
                strcat(edges, word);
                count++;
            }
    clear_text(f);
    put(f, "p edge %u %u\n%s", n, count, edges);
    return graph_of(f->text, below(f, 2));
}

/* The next order of the numbers, or false after the last. */
static bool next_order(uint32_t *at, uint32_t n)
{
    uint32_t i = n - 1, k = n - 1, t;

    while (i > 0 && at[i - 1] > at[i])
        i--;
    if (i == 0)
        return false;
    while (at[k] < at[i - 1])
        k--;
    t = at[k], at[k] = at[i - 1], at[i - 1] = t;
    for (k = n - 1; i < k; i++, k--)
        t = at[k], at[k] = at[i], at[i] = t;
    return true;
}

/* Certificates with random members: a confirmed one must be true. */
static void try_proofs(fixture *f, const cq_problem *problem, uint32_t places,
                       bool solvable, unsigned confirmed[CQ_PROOFS])
{
    for (unsigned trial = 0; trial < 60; trial++) {
        cq_certificate certificate = {.modulus = below(f, 4)};
        cq_verdict verdict = CQ_UNKNOWN;
        char sentence[CQ_SENTENCE_SIZE];
        uint32_t odds = 1 + below(f, places);

        certificate.proof = (cq_proof)(1 + below(f, CQ_PROOFS - 1));
        for (uint32_t i = 0; i < places; i++) {
            if (below(f, odds + 1) == 0)
                assert_int_equal(cq_vec_push(ctx, &certificate.members, i), CQ_OK);
            assert_int_equal(
                cq_vec_push(ctx, &certificate.weights, (int64_t)below(f, 3) - 1),
                CQ_OK);
        }
        for (size_t p = 0; p < problem->pieces.count; p++)
            assert_int_equal(
                cq_vec_push(ctx, &certificate.values, (int64_t)below(f, 3) - 1), CQ_OK);
        assert_int_equal(
            cq_check_certificate(ctx, problem, &certificate, &verdict, sentence),
            CQ_OK);
        if (verdict == CQ_YES) {
            assert_false(solvable);
            confirmed[certificate.proof]++;
        }
        if (certificate.proof == CQ_PROOF_EXHAUSTED)
            assert_int_equal(verdict, solvable ? CQ_NO : CQ_YES);
        cq_certificate_free(&certificate);
    }
}

static void tours(void **state)
{
    fixture *f = *state;
    unsigned confirmed[CQ_PROOFS] = {0};

    for (unsigned round = 0; round < ROUNDS; round++) {
        cq_problem *problem = random_graph(f);
        uint32_t n = problem->graph.vertices;
        cq_solution solution = {0};
        cq_checker *checker = NULL;
        cq_recount again = {.most = 1000000};
        uint64_t expected = 0;
        char sentence[CQ_SENTENCE_SIZE];

        assert_int_equal(cq_checker_new(ctx, problem, &checker), CQ_OK);
        for (uint32_t v = 0; v < n; v++)
            assert_int_equal(cq_vec_push(ctx, &solution.members, v), CQ_OK);
        do {
            const uint32_t *at = solution.members.at;
            bool right = false, edges = !problem->closed || n > 2;

            for (uint32_t i = problem->closed ? 0 : 1; i < n; i++)
                edges = edges &&
                        cq_graph_adjacent(&problem->graph, at[(i + n - 1) % n], at[i]);
            assert_int_equal(cq_checker_solution(checker, &solution, &right, sentence),
                             CQ_OK);
            assert_int_equal(right, edges);
            expected += right;
        } while (next_order(solution.members.at, n));
        if (problem->closed)
            expected /= 2 * n;
        assert_int_equal(cq_recount_problem(ctx, problem, &again), CQ_OK);
        assert_true(again.complete);
        assert_int_equal(again.found, expected);
        try_proofs(f, problem, n, expected > 0, confirmed);
        cq_solution_free(&solution);
        cq_checker_free(checker);
        cq_problem_free(problem);
    }
    for (cq_proof proof = CQ_PROOF_DEGREE; proof <= CQ_PROOF_FACTOR; proof++)
        assert_true(confirmed[proof] > 0);
}

/* Leaps on all surfaces: the checker's arithmetic against the graph's edges. */
static void leaps(void **state)
{
    static const char *const boards[] = {"3x4",       "torus:3x4", "cylinder:4x3-b2",
                                         "torus:2x5", "torus:1x6", "cylinder:1x5"};
    static const char *const leapers[] = {"1,2", "0,1", "0,3", "1,1+0,2", "2,5"};

    (void)state;
    for (size_t i = 0; i < 30; i++) {
        cq_problem *problem = tour_of(boards[i % 6], leapers[i / 6], false);
        uint32_t n = problem->graph.vertices;

        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++) {
                /* An order that starts with a, b: refused at this leap or later. */
                cq_solution solution = {0};
                char sentence[CQ_SENTENCE_SIZE], gap[128];
                char x[CQ_VERTEX_NAME_SIZE], y[CQ_VERTEX_NAME_SIZE];
                bool right = false;

                if (a == b)
                    continue;
                assert_int_equal(cq_vec_push(ctx, &solution.members, a), CQ_OK);
                assert_int_equal(cq_vec_push(ctx, &solution.members, b), CQ_OK);
                for (uint32_t v = 0; v < n; v++)
                    if (v != a && v != b)
                        assert_int_equal(cq_vec_push(ctx, &solution.members, v), CQ_OK);
                assert_int_equal(
                    cq_check_solution(ctx, problem, &solution, &right, sentence),
                    CQ_OK);
                snprintf(gap, sizeof gap, "there is no leap from %s to %s",
                         cq_vertex_name(&problem->graph, problem->board, a, x),
                         cq_vertex_name(&problem->graph, problem->board, b, y));
                assert_int_equal(strcmp(sentence, gap) != 0,
                                 cq_graph_adjacent(&problem->graph, a, b));
                cq_solution_free(&solution);
            }
        cq_problem_free(problem);
    }
}

/* ---- tilings ---- */

static cq_problem *random_tiling(fixture *f)
{
    static const char *const surfaces[] = {"", "cylinder:", "torus:"};
    static const char *const sets[] = {
        "domino*",      "I3*,domino*0..2", "L3*,I1",
        "T4*,I1*",      "L4*0..2,L3*",     "I4*,L3*1..any",
        "domino,L3,I3", "S4*,I1*0..3",     "I1,domino,I5*"};
    char text[64];
    uint32_t rows = 1 + below(f, 4), cols = 1 + below(f, 5), holes = below(f, 4);
    cq_problem *problem;

    snprintf(text, sizeof text, "%s%ux%u", surfaces[below(f, 3)], rows, cols);
    problem = tiling_of(text, sets[below(f, 9)]);
    for (uint32_t i = 0; i < holes && problem->board->count > 1; i++)
        cq_grid_set(problem->board, below(f, rows * cols), 0);
    for (size_t p = 0; p < problem->pieces.count; p++) {
        problem->pieces.at[p].rotate = below(f, 3) > 0;
        problem->pieces.at[p].flip = below(f, 2);
    }
    return problem;
}

static void tilings(void **state)
{
    fixture *f = *state;
    unsigned confirmed[CQ_PROOFS] = {0};

    for (unsigned round = 0; round < ROUNDS; round++) {
        cq_problem *problem = random_tiling(f);
        cq_placements placements = {0};
        cq_cover cover = {0};
        cq_recount own = {.most = 1000000}, lowered = {.most = 1000000};

        assert_int_equal(
            cq_placements_make(ctx, problem->board, &problem->pieces, &placements),
            CQ_OK);
        assert_int_equal(
            cq_tiling_lower(ctx, problem->board, &problem->pieces, &placements, &cover),
            CQ_OK);
        assert_int_equal(cq_recount_problem(ctx, problem, &own), CQ_OK);
        assert_int_equal(cq_recount_cover(ctx, &cover, &lowered), CQ_OK);
        assert_true(own.complete && lowered.complete);
        assert_int_equal(own.found, lowered.found);
        try_proofs(f, problem, (uint32_t)cq_board_size(problem->board), own.found > 0,
                   confirmed);
        cq_placements_free(&placements);
        cq_cover_free(&cover);
        cq_problem_free(problem);
    }
    assert_true(confirmed[CQ_PROOF_AREA] && confirmed[CQ_PROOF_COLOURS]);
    assert_true(confirmed[CQ_PROOF_UNPLACEABLE] && confirmed[CQ_PROOF_UNCOVERABLE]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(leaps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tilings, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
