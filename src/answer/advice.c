/* advice.c - a no with a way out: what to change if the areas do not agree.
 *
 * Most who get that answer did not mean it: a piece that is named without a star is
 * there once, and one square too many can be left free by a piece of one square. What
 * is advised makes the areas agree; whether there is a tiling then is another question.
 * Pieces from a puzzle file are changed there, others after --pieces.
 */
#include "answer/answer.h"
#include "problem/areas.h"

#include <inttypes.h>
#include <string.h>

enum { NAMED_MOST = 4 }; /* more pieces are not named one by one */

typedef struct advice {
    cq_context *ctx;
    const cq_problem *problem;
    char *text; /* CQ_SENTENCE_SIZE bytes */
} advice;

static void add(advice *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(advice *a, const char *format, ...)
{
    size_t used = strlen(a->text);
    va_list args;

    va_start(args, format);
    vsnprintf(a->text + used, CQ_SENTENCE_SIZE - used, format, args);
    va_end(args);
}

static bool in_file(const advice *a)
{
    const cq_pieces *pieces = &a->problem->pieces;

    return pieces->count && pieces->at[0].line;
}

typedef enum copies { AS_THEY_ARE, NONE_OR_MORE, ANY } copies;

/* "I5*0..1": a piece of --pieces. */
static void add_piece(advice *a, const cq_piece *piece, copies how)
{
    uint32_t least = how == AS_THEY_ARE ? piece->least : 0;

    add(a, "%s", piece->name);
    if (how == ANY || piece->most == CQ_ANY_COPIES)
        add(a, "*");
    else if (least < piece->most)
        add(a, "*%" PRIu32 "..%" PRIu32, least, piece->most);
    else if (piece->most > 1)
        add(a, "*%" PRIu32, piece->most);
}

/* All of them, unless they are too many to be named, and one more, which may be "". */
static void add_list(advice *a, copies how, const char *more)
{
    const cq_pieces *pieces = &a->problem->pieces;

    if (pieces->count > NAMED_MOST)
        return;
    add(a, ": --pieces '");
    for (size_t i = 0; i < pieces->count; i++) {
        add(a, "%s", i ? "," : "");
        add_piece(a, &pieces->at[i], how);
    }
    add(a, "%s%s'", *more ? "," : "", more);
}

static void advise_fewer(advice *a)
{
    if (in_file(a)) {
        add(a, "to leave pieces out, write copies=0..1 after their names");
    } else {
        add(a, "to leave pieces out, write *0..1 after their names");
        add_list(a, NONE_OR_MORE, "");
    }
}

static void advise_any(advice *a)
{
    if (in_file(a)) {
        add(a, "for any number of copies, write copies=any after the name");
    } else {
        add(a, "for any number of copies, write a star after the name");
        add_list(a, ANY, "");
    }
}

static void advise_free(advice *a, uint64_t left)
{
    char grouped[CQ_GROUPED_SIZE], more[48];

    snprintf(more, sizeof more, "monomino*%" PRIu64, left);
    add(a, "%sto leave %s square%s free, add ", *a->text ? "; " : "",
        cq_grouped(left, grouped), left == 1 ? "" : "s");
    if (in_file(a)) {
        add(a, "the line: pieces %s", more);
    } else {
        add(a, "%s", more);
        add_list(a, AS_THEY_ARE, more);
    }
}

/* Whether the areas agree if there are any number of copies of each. */
static cq_status any_helps(const advice *a, bool *out)
{
    const cq_pieces *pieces = &a->problem->pieces;
    uint64_t left = 0;
    bool too_many = true, limited = false;
    cq_pieces any = {0};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < pieces->count && status == CQ_OK; i++) {
        cq_piece piece = pieces->at[i]; /* its shape is borrowed */

        limited |= piece.most != CQ_ANY_COPIES;
        piece.least = 0;
        piece.most = CQ_ANY_COPIES;
        status = cq_vec_push(a->ctx, &any, piece);
    }
    if (status == CQ_OK)
        status =
            cq_areas_left(a->ctx, &any, a->problem->board->count, &too_many, &left);
    *out = status == CQ_OK && limited && !too_many && left == 0;
    cq_vec_free(&any);
    return status;
}

static cq_status advise(advice *a)
{
    uint64_t left, area = a->problem->board->count;
    bool too_many, any;

    cq_try(cq_areas_left(a->ctx, &a->problem->pieces, area, &too_many, &left));
    if (!too_many && !left)
        return CQ_OK;
    if (too_many) {
        advise_fewer(a);
        return CQ_OK;
    }
    cq_try(any_helps(a, &any));
    if (any)
        advise_any(a);
    if (!any || left <= area / 4)
        advise_free(a, left);
    return CQ_OK;
}

cq_status cq_answer_advise(cq_context *ctx, const cq_problem *problem,
                           const cq_answer *answer, char sentence[CQ_SENTENCE_SIZE])
{
    advice a = {ctx, problem, sentence};

    cq_try(cq_need(ctx, problem && answer ? sentence : NULL,
                   "a problem, an answer and a place for the sentence"));
    sentence[0] = '\0';
    if (problem->kind != CQ_TILING || answer->verdict != CQ_NO ||
        cq_certificate_proof(cq_answer_certificate(answer)) != CQ_PROOF_AREA)
        return CQ_OK;
    return advise(&a);
}
