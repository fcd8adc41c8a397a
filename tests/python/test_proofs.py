"""Proofs in files, explanations, sequences in other languages: what the command writes, too."""
import pytest
from conftest import ROOT

import chequer
from chequer import Board, Tiling, Tour

PIGEONS = ROOT / "examples" / "pigeons-8.dlx"


@pytest.mark.parametrize("ending", ["tree", "layers", "proof"])
def test_a_proof_is_written_and_judged(tmp_path, ending):
    path, problem = tmp_path / f"p.{ending}", chequer.load(PIGEONS)
    size = problem.prove(path)
    assert size.nodes > 1 and size.bytes == path.stat().st_size
    assert problem.check_proof(path).right is True
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(chequer.InputError):
        problem.check_proof(path)
    with pytest.raises(chequer.InputError, match="another problem"):
        Tiling("8x8", "pentominoes").check_proof(path)


def test_proofs_for_other_checkers(tmp_path):
    problem = chequer.load(PIGEONS)
    for form in ("drat", "lrat", "pbp"):
        assert problem.prove(tmp_path / "p", form).bytes == (tmp_path / "p").stat().st_size
    assert (tmp_path / "p").read_text().startswith("pseudo-Boolean proof")
    assert problem.write("cnf").startswith("c ") or problem.write("cnf").startswith("p cnf")


def test_a_short_reason_is_its_own_proof(tmp_path):
    problem = Tiling("8x8-a1,h8")
    problem.prove(tmp_path / "why.txt")
    assert problem.check_proof(tmp_path / "why.txt").right is True
    assert Tiling("8x8").check_proof(tmp_path / "why.txt").right is False


def test_what_cannot_be_proved_leaves_no_file(tmp_path):
    with pytest.raises(chequer.Refused, match="there is a solution"):
        Tiling("8x8").prove(tmp_path / "p")
    with pytest.raises(ValueError, match="tree, drat"):
        Tiling("8x8-a1,h8").prove(tmp_path / "p", "nonsense")
    with pytest.raises(FileNotFoundError):
        chequer.load(PIGEONS).prove(tmp_path / "none" / "p.tree")
    assert list(tmp_path.iterdir()) == []


def test_rules_of_tours_reach_the_engine():
    tours = Tour("8x8")
    same = {"engine": "conversion", "ties": "most", "cut": "even", "join": "longest"}
    walk = tours.find(move_order="clockwise", **same).solution.walk
    assert walk != tours.find(move_order="reverse", **same).solution.walk
    with pytest.raises(ValueError, match="farthest, fewest, even"):
        tours.find(cut="short")
    with pytest.raises(chequer.InputError, match="clockwise"):
        tours.find(engine="conversion", move_order="nonsense")


def test_counts_are_confirmed():
    problem = Board("6x6").tiling()
    assert problem._ask(chequer._abi.Goal.COUNT, {"confirm": True}).confirmation


def test_explanations_are_printed(tmp_path):
    steps = Tour("6x6").explain()
    assert "Warnsdorff" in str(steps) and steps[0].picture.startswith("<")
    if chequer.can_draw("pdf"):
        steps.handout(tmp_path / "h.pdf", "Tours")
        Tiling("6x10", "pentominoes").worksheet(tmp_path / "w.pdf")
        assert all(path.read_bytes().startswith(b"%PDF") for path in tmp_path.iterdir())


def test_sequences_of_tours_and_triangles():
    tours = chequer.sequence("5xN", 5, start=5, tour=True, open=True)
    assert tours.terms == (1728,)  # OEIS A165134
    told = []
    triangle = chequer.sequence("2xN", 5, pieces="monomino*,domino*", by_copies=True,
                                on_term=lambda n, term: told.append(term))
    assert list(map(sum, triangle.rows)) == list(triangle.terms) == told
    assert "\\\\" in triangle.write("pari") and "1 1\n" in triangle.write("bfile")


def test_doubts_about_a_text_are_warnings():
    with pytest.warns(UserWarning, match="puzzle.chq"):
        chequer.parse("board\naa\n##\n\npiece A copies=any\nzz\n\npiece B copies=any\n##\n",
                      name="puzzle.chq")
