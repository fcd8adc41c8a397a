"""Solutions: parts on squares, chosen options, walks.

Solutions come from the library in blocks of hundreds. A block is copied once, as plain arrays
of numbers; a solution is a block and a number in it, and makes its parts when it is asked for
them. So a loop over a long list costs little more than the search, and a loop that looks at
everything pays for what it looks at. A solution is a tuple underneath because nothing else is
made as fast; page.py says when it need not be made at all.
"""
from __future__ import annotations

import ctypes
import json
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _abi, picture
from ._library import Context, Native, lib, written
from .squares import Square

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .problem import Problem


def _copied(pointer: Any, count: int, form: str = "I") -> memoryview:
    size = 8 if form == "Q" else 4
    return memoryview(ctypes.string_at(pointer, count * size) if count else b"").cast(form)


class Block:
    """Solutions one after the other: see cq_feed_block in chequer.h."""

    __slots__ = ("problem", "count", "parts", "numbers", "starts", "cells", "classes")

    def __init__(self, problem: Problem[Any]):
        self.problem = problem

    def copy(self, raw: Any) -> Block:
        """Copies a block of the library."""
        self.count = count = raw.count
        self.parts = _copied(raw.parts, count + 1)
        parts = self.parts[count]
        self.numbers = _copied(raw.numbers, parts)
        self.starts = _copied(raw.starts, parts + 1)
        self.cells = _copied(raw.cells, self.starts[parts])
        self.classes = _copied(raw.classes, count, "Q") if raw.classes else None
        return self

    def gather(self, answer: Native) -> Block:
        """The solutions that an answer holds."""
        at = answer.pointer
        self.count = lib.cq_answer_solutions(at)
        ends, numbers, starts, cells = array("I", [0]), array("I"), array("I", [0]), array("I")
        part, length = _abi.cq_part(), ctypes.c_size_t()
        for number in range(self.count):
            solution = lib.cq_answer_solution(at, number)
            walk = lib.cq_solution_walk(solution, ctypes.byref(length))
            for index in range(1 if walk else lib.cq_solution_parts(solution)):
                if not walk:
                    lib.cq_solution_part(solution, index, ctypes.byref(part))
                numbers.append(0 if walk else part.number)
                cells.extend(walk[:length.value] if walk else part.cells[:part.count])
                starts.append(len(cells))
            ends.append(len(numbers))
        sizes = array("Q", [lib.cq_answer_class_size(at, number) for number in range(self.count)])
        self.parts, self.numbers, self.starts, self.cells = map(
            memoryview, (ends, numbers, starts, cells))
        self.classes = memoryview(sizes) if any(sizes) else None
        return self

    def show(self, whole: Block, first: int, most: int) -> None:
        """Becomes the solutions of another block from `first` on, `most` of them or fewer."""
        self.count = count = min(most, whole.count - first)
        self.parts = whole.parts[first:first + count + 1]
        self.numbers, self.starts, self.cells = whole.numbers, whole.starts, whole.cells
        self.classes = whole.classes[first:first + count] if whole.classes else None


class Solution(tuple, picture.Drawn):  # type: ignore[type-arg]
    """A solution of a problem."""

    __slots__ = ()

    @property
    def problem(self) -> Problem[Any]:
        block: Block = tuple.__getitem__(self, 0)
        return block.problem

    @property
    def class_size(self) -> int | None:
        """How many solutions a symmetry makes of it, if the list is `unique`."""
        block, number = tuple.__iter__(self)
        return block.classes[number] if block.classes else None

    def _numbers(self) -> memoryview:
        """Of the pieces or options."""
        block, number = tuple.__iter__(self)
        return block.numbers[block.parts[number]:block.parts[number + 1]]  # type: ignore[no-any-return]

    def _cells(self) -> tuple[memoryview, list[int]]:
        """All cells, and where those of each part begin and end."""
        block, number = tuple.__iter__(self)
        first, last = block.parts[number], block.parts[number + 1]
        starts = block.starts[first:last + 1].tolist()
        return block.cells[starts[0]:starts[-1]], [start - starts[0] for start in starts]

    def _content(self) -> tuple[bytes, bytes, tuple[int, ...]]:
        cells, starts = self._cells()
        return bytes(self._numbers()), bytes(cells), tuple(starts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.problem.digest == other.problem.digest and self._content() == other._content()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._content())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.problem!r}>"

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __reduce__(self) -> Any:
        raise TypeError("a solution cannot be pickled; its json() and text() can")

    def _value(self) -> Any:
        """As it stands in the JSON of an answer."""
        raise NotImplementedError

    def json(self) -> str:
        """An answer that holds this solution, as the command writes and checks it."""
        return json.dumps({"chequer": 1, "goal": "find", "verdict": "yes",
                           "solutions": [self._value()]})

    def _as_answer(self, context: Context) -> Native:
        text = self.json().encode()
        return context.make(lib.cq_answer_free, lib.cq_answer_read,
                            self.problem._native.pointer, b"solution", text, len(text))

    def text(self, form: str = "text") -> str:
        """As the command prints it: "text", "box", or for tours "moves" and "tour"."""
        context = Context()
        answer = self._as_answer(context)
        return written(lambda stream: context.check(lib.cq_answer_write(
            context.pointer, self.problem._native.pointer, answer.pointer,
            _abi.ListForm[form.upper()], stream))).decode()

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        answer = self._as_answer(context)
        return int(lib.cq_draw_with(context.pointer, self.problem._native.pointer,
                                    answer.pointer, drawing, form, stream))


class Part(NamedTuple):
    """A piece, by its name, on its squares."""

    piece: str
    squares: tuple[Square, ...]


class TilingSolution(Solution):
    """Pieces on a board.

    >>> import chequer
    >>> tiling = chequer.Board("1x2").tile().solution
    >>> tiling.parts[0]
    Part(piece='domino', squares=(Square(row=0, col=0), Square(row=0, col=1)))
    """

    __slots__ = ()

    @property
    def parts(self) -> list[Part]:
        """The pieces that lie on the board, in the order of their first squares."""
        names = [piece.name for piece in self.problem.pieces]  # type: ignore[attr-defined]
        return [Part(names[number], squares)
                for number, squares in zip(self._numbers(), self._squares())]

    @property
    def pairs(self) -> list[tuple[Square, Square]]:
        """Dominoes as pairs of squares."""
        return [(first, second) for first, second in self._squares()]

    def _squares(self) -> list[tuple[Square, ...]]:
        cols = self.problem.board.cols  # type: ignore[union-attr]
        cells, starts = self._cells()
        squares = [Square(*divmod(cell, cols)) for cell in cells]
        return [tuple(squares[start:end]) for start, end in zip(starts, starts[1:])]

    def _value(self) -> Any:
        alone = len(self.problem.pieces) == 1  # type: ignore[attr-defined]
        return [part.squares if alone else {"piece": part.piece, "cells": part.squares}
                for part in self.parts]

    def array(self) -> NDArray[numpy.int32]:
        """The number of the part on each square, -1 if there is none: needs numpy.

        >>> import chequer
        >>> chequer.Board("2x2").tile().solution.array().tolist()
        [[0, 0], [1, 1]]
        """
        import numpy
        board = self.problem.board
        assert board is not None
        block, number = tuple.__iter__(self)
        first, last = block.parts[number], block.parts[number + 1]
        starts = numpy.frombuffer(block.starts, numpy.uint32)[first:last + 1]
        cells = numpy.frombuffer(block.cells, numpy.uint32)[starts[0]:starts[-1]]
        rows, cols = board.rows, board.cols
        grid = numpy.full(rows * cols, -1, numpy.int32)
        grid[cells] = numpy.arange(last - first).repeat(starts[1:] - starts[:-1])
        return grid.reshape(rows, cols)

    def __array__(self, dtype: Any = None) -> Any:
        return self.array().astype(dtype) if dtype else self.array()


class CoverSolution(Solution):
    """Options that cover every item."""

    __slots__ = ()

    @property
    def numbers(self) -> list[int]:
        """The chosen options by number, from 0."""
        return list(self._numbers())

    @property
    def options(self) -> list[Any]:
        """The chosen options as they were given."""
        return [self.problem._option(number) for number in self._numbers()]

    def _value(self) -> Any:
        return [{"option": number + 1} for number in self._numbers()]

    def array(self) -> NDArray[numpy.bool_]:
        """Whether each option is chosen: needs numpy."""
        import numpy
        chosen = numpy.zeros(lib.cq_problem_options(self.problem._native.pointer), bool)
        chosen[self.numbers] = True
        return chosen

    def __array__(self, dtype: Any = None) -> Any:
        return self.array().astype(dtype) if dtype else self.array()


class TourSolution(Solution):
    """A walk that visits everything once.

    >>> import chequer
    >>> tour = chequer.Board("3x4").tour(open=True).solution
    >>> len(tour.walk), tour.walk[0]
    (12, Square(row=0, col=0))
    """

    __slots__ = ()

    @property
    def walk(self) -> list[Any]:
        """Squares of the board, or vertices of the graph, in the order of the visits."""
        cells, _ = self._cells()
        return [self.problem._vertex(vertex) for vertex in cells]

    def _value(self) -> Any:
        cells, _ = self._cells()
        if self.problem.board is not None:
            return self.walk
        return [self.problem._vertex_name(vertex) for vertex in cells]

    def array(self) -> NDArray[numpy.int32]:
        """When each square is visited, from 0, and -1 for holes; of a graph the numbers of the
        vertices as they are visited. Needs numpy."""
        import numpy
        cells, _ = self._cells()
        board = self.problem.board
        if board is None:
            return numpy.frombuffer(cells, numpy.uint32).astype(numpy.int32)
        grid = numpy.full((board.rows, board.cols), -1, numpy.int32)
        rows, cols = zip(*self.walk)
        grid[rows, cols] = numpy.arange(len(cells))
        return grid

    def __array__(self, dtype: Any = None) -> Any:
        return self.array().astype(dtype) if dtype else self.array()

    def animate(self, **flags: Any) -> picture.Svg:
        """The walk as it goes, as an SVG that moves."""
        return self.svg(animated=True, **flags)
