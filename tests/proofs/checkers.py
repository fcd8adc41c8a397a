#!/usr/bin/env python3
"""checkers.py - proofs that chequer writes for others are accepted by plain checkers.

    tests/proofs/checkers.py [--binary build/chequer] [--seed N] [--covers N]

Puzzles and random covers without a solution: every line of the DRAT proof must follow by
unit propagation (RUP) from the clauses of `convert --to cnf` and the lines before it, every
line of the LRAT proof by the clauses that it names, in their order; and the last line is
the empty clause. Of PBP proofs "pol" lines are added up and "rup" lines propagated, and
the last constraint can not hold. A shortened proof, and one about something else, must be
refused. The last line printed is
"N passed, N failed".
"""
import argparse
import collections
import pathlib
import random
import sys
import tempfile

from formats import read_cnf, read_opb, row_units
from solvers import Tests, random_cover

ROOT = pathlib.Path(__file__).resolve().parents[2]

PUZZLES = [
    ["tile", "4x4-a1,d4"], ["tile", "4x5", "--pieces", "tetrominoes"],
    ["tile", "4x5", "--pieces", "L4*"], ["tile", "6x6", "--pieces", "T4*"],
    ["tile", "2x2", "--pieces", "I3*"],
    ["tile", "4x4", "--rule", "no-crosses;no-faults"],
    ["tile", "4x4", "--pieces", "L3*,domino*", "--rule", "touch L3 L3; copies L3 1..2; apart domino"],
]

# Hall sets, colours and colourings: a sum, or three.
SHORT = [
    ["tile", "8x8-a1,h8"], ["tile", "20x20-a1,t20"], ["tile", "8x8-b1,c2,b3,f6,e7,h8"],
    ["tile", "8x8-a1", "--pieces", "I3*"], ["tile", "10x10", "--pieces", "I4*"],
    ["tile", "9x4", "--pieces", "6.1*"], ["cover", "examples/pigeons-8.dlx"],
    ["cover", "examples/queens-9-in-8.dlx"], ["tile", "5x5", "--pieces", "L3*3,S4*4"],
    ["tile", "4x5-d1,c4,d4,a1", "--pieces", "X5*,L3*"],
    ["tile", "6x7-c1,d2,d1,g2", "--pieces", "X5*,L3*"],
    ["tile", "5x4-c2,b5", "--pieces", "U5*,I3*"],
    ["tile", "6x4-d4,a6,a5,b5", "--pieces", "S4*,domino*0..3"],
]


class Clauses:
    """Clauses that can be asked what follows from them by reverse unit propagation."""

    def __init__(self, clauses):
        self.clauses, self.short, self.where = [], [], collections.defaultdict(list)
        for clause in clauses:
            self.add(clause)

    def add(self, clause):
        for x in clause:
            self.where[x].append(len(self.clauses))
        self.clauses.append(clause)
        if len(clause) < 2:
            self.short.append(clause)

    def follows(self, lemma):
        if [] in self.short:
            return True
        true, queue = set(), [-x for x in lemma] + [x for x, in self.short]
        while queue:
            x = queue.pop()
            if -x in true:
                return True
            if x in true:
                continue
            true.add(x)
            for place in self.where[-x]:
                if any(y in true for y in self.clauses[place]):
                    continue
                free = [y for y in self.clauses[place] if -y not in true]
                if not free:
                    return True
                if len(free) == 1:
                    queue.append(free[0])
        return False


def check_drat(clauses, text):
    clauses, lemma = Clauses(clauses), None
    for line in text.splitlines():
        words = line.split()
        if not words or words[-1] != "0":
            return False
        lemma = [int(word) for word in words[:-1]]
        if not clauses.follows(lemma):
            return False
        clauses.add(lemma)
    return lemma == []


def follows_by(known, lemma, hints):
    """Each hint is a unit under what came before, and the last one is violated."""
    values = {abs(x): x < 0 for x in lemma}
    for place, hint in enumerate(hints):
        if hint not in known:
            return False
        left = [x for x in known[hint] if values.get(abs(x)) != (x < 0)]
        if not left:
            return place == len(hints) - 1
        if len(left) > 1 or abs(left[0]) in values:
            return False
        values[abs(left[0])] = left[0] > 0
    return False


def check_lrat(clauses, text):
    known, lemma = dict(enumerate(clauses, 1)), None
    for line in text.splitlines():
        numbers = [int(word) for word in line.split()]
        if numbers.count(0) != 2 or numbers[-1] != 0 or numbers[0] in known:
            return False
        middle = numbers.index(0)
        lemma, hints = numbers[1:middle], numbers[middle + 1:-1]
        if not follows_by(known, lemma, hints):
            return False
        known[numbers[0]] = lemma
    return lemma == []


# ---- Cutting planes: a constraint is ({variable: coefficient}, bound) ----


def axiom(literal):
    """A literal is 0 at least."""
    if literal.startswith("~"):
        return {int(literal[2:]): -1}, -1
    return {int(literal[1:]): 1}, 0


def add(a, b):
    terms = dict(a[0])
    for variable, coefficient in b[0].items():
        terms[variable] = terms.get(variable, 0) + coefficient
    return terms, a[1] + b[1]


def divide(constraint, divisor):
    """In literals with positive coefficients: all are divided and rounded up."""
    terms, bound = constraint
    degree = bound - sum(c for c in terms.values() if c < 0)
    terms = {x: -(-abs(c) // divisor) * (1 if c > 0 else -1) for x, c in terms.items()}
    return terms, -(-degree // divisor) + sum(c for c in terms.values() if c < 0)


def evaluate(words, known):
    """A sum in reverse Polish notation; numbers are constraints, or factors."""
    stack = []
    for place, word in enumerate(words):
        factor = place + 1 < len(words) and words[place + 1] in ("*", "d")
        if word == "+":
            right, left = stack.pop(), stack.pop()
            stack.append(add(left, right))
        elif word == "*":
            number, (terms, bound) = stack.pop(), stack.pop()
            stack.append(({x: c * number for x, c in terms.items()}, bound * number))
        elif word == "d":
            number, constraint = stack.pop(), stack.pop()
            stack.append(divide(constraint, number))
        elif word.startswith(("x", "~")):
            stack.append(axiom(word))
        else:
            stack.append(int(word) if factor else known[int(word)])
    assert len(stack) == 1
    return stack[0]


def clause_row(words):
    """"+1 ~x3 +1 ~x7 >= 1 ;" as a constraint, and what violates it."""
    assert words[-3:] == [">=", "1", ";"] and all(word == "+1" for word in words[:-3:2])
    constraint, values = ({}, 1), {}
    for literal in words[1:-3:2]:
        constraint = add(constraint, axiom(literal))
        values[abs(int(literal.lstrip("~x")))] = literal.startswith("~")
    return constraint, values


def is_contradiction(constraint):
    terms, bound = constraint
    return sum(c for c in terms.values() if c > 0) < bound


def check_pbp(rows, text):
    known = {number: ({x: c for c, x in terms}, bound)
             for number, (terms, bound) in enumerate(rows, 1)}
    lines = [line.split() for line in text.splitlines()]
    last = len(rows)
    if lines[:2] != [["pseudo-Boolean", "proof", "version", "2.0"], ["f", str(last)]]:
        return False
    for words in lines[2:]:
        if words[:2] == ["del", "id"]:
            for word in words[2:]:
                del known[int(word)]
        elif words[0] == "pol":
            last += 1
            known[last] = evaluate(words[1:], known)
        elif words[0] == "rup":
            constraint, values = clause_row(words[1:])
            if row_units([([(c, x) for x, c in terms.items()], bound)
                          for terms, bound in known.values()], values):
                return False
            last += 1
            known[last] = constraint
        elif words[0] == "conclusion":
            return (words[1:3] == ["UNSAT", ":"] and int(words[3]) in known and
                    is_contradiction(known[int(words[3])]))
    return False


CHECKERS = {"drat": check_drat, "lrat": check_lrat}


def write_proof(tests, words, text, path):
    tests.chequer(*words, "--proof", str(path), "-q", text=text)
    return path.read_text()


def test_problem(tests, words, text, directory):
    _, clauses = read_cnf(tests.chequer("convert", *words[1:], "--as", words[0], "--to",
                                        "cnf", text=text).stdout)
    for ending, check in CHECKERS.items():
        proof = write_proof(tests, words, text, directory / f"proof.{ending}")
        tests.expect(check(clauses, proof), f"{ending} of {words}", text or "")
        lines = proof.splitlines(keepends=True)
        if len(lines) < 200:
            tests.expect(not check(clauses, "".join(lines[:-1])),
                         f"{ending} of {words}, without its last line", text or "")
        tests.expect(not check([], proof), f"{ending} of {words}, about no clauses",
                     text or "")


def test_inequalities(tests, words, text, directory, most=None):
    """`most`: this many steps are enough, because the reason is short."""
    _, rows = read_opb(tests.chequer("convert", *words[1:], "--as", words[0], "--to",
                                     "opb", text=text).stdout)
    proof = write_proof(tests, words, text, directory / "proof.pbp")
    tests.expect(check_pbp(rows, proof), f"pbp of {words}", text or "")
    cut = "".join(proof.splitlines(keepends=True)[:-3])
    tests.expect(not check_pbp(rows, cut), f"pbp of {words}, cut", text or "")
    tests.expect(not check_pbp(rows[:-1], proof), f"pbp of {words}, of others", text or "")
    if most:
        steps = sum(line.startswith(("pol", "rup")) for line in proof.splitlines())
        tests.expect(steps <= most, f"pbp of {words} has {steps} steps", proof)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default=ROOT / "build" / "chequer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--covers", type=int, default=10)
    given = parser.parse_args()
    dice = random.Random(given.seed)
    tests = Tests(pathlib.Path(given.binary).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for words in PUZZLES:
            test_problem(tests, words, None, scratch)
            test_inequalities(tests, words, None, scratch)
        for words in SHORT:
            test_inequalities(tests, words, None, scratch, 3)
        done = 0
        while done < given.covers:
            text = random_cover(dice, 7, dice.randint(4, 20))
            if tests.chequer("cover", "-", "--why", text=text).returncode == 1:
                test_problem(tests, ["cover", "-"], text, scratch)
                test_inequalities(tests, ["cover", "-"], text, scratch)
                done += 1
    print(f"{tests.passed} passed, {tests.failed} failed")
    return tests.failed > 0


if __name__ == "__main__":
    sys.exit(main())
