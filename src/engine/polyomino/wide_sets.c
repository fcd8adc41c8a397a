/* wide_sets.c - the search at the first empty cell, for any number of forms and any
 * reach.
 *
 * The same search as in narrow.c, with sets of forms of several words and the taken
 * cells as one array of bits that is changed in place. A level keeps the forms still to
 * try:
 *
 *     sets     one set of forms for every level
 *     cells    the first empty cell of every level
 *     left     forms of pieces still available; changed with the supply
 *
 * With dice (restarts.c) the next form of a level is drawn, else it is the first.
 *
 * Dead states are kept if no form reaches further than 64 cells, as then the window
 * of 64 cells and the code of the supply are the whole state.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"

#include <string.h>

typedef struct level {
    uint32_t cell;
    uint64_t nodes, found; /* when the level was opened */
} level;

typedef struct cq_poly_wide {
    cq_word *left;
    cq_word *sets;
    level *levels;
    size_t base; /* pieces laid before this walk */
    uint64_t found;
} cq_poly_wide;

cq_status cq_poly_wide_new(cq_poly_hand *h)
{
    const cq_poly *p = h->p;
    cq_poly_wide *w = cq_zalloc(h->ctx, 1, sizeof *w);
    size_t depth = p->deepest + 2;

    cq_try_memory(w);
    h->wide = w;
    w->left = cq_zalloc(h->ctx, p->words, sizeof *w->left);
    w->sets = cq_zalloc(h->ctx, cq_times(depth, p->words), sizeof *w->sets);
    w->levels = cq_zalloc(h->ctx, depth, sizeof *w->levels);
    return w->left && w->sets && w->levels ? CQ_OK : CQ_MEMORY;
}

void cq_poly_wide_free(cq_poly_hand *h)
{
    if (!h->wide)
        return;
    cq_free_each(h->wide->left, h->wide->sets, h->wide->levels, h->wide);
    h->wide = NULL;
}

static void set_left(cq_poly_hand *h, uint32_t piece, bool available)
{
    size_t words = h->p->words;
    const cq_word *of = h->p->of + piece * words;
    cq_word *left = h->wide->left;

    for (size_t j = 0; j < words; j++)
        left[j] = available ? left[j] | of[j] : left[j] & ~of[j];
}

static void lay(cq_poly_hand *h, cq_poly_laid laid)
{
    uint32_t piece = h->p->forms.at[laid.form].piece;

    cq_poly_lay(h, laid);
    if (cq_poly_left(&h->supply, piece) == 0)
        set_left(h, piece, false);
}

static void take_back(cq_poly_hand *h)
{
    cq_poly_laid laid = cq_poly_take_back(h);

    cq_assert(h->depth >= h->wide->base);
    set_left(h, h->p->forms.at[laid.form].piece, true);
}

/* Fills in the set of a level; false if it is empty, or a piece comes too late. */
static bool find_forms(const cq_poly_hand *h, uint32_t cell, cq_word *set)
{
    const cq_poly *p = h->p;
    const cq_word *fit = p->fit + cell * p->words, *late = p->late + cell * p->words;
    cq_word any = 0, overdue = 0;

    for (size_t j = 0; j < p->words; j++) {
        set[j] = fit[j] & h->wide->left[j];
        overdue |= late[j] & h->wide->left[j];
    }
    if (overdue)
        return false;
    cq_poly_forms_at(h, cell, set);
    for (size_t j = 0; j < p->words; j++)
        any |= set[j];
    return any != 0;
}

static cq_poly_state state_of(const cq_poly_hand *h, uint32_t cell)
{
    return (cq_poly_state){cq_poly_window(h->taken, cell), h->supply.code, cell, 0};
}

/* Opens the level for the pieces laid so far; false if nothing can follow. */
static bool open_level(cq_poly_hand *h, uint32_t from)
{
    cq_poly_wide *w = h->wide;
    size_t depth = h->depth - w->base;
    level *at = &w->levels[depth];

    at->cell = cq_poly_first_empty(h->taken, from);
    cq_assert(at->cell < h->p->cells && !cq_bits_has(h->taken, at->cell));
    cq_assert(cq_poly_first_empty(h->taken, 0) == at->cell);
    at->nodes = h->walk->nodes;
    at->found = w->found;
    if (!find_forms(h, at->cell, w->sets + depth * h->p->words))
        return false;
    if (h->p->remember) {
        cq_poly_state state = state_of(h, at->cell);

        if (cq_poly_dead_has(&h->dead, &state)) {
            h->walk->counts[CQ_POLY_DEAD_MET]++;
            return false;
        }
    }
    return true;
}

static void close_level(cq_poly_hand *h)
{
    cq_poly_wide *w = h->wide;
    const level *at = &w->levels[h->depth - w->base];

    if (h->p->remember && at->found == w->found &&
        h->walk->nodes - at->nodes >= CQ_POLY_SUBTREE) {
        cq_poly_state state = state_of(h, at->cell);

        cq_poly_dead_add(&h->dead, &state);
    }
}

/* Takes the next form out of the level's set; false if it is empty. */
static bool next_form(cq_poly_hand *h, cq_poly_laid *out)
{
    size_t depth = h->depth - h->wide->base, words = h->p->words, j = 0;
    cq_word *set = h->wide->sets + depth * words;

    while (j < words && !set[j])
        j++;
    if (j == words)
        return false;
    if (h->dice) {
        out->form = cq_poly_dice_draw(h, set);
    } else {
        out->form = (uint32_t)(j * 64) + (uint32_t)__builtin_ctzll(set[j]);
        set[j] &= set[j] - 1;
    }
    out->cell = h->wide->levels[depth].cell;
    cq_assert(out->form < h->p->forms.count);
    return true;
}

/* Opens the level after a piece was laid, if what is empty can still be filled. */
static bool go_on(cq_poly_hand *h, uint32_t from)
{
    if (!h->dice)
        return open_level(h, from);
    cq_poly_dice_note(h);
    return open_level(h, from) && cq_poly_dice_pass(h);
}

static cq_status walk(cq_poly_hand *h)
{
    cq_poly_wide *w = h->wide;
    bool open = open_level(h, 0);

    for (;;) {
        cq_poly_laid laid;
        cq_status status;

        if (!open || !next_form(h, &laid)) {
            if (open)
                close_level(h);
            if (h->depth == w->base)
                return CQ_OK;
            take_back(h);
            open = true;
            continue;
        }
        if (!cq_poly_has(&h->supply, h->p->forms.at[laid.form].piece))
            continue;
        h->walk->nodes++;
        if (cq_poly_poll(h))
            return CQ_OK;
        lay(h, laid);
        if (h->room) {
            open = go_on(h, laid.cell);
            continue;
        }
        w->found++;
        status = cq_poly_deliver(h);
        take_back(h);
        if (status != CQ_OK || h->stopped)
            return status;
    }
}

cq_status cq_poly_wide_walk(cq_poly_hand *h)
{
    cq_poly_wide *w = h->wide;
    cq_status status;

    memset(w->left, 0, h->p->words * sizeof *w->left);
    for (uint32_t i = 0; i < h->supply.count; i++)
        if (cq_poly_left(&h->supply, i))
            set_left(h, i, true);
    cq_assert(cq_poly_hand_check(h) && h->room > 0);
    w->base = h->depth;
    status = walk(h);
    while (h->depth > w->base)
        take_back(h);
    cq_assert(cq_poly_hand_check(h)); /* as it was */
    return status;
}
