/* domino_test.c - dominoes on small boards: every engine against brute force.
 *
 * Boards of at most 20 squares are sets of bits; what is true of them is found by
 * trying everything, with nothing but the neighbours of squares in common with the
 * engines.
 */

#include <string.h>

#include "base/random.h"
#include "check/check.h"
#include "engine/engine.h"
#include "engine/gomory/gomory.h"
#include "engine/matching/domino.h"
#include "engine/matching/matching.h"
#include "problems.h"

enum { CELLS = 20 };

/* A problem, and a run of it whose solutions are checked and kept. */
typedef struct trial {
    cq_run run; /* first: the run is the trial */
    cq_problem *problem;
    cq_solution found;
    uint32_t near[CELLS]; /* the neighbours of each cell, small boards only */
    uint32_t all;
    unsigned cells; /* of the grid */
} trial;

static void check_tiling(const cq_problem *problem, const cq_solution *solution)
{
    char sentence[CQ_SENTENCE_SIZE];
    bool right = false;

    assert_int_equal(cq_check_solution(ctx, problem, solution, &right, sentence),
                     CQ_OK);
    assert_true(right);
}

static cq_status on_found(cq_run *run, const cq_solution *solution)
{
    trial *t = (trial *)run;

    check_tiling(t->problem, solution);
    cq_solution_free(&t->found);
    return cq_solution_copy(ctx, solution, &t->found);
}

static void begin_board(trial *t, cq_board *board)
{
    memset(t, 0, sizeof *t);
    t->problem = tiling_of("1x2", NULL);
    cq_board_free(t->problem->board);
    t->problem->board = board;
    t->run = (cq_run){.ctx = ctx,
                      .problem = t->problem,
                      .goal = CQ_GOAL_FIND,
                      .samples = 1,
                      .threads = 1,
                      .on_found = on_found};
    assert_int_equal(cq_answer_new(ctx, CQ_TILING, CQ_GOAL_FIND, &t->run.answer),
                     CQ_OK);
    t->cells = (unsigned)cq_board_size(board);
    for (cq_cell cell = 0; t->cells <= CELLS && cell < t->cells; cell++) {
        cq_cell near[4];
        unsigned count;

        if (!cq_board_present(board, cell))
            continue;
        t->all |= 1u << cell;
        count = cq_board_neighbours(board, cell, near);
        while (count)
            t->near[cell] |= 1u << near[--count];
    }
}

static void begin(trial *t, const char *spec)
{
    cq_board *board = NULL;

    assert_int_equal(cq_board_parse(ctx, spec, &board), CQ_OK);
    begin_board(t, board);
}

/* The cells of `set` on a grid. */
static void begin_set(trial *t, uint32_t rows, uint32_t cols, cq_surface surface,
                      uint32_t set)
{
    cq_board *board = NULL;

    assert_int_equal(cq_grid_new(ctx, rows, cols, surface, &board), CQ_OK);
    for (cq_cell cell = 0; cell < rows * cols; cell++)
        if (set >> cell & 1)
            cq_grid_set(board, cell, CQ_ANY_COLOUR);
    begin_board(t, board);
}

static void again(trial *t)
{
    cq_answer_free(t->run.answer);
    t->run.answer = NULL;
    assert_int_equal(cq_answer_new(ctx, CQ_TILING, CQ_GOAL_FIND, &t->run.answer),
                     CQ_OK);
}

static void end(trial *t)
{
    cq_answer_free(t->run.answer);
    cq_solution_free(&t->found);
    cq_problem_free(t->problem);
}

/* Runs an engine and has its reason checked. */
static cq_verdict run_engine(trial *t, const cq_engine *engine)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;

    again(t);
    assert_int_equal(engine->run(&t->run), CQ_OK);
    assert_int_not_equal(t->run.answer->verdict, CQ_UNKNOWN);
    if (t->run.answer->verdict == CQ_NO) {
        assert_int_equal(cq_check_certificate(ctx, t->problem,
                                              &t->run.answer->certificate, &judged,
                                              sentence),
                         CQ_OK);
        assert_int_equal(judged, CQ_YES);
    }
    return t->run.answer->verdict;
}

static bool engine_fits(const trial *t, const cq_engine *engine)
{
    cq_fit fit = engine->fits(t->problem, CQ_GOAL_FIND);

    assert_int_not_equal(fit.why[0], 0);
    return fit.fits;
}

/* ---- brute force ---- */

/* As many dominoes as fit on the cells of `set`. */
static unsigned brute_most(const trial *t, uint32_t set)
{
    unsigned best, cell;

    if (!set)
        return 0;
    cell = (unsigned)__builtin_ctz(set);
    set &= set - 1;
    best = brute_most(t, set);
    for (uint32_t near = set & t->near[cell]; near; near &= near - 1) {
        unsigned with = 1 + brute_most(t, set & ~(near & (0 - near)));

        best = with > best ? with : best;
    }
    return best;
}

static bool brute_tiles(const trial *t, uint32_t set)
{
    unsigned cell;

    if (!set)
        return true;
    cell = (unsigned)__builtin_ctz(set);
    set &= set - 1;
    for (uint32_t near = set & t->near[cell]; near; near &= near - 1)
        if (brute_tiles(t, set & ~(near & (0 - near))))
            return true;
    return false;
}

/* The number of tilings; pairs[a][b] becomes 1 if one has the domino a, b. */
static uint64_t brute_count(const trial *t, uint32_t set, uint32_t pairs[CELLS][CELLS])
{
    uint64_t total = 0;
    unsigned cell;

    if (!set)
        return 1;
    cell = (unsigned)__builtin_ctz(set);
    set &= set - 1;
    for (uint32_t near = set & t->near[cell]; near; near &= near - 1) {
        uint64_t with = brute_count(t, set & ~(near & (0 - near)), pairs);

        if (with)
            pairs[cell][__builtin_ctz(near)] = 1;
        total += with;
    }
    return total;
}

static uint32_t neighbours_of(const trial *t, uint32_t set)
{
    uint32_t near = 0;

    for (; set; set &= set - 1)
        near |= t->near[__builtin_ctz(set)];
    return near;
}

static uint32_t colour_of(const trial *t, bool dark)
{
    uint32_t set = 0;

    for (cq_cell cell = 0; cell < t->cells; cell++)
        if (t->all >> cell & 1 && cq_is_dark(t->problem->board, cell) == dark)
            set |= 1u << cell;
    return set;
}

static bool is_short(const trial *t, uint32_t set)
{
    return __builtin_popcount(neighbours_of(t, set)) < __builtin_popcount(set);
}

/* The size of the smallest Hall set. */
static int smallest_hall(const trial *t)
{
    int best = CELLS + 1;

    for (unsigned dark = 0; dark < 2; dark++) {
        uint32_t all = colour_of(t, dark);

        for (uint32_t set = all; set; set = (set - 1) & all)
            if (__builtin_popcount(set) < best && is_short(t, set))
                best = __builtin_popcount(set);
    }
    return best;
}

static uint32_t set_of(const cq_u32s *cells)
{
    uint32_t set = 0;

    for (size_t i = 0; i < cells->count; i++)
        set |= 1u << cells->at[i];
    return set;
}

/* ---- the tests ---- */

static uint32_t random_set(cq_random *random, unsigned cells)
{
    uint32_t set = 0;
    uint64_t odds = cq_random_below(random, 8) + 1; /* of 16 that a cell is missing */

    for (unsigned i = 0; i < cells; i++)
        if (cq_random_below(random, 16) >= odds)
            set |= 1u << i;
    return set;
}

static void begin_random(trial *t, cq_random *random, bool joined)
{
    uint32_t rows = 1 + (uint32_t)cq_random_below(random, 5);
    uint32_t most = CELLS / rows < 8 ? CELLS / rows : 8;
    uint32_t cols = 1 + (uint32_t)cq_random_below(random, most);
    cq_surface surface = joined ? (cq_surface)cq_random_below(random, 3) : CQ_PLANE;

    begin_set(t, rows, cols, surface, random_set(random, rows * cols));
}

static void test_verdicts_agree(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 1);
    for (unsigned i = 0; i < 6000; i++) {
        cq_verdict expected;
        trial t;

        begin_random(&t, &random, true);
        if (cq_board_two_coloured(t.problem->board)) {
            expected = brute_tiles(&t, t.all) ? CQ_YES : CQ_NO;
            assert_int_equal(run_engine(&t, &cq_engine_matching), expected);
            assert_int_equal(run_engine(&t, &cq_engine_hall), expected);
            if (engine_fits(&t, &cq_engine_gomory))
                assert_int_equal(run_engine(&t, &cq_engine_gomory), expected);
            if (engine_fits(&t, &cq_engine_direct))
                assert_int_equal(run_engine(&t, &cq_engine_direct), expected);
        } else {
            assert_false(engine_fits(&t, &cq_engine_matching));
            assert_false(engine_fits(&t, &cq_engine_hall));
        }
        end(&t);
    }
}

/* Every reason is minimal: all smaller sets have neighbours enough. That of `hall` is
 * the smallest there is, and that of `matching` nearly always. */
static void test_reasons_are_minimal(void **state)
{
    unsigned larger = 0, reasons = 0;
    cq_random random;

    (void)state;
    cq_random_seed(&random, 2);
    for (unsigned i = 0; i < 3000; i++) {
        trial t;
        uint32_t set;
        int smallest;

        begin_random(&t, &random, false);
        if (run_engine(&t, &cq_engine_matching) == CQ_NO) {
            set = set_of(&t.run.answer->certificate.members);
            for (uint32_t part = (set - 1) & set; part; part = (part - 1) & set)
                assert_false(is_short(&t, part));
            smallest = smallest_hall(&t);
            assert_true(__builtin_popcount(set) >= smallest);
            larger += __builtin_popcount(set) > smallest;
            reasons++;
            assert_int_equal(run_engine(&t, &cq_engine_hall), CQ_NO);
            assert_int_equal(t.run.answer->certificate.members.count, smallest);
        }
        end(&t);
    }
    assert_true(reasons > 1000);
    assert_true(larger * 100 < reasons);
}

static void test_most_dominoes(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 3);
    for (unsigned i = 0; i < 1500; i++) {
        cq_solution dominoes = {0};
        cq_u32s left = {0};
        trial t;

        begin_random(&t, &random, true);
        if (cq_board_two_coloured(t.problem->board)) {
            uint32_t covered;

            assert_int_equal(cq_domino_max(&t.run, &dominoes, &left), CQ_OK);
            covered = set_of(&dominoes.members);
            assert_int_equal(cq_solution_parts(&dominoes), brute_most(&t, t.all));
            assert_int_equal(__builtin_popcount(covered), dominoes.members.count);
            assert_int_equal(covered | set_of(&left), t.all);
            assert_int_equal(covered & set_of(&left), 0);
        } else {
            assert_int_equal(cq_domino_max(&t.run, &dominoes, &left), CQ_REFUSED);
        }
        cq_solution_free(&dominoes);
        cq_vec_free(&left);
        end(&t);
    }
}

/* Over all boards on the same grid: the fewest changes to one that can be tiled, and
 * the most of them that give a hole back. */
static void brute_repair(const trial *t, int *changes, int *restored)
{
    trial full;

    *changes = CELLS + 1;
    *restored = 0;
    begin_set(&full, t->problem->board->rows, t->problem->board->cols,
              t->problem->board->surface, (1u << t->cells) - 1);
    for (uint32_t set = 0; set < 1u << t->cells; set++) {
        int change = __builtin_popcount(set ^ t->all);
        int back = __builtin_popcount(set & ~t->all);

        if (change > *changes || (change == *changes && back <= *restored) ||
            !brute_tiles(&full, set))
            continue;
        *changes = change;
        *restored = back;
    }
    end(&full);
}

static void test_repairs(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 4);
    for (unsigned i = 0; i < 400; i++) {
        uint32_t rows = 1 + (uint32_t)cq_random_below(&random, 4);
        uint32_t cols = 1 + (uint32_t)cq_random_below(&random, 12 / rows);
        int changes, back;
        cq_u32s removed = {0}, restored = {0};
        cq_solution tiling = {0};
        uint32_t result;
        trial t, mended;

        begin_set(&t, rows, cols, CQ_PLANE, random_set(&random, rows * cols));
        assert_int_equal(cq_domino_repair(&t.run, &removed, &restored, &tiling), CQ_OK);
        brute_repair(&t, &changes, &back);
        assert_int_equal(removed.count + restored.count, changes);
        assert_int_equal(restored.count, back);
        result = (t.all & ~set_of(&removed)) | set_of(&restored);
        assert_int_equal(set_of(&removed) & ~t.all, 0);
        assert_int_equal(set_of(&restored) & t.all, 0);
        begin_set(&mended, rows, cols, CQ_PLANE, result);
        check_tiling(mended.problem, &tiling);
        end(&mended);
        end(&t);
        cq_vec_free(&removed);
        cq_vec_free(&restored);
        cq_solution_free(&tiling);
    }
}

/* Whether a list of pairs holds a pair, and each once and in order. */
static bool holds(const cq_u32s *pairs, cq_cell first, cq_cell second)
{
    for (size_t i = 0; i < pairs->count; i += 2)
        if (pairs->at[i] == first && pairs->at[i + 1] == second)
            return true;
    return false;
}

static void compare_forced(const trial *t, const cq_u32s *always, const cq_u32s *never,
                           bool tileable)
{
    uint32_t pairs[CELLS][CELLS] = {{0}};
    size_t expected_always = 0, expected_never = 0;

    assert_int_equal(brute_count(t, t->all, pairs) > 0, tileable);
    for (cq_cell a = 0; a < t->cells && tileable; a++)
        for (cq_cell b = a + 1; b < t->cells; b++) {
            bool in_all = true;

            if (!(t->all >> a & 1) || !(t->near[a] >> b & 1))
                continue;
            /* In all: without a's other neighbours nothing is lost. */
            for (cq_cell c = 0; c < t->cells; c++)
                if (c != b && (t->near[a] >> c & 1) &&
                    pairs[a < c ? a : c][a < c ? c : a])
                    in_all = false;
            in_all = in_all && pairs[a][b];
            assert_int_equal(holds(always, a, b), in_all);
            assert_int_equal(holds(never, a, b), !pairs[a][b]);
            expected_always += 2 * (size_t)in_all;
            expected_never += 2 * (size_t)!pairs[a][b];
        }
    assert_int_equal(always->count, expected_always);
    assert_int_equal(never->count, expected_never);
}

static void test_forced(void **state)
{
    cq_random random;
    unsigned tileable_boards = 0;

    (void)state;
    cq_random_seed(&random, 5);
    for (unsigned i = 0; i < 3000; i++) {
        cq_u32s always = {0}, never = {0};
        bool tileable = false;
        trial t;

        begin_random(&t, &random, true);
        if (cq_board_two_coloured(t.problem->board)) {
            assert_int_equal(cq_domino_forced(&t.run, &always, &never, &tileable),
                             CQ_OK);
            compare_forced(&t, &always, &never, tileable);
            tileable_boards += tileable;
        }
        cq_vec_free(&always);
        cq_vec_free(&never);
        end(&t);
    }
    assert_true(tileable_boards > 200);
}

/* The ways to a largest matching end alike: paths, and the phases that follow when
 * these are not given any time. */
static void test_phases_agree_with_paths(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 6);
    for (unsigned i = 0; i < 60; i++) {
        uint32_t side = 10 + (uint32_t)cq_random_below(&random, 60);
        uint64_t odds = cq_random_below(&random, 40);
        cq_surface surface = side % 2 ? CQ_PLANE : (cq_surface)(i % 3);
        cq_matching_work work[2] = {{0}, {0}};
        cq_board *board = NULL;
        cq_field fields[2];
        trial t;

        assert_int_equal(cq_grid_new(ctx, side, side, surface, &board), CQ_OK);
        for (cq_cell cell = 0; cell < side * side; cell++)
            if (cq_random_below(&random, 100) >= odds)
                cq_grid_set(board, cell, CQ_ANY_COLOUR);
        begin_board(&t, board);
        for (unsigned k = 0; k < 2; k++) {
            assert_int_equal(cq_field_new(ctx, board, &fields[k]), CQ_OK);
            assert_int_equal(
                cq_field_match(&t.run, &fields[k], k ? CQ_PATIENCE : 0, &work[k]),
                CQ_OK);
            assert_true(cq_field_check(&fields[k]));
        }
        assert_int_equal(fields[0].matched, fields[1].matched);
        assert_int_equal(2 * fields[0].matched == board->count,
                         run_engine(&t, &cq_engine_matching) == CQ_YES);
        cq_field_free(&fields[0]);
        cq_field_free(&fields[1]);
        end(&t);
    }
}

/* The first known answers: the board of the puzzle cannot be tiled, and with squares of
 * different colours removed it always can (Gomory 1973). */
static void test_gomory(void **state)
{
    (void)state;
    for (uint32_t rows = 2; rows <= 6; rows++)
        for (uint32_t cols = 2; cols <= 7; cols++) {
            uint32_t cells = rows * cols;

            if (!cq_gomory_has_cycle(rows, cols))
                continue;
            for (uint32_t i = 0; i < cells; i++) {
                cq_cell at = cq_gomory_cell(rows, cols, i);
                cq_cell next = cq_gomory_cell(rows, cols, (i + 1) % cells);
                uint32_t apart = at > next ? at - next : next - at;

                assert_int_equal(cq_gomory_position(rows, cols, at), i);
                assert_true(apart == cols || (apart == 1 && at / cols == next / cols));
            }
            for (cq_cell a = 0; a < cells; a++)
                for (cq_cell b = a + 1; b < cells; b++) {
                    cq_board *board = NULL;
                    trial t;

                    assert_int_equal(cq_grid_new(ctx, rows, cols, CQ_PLANE, &board),
                                     CQ_OK);
                    for (cq_cell cell = 0; cell < cells; cell++)
                        if (cell != a && cell != b)
                            cq_grid_set(board, cell, CQ_ANY_COLOUR);
                    begin_board(&t, board);
                    if (cq_is_dark(board, a) != cq_is_dark(board, b)) {
                        assert_int_equal(run_engine(&t, &cq_engine_gomory), CQ_YES);
                        assert_int_equal(run_engine(&t, &cq_engine_direct), CQ_YES);
                    } else {
                        assert_false(engine_fits(&t, &cq_engine_gomory));
                        assert_false(engine_fits(&t, &cq_engine_direct));
                    }
                    end(&t);
                }
        }
}

static void test_refusals(void **state)
{
    static const struct {
        const char *spec;
        const cq_engine *engine;
        const char *why;
    } refusals[] = {
        {"5x5", &cq_engine_gomory, "both sides are odd"},
        {"5x5", &cq_engine_direct, "both sides are odd"},
        {"5x5-a1", &cq_engine_gomory, "both sides are odd"},
        {"1x6", &cq_engine_gomory, "side of length 1"},
        {"8x8-a1,h8", &cq_engine_gomory, "same colour"},
        {"8x8-a1", &cq_engine_gomory, "exactly two"},
        {"8x8-a1,b1,c1,d1", &cq_engine_gomory, "exactly two"},
        {"8x8", &cq_engine_hall, "matching"},
        {"torus:3x4", &cq_engine_hall, "light and dark"},
        {"torus:3x4", &cq_engine_matching, "light and dark"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        cq_fit fit;
        trial t;

        begin(&t, refusals[i].spec);
        fit = refusals[i].engine->fits(t.problem, CQ_GOAL_FIND);
        assert_false(fit.fits);
        assert_non_null(strstr(fit.why, refusals[i].why));
        end(&t);
    }
}

/* Small reasons on large boards: a corner cut off is found among many other holes. */
static void test_small_reason_on_large_board(void **state)
{
    cq_board *board = NULL;
    cq_random random;
    trial t;

    (void)state;
    cq_random_seed(&random, 7);
    assert_int_equal(cq_grid_new(ctx, 200, 200, CQ_PLANE, &board), CQ_OK);
    for (cq_cell cell = 0; cell < 200 * 200; cell++)
        if (cq_random_below(&random, 100) >= 6)
            cq_grid_set(board, cell, CQ_ANY_COLOUR);
    /* Three cells in a row with nothing around them. */
    for (uint32_t row = 99; row <= 101; row++)
        for (uint32_t col = 98; col <= 102; col++)
            cq_grid_set(board, row * 200 + col,
                        row == 100 && col >= 99 && col <= 101 ? CQ_ANY_COLOUR : 0);
    begin_board(&t, board);
    assert_int_equal(run_engine(&t, &cq_engine_matching), CQ_NO);
    assert_in_range(t.run.answer->certificate.members.count, 1, 2);
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_verdicts_agree, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_reasons_are_minimal, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_most_dominoes, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_repairs, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_forced, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_phases_agree_with_paths, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_gomory, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_refusals, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_small_reason_on_large_board, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
