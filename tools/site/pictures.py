#!/usr/bin/env python3
"""Makes the pictures of the documents anew, by the commands that stand below them.

    tools/site/pictures.py COMMAND            writes them into docs/pictures
    tools/site/pictures.py --check COMMAND    says which are not what their commands make

In a document a picture and the command that makes it are two lines:

    ![What it shows](../pictures/name.svg)
    `chequer ... -o name.svg`

A picture name-3.svg is the third that a command with -o name.svg writes. The last line is
"N passed, N failed".
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "docs/pictures"
CAPTION = re.compile(r"!\[[^\]]*\]\([^)]*pictures/([\w.-]+)\)\n`(chequer [^`]* -o (\S+))`")


def captions():
    """Of every document: (document, picture, command), each picture once."""
    found = {}
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for picture, command, output in CAPTION.findall(page.read_text()):
            stem, dot, kind = output.rpartition(".")
            if not re.fullmatch(re.escape(stem) + r"(-\d+)?" + re.escape(dot + kind), picture):
                sys.exit(f"{page.relative_to(ROOT)}: the command below {picture} writes {output}")
            if found.setdefault(picture, (page, command))[1] != command:
                sys.exit(f"{page.relative_to(ROOT)}: {picture} has two commands")
    return found


def make(binary, command, picture):
    """The bytes of the picture; None if the command did not write it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "chequer").symlink_to(binary)
        (place / "examples").symlink_to(ROOT / "examples")
        env = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
        subprocess.run(["bash", "-c", command], cwd=folder, env=env, check=False,
                       stdin=subprocess.DEVNULL, capture_output=True)
        return (place / picture).read_bytes() if (place / picture).exists() else None


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) != 1:
        sys.exit(__doc__.split("\n\n")[1])
    binary, check, failed = Path(arguments[0]).resolve(), "--check" in sys.argv, 0
    found = captions()
    for picture, (page, command) in found.items():
        made, target = make(binary, command, picture), PICTURES / picture
        if made is None:
            print(f"{page.relative_to(ROOT)}: no {picture} comes from: {command}")
            failed += 1
        elif check and (not target.exists() or target.read_bytes() != made):
            print(f"docs/pictures/{picture} is not what this makes: {command}")
            failed += 1
        elif not check:
            target.write_bytes(made)
    print(f"{len(found) - failed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
