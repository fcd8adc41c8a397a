/* symmetry_test.c - symmetries of boards and tilings, classes and their sizes.
 *
 * The reference is the definition: all solutions are listed, every motion of the grid
 * is tried on the board and on the placements of every piece, and solutions that one of
 * them makes of each other are of one class. Each engine must then find as many
 * classes, of the same sizes and shown by the same members.
 */
#include "answer/orbit.h"
#include "base/random.h"
#include "problem/breaking.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 800, CELLS_MOST = 36, SOLUTIONS_MOST = 300 };

static cq_context *ctx;

static int set_up(void **state)
{
    (void)state;
    ctx = cq_context_new();
    return ctx ? 0 : 1;
}

static int tear_down(void **state)
{
    size_t left;

    (void)state;
    left = cq_context_memory_used(ctx);
    cq_context_free(ctx);
    return left ? 1 : 0;
}

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

static cq_answer *solve(const cq_problem *problem, cq_goal goal, const char *engine,
                        bool unique, bool symmetric)
{
    cq_options options = {.engine = engine, .unique = unique, .symmetric = symmetric};
    cq_answer *answer = NULL;

    if (cq_solve(ctx, problem, goal, &options, &answer) != CQ_OK)
        fail_msg("%s: %s", engine ? engine : "?", cq_error_text(ctx));
    return answer;
}

static void assert_right(const cq_problem *problem, const cq_answer *answer)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;

    assert_int_equal(cq_check(ctx, problem, answer, &judged, sentence), CQ_OK);
    if (judged != CQ_YES)
        fail_msg("%s", sentence);
}

static void assert_count(const cq_problem *problem, const char *engine, bool unique,
                         bool symmetric, size_t expected)
{
    cq_answer *answer = solve(problem, CQ_GOAL_COUNT, engine, unique, symmetric);

    assert_true(answer->counted);
    assert_int_equal(mpz_get_ui(answer->count), expected);
    assert_right(problem, answer);
    cq_answer_free(answer);
}

/* One of each class, whatever the engine, and the sizes. */
static void assert_classes(const reference *r, const char *engine, const cq_answer *all,
                           const cq_answer *model, size_t classes)
{
    cq_answer *unique = solve(r->problem, CQ_GOAL_ALL, engine, true, false);
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
    cq_answer *found = solve(r->problem, CQ_GOAL_ALL, engine, false, true);
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
    cq_options options = {.first = SOLUTIONS_MOST};
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
    cq_answer *all = solve(problem, CQ_GOAL_ALL, "search", false, false);
    cq_answer *model = solve(problem, CQ_GOAL_ALL, NULL, true, false);
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

typedef struct source {
    cq_random random;
    char text[2048];
} source;

static uint32_t below(source *s, uint32_t bound)
{
    return (uint32_t)cq_random_below(&s->random, bound);
}

static void append(source *s, const char *text)
{
    assert_true(strlen(s->text) + strlen(text) + 1 < sizeof s->text);
    strcat(s->text, text);
}

/* A board that often has symmetries: a random corner, mirrored. */
static void draw_board(source *s, bool coloured)
{
    static const char *const surfaces[] = {"board\n", "board\n", "board cylinder\n",
                                           "board torus\n"};
    uint32_t rows = 2 + below(s, 3), cols = 2 + below(s, 3), how = below(s, 4);
    uint32_t hole = below(s, 3) == 0 ? below(s, rows * cols) : UINT32_MAX;
    char colours[16];

    append(s, surfaces[below(s, 4)]);
    for (int i = 0; i < 16; i++)
        colours[i] = coloured ? (below(s, 2) ? 'b' : 'w') : '#';
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
        append(s, line);
        append(s, "\n");
    }
}

static void draw_piece(source *s, uint32_t number, bool coloured)
{
    static const char *const shapes[] = {
        "##\n",       "#\n",        "###\n", "##\n#.\n", "##\n##\n",
        "#..\n###\n", "##.\n.##\n", "#.#\n", "##\n.#\n", ".#\n##\n"};
    static const char *const copies[] = {"1",    "1",    "1",   "1",
                                         "0..1", "0..2", "any", "2"};
    char line[96], shape[16];

    snprintf(line, sizeof line, "\npiece %c copies=%s rotate=%s flip=%s\n",
             (char)('A' + number), copies[below(s, 8)], below(s, 4) ? "yes" : "no",
             below(s, 2) ? "yes" : "no");
    append(s, line);
    strcpy(shape, shapes[below(s, 10)]);
    for (char *at = shape; coloured && *at; at++)
        if (*at == '#' && below(s, 3))
            *at = below(s, 2) ? 'b' : 'w';
    append(s, shape);
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
    source s;
    size_t compared = 0;

    (void)state;
    cq_random_seed(&s.random, 4);
    for (int round = 0; round < ROUNDS; round++) {
        bool coloured = below(&s, 3) == 0;
        uint32_t pieces = 1 + below(&s, 4);
        cq_problem *problem = NULL;

        s.text[0] = '\0';
        draw_board(&s, coloured);
        for (uint32_t i = 0; i < pieces; i++)
            draw_piece(&s, i, below(&s, 2) && coloured);
        if (below(&s, 2))
            append(&s, "\npiece Z copies=any\n#\n");
        if (cq_problem_parse_puzzle(ctx, "random", s.text, strlen(s.text), &problem) !=
            CQ_OK)
            fail_msg("%s\n%s", cq_error_text(ctx), s.text);
        if (!has_alike(problem) && !is_large(problem)) {
            compare_all(problem);
            compared++;
        }
        cq_problem_free(problem);
    }
    assert_true(compared > ROUNDS / 2);
}

/* ---- covers ---- */

#ifdef CQ_WITH_NAUTY

enum { OPTIONS_MOST = 6, ITEMS_MOST = 8 };

/* What an item looks like from the options in some order: 0 not there, 1 without
 * colour, or the number of its colour in the order of appearance, from 2. */
typedef struct column {
    unsigned char at[OPTIONS_MOST];
} column;

static column column_of(const cq_cover *cover, uint32_t item, const unsigned *order,
                        size_t options)
{
    uint32_t colours[OPTIONS_MOST], known = 0;
    column made = {{0}};

    for (size_t k = 0; k < options; k++) {
        uint32_t option = order[k];

        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            const cq_entry *found = &cover->entries.at[e];
            uint32_t c = 0;

            if (found->item != item)
                continue;
            while (c < known && colours[c] != found->colour)
                c++;
            if (found->colour != CQ_NO_COLOUR && c == known)
                colours[known++] = found->colour;
            made.at[k] = (unsigned char)(found->colour == CQ_NO_COLOUR ? 1 : 2 + c);
        }
    }
    return made;
}

/* Whether the items can be matched so that the options in this order are the cover
 * itself. */
static bool keeps_cover(const cq_cover *cover, const unsigned *order, size_t options)
{
    static const unsigned same[OPTIONS_MOST] = {0, 1, 2, 3, 4, 5};
    bool used[ITEMS_MOST] = {false};

    for (uint32_t i = 0; i < cover->items.count; i++) {
        column wanted = column_of(cover, i, same, options);
        bool found = false;

        for (uint32_t k = 0; k < cover->items.count && !found; k++) {
            const cq_item *a = &cover->items.at[i], *b = &cover->items.at[k];
            column other = column_of(cover, k, order, options);

            if (used[k] || (i < cover->primary) != (k < cover->primary) ||
                (i < cover->primary && (a->least != b->least || a->most != b->most)) ||
                memcmp(&wanted, &other, sizeof other) != 0)
                continue;
            used[k] = found = true;
        }
        if (!found)
            return false;
    }
    return true;
}

static void make_order(size_t number, size_t options, unsigned *out)
{
    unsigned left[OPTIONS_MOST] = {0, 1, 2, 3, 4, 5};

    for (size_t i = 0; i < options; i++) {
        size_t k = number % (options - i);

        number /= options - i;
        out[i] = left[k];
        memmove(left + k, left + k + 1, (options - i - k - 1) * sizeof *left);
    }
}

static unsigned set_of(const cq_solution *s, const unsigned *order)
{
    unsigned set = 0;

    for (size_t i = 0; i < s->labels.count; i++)
        set |= 1u << (order ? order[s->labels.at[i]] : s->labels.at[i]);
    return set;
}

/* The orbit of a solution: a bit for each set of options. */
static void find_orbit(const cq_cover *cover, const cq_solution *s, bool orbit[64])
{
    size_t options = cq_cover_options(cover), orders = 1;

    memset(orbit, 0, 64 * sizeof *orbit);
    for (size_t i = 2; i <= options; i++)
        orders *= i;
    for (size_t n = 0; n < orders; n++) {
        unsigned order[OPTIONS_MOST];

        make_order(n, options, order);
        if (keeps_cover(cover, order, options))
            orbit[set_of(s, order)] = true;
    }
}

static cq_problem *random_cover(source *s)
{
    uint32_t options = 1 + below(s, OPTIONS_MOST), kind = below(s, 3);
    cq_problem *problem = NULL;

    s->text[0] = '\0';
    append(s, below(s, 2) ? "a b 0:2|c 0:2|d | x y\n" : "a b c d | x y\n");
    for (uint32_t i = 0; i < options; i++) {
        char line[64] = "";

        strcat(line, below(s, 2) ? "a " : "b ");
        strcat(line, below(s, 2) ? "c " : "d ");
        if (kind)
            strcat(line, (const char *[]){"", "x ", "x:r ", "x:g "}[below(s, 4)]);
        if (kind == 2)
            strcat(line, (const char *[]){"", "y ", "y:r ", "y:g "}[below(s, 4)]);
        strcat(line, "\n");
        append(s, line);
    }
    if (cq_problem_parse_cover(ctx, "random", s->text, strlen(s->text), &problem) !=
        CQ_OK)
        fail_msg("%s\n%s", cq_error_text(ctx), s->text);
    return problem;
}

static void compare_cover(const cq_problem *problem)
{
    cq_answer *all = solve(problem, CQ_GOAL_ALL, NULL, false, false);
    cq_answer *unique = solve(problem, CQ_GOAL_ALL, NULL, true, false);
    bool met[64] = {false};
    size_t total = 0;

    for (size_t i = 0; i < unique->solutions.count; i++) {
        bool orbit[64];
        size_t size = 0;

        find_orbit(&problem->cover, &unique->solutions.at[i], orbit);
        for (size_t k = 0; k < 64; k++) {
            assert_false(orbit[k] && met[k]);
            met[k] |= orbit[k];
            size += orbit[k];
        }
        assert_int_equal(cq_answer_class_size(unique, i), size);
        total += size;
    }
    assert_int_equal(total, all->solutions.count);
    for (size_t i = 0; i < all->solutions.count; i++)
        assert_true(met[set_of(&all->solutions.at[i], NULL)]);
    assert_right(problem, unique);
    assert_count(problem, NULL, true, false, unique->solutions.count);
    cq_answer_free(all);
    cq_answer_free(unique);
}

static void test_covers(void **state)
{
    source s;

    (void)state;
    cq_random_seed(&s.random, 5);
    for (int round = 0; round < 300; round++) {
        cq_problem *problem = random_cover(&s);

        compare_cover(problem);
        cq_problem_free(problem);
    }
}

#else

/* Without nauty it is refused, in one sentence. */
static void test_covers(void **state)
{
    cq_options options = {.unique = true};
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;

    (void)state;
    assert_int_equal(cq_problem_parse_cover(ctx, "test", "a b\na b\n", 8, &problem),
                     CQ_OK);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_ALL, &options, &answer),
                     CQ_REFUSED);
    assert_non_null(strstr(cq_error_text(ctx), "nauty"));
    cq_problem_free(problem);
}

#endif

/* ---- known numbers ---- */

static void assert_known(const char *board, const char *pieces, size_t classes)
{
    cq_problem *problem = NULL;

    assert_int_equal(cq_problem_parse_board(ctx, board, &problem), CQ_OK);
    if (pieces)
        assert_int_equal(cq_problem_set_pieces(ctx, problem, pieces), CQ_OK);
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

/* As many as asked for, the same ones for any number of threads. */
static void test_first(void **state)
{
    static const char *const engines[] = {"polyomino", "search"};
    cq_problem *problem = NULL;

    (void)state;
    assert_int_equal(cq_problem_parse_board(ctx, "6x6", &problem), CQ_OK);
    for (size_t e = 0; e < 2; e++)
        for (uint64_t first = 1; first <= 201; first += 100) {
            cq_answer *found[2] = {NULL, NULL};

            for (unsigned i = 0; i < 2; i++) {
                cq_options options = {.engine = engines[e],
                                      .unique = true,
                                      .first = first,
                                      .threads = 1 + 2 * i};

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

/* A one-sided piece and its mirror image swap under a reflection; alone it forbids it.
 */
static void test_mirror_images(void **state)
{
    static const char text[] = "board\n####\n####\n\npiece L flip=no\n###\n#..\n\n"
                               "piece J flip=no\n###\n..#\n";
    cq_problem *problem = NULL;
    cq_symmetries symmetries = {0};

    (void)state;
    assert_int_equal(
        cq_problem_parse_puzzle(ctx, "test", text, sizeof text - 1, &problem), CQ_OK);
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
    cq_options options = {.unique = true};
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;

    (void)state;
    assert_int_equal(cq_problem_parse_board(ctx, "4x4", &problem), CQ_OK);
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
    cq_problem *problem = NULL;
    cq_answer *all, *unique;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;

    (void)state;
    assert_int_equal(cq_problem_parse_board(ctx, "4x4", &problem), CQ_OK);
    all = solve(problem, CQ_GOAL_ALL, NULL, false, false);
    all->unique = true;
    assert_int_equal(cq_check(ctx, problem, all, &judged, sentence), CQ_OK);
    assert_int_equal(judged, CQ_NO);
    assert_non_null(strstr(sentence, "same class"));
    all->unique = false;
    all->symmetric = true;
    assert_int_equal(cq_check(ctx, problem, all, &judged, sentence), CQ_OK);
    assert_int_equal(judged, CQ_NO);
    assert_non_null(strstr(sentence, "no symmetry of its own"));
    unique = solve(problem, CQ_GOAL_ALL, NULL, true, false);
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
        cmocka_unit_test_setup_teardown(test_motions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_random, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_known, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_mirror_images, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_checker, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
