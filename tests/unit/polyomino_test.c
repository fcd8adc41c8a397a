/* polyomino_test.c - the engine polyomino against backtrack and search.
 *
 * Random puzzles are boards cut into pieces, so that many have solutions. They come in
 * kinds, so that every part of the engine is reached: holes, colours on either side,
 * ranges of copies, pieces that may not be turned or flipped, pieces that are not
 * connected, boards with symmetries (one search for all images), wide boards (the most
 * constrained cell first) and tall pieces (forms that reach over more than 64 cells).
 * backtrack lists a solution twice if two orientations differ in colours that the
 * board does not have; the lists of the others are taken as sets.
 */
#include "base/hash.h"
#include "posed.h"

#include <inttypes.h>

enum { SIDE = 16, MOST = 3000, WORK = 40, RESTARTS = 40 };

static int set_up(void **state)
{
    return open_fixture(state, 7);
}

static bool chance(fixture *f, uint32_t percent)
{
    return below(f, 100) < percent;
}

/* ---- the list of solutions as a set ---- */

typedef struct listing {
    cq_stop stop;
    size_t count;
    uint64_t digests[MOST + 1];
} listing;

static int compare_numbers(const void *a, const void *b)
{
    uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;

    return p < q ? -1 : p > q;
}

/* The finaliser of splitmix64: sums of plain hashes of similar parts coincide. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Does not depend on the order of the parts nor on that of the cells in a part. */
static uint64_t digest(const cq_solution *solution)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < solution->labels.count; i++) {
        uint64_t part = CQ_HASH_START;
        size_t start = solution->starts.at[i], end = solution->starts.at[i + 1];
        uint64_t cells[SIDE * SIDE];

        for (size_t k = start; k < end; k++)
            cells[k - start] = solution->members.at[k];
        qsort(cells, end - start, sizeof *cells, compare_numbers);
        part = cq_hash_bytes(part, &solution->labels.at[i], sizeof(uint32_t));
        sum += mix(cq_hash_bytes(part, cells, (end - start) * sizeof *cells));
    }
    return sum;
}

/* Work is counted, so that the same puzzles are decided on every machine; 0: any. */
static void list(const cq_problem *problem, const char *engine, uint64_t work,
                 listing *out)
{
    cq_options options = CQ_OPTIONS(.engine = engine, .first = MOST, .work = work);
    cq_answer *answer = NULL;

    if (cq_solve(ctx, problem, CQ_GOAL_ALL, &options, &answer) != CQ_OK)
        fail_msg("%s: %s", engine, cq_error_text(ctx));
    out->stop = cq_answer_stop(answer);
    out->count = answer->solutions.count;
    for (size_t i = 0; i < out->count; i++)
        out->digests[i] = digest(&answer->solutions.at[i]);
    qsort(out->digests, out->count, sizeof *out->digests, compare_numbers);
    cq_answer_free(answer);
}

static void drop_repeated(listing *l)
{
    size_t kept = 0;

    for (size_t i = 0; i < l->count; i++)
        if (kept == 0 || l->digests[kept - 1] != l->digests[i])
            l->digests[kept++] = l->digests[i];
    l->count = kept;
}

static uint64_t counted(const cq_problem *problem)
{
    cq_options options = CQ_OPTIONS(.engine = "polyomino");
    cq_answer *answer = NULL;
    uint64_t count;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    count = strtoull(cq_answer_count(answer), NULL, 10);
    cq_answer_free(answer);
    return count;
}

/* Whether restarts know otherwise; they may not come to an end. */
static bool restarts_contradict(const cq_problem *problem, bool solvable)
{
    cq_options options = CQ_OPTIONS(.engine = "restart", .work = RESTARTS);
    cq_answer *answer = NULL;
    cq_verdict verdict;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer), CQ_OK);
    verdict = cq_answer_verdict(answer);
    cq_answer_free(answer);
    return verdict == (solvable ? CQ_NO : CQ_YES);
}

static void compare(const listing *ours, const listing *theirs, const char *engine,
                    const char *text)
{
    if (ours->count != theirs->count || ours->stop != CQ_FINISHED ||
        memcmp(ours->digests, theirs->digests, ours->count * sizeof *ours->digests) !=
            0)
        fail_msg("polyomino has %zu, %s %zu solutions of\n%s", ours->count, engine,
                 theirs->count, text);
}

/* Whether the puzzle was small enough to be decided; fails if the engines differ. */
static bool agrees(fixture *f, bool *solvable)
{
    static listing ours, theirs, others;

    pose_puzzle(f, f->text);
    list(f->problem, "backtrack", WORK, &theirs);
    if (theirs.stop == CQ_FINISHED) {
        list(f->problem, "polyomino", 0, &ours);
        list(f->problem, "search", 0, &others);
        drop_repeated(&theirs);
        drop_repeated(&others);
        compare(&ours, &theirs, "backtrack", f->text);
        compare(&ours, &others, "search", f->text);
        if (restarts_contradict(f->problem, ours.count > 0))
            fail_msg("restart and polyomino do not agree on\n%s", f->text);
        if (counted(f->problem) != ours.count)
            fail_msg("polyomino counts otherwise than it lists\n%s", f->text);
        *solvable = ours.count > 0;
    }
    return theirs.stop == CQ_FINISHED;
}

/* ---- random puzzles ---- */

typedef struct kind {
    uint32_t side, more;  /* sides are side .. side + more */
    uint32_t holes;       /* per cent */
    uint32_t colours;     /* per cent of puzzles with colours */
    uint32_t least, size; /* squares of a piece; smaller parts become holes */
    uint32_t fixed;       /* per cent of pieces that may not be turned or flipped */
    uint32_t apart;       /* per cent of pieces that are not connected */
    uint32_t tall;        /* per cent of pieces that are upright strips */
    uint32_t ranged;      /* per cent of pieces in a range of copies */
    uint32_t even;        /* per cent of boards that a symmetry keeps */
} kind;

typedef struct draft {
    uint32_t rows, cols;
    char cell[SIDE][SIDE];     /* 0 for none */
    uint32_t part[SIDE][SIDE]; /* from 1; 0 for none yet */
    bool coloured;
} draft;

/* Copies the cells onto their images under one or two symmetries. */
static void make_even(fixture *f, draft *d)
{
    uint32_t which = 1 + below(f, 7);

    if (which >= 4)
        d->cols = d->rows;
    for (uint32_t r = 0; r < d->rows; r++)
        for (uint32_t c = 0; c < d->cols; c++) {
            char cell = d->cell[r][c];

            if (which & 1)
                d->cell[d->rows - 1 - r][d->cols - 1 - c] = cell;
            if (which & 2)
                d->cell[d->rows - 1 - r][c] = cell;
            if (which & 2 && which & 1)
                d->cell[r][d->cols - 1 - c] = cell;
            if (which == 4)
                d->cell[c][r] = cell;
        }
}

static void draw_board(fixture *f, draft *d, const kind *k)
{
    d->rows = k->side + below(f, k->more + 1);
    d->cols = k->side + below(f, k->more + 1);
    d->coloured = chance(f, k->colours);
    clear_text(f);
    memset(d->part, 0, sizeof d->part);
    for (uint32_t r = 0; r < d->rows; r++)
        for (uint32_t c = 0; c < d->cols; c++) {
            d->cell[r][c] = chance(f, k->holes) ? 0 : '#';
            if (d->cell[r][c] && d->coloured && chance(f, 70))
                d->cell[r][c] = chance(f, 50) ? 'a' : 'b';
        }
    if (chance(f, k->even))
        make_even(f, d);
    d->cell[0][0] = d->cell[0][0] ? d->cell[0][0] : '#';
}

/* Whether the cell is free for the part: beside it, or anywhere if it may be apart. */
static bool joins(const draft *d, uint32_t r, uint32_t c, uint32_t part, bool apart)
{
    if (!d->cell[r][c] || d->part[r][c])
        return false;
    return apart || (r > 0 && d->part[r - 1][c] == part) ||
           (c > 0 && d->part[r][c - 1] == part) ||
           (r + 1 < d->rows && d->part[r + 1][c] == part) ||
           (c + 1 < d->cols && d->part[r][c + 1] == part);
}

static void put_board(fixture *f, const draft *d)
{
    put(f, "board\n");
    for (uint32_t r = 0; r < d->rows; r++) {
        for (uint32_t c = 0; c < d->cols; c++)
            put(f, "%c", d->cell[r][c] ? d->cell[r][c] : '.');
        put(f, "\n");
    }
}

/* Cuts a part out of the board, starting at its first free cell. */
static uint32_t cut_part(fixture *f, draft *d, const kind *k, uint32_t part, uint32_t r,
                         uint32_t c)
{
    uint32_t size = k->least + below(f, k->size - k->least + 1), made = 1;
    bool apart = chance(f, k->apart);

    d->part[r][c] = part;
    if (chance(f, k->tall)) {
        for (; ++r < d->rows && d->cell[r][c] && !d->part[r][c]; made++)
            d->part[r][c] = part;
        return made;
    }
    for (unsigned tries = 0; tries < 300 && made < size; tries++) {
        uint32_t row = below(f, d->rows), col = below(f, d->cols);

        if (joins(d, row, col, part, apart)) {
            d->part[row][col] = part;
            made++;
        }
    }
    return made;
}

static void fill_in(draft *d, uint32_t part)
{
    for (uint32_t r = 0; r < d->rows; r++)
        for (uint32_t c = 0; c < d->cols; c++)
            if (d->part[r][c] == part) {
                d->part[r][c] = 0;
                d->cell[r][c] = 0;
            }
}

static void put_head(fixture *f, const kind *k, uint32_t part)
{
    bool fixed = chance(f, k->fixed);

    put(f, "piece P%" PRIu32, part);
    if (chance(f, k->ranged)) {
        uint32_t least = below(f, 2), more = below(f, 3);

        if (chance(f, 15))
            put(f, " copies=any");
        else
            put(f, " copies=%" PRIu32 "..%" PRIu32, least, least + more + !least);
    }
    if (fixed || chance(f, 20))
        put(f, " rotate=no");
    if (fixed || chance(f, 20))
        put(f, " flip=no");
    put(f, "\n");
}

/* The part as a piece; the colours of its cells, or none. */
static void put_part(fixture *f, const draft *d, const kind *k, uint32_t part)
{
    uint32_t top = SIDE, left = SIDE, bottom = 0, right = 0;

    for (uint32_t r = 0; r < d->rows; r++)
        for (uint32_t c = 0; c < d->cols; c++)
            if (d->part[r][c] == part) {
                top = r < top ? r : top;
                left = c < left ? c : left;
                bottom = r > bottom ? r : bottom;
                right = c > right ? c : right;
            }
    put_head(f, k, part);
    for (uint32_t r = top; r <= bottom; r++) {
        for (uint32_t c = left; c <= right; c++) {
            char colour = chance(f, 50) ? '#' : d->cell[r][c];

            put(f, "%c", d->part[r][c] == part ? colour : '.');
        }
        put(f, "\n");
    }
}

/* A board cut into pieces. Some of them in more or fewer copies, so that not every
 * puzzle has a solution and others have several. */
static bool carve(fixture *f, draft *d, const kind *k)
{
    uint32_t parts = 0;

    draw_board(f, d, k);
    for (uint32_t r = 0; r < d->rows; r++)
        for (uint32_t c = 0; c < d->cols; c++)
            if (d->cell[r][c] && !d->part[r][c] &&
                cut_part(f, d, k, ++parts, r, c) < k->least)
                fill_in(d, parts--);
    put_board(f, d);
    for (uint32_t part = 1; part <= parts; part++)
        put_part(f, d, k, part);
    return parts > 0;
}

static void try_kind(fixture *f, const kind *k, unsigned rounds)
{
    draft d = {0};
    unsigned decided = 0, solvable = 0;

    for (unsigned i = 0; i < rounds; i++) {
        bool has = false;

        if (!carve(f, &d, k))
            continue;
        decided += agrees(f, &has);
        solvable += has;
    }
    if (decided < rounds / 2 || solvable < rounds / 8)
        fail_msg("of %u puzzles %u were decided, %u had solutions", rounds, decided,
                 solvable);
}

static void test_small(void **state)
{
    kind k = {.side = 1, .more = 4, .holes = 15, .colours = 40, .least = 1, .size = 5};

    k.fixed = 30, k.apart = 10, k.ranged = 30;
    try_kind(*state, &k, 2000);
}

static void test_copies(void **state)
{
    kind k = {.side = 2, .more = 2, .holes = 10, .colours = 20, .least = 1, .size = 3};

    k.fixed = 20, k.ranged = 90;
    try_kind(*state, &k, 1000);
}

/* More than 64 cells in the scan, holes that separate. */
static void test_sparse(void **state)
{
    kind k = {.side = 6, .more = 6, .holes = 35, .colours = 30, .least = 3, .size = 6};

    k.fixed = 80, k.ranged = 10;
    try_kind(*state, &k, 400);
}

/* Boards that have symmetries, and pieces that come once; some of them in both hands,
 * as pieces of their own. */
static void test_even(void **state)
{
    kind k = {.side = 3, .more = 3, .holes = 5, .colours = 15, .least = 2, .size = 5};

    k.fixed = 10, k.even = 100;
    try_kind(*state, &k, 1000);
    k.side = 7, k.more = 1, k.least = 4, k.size = 7, k.fixed = 60, k.colours = 0;
    try_kind(*state, &k, 200);
}

static void test_wide(void **state)
{
    kind k = {.side = 7, .more = 2, .holes = 5, .colours = 30, .least = 4, .size = 7};

    k.fixed = 85, k.apart = 3, k.ranged = 5;
    try_kind(*state, &k, 300);
    k.apart = 0, k.fixed = 75, k.colours = 0;
    try_kind(*state, &k, 200);
}

static void test_tall(void **state)
{
    kind k = {.side = 9, .more = 3, .holes = 15, .colours = 30, .least = 4, .size = 7};

    k.fixed = 95, k.tall = 40, k.ranged = 3;
    try_kind(*state, &k, 200);
}

/* ---- states that are easily mixed up ---- */

enum { LONG_BOARD = 36, SHORT_STRIP = 24 };

/* Makes cells of a random tromino from the cell on; false if it does not fit. */
static bool add_tromino(fixture *f, char cell[3][LONG_BOARD], uint32_t r, uint32_t c)
{
    static const uint32_t shapes[6][2][2] = {
        {{0, 1}, {0, 2}}, {{1, 0}, {2, 0}}, {{0, 1}, {1, 0}},
        {{0, 1}, {1, 1}}, {{1, 0}, {1, 1}}, {{1, 0}, {1, UINT32_MAX}}};
    const uint32_t(*shape)[2] = shapes[below(f, 6)];

    for (unsigned i = 0; i < 2; i++)
        if (r + shape[i][0] >= 3 || c + shape[i][1] >= LONG_BOARD ||
            cell[r + shape[i][0]][c + shape[i][1]] != '.')
            return false;
    cell[r][c] = '#';
    for (unsigned i = 0; i < 2; i++)
        cell[r + shape[i][0]][c + shape[i][1]] = '#';
    return true;
}

/* Three rows: two strips, a row of straight trominoes, and trominoes at the end. */
static void put_strips(fixture *f)
{
    uint32_t strips[2] = {SHORT_STRIP + below(f, 8), SHORT_STRIP + below(f, 8)};
    char cell[3][LONG_BOARD];

    memset(cell, '.', sizeof cell);
    memset(cell[0], '#', strips[0]);
    memset(cell[1], '#', strips[1]);
    memset(cell[2], '#', SHORT_STRIP);
    for (uint32_t c = SHORT_STRIP; c < LONG_BOARD; c++)
        for (uint32_t r = 0; r < 3; r++)
            for (unsigned tries = 0; tries < 5 && cell[r][c] == '.'; tries++)
                add_tromino(f, cell, r, c);
    clear_text(f);
    put(f, "board\n");
    for (uint32_t r = 0; r < 3; r++)
        put(f, "%.*s\n", LONG_BOARD, cell[r]);
    for (uint32_t k = 0; k < 2; k++) {
        put(f, "piece S%" PRIu32 "\n", k);
        for (uint32_t i = 0; i < strips[k]; i++)
            put(f, "#");
        put(f, "\n");
    }
    put(f, "piece I copies=any\n###\npiece L copies=any\n##\n#.\n");
}

/* Strips so long that no window of 64 cells shows their ends: which of them lies in
 * which row is part of the state. */
static void test_strips(void **state)
{
    fixture *f = *state;

    for (unsigned i = 0; i < 300; i++) {
        bool has = true;

        put_strips(f);
        agrees(f, &has);
        assert_true(has);
    }
}

/* Enough pieces with ranges of copies that the code of what is left overflows; most of
 * them fit nowhere. */
static void test_codes(void **state)
{
    static const char *const shapes[] = {"###\n#..\n", "###\n.#.\n", "##.\n.##\n",
                                         "####\n",     "##\n##\n",   "##\n#.\n"};
    fixture *f = *state;
    unsigned solvable = 0;

    for (unsigned i = 0; i < 150; i++) {
        bool has = false;

        clear_text(f);
        put(f, "board\nZZZZZZ\nZZZZZZ\nZZZZZZ\nZZZZZ%c\n", chance(f, 50) ? 'Z' : '.');
        for (unsigned k = 0; k < 32; k++)
            put(f, "piece N%u copies=0..3\n%c\n", k, k < 26 ? 'a' + k : '0' + k - 26);
        for (unsigned k = 0; k < 6; k++)
            put(f, "piece P%u copies=0..%" PRIu32 "\n%s", k, 1 + below(f, 3),
                shapes[k]);
        agrees(f, &has);
        solvable += has;
    }
    assert_true(solvable > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_small, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_copies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sparse, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_even, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wide, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tall, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_strips, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_codes, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
