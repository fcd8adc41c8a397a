/* style.h - the inks of a picture: colours, pens and textures, the same in every
 * format.
 */
#ifndef CQ_DRAW_STYLE_H
#define CQ_DRAW_STYLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CQ_PALETTE = 16, CQ_TIMES = 64 };

/* Six families have CQ_PALETTE members each, the last four CQ_TIMES. */
typedef enum cq_ink {
    CQ_INK_LIGHT,   /* a light square, and the background of the board */
    CQ_INK_DARK,    /* a dark square */
    CQ_INK_BED,     /* what shows between the pieces */
    CQ_INK_SHADE,   /* darkens the dark squares under a piece */
    CQ_INK_NIGHT,   /* the same if the colours of the squares matter */
    CQ_INK_FRAME,   /* the edge of the board */
    CQ_INK_SEAM,    /* an edge that is joined to the opposite one */
    CQ_INK_HATCH,   /* hatching: the set of a proof */
    CQ_INK_DOTS,    /* a texture of dots: its neighbours */
    CQ_INK_WALL,    /* the outline of hatched and dotted squares */
    CQ_INK_DOT,     /* a dot in a square */
    CQ_INK_CROSS,   /* a square crossed out */
    CQ_INK_PLUS,    /* a square put back */
    CQ_INK_BAR,     /* an edge that no domino lies across */
    CQ_INK_HEAVY,   /* the outline of a domino that always lies there */
    CQ_INK_WALK,    /* the line of a tour */
    CQ_INK_RIM,     /* round the discs with the numbers of a tour */
    CQ_INK_DISC,    /* and their insides */
    CQ_INK_BEGIN,   /* where a tour begins: a full disc */
    CQ_INK_FIRST,   /* the same, large enough for its number */
    CQ_INK_FINISH,  /* where it ends: a square */
    CQ_INK_ARROW,   /* the first move, if there are no numbers */
    CQ_INK_HALO,    /* round who walks in a moving picture */
    CQ_INK_WALKER,  /* and the walker */
    CQ_INK_GONE,    /* a move that is taken out of a walk */
    CQ_INK_COME,    /* a move that is put in */
    CQ_INK_LABEL,   /* letters and numbers on the board */
    CQ_INK_INVERSE, /* on a dark ground */
    CQ_INK_FAINT,   /* small numbers and colour letters */
    CQ_INK_MARGIN,  /* coordinates and legends beside the board */
    CQ_INK_FILL,    /* tints without an edge */
    CQ_INK_PIECE = CQ_INK_FILL + CQ_PALETTE,  /* tints with an edge */
    CQ_INK_EDGE = CQ_INK_PIECE + CQ_PALETTE,  /* the edges alone */
    CQ_INK_HEAT = CQ_INK_EDGE + CQ_PALETTE,   /* from light to dark */
    CQ_INK_STRAND = CQ_INK_HEAT + CQ_PALETTE, /* lines in different colours */
    CQ_INK_KNOT = CQ_INK_STRAND + CQ_PALETTE, /* and discs where they begin */
    CQ_INK_TIME = CQ_INK_KNOT + CQ_PALETTE, /* the line of a tour, from early to late */
    CQ_INK_RING = CQ_INK_TIME + CQ_TIMES,   /* rims in the same colours */
    CQ_INK_GLOW = CQ_INK_RING + CQ_TIMES,   /* and squares, paler */
    CQ_INK_BAND = CQ_INK_GLOW + CQ_TIMES,   /* the legend of them */
    CQ_INKS = CQ_INK_BAND + CQ_TIMES
} cq_ink;

typedef enum cq_texture { CQ_SOLID, CQ_HATCHED, CQ_DOTTED } cq_texture;

#define CQ_NO_PAINT UINT32_MAX

typedef struct cq_style {
    const char *name; /* for people who read the file; palettes add a number */
    unsigned number;  /* in its family, else 0 */
    bool family;
    uint32_t fill;   /* 0xRRGGBB or CQ_NO_PAINT */
    uint32_t stroke; /* likewise */
    double width;    /* of the pen, in fortieths of a cell */
    double opacity;  /* of the fill */
    cq_texture texture;
    bool dashed;
} cq_style;

cq_style cq_style_of(cq_ink ink);
/* Its name, and its number in a family: "piece3". */
void cq_ink_put(cq_ink ink, FILE *out);

/* A member of a family for a label that counts from 0 without end. */
static inline cq_ink cq_ink_member(cq_ink family, uint32_t label)
{
    return (cq_ink)((uint32_t)family + label % CQ_PALETTE);
}

/* A member of a family of times, for number `place` of `count`. */
static inline cq_ink cq_ink_of_time(cq_ink family, uint64_t place, uint64_t count)
{
    uint64_t steps = count > 1 ? count - 1 : 1;

    return (cq_ink)((uint64_t)family + place * (CQ_TIMES - 1) / steps);
}

#endif
