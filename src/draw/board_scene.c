/* board_scene.c - the board itself: squares, edges, colours, coordinates.
 *
 * The light squares are one shape, the outline of the whole board, on which the dark
 * ones lie as one path of many squares. A cell with a colour has a tint instead, the
 * same for all cells of the colour, and its letter, so that nothing hangs on the tint.
 * Two colours that alternate all over the board are shown as dark and light squares.
 * The edge is drawn last, over the squares; it is dashed where the board is joined to
 * its opposite edge. Coarse pictures leave out the chessboard and the letters.
 *
 * Coordinates are thinned out until at most fifty stand on a side, and grow with
 * the board so that they can still be read when it is scaled down.
 */
#include "draw/picture.h"

#include <string.h>

int32_t cq_text_width(size_t letters, int32_t size)
{
    return (int32_t)(letters < 10000 ? letters : 10000) * size * 11 / 20;
}

int32_t cq_letter_size(const cq_builder *b, size_t letters, int32_t most)
{
    int32_t room =
        b->scene->unit * 3 / 2 / (int32_t)(letters < 1000 ? letters + 1 : 1000);
    int32_t size = b->scene->unit * most / 40;

    cq_assert(most > 0);
    return room < size ? (room > 1 ? room : 1) : size;
}

void cq_build_text(const cq_builder *b, cq_ink ink, cq_cell cell, int32_t size,
                   const char *text)
{
    cq_point at = cq_centre(b, cell);

    cq_scene_text(b->scene, ink, CQ_MIDDLE, at.across, at.down, size, text);
}

/* Black and white, dark and light: which of the two letters is the darker one. */
static char darker_of(char first, char second)
{
    static const char dark[] = "bBdDkK", light[] = "wWlL";

    if (strchr(dark, second) || strchr(light, first))
        return second;
    return first;
}

char cq_chequered(const cq_board *board)
{
    char of[2] = {0, 0}; /* the colour of light and of dark squares */

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        char colour = board->colour[cell], *own = &of[cq_is_dark(board, cell)];

        if (!colour)
            continue;
        if (colour == CQ_ANY_COLOUR || (*own && *own != colour))
            return 0;
        *own = colour;
    }
    if (!of[0] || !of[1] || of[0] == of[1])
        return 0;
    cq_assert(of[0] != CQ_ANY_COLOUR && of[1] != CQ_ANY_COLOUR);
    return darker_of(of[0], of[1]);
}

/* The squares of one colour. */
static void add_colour(cq_builder *b, cq_ink ink, char colour)
{
    cq_scene_path(b->scene, ink, NULL);
    for (cq_cell cell = 0; cell < cq_board_size(b->board); cell++)
        if (b->board->colour[cell] == colour)
            cq_build_cell(b, cell, 0);
    cq_scene_drop_empty(b->scene);
}

/* 1 if there is a cell. */
static uint32_t *presence(const cq_builder *b)
{
    size_t size = cq_board_size(b->board);
    uint32_t *owner = cq_zalloc(b->ctx, size, sizeof *owner);

    for (size_t cell = 0; owner && cell < size; cell++)
        owner[cell] = cq_board_present(b->board, (cq_cell)cell);
    return owner;
}

/* A tracer that owns the owners of the cells; NULL: no memory for them. */
static cq_status start(const cq_builder *b, uint32_t *owner, cq_tracer *out)
{
    cq_status status =
        owner ? cq_tracer_start(b->ctx, b->board, owner, out) : CQ_MEMORY;

    if (status != CQ_OK)
        cq_free(owner);
    return status;
}

static void stop(cq_tracer *tracer)
{
    cq_free(tracer->owner);
    cq_tracer_stop(tracer);
}

typedef enum which { ALL_CELLS, PLAIN_CELLS, COLOURED_CELLS } which;

static bool is_of(const cq_board *board, cq_cell cell, which kind)
{
    bool is_plain = board->colour[cell] == CQ_ANY_COLOUR;

    return kind == ALL_CELLS || is_plain == (kind == PLAIN_CELLS);
}

/* All dark squares of a kind that are not covered, as one path. */
static void add_dark(cq_builder *b, cq_ink ink, const uint32_t *covered, which kind)
{
    cq_scene_path(b->scene, ink, NULL);
    for (cq_cell cell = 0; cell < cq_board_size(b->board); cell++)
        if (cq_board_present(b->board, cell) && cq_is_dark(b->board, cell) &&
            !(covered && covered[cell]) && is_of(b->board, cell, kind))
            cq_build_cell(b, cell, 0);
    cq_scene_drop_empty(b->scene);
}

void cq_build_shade(cq_builder *b)
{
    char dark = cq_chequered(b->board);

    if (b->scene->coarse)
        return;
    if (dark)
        add_colour(b, CQ_INK_NIGHT, dark);
    else
        add_dark(b, CQ_INK_SHADE, NULL, ALL_CELLS);
}

/* A path for each colour that occurs, in the order of the letters. */
static void add_tints(cq_builder *b, cq_tracer *tracer)
{
    size_t size = cq_board_size(b->board);
    bool occurs[256] = {false};
    uint32_t tint = 0;

    for (size_t cell = 0; cell < size; cell++)
        occurs[(unsigned char)b->board->colour[cell]] = true;
    for (uint32_t colour = 1; colour < 256; colour++) {
        if (!occurs[colour])
            continue;
        cq_scene_path(b->scene,
                      colour == CQ_ANY_COLOUR ? CQ_INK_LIGHT
                                              : cq_ink_member(CQ_INK_FILL, tint++),
                      NULL);
        cq_trace_owner(tracer, b->scene, CQ_OUTLINE_ALL, colour);
    }
}

cq_status cq_build_squares(cq_builder *b)
{
    size_t size = cq_board_size(b->board);
    uint32_t *owner = cq_alloc(b->ctx, size, sizeof *owner);
    char dark = b->scene->coarse ? 0 : cq_chequered(b->board);
    cq_tracer tracer;

    for (size_t cell = 0; owner && cell < size; cell++)
        owner[cell] = dark && b->board->colour[cell]
                          ? CQ_ANY_COLOUR
                          : (unsigned char)b->board->colour[cell];
    cq_try(start(b, owner, &tracer));
    if (dark) {
        cq_scene_path(b->scene, CQ_INK_LIGHT, NULL);
        cq_trace_owner(&tracer, b->scene, CQ_OUTLINE_ALL, CQ_ANY_COLOUR);
        add_colour(b, CQ_INK_DARK, dark);
    } else {
        add_tints(b, &tracer);
    }
    if (!b->scene->coarse && !dark) {
        add_dark(b, CQ_INK_DARK, NULL, PLAIN_CELLS);
        add_dark(b, CQ_INK_SHADE, NULL, COLOURED_CELLS);
    }
    stop(&tracer);
    return CQ_OK;
}

/* The plain ground under pieces, and the squares that no piece covers. */
cq_status cq_build_bed(cq_builder *b, const uint32_t *covered)
{
    cq_tracer tracer;
    bool whole = true;

    cq_try(start(b, presence(b), &tracer));
    for (size_t cell = 0; cell < cq_board_size(b->board); cell++)
        whole = whole && (!tracer.owner[cell] || covered[cell]);
    cq_scene_path(b->scene, whole ? CQ_INK_BED : CQ_INK_LIGHT, NULL);
    cq_trace_owner(&tracer, b->scene, CQ_OUTLINE_ALL, 1);
    if (!whole && !b->scene->coarse && !cq_chequered(b->board))
        add_dark(b, CQ_INK_DARK, covered, ALL_CELLS); /* else the shade does it */
    stop(&tracer);
    return CQ_OK;
}

cq_status cq_build_frame(cq_builder *b)
{
    cq_tracer tracer;

    cq_try(start(b, presence(b), &tracer));
    cq_scene_path(b->scene, CQ_INK_FRAME, NULL);
    cq_trace_owner(&tracer, b->scene, CQ_OUTLINE_WALLS, 1);
    cq_scene_drop_empty(b->scene);
    if (b->board->surface != CQ_PLANE) {
        cq_scene_path(b->scene, CQ_INK_SEAM, NULL);
        cq_trace_owner(&tracer, b->scene, CQ_OUTLINE_OPEN, 1);
        cq_scene_drop_empty(b->scene);
    }
    stop(&tracer);
    return CQ_OK;
}

void cq_build_colours(cq_builder *b)
{
    size_t size = cq_board_size(b->board);

    if (b->scene->coarse || cq_chequered(b->board))
        return;
    for (size_t cell = 0; cell < size; cell++) {
        char letter[2] = {b->board->colour[cell], '\0'};

        if (letter[0] && letter[0] != CQ_ANY_COLOUR)
            cq_build_text(b, CQ_INK_FAINT, (cq_cell)cell, cq_letter_size(b, 1, 15),
                          letter);
    }
}

/* 5, 10, 20, 50, 100 ... so that at most this many labels stand on a side of more than
 * fifty cells. */
static uint32_t label_step(uint32_t side, uint32_t most)
{
    uint32_t step = 5;

    if (side <= 50)
        return 1;
    for (unsigned i = 0; side / step > most; i++)
        step = i % 3 == 2 ? step / 2 * 5 : step * 2;
    cq_assert(side / step <= most && step % 5 == 0);
    return step;
}

void cq_build_coordinates(cq_builder *b)
{
    cq_scene *scene = b->scene;
    uint32_t rows = b->board->rows, cols = b->board->cols;
    uint32_t row_step = label_step(rows, 50), col_step = label_step(cols, 25);
    int32_t gap =
        scene->letters * 3 / 4 + (b->board->surface == CQ_PLANE ? 0 : scene->unit / 4);
    int32_t width = 0;
    char name[CQ_CELL_NAME_SIZE];

    if (!b->what->coordinates)
        return;
    for (uint32_t number = 1; number <= rows; number++) {
        if (number % row_step && number != 1)
            continue;
        snprintf(name, sizeof name, "%u", number);
        cq_scene_text(scene, CQ_INK_MARGIN, CQ_END, -gap,
                      cq_place(b, rows - number) + scene->unit / 2, scene->letters,
                      name);
        if (cq_text_width(strlen(name), scene->letters) > width)
            width = cq_text_width(strlen(name), scene->letters);
    }
    cq_assert(width > 0);
    for (uint32_t number = 1; number <= cols; number++) {
        if (number % col_step && number != 1)
            continue;
        cq_cell_name(b->board, number - 1, name);
        name[strcspn(name, "0123456789")] = '\0';
        cq_scene_text(
            scene, CQ_INK_MARGIN, CQ_MIDDLE, cq_place(b, number - 1) + scene->unit / 2,
            cq_place(b, rows) + gap + scene->letters / 2, scene->letters, name);
    }
    cq_scene_reach(scene, -gap - width - scene->letters / 3, 0, 0,
                   cq_place(b, rows) + gap + scene->letters * 4 / 3);
}
