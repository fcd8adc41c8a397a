/* booklet.c - all solutions in one PDF, several a page.
 *
 * Pages are A4. The pictures stand in columns, as many as leave a cell at least 14
 * points and a picture room for the words below it, and in as many rows as fit. The
 * first page has the title and, unless these are dominoes, the pieces; every page has
 * its number, and the last one, beside it, a closing sentence. A solution is drawn when
 * it is added, and a page is written when it is full, so that nothing is kept but the
 * page under the hand.
 *
 *     +-------------------------+
 *     |  title                  |
 *     |  subtitle               |
 *     |  -----------------------|
 *     |  [1]      [2]      [3]  |
 *     |  1 · ...  2 · ...       |
 *     |  [4]      ...           |
 *     |            1            |
 *     +-------------------------+
 *
 * Lengths are points, 1/72 of an inch.
 */
#include "base/assert.h"
#include "draw/cairo.h"
#include "draw/draw.h"
#include "draw/a4_page.h"
#include "draw/picture.h"
#include "draw/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#ifdef CQ_WITH_CAIRO

static const double page_width = CQ_PAGE_WIDTH, margin = CQ_PAGE_MARGIN;
static const double title_height = CQ_PAGE_TITLE, last_line = CQ_PAGE_LAST;
static const double gap = 26, words = 20, lead = 16; /* between columns; below a
                                                        picture; between rows */
static const double cell_least = 14, cell_most = 40, picture_least = 84;

struct cq_booklet {
    cq_context *ctx;
    const cq_problem *problem;
    cairo_surface_t *surface;
    cairo_t *cr;
    char *title, *subtitle;
    double cell;          /* points */
    double width, height; /* of a picture */
    double step;          /* from one column to the next */
    unsigned columns;
    double top;        /* of the row under the hand */
    unsigned column;   /* of the next picture */
    uint64_t pages;    /* begun */
    uint64_t pictures; /* added */
    bool open;         /* a page is begun */
};

/* ---- layout ---- */

/* A cell such that whole rows fill the first page, if most of one more row would have
 * fitted: that may cost a tenth of the size. */
static double fill_page(const cq_board *board, double cell)
{
    double tall = last_line - margin - title_height;
    double row = cell * board->rows + words + lead;
    double rows = floor((tall + lead) / row + 0.35);

    rows = rows < 1 ? 1 : rows;
    return fmin(cell, ((tall + lead) / rows - words - lead) / board->rows);
}

static void lay_out(cq_booklet *b)
{
    const cq_board *board = b->problem->board;
    double room = page_width - 2 * margin;
    double least = fmax(board->cols * cell_least, picture_least);
    double columns = floor((room + gap) / (least + gap));

    b->columns = columns < 1 ? 1 : (unsigned)columns;
    b->cell = (room - (b->columns - 1) * gap) / b->columns / board->cols;
    b->cell = fill_page(board, fmin(b->cell, cell_most));
    b->width = fmax(b->cell * board->cols, picture_least);
    b->height = b->cell * board->rows;
    b->step = b->columns > 1 ? (room - b->width) / (b->columns - 1) : 0;
    cq_assert(b->columns >= 1 && b->cell > 0 && b->cell <= cell_most);
    cq_assert(b->columns == 1 || b->step >= b->width); /* none lies on another */
}

/* ---- pages ---- */

static void begin_page(cq_booklet *b)
{
    b->open = true;
    b->pages++;
    b->column = 0;
    b->top = margin;
    if (b->pages > 1 || !b->title)
        return;
    cq_page_title(b->cr, b->title, b->subtitle);
    b->top = margin + title_height;
}

static void end_page(cq_booklet *b)
{
    cq_assert(b->open && b->pages > 0);
    cq_page_end(b->cr, b->pages);
    b->open = false;
}

/* Moves on to where the next picture goes; begins a page if there is none, or no
 * room for a row. */
static void next_place(cq_booklet *b)
{
    if (b->open && b->column == b->columns) {
        b->column = 0;
        b->top += b->height + words + lead;
    }
    if (b->open && b->column == 0 && b->top + b->height + words > last_line + 0.5)
        end_page(b);
    if (!b->open)
        begin_page(b);
    cq_assert(b->column < b->columns && b->top >= margin);
}

/* ---- the interface ---- */

cq_status cq_booklet_open(cq_context *ctx, const cq_problem *problem, FILE *out,
                          cq_booklet **booklet)
{
    cq_booklet *b;
    cq_status status;

    if (!problem->board)
        return cq_fail(ctx, CQ_REFUSED, "only problems on a board can be drawn");
    b = cq_zalloc(ctx, 1, sizeof *b);
    cq_try_memory(b);
    b->ctx = ctx;
    b->problem = problem;
    b->surface = cairo_pdf_surface_create_for_stream(cq_cairo_write, out, page_width,
                                                     CQ_PAGE_HEIGHT);
    b->cr = cairo_create(b->surface);
    status = cq_cairo_status(ctx, cairo_status(b->cr));
    if (status != CQ_OK) {
        cq_booklet_free(b);
        return status;
    }
    lay_out(b);
    *booklet = b;
    return CQ_OK;
}

cq_status cq_booklet_name(cq_booklet *booklet, const char *title, const char *subtitle)
{
    cq_free_each(booklet->title, booklet->subtitle);
    booklet->title = cq_strndup(booklet->ctx, title, strlen(title));
    booklet->subtitle = cq_strndup(booklet->ctx, subtitle, strlen(subtitle));
    cq_try_memory(booklet->title && booklet->subtitle);
#if CAIRO_VERSION >= CAIRO_VERSION_ENCODE(1, 16, 0)
    cairo_pdf_surface_set_metadata(booklet->surface, CAIRO_PDF_METADATA_TITLE, title);
#endif
    return CQ_OK;
}

/* As large as it fits below the title, but not larger than the solutions can be. */
cq_status cq_booklet_pieces(cq_booklet *b, const struct cq_sheet *sheet)
{
    cq_picture_of what = {.problem = b->problem, .sheet = sheet, .sheet_alone = true};
    cq_status status;

    if (!b->open)
        begin_page(b);
    cq_page_text(b->cr, margin, b->top + 4, 12, true, CQ_PAGE_INK,
                 page_width - 2 * margin, "The pieces");
    status = cq_page_picture(b->ctx, b->cr, &what, margin, b->top + 18,
                             page_width - 2 * margin, last_line - b->top - 18,
                             cell_most, NULL);
    end_page(b);
    return status;
}

/* The picture at its place; pieces that go round an edge stick out a little. */
static cq_status draw_picture(cq_booklet *b, const cq_picture_of *what, double left)
{
    cq_scene scene;
    double scale;

    cq_try(cq_scene_make(b->ctx, what, &scene));
    scale = b->cell / scene.unit;
    cairo_save(b->cr);
    cairo_translate(b->cr, left + scene.left * scale, b->top + scene.top * scale);
    cq_cairo_scene(b->cr, &scene, scale);
    cairo_restore(b->cr);
    cq_scene_free(&scene);
    return cq_cairo_status(b->ctx, cairo_status(b->cr));
}

cq_status cq_booklet_add(cq_booklet *booklet, const cq_picture_of *what,
                         const char *remark)
{
    cq_booklet *b = booklet;
    cq_picture_of plain = *what;
    double left, used;
    char number[24];

    next_place(b);
    b->pictures++;
    plain.coordinates = false;
    left = margin + b->column * b->step;
    cq_try(draw_picture(b, &plain, left));
    snprintf(number, sizeof number, "%" PRIu64, b->pictures);
    used = cq_page_text(b->cr, left, b->top + b->height + 14, 10, true, CQ_PAGE_INK,
                        b->width, number);
    if (remark)
        cq_page_text(b->cr, left + used + 7, b->top + b->height + 14, 9, false,
                     CQ_PAGE_SOFT, b->width - used - 7, remark);
    b->column++;
    return cq_cairo_status(b->ctx, cairo_status(b->cr));
}

cq_status cq_booklet_close(cq_booklet *booklet, const char *closing)
{
    cq_booklet *b = booklet;
    cairo_status_t status;

    if (!b->open)
        begin_page(b);
    if (closing)
        cq_page_text(b->cr, margin, CQ_PAGE_NUMBER, 9.5, false, CQ_PAGE_SOFT,
                     page_width / 3, closing);
    end_page(b);
    cairo_surface_finish(b->surface);
    status = cairo_surface_status(b->surface);
    return cq_cairo_status(b->ctx, status);
}

void cq_booklet_free(cq_booklet *booklet)
{
    if (!booklet)
        return;
    if (booklet->cr)
        cairo_destroy(booklet->cr);
    if (booklet->surface)
        cairo_surface_destroy(booklet->surface);
    cq_free_each(booklet->title, booklet->subtitle, booklet);
}

#else

cq_status cq_booklet_open(cq_context *ctx, const cq_problem *problem, FILE *out,
                          cq_booklet **booklet)
{
    (void)problem;
    (void)out;
    (void)booklet;
    return cq_fail(ctx, CQ_REFUSED,
                   "this build has no cairo, which PDF needs; use SVG instead");
}

cq_status cq_booklet_name(cq_booklet *booklet, const char *title, const char *subtitle)
{
    (void)booklet;
    (void)title;
    (void)subtitle;
    return CQ_OK;
}

cq_status cq_booklet_pieces(cq_booklet *booklet, const struct cq_sheet *sheet)
{
    (void)booklet;
    (void)sheet;
    return CQ_OK;
}

cq_status cq_booklet_add(cq_booklet *booklet, const cq_picture_of *what,
                         const char *remark)
{
    (void)booklet;
    (void)what;
    (void)remark;
    return CQ_OK;
}

cq_status cq_booklet_close(cq_booklet *booklet, const char *closing)
{
    (void)booklet;
    (void)closing;
    return CQ_OK;
}

void cq_booklet_free(cq_booklet *booklet)
{
    (void)booklet;
}

#endif
