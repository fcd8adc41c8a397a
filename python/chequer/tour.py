"""Tours: of boards by leapers, and of graphs."""
from __future__ import annotations

import ctypes
from typing import Any, Hashable, Iterable, Mapping

from . import _abi
from ._library import Context, Native, lib
from .board import Board, BoardLike
from .explanation import Explanation
from .options import Options
from .problem import Likely, Problem
from .solution import TourSolution
from .squares import Square

#: A square or a vertex; None: any.
Vertex = Any
#: Moves or edges: pairs of squares or vertices.
Moves = Iterable[tuple[Vertex, Vertex]]


def _magic(name: str) -> int:
    try:
        return {"semi": _abi.Magic.SEMI, "full": _abi.Magic.FULL}[name]
    except KeyError:
        raise ValueError(f'expected "semi" or "full", found {name!r}') from None


class Tour(Problem[TourSolution]):
    """The problem to visit every square of a board once, by the moves of a leaper.

    A tour is closed unless it is `open`. `start` and `end` are squares; `symmetric` is "180",
    "90" or "mirror". Every tour uses the moves `with_moves`, pairs of squares, and none uses
    `without_moves`. `at` has the numbers that squares must have in the tour.
    `magic` is "semi" (all rows have the same sum, and all columns) or "full" (both diagonals, too).

    >>> Tour("6x6").count()
    9862
    >>> print(Tour("5x5").why())
    12 dark squares against 13 light ones, every move changes the colour, and a closed tour visits as many of each
    """

    _solution_type = TourSolution

    def __init__(self, board: BoardLike, leaper: str = "1,2", *, open: bool = False,
                 start: Vertex = None, end: Vertex = None, symmetric: str | None = None,
                 with_moves: Moves = (), without_moves: Moves = (),
                 at: Mapping[Vertex, int] | None = None, magic: str | None = None):
        self._board: Board | None = board if isinstance(board, Board) else Board(board)
        context = Context()
        self._native = context.make(lib.cq_problem_free, lib.cq_problem_new_tiling,
                                    self._board._native.pointer)
        context.check(lib.cq_problem_set_tour(context.pointer, self._native.pointer,
                                              leaper.encode(), not open))
        self._set_moves(context, with_moves, without_moves)
        self._set_numbers(context, at)
        if magic is not None:
            context.check(lib.cq_problem_set_magic(context.pointer, self._native.pointer,
                                                   _magic(magic)))
        self._set_ends(context, start, end)
        if symmetric is not None:
            context.check(lib.cq_problem_set_symmetric(context.pointer, self._native.pointer,
                                                       str(symmetric).encode()))

    def _set_moves(self, context: Context, with_moves: Moves, without_moves: Moves) -> None:
        for moves, take in ((with_moves, lib.cq_problem_fix_edges),
                            (without_moves, lib.cq_problem_bar_edges)):
            numbers = [self._number(end) for move in moves for end in move]
            if numbers:
                context.check(take(context.pointer, self._native.pointer,
                                   (ctypes.c_uint32 * len(numbers))(*numbers),
                                   len(numbers) // 2))

    def _set_numbers(self, context: Context, at: Mapping[Vertex, int] | None) -> None:
        for vertex, number in (at or {}).items():
            context.check(lib.cq_problem_set_number_at(
                context.pointer, self._native.pointer, self._number(vertex), number))

    def _set_ends(self, context: Context, start: Vertex, end: Vertex) -> None:
        if start is not None or end is not None:
            context.check(lib.cq_problem_set_ends_at(
                context.pointer, self._native.pointer, self._number(start), self._number(end)))

    @classmethod
    def _of(cls, native: Native) -> Tour:
        """A tour that was read from text: of a board, or of a graph."""
        board = lib.cq_problem_board(native.pointer)
        if not board:
            return Graph._named(native)
        self = cls.__new__(cls)
        self._native, self._board = native, Board._of(board, native)
        return self

    @property
    def board(self) -> Board | None:
        return self._board

    @property
    def closed(self) -> bool:
        return bool(lib.cq_problem_closed(self._native.pointer))

    def _number(self, vertex: Vertex) -> int:
        if vertex is None:
            return _abi.CQ_NO_VERTEX
        assert self._board is not None
        row, col = self._board.square(vertex)
        number = int(lib.cq_problem_vertex_at(self._native.pointer, row * self._board.cols + col))
        if number == _abi.CQ_NO_VERTEX:
            raise ValueError(f"{self._board.name((row, col))} is not on the board")
        return number

    def _vertex(self, number: int) -> Any:
        assert self._board is not None
        cell = lib.cq_problem_cell_of(self._native.pointer, number)
        return Square(*divmod(cell, self._board.cols))

    def _vertex_name(self, number: int) -> str:
        buffer = ctypes.create_string_buffer(_abi.CQ_VERTEX_NAME_SIZE)
        name: bytes = lib.cq_problem_vertex_name(self._native.pointer, number, buffer)
        return name.decode()

    def _place(self, number: int) -> Any:
        return self._vertex(number)

    def probabilities(self, **options: Any) -> list[Likely]:
        """How likely each move is in a random tour; a move is a pair of squares or vertices.

        >>> corner = Tour("6x6").probabilities()[0]
        >>> corner.part, str(corner.probability)
        ((Square(row=0, col=0), Square(row=1, col=2)), '1')
        """
        return self._likely_pairs(options)

    def explain(self, **options: Any) -> Explanation:
        """How an open tour of a board is found, and made into a closed one, step by step."""
        return Explanation(self.find(**options), Options(**options))


def _edges_of(graph: Any) -> tuple[list[Hashable], list[tuple[Hashable, Hashable]]]:
    """Vertices and edges of a networkx graph, or of a list of pairs."""
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):
        if graph.is_directed():
            raise ValueError("edges are walked both ways: expected an undirected graph")
        return list(graph.nodes), [(edge[0], edge[1]) for edge in graph.edges]
    edges = [(first, second) for first, second in graph]
    return list(dict.fromkeys(end for edge in edges for end in edge)), edges


class Graph(Tour):
    """The problem to visit every vertex of a graph once: a Hamiltonian cycle, or path if `open`.

    The graph is a list of pairs or a networkx graph; vertices are anything that can be hashed.

    >>> path = Graph([("a", "b"), ("b", 7)], open=True, start=7)
    >>> path.find().solution.walk
    [7, 'b', 'a']
    """

    def __init__(self, graph: Iterable[tuple[Hashable, Hashable]] | Any, *, open: bool = False,
                 start: Vertex = None, end: Vertex = None, vertices: Iterable[Hashable] = (),
                 with_edges: Moves = (), without_edges: Moves = (),
                 at: Mapping[Vertex, int] | None = None):
        self._board = None
        met, edges = _edges_of(graph)
        self.vertices: list[Hashable] = list(dict.fromkeys([*vertices, *met]))
        self._numbers = {vertex: number for number, vertex in enumerate(self.vertices)}
        ends = (ctypes.c_uint32 * (2 * len(edges)))(
            *(self._numbers[end] for edge in edges for end in edge))
        context = Context()
        self._native = context.make(lib.cq_problem_free, lib.cq_problem_new_graph,
                                    len(self.vertices), ends, len(edges), None, not open)
        self._set_moves(context, with_edges, without_edges)
        self._set_numbers(context, at)
        self._set_ends(context, start, end)

    @classmethod
    def _named(cls, native: Native) -> Graph:
        """A graph that was read from text: vertices are names."""
        self = cls.__new__(cls)
        self._native, self._board = native, None
        count = lib.cq_problem_vertices(native.pointer)
        self.vertices = [self._vertex_name(number) for number in range(count)]
        self._numbers = {vertex: number for number, vertex in enumerate(self.vertices)}
        return self

    def _number(self, vertex: Vertex) -> int:
        if vertex is None:
            return _abi.CQ_NO_VERTEX
        if vertex not in self._numbers:
            raise ValueError(f"there is no vertex {vertex!r}")
        return self._numbers[vertex]

    def _vertex(self, number: int) -> Any:
        return self.vertices[number]

    def _pair_end(self, number: int) -> Any:
        return self.vertices[number]
