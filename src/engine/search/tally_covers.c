/* tally_covers.c - counts several covers in turn, as parts of one count.
 *
 * A search leaves its number, its counters and its reason in the answer of the run.
 * They are taken out of it after each cover; at the end the answer has those of the
 * whole.
 */
#include "engine/search/tally_covers.h"

#include "base/assert.h"
#include "base/limbs.h"

bool cq_tally_may(const cq_run *run)
{
    return run->goal == CQ_GOAL_COUNT && !run->checkpoint && run->parts <= 1 &&
           !run->ranks && !run->sifted;
}

static void clear_answer(cq_answer *answer)
{
    cq_certificate_free(&answer->certificate);
    answer->found = 0;
    answer->counted = false;
    answer->verdict = CQ_UNKNOWN;
}

static void take_counters(cq_tally *t)
{
    cq_answer *answer = t->run->answer;

    for (size_t i = 0; i < answer->counters.count && i < CQ_DFS_COUNTS; i++) {
        t->names[i] = answer->counters.at[i].name;
        t->totals[i] += answer->counters.at[i].value;
    }
    answer->counters.count = 0;
}

cq_status cq_tally_count(cq_tally *tally, const cq_cover *cover, cq_search_fn *search,
                         mpz_t out)
{
    cq_answer *answer = tally->run->answer;
    cq_status status;

    cq_assert(cq_tally_may(tally->run));
    clear_answer(answer);
    cq_assert(answer->counters.count == 0);
    status = search(tally->run, cover);
    if (answer->counted)
        mpz_set(out, answer->count);
    else
        cq_number_set(out, answer->found);
    take_counters(tally);
    return status;
}

cq_status cq_tally_tell(const cq_tally *tally, const mpz_t number)
{
    cq_run *run = tally->run;

    cq_assert(run->answer->counters.count == 0);
    cq_assert(mpz_sgn(number) >= 0);
    clear_answer(run->answer);
    if (run->stop == CQ_FINISHED && mpz_sgn(number))
        cq_run_number(run, number);
    else if (run->stop == CQ_FINISHED)
        cq_run_exhausted(run, tally->totals[0]);
    for (int i = 0; i < CQ_DFS_COUNTS && tally->names[i]; i++)
        cq_try(cq_answer_add_counter(run->answer, tally->names[i], tally->totals[i]));
    return CQ_OK;
}
