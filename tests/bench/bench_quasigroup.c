/* bench_quasigroup.c - Latin squares with holes, near the threshold where they are
 * hardest.
 *
 * A random Latin square loses 42 % of its cells (Gomes and Selman, "Problem structure
 * in the presence of perturbations", AAAI 1997; with 42 % of holes searches take
 * longest). To fill them is a cover: each hole, each number that a row lacks and each
 * that a column lacks is an item. There always is a solution, the square itself; the
 * seconds until one is found, by the plan of cq_solve on one thread, differ by orders
 * of magnitude from square to square. Squares are drawn by number, the same on every
 * machine.
 *
 * Squares are random by the moves of Jacobson and Matthews ("Generating uniformly
 * distributed random Latin squares", Journal of Combinatorial Designs 4, 1996): the
 * square is a cube of 0 and 1 with one 1 in every line. A move adds 1 to a 0 and
 * repairs the lines through it, along a subcube; a cell may become -1, which the next
 * move begins with. */
#include "generated.h"

enum { ORDER = 33, SQUARES = 8, HOLES_PERCENT = 42 };

static const double most_seconds = 20;

typedef struct square {
    unsigned order;
    int8_t cube[ORDER][ORDER][ORDER]; /* row, column, number */
    bool hole[ORDER][ORDER];
    bool in_row[ORDER][ORDER], in_col[ORDER][ORDER]; /* numbers that are given */
} square;

/* ---- a random square ---- */

/* One of the 1s in a line of the cube; there are two if the line has a -1. */
static unsigned find_one(generator *b, const square *q, const unsigned at[3],
                         unsigned axis)
{
    unsigned found = 0, seen = 0, to[3];

    memcpy(to, at, sizeof to);
    for (unsigned i = 0; i < q->order; i++) {
        to[axis] = i;
        if (q->cube[to[0]][to[1]][to[2]] == 1 && draw(b, 0, seen++) == 0)
            found = i;
    }
    return found;
}

/* Alternating signs over the corners of a subcube; true: no cell is -1 then. */
static bool make_move(generator *b, square *q, const unsigned at[3], unsigned far[3])
{
    for (unsigned axis = 0; axis < 3; axis++)
        far[axis] = find_one(b, q, at, axis);
    for (unsigned corner = 0; corner < 8; corner++) {
        int8_t *cell =
            &q->cube[corner & 1 ? far[0] : at[0]][corner & 2 ? far[1] : at[1]]
                    [corner & 4 ? far[2] : at[2]];

        *cell = (int8_t)(*cell + (__builtin_popcount(corner) % 2 ? -1 : 1));
    }
    return q->cube[far[0]][far[1]][far[2]] >= 0;
}

static void draw_square(generator *b, square *q)
{
    unsigned at[3], moves = q->order * q->order * q->order;
    bool proper = true;

    memset(q->cube, 0, sizeof q->cube);
    for (unsigned r = 0; r < q->order; r++)
        for (unsigned c = 0; c < q->order; c++)
            q->cube[r][c][(r + c) % q->order] = 1;
    for (unsigned i = 0; i < moves || !proper; i++) {
        unsigned far[3];

        for (unsigned axis = 0; proper && axis < 3; axis++)
            at[axis] = draw(b, 0, q->order - 1);
        if (proper && q->cube[at[0]][at[1]][at[2]])
            continue; /* a move begins at a 0 */
        proper = make_move(b, q, at, far);
        memcpy(at, far, sizeof at);
    }
}

/* ---- as a cover ---- */

static void draw_holes(generator *b, square *q)
{
    unsigned left = q->order * q->order, holes = left * HOLES_PERCENT / 100;

    memset(q->in_row, 0, sizeof q->in_row);
    memset(q->in_col, 0, sizeof q->in_col);
    for (unsigned r = 0; r < q->order; r++)
        for (unsigned c = 0; c < q->order; c++, left--) {
            q->hole[r][c] = draw(b, 1, left) <= holes;
            holes -= q->hole[r][c];
            for (unsigned k = 0; k < q->order; k++)
                if (!q->hole[r][c] && q->cube[r][c][k])
                    q->in_row[r][k] = q->in_col[c][k] = true;
        }
}

static cq_problem *pose_square(generator *b, const square *q)
{
    b->used = 0;
    for (unsigned i = 0; i < q->order; i++)
        for (unsigned k = 0; k < q->order; k++) {
            if (q->hole[i][k])
                put(b, "p%u_%u ", i, k);
            if (!q->in_row[i][k])
                put(b, "r%u_%u ", i, k);
            if (!q->in_col[i][k])
                put(b, "c%u_%u ", i, k);
        }
    put(b, "\n");
    for (unsigned r = 0; r < q->order; r++)
        for (unsigned c = 0; c < q->order; c++)
            for (unsigned k = 0; k < q->order; k++)
                if (q->hole[r][c] && !q->in_row[r][k] && !q->in_col[c][k])
                    put(b, "p%u_%u r%u_%u c%u_%u\n", r, c, r, k, c, k);
    return read_cover(b);
}

/* ---- measuring ---- */

static double find_one_solution(const generator *b, const cq_problem *problem,
                                bool *found)
{
    const cq_options options = CQ_OPTIONS(.seconds = most_seconds);
    cq_answer *answer = NULL;
    clock_t start = clock();
    double seconds;

    require(b, cq_solve(b->ctx, problem, CQ_GOAL_FIND, &options, &answer) == CQ_OK);
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    *found = cq_answer_verdict(answer) == CQ_YES;
    cq_answer_free(answer);
    return seconds;
}

static void measure_order(generator *b, square *q, unsigned order)
{
    printf("Latin squares of order %u with %d %% holes:", order, HOLES_PERCENT);
    for (unsigned i = 0; i < SQUARES; i++) {
        cq_problem *problem;
        bool found;
        double seconds;

        snprintf(b->name, sizeof b->name, "square %u of order %u", i, order);
        q->order = order;
        draw_square(b, q);
        draw_holes(b, q);
        problem = pose_square(b, q);
        seconds = find_one_solution(b, problem, &found);
        printf(found ? " %.3f" : " over %.0f", found ? seconds : most_seconds);
        fflush(stdout);
        cq_problem_free(problem);
    }
    printf(" s\n");
}

int main(void)
{
    generator *b = calloc(1, sizeof *b);
    square *q = calloc(1, sizeof *q);

    if (!b || !q)
        return 1;
    b->ctx = cq_context_new();
    cq_random_seed(&b->random, 1);
    for (unsigned order = 20; order <= 30; order += 5)
        measure_order(b, q, order);
    measure_order(b, q, ORDER);
    cq_context_free(b->ctx);
    free(b);
    free(q);
    return 0;
}
