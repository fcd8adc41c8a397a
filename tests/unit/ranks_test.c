/* ranks_test.c - several ranks answer as one process does.
 *
 * The ranks are threads here, with a context and a problem of their own; messages go
 * through lists in memory. So whatever MPI may do, rank 0 and the others are tried with
 * the sanitizers as well.
 */
#include "problems.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { RANKS_MOST = 5 };

/* ---- messages in memory ---- */

typedef struct letter {
    struct letter *next;
    unsigned from;
    size_t size;
    char bytes[];
} letter;

typedef struct office {
    pthread_mutex_t lock;
    letter *first[RANKS_MOST], *last[RANKS_MOST];
} office;

typedef struct member {
    office *office;
    cq_ranks ranks;
    letter *got;
    bool over; /* rank 0 has left */
} member;

static bool send_letter(void *state, unsigned to, const void *bytes, size_t size)
{
    member *m = state;
    letter *l = malloc(sizeof *l + size);

    if (!l)
        return false;
    *l = (letter){.from = m->ranks.rank, .size = size};
    memcpy(l->bytes, bytes, size);
    pthread_mutex_lock(&m->office->lock);
    if (m->office->last[to])
        m->office->last[to]->next = l;
    else
        m->office->first[to] = l;
    m->office->last[to] = l;
    pthread_mutex_unlock(&m->office->lock);
    return true;
}

static bool receive_letter(void *state, unsigned *from, const void **bytes,
                           size_t *size)
{
    member *m = state;
    unsigned me = m->ranks.rank;
    letter *l;

    free(m->got);
    pthread_mutex_lock(&m->office->lock);
    l = m->got = m->office->first[me];
    if (l)
        m->office->first[me] = l->next;
    if (l && !l->next)
        m->office->last[me] = NULL;
    pthread_mutex_unlock(&m->office->lock);
    m->over |= l && l->size == 0 && l->from == 0;
    *from = l ? l->from : 0;
    *bytes = l ? l->bytes : m->over ? "" : NULL;
    *size = l ? l->size : 0;
    return true;
}

/* ---- a question, asked of several ---- */

typedef struct question {
    const char *board, *pieces, *rule;
    const char *leaper; /* a tour of the board, */
    const char *graph;  /* or of a graph */
    bool closed;
    cq_goal goal;
    cq_options options;
    unsigned odd;      /* the rank that has something else; 0: none */
    const char *other; /* its board; NULL: it cannot read one */
} question;

typedef struct rank {
    const question *question;
    member member;
    cq_context *ctx;
    cq_problem *problem;
    char *listed; /* rank 0: the solutions as they came */
    size_t length;
    cq_answer *answer;
    cq_status status;
} rank;

static bool list_solution(void *user, const cq_answer *solution)
{
    rank *r = user;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (cq_answer_write_text(r->ctx, r->problem, solution, out) != CQ_OK)
        r->status = CQ_DEFECT;
    fclose(out);
    r->listed = realloc(r->listed, r->length + size + 1);
    memcpy(r->listed + r->length, text, size + 1);
    r->length += size;
    free(text);
    return true;
}

static cq_problem *read_problem(const rank *r)
{
    const question *q = r->question;
    bool odd = q->odd && r->member.ranks.rank == q->odd;
    cq_problem *problem = NULL;

    if (odd && !q->other)
        (void)cq_problem_parse_board(r->ctx, "no board", &problem);
    else if (q->graph)
        (void)cq_problem_parse_graph(r->ctx, "test", q->graph, strlen(q->graph),
                                     q->closed, &problem);
    else if (cq_problem_parse_board(r->ctx, odd ? q->other : q->board, &problem) ==
                 CQ_OK &&
             q->pieces)
        (void)cq_problem_set_pieces(r->ctx, problem, q->pieces);
    if (problem && q->rule)
        (void)cq_problem_add_rule(r->ctx, problem, q->rule);
    if (problem && q->leaper)
        (void)cq_problem_set_tour(r->ctx, problem, q->leaper, q->closed);
    return problem;
}

static void *run_rank(void *argument)
{
    rank *r = argument;
    cq_options options = r->question->options;
    cq_problem *problem = r->problem = read_problem(r);

    options.ranks = &r->member.ranks;
    if (r->member.ranks.rank > 0) {
        r->status = cq_follow(r->ctx, problem, r->question->goal, &options);
    } else {
        options.user = r;
        if (r->question->goal == CQ_GOAL_ALL || r->question->goal == CQ_GOAL_SAMPLE)
            options.on_solution = list_solution;
        r->status = cq_solve(r->ctx, problem, r->question->goal, &options, &r->answer);
        if (r->status == CQ_OK && r->question->goal != CQ_GOAL_COUNT)
            list_solution(r, r->answer); /* and what else was found */
        for (unsigned i = 1; i < r->member.ranks.count; i++)
            send_letter(&r->member, i, "", 0);
    }
    cq_problem_free(problem);
    return NULL;
}

static size_t context_limit; /* bytes; 0: none */

/* Asks `count` ranks; what rank 0 says stays in *first. */
static void ask(const question *q, unsigned count, rank *first)
{
    office post = {.lock = PTHREAD_MUTEX_INITIALIZER};
    rank ranks[RANKS_MOST] = {0};
    pthread_t threads[RANKS_MOST];

    for (unsigned i = 0; i < count; i++) {
        ranks[i] = (rank){.question = q, .ctx = cq_context_new()};
        if (context_limit)
            cq_context_limit_memory(ranks[i].ctx, context_limit);
        ranks[i].member = (member){.office = &post,
                                   .ranks = {.rank = i,
                                             .count = count,
                                             .send = send_letter,
                                             .receive = receive_letter}};
        ranks[i].member.ranks.state = &ranks[i].member;
        assert_int_equal(pthread_create(&threads[i], NULL, run_rank, &ranks[i]), 0);
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < count; i++) {
        while (post.first[i]) {
            letter *next = post.first[i]->next;

            free(post.first[i]);
            post.first[i] = next;
        }
        free(ranks[i].member.got);
        if (i == 0)
            continue;
        assert_int_equal(cq_context_memory_used(ranks[i].ctx), 0);
        cq_context_free(ranks[i].ctx);
    }
    *first = ranks[0];
}

static void drop(rank *r)
{
    cq_answer_free(r->answer);
    assert_int_equal(cq_context_memory_used(r->ctx), 0);
    cq_context_free(r->ctx);
    free(r->listed);
}

/* Nodes and whatever else was counted; but ranks of a sweep add up what others have
 * added up, and each has files of its own and its own opinion of what is worth looking
 * for among dead states. */
static void compare_work(const cq_answer *a, const cq_answer *b)
{
    const char *name;
    uint64_t mine, other;

    for (size_t i = 0; (name = cq_answer_counter(a, i, &mine)); i++) {
        if (strcmp(name, "bytes on disk") == 0)
            continue;
        assert_string_equal(name, cq_answer_counter(b, i, &other));
        if (mine != other && strcmp(name, "additions") != 0 &&
            strcmp(cq_answer_engine(a), "frontier") != 0)
            fail_msg("%s: %llu and %llu", name, (unsigned long long)mine,
                     (unsigned long long)other);
    }
}

static void compare_numbers(const cq_answer *a, const cq_answer *b)
{
    const char *mine = cq_answer_count(a), *other = cq_answer_count(b);

    assert_int_equal(mine == NULL, other == NULL);
    if (mine)
        assert_string_equal(mine, other);
}

/* Any number of ranks and of threads gives what one process gives. */
static void compare(const question *q)
{
    rank alone;

    ask(q, 1, &alone);
    assert_int_equal(alone.status, CQ_OK);
    for (unsigned count = 2; count <= RANKS_MOST; count += count < 3 ? 1 : 2) {
        question wide = *q;
        rank first;

        wide.options.threads = 1 + count % 2;
        ask(&wide, count, &first);
        if (first.status != CQ_OK)
            fail_msg("%u ranks: %s", count, cq_error_text(first.ctx));
        assert_int_equal(cq_answer_verdict(first.answer),
                         cq_answer_verdict(alone.answer));
        assert_int_equal(cq_answer_stop(first.answer), cq_answer_stop(alone.answer));
        assert_true(cq_answer_found(first.answer) == cq_answer_found(alone.answer));
        compare_numbers(first.answer, alone.answer);
        if (q->options.engine && cq_answer_stop(alone.answer) == CQ_FINISHED)
            compare_work(first.answer, alone.answer);
        assert_int_equal(first.length, alone.length);
        if (alone.length)
            assert_memory_equal(first.listed, alone.listed, alone.length);
        drop(&first);
    }
    drop(&alone);
}

static void test_counts_are_the_same(void **state)
{
    static const char *const engines[] = {"search", "polyomino"};

    (void)state;
    for (size_t i = 0; i < 2; i++)
        compare(&(question){.board = "4x9",
                            .pieces = "tetrominoes*",
                            .goal = CQ_GOAL_COUNT,
                            .options = CQ_OPTIONS(.engine = engines[i])});
    compare(&(question){.board = "5x6",
                        .pieces = "tetrominoes*",
                        .goal = CQ_GOAL_COUNT,
                        .options = CQ_OPTIONS_INIT}); /* 0: 30 is no multiple of 4 */
}

static void test_lists_are_the_same(void **state)
{
    static const char *const engines[] = {"search", "polyomino", NULL};

    (void)state;
    for (size_t i = 0; i < 3; i++)
        compare(&(question){.board = "4x6",
                            .pieces = "tetrominoes*",
                            .goal = CQ_GOAL_ALL,
                            .options = CQ_OPTIONS(.engine = engines[i])});
    compare(&(question){.board = "4x7",
                        .pieces = "tetrominoes*",
                        .goal = CQ_GOAL_ALL,
                        .options = CQ_OPTIONS(.engine = "search", .unique = true)});
    compare(&(question){.board = "4x9",
                        .pieces = "tetrominoes*",
                        .goal = CQ_GOAL_ALL,
                        .options = CQ_OPTIONS(.engine = "search", .first = 700)});
}

static void test_tours_are_the_same(void **state)
{
    static const char *const engines[] = {"multipath", NULL};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        compare(&(question){.board = "6x6",
                            .leaper = "knight",
                            .closed = true,
                            .goal = CQ_GOAL_ALL,
                            .options = CQ_OPTIONS(.engine = engines[i])});
        compare(&(question){.board = "5x5",
                            .leaper = "knight",
                            .goal = CQ_GOAL_COUNT,
                            .options = CQ_OPTIONS(.engine = engines[i])});
    }
    compare(&(question){.board = "6x6",
                        .leaper = "knight",
                        .closed = true,
                        .goal = CQ_GOAL_ALL,
                        .options = CQ_OPTIONS(.engine = "multipath", .unique = true)});
}

/* Probes are the same whoever makes them, and so is the number of them, as their error
 * ends it after 8,023 probes, two milliseconds. Only a clock that is far ahead, after
 * two seconds, can end it earlier: then the means agree, and it must not be so each
 * time. */
static void test_estimates_are_the_same(void **state)
{
    question q = {.board = "3x3",
                  .pieces = "monomino*,domino*",
                  .goal = CQ_GOAL_ESTIMATE,
                  .options = CQ_OPTIONS(.engine = "search")};
    unsigned same = 0;
    rank alone;

    (void)state;
    ask(&q, 1, &alone);
    assert_int_equal(alone.status, CQ_OK);
    for (unsigned count = 2; count <= RANKS_MOST; count++) {
        cq_estimate mine, other;
        rank first;

        ask(&q, count, &first);
        assert_int_equal(first.status, CQ_OK);
        mine = *cq_answer_estimate(first.answer);
        other = *cq_answer_estimate(alone.answer);
        assert_true(fabs(mine.nodes - other.nodes) <=
                    8 * (mine.nodes_error + other.nodes_error));
        if (mine.probes == other.probes) {
            assert_true(mine.nodes == other.nodes && mine.solutions == other.solutions);
            assert_true(mine.nodes_error == other.nodes_error);
            same += mine.probes > 1000;
        }
        drop(&first);
    }
    assert_true(same > 0);
    drop(&alone);
}

/* What is neither a search nor a count of tours is rank 0's alone. */
static void test_others_wait(void **state)
{
    (void)state;
    compare(
        &(question){.board = "8x8", .goal = CQ_GOAL_COUNT, .options = CQ_OPTIONS_INIT});
    compare(&(question){
        .board = "8x8-a1,h8", .goal = CQ_GOAL_FIND, .options = CQ_OPTIONS_INIT});
    /* Questions within the question are rank 0's alone. */
    compare(&(question){.board = "5x5",
                        .pieces = "T4*",
                        .goal = CQ_GOAL_MAX,
                        .options = CQ_OPTIONS_INIT});
    compare(&(question){.board = "4x5",
                        .pieces = "L3*,domino*",
                        .rule = "connected L3",
                        .goal = CQ_GOAL_SAMPLE,
                        .options = CQ_OPTIONS(.samples = 20)});
}

/* Of three ranks the last has another board, or none: rank 0 says so, and all end. */
static void test_ranks_that_differ(void **state)
{
    static const struct {
        const char *other, *said;
    } odd[] = {{"4x8", "rank 2 has another problem than rank 0"}, {NULL, "rank 2: "}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        question q = {.board = "4x6",
                      .pieces = "tetrominoes*",
                      .goal = CQ_GOAL_COUNT,
                      .options = CQ_OPTIONS(.engine = "search"),
                      .odd = 2,
                      .other = odd[i].other};
        rank first;

        ask(&q, 3, &first);
        assert_int_equal(first.status, CQ_INPUT);
        assert_non_null(strstr(cq_error_text(first.ctx), odd[i].said));
        drop(&first);
    }
}

/* A run that was stopped goes on with other ranks, or with one process. If the machine
 * is so busy that rank 0 hears of the work of others only when all is done, it is done
 * earlier. */
static void test_checkpoints_know_no_ranks(void **state)
{
    char path[] = "/tmp/chequer-ranks-XXXXXX";
    question q = {.board = "5x8", .pieces = "tetrominoes*", .goal = CQ_GOAL_COUNT};
    static const unsigned counts[] = {3, 2, 1, 5};
    rank whole;
    bool done = false;

    (void)state;
    close(mkstemp(path));
    q.options = (cq_options)CQ_OPTIONS(.engine = "search");
    ask(&q, 1, &whole);
    for (size_t i = 0; i < 4 && !done; i++) {
        rank first;

        q.options =
            (cq_options)CQ_OPTIONS(.engine = "search", .checkpoint = path,
                                   .resume = i ? path : NULL, .work = i < 3 ? 50 : 0);
        ask(&q, counts[i], &first);
        if (first.status != CQ_OK)
            fail_msg("%s", cq_error_text(first.ctx));
        done = cq_answer_stop(first.answer) == CQ_FINISHED;
        assert_true(done || cq_answer_stop(first.answer) == CQ_STOP_WORK);
        if (done) {
            assert_true(cq_answer_found(first.answer) == cq_answer_found(whole.answer));
            compare_work(first.answer, whole.answer);
        }
        drop(&first);
    }
    assert_true(done);
    drop(&whole);
    remove(path);
}

/* ---- sweeps ---- */

static const char prism[] = /* of a ring of seven, doubled */
    "1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 1\n8 9\n9 10\n10 11\n11 12\n12 13\n13 14\n14 8\n"
    "1 8\n2 9\n3 10\n4 11\n5 12\n6 13\n7 14\n";

static const question sweeps[] = {
    {.board = "6x6", .leaper = "knight", .closed = true}, /* its image is joined */
    {.board = "5x6", .leaper = "knight", .closed = true},
    {.board = "4x5", .leaper = "knight"}, /* open: through the hub */
    {.board = "6x7", .leaper = "wazir", .closed = true},
    {.board = "5x5", .leaper = "wazir"},
    {.board = "3x4", .leaper = "knight", .closed = true}, /* none */
    {.graph = prism, .closed = true},
};

static void compare_sweeps(void)
{
    for (size_t i = 0; i < sizeof sweeps / sizeof *sweeps; i++) {
        question q = sweeps[i];

        q.goal = CQ_GOAL_COUNT;
        q.options = (cq_options)CQ_OPTIONS(.engine = "plugs");
        compare(&q);
    }
}

static void test_layers_are_shared(void **state)
{
    (void)state;
    compare_sweeps();
}

/* Drawn at random, by number, and how many use each edge. */
static void compare_tours(bool on_disk)
{
    static const cq_goal goals[] = {CQ_GOAL_SAMPLE, CQ_GOAL_NTH, CQ_GOAL_PROBABILITIES};

    for (size_t i = 0; i < sizeof sweeps / sizeof *sweeps; i++)
        for (size_t k = 0; k < (on_disk ? 2 : 3); k++) {
            question q = sweeps[i];

            q.goal = goals[k];
            q.options = (cq_options)CQ_OPTIONS(.engine = "plugs", .samples = 60,
                                               .nth = "2", .seed = i);
            if (strcmp(q.graph ? "" : q.board, "3x4") != 0)
                compare(&q);
        }
}

static void test_kept_layers_are_shared(void **state)
{
    (void)state;
    compare_tours(false);
}

static void test_shared_layers_on_disk(void **state)
{
    (void)state;
    setenv("CHEQUER_DISK", "always", 1);
    compare_sweeps();
    compare_tours(true);
    unsetenv("CHEQUER_DISK");
}

/* Layers of some ten thousand states, which are shared. */
static const question tilings[] = {
    {.board = "8x8", .pieces = "tetrominoes*", .goal = CQ_GOAL_COUNT},    /* folded */
    {.board = "8x8-a1", .pieces = "tetrominoes*", .goal = CQ_GOAL_COUNT}, /* none */
    {.board = "6x10", .pieces = "pentominoes", .goal = CQ_GOAL_COUNT},
    {.board = "7x8-b2,g3,c5,f6", .pieces = "tetrominoes*", .goal = CQ_GOAL_COPIES},
    {.board = "8x8-b2,g3,c5,f6",
     .pieces = "tetrominoes*",
     .goal = CQ_GOAL_PROBABILITIES},
    {.board = "8x8-b2,g3,c5,f6", .pieces = "tetrominoes*", .goal = CQ_GOAL_SAMPLE},
    {.board = "8x8-b2,g3,c5,f6", .pieces = "tetrominoes*", .goal = CQ_GOAL_NTH},
    /* Some states that ranks ask each other about lead nowhere. */
    {.board = "8x8-a1,b2,c7", .pieces = "I3*,L4*", .goal = CQ_GOAL_PROBABILITIES},
};

static void test_layers_of_tilings_are_shared(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tilings / sizeof *tilings; i++) {
        question q = tilings[i];

        q.options = (cq_options)CQ_OPTIONS(.engine = "frontier", .samples = 7,
                                           .nth = "1234567", .first = 0);
        compare(&q);
    }
}

/* Some layers are made once more on the way back. */
static void test_few_layers_are_kept(void **state)
{
    (void)state;
    context_limit = 12 << 20;
    for (size_t i = 4; i < 6; i++) {
        question q = tilings[i];

        q.options = (cq_options)CQ_OPTIONS(.engine = "frontier", .samples = 7);
        compare(&q);
    }
    context_limit = 0;
}

/* Stopped again and again, each time with another number of ranks. The work is counted
 * by rank 0, so that a run may have ended before. */
static void resume_sweep(const question *of, const char *engine, uint64_t work,
                         const char *path)
{
    static const unsigned counts[] = {3, 1, 2, 5, 1, 4, 2};
    question q = *of;
    rank whole;
    bool done = false;

    q.goal = CQ_GOAL_COUNT;
    q.options = (cq_options)CQ_OPTIONS(.engine = engine);
    ask(&q, 1, &whole);
    remove(path);
    for (size_t i = 0; i < 7 && !done; i++) {
        rank first;

        q.options =
            (cq_options)CQ_OPTIONS(.engine = engine, .checkpoint = path,
                                   .resume = access(path, F_OK) == 0 ? path : NULL,
                                   .work = i < 6 ? work : 0);
        ask(&q, counts[i], &first);
        if (first.status != CQ_OK)
            fail_msg("%s", cq_error_text(first.ctx));
        done = cq_answer_stop(first.answer) == CQ_FINISHED;
        assert_true(done || cq_answer_stop(first.answer) == CQ_STOP_WORK);
        if (done) /* what a stop left unfolded is more states */
            compare_numbers(first.answer, whole.answer);
        drop(&first);
    }
    assert_true(done);
    drop(&whole);
}

static void test_shared_checkpoints(void **state)
{
    char path[] = "/tmp/chequer-ranks-XXXXXX";

    (void)state;
    close(mkstemp(path));
    for (size_t i = 0; i < 4; i++)
        resume_sweep(&sweeps[i], "plugs", 12, path);
    for (size_t i = 0; i < 3; i++)
        resume_sweep(&tilings[i], "frontier", i == 2 ? 400 : 120, path);
    setenv("CHEQUER_DISK", "always", 1);
    for (size_t i = 0; i < 2; i++)
        resume_sweep(&sweeps[i], "plugs", 12, path);
    resume_sweep(&tilings[0], "frontier", 120, path);
    unsetenv("CHEQUER_DISK");
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_are_the_same),
        cmocka_unit_test(test_lists_are_the_same),
        cmocka_unit_test(test_tours_are_the_same),
        cmocka_unit_test(test_estimates_are_the_same),
        cmocka_unit_test(test_others_wait),
        cmocka_unit_test(test_ranks_that_differ),
        cmocka_unit_test(test_checkpoints_know_no_ranks),
        cmocka_unit_test(test_layers_are_shared),
        cmocka_unit_test(test_kept_layers_are_shared),
        cmocka_unit_test(test_shared_layers_on_disk),
        cmocka_unit_test(test_layers_of_tilings_are_shared),
        cmocka_unit_test(test_few_layers_are_kept),
        cmocka_unit_test(test_shared_checkpoints),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
