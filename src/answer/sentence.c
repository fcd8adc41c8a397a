/* sentence.c - why it cannot be done, in one sentence for people.
 *
 * The numbers in a sentence are worked out here from the problem and the certificate's
 * members, never taken from a file: a sentence that is printed is about this problem.
 * Sentences begin in lower case and have no full stop; whoever prints them adds it.
 * Proofs about tilings are in sentence_tiling.c, about tours in sentence_tour.c.
 */
#include "answer/sentence.h"

#include "base/assert.h"

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

static char *next_words(cq_sentence *s)
{
    return s->words[s->next++ % (sizeof s->words / sizeof *s->words)];
}

const char *cq_digits(cq_sentence *sentence, uint64_t number)
{
    return cq_grouped(number, next_words(sentence));
}

const char *cq_count_of(cq_sentence *sentence, uint64_t number, const char *one,
                        const char *many)
{
    char *words = next_words(sentence), digits[CQ_GROUPED_SIZE];
    int length = snprintf(words, sizeof *sentence->words, "%s %s",
                          cq_grouped(number, digits), number == 1 ? one : many);

    cq_assert(length > 0 && (size_t)length < sizeof *sentence->words);
    (void)length;
    return words;
}

const char *cq_joint(size_t i, size_t count)
{
    cq_assert(i < count);
    return i == 0 ? "" : i + 1 < count ? ", " : " and ";
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
        cq_say(sentence, "%s", cq_joint(i, count));
        say_member(sentence, members[i]);
    }
    if (count > shown)
        cq_say(sentence, " and %s more", cq_digits(sentence, count - shown));
}

const char *cq_vertex_word(const cq_sentence *s, size_t count)
{
    if (s->problem->board)
        return count == 1 ? "square" : "squares";
    return count == 1 ? "vertex" : "vertices";
}

void cq_say_all(cq_sentence *sentence, const cq_u32s *members)
{
    const char *words = cq_vertex_word(sentence, members->count);

    if (members->count == 1)
        cq_say(sentence, "the %s ", words);
    else
        cq_say(sentence, "the %s %s ", cq_digits(sentence, members->count), words);
    cq_say_members(sentence, members->at, members->count);
}

void cq_say_balance(cq_sentence *sentence, size_t light, size_t dark)
{
    if (dark < light)
        cq_say(sentence, "%s against %s",
               cq_count_of(sentence, dark, "dark square", "dark squares"),
               cq_count_of(sentence, light, "light one", "light ones"));
    else
        cq_say(sentence, "%s against %s",
               cq_count_of(sentence, light, "light square", "light squares"),
               cq_count_of(sentence, dark, "dark one", "dark ones"));
}

static void explain_exhausted(cq_sentence *sentence, uint64_t work, bool symmetric)
{
    if (symmetric)
        cq_say(sentence, "no solution has a symmetry of its own, ");
    if (work < 2)
        cq_say(sentence, "everything was tried without success");
    else
        cq_say(sentence, "all %s possibilities were tried without success",
               cq_digits(sentence, work));
}

static cq_status explain(cq_answer *answer, const cq_problem *problem)
{
    const cq_certificate *c = &answer->certificate;
    cq_sentence sentence = {.ctx = answer->ctx, .problem = problem, .status = CQ_OK};

    if (!cq_certificate_fits(c, problem))
        return cq_fail(answer->ctx, CQ_INPUT,
                       "the proof does not fit this problem: the answer belongs to "
                       "another problem");
    if (answer->findings.bound)
        cq_say(&sentence, "at least %s: with fewer, ",
               cq_count_of(&sentence, answer->findings.bound, "square stays free",
                           "squares stay free"));
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
