/* text_proof.c - the line of an answer that holds the proof.
 *
 *     proof: hall a1 c1 e1
 *     proof: weights 2 values 1 cells a1=1 b2=1
 *     proof: exhausted 1234
 *     proof: exhausted 1234 symmetric
 *
 * Words are cells, items, vertices or a piece by their names, as the kind of proof has
 * it. As with JSON, what fits the problem is taken and the sentence is made anew.
 */
#include "answer/read.h"
#include "base/assert.h"

#include <string.h>

/* The line at hand and its words. */
typedef struct proof_line {
    cq_reader *reader;
    size_t line;
    cq_words *words;
    cq_certificate *certificate;
} proof_line;

static cq_status refuse(const proof_line *p, const char *expected)
{
    return cq_fail_word(p->reader, p->line, p->words, "%s", expected);
}

/* The word at hand as a member of the certificate. */
static cq_status parse_member(const proof_line *p, uint32_t *out)
{
    const cq_reader *r = p->reader;
    const cq_problem *problem = r->problem;

    if (p->certificate->proof == CQ_PROOF_SUPPLY) {
        if (p->words->length != 1 || !cq_is_colour(*p->words->start))
            return refuse(p, "a colour, one letter or digit");
        *out = (uint32_t)*p->words->start;
    } else if (problem->board && p->certificate->proof != CQ_PROOF_UNPLACEABLE) {
        cq_try(cq_read_square(r, p->line, p->words, false, out));
        if (problem->kind == CQ_TOUR)
            *out = cq_lookup_vertex(&r->lookup, *out);
    } else {
        *out = cq_lookup_name(&r->lookup, p->words->start, p->words->length);
        if (*out == CQ_NOT_FOUND)
            return refuse(p, problem->kind == CQ_TILING  ? "a piece of this problem"
                             : problem->kind == CQ_COVER ? "an item of this problem"
                                                         : "a vertex of this graph");
    }
    return CQ_OK;
}

static cq_status parse_members(const proof_line *p)
{
    uint32_t member = 0;

    while (cq_words_next(p->words)) {
        cq_try(parse_member(p, &member));
        cq_try(cq_vec_push(p->reader->ctx, &p->certificate->members, member));
    }
    return CQ_OK;
}

/* ---- weights ---- */

static bool parse_i64(const char *text, size_t length, int64_t *out)
{
    bool negative = length && text[0] == '-';
    uint64_t value;

    if (!cq_parse_u64(text + negative, length - negative, (uint64_t)CQ_WEIGHT_MOST,
                      &value))
        return false;
    *out = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

/* "a1=3" */
static cq_status parse_weight(const proof_line *p)
{
    cq_words square = *p->words;
    const char *equals = memchr(square.start, '=', square.length);
    size_t length = equals ? (size_t)(equals - square.start) : 0;
    int64_t weight;
    cq_cell cell;

    if (!equals || !parse_i64(equals + 1, square.length - length - 1, &weight))
        return refuse(p, "a square and its weight such as a1=1");
    square.length = length;
    cq_try(cq_read_square(p->reader, p->line, &square, false, &cell));
    cq_assert(cell < p->certificate->weights.count);
    p->certificate->weights.at[cell] = weight;
    return CQ_OK;
}

/* "M values v1 v2 cells a1=1 b2=1": a value for each piece. */
static cq_status parse_weights(const proof_line *p)
{
    const cq_reader *r = p->reader;
    cq_certificate *c = p->certificate;
    size_t size = cq_board_size(r->problem->board);
    int64_t value;

    if (!cq_words_next(p->words) ||
        !cq_parse_u32(p->words->start, p->words->length, UINT32_MAX, &c->modulus))
        return refuse(p, "a modulus");
    if (!cq_words_next(p->words) || !cq_word_is(p->words, "values"))
        return refuse(p, "the word values");
    for (size_t i = 0; i < r->problem->pieces.count; i++) {
        if (!cq_words_next(p->words) ||
            !parse_i64(p->words->start, p->words->length, &value))
            return refuse(p, "a value for each piece");
        cq_try(cq_vec_push(r->ctx, &c->values, value));
    }
    if (!cq_words_next(p->words) || !cq_word_is(p->words, "cells"))
        return refuse(p, "the word cells");
    cq_try(cq_vec_reserve(r->ctx, &c->weights, size));
    memset(c->weights.at, 0, size * sizeof *c->weights.at);
    c->weights.count = size;
    while (cq_words_next(p->words))
        cq_try(parse_weight(p));
    return CQ_OK;
}

/* After the work of a search: "symmetric" if only such solutions were sought. */
static cq_status parse_wanted(const proof_line *p)
{
    if (!cq_words_next(p->words))
        return CQ_OK;
    if (!cq_word_is(p->words, "symmetric"))
        return refuse(p, "the end of the line or 'symmetric'");
    p->reader->answer->symmetric = true;
    return cq_words_next(p->words) ? refuse(p, "the end of the line") : CQ_OK;
}

cq_status cq_read_text_proof(cq_reader *reader, const cq_lines *line, cq_words *words)
{
    proof_line p = {reader, line->number, words, &reader->answer->certificate};
    char name[24];

    if (!cq_words_next(words) || words->length >= sizeof name)
        return refuse(&p, "a kind of proof");
    memcpy(name, words->start, words->length);
    name[words->length] = '\0';
    if (!cq_proof_find(name, &p.certificate->proof))
        return refuse(&p, "a kind of proof");
    if (!cq_proof_suits(p.certificate->proof, reader->problem->kind))
        return refuse(&p, "a proof that fits this problem");
    if (p.certificate->proof == CQ_PROOF_EXHAUSTED) {
        if (!cq_words_next(words) || !cq_parse_u64(words->start, words->length,
                                                   UINT64_MAX, &p.certificate->work))
            return refuse(&p, "the number of possibilities");
        return parse_wanted(&p);
    }
    if (p.certificate->proof == CQ_PROOF_WEIGHTS)
        cq_try(parse_weights(&p));
    else
        cq_try(parse_members(&p));
    if (!cq_certificate_fits(p.certificate, reader->problem))
        return cq_fail_at(reader->ctx, reader->text->name, line->number, 1,
                          "this proof does not fit the problem: the answer belongs "
                          "to another problem");
    return CQ_OK;
}
