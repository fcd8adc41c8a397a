/* judge.h - what the files of the checker share: its own, not for others. */
#ifndef CQ_CHECK_JUDGE_H
#define CQ_CHECK_JUDGE_H

#include "base/bitset.h"
#include "base/keys.h"
#include "base/wide.h"
#include "check/check.h"
#include "check/check_forms.h"
#include "check/steps.h"

/* Scratch for one problem. Marks are compared with a number that grows with every
 * solution, so that nothing has to be cleared between two of them. */
struct cq_checker {
    cq_context *ctx;
    const cq_problem *problem;
    cq_forms forms;   /* tilings */
    uint32_t mark;    /* marks above it belong to the solution being judged */
    uint32_t top;     /* the highest mark given out */
    size_t places;    /* how many marks there are */
    uint32_t *marks;  /* of cells, items or vertices */
    uint32_t *chosen; /* covers: marks of options */
    uint32_t *used;   /* tilings: copies of pieces; covers: options with an item */
    uint32_t *colour; /* covers: the colour on which a secondary item was agreed */
    cq_word *visited; /* tours: vertices that have been */
    uint32_t *region; /* tilings with regions to be seen: of cells, another in theirs */
};

/* Writes the sentence and returns the verdict, so that `return cq_judge_say(...)`
 * reads well. */
cq_verdict cq_judge_say(char sentence[CQ_SENTENCE_SIZE], cq_verdict verdict,
                        const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Each makes or judges for one kind of problem. CQ_YES is a right solution; CQ_UNKNOWN:
 * cq_poll has stopped the judge. */
cq_status cq_judge_tiling_start(cq_checker *checker);
cq_verdict cq_judge_tiling(cq_checker *checker, const cq_solution *solution,
                           char sentence[CQ_SENTENCE_SIZE]);
/* The same for the rules about pieces, of a tiling whose parts are marked. */
cq_verdict cq_judge_rules(const cq_checker *checker, const cq_solution *solution,
                          char sentence[CQ_SENTENCE_SIZE]);
/* Whether every rule turns into a rule if the pieces turn into one another. */
bool cq_judge_rules_turned(const cq_pieces *pieces, const uint32_t *becomes);
cq_status cq_judge_cover_start(cq_checker *checker);
cq_verdict cq_judge_cover(cq_checker *checker, const cq_solution *solution,
                          char sentence[CQ_SENTENCE_SIZE]);
cq_status cq_judge_tour_start(cq_checker *checker);
cq_verdict cq_judge_tour(cq_checker *checker, const cq_solution *solution,
                         char sentence[CQ_SENTENCE_SIZE]);
/* A new solution, with marks mark + 1 .. mark + parts. */
void cq_judge_next(cq_checker *checker, size_t parts);

/* One certificate on its way through the checker. A judge of proofs returns a status
 * for its calls and leaves its finding here. */
typedef struct cq_hearing {
    cq_context *ctx;
    const cq_problem *problem;
    const cq_certificate *certificate;
    uint64_t nodes; /* the budget for repeating a search */
    bool all;       /* no budget: whatever can be repeated is, however long it takes */
    cq_verdict verdict;
    char *sentence; /* CQ_SENTENCE_SIZE */
} cq_hearing;

/* Sets verdict and sentence; returns CQ_OK. */
cq_status cq_find(cq_hearing *hearing, cq_verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same of what is wrong; returns false. */
bool cq_find_wrong(cq_hearing *hearing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

cq_status cq_judge_area(cq_hearing *hearing);
cq_status cq_judge_supply(cq_hearing *hearing);
cq_status cq_judge_colours(cq_hearing *hearing);
cq_status cq_judge_unplaceable(cq_hearing *hearing);
cq_status cq_judge_uncoverable(cq_hearing *hearing);
cq_status cq_judge_hall(cq_hearing *hearing);
cq_status cq_judge_weights(cq_hearing *hearing);
/* Whether every placement sums to its piece's value by the certificate's weights, with
 * a finding if not; *board is the sum of the board. */
cq_status cq_weigh_placements(cq_hearing *hearing, int64_t *board, bool *right);
/* From 0 to below the modulus; itself if that is 0. */
int64_t cq_weight_modulo(int64_t value, uint32_t modulus);
cq_status cq_judge_vertex_cover(cq_hearing *hearing);
cq_status cq_judge_degree(cq_hearing *hearing);
cq_status cq_judge_balance(cq_hearing *hearing);
cq_status cq_judge_numbers(cq_hearing *hearing);
cq_status cq_judge_sums(cq_hearing *hearing);
/* Whether a walk, which begins with the number `first` + 1 and goes round, has the sums
 * of a magic tour. A line that has another is left in *wrong. */
bool cq_sums_agree(const cq_problem *problem, const uint32_t *walk, uint32_t first,
                   uint32_t *wrong);
cq_status cq_judge_ends(cq_hearing *hearing);
cq_status cq_judge_symmetric(cq_hearing *hearing);
cq_status cq_judge_cut(cq_hearing *hearing);
cq_status cq_judge_factor(cq_hearing *hearing);
cq_status cq_judge_exhausted(cq_hearing *hearing);

/* A search of the checker's own: what is asked of it, and what comes of it. */
typedef struct cq_visitor {
    cq_status (*visit)(void *user, const cq_solution *solution);
    void *user;
} cq_visitor;

typedef struct cq_recount {
    uint64_t most;      /* nodes */
    uint64_t enough;    /* solutions; 0: all are asked for */
    cq_visitor visitor; /* if it visits, it sees each solution */
    uint64_t found;
    uint64_t nodes; /* visited */
    bool complete;  /* all was visited: `found` is the number of solutions */
    /* Of classes: */
    bool too_symmetric; /* there are more symmetries than are looked at */
    double beside;      /* seconds that all images of all solutions take, about */
} cq_recount;

cq_status cq_recount_problem(cq_context *ctx, const cq_problem *problem,
                             cq_recount *recount);
cq_status cq_recount_cover(cq_context *ctx, const cq_cover *cover, cq_recount *recount);
cq_status cq_recount_tours(cq_context *ctx, const cq_problem *problem,
                           cq_recount *recount);
/* What the answer is about, which may be classes of solutions or symmetric ones
 * (check_classes.c): of these all are counted. */
cq_status cq_recount_answer(cq_context *ctx, const cq_problem *problem,
                            const cq_answer *answer, cq_recount *recount);

/* How long the search for all solutions takes, about, by random probes that take ten
 * milliseconds; 0: the problem is too large to look at. */
enum { CQ_PROBES = 100, CQ_PROBE_STEPS = 1 << 20 };
cq_status cq_foresee_recount(cq_context *ctx, const cq_problem *problem,
                             double *seconds);
cq_status cq_foresee_cover(cq_context *ctx, const cq_cover *cover, double *seconds);
cq_status cq_foresee_tours(cq_context *ctx, const cq_problem *problem, double *seconds);
/* The same in words: "a plain search would take about 3 h". */
enum { CQ_HOW_LONG_SIZE = 80 };
void cq_put_how_long(double seconds, char out[CQ_HOW_LONG_SIZE]);
/* As a finding, after what is known without the search. What is done with the solutions
 * takes `beside` seconds more. */
cq_status cq_find_too_long(cq_hearing *hearing, double beside, const char *known);

/* A count by a sweep of the checker's own (plain_sweep.c), given up after so much
 * work. */
typedef struct cq_plain_count {
    cq_wide found;
    uint64_t work;
    bool complete;
} cq_plain_count;

cq_status cq_plain_sweep_problem(cq_context *ctx, const cq_problem *problem,
                                 uint64_t most, cq_plain_count *out);

/* Whether a tour has the ends and the symmetry asked for; a closed one may begin
 * anywhere. `places` has room for the grid if a symmetry is asked for. */
bool cq_tour_suits(const cq_problem *problem, const uint32_t *walk, uint32_t *places);

/* The same for equal solutions, in whatever order their parts are. */
cq_digest cq_digest_solution(const cq_problem *problem, const cq_solution *solution);
cq_status cq_same_solution(cq_context *ctx, const cq_problem *problem,
                           const cq_solution *a, const cq_solution *b, bool *out);

/* For an answer about classes of solutions or symmetric ones (check_classes.c): whether
 * the listed ones are such, with a finding if one is not. */
cq_status cq_judge_classes(cq_hearing *hearing, const cq_answer *answer, bool *right);

/* Finds two listed solutions that are the same, by number from 0; *out is false if all
 * differ. All of them must be right. */
cq_status cq_find_repeated(cq_context *ctx, const cq_problem *problem,
                           const cq_solution *solutions, size_t count, size_t *first,
                           size_t *second, bool *out);

#endif
