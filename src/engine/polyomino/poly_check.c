/* poly_check.c - checks the invariants of a puzzle and of a hand in the simplest way.
 *
 * The engine keeps cells, forms and copies as bits and codes, each changed by a few
 * operations at every piece. In checked builds, these functions recount them from the
 * pieces laid and from the shapes:
 *
 *     puzzle     a form begins with offset 0 and ascends; wherever it fits, its squares
 *                are cells that are there and touch as often as those of the piece do
 *                (a form that ran over the end of a line would not); the tables leave
 *                just the forms that meet no taken cell
 *     supply     slack and code are the sums that supply.c says
 *     hand       the cells taken are those that are not there and those of the pieces
 *                laid, none twice; the copies used are those laid
 *     solution   the pieces laid have as many squares as the board has, none twice, and
 *                as many copies as was asked for
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"

#include <stdlib.h>

/* ---- the puzzle ---- */

static int distance(int32_t row, int32_t col, int32_t other_row, int32_t other_col)
{
    return abs(row - other_row) + abs(col - other_col);
}

static uint32_t touches_of_shape(const cq_shape *shape)
{
    uint32_t count = 0;

    for (size_t i = 0; i < shape->count; i++)
        for (size_t k = 0; k < i; k++)
            count += distance(shape->at[i].row, shape->at[i].col, shape->at[k].row,
                              shape->at[k].col) == 1;
    return count;
}

static uint32_t touches_at(const cq_poly *p, cq_poly_laid laid)
{
    const cq_poly_form *form = &p->forms.at[laid.form];
    const uint32_t *offsets = p->offsets.at + form->start;
    uint32_t count = 0, width = p->width;

    for (uint32_t i = 0; i < form->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            uint32_t a = laid.cell + offsets[i], b = laid.cell + offsets[k];

            count += distance((int32_t)(a / width), (int32_t)(a % width),
                              (int32_t)(b / width), (int32_t)(b % width)) == 1;
        }
    return count;
}

static bool check_form(const cq_poly *p, uint32_t k)
{
    const cq_poly_form *form = &p->forms.at[k];
    const uint32_t *offsets = p->offsets.at + form->start;
    const cq_shape *shape = &p->run->problem->pieces.at[form->piece].shape;

    cq_hold(form->piece < p->supply.count && form->count == shape->count);
    cq_hold(form->count == p->supply.of[form->piece].size);
    cq_hold(form->count >= p->smallest && form->count <= p->largest);
    cq_hold(k == 0 || p->forms.at[k - 1].piece <= form->piece);
    cq_hold(offsets[0] == 0 && offsets[form->count - 1] <= p->reach);
    for (uint32_t i = 1; i < form->count; i++)
        cq_hold(offsets[i - 1] < offsets[i]);
    for (uint32_t i = 0; i < p->supply.count; i++)
        cq_hold(cq_bits_has(p->of + i * p->words, k) == (i == form->piece));
    return true;
}

/* Wherever the form fits it has cells that are there, and none over the end of a
 * line. */
static bool check_fits(const cq_poly *p, uint32_t k)
{
    const cq_poly_form *form = &p->forms.at[k];
    const cq_shape *shape = &p->run->problem->pieces.at[form->piece].shape;
    uint32_t touches = touches_of_shape(shape);

    for (uint32_t cell = 0; cell < p->cells; cell++) {
        if (!cq_bits_has(p->fit + cell * p->words, k))
            continue;
        for (uint32_t i = 0; i < form->count; i++) {
            size_t at = (size_t)cell + p->offsets.at[form->start + i];

            cq_hold(at < p->cells && p->colour[at] && !cq_bits_has(p->taken, at));
        }
        cq_hold(touches_at(p, (cq_poly_laid){k, cell}) == touches);
        cq_hold(!cq_bits_has(p->late + cell * p->words, k)); /* it fits here */
    }
    return true;
}

/* The table has the form just where none of its squares is taken. */
static bool check_table(const cq_poly *p, uint32_t k)
{
    const cq_poly_form *form = &p->forms.at[k];
    uint32_t seen = 1; /* the first square is in no window */

    for (size_t c = 0; c < p->chunks.count; c++) {
        unsigned squares = 0;

        for (uint32_t i = 1; i < form->count; i++) {
            uint32_t offset = p->offsets.at[form->start + i];

            if (offset - p->chunks.at[c] < 8) {
                squares |= 1u << (offset - p->chunks.at[c]);
                seen++;
            }
        }
        for (unsigned byte = 0; byte < 256; byte++)
            cq_hold(cq_bits_has(p->table + cq_poly_chunk(p, c, byte), k) ==
                    !(squares & byte));
    }
    cq_hold(seen == form->count); /* every square is in one window */
    return true;
}

bool cq_poly_check(const cq_poly *p)
{
    size_t there = 0;

    cq_hold(p->cells == (size_t)p->width * p->length && p->width <= p->length);
    cq_hold(p->words * 64 >= p->forms.count && p->cell_words * 64 > p->cells);
    for (size_t cell = 0; cell < p->cells; cell++) {
        cq_hold(cq_bits_has(p->taken, cell) == !p->colour[cell]);
        there += p->colour[cell] != 0;
    }
    cq_hold(there == p->room);
    if (p->cells * p->forms.count > CQ_WALK_WORK)
        return true;
    for (uint32_t k = 0; k < p->forms.count; k++)
        cq_hold(check_form(p, k) && check_fits(p, k) && check_table(p, k));
    return true;
}

/* ---- supply ---- */

bool cq_poly_supply_check(const cq_poly_supply *s, size_t empty)
{
    uint64_t owed = 0, code = 0;

    for (size_t i = 0; i < s->count; i++) {
        const cq_poly_stock *of = &s->of[i];
        uint32_t used = of->used;

        cq_hold(used <= of->most && of->least <= of->most);
        if (used < of->least)
            owed += (uint64_t)(of->least - used) * of->size;
        if (!of->limited && used > of->least)
            used = of->least;
        code += used * of->weight;
    }
    cq_hold(owed <= empty && s->slack == empty - owed);
    cq_hold(s->code == code);
    return true;
}

/* ---- a hand ---- */

static uint32_t copies_laid(const cq_poly_hand *h, uint32_t piece)
{
    uint32_t copies = 0;

    for (size_t i = 0; i < h->depth; i++)
        copies += h->p->forms.at[h->laid[i].form].piece == piece;
    return copies;
}

static size_t squares_laid(const cq_poly_hand *h)
{
    size_t squares = 0;

    for (size_t i = 0; i < h->depth; i++)
        squares += h->p->forms.at[h->laid[i].form].count;
    return squares;
}

/* As many cells are taken as there are squares and holes: so no square was laid on
 * another. */
static bool check_taken(const cq_poly_hand *h)
{
    const cq_poly *p = h->p;
    size_t taken = 0, missing = 0;

    for (size_t w = 0; w < p->cell_words; w++) {
        cq_hold(!(p->taken[w] & ~h->taken[w]));
        taken += (size_t)__builtin_popcountll(h->taken[w]);
        missing += (size_t)__builtin_popcountll(p->taken[w]);
    }
    for (size_t i = 0; i < h->depth; i++) {
        const cq_poly_form *form = &p->forms.at[h->laid[i].form];

        for (uint32_t k = 0; k < form->count; k++) {
            size_t cell = (size_t)h->laid[i].cell + p->offsets.at[form->start + k];

            cq_hold(cell < p->cells && cq_bits_has(h->taken, cell));
            cq_hold(!cq_bits_has(p->taken, cell));
        }
    }
    cq_hold(taken == missing + squares_laid(h));
    return true;
}

bool cq_poly_hand_check(const cq_poly_hand *h)
{
    uint64_t step = h->walk ? h->walk->nodes : h->depth;

    cq_hold(h->depth <= h->p->deepest);
    cq_hold(h->room == h->p->room - squares_laid(h));
    if (!cq_walk_due(step, h->p->cells / 64 + h->depth * h->supply.count))
        return true;
    for (uint32_t i = 0; i < h->supply.count; i++)
        cq_hold(h->supply.of[i].used == copies_laid(h, i));
    return check_taken(h) && cq_poly_supply_check(&h->supply, h->room);
}

/* Whether two pieces laid have a cell in common. */
static bool meet(const cq_poly *p, cq_poly_laid a, cq_poly_laid b)
{
    const cq_poly_form *form = &p->forms.at[a.form];

    for (uint32_t i = 0; i < form->count; i++)
        if (cq_poly_has_cell(p, b, a.cell + p->offsets.at[form->start + i]))
            return true;
    return false;
}

bool cq_poly_solution_check(const cq_poly_hand *h)
{
    const cq_poly *p = h->p;

    cq_hold(squares_laid(h) == p->room);
    for (uint32_t i = 0; i < p->supply.count; i++) {
        uint32_t copies = copies_laid(h, i);

        cq_hold(copies >= p->supply.of[i].least && copies <= p->supply.of[i].most);
    }
    if (!cq_walk_due(h->walk->nodes, h->depth * h->depth))
        return true;
    for (size_t i = 0; i < h->depth; i++) {
        cq_hold(cq_bits_has(p->fit + h->laid[i].cell * p->words, h->laid[i].form));
        for (size_t k = 0; k < i; k++)
            cq_hold(!meet(p, h->laid[i], h->laid[k]));
    }
    return true;
}
