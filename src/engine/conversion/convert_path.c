/* convert_path.c - path conversion from one start: see convert_path.h.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017): a walk by Warnsdorff's rule (warnsdorff_rule.h); if it
 * has all vertices, it is cut into cycles and those are joined (cut_and_join.h). The
 * paper breaks ties by number; the other tie-breaks are allowed too.
 */
#include "engine/conversion/convert_path.h"

#include "problem/move_order.h"

#include <string.h>

cq_status cq_conversion_init(cq_context *ctx, const cq_problem *problem,
                             const cq_conversion_rules *rules, cq_conversion *out)
{
    const cq_graph *graph = &problem->graph;
    cq_conversion c = {0};
    cq_status status = cq_move_order(ctx, problem, rules->move_order, &c.order);

    cq_then(status, cq_warnsdorff_init(ctx, graph, problem->board, rules->ties,
                                       rules->seed, &c.walk));
    if (status == CQ_OK && c.order)
        c.walk.targets = c.order;
    cq_then(status, cq_convert_init(ctx, graph, rules->cut, rules->join, &c.convert));
    if (status == CQ_OK)
        *out = c;
    else
        cq_conversion_free(&c);
    return status;
}

void cq_conversion_free(cq_conversion *c)
{
    cq_warnsdorff_free(&c->walk);
    cq_convert_free(&c->convert);
    cq_free(c->order);
    memset(c, 0, sizeof *c);
}

cq_conversion_end cq_conversion_from(cq_conversion *c, uint32_t start)
{
    if (!cq_warnsdorff_walk(&c->walk, start))
        return CQ_NO_PATH;
    if (!cq_convert_cut(&c->convert, c->walk.path))
        return CQ_NO_CUT;
    return cq_convert_join(&c->convert) ? CQ_CONVERTED : CQ_NOT_JOINED;
}
