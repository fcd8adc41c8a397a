/* letters.h - a tiling out of a grid of letters: what its two files share. */
#ifndef CQ_ANSWER_LETTERS_H
#define CQ_ANSWER_LETTERS_H

#include "answer/read.h"

/* A piece in one of its orientations. */
typedef struct cq_oriented {
    uint32_t piece;
    const cq_shape *shape;
    uint64_t hash; /* of its squares, whatever their order */
} cq_oriented;

typedef CQ_VEC(cq_shapes) cq_shape_lists;

struct cq_letters {
    cq_reader *reader;
    cq_context *ctx;
    const cq_problem *problem;
    const cq_board *board;
    cq_shape_lists shapes;        /* a list for each piece */
    CQ_VEC(cq_oriented) oriented; /* ordered by piece */
    uint32_t *heads, *next;       /* by hash: 1 + index into oriented */
    size_t mask;
    size_t first_line;   /* of the grid at hand */
    char *letter;        /* of each cell of the grid; 0 if there is none */
    uint32_t *group;     /* 1 + the number of its component; 0: not yet in one */
    cq_u32s cells;       /* the component at hand */
    cq_shape squares;    /* the same, as steps from its first cell */
    size_t loose[256];   /* how many cells with each letter are CQ_LOOSE */
    bool initials;       /* letters are the first ones of the pieces' names */
    uint32_t owner[256]; /* then 1 + the piece with that letter; 0: none */
    bool scattered;      /* a piece is not connected */
};

/* The group of a cell that waits to be put into a part by cq_letters_split. */
#define CQ_LOOSE UINT32_MAX

/* Puts the loose cells into parts. */
cq_status cq_letters_split(cq_letters *letters, cq_solution *solution);

static inline uint32_t cq_letter_owner(const cq_letters *letters, char letter)
{
    return letters->owner[(unsigned char)letter];
}

/* If letters are those of the pieces, a component with the letter of one piece is
 * not another one, whatever its shape: two squares B that touch are no domino A. */
static inline bool cq_letter_means(const cq_letters *letters, char letter,
                                   uint32_t piece)
{
    uint32_t owner = cq_letter_owner(letters, letter);

    return !owner || owner == piece + 1;
}

/* CQ_INPUT at a cell of the grid. */
cq_status cq_letters_fail(const cq_letters *letters, cq_cell cell, const char *format,
                          ...) __attribute__((format(printf, 3, 4)));

/* A cell takes a square of a piece. */
static inline bool cq_takes(const cq_board *board, cq_cell cell, char colour)
{
    return colour == CQ_ANY_COLOUR || board->colour[cell] == CQ_ANY_COLOUR ||
           board->colour[cell] == colour;
}

#endif
