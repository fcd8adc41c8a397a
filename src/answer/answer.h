/* answer.h - answers as data: verdict, solutions, number, certificate, what was done.
 */
#ifndef CQ_ANSWER_ANSWER_H
#define CQ_ANSWER_ANSWER_H

#include "answer/goal.h"
#include "problem/problem.h"

#include <gmp.h>

/* One solution.
 *   tiling: part i is piece labels[i] on the cells members[starts[i] .. starts[i + 1])
 *   cover:  part i is option labels[i]; starts and members are empty
 *   tour:   members is the vertices in order; labels and starts are empty */
struct cq_solution {
    cq_u32s labels;
    cq_u32s starts; /* tiling: one more than labels */
    cq_u32s members;
};

void cq_solution_free(cq_solution *solution);
void cq_solution_clear(cq_solution *solution); /* keeps the room */
cq_status cq_solution_copy(cq_context *ctx, const cq_solution *solution,
                           cq_solution *out);
/* The same solution with its parts in the order of their first cells, or of the
 * options: `solution` itself if it is so already, else made in `scratch`. */
cq_status cq_solution_order(cq_context *ctx, const cq_solution *solution,
                            cq_solution *scratch, const cq_solution **out);
/* Appends a placement to a tiling. */
cq_status cq_solution_add(cq_context *ctx, cq_solution *solution, uint32_t piece,
                          const uint32_t *cells, size_t count);

/* Squares of the board that no part covers, ascending. */
cq_status cq_solution_uncovered(cq_context *ctx, const cq_board *board,
                                const cq_solution *solution, cq_u32s *out);
/* A tiling without the blanks for its free squares: itself if the problem has none,
 * else made in `scratch`. */
cq_status cq_solution_strip(cq_context *ctx, const cq_problem *problem,
                            const cq_solution *solution, cq_solution *scratch,
                            const cq_solution **out);
/* The way back: blanks on all squares that are not covered, if the problem has any. */
cq_status cq_solution_fill(cq_context *ctx, const cq_problem *problem,
                           cq_solution *solution);

/* The proof and its members: see cq_proof. */
struct cq_certificate {
    cq_proof proof;
    cq_u32s members;
    cq_i64s weights; /* WEIGHTS: a number for each cell of the grid */
    cq_i64s values;  /* WEIGHTS: a number for each piece */
    uint32_t modulus;
    uint64_t work;
};

void cq_certificate_free(cq_certificate *certificate);
cq_status cq_certificate_copy(cq_context *ctx, const cq_certificate *certificate,
                              cq_certificate *out);
enum { CQ_PROOFS = CQ_PROOF_SUMS + 1 }; /* kinds of proof, with none */
bool cq_proof_find(const char *name, cq_proof *out);
/* What the members of a proof about a problem of this kind are. */
typedef enum cq_members {
    CQ_MEMBERS_NONE, /* it has none */
    CQ_MEMBERS_CELLS,
    CQ_MEMBERS_VERTICES,
    CQ_MEMBERS_ITEMS,
    CQ_MEMBERS_PIECES,
    CQ_MEMBERS_COLOURS
} cq_members;
cq_members cq_proof_members(cq_proof proof, cq_kind kind);
/* Whether such a proof can be about such a problem. */
bool cq_proof_suits(cq_proof proof, cq_kind kind);
/* Whether it has the right number of members and all are cells, pieces, items or
 * vertices of the problem: then it can be put into words and checked. */
bool cq_certificate_fits(const cq_certificate *certificate, const cq_problem *problem);

typedef struct cq_counter {
    char name[24]; /* "lays", "phases" */
    uint64_t value;
} cq_counter;

/* What is found out beside solutions. */
typedef struct cq_findings {
    cq_u32s left;     /* max: cells that stay empty */
    uint64_t bound;   /* max, not of dominoes: at least this many stay empty */
    cq_u32s removed;  /* repair: cells to take away */
    cq_u32s restored; /* repair: holes to fill; the solution then covers what is left */
    CQ_VEC(cq_pair) pairs; /* forced (values 0 and 1 only), probabilities (all pairs) */
    cq_solution parts; /* probabilities of other pieces, or of options: all of them */
    cq_u32s copies;    /* copies: rows, in each a number for every piece */
    /* In decimal: solutions that have each part, or each row of copies; index: one. */
    CQ_VEC(char *) numbers;
    CQ_VEC(cq_copy_bound) bounds;   /* bounds: of each piece */
    CQ_VEC(cq_certificate) reasons; /* bounds: the weights that they follow from */
} cq_findings;

/* The digits of a number; free with cq_free. */
char *cq_decimal(cq_context *ctx, const mpz_t number);

void cq_findings_free(cq_findings *findings);
/* Adds a pair, in either order; `exact` is copied and may be NULL. */
cq_status cq_findings_add(cq_context *ctx, cq_findings *findings, cq_cell a, cq_cell b,
                          double value, const char *exact);
cq_status cq_findings_number(cq_context *ctx, cq_findings *findings,
                             const mpz_t number);
/* Copies: a row for all pieces, and how many tilings have them. */
cq_status cq_findings_row(cq_context *ctx, cq_findings *findings,
                          const uint32_t *copies, size_t pieces, const mpz_t number);
/* The board after the repair; free with cq_board_free. A restored cell has no colour.
 * */
cq_status cq_findings_board(cq_context *ctx, const cq_board *board,
                            const cq_findings *findings, cq_board **out);

/* An answer to a part that has no solutions says neither yes nor no. */
struct cq_answer {
    cq_context *ctx;
    cq_kind kind;
    cq_goal goal;
    cq_verdict verdict;
    cq_stop stop;
    CQ_VEC(cq_solution) solutions;
    CQ_VEC(uint64_t) classes; /* unique: how many solutions are like each listed one */
    CQ_VEC(char *) values;    /* cheapest, dearest: what each listed one costs */
    char *limit;    /* cheapest, dearest, stopped: none is better than this; or NULL */
    char *total;    /* total: the sum; or NULL */
    char by[8];     /* total: the variables that were kept; "": all */
    uint64_t found; /* solutions seen, also those handed on and not kept */
    uint64_t earlier; /* of these, how many in the runs that this one took up */
    /* Read from text, which tells neither that a list is complete nor that it was drawn
     * at random; and whether a solution was read as one of several that it fits. */
    bool bare, unclear;
    bool chained;         /* sample: drawn by a Markov chain, not exactly uniform */
    bool unique;          /* of solutions that a symmetry makes of one another, one */
    bool symmetric;       /* only solutions that a symmetry takes to themselves */
    uint32_t part, parts; /* of the search tree; 0 of 0: all of it */
    char tree[64];        /* of a part: the tree, who made it and how it was cut */
    cq_estimate estimate; /* see cq_answer_estimated */
    bool counted;
    mpz_t count;
    char *count_text; /* made when asked for */
    cq_certificate certificate;
    char *reason; /* the certificate as a sentence */
    cq_findings findings;
    char engine[32];
    char second[32]; /* the engine that found the same count by other means, or "" */
    char confirmed[192]; /* how it was confirmed, or why not; "" if unknown */
    CQ_VEC(cq_counter) counters;
    double seconds;
};

/* By the enums, and NULL after the last. */
extern const char *const cq_verdict_words[], *const cq_stop_words[],
                                                 *const cq_kind_words[];

static inline bool cq_answer_estimated(const cq_answer *answer)
{
    return answer->estimate.probes || answer->estimate.states > 0;
}

cq_status cq_answer_new(cq_context *ctx, cq_kind kind, cq_goal goal, cq_answer **out);
/* Takes over the text of what the next listed solution costs; frees it on failure. */
cq_status cq_answer_add_value(cq_answer *answer, char *value);
void cq_answer_drop_values(cq_answer *answer);
cq_status cq_answer_add_counter(cq_answer *answer, const char *name, uint64_t value);
/* The problem that the certificate is about: of the most pieces, that no packing leaves
 * fewer squares free than its bound; of all else the problem itself. Free with
 * cq_problem_free, unless *made is NULL. */
cq_status cq_answer_subject(cq_context *ctx, const cq_problem *problem,
                            const cq_answer *answer, cq_problem **made,
                            const cq_problem **out);
/* The certificate as one sentence for people, e.g. "30 dark squares against 32 light
 * ones, and every domino covers one of each". Sets answer->reason. */
cq_status cq_answer_explain(cq_answer *answer, const cq_problem *problem);

/* One solution as text: letters for a tiling, a line an option for a cover, the numbers
 * grid for a tour of a board, names for a tour of a graph. */
cq_status cq_text_solution(cq_context *ctx, FILE *out, const cq_problem *problem,
                           const cq_solution *solution);
/* What an answer says beside its solutions, as text. */
cq_status cq_text_outcome(cq_context *ctx, FILE *out, const cq_problem *problem,
                          const cq_answer *answer);
/* Whether it begins as a TOUR file does, and has a TOUR_SECTION (tour_read.c). */
bool cq_text_is_tsplib_tour(const cq_text *text);

/* Whether the letters of a tiling are the first letters of the pieces' names: there are
 * at least two, they differ, and no piece comes in any number of copies. */
bool cq_text_initials(const cq_problem *problem);

/* Labels for the parts of a tiling so that parts sharing an edge differ: smallest-last
 * greedy colouring, at most 7 labels if the parts are connected (otherwise it may need
 * more). labels[i] from 0. */
cq_status cq_solution_colour(cq_context *ctx, const cq_problem *problem,
                             const cq_solution *solution, uint32_t *labels,
                             uint32_t *used);

#endif
