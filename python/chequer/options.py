"""How to search: the command's flags as keywords."""
from __future__ import annotations

import ctypes
import os
import re
from dataclasses import dataclass
from enum import IntEnum
from operator import index
from typing import TYPE_CHECKING, Any

from . import _abi
from .progress import Reporter

if TYPE_CHECKING:
    from .order import Order

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def _bytes_of(memory: int | str | None) -> int | None:
    """A number, or text such as "512M"."""
    if not isinstance(memory, str):
        return None if memory is None else index(memory)
    found = re.fullmatch(r"(\d+)\s*([KMGT]?)", memory.strip().upper())
    if not found:
        raise ValueError(f"memory is a number of bytes, or text such as '512M', not {memory!r}")
    return int(found[1]) * _UNITS[found[2]]


def _rule(name: str, rule: str | None, rules: type[IntEnum]) -> int:
    """The number of a rule, 0 if none is named."""
    if not rule:
        return 0
    if rule.upper() not in rules.__members__:
        raise ValueError(f"{name} is one of {', '.join(rules.__members__).lower()}, not {rule!r}")
    return rules[rule.upper()]


@dataclass
class Options:
    """The keywords that every question takes; each has the default of the command."""

    engine: str | None = None  #: the engine to use, instead of the best that fits
    time: float = 0  #: stop after this many seconds
    memory: int | str | None = None  #: bytes, or "2G"; three quarters of the machine's
    work: int = 0  #: stop after this many units of work
    seed: int = 0  #: same seed, same samples
    threads: int = 1
    first: int = 0  #: all: stop after this many solutions
    unique: bool = False  #: rotations and reflections of a solution count as the same
    symmetric: bool = False  #: only solutions that are symmetric themselves
    part: tuple[int, int] | None = None  #: (2, 8): the second of eight parts of the search
    checkpoint: str | os.PathLike[str] | None = None  #: keep the state in this file
    resume: str | os.PathLike[str] | None = None  #: resume from the state in this file
    scratch: str | os.PathLike[str] | None = None  #: folder for data that does not fit in memory
    ties: str | None = None  #: Warnsdorff's rule: "number", "pohl", "centre", "random" ...
    move_order: str | None = None  #: tours: "number", "reverse", "clockwise" ...
    cut: str | None = None  #: engine conversion: "farthest", "fewest" or "even"
    join: str | None = None  #: engine conversion: "number", "shortest" or "longest"
    steps: int = 0  #: engine walk: steps for each start
    start_time: float = 0  #: engine walk: seconds for each start
    use_order: Order | None = None  #: engines that sweep: decide squares or items in this order
    confirm: bool = False  #: count again with the checker's own code, however long it takes
    progress: Reporter = None  #: a function, or True for a bar

    def native(self, **more: Any) -> Any:
        """As the library takes them."""
        numbers = {name: index(getattr(self, name))  # of numpy and Sage, too
                   for name in ("work", "first", "seed", "threads", "steps")}
        raw = _abi.cq_options(
            size=ctypes.sizeof(_abi.cq_options), seconds=float(self.time),
            unique=self.unique, symmetric=self.symmetric, confirm=self.confirm,
            start_seconds=float(self.start_time), **numbers, **more)
        raw.engine = self.engine.encode() if self.engine else None
        raw.part, raw.parts = map(index, self.part or (0, 0))
        raw.checkpoint = os.fsencode(self.checkpoint) if self.checkpoint else None
        raw.resume = os.fsencode(self.resume) if self.resume else None
        raw.scratch = os.fsencode(self.scratch) if self.scratch else None
        if self.use_order is not None:
            raw.order, raw.order_count = self.use_order._items, len(self.use_order._items)
        raw.move_order = self.move_order.encode() if self.move_order else None
        for name, rules in (("ties", _abi.Ties), ("cut", _abi.Cut), ("join", _abi.Join)):
            setattr(raw, name, _rule(name, getattr(self, name), rules))
        return raw

    @property
    def memory_bytes(self) -> int | None:
        return _bytes_of(self.memory)
