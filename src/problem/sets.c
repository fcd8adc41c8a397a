/* sets.c - pieces by name: "domino*", "pentominoes", "L3*2", "one-sided-hexominoes".
 *
 *     list   = entry { "," entry }
 *     entry  = name [ "*" [ copies ] ]          "*" alone: any number of copies
 *     name   = a set such as "tetrominoes" or "one-sided-tetrominoes"
 *            | letter digit [ "'" ]             the tetromino T4, the mirrored F5'
 *            | size "." number                  the 7th hexomino, 6.7
 *
 * Up to five squares the pieces have their customary letters (Golomb, Polyominoes,
 * 1965, for the pentominoes). If mirror images count as different, the second of a
 * pair is J for L, Z and S for S and Z, Q for P, and otherwise the letter with an
 * apostrophe. Larger pieces are numbered in the order of cq_polyominoes.
 */
#include "problem/piece.h"

#include "base/assert.h"

#include <ctype.h>
#include <string.h>

typedef struct letter {
    const char *name;   /* with its size: "L4" */
    const char *mirror; /* the name of its mirror image, NULL if that is the same */
    const char *rows;   /* art, rows separated by '/' */
} letter;

static const letter letters[] = {
    {"I1", NULL, "#"},
    {"I2", NULL, "##"},
    {"I3", NULL, "###"},
    {"L3", NULL, "#./##"},
    {"I4", NULL, "####"},
    {"L4", "J4", "#./#./##"},
    {"O4", NULL, "##/##"},
    {"S4", "Z4", ".##/##."},
    {"T4", NULL, "###/.#."},
    {"F5", "F5'", ".##/##./.#."},
    {"I5", NULL, "#####"},
    {"L5", "J5", "#./#./#./##"},
    {"N5", "N5'", ".#/.#/##/#."},
    {"P5", "Q5", "##/##/#."},
    {"T5", NULL, "###/.#./.#."},
    {"U5", NULL, "#.#/###"},
    {"V5", NULL, "#../#../###"},
    {"W5", NULL, "#../##./.##"},
    {"X5", NULL, ".#./###/.#."},
    {"Y5", "Y5'", ".#/##/.#/.#"},
    {"Z5", "S5", "##./.#./.##"},
};

enum { LETTERS = sizeof letters / sizeof *letters };

static const char *const size_names[CQ_POLYOMINO_MOST + 1] = {
    NULL,        "monomino", "domino",    "tromino",  "tetromino",
    "pentomino", "hexomino", "heptomino", "octomino",
};

const char *cq_polyomino_name(unsigned squares)
{
    return squares <= CQ_POLYOMINO_MOST ? size_names[squares] : NULL;
}

static const char *const set_names[] = {"monomino",
                                        "domino",
                                        "trominoes",
                                        "tetrominoes",
                                        "pentominoes",
                                        "hexominoes",
                                        "heptominoes",
                                        "octominoes",
                                        "one-sided-tetrominoes",
                                        "one-sided-pentominoes",
                                        "one-sided-hexominoes",
                                        "one-sided-heptominoes",
                                        "one-sided-octominoes"};

const char *cq_piece_set_name(size_t index)
{
    return index < sizeof set_names / sizeof *set_names ? set_names[index] : NULL;
}

/* One entry of a list. */
typedef struct entry {
    cq_context *ctx;
    cq_span name;
    uint32_t least, most;
    cq_pieces *out;
} entry;

static cq_status art_shape(cq_context *ctx, const char *rows, cq_shape *out)
{
    cq_shape shape = {0};
    int32_t row = 0, col = 0;

    for (const char *at = rows; *at; at++) {
        cq_square square = {row, col, CQ_ANY_COLOUR};

        if (*at == '/') {
            row++;
            col = 0;
            continue;
        }
        col++;
        if (*at == '#' && cq_vec_push(ctx, &shape, square) != CQ_OK) {
            cq_vec_free(&shape);
            return CQ_MEMORY;
        }
    }
    cq_shape_normalise(&shape);
    *out = shape;
    return CQ_OK;
}

/* Adds up to what "any" stands for, which no number of copies is. */
static uint32_t add_copies(uint32_t a, uint32_t b, uint32_t ceiling)
{
    uint64_t sum = (uint64_t)a + b;

    return sum < ceiling ? (uint32_t)sum : ceiling;
}

/* The same piece named twice in a list is one piece with the copies of both. */
static bool merge(entry *e, const char *name)
{
    for (size_t i = 0; i < e->out->count; i++) {
        cq_piece *piece = &e->out->at[i];

        if (strcmp(piece->name, name) != 0)
            continue;
        cq_assert(piece->least <= piece->most && e->least <= e->most);
        piece->least = add_copies(piece->least, e->least, CQ_ANY_COPIES - 1);
        piece->most = add_copies(piece->most, e->most, CQ_ANY_COPIES);
        return true;
    }
    return false;
}

/* Takes the shape over. */
static cq_status add_piece(entry *e, const char *name, bool flip, cq_shape shape)
{
    cq_piece piece = {.shape = shape,
                      .least = e->least,
                      .most = e->most,
                      .rotate = true,
                      .flip = flip};
    cq_status status = CQ_MEMORY;

    if (merge(e, name)) {
        cq_vec_free(&shape);
        return CQ_OK;
    }
    piece.name = cq_strndup(e->ctx, name, strlen(name));
    if (piece.name)
        status = cq_vec_push(e->ctx, e->out, piece);
    if (status != CQ_OK)
        cq_piece_free(&piece);
    return status;
}

/* Adds the mirror image of a shape; takes nothing over. */
static cq_status add_mirrored(entry *e, const char *name, bool flip,
                              const cq_shape *shape)
{
    cq_shape image;

    cq_try(cq_shape_image(e->ctx, shape, CQ_MIRROR, &image));
    return add_piece(e, name, flip, image);
}

static cq_status add_letter(entry *e, const letter *l, bool flip, bool mirrored)
{
    cq_shape shape;
    cq_status status;

    cq_try(art_shape(e->ctx, l->rows, &shape));
    cq_assert(shape.count == (size_t)(l->name[1] - '0'));
    cq_assert(!mirrored || l->mirror);
    if (!mirrored)
        return add_piece(e, l->name, flip, shape);
    status = add_mirrored(e, l->mirror, flip, &shape);
    cq_vec_free(&shape);
    return status;
}

static cq_status add_letters(entry *e, unsigned size, bool one_sided)
{
    for (size_t i = 0; i < LETTERS; i++) {
        if ((unsigned)(letters[i].name[1] - '0') != size)
            continue;
        cq_try(add_letter(e, &letters[i], !one_sided, false));
        if (one_sided && letters[i].mirror)
            cq_try(add_letter(e, &letters[i], false, true));
    }
    return CQ_OK;
}

static cq_status is_chiral(cq_context *ctx, const cq_shape *shape, bool *out)
{
    *out = true;
    for (unsigned turn = 0; turn < 4; turn++) {
        cq_shape image;

        cq_try(cq_shape_image(ctx, shape, CQ_MIRROR + turn, &image));
        if (cq_shape_compare(&image, shape) == 0)
            *out = false;
        cq_vec_free(&image);
    }
    return CQ_OK;
}

/* The number-th polyomino of a size without letters, and its mirror image if wanted. */
static cq_status add_numbered(entry *e, unsigned size, size_t number,
                              const cq_shape *shape, bool one_sided)
{
    char name[32], mirror[34];
    bool chiral;
    cq_shape copy;

    cq_assert(shape->count == size && number > 0);
    cq_try(is_chiral(e->ctx, shape, &chiral));
    cq_try(cq_shape_image(e->ctx, shape, CQ_IDENTITY, &copy));
    snprintf(name, sizeof name, "%u.%zu", size, number);
    snprintf(mirror, sizeof mirror, "%s'", name);
    cq_try(add_piece(e, name, !one_sided, copy));
    if (one_sided && chiral)
        return add_mirrored(e, mirror, false, shape);
    return CQ_OK;
}

/* All of a size, or only the `only`-th if that is not 0 (*found says if it exists).
 * */
static cq_status add_generated(entry *e, unsigned size, bool one_sided, size_t only,
                               bool *found)
{
    cq_shapes shapes;
    cq_status status = cq_polyominoes(e->ctx, size, false, &shapes);

    if (status != CQ_OK)
        return status;
    for (size_t i = 0; i < shapes.count && status == CQ_OK; i++)
        if (only == 0 || only == i + 1) {
            status = add_numbered(e, size, i + 1, &shapes.at[i], one_sided);
            *found = true;
        }
    cq_shapes_free(&shapes);
    return status;
}

static bool skip_prefix(const char **name, size_t *length, const char *prefix)
{
    size_t skip = strlen(prefix);

    if (*length <= skip || memcmp(*name, prefix, skip) != 0)
        return false;
    *name += skip;
    *length -= skip;
    return true;
}

/* "pentominoes", "pentomino", "one-sided-pentominoes", "free-pentominoes". */
static bool find_set(const entry *e, unsigned *size, bool *one_sided)
{
    const char *name = e->name.start;
    size_t length = e->name.length;

    *one_sided = skip_prefix(&name, &length, "one-sided-");
    if (!*one_sided)
        skip_prefix(&name, &length, "free-");
    for (*size = 1; *size <= CQ_POLYOMINO_MOST; ++*size) {
        size_t stem = strlen(size_names[*size]);

        if (length < stem || memcmp(name, size_names[*size], stem) != 0)
            continue;
        if (length == stem || cq_same_text(name + stem, length - stem, "s") ||
            cq_same_text(name + stem, length - stem, "es"))
            return true;
    }
    return false;
}

static const letter *find_letter(const entry *e, bool *mirrored)
{
    char name[8] = "";

    if (e->name.length >= sizeof name)
        return NULL;
    for (size_t i = 0; i < e->name.length; i++)
        name[i] = (char)toupper((unsigned char)e->name.start[i]);
    if (strcmp(name, "V3") == 0)
        name[0] = 'L';
    for (size_t i = 0; i < LETTERS; i++) {
        *mirrored = letters[i].mirror && strcmp(name, letters[i].mirror) == 0;
        if (*mirrored || strcmp(name, letters[i].name) == 0)
            return &letters[i];
    }
    return NULL;
}

/* "6.12": the twelfth hexomino. */
static bool find_number(const entry *e, uint32_t *size, uint32_t *number)
{
    cq_span rest = e->name, first;

    cq_span_take(&rest, '.', &first);
    return rest.start &&
           cq_parse_u32(first.start, first.length, CQ_POLYOMINO_MOST, size) &&
           *size > 5 && cq_parse_u32(rest.start, rest.length, 1000000, number) &&
           *number > 0;
}

/* A single piece may be turned over, so that J4 is L4 by another name; only in a
 * one-sided set are mirror images different pieces. */
static cq_status add_named(entry *e)
{
    bool one_sided, mirrored, found = false;
    uint32_t size, number;
    const letter *l = find_letter(e, &mirrored);
    cq_status status;

    if (l)
        return add_letter(e, l, true, mirrored);
    if (find_set(e, &size, &one_sided)) {
        if (size == 2 || size == 1) { /* known by their whole names */
            cq_shape shape;

            status = art_shape(e->ctx, size == 1 ? "#" : "##", &shape);
            return status == CQ_OK ? add_piece(e, size_names[size], true, shape)
                                   : status;
        }
        return size <= 5 ? add_letters(e, size, one_sided)
                         : add_generated(e, size, one_sided, 0, &found);
    }
    if (find_number(e, &size, &number)) {
        status = add_generated(e, size, false, number, &found);
        if (status != CQ_OK || found)
            return status;
    }
    return cq_expected(e->ctx, e->name,
                       "pieces such as domino, L3, pentominoes or one-sided-hexominoes",
                       "''");
}

static cq_status read_entry(entry *e)
{
    cq_span copies = e->name;

    cq_span_take(&copies, '*', &e->name);
    e->least = copies.start ? 0 : 1;
    e->most = copies.start ? CQ_ANY_COPIES : 1;
    if (copies.start && copies.length)
        cq_try(cq_copies_parse(e->ctx, copies, &e->least, &e->most));
    return add_named(e);
}

cq_status cq_pieces_parse(cq_context *ctx, cq_span list, cq_pieces *out)
{
    cq_span name;

    while (cq_span_take(&list, ',', &name)) {
        entry e = {.ctx = ctx, .name = cq_span_trim(name), .out = out};

        cq_try(read_entry(&e));
    }
    return CQ_OK;
}
