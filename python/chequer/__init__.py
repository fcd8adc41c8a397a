"""chequer: boards, pieces, covers and tours: solved, counted and checked.

    >>> import chequer
    >>> board = chequer.Board("8x8-a1,h8")
    >>> print(board.tile())
    impossible: 30 dark squares against 32 light ones, and every domino covers one of each.
    proof: colours
    >>> chequer.Board("8x8").count()
    12988816

Boards, pieces and questions are written as on the command line; see docs/python.md.
"""
from __future__ import annotations

from typing import Any, Hashable, Iterable, Mapping

from ._library import version as __version__
from .answer import Answer, Judgement, Reason
from .board import Board, BoardLike
from .cover import Coloured, Cover
from .errors import (Defect, Error, FileError, Impossible, InputError, OutOfMemory, Refused,
                     Stopped)
from .explanation import Explanation, Step
from .made import Made, make
from .mutilated import mutilated
from .options import Options
from .order import Order
from .picture import Svg, can_draw
from .pieces import Piece, Pieces, piece_sets, pieces
from .problem import Estimate, Fit, Likely, Priced, Problem, Stage
from .progress import Progress
from .proof import ProofSize
from .reading import load, parse
from .run import Solutions
from .sequence import Sequence, sequence
from .solution import CoverSolution, Part, Solution, TilingSolution, TourSolution
from .squares import Square, SquareLike
from .study import Census, Radius, Study, experiment, random_graph
from .tiling import Bound, Forced, Repair, Tiling
from .tour import Graph, Tour
from .trace import Lay, Move, Trace

__all__ = [
    "Answer", "Board", "BoardLike", "Bound", "Census", "Coloured", "Cover", "CoverSolution",
    "Defect", "Error", "Estimate", "Explanation", "FileError", "Fit", "Forced", "Graph",
    "Impossible", "InputError", "Judgement", "Lay", "Likely", "Made", "Move", "Options", "Order",
    "OutOfMemory", "Part", "Piece", "Pieces", "Priced", "Problem", "Progress", "ProofSize",
    "Radius", "Reason", "Refused", "Repair", "Sequence", "Solution", "Solutions", "Square",
    "SquareLike", "Stage", "Step", "Stopped", "Study", "Svg", "Tiling", "TilingSolution", "Tour",
    "TourSolution", "Trace", "__version__", "can_draw", "cover", "experiment", "ham", "load",
    "make", "mutilated", "parse", "piece_sets", "pieces", "random_graph", "sequence", "tile",
    "tour",
]


def tile(board: BoardLike, pieces: Pieces | None = None, *, rules: Iterable[str] = (),
         free: int | str | None = None, **options: Any) -> Answer[TilingSolution]:
    """A tiling of the board with pieces (dominoes if none are given), or why there is none."""
    return Tiling(board, pieces, rules, free).find(**options)


def cover(options: Iterable[Iterable[Any]] | Mapping[Any, Iterable[Any]], *,
          secondary: Iterable[Hashable] = (),
          multiplicity: Mapping[Any, int | tuple[int, int]] | None = None,
          **more: Any) -> Answer[CoverSolution]:
    """An exact cover by some of the options, or why there is none."""
    return Cover(options, secondary=secondary, multiplicity=multiplicity).find(**more)


def tour(board: BoardLike, leaper: str = "1,2", **options: Any) -> Answer[TourSolution]:
    """A tour of the board, closed unless it is open, or why there is none; the keywords are
    those of `Board.tour`."""
    return Board(board).tour(leaper, **options)


def ham(graph: Any, *, open: bool = False, **options: Any) -> Answer[TourSolution]:
    """A Hamiltonian cycle of a graph (a path if open), or why there is none."""
    return Graph(graph, open=open).find(**options)
