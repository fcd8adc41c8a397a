"""Puzzles made to order, free squares, rules, and tours with conditions."""
from fractions import Fraction

import pytest

import chequer
from chequer import Board, Graph, Square, Tiling, Tour


@pytest.mark.parametrize("kind, board, flags", [
    ("numbers", None, {"highest": 3}), ("numbers", None, {"highest": 3, "fewest": True}),
    ("pieces", "5x6", {}), ("board", None, {"pieces": "tetrominoes"}),
    ("letters", "5x6", {"pieces": "L3*,I3*"})])
def test_made_puzzles_have_one_solution(kind, board, flags):
    made = chequer.make(kind, board, seed=5, **flags)
    assert made.kind == kind and made.seed == 5 and made.tries >= 1 and made.nodes >= 1
    assert made.problem.count(unique=kind in ("pieces", "board")) == 1
    assert str(made) == str(chequer.make(kind, board, seed=5, **flags))
    assert "<svg" in made.svg()
    again = chequer.parse(str(made) + "\n", "tile")
    assert again.digest == made.problem.digest


def test_made_with_more_solutions():
    made = chequer.make("pieces", "5x6", solutions=2, seed=1)
    assert len(list(made.problem.all(unique=True))) == 2


def test_a_sudoku():
    made = chequer.make("sudoku", seed=2, symmetric=True)
    signs = str(made.sheet).split("\n")
    given = [(row, col) for row in range(9) for col in range(9) if signs[row][col].isdigit()]
    assert len(given) == made.givens and made.problem.count() == 1
    assert {(8 - row, 8 - col) for row, col in given} == set(given)
    rows = str(made.solved).split("\n")
    assert all(sorted(line) == list("123456789") for line in [*rows, *zip(*rows)])
    assert all(rows[row][col] == signs[row][col] for row, col in given)


def test_making_can_be_refused_or_stopped():
    with pytest.raises(ValueError, match="numbers, pieces, board, letters, sudoku"):
        chequer.make("riddle")
    with pytest.raises(chequer.Refused, match="none of 3 tries"):
        chequer.make("pieces", "5x6", hardest=1, tries=3)
    with pytest.raises(chequer.InputError):
        chequer.make("pieces", "5y6")


def test_squares_that_stay_free():
    assert Tiling("2x3", free=2).count() == 11  # matchings of two edges in the 2x3 grid
    assert Board("3x3").count(free=1) == 18
    assert Board("3x3").count(free="1 in=b2") == 2
    left = Board("3x3").tile(free="1 in=b2").solution.array()
    assert left[1][1] == -1 and (left >= 0).sum() == 8
    assert Board("3x3").tiling(free="any").count() == 131  # all matchings: OEIS A028420


def test_max_of_any_pieces():
    solution, left = Tiling("5x5", "L4*").max()
    assert len(solution.parts) == 6 and len(left) == 1
    covered = [square for part in solution.parts for square in part.squares]
    assert sorted([*covered, *left]) == [(row, col) for row in range(5) for col in range(5)]
    answer = Tiling("5x5", "L4*")._ask(chequer._abi.Goal.MAX, {})
    assert answer.bound == 1


def test_rules_of_a_board():
    assert Board("5x6").count(rules=["no-faults"]) == 6
    assert len(list(Board("4x4").all(rules=["no-crosses"]))) == \
        Board("4x4").count(rules=["no-crosses"])
    with pytest.raises(chequer.InputError, match="a rule"):
        Board("5x6").count(rules=["no-such-rule"])


def test_tours_with_conditions():
    board = Board("6x6")
    move = ("a1", "b3")
    tours = board.tours(with_moves=[move])
    others = board.tours(without_moves=[move])
    assert tours.count() + others.count() == 9862
    likely = {part: probability for part, probability, _ in board.tours().probabilities()}
    ends = tuple(sorted(board.square(name) for name in move))
    assert likely[ends] == Fraction(tours.count(), 9862)
    assert sum(likely.values()) == 36  # moves of a tour
    walk = board.tour(at={"a1": 1, "d4": 13}).solution.walk
    assert walk[0] == board.square("a1") and walk[12] == board.square("d4")
    assert "no even half" in str(board.tours(magic="semi").why())
    assert board.tour(magic="semi").possible is False
    assert board.tours(symmetric="180").count() == 78  # see docs/tours.md


def test_edges_of_graphs_have_probabilities_and_vertices_numbers():
    square = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "c")]
    assert dict((frozenset(part), str(probability)) for part, probability, _
                in Graph(square).probabilities())[frozenset("ac")] == "0"
    walk = Graph(square, at={"a": 1, "c": 3}).find().solution.walk
    assert walk[0] == "a" and walk[2] == "c"


def test_samples_of_tours_are_tours():
    board = Board("6x6")
    for tour in board.tours().sample(5, seed=3):
        assert len(set(tour.walk)) == 36 and isinstance(tour.walk[0], Square)
        assert Tour("6x6").check(tour).right
