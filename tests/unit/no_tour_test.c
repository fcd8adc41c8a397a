/* no_tour_test.c - tours and reasons why there is none, on thousands of small graphs.
 *
 * Graphs and boards with holes are drawn at random. Whether there is a tour is found by
 * dynamic programming over subsets (Held and Karp 1962), which shares nothing with the
 * engines. Each engine that proves or searches must agree; each certificate is accepted
 * by the checker, no longer proves anything with a member less if it is promised to be
 * minimal, and is refused on a graph that has a tour.
 */
#include "check/check.h"
#include "engine/multipath/multipath.h"
#include "solve/solve.h"
#include "posed.h"

enum { ROUNDS = 4000, MOST = 14 };

static int set_up(void **state)
{
    return open_fixture(state, 6);
}

/* ---- the truth ---- */

static uint16_t neighbours(const cq_graph *graph, uint32_t v)
{
    uint16_t bits = 0;

    for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
        bits = (uint16_t)(bits | 1u << graph->targets[p]);
    return bits;
}

/* ends[s]: where a path through exactly the vertices of s can end, from vertex 0 if
 * closed. */
static bool has_tour(fixture *f)
{
    const cq_graph *graph = &f->problem->graph;
    static uint16_t ends[1 << MOST];
    uint16_t around[MOST];
    uint32_t n = graph->vertices, all = (1u << n) - 1;

    assert_true(n <= MOST);
    for (uint32_t v = 0; v < n; v++)
        around[v] = neighbours(graph, v);
    memset(ends, 0, ((size_t)all + 1) * sizeof *ends);
    for (uint32_t v = 0; v < (f->problem->closed ? 1 : n); v++)
        ends[1u << v] = (uint16_t)(1u << v);
    for (uint32_t s = 1; s <= all; s++)
        for (uint32_t v = 0; v < n; v++)
            for (uint32_t to = 0; ends[s] >> v & 1 && to < n; to++)
                if (around[v] >> to & 1 && !(s >> to & 1))
                    ends[s | 1u << to] = (uint16_t)(ends[s | 1u << to] | 1u << to);
    return f->problem->closed ? n > 2 && ends[all] & around[0] : ends[all] != 0;
}

/* ---- problems ---- */

/* Sparse, often of two sides, with a path through it: most have no tour for a reason
 * that is not the degree. */
static void draw_graph(fixture *f, uint32_t most, bool closed)
{
    uint32_t n = 3 + below(f, most - 2), chance = 10 + below(f, 50), count = 0;
    uint32_t sides = below(f, 3), split = n / 2 - below(f, 2);
    char edges[4096] = "";

    clear_text(f);
    for (uint32_t a = 1; a <= n; a++)
        for (uint32_t b = a + 1; b <= n; b++) {
            bool across = (a <= split) != (b <= split);
            size_t length = strlen(edges);

            if ((sides && !across) || below(f, 100) >= (across ? 2 : 1) * chance)
                continue;
            snprintf(edges + length, sizeof edges - length, "e %u %u\n", a, b);
            count++;
        }
    put(f, "p edge %u %u\n%s", n, count, edges);
    pose_graph(f, f->text, closed);
}

/* A small board with a hole. */
static void draw_board(fixture *f, uint32_t most, bool closed)
{
    static const char *const leapers[] = {"1,2", "1,2", "0,1", "0,1+1,1", "1,1+0,2"};
    static const char *const surfaces[] = {"", "", "cylinder:", "torus:"};
    uint32_t rows = 2 + below(f, 3), cols = 3 + below(f, 5);
    char spec[80];

    while (rows * cols > most)
        cols--;
    snprintf(spec, sizeof spec, "%s%ux%u-%u:%u", surfaces[below(f, 4)], rows, cols,
             below(f, rows), below(f, cols));
    pose_tour(f, spec, leapers[below(f, 5)], closed);
}

/* With at most `most` vertices. */
static void draw(fixture *f, uint32_t most)
{
    bool closed = below(f, 2);

    if (below(f, 3) == 0)
        draw_board(f, most, closed);
    else
        draw_graph(f, most, closed);
}

/* ---- certificates ---- */

static cq_verdict judge(fixture *f, const cq_certificate *certificate)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict = CQ_UNKNOWN;

    assert_int_equal(
        cq_check_certificate(ctx, f->problem, certificate, &verdict, sentence), CQ_OK);
    return verdict;
}

/* No subset proves (tried for sets of up to ten): a cut that is minimal one by one may
 * still have a subset that is a proof, a factor may not. */
static void assert_minimal(fixture *f, cq_certificate *certificate)
{
    uint32_t members[10];
    size_t count = certificate->members.count;

    if (count > 10 || count == 0)
        return;
    memcpy(members, certificate->members.at, count * sizeof *members);
    for (uint32_t set = 1; set < (1u << count) - 1; set++) {
        bool one_less = __builtin_popcount(set) == (int)count - 1;

        if (certificate->proof != CQ_PROOF_FACTOR && !one_less)
            continue;
        certificate->members.count = 0;
        for (uint32_t i = 0; i < count; i++)
            if (set >> i & 1)
                certificate->members.at[certificate->members.count++] = members[i];
        assert_int_equal(judge(f, certificate), CQ_NO);
    }
    memcpy(certificate->members.at, members, count * sizeof *members);
    certificate->members.count = count;
}

static void ask(fixture *f, const char *engine, cq_goal goal)
{
    const cq_options options = CQ_OPTIONS(.engine = engine, .steps = UINT64_MAX);

    solve(f, goal, &options);
}

/* ---- tests ---- */

static void verdicts(void **state)
{
    fixture *f = *state;
    unsigned said[CQ_PROOF_EXHAUSTED + 1] = {0}, tours = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        static const char *const engines[] = {NULL, "multipath", "walk", "tough",
                                              "cuts"};
        static const unsigned every[] = {8, 1, 1, 1, 32}; /* some take their time */
        bool truth;

        draw(f, MOST);
        truth = has_tour(f);
        for (size_t e = 0; e < 5; e++) {
            bool proves = e >= 3;

            if (round % every[e] || (e == 2 && f->problem->graph.vertices > 10))
                continue;
            ask(f, engines[e], CQ_GOAL_FIND);
            if (truth)
                assert_int_equal(f->answer->verdict, proves ? CQ_UNKNOWN : CQ_YES);
            else if (!proves)
                assert_int_equal(f->answer->verdict, CQ_NO);
            if (f->answer->verdict == CQ_NO) {
                assert_false(truth);
                said[f->answer->certificate.proof]++;
                if (f->answer->certificate.proof == CQ_PROOF_FACTOR ||
                    f->answer->certificate.proof == CQ_PROOF_CUT)
                    assert_minimal(f, &f->answer->certificate);
            }
            tours += truth;
        }
    }
    assert_true(tours > ROUNDS / 10);
    for (cq_proof proof = CQ_PROOF_DEGREE; proof <= CQ_PROOF_FACTOR; proof++)
        assert_true(said[proof] > 5);
    assert_true(said[CQ_PROOF_EXHAUSTED] > 20);
}

static void counts(void **state)
{
    fixture *f = *state;

    for (unsigned round = 0; round < ROUNDS / 8; round++) {
        uint64_t expected;

        draw(f, 8);
        ask(f, "backtrack", CQ_GOAL_COUNT);
        expected = f->answer->found;
        ask(f, "multipath", CQ_GOAL_COUNT);
        assert_int_equal(f->answer->found, expected);
        if (expected > 5000)
            continue;
        ask(f, "multipath", CQ_GOAL_ALL);
        assert_int_equal(f->answer->solutions.count, expected);
    }
}

/* With ends that are asked for, the exact search counts what backtracking counts. */
static void ends(void **state)
{
    fixture *f = *state;

    for (unsigned round = 0; round < ROUNDS / 8; round++) {
        uint64_t expected;
        uint32_t n;

        draw(f, 8);
        n = f->problem->graph.vertices;
        f->problem->from = below(f, n);
        if (n > 1 && (f->problem->closed || below(f, 2)))
            f->problem->to = (f->problem->from + 1 + below(f, n - 1)) % n;
        ask(f, "backtrack", CQ_GOAL_COUNT);
        expected = f->answer->found;
        ask(f, "multipath", CQ_GOAL_COUNT);
        assert_int_equal(f->answer->found, expected);
        ask(f, "multipath", CQ_GOAL_FIND);
        assert_int_equal(f->answer->verdict, expected ? CQ_YES : CQ_NO);
    }
}

/* Moving a proof to a graph that has a tour: refused. */
static void proofs_elsewhere(void **state)
{
    fixture *f = *state;
    unsigned tried = 0;

    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        cq_certificate proof = {0};
        size_t kept = 0;

        draw(f, MOST);
        if (has_tour(f))
            continue;
        ask(f, below(f, 8) ? "tough" : "cuts", CQ_GOAL_FIND);
        proof = f->answer->certificate;
        memset(&f->answer->certificate, 0, sizeof f->answer->certificate);
        f->answer->verdict = CQ_UNKNOWN;
        do
            draw(f, MOST);
        while (!has_tour(f));
        for (size_t i = 0; i < proof.members.count; i++)
            if (proof.members.at[i] < f->problem->graph.vertices)
                proof.members.at[kept++] = proof.members.at[i];
        proof.members.count = kept;
        if (proof.proof == CQ_PROOF_CUT || (proof.proof == CQ_PROOF_FACTOR && kept)) {
            assert_int_equal(judge(f, &proof), CQ_NO);
            tried++;
        }
        cq_certificate_free(&proof);
    }
    assert_true(tried > 100);
}

/* Every decision of the exact search can be taken back. */
static void partial_cycles(void **state)
{
    fixture *f = *state;

    for (unsigned round = 0; round < ROUNDS / 8; round++) {
        cq_partial partial = {0};

        draw(f, MOST);
        assert_int_equal(cq_partial_init(ctx, f->problem, &partial), CQ_OK);
        for (unsigned step = 0; step < 20 && partial.n > 2; step++) {
            uint32_t v = below(f, partial.n);
            size_t arc = partial.graph.starts[v], mark;

            cq_partial_settle(&partial);
            mark = partial.decided;
            if (!partial.failed)
                assert_true(cq_partial_check(&partial));
            while (arc < partial.graph.starts[v + 1] && partial.flow.barred[arc])
                arc++;
            if (!partial.failed && arc < partial.graph.starts[v + 1]) {
                if (below(f, 2))
                    cq_partial_put_in(&partial, v, arc);
                else
                    cq_partial_put_out(&partial, v, arc);
                cq_partial_propagate(&partial);
            }
            if (partial.failed || below(f, 3) == 0)
                cq_partial_undo(&partial, partial.failed || below(f, 2) ? 0 : mark);
            assert_true(cq_partial_check(&partial));
        }
        cq_partial_free(&partial);
    }
}

/* Which rectangles have closed tours: A. J. Schwenk, Which rectangular chessboards have
 * a knight's tour?, Mathematics Magazine 64 (1991). Open ones: all from 3x4 on but 3x5,
 * 3x6 and 4x4 (P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quarterly
 * 16, 1978, from 5 on; the smaller ones as everybody finds them). */
static bool schwenk(uint32_t m, uint32_t n)
{
    return !(m % 2 && n % 2) && m != 1 && m != 2 && m != 4 &&
           !(m == 3 && (n == 4 || n == 6 || n == 8));
}

static void rectangles(void **state)
{
    fixture *f = *state;

    for (uint32_t m = 1; m <= 7; m++)
        for (uint32_t n = m; n <= 12; n++)
            for (int closed = 0; closed < 2; closed++) {
                bool open = m * n == 1 || (m == 3 && n > 3 && n != 5 && n != 6) ||
                            (m >= 4 && n > 4);
                char spec[16];

                snprintf(spec, sizeof spec, "%ux%u", m, n);
                pose_tour(f, spec, "1,2", closed != 0);
                ask(f, NULL, CQ_GOAL_FIND);
                assert_int_equal(f->answer->verdict,
                                 (closed ? schwenk(m, n) : open) ? CQ_YES : CQ_NO);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(verdicts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(proofs_elsewhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(partial_cycles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rectangles, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("no_tour", tests, NULL, NULL);
}
