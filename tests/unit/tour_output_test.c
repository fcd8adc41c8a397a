/* tour_output_test.c - tours as lists, coloured by time, and as moving pictures. */
#include "answer/answer.h"
#include "draw/draw.h"
#include "draw/picture.h"
#include "problems.h"

#include <stdlib.h>
#include <string.h>

static cq_answer *solved(const cq_problem *problem, cq_goal goal)
{
    cq_answer *answer = NULL;

    must(cq_solve(ctx, problem, goal, NULL, &answer));
    assert_int_equal(cq_answer_verdict(answer), CQ_YES);
    return answer;
}

/* What was written; the text is to be freed. */
typedef struct content {
    char *text;
    size_t size;
} content;

/* ---- lists ---- */

static void list(const cq_problem *problem, const cq_answer *answer, cq_list_form form,
                 content *into)
{
    FILE *out = open_memstream(&into->text, &into->size);

    must(cq_answer_write(ctx, problem, answer, form, out));
    fclose(out);
}

static void same_tours(const cq_answer *a, const cq_answer *b)
{
    assert_int_equal(a->solutions.count, b->solutions.count);
    for (size_t i = 0; i < a->solutions.count; i++) {
        const cq_u32s *one = &a->solutions.at[i].members;
        const cq_u32s *other = &b->solutions.at[i].members;

        assert_int_equal(one->count, other->count);
        assert_memory_equal(one->at, other->at, one->count * sizeof *one->at);
    }
}

static void lists_read_back(void **state)
{
    static const struct {
        const char *board, *leaper;
        bool closed;
        cq_goal goal;
    } kinds[] = {{"6x6", "1,2", true, CQ_GOAL_FIND},
                 {"5x5", "1,2", false, CQ_GOAL_FIND},
                 {"3x4", "1,2", false, CQ_GOAL_ALL},
                 {"30x3", "king", true, CQ_GOAL_FIND}, /* columns of one letter */
                 {"2x30", "king", true, CQ_GOAL_FIND}, /* and of two */
                 {"4x4-a1,d4,a4", "wazir", false, CQ_GOAL_FIND},
                 {"torus:4x5", "1,2", true, CQ_GOAL_FIND}};

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int form = CQ_LIST_MOVES; form <= CQ_LIST_TOUR; form++) {
            cq_problem *problem =
                tour_of(kinds[i].board, kinds[i].leaper, kinds[i].closed);
            cq_answer *answer = solved(problem, kinds[i].goal), *again = NULL;
            content c = {0};

            list(problem, answer, (cq_list_form)form, &c);
            must(cq_answer_read(ctx, problem, "list", c.text, c.size, &again));
            same_tours(answer, again);
            cq_answer_free(again);
            cq_answer_free(answer);
            cq_problem_free(problem);
            free(c.text);
        }
}

/* Every beginning of a list is refused or is no tour; nothing is read as the whole. */
static void cut_lists_are_no_tours(void **state)
{
    cq_problem *problem = tour_of("5x6", "1,2", true);
    cq_answer *answer = solved(problem, CQ_GOAL_FIND);

    (void)state;
    for (int form = CQ_LIST_MOVES; form <= CQ_LIST_TOUR; form++) {
        content c = {0};
        size_t end;

        list(problem, answer, (cq_list_form)form, &c);
        end =
            form == CQ_LIST_TOUR ? (size_t)(strstr(c.text, "-1") + 2 - c.text) : c.size;
        for (size_t cut = 0; cut < end; cut++) {
            char sentence[CQ_SENTENCE_SIZE];
            cq_verdict verdict = CQ_NO;
            cq_answer *part = NULL;

            if (cq_answer_read(ctx, problem, "cut", c.text, cut, &part) == CQ_OK)
                must(cq_check(ctx, problem, part, &verdict, sentence));
            assert_int_equal(verdict, CQ_NO);
            cq_answer_free(part);
        }
        free(c.text);
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* ---- pictures ---- */

static void draw(const cq_picture_of *what, cq_format format, content *into)
{
    FILE *out = open_memstream(&into->text, &into->size);

    must(cq_draw_picture(ctx, what, format, out));
    fclose(out);
}

static size_t times(const char *text, const char *part)
{
    size_t count = 0;

    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

/* The lightness of a colour as the eye has it, roughly: enough to order them. */
static uint32_t lightness(uint32_t colour)
{
    return 2126 * (colour >> 16) + 7152 * (colour >> 8 & 255) + 722 * (colour & 255);
}

static void times_get_brighter(void **state)
{
    (void)state;
    for (unsigned i = 0; i + 1 < CQ_TIMES; i++) {
        cq_style early = cq_style_of((cq_ink)(CQ_INK_TIME + i));
        cq_style late = cq_style_of((cq_ink)(CQ_INK_TIME + i + 1));

        assert_true(early.stroke != late.stroke);
        assert_true(lightness(early.stroke) < lightness(late.stroke));
    }
    assert_int_equal(cq_ink_of_time(CQ_INK_TIME, 0, 1), CQ_INK_TIME);
    assert_int_equal(cq_ink_of_time(CQ_INK_TIME, 999999, 1000000),
                     CQ_INK_TIME + CQ_TIMES - 1);
}

/* All moves are drawn once, in at most CQ_TIMES paths, and in order. */
static void bands_have_every_move(void **state)
{
    static const char *const boards[] = {"3x10", "8x8", "20x20"};

    (void)state;
    for (size_t k = 0; k < 3; k++) {
        cq_problem *problem = tour_of(boards[k], "1,2", true);
        cq_answer *answer = solved(problem, CQ_GOAL_FIND);
        cq_picture_of what = {.problem = problem,
                              .solution = &answer->solutions.at[0],
                              .path = true,
                              .by_time = true};
        size_t count = what.solution->members.count, moves = 0, paths = 0;
        cq_scene scene;
        cq_ink last = CQ_INK_TIME;

        must(cq_scene_make(ctx, &what, &scene));
        for (size_t i = 0; i < scene.figures.count; i++) {
            const cq_figure *figure = &scene.figures.at[i];

            if (figure->ink < CQ_INK_TIME || figure->ink >= CQ_INK_RING)
                continue;
            assert_true(figure->ink >= last);
            last = figure->ink;
            paths++;
            for (size_t run = 0; run < figure->count; run++) {
                const cq_point *points;

                moves += cq_scene_run(&scene, figure->first + run, &points) - 1;
            }
        }
        assert_int_equal(moves, count);
        assert_int_equal(paths, count < CQ_TIMES ? count : CQ_TIMES);
        cq_scene_free(&scene);
        cq_answer_free(answer);
        cq_problem_free(problem);
    }
}

static void films_are_bounded(void **state)
{
    static const char *const boards[] = {"6x6", "20x20", "60x60"};

    (void)state;
    for (size_t k = 0; k < 3; k++) {
        cq_problem *problem = tour_of(boards[k], "1,2", true);
        cq_answer *answer = solved(problem, CQ_GOAL_FIND);
        cq_picture_of what = {.problem = problem,
                              .solution = &answer->solutions.at[0],
                              .path = true,
                              .numbers = true,
                              .animated = true};
        size_t count = what.solution->members.count, steps;
        content c = {0};

        draw(&what, CQ_FORMAT_SVG, &c);
        steps = count < CQ_FILM_STEPS ? count : CQ_FILM_STEPS;
        assert_int_equal(times(c.text, "\"stroke-dashoffset\""), steps);
        /* a number each, but for the first, which is there; and the walker goes */
        assert_int_equal(times(c.text, "\"opacity\""),
                         1 + (count <= CQ_FILM_STEPS ? count - 1 : 0));
        assert_int_equal(times(c.text, "<animateTransform"), 1);
        assert_non_null(strstr(c.text, "prefers-reduced-motion"));
        free(c.text);
        what.animated = false;
        draw(&what, CQ_FORMAT_SVG, &c);
        assert_null(strstr(c.text, "<animate"));
        free(c.text);
        cq_answer_free(answer);
        cq_problem_free(problem);
    }
}

/* ---- APNG ---- */

static uint32_t u32_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The CRC as PNG defines it, a bit at a time. */
static uint32_t slow_crc(const unsigned char *bytes, size_t count)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

typedef struct seen {
    uint32_t width, height, promised, frames, sequence, data;
    double seconds;
    bool ended;
} seen;

/* One chunk: what the standard asks of it. */
static void look_at_chunk(seen *s, const unsigned char *name, uint32_t size)
{
    const unsigned char *data = name + 4;

    if (memcmp(name, "IHDR", 4) == 0) {
        s->width = u32_at(data);
        s->height = u32_at(data + 4);
    } else if (memcmp(name, "acTL", 4) == 0) {
        assert_int_equal(s->data, 0); /* before the picture */
        s->promised = u32_at(data);
    } else if (memcmp(name, "IDAT", 4) == 0) {
        assert_int_equal(s->frames, 0);
        s->data++;
    } else if (memcmp(name, "fcTL", 4) == 0) {
        assert_int_equal(size, 26);
        assert_int_equal(u32_at(data), s->sequence++);
        assert_true(u32_at(data + 4) > 0 && u32_at(data + 8) > 0);
        assert_true(u32_at(data + 12) + u32_at(data + 4) <= s->width);
        assert_true(u32_at(data + 16) + u32_at(data + 8) <= s->height);
        if (s->frames == 0)
            assert_int_equal(u32_at(data + 4), s->width);
        s->seconds += (data[20] << 8 | data[21]) / (double)(data[22] << 8 | data[23]);
        s->frames++;
        s->data = 0;
    } else if (memcmp(name, "fdAT", 4) == 0) {
        assert_int_equal(u32_at(data), s->sequence++);
        s->data++;
    } else
        s->ended = memcmp(name, "IEND", 4) == 0;
}

static seen look_at_file(const unsigned char *file, size_t size)
{
    seen s = {0};
    size_t at = 8;

    assert_memory_equal(file, "\x89PNG\r\n\x1a\n", 8);
    while (at < size) {
        uint32_t length = u32_at(file + at);

        assert_true(at + 12 + length <= size);
        assert_int_equal(u32_at(file + at + 8 + length),
                         slow_crc(file + at + 4, 4 + (size_t)length));
        look_at_chunk(&s, file + at + 4, length);
        at += 12 + (size_t)length;
    }
    return s;
}

static void frames_are_as_promised(void **state)
{
    static const struct {
        const char *board;
        bool closed;
        uint32_t frames;
    } films[] = {{"6x6", true, 3 * 36 + 2},
                 {"5x5", false, 3 * 24 + 2},
                 {"torus:4x6", true, 24 + 2}, /* it jumps */
                 {"12x12", true, 2 * 144 + 2},
                 {"30x30", true, CQ_FILM_STEPS + 2}};

    (void)state;
    for (size_t k = 0; k < sizeof films / sizeof *films && cq_draw_can(CQ_FORMAT_APNG);
         k++) {
        cq_problem *problem = tour_of(films[k].board, "1,2", films[k].closed);
        cq_answer *answer = solved(problem, CQ_GOAL_FIND);
        cq_picture_of what = {.problem = problem,
                              .solution = &answer->solutions.at[0],
                              .path = true,
                              .numbers = true,
                              .by_time = k % 2 == 0};
        content c = {0};
        seen s;

        draw(&what, CQ_FORMAT_APNG, &c);
        s = look_at_file((const unsigned char *)c.text, c.size);
        assert_int_equal(s.promised, films[k].frames);
        assert_int_equal(s.frames, films[k].frames);
        assert_true(s.ended);
        assert_true(s.seconds > 3 && s.seconds < 30);
        free(c.text);
        cq_answer_free(answer);
        cq_problem_free(problem);
    }
}

/* A board alone, or a walk of one square, is a picture like any other. */
static void what_does_not_walk_is_still(void **state)
{
    cq_problem *problem = tour_of("1x1", "1,2", false);
    cq_answer *answer = solved(problem, CQ_GOAL_FIND);
    cq_picture_of what = {.problem = problem,
                          .solution = &answer->solutions.at[0],
                          .path = true,
                          .numbers = true,
                          .by_time = true,
                          .animated = true};
    content c = {0};

    (void)state;
    draw(&what, CQ_FORMAT_SVG, &c);
    assert_null(strstr(c.text, "<animate"));
    free(c.text);
    if (cq_draw_can(CQ_FORMAT_APNG)) {
        draw(&what, CQ_FORMAT_APNG, &c);
        assert_int_equal(look_at_file((const unsigned char *)c.text, c.size).frames, 0);
        free(c.text);
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lists_read_back, open_context, close_context),
        cmocka_unit_test_setup_teardown(cut_lists_are_no_tours, open_context,
                                        close_context),
        cmocka_unit_test(times_get_brighter),
        cmocka_unit_test_setup_teardown(bands_have_every_move, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(films_are_bounded, open_context, close_context),
        cmocka_unit_test_setup_teardown(frames_are_as_promised, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(what_does_not_walk_is_still, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
