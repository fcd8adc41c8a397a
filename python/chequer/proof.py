"""Proofs in files: that there is no solution, in forms that others can check."""
from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _abi
from ._library import Context, lib, opened, patiently
from .answer import Answer, Judgement, judged
from .errors import Refused

if TYPE_CHECKING:
    from .problem import Problem

#: How much of a file is looked at to see what it is.
HEAD = 4096


class ProofSize(NamedTuple):
    """How large a proof is: places where it branches, or states of a sweep."""

    nodes: int
    bytes: int


def _form(context: Context, answer: Answer[Any], path: Path, form: str | None) -> int | None:
    """The format that is named, or that the ending of the path names, or that suits the answer;
    None for a reason of one line."""
    named = form or path.suffix.removeprefix(".").lower()
    if named.upper() in _abi.ProofFormat.__members__:
        return _abi.ProofFormat[named.upper()]
    if form:
        raise ValueError(f"there is no format {form!r} for proofs; expected one of "
                         f"{', '.join(_abi.ProofFormat.__members__).lower()}")
    if answer.reason is not None and answer.reason.kind != "exhausted":
        return None
    found = ctypes.c_int()
    context.check(lib.cq_proof_format_for(context.pointer, answer.problem._native.pointer,
                                          answer._native.pointer, ctypes.byref(found)))
    return found.value


def write(answer: Answer[Any], path: str | os.PathLike[str], form: str | None) -> ProofSize:
    """Writes the proof of a no; the file is complete or is not there."""
    if answer.possible is not False:
        raise Refused("there is a solution, so there is no proof that there is none")
    context, target, size = Context(), Path(path), _abi.cq_proof_size()
    chosen = _form(context, answer, target, form)
    if chosen is None:
        target.write_text(answer.text())
        return ProofSize(1, target.stat().st_size)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with opened(beside, "wb") as stream:
            patiently(context, lambda: context.check(lib.cq_proof_write(
                context.pointer, answer.problem._native.pointer, answer._native.pointer, chosen,
                stream, ctypes.byref(size))))
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    return ProofSize(size.nodes, size.bytes)


def check(problem: Problem[Any], path: str | os.PathLike[str]) -> Judgement:
    """Judges a proof tree, layers, or the text of a short reason."""
    context, hints = Context(), _abi.cq_answer_hints()
    with open(path, "rb") as file:
        head = file.read(HEAD)
    context.check(lib.cq_answer_look(context.pointer, head, len(head), ctypes.byref(hints)))
    if not hints.proof_tree:
        return problem.check(Path(path).read_text())
    with opened(path, "rb") as stream:
        return judged(context, lambda verdict, sentence: lib.cq_proof_check(
            context.pointer, problem._native.pointer, os.fsencode(path), stream, verdict,
            sentence))
