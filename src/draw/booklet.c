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
#include "draw/draw.h"
#include "draw/a4_page.h"
#include "draw/picture.h"
#include "draw/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double page_width = CQ_PAGE_WIDTH, margin = CQ_PAGE_MARGIN;
static const double title_height = CQ_PAGE_TITLE, last_line = CQ_PAGE_LAST;
static const double gap = 26, words = 20, lead = 16; /* between columns; below a
                                                        picture; between rows */
static const double cell_least = 14, cell_most = 40, picture_least = 84;

struct cq_booklet {
    cq_pages pages; /* with the place of the row under the hand */
    const cq_problem *problem;
    double cell;          /* points */
    double width, height; /* of a picture */
    double step;          /* from one column to the next */
    unsigned columns;
    unsigned column;   /* of the next picture */
    uint64_t pictures; /* added */
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

/* Moves on to where the next picture goes; begins a page if there is none, or no
 * room for a row. */
static void next_place(cq_booklet *b)
{
    cq_pages *pages = &b->pages;

    if (pages->open && b->column == b->columns) {
        b->column = 0;
        pages->top += b->height + words + lead;
    }
    if (pages->open && b->column == 0 &&
        pages->top + b->height + words > last_line + 0.5)
        cq_page_end(pages);
    if (!pages->open)
        b->column = 0;
    cq_page_begin(pages);
    cq_assert(b->column < b->columns && pages->top >= margin);
}

/* ---- the interface ---- */

cq_status cq_booklet_open(cq_context *ctx, const cq_problem *problem, const char *title,
                          const char *subtitle, FILE *out, cq_booklet **booklet)
{
    cq_booklet *b;
    cq_status status;

    if (!problem->board)
        return cq_fail(ctx, CQ_REFUSED, "only problems on a board can be drawn");
    b = cq_zalloc(ctx, 1, sizeof *b);
    cq_try_memory(b);
    b->problem = problem;
    status = cq_pages_start(ctx, title, subtitle, out, &b->pages);
    if (status != CQ_OK) {
        cq_booklet_free(b);
        return status;
    }
    lay_out(b);
    *booklet = b;
    return CQ_OK;
}

/* As large as it fits below the title, but not larger than the solutions can be. */
cq_status cq_booklet_pieces(cq_booklet *b, const struct cq_sheet *sheet)
{
    cq_picture_of what = {.problem = b->problem, .sheet = sheet, .sheet_alone = true};
    cq_pages *pages = &b->pages;
    double room = page_width - 2 * margin;
    cq_scene scene;
    cq_status status;

    cq_try(cq_scene_make(pages->ctx, &what, &scene));
    cq_page_begin(pages);
    cq_page_text(pages->cr, margin, pages->top + 4, 12, true, CQ_PAGE_INK, room,
                 "The pieces");
    status = cq_page_scene(
        pages, &scene, margin, pages->top + 18,
        cq_page_scale(&scene, room, last_line - pages->top - 18, cell_most));
    cq_scene_free(&scene);
    cq_page_end(pages);
    return status;
}

/* The picture at its place; pieces that go round an edge stick out a little. */
static cq_status draw_picture(cq_booklet *b, const cq_picture_of *what, double left)
{
    cq_scene scene;
    double scale;
    cq_status status;

    cq_try(cq_scene_make(b->pages.ctx, what, &scene));
    scale = b->cell / scene.unit;
    status = cq_page_scene(&b->pages, &scene, left + scene.left * scale,
                           b->pages.top + scene.top * scale, scale);
    cq_scene_free(&scene);
    return status;
}

cq_status cq_booklet_add(cq_booklet *b, const cq_picture_of *what, const char *remark)
{
    cq_picture_of plain = *what;
    cairo_t *cr = b->pages.cr;
    double left, line, used;
    char number[24];

    next_place(b);
    b->pictures++;
    plain.coordinates = false;
    left = margin + b->column * b->step;
    cq_assert(left + b->width <= page_width - margin + 0.5);
    line = b->pages.top + b->height + 14;
    cq_try(draw_picture(b, &plain, left));
    snprintf(number, sizeof number, "%" PRIu64, b->pictures);
    used = cq_page_text(cr, left, line, 10, true, CQ_PAGE_INK, b->width, number);
    if (remark)
        cq_page_text(cr, left + used + 7, line, 9, false, CQ_PAGE_SOFT,
                     b->width - used - 7, remark);
    b->column++;
    return cq_cairo_status(b->pages.ctx, cairo_status(cr));
}

cq_status cq_booklet_close(cq_booklet *b, const char *closing)
{
    cq_page_begin(&b->pages);
    cq_page_text(b->pages.cr, margin, CQ_PAGE_NUMBER, 9.5, false, CQ_PAGE_SOFT,
                 page_width / 3, closing);
    return cq_pages_finish(&b->pages);
}

void cq_booklet_free(cq_booklet *booklet)
{
    if (booklet)
        cq_pages_free(&booklet->pages);
    cq_free(booklet);
}
