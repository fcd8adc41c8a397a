"""Exact covers: choose options so that every item is in exactly one of them."""
from __future__ import annotations

import ctypes
from operator import index
from typing import Any, Hashable, Iterable, Mapping, NamedTuple, Sequence

from . import _abi
from ._library import Context, Native, lib
from .problem import Problem
from .solution import CoverSolution


class Coloured(NamedTuple):
    """A secondary item in an option, with a colour: the options that are chosen agree on it."""

    item: Hashable
    colour: str


def _names(items: Sequence[Hashable]) -> list[str]:
    """A name for each item, without the signs that the format of covers forbids."""
    names = [str(item) for item in items]
    plain = all(name and not set(name) & set(" \t\r\n:|") for name in names)
    if plain and len(set(names)) == len(names):
        return names
    return [f"i{number}" for number in range(len(items))]


class Cover(Problem[CoverSolution]):
    """Options, each an iterable of items; items are anything that can be hashed.

    >>> toy = Cover([{"c", "e"}, {"a", "d", "g"}, {"b", "c", "f"}, {"a", "d", "f"},
    ...              {"b", "g"}, {"d", "e", "g"}])
    >>> toy.find().solution.numbers
    [0, 3, 4]

    Options with names are a mapping, and solutions give the names back. `secondary` items may
    stay uncovered. `multiplicity` says how often an item must be covered, as a number or as
    (least, most):

    >>> twice = Cover({"x": "ab", "y": "bc"}, secondary="c", multiplicity={"b": 2})
    >>> twice.find().solution.options
    ['x', 'y']

    `weights` are what options cost, or count for: numbers, or text such as "3/2" and "1 + x",
    one for each option, or a mapping from names.

    >>> priced = Cover({"x": "ab", "y": "a", "z": "b"}, weights={"x": 5, "y": 1, "z": "3/2"})
    >>> [(best.solution.options, str(best.cost)) for best in priced.cheapest(2)]
    [(['y', 'z'], '5/2'), (['x'], '5')]
    """

    _solution_type = CoverSolution

    def __init__(self, options: Iterable[Iterable[Any]] | Mapping[Any, Iterable[Any]], *,
                 items: Iterable[Hashable] = (), secondary: Iterable[Hashable] = (),
                 multiplicity: Mapping[Any, int | tuple[int, int]] | None = None,
                 weights: Mapping[Any, Any] | Sequence[Any] | None = None):
        if isinstance(options, Mapping):
            self._labels: list[Any] = list(options)
            entries = [list(option) for option in options.values()]
        else:
            entries = [list(option) for option in options]
            self._labels = [tuple(option) for option in entries]
        self.items = self._all_items(items, list(secondary), entries)
        self._native = self._build(entries, set(secondary), multiplicity or {}, weights)

    @staticmethod
    def _all_items(items: Iterable[Hashable], secondary: list[Hashable],
                   entries: list[list[Any]]) -> list[Hashable]:
        """Primary ones first, each in the order in which it is met."""
        met = dict.fromkeys(items)
        met.update(dict.fromkeys(entry.item if isinstance(entry, Coloured) else entry
                                 for option in entries for entry in option))
        second = dict.fromkeys(secondary)
        return [item for item in met if item not in second] + list(second)

    def _build(self, entries: list[list[Any]], secondary: set[Hashable],
               multiplicity: Mapping[Any, int | tuple[int, int]],
               weights: Mapping[Any, Any] | Sequence[Any] | None) -> Native:
        context = Context()
        problem = context.make(lib.cq_problem_free, lib.cq_problem_new_cover)
        for item, name in zip(self.items, _names(self.items)):
            bounds = multiplicity.get(item, 1)
            least, most = bounds if isinstance(bounds, tuple) else (bounds, bounds)
            info = _abi.cq_item_info(name.encode(), item in secondary, index(least), index(most))
            context.check(lib.cq_problem_add_item(context.pointer, problem.pointer,
                                                  ctypes.byref(info), None))
        numbers = {item: number for number, item in enumerate(self.items)}
        for option in entries:
            self._add_option(context, problem, option, numbers)
        self._weigh(context, problem, weights)
        return problem

    @staticmethod
    def _add_option(context: Context, problem: Native, option: list[Any],
                    numbers: dict[Hashable, int]) -> None:
        raw = (_abi.cq_entry_info * len(option))()
        for at, entry in zip(raw, option):
            if isinstance(entry, Coloured):
                at.item, at.colour = numbers[entry.item], entry.colour.encode()
            else:
                at.item = numbers[entry]
        context.check(lib.cq_problem_add_option(context.pointer, problem.pointer, raw,
                                                len(option), None))

    def _weigh(self, context: Context, problem: Native,
               weights: Mapping[Any, Any] | Sequence[Any] | None) -> None:
        """None is no weight."""
        found = ([weights.get(label) for label in self._labels] if isinstance(weights, Mapping)
                 else list(weights or []))
        for option, weight in enumerate(found):
            if weight is not None:
                context.check(lib.cq_problem_add_option_weight(
                    context.pointer, problem.pointer, option, str(weight).encode()))

    @classmethod
    def _of(cls, native: Native) -> Cover:
        """A cover that was read from text: names are items."""
        self = cls.__new__(cls)
        self._native = native
        item, entry = _abi.cq_item_info(), _abi.cq_entry_info()
        self.items = []
        for number in range(lib.cq_problem_items(native.pointer)):
            lib.cq_problem_item(native.pointer, number, ctypes.byref(item))
            self.items.append(item.name.decode())
        self._labels = []
        for option in range(lib.cq_problem_options(native.pointer)):
            label: list[Any] = []
            for index in range(lib.cq_problem_entries(native.pointer, option)):
                lib.cq_problem_entry(native.pointer, option, index, ctypes.byref(entry))
                name = self.items[entry.item]
                label.append(Coloured(name, entry.colour.decode()) if entry.colour else name)
            self._labels.append(tuple(label))
        return self

    def _option(self, number: int) -> Any:
        return self._labels[number]

    def _place(self, number: int) -> Any:
        return self.items[number]
