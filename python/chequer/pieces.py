"""Pieces: names of sets, drawings, arrays or lists of squares."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from operator import index
from typing import Any, Iterable, Mapping, Sequence, Tuple, Union

from . import _abi
from ._library import Context, Native, lib

#: How many copies: a number, (least, most), or None for any number.
Copies = Union[int, Tuple[int, Union[int, None]], None]


def piece_sets() -> list[str]:
    """The names of the sets of pieces that a tiling can take.

    >>> piece_sets()[3:5]
    ['tetrominoes', 'pentominoes']
    """
    found: list[str] = []
    while name := lib.cq_piece_set_name(len(found)):
        found.append(name.decode())
    return found


def _is_art(text: str) -> bool:
    return "\n" in text or not text.strip("#. ")


def _squares_of(rows: Iterable[Any]) -> tuple[tuple[int, int, str], ...]:
    """Row, column and colour of each square of a drawing or an array."""
    squares = []
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            if isinstance(sign, str):
                if sign not in ". ":
                    squares.append((row, col, sign))
            elif sign:
                squares.append((row, col, "#"))
    return tuple(squares)


@dataclass(frozen=True, init=False)
class Piece:
    """A polyomino: its squares, how many copies there are, how it may lie.

    >>> Piece("##\\n#.").squares
    ((0, 0, '#'), (0, 1, '#'), (1, 0, '#'))
    >>> Piece([[1, 1, 1]], name="I", copies=None).most is None
    True

    Colours are letters and digits, as on boards; `#` covers any square.
    """

    name: str
    squares: tuple[tuple[int, int, str], ...]
    least: int
    most: int | None
    rotate: bool
    flip: bool

    def __init__(self, drawing: str | Sequence[Any] | None = None, *, name: str = "A",
                 squares: Iterable[tuple[int, int]] | None = None, copies: Copies = 1,
                 rotate: bool = True, flip: bool = True):
        if (drawing is None) == (squares is None):
            raise TypeError("a piece is either a drawing or squares")
        if isinstance(drawing, str):
            drawing = drawing.split("\n")
        if drawing is not None:
            cells = _squares_of(drawing)
        else:
            cells = tuple((int(row), int(col), "#") for row, col in squares or ())
        least, most = copies if isinstance(copies, tuple) else (copies or 0, copies)
        least, most = index(least), None if most is None else index(most)
        for field, value in zip(("name", "squares", "least", "most", "rotate", "flip"),
                                (name, cells, least, most, rotate, flip)):
            object.__setattr__(self, field, value)

    def __str__(self) -> str:
        rows = 1 + max((row for row, _, _ in self.squares), default=-1)
        cols = 1 + max((col for _, col, _ in self.squares), default=-1)
        signs = {(row, col): sign for row, col, sign in self.squares}
        return "\n".join("".join(signs.get((row, col), ".") for col in range(cols))
                         for row in range(rows))

    def _add_to(self, context: Context, problem: Native) -> None:
        squares = (_abi.cq_square * len(self.squares))(
            *(_abi.cq_square(row, col, sign.encode()) for row, col, sign in self.squares))
        most = _abi.CQ_ANY_COPIES if self.most is None else self.most
        info = _abi.cq_piece_info(self.name.encode(), squares, len(self.squares), self.least,
                                  most, self.rotate, self.flip)
        context.check(lib.cq_problem_add_piece(context.pointer, problem.pointer,
                                               ctypes.byref(info), None))


#: Names of sets ("pentominoes", "L3*,I3"), a drawing, a piece, or several of them; a mapping
#: gives names to drawings.
Pieces = Union[str, Piece, Mapping[str, Any], Iterable[Any]]


def _read_back(problem: Native) -> list[Piece]:
    found, info = [], _abi.cq_piece_info()
    for number in range(lib.cq_problem_pieces(problem.pointer)):
        lib.cq_problem_piece(problem.pointer, number, ctypes.byref(info))
        piece = Piece("", name=info.name.decode(), rotate=info.rotate, flip=info.flip,
                      copies=(info.least,
                              None if info.most == _abi.CQ_ANY_COPIES else info.most))
        cells = tuple((square.row, square.col, square.colour.decode())
                      for square in info.squares[:info.count])
        object.__setattr__(piece, "squares", cells)
        found.append(piece)
    return found


def pieces(wanted: Pieces) -> list[Piece]:
    """The pieces of named sets, drawings, arrays and mappings.

    >>> [piece.name for piece in pieces("tetrominoes")]
    ['I4', 'L4', 'O4', 'S4', 'T4']
    >>> pieces({"corner": "##\\n#.", "bar": "###"})[1].name
    'bar'
    >>> len(pieces(["L3*", Piece("####"), [[1, 1], [1, 1]]]))
    3
    """
    if isinstance(wanted, Piece):
        return [wanted]
    if isinstance(wanted, str) and not _is_art(wanted):
        context = Context()
        problem = context.make(lib.cq_problem_free, lib.cq_problem_parse_board, b"1x1")
        context.check(lib.cq_problem_set_pieces(context.pointer, problem.pointer,
                                                wanted.encode()))
        return _read_back(problem)
    if isinstance(wanted, str):
        return [Piece(wanted)]
    if isinstance(wanted, Mapping):
        return [Piece(drawing, name=name) for name, drawing in wanted.items()]
    found: list[Piece] = []
    for one in wanted:
        is_piece = isinstance(one, (str, Piece, Mapping))
        for piece in pieces(one) if is_piece else [Piece(one)]:
            found.append(piece)
    return _named_apart(found)


def _named_apart(found: list[Piece]) -> list[Piece]:
    """Pieces without a name of their own are called A, B, C ..."""
    taken = {piece.name for piece in found if piece.name != "A"}
    letters = (name for number in range(1, len(found) + 1 + len(taken))
               for name in [chr(64 + number) if number <= 26 else f"P{number}"]
               if name not in taken)
    for piece in found:
        if piece.name == "A":
            object.__setattr__(piece, "name", next(letters))
    return found
