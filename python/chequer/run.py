"""A search that runs: solutions as they are found, progress, the answer at its end."""
from __future__ import annotations

import ctypes
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, Iterator, TypeVar

from . import _abi, progress
from ._library import Context, Native, lib
from .answer import Answer
from .errors import Stopped
from .options import Options
from .page import ROOM, Page
from .solution import Block, Solution

if TYPE_CHECKING:
    from .problem import Problem

S = TypeVar("S", bound=Solution)

#: How long the library is left alone: Ctrl-C and progress wait for it, and a slow search shows
#: each solution that late.
PATIENCE = 0.02


class Run(Generic[S]):
    """A feed of the library. It is freed, and the search stopped, with the last reference."""

    def __init__(self, problem: Problem[S], goal: int, options: Options, **more: Any):
        self.problem = problem
        self._context = Context(options.memory_bytes)
        raw = options.native(**more)
        feed = ctypes.c_void_p()
        self._context.check(lib.cq_feed_open(self._context.pointer, problem._native.pointer, goal,
                                             ctypes.byref(raw), ctypes.byref(feed)))
        self._feed: Native | None = Native(
            feed.value, lib.cq_feed_free, (self._context, problem._native), keep=(raw, more))
        self._bar = progress.Bar() if options.progress is True else None
        self._report = self._bar or options.progress
        self.answer: Answer[S] | None = None
        self.ended = False

    def blocks(self) -> Iterator[Any]:
        """The solutions, as many at a time as there are, in a cq_feed_block that is valid until
        the next; then `answer` is there."""
        raw = _abi.cq_feed_block()
        at = ctypes.byref(raw)
        try:
            while self._feed and not raw.over:
                lib.cq_feed_next(self._feed.pointer, PATIENCE, at)
                if callable(self._report):
                    self._report(progress.read(self._feed))
                if raw.over:
                    self._finish()
                if raw.count:
                    yield raw
        finally:
            self.close()

    def _finish(self) -> None:
        assert self._feed
        answer = ctypes.c_void_p()
        status = lib.cq_feed_answer(self._feed.pointer, ctypes.byref(answer))
        self._context.check(status)
        native = Native(answer.value, lib.cq_answer_free, (self._context,))
        self.answer = Answer(self.problem, native)
        self.ended = True

    def close(self) -> None:
        """Stops the search, if it is not over, and frees what it holds."""
        self._feed = None
        if self._bar:
            self._bar.close()
            self._bar = None

    def _places(self) -> Iterator[tuple[Block, int]]:
        """What each page shows: a block, and the first solution of it."""
        for raw in self.blocks():
            block = Block(self.problem).copy(raw)
            for first in range(0, block.count, ROOM):
                yield block, first

    def solutions(self) -> Iterator[S]:
        """All solutions; raises Stopped at the end if it did not come by itself."""
        def lists() -> Iterator[list[S]]:
            page, other = Page(self.problem), Page(self.problem)
            for place in self._places():
                page, other = other if other.is_free() else Page(self.problem), page
                yield page.show(*place)
            decided(self.answer)

        return chain.from_iterable(lists())

    def finish(self) -> Answer[S]:
        """Waits for the end; the answer has the solutions that the run found."""
        solutions = [solution for place in self._places()
                     for solution in Page(self.problem).show(*place)]
        assert self.answer is not None
        self.answer.solutions = solutions
        return self.answer


def decided(answer: Answer[S] | None) -> None:
    """Raises Stopped if something else than the end of the search, or the number of solutions
    that were asked for, ended it."""
    if answer is None or answer.stop in ("finished", "limit"):
        return
    words = {"cancelled": "the search was cancelled", "time": "the search ran out of time",
             "memory": "the search ran out of memory",
             "work": "the search did all the work that was allowed"}
    stopped = Stopped(f"{words.get(answer.stop, answer.stop)} after {answer.seconds:.1f} s; "
                      f"{answer.found} solutions so far")
    stopped.answer = answer
    raise stopped


class Solutions(Iterator[S]):
    """Solutions as they are found.

    The search goes on only as far as it is asked; leaving a loop and dropping the list, or
    `close`, or the end of a `with` block stops it and frees what it holds.

    >>> import chequer
    >>> tilings = chequer.Board("100x100").all()
    >>> first = next(tilings)
    >>> tilings.close()
    """

    def __init__(self, run: Run[S]):
        self._run = run
        self._solutions = run.solutions()

    def __iter__(self) -> Iterator[S]:
        return self._solutions  # without a step through __next__ for each

    def __next__(self) -> S:
        return next(self._solutions)

    def close(self) -> None:
        self._run.close()
        self._solutions = iter(())

    def __enter__(self) -> Solutions[S]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def answer(self) -> Answer[S] | None:
        """What the search came to, when it is over."""
        return self._run.answer
