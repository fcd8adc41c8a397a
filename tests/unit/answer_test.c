/* answer_test.c - answers: written, read back, put into words, refused where wrong. */
#include "answer/answer.h"
#include "base/random.h"
#include "problem/placement.h"
#include "context.h"

#include <stdlib.h>
#include <string.h>

static cq_random dice;

static int set_up(void **state)
{
    cq_random_seed(&dice, 2024);
    return open_context(state);
}

/* ---- problems ---- */

static cq_problem *tiling(const char *board, const char *pieces)
{
    cq_problem *problem = NULL;

    if (cq_problem_parse_board(ctx, board, &problem) != CQ_OK ||
        (pieces && cq_problem_set_pieces(ctx, problem, pieces) != CQ_OK))
        fail_msg("%s", cq_error_text(ctx));
    return problem;
}

static cq_problem *puzzle(const char *text)
{
    cq_problem *problem = NULL;

    if (cq_problem_parse_puzzle(ctx, "puzzle", text, strlen(text), &problem) != CQ_OK)
        fail_msg("%s", cq_error_text(ctx));
    return problem;
}

static cq_problem *tour(const char *board, const char *leaper, bool closed)
{
    cq_problem *problem = tiling(board, NULL);

    assert_int_equal(cq_problem_set_tour(ctx, problem, leaper, closed), CQ_OK);
    return problem;
}

static cq_problem *graph(const char *edges, bool closed)
{
    cq_problem *problem = NULL;

    if (cq_problem_parse_graph(ctx, "graph", edges, strlen(edges), closed, &problem) !=
        CQ_OK)
        fail_msg("%s", cq_error_text(ctx));
    return problem;
}

static cq_problem *cover(const char *text)
{
    cq_problem *problem = NULL;

    if (cq_problem_parse_cover(ctx, "cover", text, strlen(text), &problem) != CQ_OK)
        fail_msg("%s", cq_error_text(ctx));
    return problem;
}

/* ---- writing, reading, comparing ---- */

typedef cq_status write_fn(cq_context *, const cq_problem *, const cq_answer *, FILE *);

static char *written(const cq_problem *problem, const cq_answer *answer,
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

static cq_answer *read_back(const cq_problem *problem, const char *text)
{
    cq_answer *answer = NULL;

    if (cq_answer_read(ctx, problem, "test", text, strlen(text), &answer) != CQ_OK)
        fail_msg("%zu:%zu: %s in\n%s", cq_error_line(ctx), cq_error_column(ctx),
                 cq_error_text(ctx), text);
    return answer;
}

/* Tilings and covers are sets: the placement (or option) that holds each cell. */
static void assert_same_tiling(const cq_problem *problem, const cq_solution *a,
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

static void assert_same_numbers(const cq_u32s *a, const cq_u32s *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_int_equal(a->at[i], b->at[i]);
}

static void assert_same(const cq_problem *problem, const cq_answer *a,
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

static void assert_round_trip(const cq_problem *problem, const cq_answer *answer,
                              write_fn *write)
{
    char *text = written(problem, answer, write);
    cq_answer *again = read_back(problem, text);

    assert_same(problem, answer, again);
    cq_answer_free(again);
    free(text);
}

static cq_answer *new_answer(const cq_problem *problem, cq_verdict verdict)
{
    cq_answer *answer = NULL;

    assert_int_equal(cq_answer_new(ctx, problem->kind, CQ_GOAL_FIND, &answer), CQ_OK);
    answer->verdict = verdict;
    snprintf(answer->engine, sizeof answer->engine, "test");
    return answer;
}

static cq_solution *new_solution(cq_answer *answer)
{
    cq_solution empty = {0};

    assert_int_equal(cq_vec_push(ctx, &answer->solutions, empty), CQ_OK);
    answer->found++;
    return &answer->solutions.at[answer->solutions.count - 1];
}

/* ---- random solutions ---- */

static void shuffle(uint32_t *numbers, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = cq_random_below(&dice, i);
        uint32_t other = numbers[k];

        numbers[k] = numbers[i - 1];
        numbers[i - 1] = other;
    }
}

static bool is_free(const cq_placements *p, uint32_t which, const bool *covered)
{
    for (uint32_t i = p->starts.at[which]; i < p->starts.at[which + 1]; i++)
        if (covered[p->cells.at[i]])
            return false;
    return true;
}

/* Placements in random order, each where it still fits: not all is covered, which is
 * for the checker to notice. */
static void fill_randomly(const cq_problem *problem, const cq_placements *p,
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

static void test_tilings(void **state)
{
    static const struct {
        const char *board, *pieces;
    } cases[] = {
        {"1x2", NULL},
        {"8x8", NULL},
        {"7x9-a1,d4,i7", NULL},
        {"aztec:5", NULL},
        {"torus:6x5", NULL},
        {"torus:2x2", NULL},
        {"torus:1x7", NULL},
        {"cylinder:5x3", NULL},
        {"cylinder:2x2", NULL},
        {"9x9", "L3*,I3*"},
        {"torus:5x5", "I5*"},
        {"cylinder:4x5", "I5*,T4*"},
        {"6x10", "pentominoes"},
        {"torus:6x10", "pentominoes"},
        {"8x8", "tetrominoes"},
        {"30x30", "hexominoes"},
        {"12x12", "T4*,L4*,S4*,O4*,I4*"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cq_problem *problem = tiling(cases[i].board, cases[i].pieces);
        cq_placements placements = {0};

        assert_int_equal(
            cq_placements_make(ctx, problem->board, &problem->pieces, &placements),
            CQ_OK);
        for (unsigned round = 0; round < 20; round++) {
            cq_answer *answer = new_answer(problem, CQ_YES);

            for (unsigned k = 0; k <= round % 3; k++)
                fill_randomly(problem, &placements, new_solution(answer));
            assert_round_trip(problem, answer, cq_answer_write_json);
            assert_round_trip(problem, answer, cq_answer_write_text);
            cq_answer_free(answer);
        }
        cq_placements_free(&placements);
        cq_problem_free(problem);
    }
}

static void test_repeated_names(void **state)
{
    cq_problem *problem = tiling("10x12", "pentominoes,pentominoes");
    cq_placements placements = {0};
    cq_answer *answer = new_answer(problem, CQ_YES);

    (void)state;
    assert_int_equal(
        cq_placements_make(ctx, problem->board, &problem->pieces, &placements), CQ_OK);
    fill_randomly(problem, &placements, new_solution(answer));
    assert_round_trip(problem, answer, cq_answer_write_json);
    cq_answer_free(answer);
    cq_placements_free(&placements);
    cq_problem_free(problem);
}

static void random_tour(const cq_problem *problem, cq_solution *solution)
{
    for (uint32_t v = 0; v < problem->graph.vertices; v++)
        assert_int_equal(cq_vec_push(ctx, &solution->members, v), CQ_OK);
    shuffle(solution->members.at, solution->members.count);
}

static void test_tours(void **state)
{
    cq_problem *problems[] = {tour("8x8", "1,2", true),
                              tour("torus:4x5-a1", "1,2+0,1", false),
                              tour("1x1", "1,2", false),
                              tour("11x11-f6", "1,2", false),
                              graph("a b\nb c\nc \"d\"\na x\n", true),
                              graph("p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n", false)};

    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        for (unsigned round = 0; round < 10; round++) {
            cq_answer *answer = new_answer(problems[i], CQ_YES);

            for (unsigned k = 0; k <= round % 3; k++)
                random_tour(problems[i], new_solution(answer));
            assert_round_trip(problems[i], answer, cq_answer_write_json);
            assert_round_trip(problems[i], answer, cq_answer_write_text);
            cq_answer_free(answer);
        }
        cq_problem_free(problems[i]);
    }
}

/* The option "c y" is there twice; both can be in what is read. */
static void test_covers(void **state)
{
    cq_problem *problem = cover("a b c | x y\na b x:1\nc x:1\nc y\na\nc y\nb\ny\n");
    uint32_t options = (uint32_t)cq_cover_options(&problem->cover);

    (void)state;
    for (unsigned round = 1; round < 1u << options; round++) {
        cq_answer *answer = new_answer(problem, CQ_YES);
        cq_solution *solution = new_solution(answer);

        for (uint32_t i = 0; i < options; i++)
            /* of the same options the first comes first */
            if (round >> i & 1 && !(i == 4 && !(round >> 2 & 1)))
                assert_int_equal(cq_vec_push(ctx, &solution->labels, i), CQ_OK);
        if (solution->labels.count) {
            assert_round_trip(problem, answer, cq_answer_write_json);
            assert_round_trip(problem, answer, cq_answer_write_text);
        }
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

/* A solution by hand: items without numbers, in any order. */
static void test_cover_by_items(void **state)
{
    cq_problem *problem = cover("a b c | x y\na b x:1\nc x:1\nc y\na\nb\n");
    cq_answer *answer =
        read_back(problem, "[{\"items\": [\"x:1\", \"b\", \"a\"]}, {\"option\": 2}]");

    (void)state;
    assert_int_equal(answer->verdict, CQ_YES);
    assert_int_equal(answer->solutions.at[0].labels.at[0], 0);
    assert_int_equal(answer->solutions.at[0].labels.at[1], 1);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void test_counts(void **state)
{
    static const char *const counts[] = {"0", "1", "9007199254740992",
                                         "9007199254740993",
                                         "2444888770250892795802079170816"};
    cq_problem *problem = tiling("8x8", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        write_fn *const writers[] = {cq_answer_write_json, cq_answer_write_text};
        cq_answer *answer = new_answer(problem, i ? CQ_YES : CQ_NO);

        answer->goal = CQ_GOAL_COUNT;
        answer->counted = true;
        mpz_set_str(answer->count, counts[i], 10);
        for (size_t w = 0; w < 2; w++) {
            char *text = written(problem, answer, writers[w]);
            cq_answer *again = read_back(problem, text);

            assert_string_equal(cq_answer_count(again), counts[i]);
            assert_int_equal(again->goal, CQ_GOAL_COUNT);
            assert_int_equal(again->verdict, answer->verdict);
            cq_answer_free(again);
            free(text);
        }
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

/* Every goal that there is, and no other. */
static void test_goals(void **state)
{
    cq_problem *problem = tiling("2x2", NULL);
    cq_answer *none = NULL;
    char text[96];

    (void)state;
    for (unsigned goal = 0; goal == 0 || strcmp(cq_goal_name((cq_goal)goal), "find");
         goal++) {
        cq_answer *answer;

        snprintf(text, sizeof text,
                 "{\"chequer\": 1, \"goal\": \"%s\", \"verdict\": \"unknown\"}",
                 cq_goal_name((cq_goal)goal));
        answer = read_back(problem, text);
        assert_int_equal(answer->goal, goal);
        cq_answer_free(answer);
    }
    snprintf(text, sizeof text, "{\"chequer\": 1, \"goal\": \"guess\"}");
    assert_int_equal(cq_answer_read(ctx, problem, "x", text, strlen(text), &none),
                     CQ_INPUT);
    cq_problem_free(problem);
}

static void test_unknown(void **state)
{
    cq_problem *problem = tiling("8x8", NULL);

    (void)state;
    for (unsigned stop = CQ_FINISHED; stop <= CQ_STOP_LIMIT; stop++) {
        cq_answer *answer = new_answer(problem, CQ_UNKNOWN), *again;
        char *text;

        answer->stop = (cq_stop)stop;
        text = written(problem, answer, cq_answer_write_text);
        again = read_back(problem, text);
        assert_int_equal(again->verdict, CQ_UNKNOWN);
        assert_int_equal(again->stop, stop);
        cq_answer_free(again);
        cq_answer_free(answer);
        free(text);
    }
    cq_problem_free(problem);
}

static void test_statistics(void **state)
{
    cq_problem *problem = tiling("2x2", NULL);
    cq_answer *answer = new_answer(problem, CQ_UNKNOWN), *again;
    char *text;

    (void)state;
    answer->stop = CQ_STOP_TIME;
    answer->seconds = 12.25;
    answer->found = UINT64_MAX;
    assert_int_equal(cq_answer_add_counter(answer, "lays", 77), CQ_OK);
    assert_int_equal(
        cq_answer_add_counter(answer, "a \"name\" that is far too long", UINT64_MAX),
        CQ_OK);
    text = written(problem, answer, cq_answer_write_json);
    again = read_back(problem, text);
    assert_true(again->seconds > 12.2499 && again->seconds < 12.2501);
    assert_true(again->found == UINT64_MAX);
    assert_string_equal(cq_answer_engine(again), "test");
    assert_int_equal(again->counters.count, 2);
    assert_string_equal(again->counters.at[0].name, "lays");
    assert_int_equal(again->counters.at[0].value, 77);
    assert_true(again->counters.at[1].value == UINT64_MAX);
    cq_answer_free(again);
    cq_answer_free(answer);
    free(text);
    cq_problem_free(problem);
}

/* Numbers beyond all measure are read and written without harm. */
static void test_large_statistics(void **state)
{
    cq_problem *problem = tiling("2x2", NULL);
    cq_answer *answer = read_back(problem, "{\"chequer\": 1, \"verdict\": \"unknown\", "
                                           "\"seconds\": 1e99999999999}");

    (void)state;
    free(written(problem, answer, cq_answer_write_json));
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* ---- certificates ---- */

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
    assert_reason(tiling("8x8", "pentominoes"), CQ_PROOF_AREA, NULL, -1,
                  "the pieces cover at most 60 squares, the board has 64");
    assert_reason(tiling("5x5", "pentominoes"), CQ_PROOF_AREA, NULL, -1,
                  "the pieces cover at least 60 squares, the board has 25");
    assert_reason(tiling("7x9", NULL), CQ_PROOF_AREA, NULL, -1,
                  "the board's 63 squares cannot be made from pieces of 2");
    assert_reason(tiling("1x7", "I3*,I5*"), CQ_PROOF_AREA, NULL, -1,
                  "the board's 7 squares cannot be made from pieces of 3 and 5");
    assert_reason(tiling("8x8-a1,h8", NULL), CQ_PROOF_COLOURS, NULL, -1,
                  "30 dark squares against 32 light ones, and every domino covers one "
                  "of each");
    assert_reason(tiling("4x5", "tetrominoes"), CQ_PROOF_COLOURS, NULL, -1,
                  "10 light squares against 10 dark ones, and the pieces cannot "
                  "balance: T4 covers three of one colour and one of the other, the "
                  "others as many of each");
    assert_reason(tiling("8x8-a1,c1,b2", NULL), CQ_PROOF_HALL, "b1", -1,
                  "the square b1 has no neighbour");
    assert_reason(tiling("3x3", NULL), CQ_PROOF_HALL, "a1 c1 b2 a3 c3", -1,
                  "the 5 squares a1, c1, b2, a3 and c3 have only 4 neighbours, b3, a2, "
                  "c2 and b1, but each needs a domino of its own");
    assert_reason(tiling("1x15", NULL), CQ_PROOF_HALL, "a1 c1 e1 g1 i1 k1 m1 o1", -1,
                  "the 8 squares a1, c1, e1, g1, i1, k1 and 2 more have only 7 "
                  "neighbours, b1, d1, f1, h1, j1, l1 and 1 more, but each needs a "
                  "domino of its own");
    assert_reason(puzzle("board\n##\n##\n\npiece W\n###\n\npiece I\n#\n"),
                  CQ_PROOF_UNPLACEABLE, NULL, 0,
                  "piece W (line 5) fits nowhere on the board");
    assert_reason(tiling("8x8", "L3*"), CQ_PROOF_UNCOVERABLE, "e4", -1,
                  "no piece can cover the square e4");
    assert_reason(puzzle("board\nab#\n\npiece W copies=any\nbb\n\n"), CQ_PROOF_SUPPLY,
                  NULL, 'a',
                  "the board has 1 square of colour a, the pieces can cover at most 0");
    assert_reason(puzzle("board\nab#\n\npiece W copies=2\nbb\n\n"), CQ_PROOF_SUPPLY,
                  NULL, 'b',
                  "the pieces have at least 4 squares of colour b, the board has room "
                  "for 2");
    assert_reason(tiling("8x8", "L3*"), CQ_PROOF_EXHAUSTED, NULL, -1,
                  "all 1,234 possibilities were tried without success");
    assert_reason(cover("a b | x\na x\n"), CQ_PROOF_UNCOVERABLE, NULL, 1,
                  "no option covers the item b");
}

static void test_tour_reasons(void **state)
{
    (void)state;
    assert_reason(tour("3x4", "1,2", true), CQ_PROOF_DEGREE, "a2", -1,
                  "the square a2 has only 2 moves, a closed tour needs 2");
    assert_reason(tour("2x3", "1,2", true), CQ_PROOF_DEGREE, "a1", -1,
                  "the square a1 has only 1 move, a closed tour needs 2");
    assert_reason(tour("3x3", "1,2", false), CQ_PROOF_DEGREE, "b2", -1,
                  "the square b2 has no move");
    assert_reason(tour("2x5", "1,2", false), CQ_PROOF_DEGREE, "a1 a2 b1", -1,
                  "the 3 squares a1, a2 and b1 have only 1 move each, and an open tour "
                  "has only 2 ends");
    assert_reason(tour("5x5", "1,2", true), CQ_PROOF_BALANCE, NULL, -1,
                  "12 dark squares against 13 light ones, every move changes the "
                  "colour, and a closed tour visits as many of each");
    assert_reason(graph("a x\na y\na z\n", false), CQ_PROOF_BALANCE, NULL, -1,
                  "the vertices are 1 on one side and 3 on the other, every edge "
                  "changes the side, and an open tour visits at most one more of one "
                  "than of the other");
    assert_reason(tour("3x3", "1,2", true), CQ_PROOF_CUT, NULL, -1,
                  "the board falls into 2 parts with no move between them");
    assert_reason(tour("1x5", "0,1", true), CQ_PROOF_CUT, "b1 d1", -1,
                  "without the 2 squares b1 and d1 the board falls into 3 parts, and a "
                  "closed tour can only visit 2");
    assert_reason(graph("a x\na y\na z\n", false), CQ_PROOF_CUT, NULL, 0,
                  "without the vertex a the graph falls into 3 parts, and an open tour "
                  "can only visit 2");
    assert_reason(tour("1x5", "0,1", true), CQ_PROOF_FACTOR, "a1 c1 e1", -1,
                  "the 3 squares a1, c1 and e1 need 6 moves of a closed tour, the 2 "
                  "neighbours can give only 4");
}

static void test_weights(void **state)
{
    write_fn *const writers[] = {cq_answer_write_json, cq_answer_write_text};
    cq_problem *problem = tiling("2x2-a1", NULL);
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
    assert_string_equal(answer->reason,
                        "a colouring with numbers modulo 3 shows it: every placement "
                        "sums to its piece's value, the board does not: the pieces "
                        "make 0, the board 2");
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
    cq_problem *problem = tiling("8x8-a1,h8", NULL);
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

/* ---- letters ---- */

/* How many parts the letters are read as; 0: refused. */
static size_t parts_of(cq_problem *problem, const char *letters)
{
    cq_answer *answer = NULL;
    size_t parts = 0;

    if (cq_answer_read(ctx, problem, "letters", letters, strlen(letters), &answer) ==
        CQ_OK)
        parts = cq_solution_parts(&answer->solutions.at[0]);
    cq_answer_free(answer);
    return parts;
}

static void test_letters(void **state)
{
    cq_problem *dominoes = tiling("2x4", NULL);
    cq_problem *own =
        puzzle("board\n####\n####\n####\n\npiece A copies=2\n##\n#.\n\npiece B "
               "copies=2\n##\n#.\n");
    cq_problem *apart = puzzle("board\n#####\n\npiece X copies=any\n#.#\n\npiece Y "
                               "copies=any\n##\n");

    (void)state;
    assert_int_equal(parts_of(dominoes, "AABB\nBBAA\n"), 4);
    assert_int_equal(parts_of(dominoes, "aa..\n....\n"), 1);
    assert_int_equal(parts_of(dominoes, "AABB  \r\nBBAA"), 4);
    assert_int_equal(parts_of(dominoes, "AAAA\nBBCC\n"), 4); /* there is one way */
    assert_int_equal(parts_of(dominoes, "AAAA\nAAAA\n"), 0); /* there are five */
    assert_int_equal(parts_of(dominoes, "AAA.\n....\n"), 0);
    /* Two copies of a piece with its own letter touch: any way will do. */
    assert_int_equal(parts_of(own, "AABB\nAABB\nAABB\n"), 4);
    assert_int_equal(parts_of(own, "AAAB\nAAAB\nBBBB\n"), 0);
    assert_int_equal(parts_of(own, "AA..\nA...\n...."), 1);
    /* A piece in two parts. */
    assert_int_equal(parts_of(apart, "A.A..\n"), 1);
    assert_int_equal(parts_of(apart, "ABABB\n"), 0); /* B alone is no piece */
    assert_int_equal(parts_of(apart, "A.ABB\n"), 2);
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
        if (cq_error_line(ctx) != cases[i].line ||
            cq_error_column(ctx) != cases[i].column ||
            !strstr(cq_error_text(ctx), cases[i].part))
            fail_msg("%s\n%zu:%zu: %s", cases[i].text, cq_error_line(ctx),
                     cq_error_column(ctx), cq_error_text(ctx));
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
        {"{\"chequer\": 1,\n \"chequer\": 1}", 2, 2, "there twice"},
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
        {"impossible: x.\nproof: colours\nmore\n", 3, 1, "nothing behind the proof"},
        {"impossible: x.\nproof: exhausted\n", 2, 17, "the number of"},
        {"impossible: x.\nproof: weights x\n", 2, 16, "a modulus"},
        {"impossible: x.\nproof: weights 2 values 1 cells b1\n", 2, 33, "a1=1"},
        {"unknown: stopped by time\nx\n", 2, 1, "nothing behind"},
        {"123", 1, 4, "the answer is cut short"},
        {"impossible: x.\nproof: exhausted 12", 2, 20, "the answer is cut short"},
    };

    (void)state;
    assert_wrong(tiling("2x4-a1", NULL), cases, COUNT(cases));
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
        {"1 2 3\n4 1 6\n", 2, 3, "the number 1 is there twice"},
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
    assert_wrong(puzzle("board\n####\n\npiece A\n##\n\npiece B\n##\n"), pieces,
                 COUNT(pieces));
    assert_wrong(cover("a b c | x y\na b x:1\nc x:1\nc y\na\nb\n"), options,
                 COUNT(options));
    assert_wrong(tour("2x3", "1,2", false), steps, COUNT(steps));
    assert_wrong(graph("a b\nb c\n", true), names, COUNT(names));
}

static void test_other_problem(void **state)
{
    cq_problem *one = tiling("8x8", NULL), *other = tiling("8x8-a1,b1", NULL);
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
 * reads behind it. */
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
    cq_problem *problems[] = {tiling("4x4", NULL), tiling("3x4-a1", "L3*"),
                              tour("3x4", "1,2", false), graph("a b\nb c\nc a\n", true),
                              cover("a b c | x y\na b x:1\nc x:1\nc y\na\nb\n")};

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
    cq_problem *problem = tiling("4x4", "L3*,domino*");
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
            free(written(problem, again, cq_answer_write_json));
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
    cq_problem *problem = tiling("2x4", NULL), *steps = tour("2x3", "1,2", true);
    cq_problem *own = puzzle("board\n###\n###\n\npiece A copies=2\n##\n#.\n\npiece B "
                             "copies=0..1\n#\n");
    cq_problem *sets = cover("a b c | x y\na b x:1\nc x:1\nc y\na\nb\n");

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
        cmocka_unit_test_setup_teardown(test_tilings, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_repeated_names, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_tours, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_covers, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_cover_by_items, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_counts, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_goals, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_unknown, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_statistics, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_large_statistics, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_tiling_reasons, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_tour_reasons, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_weights, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_text_of_a_no, set_up, close_context),
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
