/* alike_test.c - options that symmetries take to one another: counted once by search.
 *
 * Covers with planted symmetries are drawn at random and counted by dlx, too, which
 * knows nothing of symmetries.
 */
#include "engine/search/alike.h"
#include "posed.h"

#include <string.h>
#include <unistd.h>

static int set_up(void **state)
{
    return open_fixture(state, 15);
}

static uint64_t count_by(fixture *f, const char *engine, unsigned threads)
{
    const cq_options options = CQ_OPTIONS(.engine = engine, .threads = threads);

    solve(f, CQ_GOAL_COUNT, &options);
    assert_int_equal(f->answer->stop, CQ_FINISHED);
    assert_true(f->answer->counted);
    return mpz_get_ui(f->answer->count);
}

/* ---- planted symmetries ---- */

typedef enum symmetry { TURN, HALF_TURN, MIRROR } symmetry;

typedef struct family {
    symmetry how;
    uint32_t items;
    bool secondary; /* as many as items, which go the same way */
} family;

static uint32_t image_of(const family *y, uint32_t item, uint32_t times)
{
    if (y->how == MIRROR)
        return times % 2 ? y->items - 1 - item : item;
    return (item + times * (y->how == TURN ? 1 : y->items / 2)) % y->items;
}

/* Primary items as bits, then the secondary ones. */
static uint32_t image_of_set(const family *y, uint32_t set, uint32_t times)
{
    uint32_t image = 0;

    for (uint32_t i = 0; i < y->items; i++) {
        image |= (set >> i & 1) << image_of(y, i, times);
        image |= (set >> (y->items + i) & 1) << (y->items + image_of(y, i, times));
    }
    return image;
}

static void put_set(fixture *f, const family *y, uint32_t set, const char *colour)
{
    for (uint32_t i = 0; i < y->items; i++)
        if (set >> i & 1)
            put(f, "p%u ", i);
    for (uint32_t i = 0; i < y->items; i++)
        if (set >> (y->items + i) & 1)
            put(f, "s%u%s ", i, colour);
    put(f, "\n");
}

/* A random option and all its images, each once. */
static void put_orbit(fixture *f, const family *y)
{
    static const char *const colours[] = {"", ":A", ":B"};
    const char *colour = colours[below(f, 3)];
    uint32_t set = 0, image = 0, times = 0;

    for (uint32_t k = 1 + below(f, 3); k > 0; k--)
        set |= UINT32_C(1) << below(f, y->items);
    if (y->secondary && below(f, 3) == 0)
        set |= UINT32_C(1) << (y->items + below(f, y->items));
    for (image = set; times == 0 || image != set; image = image_of_set(y, set, ++times))
        put_set(f, y, image, colour);
}

static void pose_family(fixture *f, const family *y, uint32_t orbits, bool copies)
{
    clear_text(f);
    for (uint32_t i = 0; i < y->items; i++)
        put(f, copies ? "1:2|p%u " : "p%u ", i);
    for (uint32_t i = 0; y->secondary && i < y->items; i++)
        put(f, i ? "s%u " : "| s%u ", i);
    put(f, "\n");
    while (orbits-- > 0)
        put_orbit(f, y);
    pose_cover(f, f->text);
}

/* Turned, turned by half and mirrored; with secondary items and colours; an item more
 * that is covered once while the others may be covered twice. */
static void planted(void **state)
{
    unsigned used = 0;
    fixture *f = *state;

    for (unsigned round = 0; round < 600; round++) {
        family y = {.how = (symmetry)(round % 3),
                    .items = 4 + 2 * below(f, 4),
                    .secondary = round % 2};
        cq_alike alike;

        bool copies = round % 16 == 15;

        if (copies)
            y.items = 4;
        pose_family(f, &y, copies ? 2 : 3 + below(f, 6), copies);
        assert_int_equal(count_by(f, "search", 1 + round % 2), count_by(f, "dlx", 1));
        must(cq_alike_find(ctx, &f->problem->cover, &alike));
        used += alike.item != UINT32_MAX;
        cq_alike_free(&alike);
    }
    assert_true(used > 200); /* or nothing was tried */
}

/* The classes of an item have all of its options. */
static size_t classes_of(fixture *f, size_t *options)
{
    size_t classes, sum = 0;
    cq_alike alike;

    must(cq_alike_find(ctx, &f->problem->cover, &alike));
    assert_true(alike.item != UINT32_MAX);
    classes = alike.options.count;
    for (size_t i = 0; i < classes; i++)
        sum += alike.copies.at[i];
    cq_alike_free(&alike);
    *options = sum;
    return classes;
}

/* The cycle: every item and every option of a family is like every other. */
static void all_alike(void **state)
{
    const uint32_t items = 12;
    fixture *f = *state;
    size_t options;

    clear_text(f);
    for (uint32_t i = 0; i < items; i++)
        put(f, "p%u ", i);
    put(f, "\n");
    for (uint32_t i = 0; i < items; i++)
        for (uint32_t k = 1; k <= 3; k++)
            put(f, "p%u p%u\n", i, (i + k) % items);
    pose_cover(f, f->text);
    /* Of six options at an item three pairs are the same but for a mirror. */
    assert_int_equal(classes_of(f, &options), 3);
    assert_int_equal(options, 6);
    assert_int_equal(count_by(f, "search", 1), count_by(f, "dlx", 1));
}

/* The smallest tree without a symmetry: its edges and its vertices are the options. */
static void nothing_alike(void **state)
{
    static const char *const tree = "a b c d e f g\n"
                                    "a b\nb c\nc d\nd e\nc g\n"
                                    "a\nb\nc\nd\ne\nf\ng\n";
    fixture *f = *state;
    cq_alike alike;

    clear_text(f);
    put(f, "%se f\n", tree);
    pose_cover(f, f->text);
    must(cq_alike_find(ctx, &f->problem->cover, &alike));
    assert_true(alike.item == UINT32_MAX);
    cq_alike_free(&alike);
    assert_int_equal(count_by(f, "search", 1), count_by(f, "dlx", 1));
}

static uint64_t counter(const fixture *f, const char *name)
{
    const char *found;
    uint64_t value;

    for (size_t i = 0; (found = cq_answer_counter(f->answer, i, &value)); i++)
        if (strcmp(found, name) == 0)
            return value;
    fail_msg("no counter is called %s", name);
    return 0;
}

/* The classes are levels of one tree, which can be saved and shared: however often it
 * is stopped, and with however many threads, the nodes and the number are the same.
 * Eleven pairs: OEIS A014552, and mirror images. */
static void stopped_and_resumed(void **state)
{
    char path[] = "/tmp/chequer-alike-XXXXXX";
    fixture *f = *state;
    unsigned runs = 0;
    uint64_t nodes;
    bool done = false;

    pose_langford(f, 11);
    assert_int_equal(count_by(f, "search", 1), 2 * 17792);
    nodes = counter(f, "nodes");
    close(mkstemp(path));
    while (!done) {
        const cq_options options =
            CQ_OPTIONS(.engine = "search", .threads = runs % 4 == 3 ? 3 : 1, .work = 15,
                       .checkpoint = path, .resume = runs ? path : NULL);

        solve(f, CQ_GOAL_COUNT, &options);
        done = f->answer->stop == CQ_FINISHED;
        assert_true(done || f->answer->stop == CQ_STOP_WORK);
        assert_true(++runs < 100);
    }
    assert_true(runs > 3); /* several threads may do much before they are stopped */
    assert_int_equal(mpz_get_ui(f->answer->count), 2 * 17792);
    assert_int_equal(counter(f, "nodes"), nodes);
    unlink(path);
}

/* Parts are those of the whole tree, counted or listed. */
static void parts_as_listed(void **state)
{
    uint64_t sum = 0;
    fixture *f = *state;

    pose_langford(f, 8);
    for (uint32_t part = 1; part <= 3; part++) {
        const cq_options options =
            CQ_OPTIONS(.engine = "search", .part = part, .parts = 3);
        uint64_t counted;

        solve(f, CQ_GOAL_COUNT, &options);
        counted = f->answer->found;
        solve(f, CQ_GOAL_ALL, &options);
        assert_int_equal(counted, f->answer->found);
        sum += counted;
    }
    assert_int_equal(sum, 2 * 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(planted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_alike, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_alike, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stopped_and_resumed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_as_listed, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("alike", tests, NULL, NULL);
}
