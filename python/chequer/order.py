"""The order of a sweep: in which squares or items are decided, and what that is expected to cost."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from . import picture
from ._library import Context, Native, lib, written

if TYPE_CHECKING:
    from .problem import Problem


class Order(picture.Drawn):
    """In which order a sweep decides the squares of a board, or the items of a cover.

    `Problem.order` finds one, `Problem.read_order` reads one, and the keyword `use_order` of every
    question uses it; see docs/order.md.

    >>> import chequer
    >>> order = chequer.Tiling("2x3").read_order("1 3 5\\n2 4 6\\n")
    >>> order.places[1]
    Square(row=1, col=0)
    >>> chequer.Tiling("2x3").count(engine="frontier", use_order=order)
    3
    """

    def __init__(self, problem: Problem[Any], native: Native):
        self.problem, self._native = problem, native
        count = ctypes.c_size_t()
        items = lib.cq_sweep_order_items(native.pointer, ctypes.byref(count))
        states, transitions = ctypes.c_double(), ctypes.c_double()
        lib.cq_sweep_order_predicted(native.pointer, ctypes.byref(states),
                                     ctypes.byref(transitions))
        self._items = (ctypes.c_uint32 * count.value)(*items[:count.value])
        #: how it was found: "rows", "greedy" ...; "" if it was read from text
        self.method: str = lib.cq_sweep_order_method(native.pointer).decode()
        #: expected at the peak, 0 if the order was read from text
        self.states: float = 2.0 ** states.value if self.method else 0.0
        #: expected in all, 0 if the order was read from text
        self.transitions: float = 2.0 ** transitions.value if self.method else 0.0

    @property
    def places(self) -> list[Any]:
        """The squares of the board, or the items of the cover, in order. Pieces in limited
        numbers are decided with their last placements and are left out."""
        board = self.problem.board
        if board is None:
            return [self.problem._place(item) for item in self._items]
        squares = list(board)
        return [squares[item] for item in self._items if item < len(squares)]

    def _written(self, json: bool) -> str:
        context = Context()
        return written(lambda stream: context.check(lib.cq_sweep_order_write(
            context.pointer, self.problem._native.pointer, self._native.pointer, json,
            stream))).decode()

    def text(self) -> str:
        """As the command prints it: numbers on the board, or the names of the items."""
        return self._written(False)

    def json(self) -> str:
        """The JSON of the command."""
        return self._written(True)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Order of {self.problem!r}{', by ' if self.method else ''}{self.method}>"

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        return int(lib.cq_sweep_order_draw(context.pointer, self.problem._native.pointer,
                                           self._native.pointer, drawing, form, stream))
