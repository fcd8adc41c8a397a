/* board_test.c - boards: text in, names both ways, neighbours, symmetries. */
#include "board/board.h"
#include "context.h"

#include <string.h>

static cq_board *board_of(const char *spec)
{
    cq_board *board = NULL;

    assert_int_equal(cq_board_parse(ctx, spec, &board), CQ_OK);
    return board;
}

static cq_board *art_of(const char *art)
{
    cq_board *board = NULL;

    assert_int_equal(cq_board_parse_art(ctx, art, strlen(art), &board), CQ_OK);
    return board;
}

static void test_sizes(void **state)
{
    static const struct {
        const char *spec;
        uint32_t rows, cols;
        size_t count;
        cq_surface surface;
    } boards[] = {
        {"8x8", 8, 8, 64, CQ_PLANE},
        {"3x17", 3, 17, 51, CQ_PLANE},
        {"8x8-a1,h8", 8, 8, 62, CQ_PLANE},
        {"8x8-[[7, 0], [0, 7]]", 8, 8, 62, CQ_PLANE},
        {"8x8-[]", 8, 8, 64, CQ_PLANE},
        {"8x8-0:0,7:7,H8", 8, 8, 61, CQ_PLANE}, /* h8 is 0:7 */
        {"aztec:1", 2, 2, 4, CQ_PLANE},
        {"aztec:4", 8, 8, 40, CQ_PLANE}, /* 2n(n+1) */
        {"torus:6x9-b2", 6, 9, 53, CQ_TORUS},
        {"cylinder:1x5", 1, 5, 5, CQ_CYLINDER},
    };

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        cq_board *board;

        board = board_of(boards[i].spec);
        assert_int_equal(cq_board_rows(board), boards[i].rows);
        assert_int_equal(cq_board_cols(board), boards[i].cols);
        assert_int_equal(cq_board_count(board), boards[i].count);
        assert_int_equal(cq_board_surface(board), boards[i].surface);
        cq_board_free(board);
    }
}

static void test_bad_specs(void **state)
{
    static const struct {
        const char *spec;
        size_t column;
        const char *says;
    } bad[] = {
        {"", 1, "expected a number of rows, found the end of the board"},
        {"8", 2, "expected 'x'"},
        {"8x", 3, "expected a number of columns"},
        {"0x5", 1, "a number of rows must be at least 1"},
        {"8x8-", 5, "expected a square such as a1, 0:0 or [0, 0]"},
        {"8x8-a1,", 8, "expected a square such as a1, 0:0 or [0, 0]"},
        {"8x8-a1,a1", 8, "a1 is removed twice"},
        {"8x8-a1,7:0", 8, "7:0 is removed twice"},
        {"8x8-i1", 5, "i1 is not on this board: columns are a to h"},
        {"8x8-e9", 6, "e9 is not on this board: rows are 1 to 8"},
        {"8x8-8:0", 5, "8:0 is not on this board: rows are 0 to 7"},
        {"8x8-zzzzzzzzzzzzzzzzz1", 5, "columns are a to h"},
        {"8x8+a1", 4, "expected '-' and the squares to remove"},
        {"aztec:2-a1", 9, "a1 is not a square of this board"},
        {"1x1-a1", 1, "the board has no squares left"},
        {"99999999999x2", 1, "is too large"},
        {"99999x99999", 1, "is too large"},
        {"aztec:2000000000", 1, "is too large"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cq_board *board = NULL;

        assert_int_equal(cq_board_parse(ctx, bad[i].spec, &board), CQ_INPUT);
        assert_null(board);
        if (!strstr(cq_error_text(ctx), bad[i].says))
            fail_msg("'%s' says: %s", bad[i].spec, cq_error_text(ctx));
        if (cq_error_column(ctx) != bad[i].column)
            fail_msg("'%s' is wrong at column %zu, not %zu", bad[i].spec, bad[i].column,
                     cq_error_column(ctx));
    }
}

static void test_art(void **state)
{
    cq_board *board = art_of("#.#\r\n\r\n");

    (void)state;
    assert_int_equal(cq_board_count(board), 2);
    cq_board_free(board);
    board = art_of("\n##a\n #\n.....\n\n");
    assert_int_equal(cq_board_rows(board), 3);
    assert_int_equal(cq_board_cols(board), 5);
    assert_int_equal(cq_board_count(board), 4);
    assert_int_equal(cq_board_colour(board, 2), 'a');
    assert_int_equal(cq_board_colour(board, 5), 0);
    assert_int_equal(cq_board_colour(board, 6), '#');
    cq_board_free(board);
}

static void test_bad_art(void **state)
{
    static const struct {
        const char *art;
        size_t line, column;
    } bad[] = {{"", 1, 1},         {"\n\n", 1, 1},   {"...\n...\n", 1, 1},
               {"##\n#?\n", 2, 2}, {"#\t#\n", 1, 2}, {"##\n\n##\n", 3, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cq_board *board = NULL;

        assert_int_equal(
            cq_board_parse_art(ctx, bad[i].art, strlen(bad[i].art), &board), CQ_INPUT);
        assert_int_equal(cq_error_line(ctx), bad[i].line);
        assert_int_equal(cq_error_column(ctx), bad[i].column);
    }
}

static void test_names_both_ways(void **state)
{
    cq_board *board = board_of("40x800");
    char name[CQ_CELL_NAME_SIZE];

    (void)state;
    for (cq_cell cell = 0; cell < 40 * 800; cell++) {
        cq_cell back;

        cq_cell_name(board, cell, name);
        assert_int_equal(cq_cell_parse(ctx, board, name, &back), CQ_OK);
        assert_int_equal(back, cell);
    }
    assert_string_equal(cq_cell_name(board, 39 * 800, name), "a1");
    assert_string_equal(cq_cell_name(board, 25, name), "z40");
    assert_string_equal(cq_cell_name(board, 26, name), "aa40");
    assert_string_equal(cq_cell_name(board, 701, name), "zz40");
    assert_string_equal(cq_cell_name(board, 702, name), "aaa40");
    cq_board_free(board);
}

static unsigned neighbours_of(const cq_board *board, cq_cell cell)
{
    cq_cell out[4];

    return cq_board_neighbours(board, cell, out);
}

static void test_neighbours(void **state)
{
    cq_board *plane = board_of("3x3-b3"), *torus = board_of("torus:3x3"),
             *thin = board_of("torus:2x1"), *ring = board_of("cylinder:2x4");

    (void)state;
    assert_int_equal(neighbours_of(plane, 0), 1);
    assert_int_equal(neighbours_of(plane, 4), 3);
    assert_int_equal(neighbours_of(torus, 0), 4);
    assert_int_equal(neighbours_of(thin, 0), 1); /* above and below are the same */
    assert_int_equal(neighbours_of(ring, 0), 3);
    assert_true(cq_board_two_coloured(plane));
    assert_false(cq_board_two_coloured(torus));
    assert_true(cq_board_two_coloured(ring));
    cq_board_free(plane);
    cq_board_free(torus);
    cq_board_free(thin);
    cq_board_free(ring);
}

static void test_symmetries(void **state)
{
    static const struct {
        const char *art;
        unsigned shape, colours;
    } boards[] = {
        {"##\n##\n", 0xff, 0xff},
        {"ab\nba\n", 0xff, 0xa5}, /* half turn, both diagonals */
        {"###\n###\n", 0x55, 0x55},
        {"##\n#.\n", 0x81,
         0x81}, /* the diagonal from top left: mirror, then three turns */
        {"....\n.##.\n.##.\n", 0xff, 0xff}, /* what counts is the box of the cells */
        {".##\n##.\n.#.\n", 0x01, 0x01},    /* the F-pentomino */
        {".##\n##.\n", 0x05, 0x05},         /* the S-tetromino */
    };

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        cq_board *board = art_of(boards[i].art);

        assert_int_equal(cq_board_symmetries(board, false), boards[i].shape);
        assert_int_equal(cq_board_symmetries(board, true), boards[i].colours);
        cq_board_free(board);
    }
}

static void test_images_are_permutations(void **state)
{
    cq_board *board = board_of("aztec:3");
    cq_cell images[36];

    (void)state;
    assert_int_equal(cq_board_symmetries(board, true), 0xff);
    for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
        bool hit[36] = {false};

        cq_board_images(board, symmetry, images);
        for (cq_cell cell = 0; cell < 36; cell++) {
            if (!cq_board_present(board, cell)) {
                assert_int_equal(images[cell], CQ_NO_CELL);
                continue;
            }
            assert_true(cq_board_present(board, images[cell]));
            assert_false(hit[images[cell]]);
            hit[images[cell]] = true;
        }
    }
    cq_board_free(board);
}

/* 100 million cells are read, in a fraction of a second for each million. */
static void test_large_board(void **state)
{
    cq_board *board = board_of("10000x10000-a1");

    (void)state;
    assert_int_equal(cq_board_count(board), 99999999);
    cq_board_free(board);
}

static void test_memory_limit(void **state)
{
    cq_board *board = NULL;

    (void)state;
    cq_context_limit_memory(ctx, 1000000);
    assert_int_equal(cq_board_parse(ctx, "10000x10000", &board), CQ_MEMORY);
    assert_null(board);
    assert_int_equal(cq_context_memory_used(ctx), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sizes, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_bad_specs, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_art, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_bad_art, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_names_both_ways, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_neighbours, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_symmetries, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_images_are_permutations, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_large_board, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_memory_limit, open_context, close_context),
    };

    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
