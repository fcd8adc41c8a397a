/* check_test.c - the checker on solutions and whole answers: right ones are accepted,
 * and each kind of change to them is refused, with the sentence that says why. */
#include "check/check.h"
#include "posed.h"

static int set_up(void **state)
{
    return open_fixture(state, 1);
}

/* Rows of letters divided by '/': each letter is a part. Part i is the piece that digit
 * i of `labels` says (0 if there is none). */
static void lay(fixture *f, const char *art, const char *labels)
{
    uint32_t cols = f->problem->board->cols;
    char done[64] = "";

    cq_solution_clear(&f->solution);
    for (const char *letter = art; *letter; letter++) {
        uint32_t cells[64], row = 0, col = 0;
        size_t count = 0, part = strlen(done);

        if (strchr("/.", *letter) || strchr(done, *letter))
            continue;
        done[part] = *letter;
        for (const char *at = art; *at; at++) {
            if (*at == *letter)
                cells[count++] = row * cols + col;
            col = *at == '/' ? 0 : col + 1;
            row += *at == '/';
        }
        assert_int_equal(
            cq_solution_add(ctx, &f->solution,
                            part < strlen(labels) ? (uint32_t)(labels[part] - '0') : 0,
                            cells, count),
            CQ_OK);
    }
}

/* Options of a cover by number from 1, or vertices from 0. */
static void list(fixture *f, cq_u32s *into, size_t count, const uint32_t *numbers,
                 uint32_t from)
{
    cq_solution_clear(&f->solution);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(cq_vec_push(ctx, into, numbers[i] - from), CQ_OK);
}

#define OPTIONS(f, ...)                                                                \
    list((f), &(f)->solution.labels,                                                   \
         sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),                         \
         (uint32_t[]){__VA_ARGS__}, 1)
#define WALK(f, ...)                                                                   \
    list((f), &(f)->solution.members,                                                  \
         sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),                         \
         (uint32_t[]){__VA_ARGS__}, 0)

static bool judge(fixture *f)
{
    bool right = false;

    assert_int_equal(
        cq_check_solution(ctx, f->problem, &f->solution, &right, f->sentence), CQ_OK);
    return right;
}

#define assert_right(f, says)                                                          \
    do {                                                                               \
        assert_true(judge(f));                                                         \
        assert_string_equal((f)->sentence, (says));                                    \
    } while (0)
#define assert_wrong(f, says)                                                          \
    do {                                                                               \
        assert_false(judge(f));                                                        \
        assert_string_equal((f)->sentence, (says));                                    \
    } while (0)

/* ---- tilings ---- */

static void accepts_dominoes(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "3x4", NULL);
    lay(f, "aabb/ccde/ffde", "");
    assert_right(f, "a tiling with 6 dominoes, every square covered once");
    pose_tiling(f, "3x4-a3,d3", NULL); /* the top corners */
    lay(f, ".aa./bcde/bcde", "");
    assert_right(f, "a tiling with 5 dominoes, every square covered once");
    pose_tiling(f, "1x2", NULL);
    lay(f, "aa", "");
    assert_right(f, "a tiling with 1 domino, every square covered once");
}

static void refuses_changed_dominoes(void **state)
{
    fixture *f = *state;
    const char *good = "aabb/ccde/ffde";

    pose_tiling(f, "3x4", NULL);
    lay(f, good, "");
    f->solution.members.at[1] = 2; /* a swapped cell: c3 is then in two */
    assert_wrong(f,
                 "part 1, from square a3, is not an allowed placement of piece domino");
    lay(f, good, "");
    f->solution.members.at[3] = 1;
    assert_wrong(f, "square b3 is covered twice");
    lay(f, good, "");
    f->solution.members.at[0] = 1;
    assert_wrong(f, "square b3 is covered twice");
    lay(f, good, "");
    f->solution.members.at[0] = 12;
    assert_wrong(f, "part 1 covers a square off the board");
    lay(f, good, "");
    f->solution.labels.at[5] = 1;
    assert_wrong(f, "part 6 is piece number 1 of 1, which does not exist");
    lay(f, "aabb/ccde/..de", ""); /* a dropped part */
    assert_wrong(f, "square a1 is not covered");
    lay(f, "aabb/ccdd/eeee", "");
    assert_wrong(f, "part 5 covers 4 squares, piece domino has 2");
    lay(f, "aabb/ccde/fdfe", ""); /* parted dominoes, all squares covered */
    assert_false(judge(f));
    lay(f, good, "");
    f->solution.starts.at[1] = 200;
    assert_wrong(f, "6 parts are not a tiling of 12 squares");
    lay(f, good, "");
    f->solution.members.count--;
    assert_wrong(f, "6 parts are not a tiling of 12 squares");
    pose_tiling(f, "3x4-a1,b1", NULL);
    lay(f, good, "");
    assert_wrong(f, "part 6 covers square a1, which the board does not have");
}

/* A domino over the end of a line is two cells in a row of the grid, and no domino. */
static void edges_are_not_joined_on_a_plane(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "2x3", NULL);
    lay(f, "aab/bcc", "");
    assert_wrong(f,
                 "part 2, from square c2, is not an allowed placement of piece domino");
    pose_tiling(f, "cylinder:2x3", NULL);
    lay(f, "aba/cbc", "");
    assert_right(f, "a tiling with 3 dominoes, every square covered once");
    pose_tiling(f, "cylinder:3x2", NULL);
    lay(f, "ab/cc/ab", "");
    assert_false(judge(f));
    pose_tiling(f, "torus:3x2", NULL);
    assert_int_equal(cq_solution_parts(&f->solution), 0);
    lay(f, "ab/cc/ab", "");
    assert_right(f, "a tiling with 3 dominoes, every square covered once");
    pose_tiling(f, "torus:4x4", "T4*");
    lay(f, "aaba/cabb/ccbd/cddd", "");
    assert_false(judge(f)); /* two parts are T only on paper */
}

static void turns_and_flips_are_as_allowed(void **state)
{
    fixture *f = *state;
    const char *board = "board\n####\n####\n";
    char text[256];

    snprintf(text, sizeof text, "%spiece L copies=2 flip=no\n#.\n#.\n##\n", board);
    pose_puzzle(f, text);
    lay(f, "aaab/abbb", "");
    assert_int_equal(f->problem->pieces.at[0].shape.count, 4);
    assert_right(f, "a tiling with 2 pieces, every square covered once");
    lay(f, "abbb/aaab", ""); /* the mirror image */
    assert_wrong(f, "part 1, from square a2, is not an allowed placement of piece L");
    snprintf(text, sizeof text, "%spiece L copies=2\n#.\n#.\n##\n", board);
    pose_puzzle(f, text);
    lay(f, "abbb/aaab", "");
    assert_true(judge(f));
    snprintf(text, sizeof text, "%spiece L copies=2 rotate=no\n###\n#..\n", board);
    pose_puzzle(f, text);
    lay(f, "aaab/abbb", ""); /* the second one is turned half round */
    assert_wrong(f, "part 2, from square d2, is not an allowed placement of piece L");
}

static void copies_are_counted(void **state)
{
    fixture *f = *state;
    const char *four = "aabb/ccdd";

    pose_tiling(f, "2x4", "domino*3");
    lay(f, four, "");
    assert_wrong(f, "piece domino is used 4 times, at most 3 are allowed");
    pose_tiling(f, "2x4", "domino*4");
    lay(f, four, "");
    assert_true(judge(f));
    pose_tiling(f, "2x4", "domino*,I3");
    lay(f, four, "");
    assert_wrong(f, "piece I3 is not used, at least 1 is needed");
    pose_tiling(f, "2x4", "domino*,I3*0..1");
    lay(f, four, "");
    assert_true(judge(f));
    lay(f, four, "0010"); /* a wrong label */
    assert_wrong(f, "part 3 covers 2 squares, piece I3 has 3");
}

static void colours_must_match(void **state)
{
    fixture *f = *state;

    pose_puzzle(f, "board\nrbb\n###\npiece A copies=any\nr#\npiece B copies=any\n##\n");
    lay(f, "aab/ccb", "011");
    assert_true(judge(f)); /* r on r, # on b; coloured squares may stay for # */
    lay(f, "abb/acc", "100");
    assert_wrong(f,
                 "part 2 puts piece A on square c2, whose colour b it does not match");
    f->solution.labels.at[1] = 1;
    assert_true(judge(f)); /* r on a cell without colour */
}

/* ---- covers ---- */

static void judges_covers(void **state)
{
    fixture *f = *state;

    /* Knuth's first example: options 2 4 5 cover a..g. */
    pose_cover(f, "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
    OPTIONS(f, 1, 4, 5);
    assert_right(f, "a cover with 3 options, every item covered as it should be");
    OPTIONS(f, 1, 4);
    assert_wrong(f, "the item b is not covered");
    OPTIONS(f, 1, 4, 5, 3);
    assert_wrong(f, "the item b is covered 2 times");
    OPTIONS(f, 1, 4, 4);
    assert_wrong(f, "option 4 is chosen twice");
    OPTIONS(f, 1, 4, 7);
    assert_wrong(f, "there is no option 7, only 6");
    OPTIONS(f, 1, 2, 3, 4, 5, 6, 1);
    assert_wrong(f, "7 options are chosen, there are only 6");
}

static void judges_coloured_covers(void **state)
{
    fixture *f = *state;

    /* Knuth's example of colour controls: the only solution is options 2 and 4. */
    pose_cover(f, "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n");
    OPTIONS(f, 2, 4);
    assert_true(judge(f));
    OPTIONS(f, 1, 5);
    assert_wrong(f, "option 5 gives the item y the colour B, another gives it A");
    pose_cover(f, "a b | x\na x\nb x\nb\na x:A\nb x:A\n");
    OPTIONS(f, 1, 2);
    assert_wrong(f, "option 2 contains the item x, which another option covers");
    OPTIONS(f, 1, 3);
    assert_true(judge(f));
    OPTIONS(f, 4, 5);
    assert_true(judge(f));
    OPTIONS(f, 4, 2);
    assert_wrong(f, "option 2 contains the item x, which another option covers");
}

static void judges_multiplicities(void **state)
{
    fixture *f = *state;

    pose_cover(f, "2:3|a b\na\na b\na\na\n");
    OPTIONS(f, 1, 2);
    assert_true(judge(f));
    OPTIONS(f, 1, 2, 3);
    assert_true(judge(f));
    OPTIONS(f, 1, 2, 3, 4);
    assert_wrong(f, "the item a is in 4 of the options, not in 2 to 3");
    OPTIONS(f, 2);
    assert_wrong(f, "the item a is in 1 of the options, not in 2 to 3");
}

/* ---- tours ---- */

static void judges_tours_of_boards(void **state)
{
    fixture *f = *state;

    pose_tour(f, "3x4", "1,2", false);
    WALK(f, 0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11);
    assert_right(f, "an open tour of 12 squares, each visited once");
    WALK(f, 0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 5);
    assert_wrong(f, "b2 is visited twice");
    WALK(f, 0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5);
    assert_wrong(f, "d1 is not visited");
    WALK(f, 6, 0, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11);
    assert_wrong(f, "there is no leap from a3 to a1");
    WALK(f, 0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 12);
    assert_wrong(f, "step 12 goes to a vertex that does not exist");
    pose_tour(f, "3x4", "1,2", true);
    WALK(f, 0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11);
    assert_wrong(f, "there is no leap from d1 to a3");
    pose_tour(f, "torus:3x3", "0,1", true);
    WALK(f, 0, 1, 2, 5, 3, 4, 7, 8, 6);
    assert_right(f, "a closed tour of 9 squares, each visited once");
    pose_tour(f, "3x3", "0,1", true);
    WALK(f, 0, 1, 2, 5, 3, 4, 7, 8, 6);
    assert_wrong(f, "there is no leap from c2 to a2");
    pose_tour(f, "1x2", "0,1", true);
    WALK(f, 0, 1);
    assert_wrong(f, "a closed tour needs at least 3 squares, there are 2");
}

static void judges_tours_of_graphs(void **state)
{
    fixture *f = *state;

    pose_graph(f, "a b\nb c\nc d\nd a\na c\n", true);
    WALK(f, 0, 1, 2, 3);
    assert_right(f, "a closed tour of 4 vertices, each visited once");
    WALK(f, 0, 2, 1, 3);
    assert_wrong(f, "there is no edge from b to d");
    pose_graph(f, "a b\nb c\nc d\nd a\na c\n", false);
    WALK(f, 1, 0, 2, 3);
    assert_right(f, "an open tour of 4 vertices, each visited once");
}

/* ---- many solutions with one checker ---- */

static void a_checker_forgets_nothing_and_confuses_nothing(void **state)
{
    fixture *f = *state;
    cq_checker *checker = NULL;
    bool right = false;

    pose_tiling(f, "2x2", NULL);
    assert_int_equal(cq_checker_new(ctx, f->problem, &checker), CQ_OK);
    for (unsigned i = 0; i < 1000; i++) {
        static const char *const arts[] = {"aa/bb", "ab/ab", "aa/b.", "ab/ba", "../aa"};

        lay(f, arts[i % 5], "");
        assert_int_equal(
            cq_checker_solution(checker, &f->solution, &right, f->sentence), CQ_OK);
        assert_int_equal(right, i % 5 < 2);
    }
    cq_checker_free(checker);
}

/* ---- whole answers ---- */

static void answer(fixture *f, cq_goal goal, cq_verdict verdict)
{
    cq_answer_free(f->answer);
    assert_int_equal(cq_answer_new(ctx, f->problem->kind, goal, &f->answer), CQ_OK);
    f->answer->verdict = verdict;
    f->answer->stop = CQ_FINISHED;
}

static void show(fixture *f, const char *art)
{
    cq_solution copy = {0};

    lay(f, art, "");
    assert_int_equal(cq_solution_copy(ctx, &f->solution, &copy), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->answer->solutions, copy), CQ_OK);
    f->answer->found++;
}

static void count(fixture *f, unsigned long number)
{
    f->answer->counted = true;
    mpz_set_ui(f->answer->count, number);
}

static cq_verdict check(fixture *f)
{
    cq_verdict verdict = CQ_UNKNOWN;

    assert_int_equal(cq_check(ctx, f->problem, f->answer, &verdict, f->sentence),
                     CQ_OK);
    return verdict;
}

#define assert_verdict(f, verdict, says)                                               \
    do {                                                                               \
        assert_int_equal(check(f), (verdict));                                         \
        assert_string_equal((f)->sentence, (says));                                    \
    } while (0)

static void judges_single_answers(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "2x2", NULL);
    answer(f, CQ_GOAL_FIND, CQ_YES);
    assert_verdict(f, CQ_NO, "the answer says yes but shows no solution");
    show(f, "aa/bb");
    assert_verdict(f, CQ_YES, "a tiling with 2 dominoes, every square covered once");
    f->answer->verdict = CQ_NO;
    assert_verdict(f, CQ_NO, "the answer says no but has solutions");
    f->answer->verdict = CQ_UNKNOWN;
    assert_verdict(f, CQ_NO, "the answer has solutions but does not say yes");
    f->answer->verdict = CQ_YES;
    f->answer->certificate.proof = CQ_PROOF_AREA;
    assert_verdict(f, CQ_NO, "the answer says yes but gives a reason why not");
    f->answer->certificate.proof = CQ_PROOF_NONE;
    f->answer->solutions.at[0].members.at[0] = 3;
    assert_verdict(f, CQ_NO, "square b1 is covered twice");
    answer(f, CQ_GOAL_FIND, CQ_UNKNOWN);
    f->answer->stop = CQ_STOP_TIME;
    assert_int_equal(check(f), CQ_UNKNOWN);
    answer(f, CQ_GOAL_FIND, CQ_NO);
    assert_verdict(f, CQ_NO, "the answer says no but gives no reason");
    f->answer->certificate.proof = CQ_PROOF_EXHAUSTED;
    assert_verdict(f, CQ_NO, "not everything was tried: a search found a solution");
    f->answer->kind = CQ_TOUR;
    assert_verdict(f, CQ_NO, "the answer is to another kind of problem");
}

static void judges_lists(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "2x3", NULL);
    answer(f, CQ_GOAL_ALL, CQ_YES);
    show(f, "aab/ccb");
    show(f, "abb/acc");
    assert_verdict(f, CQ_NO, "there are more than 2 solutions");
    f->answer->stop = CQ_STOP_LIMIT;
    assert_verdict(f, CQ_YES, "2 different solutions, each of them right");
    f->answer->stop = CQ_FINISHED;
    show(f, "abc/abc");
    assert_int_equal(check(f), CQ_YES);
    f->answer->found = 4;
    assert_verdict(f, CQ_NO, "the answer lists 3 solutions but says that 4 were found");
    f->answer->found = 3;
    show(f, "baa/bcc"); /* the second again, its parts in another order */
    assert_verdict(f, CQ_NO, "solutions 2 and 4 are the same");
    f->answer->solutions.at[3].members.at[0] = 5;
    assert_int_equal(check(f), CQ_NO);
}

static void judges_counts(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "6x6", NULL);
    answer(f, CQ_GOAL_COUNT, CQ_YES);
    count(f, 6728); /* OEIS A004003 */
    assert_int_equal(check(f), CQ_YES);
    count(f, 6729);
    assert_verdict(f, CQ_NO, "there are 6,728 solutions, not 6,729");
    count(f, 6727);
    assert_verdict(f, CQ_NO, "there are more than 6,727 solutions");
    count(f, 0);
    assert_verdict(f, CQ_NO, "the answer says yes but counts 0 solutions");
    count(f, 6728);
    f->answer->stop = CQ_STOP_TIME;
    assert_verdict(f, CQ_NO,
                   "the answer gives a count, but it was stopped before the end");
    pose_tiling(f, "3x3", NULL);
    answer(f, CQ_GOAL_COUNT, CQ_NO);
    count(f, 0);
    assert_int_equal(check(f), CQ_YES);
    pose_tiling(f, "2000x2000", NULL); /* too large to be tried */
    answer(f, CQ_GOAL_COUNT, CQ_YES);
    assert_int_equal(mpz_set_str(f->answer->count, "99999999999999999999999", 10), 0);
    f->answer->counted = true;
    assert_verdict(f, CQ_UNKNOWN,
                   "that there are 99999999999999999999999 solutions could not be "
                   "repeated within 5,000,000 nodes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(accepts_dominoes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_changed_dominoes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edges_are_not_joined_on_a_plane, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(turns_and_flips_are_as_allowed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(copies_are_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(colours_must_match, set_up, tear_down),
        cmocka_unit_test_setup_teardown(judges_covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(judges_coloured_covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(judges_multiplicities, set_up, tear_down),
        cmocka_unit_test_setup_teardown(judges_tours_of_boards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(judges_tours_of_graphs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_checker_forgets_nothing_and_confuses_nothing,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(judges_single_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(judges_lists, set_up, tear_down),
        cmocka_unit_test_setup_teardown(judges_counts, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
