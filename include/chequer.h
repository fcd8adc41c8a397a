/* chequer.h - boards, pieces, covers and tours: the whole public interface.
 *
 * A problem is read from text or built; an engine solves it; the answer is data that
 * the checker has judged before you see it.
 *
 *     cq_context *ctx = cq_context_new();
 *     cq_problem *problem = NULL;
 *     cq_answer *answer = NULL;
 *     if (cq_problem_parse_board(ctx, "8x8-a1,h8", &problem) == CQ_OK &&
 *         cq_solve(ctx, problem, CQ_GOAL_FIND, NULL, &answer) == CQ_OK)
 *         puts(cq_verdict_name(cq_answer_verdict(answer)));
 *
 * Ownership: free what `_new`, `_parse`, `_read` and `_solve` gave you, before you free
 * its context; everything else is borrowed. Freeing NULL is allowed.
 *
 * Errors: a call that can fail returns a cq_status. Its result goes through the last
 * pointer, which is untouched on failure; the context then holds the message.
 *
 * Threads: different contexts are independent. One context, and what was made in it,
 * belongs to one thread at a time; only cq_cancel may come from anywhere, also from a
 * signal handler.
 */
#ifndef CHEQUER_H
#define CHEQUER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CQ_API __attribute__((visibility("default")))
#else
#define CQ_API
#endif

/* ---- Did the call work? ---- */

typedef enum cq_status {
    CQ_OK,
    CQ_MEMORY,  /* an allocation failed, or would have passed the memory limit */
    CQ_INPUT,   /* text or data that is not what it should be: see cq_error_* */
    CQ_IO,      /* a file could not be read or written */
    CQ_REFUSED, /* the engine asked for does not do this; the message says why */
    CQ_STOPPED, /* cancelled, or out of time: what was being made is not complete */
    CQ_DEFECT   /* an answer failed its own check: a mistake of this library */
} cq_status;

typedef struct cq_context cq_context;

CQ_API const char *cq_version(void);
CQ_API const char *cq_status_name(cq_status status);

CQ_API cq_context *cq_context_new(void);
CQ_API void cq_context_free(cq_context *ctx);

/* The limit counts what this library allocates in this context; 0 means no limit. */
CQ_API void cq_context_limit_memory(cq_context *ctx, size_t bytes);
CQ_API size_t cq_context_memory_used(const cq_context *ctx);
CQ_API size_t cq_context_memory_peak(const cq_context *ctx);

/* Asks whatever runs in this context to stop soon. Safe in a signal handler. */
CQ_API void cq_cancel(cq_context *ctx);

/* Remarks that are no errors ("piece A is in two parts"), one sentence each. */
typedef void cq_note_fn(void *user, const char *sentence);
CQ_API void cq_context_on_note(cq_context *ctx, cq_note_fn *fn, void *user);

/* The last failed call's message, one sentence; line and column count from 1, and are 0
 * where there is no position. */
CQ_API const char *cq_error_text(const cq_context *ctx);
CQ_API const char *cq_error_source(const cq_context *ctx);
CQ_API size_t cq_error_line(const cq_context *ctx);
CQ_API size_t cq_error_column(const cq_context *ctx);

/* ---- Boards ---- */

typedef struct cq_board cq_board;

/* A cell is row * cols + col, row 0 at the top; holes have numbers too. */
typedef uint32_t cq_cell;
#define CQ_NO_CELL UINT32_MAX

typedef enum cq_surface {
    CQ_PLANE,
    CQ_CYLINDER, /* the left edge joins the right edge */
    CQ_TORUS     /* and the top edge the bottom edge */
} cq_surface;

/* "8x8", "8x8-a1,h8", "8x8-0:0,7:7", "aztec:4", "torus:6x9", "cylinder:4x10-b2" */
CQ_API cq_status cq_board_parse(cq_context *ctx, const char *spec, cq_board **out);
/* ASCII art: '#' a cell, '.' or a space none, a letter or digit a cell of that colour.
 */
CQ_API cq_status cq_board_parse_art(cq_context *ctx, const char *text, size_t size,
                                    cq_board **out);
CQ_API void cq_board_free(cq_board *board);

CQ_API uint32_t cq_board_rows(const cq_board *board);
CQ_API uint32_t cq_board_cols(const cq_board *board);
CQ_API cq_surface cq_board_surface(const cq_board *board);
CQ_API size_t cq_board_count(const cq_board *board); /* cells that are there */
CQ_API bool cq_board_has(const cq_board *board, uint32_t row, uint32_t col);
/* 0 where there is no cell, '#' for a cell without colour, else its letter or digit. */
CQ_API char cq_board_colour(const cq_board *board, cq_cell cell);
CQ_API cq_status cq_board_write_art(cq_context *ctx, const cq_board *board, FILE *out);

/* Names as in chess: columns a..z, aa, ab ...; rows from 1 at the bottom. */
#define CQ_CELL_NAME_SIZE 24
CQ_API const char *cq_cell_name(const cq_board *board, cq_cell cell,
                                char name[CQ_CELL_NAME_SIZE]);
/* Understands "e4" and "4:4" (row:column from the top left, from 0). */
CQ_API cq_status cq_cell_parse(cq_context *ctx, const cq_board *board, const char *name,
                               cq_cell *out);

/* The symmetries of the square, as bits: a turn by k quarter turns clockwise is bit k;
 * a reflection left to right followed by that turn is bit 4 + k. */
typedef enum cq_symmetry {
    CQ_IDENTITY = 0,
    CQ_TURN_90 = 1,
    CQ_TURN_180 = 2,
    CQ_TURN_270 = 3,
    CQ_MIRROR = 4
} cq_symmetry;

/* Which of the eight map the board onto itself; with colours, each cell onto its
 * colour. */
CQ_API unsigned cq_board_symmetries(const cq_board *board, bool with_colours);
/* Where a symmetry of the board takes each cell: images holds rows * cols of them, and
 * CQ_NO_CELL for holes. */
CQ_API void cq_board_images(const cq_board *board, unsigned symmetry, cq_cell *images);

/* ---- Problems ---- */

typedef struct cq_problem cq_problem;

typedef enum cq_kind {
    CQ_TILING, /* cover a board with pieces */
    CQ_COVER,  /* choose options that cover every item exactly */
    CQ_TOUR    /* visit every vertex of a graph (of a board and a leaper) once */
} cq_kind;

#define CQ_ANY_COPIES UINT32_MAX

/* A board alone is to be covered with dominoes. */
CQ_API cq_status cq_problem_parse_board(cq_context *ctx, const char *spec,
                                        cq_problem **out);
/* A puzzle file, or the ASCII art of a board. */
CQ_API cq_status cq_problem_parse_puzzle(cq_context *ctx, const char *name,
                                         const char *text, size_t size,
                                         cq_problem **out);
/* Bare drawings, empty lines between them: a region, then tiles that may be used any
 * number of times, neither turned nor turned over; '#' is a unit, all else is none. */
CQ_API cq_status cq_problem_parse_drawn(cq_context *ctx, const char *name,
                                        const char *text, size_t size,
                                        cq_problem **out);
/* Replaces the pieces: "domino*", "pentominoes", "L3*,I3*0..4". */
CQ_API cq_status cq_problem_set_pieces(cq_context *ctx, cq_problem *problem,
                                       const char *sets);
/* A cover in Knuth's text format. */
CQ_API cq_status cq_problem_parse_cover(cq_context *ctx, const char *name,
                                        const char *text, size_t size,
                                        cq_problem **out);
/* Turns a board's problem into a tour; leaper is "1,2" or a union "1,2+0,1". */
CQ_API cq_status cq_problem_set_tour(cq_context *ctx, cq_problem *problem,
                                     const char *leaper, bool closed);
/* Where a tour starts and ends, as squares or vertices by name; NULL: anywhere. A
 * closed tour's end is the square before its start. */
CQ_API cq_status cq_problem_set_ends(cq_context *ctx, cq_problem *problem,
                                     const char *from, const char *to);
/* Asks for a tour that is mapped onto itself by a turn ("180", "90") or a reflection
 * ("mirror") of its board. */
CQ_API cq_status cq_problem_set_symmetric(cq_context *ctx, cq_problem *problem,
                                          const char *kind);
/* A graph as edge list, DIMACS, TSPLIB HCP or graph6, to be toured. */
CQ_API cq_status cq_problem_parse_graph(cq_context *ctx, const char *name,
                                        const char *text, size_t size, bool closed,
                                        cq_problem **out);
CQ_API void cq_problem_free(cq_problem *problem);
CQ_API cq_kind cq_problem_kind(const cq_problem *problem);
CQ_API const cq_board *cq_problem_board(const cq_problem *problem); /* or NULL */

/* ---- Answers ---- */

typedef struct cq_answer cq_answer;

typedef enum cq_verdict { CQ_UNKNOWN, CQ_YES, CQ_NO } cq_verdict;

typedef enum cq_stop {
    CQ_FINISHED,
    CQ_STOP_CANCELLED,
    CQ_STOP_TIME,
    CQ_STOP_MEMORY,
    CQ_STOP_LIMIT, /* as many solutions as were asked for */
    CQ_STOP_WORK   /* as much work as was allowed */
} cq_stop;

CQ_API const char *cq_verdict_name(cq_verdict verdict);
CQ_API const char *cq_stop_name(cq_stop stop);

CQ_API void cq_answer_free(cq_answer *answer);
CQ_API cq_verdict cq_answer_verdict(const cq_answer *answer);
CQ_API cq_stop cq_answer_stop(const cq_answer *answer);
CQ_API size_t cq_answer_solutions(const cq_answer *answer);
/* How many solutions there are in the class of a solution, by number from 0, if the
 * answer is to `unique`; else 0. */
CQ_API uint64_t cq_answer_class_size(const cq_answer *answer, size_t index);
/* The exact count in decimal, or NULL where none was made; borrowed. */
CQ_API const char *cq_answer_count(const cq_answer *answer);
/* CQ_GOAL_INDEX: the number of the solution, in decimal, from 1 on; else NULL. */
CQ_API const char *cq_answer_index(const cq_answer *answer);
/* CQ_GOAL_COPIES: rows of numbers of copies, one of each piece, and how many tilings
 * have just so many, in decimal. NULL past the last row. */
CQ_API const uint32_t *cq_answer_copies(const cq_answer *answer, size_t row,
                                        const char **tilings);
/* One sentence that says why it cannot be done; NULL unless the verdict is CQ_NO. */
CQ_API const char *cq_answer_reason(const cq_answer *answer);
CQ_API const char *cq_answer_engine(const cq_answer *answer);

/* By random probes into the search tree; each with its standard error. probes is 0
 * where only a sweep was looked at. */
typedef struct cq_estimate {
    uint64_t probes;
    double nodes, nodes_error;
    double solutions, solutions_error;
    double seconds; /* that the search would take on one thread */
    /* Of a sweep (engine frontier), where one was looked at, else 0: states at the
     * peak, bytes for them, and the time on one thread. */
    double states, bytes, sweep_seconds;
} cq_estimate;

/* NULL unless the goal was CQ_GOAL_ESTIMATE and it has been made. */
CQ_API const cq_estimate *cq_answer_estimate(const cq_answer *answer);

CQ_API cq_status cq_answer_read(cq_context *ctx, const cq_problem *problem,
                                const char *name, const char *text, size_t size,
                                cq_answer **out);
CQ_API cq_status cq_answer_write_text(cq_context *ctx, const cq_problem *problem,
                                      const cq_answer *answer, FILE *out);
CQ_API cq_status cq_answer_write_json(cq_context *ctx, const cq_problem *problem,
                                      const cq_answer *answer, FILE *out);

/* ---- Solving ---- */

typedef enum cq_goal {
    CQ_GOAL_FIND, /* one solution, or the proof that there is none */
    CQ_GOAL_ALL,
    CQ_GOAL_COUNT,
    CQ_GOAL_WHY,    /* only the reason why not */
    CQ_GOAL_SAMPLE, /* solutions drawn at random, all equally likely */
    /* Dominoes only: */
    CQ_GOAL_MAX,    /* as many as fit, and the squares left over */
    CQ_GOAL_REPAIR, /* the fewest squares to remove or give back */
    CQ_GOAL_FORCED, /* which lie in every tiling, and which in none */
    /* How likely each placement or option is in a random solution. */
    CQ_GOAL_PROBABILITIES,
    /* How large the search is and how many solutions there are, about. */
    CQ_GOAL_ESTIMATE,
    /* The solution of a given number, in the order of the engine frontier. */
    CQ_GOAL_NTH,
    /* The number of a given solution, in that order. */
    CQ_GOAL_INDEX,
    /* Tilings: how many there are with so many copies of each piece. */
    CQ_GOAL_COPIES
} cq_goal;

typedef struct cq_progress {
    double share;   /* of the search, 0 to 1; negative where the engine cannot tell */
    double seconds; /* since the start */
    uint64_t found; /* solutions so far */
    uint64_t work;  /* in units of the engine */
    const char *unit;
} cq_progress;

/* Tours by Warnsdorff's rule: which of several equally good moves to take. The smallest
 * number is taken where that leaves several. */
typedef enum cq_ties {
    CQ_TIES_NUMBER, /* the smallest number: row by row on a board */
    CQ_TIES_POHL,   /* by the same rule a move further on */
    CQ_TIES_CENTRE, /* the farthest from the centre */
    CQ_TIES_RANDOM  /* any, by the seed */
} cq_ties;

/* A unit of work is what an engine does between two looks at the clock: some thousand
 * steps for most. It is counted, not timed: an engine that is named, on one thread,
 * stops at the same place on every machine. */
typedef struct cq_options {
    const char *engine;     /* NULL: the best that fits */
    double seconds;         /* 0: no limit */
    uint64_t work;          /* units of work, see below; 0: no limit */
    uint64_t first;         /* CQ_GOAL_ALL: stop after so many; 0: all */
    uint64_t samples;       /* CQ_GOAL_SAMPLE: how many; 0: one */
    const char *nth;        /* CQ_GOAL_NTH: a decimal number from 1 on */
    const cq_answer *given; /* CQ_GOAL_INDEX: its first solution is meant */
    uint64_t seed;    /* same seed, same samples, whatever the number of threads */
    unsigned threads; /* 0: one */
    cq_ties ties;     /* engines warnsdorff and conversion */
    uint64_t steps;   /* engine walk: for each start; 0: a million */
    /* The search tree in parts, for several machines: part 1 to `parts` of it alone; 0
     * of 0 is all of it. Each solution is in one part; see cq_answers_merge. */
    uint32_t part, parts;
    /* For engines that sweep: the items of the cover in the order in which they are to
     * be decided (of a tiling, the squares row by row are items 0, 1, 2 ...); NULL: it
     * finds one itself. */
    const uint32_t *order;
    size_t order_count;
    /* Where to keep the state of the run, every minute and when it is stopped; and
     * where to take it up again. NULL: nowhere. */
    const char *checkpoint, *resume;
    /* Tilings and covers, for CQ_GOAL_FIND, _ALL and _COUNT: of solutions that a
     * symmetry of the problem makes of one another, one; and only those that one takes
     * to themselves. */
    bool unique, symmetric;
    void *user;
    /* Each solution, checked, as it is found, in an answer that holds it alone and is
     * borrowed for the call; false stops. Solutions are kept in the final answer only
     * where this is NULL. */
    bool (*on_solution)(void *user, const cq_answer *solution);
    /* Now and then, at most about ten times a second; false stops. */
    bool (*on_progress)(void *user, const cq_progress *progress);
    /* Before each checkpoint: what was shown so far counts as seen when the run is
     * taken up again, so it should be safe by now. *mark is kept in the checkpoint;
     * false stops. */
    bool (*on_checkpoint)(void *user, uint64_t *mark);
} cq_options;

/* What a checkpoint says of itself, before it is taken up. */
typedef struct cq_checkpoint_info {
    uint64_t found;  /* solutions shown, or counted, in the runs before */
    uint64_t mark;   /* what on_checkpoint set last */
    double seconds;  /* spent in the runs before */
    char engine[32]; /* that will take it up */
} cq_checkpoint_info;

CQ_API cq_status cq_checkpoint_look(cq_context *ctx, const char *path,
                                    cq_checkpoint_info *out);

/* Blocks until done or stopped; options may be NULL. */
CQ_API cq_status cq_solve(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                          const cq_options *options, cq_answer **out);

/* The answers to all the parts of a problem, in any order, as one. */
CQ_API cq_status cq_answers_merge(cq_context *ctx, const cq_problem *problem,
                                  const cq_answer *const *answers, size_t count,
                                  cq_answer **out);

/* The engines, by number from 0; NULL past the last. */
CQ_API const char *cq_engine_name(size_t index);
CQ_API const char *cq_engine_summary(size_t index);
/* Names from earlier versions that cq_options.engine still accepts: the index-th of
 * them, with the present name in *now; NULL past the last. */
CQ_API const char *cq_engine_alias(size_t index, const char **now);

/* ---- Checking ---- */

/* Judges an answer from the problem alone: CQ_YES right, CQ_NO wrong, CQ_UNKNOWN where
 * a claim has no short proof and is too large to be repeated. The sentence says why. */
#define CQ_SENTENCE_SIZE 512
CQ_API cq_status cq_check(cq_context *ctx, const cq_problem *problem,
                          const cq_answer *answer, cq_verdict *out,
                          char sentence[CQ_SENTENCE_SIZE]);

/* ---- Drawing ---- */

typedef enum cq_format {
    CQ_FORMAT_TEXT, /* letters, one a cell */
    CQ_FORMAT_BOX,  /* box-drawing characters in UTF-8 */
    CQ_FORMAT_SVG,
    CQ_FORMAT_PNG, /* needs the drawing part */
    CQ_FORMAT_PDF, /* needs the drawing part */
    CQ_FORMAT_TIKZ,
    CQ_FORMAT_APNG /* a PNG that moves, of a tour; needs the drawing part */
} cq_format;

/* Draws the problem's board, with the answer on it where one is given. */
CQ_API cq_status cq_draw(cq_context *ctx, const cq_problem *problem,
                         const cq_answer *answer, cq_format format, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
