/* sheet_scene.c - a sheet of pieces, alone or below the board that they are for.
 *
 * The sheet is drawn as the tiling that it is, moved down below what the scene has so
 * far; the notes come on top of it.
 */
#include "draw/picture.h"
#include "draw/sheet.h"

#include <string.h>

static void add_notes(const cq_builder *b, const cq_sheet *sheet)
{
    int32_t unit = b->scene->unit;

    for (size_t i = 0; i < sheet->notes.count; i++) {
        const cq_sheet_note *note = &sheet->notes.at[i];
        const char *text = sheet->words.at + note->text;
        int32_t size = note->heading ? unit * 16 / 40 : unit * 13 / 40;
        int32_t left = cq_place(b, note->col), top = cq_place(b, note->row);

        cq_assert(note->row < b->board->rows && note->text < sheet->words.count);
        cq_scene_text(b->scene, note->heading ? CQ_INK_LABEL : CQ_INK_MARGIN, CQ_START,
                      left, top + unit * (note->heading ? 24 : 14) / 40, size, text);
        cq_scene_reach(b->scene, left, top, left + cq_text_width(strlen(text), size),
                       top + unit * 22 / 40);
    }
}

cq_status cq_build_sheet(cq_builder *b)
{
    const cq_sheet *sheet = b->what->sheet;
    cq_picture_of what = {
        .problem = sheet->problem, .solution = &sheet->lays, .by_piece = true};
    cq_builder own = {b->ctx,   &what, sheet->problem, sheet->problem->board,
                      b->scene, 0};
    cq_scene *scene = b->scene;
    cq_status status;

    if (!b->what->sheet_alone)
        scene->origin.down = scene->bottom + scene->unit / 2;
    status = cq_build_tiling(&own);
    if (status == CQ_OK) {
        cq_scene_reach(scene, 0, 0, 1, 1);
        for (size_t i = 0; i < sheet->squares.count; i++) {
            int32_t right = cq_place(&own, (uint32_t)sheet->squares.at[i].col + 1);

            cq_scene_reach(scene, 0, 0, right,
                           cq_place(&own, (uint32_t)sheet->squares.at[i].row + 1));
        }
        add_notes(&own, sheet);
    }
    scene->origin = (cq_point){0, 0};
    return status;
}
