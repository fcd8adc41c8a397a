/* tour_write.c - tours as lists: the squares by name, and TSPLIB's TOUR files.
 *
 *     moves     a1 b3 d4 ...         one line a tour, the start is not said again
 *
 *     TSPLIB    NAME : 8x8           the vertices by number from 1, as the graph that
 *               TYPE : TOUR          `chequer convert --to tsplib` makes of the same
 *               DIMENSION : 64       problem has them; -1 ends a tour
 *               TOUR_SECTION
 *               57
 *               ...
 *               -1
 *               EOF
 *
 * G. Reinelt, "TSPLIB 95", 1995. A section may hold several tours, each ended by -1,
 * and is itself ended by a further -1; the files with a single tour leave that one out,
 * as those of TSPLIB do. Tours of TSPLIB are closed: an open one says so in a comment.
 *
 * Both are written as they come, so a list of any length takes no memory.
 */
#include "answer/answer.h"

#include <inttypes.h>
#include <string.h>

static cq_status written(cq_context *ctx, FILE *out)
{
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the tour") : CQ_OK;
}

static cq_status write_moves(cq_context *ctx, FILE *out, const cq_problem *problem,
                             const cq_u32s *walk)
{
    char name[CQ_VERTEX_NAME_SIZE];

    for (size_t i = 0; i < walk->count; i++) {
        if (i)
            putc(' ', out);
        fputs(cq_vertex_name(&problem->graph, problem->board, walk->at[i], name), out);
    }
    putc('\n', out);
    return written(ctx, out);
}

static cq_status write_section(cq_context *ctx, FILE *out, const cq_u32s *walk)
{
    for (size_t i = 0; i < walk->count; i++)
        fprintf(out, "%" PRIu32 "\n", walk->at[i] + 1);
    fputs("-1\n", out);
    return written(ctx, out);
}

/* What the problem was read from, on one line: a name may hold anything. */
static void put_source(FILE *out, const cq_problem *problem)
{
    const char *source = problem->source ? problem->source : "";
    const char *slash = strrchr(source, '/');
    const char *name = slash ? slash + 1 : source;

    if (!*name)
        name = "tour";
    for (; *name; name++)
        putc((unsigned char)*name < 32 ? ' ' : *name, out);
}

void cq_tour_head(FILE *out, const cq_problem *problem, cq_tour_form form)
{
    if (form != CQ_TOUR_TSPLIB)
        return;
    fputs("NAME : ", out);
    put_source(out, problem);
    fprintf(out, "\nTYPE : TOUR\n");
    if (!problem->closed)
        fputs("COMMENT : an open tour, from the first vertex to the last\n", out);
    fprintf(out, "DIMENSION : %" PRIu32 "\nTOUR_SECTION\n", problem->graph.vertices);
}

cq_status cq_tour_solution(cq_context *ctx, FILE *out, const cq_problem *problem,
                           const cq_solution *solution, cq_tour_form form)
{
    return form == CQ_TOUR_TSPLIB ? write_section(ctx, out, &solution->members)
                                  : write_moves(ctx, out, problem, &solution->members);
}

void cq_tour_tail(FILE *out, cq_tour_form form, bool list)
{
    if (form == CQ_TOUR_TSPLIB)
        fputs(list ? "-1\nEOF\n" : "EOF\n", out);
}

cq_status cq_answer_write_tour(cq_context *ctx, const cq_problem *problem,
                               const cq_answer *answer, cq_tour_form form, FILE *out)
{
    size_t count = answer->solutions.count;
    cq_status status = CQ_OK;

    if (count == 0 || (answer->goal == CQ_GOAL_COUNT && answer->counted))
        return cq_answer_write_text(ctx, problem, answer, out);
    cq_tour_head(out, problem, form);
    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        if (i && form == CQ_TOUR_MOVES)
            putc('\n', out);
        status = cq_tour_solution(ctx, out, problem, &answer->solutions.at[i], form);
    }
    cq_tour_tail(out, form, count > 1);
    return status == CQ_OK ? written(ctx, out) : status;
}
