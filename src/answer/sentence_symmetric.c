/* sentence_symmetric.c - why no tour can be as symmetric as was asked, in words.
 *
 * The reasons are those of problem/symmetric_tours.c, given for the first symmetry that
 * was asked for.
 */
#include "answer/sentence.h"

#include "problem/symmetric_tours.h"

/* How a cycle cannot be carried along. */
static void say_carry(cq_sentence *s, const cq_symmetry_facts *f, const char *name)
{
    uint32_t n = s->problem->graph.vertices, moves = n / (f->quarter ? 4 : 2);
    bool colours = cq_changes_colour(s->problem);

    if (f->fixed) {
        cq_say(s,
               "a closed tour that %s carries along has no square that stays where "
               "it is, and ",
               name);
        cq_say_members(s, &f->stays, 1);
        cq_say(s, " does");
        return;
    }
    if (!colours)
        cq_say(s, "every move changes the side; ");
    cq_say(s,
           "%s %s the %s of every square, and would carry a closed tour along by %s "
           "moves%s, which %s it",
           name, f->changes ? "changes" : "keeps", colours ? "colour" : "side",
           cq_digits(s, moves), f->quarter ? " or three times as many" : "",
           f->changes ? "keep" : "change");
}

static const char *digits_or_none(cq_sentence *s, size_t number)
{
    return number ? cq_digits(s, number) : "none";
}

/* How it cannot be reversed, either. */
static void say_reversal(cq_sentence *s, const cq_symmetry_facts *f)
{
    size_t places = (size_t)f->fixed + f->moves;

    if (f->fixed > 2)
        cq_say(s,
               "; nor can it reverse the tour, as then 2 squares stay at the most, "
               "and there are %s",
               cq_digits(s, f->fixed));
    else
        cq_say(s,
               "; nor can it reverse the tour, for which 2 squares must stay where "
               "they are or be a move from their images, and there %s %s",
               places == 1 ? "is" : "are", digits_or_none(s, places));
}

static void say_open(cq_sentence *s, const cq_symmetry_facts *f, const char *name)
{
    bool odd = s->problem->graph.vertices % 2;

    if (f->quarter) {
        cq_say(s, "a tour with two ends can be reversed, but not turned by a quarter");
        return;
    }
    cq_say(s, "%s could only reverse a tour with two ends, ", name);
    if (odd)
        cq_say(s,
               "whose middle square alone stays where it is, and of such squares "
               "there are %s",
               digits_or_none(s, f->fixed));
    else if (f->fixed)
        cq_say(s,
               "which leaves none of an even number of squares in place, but it "
               "leaves %s",
               cq_digits(s, f->fixed));
    else
        cq_say(s, "whose middle is a move between a square and its image, and there is "
                  "none");
}

/* Of several, the first. */
static const char *reflection_of(unsigned symmetric)
{
    return symmetric & (symmetric - 1) ? "the first reflection" : "a reflection";
}

void cq_explain_symmetric(cq_sentence *s)
{
    cq_symmetry_facts facts = {0};
    const char *name = s->problem->symmetric & 1u << CQ_TURN_90 ? "a quarter turn"
                       : s->problem->symmetric & 1u << CQ_TURN_180
                           ? "a half turn"
                           : reflection_of(s->problem->symmetric);
    bool barred;

    s->status = cq_symmetric_barred(s->ctx, s->problem, &barred, &facts);
    if (s->status != CQ_OK)
        return;
    if (!s->problem->closed) {
        say_open(s, &facts, name);
        return;
    }
    say_carry(s, &facts, name);
    if (!facts.quarter)
        say_reversal(s, &facts);
    if (s->problem->symmetric & (s->problem->symmetric - 1))
        cq_say(s, "; nor can any other reflection");
}
