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

#include "base/assert.h"
#include "base/context.h"

#include <string.h>

static const struct kind {
    const char *name, *text; /* the kind, and what its text is called in messages */
    cq_reading reading;
    cq_job job;           /* if there is no problem yet */
    const char *goal;     /* the only one */
    const char *mistaken; /* what is said of another goal */
} kinds[] = {{"tile", "board", CQ_READ_TILE, CQ_JOB_SOLVE, NULL, NULL},
             {"cover", "cover", CQ_READ_COVER, CQ_JOB_SOLVE, NULL, NULL},
             {"tour", "board", CQ_READ_TOUR, CQ_JOB_SOLVE, NULL, NULL},
             {"ham", "graph", CQ_READ_HAM, CQ_JOB_SOLVE, NULL, NULL},
             {"sequence", "board", CQ_READ_TILE, CQ_JOB_SEQUENCE, "count",
              "the goal of a sequence is \"count\""},
             {"make", "board", CQ_READ_TILE, CQ_JOB_MAKE, "",
              "a puzzle to be made has no goal"}};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* A member that another kind of problem has is a mistake, not a default. */
static cq_status check_members(const cq_request *r, const struct kind *kind)
{
    const cq_question *q = &r->question;
    bool sequence = kind->job == CQ_JOB_SEQUENCE, makes = kind->job == CQ_JOB_MAKE;
    bool tiles = kind->reading == CQ_READ_TILE && !r->tour;
    bool tours = kind->reading == CQ_READ_TOUR || r->tour;
    bool walks = !sequence && (tours || kind->reading == CQ_READ_HAM);
    bool packs = tiles && !sequence && !makes;
    bool makes_tour = makes && r->make && strcmp(r->make, "tour") == 0;
    const struct {
        const char *name;
        bool given, known;
    } members[] = {{"pieces", q->pieces, tiles},
                   {"rules", q->rules, packs},
                   {"free", q->free, packs},
                   {"weights", q->weights, packs},
                   {"make", r->make, makes},
                   {"tour", r->tour, sequence},
                   {"by_copies", r->by_copies, sequence},
                   {"leaper", q->leaper, tours || makes_tour},
                   {"from", q->from, walks},
                   {"to", q->to, walks},
                   {"symmetric", q->symmetric, walks && tours},
                   {"with", q->with, walks},
                   {"without", q->without, walks},
                   {"at", q->at, walks},
                   {"magic", q->magic, walks && tours},
                   {"ties", r->ties, walks},
                   {"move_order", r->options.move_order, walks},
                   {"cut", r->cut, walks},
                   {"join", r->join, walks}};

    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].given && !members[i].known)
            return cq_fail(r->ctx, CQ_INPUT,
                           "a problem of the kind \"%s\" has no \"%s\"", r->kind,
                           members[i].name);
    return CQ_OK;
}

cq_status cq_request_pose(cq_request *r)
{
    cq_question *q = &r->question;
    const struct kind *kind = kinds;

    while (kind < kinds + KINDS && (!r->kind || strcmp(kind->name, r->kind) != 0))
        kind++;
    if (kind == kinds + KINDS)
        return cq_fail(r->ctx, CQ_INPUT,
                       "\"kind\" must be \"tile\", \"cover\", \"tour\", \"ham\", "
                       "\"sequence\" or \"make\"");
    if (!q->text && kind->job != CQ_JOB_MAKE)
        return cq_fail(r->ctx, CQ_INPUT, "\"problem\" needs a \"text\"");
    cq_try(check_members(r, kind));
    q->open = !r->closed;
    if (kind->job != CQ_JOB_SOLVE) {
        r->job = kind->job;
        return r->goal_name && strcmp(r->goal_name, kind->goal) != 0
                   ? cq_fail(r->ctx, CQ_INPUT, "%s", kind->mistaken)
                   : CQ_OK;
    }
    cq_assert(!q->board && !q->reading && !r->problem);
    q->reading = kind->reading;
    q->one_line = true;
    q->name = kind->text;
    q->length = strlen(q->text);
    q->most = r->limits->cells;
    return cq_problem_pose(r->ctx, q, &r->problem);
}
