/* plot.c - lines over a grid of per cents, built as a scene.
 *
 *     title
 *     100 % |---------------o--      The field is WIDE by HIGH units. Lines differ in
 *           |         o               colour and in the shape of their marks, which the
 *       0 % +--|--|--|--|--           legend below shows again; each mark has a title
 *              7  8  9  10            with its figures.
 *
 * Places are spread evenly by their value, the least at the left. If there are many,
 * some of their numbers are left out.
 */
#include "base/sized.h"
#include "draw/scene.h"

#include <math.h>

enum {
    UNIT = 40,
    WIDE = 17 * UNIT,
    HIGH = 9 * UNIT,
    INSET = UNIT / 2, /* from the sides of the field to the first and last place */
    LABEL = 14,       /* sizes of letters */
    TITLE = 17
};

typedef struct drawing {
    const cq_plot *plot;
    cq_scene scene;
    double least, most; /* of the places */
} drawing;

/* Tints that are easy to distinguish, for the marks and for their lines. */
static const uint32_t tint_of[CQ_SERIES_MOST] = {1, 5, 6, 2};

static int32_t across_of(const drawing *d, double place)
{
    double span = d->most - d->least;
    double share = span > 0 ? (place - d->least) / span : 0.5;

    cq_assert(place >= d->least && place <= d->most && d->least <= d->most);
    return (int32_t)lround(INSET + share * (WIDE - 2 * INSET));
}

static int32_t down_of(double share)
{
    cq_assert(share >= 0 && share <= 1);
    return (int32_t)lround((1 - share) * HIGH);
}

/* ---- the field ---- */

static void draw_grid(drawing *d)
{
    cq_scene *scene = &d->scene;
    char text[16];

    cq_scene_path(scene, CQ_INK_BED, NULL);
    cq_scene_box(scene, 0, 0, WIDE, HIGH);
    cq_scene_path(scene, cq_ink_member(CQ_INK_HEAT, 0), NULL);
    for (int step = 1; step < 5; step++) /* thin boxes: a line of the paper's grey */
        cq_scene_box(scene, 0, HIGH * step / 5, WIDE, 1);
    cq_scene_path(scene, CQ_INK_FRAME, NULL);
    cq_scene_box(scene, 0, 0, WIDE, HIGH);
    for (int step = 0; step <= 5; step++) {
        snprintf(text, sizeof text, "%d %%", step * 20);
        cq_scene_text(scene, CQ_INK_MARGIN, CQ_END, -10, down_of(step / 5.0), LABEL,
                      text);
    }
}

/* Every number, or every second, third ... so that at most some twenty are written. */
static void draw_places(drawing *d)
{
    const double *places = d->plot->places;
    size_t count = d->plot->places_count;
    size_t every = (count + 19) / 20;
    char text[32];

    cq_scene_path(&d->scene, CQ_INK_FRAME, NULL);
    for (size_t i = 0; i < count; i += every) {
        int32_t across = across_of(d, places[i]);

        cq_scene_line(&d->scene, (cq_point){across, HIGH},
                      (cq_point){across, HIGH + 6});
    }
    cq_scene_drop_empty(&d->scene);
    for (size_t i = 0; i < count; i += every) {
        snprintf(text, sizeof text, "%.6g", places[i]);
        cq_scene_text(&d->scene, CQ_INK_MARGIN, CQ_MIDDLE, across_of(d, places[i]),
                      HIGH + 18, LABEL, text);
    }
    cq_scene_text(&d->scene, CQ_INK_MARGIN, CQ_MIDDLE, WIDE / 2, HIGH + 42, LABEL,
                  d->plot->across);
}

/* ---- the lines ---- */

/* A shape of its own for each series: square, diamond, triangle, hexagon. */
static void add_mark(cq_scene *scene, size_t series, cq_point at)
{
    static const cq_point shapes[CQ_SERIES_MOST][6] = {
        {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}},
        {{0, -6}, {6, 0}, {0, 6}, {-6, 0}},
        {{0, -6}, {6, 5}, {-6, 5}},
        {{-3, -5}, {3, -5}, {6, 0}, {3, 5}, {-3, 5}, {-6, 0}},
    };
    static const size_t corners[CQ_SERIES_MOST] = {4, 4, 3, 6};

    cq_assert(series < CQ_SERIES_MOST);
    for (size_t i = 0; i < corners[series]; i++)
        cq_scene_point(scene, at.across + shapes[series][i].across,
                       at.down + shapes[series][i].down);
    cq_scene_end(scene, true);
    cq_scene_whole(scene);
}

/* A gap where a share is missing. */
static void draw_line(drawing *d, size_t series)
{
    const double *shares = d->plot->series[series].shares;
    size_t points = 0;

    cq_scene_path(&d->scene, cq_ink_member(CQ_INK_EDGE, tint_of[series]), NULL);
    for (size_t i = 0; i < d->plot->places_count; i++) {
        if (isnan(shares[i])) {
            if (points)
                cq_scene_end(&d->scene, false);
            points = 0;
            continue;
        }
        cq_scene_point(&d->scene, across_of(d, d->plot->places[i]), down_of(shares[i]));
        points++;
    }
    if (points)
        cq_scene_end(&d->scene, false);
    cq_scene_drop_empty(&d->scene);
}

static void draw_marks(drawing *d, size_t series)
{
    const cq_plot *plot = d->plot;
    const cq_series *s = &plot->series[series];
    char title[160];

    for (size_t i = 0; i < plot->places_count; i++) {
        cq_point at;

        if (isnan(s->shares[i]))
            continue;
        at = (cq_point){across_of(d, plot->places[i]), down_of(s->shares[i])};
        snprintf(title, sizeof title, "%s, %s %.6g: %.2f %%", s->name, plot->across,
                 plot->places[i], 100 * s->shares[i]);
        cq_scene_path(&d->scene, cq_ink_member(CQ_INK_PIECE, tint_of[series]), title);
        add_mark(&d->scene, series, at);
    }
}

/* Two columns under the field. */
static void draw_legend(drawing *d)
{
    for (size_t i = 0; i < d->plot->series_count; i++) {
        int32_t across = i % 2 ? WIDE / 2 : 0;
        int32_t down = HIGH + 74 + 24 * (int32_t)(i / 2);

        cq_scene_path(&d->scene, cq_ink_member(CQ_INK_EDGE, tint_of[i]), NULL);
        cq_scene_line(&d->scene, (cq_point){across, down},
                      (cq_point){across + 40, down});
        cq_scene_path(&d->scene, cq_ink_member(CQ_INK_PIECE, tint_of[i]), NULL);
        add_mark(&d->scene, i, (cq_point){across + 20, down});
        cq_scene_text(&d->scene, CQ_INK_MARGIN, CQ_START, across + 50, down, LABEL,
                      d->plot->series[i].name);
    }
}

/* ---- the whole ---- */

static void measure(drawing *d)
{
    const double *places = d->plot->places;
    size_t count = d->plot->places_count;

    cq_assert(d->plot->series_count <= CQ_SERIES_MOST);
    for (size_t i = 0; i < count; i++) {
        d->least = i == 0 || places[i] < d->least ? places[i] : d->least;
        d->most = i == 0 || places[i] > d->most ? places[i] : d->most;
    }
}

static void build(drawing *d)
{
    cq_scene *scene = &d->scene;
    int32_t lines = (int32_t)(d->plot->series_count + 1) / 2;

    measure(d);
    cq_scene_reach(scene, -62, -66, WIDE + 24, HIGH + 70 + 24 * lines);
    scene->caption = cq_scene_words(scene, d->plot->title);
    scene->description = cq_scene_words(scene, d->plot->remark);
    draw_grid(d);
    draw_places(d);
    for (size_t i = 0; i < d->plot->series_count; i++)
        draw_line(d, i);
    for (size_t i = 0; i < d->plot->series_count; i++)
        draw_marks(d, i);
    draw_legend(d);
    cq_scene_text(scene, CQ_INK_MARGIN, CQ_START, 0, -46, TITLE, d->plot->title);
    cq_scene_text(scene, CQ_INK_MARGIN, CQ_START, 0, -20, LABEL, d->plot->remark);
}

/* CQ_OK if all that is needed is there. */
static cq_status check(cq_context *ctx, const cq_plot *plot, cq_format format,
                       const FILE *out)
{
    bool empty = plot->places_count == 0;
    bool whole = plot->title && plot->remark && plot->across && out && plot->series &&
                 (plot->places || empty);

    if (plot->series_count > CQ_SERIES_MOST)
        return cq_fail(ctx, CQ_INPUT, "a plot has at most %d series", CQ_SERIES_MOST);
    for (size_t i = 0; whole && i < plot->series_count; i++)
        whole = plot->series[i].name && (plot->series[i].shares || empty);
    if (!whole)
        return cq_fail(ctx, CQ_INPUT,
                       "a plot needs words, places, series with shares, and a stream");
    if ((format != CQ_FORMAT_SVG && format != CQ_FORMAT_TIKZ &&
         format != CQ_FORMAT_PNG && format != CQ_FORMAT_PDF) ||
        !cq_draw_can(format))
        return cq_fail(ctx, CQ_REFUSED, "a plot cannot be drawn in this format");
    return CQ_OK;
}

cq_status cq_plot_write(cq_context *ctx, const cq_plot *plot, cq_format format,
                        FILE *out)
{
    cq_plot known;
    drawing d = {.plot = &known,
                 .scene = {.ctx = ctx,
                           .unit = UNIT,
                           .texture = 8,
                           .letters = LABEL,
                           .side = WIDE / UNIT}};
    cq_status status = cq_sized_read(ctx, "CQ_PLOT_INIT", plot, sizeof known, &known);

    cq_then(status, check(ctx, &known, format, out));
    if (status != CQ_OK)
        return status;
    build(&d);
    status = d.scene.status;
    cq_then(status, cq_scene_write(&d.scene, format, out));
    cq_scene_free(&d.scene);
    return status;
}
