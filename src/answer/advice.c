/* advice.c - a no with a way out: what to change if the areas do not agree.
 *
 * Most who get that answer did not mean it: a piece that is named without a star is
 * there once, and one square too many can be left free by a piece of one square. What
 * is advised makes the areas agree; whether there is a tiling then is another question.
 * Pieces from a puzzle file are changed there, others after --pieces. Each way has its
 * words and, if the pieces are few, all of them as --pieces takes them: the command
 * says both in one sentence, JSON has them apart. */
#include "answer/advice.h"
#include "problem/areas.h"

#include <inttypes.h>
#include <string.h>

enum { NAMED_MOST = 4 }; /* more pieces are not named one by one */

typedef struct advice {
    cq_context *ctx;
    const cq_problem *problem;
    cq_ways_out *out;
} advice;

static void add(char text[CQ_SENTENCE_SIZE], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(char text[CQ_SENTENCE_SIZE], const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;

    va_start(args, format);
    vsnprintf(text + used, CQ_SENTENCE_SIZE - used, format, args);
    va_end(args);
}

static bool in_file(const cq_problem *problem)
{
    return problem->pieces.count && problem->pieces.at[0].line;
}

static cq_way_out *begin_way(advice *a)
{
    cq_way_out *way = &a->out->at[a->out->count++];

    way->words[0] = way->pieces[0] = '\0';
    return way;
}

typedef enum copies { AS_THEY_ARE, NONE_OR_MORE, ANY } copies;

/* "I5*0..1": a piece of --pieces. */
static void add_piece(cq_way_out *way, const cq_piece *piece, copies how)
{
    uint32_t least = how == AS_THEY_ARE ? piece->least : 0;

    add(way->pieces, "%s", piece->name);
    if (how == ANY || piece->most == CQ_ANY_COPIES)
        add(way->pieces, "*");
    else if (least < piece->most)
        add(way->pieces, "*%" PRIu32 "..%" PRIu32, least, piece->most);
    else if (piece->most > 1)
        add(way->pieces, "*%" PRIu32, piece->most);
}

/* All of them, unless they are too many to be named, and one more, which may be "". */
static void add_list(const advice *a, cq_way_out *way, copies how, const char *more)
{
    const cq_pieces *pieces = &a->problem->pieces;

    if (pieces->count > NAMED_MOST)
        return;
    for (size_t i = 0; i < pieces->count; i++) {
        add(way->pieces, "%s", i ? "," : "");
        add_piece(way, &pieces->at[i], how);
    }
    add(way->pieces, "%s%s", *more ? "," : "", more);
}

static void advise_fewer(advice *a)
{
    cq_way_out *way = begin_way(a);

    add(way->words, "to leave pieces out, write %s after their names",
        in_file(a->problem) ? "copies=0..1" : "*0..1");
    add_list(a, way, NONE_OR_MORE, "");
}

static void advise_any(advice *a)
{
    cq_way_out *way = begin_way(a);

    add(way->words, "for any number of copies, write %s after the name",
        in_file(a->problem) ? "copies=any" : "a star");
    add_list(a, way, ANY, "");
}

static void advise_free(advice *a, uint64_t left)
{
    char grouped[CQ_GROUPED_SIZE], more[48];
    cq_way_out *way = begin_way(a);

    snprintf(more, sizeof more, "monomino*%" PRIu64, left);
    add(way->words, "to leave %s square%s free, add %s%s", cq_grouped(left, grouped),
        left == 1 ? "" : "s", in_file(a->problem) ? "the line: pieces " : "", more);
    add_list(a, way, AS_THEY_ARE, more);
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
    cq_then(status,
            cq_areas_left(a->ctx, &any, a->problem->board->count, &too_many, &left));
    *out = status == CQ_OK && limited && !too_many && left == 0;
    cq_vec_free(&any);
    return status;
}

static cq_status advise(advice *a)
{
    uint64_t left, area = a->problem->board->count;
    bool too_many, any;

    cq_try(cq_areas_left(a->ctx, &a->problem->pieces, area, &too_many, &left));
    if ((!too_many && !left) || cq_problem_free_piece(a->problem) != CQ_NO_PIECE)
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

cq_status cq_answer_ways_out(cq_context *ctx, const cq_problem *problem,
                             const cq_answer *answer, cq_ways_out *out)
{
    advice a = {ctx, problem, out};

    out->count = 0;
    if (problem->kind != CQ_TILING || answer->verdict != CQ_NO ||
        cq_certificate_proof(cq_answer_certificate(answer)) != CQ_PROOF_AREA)
        return CQ_OK;
    return advise(&a);
}

cq_status cq_answer_advise(cq_context *ctx, const cq_problem *problem,
                           const cq_answer *answer, char sentence[CQ_SENTENCE_SIZE])
{
    cq_ways_out ways;

    cq_try(cq_need(ctx, problem && answer ? sentence : NULL,
                   "a problem, an answer and a place for the sentence"));
    sentence[0] = '\0';
    cq_try(cq_answer_ways_out(ctx, problem, answer, &ways));
    for (size_t i = 0; i < ways.count; i++) {
        add(sentence, "%s%s", i ? "; " : "", ways.at[i].words);
        if (ways.at[i].pieces[0] && !in_file(problem))
            add(sentence, ": --pieces '%s'", ways.at[i].pieces);
    }
    return CQ_OK;
}
