/* check_proofs_test.c - each kind of certificate, right and wrong. */
#include "check/check.h"
#include "posed.h"

static int set_up(void **state)
{
    return open_fixture(state, 1);
}

static void name(fixture *f, size_t count, const uint32_t *members)
{
    f->certificate.members.count = 0;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(cq_vec_push(ctx, &f->certificate.members, members[i]), CQ_OK);
}

#define NAME(f, ...)                                                                   \
    name((f), sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),                    \
         (uint32_t[]){__VA_ARGS__})

static cq_verdict judge(fixture *f, cq_proof proof)
{
    cq_verdict verdict = CQ_UNKNOWN;

    f->certificate.proof = proof;
    assert_int_equal(
        cq_check_certificate(ctx, f->problem, &f->certificate, &verdict, f->sentence),
        CQ_OK);
    return verdict;
}

#define assert_proves(f, proof) assert_int_equal(judge((f), (proof)), CQ_YES)
#define assert_fails(f, proof) assert_int_equal(judge((f), (proof)), CQ_NO)

static void area(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "3x3", NULL);
    assert_proves(f, CQ_PROOF_AREA);
    pose_tiling(f, "4x4", NULL);
    assert_fails(f, CQ_PROOF_AREA);
    pose_tiling(f, "1x7", "I3*,L5*"); /* 7 is neither 3 a + 5 b */
    assert_proves(f, CQ_PROOF_AREA);
    pose_tiling(f, "1x8", "I3*,L5*");
    assert_fails(f, CQ_PROOF_AREA);
    pose_tiling(f, "4x4", "pentominoes");
    assert_proves(f, CQ_PROOF_AREA);
    assert_string_equal(f->sentence, "the pieces that must be used have more "
                                     "than 16 squares");
    pose_tiling(f, "6x10", "pentominoes");
    assert_fails(f, CQ_PROOF_AREA);
    pose_tiling(f, "4x4", "domino*0..7");
    assert_proves(f, CQ_PROOF_AREA);
    pose_tiling(f, "4x4", "domino*0..7,I3*2..2");
    assert_fails(f, CQ_PROOF_AREA);
    pose_tiling(f, "5000x5000", "I3*0..4000000,L5*0..3,T4*0..5000000"); /* by the set */
    assert_fails(f, CQ_PROOF_AREA);
    pose_tiling(f, "5001x4999", "T4*,domino*");
    assert_proves(f, CQ_PROOF_AREA);
}

static void colours(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "8x8-a1,h8", NULL);
    assert_proves(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "8x8-a1,b1", NULL);
    assert_fails(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "4x5", "tetrominoes"); /* only T is unbalanced, by 2 (Golomb) */
    assert_proves(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "6x6", "T4*"); /* nine of them make 2 modulo 4 */
    assert_proves(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "4x4", "T4*");
    assert_fails(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "1002x1002", "T4*");
    assert_proves(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "4x4-a1,c1", "T4*0..2,domino*0..1,I3*0..4"); /* 14 = 2*4+2*3 ... */
    assert_fails(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "4x4-a1,c1,b2,d2",
                "domino*"); /* 12 cells, all holes of one colour */
    assert_proves(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "4x4-a1,c1,b2,d2", "domino*,T4*0..1"); /* one T makes 2 of the 4 */
    assert_proves(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "4x4-a1,c1,b2,d2", "domino*,T4*0..2");
    assert_fails(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "1000x1000-a1,c1", "domino*,T4*0..100");
    assert_int_equal(judge(f, CQ_PROOF_COLOURS), CQ_UNKNOWN);
    pose_tiling(f, "torus:3x4-a1,b2", NULL); /* the colouring does not go round */
    assert_fails(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "torus:4x4-a1,b2", NULL);
    assert_proves(f, CQ_PROOF_COLOURS);
    pose_tiling(f, "cylinder:3x5-a1,a2,a3,b1,c2", NULL); /* nothing crosses the seam */
    assert_proves(f, CQ_PROOF_COLOURS);
}

static void supply(void **state)
{
    fixture *f = *state;

    pose_puzzle(f, "board\nrr##\npiece A copies=2\nb#\n");
    NAME(f, 'r');
    assert_fails(f, CQ_PROOF_SUPPLY);
    NAME(f, 'b');
    assert_fails(f, CQ_PROOF_SUPPLY);
    pose_puzzle(f, "board\nrrr#\npiece A copies=2\nb#\n");
    NAME(f, 'b');
    assert_proves(f, CQ_PROOF_SUPPLY); /* two b, one place */
    NAME(f, 'r');
    assert_proves(f, CQ_PROOF_SUPPLY); /* three r, two squares for them */
    NAME(f, 'g');
    assert_fails(f, CQ_PROOF_SUPPLY);
    pose_puzzle(f, "board\nrrrr\npiece A copies=any\nrb\npiece B copies=0..1\nrr\n");
    NAME(f, 'r');
    assert_proves(f, CQ_PROOF_SUPPLY); /* only with the area taken into account */
    NAME(f, 'r', 'b');
    assert_fails(f, CQ_PROOF_SUPPLY);
    NAME(f, '#');
    assert_fails(f, CQ_PROOF_SUPPLY);
    NAME(f, 100000);
    assert_fails(f, CQ_PROOF_SUPPLY);
}

static void unplaceable(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "3x4", "I5,domino*");
    NAME(f, 0);
    assert_proves(f, CQ_PROOF_UNPLACEABLE);
    NAME(f, 1);
    assert_fails(f, CQ_PROOF_UNPLACEABLE);
    NAME(f, 2);
    assert_fails(f, CQ_PROOF_UNPLACEABLE);
    pose_tiling(f, "3x4", "I5*0..1,domino*");
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_UNPLACEABLE);
    pose_tiling(f, "3x5", "I5,domino*");
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_UNPLACEABLE);
    pose_tiling(f, "torus:3x4", "I5,domino*"); /* it would bite its own tail */
    NAME(f, 0);
    assert_proves(f, CQ_PROOF_UNPLACEABLE);
    pose_tiling(f, "torus:3x4", "I4,domino*"); /* it just closes */
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_UNPLACEABLE);
    pose_puzzle(f, "board\nrb\npiece A\nrr\n");
    NAME(f, 0);
    assert_proves(f, CQ_PROOF_UNPLACEABLE);
}

static void uncoverable(void **state)
{
    fixture *f = *state;
    const char *text = "a b 2:3|c\na\na c\n";

    pose_tiling(f, "2x4-b1,b2", "domino*");
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_UNCOVERABLE);
    pose_tiling(f, "2x4-b1,b2", "I3*"); /* no three in a row */
    NAME(f, 0);
    assert_proves(f, CQ_PROOF_UNCOVERABLE);
    NAME(f, 1); /* a hole */
    assert_fails(f, CQ_PROOF_UNCOVERABLE);
    NAME(f, 0, 2);
    assert_fails(f, CQ_PROOF_UNCOVERABLE);
    NAME(f, 8);
    assert_fails(f, CQ_PROOF_UNCOVERABLE);
    pose_tiling(f, "cylinder:2x4-b1,b2", "I3*"); /* across the seam */
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_UNCOVERABLE);
    pose_cover(f, text);
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_UNCOVERABLE);
    NAME(f, 1);
    assert_proves(f, CQ_PROOF_UNCOVERABLE);
    NAME(f, 2); /* one option, two needed */
    assert_proves(f, CQ_PROOF_UNCOVERABLE);
    NAME(f, 3);
    assert_fails(f, CQ_PROOF_UNCOVERABLE);
    assert_fails(f, CQ_PROOF_HALL); /* of tilings only */
}

static void hall(void **state)
{
    fixture *f = *state;

    /* # . #    two legs on one square: the ends have one neighbour each */
    pose_tiling(f, "2x3-b1", NULL);
    NAME(f, 3, 5); /* a1, c1: neighbours a2, c2 */
    assert_fails(f, CQ_PROOF_HALL);
    pose_tiling(f, "2x3-a1,c1", NULL);
    NAME(f, 0, 2, 4); /* a2, c2, b1: all have only b2 */
    assert_proves(f, CQ_PROOF_HALL);
    assert_string_equal(f->sentence, "3 squares, no two of them neighbours, "
                                     "have 1 neighbour to be paired with");
    NAME(f, 0, 2);
    assert_proves(f, CQ_PROOF_HALL);
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_HALL);
    NAME(f, 0, 0);
    assert_fails(f, CQ_PROOF_HALL);
    NAME(f, 0, 1, 2);
    assert_fails(f, CQ_PROOF_HALL);
    NAME(f, 0, 2, 3); /* a hole */
    assert_fails(f, CQ_PROOF_HALL);
    NAME(f, 0, 2, 6);
    assert_fails(f, CQ_PROOF_HALL);
    f->certificate.members.count = 0;
    assert_fails(f, CQ_PROOF_HALL);
    pose_tiling(f, "2x3-a1,c1", "L3*");
    NAME(f, 0, 2);
    assert_fails(f, CQ_PROOF_HALL);
    pose_tiling(f, "cylinder:2x3-a1,c1", NULL); /* a2 and c2 are neighbours now */
    NAME(f, 0, 2);
    assert_fails(f, CQ_PROOF_HALL);
    pose_tiling(f, "torus:1x1", NULL);
    NAME(f, 0); /* a square is no neighbour of itself */
    assert_proves(f, CQ_PROOF_HALL);
}

/* (row + col) mod 3 on every cell, 0 for the piece. */
static void diagonal_weights(fixture *f, uint32_t modulus)
{
    const cq_board *board = f->problem->board;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        assert_int_equal(cq_vec_push(ctx, &f->certificate.weights,
                                     (cq_row(board, cell) + cq_col(board, cell)) % 3),
                         CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, 0), CQ_OK);
    f->certificate.modulus = modulus;
}

static void weights(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "8x8-a8", "I3*"); /* Golomb 1954: a corner cannot be left out */
    diagonal_weights(f, 3);
    assert_proves(f, CQ_PROOF_WEIGHTS);
    f->certificate.weights.at[17]++;
    assert_fails(f, CQ_PROOF_WEIGHTS);
    f->certificate.weights.at[17] += 2; /* 3 more: the same modulo 3 */
    assert_proves(f, CQ_PROOF_WEIGHTS);
    f->certificate.weights.at[17] = -6 + f->certificate.weights.at[17];
    assert_proves(f, CQ_PROOF_WEIGHTS);
    f->certificate.values.at[0] = 1;
    assert_fails(f, CQ_PROOF_WEIGHTS);
    f->certificate.values.at[0] = -3;
    assert_proves(f, CQ_PROOF_WEIGHTS);
    f->certificate.modulus = 2;
    assert_fails(f, CQ_PROOF_WEIGHTS);
    f->certificate.weights.count--;
    assert_fails(f, CQ_PROOF_WEIGHTS);
    pose_tiling(f, "8x8-f6", "I3*"); /* the square that can be left out */
    diagonal_weights(f, 3);
    assert_fails(f, CQ_PROOF_WEIGHTS);
    pose_tiling(f, "2x3", "domino*3");
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(cq_vec_push(ctx, &f->certificate.weights, 1), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, 2), CQ_OK);
    assert_fails(f, CQ_PROOF_WEIGHTS); /* 6 = 3 * 2 */
    f->certificate.weights.at[0] = INT64_MAX;
    f->certificate.weights.at[1] = INT64_MAX;
    assert_int_equal(judge(f, CQ_PROOF_WEIGHTS), CQ_UNKNOWN);
    pose_tiling(f, "1x2", "domino*1"); /* a weight that has no opposite */
    assert_int_equal(cq_vec_push(ctx, &f->certificate.weights, INT64_MIN), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.weights, 0), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, INT64_MIN), CQ_OK);
    assert_int_equal(judge(f, CQ_PROOF_WEIGHTS), CQ_UNKNOWN);
}

/* Exact weights, +1 and -1 like a chessboard, and pieces with a choice of copies. */
static void weights_with_a_choice(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "3x3", "domino*2..3,I1*1..2"); /* monominoes have no one weight */
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(cq_vec_push(ctx, &f->certificate.weights, 1), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, 2), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, 1), CQ_OK);
    assert_proves(f, CQ_PROOF_WEIGHTS); /* at most 8 squares */
    pose_tiling(f, "3x3", "domino*2..4,I1*1..2");
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(cq_vec_push(ctx, &f->certificate.weights, 1), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, 2), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, 1), CQ_OK);
    assert_int_equal(judge(f, CQ_PROOF_WEIGHTS), CQ_UNKNOWN);
    pose_tiling(f, "3x3", "domino*0..4");
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(cq_vec_push(ctx, &f->certificate.weights, 1), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, 2), CQ_OK);
    assert_proves(f, CQ_PROOF_WEIGHTS); /* 9 is odd */
    f->certificate.modulus = 4;
    assert_proves(f, CQ_PROOF_WEIGHTS);
    f->certificate.modulus = 3; /* no dominoes fill nine squares at all */
    assert_proves(f, CQ_PROOF_WEIGHTS);
}

/* One weight for all squares, and a value for each piece. */
static void same_weights(fixture *f, int64_t weight, int64_t first, int64_t second)
{
    for (cq_cell cell = 0; cell < cq_board_size(f->problem->board); cell++)
        assert_int_equal(cq_vec_push(ctx, &f->certificate.weights, weight), CQ_OK);
    assert_int_equal(cq_vec_push(ctx, &f->certificate.values, first), CQ_OK);
    if (f->problem->pieces.count > 1)
        assert_int_equal(cq_vec_push(ctx, &f->certificate.values, second), CQ_OK);
}

/* Which copies fill the board decides if the values alone do not: 3 squares are one
 * I3, or a domino and a monomino, or three of these. */
static void weights_and_the_area(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "1x4", "I3*0..1,I1*0..1");
    same_weights(f, 1, 0, 1);
    f->certificate.modulus = 3;
    assert_int_equal(judge(f, CQ_PROOF_WEIGHTS), CQ_UNKNOWN); /* 4 = 3 + 1 */
    pose_tiling(f, "1x5", "I3*0..1,I1*0..1");
    same_weights(f, 1, 0, 1);
    f->certificate.modulus = 3;
    assert_proves(f, CQ_PROOF_WEIGHTS);
}

/* Without a modulus a placement may weigh less than its piece. */
static void bounds(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "3x3", "L3*"); /* the corners are four, each in another piece */
    same_weights(f, 0, 1, 0);
    f->certificate.weights.at[0] = f->certificate.weights.at[2] = 1;
    f->certificate.weights.at[6] = f->certificate.weights.at[8] = 1;
    assert_proves(f, CQ_PROOF_WEIGHTS);
    f->certificate.values.at[0] = 0; /* one covers more */
    assert_fails(f, CQ_PROOF_WEIGHTS);
    f->certificate.values.at[0] = 2; /* three times two is enough */
    assert_fails(f, CQ_PROOF_WEIGHTS);
    f->certificate.values.at[0] = 1;
    f->certificate.weights.at[8] = 0; /* and so are three */
    assert_fails(f, CQ_PROOF_WEIGHTS);
    f->certificate.weights.at[1] = 1; /* beside a corner: one covers both */
    assert_fails(f, CQ_PROOF_WEIGHTS);
}

static void degree(void **state)
{
    fixture *f = *state;

    pose_tour(f, "3x3", "1,2", true);
    NAME(f, 4); /* the centre has no leaps */
    assert_proves(f, CQ_PROOF_DEGREE);
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_DEGREE);
    pose_tour(f, "3x3", "1,2", false);
    NAME(f, 4);
    assert_proves(f, CQ_PROOF_DEGREE);
    pose_graph(f, "c x\nc y\nc z\n", false); /* c x y z: a star */
    NAME(f, 1, 2, 3);
    assert_proves(f, CQ_PROOF_DEGREE);
    NAME(f, 1, 2);
    assert_fails(f, CQ_PROOF_DEGREE);
    NAME(f, 1, 2, 2);
    assert_fails(f, CQ_PROOF_DEGREE);
    NAME(f, 0, 1, 2);
    assert_fails(f, CQ_PROOF_DEGREE);
    NAME(f, 9);
    assert_fails(f, CQ_PROOF_DEGREE);
    f->certificate.members.count = 0;
    assert_fails(f, CQ_PROOF_DEGREE);
    pose_tour(f, "1x1", "1,2", false); /* one square is an open tour */
    NAME(f, 0);
    assert_fails(f, CQ_PROOF_DEGREE);
    pose_tour(f, "1x1", "1,2", true);
    NAME(f, 0);
    assert_proves(f, CQ_PROOF_DEGREE);
}

static void balance(void **state)
{
    fixture *f = *state;

    pose_tour(f, "5x5", "1,2", true);
    assert_proves(f, CQ_PROOF_BALANCE);
    pose_tour(f, "5x5", "1,2", false);
    assert_fails(f, CQ_PROOF_BALANCE);
    pose_tour(f, "6x6", "1,2", true);
    assert_fails(f, CQ_PROOF_BALANCE);
    pose_tour(f, "6x6-a1,c1", "1,2", false);
    assert_proves(f, CQ_PROOF_BALANCE);
    pose_graph(f, "a b\nb c\nc a\n", true);
    assert_fails(f, CQ_PROOF_BALANCE);
}

static void cut(void **state)
{
    fixture *f = *state;

    pose_graph(f, "c x\nc y\nc z\n", false);
    NAME(f, 0);
    assert_proves(f, CQ_PROOF_CUT);
    NAME(f, 1);
    assert_fails(f, CQ_PROOF_CUT);
    pose_graph(f, "a b\nb c\n", false);
    NAME(f, 1); /* two parts after one vertex: a path may do that */
    assert_fails(f, CQ_PROOF_CUT);
    pose_graph(f, "a b\nb c\n", true);
    NAME(f, 1);
    assert_proves(f, CQ_PROOF_CUT);
    NAME(f, 1, 1);
    assert_fails(f, CQ_PROOF_CUT);
    f->certificate.members.count = 0;
    assert_fails(f, CQ_PROOF_CUT); /* the whole graph is one part */
    pose_graph(f, "a b\nc d\n", true);
    f->certificate.members.count = 0;
    assert_proves(f, CQ_PROOF_CUT);
    pose_graph(f, "a b\nc d\n", false);
    f->certificate.members.count = 0;
    assert_proves(f, CQ_PROOF_CUT);
}

static void factor(void **state)
{
    fixture *f = *state;

    /* K(2,3): x y against a b c */
    pose_graph(f, "x a\nx b\nx c\ny a\ny b\ny c\n", true);
    NAME(f, 1, 2, 3);
    assert_proves(f, CQ_PROOF_FACTOR);
    NAME(f, 1, 2);
    assert_fails(f, CQ_PROOF_FACTOR);
    NAME(f, 0, 1);
    assert_fails(f, CQ_PROOF_FACTOR);
    pose_graph(f, "x a\nx b\nx c\ny a\ny b\ny c\n", false);
    NAME(f, 1, 2, 3); /* a x b y c is a path */
    assert_fails(f, CQ_PROOF_FACTOR);
    pose_graph(f, "x a\nx b\nx c\nx d\ny a\ny b\ny c\ny d\n", false);
    NAME(f, 1, 2, 3, 4);
    assert_proves(f, CQ_PROOF_FACTOR);
}

static void exhausted(void **state)
{
    fixture *f = *state;
    const char *text = "a b c\na b\nb c\na c\n";

    pose_tiling(f, "8x8-a1,h8", NULL);
    assert_int_equal(judge(f, CQ_PROOF_EXHAUSTED), CQ_YES);
    pose_tiling(f, "4x5", "tetrominoes");
    assert_proves(f, CQ_PROOF_EXHAUSTED);
    pose_tiling(f, "5x4-a1,b1,c1,d1", "T4*");
    assert_fails(f, CQ_PROOF_EXHAUSTED);
    pose_tour(f, "4x4", "1,2", false);
    assert_proves(f, CQ_PROOF_EXHAUSTED);
    pose_tour(f, "5x6", "1,2", true);
    assert_fails(f, CQ_PROOF_EXHAUSTED);
    pose_cover(f, text);
    assert_proves(f, CQ_PROOF_EXHAUSTED);
    pose_tiling(f, "2000x2001-a1,c1", NULL);
    assert_int_equal(judge(f, CQ_PROOF_EXHAUSTED), CQ_UNKNOWN);
    assert_string_equal(f->sentence,
                        "the search was not repeated within 5,000,000 nodes; the "
                        "problem is too large for a plain search");
    assert_fails(f, CQ_PROOF_NONE);
    assert_fails(f, CQ_PROOF_CUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(area, set_up, tear_down),
        cmocka_unit_test_setup_teardown(colours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(supply, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unplaceable, set_up, tear_down),
        cmocka_unit_test_setup_teardown(uncoverable, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hall, set_up, tear_down),
        cmocka_unit_test_setup_teardown(weights, set_up, tear_down),
        cmocka_unit_test_setup_teardown(weights_with_a_choice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(degree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(weights_and_the_area, set_up, tear_down),
        cmocka_unit_test_setup_teardown(degree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bounds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(degree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(balance, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(factor, set_up, tear_down),
        cmocka_unit_test_setup_teardown(exhausted, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
