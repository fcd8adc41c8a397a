"""The header and the package say the same: values, layouts, functions, versions."""
import ctypes
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

import chequer
from chequer import _abi

STRUCTS = [kind for kind in vars(_abi).values()
           if isinstance(kind, type) and issubclass(kind, ctypes.Structure)
           and kind is not ctypes.Structure]


def test_declarations_are_those_of_the_header():
    done = subprocess.run([sys.executable, ROOT / "tools/python-abi", "--check"],
                          stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout


def test_nothing_of_the_header_is_left_out():
    """Counted by another way than the one that made the declarations."""
    header = (ROOT / "include/chequer.h").read_text()
    assert len(re.findall(r"^CQ_API ", header, re.M)) == len(_abi.FUNCTIONS)
    assert len(re.findall(r"^typedef struct \w+ \{", header, re.M)) == len(STRUCTS)


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc here")
def test_layouts_are_those_of_the_compiler(tmp_path):
    lines = []
    for struct in STRUCTS:
        lines.append(f'printf("%zu\\n", sizeof({struct.__name__}));')
        lines += [f'printf("%zu\\n", offsetof({struct.__name__}, {name}));'
                  for name, _ in struct._fields_]
    program = tmp_path / "layout.c"
    program.write_text('#include <chequer.h>\nint main(void) {\n' + "\n".join(lines) + "\n}\n")
    subprocess.run(["gcc", "-I", ROOT / "include", "-o", tmp_path / "layout", program],
                   check=True)
    said = subprocess.run([tmp_path / "layout"], check=True, stdout=subprocess.PIPE).stdout
    expected = [number for struct in STRUCTS for number in
                [ctypes.sizeof(struct), *(getattr(struct, name).offset
                                          for name, _ in struct._fields_)]]
    assert [int(number) for number in said.split()] == expected


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc here")
def test_enums_are_those_of_the_compiler(tmp_path):
    header = (ROOT / "include/chequer.h").read_text()
    names = re.findall(r"\b(CQ_[A-Z0-9_]+)\b(?=,|\n| =| \}| +/\*)",
                       "".join(re.findall(r"typedef enum \w+ \{.*?\} \w+;", header, re.S)))
    names = list(dict.fromkeys(names))
    program = tmp_path / "values.c"
    program.write_text("#include <chequer.h>\nint main(void) {\n" + "".join(
        f'printf("%d\\n", (int){name});\n' for name in names) + "}\n")
    subprocess.run(["gcc", "-I", ROOT / "include", "-o", tmp_path / "values", program], check=True)
    said = subprocess.run([tmp_path / "values"], check=True, stdout=subprocess.PIPE).stdout
    values = dict(zip(names, map(int, said.split())))
    assert values["CQ_GOAL_COUNT"] == _abi.Goal.COUNT
    for kind in (_abi.Status, _abi.Goal, _abi.Verdict, _abi.Stop, _abi.Proof, _abi.Format,
                 _abi.Kind, _abi.ListForm, _abi.ProblemFormat, _abi.Cells):
        for member in kind:
            ending = [name for name in names if name in (
                f"CQ_{member.name}", f"CQ_{kind.__name__.upper()}_{member.name}",
                f"CQ_LIST_{member.name}", f"CQ_PROBLEM_{member.name}")]
            assert member in [values[name] for name in ending], member


def test_the_version_is_that_of_the_project():
    assert f"version : '{chequer.__version__}'" in (ROOT / "meson.build").read_text()


def import_with(library):
    return subprocess.run(
        [sys.executable, "-c", "import chequer; print(chequer.Board('8x8').count())"], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "CHEQUER_LIBRARY": str(library)})


def test_a_library_can_be_named(tmp_path):
    assert import_with(ROOT / "build/libchequer.so.0").stdout == "12988816\n"
    missing = import_with(tmp_path / "nowhere.so").stderr
    assert "ImportError: chequer needs its library" in missing and "nowhere.so" in missing


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc here")
def test_an_older_library_is_told(tmp_path):
    (tmp_path / "old.c").write_text('const char *cq_version(void) { return "0.0.1"; }\n')
    subprocess.run(["gcc", "-shared", "-o", tmp_path / "old.so", tmp_path / "old.c"], check=True)
    assert "is older than this package" in import_with(tmp_path / "old.so").stderr
