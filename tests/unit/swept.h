/* swept.h - a sweep of the engine frontier over a problem, with its layers kept. */
#ifndef CQ_TESTS_UNIT_SWEPT_H
#define CQ_TESTS_UNIT_SWEPT_H

#include "engine/frontier/sweep.h"
#include "posed.h"

typedef struct bench {
    cq_placements placements;
    cq_cover cover;
    cq_run run;
    cq_order order;
    cq_plan plan;
    cq_sweep sweep;
    mpz_t number;
} bench;

/* A sweep with its layers kept. */
static inline void open_bench(fixture *f, bench *b, size_t most_kept)
{
    const cq_problem *problem = f->problem;
    const cq_cover *cover = &problem->cover;

    memset(b, 0, sizeof *b);
    if (problem->kind == CQ_TILING) {
        assert_int_equal(
            cq_placements_make(ctx, problem->board, &problem->pieces, &b->placements),
            CQ_OK);
        assert_int_equal(cq_tiling_lower(ctx, problem->board, &problem->pieces,
                                         &b->placements, &b->cover),
                         CQ_OK);
        cover = &b->cover;
    }
    b->run = (cq_run){.ctx = ctx, .problem = problem, .threads = 1};
    assert_int_equal(cq_answer_new(ctx, problem->kind, CQ_GOAL_COUNT, &b->run.answer),
                     CQ_OK);
    assert_int_equal(cq_order_find(&b->run, cover,
                                   cover == &b->cover ? &b->placements : NULL,
                                   &b->order),
                     CQ_OK);
    assert_int_equal(cq_plan_make(ctx, cover, &b->order, NULL, &b->plan), CQ_OK);
    assert_int_equal(cq_sweep_new(&b->run, &b->plan, NULL, NULL, &b->sweep), CQ_OK);
    b->sweep.keeping = b->sweep.whole = true;
    b->sweep.most_kept = most_kept;
    assert_int_equal(cq_sweep_run(&b->sweep), CQ_OK);
    assert_true(!most_kept || b->sweep.end < 2 || b->sweep.apart > 1);
    mpz_init(b->number);
    assert_int_equal(cq_sweep_total(&b->sweep, b->number), CQ_OK);
}

static inline void close_bench(bench *b)
{
    mpz_clear(b->number);
    cq_sweep_free(&b->sweep);
    cq_plan_free(&b->plan);
    cq_order_free(&b->order);
    cq_answer_free(b->run.answer);
    cq_cover_free(&b->cover);
    cq_placements_free(&b->placements);
}

#endif
