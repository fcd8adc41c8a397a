/* read.h - what the readers of answers share. */
#ifndef CQ_ANSWER_READ_H
#define CQ_ANSWER_READ_H

#include "answer/answer.h"
#include "answer/lookup.h"
#include "base/json.h"

/* Weights and values beyond this are refused: JSON's numbers are exact up to it. */
#define CQ_WEIGHT_MOST (INT64_C(1) << 53)

typedef struct cq_reader {
    cq_context *ctx;
    const cq_problem *problem;
    const cq_text *text;
    cq_lookup lookup;
    cq_answer *answer; /* filled; owned by cq_answer_read */
    cq_json json;      /* if the text is JSON */
    /* JSON: the first domino on a hole, which only a repair may have; line 0: none. The
     * goal may come after the solutions. */
    size_t hole_line, hole_column;
    cq_cell hole;
    /* Rooms that are used again for each part. */
    cq_u32s cells;
    cq_entries entries;
    uint32_t *used; /* copies of each piece, or 1 + the solution that uses an option */
} cq_reader;

/* An empty solution at the end of the answer; the pointer is good until the next. */
cq_status cq_reader_add_solution(cq_reader *reader, cq_solution **out);

/* A whole file. */
cq_status cq_read_json(cq_reader *reader);
cq_status cq_read_text(cq_reader *reader);

/* Text: "expected ..., found ..." at the word at hand, or at the end of its line. */
cq_status cq_fail_word(const cq_reader *reader, size_t line, const cq_words *word,
                       const char *expected, ...) __attribute__((format(printf, 4, 5)));
/* Text: the word at hand as a square of the board, or with `hole` as any place of its
 * grid. */
cq_status cq_read_square(const cq_reader *reader, size_t line, const cq_words *word,
                         bool hole, cq_cell *out);

/* JSON, after the '[' of a solution. */
cq_status cq_read_json_solution(cq_reader *reader);

/* Reads a value into what the caller gave with it. */
typedef cq_status cq_json_read_fn(cq_reader *reader, void *into);

/* Reads the members of an object by a table; other keys are read over, one that is
 * there twice is refused. */
typedef struct cq_json_member {
    const char *key;
    cq_json_read_fn *read;
    void *into; /* NULL: into the answer */
    bool *met;  /* becomes true if it is there; may be NULL */
} cq_json_member;

cq_status cq_read_json_members(cq_reader *reader, const cq_json_member *members,
                               size_t count);
/* The same from the '{' on. */
cq_status cq_read_json_object(cq_reader *reader, const cq_json_member *members,
                              size_t count);
/* An array, each of its values by `read`. */
cq_status cq_read_json_list(cq_reader *reader, cq_json_read_fn *read, void *into);

/* Into a bool, a number of the type in its name; a copy of a text into a char *. */
cq_json_read_fn cq_read_json_flag, cq_read_json_u32, cq_read_json_u64;
cq_json_read_fn cq_read_json_double, cq_read_json_text;
/* Into a cq_u32s: a list of cells (vertices on a tour's board), of places on the grid
 * of a board, holes too, of names of vertices. */
cq_json_read_fn cq_read_json_cells, cq_read_json_places, cq_read_json_vertices;

/* "[7, 9] is not on this board": at a position of the text. */
cq_status cq_json_fail_place(const cq_reader *reader, size_t line, size_t column,
                             uint32_t row, uint32_t col);
/* "expected a goal, found "gaol"": the string at hand is no such word. */
cq_status cq_json_fail_word(cq_json *json, const char *expected);
cq_json_read_fn cq_read_json_certificate;
/* Findings (json_findings.c, tallies.c), each at the value of its key. */
cq_json_read_fn cq_read_json_repair, cq_read_json_forced, cq_read_json_probabilities;
cq_json_read_fn cq_read_json_number, cq_read_json_copies, cq_read_json_uses;
cq_json_read_fn cq_read_json_bounds, cq_read_json_reasons;

/* Text: the letters of one tiling. The walk stands on its first line. */
typedef struct cq_letters cq_letters;
cq_status cq_letters_new(cq_reader *reader, cq_letters **out);
void cq_letters_free(cq_letters *letters);
cq_status cq_letters_read(cq_letters *letters, cq_lines *lines);

/* Text: tours as lists (tour_read.c): one list of moves, the walk stands on its first
 * line and ends on its last or a blank one; a whole TOUR file. */
cq_status cq_read_moves(cq_reader *reader, cq_lines *lines);
cq_status cq_read_tsplib_tour(cq_reader *reader);

/* Text: what a SAT solver found for the CNF or OPB of the problem (model_read.c). */
bool cq_is_model(const cq_reader *reader);
cq_status cq_read_model(cq_reader *reader);

/* Text: findings (text_findings.c). The walk stands on the first line; *taken is false
 * if it does not begin as findings do. */
cq_status cq_read_text_findings(cq_reader *reader, cq_lines *lines, bool *taken);

/* Text: the proof on a line, from the word after "proof:". */
cq_status cq_read_text_proof(cq_reader *reader, const cq_lines *line, cq_words *words);

#endif
