"""Tilings: a board to be covered with pieces."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from . import _abi
from ._library import Context, Native, lib, written
from .board import Board, BoardLike
from .cover import Cover
from .errors import Impossible
from .explanation import Explanation
from .options import Options
from .pieces import Piece, Pieces, _is_art, _read_back, pieces as pieces_of
from .problem import Likely, Problem, squares_of
from .solution import Part, TilingSolution
from .squares import Square
from .trace import Trace


class Repair(NamedTuple):
    """The fewest squares to change so that dominoes cover the board."""

    removed: tuple[Square, ...]
    restored: tuple[Square, ...]
    tiling: TilingSolution | None


class Forced(NamedTuple):
    """Dominoes that lie in every tiling, and those that lie in none."""

    always: list[tuple[Square, Square]]
    never: list[tuple[Square, Square]]


class Bound(NamedTuple):
    """How many copies of a piece a tiling can have: from `least` to `most`, with this
    remainder by the modulus, which is 1 if nothing is known."""

    least: int
    most: int
    modulus: int
    remainder: int


class Tiling(Problem[TilingSolution]):
    """The problem to cover a board with pieces; without pieces, with dominoes.

    >>> Tiling("6x10", "pentominoes").count(unique=True)
    2339
    >>> square = Tiling("4x4", {"L": "###\\n#..", "T": "###\\n.#.", "O": "##\\n##"})
    >>> print(square.why())
    the pieces cover at most 12 squares, the board has 16
    >>> Tiling("5x6", rules=["no-faults"]).count()
    6

    `free` squares stay free: 4, "0..4", "any", "1 in=a1,b2", or "any fewer" if pieces may stay unused.

    >>> Tiling("3x3", free=1).count(), Tiling("3x3", free="1 in=b2").count()
    (18, 2)

    `weights` are lines such as "L3 = 2", "as ## = x" or "at a1,b2 = 1/2"; see docs/weights.md.

    >>> priced = Tiling("2x4", weights=["as ## = 2", "at a1 = 1/2"])
    >>> [str(best.cost) for best in priced.cheapest(2)]
    ['1/2', '9/2']
    """

    _solution_type = TilingSolution

    def __init__(self, board: BoardLike, pieces: Pieces | None = None,
                 rules: Iterable[str] = (), free: int | str | None = None,
                 weights: Iterable[str] = ()):
        self._board = board if isinstance(board, Board) else Board(board)
        context = Context()
        problem = context.make(lib.cq_problem_free, lib.cq_problem_new_tiling,
                               self._board._native.pointer)
        if pieces is None:
            pieces = "domino*"
        if isinstance(pieces, str) and not _is_art(pieces):
            context.check(lib.cq_problem_set_pieces(context.pointer, problem.pointer,
                                                    pieces.encode()))
        else:
            for piece in pieces_of(pieces):
                piece._add_to(context, problem)
        for rule in rules:
            context.check(lib.cq_problem_add_rule(context.pointer, problem.pointer,
                                                  rule.encode()))
        if free is not None:
            context.check(lib.cq_problem_set_free(context.pointer, problem.pointer,
                                                  str(free).encode()))
        for weight in weights:
            context.check(lib.cq_problem_add_weights(context.pointer, problem.pointer,
                                                     weight.encode()))
        self._native = problem

    @classmethod
    def _of(cls, native: Native) -> Tiling:
        """A problem that was read from text."""
        self = cls.__new__(cls)
        self._native = native
        self._board = Board._of(lib.cq_problem_board(native.pointer), native)
        return self

    @property
    def board(self) -> Board:
        return self._board

    @cached_property
    def rules(self) -> list[str]:
        """How pieces may lie beside one another: see docs/rules.md."""
        pointer = self._native.pointer
        return [lib.cq_problem_rule(pointer, number).decode()
                for number in range(lib.cq_problem_rules(pointer))]

    @cached_property
    def pieces(self) -> list[Piece]:
        return _read_back(self._native)

    def cover(self) -> Cover:
        """The exact cover that it amounts to: items are squares, and pieces with limited
        copies; options are placements.

        >>> Tiling("2x3").cover().items[:2]
        ['a2', 'b2']
        """
        context = Context()
        return Cover._of(context.make(lib.cq_problem_free, lib.cq_problem_as_cover,
                                      self._native.pointer, False))

    def _piece(self, number: int) -> Piece:
        return self.pieces[number]

    def _place(self, number: int) -> Square:
        return Square(*divmod(number, self._board.cols))

    def _squares(self, cells: Any, count: int) -> tuple[Square, ...]:
        return squares_of(cells[:count], self._board.cols) if count else ()

    # ---- dominoes ----

    def _cells(self, answer: Any, which: int) -> tuple[Square, ...]:
        count = ctypes.c_size_t()
        cells = lib.cq_answer_cells(answer._native.pointer, which, ctypes.byref(count))
        return self._squares(cells, count.value)

    def max(self, **options: Any) -> tuple[TilingSolution, tuple[Square, ...]]:
        """As many squares covered as possible, and those that are left over.

        Pieces have at most as many copies as there are. If a limit stops it, the answer of
        `Stopped` has the best so far, and its `bound` says how many squares must stay free.

        >>> solution, left = Tiling("5x5", "L4*").max()
        >>> len(solution.parts), len(left)
        (6, 1)
        """
        answer = self._ask(_abi.Goal.MAX, options)
        return answer.solution, self._cells(answer, _abi.Cells.LEFT)

    def repair(self, **options: Any) -> Repair:
        """The fewest squares to remove or to give back so that dominoes cover the board."""
        answer = self._ask(_abi.Goal.REPAIR, options)
        return Repair(self._cells(answer, _abi.Cells.REMOVED),
                      self._cells(answer, _abi.Cells.RESTORED),
                      answer.solutions[0] if answer.solutions else None)

    def forced(self, **options: Any) -> Forced:
        """The dominoes that lie in every tiling, and those that lie in none.

        >>> Tiling("1x2").forced().always
        [(Square(row=0, col=0), Square(row=0, col=1))]
        """
        answer = self._ask(_abi.Goal.FORCED, options)
        if answer.possible is False:
            raise Impossible(answer.reason)
        pairs = self._pairs(answer)
        return Forced([pair for pair, value, _ in pairs if value == 1],
                      [pair for pair, value, _ in pairs if value == 0])

    def probabilities(self, **options: Any) -> list[Likely]:
        """How likely each placement is in a random tiling; dominoes are pairs of squares.

        >>> [str(likely.probability) for likely in Tiling("2x3").probabilities()][:3]
        ['1/3', '2/3', '1/3']
        """
        if not lib.cq_problem_is_domino(self._native.pointer):
            return super().probabilities(**options)
        return self._likely_pairs(options)

    def _likely(self, part: Any) -> Part:
        return Part(self.pieces[part.number].name, self._squares(part.cells, part.count))

    def copies(self, **options: Any) -> dict[tuple[int, ...], int]:
        """How many tilings there are with each choice of numbers of copies.

        >>> Tiling("2x3", "L3*,domino*").copies()
        {(0, 3): 3, (2, 0): 2}
        """
        answer = self._ask(_abi.Goal.COPIES, options)
        number = ctypes.c_char_p()
        found: dict[tuple[int, ...], int] = {}
        while row := lib.cq_answer_copies(answer._native.pointer, len(found),
                                          ctypes.byref(number)):
            found[tuple(row[:len(self.pieces)])] = int(number.value or 0)
        return found

    def bounds(self, **options: Any) -> list[Bound]:
        """How many copies of each piece a tiling can have, as far as numbers on the
        squares show it: at least, at most, and the remainder by a modulus. Raises
        Impossible if they show that there is no tiling.

        >>> Tiling("6x6", "T4*,I4*").bounds()[0]
        Bound(least=2, most=6, modulus=2, remainder=0)
        """
        answer = self._ask(_abi.Goal.BOUNDS, options)
        if answer.possible is False:
            raise Impossible(answer.reason)
        found = (lib.cq_answer_copy_bound(answer._native.pointer, piece)
                 for piece in range(len(self.pieces)))
        return [Bound(row[0].least, row[0].most, row[0].modulus, row[0].rest)
                for row in found if row]

    def explain(self, **options: Any) -> Explanation:
        """Why dominoes cover the board, or why not, step by step with a picture each."""
        return Explanation(self.find(**options), Options(**options))

    def trace(self, moves: int = 0, *, unique: bool = False, time: float = 0) -> Trace:
        """The search of the engine backtrack after a number of moves, to be continued move by move.
        With `unique` one piece is restricted to some orientations.

        >>> print(Tiling("2x2").trace(2).last.solution)
        True
        """
        trace = Trace(self, unique, time)
        if moves:
            trace.move(moves)
        return trace

    def worksheet(self, path: str | os.PathLike[str], title: str | None = None) -> None:
        """An exercise as a PDF: the board, the task and the pieces, and nothing solved."""
        context = Context()
        data = written(lambda stream: context.check(lib.cq_worksheet_write(
            context.pointer, self._native.pointer, None, title.encode() if title else None,
            stream)))
        Path(path).write_bytes(data)
