/* bench.c - counted work and time of the foundation, in one run.
 *
 * Seconds say little from one machine to the next. So each row also says how much work
 * was done, and compares its time with a reference row measured in the same run: moving
 * the same bytes, or reading and writing the same board. A row is the best of several
 * tries. Nothing passes or fails here by its time.
 */
#include "answer/answer.h"
#include "base/clock.h"
#include "base/random.h"
#include "problem/placement.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 1000, SIZE = SIDE * (SIDE + 1), TRIES = 5 };

typedef struct bench {
    cq_context *ctx;
    char *random_holes; /* art of SIDE x SIDE cells, one in a hundred gone */
    char *paired_holes; /* the same in neighbouring pairs: light and dark stay equal */
    double work;        /* of the last try */
    char unit[24];
} bench;

static void require(const bench *b, bool worked)
{
    if (worked)
        return;
    fprintf(stderr, "bench: %s\n", cq_error_text(b->ctx));
    exit(1);
}

static void did(bench *b, double work, const char *unit)
{
    b->work = work;
    snprintf(b->unit, sizeof b->unit, "%s", unit);
}

/* ---- boards to work on ---- */

static char *draw_board(cq_random *random, unsigned hole_width)
{
    char *art = malloc(SIZE);

    if (!art)
        exit(1);
    memset(art, '#', SIZE);
    for (size_t row = 0; row < SIDE; row++)
        art[row * (SIDE + 1) + SIDE] = '\n';
    for (size_t i = 0; i < (size_t)SIDE * SIDE / 100 / hole_width; i++) {
        size_t row = (size_t)cq_random_below(random, SIDE);
        size_t col = (size_t)cq_random_below(random, SIDE - hole_width + 1);
        char *at = art + row * (SIDE + 1) + col;

        if (at[0] == '#' && at[hole_width - 1] == '#')
            memset(at, '.', hole_width);
    }
    return art;
}

/* ---- what is measured ---- */

static void copy_bytes(bench *b)
{
    char *copy = malloc(SIZE);

    if (!copy)
        exit(1);
    memcpy(copy, b->random_holes, SIZE);
    did(b, copy[SIZE / 2] ? SIZE : 0, "bytes");
    free(copy);
}

static void read_board(bench *b)
{
    cq_board *board = NULL;

    require(b, cq_board_parse_art(b->ctx, b->random_holes, SIZE, &board) == CQ_OK);
    did(b, (double)cq_board_count(board), "cells");
    cq_board_free(board);
}

static void read_and_write_board(bench *b)
{
    FILE *out = fopen("/dev/null", "w");
    cq_board *board = NULL;

    if (!out)
        exit(1);
    require(b, cq_board_parse_art(b->ctx, b->random_holes, SIZE, &board) == CQ_OK);
    require(b, cq_board_write_art(b->ctx, board, out) == CQ_OK);
    did(b, (double)cq_board_count(board), "cells");
    fclose(out);
    cq_board_free(board);
}

static void place_pentominoes(bench *b)
{
    cq_placements placements = {0};
    cq_pieces pieces = {0};
    cq_board *board = NULL;

    require(b, cq_board_parse(b->ctx, "100x100", &board) == CQ_OK &&
                   cq_pieces_parse(b->ctx, cq_span_of("bench", "pentominoes"),
                                   &pieces) == CQ_OK &&
                   cq_placements_make(b->ctx, board, &pieces, &placements) == CQ_OK);
    did(b, (double)cq_placements_count(&placements), "placements");
    cq_placements_free(&placements);
    cq_pieces_free(&pieces);
    cq_board_free(board);
}

/* The engine's largest counter is its work. */
static void solve(bench *b, cq_problem *problem, const char *engine, cq_goal goal)
{
    const cq_options options = CQ_OPTIONS(.engine = engine);
    cq_answer *answer = NULL;

    require(b, cq_solve(b->ctx, problem, goal, &options, &answer) == CQ_OK);
    did(b, 0, "");
    for (size_t i = 0; i < answer->counters.count; i++)
        if ((double)answer->counters.at[i].value >= b->work)
            did(b, (double)answer->counters.at[i].value, answer->counters.at[i].name);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void match(bench *b, const char *art)
{
    cq_problem *problem = NULL;

    require(b, cq_problem_parse_puzzle(b->ctx, "bench", art, SIZE, &problem) == CQ_OK);
    solve(b, problem, "matching", CQ_GOAL_FIND);
}

static void match_paired(bench *b)
{
    match(b, b->paired_holes);
}

static void match_random(bench *b)
{
    match(b, b->random_holes);
}

static void count_dominoes(bench *b)
{
    cq_problem *problem = NULL;

    require(b, cq_problem_parse_board(b->ctx, "6x8", &problem) == CQ_OK);
    solve(b, problem, "backtrack", CQ_GOAL_COUNT);
}

static void solve_board(bench *b, const char *board, const char *engine, cq_goal goal)
{
    cq_problem *problem = NULL;

    require(b, cq_problem_parse_board(b->ctx, board, &problem) == CQ_OK);
    solve(b, problem, engine, goal);
}

static void sweep_16(bench *b)
{
    solve_board(b, "16x16", "frontier", CQ_GOAL_COUNT);
}

static void count_16(bench *b)
{
    solve_board(b, "16x16", "kasteleyn", CQ_GOAL_COUNT);
}

static void count_100(bench *b)
{
    solve_board(b, "100x100", "kasteleyn", CQ_GOAL_COUNT);
}

static void count_200(bench *b)
{
    solve_board(b, "200x200", "kasteleyn", CQ_GOAL_COUNT);
}

static void count_diamond(bench *b)
{
    solve_board(b, "aztec:200", "kasteleyn", CQ_GOAL_COUNT);
}

static void sample_20(bench *b)
{
    solve_board(b, "20x20", "kasteleyn", CQ_GOAL_SAMPLE);
}

static void weigh_100(bench *b)
{
    solve_board(b, "100x100", "kasteleyn", CQ_GOAL_PROBABILITIES);
}

static void lay_pentominoes(bench *b)
{
    cq_problem *problem = NULL;

    require(b, cq_problem_parse_board(b->ctx, "6x10", &problem) == CQ_OK &&
                   cq_problem_set_pieces(b->ctx, problem, "pentominoes") == CQ_OK);
    solve(b, problem, "backtrack", CQ_GOAL_FIND);
}

/* ---- the table ---- */

typedef struct row {
    const char *name;
    void (*run)(bench *b);
    int reference; /* the row it is compared with, or -1 */
} row;

static const row rows[] = {
    {"copy the art of 1000x1000", copy_bytes, -1},
    {"read 1000x1000", read_board, 0},
    {"read and write 1000x1000", read_and_write_board, 0},
    {"place 12 pentominoes on 100x100", place_pentominoes, 0},
    {"match 1000x1000, 1 % holes in pairs", match_paired, 2},
    {"match 1000x1000, 1 % holes at random", match_random, 2},
    {"count dominoes on 6x8, backtrack", count_dominoes, -1},
    {"lay 12 pentominoes on 6x10, backtrack", lay_pentominoes, -1},
    {"count dominoes on 16x16, frontier", sweep_16, -1},
    {"count dominoes on 16x16, kasteleyn", count_16, 8},
    {"count dominoes on 100x100, kasteleyn", count_100, -1},
    {"count dominoes on 200x200, kasteleyn", count_200, 10},
    {"count dominoes on aztec:200, kasteleyn", count_diamond, 10},
    {"draw a tiling of 20x20, kasteleyn", sample_20, -1},
    {"weigh dominoes on 100x100, kasteleyn", weigh_100, 10},
};
enum { ROWS = sizeof rows / sizeof *rows };

static double best_of(bench *b, const row *r)
{
    double best = 0;

    for (unsigned i = 0; i < TRIES; i++) {
        double start = cq_clock_seconds(), seconds;

        r->run(b);
        seconds = cq_clock_seconds() - start;
        best = i == 0 || seconds < best ? seconds : best;
        if (seconds > 2) /* long enough to be sure */
            break;
    }
    return best;
}

int main(void)
{
    bench b = {.ctx = cq_context_new()};
    double seconds[ROWS];
    cq_random random;

    if (!b.ctx)
        return 1;
    cq_random_seed(&random, 1);
    b.random_holes = draw_board(&random, 1);
    b.paired_holes = draw_board(&random, 2);
    printf("%-38s %14s %-18s %10s %8s\n", "", "work", "unit", "seconds", "ratio");
    for (int i = 0; i < ROWS; i++) {
        int reference = rows[i].reference;

        seconds[i] = best_of(&b, &rows[i]);
        printf("%-38s %14.0f %-18s %10.6f", rows[i].name, b.work, b.unit, seconds[i]);
        if (reference >= 0)
            printf(" %8.1f of '%s'", seconds[i] / seconds[reference],
                   rows[reference].name);
        printf("\n");
        fflush(stdout);
    }
    free(b.random_holes);
    free(b.paired_holes);
    cq_context_free(b.ctx);
    return 0;
}
