/* copy_bounds.c - bounds on the copies of each piece, as text and as JSON.
 *
 *     T4: from 0 to 8 copies, an even number
 *     domino: from 2 to 18 copies, 2 more than a multiple of 4
 *     X5: 1 copy
 *
 *     With 1 on the light squares and 0 on the dark ones, T4 sums to 1, every other
 *     piece to 0 modulo 2, and the board to 0.
 *
 * In JSON the weights are there as in a certificate.
 */
#include "answer/read.h"
#include "answer/sentence.h"
#include "answer/write.h"

#include <ctype.h>
#include <inttypes.h>

const cq_copy_bound *cq_answer_copy_bound(const cq_answer *answer, size_t piece)
{
    return answer && answer->goal == CQ_GOAL_BOUNDS &&
                   piece < answer->findings.bounds.count
               ? &answer->findings.bounds.at[piece]
               : NULL;
}

/* ---- text ---- */

static void write_remainder(FILE *out, const cq_copy_bound *b)
{
    if (b->modulus == 2)
        fprintf(out, ", an %s number", b->rest ? "odd" : "even");
    else if (b->rest == 0)
        fprintf(out, ", a multiple of %" PRIu32, b->modulus);
    else
        fprintf(out, ", %" PRIu32 " more than a multiple of %" PRIu32, b->rest,
                b->modulus);
}

static void write_bound(FILE *out, const cq_piece *piece, const cq_copy_bound *b)
{
    fprintf(out, "%s: ", piece->name);
    if (b->least > b->most) {
        fputs("no number of copies is possible: there is no tiling\n", out);
        return;
    }
    if (b->least == b->most)
        fprintf(out, "%" PRIu32 " %s", b->least, b->least == 1 ? "copy" : "copies");
    else
        fprintf(out, "from %" PRIu32 " to %" PRIu32 " copies", b->least, b->most);
    if (b->modulus > 1)
        write_remainder(out, b);
    putc('\n', out);
}

cq_status cq_text_bounds(cq_context *ctx, FILE *out, const cq_problem *problem,
                         const cq_answer *answer)
{
    const cq_findings *f = &answer->findings;

    for (size_t p = 0; p < f->bounds.count; p++)
        write_bound(out, &problem->pieces.at[p], &f->bounds.at[p]);
    for (size_t i = 0; i < f->reasons.count; i++) {
        char *words = NULL;

        cq_try(cq_weights_sentence(ctx, problem, &f->reasons.at[i], &words));
        fprintf(out, "%s%c%s.\n", i ? "" : "\n", toupper((unsigned char)words[0]),
                words + 1);
        cq_free(words);
    }
    return CQ_OK;
}

/* ---- JSON ---- */

void cq_json_put_bounds(FILE *out, const cq_problem *problem, const cq_findings *f)
{
    fputs(",\n \"bounds\": [", out);
    for (size_t p = 0; p < f->bounds.count; p++) {
        const cq_copy_bound *b = &f->bounds.at[p];

        fputs(p ? ",\n  {\"piece\": " : "\n  {\"piece\": ", out);
        cq_json_put_string(out, problem->pieces.at[p].name);
        fprintf(out,
                ", \"least\": %" PRIu32 ", \"most\": %" PRIu32 ", \"modulus\": %" PRIu32
                ", \"remainder\": %" PRIu32 "}",
                b->least, b->most, b->modulus, b->rest);
    }
    fputs("],\n \"reasons\": [", out);
    for (size_t i = 0; i < f->reasons.count; i++) {
        fputs(i ? ",\n  {\"proof\": \"weights\"" : "\n  {\"proof\": \"weights\"", out);
        cq_json_put_weights(out, &f->reasons.at[i]);
        putc('}', out);
    }
    putc(']', out);
}

/* ---- reading ---- */

/* The name is for people: the pieces come in their order. */
static cq_status read_name(cq_reader *r, void *into)
{
    (void)into;
    return cq_json_expect(&r->json, CQ_JSON_STRING);
}

static cq_status read_bound(cq_reader *r, void *into)
{
    cq_copy_bound b = {.modulus = 1};
    const cq_json_member members[] = {{"piece", read_name, NULL, NULL},
                                      {"least", cq_read_json_u32, &b.least, NULL},
                                      {"most", cq_read_json_u32, &b.most, NULL},
                                      {"modulus", cq_read_json_u32, &b.modulus, NULL},
                                      {"remainder", cq_read_json_u32, &b.rest, NULL}};

    (void)into;
    cq_try(cq_read_json_object(r, members, sizeof members / sizeof *members));
    if (b.modulus == 0 || b.rest >= b.modulus)
        return cq_json_fail(&r->json, "expected a remainder below the modulus");
    return cq_vec_push(r->ctx, &r->answer->findings.bounds, b);
}

cq_status cq_read_json_bounds(cq_reader *r, void *into)
{
    return cq_read_json_list(r, read_bound, into);
}

/* Read as the certificate, and taken from there. */
static cq_status read_reason(cq_reader *r, void *into)
{
    cq_certificate *c = &r->answer->certificate;

    cq_certificate_free(c);
    *c = (cq_certificate){0};
    cq_try(cq_read_json_certificate(r, into));
    cq_try(cq_vec_push(r->ctx, &r->answer->findings.reasons, *c));
    *c = (cq_certificate){0};
    return CQ_OK;
}

cq_status cq_read_json_reasons(cq_reader *r, void *into)
{
    return cq_read_json_list(r, read_reason, into);
}
