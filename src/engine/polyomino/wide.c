/* wide.c - the search at the first empty cell, for any number of forms and any reach.
 *
 * The same search as in narrow.c, with sets of forms of several words and the taken
 * cells as one array of bits that is changed in place. A level keeps the forms still to
 * try:
 *
 *     sets     one set of forms for every level
 *     cells    the first empty cell of every level
 *     left     forms of pieces still available; changed with the supply
 *
 * Dead states are kept where no form reaches further than 64 cells, as then the window
 * of 64 cells is the whole state.
 */
#include "engine/polyomino/polyomino.h"

#include <string.h>

typedef struct level {
    uint32_t cell;
    uint32_t all;          /* forms that could be laid here */
    uint64_t nodes, found; /* when the level was opened */
} level;

typedef struct cq_poly_wide {
    cq_word *left;
    cq_word *sets;
    level *levels;
    size_t base; /* pieces laid before this walk */
    uint64_t found;
    bool windowed; /* dead states are kept */
} cq_poly_wide;

cq_status cq_poly_wide_new(cq_poly *p)
{
    cq_context *ctx = p->run->ctx;
    cq_poly_wide *w = cq_zalloc(ctx, 1, sizeof *w);
    size_t depth = p->room / p->smallest + 2;

    if (!w)
        return CQ_MEMORY;
    p->wide = w;
    if (depth > SIZE_MAX / sizeof(cq_word) / p->words)
        return cq_fail(ctx, CQ_MEMORY, "the board is too large to search");
    w->left = cq_zalloc(ctx, p->words, sizeof *w->left);
    w->sets = cq_zalloc(ctx, depth * p->words, sizeof *w->sets);
    w->levels = cq_zalloc(ctx, depth, sizeof *w->levels);
    w->windowed = p->reach < 64 && p->supply.coded;
    return w->left && w->sets && w->levels ? CQ_OK : CQ_MEMORY;
}

void cq_poly_wide_free(cq_poly *p)
{
    if (!p->wide)
        return;
    cq_free(p->wide->left);
    cq_free(p->wide->sets);
    cq_free(p->wide->levels);
    cq_free(p->wide);
    p->wide = NULL;
}

static void set_left(cq_poly *p, uint32_t piece, bool available)
{
    const cq_word *of = p->of + piece * p->words;

    for (size_t j = 0; j < p->words; j++)
        p->wide->left[j] =
            available ? p->wide->left[j] | of[j] : p->wide->left[j] & ~of[j];
}

static void lay(cq_poly *p, cq_poly_laid laid)
{
    uint32_t piece = p->forms.at[laid.form].piece;

    cq_poly_mark(p, p->taken, laid);
    p->room -= p->supply.size[piece];
    cq_poly_take(&p->supply, piece);
    if (p->supply.used[piece] == p->supply.most[piece])
        set_left(p, piece, false);
    p->laid[p->depth++] = laid;
}

static void take_back(cq_poly *p)
{
    cq_poly_laid laid = p->laid[--p->depth];
    uint32_t piece = p->forms.at[laid.form].piece;

    cq_poly_give(&p->supply, piece);
    set_left(p, piece, true);
    p->room += p->supply.size[piece];
    cq_poly_unmark(p, p->taken, laid);
}

static uint32_t first_empty(const cq_poly *p, uint32_t cell)
{
    uint64_t window;

    while ((window = cq_poly_window(p->taken, cell)) == UINT64_MAX)
        cell += 64;
    return cell + (uint32_t)__builtin_ctzll(~window);
}

/* The cells of a chunk, 0 beyond the end: nothing that fits reaches there. */
static unsigned cells_of_chunk(const cq_poly *p, size_t cell)
{
    return cell < p->cells ? (unsigned)cq_poly_window(p->taken, cell) & 255 : 0;
}

/* Fills in the set of a level; returns how many forms it has. */
static uint32_t find_forms(const cq_poly *p, uint32_t cell, cq_word *set)
{
    const cq_word *fit = p->fit + cell * p->words;
    uint32_t count = 0;

    for (size_t j = 0; j < p->words; j++)
        set[j] = fit[j] & p->wide->left[j];
    for (size_t c = 0; c < p->chunks.count; c++) {
        unsigned byte = cells_of_chunk(p, cell + (size_t)p->chunks.at[c]);
        const cq_word *row = p->table + cq_poly_chunk(p, c, byte);

        if (byte)
            for (size_t j = 0; j < p->words; j++)
                set[j] &= row[j];
    }
    for (size_t j = 0; j < p->words; j++)
        count += (uint32_t)__builtin_popcountll(set[j]);
    return count;
}

static cq_poly_state state_of(const cq_poly *p, uint32_t cell)
{
    return (cq_poly_state){cq_poly_window(p->taken, cell), p->supply.code, cell + 1,
                           p->round};
}

/* Opens the level for the pieces laid so far; false where nothing can follow. */
static bool open_level(cq_poly *p, uint32_t from)
{
    cq_poly_wide *w = p->wide;
    size_t depth = p->depth - w->base;
    level *at = &w->levels[depth];

    at->cell = first_empty(p, from);
    at->all = find_forms(p, at->cell, w->sets + depth * p->words);
    at->nodes = p->nodes;
    at->found = w->found;
    if (at->all && w->windowed) {
        cq_poly_state state = state_of(p, at->cell);

        if (cq_poly_dead_has(&p->dead, &state))
            return false;
    }
    return at->all > 0;
}

static void close_level(cq_poly *p)
{
    cq_poly_wide *w = p->wide;
    const level *at = &w->levels[p->depth - w->base];

    if (w->windowed && at->found == w->found &&
        p->nodes - at->nodes >= CQ_POLY_SUBTREE) {
        cq_poly_state state = state_of(p, at->cell);

        cq_poly_dead_add(&p->dead, &state);
    }
}

/* Takes the next form out of the level's set; false where it is empty. */
static bool next_form(cq_poly *p, cq_poly_laid *out)
{
    size_t depth = p->depth - p->wide->base;
    cq_word *set = p->wide->sets + depth * p->words;

    for (size_t j = 0; j < p->words; j++)
        if (set[j]) {
            out->form = (uint32_t)(j * 64) + (uint32_t)__builtin_ctzll(set[j]);
            out->cell = p->wide->levels[depth].cell;
            set[j] &= set[j] - 1;
            return true;
        }
    return false;
}

static cq_status walk(cq_poly *p)
{
    cq_poly_wide *w = p->wide;
    bool open = open_level(p, 0);

    for (;;) {
        cq_poly_laid laid;
        cq_status status;

        if (!open || !next_form(p, &laid)) {
            if (open)
                close_level(p);
            if (p->depth == w->base)
                return CQ_OK;
            take_back(p);
            open = true;
            continue;
        }
        if (!cq_poly_has(&p->supply, p->forms.at[laid.form].piece))
            continue;
        if (cq_poly_tick(p))
            return CQ_OK;
        lay(p, laid);
        if (p->room) {
            open = open_level(p, laid.cell);
            continue;
        }
        w->found++;
        status = cq_poly_deliver(p);
        take_back(p);
        if (status != CQ_OK || p->stopped)
            return status;
    }
}

cq_status cq_poly_wide_walk(cq_poly *p)
{
    cq_poly_wide *w = p->wide;
    cq_status status;

    memset(w->left, 0, p->words * sizeof *w->left);
    for (uint32_t i = 0; i < p->supply.count; i++)
        if (p->supply.used[i] < p->supply.most[i])
            set_left(p, i, true);
    w->base = p->depth;
    cq_poly_next_round(p);
    status = walk(p);
    while (p->depth > w->base)
        take_back(p);
    return status;
}

double cq_poly_wide_share(const cq_poly *p, double unit)
{
    const cq_poly_wide *w = p->wide;
    double share = 0;

    for (size_t d = 0; d <= p->depth - w->base && unit > 1e-12; d++) {
        const cq_word *set = w->sets + d * p->words;
        uint32_t all = w->levels[d].all, left = 0;

        if (all == 0)
            break;
        for (size_t j = 0; j < p->words; j++)
            left += (uint32_t)__builtin_popcountll(set[j]);
        /* The form under the hand is not done yet. */
        share += unit * (all > left ? all - left - 1 : 0) / all;
        unit /= all;
    }
    return share;
}
