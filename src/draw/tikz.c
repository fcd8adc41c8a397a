/* tikz.c - a scene as a complete LaTeX file, for TikZ in a standalone page.
 *
 * Every ink that occurs becomes a colour and a style with its name, so that an author
 * can change the looks of the whole picture at its head; coordinates are in cells. One
 * line of TeX a path would be too long for some editors, so a run is a line.
 */
#include "draw/scene.h"

#include <string.h>

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;

        if (strchr("#$%&_{}", byte))
            fprintf(out, "\\%c", byte);
        else if (byte == '\\')
            fputs("\\textbackslash{}", out);
        else if (byte == '~' || byte == '^')
            fprintf(out, "\\%c{}", byte);
        else
            putc(byte < 32 || byte == 127 ? ' ' : byte, out);
    }
}

/* A comment ends with its line, whatever the text has in it. */
static void put_comment(FILE *out, const char *text)
{
    fputs("% ", out);
    for (; *text; text++)
        putc((unsigned char)*text < 32 ? ' ' : *text, out);
    putc('\n', out);
}

static void put_point(FILE *out, const cq_scene *scene, cq_point point)
{
    fprintf(out, "(%g,%g)", (double)point.across / scene->unit,
            (double)point.down / scene->unit);
}

/* A cell is 8 mm; pens are given in points. */
static double pen_width(const cq_scene *scene, double fortieths)
{
    return cq_scene_width(scene, fortieths) / scene->unit * 8 * 2.845;
}

static void put_colour(FILE *out, cq_ink ink, const char *part, uint32_t colour)
{
    fputs("\\definecolor{", out);
    cq_ink_put(ink, out);
    fprintf(out, "%s}{HTML}{%06X}\n", part, (unsigned)colour);
}

static void put_style(FILE *out, const cq_scene *scene, cq_ink ink)
{
    cq_style style = cq_style_of(ink);
    const char *gap = "";

    if (style.fill != CQ_NO_PAINT)
        put_colour(out, ink, "fill", style.fill);
    if (style.stroke != CQ_NO_PAINT)
        put_colour(out, ink, "line", style.stroke);
    fputs("\\tikzset{", out);
    cq_ink_put(ink, out);
    fputs("/.style={", out);
    if (style.texture != CQ_SOLID) {
        fprintf(out, "pattern=%s,pattern color=%sfill",
                style.texture == CQ_HATCHED ? "north east lines" : "crosshatch dots",
                style.name);
        gap = ",";
    } else if (style.fill != CQ_NO_PAINT) {
        fputs("fill=", out);
        cq_ink_put(ink, out);
        fputs("fill", out);
        gap = ",";
    }
    if (style.opacity < 1)
        fprintf(out, "%sfill opacity=%g", gap, style.opacity);
    if (style.stroke != CQ_NO_PAINT) {
        fprintf(out, "%sdraw=", gap);
        cq_ink_put(ink, out);
        fprintf(out, "line,line width=%.2fpt,line cap=round,line join=round",
                pen_width(scene, style.width));
    }
    fprintf(out, "%s}}\n", style.dashed ? ",dashed" : "");
}

static void put_path(FILE *out, const cq_scene *scene, const cq_figure *figure)
{
    if (figure->words != CQ_NO_WORDS)
        put_comment(out, cq_scene_string(scene, figure->words));
    fputs("\\path[", out);
    cq_ink_put(figure->ink, out);
    putc(']', out);
    for (size_t i = 0; i < figure->count && cq_scene_goes_on(scene, i); i++) {
        const cq_point *points;
        size_t count = cq_scene_run(scene, figure->first + i, &points);

        fputs(i ? "\n  " : " ", out);
        for (size_t k = 0; k < count; k++) {
            if (k)
                fputs("--", out);
            put_point(out, scene, points[k]);
        }
        if (scene->runs.at[figure->first + i].closed)
            fputs("--cycle", out);
    }
    fputs(";\n", out);
}

/* The size of letters in points, from their size in the scene. */
static void put_text(FILE *out, const cq_scene *scene, const cq_figure *figure)
{
    static const char *const anchors[] = {"center", "west", "east"};
    double size = (double)figure->size / scene->unit * 8 * 2.845;

    fprintf(out, "\\node[inner sep=0pt,anchor=%s,text=", anchors[figure->anchor]);
    cq_ink_put(figure->ink, out);
    fprintf(out, "fill,font=\\sffamily\\fontsize{%.1f}{%.1f}\\selectfont] at ", size,
            size * 1.2);
    put_point(out, scene, figure->at);
    fputs(" {", out);
    put_escaped(out, cq_scene_string(scene, figure->words));
    fputs("};\n", out);
}

void cq_tikz_write(const cq_scene *scene, FILE *out)
{
    bool used[CQ_INKS] = {false};

    put_comment(out, cq_scene_string(scene, scene->caption));
    fputs("\\documentclass[tikz]{standalone}\n"
          "\\usetikzlibrary{patterns}\n",
          out);
    for (size_t i = 0; i < scene->figures.count; i++)
        used[scene->figures.at[i].ink] = true;
    for (unsigned ink = 0; ink < CQ_INKS; ink++)
        if (used[ink])
            put_style(out, scene, (cq_ink)ink);
    fputs("\\begin{document}\n\\begin{tikzpicture}[x=8mm,y=-8mm,even odd rule]\n", out);
    for (size_t i = 0; i < scene->figures.count; i++)
        if (scene->figures.at[i].is_text)
            put_text(out, scene, &scene->figures.at[i]);
        else
            put_path(out, scene, &scene->figures.at[i]);
    fputs("\\end{tikzpicture}\n\\end{document}\n", out);
}
