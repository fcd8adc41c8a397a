/* pose.c - the problem of a request.
 *
 *     {"kind": "tile",  "text": "8x8-a1,h8", "pieces": "domino*"}
 *     {"kind": "cover", "text": "a b c\na b\nc"}
 *     {"kind": "tour",  "text": "8x8", "leaper": "1,2", "closed": true,
 *      "from": "a1", "to": "c2"}
 *     {"kind": "ham",   "text": "1 2\n2 3\n3 1"}
 *
 * The text of a board is what the command takes: a board in one line, the art of one,
 * or a puzzle file.
 */
#include "web/request.h"

#include <string.h>

typedef struct posed {
    const char *kind, *text, *pieces, *leaper;
    bool closed;
} posed;

static cq_status read_posed(cq_context *ctx, const json_t *object, posed *out)
{
    static const char *const known[] = {"kind",   "text",   "pieces",
                                        "leaper", "closed", NULL};
    cq_status status = CQ_OK;

    if (!json_is_object(object))
        return cq_fail(ctx, CQ_INPUT, "\"problem\" must be an object");
    status = cq_members_known(ctx, object, "\"problem\"", known);
    if (status == CQ_OK)
        status = cq_member_text(ctx, object, "kind", &out->kind);
    if (status == CQ_OK)
        status = cq_member_text(ctx, object, "text", &out->text);
    if (status == CQ_OK)
        status = cq_member_text(ctx, object, "pieces", &out->pieces);
    if (status == CQ_OK)
        status = cq_member_text(ctx, object, "leaper", &out->leaper);
    if (status == CQ_OK)
        status = cq_member_flag(ctx, object, "closed", &out->closed);
    if (status == CQ_OK && !out->text)
        status = cq_fail(ctx, CQ_INPUT, "\"problem\" needs a \"text\"");
    return status;
}

/* A board in one line, unless it is art or a puzzle. */
static bool is_spec(const char *text)
{
    size_t length = strcspn(text, "\r\n");

    return text[length] == '\0' && !strchr(text, '#') && !strchr(text, '.') &&
           strpbrk(text, "0123456789") && strpbrk(text, "x:");
}

static cq_status pose_board(cq_context *ctx, const char *text, cq_problem **out)
{
    return is_spec(text)
               ? cq_problem_parse_board(ctx, text, out)
               : cq_problem_parse_puzzle(ctx, "board", text, strlen(text), out);
}

static cq_status pose(cq_context *ctx, const posed *p, cq_problem **out)
{
    cq_status status;

    if (p->kind && strcmp(p->kind, "cover") == 0)
        return cq_problem_parse_cover(ctx, "cover", p->text, strlen(p->text), out);
    if (p->kind && strcmp(p->kind, "ham") == 0)
        return cq_problem_parse_graph(ctx, "graph", p->text, strlen(p->text), p->closed,
                                      out);
    if (!p->kind || (strcmp(p->kind, "tile") != 0 && strcmp(p->kind, "tour") != 0))
        return cq_fail(ctx, CQ_INPUT,
                       "\"kind\" must be \"tile\", \"cover\", \"tour\" or \"ham\"");
    status = pose_board(ctx, p->text, out);
    if (status != CQ_OK)
        return status;
    if (strcmp(p->kind, "tour") == 0)
        return cq_problem_set_tour(ctx, *out, p->leaper ? p->leaper : "1,2", p->closed);
    return p->pieces ? cq_problem_set_pieces(ctx, *out, p->pieces) : CQ_OK;
}

/* How large it is, in cells, vertices or entries. */
static uint64_t size_of(const cq_problem *problem)
{
    if (problem->board)
        return (uint64_t)problem->board->rows * problem->board->cols;
    return problem->kind == CQ_COVER ? problem->cover.entries.count
                                     : problem->graph.vertices;
}

/* What would be too large is not even made: a board's size stands in its text. */
static cq_status check_spec(const cq_request *request, const posed *p)
{
    cq_board *board = NULL;
    uint64_t cells;
    cq_status status;

    if (!request->limits->cells || !p->kind || !is_spec(p->text) ||
        (strcmp(p->kind, "tile") != 0 && strcmp(p->kind, "tour") != 0))
        return CQ_OK;
    status = cq_board_parse(request->ctx, p->text, &board);
    if (status != CQ_OK)
        return status;
    cells = (uint64_t)board->rows * board->cols;
    cq_board_free(board);
    return cells <= request->limits->cells
               ? CQ_OK
               : cq_fail(request->ctx, CQ_INPUT,
                         "this board has %llu squares, and at most %llu are taken here",
                         (unsigned long long)cells,
                         (unsigned long long)request->limits->cells);
}

cq_status cq_request_pose(cq_request *request)
{
    posed p = {.closed = true};
    cq_status status =
        read_posed(request->ctx, json_object_get(request->tree, "problem"), &p);

    if (status == CQ_OK)
        status = check_spec(request, &p);
    if (status == CQ_OK)
        status = pose(request->ctx, &p, &request->problem);
    if (status == CQ_OK && request->limits->cells &&
        size_of(request->problem) > request->limits->cells)
        status = cq_fail(request->ctx, CQ_INPUT,
                         "this problem has size %llu, and at most %llu is taken here",
                         (unsigned long long)size_of(request->problem),
                         (unsigned long long)request->limits->cells);
    return status;
}
