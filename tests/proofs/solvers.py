#!/usr/bin/env python3
"""solvers.py - the CNF and OPB that chequer writes say what the problem says.

    tests/proofs/solvers.py [--binary build/chequer] [--seed N] [--covers N]

Small covers drawn at random: of all choices of options, those that unit propagation
accepts must be as many as chequer counts. Then puzzles and larger covers: every SAT
solver that is installed (cadical, minisat) must agree with chequer on whether there is a
solution, and `chequer check` must accept the models that it finds. The last line is
"N passed, N failed", with ", N skipped" if a solver is missing.
"""
import argparse
import itertools
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from formats import clause_units, read_cnf, read_opb, row_units

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOLVERS = {"cadical": ["cadical", "-q"], "minisat": ["minisat", "-verb=0"]}

PUZZLES = [
    ["8x8-a1,h8"], ["6x6-a1,f6"], ["4x5", "--pieces", "tetrominoes"],
    ["3x3-b2", "--pieces", "L3*"], ["8x8-c3", "--pieces", "L3*"],
    ["6x6", "--pieces", "T4*"], ["8x8", "--pieces", "T4*"], ["4x6", "--pieces", "L4*"],
    ["4x5", "--pieces", "L4*"], ["5x5", "--pieces", "I3*,monomino*1"],
    ["6x6", "--pieces", "I4*"], ["torus:5x5", "--pieces", "P5*"],
    ["cylinder:4x4", "--pieces", "T4*2..4"], ["6x6", "--pieces", "L3*0..8,I3*0..4"],
    ["4x5", "--pieces", "I5*,Y5*"], ["examples/pentominoes-6x10.chq"],
    ["examples/pentominoes-3x20.chq"], ["examples/toy.dlx"], ["examples/queens-8.dlx"],
    ["examples/langford-7.dlx"], ["examples/latin-5.dlx"], ["examples/sudoku.dlx"],
    ["examples/trominoes-8x8.chq"], ["5x5", "--pieces", "domino*3,L3*3,tetrominoes"],
]


class Tests:
    def __init__(self, binary):
        self.binary, self.passed, self.failed, self.skipped = binary, 0, 0, 0

    def expect(self, right, what, details=""):
        self.passed += right
        self.failed += not right
        if not right:
            print(f"FAILED: {what}\n{details}")

    def chequer(self, *words, text=None):
        done = subprocess.run([self.binary, *words], input=text, cwd=ROOT,
                              capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"chequer {' '.join(words)}: {done.stderr}")
        return done


def random_cover(dice, items, options):
    """Secondary items, colours and multiplicities, as Knuth writes them."""
    primary = [f"p{i}" for i in range(dice.randint(1, items))]
    secondary = [f"s{i}" for i in range(dice.randint(0, 3))]

    def bounded(name):
        least = dice.randint(0, 3)
        most = max(1, least + dice.randint(0, 2))
        return f"{least}:{most}|{name}" if dice.random() < 0.4 else name

    lines = [" ".join(map(bounded, primary)) + " | " * bool(secondary) +
             " ".join(secondary)]
    for _ in range(options):
        sure = dice.choice(primary)
        option = [name for name in primary if name == sure or dice.random() < 0.25]
        option += [name + dice.choice(["", ":A", ":A", ":B"]) for name in secondary
                   if dice.random() < 0.3]
        lines.append(" ".join(option))
    return "\n".join(lines) + "\n"


def test_meaning(tests, dice, number):
    options = dice.randint(1, 8)
    text = random_cover(dice, 5, options)
    count = int(tests.chequer("cover", "-", "--count", text=text).stdout)
    _, clauses = read_cnf(tests.chequer("convert", "-", "--as", "cover", "--to", "cnf",
                                        text=text).stdout)
    _, rows = read_opb(tests.chequer("convert", "-", "--as", "cover", "--to", "opb",
                                     text=text).stdout)
    by_clauses = by_rows = 0
    for choice in itertools.product([False, True], repeat=options):
        values = dict(enumerate(choice, 1))
        by_clauses += clause_units(clauses, dict(values))
        by_rows += row_units(rows, dict(values))
    tests.expect(by_clauses == count, f"cover {number}: clauses have {by_clauses} "
                 f"solutions, not {count}", text)
    tests.expect(by_rows == count, f"cover {number}: inequalities have {by_rows} "
                 f"solutions, not {count}", text)


def solve(name, cnf, directory):
    """Whether there is a model, and the text with it."""
    model = directory / "model"
    files = [cnf, model] if name == "minisat" else [cnf]
    done = subprocess.run(SOLVERS[name] + files, capture_output=True, text=True)
    if done.returncode not in (10, 20):
        sys.exit(f"{name}: exit status {done.returncode}: {done.stderr}")
    text = model.read_text() if name == "minisat" else done.stdout
    return done.returncode == 10, text


def test_solver(tests, name, problem, text, directory):
    """The problem is words of the command line; text its standard input, or None."""
    kind = "cover" if text or problem[0].endswith(".dlx") else "tile"
    solvable = tests.chequer(kind, *problem, "--why", text=text).returncode == 0
    cnf, answer = directory / "problem.cnf", directory / "answer"
    cnf.write_text(tests.chequer("convert", *problem, "--as", kind, "--to", "cnf",
                                 text=text).stdout)
    found, model = solve(name, cnf, directory)
    tests.expect(found == solvable, f"{name} on {problem}: {found}, chequer says "
                 f"{solvable}", text or "")
    if found:
        answer.write_text(model)
        judged = tests.chequer("check", *problem, str(answer), "--as", kind, text=text)
        tests.expect(judged.returncode == 0, f"{name}'s model of {problem}",
                     judged.stdout + (text or ""))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default=ROOT / "build" / "chequer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--covers", type=int, default=40)
    given = parser.parse_args()
    dice = random.Random(given.seed)
    tests = Tests(pathlib.Path(given.binary).resolve())
    for number in range(given.covers):
        test_meaning(tests, dice, number)
    covers = [random_cover(dice, 12, dice.randint(5, 40)) for _ in range(given.covers)]
    with tempfile.TemporaryDirectory() as scratch:
        for name in SOLVERS:
            if not shutil.which(name):
                tests.skipped += 1
                print(f"no {name} here: see tools/deps all")
                continue
            for problem in PUZZLES:
                test_solver(tests, name, problem, None, pathlib.Path(scratch))
            for text in covers:
                test_solver(tests, name, ["-"], text, pathlib.Path(scratch))
    skipped = f", {tests.skipped} skipped" if tests.skipped else ""
    print(f"{tests.passed} passed, {tests.failed} failed{skipped}")
    return tests.failed > 0


if __name__ == "__main__":
    sys.exit(main())
