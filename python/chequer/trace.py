"""The classic search, move by move: pieces are laid and taken back."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple

from . import _abi, picture
from ._library import Context, lib, patiently
from .solution import Part
from .squares import Square

if TYPE_CHECKING:
    from .tiling import Tiling


class Lay(NamedTuple):
    """A piece in one orientation; its squares are relative to the first one, row by row."""

    piece: str
    squares: tuple[tuple[int, int], ...]


class Move(NamedTuple):
    """What a move did, and what the board looks like after it."""

    moves: int  #: so far
    tried: int  #: lays tried so far
    found: int  #: solutions so far
    kind: str  #: "none" before the first move, "laid", "taken" (back) or "over"
    lay: int | None  #: the number of the lay that was laid or taken back
    at: Square | None  #: where its first square lies, or lay
    empty: Square | None  #: the first empty square
    next: int  #: the lay to be tried there next; those before it are finished
    depth: int  #: pieces on the board
    solution: bool  #: whether the board shows a solution


class _Lays(picture.Drawn):
    """The table of all lays, as a picture."""

    def __init__(self, trace: Trace):
        self._trace = trace

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        return int(lib.cq_trace_draw_lays(context.pointer, self._trace._native.pointer, drawing,
                                          form, stream))


class Trace(picture.Drawn):
    """How the engine backtrack goes over a tiling, move by move.

    At the first empty square the lays are tried in order. The first that fits is laid; if none
    fits, or the board is full, the last one is taken back.

    >>> import chequer
    >>> trace = chequer.Tiling("2x3").trace()
    >>> [move.kind for move in trace][:5]
    ['laid', 'laid', 'laid', 'taken', 'taken']
    >>> trace.last.found, trace.last.kind
    (3, 'over')
    """

    def __init__(self, problem: Tiling, unique: bool = False, time: float = 0):
        self.problem = problem
        self._context = Context()
        if time:
            lib.cq_context_limit_time(self._context.pointer, float(time))
        self._native = self._context.make(lib.cq_trace_free, lib.cq_trace_new,
                                          problem._native.pointer, unique)

    @property
    def lays(self) -> list[Lay]:
        """Every piece in every orientation, in the order in which they are tried."""
        found, raw = [], _abi.cq_lay()
        for number in range(lib.cq_trace_lays(self._native.pointer)):
            lib.cq_trace_lay(self._native.pointer, number, ctypes.byref(raw))
            found.append(Lay(self.problem.pieces[raw.piece].name, tuple(
                (square.row, square.col) for square in raw.squares[:raw.count])))
        return found

    def _square(self, cell: int) -> Square | None:
        return None if cell == _abi.CQ_NO_CELL else self.problem._place(cell)

    @property
    def last(self) -> Move:
        """The last move, and the board after it."""
        raw = _abi.cq_trace_state()
        lib.cq_trace_look(self._native.pointer, ctypes.byref(raw))
        kind = _abi.MoveKind(raw.last)
        moved = kind in (_abi.MoveKind.LAID, _abi.MoveKind.TAKEN)
        return Move(raw.moves, raw.tried, raw.found, kind.name.lower(),
                    raw.lay if moved else None, self._square(raw.at) if moved else None,
                    self._square(raw.empty), raw.next, raw.depth, raw.solution)

    def move(self, moves: int = 1) -> Move:
        """Makes moves, fewer if the search ends. Raises Stopped if the time is over."""
        patiently(self._context, lambda: self._context.check(
            lib.cq_trace_move(self._native.pointer, moves)))
        return self.last

    def __iter__(self) -> Iterator[Move]:
        """Makes the remaining moves one by one."""
        while (move := self.move()).kind != "over":
            yield move

    @property
    def fits(self) -> list[int]:
        """The numbers of the lays that fit at the first empty square."""
        return [number for number in range(lib.cq_trace_lays(self._native.pointer))
                if lib.cq_trace_fits(self._native.pointer, number)]

    @property
    def parts(self) -> list[Part]:
        """The pieces on the board."""
        position = lib.cq_trace_position(self._native.pointer)
        found: list[Part] = []
        raw = _abi.cq_part()
        while lib.cq_solution_part(position, len(found), ctypes.byref(raw)):
            found.append(self.problem._likely(raw))
        return found

    @property
    def table(self) -> picture.Drawn:
        """The table of lays by the colours of their first squares, as a picture or text."""
        return _Lays(self)

    def __str__(self) -> str:
        return self.draw("txt").decode().rstrip("\n")

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        return int(lib.cq_trace_draw(context.pointer, self._native.pointer, drawing, form,
                                     stream))
