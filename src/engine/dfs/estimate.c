/* estimate.c - how large the tree is, by random probes.
 *
 * A probe goes down from the root, taking one of the choices at each level, all equally
 * likely. What is met below levels with a, b, c choices stands for a * b * c times as
 * much: its expectation is the number in the whole tree (Knuth, "Estimating the
 * efficiency of backtrack programs", Mathematics of Computation 29, 1975). The standard
 * error is that of the mean of the probes. It is reliable if the tree is balanced. If
 * most nodes are in a few branches, most probes see too little, and the standard error
 * is too small as well.
 *
 * Probes continue as long as the run may take. Without a limit, they end when the
 * errors are small, enough probes have been made, or a few seconds have passed. Each
 * block of probes has its own stream of random numbers, so other ranks can make it
 * (share_probes.c).
 */
#include "engine/dfs/probes.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/random.h"

#include <math.h>
#include <time.h>

enum { PROBES_LEAST = 1000, PROBES_MOST = 1000000 };

static const double seconds_most = 2; /* unless there is a limit of time */
static const double seconds_timed = 0.1;
static const double error_wanted = 0.01; /* of the value; the same holds */

/* The mean of what the probes saw, and of its square (Welford's method). */
typedef struct sample {
    double mean, squares;
} sample;

static void add(sample *s, double value, double count)
{
    double off = value - s->mean;

    s->mean += off / count;
    s->squares += off * (value - s->mean);
    cq_assert(count >= 1 && s->squares >= 0);
}

static double error_of(const sample *s, double count)
{
    return count > 1 ? sqrt(s->squares / (count - 1) / count) : 0;
}

/* What was met since the last level weighs as much as that. */
static void weigh(cq_dfs_guide *g)
{
    cq_assert(g->walk.nodes >= g->counted && g->walk.found >= g->seen);
    cq_assert(g->weight >= 1);
    g->work += (double)(g->walk.nodes - g->counted) * g->weight;
    g->solutions += (double)(g->walk.found - g->seen) * g->weight;
    g->counted = g->walk.nodes;
    g->seen = g->walk.found;
}

void cq_dfs_probe_branch(cq_dfs_guide *g, cq_dfs_level *level)
{
    weigh(g);
    level->next = (uint32_t)cq_random_below(g->random, level->count);
    level->end = level->next + 1;
    cq_assert(level->end <= level->count);
    g->weight *= level->count;
}

static cq_status probe(cq_dfs_guide *g)
{
    bool done;
    cq_status status;

    g->work = g->solutions = 0;
    g->weight = 1;
    g->counted = g->seen = 0;
    status = cq_dfs_guide_search(g, NULL, &done);
    weigh(g);
    return status;
}

/* With a limit of time, a part of it is left for all else. */
static bool is_late(const cq_run *run, double now)
{
    return run->deadline > 0 &&
           now >= run->deadline - 0.1 * (run->deadline - run->started);
}

static cq_status make_probes(cq_dfs_guide *g, cq_dfs_block *block)
{
    block->full = false;
    for (block->count = 0; block->count < CQ_DFS_BLOCK; block->count++) {
        if (block->count && is_late(g->boss->run, cq_clock_seconds()))
            return CQ_OK;
        cq_try(probe(g));
        if (g->ended)
            return CQ_OK;
        block->probes[block->count].nodes = g->work;
        block->probes[block->count].solutions = g->solutions;
    }
    block->full = true;
    return CQ_OK;
}

cq_status cq_dfs_probe_block(cq_dfs_guide *g, cq_dfs_block *block)
{
    uint64_t seed = cq_hash_u64(CQ_HASH_START, g->boss->run->seed);
    cq_random random;
    cq_status status;

    cq_random_seed(&random, cq_hash_u64(seed, block->number));
    g->random = &random;
    status = make_probes(g, block);
    g->random = NULL;
    return status;
}

typedef struct survey {
    sample nodes, solutions;
    double probes;
} survey;

static bool is_enough(const cq_run *run, const survey *s, double begun)
{
    double now = cq_clock_seconds(), seconds = now - begun;

    if (run->deadline > 0)
        return is_late(run, now);
    if (s->probes < PROBES_LEAST)
        return false;
    return s->probes >= PROBES_MOST || seconds >= seconds_most ||
           (error_of(&s->nodes, s->probes) <= error_wanted * s->nodes.mean &&
            error_of(&s->solutions, s->probes) <= error_wanted * s->solutions.mean);
}

/* Adds the probes of a block; *enough: they suffice, or nothing more may be done. */
static void add_block(cq_run *run, survey *s, const cq_dfs_block *block, double begun,
                      bool *enough)
{
    *enough = !block->full;
    for (unsigned i = 0; i < block->count; i++) {
        s->probes++;
        add(&s->nodes, block->probes[i].nodes, s->probes);
        add(&s->solutions, block->probes[i].solutions, s->probes);
        if (cq_run_poll(run) || is_enough(run, s, begun)) {
            *enough = true;
            return;
        }
    }
}

static cq_status add_probes(cq_dfs_guide *g, survey *s, double begun)
{
    cq_dfs_probers *probers = NULL;
    cq_status status = cq_dfs_probers_new(g, &probers);
    bool enough = false;

    while (status == CQ_OK && !enough) {
        cq_dfs_block block;

        status = cq_dfs_probers_next(probers, &block);
        if (status == CQ_OK)
            add_block(g->boss->run, s, &block, begun, &enough);
    }
    cq_dfs_probers_free(probers);
    return cq_run_see_stop(g->boss->run, status);
}

/* Of this thread: others may have the machine meanwhile. */
static double processor_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds a node takes: the beginning of the search itself is the measure, as probes
 * spend most of their time at nodes that are met once in a search. */
static cq_status time_nodes(cq_dfs_boss *boss, double *seconds)
{
    double begun = cq_clock_seconds();
    cq_dfs_guide g;
    cq_dfs_job *job = NULL;
    bool done;
    cq_status status = cq_dfs_guide_open(boss, CQ_DFS_SEARCH, &g);

    boss->until = begun + seconds_timed;
    cq_then(status, cq_dfs_job_new(boss->run->ctx, &(cq_dfs_path){0}, &job));
    if (status == CQ_OK) {
        begun = processor_seconds();
        status = cq_dfs_guide_search(&g, job, &done);
        *seconds = (processor_seconds() - begun) / ((double)g.walk.nodes + 1);
    }
    boss->until = 0;
    boss->run->answer->found = 0; /* of the whole nothing is known by that */
    cq_dfs_job_free(job);
    cq_dfs_guide_close(&g);
    return status;
}

static cq_status answer(cq_run *run, const survey *s, double seconds)
{
    cq_estimate *estimate = &run->answer->estimate;

    estimate->probes = (uint64_t)s->probes;
    estimate->nodes = s->nodes.mean;
    estimate->nodes_error = error_of(&s->nodes, s->probes);
    estimate->solutions = s->solutions.mean;
    estimate->solutions_error = error_of(&s->solutions, s->probes);
    estimate->seconds = seconds * s->nodes.mean;
    return cq_answer_add_counter(run->answer, "probes", estimate->probes);
}

cq_status cq_dfs_estimate(cq_dfs_boss *boss)
{
    bool follows = boss->run->ranks && boss->run->ranks->rank > 0;
    double begun = cq_clock_seconds(), seconds = 0;
    cq_dfs_guide g;
    survey s = {0};
    cq_status status;

    if (!follows)
        cq_try(time_nodes(boss, &seconds));
    status = cq_dfs_guide_open(boss, CQ_DFS_PROBE, &g);
    cq_then(status, follows ? cq_dfs_follow_probes(&g) : add_probes(&g, &s, begun));
    cq_dfs_guide_close(&g);
    return status == CQ_OK && s.probes > 0 ? answer(boss->run, &s, seconds) : status;
}
