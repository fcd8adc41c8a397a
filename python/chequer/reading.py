"""Problems out of texts and files, as the command reads them."""
from __future__ import annotations

import ctypes
import warnings
from pathlib import Path
from typing import Any, Callable

from . import _abi
from ._library import Context, Native, lib, patiently
from .cover import Cover
from .problem import Problem
from .tiling import Tiling
from .tour import Tour

_READERS: dict[int, Callable[[Native], Problem[Any]]] = {
    _abi.Kind.TILING: Tiling._of, _abi.Kind.COVER: Cover._of, _abi.Kind.TOUR: Tour._of}


def problem_of(native: Native) -> Problem[Any]:
    """A problem that the library made, as an object of its kind."""
    return _READERS[lib.cq_problem_kind(native.pointer)](native)


def parse(text: str, reading: str = "any", *, name: str = "text", pieces: str | None = None,
          leaper: str | None = None, open: bool = False, start: str | None = None,
          end: str | None = None, symmetric: str | None = None, drawn: bool = False,
          free: str | int | None = None, weights: str | None = None, rules: str | None = None,
          at: str | None = None, magic: str | None = None, with_moves: str | None = None,
          without_moves: str | None = None, numbered: bool = False,
          unweighted: bool = False, max: str | None = None) -> Problem[Any]:
    """The problem of a text: a puzzle, a drawing, a cover or a graph.

    `reading` is "any", or what the text is for: "tile", "cover", "tour" or "ham". `drawn` means
    bare drawings, a region and its tiles. `free` squares of a tiling stay free: 4, "0..4", "any"
    or "1 in=a1,b2". `weights` of pieces are as after --weight: "domino as ## = x; at a1 = 2",
    `rules` as after --rule. The rest are for tours, as after --at, --magic, --with and --without.
    `unweighted` leaves out the weights in the text. With `max`, "pieces" or "points", copies may
    stay unused and the dearest solution has as many as possible. For "cover", a drawn board is the
    cover that it becomes, and `numbered` calls its squares 1, 2, 3 ... instead of a1, b1.
    What the text probably does not mean is a warning of Python.

    >>> parse("a b c\\na b\\nc\\n").find().solution.options
    [('a', 'b'), ('c',)]
    >>> parse("##\\n##\\n", "tile").count()
    2
    >>> parse("###\\n###\\n###\\n", "tile", free=1).count()
    18
    >>> parse("##\\n##\\n", "tile", weights="as ## = x").total()
    '1 + x^2'
    >>> parse("######\\n" * 5, "tile", rules="no-faults").count()
    6
    >>> parse("5x6", "tile", pieces="X5*", max="pieces").dearest()[0].cost
    Fraction(3, 1)
    """
    data = text.encode()

    def given(word: str | None) -> bytes | None:
        return None if word is None else word.encode()

    question = _abi.cq_question(
        size=ctypes.sizeof(_abi.cq_question), reading=_abi.Reading[reading.upper()],
        name=name.encode(), text=data, length=len(data), one_line=True, drawn=drawn,
        pieces=given(pieces), leaper=given(leaper), open=open, to=given(end),
        symmetric=given(symmetric), free=given(None if free is None else str(free)),
        weights=given(weights), rules=given(rules), at=given(at), magic=given(magic),
        numbered=numbered, unweighted=unweighted, max=given(max),
        without=given(without_moves), **{"from": given(start), "with": given(with_moves)})
    context = Context()
    doubts: list[str] = []
    kind: Any = _abi.cq_note_fn
    hear = kind(lambda _, sentence: doubts.append(sentence.decode()))
    lib.cq_context_on_warning(context.pointer, hear, None)
    problem = patiently(context, lambda: context.make(
        lib.cq_problem_free, lib.cq_problem_pose, ctypes.byref(question)))
    lib.cq_context_on_warning(context.pointer, kind(), None)
    for sentence in doubts:
        warnings.warn(sentence, stacklevel=2)
    return problem_of(problem)


def load(path: str | Path, reading: str = "any", **more: Any) -> Problem[Any]:
    """The problem of a file."""
    return parse(Path(path).read_text(), reading, name=str(path), **more)
