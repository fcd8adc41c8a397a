"""Tilings: every goal of the command, with pieces however they are given."""
import json
from fractions import Fraction

import pytest

import chequer
from chequer import Board, Piece, Tiling


def test_counts_are_numbers_of_any_size():
    assert Board("8x8").count() == 12988816  # OEIS A004003
    huge = Board("100x100").count()
    assert isinstance(huge, int) and str(huge).startswith("21129684951231576218")
    assert Board("8x8-a1,h8").count() == 0
    assert Board("aztec:10").count() == 2 ** 55  # Elkies, Kuperberg, Larsen and Propp, 1992


def test_a_tiling_covers_every_square_once():
    board = Board("8x8-a1,b1")
    answer = board.tile()
    assert answer and answer.possible and answer.check().right
    squares = [square for part in answer.solution.parts for square in part.squares]
    assert sorted(squares) == list(board)
    assert answer.solution.pairs == [part.squares for part in answer.solution.parts]
    assert board.why() is None


def test_a_no_has_a_reason():
    answer = Board("8x8-a1,h8").tile()
    assert not answer and answer.possible is False and answer.engine == "necessary"
    assert answer.reason.kind == "colours" and answer.reason.check().right
    assert str(answer).startswith("impossible: 30 dark squares against 32 light ones")
    with pytest.raises(chequer.Impossible) as caught:
        answer.solution
    assert caught.value.reason is answer.reason


def test_reasons_have_squares():
    board = Board("8x8-b1,c2,b3,f6,e7,h8")
    reason = board.why()
    assert reason.kind == "hall" and reason.names == ("b2", "a1")
    assert reason.squares == reason.members == tuple(map(board.square, ("b2", "a1")))


def test_reasons_have_pieces_colours_and_weights():
    unplaceable = Tiling("2x6", [Piece("###\n###\n###", name="Q"), Piece("###")]).why()
    assert unplaceable.kind == "unplaceable" and unplaceable.members[0].name == "Q"
    supply = Tiling("ab\nbb", [Piece("aa"), Piece("bb")]).why()
    assert supply.kind == "supply" and supply.members == ("a",)


def test_weights_of_a_proof_that_was_read():
    """Row + column modulo 4: every straight tetromino sums to 2, nine of them to 2, the board
    of 6 x 6 to 0."""
    problem = Tiling("6x6", "I4*9")
    weights = {square: sum(square) % 4 for square in problem.board}
    answer = problem.read_answer(json.dumps({
        "chequer": 1, "goal": "why", "verdict": "no", "solutions": [], "certificate": {
            "proof": "weights", "modulus": 4, "weights": list(weights.values()),
            "values": [2]}}))
    assert answer.reason.kind == "weights" and answer.reason.weights == weights
    assert answer.reason.modulus == 4 and answer.reason.values == (2,)
    assert answer.reason.check().right


def test_pieces_however_they_are_given():
    drawing = "##\n#."
    counts = {Tiling("4x6", pieces).count() for pieces in (
        "L3*", Piece(drawing, copies=None), Piece([[1, 1], [1, 0]], copies=None),
        [Piece(squares=[(0, 0), (0, 1), (1, 0)], copies=(0, None))])}
    assert counts == {18}  # OEIS A046984
    assert Tiling("2x3", [drawing, [[1, 1], [1, 0]]]).count() == 2 * 2  # two names
    assert Tiling("2x3", {"a": drawing, "b": drawing}).count() == 4
    assert Tiling("2x3", Piece(drawing, copies=2)).count() == 2


def test_pieces_are_read_back():
    pieces = Tiling("6x10", "pentominoes").pieces
    assert len(pieces) == 12 and all(len(piece.squares) == 5 for piece in pieces)
    assert Tiling("6x10", pieces).count(unique=True) == 2339  # C. B. and J. G. Haselgrove, 1960
    assert str(Piece("#..\n###")) == "#..\n###"
    assert {piece.most for piece in chequer.pieces("domino*,L3")} == {None, 1}


def test_pieces_may_be_fixed():
    assert Tiling("2x4", Piece("##", copies=None)).count() == 5
    assert Tiling("2x4", Piece("##", copies=None, rotate=False)).count() == 1


def test_numpy_pieces():
    numpy = pytest.importorskip("numpy")
    assert Tiling("2x3", Piece(numpy.array([[1, 1], [1, 0]]), copies=2)).count() == 2


def test_all_are_different_and_right():
    problem = Tiling("4x4")
    solutions = list(problem.all())
    assert len(set(solutions)) == len(solutions) == problem.count() == 36
    assert all(problem.check(solution).right for solution in solutions)
    assert {solution.class_size for solution in solutions} == {None}


def test_classes():
    classes = list(Tiling("4x4").all(unique=True))
    assert sum(one.class_size for one in classes) == 36
    assert len(classes) == Tiling("4x4").count(unique=True) == 9  # OEIS A060312


def test_samples_are_by_the_seed():
    problem = Tiling("8x8")
    assert problem.sample(seed=3) == problem.sample(seed=3)
    assert len({problem.sample(seed=seed) for seed in range(10)}) > 1
    assert len(problem.sample(25)) == 25
    assert Board("2x2").sample().problem.count() == 2
    with pytest.raises(chequer.Impossible, match="30 dark"):
        Board("8x8-a1,h8").sample()


def test_samples_as_arrays():
    numpy = pytest.importorskip("numpy")
    problem = Tiling("4x6-a1,b1")
    stack = problem.sample_array(50, seed=1)
    assert stack.shape == (50, 4, 6) and stack.dtype == numpy.int32
    assert (stack[:, 3, :2] == -1).all() and (stack >= 0).sum() == 50 * 22
    for grid in stack:
        assert (numpy.bincount(grid[grid >= 0]) == 2).all()
    assert numpy.array(problem.sample(seed=1)).shape == (4, 6)


def test_samples_are_about_uniform():
    """Of 2x3's three tilings each comes up about as often: 5 standard deviations of 600."""
    found = [str(solution) for solution in Tiling("2x3").sample(600, seed=5)]
    assert all(abs(found.count(one) - 200) < 58 for one in set(found)) and len(set(found)) == 3


def test_probabilities_are_fractions():
    likely = Tiling("2x3").probabilities()
    assert likely[0] == (((0, 0), (0, 1)), Fraction(1, 3), True)
    board = Tiling("8x8")
    sums = {}
    for (first, second), probability, exact in board.probabilities():
        assert exact
        for square in (first, second):
            sums[square] = sums.get(square, 0) + probability
    assert set(sums.values()) == {1}


def test_probabilities_of_pieces():
    likely = Tiling("2x3", "L3*,domino*").probabilities()
    assert sum(one.probability for one in likely if (0, 0) in one.part.squares) == 1


def test_nth_and_index():
    problem = Tiling("6x6")
    third = problem.nth(3)
    assert problem.index(third) == 3 and problem.check(third).right
    with pytest.raises(chequer.Error):
        problem.nth(10 ** 9)


def test_max_repair_forced_copies():
    solution, left = Tiling("8x8-a1,h8").max()
    assert len(solution.parts) == 30 and len(left) == 2
    repair = Tiling("8x8-a1,h8").repair()
    assert len(repair.removed) + len(repair.restored) == 2
    forced = Tiling("##\n.#\n.#").forced()
    assert forced.always == [((0, 0), (0, 1)), ((1, 1), (2, 1))]
    assert forced.never == [((0, 1), (1, 1))]
    assert Tiling("2x3", "L3*,domino*").copies() == {(0, 3): 3, (2, 0): 2}


def test_bounds_hold_for_all_tilings():
    problem = Tiling("4x4", "T4*,L4*,O4*")
    for copies in problem.copies():
        for number, bound in zip(copies, problem.bounds()):
            assert bound.least <= number <= bound.most
            assert number % bound.modulus == bound.remainder
    with pytest.raises(chequer.Impossible):
        Tiling("10x10", "T4*").bounds()


def test_explanations():
    steps = Tiling("8x8-a1,h8").explain()
    assert steps and all(step.text and step.picture.startswith("<") for step in steps)


def test_estimates_plans_engines():
    problem = Tiling("6x10", "pentominoes")
    assert problem.estimate(engine="search", work=50, time=0).nodes > 0
    assert [stage.kind for stage in problem.plan()][0] == "conditions"
    fits = {fit.engine: fit for fit in problem.engines("count")}
    assert fits["polyomino"].fits and not fits["kasteleyn"].fits and fits["kasteleyn"].why


def test_an_engine_can_be_named():
    assert Board("6x6").tile(engine="hall").engine == "hall"
    assert Board("6x6").count(engine="kasteleyn") == 6728
    with pytest.raises(chequer.Refused):
        Board("8x8").count(engine="weave")
    with pytest.raises(chequer.Refused):
        Board("8x8").count(engine="nonsense")


def test_texts():
    answer = Board("2x2").tile()
    assert str(answer) == str(answer.solution) and "\n" in str(answer)
    assert '"verdict": "yes"' in answer.json()
    assert answer.problem.read_answer(answer.json()).check().right
    half = '{"chequer": 1, "goal": "find", "verdict": "yes", "solutions": [[[[0, 0], [0, 1]]]]}'
    assert answer.problem.check(half).right is False
    assert Tiling("2x2", "domino*").write("art") == "##\n##\n"
    assert chequer.parse(Tiling("2x3", "L3*2").write("puzzle")).count() == 2


def test_texts_of_pieces_read_back():
    solution = Tiling("6x10", "pentominoes").find().solution
    assert solution.problem.check(solution.json()).right
    assert len(solution.text("box").splitlines()) > 6


def test_the_answer_says_how_it_was_found():
    answer = Tiling("8x8").find()
    assert answer.seconds >= 0 and answer.counters and answer.stop == "finished"
    assert answer.goal == "find" and "yes" in repr(answer)


def test_numbers_of_other_kinds():
    """Whatever is an index will do: numpy's and Sage's integers are no ints."""
    class Number:
        def __init__(self, value):
            self.value = value

        def __index__(self):
            return self.value

    two = Number(2)
    assert len(Tiling("4x4").sample(two, seed=two, threads=two)) == 2
    assert len(list(Board("4x4").all(first=two))) == 2
    assert Tiling("4x4").index(Tiling("4x4").nth(two)) == 2
    assert Tiling("2x3", Piece("##\n#.", copies=two)).count() == 2
    assert chequer.Cover(["a", "ab", "a"], multiplicity={"a": two}).count() == 2
    assert chequer.sequence("2xN", two).terms == (1, 2)
    numpy = pytest.importorskip("numpy")
    assert chequer.mutilated(numpy.argwhere(numpy.eye(8) > 0)) == []


def test_options_are_known():
    with pytest.raises(TypeError):
        Board("8x8").count(theads=2)
    with pytest.raises(ValueError, match="512M"):
        Board("8x8").count(memory="much")
    with pytest.raises(ValueError, match="pohl"):
        Board("8x8").tour(ties="none")


def test_the_module_of_the_mutilated_chessboard():
    pairs = chequer.mutilated([(0, 0), (3, 4)])
    assert len(pairs) == 31 and all(sum(dark) % 2 == 1 for dark, _ in pairs)
    assert len({square for pair in pairs for square in pair}) == 62
    assert chequer.mutilated(["a1", "h8"]) == []
    assert len(chequer.mutilated([(0, 1), (1, 1)], 4, 3)) == 5
    assert chequer.mutilated([(0, 0)], 1) == []


def test_sequences():
    found = chequer.sequence("4x3N", 10, pieces="L3*")
    assert found.terms[:4] == (4, 18, 88, 468)  # OEIS A046984
    assert found.recurrence == (10, -22, -4) and found.checked == 4
    assert found.bfile.startswith("1 4\n2 18\n")
    met = []
    chequer.sequence("2xN", 5, on_term=lambda n, term: met.append((n, term)))
    assert met == [(1, 1), (2, 2), (3, 3), (4, 5), (5, 8)]

    def burst(n, term):
        raise KeyError(n)

    with pytest.raises(KeyError):
        chequer.sequence("2xN", 50, on_term=burst)
