/* json_certificate.c - a certificate out of JSON.
 *
 * The members of its object follow from the kind of proof, but may come before it; so
 * each is read for itself, against the problem, and what came together is judged at the
 * end: a Hall set of a tour, a piece that this puzzle does not have, weights for
 * another grid are the sign of an answer to another problem. The sentence in "reason"
 * is read over: cq_answer_explain makes it again.
 */
#include "answer/read.h"

static cq_status read_proof(cq_reader *r, void *into)
{
    cq_try(cq_json_expect(&r->json, CQ_JSON_STRING));
    return cq_proof_find(r->json.value.at, into)
               ? CQ_OK
               : cq_json_fail_word(&r->json, "a kind of proof");
}

static cq_status read_item(cq_reader *r, void *into)
{
    cq_u32s *members = into;
    uint32_t item = CQ_NOT_FOUND;
    cq_json_kind kind;

    cq_try(cq_json_next(&r->json, &kind));
    if (kind == CQ_JSON_STRING && r->problem->kind == CQ_COVER)
        item = cq_lookup_name(&r->lookup, r->json.value.at, r->json.value.count);
    if (item == CQ_NOT_FOUND)
        return cq_json_fail(&r->json, "expected an item of this problem");
    return cq_vec_push(r->ctx, members, item);
}

static cq_status read_member_items(cq_reader *r, void *into)
{
    return cq_read_json_list(r, read_item, into);
}

/* The index tells which piece; the name is for people, and for files by hand. */
static cq_status read_member_index(cq_reader *r, void *into)
{
    cq_u32s *members = into;
    uint32_t piece;

    members->count = 0;
    cq_try(cq_json_u32(&r->json, UINT32_MAX, &piece));
    return cq_vec_push(r->ctx, members, piece);
}

static cq_status read_member_piece(cq_reader *r, void *into)
{
    cq_u32s *members = into;
    uint32_t piece = CQ_NOT_FOUND;

    cq_try(cq_json_expect(&r->json, CQ_JSON_STRING));
    if (r->problem->kind == CQ_TILING)
        piece = cq_lookup_name(&r->lookup, r->json.value.at, r->json.value.count);
    if (piece == CQ_NOT_FOUND)
        return cq_json_fail(&r->json, "expected a piece of this problem");
    return members->count ? CQ_OK : cq_vec_push(r->ctx, members, piece);
}

static cq_status read_member_colour(cq_reader *r, void *into)
{
    cq_u32s *members = into;

    cq_try(cq_json_expect(&r->json, CQ_JSON_STRING));
    if (r->json.value.count != 1 || !cq_is_colour(r->json.value.at[0]))
        return cq_json_fail(&r->json, "expected a colour, one letter or digit");
    return cq_vec_push(r->ctx, members, (uint32_t)r->json.value.at[0]);
}

static cq_status read_weight(cq_reader *r, void *into)
{
    cq_i64s *out = into;
    int64_t number = 0;

    cq_try(cq_json_i64(&r->json, CQ_WEIGHT_MOST, &number));
    return cq_vec_push(r->ctx, out, number);
}

static cq_status read_weights(cq_reader *r, void *into)
{
    return cq_read_json_list(r, read_weight, into);
}

/* Whether it fits what it is about, as far as the answer was read. */
static cq_status fits_subject(cq_reader *r, bool *out)
{
    const cq_problem *subject;
    cq_problem *made;

    cq_try(cq_answer_subject(r->ctx, r->problem, r->answer, &made, &subject));
    *out = cq_certificate_fits(&r->answer->certificate, subject);
    cq_problem_free(made);
    return CQ_OK;
}

cq_status cq_read_json_certificate(cq_reader *r, void *into)
{
    cq_certificate *c = &r->answer->certificate;
    const cq_json_member members[] = {
        {"proof", read_proof, &c->proof, NULL},
        {"cells", cq_read_json_cells, &c->members, NULL},
        {"piece", read_member_piece, &c->members, NULL},
        {"index", read_member_index, &c->members, NULL},
        {"items", read_member_items, &c->members, NULL},
        {"vertices", cq_read_json_vertices, &c->members, NULL},
        {"colour", read_member_colour, &c->members, NULL},
        {"modulus", cq_read_json_u32, &c->modulus, NULL},
        {"weights", read_weights, &c->weights, NULL},
        {"values", read_weights, &c->values, NULL},
        {"work", cq_read_json_u64, &c->work, NULL}};
    size_t line, column;
    bool fits = false;

    (void)into;
    cq_try(cq_json_expect(&r->json, CQ_JSON_OBJECT));
    line = r->json.token_line;
    column = r->json.token_column;
    cq_try(cq_read_json_members(r, members, sizeof members / sizeof *members));
    cq_try(fits_subject(r, &fits));
    if (!fits)
        return cq_fail_at(r->ctx, r->text->name, line, column,
                          "this proof does not fit the problem: the answer belongs "
                          "to another problem");
    return CQ_OK;
}
