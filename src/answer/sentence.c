/* sentence.c - why it cannot be done, in one sentence for people.
 *
 * The numbers in a sentence are worked out here from the problem and the certificate's
 * members, never taken from a file: a sentence that is printed is about this problem.
 * Sentences begin in lower case and have no full stop; whoever prints them adds it.
 * Proofs about tilings are in sentence_tiling.c, about tours in sentence_tour.c.
 */
#include "answer/sentence.h"

#include <stdio.h>

void cq_say(cq_sentence *sentence, const char *format, ...)
{
    cq_chars *text = &sentence->text;
    va_list args, again;
    int length;

    if (sentence->status != CQ_OK)
        return;
    va_start(args, format);
    va_copy(again, args);
    length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0 ||
        cq_vec_reserve(sentence->ctx, text, (size_t)length + 1) != CQ_OK) {
        sentence->status = CQ_MEMORY;
    } else {
        vsnprintf(text->at + text->count, (size_t)length + 1, format, again);
        text->count += (size_t)length;
    }
    va_end(again);
}

void cq_say_number(cq_sentence *sentence, uint64_t number)
{
    char buffer[CQ_GROUPED_SIZE];

    cq_say(sentence, "%s", cq_grouped(number, buffer));
}

void cq_say_count(cq_sentence *sentence, uint64_t number, const char *one,
                  const char *many)
{
    cq_say_number(sentence, number);
    cq_say(sentence, " %s", number == 1 ? one : many);
}

static void say_member(cq_sentence *sentence, uint32_t member)
{
    const cq_problem *problem = sentence->problem;
    char name[CQ_VERTEX_NAME_SIZE];

    cq_say(sentence, "%s",
           problem->kind == CQ_TOUR
               ? cq_vertex_name(&problem->graph, problem->board, member, name)
               : cq_cell_name(problem->board, member, name));
}

void cq_say_members(cq_sentence *sentence, const uint32_t *members, size_t count)
{
    enum { SHOWN = 6 };
    size_t shown = count > SHOWN ? SHOWN : count;

    for (size_t i = 0; i < shown; i++) {
        if (i)
            cq_say(sentence, i + 1 == count ? " and " : ", ");
        say_member(sentence, members[i]);
    }
    if (count > shown) {
        cq_say(sentence, " and ");
        cq_say_number(sentence, count - shown);
        cq_say(sentence, " more");
    }
}

void cq_say_balance(cq_sentence *sentence, size_t light, size_t dark)
{
    bool dark_first = dark < light;

    cq_say_number(sentence, dark_first ? dark : light);
    cq_say(sentence, " %s %s against ", dark_first ? "dark" : "light",
           (dark_first ? dark : light) == 1 ? "square" : "squares");
    cq_say_number(sentence, dark_first ? light : dark);
    cq_say(sentence, " %s %s", dark_first ? "light" : "dark",
           (dark_first ? light : dark) == 1 ? "one" : "ones");
}

static void explain_exhausted(cq_sentence *sentence, uint64_t work, bool symmetric)
{
    if (symmetric)
        cq_say(sentence, "no solution has a symmetry of its own, ");
    if (work < 2) {
        cq_say(sentence, "everything was tried without success");
        return;
    }
    cq_say(sentence, "all ");
    cq_say_number(sentence, work);
    cq_say(sentence, " possibilities were tried without success");
}

static cq_status explain(cq_answer *answer, const cq_problem *problem)
{
    const cq_certificate *c = &answer->certificate;
    cq_sentence sentence = {.ctx = answer->ctx, .problem = problem, .status = CQ_OK};

    if (!cq_certificate_fits(c, problem))
        return cq_fail(answer->ctx, CQ_INPUT,
                       "the proof does not fit this problem: the answer belongs to "
                       "another problem");
    if (answer->findings.bound) {
        cq_say(&sentence, "at least ");
        cq_say_count(&sentence, answer->findings.bound, "square stays free",
                     "squares stay free");
        cq_say(&sentence, ": with fewer, ");
    }
    if (c->proof == CQ_PROOF_NONE)
        cq_say(&sentence, answer->counted ? "the count is zero" : "no reason is given");
    else if (c->proof == CQ_PROOF_EXHAUSTED)
        explain_exhausted(&sentence, c->work, answer->symmetric);
    else if (problem->kind == CQ_COVER)
        cq_say(&sentence, "no option covers the item %s",
               cq_item_name(&problem->cover, c->members.at[0]));
    else if (problem->kind == CQ_TILING)
        cq_explain_tiling(&sentence, c);
    else {
        cq_problem view;

        sentence.status = cq_problem_listed(answer->ctx, problem, &view);
        sentence.problem = &view;
        if (sentence.status == CQ_OK)
            cq_explain_tour(&sentence, c);
        cq_problem_unlist(&view, problem);
    }
    if (sentence.status != CQ_OK) {
        cq_vec_free(&sentence.text);
        return sentence.status;
    }
    cq_free(answer->reason);
    answer->reason = sentence.text.at; /* NUL at its end, as vsnprintf left it */
    return CQ_OK;
}

cq_status cq_answer_explain(cq_answer *answer, const cq_problem *problem)
{
    const cq_problem *subject;
    cq_problem *made;
    cq_status status = cq_answer_subject(answer->ctx, problem, answer, &made, &subject);

    cq_then(status, explain(answer, subject));
    cq_problem_free(made);
    return status;
}
