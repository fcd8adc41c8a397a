/* constrain.c - the search over the most constrained cell or piece, above the tail.
 *
 * Where the board is wide and many pieces are left, the first empty cell has many forms
 * while some other cell, or some piece, has only a few. Every node here looks at all
 * placements that are still possible, takes the cell with the fewest of them (or the
 * last copy of a piece that must come, if it has fewer still), and branches on these. A
 * cell without placements, or a piece with too few, ends the branch, and so does a
 * region that cannot be filled (regions.c). Below `tail` empty cells the first-cell
 * search goes on, a hundred times as fast for each node.
 *
 *     masks    the cells of every placement, `cell_words` words each
 *     at       the placements at every cell, as bits
 *     alive    for every frame the placements possible there, as bits
 *     tries    those that a frame is to try, frame after frame
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

#include <string.h>

enum { SLICES = 6, MASK_WORDS_MOST = 1 << 21, WIDE_ENOUGH = 7 };

typedef struct frame {
    size_t tries, count; /* where they begin, and how many they are */
    size_t tried;
} frame;

typedef struct cq_poly_crowd {
    size_t cell_words, words;        /* of a set of cells, of a set of placements */
    CQ_VEC(cq_poly_laid) placements; /* with gaps, where the form is UINT32_MAX */
    cq_word *masks;
    cq_word *at;
    cq_word *alive;
    size_t *first; /* word of every piece, and the end */
    cq_u32s tries;
    frame *frames;
    size_t depth;
    uint32_t *ids;   /* the placements possible at this node */
    uint32_t *tally; /* by piece: how many of them */
    cq_word *slices; /* SLICES sets of cells */
    cq_word *few;    /* cells with the fewest placements */
    cq_poly_regions regions;
} cq_poly_crowd;

static size_t count_placements(const cq_poly *p)
{
    size_t count = 0;

    for (size_t i = 0; i < p->cells * p->words; i++)
        count += (size_t)__builtin_popcountll(p->fit[i]);
    return count;
}

/* Where pieces in any number do most of the work, states repeat so often that the
 * first-cell search with its dead states is better on its own, and on narrow boards it
 * is as well. */
bool cq_poly_crowd_pays(const cq_poly *p)
{
    return p->supply.limits >= 2 && p->supply.stock >= p->room / 2 &&
           p->width >= WIDE_ENOUGH && p->room > (size_t)CQ_POLY_TAIL * p->largest &&
           count_placements(p) <= MASK_WORDS_MOST / cq_bits_words(p->cells);
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
        if (add_placement(p, c, UINT32_MAX, 0) != CQ_OK)
            return CQ_MEMORY;
    c->first[piece] = c->placements.count / 64;
    return CQ_OK;
}

static cq_status list_placements(cq_poly *p, cq_poly_crowd *c)
{
    uint32_t pieces = (uint32_t)p->supply.count, k = 0;

    for (uint32_t piece = 0; piece < pieces; piece++) {
        if (begin_piece(p, c, piece) != CQ_OK)
            return CQ_MEMORY;
        for (; k < p->forms.count && p->forms.at[k].piece == piece; k++)
            for (uint32_t cell = 0; cell < p->cells; cell++)
                if (cq_bits_has(p->fit + cell * p->words, k) &&
                    add_placement(p, c, k, cell) != CQ_OK)
                    return CQ_MEMORY;
    }
    return begin_piece(p, c, pieces);
}

static cq_status file_placements(cq_poly *p, cq_poly_crowd *c)
{
    cq_context *ctx = p->run->ctx;
    size_t depth = p->room / p->smallest + 2;

    c->words = c->placements.count / 64;
    c->masks = cq_zalloc(ctx, c->placements.count * c->cell_words, sizeof *c->masks);
    c->at = cq_zalloc(ctx, p->cells * c->words, sizeof *c->at);
    c->alive = cq_zalloc(ctx, (depth + 1) * c->words, sizeof *c->alive);
    c->ids = cq_zalloc(ctx, c->placements.count, sizeof *c->ids);
    c->frames = cq_zalloc(ctx, depth, sizeof *c->frames);
    if (!c->masks || !c->at || !c->alive || !c->ids || !c->frames)
        return CQ_MEMORY;
    for (size_t i = 0; i < c->placements.count; i++) {
        cq_poly_laid laid = c->placements.at[i];
        const cq_poly_form *form = p->forms.at + laid.form;

        if (laid.form == UINT32_MAX)
            continue;
        cq_bits_add(c->alive, i);
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
    cq_status status;

    if (!c)
        return CQ_MEMORY;
    p->crowd = c;
    c->cell_words = cq_bits_words(p->cells);
    c->first = cq_zalloc(ctx, p->supply.count + 1, sizeof *c->first);
    c->tally = cq_zalloc(ctx, p->supply.count, sizeof *c->tally);
    c->slices = cq_zalloc(ctx, SLICES * c->cell_words, sizeof *c->slices);
    c->few = cq_zalloc(ctx, c->cell_words, sizeof *c->few);
    if (!c->first || !c->tally || !c->slices || !c->few)
        return CQ_MEMORY;
    status = cq_poly_regions_new(p, &c->regions);
    if (status == CQ_OK)
        status = list_placements(p, c);
    return status == CQ_OK ? file_placements(p, c) : status;
}

void cq_poly_crowd_free(cq_poly *p)
{
    cq_poly_crowd *c = p->crowd;

    if (!c)
        return;
    cq_vec_free(&c->placements);
    cq_vec_free(&c->tries);
    cq_free(c->masks);
    cq_free(c->at);
    cq_free(c->alive);
    cq_free(c->first);
    cq_free(c->frames);
    cq_free(c->ids);
    cq_free(c->tally);
    cq_free(c->slices);
    cq_free(c->few);
    cq_poly_regions_free(&c->regions);
    cq_free(c);
    p->crowd = NULL;
}

/* ---- a node ---- */

/* What remains of a set of placements without those that meet the cells of the last
 * piece laid, in the words from..to. */
static void remove_met(const cq_poly *p, const cq_poly_crowd *c, const cq_word *set,
                       size_t from, size_t to, cq_word *out)
{
    cq_poly_laid laid = p->laid[p->depth - 1];
    const cq_poly_form *form = &p->forms.at[laid.form];
    const uint32_t *offsets = p->offsets.at + form->start;

    for (size_t w = from; w < to; w++)
        out[w] = set[w];
    for (uint32_t i = 0; i < form->count; i++) {
        const cq_word *met = c->at + ((size_t)laid.cell + offsets[i]) * c->words;

        for (size_t w = from; w < to; w++)
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

/* The placements possible at a frame, as bits and as numbers; returns how many. */
static size_t list_possible(const cq_poly *p, cq_poly_crowd *c, size_t depth)
{
    const cq_word *parent = c->alive + depth * c->words;
    cq_word *alive = c->alive + (depth + 1) * c->words;
    size_t count = 0;

    if (p->depth)
        remove_met(p, c, parent, 0, c->words, alive);
    else
        memcpy(alive, parent, c->words * sizeof *alive);
    for (uint32_t i = 0; i < p->supply.count; i++) {
        size_t from = c->first[i], to = c->first[i + 1], before = count;

        if (!cq_poly_has(&p->supply, i))
            memset(alive + from, 0, (to - from) * sizeof *alive);
        for (size_t w = from; w < to; w++)
            count += write_ids(alive[w], w, c->ids + count);
        c->tally[i] = (uint32_t)(count - before);
    }
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
static void count_cells(cq_poly_crowd *c, size_t count, size_t w)
{
    const cq_word *masks = c->masks + w;
    const uint32_t *ids = c->ids;
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
    c->slices[w] = s0, c->slices[words + w] = s1, c->slices[2 * words + w] = s2;
    c->slices[3 * words + w] = s3, c->slices[4 * words + w] = s4;
    c->slices[5 * words + w] = s5;
}

/* The cells with the fewest placements into c->few, and how many that are: bit by bit
 * from the top, keeping the cells that have 0 there as long as there are any. */
static unsigned fewest(const cq_poly *p, cq_poly_crowd *c)
{
    unsigned count = 0;

    for (size_t w = 0; w < c->cell_words; w++)
        c->few[w] = ~p->taken[w];
    for (unsigned s = SLICES; s-- > 0;) {
        const cq_word *slice = c->slices + s * c->cell_words;
        cq_word any = 0;

        for (size_t w = 0; w < c->cell_words; w++)
            any |= c->few[w] & ~slice[w];
        if (!any)
            count |= 1u << s;
        for (size_t w = 0; w < c->cell_words && any; w++)
            c->few[w] &= ~slice[w];
    }
    return count;
}

/* The piece whose last copy must come and has fewer placements than `fewer`, the fewest
 * of all; UINT32_MAX if none has. *possible becomes false when a piece has too few. */
static uint32_t fewest_piece(const cq_poly *p, const cq_poly_crowd *c, unsigned fewer,
                             bool *possible)
{
    const cq_poly_supply *s = &p->supply;
    uint32_t best = UINT32_MAX;

    for (uint32_t i = 0; i < s->count; i++) {
        if (s->used[i] >= s->least[i])
            continue;
        if (c->tally[i] < s->least[i] - s->used[i])
            *possible = false;
        if (s->most[i] - s->used[i] == 1 && c->tally[i] < fewer) {
            fewer = c->tally[i];
            best = i;
        }
    }
    return best;
}

/* The possible placements that cover the cell, or are of the piece, to be tried. */
static cq_status choose_tries(cq_poly *p, cq_poly_crowd *c, size_t possible,
                              size_t cell, uint32_t piece)
{
    frame *f = &c->frames[c->depth];
    const cq_word *alive = c->alive + (c->depth + 1) * c->words;
    const cq_word *at = c->at + cell * c->words;
    bool by_piece = piece != UINT32_MAX;
    size_t from = by_piece ? c->first[piece] : 0;
    size_t to = by_piece ? c->first[piece + 1] : c->words;

    if (cq_vec_reserve(p->run->ctx, &c->tries, possible) != CQ_OK)
        return CQ_MEMORY;
    f->tries = c->tries.count;
    f->count = f->tried = 0;
    for (size_t w = from; w < to; w++)
        f->count += write_ids(by_piece ? alive[w] : alive[w] & at[w], w,
                              c->tries.at + f->tries + f->count);
    c->tries.count += f->count;
    return CQ_OK;
}

/* Fills in the frame at c->depth for the pieces laid so far; *possible becomes false
 * where nothing can follow. */
static cq_status open_frame(cq_poly *p, cq_poly_crowd *c, bool *possible)
{
    unsigned fewest_of_cell;
    uint32_t piece;
    size_t cell = 0, count;

    *possible = true;
    count = list_possible(p, c, c->depth);
    for (size_t w = 0; w < c->cell_words; w++)
        count_cells(c, count, w);
    fewest_of_cell = fewest(p, c);
    piece = fewest_piece(p, c, fewest_of_cell, possible);
    *possible &= fewest_of_cell > 0;
    if (!*possible)
        return CQ_OK;
    while (!c->few[cell / 64])
        cell += 64;
    cell += (size_t)__builtin_ctzll(c->few[cell / 64]);
    return choose_tries(p, c, count, cell, piece);
}

/* ---- walking ---- */

static void lay(cq_poly *p, cq_poly_laid laid)
{
    uint32_t piece = p->forms.at[laid.form].piece;

    cq_poly_mark(p, p->taken, laid);
    cq_poly_take(&p->supply, piece);
    p->room -= p->supply.size[piece];
    p->laid[p->depth++] = laid;
}

static void take_back(cq_poly *p)
{
    cq_poly_laid laid = p->laid[--p->depth];
    uint32_t piece = p->forms.at[laid.form].piece;

    p->room += p->supply.size[piece];
    cq_poly_give(&p->supply, piece);
    cq_poly_unmark(p, p->taken, laid);
}

/* What follows the placement just laid: a walk below the tail, or a new frame. */
static cq_status go_down(cq_poly *p, cq_poly_crowd *c, size_t tail)
{
    bool possible = p->scattered || cq_poly_regions_pass(p, &c->regions);
    cq_status status = CQ_OK;

    if (possible && p->room > tail) {
        c->depth++;
        status = open_frame(p, c, &possible);
        if (possible && status == CQ_OK)
            return CQ_OK;
        c->depth--;
    } else if (possible) {
        status = p->room ? cq_poly_walk(p) : cq_poly_deliver(p);
    }
    p->cuts += !possible;
    take_back(p);
    return status;
}

cq_status cq_poly_crowd_walk(cq_poly *p, size_t tail)
{
    cq_poly_crowd *c = p->crowd;
    bool possible;
    cq_status status = open_frame(p, c, &possible);

    while (status == CQ_OK && possible && !p->stopped) {
        frame *f = &c->frames[c->depth];

        if (f->tried < f->count) {
            if (cq_poly_tick(p))
                break;
            lay(p, c->placements.at[c->tries.at[f->tries + f->tried++]]);
            status = go_down(p, c, tail);
        } else if (c->depth == 0) {
            break;
        } else {
            c->tries.count = f->tries;
            c->depth--;
            take_back(p);
        }
    }
    return status;
}

double cq_poly_crowd_share(const cq_poly *p, double *unit)
{
    double share = 0;

    for (size_t d = 0; d <= p->crowd->depth; d++) {
        const frame *f = &p->crowd->frames[d];

        if (f->count == 0)
            break;
        share += *unit * (double)(f->tried ? f->tried - 1 : 0) / (double)f->count;
        *unit /= (double)f->count;
    }
    return share;
}
