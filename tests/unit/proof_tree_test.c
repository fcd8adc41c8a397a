/* proof_tree_test.c - proof trees and proofs by layers: what has no solution gets both,
 * and the checker accepts them; a problem that has a solution has none, whatever is
 * changed in a proof.
 *
 * Forged proofs are judged by a fact: the proof of a problem without solutions is given
 * to the checker for a similar problem that has one, with its digest, and changed in
 * every way. Nothing of that can be a proof.
 */
#include "posed.h"

#include "engine/proof_file.h"
#include "random_cover.h"

enum { HEAD = 17, DIGEST = 8 }; /* bytes before the digest, and of it */

typedef struct proof {
    char *data;
    size_t size;
    cq_proof_size counted;
} proof;

static cq_status write_as(const cq_problem *problem, cq_proof_format format, proof *out)
{
    FILE *stream = open_memstream(&out->data, &out->size);
    cq_status status;

    assert_non_null(stream);
    status = cq_proof_write(ctx, problem, NULL, format, stream, &out->counted);
    fclose(stream);
    return status;
}

static cq_status write_tree(const cq_problem *problem, proof *out)
{
    return write_as(problem, CQ_PROOF_AS_TREE, out);
}

static cq_status judge(const cq_problem *problem, const char *data, size_t size,
                       cq_verdict *verdict, char *sentence)
{
    FILE *stream =
        size ? fmemopen((void *)(uintptr_t)data, size, "rb") : fopen("/dev/null", "rb");
    cq_status status;

    assert_non_null(stream);
    status = cq_proof_check(ctx, problem, "proof", stream, verdict, sentence);
    fclose(stream);
    return status;
}

static bool is_accepted(const cq_problem *problem, const char *data, size_t size)
{
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;
    cq_status status = judge(problem, data, size, &verdict, sentence);

    if (status != CQ_OK) {
        assert_int_equal(status, CQ_INPUT);
        assert_non_null(strstr(cq_error_text(ctx), "byte "));
        return false;
    }
    assert_true(verdict == CQ_YES || strstr(sentence, "node "));
    return verdict == CQ_YES;
}

/* Writes the proof, has it judged, and returns how large it is. */
static cq_proof_size prove_as(const cq_problem *problem, cq_proof_format format)
{
    proof p = {0};

    must(write_as(problem, format, &p));
    assert_int_equal(p.counted.bytes, p.size);
    if (!is_accepted(problem, p.data, p.size))
        fail_msg("a proof is refused: %s", cq_error_text(ctx));
    for (size_t cut = 0; cut < p.size; cut += 1 + p.size / 50)
        assert_false(is_accepted(problem, p.data, cut));
    free(p.data);
    return p.counted;
}

/* As layers and as a tree, whose size is returned. */
static cq_proof_size prove(const cq_problem *problem)
{
    cq_proof_size size = prove_as(problem, CQ_PROOF_AS_TREE);

    prove_as(problem, CQ_PROOF_AS_LAYERS);
    cq_problem_free((cq_problem *)(uintptr_t)problem);
    return size;
}

static const char petersen[] = "a b\nb c\nc d\nd e\ne a\n1 3\n3 5\n5 2\n2 4\n4 1\n"
                               "a 1\nb 2\nc 3\nd 4\ne 5\n";

static void what_cannot_be_has_a_tree(void **state)
{
    (void)state;
    prove(tiling_of("6x6-a1,f6", NULL));
    prove(tiling_of("4x5", "tetrominoes"));
    prove(tiling_of("torus:3x5", "L4*"));
    prove(tiling_of("5x5", "P5*1..3,I5*0..2"));
    prove(tiling_of("2x2", "I3*"));
    prove(graph_of(petersen, true));
    prove(tour_of("4x4", "1,2", true));
    prove(tour_of("4x4", "1,2", false));
    prove(tour_of("5x5", "1,2", true));
    prove(tour_of("3x5", "1,2", false));
    prove(graph_of("a b\na c\na d\n", false));
}

static void ends_are_kept(void **state)
{
    cq_problem *problem = tour_of("3x4", "1,2", false);
    proof p = {0};

    (void)state;
    must(cq_problem_set_ends(ctx, problem, "a1", "b1"));
    prove(problem);
    problem = graph_of("a b\nb c\nc d\nd a\na c\n", true);
    must(cq_problem_set_ends(ctx, problem, "a", "c"));
    prove(problem);
    problem = graph_of("a b\nb c\nc d\nd a\na c\n", true);
    must(cq_problem_fix_edges(ctx, problem, (uint32_t[]){0, 2}, 1));
    prove(problem);
    problem = graph_of("a b\nb c\nc d\nd a\n", true);
    must(cq_problem_set_ends(ctx, problem, "a", "b"));
    must_refuse(write_tree(problem, &p), CQ_REFUSED, "there is a solution");
    free(p.data);
    cq_problem_free(problem);
}

/* The leaves are not written: one byte of head and end for what is seen at once. */
static void a_leaf_takes_no_node(void **state)
{
    cq_proof_size size = prove(cover_of("a b\na\n"));

    (void)state;
    assert_int_equal(size.nodes, 0);
    size = prove(cover_of("3|a b\na\na b\nb\n"));
    assert_int_equal(size.nodes, 0);
}

/* The proof that says: take away the side of vertex 0, and more parts are left. */
static bool is_cut_accepted(const char *edges)
{
    cq_problem *problem = graph_of(edges, true);
    const cq_graph *graph = &problem->graph;
    cq_proof_file file = {0};
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);
    uint32_t side = graph->vertices - (uint32_t)cq_graph_degree(graph, 0), next = 0;
    bool accepted;

    assert_non_null(out);
    must(cq_proof_begin(ctx, problem, false, out, &file));
    must(cq_proof_put(&file, 0, 0));
    must(cq_proof_put(&file, 0, side));
    for (uint32_t v = 0; v < graph->vertices; v++)
        if (!cq_graph_adjacent(graph, 0, v)) {
            must(cq_proof_put(&file, 0, v - next));
            next = v + 1;
        }
    must(cq_proof_end(&file));
    cq_proof_free(&file);
    fclose(out);
    accepted = is_accepted(problem, data, size);
    free(data);
    cq_problem_free(problem);
    return accepted;
}

/* Three vertices that leave three parts prove nothing, with four parts they do. */
static void a_cut_leaves_more_parts(void **state)
{
    (void)state;
    assert_false(is_cut_accepted("a 1\na 2\na 3\nb 1\nb 2\nb 3\nc 1\nc 2\nc 3\n"));
    assert_true(is_cut_accepted("a 1\na 2\na 3\na 4\nb 1\nb 2\nb 3\nb 4\n"
                                "c 1\nc 2\nc 3\nc 4\n"));
}

static int set_up(void **state)
{
    return open_fixture(state, 17);
}

/* Four pigeons in three holes, beside an item with enough options that the checker
 * keeps nothing about each of them. */
static void many_options_are_judged(void **state)
{
    fixture *f = *state;
    cq_problem *problem;

    clear_text(f);
    put(f, "z 2|many p0 p1 p2 p3 | h0 h1 h2 c\n");
    for (unsigned i = 0; i < 6000; i++)
        put(f, i % 2 ? "z many c:%u\n" : "z many\n", i % 7);
    for (unsigned i = 0; i < 12; i++)
        put(f, "p%u h%u\n", i / 3, i % 3);
    problem = cover_of(f->text);
    assert_int_equal(prove_as(problem, CQ_PROOF_AS_TREE).nodes, 10);
    cq_problem_free(problem);
}

/* There is a tree, and there are layers, if and only if there is no solution: then 1.
 */
static size_t agree(fixture *f, bool solvable)
{
    static const cq_proof_format formats[] = {CQ_PROOF_AS_TREE, CQ_PROOF_AS_LAYERS};

    for (int i = 0; i < 2; i++) {
        proof p = {0};
        cq_status status = write_as(f->problem, formats[i], &p);

        if (solvable)
            must_refuse(status, CQ_REFUSED, "there is a solution");
        else
            must(status);
        if (!solvable && !is_accepted(f->problem, p.data, p.size))
            fail_msg("proof %d is refused for\n%s", i, f->text);
        free(p.data);
    }
    return !solvable;
}

/* Random covers, with colours and multiplicities. */
static void proofs_agree_with_counts(void **state)
{
    fixture *f = *state;
    size_t without = 0;

    for (int i = 0; i < 1500; i++) {
        pose_random(f, 7, 24, (uint32_t)i % 4);
        must(cq_solve(ctx, f->problem, CQ_GOAL_COUNT, NULL, &f->answer));
        without += agree(f, strcmp(cq_answer_count(f->answer), "0") != 0);
    }
    assert_true(without > 200);
}

/* The same for graphs, some of them with ends. */
static void proofs_agree_on_graphs(void **state)
{
    fixture *f = *state;
    size_t without = 0;

    for (int i = 0; i < 1500; i++) {
        uint32_t n = 4 + below(f, 8), chance = 3 + below(f, 5);

        clear_text(f);
        for (uint32_t v = 1; v < n; v++) {
            put(f, "v%u v%u\n", v, below(f, v));
            for (uint32_t u = 0; u < v; u++)
                if (below(f, 10) < chance)
                    put(f, "v%u v%u\n", v, u);
        }
        pose_graph(f, f->text, i % 2);
        if (i % 6 == 0)
            must(cq_problem_set_ends(ctx, f->problem, "v0", "v2"));
        must(cq_solve(ctx, f->problem, CQ_GOAL_FIND, NULL, &f->answer));
        without += agree(f, cq_answer_verdict(f->answer) == CQ_YES);
    }
    assert_true(without > 200);
}

/* ---- forged proofs ---- */

static void set_digest(proof *p, const cq_problem *problem)
{
    uint64_t digest = cq_problem_digest(problem);

    for (int i = 0; i < DIGEST; i++)
        p->data[HEAD + i] = (char)(digest >> 8 * i);
}

/* Changes a copy in one to four places: bits, bytes, pieces moved, cut or repeated. */
static size_t mutate(fixture *f, const proof *p, char *data)
{
    size_t size = p->size, start = HEAD + DIGEST;

    memcpy(data, p->data, size);
    for (uint32_t changes = 1 + below(f, 4); changes; changes--) {
        size_t at = start + below(f, (uint32_t)(size - start));
        size_t other = start + below(f, (uint32_t)(size - start));

        switch (below(f, 6)) {
        case 0: data[at] = (char)(data[at] ^ 1 << below(f, 8)); break;
        case 1: data[at] = (char)below(f, 256); break;
        case 2: data[at] = data[other]; break;
        case 3:
            memmove(data + at, data + at + 1, size - at - 1);
            size -= size > start + 1;
            break;
        case 4:
            memmove(data + at + 1, data + at, size - at);
            size++;
            break;
        default: size = size > start + 1 ? at + 1 : size; break;
        }
    }
    return size;
}

/* `without` has no solution, `with` has one. */
static void forge_as(fixture *f, cq_proof_format format, const cq_problem *without,
                     const cq_problem *with, int times)
{
    proof p = {0};
    char *data;

    must(write_as(without, format, &p));
    assert_true(is_accepted(without, p.data, p.size));
    assert_false(is_accepted(with, p.data, p.size)); /* another problem */
    set_digest(&p, with);
    assert_false(is_accepted(with, p.data, p.size));
    data = malloc(p.size + 8);
    assert_non_null(data);
    for (int i = 0; i < times; i++) {
        size_t size = mutate(f, &p, data);

        if (is_accepted(with, data, size))
            fail_msg("a forged proof is accepted");
    }
    free(data);
    free(p.data);
}

static void forge(fixture *f, cq_problem *without, cq_problem *with, int times)
{
    forge_as(f, CQ_PROOF_AS_TREE, without, with, times);
    forge_as(f, CQ_PROOF_AS_LAYERS, without, with, times);
    cq_problem_free(without);
    cq_problem_free(with);
}

static void forged_proofs_are_refused(void **state)
{
    fixture *f = *state;

    forge(f, tiling_of("6x6-a1,f6", NULL), tiling_of("6x6-a1,f5", NULL), 2000);
    forge(f, tiling_of("4x5", "tetrominoes"),
          tiling_of("4x5", "tetrominoes,I4,O4*0..1"), 2000);
    forge(f, graph_of(petersen, true),
          graph_of("a b\nb c\nc d\nd e\ne a\n1 3\n3 5\n5 2\n2 4\n4 1\n"
                   "a 1\nb 2\nc 3\nd 4\ne 3\n",
                   true),
          2000);
    forge(f, tour_of("4x4", "1,2", false), tour_of("4x4", "1,2+0,1", false), 2000);
}

static cq_problem *ruled(const char *board, const char *pieces, const char *rules)
{
    cq_problem *problem = tiling_of(board, pieces);
    char *copy = strdup(rules), *at = copy;

    assert_non_null(copy);
    for (char *rule; (rule = strsep(&at, ";"));)
        must(cq_problem_add_rule(ctx, problem, rule));
    free(copy);
    return problem;
}

/* The other problem has the same items, or some more, and other bounds. */
static void forged_proofs_with_rules_are_refused(void **state)
{
    fixture *f = *state;

    forge(f, ruled("6x6", NULL, "no-faults"), tiling_of("6x6", NULL), 500);
    forge(f, ruled("4x5", "L3*,domino*", "apart L3; copies L3 6"),
          ruled("4x5", "L3*,domino*", "apart L3; copies L3 2"), 500);
    forge(f, ruled("4x4", "L3*,domino*", "touch L3 L3; copies L3 1..2; apart domino"),
          ruled("4x4", "L3*,domino*", "touch L3 L3; copies L3 2"), 500);
    forge(f, ruled("4x4", NULL, "no-crosses; no-faults"),
          ruled("4x4", NULL, "no-crosses"), 500);
}

/* An option more that covers all makes a cover solvable: its forged proofs are of all
 * shapes. */
static void forged_covers_are_refused(void **state)
{
    fixture *f = *state;
    int done = 0;

    while (done < 40) {
        cq_problem *without, *with;
        proof p = {0};
        bool solvable;

        pose_random(f, 7, 24, 0);
        solvable = write_tree(f->problem, &p) == CQ_REFUSED;
        free(p.data);
        if (solvable || p.counted.nodes == 0)
            continue;
        without = cover_of(f->text);
        for (size_t i = 0; i < cq_problem_items(without); i++) {
            cq_item_info item;

            assert_true(cq_problem_item(without, i, &item));
            if (!item.secondary)
                put(f, "%s ", item.name);
        }
        put(f, "\n");
        with = cover_of(f->text);
        forge(f, without, with, 50);
        done++;
    }
}

/* ---- bad input ---- */

static void expect_malformed(const cq_problem *problem, const proof *p, size_t size,
                             const char *part)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;

    must_refuse(judge(problem, p->data, size, &verdict, sentence), CQ_INPUT, part);
}

static void what_is_malformed_is_named(void **state)
{
    cq_problem *problem = tiling_of("4x4-a1,d4", NULL);
    proof p = {0};
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;

    (void)state;
    must(write_tree(problem, &p));
    expect_malformed(problem, &p, 0, "byte 0: the proof is cut short");
    expect_malformed(problem, &p, p.size - 1, "the proof is cut short");
    p.data[HEAD] ^= 1;
    expect_malformed(problem, &p, p.size, "belongs to another problem");
    p.data[HEAD] ^= 1;
    p.data[HEAD - 1] = 'c';
    expect_malformed(problem, &p, p.size, "belongs to another problem");
    p.data[HEAD - 1] = 't';
    p.data[HEAD - 2] = 9;
    expect_malformed(problem, &p, p.size, "version 9");
    p.data[1] = 'C';
    expect_malformed(problem, &p, p.size, "not a proof");
    must_refuse(cq_proof_check(ctx, NULL, NULL, stdin, &verdict, sentence), CQ_INPUT,
                "a problem");
    must_refuse(cq_proof_write(ctx, problem, NULL, CQ_PROOF_AS_TREE, NULL, NULL),
                CQ_INPUT, "a stream");
    free(p.data);
    cq_problem_free(problem);
}

static void more_than_the_tree_is_refused(void **state)
{
    cq_problem *problem = tiling_of("4x4-a1,d4", NULL);
    proof p = {0};
    char *longer;

    (void)state;
    must(write_tree(problem, &p));
    longer = calloc(1, p.size + 1);
    assert_non_null(longer);
    memcpy(longer, p.data, p.size);
    assert_false(is_accepted(problem, longer, p.size + 1));
    assert_non_null(strstr(cq_error_text(ctx), "more follows"));
    free(longer);
    free(p.data);
    cq_problem_free(problem);
}

static void a_full_disk_is_told(void **state)
{
    cq_problem *problem = tiling_of("6x6-a1,f6", NULL);
    FILE *full = fopen("/dev/full", "w");

    (void)state;
    assert_non_null(full);
    must_refuse(cq_proof_write(ctx, problem, NULL, CQ_PROOF_AS_TREE, full, NULL), CQ_IO,
                "cannot write the proof");
    fclose(full);
    cq_problem_free(problem);
}

/* n + 1 pigeons for n holes. */
static cq_problem *pigeons(fixture *f, uint32_t holes)
{
    clear_text(f);
    for (uint32_t i = 0; i <= holes; i++)
        put(f, "p%u ", i);
    put(f, "|");
    for (uint32_t j = 0; j < holes; j++)
        put(f, " h%u", j);
    for (uint32_t i = 0; i <= holes; i++)
        for (uint32_t j = 0; j < holes; j++)
            put(f, "\np%u h%u", i, j);
    put(f, "\n");
    return cover_of(f->text);
}

/* A proof that ends within the trial is foreseen exactly, a larger one within the
 * factor, in its nodes and in its bytes: those of pigeons take 0.003 bytes each, those
 * of dominoes 0.35, states of a tour 2. */
static void foresee(cq_problem *problem, cq_proof_format format, uint64_t factor)
{
    enum { TRIAL = 8192 };
    proof p = {0};
    cq_proof_size size;

    must(write_as(problem, format, &p));
    must(cq_proof_foresee(ctx, problem, format, &size));
    if (p.counted.nodes < TRIAL)
        factor = 1;
    if (size.nodes > factor * p.counted.nodes || p.counted.nodes > factor * size.nodes)
        fail_msg("%ju nodes are foreseen for %ju", (uintmax_t)size.nodes,
                 (uintmax_t)p.counted.nodes);
    if (size.bytes > factor * p.size || p.size > factor * size.bytes)
        fail_msg("%ju bytes are foreseen for %zu", (uintmax_t)size.bytes, p.size);
    free(p.data);
}

static void sizes_are_foreseen(void **state)
{
    fixture *f = *state;
    cq_problem *problems[] = {tiling_of("6x6-a1,f6", NULL),
                              tiling_of("4x5", "tetrominoes"),
                              graph_of(petersen, true),
                              tour_of("4x4", "1,2", false),
                              tour_of("4x10", "1,2", true),
                              tiling_of("8x8-a1,h8", NULL),
                              pigeons(f, 7),
                              pigeons(f, 8)};
    cq_proof_size size;

    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        foresee(problems[i], CQ_PROOF_AS_TREE, 2);
        foresee(problems[i], CQ_PROOF_AS_LAYERS, 4);
        cq_problem_free(problems[i]);
    }
    problems[0] = cover_of("a b\na\n");
    must(cq_proof_foresee(ctx, problems[0], CQ_PROOF_AS_DRAT, &size));
    assert_int_equal(size.bytes, 0);
    must_refuse(cq_proof_foresee(ctx, problems[0], CQ_PROOF_AS_TREE, NULL), CQ_INPUT,
                "a place for the size");
    cq_problem_free(problems[0]);
}

typedef struct told {
    unsigned notes;
    unsigned long nodes, bytes; /* of the last forecast */
} told;

static void hear(void *user, const char *sentence)
{
    told *t = user;
    char plain[CQ_SENTENCE_SIZE];
    size_t size = 0;

    for (const char *c = sentence; *c && size + 1 < sizeof plain; c++)
        if (*c != ',') /* of numbers; and one of the sentence */
            plain[size++] = *c;
    plain[size] = 0;
    t->notes += sscanf(plain,
                       "the proof has %*u nodes in %*u bytes so far and will have "
                       "about %lu in %lu",
                       &t->nodes, &t->bytes) == 2;
}

/* While it grows, the forecast is corrected: after 2^16, 2^17 and so on of the 623,530
 * nodes of ten pigeons; the last one is nearly right. */
static void forecasts_are_corrected(void **state)
{
    fixture *f = *state;
    cq_problem *problem = pigeons(f, 9);
    told t = {0};
    proof p = {0};

    cq_context_on_note(ctx, hear, &t);
    must(write_tree(problem, &p));
    cq_context_on_note(ctx, NULL, NULL);
    assert_int_equal(p.counted.nodes, 623530);
    assert_int_equal(t.notes, 4);
    assert_in_range(t.nodes, p.counted.nodes - 100, p.counted.nodes + 100);
    assert_in_range(t.bytes, p.size - p.size / 20, p.size + p.size / 20);
    free(p.data);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_cannot_be_has_a_tree, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(ends_are_kept, open_context, close_context),
        cmocka_unit_test_setup_teardown(a_leaf_takes_no_node, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(many_options_are_judged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_cut_leaves_more_parts, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(proofs_agree_with_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(proofs_agree_on_graphs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(forged_proofs_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(forged_proofs_with_rules_are_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(forged_covers_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_malformed_is_named, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(more_than_the_tree_is_refused, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(sizes_are_foreseen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(forecasts_are_corrected, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_disk_is_told, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
