/* list.c - solutions written as they come, whatever their form: see list.h.
 *
 * The writers of whole answers are lists, too, so that each form is written in one
 * place. Nothing is kept but a count: a list of any length takes the memory of one
 * solution.
 */
#include "answer/answer_check.h"
#include "answer/list.h"

#include <inttypes.h>

void cq_list_begin(cq_list *list)
{
    if (!list->begun && list->writer->begin)
        list->writer->begin(list);
    list->begun = true;
}

void cq_list_gap(cq_list *list, const cq_answer *answer, size_t index)
{
    uint64_t size = cq_answer_class_size(answer, index);

    if (list->written)
        putc('\n', list->out);
    if (size)
        fprintf(list->out, "class of %" PRIu64 ":\n", size);
    if (cq_answer_value(answer, index))
        fprintf(list->out, "costs %s:\n", cq_answer_value(answer, index));
}

bool cq_list_suits(const cq_list_writer *writer, const cq_answer *answer)
{
    if (writer->complete)
        return true;
    return !(answer->verdict == CQ_YES && cq_goal_has_findings(answer->goal)) &&
           !(answer->goal == CQ_GOAL_COUNT && answer->counted) && !answer->total;
}

cq_status cq_list_no_solutions(cq_list *list, const cq_answer *whole)
{
    return list->written ? CQ_OK
                         : cq_text_outcome(list->ctx, list->out, list->problem, whole);
}

static cq_status misfit(const cq_list *list, const cq_answer *answer)
{
    if (!answer)
        return cq_fail(list->ctx, CQ_INPUT, "there is no answer to write");
    if (list->ended)
        return cq_fail(list->ctx, CQ_INPUT, "the list has been closed");
    if (answer->kind != list->problem->kind)
        return cq_fail(list->ctx, CQ_INPUT, "the answer is to another problem");
    if (answer->unclear && list->writer->complete) /* it names pieces, and they are a
                                                      guess */
        return cq_fail(list->ctx, CQ_REFUSED,
                       "the text fits several solutions, because it does not tell "
                       "equal pieces or options apart");
    return CQ_OK;
}

cq_status cq_list_add(cq_list *list, const cq_answer *answer)
{
    cq_status status = list ? misfit(list, answer) : CQ_INPUT;

    if (status != CQ_OK)
        return status;
    for (size_t i = 0; i < answer->solutions.count && status == CQ_OK; i++) {
        cq_assert(cq_solution_fits(&answer->solutions.at[i], list->problem));
        cq_list_begin(list);
        status = list->writer->add(list, answer, i);
        list->written++;
    }
    return status;
}

cq_status cq_list_close(cq_list *list, const cq_answer *whole)
{
    cq_try(list ? misfit(list, whole) : CQ_INPUT);
    list->ended = true;
    return list->writer->end(list, whole);
}

/* A whole answer in one call; the list is made here. */
static cq_status write_whole(cq_context *ctx, const cq_problem *problem,
                             const cq_answer *answer, const cq_list_writer *writer,
                             FILE *out)
{
    cq_list list = {.ctx = ctx, .problem = problem, .out = out, .writer = writer};

    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, answer, "an answer"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    list.options = (cq_list_options){
        .goal = answer->goal, .unique = answer->unique, .symmetric = answer->symmetric};
    cq_try(cq_list_suits(writer, answer) ? cq_list_add(&list, answer) : CQ_OK);
    return cq_list_close(&list, answer);
}

cq_status cq_answer_write_text(cq_context *ctx, const cq_problem *problem,
                               const cq_answer *answer, FILE *out)
{
    return write_whole(ctx, problem, answer, &cq_list_text, out);
}

cq_status cq_answer_write_json(cq_context *ctx, const cq_problem *problem,
                               const cq_answer *answer, FILE *out)
{
    return write_whole(ctx, problem, answer, &cq_list_json, out);
}
