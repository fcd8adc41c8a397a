/* style.c - the table of inks.
 *
 * The tints are those of Okabe and Ito ("Color universal design", 2008), which people
 * with any of the common kinds of colour blindness can tell apart, mixed with white so
 * that black letters can be read on them; each has a dark tone of the same hue for the
 * edge. Eight are enough for connected pieces, which never need more than seven; eight
 * darker ones follow for pieces in several parts. Nothing depends on colour alone:
 * pieces have edges, sets are hatched, their neighbours dotted, squares crossed.
 */
#include "draw/style.h"

#include "base/assert.h"

typedef struct tint {
    uint32_t fill, edge;
} tint;

static const tint tints[8] = {
    {0x9fd4f4, 0x1c6594}, /* sky blue */
    {0xfbcb74, 0x9a6100}, /* orange */
    {0x8fd6ba, 0x00674c}, /* bluish green */
    {0xe9bcd6, 0x8f4069}, /* reddish purple */
    {0xf7f0a4, 0x8a7f00}, /* yellow */
    {0xf3ab8a, 0x9c4200}, /* vermillion */
    {0xa7bde6, 0x1d4e89}, /* blue */
    {0xd8d8d8, 0x5a5a5a}, /* grey */
};

/* The full tones, for lines; yellow is too light for the paper. */
static const uint32_t tones[8] = {0x0072b2, 0xd55e00, 0x009e73, 0xb2548a,
                                  0xc98500, 0x3a96cf, 0x222222, 0x8a7f00};

enum {
    PAPER = 0xf8f4ea,
    SAND = 0xdccfb5,
    INK = 0x222222,
    SOFT = 0x5b5b5b,
    BLUE = 0x0063a6,
    RED = 0xc24a00
};

static const cq_style plain[CQ_INK_FILL] = {
    [CQ_INK_LIGHT] = {"light", .fill = PAPER, .stroke = CQ_NO_PAINT},
    [CQ_INK_DARK] = {"dark", .fill = SAND, .stroke = CQ_NO_PAINT},
    [CQ_INK_BED] = {"bed", .fill = 0xffffff, .stroke = CQ_NO_PAINT},
    [CQ_INK_SHADE] = {"shade", .fill = 0x000000, .stroke = CQ_NO_PAINT, .opacity = .06},
    [CQ_INK_NIGHT] = {"night", .fill = 0x000000, .stroke = CQ_NO_PAINT, .opacity = .28},
    [CQ_INK_FRAME] = {"frame", .fill = CQ_NO_PAINT, .stroke = SOFT, .width = 1.5},
    [CQ_INK_SEAM] = {"seam", .fill = CQ_NO_PAINT, .stroke = SOFT, .width = 1.5,
                     .dashed = true},
    [CQ_INK_HATCH] = {"hatch", .fill = INK, .stroke = CQ_NO_PAINT,
                      .texture = CQ_HATCHED},
    [CQ_INK_DOTS] = {"dots", .fill = BLUE, .stroke = CQ_NO_PAINT, .texture = CQ_DOTTED},
    [CQ_INK_WALL] = {"wall", .fill = CQ_NO_PAINT, .stroke = INK, .width = 2},
    [CQ_INK_DOT] = {"dot", .fill = CQ_NO_PAINT, .stroke = INK, .width = 11},
    [CQ_INK_CROSS] = {"cross", .fill = CQ_NO_PAINT, .stroke = RED, .width = 3.5},
    [CQ_INK_PLUS] = {"plus", .fill = CQ_NO_PAINT, .stroke = BLUE, .width = 5},
    [CQ_INK_BAR] = {"bar", .fill = CQ_NO_PAINT, .stroke = RED, .width = 5},
    [CQ_INK_HEAVY] = {"heavy", .fill = CQ_NO_PAINT, .stroke = INK, .width = 4},
    [CQ_INK_WALK] = {"walk", .fill = CQ_NO_PAINT, .stroke = BLUE, .width = 2.8},
    [CQ_INK_RIM] = {"rim", .fill = CQ_NO_PAINT, .stroke = BLUE, .width = 25},
    [CQ_INK_DISC] = {"disc", .fill = CQ_NO_PAINT, .stroke = PAPER, .width = 22},
    [CQ_INK_FIRST] = {"first", .fill = CQ_NO_PAINT, .stroke = BLUE, .width = 25},
    [CQ_INK_INVERSE] = {"inverse", .fill = PAPER, .stroke = CQ_NO_PAINT},
    [CQ_INK_BEGIN] = {"begin", .fill = CQ_NO_PAINT, .stroke = BLUE, .width = 14},
    [CQ_INK_FINISH] = {"finish", .fill = PAPER, .stroke = RED, .width = 3},
    [CQ_INK_ARROW] = {"arrow", .fill = PAPER, .stroke = BLUE, .width = 3},
    [CQ_INK_HALO] = {"halo", .fill = CQ_NO_PAINT, .stroke = 0xffffff, .width = 21},
    [CQ_INK_WALKER] = {"walker", .fill = CQ_NO_PAINT, .stroke = INK, .width = 16},
    [CQ_INK_GONE] = {"gone", .fill = CQ_NO_PAINT, .stroke = RED, .width = 2,
                     .dashed = true},
    [CQ_INK_COME] = {"come", .fill = CQ_NO_PAINT, .stroke = INK, .width = 7},
    [CQ_INK_LABEL] = {"label", .fill = INK, .stroke = CQ_NO_PAINT},
    [CQ_INK_FAINT] = {"faint", .fill = SOFT, .stroke = CQ_NO_PAINT},
    [CQ_INK_MARGIN] = {"margin", .fill = SOFT, .stroke = CQ_NO_PAINT},
};

/* Three quarters of each part of a colour. */
static uint32_t darker(uint32_t colour)
{
    uint32_t red = (colour >> 16) * 3 / 4;
    uint32_t green = (colour >> 8 & 255) * 3 / 4;
    uint32_t blue = (colour & 255) * 3 / 4;

    return red << 16 | green << 8 | blue;
}

/* From nearly the paper to nearly black, in equal steps of a dark blue. */
static uint32_t heat(unsigned level)
{
    static const int pale[3] = {0xe4, 0xe6, 0xea}, deep[3] = {0x06, 0x1c, 0x3a};
    uint32_t colour = 0;

    for (int part = 0; part < 3; part++) {
        int step = (deep[part] - pale[part]) * (int)level / (CQ_PALETTE - 1);

        colour = colour << 8 | (uint32_t)(pale[part] + step);
    }
    return colour;
}

/* A part of a colour between two others, `step` of `steps`. */
static uint32_t between(uint32_t from, uint32_t to, unsigned step, unsigned steps)
{
    uint32_t colour = 0;

    for (int shift = 16; shift >= 0; shift -= 8) {
        uint32_t a = from >> shift & 255, b = to >> shift & 255;

        colour = colour << 8 | (a * (steps - step) + b * step + steps / 2) / steps;
    }
    return colour;
}

/* From early to late: equal steps of lightness (0.36 to 0.74) and of hue in Oklab
 * (B. Ottosson, "A perceptual color space for image processing", 2020), from indigo
 * over purple and red to amber. As the lightness only grows, the order can be seen
 * without colours too; the last is dark enough for the paper. */
static uint32_t colour_of_time(unsigned number)
{
    static const uint32_t stops[] = {0x18289c, 0x4c28a5, 0x742aa2, 0x992e95, 0xba3480,
                                     0xd54165, 0xe85641, 0xef7507, 0xe79806};
    unsigned place = number * 8, steps = CQ_TIMES - 1;
    unsigned stop = place / steps;

    return stop == 8 ? stops[8]
                     : between(stops[stop], stops[stop + 1], place % steps, steps);
}

/* ---- families ---- */

static uint32_t fill_of(unsigned number)
{
    uint32_t fill = tints[number % 8].fill;

    return number < 8 ? fill : darker(fill);
}

static uint32_t edge_of(unsigned number)
{
    return tints[number % 8].edge;
}

static uint32_t tone_of(unsigned number)
{
    uint32_t tone = tones[number % 8];

    return number < 8 ? tone : darker(tone);
}

static uint32_t glow_of(unsigned number)
{
    return between(colour_of_time(number), 0xffffff, 9, 20);
}

/* In the order of their inks, from CQ_INK_FILL and from CQ_INK_TIME on. */
static const struct family {
    const char *name;
    uint32_t (*fill)(unsigned number), (*stroke)(unsigned number); /* NULL: none */
    double width;
} palettes[] = {{"fill", fill_of, NULL, 0},   {"piece", fill_of, edge_of, 1.6},
                {"edge", NULL, edge_of, 1.6}, {"heat", heat, NULL, 0},
                {"strand", NULL, tone_of, 4}, {"knot", NULL, tone_of, 20}},
  times[] = {{"time", NULL, colour_of_time, 3.4},
             {"ring", NULL, colour_of_time, 26},
             {"glow", glow_of, NULL, 0},
             {"band", colour_of_time, NULL, 0}};

static cq_style member(cq_ink ink)
{
    bool timed = ink >= CQ_INK_TIME;
    unsigned place = (unsigned)ink - (timed ? CQ_INK_TIME : CQ_INK_FILL);
    unsigned size = timed ? CQ_TIMES : CQ_PALETTE, number = place % size;
    const struct family *family = &(timed ? times : palettes)[place / size];

    cq_assert(ink < CQ_INKS);
    return (cq_style){.name = family->name,
                      .number = number,
                      .family = true,
                      .fill = family->fill ? family->fill(number) : CQ_NO_PAINT,
                      .stroke = family->stroke ? family->stroke(number) : CQ_NO_PAINT,
                      .width = family->width,
                      .opacity = 1};
}

cq_style cq_style_of(cq_ink ink)
{
    cq_style style;

    if (ink >= CQ_INK_FILL)
        return member(ink);
    style = plain[ink];
    cq_assert(style.name);
    if (style.opacity <= 0)
        style.opacity = 1;
    return style;
}

void cq_ink_put(cq_ink ink, FILE *out)
{
    cq_style style = cq_style_of(ink);

    fputs(style.name, out);
    if (style.family && style.number >= 10)
        putc((int)('0' + style.number / 10), out);
    if (style.family)
        putc((int)('0' + style.number % 10), out);
}
