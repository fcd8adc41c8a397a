/* polyomino.h - the parts of the polyomino engine and the data they share.
 *
 * The cells of the grid are renumbered in scan order: line by line, where a line runs
 * along the shorter side of the board. A form is a piece in one orientation, held by
 * the first of its squares in that order; the others are offsets, and a form at a cell
 * is a placement. Sets of forms and sets of cells are bits in words.
 *
 *     forms.c      the scan order, the forms, and which form fits where
 *     images.c     symmetries of the puzzle: one search for solutions turned alike
 *     number_images.c  there: solutions as numbers of placements
 *     supply.c     copies still to lay, and the areas they can make
 *     upper.c      the upper part of the tree, choice by choice as the walk wants it
 *     constrain.c  there: the most constrained cell or piece
 *     regions.c    there: enclosed regions that no pieces can fill
 *     narrow.c     the lower part: first empty cell, all of it in 64-bit words
 *     wide_sets.c       the same for any number of forms, any reach
 *     dead.c       states known to have no solution
 *     restarts.c   one solution that is far away: short searches in random order
 *     blocks.c     one solution of a large board: rectangles cut off around a core
 *
 * A cq_poly is the puzzle, which nobody changes once the search has begun. A
 * cq_poly_hand lays pieces for one thread, in a state of its own.
 */
#ifndef CQ_ENGINE_POLYOMINO_H
#define CQ_ENGINE_POLYOMINO_H

#include "base/assert.h"
#include "base/bitset.h"
#include "base/random.h"
#include "engine/dfs/dfs.h"

/* ---- copies still to lay (supply.c) ---- */

/* Of one piece. */
typedef struct cq_poly_stock {
    uint32_t size;
    uint32_t least, most; /* as asked, made tighter by the area */
    uint32_t used;
    uint64_t weight; /* of one copy in the code; 0: not in it */
    bool limited;    /* copies run out before the cells that may go to them */
} cq_poly_stock;

typedef struct cq_poly_supply {
    size_t count; /* pieces */
    cq_poly_stock *of;
    uint64_t slack; /* cells not owed to pieces that must still come */
    uint64_t code;  /* tells states of supply apart, if `coded` */
    bool hopeless;  /* what must come is larger than the board */
    bool tracked;   /* slack can run out */
    bool single;    /* every limited piece comes once, and slack is not tracked */
    bool coded;
    size_t limits;  /* pieces that are limited */
    uint64_t stock; /* their area, all copies together */
} cq_poly_supply;

cq_status cq_poly_supply_new(cq_context *ctx, const cq_pieces *pieces, size_t area,
                             cq_poly_supply *out);
cq_status cq_poly_supply_copy(cq_context *ctx, const cq_poly_supply *supply,
                              cq_poly_supply *out);
void cq_poly_supply_free(cq_poly_supply *supply);

static inline uint32_t cq_poly_left(const cq_poly_supply *s, uint32_t piece)
{
    cq_assert(s->of[piece].used <= s->of[piece].most);
    return s->of[piece].most - s->of[piece].used;
}

/* Whether another copy may be laid. */
static inline bool cq_poly_has(const cq_poly_supply *s, uint32_t piece)
{
    const cq_poly_stock *of = &s->of[piece];

    return of->used < of->most &&
           (!s->tracked || of->used < of->least || s->slack >= of->size);
}

/* What the code gains when another copy is laid. */
static inline uint64_t cq_poly_step(const cq_poly_stock *of)
{
    return of->limited || of->used < of->least ? of->weight : 0;
}

static inline void cq_poly_take(cq_poly_supply *s, uint32_t piece)
{
    cq_poly_stock *of = &s->of[piece];

    cq_assert(cq_poly_has(s, piece));
    cq_assert(of->used < of->least || s->slack >= of->size);
    if (of->used >= of->least)
        s->slack -= of->size;
    s->code += cq_poly_step(of);
    of->used++;
}

static inline void cq_poly_give(cq_poly_supply *s, uint32_t piece)
{
    cq_poly_stock *of = &s->of[piece];

    cq_assert(of->used > 0);
    of->used--;
    s->code -= cq_poly_step(of);
    if (of->used >= of->least)
        s->slack += of->size;
}

/* The areas up to `area` that copies still available can make, as bits. */
void cq_poly_areas(const cq_poly_supply *supply, size_t area, cq_word *out);
/* Slack and code follow from the copies used, with `empty` cells empty. */
bool cq_poly_supply_check(const cq_poly_supply *supply, size_t empty);

/* ---- states without a solution (dead.c) ---- */

typedef struct cq_poly_state {
    uint64_t window; /* taken cells from the first empty one on */
    uint64_t supply; /* what is left: a code, or the set of forms */
    uint32_t cell;   /* first empty one */
    uint32_t round;  /* in the table: in which it was kept; 0: free */
} cq_poly_state;

typedef struct cq_poly_dead {
    cq_context *ctx;
    cq_poly_state *at;
    size_t room;       /* entries that there is memory for, a power of two or 0 */
    size_t used, kept; /* entries that this round uses, and states that it kept */
    uint32_t round;
    uint64_t asked, hits; /* in this round */
    bool off;             /* for the rest of this round */
} cq_poly_dead;

enum { CQ_POLY_SUBTREE = 20 }; /* nodes that a state must have cost to be kept */

/* Forgets all states. */
void cq_poly_dead_begin(cq_poly_dead *dead);
bool cq_poly_dead_has(cq_poly_dead *dead, const cq_poly_state *state);
void cq_poly_dead_add(cq_poly_dead *dead, const cq_poly_state *state);
void cq_poly_dead_free(cq_poly_dead *dead);

/* ---- the puzzle ---- */

typedef struct cq_poly_form {
    uint32_t piece;
    uint32_t start, count; /* in offsets */
} cq_poly_form;

typedef struct cq_poly_laid {
    uint32_t form, cell;
} cq_poly_laid;

/* Solutions that are images of each other (images.c). */
typedef struct cq_poly_images {
    unsigned group;      /* symmetries that keep the puzzle and the piece, as bits */
    uint32_t *cells[8];  /* by symmetry: the image of every cell of the scan */
    uint32_t *pieces[8]; /* and of every piece */
    uint32_t piece;      /* the one that is held; UINT32_MAX: none */
    uint32_t first_form, forms; /* of the piece */
    uint8_t *sets; /* [cell][form]: the symmetries to use on a solution with it */
} cq_poly_images;

typedef struct cq_poly {
    cq_run *run; /* for setting up only */
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
    size_t cell_words;
    cq_word *taken;  /* cells that are not there; a spare word at the end */
    size_t room;     /* cells to cover */
    size_t deepest;  /* pieces that there can be in a solution */
    bool remember;   /* dead states are kept */
    bool plain;      /* for a short search: neither images nor an upper part */
    bool shuffled;   /* forms are tried in a random order, which wide_sets.c can */
    uint32_t opener; /* the piece that is laid first; UINT32_MAX: none */
    double told; /* branches that are reported to the walk, if the first cell rules */
    uint32_t *numbers[8]; /* by symmetry, [cell][form]: see number_images.c; or NULL */
    struct cq_poly_narrow *narrow; /* tables of narrow.c, or NULL: wide_sets.c */
    struct cq_poly_crowd *crowd;   /* of constrain.c, or NULL */
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

static inline uint32_t cq_poly_first_empty(const cq_word *taken, uint32_t cell)
{
    uint64_t window;

    while ((window = cq_poly_window(taken, cell)) == UINT64_MAX)
        cell += 64;
    return cell + (uint32_t)__builtin_ctzll(~window);
}

/* The board as scan order, forms, fits and tables (forms.c). */
cq_status cq_poly_forms(cq_poly *p);
cq_cell cq_poly_cell(const cq_poly *p, size_t scanned);   /* of the board */
uint32_t cq_poly_scanned(const cq_poly *p, cq_cell cell); /* the other way */
size_t cq_poly_placements(const cq_poly *p);
/* Sets or clears the cells of a form. */
void cq_poly_mark(const cq_poly *p, cq_word *taken, cq_poly_laid laid);
void cq_poly_unmark(const cq_poly *p, cq_word *taken, cq_poly_laid laid);

/* Whether a placement has the cell (upper.c). */
bool cq_poly_has_cell(const cq_poly *p, cq_poly_laid laid, uint32_t cell);

/* Looks for symmetries, and strikes out placements that are images (images.c). */
cq_status cq_poly_images_find(cq_poly *p);
void cq_poly_images_free(cq_poly_images *images);
/* The symmetries to use on a solution, as bits; 1 if it stands for itself alone. */
unsigned cq_poly_images_of(const cq_poly *p, const cq_poly_laid *laid, size_t count);

/* ---- a hand ---- */

/* In walk->counts. Seen are words of the masks of placements looked at, beyond the
 * first of each mask: if there are none, a node of the upper part takes about as long
 * as a cut. */
enum { CQ_POLY_NODES, CQ_POLY_CUTS, CQ_POLY_DEAD_MET, CQ_POLY_SEEN };

enum {
    CQ_POLY_POLL = 4096, /* nodes between two looks at the clock */
    CQ_POLY_TAIL = 5     /* pieces left when the lower part begins at the latest */
};

/* Cells and balance of enclosed regions (regions.c). */
typedef struct cq_poly_regions {
    size_t words;
    cq_word *first, *last; /* cells at the two ends of their line */
    cq_word *dark;         /* as on a chessboard */
    cq_word *empty, *region;
    cq_word *areas;  /* one word more */
    uint32_t *tilt;  /* by piece: the difference of its light and dark squares */
    uint32_t *order; /* pieces, the largest tilt for each square first */
} cq_poly_regions;

/* A node of the upper part: the placements to choose from. */
typedef struct cq_poly_frame {
    size_t tries; /* where they begin */
    double share; /* branches down to here, as a product */
} cq_poly_frame;

/* Random order, and what was learned from searches that failed (restarts.c). */
typedef struct cq_poly_dice {
    cq_random random;
    uint32_t *weight;     /* by piece: how likely it is to be tried early */
    uint32_t *left;       /* by piece: copies left when the most had been laid */
    size_t most;          /* pieces laid there */
    bool level;           /* all weigh the same in this search */
    uint64_t looks, cuts; /* at regions, and those that could not be filled */
} cq_poly_dice;

typedef struct cq_poly_hand {
    const cq_poly *p;
    cq_context *ctx;
    cq_dfs *walk;
    cq_poly_supply supply;
    cq_word *taken; /* cells, those that are not there included */
    size_t room;    /* cells still empty */
    cq_poly_laid *laid;
    size_t depth; /* pieces laid */
    uint64_t poll_at;
    uint64_t limit; /* of nodes in a short search, which keeps what it finds; else 0 */
    bool stopped, caught;
    cq_solution solution;
    /* The upper part; a frame for every number of pieces laid. */
    cq_poly_frame *frames;
    CQ_VEC(cq_poly_laid) tries;
    cq_word *set; /* of forms */
    cq_poly_regions regions;
    struct cq_poly_look *look; /* of constrain.c, or NULL */
    /* The lower part. */
    struct cq_poly_lines *lines; /* of narrow.c, or NULL */
    struct cq_poly_wide *wide;   /* or NULL */
    cq_poly_dead dead;
    cq_poly_dice *dice; /* or NULL: forms are tried in their order */
} cq_poly_hand;

/* A solution is in laid[0 .. depth) (polyomino.c). Sets h->stopped when enough. */
cq_status cq_poly_deliver(cq_poly_hand *h);

/* From here on a solution is the numbers of its placements (number_images.c). */
cq_status cq_poly_numbers_make(cq_poly *p, const cq_placements *placements);
void cq_poly_numbers_free(cq_poly *p);
cq_status cq_poly_write_numbers(cq_poly_hand *h, unsigned symmetry);

/* What must hold (poly_check.c): forms, fits and tables agree with each other and with
 * the board; a hand's cells and supply are what its pieces make of them; the pieces
 * laid cover the board, each cell once; states kept are where they are looked for. */
bool cq_poly_check(const cq_poly *p);
bool cq_poly_hand_check(const cq_poly_hand *h);
bool cq_poly_solution_check(const cq_poly_hand *h);
bool cq_poly_dead_check(const cq_poly_dead *dead);

/* Asked when a node is counted: true when the search is to stop. */
static inline bool cq_poly_poll(cq_poly_hand *h)
{
    if (__builtin_expect(h->walk->nodes < h->poll_at, 1))
        return false;
    h->poll_at = h->walk->nodes + CQ_POLY_POLL;
    h->stopped = h->limit ? h->walk->nodes >= h->limit || cq_run_poll(h->p->run)
                          : cq_dfs_poll(h->walk);
    return h->stopped;
}

/* The puzzle, and a hand of a walk (polyomino.c). After setting up there may be nothing
 * to search: no piece fits, and there are no forms. */
cq_status cq_poly_set_up(cq_poly *p);
void cq_poly_tear_down(cq_poly *p);
cq_status cq_poly_hand_open(void *p, cq_dfs *walk, void **hand);
void cq_poly_hand_close(void *hand);

/* Takes a form out of a set that is not empty, by its weight. */
uint32_t cq_poly_dice_draw(cq_poly_hand *h, cq_word *set);
/* A piece was laid: what is left is learned from, if no more had been laid before. */
void cq_poly_dice_note(cq_poly_hand *h);
/* Whether the regions that are empty can still be filled, as far as that is asked. */
bool cq_poly_dice_pass(cq_poly_hand *h);

/* A short search for one solution of a board with these pieces, in the run's own
 * thread: adds to *nodes, and gives the solution if there is one and it is found. */
cq_status cq_poly_try(cq_run *run, cq_board *board, const cq_pieces *pieces,
                      uint64_t limit, uint64_t *nodes, cq_solution *out, bool *found);
/* Looks for one solution of a large board in an easy way, and hands it over
 * (blocks.c). */
cq_status cq_poly_blocks(cq_run *run, uint64_t *nodes, bool *found);

/* Lays a piece in the hand's state, and takes the last one back (upper.c). */
void cq_poly_lay(cq_poly_hand *h, cq_poly_laid laid);
cq_poly_laid cq_poly_take_back(cq_poly_hand *h);

/* The upper part (upper.c). */
cq_status cq_poly_upper_new(cq_poly_hand *h);
void cq_poly_upper_free(cq_poly_hand *h);
cq_status cq_poly_upper_walk(cq_poly_hand *h);
cq_status cq_poly_lower_walk(cq_poly_hand *h); /* whichever of the two there is */
/* How many branches to tell, from a few random ways down. */
cq_status cq_poly_upper_measure(cq_poly_hand *h, double *told);
/* The forms that can be laid at a cell, all cells before which are taken. */
void cq_poly_forms_at(const cq_poly_hand *h, uint32_t cell, cq_word *set);

/* The most constrained cell or piece (constrain.c): its placements become tries; none
 * if nothing can follow. */
bool cq_poly_crowd_pays(const cq_poly *p);
cq_status cq_poly_crowd_new(cq_poly *p);
void cq_poly_crowd_free(cq_poly *p);
cq_status cq_poly_look_new(cq_poly_hand *h);
void cq_poly_look_free(cq_poly_hand *h);
cq_status cq_poly_look_tries(cq_poly_hand *h);

/* Whether every enclosed region of the empty cells has an area and a balance of light
 * and dark that pieces still available can make. */
cq_status cq_poly_regions_new(const cq_poly_hand *h, cq_poly_regions *out);
void cq_poly_regions_free(cq_poly_regions *regions);
bool cq_poly_regions_pass(const cq_poly_hand *h, cq_poly_regions *regions);

/* The lower part: all solutions from taken, supply and laid on, which are left as they
 * were. */
bool cq_poly_narrow_fits(const cq_poly *p);
cq_status cq_poly_narrow_new(cq_poly *p);
void cq_poly_narrow_free(cq_poly *p);
cq_status cq_poly_lines_new(cq_poly_hand *h);
void cq_poly_lines_free(cq_poly_hand *h);
cq_status cq_poly_narrow_walk(cq_poly_hand *h);

cq_status cq_poly_wide_new(cq_poly_hand *h);
void cq_poly_wide_free(cq_poly_hand *h);
cq_status cq_poly_wide_walk(cq_poly_hand *h);

#endif
