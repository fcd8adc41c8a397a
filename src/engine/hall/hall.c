/* hall.c - tests the condition of the marriage theorem set by set.
 *
 * A board can be tiled with dominoes if and only if it has as many light squares as
 * dark ones, and every set of dark squares has at least as many light neighbours as
 * members (P. Hall, "On representatives of subsets", 1935). This engine tests all sets
 * of both colours, smallest first, so the first set that fails is a smallest possible
 * reason. n squares have 2^n sets: it is for teaching and for testing the other
 * engines. More than 24 squares of a colour are refused.
 *
 *  squares   of one colour, numbered 0 .. n-1; a set is the bits of a number
 *  beside    of each square: the set of its neighbours, in the other colour's numbers
 *  halves    the neighbours of every set of the squares 0 .. 11, and of 12 .. 23: those
 *            of any set are two look-ups away
 *
 * Sets of one size in ascending order: R. W. Gosper's step from a number to the next
 * with as many bits (HAKMEM, item 175, 1972). If no set fails the tiling exists, and
 * augmenting paths find it: from square to square, each recursion one domino deeper, 24
 * at most.
 */
#include "engine/engine.h"

#include "base/assert.h"

enum { MOST = 24, HALF = 12 };

typedef struct side {
    cq_cell squares[MOST];
    uint32_t beside[MOST];
    unsigned count;
} side;

typedef struct sets {
    cq_run *run;
    side sides[2];                 /* light, dark */
    uint32_t halves[2][1 << HALF]; /* of the side being looked at */
    uint64_t looked_at;
} sets;

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    size_t light, dark;

    (void)goal;
    if (!cq_board_two_coloured(problem->board))
        return cq_misfit("the board's squares cannot be coloured light and dark");
    cq_board_balance(problem->board, &light, &dark);
    if (light > MOST || dark > MOST)
        return cq_misfit(
            "it tests all sets of squares of one colour, of which there may be at "
            "most %d; use matching for larger boards",
            MOST);
    return cq_fit_for(CQ_RANK_DIRECT,
                      1e-3 +
                          3e-9 * (double)(UINT64_C(1) << (light > dark ? light : dark)),
                      "it looks at all sets of squares of a colour");
}

static unsigned number_of(const side *s, cq_cell square)
{
    unsigned i = 0;

    while (s->squares[i] != square) {
        cq_assert(i + 1 < s->count); /* neighbours are of the other colour */
        i++;
    }
    return i;
}

static void list_squares(sets *s)
{
    const cq_board *board = s->run->problem->board;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        side *own = &s->sides[cq_is_dark(board, cell)];

        if (cq_board_present(board, cell))
            own->squares[own->count++] = cell;
    }
    for (unsigned colour = 0; colour < 2; colour++) {
        side *own = &s->sides[colour];

        for (unsigned i = 0; i < own->count; i++) {
            cq_cell near[4];
            unsigned count = cq_board_neighbours(board, own->squares[i], near);

            while (count)
                own->beside[i] |= UINT32_C(1)
                                  << number_of(&s->sides[!colour], near[--count]);
        }
    }
}

/* The neighbours of every set of half the squares, each from that of one square less.
 * */
static void fill_halves(sets *s, const side *own)
{
    for (unsigned half = 0; half < 2; half++) {
        uint32_t *table = s->halves[half];

        table[0] = 0;
        for (uint32_t set = 1; set < 1u << HALF; set++) {
            unsigned last = (unsigned)__builtin_ctz(set) + half * HALF;

            table[set] =
                table[set & (set - 1)] | (last < own->count ? own->beside[last] : 0);
        }
    }
}

/* The first set of `size` squares with fewer neighbours, or 0. */
static uint32_t find_failing(sets *s, const side *own, unsigned size)
{
    uint32_t set = (UINT32_C(1) << size) - 1, end = UINT32_C(1) << own->count;

    cq_assert(size > 0 && own->count <= MOST);

    while (set < end) {
        uint32_t beside =
            s->halves[0][set & ((1u << HALF) - 1)] | s->halves[1][set >> HALF];
        uint32_t lowest = set & (0 - set), ripple = set + lowest;

        cq_assert((unsigned)__builtin_popcount(set) == size && ripple > set);
        s->looked_at++;
        if ((unsigned)__builtin_popcount(beside) < size)
            return set;
        if (s->looked_at % 65536 == 0 && cq_run_poll(s->run))
            return 0;
        set = ripple | ((set ^ ripple) >> 2) / lowest;
    }
    return 0;
}

/* The smallest failing set of either colour; 0 if there is none. */
static uint32_t find_smallest(sets *s, unsigned *colour)
{
    unsigned best = MOST + 1;
    uint32_t found = 0;

    for (unsigned c = 0; c < 2; c++) {
        const side *own = &s->sides[c];

        fill_halves(s, own);
        for (unsigned size = 1; size <= own->count && size < best; size++) {
            uint32_t set = find_failing(s, own, size);

            if (s->run->stop != CQ_FINISHED)
                return 0;
            if (set) {
                found = set;
                best = size;
                *colour = c;
            }
        }
    }
    return found;
}

static cq_status refute(sets *s, unsigned colour, uint32_t set)
{
    cq_certificate certificate = {.proof = CQ_PROOF_HALL};
    cq_status status = CQ_OK;

    for (; set && status == CQ_OK; set &= set - 1)
        status = cq_vec_push(s->run->ctx, &certificate.members,
                             s->sides[colour].squares[__builtin_ctz(set)]);
    if (status == CQ_OK)
        cq_run_refute(s->run, &certificate);
    cq_certificate_free(&certificate);
    return status;
}

/* Gives a light square to a dark one; those that have it look for another. `tried` are
 * the light squares that have been asked already. */
static bool give(const side *dark, unsigned i, unsigned char owner[MOST],
                 uint32_t *tried)
{
    uint32_t left;

    while ((left = dark->beside[i] & ~*tried)) {
        unsigned light = (unsigned)__builtin_ctz(left);

        *tried |= UINT32_C(1) << light;
        if (owner[light] == MOST || give(dark, owner[light], owner, tried)) {
            owner[light] = (unsigned char)i;
            return true;
        }
    }
    return false;
}

static cq_status tile(sets *s)
{
    const side *light = &s->sides[0], *dark = &s->sides[1];
    unsigned char owner[MOST];
    cq_solution solution = {0};
    cq_status status = CQ_OK;
    bool enough;

    for (unsigned i = 0; i < MOST; i++)
        owner[i] = MOST;
    for (unsigned i = 0; i < dark->count; i++) {
        uint32_t tried = 0;

        if (!give(dark, i, owner, &tried))
            return cq_fail(s->run->ctx, CQ_DEFECT,
                           "no set of squares has too few neighbours, yet no tiling "
                           "was found");
    }
    for (unsigned i = 0; i < light->count && status == CQ_OK; i++) {
        cq_cell cells[2] = {light->squares[i], dark->squares[owner[i]]};
        cq_assert(owner[i] < dark->count);

        status = cq_solution_add(s->run->ctx, &solution, 0, cells, 2);
    }
    cq_then(status, cq_run_found(s->run, &solution, &enough));
    cq_solution_free(&solution);
    return status;
}

static cq_status run_hall(cq_run *run)
{
    sets *s = cq_zalloc(run->ctx, 1, sizeof *s);
    unsigned colour = 0;
    uint32_t failing;
    cq_status status;

    cq_try_memory(s);
    s->run = run;
    list_squares(s);
    failing = find_smallest(s, &colour);
    status = cq_answer_add_counter(run->answer, "sets looked at", s->looked_at);
    if (status == CQ_OK && failing)
        status = refute(s, colour, failing);
    else if (status == CQ_OK && run->stop == CQ_FINISHED)
        status = tile(s);
    cq_free(s);
    return status;
}

const cq_engine cq_engine_hall = {
    .name = "hall",
    .summary = "dominoes by Hall's condition, set by set: boards of up to 48 squares",
    .goals = CQ_GOALS_OF_ONE,
    .can = CQ_ONLY_DOMINOES,
    .fits = fits,
    .run = run_hall,
};
