/* cover_test.c - covers and Knuth's text format: what is read, refused, written. */
#include "base/hash.h"
#include "base/random.h"
#include "reading.h"

static cq_status read_size(fixture *f, const char *data, size_t size)
{
    cq_text text = {"test", data, size};

    cq_cover_free(&f->cover);
    return cq_cover_read(ctx, &text, &f->cover);
}

static cq_status read(fixture *f, const char *data)
{
    return read_size(f, data, strlen(data));
}

/* The text of a cover; to be freed. */
static char *text_of(const cq_cover *cover)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    assert_int_equal(cq_cover_write(ctx, cover, out), CQ_OK);
    fclose(out);
    return text;
}

static void assert_refused(fixture *f, const char *data, size_t line, size_t column,
                           const char *part)
{
    assert_int_equal(read(f, data), CQ_INPUT);
    assert_refused_at(data, line, column, part);
    assert_string_equal(cq_error_source(ctx), "test");
    assert_int_equal(f->cover.items.count, 0); /* untouched */
}

static void reads_items_options_and_colours(void **state)
{
    fixture *f = *state;
    const cq_cover *c = &f->cover;

    assert_int_equal(read(f, "| a comment\n\n  | indented\n"
                             "a 2|bb 0:3|ccc | p q\r\n"
                             "a bb p:red\n| between\n\n"
                             "  ccc\tq p:blue \n"
                             "a p:red"),
                     CQ_OK);
    assert_true(cq_cover_check(c));
    assert_int_equal(c->primary, 3);
    assert_int_equal(c->items.count, 5);
    assert_string_equal(cq_item_name(c, 1), "bb");
    assert_int_equal(c->items.at[0].least, 1);
    assert_int_equal(c->items.at[0].most, 1);
    assert_int_equal(c->items.at[1].least, 2);
    assert_int_equal(c->items.at[1].most, 2);
    assert_int_equal(c->items.at[2].least, 0);
    assert_int_equal(c->items.at[2].most, 3);
    assert_int_equal(c->items.at[3].least, 0);
    assert_int_equal(c->items.at[3].most, 1);
    assert_int_equal(cq_cover_options(c), 3);
    assert_int_equal(c->starts.at[1], 3);
    assert_int_equal(c->entries.at[2].item, 3);
    assert_string_equal(cq_colour_name(c, c->entries.at[2].colour), "red");
    assert_int_equal(c->entries.at[3].colour, CQ_NO_COLOUR);
    assert_string_equal(cq_colour_name(c, c->entries.at[5].colour), "blue");
    assert_int_equal(c->entries.at[7].colour, c->entries.at[2].colour);
    assert_int_equal(f->notes, 0);
}

static void items_alone_are_a_cover_without_options(void **state)
{
    fixture *f = *state;

    assert_int_equal(read(f, "a b |\n"), CQ_OK);
    assert_int_equal(cq_cover_options(&f->cover), 0);
    assert_int_equal(f->cover.starts.count, 1);
    assert_true(cq_cover_check(&f->cover));
}

static void options_without_primary_items_are_left_out(void **state)
{
    fixture *f = *state;

    assert_int_equal(read(f, "a | p q\np\na p\nq:x p\na"), CQ_OK);
    assert_int_equal(cq_cover_options(&f->cover), 2);
    assert_int_equal(f->cover.entries.count, 3);
    assert_int_equal(f->notes, 1);
    assert_string_equal(f->note, "2 options, the first in line 2, have no primary item "
                                 "and are left out");
    /* What is left out must still be right. */
    assert_refused(f, "a | p\np p\n", 2, 3, "'p' twice");
}

static void refuses_bad_items_at_their_place(void **state)
{
    fixture *f = *state;

    assert_refused(f, "", 1, 1, "items");
    assert_refused(f, "| only\n\n| comments\n", 4, 1, "items");
    assert_refused(f, "a b a\n", 1, 5, "'a' twice");
    assert_refused(f, "a | b a\n", 1, 7, "'a' twice");
    assert_refused(f, "a b 3:2|c\n", 1, 5, "3:2");
    assert_refused(f, "a 0|c\n", 1, 3, "0 copies");
    assert_refused(f, "a 0:0|c\n", 1, 3, "0 copies");
    assert_refused(f, "a | 2|p\n", 1, 5, "no multiplicity");
    assert_refused(f, "a |p\n", 1, 3, "found none");
    assert_refused(f, "a x|p\n", 1, 3, "'x'");
    assert_refused(f, "a 1:|p\n", 1, 5, "found none");
    assert_refused(f, "a :2|p\n", 1, 3, "found none");
    assert_refused(f, "a 1:2:3|p\n", 1, 5, "'2:3'");
    assert_refused(f, "a -1|p\n", 1, 3, "'-1'");
    assert_refused(f, "a 1:4294967296|p\n", 1, 5, "at most 4294967295");
    assert_refused(f, "a 2| b\n", 1, 5, "name of an item");
    assert_refused(f, "a 2|b|c\n", 1, 6, "found '|'");
    assert_refused(f, "a b:c\n", 1, 4, "found ':'");
    assert_refused(f, "a | b | c\n", 1, 7, "second");
    assert_refused(f, "a b\x1bx\n", 1, 4, "0x1b");
    assert_int_equal(read_size(f, "a b\na \0b\n", 9), CQ_INPUT);
    assert_int_equal(cq_error_line(ctx), 2);
    assert_int_equal(cq_error_column(ctx), 3);
}

static void refuses_bad_options_at_their_place(void **state)
{
    fixture *f = *state;

    assert_refused(f, "a | p\n\n| x\na b\n", 4, 3, "'b'");
    assert_refused(f, "a | p\na a\n", 2, 3, "'a' twice");
    assert_refused(f, "a | p\na p:x p:y\n", 2, 7, "'p' twice");
    assert_refused(f, "a | p\na:x p\n", 2, 2, "primary item 'a'");
    assert_refused(f, "a | p\na p:\n", 2, 5, "name of a colour");
    assert_refused(f, "a | p\na :x\n", 2, 3, "name of an item");
    assert_refused(f, "a | p\na p:x:y\n", 2, 6, "found ':'");
    assert_refused(f, "a | p\na | p\n", 2, 4, "in a weight");
    assert_refused(f, "a | p\na pp\n", 2, 3, "'pp'"); /* no match by beginnings */
    assert_refused(f, "aa | p\na\n", 2, 1, "'a'");
}

static void large_numbers_and_names_are_kept(void **state)
{
    fixture *f = *state;
    char text[700] = "0:4294967295|";
    char *name = text + strlen(text), *written;

    memset(name, 'n', 600);
    assert_int_equal(read(f, text), CQ_OK);
    assert_int_equal(f->cover.items.at[0].most, UINT32_MAX);
    assert_int_equal(strlen(cq_item_name(&f->cover, 0)), 600);
    written = text_of(&f->cover);
    text[strlen(text)] = '\n';
    assert_string_equal(written, text);
    free(written);
}

static void writing_reads_back(void **state)
{
    fixture *f = *state;
    const char *text = "a 2|b 0:2|c | p q\na b p:x\nb c q\na p:y q:x\n";
    char *written;

    assert_int_equal(read(f, text), CQ_OK);
    written = text_of(&f->cover);
    assert_string_equal(written, text);
    free(written);
}

/* Random covers: read(write(c)) has the digest of c, and any change another. */
static void random_covers_read_back(void **state)
{
    fixture *f = *state;
    cq_random random;

    cq_random_seed(&random, 7);
    for (unsigned round = 0; round < 50; round++) {
        cq_cover made = {0};
        uint32_t items = 2 + (uint32_t)cq_random_below(&random, 20), number, colours[3];
        uint32_t primary = 1 + (uint32_t)cq_random_below(&random, items);
        uint64_t digest;
        char *text;

        for (uint32_t i = 0; i < items; i++) {
            char name[16];
            uint32_t least = i < primary ? (uint32_t)cq_random_below(&random, 3) : 0;
            uint32_t most = i < primary
                                ? least + !least + (uint32_t)cq_random_below(&random, 2)
                                : 1;

            snprintf(name, sizeof name, "i%u", i * i);
            assert_int_equal(cq_cover_add_item(ctx, &made, name, strlen(name),
                                               i < primary, least, most, &number),
                             CQ_OK);
        }
        for (uint32_t i = 0; i < 3; i++)
            cq_cover_add_colour(ctx, &made, &"xyz"[2 - i], 1, &colours[i]);
        for (uint64_t n = cq_random_below(&random, 30); n > 0; n--) {
            assert_int_equal(cq_cover_open_option(ctx, &made), CQ_OK);
            cq_cover_add_entry(ctx, &made, (uint32_t)cq_random_below(&random, primary),
                               0);
            for (uint32_t i = primary; i < items; i++)
                if (cq_random_below(&random, 3) == 0)
                    cq_cover_add_entry(ctx, &made, i,
                                       (uint32_t)cq_random_below(&random, 4));
        }
        assert_true(cq_cover_check(&made));
        text = text_of(&made);
        assert_int_equal(read(f, text), CQ_OK);
        digest = cq_cover_hash(&made, CQ_HASH_START);
        assert_true(cq_cover_hash(&f->cover, CQ_HASH_START) == digest);
        made.items.at[0].most++;
        assert_true(cq_cover_hash(&f->cover, CQ_HASH_START) !=
                    cq_cover_hash(&made, CQ_HASH_START));
        free(text);
        cq_cover_free(&made);
    }
}

static void refuses_to_write_what_would_not_read_back(void **state)
{
    fixture *f = *state;
    FILE *out = fopen("/dev/null", "w");
    uint32_t number;

    assert_int_equal(cq_cover_write(ctx, &f->cover, out), CQ_INPUT);
    cq_cover_add_item(ctx, &f->cover, "a", 1, true, 1, 1, &number);
    assert_int_equal(cq_cover_write(ctx, &f->cover, out), CQ_OK);
    cq_cover_add_item(ctx, &f->cover, "p q", 3, false, 0, 1, &number);
    assert_int_equal(cq_cover_write(ctx, &f->cover, out), CQ_INPUT);
    cq_cover_free(&f->cover);
    cq_cover_add_item(ctx, &f->cover, "a", 1, true, 1, 1, &number);
    cq_cover_add_item(ctx, &f->cover, "a", 1, false, 0, 1, &number);
    assert_int_equal(cq_cover_write(ctx, &f->cover, out), CQ_INPUT);
    assert_non_null(strstr(cq_error_text(ctx), "'a'"));
    cq_cover_free(&f->cover);
    cq_cover_add_item(ctx, &f->cover, "a", 1, true, 1, 1, &number);
    cq_cover_open_option(ctx, &f->cover);
    assert_int_equal(cq_cover_write(ctx, &f->cover, out), CQ_INPUT);
    fclose(out);
}

static void the_check_sees_broken_covers(void **state)
{
    fixture *f = *state;
    cq_cover *c = &f->cover;

#ifdef CQ_CHECKED
    skip(); /* the check ends the program there */
#endif
    assert_int_equal(read(f, "a b | p\na b p:x\nb p\n"), CQ_OK);
    assert_true(cq_cover_check(c));
    c->entries.at[0].colour = 1;
    assert_false(cq_cover_check(c));
    c->entries.at[0].colour = 0;
    c->entries.at[1].item = 0;
    assert_false(cq_cover_check(c));
    c->entries.at[1].item = 3;
    assert_false(cq_cover_check(c));
    c->entries.at[1].item = 1;
    c->starts.at[2]++;
    assert_false(cq_cover_check(c));
    c->starts.at[2]--;
    c->items.at[0].least = 2;
    assert_false(cq_cover_check(c));
    c->items.at[0].least = 1;
    assert_true(cq_cover_check(c));
}

/* With every limit up to what reading takes: CQ_MEMORY, nothing leaks, then success. */
static void running_out_of_memory_is_reported(void **state)
{
    fixture *f = *state;
    const char *text = "a b 2|c d e f g h i | p q\na b p:x\nc d e f q:y\ni h g\n";
    cq_status status = CQ_MEMORY;

    for (size_t limit = 1; status != CQ_OK; limit += 16) {
        cq_context_limit_memory(ctx, limit);
        status = read(f, text);
        assert_true(status == CQ_OK || status == CQ_MEMORY);
        if (status != CQ_OK)
            assert_int_equal(cq_context_memory_used(ctx), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_items_options_and_colours, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(items_alone_are_a_cover_without_options, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(options_without_primary_items_are_left_out,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_bad_items_at_their_place, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(refuses_bad_options_at_their_place, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(large_numbers_and_names_are_kept, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(writing_reads_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_covers_read_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_to_write_what_would_not_read_back,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_check_sees_broken_covers, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(running_out_of_memory_is_reported, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
