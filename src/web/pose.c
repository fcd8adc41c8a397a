/* pose.c - the problem of a request.
 *
 *     {"kind": "tile",  "text": "8x8-a1,h8", "pieces": "domino*"}
 *     {"kind": "cover", "text": "a b c\na b\nc"}
 *     {"kind": "tour",  "text": "8x8", "leaper": "1,2", "closed": true,
 *      "from": "a1", "to": "c2", "symmetric": "180",
 *      "with": "e4-f6", "without": "a1-b3,a1-c2", "at": "e4=17,a1=1",
 *      "magic": "semi"}
 *     {"kind": "ham",   "text": "1 2\n2 3\n3 1"}
 *     {"kind": "sequence", ...}: no problem but many, see sequence_request.c
 *     {"kind": "make", ...}: one that is still to be made, see make_request.c
 *
 * The text of a board is what the command takes: a board in one line, the art of one,
 * or a puzzle file.
 */
#include "web/request.h"

#include "base/context.h"

#include <string.h>

static const struct kind {
    const char *name, *text; /* the kind, and what its text is called in messages */
    cq_reading reading;
    bool sequence, made; /* there is no problem yet */
} kinds[] = {{"tile", "board", CQ_READ_TILE, false, false},
             {"cover", "cover", CQ_READ_COVER, false, false},
             {"tour", "board", CQ_READ_TOUR, false, false},
             {"ham", "graph", CQ_READ_HAM, false, false},
             {"sequence", "board", CQ_READ_TILE, true, false},
             {"make", "board", CQ_READ_TILE, false, true}};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* A member that another kind of problem has is a mistake, not a default. */
static cq_status check_members(const cq_request *r, const struct kind *kind)
{
    const cq_posed *p = &r->posed;
    bool tiles = kind->reading == CQ_READ_TILE && !p->tour;
    bool tours = kind->reading == CQ_READ_TOUR || p->tour;
    bool walks = !kind->sequence && (tours || kind->reading == CQ_READ_HAM);
    bool packs = tiles && !kind->sequence && !kind->made;
    bool makes_tour = kind->made && p->make && strcmp(p->make, "tour") == 0;
    const char *strange = p->pieces && !tiles                  ? "pieces"
                          : p->rules && !packs                 ? "rules"
                          : p->free && !packs                  ? "free"
                          : p->weights && !packs               ? "weights"
                          : p->make && !kind->made             ? "make"
                          : p->tour && !kind->sequence         ? "tour"
                          : p->by_copies && !kind->sequence    ? "by_copies"
                          : p->leaper && !tours && !makes_tour ? "leaper"
                          : p->from && !walks                  ? "from"
                          : p->to && !walks                    ? "to"
                          : p->symmetric && !(walks && tours)  ? "symmetric"
                          : p->with && !walks                  ? "with"
                          : p->without && !walks               ? "without"
                          : p->at && !walks                    ? "at"
                          : p->magic && !(walks && tours)      ? "magic"
                          : r->ties && !walks                  ? "ties"
                          : r->move_order && !walks            ? "move_order"
                          : r->cut && !walks                   ? "cut"
                          : r->join && !walks                  ? "join"
                                                               : NULL;

    return strange
               ? cq_fail(r->ctx, CQ_INPUT, "a problem of the kind \"%s\" has no \"%s\"",
                         p->kind, strange)
               : CQ_OK;
}

/* A sequence is counted, nothing else. */
static cq_status pose_sequence(cq_request *r)
{
    r->is_sequence = true;
    if (r->goal_name && strcmp(r->goal_name, "count") != 0)
        return cq_fail(r->ctx, CQ_INPUT, "the goal of a sequence is \"count\"");
    return CQ_OK;
}

/* A puzzle is made, nothing else is asked. */
static cq_status pose_making(cq_request *r)
{
    r->makes = true;
    if (r->goal_name)
        return cq_fail(r->ctx, CQ_INPUT, "a puzzle to be made has no goal");
    return CQ_OK;
}

cq_status cq_request_pose(cq_request *r)
{
    const cq_posed *p = &r->posed;
    cq_question question = CQ_QUESTION(.one_line = true);
    size_t kind = 0;

    while (kind < KINDS && (!p->kind || strcmp(kinds[kind].name, p->kind) != 0))
        kind++;
    if (kind == KINDS)
        return cq_fail(r->ctx, CQ_INPUT,
                       "\"kind\" must be \"tile\", \"cover\", \"tour\", \"ham\", "
                       "\"sequence\" or \"make\"");
    if (!p->text && !kinds[kind].made)
        return cq_fail(r->ctx, CQ_INPUT, "\"problem\" needs a \"text\"");
    cq_try(check_members(r, &kinds[kind]));
    if (kinds[kind].sequence)
        return pose_sequence(r);
    if (kinds[kind].made)
        return pose_making(r);
    question.reading = kinds[kind].reading;
    question.name = kinds[kind].text;
    question.text = p->text;
    question.length = strlen(p->text);
    question.open = !p->closed;
    question.pieces = p->pieces;
    question.rules = p->rules;
    question.free = p->free;
    question.weights = p->weights;
    question.unweighted = p->unweighted;
    question.leaper = p->leaper;
    question.from = p->from;
    question.to = p->to;
    question.symmetric = p->symmetric;
    question.with = p->with;
    question.without = p->without;
    question.at = p->at;
    question.magic = p->magic;
    question.most = r->limits->cells;
    return cq_problem_pose(r->ctx, &question, &r->problem);
}
