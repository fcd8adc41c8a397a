"""Pages: some solutions of a block, as objects.

Making and freeing an object for each solution costs more than all else that the binding does
with it (about 750 instructions of Python 3.11; finding a placement of 13 queens takes 8,400).
A loop that drops each solution before it takes the next does not need new ones: a page keeps
its objects, and shows the next solutions with them if nobody else holds any. The reference
counts tell. The object that a loop still holds when it asks for more is the last of the page
before, so two pages take turns (see run.py).
"""
from __future__ import annotations

import sys
from itertools import repeat
from typing import TYPE_CHECKING, Generic, TypeVar

from .solution import Block, Solution

if TYPE_CHECKING:
    from .problem import Problem

S = TypeVar("S", bound=Solution)

#: An interpreter without it (PyPy) gets new objects for each block.
_references = getattr(sys, "getrefcount", None)


#: Solutions on a page: enough that changing pages costs next to nothing for each, and few enough
#: that a list of some thousand uses its pages again.
ROOM = 256


class Page(Generic[S]):
    """A window on a block and its solutions. Solutions refer to the window, which does not refer
    to them: they are freed without the help of the garbage collector."""

    __slots__ = ("_window", "_make", "_solutions", "_alone")

    def __init__(self, problem: Problem[S]):
        self._window = Block(problem)
        self._make = problem._solution_type
        self._solutions: list[S] = []
        self._alone = 0  # references to a solution that only the page has

    def is_free(self) -> bool:
        """Whether nobody else holds a solution of it, so that it can show others."""
        if not _references:
            return not self._solutions
        held: int = sum(map(_references, self._solutions))
        return held == self._alone * len(self._solutions)

    def show(self, block: Block, first: int) -> list[S]:
        """Solutions of a block from `first` on; those shown before are no longer valid."""
        window, shown = self._window, self._solutions
        window.show(block, first, ROOM)
        shown.extend(map(self._make, zip(repeat(window), range(len(shown), window.count))))
        if _references and shown:
            self._alone = next(map(_references, shown))
        return shown if len(shown) == window.count else shown[:window.count]
