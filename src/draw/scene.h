/* scene.h - a picture as a list of paths and texts, before any format.
 *
 * A scene is built once; SVG, cairo and TikZ each walk over its figures in order and
 * know nothing of boards. Lengths are whole numbers of `unit`s to a cell, across to the
 * right and down from the board's top left corner; what stands around the board has
 * negative places, and `left .. bottom` is the box of it all.
 *
 * A path is one or more runs of points, each closed or open. A dot is a run of two
 * equal points, drawn with a round pen. A text is placed by the middle of its height.
 *
 * Adding to a scene does not return a status: the first failure is kept in `status`,
 * everything after it is ignored, and the builder asks once at the end.
 */
#ifndef CQ_DRAW_SCENE_H
#define CQ_DRAW_SCENE_H

#include "base/assert.h"
#include "base/vec.h"
#include "draw/style.h"

typedef struct cq_point {
    int32_t across, down;
} cq_point;

typedef struct cq_run {
    size_t end; /* after its last point; it begins where the run before it ends */
    bool closed;
    bool whole; /* with it a shape is complete, holes and all */
} cq_run;

typedef enum cq_anchor { CQ_MIDDLE, CQ_START, CQ_END } cq_anchor;

#define CQ_NO_WORDS SIZE_MAX

typedef struct cq_figure {
    cq_ink ink;
    bool is_text;
    bool joined;         /* has the title of the figure before it */
    size_t words;        /* offset of the text, or of the path's title; CQ_NO_WORDS */
    size_t first, count; /* paths: runs */
    cq_anchor anchor;    /* texts */
    cq_point at;
    int32_t size;  /* of the letters */
    uint32_t step; /* of a moving picture, from 1, when it appears; 0: it is there */
} cq_figure;

/* How a moving picture goes. In each of its steps the walker goes on to the next
 * station, the lines of that step are drawn behind it, and the rest of the step
 * appears when it arrives. A picture with 0 steps is still. */
typedef struct cq_film {
    uint32_t steps;
    uint32_t rest;             /* how many more the whole is shown */
    double seconds;            /* a step */
    size_t over;               /* the first figure above the lines */
    double bold;               /* how much larger the walker is, to be seen */
    bool jumps;                /* from station to station, with nothing between */
    CQ_VEC(cq_point) stations; /* one more than steps */
} cq_film;

typedef struct cq_scene {
    cq_context *ctx;
    cq_status status;
    int32_t unit;    /* to a cell */
    int32_t texture; /* the distance of hatching and dots, in units */
    int32_t letters; /* the size of coordinates and legends, in units */
    bool coarse;     /* too large for titles, labels and insets */
    uint32_t side;   /* the longer side in cells, for the scale */
    int32_t left, top, right, bottom;
    cq_point origin; /* where the corner of what is being added lies */
    CQ_VEC(cq_figure) figures;
    CQ_VEC(cq_run) runs;
    CQ_VEC(cq_point) points;
    cq_chars words; /* NUL-terminated texts, one after the other */
    size_t caption, description;
    uint32_t step; /* of the figures that are being added */
    cq_film film;
} cq_scene;

void cq_scene_free(cq_scene *scene);

/* Walks over all of it: runs follow one another, every figure has its own, texts are
 * within the words, and a film has a station for each end of its steps. */
bool cq_scene_check(const cq_scene *scene);

/* Opens a path; title may be NULL. Points follow, and cq_scene_end for each run. */
void cq_scene_path(cq_scene *scene, cq_ink ink, const char *title);
/* Another path under the title of the one before it. */
void cq_scene_join(cq_scene *scene, cq_ink ink);
void cq_scene_point(cq_scene *scene, int32_t across, int32_t down);
void cq_scene_end(cq_scene *scene, bool closed);
/* The last run completes a shape: what follows in the path lies apart from it. */
void cq_scene_whole(cq_scene *scene);
/* Takes the last path back if it has no run. */
void cq_scene_drop_empty(cq_scene *scene);

/* Whole runs, added to the open path. */
void cq_scene_box(cq_scene *scene, int32_t across, int32_t down, int32_t width,
                  int32_t height);
void cq_scene_dot(cq_scene *scene, int32_t across, int32_t down);
void cq_scene_line(cq_scene *scene, cq_point from, cq_point to);

void cq_scene_text(cq_scene *scene, cq_ink ink, cq_anchor anchor, int32_t across,
                   int32_t down, int32_t size, const char *text);

/* Keeps a text; its offset, or CQ_NO_WORDS when memory ran out. */
size_t cq_scene_words(cq_scene *scene, const char *text);

/* Makes the box large enough for this place. */
void cq_scene_reach(cq_scene *scene, int32_t left, int32_t top, int32_t right,
                    int32_t bottom);

static inline const char *cq_scene_string(const cq_scene *scene, size_t words)
{
    return words == CQ_NO_WORDS ? "" : scene->words.at + words;
}

/* The box of it all; places may be far apart. */
static inline double cq_scene_wide(const cq_scene *scene)
{
    return (double)scene->right - scene->left;
}

static inline double cq_scene_high(const cq_scene *scene)
{
    return (double)scene->bottom - scene->top;
}

/* The points of a run; returns how many. */
size_t cq_scene_run(const cq_scene *scene, size_t run, const cq_point **points);

/* Asked by writers for each run of a figure: false after cq_cancel or at the end of the
 * time, and then for every figure that follows; cq_draw_picture tells it. */
bool cq_scene_goes_on(const cq_scene *scene, size_t run);

/* A width in fortieths of a cell, in units of this scene; lines of a coarse picture are
 * thicker, or nothing could be seen of them. */
static inline double cq_scene_width(const cq_scene *scene, double fortieths)
{
    return fortieths * scene->unit / 40.0 * (scene->coarse ? 3 : 1);
}

/* In a format that is not text (draw.c): CQ_STOPPED if it is not complete. */
cq_status cq_scene_write(const cq_scene *scene, cq_format format, FILE *out);

/* The backends. Each writes the whole picture; the caller looks at ferror. */
void cq_svg_write(const cq_scene *scene, FILE *out);
void cq_tikz_write(const cq_scene *scene, FILE *out);
cq_status cq_png_write(cq_context *ctx, const cq_scene *scene, FILE *out);
cq_status cq_pdf_write(cq_context *ctx, const cq_scene *scene, FILE *out);
cq_status cq_apng_write(cq_context *ctx, const cq_scene *scene, FILE *out);

#endif
