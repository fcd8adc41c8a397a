/* cover_classes_test.c - classes of solutions of covers against the definition.
 *
 * Every order of the options is tried; those that make the cover of itself say which
 * solutions are of one class.
 */
#include "classes.h"
#include "posed.h"

static int set_up(void **state)
{
    return open_fixture(state, 5);
}

#ifdef CQ_WITH_NAUTY

enum { OPTIONS_MOST = 6, ITEMS_MOST = 8 };

/* What an item looks like from the options in some order: 0 not there, 1 without
 * colour, or the number of its colour in the order of appearance, from 2. */
typedef struct column {
    unsigned char at[OPTIONS_MOST];
} column;

static column column_of(const cq_cover *cover, uint32_t item, const unsigned *order,
                        size_t options)
{
    uint32_t colours[OPTIONS_MOST], known = 0;
    column made = {{0}};

    for (size_t k = 0; k < options; k++) {
        uint32_t option = order[k];

        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            const cq_entry *found = &cover->entries.at[e];
            uint32_t c = 0;

            if (found->item != item)
                continue;
            while (c < known && colours[c] != found->colour)
                c++;
            if (found->colour != CQ_NO_COLOUR && c == known)
                colours[known++] = found->colour;
            made.at[k] = (unsigned char)(found->colour == CQ_NO_COLOUR ? 1 : 2 + c);
        }
    }
    return made;
}

/* Whether the items can be matched so that the options in this order are the cover
 * itself. */
static bool keeps_cover(const cq_cover *cover, const unsigned *order, size_t options)
{
    static const unsigned same[OPTIONS_MOST] = {0, 1, 2, 3, 4, 5};
    bool used[ITEMS_MOST] = {false};

    for (uint32_t i = 0; i < cover->items.count; i++) {
        column wanted = column_of(cover, i, same, options);
        bool found = false;

        for (uint32_t k = 0; k < cover->items.count && !found; k++) {
            const cq_item *a = &cover->items.at[i], *b = &cover->items.at[k];
            column other = column_of(cover, k, order, options);

            if (used[k] || (i < cover->primary) != (k < cover->primary) ||
                (i < cover->primary && (a->least != b->least || a->most != b->most)) ||
                memcmp(&wanted, &other, sizeof other) != 0)
                continue;
            used[k] = found = true;
        }
        if (!found)
            return false;
    }
    return true;
}

static void make_order(size_t number, size_t options, unsigned *out)
{
    unsigned left[OPTIONS_MOST] = {0, 1, 2, 3, 4, 5};

    for (size_t i = 0; i < options; i++) {
        size_t k = number % (options - i);

        number /= options - i;
        out[i] = left[k];
        memmove(left + k, left + k + 1, (options - i - k - 1) * sizeof *left);
    }
}

static unsigned set_of(const cq_solution *s, const unsigned *order)
{
    unsigned set = 0;

    for (size_t i = 0; i < s->labels.count; i++)
        set |= 1u << (order ? order[s->labels.at[i]] : s->labels.at[i]);
    return set;
}

/* The orbit of a solution: a bit for each set of options. */
static void find_orbit(const cq_cover *cover, const cq_solution *s, bool orbit[64])
{
    size_t options = cq_cover_options(cover), orders = 1;

    memset(orbit, 0, 64 * sizeof *orbit);
    for (size_t i = 2; i <= options; i++)
        orders *= i;
    for (size_t n = 0; n < orders; n++) {
        unsigned order[OPTIONS_MOST];

        make_order(n, options, order);
        if (keeps_cover(cover, order, options))
            orbit[set_of(s, order)] = true;
    }
}

static void random_cover(fixture *f)
{
    static const char *const items[] = {"a b c d | x y\n", "a b 0:2|c 0:2|d | x y\n",
                                        "1:9|a 1:9|b 0:9|c 0:9|d | x y\n"};
    uint32_t options = 1 + below(f, OPTIONS_MOST), kind = below(f, 3);
    uint32_t bounds = below(f, 3);

    clear_text(f);
    put(f, "%s", items[bounds]);
    for (uint32_t i = 0; i < options; i++) {
        put(f, "%s", below(f, 2) ? "a " : "b ");
        if (bounds < 2 || below(f, 2)) /* solutions of different sizes */
            put(f, "%s", below(f, 2) ? "c " : "d ");
        if (kind)
            put(f, "%s", (const char *[]){"", "x ", "x:r ", "x:g "}[below(f, 4)]);
        if (kind == 2)
            put(f, "%s", (const char *[]){"", "y ", "y:r ", "y:g "}[below(f, 4)]);
        put(f, "\n");
    }
    pose_cover(f, f->text);
}

static void compare_cover(const cq_problem *problem)
{
    cq_answer *all = ask(problem, CQ_GOAL_ALL, NULL, false, false);
    cq_answer *unique = ask(problem, CQ_GOAL_ALL, NULL, true, false);
    bool met[64] = {false};
    size_t total = 0;

    for (size_t i = 0; i < unique->solutions.count; i++) {
        bool orbit[64];
        size_t size = 0;

        find_orbit(&problem->cover, &unique->solutions.at[i], orbit);
        for (size_t k = 0; k < 64; k++) {
            assert_false(orbit[k] && met[k]);
            met[k] |= orbit[k];
            size += orbit[k];
        }
        assert_int_equal(cq_answer_class_size(unique, i), size);
        total += size;
    }
    assert_int_equal(total, all->solutions.count);
    for (size_t i = 0; i < all->solutions.count; i++)
        assert_true(met[set_of(&all->solutions.at[i], NULL)]);
    assert_right(problem, unique);
    assert_count(problem, NULL, true, false, unique->solutions.count);
    cq_answer_free(all);
    cq_answer_free(unique);
}

static void test_covers(void **state)
{
    fixture *f = *state;

    for (int round = 0; round < 300; round++) {
        random_cover(f);
        compare_cover(f->problem);
    }
}

#else

/* Without nauty it is refused, in one sentence. */
static void test_covers(void **state)
{
    cq_options options = CQ_OPTIONS(.unique = true);
    cq_problem *problem = cover_of("a b\na b\n");
    cq_answer *answer = NULL;

    (void)state;
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_ALL, &options, &answer),
                     CQ_REFUSED);
    assert_non_null(strstr(cq_error_text(ctx), "nauty"));
    cq_problem_free(problem);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_covers, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
