"""Problems: what every kind of them can be asked."""
from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, Generic, Iterable, NamedTuple, Sequence, TypeVar, overload

from . import _abi, picture, proof
from ._library import Context, Native, lib, patiently, written
from .answer import Answer, Judgement, Reason
from .errors import Impossible, InputError
from .options import Options
from .order import Order
from .proof import ProofSize
from .run import Run, Solutions, decided
from .solution import Solution
from .squares import Square

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .board import Board
    from .pieces import Piece

S = TypeVar("S", bound=Solution)


class Fit(NamedTuple):
    """What an engine says of a problem before it runs."""

    engine: str
    fits: bool
    seconds: float | None  # that it expects
    why: str


class Stage(NamedTuple):
    """A step of the plan: what is done, by which engines, and why."""

    kind: str
    engines: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Estimate:
    """How large the search is, by random probes, each with its standard error."""

    probes: int
    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    seconds: float
    states: float  # of a sweep, at its peak; 0 if none was looked at
    bytes: float
    sweep_seconds: float
    disk: float  # bytes of a sweep that memory has no room for


class Likely(NamedTuple):
    """A placement or an option, and how likely it is in a random solution."""

    part: Any
    probability: Fraction
    exact: bool  # False: the probability is rounded to a float


class Priced(NamedTuple):
    """A solution, and what it costs."""

    solution: Any
    cost: Fraction


class Problem(picture.Drawn, Generic[S]):
    """A tiling, a cover or a tour. It never changes; threads may share it.

    All questions take the keywords of `Options`: engine, time, memory, seed, threads,
    progress ... Ctrl-C stops a search at once and raises KeyboardInterrupt.
    """

    _native: Native
    _solution_type: type[S]

    def __repr__(self) -> str:
        name = lib.cq_problem_source(self._native.pointer).decode()
        return f"<{type(self).__name__}{' ' if name else ''}{name}>"

    @property
    def board(self) -> Board | None:
        return None

    @property
    def digest(self) -> int:
        """Tells problems apart: the same number for the same problem, in every run."""
        return int(lib.cq_problem_digest(self._native.pointer))

    # ---- what the numbers of the library mean ----

    def _piece(self, number: int) -> Piece:
        raise NotImplementedError

    def _option(self, number: int) -> Any:
        raise NotImplementedError

    def _vertex(self, number: int) -> Any:
        raise NotImplementedError

    def _vertex_name(self, number: int) -> str:
        raise NotImplementedError

    def _place(self, number: int) -> Any:
        """A member of a proof: a square, an item or a vertex."""
        raise NotImplementedError

    # ---- questions ----

    def _ask(self, goal: int, options: dict[str, Any], **more: Any) -> Answer[S]:
        answer = Run(self, goal, Options(**options), **more).finish()
        if answer.possible is None or answer.stop != "finished":
            decided(answer)
        return answer

    def ask(self, goal: str, **options: Any) -> Answer[S]:
        """The whole answer to a question that needs no more than `Options`: "find", "count",
        "all" or "why". It says which engine it comes from, how it was confirmed, and to which
        part of a search it belongs, and `merge` takes it.

        >>> import chequer
        >>> chequer.Tiling("8x8").ask("count").count
        12988816
        """
        if goal not in ("find", "count", "all", "why"):
            raise ValueError(f'expected "find", "count", "all" or "why", found {goal!r}')
        return self._ask(_abi.Goal[goal.upper()], options)

    def find(self, **options: Any) -> Answer[S]:
        """A solution, or the proof that there is none."""
        return self._ask(_abi.Goal.FIND, options)

    def count(self, **options: Any) -> int:
        """How many solutions there are, exactly."""
        answer = self._ask(_abi.Goal.COUNT, options)
        decided(answer)
        return answer.count or 0

    def all(self, **options: Any) -> Solutions[S]:
        """All solutions, one after the other; `first`, `unique` and `symmetric` choose."""
        return Solutions(Run(self, _abi.Goal.ALL, Options(**options)))

    def why(self, **options: Any) -> Reason | None:
        """Why there is no solution; None if there is one."""
        return self._ask(_abi.Goal.WHY, options).reason

    @overload
    def sample(self, number: None = None, **options: Any) -> S: ...

    @overload
    def sample(self, number: int, **options: Any) -> list[S]: ...

    def sample(self, number: int | None = None, **options: Any) -> S | list[S]:
        """A random solution, or a list of `number` of them, all equally likely; with weights,
        each as likely as it weighs."""
        answer = self._ask(_abi.Goal.SAMPLE, options, samples=1 if number is None else index(number))
        decided(answer)
        if answer.possible is False:
            raise Impossible(answer.reason)
        return answer.solution if number is None else answer.solutions

    def sample_array(self, number: int, **options: Any) -> NDArray[Any]:
        """Random solutions as one numpy array, the first axis of which is the sample."""
        import numpy
        return numpy.stack([solution.array()  # type: ignore[attr-defined]
                            for solution in self.sample(number, **options)])

    def _best(self, goal: int, number: int, options: dict[str, Any]) -> list[Priced]:
        answer = self._ask(goal, {**options, "first": index(number)})
        if answer.possible is False:
            raise Impossible(answer.reason)
        return [Priced(solution, Fraction(lib.cq_answer_value(answer._native.pointer, at).decode()))
                for at, solution in enumerate(answer.solutions)]

    def cheapest(self, number: int = 1, **options: Any) -> list[Priced]:
        """The solutions that cost the least, in order; a cost is the sum of the weights."""
        return self._best(_abi.Goal.CHEAPEST, number, options)

    def dearest(self, number: int = 1, **options: Any) -> list[Priced]:
        """The solutions that cost the most, in order."""
        return self._best(_abi.Goal.DEAREST, number, options)

    def total(self, by: str | None = None, **options: Any) -> Fraction | str:
        """What all solutions weigh together: the sum of the products of their weights. With
        variables it is the text of a polynomial; `by` names those to keep."""
        answer = self._ask(_abi.Goal.TOTAL, options, by=None if by is None else by.encode())
        text = (lib.cq_answer_total(answer._native.pointer) or b"0").decode()
        try:
            return Fraction(text)
        except ValueError:
            return text

    def nth(self, number: int, **options: Any) -> S:
        """Solution `number` of as many as `count` says, from 1, without the others."""
        return self._ask(_abi.Goal.NTH, options, nth=str(index(number)).encode()).solution

    def index(self, solution: S, **options: Any) -> int:
        """The number for which `nth` gives this solution."""
        context = Context()
        given = solution._as_answer(context)
        answer = self._ask(_abi.Goal.INDEX, options, given=given.pointer)
        return int(lib.cq_answer_index(answer._native.pointer))

    def probabilities(self, **options: Any) -> list[Likely]:
        """How likely each placement or option is in a random solution."""
        answer = self._ask(_abi.Goal.PROBABILITIES, options)
        if answer.possible is False:
            raise Impossible(answer.reason)
        part, number = _abi.cq_part(), ctypes.c_char_p()
        found: list[Likely] = []
        while lib.cq_answer_likely(answer._native.pointer, len(found), ctypes.byref(part),
                                   ctypes.byref(number)):
            found.append(Likely(self._likely(part),
                                Fraction(int(number.value or 0), answer.count or 1), True))
        return found

    def _pairs(self, answer: Answer[S]) -> list[tuple[tuple[Any, Any], float, bytes | None]]:
        """Dominoes, moves or edges, each with its probability and the number of solutions."""
        found: list[tuple[tuple[Any, Any], float, bytes | None]] = []
        while pair := lib.cq_answer_pair(answer._native.pointer, len(found)):
            raw = pair.contents
            found.append(((self._pair_end(raw.first), self._pair_end(raw.second)), raw.value,
                          raw.exact))
        return found

    def _pair_end(self, number: int) -> Any:
        """A square of a board, or a vertex of a graph."""
        assert self.board is not None
        return Square(*divmod(number, self.board.cols))

    def _likely_pairs(self, options: dict[str, Any]) -> list[Likely]:
        """For dominoes and tours."""
        answer = self._ask(_abi.Goal.PROBABILITIES, options)
        if answer.possible is False:
            raise Impossible(answer.reason)
        return [Likely(pair, Fraction(int(exact), answer.count or 1) if exact is not None
                       else Fraction(value), exact is not None)
                for pair, value, exact in self._pairs(answer)]

    def _likely(self, part: Any) -> Any:
        return self._option(part.number)

    def estimate(self, **options: Any) -> Estimate:
        """About how large the search is and how many solutions there are; `time` and `work`
        say how long to probe."""
        answer = Run(self, _abi.Goal.ESTIMATE, Options(**options)).finish()
        raw = lib.cq_answer_estimate(answer._native.pointer)
        if not raw:
            decided(answer)
            raise Impossible(answer.reason)
        return Estimate(*(getattr(raw.contents, name) for name, _ in _abi.cq_estimate._fields_))

    # ---- how it would be solved ----

    def engines(self, goal: str = "find", **options: Any) -> list[Fit]:
        """All engines, and whether they fit."""
        context, raw = Context(), _abi.cq_fit()
        found: list[Fit] = []
        native = Options(**options).native()
        while name := lib.cq_engine_name(len(found)):
            context.check(lib.cq_engine_fits(
                context.pointer, len(found), self._native.pointer, _abi.Goal[goal.upper()],
                ctypes.byref(native), ctypes.byref(raw)))
            found.append(Fit(name.decode(), raw.fits, raw.seconds if raw.seconds >= 0 else None,
                             raw.why.decode()))
        return found

    def plan(self, goal: str = "find", **options: Any) -> list[Stage]:
        """What a question would do, stage by stage, without doing it."""
        context = Context()
        native = Options(**options).native()
        plan = context.make(lib.cq_solve_plan_free, lib.cq_solve_plan_new, self._native.pointer,
                            _abi.Goal[goal.upper()], ctypes.byref(native))
        stages = (lib.cq_solve_plan_stage(plan.pointer, number).contents
                  for number in range(lib.cq_solve_plan_count(plan.pointer)))
        return [Stage(lib.cq_stage_kind_name(stage.kind).decode(),
                      tuple(name.decode() for name in stage.engines[:stage.count]),
                      (stage.why or b"").decode()) for stage in stages]

    def order(self, **options: Any) -> Order:
        """In which order a sweep would decide the squares or items; `seed` and `time` say how to
        look for it. With `use_order`, what is expected of that order."""
        wanted = Options(**options)
        context, native = Context(wanted.memory_bytes), wanted.native()
        return Order(self, patiently(context, lambda: context.make(
            lib.cq_sweep_order_free, lib.cq_sweep_order_find, self._native.pointer,
            ctypes.byref(native))))

    def read_order(self, text: str, name: str = "order") -> Order:
        """An order from text: numbers on the board, or the names of the items of a cover."""
        context, data = Context(), text.encode()
        return Order(self, context.make(lib.cq_sweep_order_free, lib.cq_sweep_order_parse,
                                        self._native.pointer, name.encode(), data, len(data)))

    # ---- texts ----

    def read_answer(self, text: str) -> Answer[S]:
        """An answer from the text or the JSON that the command prints."""
        context, data = Context(), text.encode()
        return Answer.held(self, context.make(lib.cq_answer_free, lib.cq_answer_read,
                                              self._native.pointer, b"answer", data, len(data)))

    def merge(self, answers: Iterable[Answer[S] | str]) -> Answer[S]:
        """Combines the answers to all parts of a search (see `part` and `ask`), in any order,
        and checks the result. Texts are answers as the command prints them.

        >>> import chequer
        >>> board = chequer.Tiling("4x4")
        >>> board.merge(board.ask("count", part=(part, 3)) for part in (1, 2, 3)).count
        36
        """
        parts = [self.read_answer(answer) if isinstance(answer, str) else answer
                 for answer in answers]
        natives = [part._whole() for part in parts]
        context = Context()
        pointers = (ctypes.c_void_p * len(natives))(*(native.pointer for native in natives))
        merged = Answer.held(self, context.make(lib.cq_answer_free, lib.cq_answers_merge,
                                                self._native.pointer, pointers, len(natives)))
        judgement = merged.check()
        if judgement.right is False:
            raise InputError(f"the answers do not fit together: {judgement.sentence}")
        return merged

    def check(self, answer: Answer[S] | Solution | str, *, unique: bool = False,
              symmetric: bool = False) -> Judgement:
        """Judges an answer, a solution, or the text of one. A number alone does not say what it
        counts: `unique` and `symmetric` do."""
        given = self.read_answer(answer if isinstance(answer, str) else answer.json())
        if unique or symmetric:
            lib.cq_answer_set_counted(given._native.pointer, unique, symmetric)
        return given.check()

    def prove(self, path: str | os.PathLike[str], form: str | None = None,
              **options: Any) -> ProofSize:
        """Writes a proof that there is no solution, in the format that the ending of the path
        or `form` names: "tree", "layers", "drat", "lrat" or "pbp"; see docs/proofs.md. Raises
        Refused if there is a solution."""
        return proof.write(self.find(**options), path, form)

    def check_proof(self, path: str | os.PathLike[str]) -> Judgement:
        """Judges a proof in a file from the problem alone: a tree, layers, or a short reason."""
        return proof.check(self, path)

    def write(self, form: str) -> str:
        """The problem as text: "puzzle", "art", "cover", "edges", "dimacs", "tsplib", "graph6",
        "adjacency", "cnf" or "opb"."""
        context = Context()
        return written(lambda stream: context.check(lib.cq_problem_write(
            context.pointer, self._native.pointer, _abi.ProblemFormat[form.upper()],
            stream))).decode()

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        return int(lib.cq_draw_with(context.pointer, self._native.pointer, None, drawing, form,
                                    stream))


def squares_of(cells: Sequence[int], cols: int) -> tuple[Square, ...]:
    return tuple(Square(*divmod(cell, cols)) for cell in cells)
