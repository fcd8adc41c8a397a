/* draw_request.c - the picture of a problem and its answer, as a request asks. */
#include "web/request.h"

#include "base/assert.h"
#include "base/context.h"

#include <stdlib.h>
#include <string.h>

/* What a picture is sent as; NULL: it is not sent. */
static const char *const types[] = {[CQ_FORMAT_TEXT] = "text/plain; charset=utf-8",
                                    [CQ_FORMAT_SVG] = "image/svg+xml",
                                    [CQ_FORMAT_PNG] = "image/png",
                                    [CQ_FORMAT_PDF] = "application/pdf",
                                    [CQ_FORMAT_TIKZ] = "application/x-tex",
                                    [CQ_FORMAT_APNG] = NULL};

static cq_status choose_format(const cq_request *r, cq_format *out)
{
    const char *name = r->format ? r->format : "svg";

    if (cq_format_find(name, out) && types[*out])
        return CQ_OK;
    return cq_fail(r->ctx, CQ_INPUT, "there is no format \"%.40s\"", name);
}

static cq_status draw(cq_context *ctx, const char *text, size_t size,
                      const cq_web_limits *limits, FILE *out, const char **type)
{
    cq_request request;
    cq_answer *answer = NULL;
    cq_format format = CQ_FORMAT_SVG;
    cq_status status = cq_request_read(ctx, "request", text, size, limits, &request);

    if (status == CQ_OK && request.job == CQ_JOB_SEQUENCE)
        status = cq_fail(ctx, CQ_REFUSED, "a sequence has no picture");
    cq_then(status, choose_format(&request, &format));
    cq_then(status, cq_request_answer(&request, &answer));
    cq_then(status, cq_draw(ctx, request.problem, answer, format, out));
    if (status == CQ_OK)
        *type = types[format];
    cq_answer_free(answer);
    cq_request_free(&request);
    return status;
}

/* What was drawn before a mistake is dropped: the error stands alone. */
static void put_error(cq_context *ctx, cq_status status, cq_drawn *drawn)
{
    FILE *out;

    free(drawn->text);
    drawn->type = "application/json";
    out = open_memstream(&drawn->text, &drawn->size);
    if (!out) {
        drawn->text = NULL;
        return;
    }
    cq_web_put_error(out, ctx, status);
    fclose(out);
}

void cq_web_picture(cq_context *ctx, const char *text, size_t size,
                    const cq_web_limits *limits, cq_drawn *drawn)
{
    FILE *out;
    cq_status status;

    *drawn = (cq_drawn){0};
    out = open_memstream(&drawn->text, &drawn->size);
    if (!out) {
        drawn->text = NULL;
        return;
    }
    status = draw(ctx, text, size, limits, out, &drawn->type);
    drawn->right = fclose(out) == 0 && status == CQ_OK;
    cq_assert(!drawn->right || (drawn->size > 0 && drawn->type));
    if (!drawn->right)
        put_error(ctx, status, drawn);
}
