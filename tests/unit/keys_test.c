/* keys_test.c - sets of keys: numbers in the order of arrival, whatever the keys. */
#include "base/keys.h"
#include "base/random.h"
#include "context.h"

enum { KEYS = 3000, WORDS_MOST = 3 };

/* Keys that differ in few bits, so that many meet in the table. */
static void draw_key(cq_random *random, size_t words, uint64_t *key)
{
    for (size_t w = 0; w < words; w++)
        key[w] = cq_random_below(random, 40) << (w * 20);
}

/* By looking at all keys one after the other. */
static uint32_t find_plainly(const cq_keys *keys, const uint64_t *key)
{
    for (size_t i = 0; i < keys->count; i++)
        if (memcmp(keys->at + i * keys->words, key, keys->words * sizeof *key) == 0)
            return (uint32_t)i;
    return CQ_NO_KEY;
}

static void add_some(cq_keys *keys, cq_random *random)
{
    for (unsigned i = 0; i < KEYS; i++) {
        uint64_t key[WORDS_MOST];
        uint32_t expected, number;
        size_t count = keys->count;
        bool fresh;

        draw_key(random, keys->words, key);
        expected = find_plainly(keys, key);
        assert_int_equal(cq_keys_find(keys, key), expected);
        must(cq_keys_add(ctx, keys, key, &number, &fresh));
        assert_int_equal(fresh, expected == CQ_NO_KEY);
        assert_int_equal(number, fresh ? count : expected);
        assert_int_equal(keys->count, count + fresh);
        assert_int_equal(cq_keys_find(keys, key), number);
    }
}

static void keys_have_the_numbers_of_their_arrival(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 1);
    for (size_t words = 1; words <= WORDS_MOST; words++) {
        cq_keys keys = {.words = words};

        add_some(&keys, &random);
        assert_true(keys.count >= 40);
        cq_keys_clear(&keys);
        assert_int_equal(cq_keys_find(&keys, (uint64_t[WORDS_MOST]){0}), CQ_NO_KEY);
        add_some(&keys, &random);
        cq_keys_free(&keys);
        add_some(&keys, &random); /* and from the beginning once more */
        cq_keys_free(&keys);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keys_have_the_numbers_of_their_arrival,
                                        open_context, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
