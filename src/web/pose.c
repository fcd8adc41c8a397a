/* pose.c - the problem of a request.
 *
 *     {"kind": "tile",  "text": "8x8-a1,h8", "pieces": "domino*"}
 *     {"kind": "cover", "text": "a b c\na b\nc"}
 *     {"kind": "tour",  "text": "8x8", "leaper": "1,2", "closed": true,
 *      "from": "a1", "to": "c2", "symmetric": "180"}
 *     {"kind": "ham",   "text": "1 2\n2 3\n3 1"}
 *
 * The text of a board is what the command takes: a board in one line, the art of one,
 * or a puzzle file.
 */
#include "web/request.h"

#include <string.h>

typedef struct posed {
    const char *kind, *text, *pieces, *leaper, *from, *to, *symmetric;
    bool closed;
} posed;

static cq_status read_texts(cq_context *ctx, const json_t *object, posed *out)
{
    const struct {
        const char *key;
        const char **into;
    } texts[] = {{"kind", &out->kind},          {"text", &out->text},
                 {"pieces", &out->pieces},      {"leaper", &out->leaper},
                 {"from", &out->from},          {"to", &out->to},
                 {"symmetric", &out->symmetric}};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < sizeof texts / sizeof *texts && status == CQ_OK; i++)
        status = cq_member_text(ctx, object, texts[i].key, texts[i].into);
    return status;
}

static cq_status read_posed(cq_context *ctx, const json_t *object, posed *out)
{
    static const char *const known[] = {"kind", "text", "pieces",    "leaper", "closed",
                                        "from", "to",   "symmetric", NULL};
    cq_status status = CQ_OK;

    if (!json_is_object(object))
        return cq_fail(ctx, CQ_INPUT, "\"problem\" must be an object");
    status = cq_members_known(ctx, object, "\"problem\"", known);
    if (status == CQ_OK)
        status = read_texts(ctx, object, out);
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

/* What is asked of a walk besides visiting all. */
static cq_status pose_walk(cq_context *ctx, const posed *p, cq_problem *problem)
{
    cq_status status = CQ_OK;

    if (p->from || p->to)
        status = cq_problem_set_ends(ctx, problem, p->from, p->to);
    if (status == CQ_OK && p->symmetric)
        status = cq_problem_set_symmetric(ctx, problem, p->symmetric);
    return status;
}

/* A member that another kind of problem has is a mistake, not a default. */
static cq_status check_members(cq_context *ctx, const posed *p)
{
    bool walks = strcmp(p->kind, "tour") == 0 || strcmp(p->kind, "ham") == 0;
    const char *strange = p->pieces && strcmp(p->kind, "tile") != 0      ? "pieces"
                          : p->leaper && strcmp(p->kind, "tour") != 0    ? "leaper"
                          : p->from && !walks                            ? "from"
                          : p->to && !walks                              ? "to"
                          : p->symmetric && strcmp(p->kind, "tour") != 0 ? "symmetric"
                                                                         : NULL;

    return strange
               ? cq_fail(ctx, CQ_INPUT, "a problem of the kind \"%s\" has no \"%s\"",
                         p->kind, strange)
               : CQ_OK;
}

static cq_status pose_kind(cq_context *ctx, const posed *p, cq_problem **out)
{
    cq_status status;

    if (strcmp(p->kind, "cover") == 0)
        return cq_problem_parse_cover(ctx, "cover", p->text, strlen(p->text), out);
    if (strcmp(p->kind, "ham") == 0)
        return cq_problem_parse_graph(ctx, "graph", p->text, strlen(p->text), p->closed,
                                      out);
    status = pose_board(ctx, p->text, out);
    if (status != CQ_OK)
        return status;
    if (strcmp(p->kind, "tour") == 0)
        return cq_problem_set_tour(ctx, *out, p->leaper ? p->leaper : "1,2", p->closed);
    return p->pieces ? cq_problem_set_pieces(ctx, *out, p->pieces) : CQ_OK;
}

static cq_status pose(cq_context *ctx, const posed *p, cq_problem **out)
{
    static const char *const kinds[] = {"tile", "cover", "tour", "ham"};
    bool known = false;
    cq_status status;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        known = known || (p->kind && strcmp(p->kind, kinds[i]) == 0);
    if (!known)
        return cq_fail(ctx, CQ_INPUT,
                       "\"kind\" must be \"tile\", \"cover\", \"tour\" or \"ham\"");
    status = check_members(ctx, p);
    if (status == CQ_OK)
        status = pose_kind(ctx, p, out);
    if (status == CQ_OK)
        status = pose_walk(ctx, p, *out);
    return status;
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
