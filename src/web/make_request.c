/* make_request.c - a puzzle made to order, sent as one event.
 *
 *     {"kind": "make", "make": "letters", "text": "6x10", "pieces": "pentominoes"}
 *
 *     made       the puzzle as text, its solutions and how it was made, as
 *                'chequer make --json' prints them: both are written here
 *
 * The recipe's other members are options of the request (docs/protocol.md). The number
 * of tries is reported as progress.
 */
#include "web/events.h"

#include "base/assert.h"
#include "base/context.h"
#include "base/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- as JSON ---- */

cq_status cq_web_put_puzzle(FILE *out, cq_context *ctx, const cq_made *made)
{
    const cq_problem *problem = cq_made_problem(made);

    return cq_problem_write(ctx, problem,
                            cq_problem_kind(problem) == CQ_COVER ? CQ_PROBLEM_COVER
                                                                 : CQ_PROBLEM_PUZZLE,
                            out);
}

/* What a worksheet shows of a puzzle that has no board. */
static cq_status put_sheet(FILE *out, cq_context *ctx, const cq_made *made)
{
    return cq_board_write_art(ctx, cq_problem_board(cq_made_sheet(made, false)), out);
}

/* A member whose value is what `put` writes, as a string. */
static cq_status put_text(FILE *out, cq_context *ctx, const cq_made *made,
                          const char *key,
                          cq_status (*put)(FILE *, cq_context *, const cq_made *))
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    cq_status status = stream ? put(stream, ctx, made) : CQ_MEMORY;

    if (stream && fclose(stream) != 0)
        status = CQ_MEMORY;
    if (status == CQ_OK) {
        fprintf(out, ", \"%s\": ", key);
        cq_json_put_string(out, text);
    }
    free(text);
    return status == CQ_MEMORY ? cq_fail(ctx, CQ_MEMORY, "out of memory") : status;
}

cq_status cq_web_put_made(FILE *out, cq_context *ctx, const cq_recipe *recipe,
                          const cq_made *made)
{
    const cq_answer *answer = cq_made_answer(made);

    cq_assert(cq_answer_solutions(answer) ==
              (recipe->solutions ? recipe->solutions : 1));
    fprintf(out, "{\"chequer\": 1, \"made\": \"%s\", \"seed\": %" PRIu64 ", ",
            cq_make_kind_name(recipe->kind), recipe->seed);
    fprintf(out, "\"nodes\": %" PRIu64 ", \"tries\": %" PRIu64 ", \"givens\": %" PRIu64,
            cq_made_nodes(made), cq_made_tries(made), cq_made_givens(made));
    cq_try(put_text(out, ctx, made, "puzzle", cq_web_put_puzzle));
    if (cq_made_sheet(made, false))
        cq_try(put_text(out, ctx, made, "sheet", put_sheet));
    fputs(", \"solutions\": [", out);
    for (size_t i = 0; i < cq_answer_solutions(answer); i++) {
        fputs(i ? ", " : "", out);
        cq_solution_write_json(cq_made_problem(made), cq_answer_solution(answer, i),
                               out);
    }
    fputs("]}\n", out);
    return CQ_OK;
}

/* ---- the request ---- */

static bool tell_tries(void *user, uint64_t tries)
{
    const cq_progress progress = {.share = -1, .work = tries, .unit = "tries"};

    return cq_event_progress(user, &progress);
}

static cq_status read_recipe(const cq_request *r, cq_recipe *out)
{
    const cq_question *q = &r->question;

    if (!cq_make_kind_find(r->make, &out->kind))
        return cq_fail(r->ctx, CQ_INPUT,
                       "\"make\" must be the kind of a puzzle, such as \"letters\"");
    if (r->highest > UINT32_MAX || r->rows > UINT32_MAX || r->cols > UINT32_MAX)
        return cq_fail(r->ctx, CQ_INPUT, "the puzzle is too large");
    out->board = q->text;
    out->pieces = q->pieces;
    out->leaper = q->leaper;
    out->open = q->open;
    out->highest = (uint32_t)r->highest;
    out->rows = (uint32_t)r->rows;
    out->cols = (uint32_t)r->cols;
    out->fewest = r->fewest;
    out->symmetric = r->options.symmetric;
    out->solutions = r->solutions;
    out->seed = r->options.seed;
    out->easiest = r->easiest;
    out->hardest = r->hardest;
    out->tries = r->tries;
    return CQ_OK;
}

static cq_status tell_made(cq_events *t, const cq_recipe *recipe, const cq_made *made)
{
    FILE *out = cq_event_begin(t);

    return cq_event_finish(t, out, "made",
                           out ? cq_web_put_made(out, t->request->ctx, recipe, made)
                               : CQ_OK);
}

cq_status cq_request_make(cq_events *events)
{
    const cq_request *r = events->request;
    cq_recipe recipe = CQ_RECIPE_INIT;
    cq_made *made = NULL;
    cq_status status;

    cq_try(read_recipe(r, &recipe));
    recipe.user = events;
    recipe.on_progress = tell_tries;
    cq_context_limit_time(r->ctx, r->options.seconds);
    cq_try(cq_make(r->ctx, &recipe, &made));
    cq_context_limit_time(r->ctx, 0); /* report what is known */
    status = tell_made(events, &recipe, made);
    cq_made_free(made);
    return status;
}
