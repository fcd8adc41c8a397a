"""Boards from texts, drawings and arrays; squares; errors with their places."""
import pytest

import chequer
from chequer import Board


def test_one_board_in_four_ways():
    named = Board("3x3-b2")
    assert named == Board("###\n#.#\n###\n") == Board("3x3", without=["b2"])
    assert named == Board([[1, 1, 1], [1, 0, 1], [1, 1, 1]]) == Board("3x3").without((1, 1))
    assert named != Board("3x3") and len({named, Board("3x3-1:1")}) == 1


def test_arrays_of_numpy():
    numpy = pytest.importorskip("numpy")
    grid = numpy.ones((8, 8), bool)
    grid[0, 0] = grid[7, 7] = False
    assert Board(grid) == Board("8x8-a8,h1")


def test_colours_and_surfaces():
    board = Board("aa\n#.")
    assert [board.colour(square) for square in board] == ["a", "a", "#"]
    assert board.colour("b1") is None
    assert Board("torus:4x4").surface == "torus" and Board("4x4").surface == "plane"
    assert Board("torus:4x4").without("a1").surface == "torus"
    assert Board("torus:4x4") != Board("4x4")


def test_squares_have_names():
    board = Board("30x30")
    assert board.square("aa1") == (29, 26) == board.square("29:26")
    assert board.name((29, 26)) == "aa1"
    assert [board.square(board.name(square)) for square in board] == list(board)
    assert (3, 30) not in board and "q99" not in board and None not in board


def test_a_board_without_squares_in_the_middle():
    assert repr(Board("2x2-a1")) == "<Board 2x2, 3 squares>"
    assert Board("2x2-a1").art() == "##\n.#\n"


@pytest.mark.parametrize("text, column", [("8x8-a1,q9", 8), ("8y8", 2), ("0x3", 1)])
def test_errors_know_their_column(text, column):
    with pytest.raises(chequer.InputError) as caught:
        Board(text)
    assert caught.value.column == column and caught.value.source == text
    assert isinstance(caught.value, ValueError) and str(column) in str(caught.value)


def test_errors_know_their_line():
    with pytest.raises(chequer.InputError) as caught:
        chequer.parse("board 2x2\npiece A colour=red\n##\n", name="puzzle")
    assert (caught.value.source, caught.value.line, caught.value.column) == ("puzzle", 2, 9)
    assert str(caught.value).startswith("puzzle:2:9: ")


def test_squares_that_are_not_there():
    with pytest.raises(ValueError, match="not on a board"):
        Board("8x8").square((8, 0))
    with pytest.raises(chequer.InputError):
        Board("8x8", without=["z1"])
