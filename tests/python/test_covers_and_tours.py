"""Covers from iterables, tours of boards and graphs, with and without networkx."""
from fractions import Fraction

import pytest
from conftest import ROOT

import chequer
from chequer import Board, Coloured, Cover, Graph, Tour


def langford(n):
    return [[k, ("place", i), ("place", i + k + 1)]
            for k in range(1, n + 1) for i in range(2 * n - k - 1)]


def test_options_are_given_back():
    cover = Cover(langford(4))
    assert cover.count() == 2  # one pairing and its mirror image: OEIS A014552
    for solution in cover.all():
        assert sorted(option[0] for option in solution.options) == [1, 2, 3, 4]
        assert cover.check(solution).right
    named = Cover({"first": "ab", "second": "c", "third": "bc"})
    assert named.find().solution.options == ["first", "second"]
    assert chequer.cover(["ab", "c"]).solution.numbers == [0, 1]


def test_a_generator_of_options_will_do():
    assert Cover(option for option in (frozenset("ab"), frozenset("c"))).count() == 1


def test_secondary_items_colours_and_multiplicities():
    assert Cover(["ax", "bx"], secondary="x").count() == 0
    assert Cover(["ax", "b"], secondary=["x"]).count() == 1
    red = Cover([["a", Coloured("x", "red")], ["b", Coloured("x", "red")],
                 ["b", Coloured("x", "blue")]], secondary=["x"])
    assert red.count() == 1
    assert Cover(["a", "ab", "b"], multiplicity={"a": (0, 2), "b": 1}).count() == 4


def test_an_item_that_nothing_covers():
    reason = Cover(["ab"], items=["a", "b", "c"]).why()
    assert reason.kind == "uncoverable" and reason.members == ("c",) and reason.squares == ()


def test_cover_arrays_and_texts():
    numpy = pytest.importorskip("numpy")
    solution = chequer.cover(["ab", "c", "bc"]).solution
    assert solution.array().tolist() == [True, True, False]
    assert numpy.array(solution).sum() == 2
    again = chequer.parse(Cover(["ab", "c"]).write("cover"))
    assert isinstance(again, Cover) and again.find().solution.options == [("a", "b"), ("c",)]


def test_probabilities_of_options():
    likely = Cover({"x": "ab", "y": "a", "z": "b"}).probabilities()
    assert [(one.part, str(one.probability)) for one in likely] == [
        ("x", "1/2"), ("y", "1/2"), ("z", "1/2")]


def is_walk(walk, squares, closed):
    steps = list(zip(walk, walk[1:])) + ([(walk[-1], walk[0])] if closed else [])
    return sorted(walk) == sorted(squares) and all(
        sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2] for a, b in steps)


@pytest.mark.parametrize("board, open", [("8x8", False), ("5x5", True), ("6x6-a1,b1", False)])
def test_walks_are_knights_walks(board, open):
    answer = Board(board).tour(open=open)
    assert is_walk(answer.solution.walk, Board(board), not open) and answer.check().right


def test_ends_and_counts():
    tour = Board("8x8").tour(open=True, start="a1", end=(0, 7 - 1)).solution.walk
    assert tour[0] == (7, 0) and tour[-1] == (0, 6)
    assert Tour("6x6").count() == 9862  # OEIS A001230
    assert Tour("3x4", open=True).count() == len(list(Tour("3x4", open=True).all())) == 16
    assert chequer.tour("6x6", symmetric=None).possible
    with pytest.raises(ValueError, match="not on the board"):
        Board("8x8-a1").tour(start="a1")


def test_symmetric_tours_and_leapers():
    walk = Board("6x6").tour(symmetric="180").solution.walk
    turned = [(5 - row, 5 - col) for row, col in walk]
    assert {frozenset(step) for step in zip(walk, walk[1:] + walk[:1])} == {
        frozenset(step) for step in zip(turned, turned[1:] + turned[:1])}
    assert Tour("4x4", "0,1").count() == 6  # rook cycles: OEIS A003763


def test_reasons_of_tours_have_squares():
    reason = Board("3x3").tour().reason
    assert reason.squares and all(isinstance(square, chequer.Square) for square in reason.squares)
    assert reason.check().right


def test_tour_arrays():
    numpy = pytest.importorskip("numpy")
    solution = Board("6x6-a1,b1").tour().solution
    grid = solution.array()
    assert sorted(grid.ravel()) == [-1, -1, *range(34)] and grid[5, 0] == -1
    walk = solution.walk
    assert all(grid[square] == step for step, square in enumerate(walk))
    assert numpy.array(Graph([(1, 2)], open=True).find().solution).tolist() in ([0, 1], [1, 0])


def petersen_edges():
    outer = [(i, (i + 1) % 5) for i in range(5)]
    return outer + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]


def test_graphs_from_edges():
    petersen = Graph(petersen_edges())
    assert not petersen.find() and petersen.count() == 0
    path = Graph(petersen_edges(), open=True, start=3).find().solution.walk
    edges = {frozenset(edge) for edge in petersen_edges()}
    assert path[0] == 3 and len(set(path)) == 10
    assert all(frozenset(step) in edges for step in zip(path, path[1:]))
    alone = Graph([("a", "b")], open=True, vertices=["c"])
    assert not alone.find() and alone.vertices == ["c", "a", "b"]
    with pytest.raises(ValueError, match="no vertex"):
        Graph([("a", "b")], open=True, start="z")


def test_members_of_proofs_are_vertices():
    reason = Graph([("a", "b"), ("b", "c")]).why()
    assert reason.kind == "degree" and set(reason.members) <= {"a", "b", "c"}


def test_graphs_of_networkx():
    networkx = pytest.importorskip("networkx")
    assert not chequer.ham(networkx.petersen_graph())
    cube = chequer.ham(networkx.hypercube_graph(4)).solution.walk
    assert len(set(cube)) == 16 and all(
        sum(x != y for x, y in zip(a, b)) == 1 for a, b in zip(cube, cube[1:] + cube[:1]))
    with pytest.raises(ValueError, match="undirected"):
        Graph(networkx.DiGraph([(1, 2)]))


def test_files_of_the_examples():
    assert chequer.load(ROOT / "examples/pascal.chq").count() == 22
    assert chequer.load(ROOT / "examples/toy.dlx").find().solution.options == [
        ("c", "e"), ("a", "d", "f"), ("b", "g")]
    petersen = chequer.load(ROOT / "examples/petersen.edges", "ham")
    assert isinstance(petersen, Graph) and not petersen.find()
    assert len(chequer.load(ROOT / "examples/petersen.edges", "ham", open=True).find()
               .solution.walk) == 10
    knight = chequer.parse("6x6", "tour")
    assert isinstance(knight, Tour) and knight.board.rows == 6 and knight.closed
    assert chequer.load(ROOT / "examples/aztec-4-drawn.txt", "tile", drawn=True).count() == 1024
    with pytest.raises(OSError):
        chequer.load(ROOT / "examples/nothing.chq")


def test_magic_tours():
    walk = chequer.Tour("8x8", magic="semi").find().solution.walk
    for axis in range(2):
        sums = [0] * 8
        for number, square in enumerate(walk, 1):
            sums[square[axis]] += number
        assert sums == [260] * 8
    assert chequer.Tour("4x4", "knight+dabbaba", magic="semi").count() == 96
    assert "no even half" in str(chequer.Tour("6x6", magic="semi").why())
    with pytest.raises(ValueError):
        chequer.Tour("8x8", magic="both")


def test_weights():
    """Costs are added, totals multiply; numbers by hand."""
    cover = chequer.Cover({"x": "ab", "y": "a", "z": "b"}, weights=[5, 1, "3/2"])
    best = cover.cheapest(5)
    assert [(b.solution.options, b.cost) for b in best] == [
        (["y", "z"], Fraction(5, 2)), (["x"], Fraction(5))]
    assert cover.dearest()[0].cost == 5
    assert cover.total() == Fraction(13, 2)
    assert chequer.Cover(["a"], weights=["x"]).total() == "x"
    with pytest.raises(chequer.InputError):
        chequer.Cover(["a"], weights=["x/2"])


def test_weights_of_a_tiling():
    dominoes = chequer.parse("2x4", "tile", weights="as ## = x; as #/# = y")
    assert dominoes.total() == "x^4 + 3x^2y^2 + y^4"
    assert dominoes.total(by="x") == "1 + 3x^2 + x^4"
    same = chequer.Board("2x4").tiling(weights=["as ## = x", "as #/# = y"])
    assert same.total() == dominoes.total()
    with pytest.raises(chequer.InputError):
        chequer.Tiling("2x4", weights=["as ## = /"])
    priced = chequer.parse("2x4", "tile", weights="as ## = 2")
    assert [b.cost for b in priced.cheapest(9)] == [0, 4, 4, 4, 8]
    assert priced.total() == 1 + 3 * 4 + 16
