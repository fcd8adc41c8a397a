"""Answers: what is true, what was found, and why not."""
from __future__ import annotations

import ctypes
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple, TypeVar

from . import _abi, picture
from ._library import Context, Native, lib, patiently, written
from .solution import Block, Solution
from .squares import Square

if TYPE_CHECKING:
    from .problem import Problem

S = TypeVar("S", bound=Solution)


class Judgement(NamedTuple):
    """What the checker says: right (True), wrong (False), or None if it cannot tell."""

    right: bool | None
    sentence: str


#: What a verdict is in Python.
_TRUTH: dict[int, bool | None] = {_abi.Verdict.YES: True, _abi.Verdict.NO: False,
                                  _abi.Verdict.UNKNOWN: None}


def judged(context: Context, judge: Callable[[Any, Any], Any]) -> Judgement:
    """What a checker says, which gets places for its verdict and its sentence."""
    verdict, sentence = ctypes.c_int(), ctypes.create_string_buffer(_abi.CQ_SENTENCE_SIZE)
    patiently(context, lambda: context.check(judge(ctypes.byref(verdict), sentence)))
    return Judgement(_TRUTH[verdict.value], sentence.value.decode())


@dataclass(frozen=True)
class Reason(picture.Drawn):
    """Why there is no solution: a sentence, and the squares it is about.

    >>> import chequer
    >>> reason = chequer.Board("8x8-b1,c2,b3,f6,e7,h8").why()
    >>> reason.kind, reason.names
    ('hall', ('b2', 'a1'))
    >>> print(reason)
    the 2 squares b2 and a1 have only 1 neighbour, a2, but each needs a domino of its own
    """

    kind: str  #: "colours", "hall", "cut" ...: the name of the proof
    sentence: str
    members: tuple[Any, ...]  #: squares, vertices, a piece, an item or a colour
    squares: tuple[Square, ...]  #: those of the members that are squares
    names: tuple[str, ...]  #: the members by name
    weights: dict[Square, int]  #: of a proof by weights, on the squares
    values: tuple[int, ...]  #: and of the pieces
    modulus: int
    work: int  #: how much was tried, of a proof by trying everything
    answer: Answer[Any] = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.sentence

    def check(self) -> Judgement:
        """Judged by the checker, from the problem alone."""
        return self.answer.check()

    @property
    def advice(self) -> str:
        """What to change, in one sentence, or "" if nothing simple would help.

        >>> import chequer
        >>> chequer.Tiling("8x8", "pentominoes").why().advice
        'to leave 4 squares free, add monomino*4'
        """
        context, sentence = Context(), ctypes.create_string_buffer(_abi.CQ_SENTENCE_SIZE)
        context.check(lib.cq_answer_advise(
            context.pointer, self.answer.problem._native.pointer, self.answer._native.pointer,
            sentence))
        return sentence.value.decode()

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        return self.answer._draw_to(context, drawing, form, stream)


class Answer(picture.Drawn, Generic[S]):
    """What a question came to. It is true if there is a solution.

    >>> import chequer
    >>> answer = chequer.Board("8x8-a1,h8").tile()
    >>> bool(answer), answer.reason.kind
    (False, 'colours')
    """

    solutions: list[S]

    def __init__(self, problem: Problem[S], native: Native):
        at = native.pointer
        self.problem, self._native = problem, native
        #: True, False, or None if it is not known
        self.possible = _TRUTH[lib.cq_answer_verdict(at)]
        #: why the search ended: "finished", "time" ...
        self.stop = _abi.Stop(lib.cq_answer_stop(at)).name.lower().removeprefix("stop_")
        self.goal = _abi.Goal(lib.cq_answer_goal(at)).name.lower()
        self.found = int(lib.cq_answer_found(at))
        self.engine: str = lib.cq_answer_engine(at).decode()
        self.confirmed_by: str = lib.cq_answer_confirmed_by(at).decode()
        self.confirmation: str = lib.cq_answer_confirmation(at).decode()
        self.seconds = float(lib.cq_answer_seconds(at))
        number = lib.cq_answer_count(at)
        self.count = None if number is None else int(number)
        self.reason = self._read_reason()
        self.solutions = []

    @classmethod
    def held(cls, problem: Problem[S], native: Native) -> Answer[S]:
        """An answer that holds its solutions, such as one that was read from text."""
        answer = cls(problem, native)
        block = Block(problem).gather(native)
        answer.solutions = [problem._solution_type((block, number))
                            for number in range(block.count)]
        return answer

    def _whole(self) -> Native:
        """The library's answer with all solutions: it does not keep those of a list, which are
        handed over as they are found."""
        if lib.cq_answer_solutions(self._native.pointer) >= len(self.solutions):
            return self._native
        said = json.loads(self._written(self._native, "json"))
        said["solutions"] = [
            {"class": solution.class_size, "solution": solution._value()}
            if solution.class_size else solution._value() for solution in self.solutions]
        context, data = Context(), json.dumps(said).encode()
        return context.make(lib.cq_answer_free, lib.cq_answer_read,
                            self.problem._native.pointer, b"answer", data, len(data))

    def __bool__(self) -> bool:
        return self.possible is True

    def __repr__(self) -> str:
        said = {True: "yes", False: "no", None: "unknown"}[self.possible]
        return f"<Answer to {self.goal}: {said}, by {self.engine or 'nothing'}>"

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    @property
    def solution(self) -> S:
        """The solution; raises Impossible, with the reason, if there is none."""
        if not self.solutions:
            from .errors import Impossible
            raise Impossible(self.reason)
        return self.solutions[0]

    @property
    def bound(self) -> int:
        """Of `max`: how many squares are left over at least, whatever is laid."""
        return int(lib.cq_answer_bound(self._native.pointer))

    @property
    def uniform(self) -> bool:
        """Of `sample`: whether all solutions were equally likely. False: they were
        drawn by a Markov chain, which only comes near to that."""
        return bool(lib.cq_answer_is_uniform(self._native.pointer))

    @property
    def counters(self) -> dict[str, int]:
        """What the engine did, in its own units."""
        found: dict[str, int] = {}
        value = ctypes.c_uint64()
        while name := lib.cq_answer_counter(self._native.pointer, len(found),
                                            ctypes.byref(value)):
            found[name.decode()] = value.value
        return found

    # ---- the reason ----

    def _read_reason(self) -> Reason | None:
        sentence = lib.cq_answer_reason(self._native.pointer)
        proof = lib.cq_answer_certificate(self._native.pointer)
        if sentence is None or not proof:
            return None
        kind = _abi.Proof(lib.cq_certificate_proof(proof))
        numbers = self._numbers(lib.cq_certificate_members, proof)
        members = tuple(self._member(kind, number) for number in numbers)
        board = self.problem.board
        weights = self._numbers(lib.cq_certificate_weights, proof)
        return Reason(
            kind=lib.cq_proof_name(kind).decode(), sentence=sentence.decode(), members=members,
            squares=tuple(member for member in members if isinstance(member, Square)),
            names=tuple(board.name(member) if board and isinstance(member, Square)
                        else str(getattr(member, "name", member)) for member in members),
            weights={} if board is None or not weights else
            {square: weights[square.row * board.cols + square.col] for square in board},
            values=self._numbers(lib.cq_certificate_values, proof),
            modulus=lib.cq_certificate_modulus(proof), work=lib.cq_certificate_work(proof),
            answer=self)

    @staticmethod
    def _numbers(read: Any, proof: int) -> tuple[int, ...]:
        count = ctypes.c_size_t()
        numbers = read(proof, ctypes.byref(count))
        return tuple(numbers[:count.value]) if count.value else ()

    def _member(self, kind: int, number: int) -> Any:
        if kind == _abi.Proof.SUPPLY:
            return chr(number)
        if kind == _abi.Proof.UNPLACEABLE:
            return self.problem._piece(number)
        return self.problem._place(number)

    # ---- as text, pictures and judged ----

    def text(self, form: str = "text") -> str:
        """As the command prints it: "text", "box", "json", "moves" or "tour"."""
        return self._written(self._whole(), form)

    def _written(self, native: Native, form: str) -> str:
        context = Context()
        return written(lambda stream: context.check(lib.cq_answer_write(
            context.pointer, self.problem._native.pointer, native.pointer,
            _abi.ListForm[form.upper()], stream))).decode()

    def json(self) -> str:
        """The JSON of the command."""
        return self.text("json")

    def check(self) -> Judgement:
        """Judged by the checker, from the problem alone.

        >>> import chequer
        >>> chequer.Board("8x8-a1,b1").tile().check()
        Judgement(right=True, sentence='a tiling with 31 dominoes, every square covered once')
        """
        context = Context()
        return judged(context, lambda verdict, sentence: lib.cq_check(
            context.pointer, self.problem._native.pointer, self._native.pointer, verdict,
            sentence))

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        return int(lib.cq_draw_with(context.pointer, self.problem._native.pointer,
                                    self._native.pointer, drawing, form, stream))
