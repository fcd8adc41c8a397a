/* tour_wishes.c - what is asked of a tour, by a question or by lines of a puzzle file.
 *
 *     board 6x6
 *     tour closed leaper=1,2 at=a1=1,f6=19
 *
 * After the word come open or closed, and what the command has flags for: leaper, from,
 * to, with, without, at, magic and symmetric. Several lines add to one another. They
 * are kept as the members of a question, so that both ways to ask are one.
 */
#include "problem/tour_wishes.h"

#include <string.h>

/* ---- asking ---- */

static cq_status set_magic(cq_context *ctx, cq_problem *problem, const char *name)
{
    cq_magic magic;

    if (cq_magic_find(name, &magic) && magic != CQ_MAGIC_NONE)
        return cq_problem_set_magic(ctx, problem, magic);
    return cq_fail_at(ctx, "--magic", 0, 0, "expected semi or full, found %.40s", name);
}

cq_status cq_tour_ask(cq_context *ctx, const cq_question *q, cq_problem *problem)
{
    if (q->with || q->without)
        cq_try(cq_problem_set_moves(ctx, problem, q->with, q->without));
    if (q->from || q->to)
        cq_try(cq_problem_set_ends(ctx, problem, q->from, q->to));
    if (q->at)
        cq_try(cq_problem_set_numbers(ctx, problem, q->at));
    if (q->magic)
        cq_try(set_magic(ctx, problem, q->magic));
    if (q->symmetric)
        return cq_problem_set_symmetric(ctx, problem, q->symmetric);
    return CQ_OK;
}

/* ---- the lines of a file ---- */

/* The members that a line can set, by their names; the same in reading and writing. */
static const struct {
    const char *name;
    size_t offset;
} members[] = {
    {"leaper", offsetof(cq_question, leaper)},
    {"from", offsetof(cq_question, from)},
    {"to", offsetof(cq_question, to)},
    {"with", offsetof(cq_question, with)},
    {"without", offsetof(cq_question, without)},
    {"at", offsetof(cq_question, at)},
    {"magic", offsetof(cq_question, magic)},
    {"symmetric", offsetof(cq_question, symmetric)},
};

enum { MEMBERS = sizeof members / sizeof *members };

static char **member_of(cq_question *q, size_t index)
{
    return (char **)(void *)((char *)q + members[index].offset);
}

void cq_tour_line_free(cq_question *asked)
{
    for (size_t i = 0; i < MEMBERS; i++)
        cq_free(*member_of(asked, i));
    *asked = (cq_question)CQ_QUESTION_INIT;
}

/* Lists of a second line go on where the first ended. */
static cq_status keep_value(cq_context *ctx, char **slot, const char *value,
                            size_t length)
{
    size_t old = *slot ? strlen(*slot) : 0;
    char *text = cq_alloc(ctx, old + length + 2, 1);

    cq_try_memory(text);
    if (old) {
        memcpy(text, *slot, old);
        text[old++] = ',';
    }
    memcpy(text + old, value, length);
    text[old + length] = '\0';
    cq_free(*slot);
    *slot = text;
    return CQ_OK;
}

static cq_status read_word(cq_context *ctx, const cq_lines *line, const cq_words *word,
                           cq_question *asked)
{
    const char *equals = memchr(word->start, '=', word->length);
    size_t name = equals ? (size_t)(equals - word->start) : word->length;

    if (cq_word_is(word, "open") || cq_word_is(word, "closed")) {
        asked->open = cq_word_is(word, "open");
        asked->closed = !asked->open;
        return CQ_OK;
    }
    for (size_t i = 0; equals && i < MEMBERS; i++)
        if (cq_same_text(word->start, name, members[i].name))
            return keep_value(ctx, member_of(asked, i), equals + 1,
                              word->length - name - 1);
    return cq_expected(ctx, cq_span_word(cq_span_from(line, line->start), word),
                       "open, closed, leaper=, from=, to=, with=, without=, at=, "
                       "magic= or symmetric=",
                       "the end of the line");
}

cq_status cq_tour_line_read(cq_context *ctx, const cq_lines *line, cq_question *asked)
{
    cq_words words = cq_words_of(line->start, line->length);

    cq_words_next(&words); /* "tour" */
    while (cq_words_next(&words))
        cq_try(read_word(ctx, line, &words, asked));
    asked->reading = CQ_READ_TOUR;
    return CQ_OK;
}

cq_status cq_tour_line_settle(cq_context *ctx, const cq_lines *line,
                              const cq_question *asked, cq_problem *problem)
{
    cq_status status = cq_problem_set_tour(
        ctx, problem, asked->leaper ? asked->leaper : "1,2", !asked->open);

    cq_then(status, cq_tour_ask(ctx, asked, problem));
    if (status != CQ_INPUT)
        return status;
    return cq_fail_in(ctx, line, line->start, "%s", cq_error_text(ctx));
}

/* ---- writing ---- */

static void write_vertex(const cq_problem *problem, uint32_t v, FILE *out)
{
    char name[CQ_VERTEX_NAME_SIZE];

    fputs(cq_vertex_name(&problem->graph, problem->board, v, name), out);
}

static void write_end(const cq_problem *problem, const char *name, uint32_t v,
                      FILE *out)
{
    if (v == CQ_NO_VERTEX)
        return;
    fputs(name, out);
    write_vertex(problem, v, out);
}

static void write_pairs(const cq_problem *problem, const char *name,
                        const cq_u32s *pairs, FILE *out)
{
    for (size_t i = 0; i < pairs->count; i += 2) {
        if (i == 0)
            fprintf(out, " %s=", name);
        write_vertex(problem, pairs->at[i], out);
        fputc('-', out);
        write_vertex(problem, pairs->at[i + 1], out);
        fputs(i + 2 < pairs->count ? "," : "", out);
    }
}

static void write_numbers(const cq_problem *problem, FILE *out)
{
    const cq_u32s *given = &problem->numbers;

    for (size_t i = 0; i < given->count; i += 2) {
        fputs(i ? "," : " at=", out);
        write_vertex(problem, given->at[i + 1], out);
        fprintf(out, "=%" PRIu32, given->at[i] + 1);
    }
}

void cq_tour_line_write(const cq_problem *problem, FILE *out)
{
    fprintf(out, "\ntour %s leaper=", problem->closed ? "closed" : "open");
    cq_leaper_write(&problem->leaper, out);
    write_end(problem, " from=", problem->from, out);
    write_end(problem, " to=", problem->to, out);
    write_pairs(problem, "with", &problem->graph.must, out);
    write_pairs(problem, "without", &problem->graph.gone, out);
    write_numbers(problem, out);
    if (problem->magic)
        fprintf(out, " magic=%s", cq_magic_name(problem->magic));
    if (problem->symmetric)
        fprintf(out, " symmetric=%s", cq_symmetric_name(problem));
    fputc('\n', out);
}
