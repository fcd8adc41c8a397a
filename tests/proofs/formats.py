"""formats.py - DIMACS CNF and OPB, read; unit propagation over both, as plainly as can be.

What chequer writes for other people's programs is judged here by code that shares nothing
with it. A literal is a number, negative if the variable is false. An inequality is
(terms, bound): the sum of coefficient * value over its terms is at least the bound.
"""
import re


def read_cnf(text):
    """The number of variables, and the clauses as lists of literals."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    head = re.fullmatch(r"p cnf (\d+) (\d+)", lines[0])
    clauses = [[int(word) for word in line.split()] for line in lines[1:]]
    assert all(clause[-1] == 0 for clause in clauses), "a clause ends with 0"
    clauses = [clause[:-1] for clause in clauses]
    assert len(clauses) == int(head[2]), "as many clauses as the header says"
    assert all(0 < abs(x) <= int(head[1]) for clause in clauses for x in clause)
    return int(head[1]), clauses


def read_inequality(line):
    words = line.split()
    assert words[-1] == ";" and words[-3] == ">=", line
    pairs = words[:-3]
    terms = [(int(pairs[i]), int(pairs[i + 1].removeprefix("x")))
             for i in range(0, len(pairs), 2)]
    return terms, int(words[-2])


def read_opb(text):
    """The number of variables, and the inequalities."""
    head = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    rows = [read_inequality(line) for line in text.splitlines() if line[0] != "*"]
    assert len(rows) == int(head[2]), "as many inequalities as the header says"
    assert all(0 < x <= int(head[1]) for terms, _ in rows for _, x in terms)
    return int(head[1]), rows


def clause_units(clauses, values):
    """Unit propagation. False: a clause has become empty; values is filled."""
    again = True
    while again:
        again = False
        for clause in clauses:
            if any(values.get(abs(x)) == (x > 0) for x in clause):
                continue
            free = [x for x in clause if abs(x) not in values]
            if not free:
                return False
            if len(free) == 1:
                values[abs(free[0])] = free[0] > 0
                again = True
    return True


def row_units(rows, values):
    """The same for inequalities."""
    again = True
    while again:
        again = False
        for terms, bound in rows:
            most = sum(max(c, 0) if x not in values else c * values[x] for c, x in terms)
            if most < bound:
                return False
            for c, x in terms:
                if c and x not in values and most - abs(c) < bound:
                    values[x] = c > 0
                    again = True
                    most = sum(max(c, 0) if x not in values else c * values[x]
                               for c, x in terms)
    return True
