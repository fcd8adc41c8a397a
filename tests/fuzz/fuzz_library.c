/* fuzz_library.c - calls of the public interface, in any legal order.
 *
 * The bytes are a program: each call takes its number and its arguments from them. What
 * is made is kept in a few slots, problems may be solved in another context than their
 * own, and at the end all is freed. Arguments may be anything but wild pointers: NULL,
 * numbers past the end, names twice, no squares at all. Whatever comes, a call returns
 * a status, and a failure has a sentence; an answer holds what its readers say.
 */
#include "fuzz.h"

enum { SLOTS = 4, CALLS_MOST = 48, NAMES = 8 };

typedef struct program {
    const uint8_t *at, *end;
    cq_context *contexts[2];
    cq_board *boards[SLOTS];
    cq_problem *problems[SLOTS];
    cq_answer *answers[SLOTS];
    size_t owners[SLOTS]; /* which problem an answer is to; SLOTS: one that is gone */
} program;

static uint8_t next(program *p)
{
    return p->at < p->end ? *p->at++ : 0;
}

/* Mostly small, now and then absurd. */
static uint32_t number(program *p)
{
    uint8_t byte = next(p);

    return byte < 250    ? byte % 12
           : byte == 250 ? UINT32_MAX
                         : UINT32_MAX >> (byte % 32);
}

static cq_context *context(program *p)
{
    return p->contexts[next(p) % 2];
}

static const char *name(program *p)
{
    static const char *const names[NAMES] = {"a",   "b",   "a1",  "",
                                             "x y", "1|c", "d:e", "a"};
    uint8_t byte = next(p);

    return byte == 255 ? NULL : names[byte % NAMES];
}

static void check(cq_context *ctx, cq_status status)
{
    fuzz_require(status != CQ_DEFECT);
    fuzz_require(status == CQ_OK || *cq_error_text(ctx) != '\0');
}

/* ---- boards ---- */

static void make_board(program *p)
{
    size_t slot = next(p) % SLOTS;
    cq_context *ctx = p->contexts[0];

    if (p->boards[slot])
        return;
    check(ctx, cq_board_new(ctx, number(p) % 64, number(p) % 64,
                            (cq_surface)(next(p) % 4), &p->boards[slot]));
}

static void set_cell(program *p)
{
    cq_board *board = p->boards[next(p) % SLOTS];
    static const char colours[] = {0, '#', 'a', 'b', '7', '!', '\xfd', '#'};

    check(p->contexts[0], cq_board_set(p->contexts[0], board, number(p),
                                       colours[next(p) % sizeof colours]));
}

/* ---- problems ---- */

static cq_problem **free_slot(program *p)
{
    size_t slot = next(p) % SLOTS;

    return p->problems[slot] ? NULL : &p->problems[slot];
}

static void make_problem(program *p)
{
    cq_problem **slot = free_slot(p);
    cq_context *ctx = p->contexts[0];
    const cq_board *board = p->boards[next(p) % SLOTS];
    cq_tour_move moves[2] = {
        {(int32_t)number(p), (int32_t)number(p), next(p) % 2, next(p) % 4 == 0},
        {.down = 1, .right = -2}};
    uint32_t ends[16];
    const char *names[] = {"a", "b", "c", "d", "e", "f", "g", next(p) % 2 ? "h" : "a"};

    if (!slot)
        return;
    for (size_t i = 0; i < 16; i++)
        ends[i] = number(p) % 10;
    switch (next(p) % 5) {
    case 0: check(ctx, cq_problem_new_tiling(ctx, board, slot)); break;
    case 1: check(ctx, cq_problem_new_cover(ctx, slot)); break;
    case 2:
        check(ctx,
              cq_problem_new_tour(ctx, board, moves, next(p) % 3, next(p) % 2, slot));
        break;
    case 3:
        check(ctx, cq_problem_new_graph(ctx, number(p) % 9, ends, next(p) % 9,
                                        next(p) % 2 && *ends == 0 ? names : NULL,
                                        next(p) % 2, slot));
        break;
    default:
        check(ctx, cq_problem_parse_board(ctx, next(p) % 2 ? "3x4" : "4x4-a1", slot));
    }
}

static void add_piece(program *p, cq_problem *problem)
{
    cq_square squares[5];
    cq_piece_info piece = {.name = name(p),
                           .squares = squares,
                           .count = next(p) % 6,
                           .least = number(p) % 3,
                           .most = number(p),
                           .rotate = next(p) % 2,
                           .flip = next(p) % 2};

    for (size_t i = 0; i < 5; i++)
        squares[i] = (cq_square){(int32_t)number(p) % 4, (int32_t)number(p) % 4,
                                 next(p) % 8 ? '#' : 'a'};
    check(p->contexts[0], cq_problem_add_piece(p->contexts[0], problem, &piece, NULL));
}

static void change_problem(program *p)
{
    cq_problem *problem = p->problems[next(p) % SLOTS];
    cq_context *ctx = p->contexts[0];
    cq_item_info item = {name(p), next(p) % 2, number(p) % 3, number(p)};
    cq_entry_info entries[] = {{number(p), NULL}, {number(p), name(p)}};
    cq_cell cells[] = {number(p), number(p)};

    switch (next(p) % 7) {
    case 0: add_piece(p, problem); break;
    case 1: check(ctx, cq_problem_place(ctx, problem, number(p), cells, 2)); break;
    case 2: check(ctx, cq_problem_add_item(ctx, problem, &item, NULL)); break;
    case 3:
        check(ctx, cq_problem_add_option(ctx, problem, entries, next(p) % 3, NULL));
        break;
    case 4:
        check(ctx, cq_problem_set_ends_at(ctx, problem, number(p), number(p)));
        break;
    case 5:
        check(ctx, cq_problem_set_pieces(ctx, problem, next(p) % 2 ? "L3*" : NULL));
        break;
    default:
        check(ctx, cq_problem_set_tour(ctx, problem, next(p) % 2 ? "1,2" : "(0,1)",
                                       next(p) % 2));
    }
}

static void drop_problem(program *p)
{
    size_t slot = next(p) % SLOTS;

    cq_problem_free(p->problems[slot]);
    p->problems[slot] = NULL;
    for (size_t i = 0; i < SLOTS; i++)
        p->owners[i] = p->owners[i] == slot ? SLOTS : p->owners[i];
}

/* ---- solving and reading ---- */

static void solve(program *p)
{
    size_t from = next(p) % SLOTS, to = next(p) % SLOTS;
    cq_context *ctx = context(p);
    cq_options options =
        CQ_OPTIONS(.work = 20, .first = 3, .samples = next(p) % 3,
                   .unique = next(p) % 2, .symmetric = next(p) % 8 == 0,
                   .nth = next(p) % 2 ? "1" : NULL);

    if (p->answers[to])
        return;
    if (next(p) == 255)
        options.size = number(p); /* not initialised */
    check(ctx, cq_solve(ctx, p->problems[from], (cq_goal)(next(p) % 15), &options,
                        &p->answers[to]));
    p->owners[to] = from;
}

/* The tiling of a repaired board may lie on squares that were added. */
static bool is_square(const cq_problem *problem, cq_goal goal, cq_cell cell)
{
    return goal == CQ_GOAL_REPAIR || cq_board_colour(cq_problem_board(problem), cell);
}

static void read_solution(const cq_problem *problem, cq_goal goal,
                          const cq_solution *solution)
{
    cq_part part;
    size_t count;
    const uint32_t *walk = cq_solution_walk(solution, &count);

    for (size_t i = 0; i < count; i++)
        fuzz_require(walk[i] < cq_problem_vertices(problem));
    for (size_t i = 0; cq_solution_part(solution, i, &part); i++) {
        fuzz_require(cq_problem_kind(problem) == CQ_TILING
                         ? part.number < cq_problem_pieces(problem)
                         : part.number < cq_problem_options(problem));
        for (size_t k = 0; k < part.count; k++)
            fuzz_require(is_square(problem, goal, part.cells[k]));
    }
    fuzz_require(!cq_solution_part(solution, cq_solution_parts(solution), &part));
}

static void read_answer(program *p)
{
    size_t slot = next(p) % SLOTS;
    const cq_answer *answer = p->answers[slot];
    const cq_problem *problem =
        answer && p->owners[slot] < SLOTS ? p->problems[p->owners[slot]] : NULL;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict = CQ_UNKNOWN;
    size_t count;

    if (!problem)
        return;
    for (size_t i = 0; i < cq_answer_solutions(answer); i++)
        read_solution(problem, cq_answer_goal(answer), cq_answer_solution(answer, i));
    fuzz_require(!cq_answer_solution(answer, cq_answer_solutions(answer)));
    cq_certificate_members(cq_answer_certificate(answer), &count);
    check(p->contexts[1],
          cq_check(p->contexts[1], problem, answer, &verdict, sentence));
    fuzz_require(verdict != CQ_NO || cq_answer_stop(answer) != CQ_FINISHED);
}

static void drop_answer(program *p)
{
    size_t slot = next(p) % SLOTS;

    cq_answer_free(p->answers[slot]);
    p->answers[slot] = NULL;
}

/* A problem that was changed is another one: answers to the old one are dropped. */
static void change(program *p)
{
    for (size_t i = 0; i < SLOTS; i++)
        p->owners[i] = SLOTS;
    change_problem(p);
}

static void cancel(program *p)
{
    cq_context *ctx = context(p);

    cq_cancel(ctx);
    if (next(p) % 4)
        cq_cancel_undo(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const calls[])(program *) = {
        make_board, set_cell, make_problem, change,      change, change,
        solve,      solve,    read_answer,  drop_answer, cancel, drop_problem};
    program p = {
        .at = data, .end = data + size, .owners = {SLOTS, SLOTS, SLOTS, SLOTS}};

    for (size_t i = 0; i < 2; i++)
        p.contexts[i] = fuzz_start();
    for (size_t i = 0; i < CALLS_MOST && p.at < p.end; i++)
        calls[next(&p) % (sizeof calls / sizeof *calls)](&p);
    for (size_t i = 0; i < SLOTS; i++) {
        cq_answer_free(p.answers[i]);
        cq_problem_free(p.problems[i]);
        cq_board_free(p.boards[i]);
    }
    fuzz_end(p.contexts[0]);
    return fuzz_end(p.contexts[1]);
}
