/* images.c - one search for all solutions that are rotations or reflections of each
 * other.
 *
 * If a symmetry of the board maps the placements of every piece onto placements of that
 * piece, or of another that comes in as many copies (one-sided pieces and their mirror
 * images), it maps solutions onto solutions. Take a piece that comes exactly once, and
 * the symmetries that keep the set of its placements. They cut this set into orbits,
 * and the solutions with one placement of an orbit are the images of those with any
 * other. So one placement of each orbit is enough for the search, and every solution
 * that it finds is handed over with its images, one for every placement of the orbit:
 * all are different, and none is missing. The programs of 1958 to 1962 restricted the
 * X-pentomino to one corner of the board in the same way; here the images are added
 * again.
 *
 * Whether a symmetry preserves the puzzle is not concluded from the shapes but checked
 * placement by placement, so holes, colours, one-sided pieces and excluded placements
 * are all accounted for.
 *
 * The placement kept is the one nearest the start of the scan. The first-cell search
 * then lays the piece first, and has less to try where it begins; on 6 x 10 that leaves
 * the twelve pentominoes one node in six, and on 8 x 8 with the square tetromino one in
 * six.
 *
 * A single solution of a large board is found sooner if all placements are kept.
 *
 * Cost: a few operations for every placement and symmetry.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

enum { SYMMETRIES = 8, LARGE = 128 };

/* ---- a placement's image ---- */

/* How a symmetry changes a form: the square that comes first in the image, and the
 * offsets of the image, which are the same wherever the form lies. */
typedef struct turned {
    uint32_t square; /* offset of it in the form */
    cq_u32s offsets;
} turned;

static cq_status turn(const cq_poly *p, const uint32_t *cells, cq_poly_laid laid,
                      turned *out)
{
    const cq_poly_form *form = &p->forms.at[laid.form];
    const uint32_t *offsets = p->offsets.at + form->start;
    uint32_t first = UINT32_MAX;

    out->offsets.count = 0;
    cq_try(cq_vec_reserve(p->run->ctx, &out->offsets, form->count));
    for (uint32_t i = 0; i < form->count; i++) {
        uint32_t image = cells[laid.cell + offsets[i]];

        cq_assert(image < p->cells); /* of a cell that is there */

        out->offsets.at[out->offsets.count++] = image;
        if (image < first) {
            first = image;
            out->square = offsets[i];
        }
    }
    cq_assert(first != UINT32_MAX);
    cq_sort_few(out->offsets.at, out->offsets.count);
    for (size_t i = 0; i < out->offsets.count; i++)
        out->offsets.at[i] -= first;
    return CQ_OK;
}

/* The first form of the piece that has these offsets and fits at the cell; forms of a
 * piece stand together, from `from` on. UINT32_MAX if there is none. */
static uint32_t find_form(const cq_poly *p, uint32_t from, uint32_t piece,
                          const cq_u32s *offsets, uint32_t cell)
{
    for (uint32_t k = from; k < p->forms.count && p->forms.at[k].piece == piece; k++) {
        const cq_poly_form *form = &p->forms.at[k];

        if (form->count == offsets->count &&
            cq_bits_has(p->fit + (size_t)cell * p->words, k) &&
            memcmp(p->offsets.at + form->start, offsets->at,
                   form->count * sizeof *offsets->at) == 0)
            return k;
    }
    return UINT32_MAX;
}

/* ---- symmetries of the puzzle ---- */

typedef struct finder {
    const cq_poly *p;
    uint32_t *from;  /* first form of every piece, and the end */
    uint64_t *count; /* placements of every piece */
    bool *met;       /* pieces that are images already */
    turned t;
} finder;

static void count_forms(finder *f)
{
    const cq_poly *p = f->p;
    uint32_t k = 0;

    for (uint32_t i = 0; i <= p->supply.count; i++) {
        f->from[i] = k;
        while (k < p->forms.count && p->forms.at[k].piece == i)
            k++;
    }
    cq_assert(k == p->forms.count);
    for (size_t cell = 0; cell < p->cells; cell++)
        for (size_t j = 0; j < p->words; j++)
            for (cq_word w = p->fit[cell * p->words + j]; w; w &= w - 1)
                f->count[p->forms.at[j * 64 + (size_t)__builtin_ctzll(w)].piece]++;
}

/* Whether the placements of one piece become placements of the other. */
static cq_status maps(finder *f, const uint32_t *cells, uint32_t piece, uint32_t onto,
                      bool *yes)
{
    const cq_poly *p = f->p;

    *yes = false;
    for (uint32_t k = f->from[piece]; k < f->from[piece + 1]; k++) {
        bool turned_yet = false;

        for (uint32_t cell = 0; cell < p->cells; cell++) {
            if (!cq_bits_has(p->fit + (size_t)cell * p->words, k))
                continue;
            if (!turned_yet && turn(p, cells, (cq_poly_laid){k, cell}, &f->t) != CQ_OK)
                return CQ_MEMORY;
            turned_yet = true;
            if (find_form(p, f->from[onto], onto, &f->t.offsets,
                          cells[cell + f->t.square]) == UINT32_MAX)
                return CQ_OK;
        }
    }
    *yes = true;
    return CQ_OK;
}

/* The piece that a piece becomes, itself if that is possible; UINT32_MAX if none. */
static cq_status image_of(finder *f, const uint32_t *cells, uint32_t piece,
                          uint32_t *out)
{
    const cq_poly_supply *s = &f->p->supply;
    uint32_t pieces = (uint32_t)s->count;
    bool yes = false;

    *out = UINT32_MAX;
    for (uint32_t i = 0; i < pieces && !yes; i++) {
        uint32_t onto = (piece + i) % pieces;

        if (f->met[onto] || f->count[onto] != f->count[piece] ||
            s->of[onto].least != s->of[piece].least ||
            s->of[onto].most != s->of[piece].most)
            continue;
        cq_try(maps(f, cells, piece, onto, &yes));
        if (yes)
            *out = onto;
    }
    return CQ_OK;
}

/* Fills in the pieces' images under one symmetry; *yes when all have one. */
static cq_status map_pieces(finder *f, const uint32_t *cells, uint32_t *pieces,
                            bool *yes)
{
    memset(f->met, 0, f->p->supply.count * sizeof *f->met);
    *yes = true;
    for (uint32_t i = 0; i < f->p->supply.count && *yes; i++) {
        cq_try(image_of(f, cells, i, &pieces[i]));
        *yes = pieces[i] != UINT32_MAX;
        if (*yes)
            f->met[pieces[i]] = true;
    }
    return CQ_OK;
}

static cq_status map_cells(const cq_poly *p, unsigned symmetry, uint32_t *out)
{
    cq_cell *images = cq_alloc(p->run->ctx, p->cells, sizeof *images);

    cq_try_memory(images);
    cq_board_images(p->board, symmetry, images);
    for (size_t i = 0; i < p->cells; i++) {
        cq_cell image = images[cq_poly_cell(p, i)];

        out[i] = image == CQ_NO_CELL ? UINT32_MAX : cq_poly_scanned(p, image);
    }
    cq_free(images);
    return CQ_OK;
}

static cq_status find_symmetries(finder *f, cq_poly_images *m)
{
    const cq_poly *p = f->p;
    unsigned board = cq_board_symmetries(p->board, false);

    for (unsigned g = 0; g < SYMMETRIES; g++) {
        bool yes;

        if (!(board >> g & 1))
            continue;
        m->cells[g] = cq_alloc(p->run->ctx, p->cells, sizeof *m->cells[g]);
        m->pieces[g] = cq_alloc(p->run->ctx, p->supply.count, sizeof *m->pieces[g]);
        if (!m->cells[g] || !m->pieces[g] || map_cells(p, g, m->cells[g]) != CQ_OK ||
            map_pieces(f, m->cells[g], m->pieces[g], &yes) != CQ_OK)
            return CQ_MEMORY;
        if (yes)
            m->group |= 1u << g;
    }
    return CQ_OK;
}

/* ---- the piece that is held ---- */

/* The one with the most symmetries; among these the one with the fewest placements. */
static void choose_piece(const finder *f, cq_poly_images *m)
{
    const cq_poly_supply *s = &f->p->supply;
    unsigned all = m->group;

    cq_assert(all & 1); /* the identity */
    m->group = 1;
    m->piece = UINT32_MAX;
    for (uint32_t i = 0; i < s->count; i++) {
        unsigned group = 0;
        int more;

        for (unsigned g = 0; g < SYMMETRIES; g++)
            if (all >> g & 1 && m->pieces[g][i] == i)
                group |= 1u << g;
        more = __builtin_popcount(group) - __builtin_popcount(m->group);
        if (s->of[i].least != 1 || s->of[i].most != 1 || more < 0 || group == 1 ||
            (more == 0 && f->count[i] >= f->count[m->piece]))
            continue;
        m->group = group;
        m->piece = i;
    }
}

/* Where a placement ends in the scan, and before that where it begins. */
static uint64_t distance(const cq_poly *p, cq_poly_laid laid)
{
    const cq_poly_form *form = &p->forms.at[laid.form];

    return ((uint64_t)laid.cell + p->offsets.at[form->start + form->count - 1]) << 32 |
           laid.cell;
}

/* Leaves the placement in if none of its images is nearer, or as near and earlier seen,
 * and notes the symmetries that give its orbit. */
static cq_status judge(finder *f, cq_poly_images *m, cq_poly_laid laid,
                       uint8_t *symmetries)
{
    const cq_poly *p = f->p;
    cq_poly_laid seen[SYMMETRIES];
    unsigned count = 0;

    *symmetries = 0;
    for (unsigned g = 0; g < SYMMETRIES; g++) {
        cq_poly_laid image;
        bool again = false;

        if (!(m->group >> g & 1))
            continue;
        cq_try(turn(p, m->cells[g], laid, &f->t));
        image.cell = m->cells[g][laid.cell + f->t.square];
        image.form =
            find_form(p, f->from[m->piece], m->piece, &f->t.offsets, image.cell);
        cq_assert(image.form != UINT32_MAX); /* the symmetry keeps the placements */
        for (unsigned i = 0; i < count; i++)
            again |= seen[i].form == image.form && seen[i].cell == image.cell;
        cq_assert(count < SYMMETRIES);
        seen[count] = image;
        count += !again;
        *symmetries |= (uint8_t)(!again << g);
        if (distance(p, image) < distance(p, laid) ||
            (distance(p, image) == distance(p, laid) && image.form < laid.form)) {
            *symmetries = 0;
            return CQ_OK;
        }
    }
    return CQ_OK;
}

static cq_status hold_piece(cq_poly *p, finder *f, cq_poly_images *m)
{
    uint32_t from = f->from[m->piece], forms = f->from[m->piece + 1] - from;

    cq_assert(m->group & 1); /* the identity; a piece may fit nowhere: no forms */
    m->first_form = from;
    m->forms = forms;
    m->sets = cq_zalloc(p->run->ctx, p->cells, forms);
    cq_try_memory(m->sets);
    for (uint32_t cell = 0; cell < p->cells; cell++)
        for (uint32_t k = 0; k < forms; k++)
            if (cq_bits_has(p->fit + (size_t)cell * p->words, from + k) &&
                judge(f, m, (cq_poly_laid){from + k, cell},
                      &m->sets[(size_t)cell * forms + k]) != CQ_OK)
                return CQ_MEMORY;
    for (uint32_t cell = 0; cell < p->cells; cell++)
        for (uint32_t k = 0; k < forms; k++)
            if (!m->sets[(size_t)cell * forms + k])
                cq_bits_remove(p->fit + (size_t)cell * p->words, from + k);
    return CQ_OK;
}

cq_status cq_poly_images_find(cq_poly *p)
{
    cq_context *ctx = p->run->ctx;
    cq_poly_images *m = &p->images;
    finder f = {.p = p};
    cq_status status = CQ_MEMORY;

    m->piece = UINT32_MAX;
    if (p->plain || cq_board_symmetries(p->board, false) == 1 ||
        (p->run->goal == CQ_GOAL_FIND && p->room > LARGE))
        return CQ_OK;
    f.from = cq_zalloc(ctx, p->supply.count + 1, sizeof *f.from);
    f.count = cq_zalloc(ctx, p->supply.count, sizeof *f.count);
    f.met = cq_zalloc(ctx, p->supply.count, sizeof *f.met);
    if (!f.from || !f.count || !f.met)
        goto done;
    count_forms(&f);
    status = find_symmetries(&f, m);
    if (status == CQ_OK)
        choose_piece(&f, m);
    if (status == CQ_OK && m->piece != UINT32_MAX)
        status = hold_piece(p, &f, m);
done:
    cq_free_each(f.from, f.count, f.met);
    cq_vec_free(&f.t.offsets);
    return status;
}

unsigned cq_poly_images_of(const cq_poly *p, const cq_poly_laid *laid, size_t count)
{
    const cq_poly_images *m = &p->images;

    if (m->piece == UINT32_MAX)
        return 1;
    for (size_t i = 0; i < count; i++)
        if (p->forms.at[laid[i].form].piece == m->piece)
            return m
                ->sets[(size_t)laid[i].cell * m->forms + laid[i].form - m->first_form];
    return 1;
}

void cq_poly_images_free(cq_poly_images *images)
{
    for (unsigned g = 0; g < SYMMETRIES; g++)
        cq_free_each(images->cells[g], images->pieces[g]);
    cq_free(images->sets);
    memset(images, 0, sizeof *images);
}
