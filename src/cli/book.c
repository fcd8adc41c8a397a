/* book.c - a list of solutions as one PDF: its title, and what stands below each.
 *
 * Pages go out as they are filled, to a file beside its place that is renamed when the
 * last one is there, as all files are.
 */
#include "cli/book.h"

#include <inttypes.h>
#include <string.h>

/* The name of the problem: of its file without folders and ending, or the text of its
 * board. */
static void put_title(const cq_problem *problem, char *out, size_t size)
{
    const char *source = problem->source ? problem->source : "";
    const char *slash = strrchr(source, '/');
    const char *name = slash ? slash + 1 : source;
    const char *ending = cq_path_ending(name);
    size_t length = ending ? (size_t)(ending - 1 - name) : strlen(name);

    if (length == 0 || strcmp(name, "-") == 0)
        snprintf(out, size, "Solutions");
    else
        snprintf(out, size, "%.*s", (int)(length < 120 ? length : 120), name);
}

static void put_subtitle(const cq_cli *cli, const cq_problem *problem, char *out,
                         size_t size)
{
    const cq_board *board = problem->board;
    size_t kinds = problem->pieces.count;
    int at = snprintf(out, size, "%" PRIu32 " x %" PRIu32 " board, %zu squares",
                      board->rows, board->cols, board->count);

    if (problem->kind == CQ_TILING && cq_problem_is_domino(problem))
        at += snprintf(out + at, size - (size_t)at, ", dominoes");
    else if (problem->kind == CQ_TILING)
        at += snprintf(out + at, size - (size_t)at, ", %zu %s", kinds,
                       kinds == 1 ? "kind of piece" : "kinds of pieces");
    if (cli->set.symmetric)
        at += snprintf(out + at, size - (size_t)at, ", symmetric solutions");
    if (cli->set.unique)
        snprintf(out + at, size - (size_t)at, ", one solution of each class");
}

static cq_status begin(const cq_cli *cli, cq_book *book, const char *path,
                       const cq_problem *problem)
{
    char title[160], subtitle[240];
    cq_status status = cq_file_begin(cli->ctx, path, &book->writer);

    put_title(problem, title, sizeof title);
    put_subtitle(cli, problem, subtitle, sizeof subtitle);
    if (status == CQ_OK)
        status = cq_booklet_open(cli->ctx, problem, book->writer.out, &book->booklet);
    if (status == CQ_OK)
        status = cq_booklet_name(book->booklet, title, subtitle);
    return status;
}

cq_status cq_book_add(const cq_cli *cli, cq_book *book, const char *path,
                      const cq_problem *problem, const cq_shown *shown, uint64_t size)
{
    cq_picture_of picture = cq_output_picture(cli, problem, shown);
    char remark[48] = "";
    cq_status status = CQ_OK;

    if (!book->booklet)
        status = begin(cli, book, path, problem);
    if (size)
        snprintf(remark, sizeof remark, "class of %" PRIu64, size);
    if (status == CQ_OK)
        status = cq_booklet_add(book->booklet, &picture, size ? remark : NULL);
    book->solutions++;
    book->in_classes += size;
    return status;
}

static void put_closing(const cq_book *book, bool complete, char *out, size_t size)
{
    char digits[CQ_GROUPED_SIZE], more_digits[CQ_GROUPED_SIZE];
    const char *number = cq_grouped(book->solutions, digits);
    const char *total = cq_grouped(book->in_classes, more_digits);
    const char *one = book->solutions == 1 ? "" : "s";

    if (book->in_classes)
        snprintf(out, size, "%s class%s, %s solution%s%s.", number,
                 book->solutions == 1 ? "" : "es", total,
                 book->in_classes == 1 ? "" : "s",
                 complete ? " in all" : "; there may be more");
    else
        snprintf(out, size, "%s solution%s%s.", number, one,
                 complete ? " in all" : "; there may be more");
}

cq_status cq_book_finish(const cq_cli *cli, cq_book *book, bool complete)
{
    char closing[160];
    cq_status status;

    if (!book->booklet)
        return CQ_OK;
    put_closing(book, complete, closing, sizeof closing);
    status = cq_booklet_close(book->booklet, closing);
    if (status == CQ_OK)
        status = cq_file_commit(cli->ctx, &book->writer);
    cq_booklet_free(book->booklet);
    book->booklet = NULL;
    return status;
}

void cq_book_abandon(cq_book *book)
{
    cq_booklet_free(book->booklet);
    book->booklet = NULL;
    cq_file_abandon(&book->writer);
}
