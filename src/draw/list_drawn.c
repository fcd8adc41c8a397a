/* list_drawn.c - lists of solutions as they are opened, and the two forms that are
 * drawn: boxes, and a booklet.
 *
 * A booklet has the name of the problem as its title, what it is made of below, the
 * pieces on its first page, the size of its class at each solution, and says at its end
 * whether that was all. Pages go out as they are filled. */
#include "answer/list.h"
#include "base/assert.h"
#include "base/sized.h"
#include "draw/draw.h"
#include "draw/sheet.h"

#include <inttypes.h>
#include <string.h>

/* ---- boxes ---- */

static cq_status add_box(cq_list *list, const cq_answer *answer, size_t index)
{
    cq_picture_of picture =
        cq_picture_for(list->problem, answer, index, &list->drawing);

    cq_list_gap(list, answer, index);
    return cq_draw_picture(list->ctx, &picture, CQ_FORMAT_BOX, list->out);
}

static const cq_list_writer boxes = {
    .name = "box", .add = add_box, .end = cq_list_no_solutions};

/* ---- booklets ---- */

void cq_title_of(const cq_problem *problem, const char *otherwise, char *out,
                 size_t size)
{
    const char *source = problem->source ? problem->source : "";
    const char *slash = strrchr(source, '/');
    const char *name = slash ? slash + 1 : source;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);

    if (length == 0 || strcmp(name, "-") == 0)
        snprintf(out, size, "%s", otherwise);
    else
        snprintf(out, size, "%.*s", (int)(length < 120 ? length : 120), name);
}

void cq_subtitle_of(const cq_problem *problem, char *out, size_t size)
{
    const cq_board *board = problem->board;
    size_t kinds =
        problem->pieces.count - (cq_problem_free_piece(problem) != CQ_NO_PIECE);

    snprintf(out, size, "%" PRIu32 " x %" PRIu32 " board, %zu squares", board->rows,
             board->cols, board->count);
    if (problem->kind == CQ_TILING && cq_problem_is_domino(problem))
        cq_append(out, size, ", dominoes");
    else if (problem->kind == CQ_TILING)
        cq_append(out, size, ", %zu %s", kinds,
                  kinds == 1 ? "kind of piece" : "kinds of pieces");
}

/* The pieces on the first page; dominoes everybody knows. */
static cq_status add_pieces(cq_list *list)
{
    const cq_problem *problem = list->problem;
    cq_sheet sheet;
    cq_status status;

    if (problem->kind != CQ_TILING || cq_problem_is_domino(problem) ||
        problem->pieces.count == 0)
        return CQ_OK;
    status = cq_sheet_of_pieces(list->ctx, problem, CQ_NOTE_LETTERS, &sheet);
    if (status != CQ_OK)
        return status;
    status = cq_booklet_pieces(list->booklet, &sheet);
    cq_sheet_free(&sheet);
    return status;
}

static cq_status open_booklet(cq_list *list)
{
    const char *title = list->options.title;
    char name[160], subtitle[240];

    cq_title_of(list->problem, "Solutions", name, sizeof name);
    cq_subtitle_of(list->problem, subtitle, sizeof subtitle);
    if (list->options.symmetric)
        cq_append(subtitle, sizeof subtitle, ", symmetric solutions");
    if (list->options.unique)
        cq_append(subtitle, sizeof subtitle, ", one solution of each class");
    cq_try(cq_booklet_open(list->ctx, list->problem, title ? title : name, subtitle,
                           list->out, &list->booklet));
    return add_pieces(list);
}

static cq_status add_to_booklet(cq_list *list, const cq_answer *answer, size_t index)
{
    cq_picture_of picture =
        cq_picture_for(list->problem, answer, index, &list->drawing);
    uint64_t size = cq_answer_class_size(answer, index);
    char remark[48] = "";
    cq_status status = list->booklet ? CQ_OK : open_booklet(list);

    if (size)
        snprintf(remark, sizeof remark, "class of %" PRIu64, size);
    cq_then(status, cq_booklet_add(list->booklet, &picture, size ? remark : NULL));
    list->in_classes += size;
    cq_assert(!list->in_classes || size); /* all have classes, or none */
    return status;
}

static void put_closing(const cq_list *list, bool complete, char *out, size_t size)
{
    char digits[CQ_GROUPED_SIZE], more_digits[CQ_GROUPED_SIZE];
    const char *number = cq_grouped(list->written, digits);
    const char *total = cq_grouped(list->in_classes, more_digits);
    const char *end = complete ? " in all" : "; there may be more";

    if (list->in_classes)
        snprintf(out, size, "%s class%s, %s solution%s%s.", number,
                 list->written == 1 ? "" : "es", total,
                 list->in_classes == 1 ? "" : "s", end);
    else
        snprintf(out, size, "%s solution%s%s.", number, list->written == 1 ? "" : "s",
                 end);
}

/* A proof has a picture of its own. */
static cq_status close_booklet(cq_list *list, const cq_answer *whole)
{
    char closing[160];
    cq_status status = CQ_OK;

    if (list->written == 0 && whole->verdict == CQ_NO)
        return cq_draw_with(list->ctx, list->problem, whole, &list->drawing,
                            CQ_FORMAT_PDF, list->out);
    if (!list->booklet)
        status = open_booklet(list);
    put_closing(list, whole->goal == CQ_GOAL_ALL && whole->stop == CQ_FINISHED, closing,
                sizeof closing);
    return status == CQ_OK ? cq_booklet_close(list->booklet, closing) : status;
}

static const cq_list_writer booklets = {
    .name = "pdf", .add = add_to_booklet, .end = close_booklet};

/* ---- any form ---- */

static const cq_list_writer *const writers[] = {
    [CQ_LIST_TEXT] = &cq_list_text, [CQ_LIST_BOX] = &boxes,
    [CQ_LIST_JSON] = &cq_list_json, [CQ_LIST_MOVES] = &cq_list_moves,
    [CQ_LIST_TOUR] = &cq_list_tour, [CQ_LIST_PDF] = &booklets};

/* Whether the form can hold solutions of the problem. */
static cq_status refuse(cq_context *ctx, const cq_problem *problem, cq_list_form form)
{
    static const char *const whats[] = {
        [CQ_TILING] = "a tiling", [CQ_COVER] = "a cover", [CQ_TOUR] = "a graph"};
    bool drawn = form == CQ_LIST_BOX || form == CQ_LIST_PDF;

    if ((writers[form]->tours && problem->kind != CQ_TOUR) ||
        (drawn && !problem->board))
        return cq_fail(ctx, CQ_REFUSED, "%s cannot be written as %s",
                       whats[problem->kind], writers[form]->name);
    if (form == CQ_LIST_PDF && !cq_draw_can(CQ_FORMAT_PDF))
        return cq_fail(ctx, CQ_REFUSED, "this library was built without drawing");
    return CQ_OK;
}

cq_status cq_list_open(cq_context *ctx, const cq_problem *problem,
                       const cq_list_options *options, FILE *out, cq_list **list)
{
    cq_list_options known;
    cq_drawing drawing;
    cq_list *made;
    cq_status status;

    cq_try(cq_sized_read(ctx, "CQ_LIST_INIT", options, sizeof known, &known));
    cq_try(
        cq_sized_read(ctx, "CQ_DRAWING_INIT", known.drawing, sizeof drawing, &drawing));
    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    cq_try(cq_need(ctx, list, "a place for the list"));
    if ((unsigned)known.form > CQ_LIST_PDF || !cq_goal_name(known.goal))
        return cq_fail(ctx, CQ_INPUT,
                       "there is no such form of lists, or no such goal");
    cq_assert(writers[known.form]->add && writers[known.form]->end);
    status = refuse(ctx, problem, known.form);
    made = status == CQ_OK ? cq_zalloc(ctx, 1, sizeof *made) : NULL;
    if (!made)
        return status == CQ_OK ? CQ_MEMORY : status;
    *made = (cq_list){.ctx = ctx,
                      .problem = problem,
                      .out = out,
                      .writer = writers[known.form],
                      .options = known,
                      .drawing = drawing,
                      .written = known.written,
                      .begun = known.written > 0};
    *list = made;
    return CQ_OK;
}

void cq_list_free(cq_list *list)
{
    if (!list)
        return;
    cq_booklet_free(list->booklet);
    cq_free(list);
}

cq_status cq_answer_write(cq_context *ctx, const cq_problem *problem,
                          const cq_answer *answer, cq_list_form form, FILE *out)
{
    cq_list_options options = CQ_LIST_INIT;
    cq_list *list = NULL;
    cq_status status;

    cq_try(cq_need(ctx, answer, "an answer"));
    options.form = form;
    options.goal = answer->goal;
    options.unique = answer->unique;
    options.symmetric = answer->symmetric;
    status = cq_list_open(ctx, problem, &options, out, &list);
    if (status == CQ_OK && cq_list_suits(list->writer, answer))
        status = cq_list_add(list, answer);
    cq_then(status, cq_list_close(list, answer));
    cq_list_free(list);
    return status;
}
