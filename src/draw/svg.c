/* svg.c - a scene as SVG, written by hand and small.
 *
 * Looks are classes in one <style>, only those that occur; paths use relative commands,
 * h and v if they can; texts of one kind share a group. A domino of a large tiling
 * takes about 13 bytes. Nothing is computed by the viewer: a picture looks the same
 * wherever it is opened, but for the letters outside of the board, which turn light on
 * a page that is dark.
 *
 * A picture that moves is the same picture, with SMIL: the line of a step is drawn by
 * the offset of a dash as long as it is, the rest of it appears. All of it stands there
 * without the animations too, so that a viewer that does not know them shows the whole;
 * so does one whose user asked for less motion, by rules that are more important.
 *
 * For screen readers the picture is one image with a title and a description; pieces
 * have titles of their own, which browsers show under the pointer.
 */
#include "draw/scene.h"

#include <math.h>
#include <string.h>

/* Where the pen is, since moves are relative. */
typedef struct pen {
    FILE *out;
    int64_t across, down;
    bool started;
} pen;

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;

        switch (byte) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: putc(byte < 32 || byte == 127 ? ' ' : byte, out);
        }
    }
}

/* A whole number, faster than printf would. */
static void put_number(FILE *out, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        digits[--at] = '-';
    fwrite(digits + at, 1, sizeof digits - at, out);
}

/* A minus sign separates numbers as well as a space. */
static void put_pair(FILE *out, char command, int64_t first, int64_t second)
{
    putc(command, out);
    put_number(out, first);
    if (second >= 0)
        putc(' ', out);
    put_number(out, second);
}

static void put_step(pen *p, const cq_point *to)
{
    int64_t across = to->across - p->across, down = to->down - p->down;

    if (down == 0) {
        putc('h', p->out);
        put_number(p->out, across);
    } else if (across == 0) {
        putc('v', p->out);
        put_number(p->out, down);
    } else
        put_pair(p->out, 'l', across, down);
    p->across = to->across;
    p->down = to->down;
}

static void put_run(pen *p, const cq_point *points, size_t count, bool closed)
{
    cq_assert(count > 0);
    if (p->started)
        put_pair(p->out, 'm', points[0].across - p->across, points[0].down - p->down);
    else
        put_pair(p->out, 'M', points[0].across, points[0].down);
    p->started = true;
    p->across = points[0].across;
    p->down = points[0].down;
    for (size_t i = 1; i < count; i++)
        if (count == 2 || points[i].across != p->across || points[i].down != p->down)
            put_step(p, &points[i]);
    if (closed) {
        putc('z', p->out);
        p->across = points[0].across;
        p->down = points[0].down;
    }
}

static void put_title(FILE *out, const char *title)
{
    fputs("<title>", out);
    put_escaped(out, title);
    fputs("</title>", out);
}

/* ---- motion ---- */

/* The part of the whole time, rest included, at the end of a step. */
static double moment(const cq_film *film, uint32_t step)
{
    cq_assert(step <= film->steps);
    return (double)step / ((double)film->steps + film->rest);
}

static void put_duration(FILE *out, const cq_film *film)
{
    fprintf(out, " dur=\"%.4gs\" repeatCount=\"indefinite\"",
            ((double)film->steps + film->rest) * film->seconds);
}

/* Nothing of it before its step, all of it after; dashes grow in between. */
static void put_reveal(FILE *out, const cq_film *film, uint32_t step, int dash)
{
    double from = moment(film, step - 1), to = moment(film, step);

    cq_assert(step > 0 && from < to && to <= 1);
    if (dash)
        fprintf(out,
                "<animate attributeName=\"stroke-dashoffset\" "
                "values=\"%d;%d;0;0\" keyTimes=\"0;%.4f;%.4f;1\"",
                dash + 1, dash + 1, from, to);
    else
        fprintf(out,
                "<animate attributeName=\"opacity\" calcMode=\"discrete\" "
                "values=\"0;1\" keyTimes=\"0;%.4f\"",
                to);
    put_duration(out, film);
    fputs("/>", out);
}

/* How long a dash must be to draw the whole line of a step; 0 for what is no line, or
 * none in one piece. */
static int dash_of(const cq_scene *scene, const cq_figure *figure)
{
    const cq_point *points;
    double length = 0;
    size_t count;

    if (!figure->step || figure->count != 1 || cq_style_of(figure->ink).width > 10 ||
        cq_style_of(figure->ink).stroke == CQ_NO_PAINT)
        return 0;
    count = cq_scene_run(scene, figure->first, &points);
    for (size_t i = 1; i < count; i++)
        length += hypot((double)points[i].across - points[i - 1].across,
                        (double)points[i].down - points[i - 1].down);
    cq_assert(length >= 0 && length < INT32_MAX);
    return scene->runs.at[figure->first].closed ? 0 : (int)ceil(length);
}

/* It disappears when it has arrived, and is not shown if nothing moves. */
static void put_walker(FILE *out, const cq_scene *scene)
{
    const cq_film *film = &scene->film;
    const cq_point *last = &film->stations.at[film->steps];
    uint32_t values = film->steps + film->rest + !film->jumps;

    fprintf(out,
            "<g class=\"moves\" opacity=\"0\" transform=\"translate(%d %d)\">"
            "<path class=\"halo\" d=\"M0 0h0\"/><path class=\"walker\" d=\"M0 0h0\"/>\n"
            "<animate attributeName=\"opacity\" calcMode=\"discrete\" "
            "values=\"1;0\" keyTimes=\"0;%.4f\"",
            (int)last->across, (int)last->down, moment(film, film->steps));
    put_duration(out, film);
    fprintf(out,
            "/>\n<animateTransform attributeName=\"transform\" type=\"translate\" "
            "calcMode=\"%s\"",
            film->jumps ? "discrete" : "linear");
    put_duration(out, film);
    fputs(" values=\"", out);
    for (uint32_t i = 0; i < values; i++) {
        uint32_t station = i < film->steps ? i : film->steps;

        put_pair(out, i ? ';' : ' ', film->stations.at[station].across,
                 film->stations.at[station].down);
    }
    fputs("\"/></g>\n", out);
}

/* ---- paths and texts ---- */

/* `title` is NULL if the path has none of its own. */
static void put_path(FILE *out, const cq_scene *scene, const cq_figure *figure,
                     const char *title)
{
    pen p = {.out = out};
    int dash = dash_of(scene, figure);

    fputs("<path class=\"", out);
    cq_ink_put(figure->ink, out);
    if (dash)
        fprintf(out, " grows\" stroke-dasharray=\"%d %d", dash, 2 * dash + 2);
    fputs("\" d=\"", out);
    for (size_t i = 0; i < figure->count && cq_scene_goes_on(scene, i); i++) {
        const cq_point *points;
        size_t count = cq_scene_run(scene, figure->first + i, &points);

        if (count)
            put_run(&p, points, count, scene->runs.at[figure->first + i].closed);
    }
    if (title || dash) {
        fputs("\">", out);
        if (title)
            put_title(out, title);
        if (dash)
            put_reveal(out, &scene->film, figure->step, dash);
        fputs("</path>\n", out);
    } else
        fputs("\"/>\n", out);
}

static bool next_is_joined(const cq_scene *scene, size_t i)
{
    return i + 1 < scene->figures.count && scene->figures.at[i + 1].joined;
}

/* A path, or several in a group under one title; returns the last one's number. */
static size_t put_paths(FILE *out, const cq_scene *scene, size_t i)
{
    const cq_figure *figure = &scene->figures.at[i];
    const char *title =
        figure->words == CQ_NO_WORDS ? NULL : cq_scene_string(scene, figure->words);

    if (!title || !next_is_joined(scene, i)) {
        put_path(out, scene, figure, title);
        return i;
    }
    fputs("<g>", out);
    put_title(out, title);
    put_path(out, scene, figure, NULL);
    while (next_is_joined(scene, i))
        put_path(out, scene, &scene->figures.at[++i], NULL);
    fputs("</g>\n", out);
    return i;
}

static bool same_kind(const cq_figure *a, const cq_figure *b)
{
    return b->is_text && a->ink == b->ink && a->anchor == b->anchor &&
           a->size == b->size && a->step == b->step;
}

/* All texts of one kind that follow each other; returns the last one's number. The
 * baseline is given, as not every viewer knows how to centre. */
static size_t put_texts(FILE *out, const cq_scene *scene, size_t i)
{
    static const char *const anchors[] = {"middle", "start", "end"};
    const cq_figure *first = &scene->figures.at[i];

    fputs("<g class=\"", out);
    cq_ink_put(first->ink, out);
    fprintf(out, "\" font-size=\"%d\" text-anchor=\"%s\">\n", (int)first->size,
            anchors[first->anchor]);
    for (;; i++) {
        const cq_figure *figure = &scene->figures.at[i];

        fprintf(out, "<text x=\"%d\" y=\"%g\">", (int)figure->at.across,
                figure->at.down + 0.36 * figure->size);
        put_escaped(out, cq_scene_string(scene, figure->words));
        fputs("</text>\n", out);
        if (i + 1 == scene->figures.count ||
            !same_kind(first, &scene->figures.at[i + 1]))
            break;
    }
    fputs("</g>\n", out);
    return i;
}

static void put_colour(FILE *out, const char *what, uint32_t colour)
{
    if (colour == CQ_NO_PAINT)
        fprintf(out, "%s:none;", what);
    else
        fprintf(out, "%s:#%06x;", what, (unsigned)colour);
}

static void put_rule(FILE *out, const cq_scene *scene, cq_ink ink)
{
    cq_style style = cq_style_of(ink);
    double width = cq_scene_width(scene, style.width);

    if (ink == CQ_INK_HALO || ink == CQ_INK_WALKER)
        width *= scene->film.bold;
    fputs(".cq .", out);
    cq_ink_put(ink, out);
    putc('{', out);
    if (style.texture == CQ_SOLID)
        put_colour(out, "fill", style.fill);
    else
        fprintf(out, "fill:url(#cq-%s);", style.name);
    if (style.opacity < 1)
        fprintf(out, "fill-opacity:%g;", style.opacity);
    if (style.stroke != CQ_NO_PAINT) {
        put_colour(out, "stroke", style.stroke);
        fprintf(out, "stroke-width:%g;", width);
    }
    if (ink >= CQ_INK_GLOW && ink < CQ_INK_BAND)
        fputs("shape-rendering:crispEdges;", out); /* squares side by side, no seams */
    if (style.dashed)
        fprintf(out, "stroke-dasharray:%g;", 3 * width);
    fputs("}\n", out);
}

static void put_style(FILE *out, const cq_scene *scene, const bool *used)
{
    fputs("<style>\n.cq text{font-family:sans-serif}\n"
          ".cq path{stroke-linecap:round;stroke-linejoin:round}\n",
          out);
    for (unsigned ink = 0; ink < CQ_INKS; ink++)
        if (used[ink])
            put_rule(out, scene, (cq_ink)ink);
    if (used[CQ_INK_MARGIN])
        fputs("@media (prefers-color-scheme:dark){.cq .margin{fill:#c4c4c4}}\n", out);
    if (scene->film.steps)
        fputs("@media (prefers-reduced-motion:reduce){.cq .grows{stroke-dashoffset:0"
              "!important}\n.cq .comes{opacity:1!important}.cq "
              ".moves{display:none}}\n",
              out);
    fputs("</style>\n", out);
}

/* Hatching and dots as patterns that repeat from the board's corner. */
static void put_textures(FILE *out, const cq_scene *scene, const bool *used)
{
    int size = (int)scene->texture;

    for (unsigned ink = 0; ink < CQ_INKS; ink++) {
        cq_style style = cq_style_of((cq_ink)ink);

        if (!used[ink] || style.texture == CQ_SOLID)
            continue;
        fprintf(out,
                "<pattern id=\"cq-%s\" width=\"%d\" height=\"%d\" "
                "patternUnits=\"userSpaceOnUse\">",
                style.name, size, size);
        if (style.texture == CQ_HATCHED)
            fprintf(out,
                    "<path d=\"M%g %gl%g %gM0 %dL%d 0M%g %gl%g %g\" stroke=\"#%06x\" "
                    "stroke-width=\"%g\"/>",
                    -0.25 * size, 0.25 * size, 0.5 * size, -0.5 * size, size, size,
                    0.75 * size, 1.25 * size, 0.5 * size, -0.5 * size,
                    (unsigned)style.fill, 0.15 * size);
        else
            fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"#%06x\"/>",
                    0.5 * size, 0.5 * size, 0.2 * size, (unsigned)style.fill);
        fputs("</pattern>\n", out);
    }
}

/* Small boards have 40 pixels a cell; larger ones are about 1,000 pixels wide. */
static void put_head(FILE *out, const cq_scene *scene)
{
    double cell = scene->side <= 24 ? 40 : 960.0 / scene->side;
    double scale = cell / scene->unit;
    int64_t width = (int64_t)scene->right - scene->left;
    int64_t height = (int64_t)scene->bottom - scene->top;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cq\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"%d %d %lld %lld\" role=\"img\" "
            "aria-labelledby=\"cq-t cq-d\">\n",
            (double)width * scale + 0.5, (double)height * scale + 0.5, (int)scene->left,
            (int)scene->top, (long long)width, (long long)height);
    fputs("<title id=\"cq-t\">", out);
    put_escaped(out, cq_scene_string(scene, scene->caption));
    fputs("</title>\n<desc id=\"cq-d\">", out);
    put_escaped(out, cq_scene_string(scene, scene->description));
    fputs("</desc>\n", out);
}

/* A figure, or all that stand together; returns the last one's number. */
static size_t put_figure(FILE *out, const cq_scene *scene, size_t i)
{
    return scene->figures.at[i].is_text ? put_texts(out, scene, i)
                                        : put_paths(out, scene, i);
}

/* What appears at the end of a step, in one group; returns the last one's number. */
static size_t put_step_group(FILE *out, const cq_scene *scene, size_t i)
{
    uint32_t step = scene->figures.at[i].step;

    fputs("<g class=\"comes\">", out);
    put_reveal(out, &scene->film, step, 0);
    putc('\n', out);
    for (;; i++) {
        const cq_figure *next;

        i = put_figure(out, scene, i);
        next = i + 1 < scene->figures.count ? &scene->figures.at[i + 1] : NULL;
        if (!next || next->step != step || dash_of(scene, next))
            break;
    }
    fputs("</g>\n", out);
    return i;
}

void cq_svg_write(const cq_scene *scene, FILE *out)
{
    bool used[CQ_INKS] = {false};

    for (size_t i = 0; i < scene->figures.count; i++)
        used[scene->figures.at[i].ink] = true;
    used[CQ_INK_HALO] = used[CQ_INK_WALKER] = scene->film.steps > 0;
    put_head(out, scene);
    put_style(out, scene, used);
    put_textures(out, scene, used);
    for (size_t i = 0; i < scene->figures.count; i++)
        i = scene->figures.at[i].step && !dash_of(scene, &scene->figures.at[i])
                ? put_step_group(out, scene, i)
                : put_figure(out, scene, i);
    if (scene->film.steps)
        put_walker(out, scene);
    fputs("</svg>\n", out);
}
