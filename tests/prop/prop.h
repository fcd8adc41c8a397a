/* prop.h - property tests: inputs as text, properties as functions of a text.
 *
 * An input is always text in one of chequer's own formats. So a failure can be made
 * smaller by deleting pieces of the text, whatever it says, and can be written down as
 * a case.
 */
#ifndef CQ_TESTS_PROP_H
#define CQ_TESTS_PROP_H

#include "answer/answer.h"
#include "base/random.h"

/* ---- inputs ---- */

typedef enum form {
    FORM_ART,     /* the picture of a board */
    FORM_SPEC,    /* "torus:3x4-a1" and, on a second line, the pieces */
    FORM_PUZZLE,  /* a puzzle file */
    FORM_ODD,     /* one with equal pieces, pieces in several parts, joined edges */
    FORM_RULED,   /* one of both with rules about its pieces */
    FORM_PACKING, /* a puzzle file, or an odd one, with squares that stay free */
    FORM_WEIGHED, /* a packing, an odd puzzle or one with rules, with weights */
    FORM_PRICED,  /* Knuth's format with weights of options */
    FORM_FAMILY,  /* "torus:3xN" and, on a second line, the pieces */
    FORM_TOUR,    /* a board, on a second line the leaper, on a third the ends, on a
                   * fourth moves that must or must not be used */
    FORM_FIGURED, /* the same, on the fourth line also given numbers */
    FORM_GRAPH,   /* edges; the first line is a remark that says open or closed */
    FORM_COVER    /* Knuth's format */
} form;

enum { INPUT_SIZE = 4096 };

typedef struct input {
    form form;
    size_t size;
    char text[INPUT_SIZE]; /* NUL at the end */
} input;

__attribute__((format(printf, 2, 3))) void input_add(input *in, const char *format,
                                                     ...);

/* The problem in the input, or NULL if it does not parse. */
cq_problem *input_problem(cq_context *ctx, const input *in);
/* The puzzle with its board and its pieces alike under a symmetry of the square,
 * numbered as in chequer.h. */
void input_image(const input *in, unsigned symmetry, input *out);

/* ---- what is true, by the simplest means ---- */

/* The number of solutions, or -1 if it takes more than a moment. */
long brute_count(const cq_problem *problem);
/* The most squares of a board that pieces cover, at most as many of each as there are;
 * -1 if it takes more than a moment. */
long brute_most(const cq_problem *problem);
/* Every way to lay a piece of a tiling, as a set of cells; false if there are too
 * many cells. */
bool brute_each_lay(const cq_problem *problem,
                    void (*visit)(void *user, uint32_t piece, uint64_t cells),
                    void *user);
/* Whether a tiling keeps the rules: the part of each cell, or -1, and the pieces. */
bool brute_rules(const cq_problem *problem, const int *owner, const uint32_t *pieces,
                 int parts);
/* Whether a rule can only be judged in whole solutions: they have no proofs. */
bool is_sifted(const cq_problem *problem);
/* The same for tours (tours.c). */
long brute_tours(const cq_problem *problem);
bool brute_judge_tour(const cq_problem *problem, const cq_solution *solution);
/* Is it a solution? */
bool brute_judge(const cq_problem *problem, const cq_solution *solution);

/* Spoils a solution in one of several ways; it may by chance be right again. */
void mutate(cq_random *random, const cq_problem *problem, cq_context *ctx,
            cq_solution *solution);

/* ---- properties ---- */

enum { COMPLAINT_SIZE = 1024 };

typedef enum outcome {
    HOLDS,
    FAILS,
    BESIDE /* the input does not parse, or is too large to judge */
} outcome;

typedef struct trial {
    cq_context *ctx;
    cq_random random; /* seeded alike each time the input is tried again */
    const input *in;
    char complaint[COMPLAINT_SIZE];
} trial;

typedef struct property {
    const char *name;
    form form;
    outcome (*judge)(trial *t);
} property;

extern const property properties[];
extern const size_t property_count;

/* One trial in a context of its own; memory that was not given back is a failure. */
outcome attempt(const property *p, uint64_t seed, const input *in, char *complaint);
/* The same in a process of its own, where a crash is a failure too. */
outcome attempt_apart(const property *p, uint64_t seed, const input *in,
                      char *complaint);

typedef struct failure {
    uint64_t seed;        /* of the trial that failed */
    unsigned long beside; /* trials whose input said nothing */
    char complaint[COMPLAINT_SIZE];
} failure;

/* The input that belongs to a seed. */
void generate_seeded(const property *p, uint64_t seed, input *out);
/* Trials with seed, seed + 1, ... in a process of their own; false at a failure. */
bool try_many(const property *p, uint64_t seed, unsigned long runs, failure *out);

/* Makes the input as small as it gets while the property still fails. */
void shrink(const property *p, uint64_t seed, input *in, char *complaint);

#endif
