/* name_hint.c - did you mean ...? for the names of pieces and leapers.
 *
 * The library reports the place of a name that it does not know; the word there is
 * compared with the names that it does know, and the nearest is added to the message.
 */
#include "problem/name_hint.h"

#include "base/suggest.h"
#include "problem/piece.h"
#include "problem/graph.h"

#include <string.h>

/* The message again, followed by the suggestion. */
static cq_status add_hint(cq_context *ctx, const cq_suggest *suggest)
{
    if (!suggest->best)
        return CQ_INPUT;
    return cq_fail_at(ctx, cq_error_source(ctx), cq_error_line(ctx),
                      cq_error_column(ctx), "%s; did you mean %s?", cq_error_text(ctx),
                      suggest->best);
}

/* The word of `list` at the column of the message, up to one of `ends`. */
static cq_suggest word_of_message(cq_context *ctx, const char *list, const char *ends)
{
    size_t column = cq_error_column(ctx);

    if (column == 0 || column > strlen(list))
        return cq_suggest_for("", 0);
    list += column - 1;
    return cq_suggest_for(list, strcspn(list, ends));
}

cq_status cq_hint_pieces(cq_context *ctx, const char *list)
{
    cq_suggest suggest = word_of_message(ctx, list, ",* ");

    for (unsigned squares = 1; cq_polyomino_name(squares); squares++)
        cq_suggest_offer(&suggest, cq_polyomino_name(squares));
    for (size_t i = 0; cq_piece_set_name(i); i++)
        cq_suggest_offer(&suggest, cq_piece_set_name(i));
    return add_hint(ctx, &suggest);
}

cq_status cq_hint_leaper(cq_context *ctx, const char *list)
{
    cq_suggest suggest = word_of_message(ctx, list, "+ ");

    for (size_t i = 0; cq_leaper_name(i); i++)
        cq_suggest_offer(&suggest, cq_leaper_name(i));
    return add_hint(ctx, &suggest);
}
