"""The module of the mutilated chessboard: removed squares in, pairs of squares out."""
from __future__ import annotations

from typing import Any, Iterable

from .board import Board
from .squares import Square, SquareLike


def mutilated(removed: Iterable[SquareLike], rows: int = 8, cols: int | None = None,
              **options: Any) -> list[tuple[Square, Square]]:
    """A domino tiling of a chessboard without the removed squares, as a list of pairs.

    Squares are (row, column) from 0 at the top left, or names. In each pair the dark square,
    whose row and column have an odd sum, comes first. The list is empty if there is no tiling;
    `Board.why` then says why. As in N. Mahesh, P. Joshi, S. P. Nadathur and S. De, The General
    Mutilated Chessboard (2020), where a search in Python did the same.

    >>> len(mutilated([(0, 0), (0, 1)]))
    31
    >>> mutilated([(0, 0), (7, 7)])
    []
    >>> mutilated([(0, 1), (1, 1)], rows=2, cols=2)
    [(Square(row=1, col=0), Square(row=0, col=0))]
    """
    board = Board(f"{rows}x{rows if cols is None else cols}", without=removed)
    if len(board) == 0:
        return []
    answer = board.tile(**options)
    return [(first, second) if sum(first) % 2 else (second, first)
            for first, second in (answer.solution.pairs if answer else [])]
