/* engine.h - what an engine is, and what it may ask of the run that it serves.
 *
 * An engine is a row in the table of src/solve/registry.c: a name, the goals it serves,
 * whether it fits a problem, its rank and the seconds it expects (the three members of
 * cq_fit in chequer.h), and a function that runs it. It knows problems and answers,
 * never the command or the checker: cq_run_found decides what happens to a solution.
 */
#ifndef CQ_ENGINE_ENGINE_H
#define CQ_ENGINE_ENGINE_H

#include "answer/answer.h"
#include "problem/breaking.h"
#include "problem/placement.h"

typedef struct cq_run cq_run;
struct cq_checkpoint;

enum { CQ_UNITS = 5 }; /* at most, of the work of an engine */

/* How an engine decides. */
typedef enum cq_way {
    CQ_WAY_OTHER,
    CQ_WAY_SEARCH, /* it tries one partial solution after the other */
    CQ_WAY_BOUND,  /* the same, but it turns back if nothing better can come */
    CQ_WAY_SWEEP,  /* it goes over the problem once, with all of them merged */
    CQ_WAY_RESTART /* it begins anew in another order, again and again */
} cq_way;

typedef struct cq_engine {
    const char *name;
    const char *summary; /* one line for the list of engines */
    unsigned goals;      /* bits 1 << cq_goal */
    unsigned refutes;    /* goals for which it can only show that there is nothing */
    unsigned can;        /* bits CQ_CAN_... */
    cq_breaks breaks;    /* how it wants symmetry broken, if it heeds that */
    cq_way way;          /* of those of one way only the first runs in a race */
    const char *units[CQ_UNITS]; /* of its work, of those that may race */
    cq_fit (*fits)(const cq_problem *problem, cq_goal goal);
    /* CQ_OK when done or stopped (run->stop says which); otherwise what went wrong. */
    cq_status (*run)(cq_run *run);
} cq_engine;

#define CQ_GOAL_BIT(goal) (1u << (goal))
/* What whoever makes one solution can do, and what whoever goes through all can. */
#define CQ_GOALS_OF_ONE (CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_WHY))
#define CQ_GOALS_OF_ALL                                                                \
    (CQ_GOALS_OF_ONE | CQ_GOAL_BIT(CQ_GOAL_ALL) | CQ_GOAL_BIT(CQ_GOAL_COUNT))

enum {
    CQ_CAN_RESUME = 1, /* writes checkpoints and takes them up again */
    CQ_CAN_PART = 2,   /* searches a part of its tree alone */
    /* Tours: */
    CQ_CAN_ENDS = 4,         /* keeps problem->from and problem->to */
    CQ_CAN_SYMMETRY = 8,     /* keeps problem->symmetric */
    CQ_CAN_OUTLINE = 16,     /* needs no lists: problem->graph may be a mere outline */
    CQ_CAN_ORDER = 32,       /* decides items in the order that the caller gives */
    CQ_ONLY_PROVES = 64,     /* says no or nothing */
    CQ_CAN_MOVE_ORDER = 128, /* tours: tries moves in the order that the caller gives */
    CQ_CAN_MUST = 256,       /* tours: keeps to the edges that must be used */
    CQ_CAN_MUST_OPEN = 512,  /* in open tours, too */
    CQ_CAN_NUMBERS = 1024,   /* tours: keeps to given numbers */
    CQ_CAN_MAGIC = 2048,     /* tours: keeps to the sums of magic ones */
    CQ_CAN_WEIGHTS = 4096,   /* draws samples by weight */
    CQ_ONLY_DOMINOES = 8192  /* is asked only about them, in any number */
};

struct cq_run {
    cq_context *ctx;
    const cq_problem *problem;
    cq_problem view; /* the problem, once cq_run_lists has made lists for its graph */
    cq_goal goal;
    uint64_t first;           /* stop after this many solutions; 0: never */
    uint64_t samples;         /* goal sample: how many */
    const char *nth;          /* goal nth: which, from 1 on, in decimal */
    const char *by;           /* goal total: variables to keep; NULL: all */
    const cq_solution *given; /* goal index: the solution whose number is asked for */
    uint64_t seed;
    cq_ties ties;
    uint64_t steps;         /* for each start; 0: as the engine likes */
    double start_seconds;   /* likewise; 0: no limit */
    const char *move_order; /* see cq_options; cq_move_order reads it */
    cq_cut cut;
    cq_join join;
    unsigned threads;      /* at least 1 */
    const cq_ranks *ranks; /* processes that take part, or NULL: this one alone */
    uint32_t *epoch;       /* the number of the search that they take part in */
    bool followed;         /* in another rank than 0: it has taken part */
    uint32_t part, parts;  /* of the search tree: part 1 to parts; 0 of 0: all of it */
    const uint32_t *order; /* items of the cover, as the caller wants them decided */
    size_t order_count;    /* or NULL and 0 */
    const char *scratch;   /* the folder for what memory has no room for; NULL: any */
    struct cq_checkpoint *checkpoint; /* NULL: none is written or resumed */
    const cq_breaking *breaking;      /* tilings: placements to leave out; or NULL */
    cq_answer *answer;
    cq_stop stop;             /* CQ_FINISHED as long as nothing stopped it */
    double started, deadline; /* on cq_clock_seconds; deadline 0: none */
    uint64_t work, worked;    /* units allowed, 0: any number; and done */
    double next_progress;
    /* Engines that may run side by side count their work in units of their own: they
     * add what they have done, and set a meter that adds what they are at. Rates, which
     * are those of solve/effort.c, make them comparable. */
    double spent[CQ_UNITS];
    void (*meter)(const void *state, double units[CQ_UNITS]);
    const double *rates; /* nanoseconds of each unit; NULL: nobody compares */
    /* Set by whoever runs several side by side: asked at every poll, in place of the
     * clock; true stops. */
    bool (*on_poll)(cq_run *run);
    void *racer;
    /* Set by the engine: fills in share, work and unit of the progress. */
    void (*progress)(void *state, cq_progress *progress);
    void *state;
    const uint64_t *counted; /* see cq_run_counts */
    const char *unit;
    cq_solution *handed; /* the solution just found, if it may be taken */
    mpq_t *value;        /* of the solution just found, as the engine says; or NULL */
    struct cq_keeper *keeper; /* while all are listed for the best (keep_best.c) */
    /* Set by whoever started the run. */
    cq_status (*on_found)(cq_run *run, const cq_solution *solution);
    bool passed_over; /* set by on_found: the solution is not among those wanted */
    bool sifted;      /* on_found passes some over: only it knows when it has enough */
    bool (*on_progress)(void *user, const cq_progress *progress);
    void *user;
};

/* Called every thousand steps or so, which makes a unit of work: tells the engine to
 * stop (cancelled, out of time, all allowed work done, or the caller has enough), and
 * reports progress about ten times a second. */
bool cq_run_poll(cq_run *run);
/* The same for a thread that watches others work, which have polled `polls` times. */
bool cq_run_poll_for(cq_run *run, uint64_t polls);
/* An engine's opinion of a problem, with its reason as for printf: it does not fit; or
 * it fits and will take about that many seconds, which are negative if unknown. */
cq_fit cq_misfit(const char *format, ...) __attribute__((format(printf, 1, 2)));
cq_fit cq_fit_for(cq_rank rank, double seconds, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* From now on the progress of the run is this counter, and no share is known. */
void cq_run_counts(cq_run *run, const uint64_t *counted, const char *unit);
/* What was done so far, by the rates of the run. */
double cq_run_effort(const cq_run *run);
/* The engine is done: what its meter shows is spent. */
void cq_run_spend(cq_run *run);

/* Sees to it that the graph of a tour has its lists: run->problem is then a view that
 * has them, and that cq_run_unlist drops. */
cq_status cq_run_lists(cq_run *run);
void cq_run_unlist(cq_run *run, const cq_problem *problem);
/* What an engine calls may have met the end of the time, or a cancellation, that the
 * engine itself did not see: then run->stop says it, and the status is no failure. */
cq_status cq_run_see_stop(cq_run *run, cq_status status);
/* Hands over a solution; *enough says that no more are wanted. */
cq_status cq_run_found(cq_run *run, const cq_solution *solution, bool *enough);
/* The same for a solution that the engine needs no longer: it may be taken. */
cq_status cq_run_hand_over(cq_run *run, cq_solution *solution, bool *enough);
/* Counts a solution without looking at it (goal count). */
void cq_run_counted(cq_run *run);
/* The exact number of solutions, found without listing them (goal count). */
void cq_run_number(cq_run *run, const mpz_t count);
/* Of a run for the best that was stopped: no solution is better than this. */
cq_status cq_run_limit(cq_run *run, const mpq_t limit);
/* What all solutions weigh together (goal total). */
cq_status cq_run_total(cq_run *run, const cq_weight *sum, const cq_variables *letters);
/* The verdict no, with its reason; members move into the answer. */
void cq_run_refute(cq_run *run, cq_certificate *certificate);
/* All was searched: yes if something was found, else no by exhaustion after `work`. */
void cq_run_exhausted(cq_run *run, uint64_t work);
/* Goal nth: the number asked for, from 0 on; any other goal: 0. CQ_REFUSED if it is
 * no number, or not below that of all solutions. */
cq_status cq_run_which(const cq_run *run, const mpz_t solutions, mpz_t out);
/* Goal index: the number of the solution, from 0 on. */
cq_status cq_run_numbered(cq_run *run, const mpz_t number);

/* Runs a search for covers on the run's problem: a cover as it is, or a tiling as the
 * cover it amounts to, with the placements that its options stand for (else NULL). */
typedef cq_status cq_cover_fn(cq_run *run, const cq_cover *cover,
                              const cq_placements *placements);
cq_status cq_run_as_cover(cq_run *run, cq_cover_fn *search);
/* Appends an option to a solution: as the placement that it stands for, or as it is if
 * `placements` is NULL. In line: it is called for every part of every solution. */
static inline cq_status cq_run_add_option(cq_run *run, const cq_placements *placements,
                                          uint32_t option, cq_solution *solution)
{
    uint32_t first, count;

    if (!placements)
        return cq_vec_push(run->ctx, &solution->labels, option);
    cq_assert(option < cq_placements_count(placements));
    first = placements->starts.at[option];
    count = placements->starts.at[option + 1] - first;
    return cq_solution_add(run->ctx, solution, placements->pieces.at[option],
                           placements->cells.at + first, count);
}

/* The engine restart for covers (search/cover_restarts.c), and the unit of its work. */
cq_cover_fn cq_restart_cover;
enum { CQ_RESTART_UPDATES = 2 };

extern const cq_engine cq_engine_necessary;
extern const cq_engine cq_engine_colouring;
extern const cq_engine cq_engine_matching;
extern const cq_engine cq_engine_cftp;
extern const cq_engine cq_engine_shuffle;
extern const cq_engine cq_engine_frontier;
extern const cq_engine cq_engine_hall;
extern const cq_engine cq_engine_gomory;
extern const cq_engine cq_engine_direct;
extern const cq_engine cq_engine_kasteleyn;
extern const cq_engine cq_engine_plugs;
extern const cq_engine cq_engine_backtrack;
extern const cq_engine cq_engine_branch;
extern const cq_engine cq_engine_tough;
extern const cq_engine cq_engine_warnsdorff;
extern const cq_engine cq_engine_cuts;
extern const cq_engine cq_engine_multipath;
extern const cq_engine cq_engine_conversion;
extern const cq_engine cq_engine_walk;
extern const cq_engine cq_engine_weave;
extern const cq_engine cq_engine_dlx;
extern const cq_engine cq_engine_polyomino;
extern const cq_engine cq_engine_restart;
extern const cq_engine cq_engine_search;
extern const cq_engine cq_engine_rotation;
extern const cq_engine cq_engine_figured;
extern const cq_engine cq_engine_biaxial;
extern const cq_engine cq_engine_sums;

#endif
