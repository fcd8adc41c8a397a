/* engine_table_test.c - docs/engines/README.md says what the registry says.
 *
 * Its table has a row for each goal and a column for each kind of problem. An engine
 * stands in a cell if it serves the goal and fits one of the problems below, which are
 * examples of the kind. If the table is out of date, the test prints it anew.
 */
#include "answer/goal.h"
#include "solve/solve.h"
#include "posed.h"

enum { KINDS = 4, EXAMPLES = 5, TOURS = 7 };

static const char page[] = CQ_DOCS "/engines/README.md";

static int set_up(void **state)
{
    return open_fixture(state, 0);
}

static void pose_dominoes(fixture *f, unsigned example)
{
    static const char *const boards[EXAMPLES] = {"8x8", "aztec:4", "8x8-a1,h8",
                                                 "cylinder:5x7", "torus:4x6"};

    pose_tiling(f, boards[example], NULL);
}

static void pose_pieces(fixture *f, unsigned example)
{
    static const char *const boards[EXAMPLES] = {"7x8", "6x10", "torus:4x5",
                                                 "cylinder:4x5", "aztec:3"};
    static const char *const pieces[EXAMPLES] = {
        "tetrominoes*", "pentominoes", "tetrominoes*", "trominoes*", "tetrominoes*"};

    pose_tiling(f, boards[example], pieces[example]);
}

static void pose_sets(fixture *f, unsigned example)
{
    static const char *const covers[EXAMPLES] = {
        "a b c\na b\nc\n", "a b | c\na c\nb\n", "a b | c\na c:x\nb c:x\n",
        "2|a b\na b\na\n", "1:2|a b\na b\na\n"};

    pose_cover(f, covers[example]);
}

static void pose_tours(fixture *f, unsigned example)
{
    static const char *const boards[TOURS] = {"6x6", "5x5", "torus:4x4", "7x7-d4",
                                              NULL,  "6x6", "8x8"};

    if (!boards[example])
        pose_graph(f, "a b\nb c\nc d\nd a\na c\n", true);
    else
        pose_tour(f, boards[example], example == 2 ? "0,1" : "1,2", example != 1);
    if (example == 5)
        must(cq_problem_set_numbers(ctx, f->problem, "a1=1,c3=13"));
    if (example == 6)
        must(cq_problem_set_magic(ctx, f->problem, CQ_MAGIC_SEMI));
}

static void (*const kinds[KINDS])(fixture *f, unsigned example) = {
    pose_dominoes, pose_pieces, pose_sets, pose_tours};
static const unsigned examples[KINDS] = {EXAMPLES, EXAMPLES, EXAMPLES, TOURS};

/* The engines of a cell, in the order of the registry. */
static void put_cell(fixture *f, unsigned kind, cq_goal goal, char *out, size_t size)
{
    bool fits[CQ_ENGINES_MOST] = {false};
    size_t used = 0;

    for (unsigned example = 0; example < examples[kind]; example++) {
        kinds[kind](f, example);
        for (size_t i = 0; cq_engine_at(i); i++) {
            const cq_engine *engine = cq_engine_at(i);
            cq_fit fit;

            if (!(engine->goals & CQ_GOAL_BIT(goal)) ||
                !cq_goal_suits(goal, f->problem))
                continue;
            fit = cq_engine_ask(engine, f->problem, goal);
            fits[i] |= fit.fits;
        }
    }
    *out = '\0';
    for (size_t i = 0; cq_engine_at(i); i++)
        if (fits[i])
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "",
                                     cq_engine_at(i)->name);
}

static void put_row(fixture *f, cq_goal goal, char *out, size_t size)
{
    const cq_goal_row *row = cq_goal_of(goal);
    size_t used = (size_t)snprintf(out, size, row->flag ? "| `--%s` |" : "| %s |",
                                   row->flag ? row->flag : "a solution");

    for (unsigned kind = 0; kind < KINDS; kind++) {
        char cell[400];

        put_cell(f, kind, goal, cell, sizeof cell);
        used += (size_t)snprintf(out + used, size - used, " %s |", cell);
    }
    snprintf(out + used, size - used, "\n");
}

/* The page, in the fixture's text. */
static void read_page(fixture *f)
{
    FILE *in = fopen(page, "r");
    size_t length;

    assert_non_null(in);
    length = fread(f->text, 1, sizeof f->text - 1, in);
    fclose(in);
    assert_true(length < sizeof f->text - 1);
    f->text[length] = '\0';
}

static void the_table_is_that_of_the_registry(void **state)
{
    fixture *f = *state;
    size_t wrong = 0;

    read_page(f);
    for (size_t goal = 0; cq_goal_at(goal); goal++) {
        char row[2000];

        put_row(f, (cq_goal)goal, row, sizeof row);
        if (strstr(f->text, row))
            continue;
        wrong++;
        print_message("%s", row);
    }
    if (wrong)
        fail_msg("%zu rows of %s should read as above", wrong, page);
}

static void every_engine_has_its_page(void **state)
{
    fixture *f = *state;

    read_page(f);
    for (size_t i = 0; cq_engine_name(i); i++) {
        char link[64];

        snprintf(link, sizeof link, "[%s](", cq_engine_name(i));
        if (!strstr(f->text, link))
            fail_msg("%s says nothing about %s", page, cq_engine_name(i));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_table_is_that_of_the_registry, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(every_engine_has_its_page, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
