#!/usr/bin/env python3
"""Runs a notebook without Jupyter.

    tests/python/notebook.py FILE...     runs the cells and writes what they show into them

The last line of a cell, if it is an expression, is shown as Jupyter would: as text, and as a
picture if it has one.
"""
import ast
import contextlib
import io
import json
import sys
from pathlib import Path


def run_cell(source, names):
    """What a cell prints and shows, as the outputs of a notebook."""
    tree = ast.parse(source)
    shown = None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)
            exec(compile(tree, "cell", "exec"), names)
            shown = eval(compile(last, "cell", "eval"), names)
        else:
            exec(compile(tree, "cell", "exec"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream",
                        "text": printed.getvalue().splitlines(keepends=True)})
    if shown is not None:
        data = {"text/plain": repr(shown).splitlines(keepends=True)}
        if hasattr(shown, "_repr_svg_"):
            data = {"image/svg+xml": shown._repr_svg_().splitlines(keepends=True),
                    "text/plain": [f"<{type(shown).__name__}>"]}
        outputs.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run(path):
    """The notebook with the outputs of all its cells, run one after the other."""
    notebook, names, number = json.loads(Path(path).read_text()), {"__name__": "__main__"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = run_cell("".join(cell["source"]), names)
            for output in cell["outputs"]:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = number
    return notebook


def text_of(notebook):
    """All that the cells say, without pictures."""
    return [output.get("text") or output["data"]["text/plain"]
            for cell in notebook["cells"] if cell["cell_type"] == "code"
            for output in cell["outputs"]]


if __name__ == "__main__":
    import conftest  # noqa: F401  # finds the package
    for name in sys.argv[1:]:
        Path(name).write_text(json.dumps(run(name), indent=1, ensure_ascii=False) + "\n")
