/* number_images.c - solutions as numbers of placements, for callers that look up many
 * of them.
 *
 * The placements of a tiling have numbers (placement.h), which are also those of the
 * options of its cover. A table says which one a form at a cell is, and for every
 * symmetry which one its image is:
 *
 *     numbers[symmetry][cell][form]
 *
 * So a solution, or its image, takes one look-up per piece. Placements are found by
 * their first cell, which few of them share.
 */
#include "engine/polyomino/polyomino.h"

#include "base/sort.h"

#include <string.h>

typedef struct numbering {
    cq_poly *p;
    const cq_placements *placements;
    uint32_t *heads, *next; /* by cell of the board, by placement: 1 + placement */
    uint32_t *cells;        /* of the placement at hand */
} numbering;

static cq_status make_index(numbering *x)
{
    const cq_placements *all = x->placements;
    cq_context *ctx = x->p->run->ctx;
    size_t count = cq_placements_count(all);

    x->heads = cq_zalloc(ctx, x->p->cells, sizeof *x->heads);
    x->next = cq_zalloc(ctx, count + 1, sizeof *x->next);
    x->cells = cq_zalloc(ctx, x->p->largest + 1, sizeof *x->cells);
    if (!x->heads || !x->next || !x->cells)
        return CQ_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *head = &x->heads[all->cells.at[all->starts.at[i]]];

        x->next[i] = *head;
        *head = i + 1;
    }
    return CQ_OK;
}

/* The number of a piece on x->cells. */
static uint32_t find(const numbering *x, uint32_t piece, uint32_t count)
{
    const cq_placements *all = x->placements;
    uint32_t at = x->heads[x->cells[0]];

    while (at) {
        uint32_t start = all->starts.at[at - 1];

        if (all->pieces.at[at - 1] == piece && all->starts.at[at] - start == count &&
            memcmp(all->cells.at + start, x->cells, count * sizeof *x->cells) == 0)
            break;
        at = x->next[at - 1];
    }
    cq_assert(at > 0); /* what fits is a placement, and so is its image */
    return at - 1;
}

static uint32_t number_of(const numbering *x, cq_poly_laid laid, unsigned symmetry)
{
    const cq_poly *p = x->p;
    const cq_poly_form *form = &p->forms.at[laid.form];
    const cq_poly_images *m = &p->images;
    uint32_t piece = symmetry ? m->pieces[symmetry][form->piece] : form->piece;

    for (uint32_t i = 0; i < form->count; i++) {
        uint32_t cell = laid.cell + p->offsets.at[form->start + i];

        x->cells[i] = cq_poly_cell(p, symmetry ? m->cells[symmetry][cell] : cell);
    }
    cq_sort_few(x->cells, form->count);
    return find(x, piece, form->count);
}

static cq_status fill_in(const numbering *x, unsigned symmetry)
{
    cq_poly *p = x->p;
    size_t forms = p->forms.count;
    uint32_t *numbers = cq_zalloc(p->run->ctx, p->cells * forms, sizeof *numbers);

    p->numbers[symmetry] = numbers;
    cq_try_memory(numbers);
    for (uint32_t cell = 0; cell < p->cells; cell++) {
        const cq_word *fit = p->fit + (size_t)cell * p->words;

        for (uint32_t form = 0; form < forms; form++)
            if (cq_bits_has(fit, form))
                numbers[cell * forms + form] =
                    number_of(x, (cq_poly_laid){form, cell}, symmetry);
        cq_try(cq_poll_at(p->run->ctx, cell + 1));
    }
    return CQ_OK;
}

cq_status cq_poly_numbers_make(cq_poly *p, const cq_placements *placements)
{
    numbering x = {.p = p, .placements = placements};
    cq_status status = make_index(&x);

    cq_then(status, fill_in(&x, 0));
    for (unsigned g = 1; g < 8 && p->images.piece != UINT32_MAX; g++)
        if (p->images.group >> g & 1)
            cq_then(status, fill_in(&x, g));
    cq_free_each(x.heads, x.next, x.cells);
    return status;
}

void cq_poly_numbers_free(cq_poly *p)
{
    for (unsigned g = 0; g < 8; g++) {
        cq_free(p->numbers[g]);
        p->numbers[g] = NULL;
    }
}

cq_status cq_poly_write_numbers(cq_poly_hand *h, unsigned symmetry)
{
    const cq_poly *p = h->p;
    const uint32_t *numbers = p->numbers[symmetry];
    size_t forms = p->forms.count;

    cq_assert(numbers);
    cq_try(cq_vec_reserve(h->ctx, &h->solution.labels, h->depth));
    for (size_t i = 0; i < h->depth; i++)
        h->solution.labels.at[h->solution.labels.count++] =
            numbers[h->laid[i].cell * forms + h->laid[i].form];
    return CQ_OK;
}
