"""Pictures of everything, in notebooks and files; tours that move."""
import xml.etree.ElementTree as ElementTree

import pytest

import chequer
from chequer import Board, Graph, Tiling


@pytest.mark.parametrize("thing", [
    Board("4x4-a1"), Tiling("4x4"), Board("4x4").tile(), Board("4x4").tile().solution,
    Board("8x8-a1,h8").why(), Board("6x6").tour(), Board("6x6").tour().solution,
    next(Tiling("6x10", "pentominoes").all()),
], ids=lambda thing: type(thing).__name__)
def test_notebooks_show_a_picture(thing):
    root = ElementTree.fromstring(thing._repr_svg_())
    assert root.tag.endswith("svg") and len(root)


def test_options_change_the_picture():
    solution = Board("4x4").tile().solution
    assert solution.svg(types=True) != solution.svg()
    assert solution.svg(coordinates=False) != solution.svg()
    assert "A tiling for you" in solution.svg(caption="A tiling for you")
    with pytest.raises(TypeError, match="by_time"):
        solution.svg(colour=True)
    with pytest.raises(ValueError, match="svg"):
        solution.draw("bmp")


def test_tours_move():
    tour = Board("6x6").tour().solution
    moving = tour.animate()
    assert "animate" in moving and "animate" not in tour.svg() and isinstance(moving, chequer.Svg)
    assert moving._repr_svg_() == moving
    ElementTree.fromstring(moving)


def test_files(tmp_path):
    solution = Board("4x4").tile().solution
    starts = {"svg": b"<", "txt": b"", "tex": b"", "png": b"\x89PNG", "pdf": b"%PDF"}
    for ending, start in starts.items():
        if chequer.can_draw(ending):
            solution.save(tmp_path / f"tiling.{ending}")
            data = (tmp_path / f"tiling.{ending}").read_bytes()
            assert data.startswith(start) and data
    if chequer.can_draw("apng"):
        Board("5x5").tour(open=True).solution.save(tmp_path / "tour.png", animated=True)
        assert b"acTL" in (tmp_path / "tour.png").read_bytes()


def test_what_has_no_picture_says_so():
    with pytest.raises(chequer.Error):
        Graph([(1, 2), (2, 3), (3, 1)]).find().svg()
