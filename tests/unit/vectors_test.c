/* vectors_test.c - wide vectors change how soon an answer is there, and nothing else.
 *
 * Every question is put with CHEQUER_VECTORS set to none, avx2 and avx512 (on a machine
 * without these it is the same code each time): the answers must be the same to the
 * letter, with what was counted on the way, the order of solutions, the parts of the
 * search, and what is left at a checkpoint.
 */
#include "random_cover.h"

#include <inttypes.h>
#include <unistd.h>

static const char *const widths[] = {"none", "avx2", "avx512"};
enum { WIDTHS = 3 };

static int set_up(void **state)
{
    return open_fixture(state, 11);
}

static void use_vectors(size_t width)
{
    assert_int_equal(setenv("CHEQUER_VECTORS", widths[width], 1), 0);
}

/* The answer in JSON, without the time that it took. */
static char *answer_text(const cq_problem *problem, cq_goal goal,
                         const cq_options *options)
{
    cq_answer *answer = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cq_status status = cq_solve(ctx, problem, goal, options, &answer);

    assert_non_null(out);
    if (status == CQ_OK) {
        answer->seconds = 0;
        must(cq_answer_write_json(ctx, problem, answer, out));
    } else {
        fprintf(out, "%s: %s\n", cq_status_name(status), cq_error_text(ctx));
    }
    cq_answer_free(answer);
    fclose(out);
    return text;
}

static void compare(const cq_problem *problem, cq_goal goal, const cq_options *options)
{
    char *texts[WIDTHS];

    for (size_t i = 0; i < WIDTHS; i++) {
        use_vectors(i);
        texts[i] = answer_text(problem, goal, options);
    }
    for (size_t i = 1; i < WIDTHS; i++)
        if (strcmp(texts[0], texts[i]) != 0)
            fail_msg("%s: %s\nbut %s: %s", widths[0], texts[0], widths[i], texts[i]);
    for (size_t i = 0; i < WIDTHS; i++)
        free(texts[i]);
}

static void compare_searches(const cq_problem *problem, const char *engine)
{
    cq_options options = CQ_OPTIONS(.engine = engine);

    compare(problem, CQ_GOAL_FIND, &options);
    compare(problem, CQ_GOAL_COUNT, &options);
    compare(problem, CQ_GOAL_ALL, &options);
    options.parts = 3;
    for (options.part = 1; options.part <= 3; options.part++)
        compare(problem, CQ_GOAL_ALL, &options);
}

/* ---- covers ---- */

/* Each item once, and the items and options such that slots of all widths are met. */
static void pose_slots(fixture *f)
{
    uint32_t items = 4 + below(f, 30), options = items + below(f, 4 * items);

    clear_text(f);
    for (uint32_t i = 0; i < items; i++)
        put(f, "i%u ", i);
    put(f, "\n");
    for (uint32_t k = 0; k < options; k++) {
        uint32_t sure = below(f, items), more = below(f, 4);

        put(f, "i%u ", sure);
        for (uint32_t m = 0; m < more && sure + 1 < items; m++) {
            sure += 1 + below(f, items - sure - 1);
            put(f, "i%u ", sure);
        }
        put(f, "\n");
    }
    pose_cover(f, f->text);
}

static void test_random_covers(void **state)
{
    fixture *f = *state;
    cq_options few = CQ_OPTIONS(.engine = "search", .first = 200);

    for (int round = 0; round < 150; round++) {
        pose_random(f, 6, 16, 1);
        compare_searches(f->problem, "search");
        pose_slots(f);
        compare(f->problem, CQ_GOAL_ALL, &few);
    }
}

/* Langford pairs and queens: slots in few vectors and in many. */
static void pose_queens(fixture *f, uint32_t n)
{
    clear_text(f);
    for (uint32_t i = 0; i < n; i++)
        put(f, "r%u c%u ", i, i);
    put(f, "|");
    for (uint32_t i = 0; i < 2 * n; i++)
        put(f, " a%u b%u", i, i);
    put(f, "\n");
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++)
            put(f, "r%u c%u a%u b%u\n", r, c, r + c, n + r - c);
    pose_cover(f, f->text);
}

static void test_known_covers(void **state)
{
    fixture *f = *state;

    for (uint32_t n = 4; n <= 9; n++) {
        pose_queens(f, n);
        compare_searches(f->problem, "search");
    }
    for (uint32_t n = 3; n <= 8; n++) {
        pose_langford(f, (int)n);
        compare_searches(f->problem, "search");
    }
}

/* ---- boards ---- */

static void test_boards(void **state)
{
    static const char *const boards[] = {"6x6", "7x8-a1,h7", "torus:4x6", "aztec:5",
                                         "cylinder:5x8-c3,d4"};
    static const char *const engines[] = {"kasteleyn", "frontier", "polyomino"};
    fixture *f = *state;

    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        pose_tiling(f, boards[i], NULL);
        for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
            cq_options options =
                CQ_OPTIONS(.engine = engines[k], .samples = 3, .seed = i);

            compare(f->problem, CQ_GOAL_COUNT, &options);
            compare(f->problem, CQ_GOAL_SAMPLE, &options);
            compare(f->problem, CQ_GOAL_PROBABILITIES, &options);
        }
    }
}

/* ---- stopped with some vectors, resumed with others ---- */

typedef struct stopping {
    uint64_t left; /* solutions until it is stopped; 0: never */
    char *text;
    FILE *out;
    const cq_problem *problem;
} stopping;

static bool show(void *user, const cq_answer *solution)
{
    stopping *s = user;

    must(cq_text_solution(ctx, s->out, s->problem, &solution->solutions.at[0]));
    return s->left == 0 || --s->left > 0;
}

static void run_piece(stopping *s, const char *path, bool resume, cq_stop wanted)
{
    cq_options options =
        CQ_OPTIONS(.engine = "search", .checkpoint = path,
                   .resume = resume ? path : NULL, .on_solution = show, .user = s);
    cq_answer *answer = NULL;

    must(cq_solve(ctx, s->problem, CQ_GOAL_ALL, &options, &answer));
    assert_int_equal(answer->stop, wanted);
    cq_answer_free(answer);
}

static char *list_in_pieces(const cq_problem *problem, size_t first, size_t second,
                            uint64_t stop)
{
    stopping s = {.problem = problem, .left = stop};
    char path[64];
    size_t size;

    snprintf(path, sizeof path, "/tmp/cq_vectors_%ld", (long)getpid());
    s.out = open_memstream(&s.text, &size);
    assert_non_null(s.out);
    use_vectors(first);
    run_piece(&s, path, false, stop ? CQ_STOP_CANCELLED : CQ_FINISHED);
    use_vectors(second);
    if (stop)
        run_piece(&s, path, true, CQ_FINISHED);
    fclose(s.out);
    unlink(path);
    return s.text;
}

static void test_resumed(void **state)
{
    fixture *f = *state;
    char *whole;

    pose_queens(f, 8);
    whole = list_in_pieces(f->problem, 0, 0, 0);
    for (size_t first = 0; first < WIDTHS; first++)
        for (size_t second = 0; second < WIDTHS; second++) {
            char *list = list_in_pieces(f->problem, first, second, 1 + below(f, 91));

            assert_string_equal(list, whole);
            free(list);
        }
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random_covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_known_covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_boards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_resumed, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
