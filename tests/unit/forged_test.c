/* forged_test.c - checkpoints that someone has changed, and whose sum was made to fit.
 *
 * A checkpoint is a state and not an answer that is checked, so that a forged number is
 * believed. But whatever the bytes are, the run either refuses them or goes on and
 * ends: it does not crash, nor hang, nor read what is not there (the sanitizers see to
 * that). A run of each engine that writes checkpoints is stopped after some work; then
 * bytes and words of its state are changed, many times over.
 */
#include "base/file.h"
#include "base/hash.h"
#include "posed.h"

#include <unistd.h>

#ifdef __SANITIZE_THREAD__ /* twenty times slower, and looks for something else */
#define UNDER_TSAN 1
#else
#define UNDER_TSAN 0
#endif

enum {
    STOPS = 4,                    /* of a run */
    ROUNDS = UNDER_TSAN ? 3 : 25, /* forgeries of each */
    SUM_SIZE = 8,
    MEMORY = 256 << 20,
    HANG_SECONDS = 120, /* for one resumed run, which takes milliseconds */
};

static int set_up(void **state)
{
    return open_fixture(state, 23);
}

static const char *path_of(const char *name)
{
    static char path[128];
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

    snprintf(path, sizeof path, "%s/cq_forged_%ld_%s", folder, (long)getpid(), name);
    return path;
}

/* ---- the genuine one ---- */

typedef struct genuine {
    const char *engine;
    cq_goal goal;
    cq_text text; /* the file */
    size_t begin; /* of the engine's bytes */
} genuine;

/* Stops a run after this much work; *out is false if it left no checkpoint, as it had
 * not begun with what is kept there. Returns false if it was not stopped. */
static bool make_genuine(fixture *f, genuine *g, uint64_t work, bool *out)
{
    cq_options options =
        CQ_OPTIONS(.engine = g->engine, .work = work, .checkpoint = path_of("genuine"));
    const char *head;

    solve(f, g->goal, &options);
    *out = access(path_of("genuine"), F_OK) == 0;
    if (f->answer->stop != CQ_STOP_WORK)
        return false;
    if (!*out)
        return true;
    must(cq_file_read(ctx, path_of("genuine"), &g->text));
    unlink(path_of("genuine"));
    head = strstr(g->text.data, "\n\n");
    assert_non_null(head);
    g->begin = (size_t)(head - g->text.data) + 2;
    assert_true(g->begin + SUM_SIZE < g->text.size);
    return true;
}

/* ---- forging ---- */

static uint64_t some_number(fixture *f, uint64_t now)
{
    switch (below(f, 8)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return UINT64_MAX;
    case 3: return now + 1;
    case 4: return now - 1;
    case 5: return now ^ UINT64_C(1) << below(f, 64);
    case 6: return below(f, 100);
    default: return cq_random_next(&f->random);
    }
}

/* Changes a number of 1, 2, 4 or 8 bytes, at any place. */
static void forge_number(fixture *f, const genuine *g, char *data)
{
    size_t width = (size_t)1 << below(f, 4);
    size_t room = g->text.size - SUM_SIZE - g->begin;
    size_t at = g->begin;
    uint64_t number = 0;

    if (room < width)
        return;
    at += below(f, (uint32_t)(room - width + 1));
    if (below(f, 2)) /* most numbers are of whole words */
        at = g->begin + (at - g->begin) / width * width;
    memcpy(&number, data + at, width);
    number = some_number(f, number);
    memcpy(data + at, &number, width);
}

static void write_forged(fixture *f, const genuine *g, const char *path)
{
    size_t size = g->text.size, cut = g->text.size;
    char *data = malloc(size + SUM_SIZE);
    FILE *out = fopen(path, "w");
    uint64_t sum;
    uint32_t changes = 1 + below(f, 3);

    assert_non_null(data);
    assert_non_null(out);
    memcpy(data, g->text.data, size);
    for (uint32_t i = 0; i < changes; i++)
        forge_number(f, g, data);
    if (below(f, 10) == 0)
        cut -= below(f, (uint32_t)(size - SUM_SIZE - g->begin + 1));
    sum = cq_hash_bytes(CQ_HASH_START, data, cut - SUM_SIZE);
    for (size_t i = 0; i < SUM_SIZE; i++)
        data[cut - SUM_SIZE + i] = (char)(uint8_t)(sum >> 8 * i);
    assert_int_equal(fwrite(data, 1, cut, out), cut);
    fclose(out);
    free(data);
}

static void resume_forged(fixture *f, const genuine *g, size_t *refused)
{
    cq_options options =
        CQ_OPTIONS(.engine = g->engine, .work = 60, .threads = 1 + below(f, 2),
                   .resume = path_of("forged"));
    cq_status status;

    write_forged(f, g, path_of("forged"));
    forget_answer(f);
    alarm(HANG_SECONDS);
    cq_context_limit_memory(ctx, MEMORY);
    status = cq_solve(ctx, f->problem, g->goal, &options, &f->answer);
    cq_context_limit_memory(ctx, 0);
    alarm(0);
    if (status != CQ_OK && status != CQ_INPUT && status != CQ_MEMORY)
        fail_msg("%s: %s", cq_status_name(status), cq_error_text(ctx));
    *refused += status == CQ_INPUT;
    unlink(path_of("forged"));
}

/* Checkpoints from the beginning of a run to its end, each forged many times. */
static void forge(fixture *f, const char *engine, cq_goal goal)
{
    genuine g = {.engine = engine, .goal = goal};
    size_t refused = 0, made = 0;
    bool there;

    for (uint64_t work = 1; made < STOPS && make_genuine(f, &g, work, &there);
         work += work / 2 + 1) {
        if (!there)
            continue;
        made++;
        for (int round = 0; round < ROUNDS; round++)
            resume_forged(f, &g, &refused);
        cq_file_drop(&g.text);
    }
    unlink(path_of("genuine"));
    assert_true(made > 0 && refused > 0);
}

static void test_plugs(void **state)
{
    fixture *f = *state;

    pose_tour(f, "4x6", "king", true);
    forge(f, "plugs", CQ_GOAL_COUNT);
    pose_tour(f, "5x5", "1,2", false);
    forge(f, "plugs", CQ_GOAL_COUNT);
}

static void test_frontier(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "5x6", "I3*,L3*,domino*");
    forge(f, "frontier", CQ_GOAL_COUNT);
}

static void test_searches(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "6x8", "tetrominoes*");
    forge(f, "polyomino", CQ_GOAL_COUNT);
    forge(f, "polyomino", CQ_GOAL_ALL);
    forge(f, "search", CQ_GOAL_COUNT);
    forge(f, "search", CQ_GOAL_ALL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_plugs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_frontier, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_searches, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
