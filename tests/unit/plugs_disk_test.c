/* plugs_disk_test.c - layers on disk: scratch files, packed blocks, and what is damaged
 * is refused. */
#include "base/random.h"
#include "engine/pack.h"
#include "engine/plugs/plug_cursor.h"

#include "context.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- scratch files ---- */

static void test_records(void **state)
{
    cq_scratch_use use = {0};
    enum { RECORDS = 50, MOST = 1000 };
    cq_scratch_record at[RECORDS];
    cq_scratch *file = NULL;
    char bytes[MOST], found[MOST];

    (void)state;
    must(cq_scratch_new(ctx, cq_scratch_folder(NULL), NULL, &use, &file));
    assert_null(cq_scratch_path(file));
    for (size_t i = 0; i < RECORDS; i++) {
        memset(bytes, (int)i, sizeof bytes);
        must(cq_scratch_put(file, bytes, i * 20, &at[i]));
    }
    for (size_t i = RECORDS; i-- > 0;) {
        memset(bytes, (int)i, sizeof bytes);
        must(cq_scratch_get(file, &at[i], found));
        assert_memory_equal(bytes, found, i * 20);
    }
    at[3].sum++;
    must_refuse(cq_scratch_get(file, &at[3], found), CQ_INPUT, "damaged");
    at[4].at = cq_scratch_size(file);
    must_refuse(cq_scratch_get(file, &at[4], found), CQ_INPUT, "cut short");
    cq_scratch_free(file);
}

static void test_folders(void **state)
{
    cq_scratch_use use = {0};
    cq_scratch *file = NULL;

    (void)state;
    must_refuse(cq_scratch_check(ctx, "/nowhere/at/all"), CQ_IO, "scratch folder");
    must_refuse(cq_scratch_check(ctx, "/dev/null"), CQ_IO, "scratch folder");
    must(cq_scratch_check(ctx, "/tmp"));
    must_refuse(cq_scratch_new(ctx, "/nowhere/at/all", NULL, &use, &file), CQ_MEMORY,
                "--scratch");
    assert_true(cq_scratch_space("/tmp") > 0);
}

/* A file with a name is removed with its last user, unless it is to stay; files of a
 * run that is over are found by their names. */
static void test_names(void **state)
{
    cq_scratch_use use = {0};
    char folder[] = "/tmp/chequer-test-XXXXXX", path[2][64];
    cq_scratch_record record;
    cq_scratch *file[2];
    const char *kept[1];

    (void)state;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 2; i++) {
        char name[32];

        snprintf(name, sizeof name, "a-%d.layer", i);
        snprintf(path[i], sizeof path[i], "%s/%s", folder, name);
        must(cq_scratch_new(ctx, folder, name, &use, &file[i]));
        must(cq_scratch_put(file[i], "layer", 5, &record));
        must(cq_scratch_sync(file[i]));
        assert_string_equal(cq_scratch_path(file[i]), path[i]);
    }
    assert_int_equal(use.now, 10);
    cq_scratch_free(cq_scratch_share(file[0]));
    assert_int_equal(access(path[0], F_OK), 0);
    cq_scratch_free(file[0]);
    assert_int_equal(access(path[0], F_OK), -1);
    cq_scratch_keep(file[1], true);
    cq_scratch_free(file[1]);
    must(cq_scratch_open(ctx, path[1], &use, &file[1]));
    assert_int_equal(cq_scratch_size(file[1]), 5);
    cq_scratch_free(file[1]);
    kept[0] = path[1];
    cq_scratch_clear(folder, "a-", ".layer", kept, 1);
    assert_int_equal(access(path[1], F_OK), 0);
    cq_scratch_clear(folder, "b-", ".layer", NULL, 0);
    assert_int_equal(access(path[1], F_OK), 0);
    cq_scratch_clear(folder, "a-", ".layer", NULL, 0);
    assert_int_equal(access(path[1], F_OK), -1);
    must_refuse(cq_scratch_open(ctx, path[1], &use, &file[1]), CQ_IO,
                "checkpoint needs");
    assert_int_equal(use.now, 0);
    assert_int_equal(use.most, 10);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- numbers ---- */

static void test_numbers(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 3);
    for (unsigned i = 0; i < 2000; i++) {
        unsigned bits = (unsigned)cq_random_below(&random, 129);
        cq_wide value = cq_wide_and(
                    (cq_wide){cq_random_next(&random), cq_random_next(&random)},
                    cq_wide_ones(bits)),
                back;
        uint64_t words[2] = {value.low, value.high}, read[3];
        uint8_t bytes[CQ_PACK_WIDE + CQ_PACK_SLACK];
        const uint8_t *end = cq_pack_wide(bytes, value);
        size_t width = cq_pack_width(words, 1, 2);

        assert_true(end - bytes <= CQ_PACK_WIDE);
        assert_ptr_equal(cq_unpack_wide(bytes, end, &back), end);
        assert_true(cq_wide_is(back, value));
        assert_null(cq_unpack_wide(bytes, end - 1, &back));
        cq_pack_number(bytes, words, width);
        cq_unpack_number(bytes, width, read, 3);
        assert_memory_equal(read, words, sizeof words);
        assert_int_equal(read[2], 0);
    }
}

/* ---- chunks ---- */

enum { BLOCKS = 40, SLOTS = 24, LIMBS = 3, WORDS = 1 << 17 };

/* Some blocks, sorted, of all kinds: full ones with and without zeros, lists that
 * ascend and lists that do not, with small numbers and large ones. */
typedef struct chunk_case {
    unsigned limbs;
    cq_pattern patterns[BLOCKS];
    cq_plug_block blocks[BLOCKS];
    size_t count, words;
    uint64_t room[WORDS];
} chunk_case;

static void draw_number(cq_random *random, unsigned limbs, bool zero, uint64_t *out)
{
    size_t bits = 1 + (size_t)cq_random_below(random, 64 * limbs);

    memset(out, 0, limbs * sizeof *out);
    for (size_t l = 0; l < limbs && !zero; l++)
        out[l] = bits > 64 * l + 63 ? cq_random_next(random)
                 : bits > 64 * l
                     ? cq_random_next(random) & ((UINT64_C(1) << (bits - 64 * l)) - 1)
                     : 0;
    if (!zero)
        out[0] |= 1;
}

static void draw_block(cq_random *random, const cq_matings *m, chunk_case *c)
{
    cq_pattern pattern = c->patterns[c->count];
    unsigned ends = cq_pattern_ends(pattern);
    uint64_t places = m->counts[ends], at = 0;
    bool full = places < 1000 && cq_random_below(random, 2);
    size_t numbers = full          ? (size_t)places
                     : places < 20 ? 1 + (size_t)cq_random_below(random, places)
                                   : 1 + (size_t)cq_random_below(random, 20);
    unsigned zeros = (unsigned)cq_random_below(random, 4);
    uint64_t *words = c->room + c->words;
    size_t more = cq_plug_block_words(m, ends, c->limbs, full ? 0 : (uint32_t)numbers);

    c->blocks[c->count] = (cq_plug_block){words, full ? 0 : (uint32_t)numbers};
    memset(words, 0, more * sizeof *words);
    for (size_t i = 0; i < numbers; i++) {
        draw_number(random, c->limbs, full && i && cq_random_below(random, 4) < zeros,
                    words + i * c->limbs);
        at = zeros ? (at + places / numbers) % places : cq_random_below(random, places);
        if (full)
            continue;
        if (ends <= CQ_SHORT_RANKS)
            ((uint32_t *)(void *)(words + numbers * c->limbs))[i] = (uint32_t)at;
        else
            words[numbers * c->limbs + i] = at;
    }
    c->words += more;
    c->count++;
}

static int compare_patterns(const void *a, const void *b)
{
    cq_pattern x = *(const cq_pattern *)a, y = *(const cq_pattern *)b;

    return cq_wide_below(y, x) - cq_wide_below(x, y);
}

static void draw_chunk(cq_random *random, const cq_matings *m, chunk_case *c)
{
    cq_pattern drawn[BLOCKS];
    size_t count = 0;

    c->count = c->words = 0;
    c->limbs = 1 + (unsigned)cq_random_below(random, LIMBS);
    while (count < BLOCKS) {
        cq_pattern pattern = {0};

        for (unsigned s = 0; s < SLOTS; s++)
            pattern = cq_wide_or(pattern,
                                 cq_pattern_slot((unsigned)cq_random_below(random, 3),
                                                 cq_slot_shift(s, SLOTS)));
        if (cq_pattern_ends(pattern) % 2 == 0)
            drawn[count++] = pattern;
    }
    qsort(drawn, count, sizeof *drawn, compare_patterns);
    for (size_t i = 0; i < count; i++)
        if (c->count == 0 || !cq_wide_is(c->patterns[c->count - 1], drawn[i])) {
            c->patterns[c->count] = drawn[i];
            draw_block(random, m, c);
        }
    assert_true(c->words < WORDS);
}

typedef struct unpacked {
    cq_pattern patterns[BLOCKS];
    cq_plug_block blocks[BLOCKS];
    uint64_t words[WORDS];
} unpacked;

static void assert_unpacks(const cq_matings *m, const chunk_case *c,
                           const uint8_t *bytes, const cq_plug_chunk *chunk,
                           unpacked *u)
{
    assert_true(cq_plug_chunk_unpack(m, SLOTS, c->limbs, bytes, chunk, u->patterns,
                                     u->blocks, u->words));
    assert_memory_equal(u->patterns, c->patterns, c->count * sizeof *c->patterns);
    for (size_t i = 0; i < c->count; i++)
        assert_int_equal(u->blocks[i].entries, c->blocks[i].entries);
    assert_memory_equal(u->words, c->room, c->words * sizeof *c->room);
}

/* Damaged bytes are refused, or blocks that are sound; nothing is written elsewhere,
 * which sanitizers would see. */
static void damage(cq_random *random, const cq_matings *m, const chunk_case *c,
                   uint8_t *bytes, const cq_plug_chunk *chunk, unpacked *u)
{
    for (unsigned i = 0; i < 30; i++) {
        size_t at = (size_t)cq_random_below(random, chunk->record.size);
        uint8_t was = bytes[at];
        cq_plug_chunk other = *chunk;

        bytes[at] = (uint8_t)cq_random_next(random);
        if (i % 3 == 0)
            other.record.size = cq_random_below(random, chunk->record.size + 1);
        if (i % 5 == 0)
            other.numbers = cq_random_below(random, chunk->numbers + 1);
        if (cq_plug_chunk_unpack(m, SLOTS, c->limbs, bytes, &other, u->patterns,
                                 u->blocks, u->words))
            for (size_t b = 0; b < other.blocks; b++)
                assert_true(cq_pattern_is_sound(u->patterns[b], SLOTS));
        bytes[at] = was;
    }
}

static void test_chunks(void **state)
{
    chunk_case *c = cq_alloc(ctx, 1, sizeof *c);
    unpacked *u = cq_alloc(ctx, 1, sizeof *u);
    cq_random random;
    cq_matings m;

    (void)state;
    assert_true(c && u);
    must(cq_matings_new(ctx, 0, 0, &m));
    cq_random_seed(&random, 11);
    for (unsigned i = 0; i < 100; i++) {
        cq_plug_chunk chunk;
        uint8_t *bytes;
        size_t room;

        draw_chunk(&random, &m, c);
        room = cq_plug_chunk_room(c->count, c->words);
        bytes = cq_alloc(ctx, room, 1);
        assert_non_null(bytes);
        chunk.record.size = 0;
        room = cq_plug_chunk_pack(&m, c->limbs, c->patterns, c->blocks, c->count, bytes,
                                  &chunk);
        chunk.record.size = room;
        assert_int_equal(cq_plug_chunk_words(&chunk, c->limbs), c->words);
        assert_unpacks(&m, c, bytes, &chunk, u);
        damage(&random, &m, c, bytes, &chunk, u);
        cq_free(bytes);
    }
    cq_matings_free(&m);
    cq_free(c);
    cq_free(u);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_records), TEST(test_folders),
                                       TEST(test_names), TEST(test_numbers),
                                       TEST(test_chunks)};

    return cmocka_run_group_tests_name("plugs on disk", tests, NULL, NULL);
}
