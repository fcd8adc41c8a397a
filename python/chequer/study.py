"""Studies of the literature: random graphs, and tours of Aztec diamonds."""
from __future__ import annotations

import csv
import ctypes
import io
import math
import time as clock
from dataclasses import dataclass, fields
from operator import index
from typing import Any, Generic, Iterable, Literal, NamedTuple, Sequence, TypeVar, Union, overload

from . import _abi, picture
from ._library import Context, lib, patiently
from .errors import Refused, Stopped
from .options import Options
from .progress import Bar, Progress
from .tour import Graph, Tour

Numbers = Union[float, Iterable[float]]

#: The kinds of random graphs, as the title of a plot has them.
_TITLES = {"random": "Random graphs", "regular": "Regular random graphs",
           "hidden": "Graphs with a hidden cycle", "subdivided": "Subdivided cubic graphs"}


@dataclass(frozen=True)
class Census:
    """What is true of many random graphs, and what path conversion finds in them."""

    vertices: int
    degree: float
    graphs: int  #: connected ones, all of which were looked at
    disconnected: int  #: passed over
    paths: int  #: Hamiltonian paths by Warnsdorff's rule, over all starts
    converted: int  #: those that path conversion made into cycles
    path_graphs: int  #: graphs with such a path
    cycle_graphs: int  #: graphs in which path conversion found a cycle
    cycle: int  #: graphs that have a Hamiltonian cycle
    no_cycle: int
    path: int  #: graphs that have a Hamiltonian path
    no_path: int
    undecided: int  #: one of the two was not decided in time

    @property
    def conversion_rate(self) -> float | None:
        return self.converted / self.paths if self.paths else None

    @property
    def success_rate(self) -> float | None:
        return self.cycle_graphs / self.path_graphs if self.path_graphs else None


class Radius(NamedTuple):
    """An Aztec diamond, and how long each engine took to find a closed knight's tour."""

    radius: int
    squares: int
    seconds: dict[str, float | None]  #: None if it found none in its time
    impossible: bool  #: an engine proved that there is no tour


Row = TypeVar("Row", bound=Union[Census, Radius])


@dataclass(frozen=True)
class Study(picture.Drawn, Generic[Row]):
    """The rows of a study. A study of graphs draws itself as a plot."""

    name: str
    seed: int
    rows: tuple[Row, ...]

    def csv(self) -> str:
        """The rows as CSV, with a line of names."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        for number, row in enumerate(self.rows):
            if isinstance(row, Radius):
                found: dict[str, Any] = {"radius": row.radius, "squares": row.squares,
                                         **row.seconds}
            else:
                found = {field.name: getattr(row, field.name) for field in fields(row)}
            if number == 0:
                writer.writerow(found)
            writer.writerow("" if value is None else value for value in found.values())
        return out.getvalue()

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        rows: list[Census] = [row for row in self.rows if isinstance(row, Census)]
        degrees, sizes = {row.degree for row in rows}, {row.vertices for row in rows}
        if not rows or (len(degrees) > 1 and len(sizes) > 1):
            raise Refused("a plot is of graphs, with one number of vertices or one degree")
        by_degree = len(sizes) == 1
        shares: dict[str, list[float | None]] = {
            "converted, of all paths found": [row.conversion_rate for row in rows],
            "success, of graphs with such a path": [row.success_rate for row in rows],
            "graphs that have a cycle": [row.cycle / row.graphs for row in rows],
            "graphs that have a path": [row.path / row.graphs for row in rows]}
        series = (_abi.cq_series * len(shares))(*(
            _abi.cq_series(name.encode(), _doubles(math.nan if share is None else share
                                                   for share in line))
            for name, line in shares.items()))
        end = f"with {rows[0].vertices} vertices" if by_degree else f"of degree {rows[0].degree:g}"
        places = _doubles(row.degree if by_degree else row.vertices for row in rows)
        plot = _abi.cq_plot(
            size=ctypes.sizeof(_abi.cq_plot), title=f"{_TITLES[self.name]} {end}".encode(),
            remark=f"{rows[0].graphs} connected graphs for each point, seed {self.seed}".encode(),
            across=b"degree" if by_degree else b"vertices", places=places,
            places_count=len(rows), series=series, series_count=len(shares))
        return int(lib.cq_plot_write(context.pointer, ctypes.byref(plot), form, stream))


def _doubles(numbers: Iterable[float]) -> Any:
    found = list(numbers)
    return (ctypes.c_double * len(found))(*found)


def _listed(numbers: Numbers) -> list[float]:
    return list(numbers) if isinstance(numbers, Iterable) else [numbers]


def _ensemble(kind: str, vertices: float, degree: float, graphs: int, seed: int,
              whole_odds: bool) -> Any:
    if kind.upper() not in _abi.EnsembleKind.__members__:
        raise ValueError(f"there is no study {kind!r}: expected one of aztec, "
                         f"{', '.join(_TITLES)}")
    return _abi.cq_ensemble(
        size=ctypes.sizeof(_abi.cq_ensemble), kind=_abi.EnsembleKind[kind.upper()],
        vertices=index(vertices),  # type: ignore[arg-type]
        degree=float(degree), graphs=index(graphs), seed=index(seed), whole_odds=whole_odds)


def random_graph(kind: str, vertices: int, degree: float, number: int = 0, *, seed: int = 0,
                 whole_odds: bool = False) -> Graph:
    """Graph `number` of a study, always the same for the same arguments; `write("tsplib")` gives
    the file that `chequer experiment --save` would write.

    >>> graph = random_graph("regular", 10, 3, seed=1)
    >>> len(graph.vertices), graph.find().possible
    (10, True)
    """
    context = Context()
    ensemble = _ensemble(kind, vertices, degree, number + 1, seed, whole_odds)
    return Graph._named(context.make(lib.cq_problem_free, lib.cq_ensemble_draw,
                                     ctypes.byref(ensemble), index(number)))


def _census(ensemble: Any, options: Options, seconds: float) -> Census:
    context = Context(options.memory_bytes)
    raw, stopped = _abi.cq_census(), ctypes.c_bool()
    raised: list[BaseException] = []
    bar = Bar() if options.progress is True else None
    report, began = bar or options.progress, clock.monotonic()

    def heard(_: object, done: int) -> bool:
        try:
            if callable(report):
                report(Progress(done / max(ensemble.graphs, 1), clock.monotonic() - began, 0,
                                done, "graphs"))
        except BaseException as error:
            raised.append(error)
        return not raised

    how = options.native()
    kind: Any = dict(_abi.cq_census_options._fields_)["on_progress"]
    hear = kind(heard)
    wanted = _abi.cq_census_options(
        size=ctypes.sizeof(_abi.cq_census_options), threads=how.threads, seconds=seconds,
        on_progress=hear, ties=how.ties, cut=how.cut, join=how.join,
        steps=how.steps, start_seconds=how.start_seconds)
    try:
        patiently(context, lambda: context.check(lib.cq_census_take(
            context.pointer, ctypes.byref(ensemble), ctypes.byref(wanted), ctypes.byref(raw),
            ctypes.byref(stopped))))
    finally:
        if bar:
            bar.close()
    if raised:
        raise raised[0]
    if stopped.value:
        raise Stopped(f"the study was stopped after {raw.graphs} graphs")
    return Census(ensemble.vertices, ensemble.degree,
                  *(getattr(raw, name) for name, _ in _abi.cq_census._fields_))


def _radius(radius: int, engines: Sequence[str], options: dict[str, Any]) -> Radius:
    tours = Tour(f"aztec:{radius}")
    seconds: dict[str, float | None] = {}
    impossible = False
    for engine in engines:
        try:
            answer = tours.find(engine=engine, **options)
        except Stopped:
            seconds[engine] = None
            continue
        seconds[engine] = answer.seconds if answer else None
        impossible |= answer.possible is False
    assert tours.board is not None
    return Radius(radius, len(tours.board), seconds, impossible)


@overload
def experiment(study: Literal["aztec"], *, start: int = 2, to: int = 30,
               engines: Sequence[str] = (), time: float = 10, seed: int = 0,
               **options: Any) -> Study[Radius]: ...


@overload
def experiment(study: Literal["random", "regular", "hidden", "subdivided"], *,
               vertices: Numbers | None = None, degree: Numbers | None = None, graphs: int = 100,
               whole_odds: bool = False, time: float = 10, seed: int = 0,
               **options: Any) -> Study[Census]: ...


def experiment(study: str, *, start: int = 2, to: int = 30, engines: Sequence[str] = (),
               vertices: Numbers | None = None, degree: Numbers | None = None, graphs: int = 100,
               whole_odds: bool = False, time: float = 10, seed: int = 0,
               **options: Any) -> Study[Any]:
    """Repeats a study of the literature, as `chequer experiment` does; see docs/experiments.md.

    "aztec": how long each of the `engines` takes to find a closed knight's tour of the Aztec
    diamonds of radius `start` to `to`. "random", "regular", "hidden" and "subdivided": for each
    number of `vertices` and each average `degree`, what is true of this many random `graphs`.
    `time` is the limit for each entry, or for each question about a graph.

    >>> study = experiment("regular", vertices=20, degree=[3, 4], graphs=10, seed=1)
    >>> [(row.degree, row.cycle + row.no_cycle) for row in study.rows]
    [(3.0, 10), (4.0, 10)]
    >>> experiment("aztec", start=2, to=2, engines=["weave"]).rows[0].squares
    12
    """
    if study == "aztec":
        engines = tuple(engines) or ("conversion", "walk", "weave")
        more = {**options, "time": time, "seed": seed}
        return Study(study, seed, tuple(_radius(radius, engines, more)
                                        for radius in range(start, to + 1)))
    wanted = Options(**options)
    usual: dict[str, tuple[Numbers, Numbers]] = {
        "random": (1000, range(7, 16)), "regular": (1000, range(7, 16)),
        "hidden": (1000, range(3, 6)), "subdivided": (100, [2.5, 2.6, 2.7, 2.8, 2.9, 3.0])}
    sizes, degrees = usual.get(study, (0, 0))
    rows = tuple(
        _census(_ensemble(study, size, at, graphs, seed, whole_odds), wanted, float(time))
        for size in _listed(sizes if vertices is None else vertices)
        for at in _listed(degrees if degree is None else degree))
    return Study(study, seed, rows)
