"""Families of boards, and the rule that their numbers follow."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import partial
from operator import index
from typing import Any, Callable

from . import _abi, progress
from ._library import Context, Native, lib, patiently, written
from .errors import Stopped
from .options import Options


@dataclass(frozen=True)
class Sequence:
    """The numbers of tilings of a family of boards.

    a(n) = recurrence[0] a(n-1) + recurrence[1] a(n-2) + ..., and the quotient of the two
    polynomials is the generating function; all are empty if no recurrence was found.
    """

    first: int  #: the N of the first term
    terms: tuple[int, ...]
    recurrence: tuple[int, ...]
    checked: int  #: how many more terms agree with the recurrence than it was made from
    proved: bool  #: whether the recurrence holds for all n; else it is a guess that fits
    confirmed: int  #: how many of the first terms were counted again by other code
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    method: str
    bfile: str  #: as the OEIS has it


def _polynomial(sequence: Native, which: int) -> tuple[int, ...]:
    found: list[int] = []
    while number := lib.cq_sequence_coefficient(sequence.pointer, which, len(found)):
        found.append(int(number))
    return tuple(found)


def sequence(board: str, to: int, *, start: int = 1, pieces: str | None = None,
             on_term: Callable[[int, int], object] | None = None, **options: Any) -> Sequence:
    """Counts the tilings of the boards of a family, N = start to `to`.

    >>> squares = sequence("2xN", 8)
    >>> squares.terms, squares.recurrence
    ((1, 2, 3, 5, 8, 13, 21, 34), (1, 1))
    """
    wanted = Options(**options)
    context = Context(wanted.memory_bytes)
    raised: list[BaseException] = []

    def guarded(call: Callable[[], object]) -> bool:
        """False, which stops, if the call raises; what it raised is raised later."""
        try:
            call()
        except BaseException as error:
            raised.append(error)
            lib.cq_cancel(context.pointer)
        return not raised

    def term(_: object, n: int, value: bytes) -> None:
        if on_term is not None:
            guarded(partial(on_term, n, int(value)))

    family = _abi.cq_family(size=ctypes.sizeof(_abi.cq_family), board=board.encode(),
                            pieces=pieces.encode() if pieces else None)
    raw = wanted.native()
    report = progress.callback(wanted.progress, guarded)
    raw.on_progress = report
    tell = _abi.cq_term_fn(term)
    native = patiently(context, lambda: context.make(
        lib.cq_sequence_free, lib.cq_sequence_count, ctypes.byref(family), index(start), index(to),
        ctypes.byref(raw), tell, None))
    if raised:
        raise raised[0]
    terms = tuple(int(lib.cq_sequence_term(native.pointer, number))
                  for number in range(lib.cq_sequence_terms(native.pointer)))
    if lib.cq_sequence_stop(native.pointer) != _abi.Stop.FINISHED:
        raise Stopped(f"the search was stopped after {len(terms)} terms")
    context.check(lib.cq_sequence_find_recurrence(context.pointer, native.pointer))
    checked = ctypes.c_size_t()
    lib.cq_sequence_order(native.pointer, ctypes.byref(checked))
    bfile = written(lambda stream: context.check(lib.cq_sequence_write(
        context.pointer, native.pointer, _abi.SequenceForm.BFILE, stream))).decode()
    return Sequence(start, terms, _polynomial(native, _abi.Polynomial.COEFFICIENTS),
                    checked.value, bool(lib.cq_sequence_is_proved(native.pointer, None)),
                    lib.cq_sequence_confirmed(native.pointer),
                    _polynomial(native, _abi.Polynomial.NUMERATOR),
                    _polynomial(native, _abi.Polynomial.DENOMINATOR),
                    lib.cq_sequence_method(native.pointer).decode(), bfile)
