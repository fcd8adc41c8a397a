/* classes_test.c - classes of tilings and their sizes, by each engine.
 *
 * The reference is the definition: all solutions are listed, every motion of the grid
 * is tried on the board and on the placements of every piece, and solutions that one of
 * them makes of each other are of one class. Each engine must then find as many
 * classes, of the same sizes and shown by the same members.
 */
#include "classes.h"
#include "posed.h"
#include "problem/breaking.h"

enum { ROUNDS = 800, CELLS_MOST = 36, SOLUTIONS_MOST = 300 };

static int set_up(void **state)
{
    return open_fixture(state, 4);
}

/* ---- the definition ---- */

/* A motion as a table over the cells, and what pieces become. */
typedef struct mover {
    cq_cell to[CELLS_MOST];
    uint32_t piece[8];
} mover;

typedef struct reference {
    const cq_problem *problem;
    cq_placements placements;
    mover *movers;
    size_t movers_count;
} reference;

static bool has_placement(const reference *r, uint32_t piece, const cq_cell *cells,
                          size_t count)
{
    const cq_placements *p = &r->placements;

    for (size_t i = 0; i < cq_placements_count(p); i++)
        if (p->pieces.at[i] == piece &&
            p->starts.at[i + 1] - p->starts.at[i] == count &&
            memcmp(p->cells.at + p->starts.at[i], cells, count * sizeof *cells) == 0)
            return true;
    return false;
}

static int compare_cells(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static size_t count_of(const reference *r, uint32_t piece)
{
    size_t count = 0;

    for (size_t i = 0; i < cq_placements_count(&r->placements); i++)
        count += r->placements.pieces.at[i] == piece;
    return count;
}

/* Whether the motion takes all placements of `from` to all of `to`. */
static bool maps(const reference *r, const mover *m, uint32_t from, uint32_t to)
{
    const cq_piece *a = &r->problem->pieces.at[from], *b = &r->problem->pieces.at[to];
    const cq_placements *p = &r->placements;

    if (a->least != b->least || a->most != b->most ||
        a->shape.count != b->shape.count || count_of(r, from) != count_of(r, to))
        return false;
    for (size_t i = 0; i < cq_placements_count(p); i++) {
        cq_cell image[CELLS_MOST];
        size_t count = p->starts.at[i + 1] - p->starts.at[i];

        if (p->pieces.at[i] != from)
            continue;
        for (size_t k = 0; k < count; k++)
            image[k] = m->to[p->cells.at[p->starts.at[i] + k]];
        qsort(image, count, sizeof *image, compare_cells);
        if (!has_placement(r, to, image, count))
            return false;
    }
    return true;
}

/* Turns, then steps, on the whole grid or (on the plane) on every place of it. */
static bool try_motion(const reference *r, unsigned symmetry, int down, int right,
                       mover *out)
{
    const cq_board *board = r->problem->board;
    int rows = (int)board->rows, cols = (int)board->cols;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        int row = (int)cq_row(board, cell), col = (int)cq_col(board, cell), old;

        if (!board->colour[cell])
            continue;
        if (symmetry & 4)
            col = -col;
        for (unsigned turn = symmetry & 3; turn; turn--) {
            old = row;
            row = col;
            col = -old;
        }
        row += down;
        col += right;
        if (board->surface == CQ_TORUS)
            row = ((row % rows) + rows) % rows;
        if (board->surface != CQ_PLANE)
            col = ((col % cols) + cols) % cols;
        if (row < 0 || row >= rows || col < 0 || col >= cols)
            return false;
        out->to[cell] = (cq_cell)(row * cols + col);
        if (board->colour[out->to[cell]] != board->colour[cell])
            return false;
    }
    for (uint32_t i = 0; i < r->problem->pieces.count; i++) {
        out->piece[i] = UINT32_MAX;
        for (uint32_t k = 0; k < r->problem->pieces.count; k++)
            if (maps(r, out, i, k))
                out->piece[i] = k;
        if (out->piece[i] == UINT32_MAX)
            return false;
    }
    return true;
}

static bool is_known(const reference *r, const mover *m)
{
    const cq_board *board = r->problem->board;

    for (size_t i = 0; i < r->movers_count; i++) {
        bool same = true;

        for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
            same &= !board->colour[cell] || r->movers[i].to[cell] == m->to[cell];
        if (same)
            return true;
    }
    return false;
}

static void find_movers(reference *r)
{
    const cq_board *board = r->problem->board;
    int most = (int)(board->rows + board->cols);
    bool square = board->rows == board->cols || board->surface == CQ_PLANE;

    assert_int_equal(
        cq_placements_make(ctx, board, &r->problem->pieces, &r->placements), CQ_OK);
    r->movers =
        calloc(8 * (size_t)(2 * most + 1) * (size_t)(2 * most + 1), sizeof *r->movers);
    for (unsigned s = 0; s < 8; s++) {
        if (s % 2 && (!square || board->surface == CQ_CYLINDER))
            continue;
        for (int down = -most; down <= most; down++)
            for (int right = -most; right <= most; right++) {
                mover *next = &r->movers[r->movers_count];

                if (try_motion(r, s, down, right, next) && !is_known(r, next))
                    r->movers_count++;
            }
    }
}

/* A solution as a word: for each cell 64 * (least cell of its part) + piece. */
typedef struct word {
    uint32_t at[CELLS_MOST];
} word;

static word word_of(const cq_solution *s, const mover *m)
{
    word made;

    memset(&made, 0, sizeof made);
    for (size_t i = 0; i < s->labels.count; i++) {
        uint32_t piece = s->labels.at[i], least = UINT32_MAX;

        for (uint32_t k = s->starts.at[i]; k < s->starts.at[i + 1]; k++) {
            cq_cell cell = m ? m->to[s->members.at[k]] : s->members.at[k];

            least = cell < least ? cell : least;
        }
        for (uint32_t k = s->starts.at[i]; k < s->starts.at[i + 1]; k++) {
            cq_cell cell = m ? m->to[s->members.at[k]] : s->members.at[k];

            made.at[cell] = 64 * (least + 1) + (m ? m->piece[piece] : piece);
        }
    }
    return made;
}

/* The least word of all images, and the number of different ones. */
static word class_of(const reference *r, const cq_solution *s, size_t *size)
{
    word own = word_of(s, NULL), least = own;
    size_t fixed = 0;

    for (size_t g = 0; g < r->movers_count; g++) {
        word image = word_of(s, &r->movers[g]);

        fixed += memcmp(&image, &own, sizeof own) == 0;
        if (memcmp(&image, &least, sizeof least) < 0)
            least = image;
    }
    assert_true(fixed > 0 && r->movers_count % fixed == 0);
    *size = r->movers_count / fixed;
    return least;
}

typedef struct entry {
    word word;
    size_t size;
} entry;

static int compare_entries(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(word));
}

/* The classes of listed solutions, sorted. */
static entry *classes_of(const reference *r, const cq_answer *answer)
{
    size_t count = answer->solutions.count;
    entry *made = calloc(count + 1, sizeof *made);

    for (size_t i = 0; i < count; i++)
        made[i].word = class_of(r, &answer->solutions.at[i], &made[i].size);
    qsort(made, count, sizeof *made, compare_entries);
    return made;
}

/* ---- engines against it ---- */

/* One of each class, whatever the engine, and the sizes. */
static void assert_classes(const reference *r, const char *engine, const cq_answer *all,
                           const cq_answer *model, size_t classes)
{
    cq_answer *unique = ask(r->problem, CQ_GOAL_ALL, engine, true, false);
    entry *found = classes_of(r, unique);
    size_t total = 0;

    assert_int_equal(unique->solutions.count, classes);
    for (size_t i = 0; i < classes; i++) {
        size_t size;

        class_of(r, &unique->solutions.at[i], &size);
        assert_int_equal(cq_answer_class_size(unique, i), size);
        total += size;
        if (i)
            assert_int_not_equal(compare_entries(&found[i - 1], &found[i]), 0);
    }
    assert_int_equal(total, all->solutions.count);
    assert_right(r->problem, unique);
    /* The members that are shown do not depend on the engine. */
    for (size_t i = 0; model && i < classes; i++) {
        word own = word_of(&unique->solutions.at[i], NULL);
        bool there = false;

        for (size_t k = 0; k < classes && !there; k++) {
            word other = word_of(&model->solutions.at[k], NULL);

            there = memcmp(&own, &other, sizeof own) == 0;
        }
        assert_true(there);
    }
    free(found);
    cq_answer_free(unique);
}

static void assert_symmetric(const reference *r, const char *engine,
                             const entry *entries, const cq_answer *all)
{
    cq_answer *found = ask(r->problem, CQ_GOAL_ALL, engine, false, true);
    size_t expected = 0, classes = 0;

    for (size_t i = 0; i < all->solutions.count; i++)
        if (entries[i].size < r->movers_count) {
            expected++;
            classes += i == 0 || compare_entries(&entries[i - 1], &entries[i]) != 0;
        }
    assert_int_equal(found->solutions.count, expected);
    assert_right(r->problem, found);
    cq_answer_free(found);
    assert_count(r->problem, engine, false, true, expected);
    assert_count(r->problem, engine, true, true, classes);
}

static bool is_large(const cq_problem *problem)
{
    cq_options options = CQ_OPTIONS(.first = SOLUTIONS_MOST);
    cq_answer *answer = NULL;
    bool large;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_ALL, &options, &answer), CQ_OK);
    large = answer->found == SOLUTIONS_MOST;
    cq_answer_free(answer);
    return large;
}

static void compare_all(const cq_problem *problem)
{
    static const char *const engines[] = {"search", "dlx", "backtrack", "polyomino"};
    size_t usable = problem->board->surface == CQ_PLANE ? 4 : 3, classes = 0;
    reference r = {.problem = problem};
    cq_answer *all = ask(problem, CQ_GOAL_ALL, "search", false, false);
    cq_answer *model = ask(problem, CQ_GOAL_ALL, NULL, true, false);
    entry *entries;

    find_movers(&r);
    entries = classes_of(&r, all);
    for (size_t i = 0; i < all->solutions.count; i++)
        classes += i == 0 || compare_entries(&entries[i - 1], &entries[i]) != 0;
    for (size_t e = 0; e < usable; e++) {
        assert_classes(&r, engines[e], all, model, classes);
        assert_count(problem, engines[e], true, false, classes);
        assert_symmetric(&r, engines[e], entries, all);
    }
    free(entries);
    free(r.movers);
    cq_placements_free(&r.placements);
    cq_answer_free(model);
    cq_answer_free(all);
}

/* ---- random puzzles ---- */

/* A board that often has symmetries: a random corner, mirrored. */
static void draw_board(fixture *f, bool coloured)
{
    static const char *const surfaces[] = {"board\n", "board\n", "board cylinder\n",
                                           "board torus\n"};
    uint32_t rows = 2 + below(f, 3), cols = 2 + below(f, 3), how = below(f, 4);
    uint32_t hole = below(f, 3) == 0 ? below(f, rows * cols) : UINT32_MAX;
    char colours[16];

    put(f, "%s", surfaces[below(f, 4)]);
    for (int i = 0; i < 16; i++)
        colours[i] = coloured ? (below(f, 2) ? 'b' : 'w') : '#';
    for (uint32_t row = 0; row < rows; row++) {
        char line[8] = "";

        for (uint32_t col = 0; col < cols; col++) {
            uint32_t r = how & 1 && row >= (rows + 1) / 2 ? rows - 1 - row : row;
            uint32_t c = how & 2 && col >= (cols + 1) / 2 ? cols - 1 - col : col;
            char chess = (row + col) % 2 ? 'w' : 'b';

            line[col] = row * cols + col == hole ? '.'
                        : how == 0 && coloured   ? chess
                                                 : colours[r * 4 + c];
        }
        put(f, "%s\n", line);
    }
}

static void draw_piece(fixture *f, uint32_t number, bool coloured)
{
    static const char *const shapes[] = {
        "##\n",       "#\n",        "###\n", "##\n#.\n", "##\n##\n",
        "#..\n###\n", "##.\n.##\n", "#.#\n", "##\n.#\n", ".#\n##\n"};
    static const char *const copies[] = {"1",    "1",    "1",   "1",
                                         "0..1", "0..2", "any", "2"};
    char shape[16];

    put(f, "\npiece %c copies=%s rotate=%s flip=%s\n", (char)('A' + number),
        copies[below(f, 8)], below(f, 4) ? "yes" : "no", below(f, 2) ? "yes" : "no");
    strcpy(shape, shapes[below(f, 10)]);
    for (char *at = shape; coloured && *at; at++) {
        char colour = below(f, 2) ? 'b' : 'w';

        /* A colour that the board does not have would be refused. */
        if (*at == '#' && below(f, 3) && strchr(strchr(f->text, '\n'), colour))
            *at = colour;
    }
    put(f, "%s", shape);
}

/* Whether two pieces can lie in the same ways: then what becomes of them is a matter of
 * convention. */
static bool has_alike(const cq_problem *problem)
{
    reference r = {.problem = problem};
    mover still;
    bool found = false;

    for (cq_cell cell = 0; cell < CELLS_MOST; cell++)
        still.to[cell] = cell;
    assert_int_equal(
        cq_placements_make(ctx, problem->board, &problem->pieces, &r.placements),
        CQ_OK);
    for (uint32_t i = 0; i < problem->pieces.count; i++)
        for (uint32_t k = 0; k < i; k++)
            found |= maps(&r, &still, i, k);
    cq_placements_free(&r.placements);
    return found;
}

static void test_random(void **state)
{
    fixture *f = *state;
    size_t compared = 0;

    for (int round = 0; round < ROUNDS; round++) {
        bool coloured = below(f, 3) == 0;
        uint32_t pieces = 1 + below(f, 4);

        clear_text(f);
        draw_board(f, coloured);
        for (uint32_t i = 0; i < pieces; i++)
            draw_piece(f, i, below(f, 2) && coloured);
        if (below(f, 2))
            put(f, "\npiece Z copies=any\n#\n");
        pose_puzzle(f, f->text);
        if (!has_alike(f->problem) && !is_large(f->problem)) {
            compare_all(f->problem);
            compared++;
        }
    }
    assert_true(compared > ROUNDS / 2);
}

/* ---- the first ---- */

/* As many as asked for, the same ones for any number of threads. */
static void test_first(void **state)
{
    static const char *const engines[] = {"polyomino", "search"};
    cq_problem *problem = tiling_of("6x6", NULL);

    (void)state;
    for (size_t e = 0; e < 2; e++)
        for (uint64_t first = 1; first <= 201; first += 100) {
            cq_answer *found[2] = {NULL, NULL};

            for (unsigned i = 0; i < 2; i++) {
                cq_options options = CQ_OPTIONS(.engine = engines[e], .unique = true,
                                                .first = first, .threads = 1 + 2 * i);

                assert_int_equal(
                    cq_solve(ctx, problem, CQ_GOAL_ALL, &options, &found[i]), CQ_OK);
                assert_int_equal(found[i]->solutions.count, first);
                assert_int_equal(found[i]->stop, CQ_STOP_LIMIT);
            }
            for (size_t k = 0; k < first; k++) {
                word a = word_of(&found[0]->solutions.at[k], NULL);
                word b = word_of(&found[1]->solutions.at[k], NULL);

                assert_memory_equal(&a, &b, sizeof a);
            }
            cq_answer_free(found[0]);
            cq_answer_free(found[1]);
        }
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_first, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
