"""What can go wrong: one class for each status of the library.

Every message is the library's own sentence. If it is about a place in a text, `line`
and `column` (both from 1; a text of one line has no line) and `source`, the name of the
text, say where.

    >>> import chequer
    >>> try:
    ...     chequer.Board("8x8-a1,q9")
    ... except chequer.InputError as error:
    ...     print(error, error.column)
    8x8-a1,q9:8: q9 is not on this board: columns are a to h 8
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _abi

if TYPE_CHECKING:
    from .answer import Answer, Reason


class Error(Exception):
    """Something that the library could not do."""

    def __init__(self, message: str, *, source: str = "", line: int = 0, column: int = 0):
        super().__init__(message)
        self.message, self.source, self.line, self.column = message, source, line, column

    def __str__(self) -> str:
        """With the place in front, as the command and compilers have it."""
        numbers = [str(number) for number in (self.line, self.column) if number]
        return ": ".join([":".join([self.source, *numbers])] * bool(numbers) + [self.message])


class OutOfMemory(Error, MemoryError):
    """An allocation failed, or would have passed the limit of memory."""


class InputError(Error, ValueError):
    """Text or data that is not what it should be."""


class FileError(Error, OSError):
    """A file could not be read or written."""


class Refused(Error, ValueError):
    """The question cannot be asked of this problem, or the engine named does not do it."""


class Stopped(Error):
    """The search ended before the question was decided.

    `answer` holds what is known, or is None if there was no answer at all.
    """

    answer: Answer[Any] | None = None


class Defect(Error, RuntimeError):
    """An answer failed its own check: a mistake of the library."""


class Impossible(Error, ValueError):
    """A solution was asked for and there is none; `reason` says why."""

    def __init__(self, reason: Reason | None):
        super().__init__(str(reason) if reason else "there is no solution")
        self.reason = reason


CLASSES: dict[int, type[Error]] = {
    _abi.Status.MEMORY: OutOfMemory,
    _abi.Status.INPUT: InputError,
    _abi.Status.IO: FileError,
    _abi.Status.REFUSED: Refused,
    _abi.Status.STOPPED: Stopped,
    _abi.Status.DEFECT: Defect,
}
