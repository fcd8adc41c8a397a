/* piece_test.c - polyominoes, named sets, orientations, placements, the lowering. */
#include "problem/placement.h"
#include "problem/problem.h"
#include "context.h"

#include <stdlib.h>
#include <string.h>

/* OEIS A000105 and A000988. */
static void test_numbers_of_polyominoes(void **state)
{
    static const size_t free_kinds[] = {1, 1, 2, 5, 12, 35, 108, 369};
    static const size_t one_sided[] = {1, 1, 2, 7, 18, 60, 196, 704};

    (void)state;
    for (unsigned n = 1; n <= 8; n++) {
        cq_shapes shapes;

        assert_int_equal(cq_polyominoes(ctx, n, false, &shapes), CQ_OK);
        assert_int_equal(shapes.count, free_kinds[n - 1]);
        cq_shapes_free(&shapes);
        assert_int_equal(cq_polyominoes(ctx, n, true, &shapes), CQ_OK);
        assert_int_equal(shapes.count, one_sided[n - 1]);
        cq_shapes_free(&shapes);
    }
}

static cq_pieces pieces_of(const char *list)
{
    cq_pieces pieces = {0};

    assert_int_equal(cq_pieces_parse(ctx, cq_span_of("list", list), &pieces), CQ_OK);
    return pieces;
}

/* Fixed polyominoes, OEIS A001168: the orientations of all free ones together. */
static void test_sets_and_orientations(void **state)
{
    static const struct {
        const char *set;
        size_t pieces, orientations;
    } sets[] = {
        {"monomino", 1, 1},
        {"domino", 1, 2},
        {"trominoes", 2, 6},
        {"tetrominoes", 5, 19},
        {"pentominoes", 12, 63},
        {"hexominoes", 35, 216},
        {"heptominoes", 108, 760},
        {"octominoes", 369, 2725},
        {"one-sided-tetrominoes", 7, 19},
        {"one-sided-pentominoes", 18, 63},
        {"one-sided-hexominoes", 60, 216},
        {"one-sided-octominoes", 704, 2725},
    };

    (void)state;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        cq_pieces pieces = pieces_of(sets[i].set);
        size_t orientations = 0;

        assert_int_equal(pieces.count, sets[i].pieces);
        for (size_t k = 0; k < pieces.count; k++) {
            cq_shapes shapes;

            assert_int_equal(cq_piece_orientations(ctx, &pieces.at[k], &shapes), CQ_OK);
            orientations += shapes.count;
            cq_shapes_free(&shapes);
        }
        assert_int_equal(orientations, sets[i].orientations);
        cq_pieces_free(&pieces);
    }
}

static void test_lists(void **state)
{
    cq_pieces pieces = pieces_of("L3*, T4*0..3,I5*2, domino ,L3,6.35*1..any");

    (void)state;
    assert_int_equal(pieces.count, 5);
    assert_string_equal(pieces.at[0].name, "L3");
    assert_int_equal(pieces.at[0].least, 1); /* the second L3 adds one */
    assert_int_equal(pieces.at[0].most, CQ_ANY_COPIES);
    assert_int_equal(pieces.at[1].least, 0);
    assert_int_equal(pieces.at[1].most, 3);
    assert_int_equal(pieces.at[2].least, 2);
    assert_int_equal(pieces.at[2].most, 2);
    assert_string_equal(pieces.at[3].name, "domino");
    assert_string_equal(pieces.at[4].name, "6.35");
    assert_int_equal(pieces.at[4].least, 1);
    assert_int_equal(pieces.at[4].most, CQ_ANY_COPIES);
    cq_pieces_free(&pieces);
}

static void test_bad_lists(void **state)
{
    static const struct {
        const char *list;
        size_t column;
    } bad[] = {{"", 1},        {"domino,", 8},   {"dominio*", 1}, {"domino*x", 8},
               {"L3*3..1", 4}, {"T4*0", 4},      {"L3,Q9", 4},    {"6.36", 1},
               {"5.1", 1},     {"nonominoes", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cq_pieces pieces = {0};

        assert_int_equal(cq_pieces_parse(ctx, cq_span_of("list", bad[i].list), &pieces),
                         CQ_INPUT);
        if (cq_error_column(ctx) != bad[i].column)
            fail_msg("'%s' is wrong at column %zu, not %zu: %s", bad[i].list,
                     bad[i].column, cq_error_column(ctx), cq_error_text(ctx));
        cq_pieces_free(&pieces);
    }
}

static size_t placements_on(const char *spec, const char *list)
{
    cq_pieces pieces = pieces_of(list);
    cq_board *board = NULL;
    cq_placements placements;
    size_t count;

    assert_int_equal(cq_board_parse(ctx, spec, &board), CQ_OK);
    assert_int_equal(cq_placements_make(ctx, board, &pieces, &placements), CQ_OK);
    count = cq_placements_count(&placements);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = placements.starts.at[i] + 1; k < placements.starts.at[i + 1];
             k++)
            assert_true(placements.cells.at[k - 1] < placements.cells.at[k]);
    cq_placements_free(&placements);
    cq_board_free(board);
    cq_pieces_free(&pieces);
    return count;
}

static void test_placements(void **state)
{
    (void)state;
    assert_int_equal(placements_on("8x8", "domino*"), 112); /* 2 * 7 * 8 */
    assert_int_equal(placements_on("8x8-a1", "domino*"), 110);
    assert_int_equal(placements_on("torus:8x8", "domino*"), 128);
    assert_int_equal(placements_on("torus:2x2", "domino*"), 4); /* not 8: same cells */
    assert_int_equal(placements_on("cylinder:8x8", "domino*"), 120);
    assert_int_equal(placements_on("torus:1x3", "I3*"), 1);
    assert_int_equal(placements_on("torus:1x3", "I4*"), 0);       /* bites its tail */
    assert_int_equal(placements_on("6x10", "pentominoes"), 2056); /* Knuth 7.2.2.1 */
    assert_int_equal(placements_on("1x1", "pentominoes"), 0);
}

static void test_lowering(void **state)
{
    cq_pieces pieces = pieces_of("I3*2,domino*,L3*0..1,T4*0..9");
    cq_board *board = NULL;
    cq_placements placements;
    cq_cover cover;

    (void)state;
    assert_int_equal(cq_board_parse(ctx, "4x4", &board), CQ_OK);
    assert_int_equal(cq_placements_make(ctx, board, &pieces, &placements), CQ_OK);
    assert_int_equal(cq_tiling_lower(ctx, board, &pieces, &placements, &cover), CQ_OK);
    assert_true(cq_cover_check(&cover));
    assert_int_equal(cq_cover_options(&cover), cq_placements_count(&placements));
    assert_int_equal(cover.items.count, 18); /* 16 cells, I3; L3 is secondary */
    assert_int_equal(cover.primary, 17);     /* dominoes and T4 never run out */
    assert_string_equal(cq_item_name(&cover, 0), "a4");
    assert_string_equal(cq_item_name(&cover, 16), "I3");
    assert_string_equal(cq_item_name(&cover, 17), "L3");
    assert_int_equal(cover.items.at[16].least, 2);
    cq_cover_free(&cover);
    cq_placements_free(&placements);
    cq_board_free(board);
    cq_pieces_free(&pieces);
}

static cq_status read_puzzle(const char *text, cq_problem **out)
{
    return cq_problem_parse_puzzle(ctx, "p", text, strlen(text), out);
}

static void test_puzzle_reads_back(void **state)
{
    static const char text[] = "| a comment\n"
                               "board torus\n"
                               "ab#.\n"
                               "ba##\n"
                               "piece A copies=0..3 flip=no\n"
                               "ab\n"
                               ".a\n"
                               "\n"
                               "pieces L3*, domino*2\n"
                               "piece B copies=any rotate=no\n"
                               "#.#\n";
    cq_problem *problem = NULL, *again = NULL;
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);

    (void)state;
    assert_int_equal(read_puzzle(text, &problem), CQ_OK);
    assert_int_equal(problem->pieces.count, 4);
    assert_int_equal(problem->pieces.at[0].most, 3);
    assert_false(problem->pieces.at[0].flip);
    assert_int_equal(problem->board->surface, CQ_TORUS);
    assert_int_equal(cq_puzzle_write(ctx, problem, out), CQ_OK);
    fclose(out);
    assert_int_equal(cq_problem_parse_puzzle(ctx, "w", written, size, &again), CQ_OK);
    assert_int_equal(cq_problem_digest(problem), cq_problem_digest(again));
    free(written);
    cq_problem_free(problem);
    cq_problem_free(again);
}

static void test_bad_puzzles(void **state)
{
    static const struct {
        const char *text;
        size_t line, column;
    } bad[] = {
        {"board\n", 2, 1},
        {"board\n\n##\n", 2, 1},
        {"board 2x2\nboard 3x3\n", 2, 1},
        {"board 2x\n", 1, 9},
        {"board 2x2 3x3\n", 1, 11},
        {"board 2x2\npiece A copies=3..1\n##\n", 2, 16},
        {"board 2x2\npiece A turn=yes\n##\n", 2, 9},
        {"board 2x2\npiece A flip=maybe\n##\n", 2, 14},
        {"board 2x2\npiece A\n##\npiece A\n##\n", 4, 7},
        {"board 2x2\npiece A!\n##\n", 2, 8},
        {"board 2x2\npiece A\n\n", 3, 1},
        {"board 2x2\npieces dominos, L9\n", 2, 17},
        {"piece A\n##\n", 3, 1},
        {"##\n##\n\n##\n", 4, 1},
        {"board 2x2\nsomething\n", 2, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cq_problem *problem = NULL;

        assert_int_equal(read_puzzle(bad[i].text, &problem), CQ_INPUT);
        assert_null(problem);
        if (cq_error_line(ctx) != bad[i].line || cq_error_column(ctx) != bad[i].column)
            fail_msg("puzzle %zu is wrong at %zu:%zu, not %zu:%zu: %s", i, bad[i].line,
                     bad[i].column, cq_error_line(ctx), cq_error_column(ctx),
                     cq_error_text(ctx));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_numbers_of_polyominoes, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_sets_and_orientations, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_lists, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_bad_lists, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_placements, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_lowering, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_puzzle_reads_back, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_bad_puzzles, open_context, close_context),
    };

    return cmocka_run_group_tests_name("piece", tests, NULL, NULL);
}
