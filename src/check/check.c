/* check.c - judges everything that an answer claims.
 *
 *     contradictions   the verdict against what is shown: a yes needs a solution or a
 *                      count, a no needs a reason or a count of 0, and numbers must
 *                      agree with each other
 *     solutions        each is right, and no two are the same (unless drawn at random)
 *     classes          if only one of each class is to be listed: no two are of the
 *                      same, and the sizes are right, see check_classes.c
 *     weights          what solutions cost, or sum to, see check_weights.c
 *     findings         of the goals for dominoes only, see check_findings.c
 *     the reason       proves it, see check_certificate.c
 *     numbers          a count, or that a list is complete, has no short proof: it is
 *                      repeated within CQ_CHECK_NODES nodes, see recount.c
 *
 * The first claim that is wrong makes the answer wrong. If none is, but one could not
 * be decided, the answer is undecided, and the sentence says how far it was confirmed.
 * An answer that claims nothing is undecided too.
 */
#include "base/limbs.h"
#include "check/check_findings.h"
#include "check/judge.h"
#include "check/weigh_solution.h"

#include <inttypes.h>

/* Whether it is about all of the problem: not a part, nor the rest of a run before. */
static bool is_whole(const cq_answer *answer)
{
    return answer->parts == 0 && (answer->earlier == 0 || answer->counted);
}

static bool is_listing(const cq_answer *answer)
{
    return answer->goal == CQ_GOAL_ALL && answer->stop == CQ_FINISHED &&
           is_whole(answer);
}

static bool counts_none(const cq_answer *answer)
{
    return answer->counted && mpz_sgn(answer->count) == 0;
}

/* What the verdict and the content say against each other, or NULL. */
static const char *contradiction(const cq_answer *answer)
{
    bool shown = answer->solutions.count > 0;
    bool some = shown || answer->found > 0 || (answer->counted && !counts_none(answer));
    bool reason = answer->certificate.proof != CQ_PROOF_NONE;

    if (answer->counted && answer->stop != CQ_FINISHED)
        return "the answer gives a count, but it was stopped before the end";
    switch (answer->verdict) {
    case CQ_YES:
        if (reason)
            return "the answer says yes but gives a reason why not";
        if (counts_none(answer))
            return "the answer says yes but counts 0 solutions";
        if (answer->goal == CQ_GOAL_ALL && answer->counted && !shown)
            return "the answer counts solutions but lists none of them";
        if (!shown && !answer->counted && !answer->total &&
            answer->goal != CQ_GOAL_WHY && !(is_listing(answer) && answer->found))
            return "the answer says yes but shows no solution";
        break;
    case CQ_NO:
        if (answer->total)
            return "the answer says no but gives a sum of weights";
        if (some)
            return "the answer says no but has solutions";
        if (!reason && !answer->counted)
            return "the answer says no but gives no reason";
        break;
    case CQ_UNKNOWN:
        if (some)
            return "the answer has solutions but does not say yes";
        if (reason || (answer->counted && is_whole(answer)))
            return "the answer shows that there are no solutions but does not say no";
        break;
    }
    return NULL;
}

/* Numbers that are given twice must agree. */
static bool numbers_agree(cq_hearing *hearing, const cq_answer *answer)
{
    size_t shown = answer->solutions.count;
    uint64_t counted = answer->counted ? cq_number_get(answer->count) : shown;

    if (shown && answer->found - answer->earlier != shown)
        return cq_find_wrong(hearing,
                             "the answer lists %zu solution%s but says that %" PRIu64
                             " were found",
                             shown, shown == 1 ? "" : "s", answer->found);
    if (shown && (is_listing(answer) ? counted != shown : counted < shown))
        return cq_find_wrong(hearing,
                             "the answer lists %zu solutions but counts others", shown);
    return true;
}

/* Whether the solutions differ, if the answer says so: a sample may repeat itself, and
 * text does not say whether it is one. */
static cq_status judge_differences(cq_hearing *hearing, const cq_answer *answer,
                                   bool *right, bool *differ)
{
    size_t count = answer->solutions.count, first = 0, second = 0;
    bool repeated = false;

    if (answer->goal == CQ_GOAL_SAMPLE)
        return cq_find(hearing, CQ_YES, "%zu solutions, each of them right%s", count,
                       answer->chained ? "; they are not exactly uniform" : "");
    if (answer->unclear)
        return cq_find(hearing, CQ_YES,
                       "%zu solutions, each of them right; the text does not show "
                       "whether they differ, but JSON would",
                       count);
    cq_try(cq_find_repeated(hearing->ctx, hearing->problem, answer->solutions.at, count,
                            &first, &second, &repeated));
    *right = !repeated || (answer->bare && !answer->unique);
    *differ = !repeated;
    if (!repeated)
        return cq_find(hearing, CQ_YES, "%zu different solutions, each of them right",
                       count);
    if (*right)
        return cq_find(hearing, CQ_YES,
                       "%zu solutions, each of them right; solutions %zu and %zu are "
                       "the same",
                       count, first + 1, second + 1);
    return cq_find(hearing, CQ_NO, "solutions %zu and %zu are the same", first + 1,
                   second + 1);
}

/* Whether the pieces are only one way to read the letters: another may keep the rules.
 */
static bool is_guess(const cq_hearing *hearing, const cq_answer *answer)
{
    return answer->unclear && hearing->problem->pieces.rules.count > 0;
}

/* Judges every solution shown; *right is false, with a finding, at the first that is
 * wrong or the same as another. *differ: there are several, known to be different. */
static cq_status judge_solutions(cq_hearing *hearing, const cq_answer *answer,
                                 bool *right, bool *differ)
{
    cq_checker *checker = NULL;
    size_t count = answer->solutions.count;
    char found[CQ_SENTENCE_SIZE];
    cq_status status;

    *right = true;
    if (count == 0)
        return CQ_OK;
    status = cq_checker_new(hearing->ctx, hearing->problem, &checker);
    for (size_t i = 0; status == CQ_OK && *right && i < count; i++) {
        status = cq_checker_solution(checker, &answer->solutions.at[i], right, found);
        if (status == CQ_OK && *right)
            cq_find(hearing, CQ_YES, "%s", found);
        else if (status == CQ_OK && is_guess(hearing, answer))
            cq_find(hearing, CQ_UNKNOWN,
                    "the letters can be read as different pieces, and the rules tell "
                    "these apart: give the answer as JSON");
        else if (status == CQ_OK && count == 1)
            cq_find(hearing, CQ_NO, "%s", found);
        else if (status == CQ_OK)
            cq_find(hearing, CQ_NO, "solution %zu is wrong: %.400s", i + 1, found);
    }
    cq_checker_free(checker);
    if (status != CQ_OK || !*right || count < 2)
        return status;
    return judge_differences(hearing, answer, right, differ);
}

/* The number that has to be confirmed, in words. */
static void put_count(const cq_answer *answer, char text[80])
{
    char digits[CQ_GROUPED_SIZE];
    size_t shown = answer->solutions.count;

    if (!answer->counted)
        snprintf(text, 80, "%s", cq_grouped(shown ? shown : answer->found, digits));
    else if (mpz_sizeinbase(answer->count, 2) <= 64)
        snprintf(text, 80, "%s", cq_grouped(cq_number_get(answer->count), digits));
    else if (mpz_sizeinbase(answer->count, 10) < 60)
        gmp_snprintf(text, 80, "%Zd", answer->count);
    else
        snprintf(text, 80, "about 10^%zu", mpz_sizeinbase(answer->count, 10) - 1);
}

static const char *what_is_counted(const cq_answer *answer)
{
    if (answer->unique)
        return answer->symmetric ? "classes of symmetric solutions"
                                 : "classes of solutions";
    return answer->symmetric ? "symmetric solutions" : "solutions";
}

/* Counts what the answer is about, and stops if there is more than was claimed. */
static cq_status count_again(cq_hearing *hearing, const cq_answer *answer,
                             uint64_t claimed, cq_recount *out)
{
    *out = (cq_recount){.most = hearing->nodes,
                        .enough = claimed < UINT64_MAX ? claimed + 1 : 0};
    return cq_recount_answer(hearing->ctx, hearing->problem, answer, out);
}

/* Repeats a count, or a listing, which claims that there are no others. */
static cq_status judge_count(cq_hearing *hearing, const cq_answer *answer)
{
    size_t shown = answer->solutions.count;
    uint64_t claimed = answer->counted ? cq_number_get(answer->count)
                       : shown         ? shown
                                       : answer->found;
    bool huge = answer->counted && mpz_sizeinbase(answer->count, 2) > 64;
    cq_recount again;
    char text[80], digits[CQ_GROUPED_SIZE];

    cq_try(count_again(hearing, answer, claimed, &again));
    put_count(answer, text);
    if (again.complete && !huge && again.found == claimed)
        return cq_find(
            hearing, CQ_YES, "%s%s, confirmed by another search with %s nodes",
            shown ? "every solution is right and different, and their number "
            : answer->unique    ? "the number of classes is "
            : answer->symmetric ? "the number of symmetric solutions is "
                                : "the number of solutions is ",
            shown ? "is complete" : text, cq_grouped(again.nodes, digits));
    if (again.complete)
        return cq_find(hearing, CQ_NO, "there are %s %s, not %s",
                       cq_grouped(again.found, digits), what_is_counted(answer), text);
    if (!huge && again.found > claimed)
        return cq_find(hearing, CQ_NO, "there are more than %s %s", text,
                       what_is_counted(answer));
    return cq_find(hearing, CQ_UNKNOWN,
                   "%sthat there are %s %s could not be repeated within %s nodes",
                   shown ? "every solution is right and different; " : "", text,
                   what_is_counted(answer), cq_grouped(hearing->nodes, digits));
}

/* "possible" alone: that there is a solution. */
static cq_status judge_possible(cq_hearing *hearing)
{
    char digits[CQ_GROUPED_SIZE];
    cq_recount again = {.most = hearing->nodes, .enough = 1};

    cq_try(cq_recount_problem(hearing->ctx, hearing->problem, &again));
    if (again.found)
        return cq_find(hearing, CQ_YES,
                       "there is a solution: another search found one at node %s",
                       cq_grouped(again.nodes, digits));
    if (again.complete)
        return cq_find(hearing, CQ_NO, "there is no solution");
    return cq_find(hearing, CQ_UNKNOWN,
                   "the answer shows no solution, and another search found none "
                   "within %s nodes",
                   cq_grouped(hearing->nodes, digits));
}

/* A list as text does not say that it is complete: that it is not is reported, but is
 * no mistake. */
static cq_status tell_others(cq_hearing *hearing, const cq_answer *answer)
{
    size_t shown = answer->solutions.count;
    cq_recount again;
    char digits[CQ_GROUPED_SIZE];

    cq_try(count_again(hearing, answer, shown, &again));
    if (again.complete && again.found == shown)
        return cq_find(hearing, CQ_YES,
                       "every solution is right and different, and their number is "
                       "complete, confirmed by another search with %s nodes",
                       cq_grouped(again.nodes, digits));
    if (again.found > shown)
        return cq_find(hearing, CQ_YES,
                       "%zu different solutions, each of them right; there are others",
                       shown);
    return CQ_OK; /* what was found of each of them stands */
}

/* How many solutions a part has cannot be known from the problem alone. */
static cq_status judge_share(cq_hearing *hearing, const cq_answer *answer)
{
    if (answer->solutions.count)
        return CQ_OK; /* they are right, and nothing is said of others */
    return cq_find(hearing, CQ_UNKNOWN,
                   "the answer to a part of a search cannot be judged alone");
}

/* Why not: of the problem, or of all packings of its pieces. */
static cq_status judge_reason(cq_hearing *hearing, const cq_answer *answer)
{
    const cq_problem *subject;
    cq_problem *made;
    cq_status status =
        cq_answer_subject(hearing->ctx, hearing->problem, answer, &made, &subject);

    cq_then(status, cq_check_certificate_within(hearing->ctx, subject,
                                                &answer->certificate, hearing->nodes,
                                                &hearing->verdict, hearing->sentence));
    cq_problem_free(made);
    return status;
}

static cq_status judge_claims(cq_hearing *hearing, const cq_answer *answer)
{
    if (!is_whole(answer) && answer->verdict != CQ_NO)
        return judge_share(hearing, answer);
    switch (answer->verdict) {
    case CQ_YES:
        if (answer->total || answer->values.count)
            return cq_judge_weighed(hearing, answer);
        if (answer->counted || is_listing(answer))
            return judge_count(hearing, answer);
        return answer->goal == CQ_GOAL_WHY && answer->solutions.count == 0
                   ? judge_possible(hearing)
                   : CQ_OK;
    case CQ_NO:
        if (answer->certificate.proof == CQ_PROOF_NONE ||
            (answer->certificate.proof == CQ_PROOF_EXHAUSTED && answer->symmetric))
            return judge_count(hearing, answer);
        return judge_reason(hearing, answer);
    case CQ_UNKNOWN: break;
    }
    return cq_find(hearing, CQ_UNKNOWN, "the answer claims nothing (%s)",
                   answer->stop == CQ_FINISHED ? "it has no verdict"
                                               : cq_stop_name(answer->stop));
}

static cq_status judge(cq_context *ctx, const cq_problem *problem,
                       const cq_answer *answer, bool all, cq_verdict *out,
                       char sentence[CQ_SENTENCE_SIZE])
{
    cq_hearing hearing = {.ctx = ctx,
                          .problem = problem,
                          .certificate = &answer->certificate,
                          .nodes = all ? UINT64_MAX : CQ_CHECK_NODES,
                          .all = all,
                          .sentence = sentence};
    const char *against = contradiction(answer);
    bool right = true, differ = false;
    cq_status status = CQ_OK;

    if (answer->kind != problem->kind) {
        *out =
            cq_judge_say(sentence, CQ_NO, "the answer is to another kind of problem");
        return CQ_OK;
    }
    if (answer->verdict == CQ_YES && cq_goal_has_findings(answer->goal)) {
        status = cq_judge_findings(&hearing, answer);
        right = false; /* that is all there is to judge */
    } else {
        status = judge_solutions(&hearing, answer, &right, &differ);
        if (status == CQ_OK && right && (answer->unique || answer->symmetric) &&
            !answer->unclear)
            status = cq_judge_classes(&hearing, answer, &right);
        if (status == CQ_OK && right && differ && answer->bare)
            status = tell_others(&hearing, answer);
    }
    if (status == CQ_OK && right) {
        if (against)
            cq_find(&hearing, CQ_NO, "%s", against);
        else if (numbers_agree(&hearing, answer))
            status = judge_claims(&hearing, answer);
    }
    if (status == CQ_OK)
        *out = hearing.verdict;
    return status;
}

cq_status cq_check(cq_context *ctx, const cq_problem *problem, const cq_answer *answer,
                   cq_verdict *out, char sentence[CQ_SENTENCE_SIZE])
{
    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, answer, "an answer"));
    cq_try(cq_need(ctx, sentence ? out : NULL, "places for verdict and sentence"));
    return judge(ctx, problem, answer, false, out, sentence);
}

cq_status cq_confirm_findings(cq_context *ctx, const cq_problem *problem,
                              const cq_answer *answer, bool all, cq_verdict *out,
                              char sentence[CQ_SENTENCE_SIZE])
{
    cq_assert(cq_goal_has_findings(answer->goal));
    return judge(ctx, problem, answer, all, out, sentence);
}
