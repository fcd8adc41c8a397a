#!/usr/bin/env python3
"""checkers.py - proofs that chequer writes for others are accepted by plain checkers.

    tests/proofs/checkers.py [--binary build/chequer] [--seed N] [--covers N]

Puzzles and random covers without a solution: every line of the DRAT proof must follow by
unit propagation (RUP) from the clauses of `convert --to cnf` and the lines before it, every
line of the LRAT proof by the clauses that it names, in their order; and the last line is
the empty clause. A changed or shortened proof must be refused. The last line printed is
"N passed, N failed".
"""
import argparse
import pathlib
import random
import sys
import tempfile

from formats import clause_units, read_cnf
from solvers import Tests, random_cover

ROOT = pathlib.Path(__file__).resolve().parents[2]

PUZZLES = [
    ["tile", "6x6-a1,f6"], ["tile", "4x5", "--pieces", "tetrominoes"],
    ["tile", "4x5", "--pieces", "L4*"], ["tile", "6x6", "--pieces", "T4*"],
    ["tile", "2x2", "--pieces", "I3*"], ["tile", "5x5", "--pieces", "P5*1..3,I5*0..2"],
    ["cover", "examples/queens-9-in-8.dlx"],
]


def follows(clauses, lemma):
    """Whether the lemma is a clause by reverse unit propagation."""
    return not clause_units(clauses, {abs(x): x < 0 for x in lemma})


def check_drat(clauses, text):
    clauses, lemma = list(clauses), None
    for line in text.splitlines():
        words = line.split()
        if not words or words[-1] != "0":
            return False
        lemma = [int(word) for word in words[:-1]]
        if not follows(clauses, lemma):
            return False
        clauses.append(lemma)
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
        tests.expect(not check(clauses, "".join(lines[:-1])),
                     f"{ending} of {words}, without its last line", text or "")
        tests.expect(not check([], proof), f"{ending} of {words}, about no clauses",
                     text or "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default=ROOT / "build" / "chequer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--covers", type=int, default=20)
    given = parser.parse_args()
    dice = random.Random(given.seed)
    tests = Tests(pathlib.Path(given.binary).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for words in PUZZLES:
            test_problem(tests, words, None, scratch)
        done = 0
        while done < given.covers:
            text = random_cover(dice, 7, dice.randint(4, 20))
            if tests.chequer("cover", "-", "--why", text=text).returncode == 1:
                test_problem(tests, ["cover", "-"], text, scratch)
                done += 1
    print(f"{tests.passed} passed, {tests.failed} failed")
    return tests.failed > 0


if __name__ == "__main__":
    sys.exit(main())
