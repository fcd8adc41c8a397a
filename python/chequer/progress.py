"""How far a search is."""
from __future__ import annotations

import ctypes
import sys
from importlib import import_module
from typing import Any, Callable, NamedTuple, Union

from . import _abi
from ._library import Native, lib


class Progress(NamedTuple):
    """What is known of a search that is running."""

    share: float | None  # of the search, 0 to 1; None if the engine cannot tell
    seconds: float
    found: int
    work: int
    unit: str


#: A function that gets each Progress, or True for a bar.
Reporter = Union[Callable[[Progress], object], bool, None]


def read(feed: Native) -> Progress:
    """What a feed says last."""
    raw = _abi.cq_progress()
    lib.cq_feed_progress(feed.pointer, ctypes.byref(raw))
    return _of(raw)


def callback(reporter: Reporter, guarded: Callable[[Callable[[], object]], bool]) -> Any:
    """For a call of the library that reports by itself; `guarded` sees to what is raised."""
    kind: Any = dict(_abi.cq_options._fields_)["on_progress"]
    report = Bar() if reporter is True else reporter or None
    if report is None:
        return kind()
    tell = report
    return kind(lambda _, raw: guarded(lambda: tell(_of(raw.contents))))


def _of(raw: Any) -> Progress:
    return Progress(raw.share if raw.share >= 0 else None, raw.seconds, raw.found, raw.work,
                    raw.unit.decode())


class Bar:
    """A bar of tqdm if that is installed, else a line on standard error."""

    def __init__(self) -> None:
        self._bar: Any = None
        try:
            self._bar = import_module("tqdm.auto").tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {postfix}")
        except ImportError:
            pass

    def __call__(self, progress: Progress) -> None:
        said = f"{progress.found} found, {progress.work} {progress.unit}"
        share = 100 * (progress.share or 0)
        if self._bar is None:
            print(f"\r{share:5.1f} %, {said}, {progress.seconds:.0f} s", end="",
                  file=sys.stderr, flush=True)
            return
        self._bar.set_postfix_str(said, refresh=False)
        self._bar.update(share - self._bar.n)

    def close(self) -> None:
        if self._bar is None:
            print(file=sys.stderr)
        else:
            self._bar.close()
