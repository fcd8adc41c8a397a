"""Notebooks and pages say what is so; the package is typed."""
import doctest
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys

import notebook
import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_show_what_they_say(path):
    pytest.importorskip("numpy")
    written = json.loads(path.read_text())
    again = notebook.run(path)
    assert notebook.text_of(again) == notebook.text_of(written)
    assert any("image/svg+xml" in output.get("data", {})
               for cell in again["cells"] for output in cell.get("outputs", ()))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_notebooks(path, tmp_path):
    """As Jupyter sees them if it is installed, else by the format's main rules."""
    if importlib.util.find_spec("nbconvert") and importlib.util.find_spec("ipykernel"):
        subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute",
                        "--output-dir", tmp_path, path], check=True,
                       env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    written = json.loads(path.read_text())
    assert (written["nbformat"], written["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in written["cells"]]
    assert len(set(ids)) == len(ids)
    assert {cell["cell_type"] for cell in written["cells"]} == {"code", "markdown"}


@pytest.mark.parametrize("page", ["docs/python.md", "docs/tutorials/programmer.md", "README.md"])
def test_pages(page):
    """Every block with >>> in it is run, in one session for each page."""
    text = "\n".join(re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S))
    assert ">>>" in text
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.skipif(not shutil.which("mypy"), reason="there is no mypy here")
def test_types(tmp_path):
    user = tmp_path / "user.py"
    user.write_text("from __future__ import annotations\nimport chequer\n"
                    "board = chequer.Board('8x8')\n"
                    "number: int = board.count()\n"
                    "walk: list[object] = board.tour().solution.walk\n"
                    "for tiling in board.all(first=1):\n"
                    "    pairs: list[tuple[chequer.Square, chequer.Square]] = tiling.pairs\n"
                    "reason: chequer.Reason | None = board.why()\n")
    done = subprocess.run(
        ["mypy", "--strict", "--cache-dir", ROOT / "build/mypy", "--config-file",
         ROOT / "pyproject.toml", "-p", "chequer"], cwd=ROOT / "python", text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    done = subprocess.run(["mypy", "--strict", "--cache-dir", ROOT / "build/mypy", user],
                          cwd=ROOT / "python", text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
