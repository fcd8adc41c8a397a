/* upper.c - the upper part of the tree: the nodes that are reported to the walk.
 *
 * A node is a list of placements of which a solution has exactly one: those at the most
 * constrained cell, or of the most constrained piece (constrain.c), or the forms at the
 * first empty cell. They depend only on the pieces laid above, so a walk can be split,
 * shared and resumed here. A region that cannot be filled ends the branch (regions.c).
 *
 * Where the lower part begins follows from the way down too. With the most constrained
 * cell it is at the last five pieces. If the first cell rules, it is as soon as the
 * branches on the way, multiplied, have come to the number p->told; it is set from an
 * estimate of the tree (Knuth, "Estimating the efficiency of backtrack programs",
 * Mathematics of Computation 29, 1975) such that walks below take milliseconds. Longer
 * walks gain more from dead states; shorter ones lose less when they are stopped. A
 * small tree is searched in one walk.
 *
 * A piece that must lie in the first half of the scan is laid before everything else
 * (the opener): the piece restricted by images.c, or one whose placements the caller
 * has excluded. The first-cell search then need not wait for it.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"
#include "base/random.h"

#include <string.h>

enum { PROBES = 128, PROBE_LEVELS = 1000 };

static const double WALK_NODES = 1 << 16; /* aimed at for a walk of the lower part */
static const double SMALL_TREE = 1 << 20; /* nodes: not worth cutting up */
static const double LEAST_TOLD = 1 << 6;  /* on boards that a window cannot hold */
static const double ENDLESS = UINT64_C(1) << 60;

cq_status cq_poly_upper_new(cq_poly_hand *h)
{
    const cq_poly *p = h->p;

    h->frames = cq_zalloc(h->ctx, p->deepest + 2, sizeof *h->frames);
    h->set = cq_zalloc(h->ctx, p->words, sizeof *h->set);
    if (!h->frames || !h->set || cq_poly_regions_new(h, &h->regions) != CQ_OK)
        return CQ_MEMORY;
    return p->crowd ? cq_poly_look_new(h) : CQ_OK;
}

void cq_poly_upper_free(cq_poly_hand *h)
{
    cq_poly_look_free(h);
    cq_poly_regions_free(&h->regions);
    cq_vec_free(&h->tries);
    cq_free_each(h->frames, h->set);
}

/* ---- laying ---- */

void cq_poly_lay(cq_poly_hand *h, cq_poly_laid laid)
{
    uint32_t piece = h->p->forms.at[laid.form].piece;

    cq_assert(h->depth < h->p->deepest);
    cq_poly_mark(h->p, h->taken, laid);
    cq_poly_take(&h->supply, piece);
    h->room -= h->supply.of[piece].size;
    h->laid[h->depth++] = laid;
    cq_assert(!cq_walk_due(h->walk ? h->walk->nodes : 0, h->p->cells) ||
              cq_poly_hand_check(h));
}

cq_poly_laid cq_poly_take_back(cq_poly_hand *h)
{
    cq_poly_laid laid = h->laid[--h->depth];
    uint32_t piece = h->p->forms.at[laid.form].piece;

    h->room += h->supply.of[piece].size;
    cq_poly_give(&h->supply, piece);
    cq_poly_unmark(h->p, h->taken, laid);
    return laid;
}

/* ---- what to choose from ---- */

/* The cells of a chunk, 0 beyond the end: nothing that fits reaches there. */
static unsigned cells_of_chunk(const cq_poly_hand *h, size_t cell)
{
    return cell < h->p->cells ? (unsigned)cq_poly_window(h->taken, cell) & 255 : 0;
}

void cq_poly_forms_at(const cq_poly_hand *h, uint32_t cell, cq_word *set)
{
    const cq_poly *p = h->p;

    for (size_t c = 0; c < p->chunks.count; c++) {
        unsigned byte = cells_of_chunk(h, cell + (size_t)p->chunks.at[c]);
        const cq_word *row = p->table + cq_poly_chunk(p, c, byte);

        if (byte)
            for (size_t j = 0; j < p->words; j++)
                set[j] &= row[j];
    }
}

/* Whether a piece that must come fits nowhere from the cell on. */
static bool too_late(const cq_poly_hand *h, uint32_t cell)
{
    const cq_poly_supply *s = &h->supply;

    for (uint32_t i = 0; i < s->count; i++)
        for (size_t j = 0; j < h->p->words && cq_poly_left(s, i); j++)
            if (h->p->of[i * h->p->words + j] & h->p->late[cell * h->p->words + j])
                return true;
    return false;
}

/* The forms of a set, at a cell, of which another copy may be laid. */
static cq_status add_tries(cq_poly_hand *h, const cq_word *set, uint32_t cell)
{
    for (size_t j = 0; j < h->p->words; j++)
        for (cq_word w = set[j]; w; w &= w - 1) {
            uint32_t k = (uint32_t)(j * 64) + (uint32_t)__builtin_ctzll(w);

            if (cq_poly_has(&h->supply, h->p->forms.at[k].piece))
                cq_try(cq_vec_push(h->ctx, &h->tries, ((cq_poly_laid){k, cell})));
        }
    return CQ_OK;
}

static cq_status try_first_cell(cq_poly_hand *h)
{
    const cq_poly *p = h->p;
    uint32_t cell = cq_poly_first_empty(h->taken, 0);

    cq_assert(h->room > 0 && cell < p->cells);

    if (too_late(h, cell))
        return CQ_OK;
    memcpy(h->set, p->fit + cell * p->words, p->words * sizeof *h->set);
    cq_poly_forms_at(h, cell, h->set);
    return add_tries(h, h->set, cell);
}

static cq_status try_opener(cq_poly_hand *h)
{
    const cq_poly *p = h->p;
    const cq_word *of = p->of + p->opener * p->words;

    for (uint32_t cell = 0; cell < p->cells; cell++) {
        for (size_t j = 0; j < p->words; j++)
            h->set[j] = p->fit[cell * p->words + j] & of[j];
        cq_try(add_tries(h, h->set, cell));
    }
    return CQ_OK;
}

bool cq_poly_has_cell(const cq_poly *p, cq_poly_laid laid, uint32_t cell)
{
    const cq_poly_form *form = &p->forms.at[laid.form];

    for (uint32_t i = 0; i < form->count; i++)
        if (laid.cell + p->offsets.at[form->start + i] == cell)
            return true;
    return false;
}

/* A solution has exactly one of the tries: all of them have some cell, or are of the
 * one copy of a piece. */
static bool exclude_each_other(const cq_poly_hand *h, size_t from)
{
    const cq_poly *p = h->p;
    cq_poly_laid first = h->tries.at[from];
    const cq_poly_form *form = &p->forms.at[first.form];
    bool one = cq_poly_left(&h->supply, form->piece) == 1;

    for (size_t t = from; t < h->tries.count; t++)
        one = one && p->forms.at[h->tries.at[t].form].piece == form->piece;
    for (uint32_t i = 0; i < form->count && !one; i++) {
        one = true;
        for (size_t t = from; t < h->tries.count && one; t++)
            one = cq_poly_has_cell(p, h->tries.at[t],
                                   first.cell + p->offsets.at[form->start + i]);
    }
    return one;
}

/* The tries from there on can be laid, and exclude each other. */
static bool check_tries(const cq_poly_hand *h, size_t from)
{
    const cq_poly *p = h->p;

    if (!cq_walk_due(h->walk->nodes, (h->tries.count - from) * p->largest))
        return true;
    for (size_t t = from; t < h->tries.count; t++) {
        cq_poly_laid laid = h->tries.at[t];
        const cq_poly_form *form = &p->forms.at[laid.form];

        cq_hold(cq_poly_has(&h->supply, form->piece));
        cq_hold(cq_bits_has(p->fit + laid.cell * p->words, laid.form));
        for (uint32_t i = 0; i < form->count; i++)
            cq_hold(!cq_bits_has(h->taken,
                                 laid.cell + (size_t)p->offsets.at[form->start + i]));
    }
    cq_hold(exclude_each_other(h, from));
    return true;
}

/* Appends the choices of the node to the tries. */
static cq_status find_tries(cq_poly_hand *h)
{
    if (h->p->crowd)
        return cq_poly_look_tries(h);
    if (h->depth == 0 && h->p->opener != UINT32_MAX)
        return try_opener(h);
    return try_first_cell(h);
}

/* ---- walking ---- */

/* Makes a node of the pieces laid so far, if anything can follow. */
static cq_status open_node(cq_poly_hand *h, bool *opened)
{
    cq_poly_frame *frame = &h->frames[h->depth];
    cq_status status = CQ_OK;
    size_t count;

    frame->tries = h->tries.count;
    cq_assert(h->room > 0 && h->depth <= h->p->deepest);
    if (h->p->scattered || cq_poly_regions_pass(h, &h->regions))
        status = find_tries(h);
    count = h->tries.count - frame->tries;
    *opened = status == CQ_OK && count > 0;
    if (*opened) {
        cq_assert(check_tries(h, frame->tries));
        frame->share = (h->depth ? frame[-1].share : 1) * (double)count;
        status = cq_dfs_branch(h->walk, (uint32_t)count);
    } else {
        h->tries.count = frame->tries;
        h->walk->counts[CQ_POLY_CUTS]++;
    }
    return status;
}

static bool is_lower(const cq_poly_hand *h)
{
    const cq_poly *p = h->p;

    cq_assert(h->depth > 0);
    return h->room <= (size_t)CQ_POLY_TAIL * p->largest ||
           (!p->crowd && h->frames[h->depth - 1].share >= p->told);
}

cq_status cq_poly_lower_walk(cq_poly_hand *h)
{
    return h->p->narrow ? cq_poly_narrow_walk(h) : cq_poly_wide_walk(h);
}

static cq_status walk_lower(cq_poly_hand *h)
{
    if (h->p->crowd && !h->p->scattered && !cq_poly_regions_pass(h, &h->regions)) {
        h->walk->counts[CQ_POLY_CUTS]++;
        return CQ_OK;
    }
    if (!cq_dfs_below(h->walk))
        return CQ_OK;
    cq_poly_dead_begin(&h->dead);
    return cq_poly_lower_walk(h);
}

/* What follows the placement just laid; *opened when that is a node. */
static cq_status go_down(cq_poly_hand *h, bool *opened)
{
    *opened = false;
    if (h->room == 0)
        return cq_poly_deliver(h);
    return is_lower(h) ? walk_lower(h) : open_node(h, opened);
}

/* A tree so small that it is one walk of the lower part, for every placement of the
 * opener: dead states are shared among these. */
static cq_status walk_at_once(cq_poly_hand *h)
{
    cq_status status = CQ_OK;

    if (!cq_dfs_below(h->walk) ||
        !(h->p->scattered || cq_poly_regions_pass(h, &h->regions)))
        return CQ_OK;
    cq_poly_dead_begin(&h->dead);
    if (h->p->opener == UINT32_MAX)
        return cq_poly_lower_walk(h);
    status = try_opener(h);
    for (size_t i = 0; i < h->tries.count && status == CQ_OK && !h->stopped; i++) {
        h->walk->nodes++;
        cq_poly_lay(h, h->tries.at[i]);
        status = h->room ? cq_poly_lower_walk(h) : cq_poly_deliver(h);
        cq_poly_take_back(h);
    }
    return status;
}

cq_status cq_poly_upper_walk(cq_poly_hand *h)
{
    bool opened;
    cq_status status;

    h->tries.count = 0;
    if (h->p->told < 1 && !h->p->crowd)
        return walk_at_once(h);
    status = open_node(h, &opened);
    while (opened && status == CQ_OK && !h->stopped) {
        uint32_t choice = cq_dfs_next(h->walk);
        bool deeper;

        if (choice != CQ_DFS_NONE) {
            h->walk->nodes++;
            if (cq_poly_poll(h))
                break;
            cq_assert(h->frames[h->depth].tries + choice < h->tries.count);
            cq_assert(h->walk->depth == h->depth + 1); /* a level for every piece */
            cq_poly_lay(h, h->tries.at[h->frames[h->depth].tries + choice]);
            status = go_down(h, &deeper);
            if (!deeper)
                cq_poly_take_back(h);
            continue;
        }
        cq_dfs_leave(h->walk);
        h->tries.count = h->frames[h->depth].tries;
        if (h->depth == 0)
            break;
        cq_poly_take_back(h);
    }
    while (h->depth)
        cq_poly_take_back(h);
    cq_assert(h->room == h->p->room && cq_poly_hand_check(h));
    return status;
}

/* ---- the size of the tree ---- */

/* A random way down: the nodes of the tree if all of it were like this. */
static cq_status probe(cq_poly_hand *h, cq_random *random, double *nodes)
{
    double width = 1;
    cq_status status = CQ_OK;

    *nodes = 0;
    for (unsigned i = 0; i < PROBE_LEVELS && h->room && width < ENDLESS; i++) {
        h->tries.count = 0;
        status = find_tries(h);
        if (status != CQ_OK || h->tries.count == 0)
            break;
        width *= (double)h->tries.count;
        *nodes += width;
        cq_poly_lay(h, h->tries.at[cq_random_below(random, h->tries.count)]);
    }
    cq_assert(width >= 1);
    while (h->depth)
        cq_poly_take_back(h);
    return status;
}

cq_status cq_poly_upper_measure(cq_poly_hand *h, double *told)
{
    cq_status status = CQ_OK;
    double sum = 0, nodes;
    cq_random random;

    cq_random_seed(&random, 1);
    for (unsigned i = 0; i < PROBES && status == CQ_OK && sum < ENDLESS; i++) {
        status = probe(h, &random, &nodes);
        sum += nodes;
    }
    sum /= PROBES;
    *told = sum / WALK_NODES;
    if (h->p->cells > 64 && *told < LEAST_TOLD)
        *told = LEAST_TOLD;
    else if (h->p->cells <= 64 && sum < SMALL_TREE)
        *told = 0;
    return status;
}
