/* model_read.c - the model that a SAT or pseudo-Boolean solver found, as a solution.
 *
 *     c comment               SAT
 *     s SATISFIABLE           1 -2 3 0
 *     v 1 -2 3 0
 *
 * Left as solvers print it (0 may be missing, and variables may be called x1), right
 * the file that MiniSat writes. Variable i is option i of the cover, or placement i of
 * the tiling; those after them count nothing, and those that are missing are false.
 *
 * A problem whose items have such names is read as ever.
 */
#include "answer/read.h"

#include "problem/placement.h"

typedef struct model {
    cq_reader *reader;
    cq_placements placements; /* of a tiling */
    cq_solution *solution;
    size_t options;
} model;

/* Goes on to the next line that is neither blank nor a comment. */
static bool next_line(cq_lines *lines)
{
    while (cq_lines_next(lines)) {
        cq_words words = cq_words_of(lines->start, lines->length);

        if (cq_words_next(&words) && !cq_word_is(&words, "c"))
            return true;
    }
    return false;
}

bool cq_is_model(const cq_reader *reader)
{
    cq_lines lines = cq_lines_of(reader->text);
    cq_words words;

    if (reader->problem->kind == CQ_TOUR || !next_line(&lines))
        return false;
    words = cq_words_of(lines.start, lines.length);
    cq_words_next(&words);
    if (reader->problem->kind == CQ_COVER &&
        cq_lookup_name(&reader->lookup, words.start, words.length) != CQ_NOT_FOUND)
        return false;
    if (cq_word_is(&words, "s"))
        return cq_words_next(&words) && cq_word_is(&words, "SATISFIABLE") &&
               !cq_words_next(&words);
    if (!cq_word_is(&words, "SAT") || cq_words_next(&words) || !next_line(&lines))
        return false;
    words = cq_words_of(lines.start, lines.length);
    while (cq_words_next(&words))
        if (cq_word_is(&words, "0"))
            return true;
    return false;
}

static cq_status add_option(model *m, uint32_t option)
{
    cq_reader *r = m->reader;
    const uint32_t *starts = m->placements.starts.at;

    if (r->problem->kind == CQ_COVER)
        return cq_vec_push(r->ctx, &m->solution->labels, option);
    if (r->problem->pieces.at[m->placements.pieces.at[option]].blank)
        return CQ_OK;
    return cq_solution_add(r->ctx, m->solution, m->placements.pieces.at[option],
                           m->placements.cells.at + starts[option],
                           starts[option + 1] - starts[option]);
}

/* "12", "-12", "x12" or "-x12". */
static cq_status read_literal(model *m, const cq_lines *lines, const cq_words *word,
                              bool *end)
{
    const char *at = word->start;
    size_t length = word->length;
    bool negative = *at == '-';
    uint64_t variable;

    at += negative;
    length -= negative;
    if (length && *at == 'x') {
        at++;
        length--;
    }
    if (!cq_parse_u64(at, length, UINT64_MAX, &variable))
        return cq_fail_word(m->reader, lines->number, word,
                            "a variable or its negative, such as 12 or -12");
    *end = variable == 0;
    if (negative || *end || variable > m->options)
        return CQ_OK;
    return add_option(m, (uint32_t)(variable - 1));
}

static cq_status read_values(model *m, cq_lines *lines)
{
    bool end = false;

    while (!end && next_line(lines)) {
        cq_words words = cq_words_of(lines->start, lines->length);
        bool more = cq_words_next(&words);

        if (more && cq_word_is(&words, "v"))
            more = cq_words_next(&words);
        for (; more && !end; more = cq_words_next(&words))
            cq_try(read_literal(m, lines, &words, &end));
    }
    return CQ_OK;
}

cq_status cq_read_model(cq_reader *reader)
{
    const cq_problem *problem = reader->problem;
    cq_lines lines = cq_lines_of(reader->text);
    model m = {.reader = reader, .options = cq_cover_options(&problem->cover)};
    cq_status status = CQ_OK;

    if (problem->kind == CQ_TILING) {
        status = cq_tiling_placements(reader->ctx, problem->board, &problem->pieces,
                                      &m.placements);
        m.options = cq_placements_count(&m.placements);
    }
    next_line(&lines);
    cq_then(status, cq_reader_add_solution(reader, &m.solution));
    cq_then(status, read_values(&m, &lines));
    cq_placements_free(&m.placements);
    return status;
}
