#!/usr/bin/env python3
"""Makes the wheel: the package with the library that meson built beside it.

    python/backend.py FOLDER        writes FOLDER/chequer-VERSION-py3-none-PLATFORM.whl

It is also what `pip install .` and `python3 -m build --wheel` call (PEP 517). The same tree
and library give the same bytes: members are sorted and have the date of SOURCE_DATE_EPOCH, or
1980. The library finds GMP and, if it was built with them, cairo and nauty on the system.
"""
from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import time
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "build/libchequer.so.0"


def project() -> dict[str, str | list[str] | dict[str, list[str]]]:
    table: dict[str, str | list[str] | dict[str, list[str]]] = tomllib.loads(
        (ROOT / "pyproject.toml").read_text())["project"]
    found = re.search(r"version : '([^']+)'", (ROOT / "meson.build").read_text())
    assert found
    return {**table, "version": found[1]}


def metadata() -> str:
    about = project()
    extras = about["optional-dependencies"]
    assert isinstance(extras, dict)
    lines = ["Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {about['version']}",
             f"Summary: {about['description']}", "License: MIT", "License-File: LICENSE",
             f"Requires-Python: {about['requires-python']}",
             *(f"Classifier: {line}" for line in about["classifiers"])]
    for extra, needs in extras.items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {need}; extra == "{extra}"'
                                                for need in needs)]
    readme = (ROOT / str(about["readme"])).read_text()
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", readme])


def tag() -> str:
    return "py3-none-" + re.sub(r"[.-]", "_", sysconfig.get_platform())


def members() -> dict[str, bytes]:
    """All that is in the wheel but the list of it."""
    about = f"{project()['name']}-{project()['version']}.dist-info"
    package = ROOT / "python/chequer"
    found = {f"chequer/{path.name}": path.read_bytes()
             for path in sorted(package.iterdir()) if path.suffix in (".py", ".typed")}
    found[f"chequer/{LIBRARY.name}"] = LIBRARY.read_bytes()
    found[f"{about}/METADATA"] = metadata().encode()
    found[f"{about}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    found[f"{about}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: chequer\n"
                               f"Root-Is-Purelib: false\nTag: {tag()}\n").encode()
    return found


def record(found: dict[str, bytes], name: str) -> bytes:
    def row(member: str, data: bytes) -> str:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        return f"{member},sha256={digest},{len(data)}"

    return "\n".join([*(row(*item) for item in found.items()), f"{name},,", ""]).encode()


def build_wheel(wheel_directory: str, config_settings: object = None,
                metadata_directory: object = None) -> str:
    if not LIBRARY.exists():
        subprocess.run(["make"], cwd=ROOT, check=True, stdout=sys.stderr)
    found = members()
    about = next(name for name in found if name.endswith("/WHEEL")).removesuffix("WHEEL")
    found[f"{about}RECORD"] = record(found, f"{about}RECORD")
    epoch = max(int(os.environ.get("SOURCE_DATE_EPOCH", 315532800)), 315532800)
    name = f"{about.removesuffix('.dist-info/')}-{tag()}.whl"
    Path(wheel_directory).mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in found.items():
            entry = zipfile.ZipInfo(member, time.gmtime(epoch)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return name


if __name__ == "__main__":
    print(f"{sys.argv[1]}/{build_wheel(sys.argv[1])}")
