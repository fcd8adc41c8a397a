"""Puzzles made to order: with one solution, or with as many as you say."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from operator import index
from typing import Any

from . import _abi, picture
from ._library import Context, Native, lib, patiently
from .board import Board
from .options import Options
from .problem import Problem
from .reading import problem_of


@dataclass(frozen=True)
class Made(picture.Drawn):
    """A puzzle, and what is known of it.

    >>> make("pieces", "5x6", seed=1).problem.count(unique=True)
    1
    """

    kind: str  #: "numbers", "pieces", "board", "letters", "sudoku" or "tour"
    seed: int
    problem: Problem[Any]  #: a tiling; of a sudoku a cover
    nodes: int  #: how hard it is: what the engine dlx (figured: tours) visits to find all solutions
    tries: int  #: how many it took
    givens: int  #: numbers, letters or digits that are given
    sheet: Board | None  #: of a sudoku: the givens as colours of squares
    solved: Board | None  #: of a sudoku: all digits

    def __str__(self) -> str:
        return str(self.sheet) if self.sheet else self.problem.write("puzzle").rstrip("\n")

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        return (self.sheet or self.problem)._draw_to(context, drawing, form, stream)


def _sheet(made: Native, solved: bool) -> Board | None:
    problem = lib.cq_made_sheet(made.pointer, solved)
    return Board._of(lib.cq_problem_board(problem), made) if problem else None


def make(kind: str, board: str | None = None, *, pieces: str | None = None,
         solutions: int = 1, highest: int = 0, fewest: bool = False, symmetric: bool = False,
         box: tuple[int, int] = (0, 0), easiest: int = 0, hardest: int = 0, tries: int = 10000,
         leaper: str | None = None, open: bool = False, **options: Any) -> Made:
    """Makes a puzzle at random that has exactly one solution, or as many as `solutions` says.

    `kind` is "numbers", "pieces", "board", "letters", "sudoku" or "tour"; the rest are the flags of
    `chequer make`, with `seed`, `time` and `memory`, and 0 stands for the default of the kind.
    Raises Refused if no try was right.

    >>> sudoku = make("sudoku", box=(2, 2), seed=3)
    >>> sudoku.problem.count(), sum(sign.isdigit() for sign in str(sudoku.solved))
    (1, 16)
    >>> make("tour", "5x5", open=True, seed=1).problem.count()
    1
    """
    if kind.upper() not in _abi.MakeKind.__members__:
        raise ValueError(f"there is no kind of puzzle {kind!r}: expected one of "
                         f"{', '.join(name.lower() for name in _abi.MakeKind.__members__)}")
    wanted = Options(**options)
    context = Context(wanted.memory_bytes)
    if wanted.time:
        lib.cq_context_limit_time(context.pointer, float(wanted.time))
    rows, cols = map(index, box)
    recipe = _abi.cq_recipe(
        size=ctypes.sizeof(_abi.cq_recipe), kind=_abi.MakeKind[kind.upper()], board=board.encode() if board else None,
        pieces=pieces.encode() if pieces else None, highest=index(highest), rows=rows, cols=cols,
        fewest=fewest, symmetric=symmetric, solutions=index(solutions), seed=index(wanted.seed),
        easiest=index(easiest), hardest=index(hardest), tries=index(tries),
        leaper=leaper.encode() if leaper else None, open=open)
    made = patiently(context, lambda: context.make(
        lib.cq_made_free, lib.cq_make, ctypes.byref(recipe)))
    problem = Native(lib.cq_made_problem(made.pointer), lambda _: None, (made,))
    return Made(kind, wanted.seed, problem_of(problem), lib.cq_made_nodes(made.pointer),
                lib.cq_made_tries(made.pointer), lib.cq_made_givens(made.pointer),
                _sheet(made, False), _sheet(made, True))
