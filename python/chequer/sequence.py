"""Families of boards, and the rule that their numbers follow."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from functools import partial
from operator import index
from typing import Any, Callable

from . import _abi, progress
from ._library import Context, Native, lib, patiently, written
from .errors import Stopped
from .options import Options


@dataclass(frozen=True)
class Sequence:
    """The numbers of tilings or tours of a family of boards.

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
    rows: tuple[tuple[int, ...], ...]  #: with `by_copies`: of each term, how many have 0, 1 ...
    _native: Native = field(repr=False, compare=False)

    def write(self, form: str) -> str:
        """Terms, recurrence and generating function as text: "bfile", "recurrence", "json",
        "pari", "sage" or "latex"."""
        return _written(self._native, form)


def _polynomial(sequence: Native, which: int) -> tuple[int, ...]:
    found: list[int] = []
    while number := lib.cq_sequence_coefficient(sequence.pointer, which, len(found)):
        found.append(int(number))
    return tuple(found)


def _row(sequence: Native, term: int) -> tuple[int, ...]:
    """Of a triangle."""
    found: list[int] = []
    while number := lib.cq_sequence_entry(sequence.pointer, term, len(found)):
        found.append(int(number))
    return tuple(found)


def _written(sequence: Native, form: str) -> str:
    context = Context()
    return written(lambda stream: context.check(lib.cq_sequence_write(
        context.pointer, sequence.pointer, _abi.SequenceForm[form.upper()], stream))).decode()


def sequence(board: str, to: int, *, start: int = 1, pieces: str | None = None,
             tour: bool = False, open: bool = False, leaper: str | None = None,
             by_copies: bool = False, on_term: Callable[[int, int], object] | None = None,
             **options: Any) -> Sequence:
    """Counts the tilings of the boards of a family, N = start to `to`, or its tours with `tour`.

    >>> squares = sequence("2xN", 8)
    >>> squares.terms, squares.recurrence
    ((1, 2, 3, 5, 8, 13, 21, 34), (1, 1))
    >>> sequence("2Nx2N", 3, tour=True).terms
    (0, 0, 9862)

    With `by_copies`, `rows` says how many tilings have 0, 1, 2 ... copies of the first piece:

    >>> sequence("2xN", 3, pieces="monomino*,domino*", by_copies=True).rows
    ((1, 0, 1), (2, 0, 4, 0, 1), (3, 0, 11, 0, 7, 0, 1))
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
            guarded(partial(on_term, n, sum(map(int, value.split()))))

    family = _abi.cq_family(size=ctypes.sizeof(_abi.cq_family), board=board.encode(),
                            pieces=pieces.encode() if pieces else None,
                            leaper=leaper.encode() if leaper else None, tour=tour, open=open,
                            by_copies=by_copies)
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
    rows = tuple(_row(native, term) for term in range(len(terms))) if by_copies else ()
    context.check(lib.cq_sequence_find_recurrence(context.pointer, native.pointer))
    checked = ctypes.c_size_t()
    lib.cq_sequence_order(native.pointer, ctypes.byref(checked))
    return Sequence(start, terms, _polynomial(native, _abi.Polynomial.COEFFICIENTS),
                    checked.value, bool(lib.cq_sequence_is_proved(native.pointer, None)),
                    lib.cq_sequence_confirmed(native.pointer),
                    _polynomial(native, _abi.Polynomial.NUMERATOR),
                    _polynomial(native, _abi.Polynomial.DENOMINATOR),
                    lib.cq_sequence_method(native.pointer).decode(), _written(native, "bfile"),
                    rows, native)
