/* polyomino.h - the parts of the polyomino engine and the data they share.
 *
 * The cells of the grid are renumbered in scan order: line by line, where a line runs
 * along the shorter side of the board. A form is a piece in one orientation, held by
 * the first of its squares in that order; the others are offsets, and a form at a cell
 * is a placement. Sets of forms and sets of cells are bits in words.
 *
 *     forms.c      the scan order, the forms, and which form fits where
 *     supply.c     copies still to lay, and the areas they can make
 *     dead.c       states known to have no solution
 *     narrow.c     first empty cell, all of it in 64-bit words
 *     wide.c       first empty cell, any number of forms, any reach
 *     constrain.c  the most constrained cell or piece, above the first-cell search
 *     regions.c    enclosed regions that no pieces can fill
 */
#ifndef CQ_ENGINE_POLYOMINO_H
#define CQ_ENGINE_POLYOMINO_H

#include "base/bitset.h"
#include "engine/engine.h"

enum {
    CQ_POLY_POLL = 4096, /* nodes between two looks at the clock */
    CQ_POLY_TAIL = 5     /* pieces left when the first-cell search takes over */
};

/* ---- copies still to lay (supply.c) ---- */

typedef struct cq_poly_supply {
    size_t count; /* pieces */
    uint32_t *size;
    uint32_t *least, *most; /* as asked, made tighter by the area */
    uint32_t *used;
    bool *limited;    /* copies run out before the cells that may go to them */
    uint64_t *weight; /* of one copy in the code; 0: not in it */
    uint64_t slack;   /* cells not owed to pieces that must still come */
    uint64_t code;    /* tells states of supply apart, if `coded` */
    bool hopeless;    /* what must come is larger than the board */
    bool tracked;     /* slack can run out */
    bool single;      /* every limited piece comes once, and slack is not tracked */
    bool coded;
    size_t limits;  /* pieces that are limited */
    uint64_t stock; /* their area, all copies together */
} cq_poly_supply;

cq_status cq_poly_supply_new(cq_context *ctx, const cq_pieces *pieces, size_t area,
                             cq_poly_supply *out);
void cq_poly_supply_free(cq_poly_supply *supply);

/* Whether another copy may be laid. */
static inline bool cq_poly_has(const cq_poly_supply *s, uint32_t piece)
{
    return s->used[piece] < s->most[piece] &&
           (!s->tracked || s->used[piece] < s->least[piece] ||
            s->slack >= s->size[piece]);
}

static inline void cq_poly_take(cq_poly_supply *s, uint32_t piece)
{
    if (s->used[piece] >= s->least[piece])
        s->slack -= s->size[piece];
    if (s->limited[piece] || s->used[piece] < s->least[piece])
        s->code += s->weight[piece];
    s->used[piece]++;
}

static inline void cq_poly_give(cq_poly_supply *s, uint32_t piece)
{
    s->used[piece]--;
    if (s->limited[piece] || s->used[piece] < s->least[piece])
        s->code -= s->weight[piece];
    if (s->used[piece] >= s->least[piece])
        s->slack += s->size[piece];
}

/* The areas up to `area` that copies still available can make, as bits. */
void cq_poly_areas(const cq_poly_supply *supply, size_t area, cq_word *out);

/* ---- states without a solution (dead.c) ---- */

typedef struct cq_poly_state {
    uint64_t window; /* taken cells from the first empty one on */
    uint64_t supply; /* what is left: a code, or the set of forms */
    uint32_t cell;   /* first empty one, plus 1; 0 marks a free entry */
    uint32_t round;  /* cells beyond the window are the same within a round */
} cq_poly_state;

typedef struct cq_poly_dead {
    cq_context *ctx;
    cq_poly_state *at;
    size_t room, kept; /* entries, a power of two or 0 */
    size_t most;       /* room */
    uint64_t asked, hits;
    bool off;
} cq_poly_dead;

enum {
    CQ_POLY_SUBTREE = 10,         /* nodes that a state must have cost to be kept */
    CQ_POLY_DEAD_MOST = 1 << 18,  /* states kept in a walk over the whole board */
    CQ_POLY_DEAD_SHORT = 1 << 14, /* and in short walks */
};

bool cq_poly_dead_has(cq_poly_dead *dead, const cq_poly_state *state);
void cq_poly_dead_add(cq_poly_dead *dead, const cq_poly_state *state);
void cq_poly_dead_free(cq_poly_dead *dead);

/* ---- the whole ---- */

typedef struct cq_poly_form {
    uint32_t piece;
    uint32_t start, count; /* in offsets */
} cq_poly_form;

typedef struct cq_poly_laid {
    uint32_t form, cell;
} cq_poly_laid;

/* ---- solutions that are images of each other (images.c) ---- */

typedef struct cq_poly_images {
    unsigned group;      /* symmetries that keep the puzzle and the piece, as bits */
    uint32_t *cells[8];  /* by symmetry: the image of every cell of the scan */
    uint32_t *pieces[8]; /* and of every piece */
    uint32_t piece;      /* the one that is held; UINT32_MAX: none */
    uint32_t first_form, forms; /* of the piece */
    uint8_t *sets; /* [cell][form]: the symmetries to use on a solution with it */
} cq_poly_images;

void cq_poly_images_free(cq_poly_images *images);

struct cq_poly_narrow;
struct cq_poly_wide;
struct cq_poly_crowd;

typedef struct cq_poly {
    cq_run *run;
    const cq_board *board;
    bool sideways;          /* lines are columns */
    uint32_t width, length; /* cells in a line; lines */
    size_t cells;           /* of the grid: width * length */
    char *colour;           /* in scan order */
    CQ_VEC(cq_poly_form) forms;
    cq_u32s offsets; /* from the first square, ascending; 0 is the first */
    uint32_t reach;  /* the largest offset */
    size_t words;    /* of a set of forms */
    cq_word *fit;    /* forms that fit at a cell of the empty board, words a cell */
    cq_word *of;     /* forms of a piece, words a piece */
    cq_word *late;   /* forms of pieces that must have been laid before a cell */
    bool lone;       /* some form has a square without a neighbour in it */
    bool scattered;  /* some piece is not connected */
    cq_poly_supply supply;
    cq_poly_images images;
    uint32_t smallest, largest; /* squares of a piece that has forms */
    /* Windows of 8 cells at which the forms that are in the way are looked up. */
    cq_u32s chunks; /* offset of the window's first cell */
    cq_word *table; /* [chunk][256][words]: forms that the cells taken leave */
    /* The state of the search. */
    size_t cell_words;
    cq_word *taken; /* cells, those that are not there included */
    size_t room;    /* cells still empty */
    cq_poly_laid *laid;
    size_t depth;
    cq_poly_dead dead;
    uint32_t round;
    uint64_t nodes, cuts;
    bool stopped;
    cq_solution solution;
    struct cq_poly_narrow *narrow; /* one of these two */
    struct cq_poly_wide *wide;
    struct cq_poly_crowd *crowd; /* or NULL */
} cq_poly;

static inline size_t cq_poly_chunk(const cq_poly *p, size_t chunk, unsigned byte)
{
    return (chunk * 256 + byte) * p->words;
}

/* 64 cells from `cell` on; taken has a spare word at its end. */
static inline uint64_t cq_poly_window(const cq_word *taken, size_t cell)
{
    size_t word = cell / 64, bit = cell % 64;

    return bit ? taken[word] >> bit | taken[word + 1] << (64 - bit) : taken[word];
}

/* The board as scan order, forms, fits and tables (forms.c). */
cq_status cq_poly_forms(cq_poly *p);
cq_cell cq_poly_cell(const cq_poly *p, size_t scanned); /* of the board */
uint32_t cq_poly_scanned(const cq_poly *p, cq_cell cell); /* the other way */
/* Sets or clears the cells of a form. */
void cq_poly_mark(cq_poly *p, cq_word *taken, cq_poly_laid laid);
void cq_poly_unmark(cq_poly *p, cq_word *taken, cq_poly_laid laid);

/* Looks for symmetries, and strikes out placements that are images (images.c). */
cq_status cq_poly_images_find(cq_poly *p);
/* The symmetries to use on a solution, as bits; 1 if it stands for itself alone. */
unsigned cq_poly_images_of(const cq_poly *p, const cq_poly_laid *laid, size_t count);

/* A solution is in laid[0 .. depth) (polyomino.c). Sets p->stopped when enough. */
cq_status cq_poly_deliver(cq_poly *p);
/* Counts a node; true when the search is to stop. */
static inline bool cq_poly_tick(cq_poly *p)
{
    if (++p->nodes % CQ_POLY_POLL == 0 && cq_run_poll(p->run))
        p->stopped = true;
    return p->stopped;
}

/* The window of a small board shows all of it, of a large one it does not: there states
 * of different walks must not be mixed up. */
static inline void cq_poly_next_round(cq_poly *p)
{
    if (p->cells <= 64)
        return;
    if (++p->round == UINT32_MAX)
        p->dead.off = true;
}

/* The first-cell searches: all solutions from taken, supply and laid on, which they
 * leave as they found them. */
cq_status cq_poly_narrow_new(cq_poly *p);
void cq_poly_narrow_free(cq_poly *p);
cq_status cq_poly_narrow_walk(cq_poly *p);
bool cq_poly_narrow_fits(const cq_poly *p);
/* The share of the tree that is done, of `unit`. */
double cq_poly_narrow_share(const cq_poly *p, double unit);

cq_status cq_poly_wide_new(cq_poly *p);
void cq_poly_wide_free(cq_poly *p);
cq_status cq_poly_wide_walk(cq_poly *p);
double cq_poly_wide_share(const cq_poly *p, double unit);

cq_status cq_poly_walk(cq_poly *p); /* whichever of the two was made */

/* The search over the most constrained cell or piece, down to `tail` empty cells. */
bool cq_poly_crowd_pays(const cq_poly *p);
cq_status cq_poly_crowd_new(cq_poly *p);
void cq_poly_crowd_free(cq_poly *p);
cq_status cq_poly_crowd_walk(cq_poly *p, size_t tail);
double cq_poly_crowd_share(const cq_poly *p, double *unit);

/* Whether every enclosed region of the empty cells has an area and a balance of light
 * and dark that pieces still available can make (regions.c). */
typedef struct cq_poly_regions {
    size_t words;
    cq_word *first, *last; /* cells at the two ends of their line */
    cq_word *dark;         /* as on a chessboard */
    cq_word *empty, *region;
    cq_word *areas; /* one word more */
    uint32_t *tilt; /* by piece: the difference of its light and dark squares */
} cq_poly_regions;

cq_status cq_poly_regions_new(const cq_poly *p, cq_poly_regions *out);
void cq_poly_regions_free(cq_poly_regions *regions);
bool cq_poly_regions_pass(const cq_poly *p, cq_poly_regions *regions);

#endif
