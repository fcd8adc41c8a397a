/* draw.h - pictures of boards, tilings, tours and reasons. */
#ifndef CQ_DRAW_DRAW_H
#define CQ_DRAW_DRAW_H

#include "answer/answer.h"

/* Walks over a board, to be drawn as lines in colours: parts of a solution, whose label
 * says whether the walk comes back to its first cell. */
enum { CQ_STRAND_OPEN, CQ_STRAND_CLOSED };

/* Draws one solution (or none: NULL) or the certificate (or none) on the problem's
 * board. */
typedef struct cq_picture_of {
    const cq_problem *problem;
    const cq_solution *solution;
    const cq_certificate *certificate;
    const cq_answer *findings;    /* whose findings are drawn; NULL: none */
    const cq_solution *strands;   /* lines over the board, in cells; NULL: none */
    const cq_u32s *gone, *come;   /* moves taken out of the strands and put in, as pairs
                                 * of cells; NULL: none */
    const char *gone_words;       /* what the legend says of them; NULL: "taken out" */
    const struct cq_sheet *sheet; /* pieces below the board; NULL: none */
    bool sheet_alone;             /* without the board */
    bool by_piece;                /* tilings: a colour for each piece */
    bool points;                  /* at the cell `pointed`, with a cross */
    cq_cell pointed;
    const char *lines[2]; /* words below the board; NULL or "": none */
    const char *caption; /* for screen readers: what the picture shows; NULL: made up */
    bool coordinates;    /* a, b, c ... below and 1, 2, 3 ... at the left */
    bool numbers;        /* tours: the number of each square */
    bool path;           /* tours: the line of the walk */
    bool by_time;        /* tours: coloured from the beginning to the end */
    bool animated;       /* tours: the walk as it goes, in SVG; APNG always is */
    bool types;          /* dominoes: the four colours of their types */
} cq_picture_of;

/* A solution of the answer (or its proof, or what it found) as the drawing asks. */
cq_picture_of cq_picture_for(const cq_problem *problem, const cq_answer *answer,
                             size_t index, const cq_drawing *drawing);

/* Many solutions as one PDF of several a page, written page by page: a booklet of any
 * length takes the memory of a page, and some bytes for each. Needs the drawing part;
 * without it opening fails with CQ_REFUSED. Borrows the problem and the stream. */
typedef struct cq_booklet cq_booklet;

/* The title of the first page is drawn with the first picture. */
cq_status cq_booklet_open(cq_context *ctx, const cq_problem *problem, const char *title,
                          const char *subtitle, FILE *out, cq_booklet **booklet);
/* A page with the pieces, before the first solution. */
cq_status cq_booklet_pieces(cq_booklet *booklet, const struct cq_sheet *sheet);
/* The next solution, with its number and what else is to stand below it (or NULL). */
cq_status cq_booklet_add(cq_booklet *booklet, const cq_picture_of *what,
                         const char *remark);
/* Writes the last page, with a closing sentence. */
cq_status cq_booklet_close(cq_booklet *booklet, const char *closing);
void cq_booklet_free(cq_booklet *booklet);

/* Steps with words and pictures in one PDF; likewise. */
typedef struct cq_handout cq_handout;

cq_status cq_handout_open(cq_context *ctx, const char *title, const char *subtitle,
                          FILE *out, cq_handout **handout);
/* The next step, numbered; the picture, which may be NULL, beside the words or, if
 * `wide`, below them. */
cq_status cq_handout_step(cq_handout *handout, const char *text,
                          const cq_picture_of *what, bool wide);
/* Ruled lines to write on. */
void cq_handout_lines(cq_handout *handout, unsigned lines);
cq_status cq_handout_close(cq_handout *handout);
void cq_handout_free(cq_handout *handout);

/* The name of a problem as a title: of its file without folders and ending, or the text
 * of its board; `otherwise` if it has none. And what it is made of, in one line. */
void cq_title_of(const cq_problem *problem, const char *otherwise, char *out,
                 size_t size);
void cq_subtitle_of(const cq_problem *problem, char *out, size_t size);

cq_status cq_draw_picture(cq_context *ctx, const cq_picture_of *what, cq_format format,
                          FILE *out);

#endif
