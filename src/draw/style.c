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
static uint32_t heat(uint32_t level)
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

static cq_style member_of_time(cq_ink ink)
{
    unsigned place = (unsigned)ink - CQ_INK_TIME;
    unsigned number = place % CQ_TIMES, family = place / CQ_TIMES;
    uint32_t colour = colour_of_time(number);
    cq_style style = {.name = "time", .number = number, .family = true, .opacity = 1};

    style.fill = CQ_NO_PAINT;
    style.stroke = colour;
    style.width = 3.4;
    if (family == 1) {
        style.name = "ring";
        style.width = 26;
    } else if (family == 2) {
        style.name = "glow";
        style.fill = between(colour, 0xffffff, 9, 20);
        style.stroke = CQ_NO_PAINT;
    } else if (family == 3) {
        style.name = "band";
        style.fill = colour;
        style.stroke = CQ_NO_PAINT;
    }
    return style;
}

static cq_style member(cq_ink ink)
{
    unsigned place = (unsigned)ink - CQ_INK_FILL;
    unsigned number = place % CQ_PALETTE;
    unsigned family = place / CQ_PALETTE;
    tint t = tints[number % 8];
    cq_style style = {.number = number, .family = true, .width = 1.6, .opacity = 1};

    if (number >= 8)
        t.fill = darker(t.fill);
    if (family == 3) {
        style.name = "heat";
        style.fill = heat(number);
        style.stroke = CQ_NO_PAINT;
        return style;
    }
    if (family >= 4) {
        style.name = family == 4 ? "strand" : "knot";
        style.fill = CQ_NO_PAINT;
        style.stroke = number >= 8 ? darker(tones[number % 8]) : tones[number];
        style.width = family == 4 ? 4 : 20;
        return style;
    }
    style.name = family == 0 ? "fill" : family == 1 ? "piece" : "edge";
    style.fill = family == 2 ? CQ_NO_PAINT : t.fill;
    style.stroke = family == 0 ? CQ_NO_PAINT : t.edge;
    return style;
}

cq_style cq_style_of(cq_ink ink)
{
    cq_style style;

    if (ink >= CQ_INK_TIME)
        return member_of_time(ink);
    if (ink >= CQ_INK_FILL)
        return member(ink);
    style = plain[ink];
    if (style.opacity <= 0)
        style.opacity = 1;
    return style;
}
