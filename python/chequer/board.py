"""Boards: a text such as "8x8-a1,h8", a drawing, or an array."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence, Union, overload

from . import _abi, picture
from ._library import Context, Native, lib, written
from .squares import Square, SquareLike

if TYPE_CHECKING:
    from .answer import Answer, Reason
    from .pieces import Pieces
    from .run import Solutions
    from .solution import TilingSolution, TourSolution
    from .tiling import Tiling
    from .tour import Moves, Tour, Vertex

#: A text, a drawing, rows of cells (a numpy array, too), or a board.
BoardLike = Union["Board", str, Sequence[Any]]


def _row_of_art(row: Any) -> str:
    """A row of a drawing, from a string, or from values that are true for a cell."""
    if isinstance(row, str):
        return row
    return "".join(cell if isinstance(cell, str) else "#" if cell else "." for cell in row)


class Board(picture.Drawn):
    """A grid of squares, some of which may be missing or coloured.

    >>> board = Board("4x4-a1,d4")
    >>> len(board), board.rows, "a1" in board
    (14, 4, False)
    >>> print(board)
    ###.
    ####
    ####
    .###

    A drawing has `#` for a square, `.` for none, letters and digits for coloured squares. An
    array has a true value for every square:

    >>> Board([[1, 1], [0, 1]]) == Board("##\\n.#")
    True

    The goals of the command are methods; `pieces` are dominoes if none are given:

    >>> Board("8x8").count()
    12988816
    >>> print(Board("8x8-a1,h8").why())
    30 dark squares against 32 light ones, and every domino covers one of each
    """

    def __init__(self, board: BoardLike, *, without: Iterable[SquareLike] = ()):
        self._native = self._read(board)
        gone = [self.square(square) for square in without]
        if gone:
            self._native = self._copy_without(gone)

    @classmethod
    def _of(cls, pointer: int, owner: Native) -> Board:
        """The board that a problem has."""
        self = cls.__new__(cls)
        self._native = Native(pointer, lambda _: None, (owner,))
        return self

    @staticmethod
    def _read(board: BoardLike) -> Native:
        context = Context()
        if isinstance(board, Board):
            return board._native
        if not isinstance(board, str):
            board = "\n".join(map(_row_of_art, board)) + "\n"
        elif "\n" not in board and board.strip("#."):
            return context.make(lib.cq_board_free, lib.cq_board_parse, board.encode())
        art = board.encode()
        return context.make(lib.cq_board_free, lib.cq_board_parse_art, art, len(art))

    def _copy_without(self, gone: list[Square]) -> Native:
        """Copied cell by cell: the library's boards do not change once they are used."""
        context = Context()
        copy = context.make(lib.cq_board_free, lib.cq_board_new, self.rows, self.cols,
                            lib.cq_board_surface(self._native.pointer))
        for cell in range(self.rows * self.cols):
            colour = lib.cq_board_colour(self._native.pointer, cell)
            if Square(*divmod(cell, self.cols)) in gone:
                colour = b"\0"
            if colour != b"#":
                context.check(lib.cq_board_set(context.pointer, copy.pointer, cell, colour))
        return copy

    # ---- what it is ----

    @property
    def rows(self) -> int:
        return int(lib.cq_board_rows(self._native.pointer))

    @property
    def cols(self) -> int:
        return int(lib.cq_board_cols(self._native.pointer))

    @property
    def surface(self) -> str:
        """ "plane", "cylinder" or "torus"."""
        return _abi.Surface(lib.cq_board_surface(self._native.pointer)).name.lower()

    def __len__(self) -> int:
        return int(lib.cq_board_count(self._native.pointer))

    def __iter__(self) -> Iterator[Square]:
        """The squares that are there, row by row."""
        return (Square(row, col) for row in range(self.rows) for col in range(self.cols)
                if lib.cq_board_has(self._native.pointer, row, col))

    def __contains__(self, square: object) -> bool:
        try:
            row, col = self.square(square)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return False
        return bool(lib.cq_board_has(self._native.pointer, row, col))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return str(self) == str(other) and self.surface == other.surface

    def __hash__(self) -> int:
        return hash((str(self), self.surface))

    def __str__(self) -> str:
        return self.art().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Board {self.rows}x{self.cols}, {len(self)} squares>"

    def art(self) -> str:
        """The drawing that can be read back."""
        context = Context()
        return written(lambda stream: context.check(lib.cq_board_write_art(
            context.pointer, self._native.pointer, stream))).decode()

    # ---- squares ----

    def square(self, name: SquareLike) -> Square:
        """The square of this name: "e4", "4:4", or (4, 4).

        >>> Board("8x8").square("a1")
        Square(row=7, col=0)
        """
        if not isinstance(name, str):
            row, col = name
            if not (0 <= row < self.rows and 0 <= col < self.cols):
                raise ValueError(f"({row}, {col}) is not on a board of {self.rows} rows and "
                                 f"{self.cols} columns")
            return Square(int(row), int(col))
        context, cell = Context(), ctypes.c_uint32()
        context.check(lib.cq_cell_parse(context.pointer, self._native.pointer, name.encode(),
                                        ctypes.byref(cell)))
        return Square(*divmod(cell.value, self.cols))

    def name(self, square: SquareLike) -> str:
        """The name of a square as in chess.

        >>> Board("8x8").name((7, 0))
        'a1'
        """
        row, col = self.square(square)
        buffer = ctypes.create_string_buffer(_abi.CQ_CELL_NAME_SIZE)
        name: bytes = lib.cq_cell_name(self._native.pointer, row * self.cols + col, buffer)
        return name.decode()

    def colour(self, square: SquareLike) -> str | None:
        """The letter of a coloured square, "#" for one without colour, None for a hole."""
        row, col = self.square(square)
        sign: bytes = lib.cq_board_colour(self._native.pointer, row * self.cols + col)
        return None if sign == b"\0" else sign.decode()

    def without(self, *squares: SquareLike) -> Board:
        """The board that is left when these squares are removed.

        >>> len(Board("8x8").without("a1", (0, 7)))
        62
        """
        return Board(self, without=squares)

    # ---- what can be asked, in the words of the command ----

    def tiling(self, pieces: Pieces | None = None, *, rules: Iterable[str] = (),
               free: int | str | None = None, weights: Iterable[str] = ()) -> Tiling:
        """The problem to cover this board with pieces, to ask it more than one question.

        `rules` say how pieces may lie beside one another, `free` how many squares stay free;
        both are as on the command line, and the questions below take them, too. `weights`
        are for `cheapest`, `dearest`, `total` and `sample` of the problem.

        >>> Board("4x4").tiling("L3*", free=1).count()
        16
        """
        from .tiling import Tiling
        return Tiling(self, pieces, rules, free, weights)

    def tile(self, pieces: Pieces | None = None, *, rules: Iterable[str] = (),
             free: int | str | None = None, **options: Any) -> Answer[TilingSolution]:
        """A tiling, or why there is none."""
        return self.tiling(pieces, rules=rules, free=free).find(**options)

    def count(self, pieces: Pieces | None = None, *, rules: Iterable[str] = (),
              free: int | str | None = None, **options: Any) -> int:
        """How many tilings there are."""
        return self.tiling(pieces, rules=rules, free=free).count(**options)

    def all(self, pieces: Pieces | None = None, *, rules: Iterable[str] = (),
            free: int | str | None = None, **options: Any) -> Solutions[TilingSolution]:
        """All tilings, one after the other."""
        return self.tiling(pieces, rules=rules, free=free).all(**options)

    def why(self, pieces: Pieces | None = None, *, rules: Iterable[str] = (),
            free: int | str | None = None, **options: Any) -> Reason | None:
        """Why there is no tiling; None if there is one."""
        return self.tiling(pieces, rules=rules, free=free).why(**options)

    @overload
    def sample(self, number: None = None, pieces: Pieces | None = None,
               **options: Any) -> TilingSolution: ...

    @overload
    def sample(self, number: int, pieces: Pieces | None = None,
               **options: Any) -> list[TilingSolution]: ...

    def sample(self, number: int | None = None, pieces: Pieces | None = None, *,
               rules: Iterable[str] = (), free: int | str | None = None,
               **options: Any) -> TilingSolution | list[TilingSolution]:
        """A random tiling, or a list of `number` of them, all equally likely."""
        return self.tiling(pieces, rules=rules, free=free).sample(number, **options)

    def tour(self, leaper: str = "1,2", *, open: bool = False, start: SquareLike | None = None,
             end: SquareLike | None = None, symmetric: str | None = None, with_moves: Moves = (),
             without_moves: Moves = (), at: Mapping[Vertex, int] | None = None,
             magic: str | None = None, **options: Any) -> Answer[TourSolution]:
        """A tour of the knight, or of another leaper, or why there is none."""
        return self.tours(leaper, open=open, start=start, end=end, symmetric=symmetric,
                          with_moves=with_moves, without_moves=without_moves, at=at,
                          magic=magic).find(**options)

    def tours(self, leaper: str = "1,2", *, open: bool = False, start: Vertex = None,
              end: Vertex = None, symmetric: str | None = None, with_moves: Moves = (),
              without_moves: Moves = (), at: Mapping[Vertex, int] | None = None,
              magic: str | None = None) -> Tour:
        """The problem to tour this board, to count or list its tours; see `Tour`."""
        from .tour import Tour
        return Tour(self, leaper, open=open, start=start, end=end, symmetric=symmetric,
                    with_moves=with_moves, without_moves=without_moves, at=at, magic=magic)

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        return self.tiling()._draw_to(context, drawing, form, stream)
