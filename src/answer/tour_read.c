/* tour_read.c - tours out of the lists that tour_write.c writes.
 *
 * A list of moves has squares by name, over one line or several; the next tour begins
 * after an empty line. Lists of closed tours often end with the square that they began
 * with: it is read over.
 *
 * A TOUR file of TSPLIB has lines "KEY : value" up to TOUR_SECTION, in any order, then
 * numbers from 1, any number of them on a line. -1 ends a tour, and a second one or EOF
 * the section; what follows EOF does not count. Without the -1 the file is cut short.
 *
 * Whether a list is a tour is for the checker to say: here its members only must exist.
 */
#include "answer/read.h"

#include <inttypes.h>
#include <string.h>

/* ---- moves ---- */

static cq_status read_move(cq_reader *r, const cq_lines *lines, const cq_words *word,
                           cq_u32s *walk)
{
    cq_cell cell;

    cq_try(cq_read_square(r, lines->number, word, false, &cell));
    return cq_vec_push(r->ctx, walk, cq_lookup_vertex(&r->lookup, cell));
}

cq_status cq_read_moves(cq_reader *r, cq_lines *lines)
{
    cq_solution *solution;
    cq_status status = cq_reader_add_solution(r, &solution);
    cq_u32s *walk;

    if (status != CQ_OK)
        return status;
    walk = &solution->members;
    do {
        cq_words words = cq_words_of(lines->start, lines->length);

        while (status == CQ_OK && cq_words_next(&words))
            status = read_move(r, lines, &words, walk);
    } while (status == CQ_OK && cq_lines_next(lines) && !cq_lines_blank(lines));
    if (r->problem->closed && walk->count > 2 &&
        walk->at[0] == walk->at[walk->count - 1])
        walk->count--;
    return status;
}

/* ---- TSPLIB ---- */

static const char *const keys[] = {"NAME", "TYPE", "COMMENT", "DIMENSION"};

/* The key of a line such as "TYPE : TOUR" or "TYPE: TOUR"; the words continue after
 * its colon. -1 if it is none. */
static int key_of(const cq_lines *lines, cq_words *value)
{
    const char *colon = memchr(lines->start, ':', lines->length);
    size_t before = colon ? (size_t)(colon - lines->start) : 0;
    cq_words words = cq_words_of(lines->start, before), rest;

    if (!colon || !cq_words_next(&words))
        return -1;
    rest = words;
    if (cq_words_next(&rest))
        return -1;
    *value = cq_words_of(lines->start, lines->length);
    value->at = colon + 1;
    for (int key = 0; key < (int)(sizeof keys / sizeof *keys); key++)
        if (cq_word_is(&words, keys[key]))
            return key;
    return -1;
}

static bool is_word_alone(const cq_lines *lines, const char *expected)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    return cq_words_next(&words) && cq_word_is(&words, expected) &&
           !cq_words_next(&words);
}

bool cq_text_is_tsplib_tour(const cq_text *text)
{
    cq_lines lines = cq_lines_of(text);
    cq_words value;

    while (cq_lines_next(&lines)) {
        if (is_word_alone(&lines, "TOUR_SECTION"))
            return true;
        if (!cq_lines_blank(&lines) && key_of(&lines, &value) < 0)
            return false;
    }
    return false;
}

static cq_status read_dimension(cq_reader *r, const cq_lines *lines, cq_words *value)
{
    uint32_t vertices = r->problem->graph.vertices, number = 0;

    if (!cq_words_next(value) ||
        !cq_parse_u32(value->start, value->length, UINT32_MAX, &number))
        return cq_fail_at(r->ctx, r->text->name, lines->number, value->column,
                          "expected the number of vertices");
    if (number != vertices)
        return cq_fail_at(r->ctx, r->text->name, lines->number, value->column,
                          "expected the dimension %" PRIu32 ", found %" PRIu32
                          ": the answer belongs to another problem",
                          vertices, number);
    return CQ_OK;
}

/* Up to the line TOUR_SECTION, which cq_text_is_tsplib_tour has seen. */
static cq_status read_head(cq_reader *r, cq_lines *lines)
{
    cq_words value;

    while (cq_lines_next(lines) && !is_word_alone(lines, "TOUR_SECTION")) {
        int key = cq_lines_blank(lines) ? 0 : key_of(lines, &value);

        if (key == 1 && (!cq_words_next(&value) || !cq_word_is(&value, "TOUR")))
            return cq_fail_at(r->ctx, r->text->name, lines->number, value.column,
                              "expected TYPE : TOUR");
        else if (key == 3)
            cq_try(read_dimension(r, lines, &value));
    }
    return CQ_OK;
}

static cq_status read_number(cq_reader *r, const cq_lines *lines, const cq_words *word,
                             cq_u32s *walk)
{
    uint32_t vertices = r->problem->graph.vertices, number;

    if (!cq_parse_u32(word->start, word->length, vertices, &number) || number == 0)
        return cq_fail_word(r, lines->number, word,
                            "a vertex from 1 to %" PRIu32 ", or -1", vertices);
    return cq_vec_push(r->ctx, walk, number - 1);
}

/* The section's numbers, up to its end. */
static cq_status read_section(cq_reader *r, cq_lines *lines)
{
    cq_solution *solution = NULL; /* that is being read */
    cq_status status = CQ_OK;
    bool ended = false;

    while (!ended && status == CQ_OK && cq_lines_next(lines)) {
        cq_words words = cq_words_of(lines->start, lines->length);

        while (!ended && status == CQ_OK && cq_words_next(&words)) {
            bool stop = cq_word_is(&words, "-1");

            ended = !solution && (stop || cq_word_is(&words, "EOF"));
            if (ended)
                break;
            if (!solution)
                status = cq_reader_add_solution(r, &solution);
            if (status == CQ_OK && stop)
                solution = NULL;
            else if (status == CQ_OK)
                status = read_number(r, lines, &words, &solution->members);
        }
    }
    if (status == CQ_OK && (solution || r->answer->solutions.count == 0))
        status = cq_fail_at(r->ctx, r->text->name, lines->number + !ended, 1,
                            "expected a tour and -1 after it: the answer is cut short");
    return status;
}

cq_status cq_read_tsplib_tour(cq_reader *reader)
{
    cq_lines lines = cq_lines_of(reader->text);

    cq_try(read_head(reader, &lines));
    return read_section(reader, &lines);
}
