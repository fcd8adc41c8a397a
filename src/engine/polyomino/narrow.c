/* narrow.c - the search at the first empty cell, with everything in 64-bit words.
 *
 * For at most 64 forms whose offsets stay below 64: pentominoes on boards up to 12
 * wide. All cells before the first empty one are taken, and no form reaches further
 * than 64 cells, so that the window of 64 cells from there on, and what was taken from
 * the start (ahead[]), is the whole state, however large the board:
 *
 *     window   1 for a taken cell; bit 0 is the first empty cell
 *     masks    the cells of a form in such a window; bit 0 is its first square
 *     left     forms of pieces still available
 *
 * A few table look-ups (forms.c) give the set of forms that can be laid; no other form
 * is tried. Laying one is an OR, finding the next empty cell a count of trailing ones
 * and a shift. While enough is left for it to pay, a child is also dropped when a
 * single empty cell is enclosed, or when its state is known to be dead (dead.c).
 *
 * Pieces that come once leave the set of forms when they are laid; other limits are
 * counted by the supply. On boards of up to 64 cells the window has all there is, and
 * nothing comes in after it. The loop is written once and compiled for all four cases.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"

#include <string.h>

typedef struct level {
    uint64_t window;
    uint64_t set;          /* forms still to try here */
    uint64_t left;         /* forms of available pieces */
    uint64_t supply;       /* for the state: left, or the code */
    uint64_t nodes, found; /* when the level was opened */
    uint32_t cell, room;
    uint32_t form; /* under the hand */
} level;

/* What is known of a cell when it is the first empty one. */
typedef struct spot {
    uint64_t fit, late;   /* as in the puzzle */
    uint64_t first, last; /* all but the ends of lines in its window */
} spot;

typedef struct cq_poly_narrow {
    uint64_t masks[64];
    uint64_t gone[64]; /* forms that leave with the last copy of the piece */
    uint32_t piece[64], size[64];
    uint32_t shifts[8];
    uint64_t tables[8][256]; /* those of the first 8 chunks, side by side */
    size_t chunks;
    spot *spots;
    uint64_t inner; /* cells of a window that have all their neighbours in it */
} cq_poly_narrow;

/* What a hand has of its own. */
typedef struct cq_poly_lines {
    uint64_t *ahead; /* windows of the cells taken from the start, by first cell */
    uint64_t found;  /* times that all was covered in this walk */
    level *levels;
    size_t base; /* pieces laid before this walk */
} cq_poly_lines;

bool cq_poly_narrow_fits(const cq_poly *p)
{
    return p->words == 1 && p->reach < 64 && p->chunks.count <= 8;
}

/* ---- setting up ---- */

static void copy_forms(const cq_poly *p, cq_poly_narrow *n)
{
    for (size_t k = 0; k < p->forms.count; k++) {
        const cq_poly_form *form = &p->forms.at[k];
        cq_assert(p->offsets.at[form->start + form->count - 1] < 64);

        for (uint32_t i = 0; i < form->count; i++)
            n->masks[k] |= UINT64_C(1) << p->offsets.at[form->start + i];
        n->piece[k] = form->piece;
        n->size[k] = form->count;
        n->gone[k] = p->supply.of[form->piece].limited ? p->of[form->piece] : 0;
    }
    n->chunks = p->chunks.count;
    memset(n->tables, 0xff, sizeof n->tables);
    for (size_t c = 0; c < n->chunks; c++) {
        n->shifts[c] = p->chunks.at[c];
        cq_assert(n->shifts[c] < 64);
        for (unsigned byte = 0; byte < 256; byte++)
            n->tables[c][byte] = p->table[cq_poly_chunk(p, c, byte)];
    }
}

static void fill_spots(const cq_poly *p, cq_poly_narrow *n)
{
    for (size_t cell = 0; cell < p->cells; cell++) {
        spot *at = &n->spots[cell];

        at->fit = p->fit[cell];
        at->late = p->late[cell];
        for (size_t i = 0; i < 64; i++) {
            size_t place = (cell + i) % p->width;

            at->first |= (uint64_t)(place != 0) << i;
            at->last |= (uint64_t)(place != p->width - 1) << i;
        }
    }
    n->inner = p->lone || p->width >= 63 ? 0 : UINT64_MAX >> (p->width + 1);
}

cq_status cq_poly_narrow_new(cq_poly *p)
{
    cq_context *ctx = p->run->ctx;
    cq_poly_narrow *n = cq_zalloc(ctx, 1, sizeof *n);

    cq_assert(p->forms.count <= 64 && cq_poly_narrow_fits(p));
    cq_try_memory(n);
    p->narrow = n;
    n->spots = cq_zalloc(ctx, p->cells, sizeof *n->spots);
    cq_try_memory(n->spots);
    copy_forms(p, n);
    fill_spots(p, n);
    return CQ_OK;
}

void cq_poly_narrow_free(cq_poly *p)
{
    if (!p->narrow)
        return;
    cq_free_each(p->narrow->spots, p->narrow);
    p->narrow = NULL;
}

cq_status cq_poly_lines_new(cq_poly_hand *h)
{
    const cq_poly *p = h->p;
    cq_poly_lines *lines = cq_zalloc(h->ctx, 1, sizeof *lines);

    cq_try_memory(lines);
    h->lines = lines;
    lines->ahead = cq_alloc(h->ctx, p->cells + 1, sizeof *lines->ahead);
    lines->levels = cq_zalloc(h->ctx, p->deepest + 2, sizeof *lines->levels);
    return lines->ahead && lines->levels ? CQ_OK : CQ_MEMORY;
}

void cq_poly_lines_free(cq_poly_hand *h)
{
    if (!h->lines)
        return;
    cq_free_each(h->lines->ahead, h->lines->levels, h->lines);
    h->lines = NULL;
}

/* ---- walking ---- */

/* Four tables nearly always are enough, and fewer cost no less than four. */
static inline uint64_t forms_for(const cq_poly_narrow *n, uint64_t window)
{
    uint64_t set = n->tables[0][window >> n->shifts[0] & 255] &
                   n->tables[1][window >> n->shifts[1] & 255] &
                   n->tables[2][window >> n->shifts[2] & 255] &
                   n->tables[3][window >> n->shifts[3] & 255];

    for (size_t c = 4; c < n->chunks; c++)
        set &= n->tables[c][window >> n->shifts[c] & 255];
    return set;
}

/* The tables leave just the forms that meet no taken cell. */
static bool check_forms(const cq_poly_hand *h, uint64_t window)
{
    const cq_poly_narrow *n = h->p->narrow;
    uint64_t set = forms_for(n, window);

    if (!cq_walk_due(h->walk->nodes, 64))
        return true;
    for (size_t k = 0; k < h->p->forms.count; k++)
        cq_hold((set >> k & 1) == !(n->masks[k] & window));
    return true;
}

/* Moves the window to the first empty cell; some cell is empty. */
static inline uint64_t advance(const uint64_t *ahead, uint64_t window, uint32_t *cell,
                               bool small)
{
    unsigned shift;

    while (!small && window == UINT64_MAX) {
        *cell += 64;
        window = ahead[*cell];
    }
    cq_assert(window != UINT64_MAX); /* some cell is empty */
    shift = (unsigned)__builtin_ctzll(~window);
    *cell += shift;
    return window >> shift | (small ? ~(UINT64_MAX >> shift) : ahead[*cell]);
}

/* An empty cell whose four neighbours are taken. */
static inline bool has_lone_cell(const spot *at, uint64_t window, uint32_t width,
                                 uint64_t inner)
{
    uint64_t empty = ~window;
    uint64_t beside = (empty << 1 & at->first) | (empty >> 1 & at->last) |
                      empty << width | empty >> width;

    return empty & ~beside & inner;
}

static inline cq_poly_state state_of(const level *at)
{
    return (cq_poly_state){at->window, at->supply, at->cell, 0};
}

/* What the loop needs, read once. */
typedef struct desk {
    cq_poly_hand *h;
    const cq_poly_narrow *n;
    const spot *spots;
    const uint64_t *ahead;
    cq_dfs *walk;
    uint64_t inner;
    uint32_t width;
    /* With fewer empty cells lone ones are not looked for, and dead states not asked
     * for: a look into their table costs as much as several nodes. */
    uint32_t deep, known;
    bool remember;
} desk;

/* Makes a level for a window that may still begin with taken cells; left, supply and
 * room are set already; false if it has no solution for a reason seen here. */
static inline __attribute__((always_inline)) bool
open_level(const desk *d, uint64_t window, uint32_t cell, level *at, bool small)
{
    const spot *here;
    uint64_t set;

    cq_assert(at->room > 0);
    window = advance(d->ahead, window, &cell, small);
    cq_assert(cell < d->h->p->cells && !(window & 1));
    cq_assert(check_forms(d->h, window));
    here = &d->spots[cell];
    set = forms_for(d->n, window) & here->fit & at->left;
    if (!set || at->left & here->late)
        return false;
    at->window = window;
    at->cell = cell;
    at->set = set;
    if (at->room < d->deep)
        return true;
    if (d->inner && has_lone_cell(here, window, d->width, d->inner)) {
        d->walk->counts[CQ_POLY_CUTS]++;
        return false;
    }
    if (d->remember && at->room >= d->known) {
        cq_poly_state state = state_of(at);

        if (cq_poly_dead_has(&d->h->dead, &state)) {
            d->walk->counts[CQ_POLY_DEAD_MET]++;
            return false;
        }
    }
    at->nodes = d->walk->nodes;
    at->found = d->h->lines->found;
    return true;
}

/* All forms of a level were tried. */
static inline void close_level(const desk *d, const level *at)
{
    if (d->remember && at->room >= d->known && at->found == d->h->lines->found &&
        d->walk->nodes - at->nodes >= CQ_POLY_SUBTREE) {
        cq_poly_state state = state_of(at);

        cq_poly_dead_add(&d->h->dead, &state);
    }
}

/* The level after laying form k: what is left to lay. False if the supply forbids it.
 * */
static inline bool supply_after(const cq_poly_hand *h, const level *at, unsigned k,
                                bool counted, level *next)
{
    const cq_poly_narrow *n = h->p->narrow;
    const cq_poly_supply *s = &h->supply;
    uint32_t piece = n->piece[k];

    if (!counted) {
        cq_assert(at->left >> k & 1); /* of a piece that is available */
        next->left = at->left & ~n->gone[k];
        next->supply = next->left;
        return true;
    }
    if (!cq_poly_has(s, piece))
        return false;
    next->left = cq_poly_left(s, piece) > 1 ? at->left : at->left & ~n->gone[k];
    next->supply = s->code + cq_poly_step(&s->of[piece]);
    return true;
}

/* The pieces of the levels up to `at`, its own included, are a solution. */
static cq_status deliver(cq_poly_hand *h, const level *at)
{
    cq_poly_lines *lines = h->lines;
    size_t depth = lines->base;
    cq_status status;

    lines->found++;
    for (const level *l = lines->levels; l <= at; l++)
        h->laid[depth++] = (cq_poly_laid){l->form, l->cell};
    cq_assert(depth <= h->p->deepest);
    h->depth = depth;
    status = cq_poly_deliver(h);
    h->depth = lines->base;
    return status;
}

/* The window of a level has the cells taken before the walk and those of the forms
 * above it, none twice; what is left to cover and to lay follows from these forms. */
static bool check_level(const cq_poly_hand *h, const level *at, bool counted)
{
    const cq_poly_narrow *n = h->p->narrow;
    uint64_t window = cq_poly_window(h->taken, at->cell), gone = 0;
    size_t room = h->room;

    if (!cq_walk_due(h->walk->nodes, (size_t)(at - h->lines->levels) + 1))
        return true;
    for (const level *l = h->lines->levels; l < at; l++) {
        uint32_t shift = at->cell - l->cell;
        uint64_t mask = shift < 64 ? n->masks[l->form] >> shift : 0;

        cq_hold(l->cell < at->cell && !(window & mask));
        window |= mask;
        room -= n->size[l->form];
        gone |= n->gone[l->form];
    }
    cq_hold(window == at->window && room == at->room);
    cq_hold(!(at->set & ~(at->left & n->spots[at->cell].fit)));
    cq_hold(counted || !(at->left & gone));
    cq_hold(counted || at->supply == at->left);
    cq_hold(!counted || (at->supply == h->supply.code &&
                         cq_poly_supply_check(&h->supply, at->room)));
    return true;
}

static inline __attribute__((always_inline)) cq_status walk(cq_poly_hand *h,
                                                            bool counted, bool small)
{
    const cq_poly_narrow *n = h->p->narrow;
    const cq_poly *p = h->p;
    const desk d = {h,        n,        n->spots,        h->lines->ahead, h->walk,
                    n->inner, p->width, 3 * p->smallest, 4 * p->smallest, p->remember};
    level *root = h->lines->levels, *at = root;
    cq_status status = CQ_OK;

    if (!open_level(&d, at->window, at->cell, at, small))
        return CQ_OK;
    for (;;) {
        unsigned k;
        level *next;

        while (!at->set) {
            close_level(&d, at);
            if (at == root)
                return CQ_OK;
            at--;
            if (counted)
                cq_poly_give(&h->supply, n->piece[at->form]);
        }
        cq_assert(check_level(h, at, counted));
        next = at + 1;
        k = (unsigned)__builtin_ctzll(at->set);
        at->set &= at->set - 1;
        at->form = k;
        cq_assert(!(at->window & n->masks[k])); /* never tried in vain */
        if (!supply_after(h, at, k, counted, next))
            continue;
        d.walk->nodes++;
        if (cq_poly_poll(h))
            break;
        cq_assert(at->room >= n->size[k]);
        next->room = at->room - n->size[k];
        if (next->room == 0) {
            status = deliver(h, at);
            if (status != CQ_OK || h->stopped)
                break;
        } else if (open_level(&d, at->window | n->masks[k], at->cell, next, small)) {
            if (counted)
                cq_poly_take(&h->supply, n->piece[k]);
            at = next;
        }
    }
    while (counted && at > root)
        cq_poly_give(&h->supply, n->piece[(--at)->form]);
    return status;
}

static void set_ahead(cq_poly_hand *h, uint32_t from)
{
    for (size_t i = from; i < h->p->cells; i++)
        h->lines->ahead[i] = cq_poly_window(h->taken, i);
    h->lines->ahead[h->p->cells] = UINT64_MAX;
}

cq_status cq_poly_narrow_walk(cq_poly_hand *h)
{
    bool small = h->p->cells <= 64, single = h->supply.single;
    uint32_t cell = cq_poly_first_empty(h->taken, 0);
    level *root = h->lines->levels;
    uint64_t left = 0;

    if (!small)
        set_ahead(h, cell);
    for (uint32_t i = 0; i < h->supply.count; i++)
        if (cq_poly_has(&h->supply, i))
            left |= h->p->of[i];
    *root = (level){.window = cq_poly_window(h->taken, cell), .left = left};
    root->cell = cell;
    root->room = (uint32_t)h->room;
    root->supply = single ? left : h->supply.code;
    h->lines->base = h->depth;
    cq_assert(cq_poly_hand_check(h) && h->room > 0);
    if (small)
        return single ? walk(h, false, true) : walk(h, true, true);
    return single ? walk(h, false, false) : walk(h, true, false);
}
