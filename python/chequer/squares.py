"""Squares of a board and ways to name them."""
from __future__ import annotations

from typing import NamedTuple, Tuple, Union


class Square(NamedTuple):
    """Row and column, both from 0, from the top left."""

    row: int
    col: int


#: A square as (row, column) or by its name, "a1" or "7:0".
SquareLike = Union[str, Tuple[int, int]]
