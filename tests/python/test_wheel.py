"""The wheel: complete, repeatable, and enough to use the package anywhere."""
import base64
import hashlib
import os
import subprocess
import sys
import zipfile

import pytest
from conftest import ROOT

pytest.importorskip("tomllib")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run([sys.executable, ROOT / "python/backend.py", folder], check=True,
                          stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def test_the_record_is_right(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        record = next(name for name in names if name.endswith("/RECORD"))
        rows = [row.split(",") for row in archive.read(record).decode().splitlines()]
        assert sorted(row[0] for row in rows) == sorted(names)
        for name, digest, size in rows:
            if name != record:
                data = archive.read(name)
                hashed = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
                assert (digest, int(size)) == ("sha256=" + hashed.rstrip("="), len(data))
    sources = {path.name for path in (ROOT / "python/chequer").glob("*.py")}
    assert {f"chequer/{name}" for name in sources | {"py.typed", "libchequer.so.0"}} < set(names)
    assert any(name.endswith("/LICENSE") for name in names)


def test_the_same_bytes_again(wheel, tmp_path):
    done = subprocess.run([sys.executable, ROOT / "python/backend.py", tmp_path], check=True,
                          stdout=subprocess.PIPE, text=True)
    with open(wheel, "rb") as first, open(done.stdout.strip(), "rb") as second:
        assert first.read() == second.read()


def test_it_works_from_anywhere(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("CHEQUER_LIBRARY", "PYTHONPATH")}
    done = subprocess.run(
        [sys.executable, "-c", "import chequer; print(chequer.__file__, "
         "chequer._library.lib._name, chequer.Board('8x8').count())"],
        cwd=tmp_path, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.split() == [str(tmp_path / "chequer/__init__.py"),
                                   str(tmp_path / "chequer/libchequer.so.0"), "12988816"]
