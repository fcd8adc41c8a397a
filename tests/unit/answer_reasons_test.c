/* answer_reasons_test.c - why there is no solution: in words, written and read back. */
#include "answers.h"

static void add_cells(const cq_problem *problem, cq_u32s *members, const char *names)
{
    char copy[256], *rest = copy;

    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strsep(&rest, " "); name; name = strsep(&rest, " ")) {
        cq_cell cell;
        uint32_t v = 0;

        assert_int_equal(cq_cell_parse(ctx, problem->board, name, &cell), CQ_OK);
        if (problem->kind == CQ_TOUR) {
            while (problem->graph.cells[v] != cell)
                v++;
            cell = v;
        }
        assert_int_equal(cq_vec_push(ctx, members, cell), CQ_OK);
    }
}

/* Explains the proof, compares the sentence, and sends it through both forms. Frees the
 * problem. `cells` names the members; NULL: `member`, or none if that is negative. */
static void assert_reason(cq_problem *problem, cq_proof proof, const char *cells,
                          int member, const char *sentence)
{
    cq_answer *answer = new_answer(problem, CQ_NO);

    answer->certificate.proof = proof;
    if (cells)
        add_cells(problem, &answer->certificate.members, cells);
    else if (member >= 0)
        assert_int_equal(
            cq_vec_push(ctx, &answer->certificate.members, (uint32_t)member), CQ_OK);
    if (proof == CQ_PROOF_EXHAUSTED)
        answer->certificate.work = 1234;
    assert_int_equal(cq_answer_explain(answer, problem), CQ_OK);
    assert_string_equal(cq_answer_reason(answer), sentence);
    assert_round_trip(problem, answer, cq_answer_write_json);
    assert_round_trip(problem, answer, cq_answer_write_text);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void test_tiling_reasons(void **state)
{
    (void)state;
    assert_reason(tiling_of("8x8", "pentominoes"), CQ_PROOF_AREA, NULL, -1,
                  "the pieces cover at most 60 squares, the board has 64");
    assert_reason(tiling_of("5x5", "pentominoes"), CQ_PROOF_AREA, NULL, -1,
                  "the pieces cover at least 60 squares, the board has 25");
    assert_reason(tiling_of("7x9", NULL), CQ_PROOF_AREA, NULL, -1,
                  "the board's 63 squares cannot be made from pieces of 2");
    assert_reason(tiling_of("1x7", "I3*,I5*"), CQ_PROOF_AREA, NULL, -1,
                  "the board's 7 squares cannot be made from pieces of 3 and 5");
    assert_reason(tiling_of("8x8-a1,h8", NULL), CQ_PROOF_COLOURS, NULL, -1,
                  "30 dark squares against 32 light ones, and every domino covers one "
                  "of each");
    assert_reason(tiling_of("4x5", "tetrominoes"), CQ_PROOF_COLOURS, NULL, -1,
                  "10 light squares against 10 dark ones, and the pieces cannot "
                  "balance: T4 covers three of one colour and one of the other, the "
                  "others as many of each");
    assert_reason(tiling_of("8x8-a1,c1,b2", NULL), CQ_PROOF_HALL, "b1", -1,
                  "the square b1 has no neighbour");
    assert_reason(tiling_of("3x3", NULL), CQ_PROOF_HALL, "a1 c1 b2 a3 c3", -1,
                  "the 5 squares a1, c1, b2, a3 and c3 have only 4 neighbours, b3, a2, "
                  "c2 and b1, but each needs a domino of its own");
    assert_reason(tiling_of("1x15", NULL), CQ_PROOF_HALL, "a1 c1 e1 g1 i1 k1 m1 o1", -1,
                  "the 8 squares a1, c1, e1, g1, i1, k1 and 2 more have only 7 "
                  "neighbours, b1, d1, f1, h1, j1, l1 and 1 more, but each needs a "
                  "domino of its own");
    assert_reason(puzzle_of("board\n##\n##\n\npiece W\n###\n\npiece I\n#\n"),
                  CQ_PROOF_UNPLACEABLE, NULL, 0,
                  "piece W (line 5) fits nowhere on the board");
    assert_reason(tiling_of("8x8", "L3*"), CQ_PROOF_UNCOVERABLE, "e4", -1,
                  "no piece can cover the square e4");
    assert_reason(puzzle_of("board\nab#\n\npiece W copies=any\nbb\n\n"),
                  CQ_PROOF_SUPPLY, NULL, 'a',
                  "the board has 1 square of colour a, the pieces can cover at most 0");
    assert_reason(puzzle_of("board\nab#\n\npiece W copies=2\nbb\n\n"), CQ_PROOF_SUPPLY,
                  NULL, 'b',
                  "the pieces have at least 4 squares of colour b, the board has room "
                  "for 2");
    assert_reason(tiling_of("8x8", "L3*"), CQ_PROOF_EXHAUSTED, NULL, -1,
                  "all 1,234 possibilities were tried without success");
    assert_reason(cover_of("a b | x\na x\n"), CQ_PROOF_UNCOVERABLE, NULL, 1,
                  "no option covers the item b");
}

static void test_tour_reasons(void **state)
{
    (void)state;
    assert_reason(tour_of("3x4", "1,2", true), CQ_PROOF_DEGREE, "a2", -1,
                  "the square a2 has only 2 moves, a closed tour needs 2");
    assert_reason(tour_of("2x3", "1,2", true), CQ_PROOF_DEGREE, "a1", -1,
                  "the square a1 has only 1 move, a closed tour needs 2");
    assert_reason(tour_of("3x3", "1,2", false), CQ_PROOF_DEGREE, "b2", -1,
                  "the square b2 has no move");
    assert_reason(tour_of("2x5", "1,2", false), CQ_PROOF_DEGREE, "a1 a2 b1", -1,
                  "the 3 squares a1, a2 and b1 have only 1 move each, and an open tour "
                  "has only 2 ends");
    assert_reason(tour_of("5x5", "1,2", true), CQ_PROOF_BALANCE, NULL, -1,
                  "12 dark squares against 13 light ones, every move changes the "
                  "colour, and a closed tour visits as many of each");
    assert_reason(graph_of("a x\na y\na z\n", false), CQ_PROOF_BALANCE, NULL, -1,
                  "the vertices are 1 on one side and 3 on the other, every edge "
                  "changes the side, and an open tour visits at most one more of one "
                  "than of the other");
    assert_reason(tour_of("3x3", "1,2", true), CQ_PROOF_CUT, NULL, -1,
                  "the board falls into 2 parts with no move between them");
    assert_reason(tour_of("1x5", "0,1", true), CQ_PROOF_CUT, "b1 d1", -1,
                  "without the 2 squares b1 and d1 the board falls into 3 parts, and a "
                  "closed tour can only visit 2");
    assert_reason(graph_of("a x\na y\na z\n", false), CQ_PROOF_CUT, NULL, 0,
                  "without the vertex a the graph falls into 3 parts, and an open tour "
                  "can only visit 2");
    assert_reason(tour_of("1x5", "0,1", true), CQ_PROOF_FACTOR, "a1 c1 e1", -1,
                  "the 3 squares a1, c1 and e1 need 6 moves of a closed tour, the 2 "
                  "neighbours can give only 4");
}

static void test_weights(void **state)
{
    write_fn *const writers[] = {cq_answer_write_json, cq_answer_write_text};
    cq_problem *problem = tiling_of("2x2-a1", NULL);
    cq_answer *answer = new_answer(problem, CQ_NO);
    cq_certificate *c = &answer->certificate;

    (void)state;
    c->proof = CQ_PROOF_WEIGHTS;
    c->modulus = 3;
    for (int i = 0; i < 4; i++) /* a2 b2 / - b1, the hole without a weight */
        assert_int_equal(cq_vec_push(ctx, &c->weights,
                                     i == 2  ? 0
                                     : i % 2 ? -1
                                             : 1),
                         CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &c->values, 0), CQ_OK);
    assert_int_equal(cq_answer_explain(answer, problem), CQ_OK);
    assert_string_equal(
        answer->reason,
        "with 1 on a2, -1 on b2 and b1, every domino sums to 0 modulo 3, "
        "but the board to 2");
    for (size_t w = 0; w < 2; w++) {
        char *text = written(problem, answer, writers[w]);
        cq_answer *again = read_back(problem, text);

        assert_same(problem, answer, again);
        assert_int_equal(again->certificate.modulus, 3);
        assert_int_equal(again->certificate.values.at[0], 0);
        for (int i = 0; i < 4; i++)
            assert_int_equal(again->certificate.weights.at[i], c->weights.at[i]);
        cq_answer_free(again);
        free(text);
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void test_text_of_a_no(void **state)
{
    cq_problem *problem = tiling_of("8x8-a1,h8", NULL);
    cq_answer *answer = new_answer(problem, CQ_NO);
    char *text;

    (void)state;
    answer->certificate.proof = CQ_PROOF_COLOURS;
    assert_int_equal(cq_answer_explain(answer, problem), CQ_OK);
    text = written(problem, answer, cq_answer_write_text);
    assert_string_equal(text, "impossible: 30 dark squares against 32 light ones, and "
                              "every domino covers one of each.\nproof: colours\n");
    free(text);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tiling_reasons, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_tour_reasons, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_weights, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_text_of_a_no, set_up, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
