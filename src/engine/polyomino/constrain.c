/* constrain.c - the search over the most constrained cell or piece, above the tail.
 *
 * If the board is wide and many pieces are left, the first empty cell has many forms
 * while some other cell, or some piece, has only a few. Every node here looks at all
 * placements that are still possible, takes the cell with the fewest of them (or the
 * last copy of a piece that must come, if it has fewer still), and branches on these. A
 * cell without placements, or a piece with too few, ends the branch, and so does a
 * region that cannot be filled (regions.c). For the last five pieces the first-cell
 * search takes over, which is a hundred times faster per node.
 *
 *     masks    the cells of every placement, `cell_words` words each
 *     at       the placements at every cell, as bits
 *     alive    for every number of pieces laid the placements possible, as bits
 *
 * The numbers of the placements of a piece begin with a new word, so that a piece is a
 * range of words. To count the placements at all cells at once, the masks are added up
 * in bit slices: slice i has bit i of the counter of every cell. The last slice stays
 * set once reached, so that a count of 32 or more is only known to be that.
 *
 * Cost: an operation for every 64 placements of the root, and about ten for each that
 * is possible.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"

#include <string.h>

enum { SLICES = 6, MASK_WORDS_MOST = 1 << 21, WIDE_ENOUGH = 7 };

/* Read by all hands. */
typedef struct cq_poly_crowd {
    size_t cell_words, words;        /* of a set of cells, of a set of placements */
    CQ_VEC(cq_poly_laid) placements; /* with gaps, whose form is UINT32_MAX */
    cq_word *masks;
    cq_word *at;
    cq_word *all;  /* the placements without the gaps, as bits */
    size_t *first; /* word of every piece, and the end */
} cq_poly_crowd;

/* A hand's own. */
typedef struct cq_poly_look {
    cq_word *alive;
    uint32_t *ids;   /* the placements possible at this node */
    uint32_t *tally; /* by piece: how many of them */
    cq_word *slices; /* SLICES sets of cells */
    cq_word *few;    /* cells with the fewest placements */
} cq_poly_look;

/* If pieces in any number do most of the work, states repeat so often that the
 * first-cell search with its dead states is better on its own, and on narrow boards it
 * is as well. */
bool cq_poly_crowd_pays(const cq_poly *p)
{
    return p->supply.limits >= 2 && p->supply.stock >= p->room / 2 &&
           p->width >= WIDE_ENOUGH && p->room > (size_t)CQ_POLY_TAIL * p->largest &&
           cq_poly_placements(p) <= MASK_WORDS_MOST / cq_bits_words(p->cells);
}

/* ---- setting up ---- */

static cq_status add_placement(cq_poly *p, cq_poly_crowd *c, uint32_t form,
                               uint32_t cell)
{
    cq_poly_laid laid = {form, cell};

    return cq_vec_push(p->run->ctx, &c->placements, laid);
}

/* Gaps up to the next word; c->first[piece] becomes that word. */
static cq_status begin_piece(cq_poly *p, cq_poly_crowd *c, uint32_t piece)
{
    while (c->placements.count % 64)
        cq_try(add_placement(p, c, UINT32_MAX, 0));
    c->first[piece] = c->placements.count / 64;
    cq_assert(piece == 0 || c->first[piece] >= c->first[piece - 1]);
    return CQ_OK;
}

static cq_status list_placements(cq_poly *p, cq_poly_crowd *c)
{
    uint32_t pieces = (uint32_t)p->supply.count, k = 0;

    for (uint32_t piece = 0; piece < pieces; piece++) {
        cq_try(begin_piece(p, c, piece));
        for (; k < p->forms.count && p->forms.at[k].piece == piece; k++)
            for (uint32_t cell = 0; cell < p->cells; cell++)
                if (cq_bits_has(p->fit + cell * p->words, k) &&
                    add_placement(p, c, k, cell) != CQ_OK)
                    return CQ_MEMORY;
    }
    cq_assert(k == p->forms.count); /* forms of a piece stand together */
    return begin_piece(p, c, pieces);
}

static cq_status file_placements(cq_poly *p, cq_poly_crowd *c)
{
    cq_context *ctx = p->run->ctx;

    c->words = c->placements.count / 64;
    c->masks =
        cq_zalloc(ctx, cq_times(c->placements.count, c->cell_words), sizeof *c->masks);
    c->at = cq_zalloc(ctx, cq_times(p->cells, c->words), sizeof *c->at);
    c->all = cq_zalloc(ctx, c->words, sizeof *c->all);
    cq_try_memory(c->masks && c->at && c->all);
    for (size_t i = 0; i < c->placements.count; i++) {
        cq_poly_laid laid = c->placements.at[i];
        const cq_poly_form *form = p->forms.at + laid.form;

        if (laid.form == UINT32_MAX)
            continue;
        cq_bits_add(c->all, i);
        cq_poly_mark(p, c->masks + i * c->cell_words, laid);
        for (uint32_t k = 0; k < form->count; k++)
            cq_bits_add(c->at + (laid.cell + p->offsets.at[form->start + k]) * c->words,
                        i);
    }
    return CQ_OK;
}

cq_status cq_poly_crowd_new(cq_poly *p)
{
    cq_context *ctx = p->run->ctx;
    cq_poly_crowd *c = cq_zalloc(ctx, 1, sizeof *c);

    cq_try_memory(c);
    p->crowd = c;
    c->cell_words = cq_bits_words(p->cells);
    c->first = cq_zalloc(ctx, p->supply.count + 1, sizeof *c->first);
    if (!c->first || list_placements(p, c) != CQ_OK)
        return CQ_MEMORY;
    return file_placements(p, c);
}

void cq_poly_crowd_free(cq_poly *p)
{
    cq_poly_crowd *c = p->crowd;

    if (!c)
        return;
    cq_vec_free(&c->placements);
    cq_free_each(c->masks, c->at, c->all, c->first, c);
    p->crowd = NULL;
}

cq_status cq_poly_look_new(cq_poly_hand *h)
{
    const cq_poly_crowd *c = h->p->crowd;
    cq_poly_look *look = cq_zalloc(h->ctx, 1, sizeof *look);

    cq_try_memory(look);
    h->look = look;
    look->alive =
        cq_zalloc(h->ctx, cq_times(h->p->deepest + 2, c->words), sizeof(cq_word));
    look->ids = cq_zalloc(h->ctx, c->placements.count, sizeof *look->ids);
    look->tally = cq_zalloc(h->ctx, h->supply.count, sizeof *look->tally);
    look->slices = cq_zalloc(h->ctx, SLICES * c->cell_words, sizeof *look->slices);
    look->few = cq_zalloc(h->ctx, c->cell_words, sizeof *look->few);
    return look->alive && look->ids && look->tally && look->slices && look->few
               ? CQ_OK
               : CQ_MEMORY;
}

void cq_poly_look_free(cq_poly_hand *h)
{
    cq_poly_look *look = h->look;

    if (!look)
        return;
    cq_free_each(look->alive, look->ids, look->tally, look->slices, look->few, look);
    h->look = NULL;
}

/* ---- a node ---- */

/* What remains of a set of placements without those that meet the cells of the last
 * piece laid. */
static void remove_met(const cq_poly_hand *h, const cq_word *set, cq_word *out)
{
    const cq_poly *p = h->p;
    const cq_poly_crowd *c = p->crowd;
    cq_poly_laid laid = h->laid[h->depth - 1];
    const cq_poly_form *form = &p->forms.at[laid.form];
    const uint32_t *offsets = p->offsets.at + form->start;

    cq_assert(h->depth > 0);
    memcpy(out, set, c->words * sizeof *out);
    for (uint32_t i = 0; i < form->count; i++) {
        const cq_word *met = c->at + ((size_t)laid.cell + offsets[i]) * c->words;

        for (size_t w = 0; w < c->words; w++)
            out[w] &= ~met[w];
    }
}

/* The numbers in a word of a set; returns how many. */
static inline size_t write_ids(cq_word word, size_t at, uint32_t *ids)
{
    size_t count = 0;

    for (; word; word &= word - 1)
        ids[count++] = (uint32_t)(at * 64) + (uint32_t)__builtin_ctzll(word);
    return count;
}

/* A placement is possible just if its piece is available and none of its cells is
 * taken. */
static bool check_possible(const cq_poly_hand *h, size_t count)
{
    const cq_poly_crowd *c = h->p->crowd;
    const cq_word *alive = h->look->alive + h->depth * c->words;
    size_t possible = 0;

    if (!cq_walk_due(h->walk->nodes, c->placements.count * c->cell_words))
        return true;
    for (size_t i = 0; i < c->placements.count; i++) {
        cq_poly_laid laid = c->placements.at[i];
        bool fits = laid.form != UINT32_MAX &&
                    cq_poly_has(&h->supply, h->p->forms.at[laid.form].piece);

        for (size_t w = 0; w < c->cell_words; w++)
            fits = fits && !(c->masks[i * c->cell_words + w] & h->taken[w]);
        cq_hold(cq_bits_has(alive, i) == fits);
        possible += fits;
    }
    cq_hold(possible == count);
    return true;
}

/* The placements possible at a node, as bits and as numbers; returns how many. */
static size_t list_possible(cq_poly_hand *h)
{
    const cq_poly_crowd *c = h->p->crowd;
    cq_poly_look *look = h->look;
    cq_word *alive = look->alive + h->depth * c->words;
    size_t count = 0;

    if (h->depth)
        remove_met(h, alive - c->words, alive);
    else
        memcpy(alive, c->all, c->words * sizeof *alive);
    for (uint32_t i = 0; i < h->supply.count; i++) {
        size_t from = c->first[i], to = c->first[i + 1], before = count;

        if (!cq_poly_has(&h->supply, i))
            memset(alive + from, 0, (to - from) * sizeof *alive);
        for (size_t w = from; w < to; w++)
            count += write_ids(alive[w], w, look->ids + count);
        look->tally[i] = (uint32_t)(count - before);
    }
    cq_assert(count <= c->placements.count);
    cq_assert(check_possible(h, count));
    return count;
}

/* Adds three sets bit by bit: the sums, and into *carry the carries. */
static inline cq_word add3(cq_word a, cq_word b, cq_word c, cq_word *carry)
{
    cq_word half = a ^ b;

    *carry = (a & b) | (half & c);
    return half ^ c;
}

/* Slices for one word of the cells: four masks give one carry into the third slice, so
 * that most masks cost one addition of three (Harley and Seal's way to count bits). */
static void count_cells(const cq_poly_crowd *c, cq_poly_look *look, size_t count,
                        size_t w)
{
    const cq_word *masks = c->masks + w;
    const uint32_t *ids = look->ids;
    size_t words = c->cell_words, i = 0;
    cq_word s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0;

    for (; i + 4 <= count; i += 4) {
        cq_word first, second, four, both;

        s0 = add3(s0, masks[ids[i] * words], masks[ids[i + 1] * words], &first);
        s0 = add3(s0, masks[ids[i + 2] * words], masks[ids[i + 3] * words], &second);
        s1 = add3(s1, first, second, &four);
        both = s2 & four, s2 ^= four, four = both;
        both = s3 & four, s3 ^= four, four = both;
        both = s4 & four, s4 ^= four;
        s5 |= both;
    }
    for (; i < count; i++) {
        cq_word carry = masks[ids[i] * words], both;

        both = s0 & carry, s0 ^= carry, carry = both;
        both = s1 & carry, s1 ^= carry, carry = both;
        both = s2 & carry, s2 ^= carry, carry = both;
        both = s3 & carry, s3 ^= carry, carry = both;
        both = s4 & carry, s4 ^= carry;
        s5 |= both;
    }
    look->slices[w] = s0, look->slices[words + w] = s1,
    look->slices[2 * words + w] = s2;
    look->slices[3 * words + w] = s3, look->slices[4 * words + w] = s4;
    look->slices[5 * words + w] = s5;
}

/* The cells with the fewest placements into look->few, and how many that are: bit by
 * bit from the top, keeping the cells that have 0 there as long as there are any. */
static unsigned fewest(const cq_poly_hand *h)
{
    size_t words = h->p->crowd->cell_words;
    cq_poly_look *look = h->look;
    unsigned count = 0;

    for (size_t w = 0; w < words; w++)
        look->few[w] = ~h->taken[w];
    for (unsigned s = SLICES; s-- > 0;) {
        const cq_word *slice = look->slices + s * words;
        cq_word any = 0;

        for (size_t w = 0; w < words; w++)
            any |= look->few[w] & ~slice[w];
        if (!any)
            count |= 1u << s;
        for (size_t w = 0; w < words && any; w++)
            look->few[w] &= ~slice[w];
    }
    return count;
}

/* No empty cell has fewer placements than that, and those in `few` have no more; a
 * count of 32 or more is known modulo 32. */
static bool check_fewest(const cq_poly_hand *h, unsigned least)
{
    const cq_poly_crowd *c = h->p->crowd;
    const cq_word *alive = h->look->alive + h->depth * c->words;

    if (!cq_walk_due(h->walk->nodes, h->p->cells * c->words))
        return true;
    for (size_t cell = 0; cell < h->p->cells; cell++) {
        unsigned count = 0;

        if (cq_bits_has(h->taken, cell))
            continue;
        for (size_t w = 0; w < c->words; w++)
            count +=
                (unsigned)__builtin_popcountll(alive[w] & c->at[cell * c->words + w]);
        count = count < 32 ? count : 32 + count % 32;
        cq_hold(count >= least);
        cq_hold(cq_bits_has(h->look->few, cell) == (count == least));
    }
    return true;
}

/* The piece whose last copy must come and has fewer placements than `fewer`, the fewest
 * of all; UINT32_MAX if none has. *possible becomes false when a piece has too few. */
static uint32_t fewest_piece(const cq_poly_hand *h, unsigned fewer, bool *possible)
{
    const cq_poly_supply *s = &h->supply;
    const uint32_t *tally = h->look->tally;
    uint32_t best = UINT32_MAX;

    for (uint32_t i = 0; i < s->count; i++) {
        if (s->of[i].used >= s->of[i].least)
            continue;
        if (tally[i] < s->of[i].least - s->of[i].used)
            *possible = false;
        if (cq_poly_left(s, i) == 1 && tally[i] < fewer) {
            fewer = tally[i];
            best = i;
        }
    }
    return best;
}

/* The possible placements that cover the cell, or are of the piece, become tries. */
static cq_status add_tries(cq_poly_hand *h, size_t possible, size_t cell,
                           uint32_t piece)
{
    const cq_poly_crowd *c = h->p->crowd;
    const cq_word *alive = h->look->alive + h->depth * c->words;
    const cq_word *at = c->at + cell * c->words;
    bool by_piece = piece != UINT32_MAX;
    size_t from = by_piece ? c->first[piece] : 0;
    size_t to = by_piece ? c->first[piece + 1] : c->words;

    cq_assert(from <= to && to <= c->words);
    cq_try(cq_vec_reserve(h->ctx, &h->tries, possible));
    for (size_t w = from; w < to; w++)
        for (cq_word set = by_piece ? alive[w] : alive[w] & at[w]; set; set &= set - 1)
            h->tries.at[h->tries.count++] =
                c->placements.at[w * 64 + (size_t)__builtin_ctzll(set)];
    return CQ_OK;
}

cq_status cq_poly_look_tries(cq_poly_hand *h)
{
    const cq_poly_crowd *c = h->p->crowd;
    const cq_word *few = h->look->few;
    size_t cell = 0, count = list_possible(h);
    unsigned fewest_of_cell;
    bool possible = true;
    uint32_t piece;

    for (size_t w = 0; w < c->cell_words; w++)
        count_cells(c, h->look, count, w);
    h->walk->counts[CQ_POLY_SEEN] += count * (c->cell_words - 1);
    fewest_of_cell = fewest(h);
    cq_assert(check_fewest(h, fewest_of_cell));
    piece = fewest_piece(h, fewest_of_cell, &possible);
    if (!possible || fewest_of_cell == 0)
        return CQ_OK;
    while (!few[cell / 64])
        cell += 64;
    cell += (size_t)__builtin_ctzll(few[cell / 64]);
    cq_assert(cell < h->p->cells && !cq_bits_has(h->taken, cell));
    return add_tries(h, count, cell, piece);
}
