/* bench_effort.c - what engines count, and how long they take: the data of tools/tune.
 *
 * Generated problems are counted or solved by each engine of their race, alone, for
 * three tenths of a second at the most, on one thread. A line for each run:
 *
 *     problem,goal,engine,unit,unit,unit,unit,unit,seconds
 *
 * Seconds are those of the processor, the lesser of two runs. A run that was stopped
 * tells as much of its rates as one that came to its end. The argument is how many
 * problems; they are others than those of bench_regret.
 */
#include "mixture.h"

#include "base/clock.h"
#include "solve/effort.h"
#include "solve/solve.h"

static const double most_seconds = 0.3;

enum { RUNS = 2 };

static cq_status keep_none(cq_run *run, const cq_solution *solution)
{
    (void)run;
    (void)solution;
    return CQ_OK;
}

/* What the engine counted, and the seconds it took. */
static double run_engine(const generator *b, const cq_problem *problem, cq_goal goal,
                         const cq_engine *engine, double units[CQ_UNITS])
{
    double now = cq_clock_seconds();
    cq_run run = {.ctx = b->ctx,
                  .problem = problem,
                  .goal = goal,
                  .threads = 1,
                  .started = now,
                  .deadline = now + most_seconds,
                  .rates = cq_effort_rates(engine, goal),
                  .on_found = keep_none};
    clock_t start = clock();
    cq_status status;

    require(b, cq_answer_new(b->ctx, problem->kind, goal, &run.answer) == CQ_OK);
    status = engine->run(&run);
    require(b, status == CQ_OK || status == CQ_MEMORY);
    memcpy(units, run.spent, sizeof run.spent);
    cq_answer_free(run.answer);
    cq_run_unlist(&run, problem);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Of those of ten kinds two in three are counted. */
static cq_goal effort_goal(unsigned number)
{
    if (number % 2)
        return number / 2 / MIXTURE % 3 == 2 ? CQ_GOAL_FIND : CQ_GOAL_COUNT;
    return goal_of(number / 2);
}

static void measure(const generator *b, const cq_problem *problem, unsigned number,
                    const char *name)
{
    const cq_engine *engine = cq_engine_find(name);
    double units[CQ_UNITS], least = 0;

    for (unsigned i = 0; i < RUNS; i++) {
        double again[CQ_UNITS];
        double seconds = run_engine(b, problem, effort_goal(number), engine, again);

        if (i > 0 && seconds / (again[0] + 1) >= least / (units[0] + 1))
            continue;
        least = seconds;
        memcpy(units, again, sizeof units);
    }
    printf("%u,%s,%s", number, cq_goal_name(effort_goal(number)), name);
    for (unsigned i = 0; i < CQ_UNITS; i++)
        printf(",%.0f", units[i]);
    printf(",%.6f\n", least);
}

/* The twelve pentominoes on a board of 8 x 8 with a hole in each of four columns. */
static cq_problem *pose_pentominoes(generator *b)
{
    cq_problem *problem = NULL;

    draw_board(b, 8, 8, 4);
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_pieces(b->ctx, problem, "pentominoes") == CQ_OK);
    return problem;
}

/* Every other one is of the kinds that bench_regret judges by; of the others some take
 * long. */
static cq_problem *pose_any(generator *b, unsigned number)
{
    unsigned items = draw(b, 50, 70), terms = draw(b, 9, 15);

    snprintf(b->name, sizeof b->name, "problem %u", number);
    b->used = 0;
    if (number % 2)
        return pose_mixed(b, number / 2);
    switch (number / 2 % 9) {
    case 5: return pose_cover(b, items, 14 * items, items);
    case 6: return pose_pentominoes(b);
    case 7: return pose_queens(b, terms);
    case 8: return pose_langford(b, terms);
    default: return pose(b, number / 2);
    }
}

static void measure_all(generator *b, unsigned number)
{
    cq_problem *problem = pose_any(b, number);
    cq_solve_plan *plan = NULL;
    const cq_stage *stage;

    require(b, cq_solve_plan_new(b->ctx, problem, effort_goal(number), NULL, &plan) ==
                   CQ_OK);
    for (size_t i = 0; (stage = cq_solve_plan_stage(plan, i)); i++)
        for (size_t k = 0; stage->kind == CQ_STAGE_RACE && k < stage->count; k++)
            measure(b, problem, number, stage->engines[k]);
    cq_solve_plan_free(plan);
    cq_problem_free(problem);
}

int main(int argc, char **argv)
{
    generator *b = calloc(1, sizeof *b);
    unsigned problems = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 400;

    if (!b)
        return 1;
    b->ctx = cq_context_new();
    cq_random_seed(&b->random, 2);
    printf("problem,goal,engine,unit,unit,unit,unit,unit,seconds\n");
    for (unsigned i = 0; i < problems; i++)
        measure_all(b, i);
    cq_context_free(b->ctx);
    free(b);
    return 0;
}
