"""Whatever the command can do, the package can do: orders, traces, parts, studies, and a row in
docs/python.md for every flag."""
import inspect
import json
import re
import subprocess

import chequer
import pytest
from chequer import Tiling
from conftest import ROOT

COMMAND = ROOT / "build/chequer"
COMMANDS = ("tile cover tour ham check draw convert merge experiment sequence make request serve "
            "help").split()


def say(*words, **more):
    return subprocess.run([COMMAND, *words], stdout=subprocess.PIPE, text=True, check=True,
                          cwd=ROOT, **more).stdout


def rows_of_flags():
    """Flags, commands ("all" for all) and words of the table in docs/python.md."""
    page = (ROOT / "docs/python.md").read_text()
    table = page.split("## The flags of the command")[1].split("\n## ")[0]
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `--"):
            yield re.findall(r"`(--[a-z-]+)`", cells[0]), cells[1], cells[2]


def flags_of(command):
    return set(re.findall(r"^ +(?:-[a-zA-Z], )?(--[a-z-]+)", say(command, "--help"), re.M))


def test_every_flag_has_a_word_or_a_reason():
    told = {(command, flag) for flags, where, _ in rows_of_flags() for flag in flags
            for command in (where.split(", ") if where != "all" else COMMANDS)}
    missing = {(command, flag) for command in COMMANDS for flag in flags_of(command)} - told
    assert not missing


def test_every_row_is_of_a_flag():
    for flags, where, _ in rows_of_flags():
        for command in where.split(", ") if where != "all" else ():
            assert set(flags) <= flags_of(command), (flags, command)


def test_every_word_is_in_the_package():
    """`Problem.nth` is an attribute, `parse(free=)` a parameter."""
    for flags, _, words in rows_of_flags():
        names = re.findall(r"`([^`]+)`", words)
        assert names or words.startswith("none: "), flags
        for name in names:
            path, _, parameter = name.partition("(")
            found = chequer
            for step in path.split("."):
                found = getattr(found, step)
            if parameter.strip(")"):
                assert parameter.strip("=)") in inspect.signature(found).parameters, name


def test_orders_are_those_of_the_command():
    tiling = Tiling("4x4")
    order = tiling.order()
    assert order.text() == say("tile", "4x4", "--order")
    assert json.loads(order.json())["order"] == [list(square) for square in order.places]
    assert order.method and order.states >= 1 and order.transitions >= order.states
    assert order.draw("svg").startswith(b"<svg")
    again = tiling.read_order(order.text())
    assert again.places == order.places and again.method == ""
    assert tiling.count(engine="frontier", use_order=again) == 36
    assert tiling.order(use_order=again).places == order.places


def test_an_order_is_used():
    """By rows a strip has many states, by columns few."""
    strip = Tiling("8x3", "L4*,I4*,O4*")
    rows = "\n".join(" ".join(str(row * 3 + col + 1) for col in range(3)) for row in range(8))
    columns = "\n".join(" ".join(str(col * 8 + row + 1) for col in range(3)) for row in range(8))
    done = [strip.ask("count", engine="frontier", use_order=strip.read_order(text))
            for text in (rows, columns)]
    assert done[0].count == done[1].count
    work = [answer.counters for answer in done]
    assert work[0] != work[1]


def test_wrong_orders_are_refused_with_their_place():
    with pytest.raises(chequer.InputError) as refused:
        Tiling("2x3").read_order("1 2 2\n4 5 6\n")
    assert (refused.value.line, refused.value.column) == (1, 5)
    with pytest.raises(chequer.Refused):
        chequer.Tour("6x6").order()


def test_orders_of_covers():
    toy = chequer.load(ROOT / "examples/toy.dlx")
    order = toy.order()
    assert order.text() == say("cover", "examples/toy.dlx", "--order")
    assert sorted(order.places) == sorted(toy.items)


def test_traces_are_those_of_the_command():
    tiling = Tiling("3x4")
    assert tiling.trace(9).draw("txt").decode() == say("tile", "3x4", "--trace", "9")
    assert tiling.trace().table.draw("txt").decode() == say("tile", "3x4", "--lays")
    assert tiling.trace(unique=True).table.draw("txt").decode() == say(
        "tile", "3x4", "--lays", "--unique")


def test_a_trace_meets_every_solution():
    tiling = Tiling("3x4")
    trace, met = tiling.trace(), set()
    assert trace.last.kind == "none" and trace.parts == []
    for move in trace:
        assert move.depth == len(trace.parts) and move.kind in ("laid", "taken")
        if move.solution:
            met.add(frozenset(part.squares for part in trace.parts))
        assert (move.empty is None) == (move.depth == 6)
    assert met == {frozenset(part.squares for part in found.parts) for found in tiling.all()}
    assert trace.last.found == len(met) == tiling.count()


def test_what_fits_next():
    trace = Tiling("1x3", "I3").trace()
    assert [trace.lays[number].squares for number in trace.fits] == [((0, 0), (0, 1), (0, 2))]
    assert trace.move().at == (0, 0)


@pytest.mark.parametrize("goal", ["count", "all", "find"])
@pytest.mark.parametrize("unique", [False, True])
def test_parts_are_merged(goal, unique):
    tiling = Tiling("4x4", "L3*,domino*,monomino*2")
    more = {"engine": "polyomino", "unique": unique}
    parts = [tiling.ask(goal, part=(part, 3), **more) for part in (3, 1, 2)]
    whole = tiling.merge(parts)
    if goal == "find":
        assert whole.possible and tiling.check(whole.solution).right
        return
    once = tiling.ask(goal, **more)
    assert whole.found == once.found and whole.count == once.count
    assert len(whole.solutions) == len(once.solutions)
    assert {one: one.class_size for one in whole.solutions} == {
        one: one.class_size for one in once.solutions}


def test_parts_of_the_command_and_of_python_fit_together():
    text = say("tile", "4x4", "--all", "--part", "1/2", "--json")
    tiling = Tiling("4x4")
    whole = tiling.merge([text, tiling.ask("all", part=(2, 2))])
    assert set(whole.solutions) == set(tiling.all()) and whole.found == 36
    with pytest.raises(chequer.InputError):
        tiling.merge([text])
    with pytest.raises(chequer.InputError):
        tiling.merge([text, text])


def test_merged_tours_and_covers():
    for problem in (chequer.Tour("6x6"), chequer.load(ROOT / "examples/pigeons-8.dlx")):
        parts = [problem.ask("all", part=(part, 2)) for part in (1, 2)]
        assert problem.merge(parts).solutions == [
            one for part in parts for one in part.solutions]


def test_answers_that_are_read_have_their_solutions():
    for problem in (Tiling("4x4"), chequer.Tour("3x4", open=True),
                    chequer.Cover({"x": "ab", "y": "c"})):
        answer = problem.find()
        assert problem.read_answer(answer.json()).solutions == answer.solutions
        everything = problem.ask("all", unique=isinstance(problem, Tiling))
        again = problem.read_answer(everything.json())
        assert again.solutions == everything.solutions
        assert [one.class_size for one in again.solutions] == [
            one.class_size for one in everything.solutions]


def test_numbers_are_judged_for_what_they_count():
    text = json.dumps({"chequer": 1, "goal": "count", "verdict": "yes", "count": 9})
    tiling = Tiling("4x4")
    assert tiling.check(text, unique=True).right
    assert tiling.check(text).right is False


def test_studies_are_those_of_the_command():
    study = chequer.experiment("regular", vertices=30, degree=[3, 4], graphs=20, seed=2)
    said = json.loads(say("experiment", "regular", "--vertices", "30", "--degree", "3..4",
                          "--graphs", "20", "--seed", "2", "--json"))
    rows = said["rows"]
    assert len(rows) == len(study.rows) == 2
    for row, here in zip(rows, study.rows):
        for name in ("graphs", "disconnected", "paths", "cycle", "no_cycle", "path", "no_path",
                     "path_graphs", "cycle_graphs"):
            assert row[name] == getattr(here, name), name
    assert study.draw("svg").startswith(b"<svg")
    assert study.csv().splitlines()[0].startswith("vertices,degree,graphs")
    with pytest.raises(ValueError):
        chequer.experiment("nothing", vertices=5)


def test_a_study_of_diamonds(tmp_path):
    study = chequer.experiment("aztec", start=2, to=4, engines=["weave"])
    assert [row.squares for row in study.rows] == [12, 24, 40]
    assert study.csv().splitlines()[0] == "radius,squares,weave"
    with pytest.raises(chequer.Refused):
        study.draw()


def test_graphs_of_a_study_are_those_that_are_saved(tmp_path):
    say("experiment", "hidden", "--vertices", "12", "--degree", "3", "--graphs", "2", "--save",
        str(tmp_path))
    saved = sorted(tmp_path.iterdir())
    for number, path in enumerate(saved):
        assert chequer.random_graph("hidden", 12, 3, number).write("tsplib") == path.read_text()
    assert len(saved) == 2


def test_a_study_tells_how_far_it_is_and_can_be_stopped():
    class Enough(Exception):
        pass

    def stop(progress):
        assert progress.unit == "graphs"
        raise Enough

    with pytest.raises(Enough):
        chequer.experiment("random", vertices=200, degree=6, graphs=400, progress=stop)


def test_boards_as_covers():
    assert chequer.parse("###\n###\n", "cover").count() == 3
    assert "1" in chequer.parse("###\n###\n", "cover", numbered=True).items
    weighed = "board 2x2\npieces domino*\nweight as ## = 5\n"
    assert chequer.parse(weighed).total() == 26
    with pytest.raises(chequer.Refused):
        chequer.parse(weighed, unweighted=True).total()
