"""Explanations: why there is a solution or none, step by step, with pictures."""
from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, NamedTuple, Sequence, overload

from . import _abi
from ._library import Context, lib, patiently, written
from .answer import Answer
from .options import Options
from .picture import Svg


class Step(NamedTuple):
    """A step of an explanation: a paragraph and its picture."""

    text: str
    picture: Svg


class Explanation(Sequence[Step]):
    """The steps, as a sequence.

    >>> import chequer
    >>> steps = chequer.Tiling("2x2-a1,b2").explain()
    >>> len(steps), steps[0].text[:50]
    (1, 'Colour the squares as on a chessboard: 2 are light')
    """

    def __init__(self, answer: Answer[Any], options: Options):
        context, raw = Context(), options.native()
        self._context = context
        self._native = patiently(context, lambda: context.make(
            lib.cq_explanation_free, lib.cq_explain_with, answer.problem._native.pointer,
            answer._native.pointer, ctypes.byref(raw)))
        self._answer = answer  # and its problem, which the steps borrow
        self._steps: list[Step] = patiently(context, lambda: [
            Step(lib.cq_explanation_text(self._native.pointer, step).decode(), self._drawn(step))
            for step in range(lib.cq_explanation_steps(self._native.pointer))])

    def _drawn(self, step: int) -> Svg:
        return Svg(written(lambda stream: self._context.check(lib.cq_explanation_draw(
            self._context.pointer, self._native.pointer, step, None, _abi.Format.SVG,
            stream))).decode())

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, number: int) -> Step: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Step]: ...

    def __getitem__(self, number: int | slice) -> Step | Sequence[Step]:
        return self._steps[number]

    def __str__(self) -> str:
        return "\n\n".join(step.text for step in self._steps)

    def handout(self, path: str | os.PathLike[str], title: str | None = None) -> None:
        """One PDF with the words and the pictures of all steps."""
        data = patiently(self._context, lambda: written(lambda stream: self._context.check(
            lib.cq_explanation_handout(self._context.pointer, self._native.pointer, None,
                                       title.encode() if title else None, stream))))
        Path(path).write_bytes(data)
