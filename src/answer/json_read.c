/* json_read.c - answers out of JSON: the frame around the solutions.
 *
 * The members of the answer's object may come in any order; unknown ones are read over,
 * so that a later version can add some; one that is there twice is refused, because it
 * could not be said which counts. A higher number of "chequer" is refused: that format
 * may mean something else by the same words.
 *
 * An answer names its problem by kind and digest. Both may be left out (in an answer
 * that was written by hand), but what is there must agree. What the answer says in
 * "reason" is not believed: the sentence is made again from the certificate.
 *
 * A bare array is read as one solution.
 */
#include "answer/read.h"
#include "base/assert.h"

#include <inttypes.h>
#include <string.h>

cq_status cq_read_json_members(cq_reader *reader, const cq_json_member *members,
                               size_t count)
{
    cq_json *json = &reader->json;
    char quoted[CQ_QUOTED_SIZE];
    uint64_t seen = 0; /* a bit for each row */

    cq_assert(count <= 64);
    for (;;) {
        size_t i = 0;
        bool more;

        cq_try(cq_json_key(json, &more));
        if (!more)
            return CQ_OK;
        while (i < count && strcmp(json->value.at, members[i].key) != 0)
            i++;
        if (i < count && seen >> i & 1)
            return cq_json_fail(json, "the key %s is listed twice",
                                cq_quoted(json->value.at, json->value.count, quoted));
        if (i == count) {
            cq_try(cq_json_skip(json));
            continue;
        }
        seen |= UINT64_C(1) << i;
        if (members[i].met)
            *members[i].met = true;
        cq_try(members[i].read(reader, members[i].into));
    }
}

cq_status cq_read_json_object(cq_reader *reader, const cq_json_member *members,
                              size_t count)
{
    cq_try(cq_json_expect(&reader->json, CQ_JSON_OBJECT));
    return cq_read_json_members(reader, members, count);
}

cq_status cq_read_json_list(cq_reader *reader, cq_json_read_fn *read, void *into)
{
    bool more;

    cq_try(cq_json_expect(&reader->json, CQ_JSON_ARRAY));
    for (;;) {
        cq_try(cq_json_more(&reader->json, &more));
        if (!more)
            return CQ_OK;
        cq_try(read(reader, into));
    }
}

cq_status cq_read_json_flag(cq_reader *reader, void *into)
{
    bool *out = into;
    cq_json_kind kind;

    cq_try(cq_json_next(&reader->json, &kind));
    if (kind != CQ_JSON_TRUE && kind != CQ_JSON_FALSE)
        return cq_json_fail(&reader->json, "expected true or false");
    *out = kind == CQ_JSON_TRUE;
    return CQ_OK;
}

cq_status cq_read_json_u32(cq_reader *reader, void *into)
{
    return cq_json_u32(&reader->json, UINT32_MAX, into);
}

cq_status cq_read_json_u64(cq_reader *reader, void *into)
{
    return cq_json_u64(&reader->json, UINT64_MAX, into);
}

cq_status cq_read_json_double(cq_reader *reader, void *into)
{
    return cq_json_double(&reader->json, into);
}

/* In place of what is there, which may be NULL. */
cq_status cq_read_json_text(cq_reader *reader, void *into)
{
    char **to = into, *text;

    cq_try(cq_json_expect(&reader->json, CQ_JSON_STRING));
    text =
        cq_strndup(reader->ctx, reader->json.value.at, strlen(reader->json.value.at));
    cq_try_memory(text);
    cq_free(*to);
    *to = text;
    return CQ_OK;
}

cq_status cq_json_fail_word(cq_json *json, const char *expected)
{
    char quoted[CQ_QUOTED_SIZE];

    return cq_json_fail(json, "expected %s, found %s", expected,
                        cq_quoted(json->value.at, json->value.count, quoted));
}

/* A string that is one of these words; *out is its number. */
static cq_status read_word(cq_json *json, const char *expected,
                           const char *const *words, unsigned *out)
{
    cq_try(cq_json_expect(json, CQ_JSON_STRING));
    for (unsigned i = 0; words[i]; i++)
        if (strcmp(json->value.at, words[i]) == 0) {
            *out = i;
            return CQ_OK;
        }
    return cq_json_fail_word(json, expected);
}

/* A text that has a fixed room in the answer: a longer one is cut, or refused. */
typedef struct room {
    char *at;
    size_t size;
    const char *what; /* for whoever wrote a longer one; NULL: it is cut */
} room;

static cq_status read_into_room(cq_reader *r, void *into)
{
    const room *to = into;

    cq_try(cq_json_expect(&r->json, CQ_JSON_STRING));
    if (to->what && r->json.value.count >= to->size)
        return cq_json_fail(&r->json, "expected %s, at most %zu letters", to->what,
                            to->size - 1);
    snprintf(to->at, to->size, "%s", r->json.value.at);
    return CQ_OK;
}

/* ---- the problem that is meant ---- */

/* A differing digest is reported last: another kind or leaper says more. */
typedef struct identity {
    bool differs;
    size_t line, column;
} identity;

static cq_status read_kind(cq_reader *r, void *into)
{
    unsigned kind = 0;

    (void)into;
    cq_try(
        read_word(&r->json, "\"tiling\", \"cover\" or \"tour\"", cq_kind_words, &kind));
    if (kind != r->problem->kind)
        return cq_json_fail(&r->json, "this is the answer to a %s, the problem is a %s",
                            cq_kind_words[kind], cq_kind_words[r->problem->kind]);
    return CQ_OK;
}

static cq_status read_digest(cq_reader *r, void *into)
{
    identity *id = into;
    char digest[20];
    cq_status status = cq_json_expect(&r->json, CQ_JSON_STRING);

    snprintf(digest, sizeof digest, "%016" PRIx64, cq_problem_digest(r->problem));
    if (status == CQ_OK && strcmp(r->json.value.at, digest) != 0) {
        id->differs = true;
        id->line = r->json.token_line;
        id->column = r->json.token_column;
    }
    return status;
}

static cq_status read_closed(cq_reader *r, void *into)
{
    bool closed = false;

    (void)into;
    cq_try(cq_read_json_flag(r, &closed));
    if (r->problem->kind == CQ_TOUR && r->problem->closed != closed)
        return cq_json_fail(&r->json,
                            "this is the answer to %s tour, the problem asks for %s",
                            r->problem->closed ? "an open" : "a closed",
                            r->problem->closed ? "a closed one" : "an open one");
    return CQ_OK;
}

static bool has_leap(const cq_leaper *leaper, cq_leap leap)
{
    for (size_t i = 0; i < leaper->count; i++) {
        cq_leap other = leaper->at[i];

        if (other.ways == leap.ways &&
            ((other.a == leap.a && other.b == leap.b) ||
             (!leap.ways && other.a == leap.b && other.b == leap.a)))
            return true;
    }
    return false;
}

static bool same_leaper(const cq_leaper *a, const cq_leaper *b)
{
    bool same = true;

    for (size_t i = 0; i < a->count; i++)
        same &= has_leap(b, a->at[i]);
    for (size_t i = 0; i < b->count; i++)
        same &= has_leap(a, b->at[i]);
    return same;
}

static cq_status read_leaper(cq_reader *r, void *into)
{
    cq_leaper leaper = {0};
    cq_status status = cq_json_expect(&r->json, CQ_JSON_STRING);

    (void)into;
    if (status != CQ_OK)
        return status;
    status = cq_leaper_parse(r->ctx, r->text->name, r->json.value.at, &leaper);
    if (status == CQ_INPUT)
        return cq_json_fail(&r->json, "expected a leaper such as \"1,2\"");
    if (status == CQ_OK && r->problem->board &&
        !same_leaper(&leaper, &r->problem->leaper))
        status = cq_json_fail(&r->json, "this is the answer for another leaper");
    cq_vec_free(&leaper);
    return status;
}

static cq_status read_problem(cq_reader *r, void *into)
{
    identity id = {0};
    const cq_json_member members[] = {{"kind", read_kind, NULL, NULL},
                                      {"digest", read_digest, &id, NULL},
                                      {"closed", read_closed, NULL, NULL},
                                      {"leaper", read_leaper, NULL, NULL}};

    (void)into;
    cq_try(cq_read_json_object(r, members, 4));
    if (id.differs)
        return cq_fail_at(r->ctx, r->text->name, id.line, id.column,
                          "this answer belongs to another problem");
    return CQ_OK;
}

/* ---- the answer ---- */

static cq_status read_version(cq_reader *r, void *into)
{
    uint64_t version;

    (void)into;
    cq_try(cq_json_u64(&r->json, UINT64_MAX, &version));
    if (version != 1)
        return cq_json_fail(&r->json,
                            "this answer is of version %" PRIu64
                            ", only version 1 is known here",
                            version);
    return CQ_OK;
}

static cq_status read_goal(cq_reader *r, void *into)
{
    (void)into;
    cq_try(cq_json_expect(&r->json, CQ_JSON_STRING));
    return cq_goal_find(r->json.value.at, &r->answer->goal)
               ? CQ_OK
               : cq_json_fail_word(&r->json, "a goal such as \"find\" or \"count\"");
}

static cq_status read_class_solution(cq_reader *r, void *into)
{
    (void)into;
    cq_try(cq_json_expect(&r->json, CQ_JSON_ARRAY));
    return cq_read_json_solution(r);
}

static cq_status read_costs(cq_reader *r, void *into)
{
    char *text = NULL;

    (void)into;
    cq_try(cq_read_json_text(r, &text));
    return cq_answer_add_value(r->answer, text);
}

/* {"class": 4, "solution": [...]} or {"costs": "7", "solution": [...]} */
static cq_status read_class(cq_reader *r)
{
    bool costs = false, solution = false;
    uint64_t size = 0;
    const cq_json_member members[] = {
        {"class", cq_read_json_u64, &size, NULL},
        {"costs", read_costs, NULL, &costs},
        {"solution", read_class_solution, NULL, &solution}};

    cq_try(cq_read_json_members(r, members, 3));
    if (!solution || (size > 0) == costs)
        return cq_json_fail(&r->json, "expected a \"class\", or \"costs\", and a "
                                      "\"solution\"");
    return size ? cq_vec_push(r->ctx, &r->answer->classes, size) : CQ_OK;
}

/* All solutions have the size of their class, or what they cost, or none has. */
static cq_status check_classes(cq_reader *r)
{
    size_t sizes = r->answer->classes.count, values = r->answer->values.count;

    if (sizes && sizes != r->answer->solutions.count)
        return cq_json_fail(&r->json, "expected all solutions with a class or none");
    if (values && values != r->answer->solutions.count)
        return cq_json_fail(&r->json,
                            "expected all solutions with what they cost or none");
    return CQ_OK;
}

static cq_status read_solutions(cq_reader *r, void *into)
{
    cq_json_kind kind;

    (void)into;
    cq_try(cq_json_expect(&r->json, CQ_JSON_ARRAY));
    for (;;) {
        cq_try(cq_json_next(&r->json, &kind));
        if (kind == CQ_JSON_END)
            return check_classes(r);
        if (kind != CQ_JSON_ARRAY && kind != CQ_JSON_OBJECT)
            return cq_json_fail(&r->json, "expected a solution as an array");
        cq_try(kind == CQ_JSON_ARRAY ? cq_read_json_solution(r) : read_class(r));
    }
}

static cq_status read_verdict(cq_reader *r, void *into)
{
    unsigned verdict = 0;

    (void)into;
    cq_try(read_word(&r->json, "\"yes\", \"no\" or \"unknown\"", cq_verdict_words,
                     &verdict));
    r->answer->verdict = (cq_verdict)verdict;
    return CQ_OK;
}

static cq_status read_stop(cq_reader *r, void *into)
{
    unsigned stop = 0;

    (void)into;
    cq_try(read_word(
        &r->json,
        "\"finished\", \"cancelled\", \"time\", \"memory\", \"limit\" or \"work\"",
        cq_stop_words, &stop));
    r->answer->stop = (cq_stop)stop;
    return CQ_OK;
}

/* [2, 5]: the second of five. */
static cq_status read_part(cq_reader *r, void *into)
{
    uint64_t part = 0, parts = 0;
    cq_json_kind kind;

    (void)into;
    cq_try(cq_json_expect(&r->json, CQ_JSON_ARRAY));
    cq_try(cq_json_u64(&r->json, UINT32_MAX, &part));
    cq_try(cq_json_u64(&r->json, UINT32_MAX, &parts));
    cq_try(cq_json_next(&r->json, &kind));
    if (kind != CQ_JSON_END || part == 0 || part > parts)
        return cq_json_fail(&r->json,
                            "expected a part and the number of parts, such as "
                            "[2, 5]");
    r->answer->part = (uint32_t)part;
    r->answer->parts = (uint32_t)parts;
    return CQ_OK;
}

static cq_status read_count(cq_reader *r, void *into)
{
    (void)into;
    cq_try(cq_json_digits(&r->json));
    mpz_set_str(r->answer->count, r->json.value.at, 10);
    r->answer->counted = true;
    return CQ_OK;
}

static cq_status read_counters(cq_reader *r, void *into)
{
    bool more;

    (void)into;
    cq_try(cq_json_expect(&r->json, CQ_JSON_OBJECT));
    for (;;) {
        cq_counter counter = {0};

        cq_try(cq_json_key(&r->json, &more));
        if (!more)
            return CQ_OK;
        snprintf(counter.name, sizeof counter.name, "%s", r->json.value.at);
        cq_try(cq_json_u64(&r->json, UINT64_MAX, &counter.value));
        cq_try(cq_vec_push(r->ctx, &r->answer->counters, counter));
    }
}

/* A domino on a hole, and the answer is not that of a repair. */
static cq_status refuse_hole(const cq_reader *r)
{
    return cq_json_fail_place(r, r->hole_line, r->hole_column,
                              cq_row(r->problem->board, r->hole),
                              cq_col(r->problem->board, r->hole));
}

/* What was there, for what follows from it. */
typedef struct presence {
    bool version, verdict, found;
} presence;

/* Missing members follow from those that are present. */
static cq_status complete(cq_reader *r, const presence *p)
{
    cq_answer *answer = r->answer;

    if (!p->version)
        return cq_fail_at(r->ctx, r->text->name, 1, 1,
                          "expected an answer, found an object without \"chequer\": 1");
    if (r->hole_line && answer->goal != CQ_GOAL_REPAIR)
        return refuse_hole(r);
    if (!cq_goal_suits(answer->goal, r->problem))
        return cq_fail_at(r->ctx, r->text->name, 1, 1,
                          "the goal \"%s\" is for %s only: the answer belongs to "
                          "another problem",
                          cq_goal_name(answer->goal), cq_goal_whom(answer->goal));
    if (!p->found)
        answer->found = answer->solutions.count;
    if (p->verdict)
        return CQ_OK;
    if (answer->solutions.count || answer->findings.pairs.count ||
        (answer->counted && mpz_sgn(answer->count) > 0))
        answer->verdict = CQ_YES;
    else if (answer->counted || answer->certificate.proof != CQ_PROOF_NONE)
        answer->verdict = CQ_NO;
    else
        return cq_fail_at(r->ctx, r->text->name, 1, 1,
                          "expected a verdict, a solution, a count or a certificate");
    return CQ_OK;
}

static cq_status read_answer(cq_reader *r)
{
    cq_answer *answer = r->answer;
    presence p = {0};
    bool uniform = true;
    room by = {answer->by, sizeof answer->by, NULL};
    room tree = {answer->tree, sizeof answer->tree, "the name of a tree"};
    room engine = {answer->engine, sizeof answer->engine, NULL};
    room confirmed = {answer->confirmed, sizeof answer->confirmed,
                      "how it was confirmed"};
    const cq_json_member members[] = {
        {"chequer", read_version, NULL, &p.version},
        {"problem", read_problem, NULL, NULL},
        {"goal", read_goal, NULL, NULL},
        {"unique", cq_read_json_flag, &answer->unique, NULL},
        {"symmetric", cq_read_json_flag, &answer->symmetric, NULL},
        {"solutions", read_solutions, NULL, NULL},
        {"verdict", read_verdict, NULL, &p.verdict},
        {"stop", read_stop, NULL, NULL},
        {"found", cq_read_json_u64, &answer->found, &p.found},
        {"uniform", cq_read_json_flag, &uniform, NULL},
        {"count", read_count, NULL, NULL},
        {"total", cq_read_json_text, &answer->total, NULL},
        {"limit", cq_read_json_text, &answer->limit, NULL},
        {"by", read_into_room, &by, NULL},
        {"part", read_part, NULL, NULL},
        {"tree", read_into_room, &tree, NULL},
        {"earlier", cq_read_json_u64, &answer->earlier, NULL},
        {"left", cq_read_json_cells, &answer->findings.left, NULL},
        {"bound", cq_read_json_u64, &answer->findings.bound, NULL},
        {"repair", cq_read_json_repair, NULL, NULL},
        {"forced", cq_read_json_forced, NULL, NULL},
        {"probabilities", cq_read_json_probabilities, NULL, NULL},
        {"index", cq_read_json_number, NULL, NULL},
        {"copies", cq_read_json_copies, NULL, NULL},
        {"uses", cq_read_json_uses, NULL, NULL},
        {"bounds", cq_read_json_bounds, NULL, NULL},
        {"reasons", cq_read_json_reasons, NULL, NULL},
        {"certificate", cq_read_json_certificate, NULL, NULL},
        {"engine", read_into_room, &engine, NULL},
        {"confirmed", read_into_room, &confirmed, NULL},
        {"counters", read_counters, NULL, NULL},
        {"seconds", cq_read_json_double, &answer->seconds, NULL}};

    cq_try(cq_read_json_members(r, members, sizeof members / sizeof *members));
    answer->chained = !uniform;
    return complete(r, &p);
}

/* A bare solution. */
static cq_status read_bare(cq_reader *r)
{
    cq_status status = cq_read_json_solution(r);

    if (status == CQ_OK && r->hole_line)
        return refuse_hole(r);
    r->answer->verdict = CQ_YES;
    r->answer->found = 1;
    return status;
}

cq_status cq_read_json(cq_reader *reader)
{
    cq_json *json = &reader->json;
    cq_json_kind kind;
    cq_status status;

    cq_json_start(json, reader->ctx, reader->text);
    status = cq_json_next(json, &kind);
    cq_then(status, kind == CQ_JSON_OBJECT  ? read_answer(reader)
                    : kind == CQ_JSON_ARRAY ? read_bare(reader)
                                            : cq_json_fail(json, "expected an answer"));
    cq_then(status, cq_json_finish(json));
    cq_json_stop(json);
    return status;
}
