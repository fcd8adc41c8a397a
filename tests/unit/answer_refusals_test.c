/* answer_refusals_test.c - answers that are refused: wrong ones at their place, cut and
 * changed ones, and those for which memory runs out. */
#include "answers.h"

/* ---- letters ---- */

/* How many parts the letters are read as; 0: refused. */
static size_t parts_of(cq_problem *problem, const char *letters, bool unclear)
{
    cq_answer *answer = NULL;
    size_t parts = 0;

    if (cq_answer_read(ctx, problem, "letters", letters, strlen(letters), &answer) ==
        CQ_OK) {
        parts = cq_solution_parts(&answer->solutions.at[0]);
        assert_int_equal(answer->unclear, unclear);
    }
    cq_answer_free(answer);
    return parts;
}

static void test_letters(void **state)
{
    cq_problem *dominoes = tiling_of("2x4", NULL);
    cq_problem *own =
        puzzle_of("board\n####\n####\n####\n\npiece A copies=2\n##\n#.\n\npiece B "
                  "copies=2\n##\n#.\n");
    cq_problem *apart = puzzle_of("board\n#####\n\npiece X copies=any\n#.#\n\npiece Y "
                                  "copies=any\n##\n");

    (void)state;
    assert_int_equal(parts_of(dominoes, "AABB\nBBAA\n", false), 4);
    assert_int_equal(parts_of(dominoes, "aa..\n....\n", false), 1);
    assert_int_equal(parts_of(dominoes, "AABB  \r\nBBAA", false), 4);
    assert_int_equal(parts_of(dominoes, "AAAA\nBBCC\n", false),
                     4); /* there is one way */
    assert_int_equal(parts_of(dominoes, "AAAA\nAAAA\n", true), 4); /* there are five */
    assert_int_equal(parts_of(dominoes, "AAA.\n....\n", false), 0);
    /* Two copies of a piece with its own letter touch: any way will do. */
    assert_int_equal(parts_of(own, "AABB\nAABB\nAABB\n", true), 4);
    assert_int_equal(parts_of(own, "AAAB\nAAAB\nBBBB\n", false), 0);
    assert_int_equal(parts_of(own, "AA..\nA...\n....", false), 1);
    /* A piece in two parts. */
    assert_int_equal(parts_of(apart, "A.A..\n", false), 1);
    assert_int_equal(parts_of(apart, "ABABB\n", false), 0); /* B alone is no piece */
    assert_int_equal(parts_of(apart, "A.ABB\n", false), 2);
    cq_problem_free(dominoes);
    cq_problem_free(own);
    cq_problem_free(apart);
}

/* ---- wrong input ---- */

typedef struct wrong {
    const char *text;
    size_t line, column;
    const char *part;
} wrong;

static void assert_wrong(cq_problem *problem, const wrong *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cq_answer *answer = NULL;
        cq_status status = cq_answer_read(ctx, problem, "wrong", cases[i].text,
                                          strlen(cases[i].text), &answer);

        if (status != CQ_INPUT || answer)
            fail_msg("accepted: %s", cases[i].text);
        assert_refused_at(cases[i].text, cases[i].line, cases[i].column, cases[i].part);
    }
    cq_problem_free(problem);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void test_wrong_dominoes(void **state)
{
    static const wrong cases[] = {
        {"", 1, 1, "empty"},
        {" \n\n", 1, 1, "empty"},
        {"[[[0,0],[9,0]]]", 1, 9, "[9, 0] is not on this board"},
        {"[[[0,0],\n [1,0]]]", 2, 2, "[1, 0] is not on this board"},
        {"[[[0,0],[0,1],[0,2]]]", 1, 2, "expected a domino as two squares, found 3"},
        {"[[[0,0]]]", 1, 2, "expected a domino as two squares, found 1"},
        {"[[0,0]]", 1, 3, "expected a square as [row, col]"},
        {"[7]", 1, 2, "expected a domino as two squares"},
        {"[[[0],[0,1]]]", 1, 5, "expected a whole number, found ']'"},
        {"[[[0,0,0],[0,1]]]", 1, 8, "expected ']', found a number"},
        {"[[[0,-1],[0,1]]]", 1, 6, "found -1"},
        {"[[[0,0],[0,99999999999]]]", 1, 12, "from 0 to 4294967295"},
        {"[[[0,0],[0,1]]", 1, 15, "expected ',' or ']', found the end of the text"},
        {"[[[0,0],[0,1]]] x", 1, 17, "expected the end of the text"},
        {"{}", 1, 1, "without \"chequer\""},
        {"{\"chequer\": 2, \"x\": 1}", 1, 13, "version 2"},
        {"{\"chequer\": 0}", 1, 13, "version 0"},
        {"{\"chequer\": 1}", 1, 1, "expected a verdict"},
        {"{\"chequer\": 1,\n \"chequer\": 1}", 2, 2, "twice"},
        {"{\"chequer\": 1, \"verdict\": \"maybe\"}", 1, 27, "found 'maybe'"},
        {"{\"chequer\": 1, \"problem\": {\"kind\": \"tour\"}}", 1, 36,
         "answer to a tour"},
        {"{\"chequer\": 1, \"problem\": {\"digest\": \"0\"}}", 1, 38,
         "another problem"},
        {"{\"chequer\": 1, \"count\": -1}", 1, 25, "expected a whole number"},
        {"{\"chequer\": 1, \"certificate\": {\"proof\": \"magic\"}}", 1, 41,
         "a kind of proof"},
        {"{\"chequer\": 1, \"certificate\": {\"proof\": \"cut\"}}", 1, 31,
         "does not fit the problem"},
        {"{\"chequer\": 1, \"certificate\": {\"proof\": \"hall\"}}", 1, 31,
         "does not fit the problem"},
        {"{\"chequer\": 1, \"certificate\": {\"cells\": [[1,0]]}}", 1, 42, "[1, 0]"},
        {"{\"chequer\": 1, \"certificate\": {\"items\": [\"a\"]}}", 1, 42, "an item"},
        {"{\"chequer\": 1, \"certificate\": {\"vertices\": []}}", 1, 32, "no graph"},
        {"AAB\n", 1, 4, "expected 4 letters in this row, found 3"},
        {"AABBB\n.BAA\n", 1, 5, "there is no square here"},
        {"AABB\nBBAA\n", 2, 1, "there is no square here"},
        {"AABB\n", 2, 1, "expected 2 rows of letters, found 1"},
        {"AABB\n.CC.\nEEEE\n", 3, 1, "expected 2 rows, found more"},
        {"AA?B\n.CDD\n", 1, 3, "expected a letter or '.', found '?'"},
        {"AABB\n.CCC\n", 2, 2, "marked C are not pieces"},
        {"impossible: x.\n", 2, 1, "expected a line with the proof"},
        {"impossible: x.\nproof:\n", 2, 7, "expected a kind of proof"},
        {"impossible: x.\nproof: magic\n", 2, 8, "found 'magic'"},
        {"impossible: x.\nproof: balance\n", 2, 8, "fits this problem"},
        {"impossible: x.\nproof: hall a1\n", 2, 13, "a1 is not on this board"},
        {"impossible: x.\nproof: hall a9\n", 2, 14, "a9 is not on this board"},
        {"impossible: x.\nproof: hall\n", 2, 1, "does not fit"},
        {"impossible: x.\nproof: colours\nmore\n", 3, 1, "nothing after the proof"},
        {"impossible: x.\nproof: exhausted\n", 2, 17, "the number of"},
        {"impossible: x.\nproof: weights x\n", 2, 16, "a modulus"},
        {"impossible: x.\nproof: weights 2 values 1 cells b1\n", 2, 33, "a1=1"},
        {"unknown: stopped by time\nx\n", 2, 1, "nothing after"},
        {"123", 1, 4, "the answer is cut short"},
        {"impossible: x.\nproof: exhausted 12", 2, 20, "the answer is cut short"},
    };

    (void)state;
    assert_wrong(tiling_of("2x4-a1", NULL), cases, COUNT(cases));
}

static void test_wrong_others(void **state)
{
    static const wrong pieces[] = {
        {"[{\"piece\": \"Q\", \"cells\": [[0,0]]}]", 1, 12, "there is no piece 'Q'"},
        {"[{\"piece\": \"A\"}]", 1, 2, "expected \"piece\" and \"cells\""},
        {"[{\"cells\": [[0,0]]}]", 1, 2, "expected \"piece\" and \"cells\""},
        {"[{\"piece\": \"A\", \"cells\": []}]", 1, 2,
         "expected \"piece\" and \"cells\""},
        {"[{\"piece\": \"A\", \"index\": 1, \"cells\": [[0,0]]}]", 1, 2, "is called B"},
        {"[{\"piece\": \"A\", \"index\": 2, \"cells\": [[0,0]]}]", 1, 26,
         "from 0 to 1"},
        {"[[[0,0],[0,1]]]", 1, 2, "expected an object"},
    };
    static const wrong options[] = {
        {"[{\"option\": 0}]", 1, 13, "expected an option from 1 to 5"},
        {"[{\"option\": 6}]", 1, 13, "expected an option from 1 to 5"},
        {"[{\"option\": 1, \"items\": [\"a\"]}]", 1, 2, "exactly these items"},
        {"[{\"items\": [\"a\", \"a\"]}]", 1, 2, "exactly these items"},
        {"[{\"items\": [\"z\"]}]", 1, 13, "there is no item 'z'"},
        {"[{}]", 1, 2, "expected \"option\" or \"items\""},
        {"a b\n", 1, 1, "exactly these items"},
        {"c\na z\n", 1, 1, "exactly these items"},
        {"a\nb z\n", 2, 3, "there is no item 'z'"},
        {"a\nb x:7\n", 2, 3, "there is no item 'x:7'"},
    };
    static const wrong steps[] = {
        {"1 2\n", 1, 4, "expected 3 numbers in this row, found 2"},
        {"1 2 3 4\n", 1, 7, "expected 3 numbers in this row, found more"},
        {"1 2 3\n", 2, 1, "expected 2 rows of numbers, found 1"},
        {"1 2 3\n4 5 6\n7 8 9\n", 3, 1, "expected 2 rows, found more"},
        {"1 2 3\n4 5 7\n", 2, 5, "expected a number from 1 to 6 or '.', found '7'"},
        {"1 2 3\n4 1 6\n", 2, 3, "the number 1 appears twice"},
        {"1 2 3\n4 . 6\n", 1, 1, "the number 5 is missing"},
        {"a b c\n", 1, 1, "expected a number"},
        {"{\"chequer\":1,\"problem\":{\"closed\":true}}", 1, 34, "to a closed tour"},
        {"{\"chequer\":1,\"problem\":{\"leaper\":\"1,3\"}}", 1, 34, "another leaper"},
        {"{\"chequer\":1,\"problem\":{\"leaper\":\"?\"}}", 1, 34, "expected a leaper"},
    };
    static const wrong names[] = {
        {"a b q\n", 1, 5, "this graph has no vertex 'q'"},
        {"[\"a\", \"q\"]", 1, 7, "this graph has no vertex 'q'"},
        {"[[0,0]]", 1, 2, "expected the name of a vertex"},
        {"{\"chequer\":1,\"certificate\":{\"cells\":[]}}", 1, 29, "no board"},
    };

    (void)state;
    assert_wrong(puzzle_of("board\n####\n\npiece A\n##\n\npiece B\n##\n"), pieces,
                 COUNT(pieces));
    assert_wrong(cover_of("a b c | x y\na b x:1\nc x:1\nc y\na\nb\n"), options,
                 COUNT(options));
    assert_wrong(tour_of("2x3", "1,2", false), steps, COUNT(steps));
    assert_wrong(graph_of("a b\nb c\n", true), names, COUNT(names));
}

static void test_other_problem(void **state)
{
    cq_problem *one = tiling_of("8x8", NULL), *other = tiling_of("8x8-a1,b1", NULL);
    cq_answer *answer = new_answer(one, CQ_UNKNOWN), *none = NULL;
    char *text = written(one, answer, cq_answer_write_json);

    (void)state;
    assert_int_equal(cq_answer_read(ctx, other, "x", text, strlen(text), &none),
                     CQ_INPUT);
    assert_string_equal(cq_error_text(ctx), "this answer belongs to another problem");
    assert_int_equal(cq_error_line(ctx), 2);
    cq_answer_free(answer);
    free(text);
    cq_problem_free(one);
    cq_problem_free(other);
}

/* ---- truncation ---- */

/* Every beginning of the text is refused. A copy of just that size lets a sanitizer see
 * reads past its end. */
static void assert_cut_refused(const cq_problem *problem, const char *text)
{
    size_t size = strlen(text);

    while (size && strchr(" \n", text[size - 1]))
        size--;
    for (size_t cut = 0; cut < size; cut++) {
        char *copy = malloc(cut + 1);
        cq_answer *answer = NULL;

        assert_non_null(copy);
        memcpy(copy, text, cut);
        if (cq_answer_read(ctx, problem, "cut", copy, cut, &answer) != CQ_INPUT)
            fail_msg("accepted after %zu bytes of\n%s", cut, text);
        free(copy);
    }
}

static void test_truncation(void **state)
{
    cq_problem *problems[] = {tiling_of("4x4", NULL), tiling_of("3x4-a1", "L3*"),
                              tour_of("3x4", "1,2", false),
                              graph_of("a b\nb c\nc a\n", true),
                              cover_of("a b c | x y\na b x:1\nc x:1\nc y\na\nb\n")};

    (void)state;
    for (size_t i = 0; i < COUNT(problems); i++) {
        cq_problem *problem = problems[i];
        cq_answer *answer = new_answer(problem, CQ_YES);
        cq_solution *solution = new_solution(answer);
        char *text;

        if (problem->kind == CQ_TILING) {
            cq_placements placements = {0};

            assert_int_equal(
                cq_placements_make(ctx, problem->board, &problem->pieces, &placements),
                CQ_OK);
            fill_randomly(problem, &placements, solution);
            cq_placements_free(&placements);
        } else if (problem->kind == CQ_TOUR) {
            random_tour(problem, solution);
        } else {
            assert_int_equal(cq_vec_push(ctx, &solution->labels, 0), CQ_OK);
            assert_int_equal(cq_vec_push(ctx, &solution->labels, 1), CQ_OK);
        }
        assert_int_equal(cq_answer_add_counter(answer, "work", 5), CQ_OK);
        text = written(problem, answer, cq_answer_write_json);
        assert_cut_refused(problem, text);
        free(text);
        text = written(problem, answer, cq_answer_write_text);
        if (problem->kind != CQ_COVER) /* fewer options are a text as well */
            assert_cut_refused(problem, text);
        free(text);
        cq_answer_free(answer);
        cq_problem_free(problem);
    }
}

/* Bytes changed at random never do harm; what is still accepted can be written. */
static void test_mutation(void **state)
{
    cq_problem *problem = tiling_of("4x4", "L3*,domino*");
    cq_placements placements = {0};
    cq_answer *answer = new_answer(problem, CQ_YES);
    char *texts[2];

    (void)state;
    assert_int_equal(
        cq_placements_make(ctx, problem->board, &problem->pieces, &placements), CQ_OK);
    fill_randomly(problem, &placements, new_solution(answer));
    texts[0] = written(problem, answer, cq_answer_write_json);
    texts[1] = written(problem, answer, cq_answer_write_text);
    for (unsigned round = 0; round < 4000; round++) {
        size_t size = strlen(texts[round % 2]);
        char *copy = malloc(size);
        cq_answer *again = NULL;

        assert_non_null(copy);
        memcpy(copy, texts[round % 2], size);
        for (unsigned k = 0; k <= round % 3; k++)
            copy[cq_random_below(&dice, size)] = (char)cq_random_next(&dice);
        if (cq_answer_read(ctx, problem, "x", copy, size, &again) == CQ_OK)
            free(written(problem, again,
                         again->unclear ? cq_answer_write_text : cq_answer_write_json));
        cq_answer_free(again);
        free(copy);
    }
    free(texts[0]);
    free(texts[1]);
    cq_answer_free(answer);
    cq_placements_free(&placements);
    cq_problem_free(problem);
}

/* With any limit reading works or says that memory ran out, and leaves nothing. */
static void assert_limits(const cq_problem *problem, const char *text)
{
    size_t before = cq_context_memory_used(ctx);
    cq_status status = CQ_MEMORY;

    for (size_t limit = before + 1; status != CQ_OK; limit += 24) {
        cq_answer *answer = NULL;

        cq_context_limit_memory(ctx, limit);
        status = cq_answer_read(ctx, problem, "x", text, strlen(text), &answer);
        if (status == CQ_OK) {
            char *again = NULL;
            size_t size;
            FILE *out = open_memstream(&again, &size);

            assert_non_null(out);
            cq_answer_write_text(ctx, problem, answer, out);
            fclose(out);
            free(again);
        } else if (status != CQ_MEMORY) {
            fail_msg("%s: %s", cq_status_name(status), cq_error_text(ctx));
        }
        cq_answer_free(answer);
        assert_int_equal(cq_context_memory_used(ctx), before);
    }
    cq_context_limit_memory(ctx, 0);
}

static void test_memory(void **state)
{
    static const char json[] = "{\"chequer\": 1, \"counters\": {\"a\": 1}, "
                               "\"verdict\": \"no\", \"count\": 0, \"certificate\": "
                               "{\"proof\": \"hall\", \"cells\": [[0,0],[1,1]]}}";
    cq_problem *problem = tiling_of("2x4", NULL), *steps = tour_of("2x3", "1,2", true);
    cq_problem *own =
        puzzle_of("board\n###\n###\n\npiece A copies=2\n##\n#.\n\npiece B "
                  "copies=0..1\n#\n");
    cq_problem *sets = cover_of("a b c | x y\na b x:1\nc x:1\nc y\na\nb\n");

    (void)state;
    assert_limits(problem, json);
    assert_limits(problem, "AABB\nBBAA\n\nACBA\nACBA\n");
    assert_limits(own, "AAA\nAAA\n");
    assert_limits(steps, "1 2 3\n4 5 6\n");
    assert_limits(steps, "impossible: x.\nproof: cut a1 b1\n");
    assert_limits(sets, "a b x:1\nc x:1\n");
    assert_limits(sets, "[{\"option\": 1}, {\"items\": [\"c\", \"x:1\"]}]");
    cq_problem_free(problem);
    cq_problem_free(own);
    cq_problem_free(steps);
    cq_problem_free(sets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_letters, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_wrong_dominoes, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_wrong_others, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_other_problem, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_truncation, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_mutation, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_memory, set_up, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
