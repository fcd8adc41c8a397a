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
 * Ownership: an object that a call made for you is yours: free it, before you free its
 * context. Everything else is borrowed. Freeing NULL is allowed.
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
/* If there is no limit, sets one: three quarters of this machine's memory. */
CQ_API void cq_context_limit_to_machine(cq_context *ctx);
CQ_API size_t cq_context_memory_used(const cq_context *ctx);
CQ_API size_t cq_context_memory_peak(const cq_context *ctx);

/* Limits the time of all calls from now on together, reading and drawing included; 0:
 * no limit; less than 0: the time is over. A call that runs out of time returns
 * CQ_STOPPED; cq_solve returns an answer that says so. */
CQ_API void cq_context_limit_time(cq_context *ctx, double seconds);

/* Asks whatever runs in this context to stop soon. Safe in a signal handler. It also
 * stops later calls, until cq_cancel_undo. */
CQ_API void cq_cancel(cq_context *ctx);
CQ_API void cq_cancel_undo(cq_context *ctx);

/* Remarks that are not errors ("piece A is not connected"), one sentence each. */
typedef void cq_note_fn(void *user, const char *sentence);
CQ_API void cq_context_on_note(cq_context *ctx, cq_note_fn *fn, void *user);
/* Sentences about input that could be read but is probably not what was meant. */
CQ_API void cq_context_on_warning(cq_context *ctx, cq_note_fn *fn, void *user);

/* The last failed call's message, one sentence; line and column count from 1, and are 0
 * if there is no position. */
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
/* ASCII art: '#' is a cell, '.' or a space is none, a letter or digit is a cell of that
 * colour. */
CQ_API cq_status cq_board_parse_art(cq_context *ctx, const char *text, size_t size,
                                    cq_board **out);
/* A full grid without colours, to be changed cell by cell. */
CQ_API cq_status cq_board_new(cq_context *ctx, uint32_t rows, uint32_t cols,
                              cq_surface surface, cq_board **out);
/* '#' for a cell without colour, a letter or digit for a coloured one, 0 for none. */
CQ_API cq_status cq_board_set(cq_context *ctx, cq_board *board, cq_cell cell,
                              char colour);
CQ_API void cq_board_free(cq_board *board);

CQ_API uint32_t cq_board_rows(const cq_board *board);
CQ_API uint32_t cq_board_cols(const cq_board *board);
CQ_API cq_surface cq_board_surface(const cq_board *board);
CQ_API size_t cq_board_count(const cq_board *board); /* cells that are there */
CQ_API bool cq_board_has(const cq_board *board, uint32_t row, uint32_t col);
/* 0 if there is no cell, '#' for a cell without colour, else its letter or digit. */
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
/* Bare drawings separated by empty lines: a region, then tiles, each of which may be
 * used any number of times, neither rotated nor turned over. '#' is a unit, everything
 * else is empty. */
CQ_API cq_status cq_problem_parse_drawn(cq_context *ctx, const char *name,
                                        const char *text, size_t size,
                                        cq_problem **out);
/* Replaces the pieces: "domino*", "pentominoes", "L3*,I3*0..4". */
CQ_API cq_status cq_problem_set_pieces(cq_context *ctx, cq_problem *problem,
                                       const char *sets);
/* The names of sets, and those of leapers and riders for cq_problem_set_tour, by number
 * from 0; NULL past the last. */
CQ_API const char *cq_piece_set_name(size_t index);
CQ_API const char *cq_leaper_name(size_t index);
/* How many squares stay free: "4", "0..4" or "any"; "0": none. After a space,
 * "in=a1,b2,c3" names the squares that may stay free, and "fewer" lets copies of
 * pieces stay unused. Internally they are a piece of one square called free.
 * Solutions leave it out: whatever no part covers is free. Probabilities and counts
 * by copies name it. */
CQ_API cq_status cq_problem_set_free(cq_context *ctx, cq_problem *problem,
                                     const char *squares);
/* A cover in Knuth's text format. */
CQ_API cq_status cq_problem_parse_cover(cq_context *ctx, const char *name,
                                        const char *text, size_t size,
                                        cq_problem **out);
/* Turns a board's problem into a tour; leaper is "1,2", a union "1,2+0,1", or a rider
 * "0,1*", or names of them. */
CQ_API cq_status cq_problem_set_tour(cq_context *ctx, cq_problem *problem,
                                     const char *leaper, bool closed);
/* Where a tour starts and ends, as squares or vertices by name; NULL: anywhere. A
 * closed tour's end is the square before its start. */
CQ_API cq_status cq_problem_set_ends(cq_context *ctx, cq_problem *problem,
                                     const char *from, const char *to);
/* Moves that every tour must use, and moves that none may: "e4-f6,a1-b3", or edges
 * "u-v" of a graph; NULL: none. */
CQ_API cq_status cq_problem_set_moves(cq_context *ctx, cq_problem *problem,
                                      const char *with, const char *without);
/* Numbers that squares, or vertices, must have in the tour, which numbers them from 1:
 * "e4=17,a1=1". A closed tour then counts once for each way to number it. */
CQ_API cq_status cq_problem_set_numbers(cq_context *ctx, cq_problem *problem,
                                        const char *text);
/* Asks for a tour whose numbers, from 1, have the same sum in all rows and the same sum
 * in all columns (CQ_MAGIC_SEMI), on a square board also in both diagonals
 * (CQ_MAGIC_FULL). A closed tour then counts once for each way to number it. */
typedef enum cq_magic { CQ_MAGIC_NONE, CQ_MAGIC_SEMI, CQ_MAGIC_FULL } cq_magic;
CQ_API cq_status cq_problem_set_magic(cq_context *ctx, cq_problem *problem,
                                      cq_magic magic);
/* Its word. As for all enums that users write as words, `name` is NULL past the last
 * one, and `find` is false for an unknown word. */
CQ_API const char *cq_magic_name(cq_magic magic); /* "none", "semi", "full" */
CQ_API bool cq_magic_find(const char *name, cq_magic *out);
/* Asks for a tour that is mapped onto itself by a turn ("180", "90") or a reflection
 * ("mirror") of its board. */
CQ_API cq_status cq_problem_set_symmetric(cq_context *ctx, cq_problem *problem,
                                          const char *kind);
/* A graph as edge list, DIMACS, TSPLIB HCP or graph6, to be toured. */
CQ_API cq_status cq_problem_parse_graph(cq_context *ctx, const char *name,
                                        const char *text, size_t size, bool closed,
                                        cq_problem **out);
/* Several boards in one file make a chain of problems: see cq_problem_next. */
CQ_API cq_status cq_problem_parse_puzzles(cq_context *ctx, const char *name,
                                          const char *text, size_t size,
                                          cq_problem **out);
/* Frees the problem and those chained after it. */
CQ_API void cq_problem_free(cq_problem *problem);

/* ---- Questions ---- */

/* How to read a text; CQ_READ_ANY: depending on its content. */
typedef enum cq_reading {
    CQ_READ_ANY,
    CQ_READ_TILE,  /* a puzzle file or art, with `pieces` if given */
    CQ_READ_COVER, /* Knuth's format; or a puzzle, art or board as its cover */
    CQ_READ_TOUR,  /* a board, art, or the board of a puzzle file, with `leaper` */
    CQ_READ_HAM    /* a graph */
} cq_reading;

CQ_API const char *cq_reading_name(cq_reading reading); /* "tile" */
CQ_API bool cq_reading_find(const char *name, cq_reading *out);

/* What the command's arguments and a request's members say about a problem. NULL, false
 * and 0 are the defaults. */
typedef struct cq_question {
    size_t size;
    cq_reading reading;
    const char *name;  /* of the text, for messages */
    const char *board; /* a board in one line; NULL: there is a text */
    const char *text;  /* `length` bytes */
    size_t length;
    bool one_line; /* a text that looks like a board in one line is one */
    bool drawn;    /* bare drawings, see cq_problem_parse_drawn */
    bool several;  /* several boards are allowed */
    bool guessed;  /* the reading comes from an answer: the content may correct it */
    bool unsure;   /* if the text looks like a cover, it is one */
    const char *pieces; /* tilings: instead of those in the text */
    /* Tours; with any of these set, a text is read as a tour if CQ_READ_ANY. */
    const char *leaper; /* NULL: the knight */
    bool open, closed;  /* neither: closed */
    const char *from, *to, *symmetric;
    const char *with, *without; /* see cq_problem_set_moves */
    const char *at;             /* see cq_problem_set_numbers */
    uint64_t most; /* refuse what is larger than this: see cq_problem_size */
    /* A board as a cover: its squares are called 1, 2, 3 ... row by row, and options
     * stand in the order of their first squares. */
    bool numbered;
    const char *rules;   /* tilings: more rules, with semicolons between them */
    const char *free;    /* tilings: see cq_problem_set_free */
    const char *magic;   /* tours: "semi" or "full", see cq_problem_set_magic */
    const char *weights; /* tilings: more weights, see cq_problem_add_weights */
    bool unweighted;     /* weights in the text are dropped */
    /* Tilings, for CQ_GOAL_DEAREST: "pieces" or "points". Copies may stay unused and,
     * if nothing else is said of them, any squares free; with "pieces" each copy has
     * the weight 1 and no other. */
    const char *max;
} cq_question;

#define CQ_QUESTION(...)                                                               \
    {                                                                                  \
        .size = sizeof(cq_question), __VA_ARGS__                                       \
    }
#define CQ_QUESTION_INIT CQ_QUESTION()

CQ_API cq_status cq_problem_pose(cq_context *ctx, const cq_question *question,
                                 cq_problem **out);

/* What an answer's text says about the problem that it answers. */
typedef struct cq_answer_hints {
    cq_reading reading;
    bool has_closed, closed;
    char leaper[64]; /* "" if it says none */
    bool json;
    bool unsure;     /* the reading: if the problem looks like a cover, it is one */
    bool proof_tree; /* it is not an answer but a proof: see cq_proof_check */
} cq_answer_hints;

CQ_API cq_status cq_answer_look(cq_context *ctx, const char *text, size_t size,
                                cq_answer_hints *out);

/* ---- Problems, built ---- */

/* A square of a piece, relative to the piece; colour '#' covers any cell. */
typedef struct cq_square {
    int32_t row, col;
    char colour;
} cq_square;

/* A piece, to be built or read. Between `least` and `most` copies are used; `most` may
 * be CQ_ANY_COPIES. It may be turned if `rotate`, turned over if `flip`. */
typedef struct cq_piece_info {
    const char *name;
    const cq_square *squares;
    size_t count;
    uint32_t least, most;
    bool rotate, flip;
} cq_piece_info;

/* A tiling of a copy of the board; it has no pieces yet. */
CQ_API cq_status cq_problem_new_tiling(cq_context *ctx, const cq_board *board,
                                       cq_problem **out);
/* *number, which may be NULL, is the piece's: 0, 1, 2 ... */
CQ_API cq_status cq_problem_add_piece(cq_context *ctx, cq_problem *problem,
                                      const cq_piece_info *piece, uint32_t *number);
/* A rule about how the pieces, which must be there already, may lie beside one another:
 * "apart A", "touch A,B C", "copies A,B 0..3", "spread A", "no-faults", "no-crosses",
 * "connected A,B" (see docs/rules.md). All rules hold at once. With "connected" every
 * number, sum and sample takes a list of all tilings; the goal estimate, proofs and
 * covers are CQ_REFUSED. */
CQ_API cq_status cq_problem_add_rule(cq_context *ctx, cq_problem *problem,
                                     const char *rule);
/* Weights of the pieces of a tiling, with semicolons between lines: "A,B = 3", "A as ##
 * = x", "at a1,b2 = 1/2", "A on a1,b1 = 2xy" (see docs/weights.md). A weight is a
 * number or a polynomial in at most two variables. The weights of a solution are added
 * in what it costs, and multiplied in what it counts for. */
CQ_API cq_status cq_problem_add_weights(cq_context *ctx, cq_problem *problem,
                                        const char *lines);
/* The lines, by number from 0; NULL past the last. */
CQ_API const char *cq_problem_weight(const cq_problem *problem, size_t index);
/* One more weight of an option of a cover. */
CQ_API cq_status cq_problem_add_option_weight(cq_context *ctx, cq_problem *problem,
                                              uint32_t option, const char *weight);
/* How many weights an option has, and one of them as text, by number from 0. */
CQ_API size_t cq_problem_option_weights(const cq_problem *problem, uint32_t option);
CQ_API cq_status cq_problem_write_option_weight(cq_context *ctx,
                                                const cq_problem *problem,
                                                uint32_t option, size_t index,
                                                FILE *out);
/* From now on nothing has a weight. */
CQ_API void cq_problem_drop_weights(cq_problem *problem);
CQ_API bool cq_problem_is_weighted(const cq_problem *problem);
/* The letters of the variables in the weights: "", "x", "xy". */
CQ_API const char *cq_problem_variables(const cq_problem *problem);

/* How many rules there are, and the text of one, or NULL. */
CQ_API size_t cq_problem_rules(const cq_problem *problem);
CQ_API const char *cq_problem_rule(const cq_problem *problem, size_t number);
/* Lays a copy of a piece in advance: its cells leave the board, and one copy fewer has
 * to be laid. All questions are then about the rest. With its last copy, a piece leaves
 * the problem, and the numbers of those after it decrease by one. */
CQ_API cq_status cq_problem_place(cq_context *ctx, cq_problem *problem, uint32_t piece,
                                  const cq_cell *cells, size_t count);

/* An item of a cover. A primary item must be in least..most of the chosen options; a
 * secondary one (least and most are then not looked at) in at most one, or in any
 * number that agree on its colour. */
typedef struct cq_item_info {
    const char *name;
    bool secondary;
    uint32_t least, most;
} cq_item_info;

/* An item in an option; `colour` is NULL, or a name, on secondary items only. */
typedef struct cq_entry_info {
    uint32_t item;
    const char *colour;
} cq_entry_info;

/* A cover without items and options. Primary items come before secondary ones, all
 * items before the first option. */
CQ_API cq_status cq_problem_new_cover(cq_context *ctx, cq_problem **out);
CQ_API cq_status cq_problem_add_item(cq_context *ctx, cq_problem *problem,
                                     const cq_item_info *item, uint32_t *number);
/* An option without a primary item is refused: it is never needed. */
CQ_API cq_status cq_problem_add_option(cq_context *ctx, cq_problem *problem,
                                       const cq_entry_info *entries, size_t count,
                                       uint32_t *number);

#define CQ_NO_VERTEX UINT32_MAX

/* A graph to be toured. Edge i joins ends[2 * i] and ends[2 * i + 1]; names, one for
 * each vertex, may be NULL. */
CQ_API cq_status cq_problem_new_graph(cq_context *ctx, uint32_t vertices,
                                      const uint32_t *ends, size_t edges,
                                      const char *const *names, bool closed,
                                      cq_problem **out);
/* From now on every tour uses these edges, or moves: pairs of vertices by number. */
CQ_API cq_status cq_problem_fix_edges(cq_context *ctx, cq_problem *problem,
                                      const uint32_t *ends, size_t edges);
/* From now on no tour uses these edges, or moves. */
CQ_API cq_status cq_problem_bar_edges(cq_context *ctx, cq_problem *problem,
                                      const uint32_t *ends, size_t edges);

/* A step of a walk over a board, which may be taken forwards and backwards; a leaper
 * takes it in all eight directions, a rider any number of times in the same one. */
typedef struct cq_tour_move {
    int32_t down, right;
    bool leaper, rider;
} cq_tour_move;

/* A tour of a copy of the board by these moves: {1, 2, true} alone is the knight. Its
 * vertices are the cells that are there, row by row. */
CQ_API cq_status cq_problem_new_tour(cq_context *ctx, const cq_board *board,
                                     const cq_tour_move *moves, size_t count,
                                     bool closed, cq_problem **out);
/* As cq_problem_set_ends, by the numbers of vertices; CQ_NO_VERTEX: anywhere. */
CQ_API cq_status cq_problem_set_ends_at(cq_context *ctx, cq_problem *problem,
                                        uint32_t from, uint32_t to);
/* As cq_problem_set_numbers, one vertex by its number. */
CQ_API cq_status cq_problem_set_number_at(cq_context *ctx, cq_problem *problem,
                                          uint32_t vertex, uint32_t number);
/* Appends `next` to the chain that begins with `first`, which then owns it. */
CQ_API cq_status cq_problem_chain(cq_context *ctx, cq_problem *first, cq_problem *next);

/* ---- Problems, read ---- */

CQ_API const char *cq_kind_name(cq_kind kind); /* "tiling" */
CQ_API cq_kind cq_problem_kind(const cq_problem *problem);
CQ_API const cq_board *cq_problem_board(const cq_problem *problem); /* or NULL */
/* What to call it in messages: the name of its text, or its board in one line. */
CQ_API const char *cq_problem_source(const cq_problem *problem);
/* Tells problems apart: the same number for the same problem, in every run. */
CQ_API uint64_t cq_problem_digest(const cq_problem *problem);
/* Cells of the grid, entries of all options, or vertices: the size that limits refer
 * to. */
CQ_API uint64_t cq_problem_size(const cq_problem *problem);
CQ_API const cq_problem *cq_problem_next(const cq_problem *problem); /* or NULL */

/* Tilings. The domino in any number and nothing else is a case of its own for many
 * goals. Past the last piece, false. */
CQ_API bool cq_problem_is_domino(const cq_problem *problem);
CQ_API size_t cq_problem_pieces(const cq_problem *problem);
CQ_API bool cq_problem_piece(const cq_problem *problem, size_t index,
                             cq_piece_info *out);

/* The number of the piece that stands for free squares, or CQ_NO_PIECE. */
#define CQ_NO_PIECE UINT32_MAX
CQ_API uint32_t cq_problem_free_piece(const cq_problem *problem);

/* Covers: items by number, primary ones first, and options with their entries. */
CQ_API size_t cq_problem_items(const cq_problem *problem);
CQ_API bool cq_problem_item(const cq_problem *problem, size_t index, cq_item_info *out);
CQ_API size_t cq_problem_options(const cq_problem *problem);
CQ_API size_t cq_problem_entries(const cq_problem *problem, size_t option);
CQ_API bool cq_problem_entry(const cq_problem *problem, size_t option, size_t index,
                             cq_entry_info *out);

/* Tours. A vertex of a board is a cell; names are of the file, the cell, or 1, 2 ... */
#define CQ_VERTEX_NAME_SIZE 32
CQ_API size_t cq_problem_vertices(const cq_problem *problem);
/* NULL past the last vertex. */
CQ_API const char *cq_problem_vertex_name(const cq_problem *problem, uint32_t vertex,
                                          char buffer[CQ_VERTEX_NAME_SIZE]);
/* CQ_NO_CELL for a graph without a board; CQ_NO_VERTEX for a hole. */
CQ_API cq_cell cq_problem_cell_of(const cq_problem *problem, uint32_t vertex);
CQ_API uint32_t cq_problem_vertex_at(const cq_problem *problem, cq_cell cell);
/* How many vertices an edge joins to this one; the first `room` of them go to `out`,
 * ascending. */
CQ_API size_t cq_problem_neighbours(const cq_problem *problem, uint32_t vertex,
                                    uint32_t *out, size_t room);
CQ_API bool cq_problem_closed(const cq_problem *problem);
/* The number that is given at a vertex; 0: none. */
CQ_API uint32_t cq_problem_number(const cq_problem *problem, uint32_t vertex);
CQ_API cq_magic cq_problem_magic(const cq_problem *problem);
CQ_API void cq_problem_ends(const cq_problem *problem, uint32_t *from, uint32_t *to);
/* The moves of a tour of a board; past the last, false. */
CQ_API bool cq_problem_move(const cq_problem *problem, size_t index, cq_tour_move *out);

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
/* The solutions that the answer holds, by number from 0; NULL past the last. */
typedef struct cq_solution cq_solution;
CQ_API size_t cq_answer_solutions(const cq_answer *answer);
CQ_API const cq_solution *cq_answer_solution(const cq_answer *answer, size_t index);
/* How many solutions there are in the class of a solution, by number from 0, if the
 * answer is to `unique`; else 0. */
CQ_API uint64_t cq_answer_class_size(const cq_answer *answer, size_t index);
/* All solutions seen, including those that were handed over and not kept. */
CQ_API uint64_t cq_answer_found(const cq_answer *answer);

/* A part of a solution: a piece on its cells, or a chosen option (without cells). */
typedef struct cq_part {
    uint32_t number; /* of the piece, or of the option */
    const cq_cell *cells;
    size_t count;
} cq_part;

/* Tilings and covers; past the last part, false. */
CQ_API size_t cq_solution_parts(const cq_solution *solution);
CQ_API bool cq_solution_part(const cq_solution *solution, size_t index, cq_part *out);
/* Tours: the vertices in the order in which they are visited; else NULL. */
CQ_API const uint32_t *cq_solution_walk(const cq_solution *solution, size_t *count);

/* The exact count in decimal, or NULL if none was made; borrowed. */
CQ_API const char *cq_answer_count(const cq_answer *answer);
/* CQ_GOAL_INDEX: the number of the solution, in decimal, from 1 on; else NULL. */
CQ_API const char *cq_answer_index(const cq_answer *answer);
/* CQ_GOAL_COPIES: rows of numbers of copies, one for each piece, and how many tilings
 * use exactly these numbers, in decimal. NULL past the last row. */
CQ_API const uint32_t *cq_answer_copies(const cq_answer *answer, size_t row,
                                        const char **tilings);
/* CQ_GOAL_BOUNDS: every tiling has from `least` to `most` copies of the piece, and
 * their number is `rest` modulo `modulus`, which is 1 if nothing is known. */
typedef struct cq_copy_bound {
    uint32_t least, most;
    uint32_t modulus, rest;
} cq_copy_bound;

/* NULL past the last piece. */
CQ_API const cq_copy_bound *cq_answer_copy_bound(const cq_answer *answer, size_t piece);
/* CQ_GOAL_CHEAPEST, CQ_GOAL_DEAREST: what a solution costs, "7/2"; NULL past the last.
 * CQ_GOAL_TOTAL: the sum, "12" or "1 + 4x^2"; else NULL. */
CQ_API const char *cq_answer_value(const cq_answer *answer, size_t index);
/* For CQ_GOAL_CHEAPEST and CQ_GOAL_DEAREST, if the run was stopped: no solution costs
 * less, or more, than this. NULL if that is not known. */
CQ_API const char *cq_answer_limit(const cq_answer *answer);
CQ_API const char *cq_answer_total(const cq_answer *answer);
/* One sentence that says why it cannot be done; NULL unless the verdict is CQ_NO. */
CQ_API const char *cq_answer_reason(const cq_answer *answer);
/* The engine that answered, and one that found the same count by other means; "" if
 * there is none. */
CQ_API const char *cq_answer_engine(const cq_answer *answer);
CQ_API const char *cq_answer_confirmed_by(const cq_answer *answer);
/* How the answer was confirmed, in words: "the proof is right", "confirmed by a plain
 * sweep of other code", "not confirmed: a plain search would take about 3 h"; "" if
 * that is not known, as for an answer read from a file. */
CQ_API const char *cq_answer_confirmation(const cq_answer *answer);
CQ_API double cq_answer_seconds(const cq_answer *answer);
/* What was done, by counters of the engine ("nodes"), from 0; NULL past the last. */
CQ_API const char *cq_answer_counter(const cq_answer *answer, size_t index,
                                     uint64_t *value);
/* What was asked. */
CQ_API cq_kind cq_answer_kind(const cq_answer *answer);
CQ_API bool cq_answer_unique(const cq_answer *answer);
CQ_API bool cq_answer_symmetric(const cq_answer *answer);
/* Says what a number that was read from text counts (classes, symmetric solutions),
 * because the text does not. What the answer already says is kept. */
CQ_API void cq_answer_set_counted(cq_answer *answer, bool unique, bool symmetric);
/* How many parts the search was cut into, and which one this is; 0: it was not cut. */
CQ_API uint32_t cq_answer_parts(const cq_answer *answer, uint32_t *part);

/* By random probes into the search tree; each with its standard error. probes is 0
 * if only a sweep was looked at. */
typedef struct cq_estimate {
    uint64_t probes;
    double nodes, nodes_error;
    double solutions, solutions_error;
    double seconds; /* that the search would take on one thread */
    /* Of a sweep (engines frontier and plugs), if one was looked at, else 0: states at
     * the peak, bytes of memory for them, and the time on one thread. */
    double states, bytes, sweep_seconds;
    double disk; /* bytes of what the memory limit leaves for files */
} cq_estimate;

/* NULL unless the goal was CQ_GOAL_ESTIMATE and it has been made. */
CQ_API const cq_estimate *cq_answer_estimate(const cq_answer *answer);

/* ---- Proofs ---- */

/* Reasons why not, and what their members are. */
typedef enum cq_proof {
    CQ_PROOF_NONE,
    CQ_PROOF_AREA,        /* no choice of copies makes the board's area */
    CQ_PROOF_COLOURS,     /* nor its chessboard colours */
    CQ_PROOF_SUPPLY,      /* one colour letter: too many or too few squares of it */
    CQ_PROOF_UNPLACEABLE, /* one piece: it is needed and fits nowhere */
    CQ_PROOF_UNCOVERABLE, /* one cell or item: it is needed and nothing covers it */
    CQ_PROOF_HALL,        /* cells: no two neighbours, fewer neighbours than cells */
    CQ_PROOF_WEIGHTS,     /* weights on all cells, values of all pieces: every placement
                           * sums to its piece's value modulo `modulus` (0: exactly,
                           * or to no more), the board to what no copies make */
    CQ_PROOF_DEGREE,      /* one to three vertices: too few edges to pass them */
    CQ_PROOF_BALANCE,     /* the two sides of the graph differ too much */
    CQ_PROOF_CUT,         /* vertices: without them too many parts are left */
    CQ_PROOF_FACTOR,      /* vertices: their neighbours, two edges each at the most,
                           * have too few to give each of them two */
    CQ_PROOF_COVER,       /* cells: every two neighbours have a member, so that no more
                           * dominoes fit. Goes with max and repair, whose verdict is
                           * yes */
    CQ_PROOF_ENDS,        /* one or two vertices: the ends are on the wrong sides */
    CQ_PROOF_SYMMETRY,    /* the symmetry asked for maps no tour onto itself */
    CQ_PROOF_EXHAUSTED,   /* everything was tried; `work` says how much */
    CQ_PROOF_NUMBERS,     /* two vertices: no walk of as many moves as the numbers given
                           * there differ by joins them */
    CQ_PROOF_SUMS         /* the sums of a magic tour cannot be right, by divisibility
                           * or parity */
} cq_proof;

CQ_API const char *cq_proof_name(cq_proof proof); /* "hall" */

/* The proof in an answer, or NULL. Readers return NULL and 0 for whatever a certificate
 * does not have. */
typedef struct cq_certificate cq_certificate;
CQ_API const cq_certificate *cq_answer_certificate(const cq_answer *answer);
CQ_API cq_proof cq_certificate_proof(const cq_certificate *certificate);
CQ_API const uint32_t *cq_certificate_members(const cq_certificate *certificate,
                                              size_t *count);
CQ_API const int64_t *cq_certificate_weights(const cq_certificate *certificate,
                                             size_t *count);
CQ_API const int64_t *cq_certificate_values(const cq_certificate *certificate,
                                            size_t *count);
CQ_API uint32_t cq_certificate_modulus(const cq_certificate *certificate);
CQ_API uint64_t cq_certificate_work(const cq_certificate *certificate);

/* What to change if the answer is no, in one sentence, or "" if nothing simple would
 * help. */
#define CQ_SENTENCE_SIZE 512
CQ_API cq_status cq_answer_advise(cq_context *ctx, const cq_problem *problem,
                                  const cq_answer *answer,
                                  char sentence[CQ_SENTENCE_SIZE]);

/* ---- What goals find besides solutions ---- */

/* CQ_GOAL_MAX: cells left over. CQ_GOAL_REPAIR: cells to remove, holes to fill. */
typedef enum cq_cells { CQ_CELLS_LEFT, CQ_CELLS_REMOVED, CQ_CELLS_RESTORED } cq_cells;

CQ_API const cq_cell *cq_answer_cells(const cq_answer *answer, cq_cells which,
                                      size_t *count);
/* CQ_GOAL_MAX: at least this many squares are left over, whatever is laid. If the run
 * was finished, it is the number of squares in CQ_CELLS_LEFT. */
CQ_API uint64_t cq_answer_bound(const cq_answer *answer);

/* CQ_GOAL_SAMPLE: whether all solutions were equally likely, or as likely as their
 * weights say. False: a Markov chain drew them, which only comes close to that. */
CQ_API bool cq_answer_is_uniform(const cq_answer *answer);

/* A domino and its probability in a uniform random tiling: 1 is in every tiling, 0 in
 * none. `exact` is the number of tilings that have it, in decimal, of
 * cq_answer_count; or NULL. For tours a move between two cells, or an edge between two
 * vertices of a graph. */
typedef struct cq_pair {
    cq_cell first, second; /* first < second */
    double value;
    const char *exact;
} cq_pair;

/* CQ_GOAL_FORCED and, for dominoes and tours, CQ_GOAL_PROBABILITIES; NULL past the
 * last. */
CQ_API const cq_pair *cq_answer_pair(const cq_answer *answer, size_t index);
/* CQ_GOAL_PROBABILITIES for other pieces and for options: each placement or option, and
 * how many solutions have it, in decimal, of cq_answer_count. Past the last, false. */
CQ_API bool cq_answer_likely(const cq_answer *answer, size_t index, cq_part *out,
                             const char **solutions);

/* ---- Answers as text ---- */

CQ_API cq_status cq_answer_read(cq_context *ctx, const cq_problem *problem,
                                const char *name, const char *text, size_t size,
                                cq_answer **out);
CQ_API cq_status cq_answer_write_text(cq_context *ctx, const cq_problem *problem,
                                      const cq_answer *answer, FILE *out);
CQ_API cq_status cq_answer_write_json(cq_context *ctx, const cq_problem *problem,
                                      const cq_answer *answer, FILE *out);
/* One solution as the value that stands for it in an answer's "solutions". */
CQ_API void cq_solution_write_json(const cq_problem *problem,
                                   const cq_solution *solution, FILE *out);

/* ---- Solving ---- */

typedef enum cq_goal {
    CQ_GOAL_FIND, /* one solution, or the proof that there is none */
    CQ_GOAL_ALL,
    CQ_GOAL_COUNT,
    CQ_GOAL_WHY, /* only the reason why not */
    /* Solutions drawn at random: all equally likely or, if there are weights, each as
     * likely as it weighs. */
    CQ_GOAL_SAMPLE,
    /* Tilings: as many squares covered as possible, with at most as many copies of each
     * piece as there are, and the squares left over. */
    CQ_GOAL_MAX,
    /* Dominoes only: */
    CQ_GOAL_REPAIR, /* the fewest squares to remove or give back */
    CQ_GOAL_FORCED, /* which lie in every tiling, and which in none */
    /* How likely each placement or option is in a random solution. */
    CQ_GOAL_PROBABILITIES,
    /* About how large the search is, and how many solutions there are. */
    CQ_GOAL_ESTIMATE,
    /* The solution of a given number, in the order of the engine frontier. */
    CQ_GOAL_NTH,
    /* The number of a given solution, in that order. */
    CQ_GOAL_INDEX,
    /* Tilings: how many there are for each choice of numbers of copies. */
    CQ_GOAL_COPIES,
    /* Tilings: bounds on the copies of each piece, with their proof. CQ_YES says that
     * these hold in every tiling, not that there is one. */
    CQ_GOAL_BOUNDS,
    /* The solutions that cost the least, or the most: `first` of them, in order, each
     * with its value. */
    CQ_GOAL_CHEAPEST,
    CQ_GOAL_DEAREST,
    /* The sum over all solutions of the products of their weights. */
    CQ_GOAL_TOTAL
} cq_goal;

/* "find"; NULL past the last goal. */
CQ_API const char *cq_goal_name(cq_goal goal);
CQ_API bool cq_goal_find(const char *name, cq_goal *out); /* false: no such goal */
/* The flag of the command that asks for it, without its dashes; NULL: it has none. */
CQ_API const char *cq_goal_flag(cq_goal goal);
/* Whether the goal makes sense for the problem, and which problems it is for:
 * "dominoes". */
CQ_API bool cq_goal_suits(cq_goal goal, const cq_problem *problem);
CQ_API const char *cq_goal_whom(cq_goal goal);
/* Whether answers hold something besides solutions, and whether that is numbers. */
CQ_API bool cq_goal_has_findings(cq_goal goal);
CQ_API bool cq_goal_has_numbers(cq_goal goal, const cq_problem *problem);
CQ_API cq_goal cq_answer_goal(const cq_answer *answer);

typedef struct cq_progress {
    double share;   /* of the search, 0 to 1; negative if the engine cannot tell */
    double seconds; /* since the start */
    uint64_t found; /* solutions so far */
    uint64_t work;  /* in units of the engine */
    const char *unit;
} cq_progress;

/* Tours by Warnsdorff's rule (engines warnsdorff and conversion): which of several
 * equally good moves to take. Tours by the engine walk: which move to try first. The
 * order of moves decides if that leaves several. */
typedef enum cq_ties {
    CQ_TIES_NUMBER, /* the first one in the order of moves */
    CQ_TIES_POHL,   /* Warnsdorff's rule one move further: the fewest ways in sum */
    CQ_TIES_CENTRE, /* the farthest from the centre */
    CQ_TIES_RANDOM, /* any, by the seed */
    CQ_TIES_MOST,   /* Pohl's rule reversed: most ways in sum */
    CQ_TIES_LARGEST /* beside the free neighbour that has the most ways */
} cq_ties;

/* Path conversion: how an open tour is cut into cycles. */
typedef enum cq_cut {
    CQ_CUT_FARTHEST, /* from the first vertex to its last neighbour, and so on */
    CQ_CUT_FEWEST,   /* into as few cycles as possible */
    CQ_CUT_EVEN      /* and among those ways, as even in length as possible */
} cq_cut;

/* Path conversion: which cycles are joined first. */
typedef enum cq_join {
    CQ_JOIN_NUMBER,   /* at the vertices in their order */
    CQ_JOIN_SHORTEST, /* the shortest cycles */
    CQ_JOIN_LONGEST   /* the longest cycles */
} cq_join;

CQ_API const char *cq_ties_name(cq_ties ties); /* "pohl" */
CQ_API bool cq_ties_find(const char *name, cq_ties *out);
CQ_API const char *cq_cut_name(cq_cut cut); /* "farthest" */
CQ_API bool cq_cut_find(const char *name, cq_cut *out);
CQ_API const char *cq_join_name(cq_join join); /* "shortest" */
CQ_API bool cq_join_find(const char *name, cq_join *out);

/* Processes, called ranks, that search for one answer, on one machine or on many. All
 * have the same problem and options; rank 0 calls cq_solve, the others cq_follow. Rank
 * 0 alone delivers solutions, reports progress and writes checkpoints, and its answer
 * is that of a single process. Engines that search a tree share pieces of it, and
 * engines that sweep share their states; rank 0 does everything else.
 *
 * The caller decides how messages travel. Between two ranks they must arrive whole and
 * in the order in which they were sent. The functions are called by one thread at a
 * time, not always the same one; they return false if the others can no longer be
 * reached. */
typedef struct cq_ranks {
    unsigned rank, count; /* from 0; of how many */
    uint64_t kin; /* must be the same in all ranks, such as a digest of the program */
    void *state;  /* passed to the functions */
    /* Sends a copy of the bytes; does not wait for the receiver. */
    bool (*send)(void *state, unsigned to, const void *bytes, size_t size);
    /* The next message from anyone, borrowed until the next call, or NULL if there is
     * none now. An empty message says that its sender has left. */
    bool (*receive)(void *state, unsigned *from, const void **bytes, size_t *size);
} cq_ranks;

/* Begin with CQ_OPTIONS_INIT, or CQ_OPTIONS(.threads = 4, .seed = 7): whatever is not
 * set is 0, which is the default. `size` lets the struct grow.
 *
 * A unit of work is what an engine does between two looks at the clock: a few thousand
 * steps for most. It is counted, not timed: a named engine on one thread stops at the
 * same place on every machine. */
typedef struct cq_options {
    size_t size;
    const char *engine; /* NULL: the best that fits */
    double seconds;     /* 0: no limit */
    uint64_t work;      /* units of work, see above; 0: no limit */
    /* CQ_GOAL_ALL: stop after this many; 0: all. CQ_GOAL_CHEAPEST, CQ_GOAL_DEAREST: how
     * many of the best; 0: one. */
    uint64_t first;
    uint64_t samples;       /* CQ_GOAL_SAMPLE: how many; 0: one */
    const char *nth;        /* CQ_GOAL_NTH: a decimal number from 1 */
    const cq_answer *given; /* CQ_GOAL_INDEX: the number of its first solution */
    uint64_t seed;    /* same seed, same samples, whatever the number of threads */
    unsigned threads; /* 0: one; at most 1024 */
    cq_ties ties;     /* engines warnsdorff, conversion and walk */
    uint64_t steps;   /* engine walk: for each start; 0: a million */
    /* The search tree in parts, for several machines: part 1 to `parts` of it alone; 0
     * of 0 is all of it. Each solution is in one part; see cq_answers_merge. */
    uint32_t part, parts;
    /* For engines that sweep: the items of the cover in the order in which to decide
     * them (for a tiling, the squares row by row are items 0, 1, 2 ...), those that are
     * left out at the end; NULL: the engine finds an order itself. */
    const uint32_t *order;
    size_t order_count;
    /* Where to keep the state of the run, every minute and when it is stopped; and
     * where to resume it from. NULL: nowhere. */
    const char *checkpoint, *resume;
    /* CQ_GOAL_FIND, _ALL and _COUNT. unique: solutions that a symmetry of the problem
     * maps to one another count as one. symmetric, for tilings: only solutions that
     * some symmetry maps to themselves. */
    bool unique, symmetric;
    void *user;
    /* Each solution, checked, as it is found, in an answer that holds it alone and is
     * borrowed for the call; false stops. Solutions are kept in the final answer only
     * if this is NULL. */
    bool (*on_solution)(void *user, const cq_answer *solution);
    /* Now and then, at most about ten times a second; false stops. */
    bool (*on_progress)(void *user, const cq_progress *progress);
    /* Called before each checkpoint. Solutions delivered so far are not delivered again
     * when the run is resumed, so they should be stored safely by now. *mark is kept in
     * the checkpoint; false stops. */
    bool (*on_checkpoint)(void *user, uint64_t *mark);
    /* Tours, engines backtrack, walk, warnsdorff and conversion: in which order moves
     * are tried. "number": by the vertices that they lead to, on a board row by row;
     * "reverse": the other way round. NULL: reverse for walk, number for the others.
     * On a board also "clockwise" (starting from the right), "anticlockwise" (starting
     * from below), and a list of all moves as steps down and right:
     * "2:1,1:2,-1:2,-2:1,-2:-1,-1:-2,1:-2,2:-1". */
    const char *move_order;
    double start_seconds; /* engine walk: for each start, beside `steps`; 0: no limit */
    cq_cut cut;           /* engine conversion */
    cq_join join;         /* engine conversion */
    /* By default the checker's own code repeats a count, probabilities and copies only
     * if that takes a few hundredths of a second; with this, however long it takes. */
    bool confirm;
    /* Engines that sweep: the folder for layers that memory has no room for. NULL: the
     * system's folder for temporary files. */
    const char *scratch;
    const cq_ranks *ranks; /* that work on this together; NULL: this process alone */
    /* CQ_GOAL_TOTAL: the variables to keep, such as "x"; for the others 1 is put in.
     * NULL: all. */
    const char *by;
} cq_options;

#define CQ_OPTIONS(...)                                                                \
    {                                                                                  \
        .size = sizeof(cq_options), __VA_ARGS__                                        \
    }
#define CQ_OPTIONS_INIT CQ_OPTIONS()

/* What a checkpoint contains, before it is resumed. */
typedef struct cq_checkpoint_info {
    uint64_t found;  /* solutions shown, or counted, in the runs before */
    uint64_t mark;   /* what on_checkpoint set last */
    double seconds;  /* spent in the runs before */
    char engine[32]; /* that will resume it */
} cq_checkpoint_info;

CQ_API cq_status cq_checkpoint_look(cq_context *ctx, const char *path,
                                    cq_checkpoint_info *out);

/* Blocks until done or stopped; options may be NULL. */
CQ_API cq_status cq_solve(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                          const cq_options *options, cq_answer **out);

/* What the other ranks call while rank 0 solves. It blocks until rank 0 has finished,
 * or returns the error that happened here. If the problem could not be read, pass NULL:
 * rank 0 then gets the error of this context. */
CQ_API cq_status cq_follow(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                           const cq_options *options);

/* ---- Solutions on demand ---- */

/* A run in its own thread, from which you take solutions in blocks when you want them.
 * It waits while you are busy elsewhere, so a list of any length takes the memory of
 * two blocks. The context belongs to the run until the feed is freed; until then only
 * cq_cancel may be called with it. */
typedef struct cq_feed cq_feed;

/* Solutions one after the other, borrowed until the next call. Solution i has the parts
 * parts[i] to parts[i + 1], the latter not included; part k is piece or option
 * numbers[k] on the cells cells[starts[k]] to cells[starts[k + 1]]. A tour is one part,
 * whose cells are its vertices. */
typedef struct cq_feed_block {
    size_t count; /* solutions; may be 0 */
    bool over;    /* this is the last block: see cq_feed_answer */
    const uint32_t *parts, *numbers, *starts, *cells;
    const uint64_t *classes; /* the size of each class, if `unique`; else NULL */
} cq_feed_block;

/* Starts the run; borrows the problem and whatever the options point to. Callbacks in
 * the options are not called. All solutions come in blocks; those of CQ_GOAL_ALL and
 * CQ_GOAL_SAMPLE are not kept in the answer as well. */
CQ_API cq_status cq_feed_open(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                              const cq_options *options, cq_feed **out);
/* Waits until a block is full, the run is over or `seconds` have passed, then takes
 * whatever has been found. */
CQ_API cq_status cq_feed_next(cq_feed *feed, double seconds, cq_feed_block *out);
/* What on_progress would have reported last. */
CQ_API void cq_feed_progress(cq_feed *feed, cq_progress *out);
/* After the last block: what cq_solve returned, and its answer, which is then yours.
 * CQ_STOPPED, without a message, if the run is not over. */
CQ_API cq_status cq_feed_answer(cq_feed *feed, cq_answer **out);
/* Stops the run if it is not over. */
CQ_API void cq_feed_free(cq_feed *feed);

/* Combines the answers to all parts of a problem, in any order, into one. */
CQ_API cq_status cq_answers_merge(cq_context *ctx, const cq_problem *problem,
                                  const cq_answer *const *answers, size_t count,
                                  cq_answer **out);

/* The engines, by number from 0; NULL past the last. */
CQ_API const char *cq_engine_name(size_t index);
CQ_API const char *cq_engine_summary(size_t index);
/* Names from earlier versions that cq_options.engine still accepts: the index-th of
 * them, with the present name in *now; NULL past the last. */
CQ_API const char *cq_engine_alias(size_t index, const char **now);

/* ---- Choosing ---- */

/* Classes of preference: engines of an earlier rank always go first. */
typedef enum cq_rank {
    CQ_RANK_DIRECT, /* takes a predictable time, or gives up soon */
    CQ_RANK_PROOF,  /* looks for a reason why not, for some time */
    CQ_RANK_EXACT,  /* decides, in a time that cannot be predicted */
    CQ_RANK_LAST    /* for comparison, or if nothing else fits */
} cq_rank;

/* What an engine says about a problem and a goal before it runs. */
typedef struct cq_fit {
    bool fits;
    cq_rank rank;
    double seconds; /* expected; negative if that cannot be predicted */
    char why[160];  /* a clause: why it does not fit, or why it fits well */
} cq_fit;

/* The engine by its number from 0; CQ_REFUSED past the last. Options may be NULL. */
CQ_API cq_status cq_engine_fits(cq_context *ctx, size_t index,
                                const cq_problem *problem, cq_goal goal,
                                const cq_options *options, cq_fit *out);

/* Solving is a plan of stages, one after the other until the question is decided. */
typedef enum cq_stage_kind {
    CQ_STAGE_OUTLINE,    /* a large board: an engine that needs no lists of moves */
    CQ_STAGE_CONDITIONS, /* the necessary conditions */
    CQ_STAGE_PROOF,      /* an engine that can only say no */
    CQ_STAGE_ENGINE,     /* one engine */
    CQ_STAGE_RACE,       /* several side by side, until one ends */
    CQ_STAGE_CONFIRM,    /* after a count: the same by other means */
    CQ_STAGE_FORESEE,    /* after an estimate: what a sweep would take */
    CQ_STAGE_REASON,     /* after a no without a reason: engines, until one finds it */
    CQ_STAGE_PACKING,    /* looks for solutions with fewer and fewer free squares */
    CQ_STAGE_CHAIN,      /* samples of tours that cannot be counted: a Markov chain */
    CQ_STAGE_LISTING     /* numbers, sums and samples, by listing all solutions */
} cq_stage_kind;

typedef struct cq_stage {
    cq_stage_kind kind;
    const char *const *engines; /* by name */
    size_t count;
    const char *why; /* a clause */
} cq_stage;

typedef struct cq_solve_plan cq_solve_plan;

/* What cq_solve would do with the same arguments, without doing it. CQ_REFUSED with the
 * reason if no engine fits. */
CQ_API cq_status cq_solve_plan_new(cq_context *ctx, const cq_problem *problem,
                                   cq_goal goal, const cq_options *options,
                                   cq_solve_plan **out);
CQ_API void cq_solve_plan_free(cq_solve_plan *plan);
CQ_API size_t cq_solve_plan_count(const cq_solve_plan *plan);
/* By number from 0; NULL past the last. */
CQ_API const cq_stage *cq_solve_plan_stage(const cq_solve_plan *plan, size_t index);
CQ_API const char *cq_stage_kind_name(cq_stage_kind kind); /* "conditions" */

/* ---- Checking ---- */

/* Judges an answer from the problem alone: CQ_YES if it is right, CQ_NO if it is wrong,
 * CQ_UNKNOWN if a claim has no short proof and would take too long to repeat. The
 * sentence says why. */
CQ_API cq_status cq_check(cq_context *ctx, const cq_problem *problem,
                          const cq_answer *answer, cq_verdict *out,
                          char sentence[CQ_SENTENCE_SIZE]);
/* Judges the solutions alone, not what the answer claims beyond them. */
CQ_API cq_status cq_check_solutions(cq_context *ctx, const cq_problem *problem,
                                    const cq_answer *answer, cq_verdict *out,
                                    char sentence[CQ_SENTENCE_SIZE]);

/* ---- Proofs in files ---- */

/* How large a proof is: places where it branches, or a leaf names its reason; states.
 */
typedef struct cq_proof_size {
    uint64_t nodes, bytes;
} cq_proof_size;

typedef enum cq_proof_format {
    CQ_PROOF_AS_TREE, /* chequer's own: see cq_proof_check */
    /* Tilings and covers, about the clauses of CQ_PROBLEM_CNF: */
    CQ_PROOF_AS_DRAT,
    CQ_PROOF_AS_LRAT,
    CQ_PROOF_AS_PBP,   /* about the inequalities of CQ_PROBLEM_OPB, by cutting planes */
    CQ_PROOF_AS_LAYERS /* also chequer's own: all states of a sweep */
} cq_proof_format;

CQ_API const char *cq_proof_format_name(cq_proof_format format); /* "drat" */
CQ_API bool cq_proof_format_find(const char *name, cq_proof_format *out);

/* About how large a tree or layers will be: the first nodes are written to nowhere, and
 * random probes or the predictions for a sweep say how many there are. A small proof's
 * size is exact. 0 for other formats, whose size cannot be foreseen. */
CQ_API cq_status cq_proof_foresee(cq_context *ctx, const cq_problem *problem,
                                  cq_proof_format format, cq_proof_size *out);
/* Which of chequer's own formats suits this no: layers if a sweep found it or if they
 * will have far fewer states than a tree nodes, else a tree. */
CQ_API cq_status cq_proof_format_for(cq_context *ctx, const cq_problem *problem,
                                     const cq_answer *answer, cq_proof_format *out);

/* Searches everything, plainly, and writes a proof that there is no solution:
 * docs/proofs.md describes the formats. CQ_REFUSED if there is a solution, CQ_STOPPED
 * after cq_cancel or at the end of the time, CQ_IO on a full disk: what was written is
 * then not a proof. `answer` may be NULL; with its reason, a proof as PBP can be short.
 * `size` may be NULL as well. While a tree or layers are written, notes say at each
 * doubling how large they are and will be (see cq_context_on_note). */
CQ_API cq_status cq_proof_write(cq_context *ctx, const cq_problem *problem,
                                const cq_answer *answer, cq_proof_format format,
                                FILE *out, cq_proof_size *size);
/* Judges a proof tree or layers from the problem alone, in one pass, with memory for
 * one path, or for two layers. CQ_YES: there is no solution. CQ_NO: it proves nothing,
 * and the sentence says where. CQ_INPUT: it cannot be read, is cut short or belongs to
 * another problem. */
CQ_API cq_status cq_proof_check(cq_context *ctx, const cq_problem *problem,
                                const char *name, FILE *in, cq_verdict *out,
                                char sentence[CQ_SENTENCE_SIZE]);

/* ---- Drawing ---- */

typedef enum cq_format {
    CQ_FORMAT_TEXT, /* letters, one a cell */
    CQ_FORMAT_BOX,  /* box-drawing characters in UTF-8 */
    CQ_FORMAT_SVG,
    CQ_FORMAT_PNG, /* needs the drawing part */
    CQ_FORMAT_PDF, /* needs the drawing part */
    CQ_FORMAT_TIKZ,
    CQ_FORMAT_APNG /* an animated PNG of a tour; needs the drawing part */
} cq_format;

CQ_API const char *cq_format_name(cq_format format); /* "txt", "svg", "tex" */
CQ_API bool cq_format_find(const char *name, cq_format *out);

/* False for a format that was left out when the library was built. */
CQ_API bool cq_draw_can(cq_format format);

/* Draws the problem's board, with the answer on it if one is given: its first
 * solution, what it found, or the squares of its proof. */
CQ_API cq_status cq_draw(cq_context *ctx, const cq_problem *problem,
                         const cq_answer *answer, cq_format format, FILE *out);

/* What a picture shows, and how. */
typedef struct cq_drawing {
    size_t size;         /* sizeof(cq_drawing): start from CQ_DRAWING_INIT */
    size_t solution;     /* which, from 0 */
    const char *caption; /* for screen readers; NULL: a caption is generated */
    bool no_coordinates; /* neither letters below the board nor numbers at its left */
    bool types;          /* dominoes: a colour for each of their four types */
    /* Tours: the number of each square, the line of the walk; neither: both. */
    bool numbers, path;
    bool by_time;  /* tours: coloured from the beginning to the end */
    bool animated; /* tours: the walk as it goes, in SVG; APNG is always animated */
    bool pieces;   /* tilings without an answer: the pieces below the board */
} cq_drawing;

#define CQ_DRAWING_INIT                                                                \
    {                                                                                  \
        .size = sizeof(cq_drawing)                                                     \
    }

/* `answer` and `drawing` may be NULL. */
CQ_API cq_status cq_draw_with(cq_context *ctx, const cq_problem *problem,
                              const cq_answer *answer, const cq_drawing *drawing,
                              cq_format format, FILE *out);

/* ---- Writing ---- */

typedef enum cq_problem_format {
    CQ_PROBLEM_PUZZLE, /* a puzzle file: tilings, and tours of a board */
    CQ_PROBLEM_ART,    /* the board alone */
    CQ_PROBLEM_COVER,  /* Knuth's text format: covers */
    CQ_PROBLEM_EDGES,  /* tours, as their graph: two names a line, */
    CQ_PROBLEM_DIMACS, /* p edge n m / e u v, */
    CQ_PROBLEM_TSPLIB, /* TYPE : HCP, */
    CQ_PROBLEM_GRAPH6, /* McKay's graph6 */
    /* Every square or vertex with its neighbours, and on a board with its colour: of
     * tilings, the squares that a domino can cover together. */
    CQ_PROBLEM_ADJACENCY,
    /* Tilings and covers, for SAT and for pseudo-Boolean solvers: variable i is option
     * i of the cover, or placement i of the tiling; see docs/proofs.md. */
    CQ_PROBLEM_CNF,
    CQ_PROBLEM_OPB
} cq_problem_format;

CQ_API const char *cq_problem_format_name(cq_problem_format format); /* "dimacs" */
CQ_API bool cq_problem_format_find(const char *name, cq_problem_format *out);

/* CQ_REFUSED for a format that cannot hold the problem. */
CQ_API cq_status cq_problem_write(cq_context *ctx, const cq_problem *problem,
                                  cq_problem_format format, FILE *out);

typedef enum cq_list_form {
    CQ_LIST_TEXT,  /* as cq_answer_write_text */
    CQ_LIST_BOX,   /* boards: box-drawing characters in UTF-8 */
    CQ_LIST_JSON,  /* as cq_answer_write_json */
    CQ_LIST_MOVES, /* tours: the squares by name, one line a tour */
    CQ_LIST_TOUR,  /* tours: a TOUR file of TSPLIB */
    CQ_LIST_PDF    /* boards: a booklet of several pictures a page */
} cq_list_form;

CQ_API const char *cq_list_form_name(cq_list_form form); /* "txt", "moves" */
CQ_API bool cq_list_form_find(const char *name, cq_list_form *out);

/* An answer in one piece: its solutions or, if it has none, what it says instead (JSON
 * has both). */
CQ_API cq_status cq_answer_write(cq_context *ctx, const cq_problem *problem,
                                 const cq_answer *answer, cq_list_form form, FILE *out);

/* Solutions written as they are found: a list of any length takes the memory of one.
 * Nothing is written before the first of them, or the end. */
typedef struct cq_list cq_list;

typedef struct cq_list_options {
    size_t size; /* sizeof(cq_list_options): start from CQ_LIST_INIT */
    cq_list_form form;
    /* What was asked, for the head: JSON and booklets. */
    cq_goal goal;
    bool unique, symmetric;
    /* Solutions that an earlier run wrote to the same place: the list continues
     * after them. Not for booklets. */
    uint64_t written;
    const cq_drawing *drawing; /* boxes and booklets; NULL: as by default */
    const char *title;         /* booklets; NULL: the source of the problem */
} cq_list_options;

#define CQ_LIST_INIT                                                                   \
    {                                                                                  \
        .size = sizeof(cq_list_options)                                                \
    }

/* Borrows the problem, the stream and what the options point to. */
CQ_API cq_status cq_list_open(cq_context *ctx, const cq_problem *problem,
                              const cq_list_options *options, FILE *out,
                              cq_list **list);
/* The solutions of an answer, one after the other: on_solution has one at a time. */
CQ_API cq_status cq_list_add(cq_list *list, const cq_answer *answer);
/* Writes what follows the last solution, from the answer as a whole; after that the
 * list can only be freed. Without this call the list may be continued later: see
 * `written`. */
CQ_API cq_status cq_list_close(cq_list *list, const cq_answer *whole);
CQ_API void cq_list_free(cq_list *list);

/* ---- Explanations ---- */

/* Step by step, a paragraph and a picture for each: why a board has a domino tiling, or
 * why not; how an open tour of a board is found, and made into a closed one. */
typedef struct cq_explanation cq_explanation;

/* From an answer to CQ_GOAL_FIND that is decided; borrows the problem. */
CQ_API cq_status cq_explain(cq_context *ctx, const cq_problem *problem,
                            const cq_answer *answer, cq_explanation **out);
/* The same; of the options, which may be NULL, these matter for a tour: ties,
 * move_order, cut, join and seed. */
CQ_API cq_status cq_explain_with(cq_context *ctx, const cq_problem *problem,
                                 const cq_answer *answer, const cq_options *options,
                                 cq_explanation **out);
CQ_API void cq_explanation_free(cq_explanation *explanation);
CQ_API size_t cq_explanation_steps(const cq_explanation *explanation);
/* NULL past the last step. */
CQ_API const char *cq_explanation_text(const cq_explanation *explanation, size_t step);
/* Numbered paragraphs, and the tiling at their end if there is one. */
CQ_API cq_status cq_explanation_write(cq_context *ctx,
                                      const cq_explanation *explanation, FILE *out);
/* The same as data: {"steps": [...]}, each step with its text and what its picture
 * shows (docs/protocol.md). */
CQ_API cq_status cq_explanation_write_json(cq_context *ctx,
                                           const cq_explanation *explanation,
                                           FILE *out);
/* The text of the step is the caption, unless the drawing has another. */
CQ_API cq_status cq_explanation_draw(cq_context *ctx, const cq_explanation *explanation,
                                     size_t step, const cq_drawing *drawing,
                                     cq_format format, FILE *out);

/* One PDF with the words and the pictures of all steps, several on a page; needs the
 * drawing part. The title may be NULL: then it is the source of the problem. */
CQ_API cq_status cq_explanation_handout(cq_context *ctx,
                                        const cq_explanation *explanation,
                                        const cq_drawing *drawing, const char *title,
                                        FILE *out);
/* A tiling as an exercise, in one PDF: the board, the task, and the pieces; or
 * a tour with the numbers that are given. Nothing is solved. Needs the drawing part. */
CQ_API cq_status cq_worksheet_write(cq_context *ctx, const cq_problem *problem,
                                    const cq_drawing *drawing, const char *title,
                                    FILE *out);

/* ---- The classic search, move by move ---- */

/* How the engine backtrack goes over a tiling on the plane. A lay is a piece in one
 * orientation, held by its first square, row by row. At the first empty square the lays
 * are tried in their order: the first that fits is laid; if none does, or the board is
 * full, the last one is taken back, and the search goes on with the lay after it. */
typedef struct cq_trace cq_trace;

typedef struct cq_lay {
    uint32_t piece;
    const cq_square *squares;
    size_t count;
} cq_lay;

typedef enum cq_move_kind {
    CQ_MOVE_NONE,  /* nothing has been done yet */
    CQ_MOVE_LAID,  /* a piece was laid */
    CQ_MOVE_TAKEN, /* a piece was taken back */
    CQ_MOVE_OVER   /* everything has been tried */
} cq_move_kind;

/* What stands on the board after a move. */
typedef struct cq_trace_state {
    uint64_t moves, tried, found; /* so far: moves, lays tried, solutions */
    cq_move_kind last;
    uint32_t lay;  /* that was laid or taken back */
    cq_cell at;    /* where its first square lies, or lay; CQ_NO_CELL: nowhere */
    cq_cell empty; /* the first empty square; CQ_NO_CELL: there is none */
    uint32_t next; /* the lay that is tried there next; those before it are finished */
    size_t depth;  /* pieces on the board */
    bool solution; /* the board is full, and that is one */
} cq_trace_state;

/* Borrows the problem. With `unique` one piece is restricted to some orientations, if
 * possible, so that no solution comes twice: as `unique` in cq_options. */
CQ_API cq_status cq_trace_new(cq_context *ctx, const cq_problem *problem, bool unique,
                              cq_trace **out);
CQ_API void cq_trace_free(cq_trace *trace);
/* By number from 0; past the last, false. */
CQ_API size_t cq_trace_lays(const cq_trace *trace);
CQ_API bool cq_trace_lay(const cq_trace *trace, size_t index, cq_lay *out);
/* Makes `moves` moves, or fewer if the search ends; CQ_STOPPED after cq_cancel or when
 * time runs out. */
CQ_API cq_status cq_trace_move(cq_trace *trace, uint64_t moves);
CQ_API void cq_trace_look(const cq_trace *trace, cq_trace_state *out);
/* Whether a lay fits at the first empty square. */
CQ_API bool cq_trace_fits(const cq_trace *trace, size_t index);
/* What lies on the board, as parts: see cq_solution_part. Borrowed until the next
 * move. */
CQ_API const cq_solution *cq_trace_position(const cq_trace *trace);
/* The position with what fits next, or the table of all lays by the colours of their
 * first squares: as text, or as a picture. */
CQ_API cq_status cq_trace_draw(cq_context *ctx, const cq_trace *trace,
                               const cq_drawing *drawing, cq_format format, FILE *out);
CQ_API cq_status cq_trace_draw_lays(cq_context *ctx, const cq_trace *trace,
                                    const cq_drawing *drawing, cq_format format,
                                    FILE *out);

/* ---- A tiling as a cover ---- */

/* The cover that a tiling amounts to: items are squares by name, and pieces whose
 * copies are limited; option i is placement i. `numbered`: see cq_question. CQ_REFUSED
 * for other problems, and for a rule that items cannot express. */
CQ_API cq_status cq_problem_as_cover(cq_context *ctx, const cq_problem *problem,
                                     bool numbered, cq_problem **out);

/* Explains in notes (see cq_context_on_note) how a tiling is a cover: the universe, the
 * subsets of it that pieces can take, and the partial tilings by their first hole. */
CQ_API cq_status cq_explain_cover(cq_context *ctx, const cq_problem *problem);

/* ---- The order of a sweep ---- */

/* In which order an engine that sweeps (frontier) decides the squares of a tiling or
 * the items of a cover: cq_options.order takes it. */
typedef struct cq_sweep_order cq_sweep_order;

/* The best that can be found with the seed and in the seconds of the options, or their
 * order, with what is predicted for it. */
CQ_API cq_status cq_sweep_order_find(cq_context *ctx, const cq_problem *problem,
                                     const cq_options *options, cq_sweep_order **out);
/* For a tiling the text is a grid of numbers, with '.' for a hole; for a cover it is
 * the names of its items. Nothing is predicted. */
CQ_API cq_status cq_sweep_order_parse(cq_context *ctx, const cq_problem *problem,
                                      const char *name, const char *text, size_t size,
                                      cq_sweep_order **out);
CQ_API void cq_sweep_order_free(cq_sweep_order *order);
/* Items by number, in the order in which they are decided. */
CQ_API const uint32_t *cq_sweep_order_items(const cq_sweep_order *order, size_t *count);
/* How it was found: "rows", "greedy" ...; "" if it was parsed. */
CQ_API const char *cq_sweep_order_method(const cq_sweep_order *order);
/* Base 2 logarithms of the states at the peak and of all transitions. */
CQ_API void cq_sweep_order_predicted(const cq_sweep_order *order, double *log2_states,
                                     double *log2_transitions);
/* As text that can be parsed, or as JSON. */
CQ_API cq_status cq_sweep_order_write(cq_context *ctx, const cq_problem *problem,
                                      const cq_sweep_order *order, bool json,
                                      FILE *out);
/* Numbers on the board; a cover has no picture. */
CQ_API cq_status cq_sweep_order_draw(cq_context *ctx, const cq_problem *problem,
                                     const cq_sweep_order *order,
                                     const cq_drawing *drawing, cq_format format,
                                     FILE *out);

/* ---- Sequences ---- */

/* Boards with a number N in them, to be covered or toured. */
typedef struct cq_family {
    size_t size;       /* sizeof(cq_family): start from CQ_FAMILY_INIT */
    const char *board; /* "4xN", "aztec:N", "NxN-a1"; NULL: a drawing */
    /* A drawing in which columns are marked as repeated, or a puzzle file with one, and
     * its name for messages. */
    const char *name, *text;
    size_t length;
    const char *pieces; /* NULL: dominoes, or those of the puzzle file */
    /* Tours instead of tilings: closed, or open; NULL: of the knight. */
    bool tour, open;
    const char *leaper;
    /* Tilings, a row of numbers for each N: those with 0, 1, 2 ... copies of the first
     * piece, up to the last number that is not 0. */
    bool by_copies;
} cq_family;

#define CQ_FAMILY_INIT                                                                 \
    {                                                                                  \
        .size = sizeof(cq_family)                                                      \
    }

typedef struct cq_sequence cq_sequence;

/* Gets each term in decimal as soon as it is known; for a triangle it gets the row,
 * with spaces between the numbers. */
typedef void cq_term_fn(void *user, uint64_t n, const char *value);

/* The numbers of tilings or tours for N = from, from + 1, ..., to. A board without
 * squares (4x0) has one tiling, if no piece must be used. The options may be NULL;
 * these are used: engine, seconds (for all terms together), threads, seed and
 * on_progress. If it is stopped early, cq_sequence_stop says why. */
CQ_API cq_status cq_sequence_count(cq_context *ctx, const cq_family *family,
                                   uint64_t from, uint64_t to,
                                   const cq_options *options, cq_term_fn *on_term,
                                   void *user, cq_sequence **out);
CQ_API void cq_sequence_free(cq_sequence *sequence);
CQ_API uint64_t cq_sequence_from(const cq_sequence *sequence);
CQ_API size_t cq_sequence_terms(const cq_sequence *sequence);
/* In decimal, by number from 0; NULL past the last. */
CQ_API const char *cq_sequence_term(const cq_sequence *sequence, size_t index);
/* Of a triangle, whose terms are the sums of its rows: the number of tilings with
 * `copies` copies of the first piece; NULL past the last. */
CQ_API const char *cq_sequence_entry(const cq_sequence *sequence, size_t index,
                                     size_t copies);
CQ_API cq_stop cq_sequence_stop(const cq_sequence *sequence);
CQ_API const char *cq_sequence_method(const cq_sequence *sequence);

/* Looks for the shortest linear recurrence, a(n) = c[0] a(n-1) + c[1] a(n-2) + ...,
 * which must also hold for some terms that were not used to find it. */
CQ_API cq_status cq_sequence_find_recurrence(cq_context *ctx, cq_sequence *sequence);
/* Its order, 0 if none was found; *checked, which may be NULL: how many more terms
 * agree. */
CQ_API size_t cq_sequence_order(const cq_sequence *sequence, size_t *checked);

/* Whether the recurrence holds for all n, because a transfer matrix with *states states
 * bounds its order (0: no bound is known) and enough terms were compared; else it is a
 * guess that fits. */
CQ_API bool cq_sequence_is_proved(const cq_sequence *sequence, size_t *states);
/* How many of the first terms were counted again by other code. */
CQ_API size_t cq_sequence_confirmed(const cq_sequence *sequence);

/* The coefficients of the recurrence, and those of the two polynomials whose quotient
 * is the sum of all a(n) x^n, from x^0 on. */
typedef enum cq_polynomial {
    CQ_COEFFICIENTS,
    CQ_NUMERATOR,
    CQ_DENOMINATOR
} cq_polynomial;

/* In decimal; NULL past the last. */
CQ_API const char *cq_sequence_coefficient(const cq_sequence *sequence,
                                           cq_polynomial which, size_t index);

typedef enum cq_sequence_form {
    CQ_SEQUENCE_BFILE,      /* a line "n a(n)" for each term, as the OEIS has it; a
                             * triangle row by row, its numbers counted through */
    CQ_SEQUENCE_RECURRENCE, /* the recurrence and the generating function, after '#' */
    CQ_SEQUENCE_JSON,
    /* Terms, recurrence and generating function in the language of other programs: */
    CQ_SEQUENCE_PARI,
    CQ_SEQUENCE_SAGE,
    CQ_SEQUENCE_LATEX
} cq_sequence_form;

CQ_API const char *cq_sequence_form_name(cq_sequence_form form); /* "bfile", "txt" */
CQ_API bool cq_sequence_form_find(const char *name, cq_sequence_form *out);

CQ_API cq_status cq_sequence_write(cq_context *ctx, const cq_sequence *sequence,
                                   cq_sequence_form form, FILE *out);

/* ---- Puzzles made to order ---- */

typedef enum cq_make_kind {
    CQ_MAKE_NUMBERS, /* numbers on a board, on which the dominoes of a set lie */
    CQ_MAKE_PIECES,  /* some of the pieces of a set, for a board */
    CQ_MAKE_BOARD,   /* a board for pieces */
    CQ_MAKE_LETTERS, /* a board and pieces, with letters that name pieces */
    CQ_MAKE_SUDOKU,  /* a grid of digits in rows, columns and boxes, as a cover */
    CQ_MAKE_TOUR     /* a tour of which as few numbers as possible are given */
} cq_make_kind;

CQ_API const char *cq_make_kind_name(cq_make_kind kind); /* "numbers" */
CQ_API bool cq_make_kind_find(const char *name, cq_make_kind *out);

/* What to make. NULL, false and 0 are the defaults. */
typedef struct cq_recipe {
    size_t size; /* sizeof(cq_recipe): start from CQ_RECIPE_INIT */
    cq_make_kind kind;
    const char *board;   /* numbers (a rectangle by default), pieces, letters, tour
                          * (6x6 by default) */
    const char *pieces;  /* pieces: to choose from; board; letters */
    uint32_t highest;    /* numbers: dominoes up to this one twice; 0: 6 */
    uint32_t rows, cols; /* sudoku: of a box; 0: 3 */
    bool fewest;         /* numbers: leave out as many as possible */
    bool symmetric;      /* board, and the givens of a sudoku, of letters and of a
                          * tour: under a half turn */
    uint64_t solutions;  /* exactly this many; 0: one. Of a board or a choice of pieces,
                          * those that are turned or reflected are one */
    uint64_t seed;
    /* Nodes that the engine dlx, or figured for a tour, visits to find all solutions;
     * hardest 0: any number. */
    uint64_t easiest, hardest;
    uint64_t tries; /* 0: ten thousand */
    void *user;
    bool (*on_progress)(void *user, uint64_t tries); /* false stops; may be NULL */
    const char *leaper; /* tour: how the piece moves; NULL: a knight */
    bool open;          /* tour: it need not come back */
} cq_recipe;

#define CQ_RECIPE_INIT                                                                 \
    {                                                                                  \
        .size = sizeof(cq_recipe)                                                      \
    }

typedef struct cq_made cq_made;

/* CQ_REFUSED if no try succeeded; CQ_STOPPED after cq_cancel or at the end of the time.
 * The same recipe makes the same puzzle everywhere. */
CQ_API cq_status cq_make(cq_context *ctx, const cq_recipe *recipe, cq_made **out);
CQ_API void cq_made_free(cq_made *made);
/* The puzzle, and an answer with all its solutions; borrowed. */
CQ_API const cq_problem *cq_made_problem(const cq_made *made);
CQ_API const cq_answer *cq_made_answer(const cq_made *made);
/* Of a sudoku, which is a cover: a board with the givens, or with all digits, as
 * colours of its squares; else NULL. */
CQ_API const cq_problem *cq_made_sheet(const cq_made *made, bool solved);
/* How hard it is, how many tries it took, and how many numbers, letters or digits are
 * given. No given can be left out, unless all numbers are there. */
CQ_API uint64_t cq_made_nodes(const cq_made *made);
CQ_API uint64_t cq_made_tries(const cq_made *made);
CQ_API uint64_t cq_made_givens(const cq_made *made);

/* ---- Studies of random graphs ---- */

typedef enum cq_ensemble_kind {
    CQ_ENSEMBLE_RANDOM,    /* G(n, p) */
    CQ_ENSEMBLE_REGULAR,   /* all vertices of one degree */
    CQ_ENSEMBLE_HIDDEN,    /* a cycle and other edges */
    CQ_ENSEMBLE_SUBDIVIDED /* cubic, with vertices of degree 2 on edges */
} cq_ensemble_kind;

CQ_API const char *cq_ensemble_kind_name(cq_ensemble_kind kind); /* "random" */
CQ_API bool cq_ensemble_kind_find(const char *name, cq_ensemble_kind *out);

/* Connected random graphs. Graph number i depends on the seed, the kind, the size, the
 * degree and i alone. */
typedef struct cq_ensemble {
    size_t size; /* sizeof(cq_ensemble): start from CQ_ENSEMBLE_INIT */
    cq_ensemble_kind kind;
    uint32_t vertices;
    double degree; /* on average */
    uint64_t graphs, seed;
    /* CQ_ENSEMBLE_RANDOM: an edge with chance 1 in (n - 1) / degree, rounded down to a
     * whole number, instead of degree / (n - 1). */
    bool whole_odds;
} cq_ensemble;

#define CQ_ENSEMBLE_INIT                                                               \
    {                                                                                  \
        .size = sizeof(cq_ensemble)                                                    \
    }

/* Graph `number`, from 0, as a problem: a closed tour. */
CQ_API cq_status cq_ensemble_draw(cq_context *ctx, const cq_ensemble *ensemble,
                                  uint64_t number, cq_problem **out);

typedef struct cq_census {
    uint64_t graphs;       /* looked at; fewer than asked for if it was stopped */
    uint64_t disconnected; /* passed over */
    /* By path conversion: Hamiltonian paths by Warnsdorff's rule over all starts, those
     * that became cycles, and the graphs with at least one of each. */
    uint64_t paths, converted;
    uint64_t path_graphs, cycle_graphs;
    /* The truth: graphs that have a Hamiltonian cycle (or path), and that have none. */
    uint64_t cycle, no_cycle, path, no_path;
    uint64_t undecided; /* one of the two was not decided in time */
} cq_census;

typedef struct cq_census_options {
    size_t size;      /* sizeof(cq_census_options): start from CQ_CENSUS_INIT */
    unsigned threads; /* 0: one; at most 1024 */
    double seconds;   /* for each question about a graph; 0: no limit */
    void *user;
    /* Now and then, in the caller's thread: how many are done; false stops. */
    bool (*on_progress)(void *user, uint64_t done);
    /* Path conversion, as in cq_options. */
    cq_ties ties;
    cq_cut cut;
    cq_join join;
    /* The engine walk, as in cq_options, if it is asked for the truth. */
    uint64_t steps;
    double start_seconds;
} cq_census_options;

#define CQ_CENSUS_INIT                                                                 \
    {                                                                                  \
        .size = sizeof(cq_census_options)                                              \
    }

/* Examines all graphs of an ensemble; options may be NULL. *stopped: the caller or
 * cq_cancel stopped it, and the census covers only the graphs done by then. */
CQ_API cq_status cq_census_take(cq_context *ctx, const cq_ensemble *ensemble,
                                const cq_census_options *options, cq_census *out,
                                bool *stopped);

/* Lines over a grid of percentages, at most four of them. */
#define CQ_SERIES_MOST 4

typedef struct cq_series {
    const char *name;
    const double *shares; /* 0 to 1, one for each place; NAN: there is none */
} cq_series;

typedef struct cq_plot {
    size_t size;       /* sizeof(cq_plot): start from CQ_PLOT_INIT */
    const char *title; /* and a second, smaller line */
    const char *remark;
    const char *across; /* what the places are */
    const double *places;
    size_t places_count;
    const cq_series *series;
    size_t series_count;
} cq_plot;

#define CQ_PLOT_INIT                                                                   \
    {                                                                                  \
        .size = sizeof(cq_plot)                                                        \
    }

/* As SVG, PNG, PDF or TikZ. */
CQ_API cq_status cq_plot_write(cq_context *ctx, const cq_plot *plot, cq_format format,
                               FILE *out);

#ifdef __cplusplus
}
#endif

#endif
