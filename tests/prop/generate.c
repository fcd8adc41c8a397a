/* generate.c - small random boards, puzzles and covers, as text.
 *
 * Half of the puzzles are cut from a board, so that they have a solution: a board is
 * partitioned into random polyominoes, each of which becomes a piece. The others are
 * drawn at random and mostly have none. Sizes are such that trying everything takes a
 * moment: up to 20 cells, up to 12 options.
 */
#include "prop.h"

#include <stdarg.h>
#include <string.h>

enum { ROWS = 5, COLS = 5, CELLS = ROWS * COLS };

typedef struct grid {
    unsigned rows, cols;
    char at[CELLS]; /* '.', '#', or a colour */
} grid;

void input_add(input *in, const char *format, ...)
{
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(in->text + in->size, INPUT_SIZE - in->size, format, args);
    va_end(args);
    if (length > 0)
        in->size += (size_t)length;
    if (in->size >= INPUT_SIZE)
        in->size = INPUT_SIZE - 1;
}

static unsigned below(cq_random *random, unsigned bound)
{
    return (unsigned)cq_random_below(random, bound);
}

static bool one_in(cq_random *random, unsigned bound)
{
    return below(random, bound) == 0;
}

static void random_grid(cq_random *random, grid *out)
{
    unsigned holes = below(random, 3) * 4; /* none, one in 8, one in 4 */
    bool coloured = one_in(random, 4);

    out->rows = 1 + below(random, ROWS - 1);
    out->cols = 1 + below(random, COLS);
    for (unsigned i = 0; i < out->rows * out->cols; i++) {
        out->at[i] = '#';
        if (holes && one_in(random, holes == 4 ? 8 : 4))
            out->at[i] = '.';
        else if (coloured && one_in(random, 2))
            out->at[i] = (char)('a' + below(random, 2));
    }
}

static void add_grid(input *out, const grid *g)
{
    for (unsigned row = 0; row < g->rows; row++)
        input_add(out, "%.*s\n", (int)g->cols, g->at + row * g->cols);
}

/* The cells of `part` as a grid of their own, cut to their box. */
static void add_part(input *out, const grid *g, const int *owner, int part,
                     cq_random *random)
{
    unsigned top = ROWS, left = COLS, bottom = 0, right = 0;

    for (unsigned i = 0; i < g->rows * g->cols; i++) {
        unsigned row = i / g->cols, col = i % g->cols;

        if (owner[i] != part)
            continue;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = col < left ? col : left;
        right = col > right ? col : right;
    }
    for (unsigned row = top; row <= bottom; row++) {
        for (unsigned col = left; col <= right; col++) {
            unsigned i = row * g->cols + col;
            char c = owner[i] != part ? '.' : one_in(random, 3) ? '#' : g->at[i];

            input_add(out, "%c", c);
        }
        input_add(out, "\n");
    }
}

/* Lets a part grow over free neighbouring cells; returns its size. */
static unsigned grow(cq_random *random, const grid *g, int *owner, unsigned start,
                     int part, unsigned size)
{
    unsigned cells[CELLS], count = 0;

    owner[start] = part;
    cells[count++] = start;
    for (unsigned tries = 0; count < size && tries < 20; tries++) {
        unsigned from = cells[below(random, count)];
        int row = (int)(from / g->cols), col = (int)(from % g->cols);
        unsigned way = below(random, 4);
        unsigned to;

        row += way == 0 ? 1 : way == 1 ? -1 : 0;
        col += way == 2 ? 1 : way == 3 ? -1 : 0;
        if (row < 0 || col < 0 || row >= (int)g->rows || col >= (int)g->cols)
            continue;
        to = (unsigned)row * g->cols + (unsigned)col;
        if (owner[to] >= 0 || g->at[to] == '.')
            continue;
        owner[to] = part;
        cells[count++] = to;
    }
    return count;
}

static void add_piece_line(cq_random *random, input *out, int part)
{
    static const char *const copies[] = {"0..1", "0..2", "1..2", "2", "0..3", "any"};

    input_add(out, "piece %c", 'A' + part);
    if (one_in(random, 3))
        input_add(out, " copies=%s", copies[below(random, 6)]);
    if (one_in(random, 4))
        input_add(out, " rotate=%s", one_in(random, 2) ? "no" : "yes");
    if (one_in(random, 4))
        input_add(out, " flip=%s", one_in(random, 2) ? "no" : "yes");
    input_add(out, "\n");
}

static void cut_puzzle(cq_random *random, const grid *g, input *out)
{
    int owner[CELLS], parts = 0;

    memset(owner, -1, sizeof owner);
    for (unsigned i = 0; i < g->rows * g->cols; i++) {
        if (g->at[i] == '.' || owner[i] >= 0)
            continue;
        grow(random, g, owner, i, parts, 2 + below(random, 4));
        add_piece_line(random, out, parts);
        add_part(out, g, owner, parts, random);
        parts++;
    }
}

static void drawn_pieces(cq_random *random, input *out)
{
    unsigned pieces = 1 + below(random, 3);

    for (unsigned p = 0; p < pieces; p++) {
        grid g = {.rows = 3, .cols = 3};
        int owner[CELLS];

        memset(g.at, one_in(random, 6) ? 'a' : '#', sizeof g.at);
        memset(owner, -1, sizeof owner);
        grow(random, &g, owner, 4, 0, 1 + below(random, 4));
        input_add(out, "piece %c copies=%s\n", 'A' + (int)p,
                  one_in(random, 2)   ? "any"
                  : one_in(random, 2) ? "0..3"
                                      : "2");
        add_part(out, &g, owner, 0, random);
    }
}

static void generate_puzzle(cq_random *random, input *out)
{
    grid g;

    random_grid(random, &g);
    input_add(out, "board\n");
    add_grid(out, &g);
    if (one_in(random, 2))
        cut_puzzle(random, &g, out);
    else
        drawn_pieces(random, out);
}

/* Squares of a box at random, connected or not. */
static void scatter(cq_random *random, grid *out)
{
    *out = (grid){.rows = 1 + below(random, 3), .cols = 1 + below(random, 3)};
    memset(out->at, '.', sizeof out->at);
    for (unsigned i = 0; i < 1 + below(random, 3); i++)
        out->at[below(random, out->rows * out->cols)] = one_in(random, 6) ? 'a' : '#';
}

/* Pieces that letters hardly tell apart. */
static void generate_odd(cq_random *random, input *out)
{
    static const char *const surfaces[] = {"", " torus", " cylinder"};
    unsigned pieces = 1 + below(random, 3);
    grid g;

    random_grid(random, &g);
    input_add(out, "board%s\n", surfaces[below(random, 3)]);
    add_grid(out, &g);
    for (unsigned p = 0; p < pieces; p++) {
        if (p == 0 || one_in(random, 2))
            scatter(random, &g);
        add_piece_line(random, out, (int)p);
        add_grid(out, &g);
    }
    if (one_in(random, 2))
        input_add(out, "pieces %s\n", one_in(random, 2) ? "domino*" : "monomino*,T4*");
}

static char any_piece(cq_random *random)
{
    return (char)('A' + (int)below(random, one_in(random, 8) ? 4 : 2));
}

/* Rules about pieces that may not be there: then the input does not parse. */
static void generate_ruled(cq_random *random, input *out)
{
    unsigned rules = 1 + below(random, 2);

    if (one_in(random, 2))
        generate_puzzle(random, out);
    else
        generate_odd(random, out);
    if (one_in(random, 4))
        input_add(out, "free %s\n", one_in(random, 2) ? "0..2" : "1");
    for (unsigned i = 0; i < rules; i++) {
        char a = any_piece(random), b = any_piece(random);
        const char *all = one_in(random, 3) ? ",all" : "";

        switch (below(random, 9)) {
        case 0: input_add(out, "rule apart %c%s\n", a, all); break;
        case 1: input_add(out, "rule apart %c %c\n", a, b); break;
        case 2: input_add(out, "rule apart %c%s %c corners\n", a, all, b); break;
        case 3: input_add(out, "rule spread %c\n", a); break;
        case 4: input_add(out, "rule touch %c %c%s\n", a, b, all); break;
        case 5:
            input_add(out, "rule copies %c%s %u..%u\n", a, all, below(random, 3),
                      3 + below(random, 3));
            break;
        case 6: input_add(out, "rule no-faults\n"); break;
        case 7: input_add(out, "rule connected %c%s\n", a, all); break;
        default: input_add(out, "rule no-crosses\n"); break;
        }
    }
}

/* Whether the drawing of the board ends before this line. */
static bool ends_drawing(const char *line)
{
    static const char *const words[] = {"piece", "free", "rule", "weight"};
    bool ends = *line == '\0';

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ends = ends || strncmp(line, words[i], strlen(words[i])) == 0;
    return ends;
}

/* Names of some squares of the drawing that begins the input. */
static void add_names(cq_random *random, const char *before, input *out)
{
    const char *line = strchr(out->text, '\n') + 1, *end = line;
    unsigned rows = 0, cols = (unsigned)(strchr(line, '\n') - line), named = 0;

    while (!ends_drawing(end)) {
        rows++;
        end = strchr(end, '\n') + 1;
    }
    for (unsigned row = 0; row < rows; row++)
        for (unsigned col = 0; col < cols; col++)
            if (line[row * (cols + 1) + col] != '.' && one_in(random, 3))
                input_add(out, "%s%c%u", named++ ? "," : before, 'a' + (int)col,
                          rows - row);
}

static void generate_packing(cq_random *random, input *out)
{
    static const char *const copies[] = {"1", "2", "0..2", "1..3", "any", "2..any"};

    if (one_in(random, 3))
        generate_odd(random, out);
    else
        generate_puzzle(random, out);
    input_add(out, "free %s", copies[below(random, 6)]);
    if (one_in(random, 2))
        add_names(random, " in=", out);
    input_add(out, "\n");
}

/* Of the first `kinds` kinds: what can be drawn by, numbers, with variables. */
static const char *any_weight(cq_random *random, unsigned kinds)
{
    static const char *const weights[] = {"1",   "2",     "7",    "1/2", "0",
                                          "5/3", "-3",    "-1/4", "x",   "y",
                                          "2xy", "x^2-y", "1/3x", "-x^3"};
    static const unsigned ends[] = {6, 8, 14};

    return weights[below(random, ends[kinds - 1])];
}

static void generate_weighed(cq_random *random, input *out)
{
    static const char *const forms[] = {"##", "#/#", "##/#.", "###", ".#/##", "#"};
    unsigned lines = 1 + below(random, 3);
    /* Only numbers that are not negative can be drawn by. */
    unsigned kinds = one_in(random, 2) ? 1 : 2 + below(random, 2);

    /* Few rules: most boards with rules have no tiling, which says little. */
    if (one_in(random, 12))
        generate_ruled(random, out);
    else if (one_in(random, 2))
        generate_packing(random, out);
    else
        generate_odd(random, out);
    for (unsigned i = 0; i < lines; i++) {
        const char *lies = forms[below(random, 6)];

        input_add(out, "weight");
        if (one_in(random, 3))
            input_add(out, " %c", any_piece(random));
        else
            input_add(out, one_in(random, 8) ? " free" : " all");
        if (one_in(random, 3))
            input_add(out, " as %s", lies);
        if (one_in(random, 2))
            add_names(random, one_in(random, 3) ? " on " : " at ", out);
        input_add(out, " = %s\n", any_weight(random, kinds));
    }
}

static void generate_spec(cq_random *random, input *out)
{
    static const char *const sets[] = {
        "domino*",     "I3*,L3*", "L3*,domino*0..2", "tetrominoes", "T4*,domino*",
        "I3*,domino*", "L4*",     "monomino*2,L3*",  "S4*,L3*",     "domino*2,I3*"};
    static const char *const surfaces[] = {"", "torus:", "cylinder:"};
    unsigned rows = 1 + below(random, 4), cols = 1 + below(random, 5);
    unsigned removed = below(random, 4);

    if (one_in(random, 12)) {
        input_add(out, "aztec:%u", 1 + below(random, 2));
    } else {
        input_add(out, "%s%ux%u", surfaces[below(random, 3)], rows, cols);
        for (unsigned i = 0; i < removed; i++)
            input_add(out, "%c%c%u", i ? ',' : '-', 'a' + (int)below(random, cols),
                      1 + below(random, rows));
    }
    input_add(out, "\n%s\n", sets[one_in(random, 3) ? 0 : below(random, 10)]);
}

static void add_entry(cq_random *random, input *out, unsigned item, unsigned primary)
{
    if (item < primary)
        input_add(out, " p%u", item);
    else if (one_in(random, 2))
        input_add(out, " s%u", item - primary);
    else
        input_add(out, " s%u:%c", item - primary, 'x' + (int)below(random, 2));
}

/* With prices, options have weights. */
static void generate_cover(cq_random *random, bool prices, input *out)
{
    unsigned primary = 1 + below(random, 6), secondary = below(random, 4);
    unsigned options = 1 + below(random, 11);
    bool multiple = one_in(random, 3);
    unsigned kinds = prices ? 1 + below(random, 3) : 0;

    for (unsigned i = 0; i < primary; i++) {
        unsigned least = below(random, 2), most = least + below(random, 8);

        input_add(out, "%s", i ? " " : "");
        if (multiple && one_in(random, 2))
            input_add(out, "%u:%u|", least, most ? most : 1);
        input_add(out, "p%u", i);
    }
    for (unsigned i = 0; i < secondary; i++)
        input_add(out, "%s s%u", i ? "" : " |", i);
    input_add(out, "\n");
    for (unsigned o = 0; o < options; o++) {
        unsigned first = below(random, primary), more = 2 + 2 * below(random, 3);

        input_add(out, "p%u", first);
        for (unsigned i = 0; i < primary + secondary; i++)
            if (i != first && one_in(random, more))
                add_entry(random, out, i, primary);
        while (prices && one_in(random, 2))
            input_add(out, " %s%s", one_in(random, 2) ? "|" : "$",
                      any_weight(random, kinds));
        input_add(out, "\n");
    }
}

static void generate_family(cq_random *random, input *out)
{
    static const char *const boards[] = {
        "1xN",  "2xN",   "3xN",   "4xN",    "Nx2",    "Nx3",    "NxN",
        "2x2N", "3xN+1", "NxN+1", "2xN-a1", "3xN-aN", "4xN-b2", "3xN+1-a1,b1"};
    static const char *const sets[] = {"domino*",     "I3*,L3*",     "L3*,domino*",
                                       "T4*,domino*", "I3*,domino*", "monomino*2,L3*",
                                       "S4*,L3*"};
    static const char *const surfaces[] = {"", "torus:", "cylinder:"};

    input_add(out, "%s%s\n%s\n", surfaces[one_in(random, 2) ? 0 : below(random, 3)],
              boards[below(random, 14)],
              sets[one_in(random, 3) ? 0 : below(random, 7)]);
}

/* Boards of up to 20 squares, mostly with few moves, on all three surfaces; sides may
 * be of length 1. */
static void generate_tour(cq_random *random, input *out)
{
    static const char *const surfaces[] = {"", "torus:", "cylinder:"};
    static const char *const leapers[] = {
        "1,2", "0,1",     "1,1", "0,1+1,2", "king",   "1,3",      "0,2",
        "2,3", "0,1+0,2", "0,3", "rook",    "bishop", "1,2*+0,1", "(0,1)*+(1,0)"};
    unsigned rows = 1 + below(random, 5), cols = 1 + below(random, 20 / rows);
    unsigned removed = below(random, rows * cols / 2 + 1);

    input_add(out, "%s%ux%u", surfaces[below(random, 3)], rows, cols);
    for (unsigned i = 0; i < removed; i++)
        input_add(out, "%c%c%u", i ? ',' : '-', 'a' + (int)below(random, cols),
                  1 + below(random, rows));
    input_add(out, "\n%s\n%s", leapers[one_in(random, 2) ? 0 : below(random, 14)],
              one_in(random, 2) ? "closed" : "open");
    if (out->text[out->size - 1] == 'n') /* open */
        for (unsigned i = below(random, 3); i > 0; i--)
            input_add(out, " %c%u", 'a' + (int)below(random, cols),
                      1 + below(random, rows));
    input_add(out, "\n");
    for (unsigned i = one_in(random, 2) ? below(random, 4) : 0; i > 0; i--)
        input_add(out, "%c%u%c", one_in(random, 2) ? '+' : '-', below(random, 60),
                  i > 1 ? ' ' : '\n');
}

/* The same with given numbers, which say where the tour starts. */
static void generate_figured(cq_random *random, input *out)
{
    generate_tour(random, out);
    while (out->size && out->text[out->size - 1] == '\n')
        out->text[--out->size] = '\0';
    if (!strchr(strrchr(out->text, '\n'), '+') &&
        !strchr(strrchr(out->text, '\n'), '-'))
        input_add(out, "\n");
    for (unsigned i = 1 + below(random, 3); i > 0; i--)
        input_add(out, " =%u:%u", below(random, 20), below(random, 20));
    input_add(out, "\n");
}

/* Few edges or many, among up to 9 vertices, or between two sides of them. */
static void generate_graph(cq_random *random, input *out)
{
    unsigned n = 2 + below(random, 8), dense = 1 + below(random, 4);
    bool sides = one_in(random, 3);

    input_add(out, "%% %s\n", one_in(random, 2) ? "closed" : "open");
    for (unsigned a = 1; a < n; a++)
        for (unsigned b = 0; b < a; b++)
            if (below(random, 5) < dense && !(sides && (a + b) % 2 == 0))
                input_add(out, "v%u v%u\n", a, b);
}

static void generate(cq_random *random, form which, input *out)
{
    grid g;

    *out = (input){.form = which};
    switch (which) {
    case FORM_ART:
        random_grid(random, &g);
        add_grid(out, &g);
        break;
    case FORM_SPEC: generate_spec(random, out); break;
    case FORM_PUZZLE: generate_puzzle(random, out); break;
    case FORM_ODD: generate_odd(random, out); break;
    case FORM_RULED: generate_ruled(random, out); break;
    case FORM_PACKING: generate_packing(random, out); break;
    case FORM_FAMILY: generate_family(random, out); break;
    case FORM_TOUR: generate_tour(random, out); break;
    case FORM_FIGURED: generate_figured(random, out); break;
    case FORM_GRAPH: generate_graph(random, out); break;
    case FORM_COVER: generate_cover(random, false, out); break;
    case FORM_PRICED: generate_cover(random, true, out); break;
    case FORM_WEIGHED: generate_weighed(random, out); break;
    }
}

void generate_seeded(const property *p, uint64_t seed, input *out)
{
    cq_random random;

    cq_random_seed(&random, seed);
    generate(&random, p->form, out);
}
