/* symmetry_test.c - symmetries of boards and pieces, known numbers of classes, and what
 * is refused. */
#include "classes.h"
#include "problem/breaking.h"

/* ---- motions ---- */

static size_t count_motions(const char *spec)
{
    cq_board *board = NULL;
    cq_motions motions = {0};
    size_t count;

    assert_int_equal(cq_board_parse(ctx, spec, &board), CQ_OK);
    assert_int_equal(cq_motions_make(ctx, board, &motions), CQ_OK);
    count = motions.list.count;
    for (size_t g = 0; g < count; g++) {
        cq_motion back = cq_motion_inverse(&motions, &motions.list.at[g]);

        for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
            if (board->colour[cell])
                assert_int_equal(
                    cq_motion_image(
                        &motions, &back,
                        cq_motion_image(&motions, &motions.list.at[g], cell)),
                    cell);
    }
    cq_motions_free(&motions);
    cq_board_free(board);
    return count;
}

/* Dihedral groups of the two directions, and their product with the swap. */
static void test_motions(void **state)
{
    (void)state;
    assert_int_equal(count_motions("8x8"), 8);
    assert_int_equal(count_motions("6x10"), 4);
    assert_int_equal(count_motions("1x5"), 2);
    assert_int_equal(count_motions("1x1"), 1);
    assert_int_equal(count_motions("8x8-a1,h8"), 4);
    assert_int_equal(count_motions("8x8-a1"), 2);
    assert_int_equal(count_motions("3x4-a1,b1"), 1);
    assert_int_equal(count_motions("cylinder:3x5"), 2 * 10);
    assert_int_equal(count_motions("cylinder:1x2"), 2);
    assert_int_equal(count_motions("torus:3x4"), 6 * 8);
    assert_int_equal(count_motions("torus:2x3"), 2 * 6);
    assert_int_equal(count_motions("torus:5x5"), 2 * 10 * 10);
    assert_int_equal(count_motions("torus:5x5-a1"), 8);
    assert_int_equal(count_motions("torus:4x4-a1,c3"), 2 * 8);
    assert_int_equal(count_motions("torus:1x1"), 1);
}

/* ---- known numbers ---- */

static void assert_known(const char *board, const char *pieces, size_t classes)
{
    cq_problem *problem = tiling_of(board, pieces);

    assert_count(problem, NULL, true, false, classes);
    cq_problem_free(problem);
}

/* Pentominoes 3 x 20: 2 (Haselgrove and Haselgrove, Eureka 23, 1960, with 4 x 15: 368,
 * 5 x 12: 1010 and 6 x 10: 2339). Dominoes: 4 x 4 in 9 ways up to symmetry. */
static void test_known(void **state)
{
    (void)state;
    assert_known("3x20", "pentominoes", 2);
    assert_known("4x4", NULL, 9);
}

/* A one-sided piece and its mirror image swap under a reflection; alone it forbids it.
 */
static void test_mirror_images(void **state)
{
    static const char text[] = "board\n####\n####\n\npiece L flip=no\n###\n#..\n\n"
                               "piece J flip=no\n###\n..#\n";
    cq_problem *problem = puzzle_of(text);
    cq_symmetries symmetries = {0};

    (void)state;
    assert_int_equal(cq_symmetries_make(ctx, problem->board, &problem->pieces, NULL,
                                        NULL, &symmetries),
                     CQ_OK);
    assert_int_equal(cq_symmetries_count(&symmetries), 4);
    for (size_t g = 0; g < 4; g++)
        assert_int_equal(cq_symmetry_piece(&symmetries, g, 0),
                         symmetries.motions.list.at[g].symmetry & CQ_MIRROR ? 1 : 0);
    cq_symmetries_free(&symmetries);
    problem->pieces.at[1].most = 2;
    assert_int_equal(cq_symmetries_make(ctx, problem->board, &problem->pieces, NULL,
                                        NULL, &symmetries),
                     CQ_OK);
    assert_int_equal(cq_symmetries_count(&symmetries), 2);
    cq_symmetries_free(&symmetries);
    cq_problem_free(problem);
}

static void test_refused(void **state)
{
    cq_options options = CQ_OPTIONS(.unique = true);
    cq_problem *problem = tiling_of("4x4", NULL);
    cq_answer *answer = NULL;

    (void)state;
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_MAX, &options, &answer),
                     CQ_REFUSED);
    options.engine = "kasteleyn";
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer),
                     CQ_REFUSED);
    assert_null(answer);
    cq_problem_free(problem);
}

/* The checker refuses two of a class, a wrong size, and one without symmetry. */
static void test_checker(void **state)
{
    cq_problem *problem = tiling_of("4x4", NULL);
    cq_answer *all, *unique;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;

    (void)state;
    all = ask(problem, CQ_GOAL_ALL, NULL, false, false);
    all->unique = true;
    assert_int_equal(cq_check(ctx, problem, all, &judged, sentence), CQ_OK);
    assert_int_equal(judged, CQ_NO);
    assert_non_null(strstr(sentence, "same class"));
    all->unique = false;
    all->symmetric = true;
    assert_int_equal(cq_check(ctx, problem, all, &judged, sentence), CQ_OK);
    assert_int_equal(judged, CQ_NO);
    assert_non_null(strstr(sentence, "is not symmetric"));
    unique = ask(problem, CQ_GOAL_ALL, NULL, true, false);
    assert_right(problem, unique);
    unique->classes.at[3] += 1;
    assert_int_equal(cq_check(ctx, problem, unique, &judged, sentence), CQ_OK);
    assert_int_equal(judged, CQ_NO);
    unique->classes.at[3] -= 1;
    cq_solution_free(&unique->solutions.at[--unique->solutions.count]);
    unique->found--;
    assert_int_equal(cq_check(ctx, problem, unique, &judged, sentence), CQ_OK);
    assert_int_equal(judged, CQ_NO);
    cq_answer_free(all);
    cq_answer_free(unique);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_motions, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_known, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_mirror_images, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_refused, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_checker, open_context, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
