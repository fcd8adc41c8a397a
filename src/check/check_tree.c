/* check_tree.c - a proof in a file, a tree or layers, judged in one pass.
 *
 * The file is read as it comes and never held: memory is that of the problem and of one
 * path of a tree, or of two layers. Whatever cannot be read, is cut short or belongs to
 * another problem is malformed; a proof that can be read and proves nothing is wrong.
 * Both name the place.
 */
#include "check/judge.h"
#include "check/placed_cover.h"
#include "check/proof_reader.h"

static cq_status judge_tour(const cq_problem *problem, cq_proof_reader *reader)
{
    return (reader->layers ? cq_judge_tour_layers : cq_judge_tour_tree)(problem,
                                                                        reader);
}

/* Of a tiling, cells and pieces are items, in the checker's own numbering. */
static cq_status judge_cover(const cq_problem *problem, cq_proof_reader *reader)
{
    bool tiling = problem->kind == CQ_TILING;
    cq_cover made = {0};
    cq_status status =
        tiling ? cq_tiling_cover_make(reader->ctx, problem, &made) : CQ_OK;

    cq_then(status, (reader->layers ? cq_judge_cover_layers : cq_judge_cover_tree)(
                        tiling ? &made : &problem->cover, reader));
    cq_cover_free(&made);
    return status;
}

static cq_status judge(const cq_problem *problem, cq_proof_reader *reader,
                       cq_verdict *out)
{
    char nodes[CQ_GROUPED_SIZE], bytes[CQ_GROUPED_SIZE];

    cq_try((problem->kind == CQ_TOUR ? judge_tour : judge_cover)(problem, reader));
    *out = reader->wrong ? CQ_NO : CQ_YES;
    if (!reader->wrong)
        cq_judge_say(reader->sentence, CQ_YES,
                     reader->layers
                         ? "no solution: a proof by layers with %s state%s in %s "
                           "bytes, none of which can be completed"
                         : "no solution: a proof tree with %s node%s in %s bytes, all "
                           "of whose branches end",
                     cq_grouped(reader->nodes, nodes), reader->nodes == 1 ? "" : "s",
                     cq_grouped(reader->bytes, bytes));
    return CQ_OK;
}

cq_status cq_proof_check(cq_context *ctx, const cq_problem *problem, const char *name,
                         FILE *in, cq_verdict *out, char sentence[CQ_SENTENCE_SIZE])
{
    cq_proof_reader reader = {0};
    cq_status status;

    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, in, "a stream with a proof"));
    cq_try(cq_need(ctx, out, "a place for the verdict"));
    cq_try(cq_need(ctx, sentence, "a place for the sentence"));
    status = cq_proof_open(ctx, problem, name ? name : "proof", in, sentence, &reader);
    cq_then(status, judge(problem, &reader, out));
    cq_proof_close(&reader);
    return status;
}
