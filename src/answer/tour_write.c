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
#include "answer/list.h"

#include <inttypes.h>
#include <string.h>

static cq_status written(cq_context *ctx, FILE *out)
{
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the tour") : CQ_OK;
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

static cq_status add_moves(cq_list *list, const cq_answer *answer, size_t index)
{
    const cq_problem *problem = list->problem;
    const cq_u32s *walk = &answer->solutions.at[index].members;
    char name[CQ_VERTEX_NAME_SIZE];
    FILE *out = list->out;

    cq_list_gap(list, answer, index);
    for (size_t i = 0; i < walk->count; i++) {
        cq_try(cq_poll_at(list->ctx, i + 1));
        if (i)
            putc(' ', out);
        fputs(cq_vertex_name(&problem->graph, problem->board, walk->at[i], name), out);
    }
    putc('\n', out);
    return written(list->ctx, out);
}

const cq_list_writer cq_list_moves = {
    .name = "moves", .tours = true, .add = add_moves, .end = cq_list_no_solutions};

static void begin_file(cq_list *list)
{
    FILE *out = list->out;

    fputs("NAME : ", out);
    put_source(out, list->problem);
    fprintf(out, "\nTYPE : TOUR\n");
    if (!list->problem->closed)
        fputs("COMMENT : an open tour, from the first vertex to the last\n", out);
    fprintf(out, "DIMENSION : %" PRIu32 "\nTOUR_SECTION\n",
            list->problem->graph.vertices);
}

static cq_status add_section(cq_list *list, const cq_answer *answer, size_t index)
{
    const cq_u32s *walk = &answer->solutions.at[index].members;

    for (size_t i = 0; i < walk->count; i++) {
        cq_try(cq_poll_at(list->ctx, i + 1));
        fprintf(list->out, "%" PRIu32 "\n", walk->at[i] + 1);
    }
    fputs("-1\n", list->out);
    return written(list->ctx, list->out);
}

static cq_status end_file(cq_list *list, const cq_answer *whole)
{
    if (list->written == 0)
        return cq_list_no_solutions(list, whole);
    fputs(list->written > 1 ? "-1\nEOF\n" : "EOF\n", list->out);
    return written(list->ctx, list->out);
}

const cq_list_writer cq_list_tour = {.name = "tour",
                                     .tours = true,
                                     .begin = begin_file,
                                     .add = add_section,
                                     .end = end_file};
