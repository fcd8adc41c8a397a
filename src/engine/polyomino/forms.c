/* forms.c - the scan order, the pieces in all their orientations, and what fits where.
 *
 * On a board of 6 rows and 10 columns the lines of the scan are the columns: a search
 * that always fills the first empty cell then leaves a ragged edge of 6 cells and not
 * of 10, and meets fewer different edges. An orientation becomes a form by its offsets
 * in scan order; with lines of 6 cells the offsets of an upright L-tromino are 0, 1, 7.
 * That a form fits at a cell of the empty board (in bounds, no hole, right colours) is
 * worked out once, a bit for each form at each cell; a form that fits nowhere is left
 * out.
 *
 * Two orientations of one piece can differ in their colours alone, and both fit if the
 * board has no colours. They are one placement there, and the first form stands for
 * both.
 *
 * For the taken cells there are tables: the offsets of all forms lie in a few windows
 * of 8 cells (chunks), and for each of the 256 patterns of a window the table has the
 * forms that do not meet a taken cell in it. The forms that can be laid at a first
 * empty cell are
 *
 *     fit[cell] & available & table[0][..] & table[1][..] & ...
 *
 * Cost: squares of all orientations times the cells; memory words * 8 bytes a cell.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

cq_cell cq_poly_cell(const cq_poly *p, size_t scanned)
{
    cq_cell line = (cq_cell)(scanned / p->width), at = (cq_cell)(scanned % p->width);

    cq_assert(scanned < p->cells);

    return p->sideways ? at * p->board->cols + line : line * p->board->cols + at;
}

uint32_t cq_poly_scanned(const cq_poly *p, cq_cell cell)
{
    uint32_t row = cq_row(p->board, cell), col = cq_col(p->board, cell);

    return p->sideways ? col * p->width + row : row * p->width + col;
}

void cq_poly_mark(const cq_poly *p, cq_word *taken, cq_poly_laid laid)
{
    const cq_poly_form *form = &p->forms.at[laid.form];

    for (uint32_t i = 0; i < form->count; i++) {
        size_t cell = laid.cell + (size_t)p->offsets.at[form->start + i];

        cq_assert(cell < p->cells && !cq_bits_has(taken, cell));
        cq_bits_add(taken, cell);
    }
}

void cq_poly_unmark(const cq_poly *p, cq_word *taken, cq_poly_laid laid)
{
    const cq_poly_form *form = &p->forms.at[laid.form];

    for (uint32_t i = 0; i < form->count; i++) {
        size_t cell = laid.cell + (size_t)p->offsets.at[form->start + i];

        cq_assert(cell < p->cells && cq_bits_has(taken, cell));
        cq_bits_remove(taken, cell);
    }
}

size_t cq_poly_placements(const cq_poly *p)
{
    size_t count = 0;

    for (size_t i = 0; i < p->cells * p->words; i++)
        count += (size_t)__builtin_popcountll(p->fit[i]);
    return count;
}

/* ---- the board ---- */

static cq_status scan_board(cq_poly *p)
{
    const cq_board *board = p->board;
    cq_context *ctx = p->run->ctx;

    p->sideways = board->rows < board->cols;
    p->width = p->sideways ? board->rows : board->cols;
    p->length = p->sideways ? board->cols : board->rows;
    p->cells = cq_board_size(board);
    p->cell_words = p->cells / 64 + 1;
    p->colour = cq_alloc(ctx, p->cells, 1);
    p->taken = cq_zalloc(ctx, p->cell_words + 1, sizeof *p->taken);
    cq_try_memory(p->colour && p->taken);
    memset(p->taken, 0xff, (p->cell_words + 1) * sizeof *p->taken);
    for (size_t i = 0; i < p->cells; i++) {
        cq_assert(cq_poly_scanned(p, cq_poly_cell(p, i)) == i);
        cq_try(cq_poll_at(ctx, i + 1));
        p->colour[i] = board->colour[cq_poly_cell(p, i)];
        if (p->colour[i])
            cq_bits_remove(p->taken, i);
    }
    p->room = board->count;
    return CQ_OK;
}

/* ---- forms ---- */

/* A square in scan order; line and place may be before those of the first square. */
typedef struct spot {
    int32_t line, at;
    char colour;
} spot;

typedef CQ_VEC(spot) spots;

static int compare_spots(const void *a, const void *b)
{
    const spot *p = a, *q = b;

    if (p->line != q->line)
        return p->line < q->line ? -1 : 1;
    return p->at < q->at ? -1 : p->at > q->at;
}

/* The shape as seen by the scan, held by its first square. */
static cq_status see(const cq_poly *p, const cq_shape *shape, spots *out)
{
    spot first;

    out->count = 0;
    cq_try(cq_vec_reserve(p->run->ctx, out, shape->count));
    for (size_t i = 0; i < shape->count; i++) {
        const cq_square *s = &shape->at[i];
        spot made = {p->sideways ? s->col : s->row, p->sideways ? s->row : s->col,
                     s->colour};

        out->at[out->count++] = made;
    }
    qsort(out->at, out->count, sizeof *out->at, compare_spots);
    first = out->at[0];
    for (size_t i = 0; i < out->count; i++) {
        out->at[i].line -= first.line;
        out->at[i].at -= first.at;
    }
    return CQ_OK;
}

static bool fits_at(const cq_poly *p, const spots *s, uint32_t line, uint32_t at)
{
    for (size_t i = 0; i < s->count; i++) {
        int64_t l = (int64_t)line + s->at[i].line, a = (int64_t)at + s->at[i].at;

        if (l >= p->length || a < 0 || a >= p->width ||
            !cq_square_matches(s->at[i].colour,
                               p->colour[(size_t)l * p->width + (size_t)a]))
            return false;
    }
    return true;
}

/* Whether some square has no other one beside it. */
static bool has_lone_square(const spots *s)
{
    for (size_t i = 0; i < s->count; i++) {
        bool alone = true;

        for (size_t k = 0; k < s->count && alone; k++)
            alone =
                abs(s->at[i].line - s->at[k].line) + abs(s->at[i].at - s->at[k].at) !=
                1;
        if (alone)
            return true;
    }
    return false;
}

static cq_status add_form(cq_poly *p, uint32_t piece, const spots *s)
{
    cq_poly_form form = {piece, (uint32_t)p->offsets.count, (uint32_t)s->count};
    cq_context *ctx = p->run->ctx;

    for (size_t i = 0; i < s->count; i++) {
        uint32_t offset = (uint32_t)(s->at[i].line * (int64_t)p->width + s->at[i].at);
        cq_assert(i == 0 ? offset == 0 : offset > p->offsets.at[p->offsets.count - 1]);

        cq_try(cq_vec_push(ctx, &p->offsets, offset));
        p->reach = offset > p->reach ? offset : p->reach;
    }
    p->lone |= has_lone_square(s);
    return cq_vec_push(ctx, &p->forms, form);
}

/* The cells at which each form fits, form after form; turned into sets of forms when
 * their number is known. */
typedef CQ_VEC(cq_poly_laid) lays;

/* Whether a form may lie here, if symmetry keeps its piece to some placements. */
static bool is_kept(const cq_poly *p, uint32_t piece, const spots *s, uint32_t line,
                    uint32_t at, cq_cell *cells)
{
    for (size_t i = 0; i < s->count; i++) {
        size_t l = (size_t)((int64_t)line + s->at[i].line);
        size_t a = (size_t)((int64_t)at + s->at[i].at);

        cells[i] = cq_poly_cell(p, l * p->width + a);
    }
    cq_sort_few(cells, s->count);
    return cq_breaking_allows(p->run->breaking, piece, cells);
}

static cq_status try_shape(cq_poly *p, uint32_t piece, const cq_shape *shape, spots *s,
                           lays *out)
{
    bool broken = p->run->breaking && p->run->breaking->piece == piece;
    size_t before = out->count;
    cq_u32s cells = {0};
    cq_status status = see(p, shape, s);

    cq_then(status, cq_vec_reserve(p->run->ctx, &cells, s->count));
    for (uint32_t line = 0; line < p->length && status == CQ_OK; line++) {
        for (uint32_t at = 0; at < p->width && status == CQ_OK; at++) {
            cq_poly_laid laid = {(uint32_t)p->forms.count, line * p->width + at};

            if (fits_at(p, s, line, at) &&
                cq_piece_takes(&p->run->problem->pieces.at[piece],
                               cq_poly_cell(p, laid.cell)) &&
                (!broken || is_kept(p, piece, s, line, at, cells.at)))
                status = cq_vec_push(p->run->ctx, out, laid);
        }
        if (line % 64 == 63 && status == CQ_OK && cq_run_poll(p->run))
            status = CQ_STOPPED;
    }
    cq_vec_free(&cells);
    if (status == CQ_OK && out->count > before)
        status = add_form(p, piece, s);
    return status;
}

static cq_status try_pieces(cq_poly *p, lays *out)
{
    const cq_pieces *pieces = &p->run->problem->pieces;
    spots s = {0};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < pieces->count && status == CQ_OK; i++) {
        cq_shapes shapes = {0};
        bool connected = true;

        status = cq_piece_orientations(p->run->ctx, &pieces->at[i], &shapes);
        cq_then(status,
                cq_shape_connected(p->run->ctx, &pieces->at[i].shape, &connected));
        p->scattered |= !connected;
        for (size_t k = 0; k < shapes.count && status == CQ_OK; k++)
            status = try_shape(p, (uint32_t)i, &shapes.at[k], &s, out);
        cq_shapes_free(&shapes);
    }
    cq_vec_free(&s);
    return status;
}

static bool same_offsets(const cq_poly *p, const cq_poly_form *a, const cq_poly_form *b)
{
    return a->piece == b->piece && a->count == b->count &&
           memcmp(p->offsets.at + a->start, p->offsets.at + b->start,
                  a->count * sizeof *p->offsets.at) == 0;
}

/* Whether an earlier form of the same piece lies on the same cells. Forms of a piece
 * stand together. */
static bool repeats(const cq_poly *p, cq_poly_laid laid)
{
    const cq_poly_form *form = &p->forms.at[laid.form];

    for (size_t k = laid.form; k-- > 0 && p->forms.at[k].piece == form->piece;)
        if (cq_bits_has(p->fit + laid.cell * p->words, k) &&
            same_offsets(p, form, &p->forms.at[k]))
            return true;
    return false;
}

static cq_status file_fits(cq_poly *p, const lays *all)
{
    cq_context *ctx = p->run->ctx;

    p->words = cq_bits_words(p->forms.count ? p->forms.count : 1);
    if (p->cells > SIZE_MAX / sizeof(cq_word) / p->words)
        return cq_fail(ctx, CQ_MEMORY, "the board is too large to search");
    p->fit = cq_zalloc(ctx, p->cells * p->words, sizeof *p->fit);
    p->of = cq_zalloc(ctx, cq_times(p->supply.count, p->words), sizeof *p->of);
    cq_try_memory(p->fit && p->of);
    for (size_t i = 0; i < all->count; i++)
        if (!repeats(p, all->at[i]))
            cq_bits_add(p->fit + all->at[i].cell * p->words, all->at[i].form);
    cq_assert(p->words * 64 >= p->forms.count);
    p->smallest = UINT32_MAX;
    for (size_t k = 0; k < p->forms.count; k++) {
        const cq_poly_form *form = &p->forms.at[k];

        cq_bits_add(p->of + form->piece * p->words, k);
        p->smallest = form->count < p->smallest ? form->count : p->smallest;
        p->largest = form->count > p->largest ? form->count : p->largest;
    }
    return CQ_OK;
}

/* A piece of which all copies must come is too late at a cell from which on it fits
 * nowhere. */
static cq_status file_late(cq_poly *p)
{
    cq_context *ctx = p->run->ctx;
    cq_word *from_here = cq_zalloc(ctx, p->words, sizeof *from_here);
    cq_status status = CQ_OK;

    p->late = cq_zalloc(ctx, p->cells * p->words, sizeof *p->late);
    if (!p->late || !from_here) {
        cq_free(from_here);
        return CQ_MEMORY;
    }
    for (size_t cell = p->cells; cell-- > 0 && status == CQ_OK;) {
        cq_word *late = p->late + cell * p->words;

        status = cq_poll_at(ctx, cell + 1);
        for (size_t j = 0; j < p->words; j++)
            from_here[j] |= p->fit[cell * p->words + j];
        for (size_t i = 0; i < p->supply.count; i++) {
            const cq_word *of = p->of + i * p->words;
            bool fits = !p->supply.of[i].limited ||
                        p->supply.of[i].least < p->supply.of[i].most;

            for (size_t j = 0; j < p->words && !fits; j++)
                fits = of[j] & from_here[j];
            for (size_t j = 0; j < p->words && !fits; j++)
                late[j] |= of[j];
        }
    }
    cq_free(from_here);
    return status;
}

/* ---- tables ---- */

/* Windows from the smallest offset on that no earlier window has; the first square, at
 * offset 0, is known to be empty. */
static cq_status choose_chunks(cq_poly *p)
{
    cq_context *ctx = p->run->ctx;
    size_t count = p->offsets.count;
    uint32_t *sorted = cq_alloc(ctx, count, sizeof *sorted);
    cq_status status = sorted ? CQ_OK : CQ_MEMORY;

    if (sorted && count)
        memcpy(sorted, p->offsets.at, count * sizeof *sorted);
    if (sorted)
        cq_sort_u32(sorted, count);
    for (size_t i = 0; i < count && status == CQ_OK; i++)
        if (sorted[i] > 0 && (p->chunks.count == 0 ||
                              sorted[i] >= p->chunks.at[p->chunks.count - 1] + 8))
            status = cq_vec_push(ctx, &p->chunks, sorted[i]);
    cq_free(sorted);
    return status;
}

static unsigned squares_in(const cq_poly *p, const cq_poly_form *form, uint32_t chunk)
{
    unsigned bits = 0;

    for (uint32_t i = 0; i < form->count; i++) {
        uint32_t offset = p->offsets.at[form->start + i];

        if (offset >= chunk && offset < chunk + 8)
            bits |= 1u << (offset - chunk);
    }
    cq_assert(bits < 256);
    return bits;
}

static cq_status make_tables(cq_poly *p)
{
    cq_context *ctx = p->run->ctx;

    cq_try(choose_chunks(p));
    p->table =
        cq_zalloc(ctx, cq_times(p->chunks.count, p->words), 256 * sizeof *p->table);
    cq_try_memory(p->table);
    for (size_t c = 0; c < p->chunks.count; c++)
        for (size_t k = 0; k < p->forms.count; k++) {
            unsigned bits = squares_in(p, &p->forms.at[k], p->chunks.at[c]);

            for (unsigned byte = 0; byte < 256; byte++)
                if ((bits & byte) == 0)
                    cq_bits_add(p->table + cq_poly_chunk(p, c, byte), k);
        }
    return CQ_OK;
}

cq_status cq_poly_forms(cq_poly *p)
{
    lays all = {0};
    cq_status status = scan_board(p);

    cq_then(status, try_pieces(p, &all));
    cq_then(status, file_fits(p, &all));
    cq_then(status, cq_poly_images_find(p));
    cq_then(status, file_late(p));
    cq_then(status, make_tables(p));
    cq_vec_free(&all);
    return status;
}
