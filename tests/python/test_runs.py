"""Searches: iterators that stop, limits, progress, Ctrl-C, threads, nothing left behind."""
import gc
import os
import signal
import subprocess
import sys
import threading
import weakref

import pytest
from conftest import ROOT

import chequer
import chequer.page
import chequer.run
from chequer import Board, Tiling
from chequer.solution import TilingSolution

HUGE = Tiling("12x12", "L3*,I3*")  # a list without end


def threads():
    """Of this process, those of the library too, when nothing waits to be collected."""
    gc.collect()
    return len(os.listdir("/proc/self/task"))


def test_an_iterator_can_be_left():
    before = threads()
    for number, solution in enumerate(HUGE.all()):
        if number == 10:
            break
    assert solution.problem is HUGE
    gc.collect()
    assert threads() == before


def test_an_iterator_can_be_closed():
    before = threads()
    with Board("20x20").all() as tilings:
        first = next(tilings)
        assert next(tilings) != first
    assert threads() == before and list(tilings) == []
    tilings = Board("20x20").all()
    tilings.close()
    tilings.close()
    assert threads() == before and tilings.answer is None


def test_a_list_can_be_read_by_two_loops():
    tilings = Board("4x4").all()
    some = [next(tilings), next(tilings)]
    rest = list(tilings)
    assert len(set(some + rest)) == 36 and list(tilings) == []
    assert tilings.answer.found == 36 and tilings.answer.stop == "finished"


def test_a_hundred_thousand():
    tilings = Board("8x8").all(first=100000)
    seen = {solution._content() for solution in tilings}
    assert len(seen) == 100000 and tilings.answer.stop == "limit"


@pytest.mark.parametrize("kept", [1, 2, 255, 256, 257, 700, 5000])
def test_solutions_that_are_kept_stay_as_they_are(kept):
    """Objects are used again for the next block only if nobody holds one of theirs."""
    problem = Board("8x8")
    plain = [solution._content() for solution in problem.all(first=20000)]
    held = []
    for number, solution in enumerate(problem.all(first=20000)):
        assert solution._content() == plain[number]
        if number % kept == 0:
            held.append((number, solution))
    assert len(set(map(id, held))) == len(held)
    assert all(solution._content() == plain[number] for number, solution in held)


def test_solutions_that_are_dropped_are_not_made_again(monkeypatch):
    made = []

    class Counted(TilingSolution):
        __slots__ = ()

        def __new__(cls, pair):
            made.append(pair[1])
            return tuple.__new__(cls, pair)

    monkeypatch.setattr(chequer.run, "PATIENCE", 600)  # full blocks on any machine
    problem = Tiling("8x8")
    problem._solution_type = Counted
    assert sum(1 for _ in problem.all(first=20000)) == 20000
    assert len(made) <= 2 * chequer.page.ROOM
    made.clear()
    assert len(list(problem.all(first=20000))) == len(made) == 20000


def test_solutions_outlive_their_run():
    solutions = list(Board("4x4").all())
    gc.collect()
    assert len({str(solution) for solution in solutions}) == 36


def test_cycles_are_collected_in_any_order():
    for _ in range(20):
        answer, tilings = Board("8x8-a1,h8").tile(), HUGE.all()
        next(tilings)
        answer.other, tilings.other = tilings, answer
        answer.me = answer
        gone = weakref.ref(answer)
        del answer, tilings
        gc.collect()
        assert gone() is None


def test_limits_raise_with_what_is_known():
    with pytest.raises(chequer.Stopped, match="all the work") as caught:
        HUGE.count(engine="search", work=3)
    assert caught.value.answer.possible is not False and caught.value.answer.stop == "work"
    tilings = HUGE.all(engine="search", work=20)
    with pytest.raises(chequer.Stopped) as caught:
        list(tilings)
    assert caught.value.answer.found > 0
    with pytest.raises(chequer.Stopped, match="memory"):
        Board("300x300").tile(memory="256K")


def test_progress_is_told():
    class Enough(Exception):
        pass

    told = []

    def stop(progress):
        told.append(progress)
        if progress.seconds > 0:
            raise Enough

    before = threads()
    with pytest.raises(Enough):
        HUGE.count(engine="search", progress=stop)
    assert told[-1].unit and told[-1].found >= 0 and threads() == before


def test_a_bar(capsys):
    assert Board("8x8").count(progress=True) == 12988816
    assert capsys.readouterr().err


def test_a_bar_without_tqdm(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert Board("8x8").count(progress=True) == 12988816
    assert "found" in capsys.readouterr().err


def test_threads_solve_the_same_problem():
    problem, counts = Tiling("6x10", "pentominoes"), []
    crew = [threading.Thread(target=lambda: counts.append(problem.count(unique=True)))
            for _ in range(4)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert counts == [2339] * 4


def test_two_threads_search_at_the_same_time():
    """Each waits, in the middle of its search, until the other is in the middle of its own."""
    class Met(Exception):
        pass

    met = threading.Barrier(2, timeout=300)
    both = []

    def search():
        def meet(progress):
            met.wait()
            raise Met

        try:
            HUGE.count(engine="search", progress=meet)
        except Met:
            both.append(True)

    crew = [threading.Thread(target=search) for _ in range(2)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert both == [True, True]


CHILD = """
import chequer
def show(progress):
    if progress.seconds > 0:
        print("running", flush=True)
try:
    {question}
    print("ended")
except KeyboardInterrupt:
    print("interrupted", chequer.Board("8x8").count(), flush=True)
"""
QUESTIONS = {
    "count": "chequer.Tiling('12x12', 'L3*,I3*').count(engine='search', progress=show)",
    "list": "[print('running', flush=True) for n, s in enumerate("
            "chequer.Tiling('12x12', 'L3*,I3*').all()) if n % 1000 == 0]",
    "sequence": "chequer.sequence('NxN', 500, on_term=lambda n, t: print('running', flush=True))",
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_control_c_keeps_the_interpreter(question):
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(question=QUESTIONS[question])], text=True,
        stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # background jobs ignore it
    assert child.stdout.readline() == "running\n"
    child.send_signal(signal.SIGINT)
    *_, last = child.stdout.read().splitlines()
    assert last == "interrupted 12988816" and child.wait() == 0


def test_checkpoints(tmp_path):
    path, problem = tmp_path / "state", Tiling("6x10", "pentominoes")
    with pytest.raises(chequer.Stopped):
        problem.count(engine="search", work=20, checkpoint=path)
    assert path.exists() and problem.count(resume=path) == 9356


def test_parts_add_up():
    problem = Tiling("6x10", "pentominoes")
    assert sum(len(list(problem.all(part=(i, 3)))) for i in (1, 2, 3)) == 9356


def test_what_is_no_error_of_the_library():
    assert issubclass(chequer.Stopped, chequer.Error) and not issubclass(
        chequer.Stopped, ValueError)
    classes = {chequer.OutOfMemory: MemoryError, chequer.FileError: OSError,
               chequer.InputError: ValueError, chequer.Defect: RuntimeError}
    assert all(issubclass(one, (chequer.Error, base)) for one, base in classes.items())
    with pytest.raises(chequer.FileError):
        Board("8x8").count(resume="/nowhere/at/all")
