/* draw_test.c - pictures: outlines, tints that differ, and files that can be read. */
#include "base/random.h"
#include "draw/draw.h"
#include "draw/marks.h"
#include "draw/outline.h"
#include "draw/picture.h"
#include "problems.h"

#include <stdlib.h>
#include <string.h>

/* The picture as a text that is to be freed. */
static char *drawn(const cq_picture_of *what, cq_format format)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    must(cq_draw_picture(ctx, what, format, out));
    fclose(out);
    return text;
}

static size_t times(const char *text, const char *part)
{
    size_t count = 0;

    while ((text = strstr(text, part)) != NULL) {
        text += strlen(part);
        count++;
    }
    return count;
}

/* ---- outlines ---- */

/* Traces the '1's of a grid; the scene is the caller's to free. */
static void trace(const char *const *grid, uint32_t rows, uint32_t cols,
                  cq_surface surface, cq_outline what, int32_t inset, cq_scene *scene)
{
    uint32_t owner[64] = {0};
    uint8_t seen[64] = {0};
    cq_tracer tracer = {.rows = rows,
                        .cols = cols,
                        .surface = surface,
                        .owner = owner,
                        .seen = seen,
                        .inset = inset};

    *scene = (cq_scene){.ctx = ctx, .unit = 10};
    for (uint32_t cell = 0; cell < rows * cols; cell++)
        owner[cell] = grid[cell / cols][cell % cols] == '1';
    cq_scene_path(scene, CQ_INK_LIGHT, NULL);
    cq_trace_owner(&tracer, scene, what, 1);
    must(scene->status);
    cq_vec_free(&tracer.sides);
}

/* Twice the area with the sign of the direction: clockwise is positive, as down is. */
static int64_t area(const cq_scene *scene, size_t run)
{
    const cq_point *points;
    size_t count = cq_scene_run(scene, run, &points);
    int64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        const cq_point *a = &points[i], *b = &points[(i + 1) % count];

        sum += (int64_t)a->across * b->down - (int64_t)b->across * a->down;
    }
    return sum / 2;
}

static void outline_has_the_hole(void **state)
{
    static const char *const ring[] = {"111", "101", "111"};
    const cq_point *points;
    cq_scene scene;

    (void)state;
    trace(ring, 3, 3, CQ_PLANE, CQ_OUTLINE_ALL, 0, &scene);
    assert_int_equal(scene.runs.count, 2);
    assert_int_equal(cq_scene_run(&scene, 0, &points), 4); /* unit steps are merged */
    assert_int_equal(cq_scene_run(&scene, 1, &points), 4);
    assert_int_equal(area(&scene, 0), 900);
    assert_int_equal(area(&scene, 1), -100); /* the other way round */
    cq_scene_free(&scene);
}

static void outline_is_moved_inwards(void **state)
{
    static const char *const ell[] = {"10", "11"};
    const cq_point *points;
    cq_scene scene;

    (void)state;
    trace(ell, 2, 2, CQ_PLANE, CQ_OUTLINE_ALL, 1, &scene);
    assert_int_equal(scene.runs.count, 1);
    assert_int_equal(cq_scene_run(&scene, 0, &points), 6);
    /* 8 x 18 upright and 10 x 8 to its right, without overlap */
    assert_int_equal(area(&scene, 0), 8 * 18 + 10 * 8);
    cq_scene_free(&scene);
}

static void outline_keeps_corners_apart(void **state)
{
    static const char *const diagonal[] = {"10", "01"};
    cq_scene scene;

    (void)state;
    trace(diagonal, 2, 2, CQ_PLANE, CQ_OUTLINE_ALL, 0, &scene);
    assert_int_equal(scene.runs.count, 2);
    assert_int_equal(area(&scene, 0), 100);
    assert_int_equal(area(&scene, 1), 100);
    cq_scene_free(&scene);
}

static void outline_is_open_at_the_seam(void **state)
{
    static const char *const wrapped[] = {"1001"};
    cq_scene scene;

    (void)state;
    trace(wrapped, 1, 4, CQ_CYLINDER, CQ_OUTLINE_WALLS, 0, &scene);
    assert_int_equal(scene.runs.count, 2);
    assert_false(scene.runs.at[0].closed);
    assert_false(scene.runs.at[1].closed);
    cq_scene_free(&scene);
    trace(wrapped, 1, 4, CQ_CYLINDER, CQ_OUTLINE_OPEN, 0, &scene);
    assert_int_equal(scene.runs.count, 2);
    cq_scene_free(&scene);
    trace(wrapped, 1, 4, CQ_PLANE, CQ_OUTLINE_OPEN, 0, &scene);
    assert_int_equal(scene.runs.count, 0);
    cq_scene_free(&scene);
}

/* ---- tints ---- */

/* Cuts the board into random connected pieces of up to six cells, all of piece 0. */
static void cut_up(const cq_board *board, cq_random *dice, cq_solution *out)
{
    size_t size = cq_board_size(board);
    bool *taken = calloc(size, 1);

    assert_non_null(taken);
    for (cq_cell cell = 0; cell < size; cell++) {
        uint32_t cells[6] = {cell};
        size_t count = 1, want = 1 + (size_t)cq_random_below(dice, 6);

        if (taken[cell] || !cq_board_present(board, cell))
            continue;
        taken[cell] = true;
        for (size_t tries = 0; count < want && tries < 20; tries++) {
            cq_cell around[4];
            unsigned n =
                cq_board_neighbours(board, cells[cq_random_below(dice, count)], around);
            cq_cell next = n ? around[cq_random_below(dice, n)] : cell;

            if (!taken[next]) {
                taken[next] = true;
                cells[count++] = next;
            }
        }
        must(cq_solution_add(ctx, out, 0, cells, count));
    }
    free(taken);
}

static void check_labels(const cq_board *board, const cq_solution *solution,
                         const uint32_t *labels)
{
    size_t size = cq_board_size(board);
    uint32_t *part = calloc(size, sizeof *part);

    assert_non_null(part);
    for (uint32_t i = 0; i < cq_solution_parts(solution); i++)
        for (uint32_t k = solution->starts.at[i]; k < solution->starts.at[i + 1]; k++)
            part[solution->members.at[k]] = i;
    for (cq_cell cell = 0; cell < size; cell++) {
        cq_cell around[4];
        unsigned n = cq_board_present(board, cell)
                         ? cq_board_neighbours(board, cell, around)
                         : 0;

        for (unsigned k = 0; k < n; k++)
            if (part[cell] != part[around[k]])
                assert_int_not_equal(labels[part[cell]], labels[part[around[k]]]);
    }
    free(part);
}

static void neighbours_have_different_labels(void **state)
{
    static const char *const boards[] = {"1x1", "13x17", "aztec:9", "torus:9x11",
                                         "cylinder:8x5-b2,c3"};
    cq_random dice;

    (void)state;
    cq_random_seed(&dice, 7);
    for (unsigned round = 0; round < 50; round++) {
        cq_problem *problem = tiling_of(boards[round % 5], NULL);
        cq_solution solution = {0};
        uint32_t *labels, used = 0;

        cut_up(problem->board, &dice, &solution);
        labels = calloc(cq_solution_parts(&solution), sizeof *labels);
        assert_non_null(labels);
        must(cq_solution_colour(ctx, problem, &solution, labels, &used));
        check_labels(problem->board, &solution, labels);
        for (size_t i = 0; i < cq_solution_parts(&solution); i++)
            assert_true(labels[i] < used);
        assert_true(used <= 7); /* Heawood's number of the torus */
        free(labels);
        cq_solution_free(&solution);
        cq_problem_free(problem);
    }
}

static void tints_can_be_told_apart(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < CQ_PALETTE; a++)
        for (uint32_t b = 0; b < a; b++)
            assert_int_not_equal(cq_style_of(cq_ink_member(CQ_INK_FILL, a)).fill,
                                 cq_style_of(cq_ink_member(CQ_INK_FILL, b)).fill);
}

/* ---- SVG ---- */

/* Every tag that is opened is closed, in order, and nothing else has a '<'. */
static void check_balance(const char *svg)
{
    const char *open[32];
    size_t lengths[32], depth = 0;

    for (const char *at = strchr(svg, '<'); at; at = strchr(at + 1, '<')) {
        const char *end = strchr(at, '>');
        bool closes = at[1] == '/';
        const char *name = at + 1 + closes;
        size_t length = strcspn(name, " />");

        assert_non_null(end);
        if (closes) {
            assert_true(depth > 0);
            depth--;
            assert_int_equal(length, lengths[depth]);
            assert_memory_equal(name, open[depth], length);
        } else if (end[-1] != '/') {
            assert_true(depth < 32);
            open[depth] = name;
            lengths[depth++] = length;
        }
    }
    assert_int_equal(depth, 0);
}

static void svg_has_titles(void **state)
{
    cq_problem *problem = tiling_of("2x3", NULL);
    cq_solution solution = {0};
    cq_picture_of what = {.problem = problem, .solution = &solution};
    char *svg;

    (void)state;
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){0, 3}, 2));
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){1, 2}, 2));
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){4, 5}, 2));
    svg = drawn(&what, CQ_FORMAT_SVG);
    check_balance(svg);
    assert_int_equal(times(svg, "<title>"), 3);
    assert_non_null(strstr(svg, ": a2 a1</title>"));
    assert_non_null(strstr(svg, "role=\"img\""));
    assert_non_null(
        strstr(svg, "A domino tiling of a board with 6 squares, 3 dominoes"));
    free(svg);
    cq_solution_free(&solution);
    cq_problem_free(problem);
}

static void svg_escapes_names(void **state)
{
    cq_problem *problem = puzzle_of("board\n##\n\npiece X copies=any\n#\n");
    cq_solution solution = {0};
    cq_picture_of what = {
        .problem = problem, .solution = &solution, .caption = "a < b & \"c\" > d"};
    char *name = problem->pieces.at[0].name;
    char *svg;

    (void)state;
    problem->pieces.at[0].name = "<&>\xff\xc3\xa9\x01";
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){0}, 1));
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){1}, 1));
    svg = drawn(&what, CQ_FORMAT_SVG);
    check_balance(svg);
    assert_non_null(strstr(svg, "a &lt; b &amp; &quot;c&quot; &gt; d"));
    assert_non_null(strstr(svg, "<title>&lt;&amp;&gt;?\xc3\xa9 : a1"));
    free(svg);
    problem->pieces.at[0].name = name;
    cq_solution_free(&solution);
    cq_problem_free(problem);
}

/* A piece across the seam is filled closed and stroked open, under one title. */
static void svg_opens_pieces_at_the_seam(void **state)
{
    cq_problem *problem = tiling_of("cylinder:1x4", NULL);
    cq_solution solution = {0};
    cq_picture_of what = {.problem = problem, .solution = &solution};
    char *svg;

    (void)state;
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){1, 2}, 2));
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){0, 3}, 2));
    svg = drawn(&what, CQ_FORMAT_SVG);
    check_balance(svg);
    assert_int_equal(times(svg, "<title>"), 2);
    assert_int_equal(times(svg, "class=\"piece"), 1);
    assert_int_equal(times(svg, "class=\"edge"), 1);
    free(svg);
    cq_solution_free(&solution);
    cq_problem_free(problem);
}

static void large_svg_stays_small(void **state)
{
    cq_problem *problem = tiling_of("200x200", NULL);
    cq_solution solution = {0};
    cq_picture_of what = {
        .problem = problem, .solution = &solution, .coordinates = true};
    char *svg;

    (void)state;
    for (uint32_t cell = 0; cell < 40000; cell += 2)
        must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){cell, cell + 1}, 2));
    svg = drawn(&what, CQ_FORMAT_SVG);
    check_balance(svg);
    assert_int_equal(times(svg, "<title>"), 0);
    assert_true(strlen(svg) < 20000 * 20);
    free(svg);
    cq_solution_free(&solution);
    cq_problem_free(problem);
}

/* ---- tours and certificates ---- */

static void tour_leaves_the_board_in_stubs(void **state)
{
    cq_problem *problem = tour_of("torus:5x5", "1,2", false);
    cq_solution solution = {0};
    cq_picture_of what = {.problem = problem, .solution = &solution, .path = true};
    char *svg, *path;

    (void)state;
    /* From the top left corner one up and two left, which is the cell (4, 3); then two
     * up and one left inside the board. */
    must(cq_vec_push(ctx, &solution.members, 0));
    must(cq_vec_push(ctx, &solution.members, 4 * 5 + 3));
    must(cq_vec_push(ctx, &solution.members, 2 * 5 + 2));
    svg = drawn(&what, CQ_FORMAT_SVG);
    check_balance(svg);
    path = strstr(svg, "class=\"walk\"");
    assert_non_null(path);
    path = strstr(path, " d=\"");
    *strchr(path + 4, '"') = '\0';
    assert_int_equal(times(path, "l"), 3); /* two stubs and one move */
    free(svg);
    cq_solution_free(&solution);
    cq_problem_free(problem);
}

static void hall_set_is_marked(void **state)
{
    cq_problem *problem = tiling_of("3x3-b3", NULL);
    cq_certificate certificate = {.proof = CQ_PROOF_HALL};
    cq_picture_of what = {.problem = problem, .certificate = &certificate};
    char *text;

    (void)state;
    must(cq_vec_push(ctx, &certificate.members, 0)); /* a3 */
    must(cq_vec_push(ctx, &certificate.members, 4)); /* b2 */
    text = drawn(&what, CQ_FORMAT_TEXT);
    assert_string_equal(text, "X.#\noXo\n#o#\n");
    free(text);
    text = drawn(&what, CQ_FORMAT_BOX);
    assert_string_equal(text, "┌───┐   ┌───┐\n"
                              "│ X │   │   │\n"
                              "├───┼───┼───┤\n"
                              "│ o │ X │ o │\n"
                              "├───┼───┼───┤\n"
                              "│   │ o │   │\n"
                              "└───┴───┴───┘\n");
    free(text);
    text = drawn(&what, CQ_FORMAT_SVG);
    check_balance(text);
    assert_non_null(strstr(text, "url(#cq-hatch)")); /* not by colour alone */
    assert_non_null(strstr(text, "url(#cq-dots)"));
    free(text);
    cq_certificate_free(&certificate);
    cq_problem_free(problem);
}

static void cut_leaves_numbered_parts(void **state)
{
    cq_problem *problem = tour_of("3x3", "1,2", true);
    cq_certificate certificate = {.proof = CQ_PROOF_CUT};
    cq_marks marks;

    (void)state;
    /* The knight's graph of 3x3 is a circle of eight squares and the middle alone. */
    must(cq_marks_make(ctx, problem, &certificate, &marks));
    assert_int_equal(marks.parts, 2);
    assert_int_equal(marks.part[0], 1);
    assert_int_equal(marks.part[4], 2);
    cq_marks_free(&marks);
    cq_problem_free(problem);
}

static void box_joins_lines(void **state)
{
    cq_problem *problem = tiling_of("2x3", NULL);
    cq_solution solution = {0};
    cq_picture_of what = {.problem = problem, .solution = &solution};
    char *text;

    (void)state;
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){0, 3}, 2));
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){1, 2}, 2));
    must(cq_solution_add(ctx, &solution, 0, (const uint32_t[]){4, 5}, 2));
    text = drawn(&what, CQ_FORMAT_BOX);
    assert_string_equal(text, "┌─┬───┐\n"
                              "│ ├───┤\n"
                              "└─┴───┘\n");
    free(text);
    cq_solution_free(&solution);
    cq_problem_free(problem);
}

/* ---- what can go wrong ---- */

static void covers_have_no_picture(void **state)
{
    cq_problem *problem = cover_of("a b\na b\n");
    cq_picture_of what = {0};

    (void)state;
    what.problem = problem;
    assert_int_equal(cq_draw_picture(ctx, &what, CQ_FORMAT_SVG, stdout), CQ_REFUSED);
    assert_string_equal(cq_error_text(ctx),
                        "only problems on a board can be drawn, this is a cover of "
                        "sets");
    cq_problem_free(problem);
}

static void full_disks_are_told(void **state)
{
    cq_problem *problem = tiling_of("8x8", NULL);
    /* without text, since fontconfig never frees what it has read */
    cq_picture_of what = {.problem = problem};

    (void)state;
    for (int format = CQ_FORMAT_TEXT; format <= CQ_FORMAT_TIKZ; format++) {
        FILE *out = fopen("/dev/full", "w");

        if (!out)
            break;
        if (cq_draw_can((cq_format)format))
            assert_int_equal(cq_draw_picture(ctx, &what, (cq_format)format, out),
                             CQ_IO);
        fclose(out);
    }
    cq_problem_free(problem);
}

/* Draws with a little more memory each time, until there is enough. */
static void check_scarce_memory(const cq_picture_of *what, cq_format format)
{
    size_t before = cq_context_memory_used(ctx);
    cq_status status;

    for (size_t more = 16;; more += 16 + more / 16) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);

        cq_context_limit_memory(ctx, before + more);
        status = cq_draw_picture(ctx, what, format, out);
        cq_context_limit_memory(ctx, 0);
        fclose(out);
        free(text);
        assert_int_equal(cq_context_memory_used(ctx), before);
        if (status == CQ_OK)
            return;
        assert_int_equal(status, CQ_MEMORY);
    }
}

static void scarce_memory_is_told(void **state)
{
    static const cq_format formats[] = {CQ_FORMAT_BOX, CQ_FORMAT_SVG, CQ_FORMAT_TIKZ};
    cq_problem *tiling = tiling_of("torus:4x4", NULL),
               *tour = tour_of("torus:5x5", "1,2", true);
    cq_solution solution = {0}, walk = {0};
    cq_certificate cut = {.proof = CQ_PROOF_CUT};
    cq_picture_of pictures[3] = {
        {.problem = tiling, .solution = &solution, .coordinates = true},
        {.problem = tour, .solution = &walk, .path = true, .numbers = true},
        {.problem = tour, .certificate = &cut, .coordinates = true}};

    (void)state;
    for (uint32_t cell = 0; cell < 16; cell += 2)
        must(cq_solution_add(
            ctx, &solution, 0,
            (const uint32_t[]){cell + 1, cell % 4 ? cell - 2 : cell + 2}, 2));
    for (uint32_t v = 0; v < 25; v++)
        must(cq_vec_push(ctx, &walk.members, v * 7 % 25));
    must(cq_vec_push(ctx, &cut.members, 3));
    for (size_t i = 0; i < 3; i++)
        for (size_t f = 0; f < 3; f++)
            check_scarce_memory(&pictures[i], formats[f]);
    cq_certificate_free(&cut);
    cq_solution_free(&walk);
    cq_solution_free(&solution);
    cq_problem_free(tour);
    cq_problem_free(tiling);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(outline_has_the_hole, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(outline_is_moved_inwards, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(outline_keeps_corners_apart, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(outline_is_open_at_the_seam, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(neighbours_have_different_labels, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(tints_can_be_told_apart, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(svg_has_titles, open_context, close_context),
        cmocka_unit_test_setup_teardown(svg_escapes_names, open_context, close_context),
        cmocka_unit_test_setup_teardown(svg_opens_pieces_at_the_seam, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(large_svg_stays_small, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(tour_leaves_the_board_in_stubs, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(hall_set_is_marked, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(cut_leaves_numbered_parts, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(box_joins_lines, open_context, close_context),
        cmocka_unit_test_setup_teardown(covers_have_no_picture, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(full_disks_are_told, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(scarce_memory_is_told, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
