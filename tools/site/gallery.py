#!/usr/bin/env python3
"""Makes the pictures of docs/gallery.list, and a page of them with their commands.

    tools/site/gallery.py COMMAND FOLDER      FOLDER/index.html and the pictures

A command must end with the exit code that the list gives and leave at least one picture; else it
is shown with what it said, and the exit status is 1. The last line is "N passed, N failed".
"""
import concurrent.futures
import html
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LIST = ROOT / "docs/gallery.list"
THREADS = 2


def is_long(picture):
    """Whether it is a strip, which needs the whole width of the page."""
    sizes = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', picture.read_text(errors="replace")) \
        if picture.suffix == ".svg" else None
    return bool(sizes) and float(sizes[1]) > 3 * float(sizes[2])


class Entry:
    """A title, its text, its command, and what came of it."""

    def __init__(self, title):
        self.title, self.text, self.command, self.code = title, [], "", 0
        self.pictures, self.long, self.wrong = [], False, ""

    def anchor(self):
        return re.sub(r"\W+", "-", self.title.lower()).strip("-")

    def run(self, folder):
        env = dict(os.environ, PATH=f"{folder / 'bin'}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
        done = subprocess.run(["bash", "-c", self.command], cwd=folder, env=env, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        name = Path(re.search(r"-o (\S+)", self.command)[1])
        numbered = re.compile(re.escape(name.stem) + r"-(\d+)" + re.escape(name.suffix))
        parts = [file.name for file in folder.iterdir() if numbered.fullmatch(file.name)]
        self.pictures = ([name.name] if (folder / name).exists() else
                         sorted(parts, key=lambda part: int(numbered.fullmatch(part)[1])))
        self.long = bool(self.pictures) and is_long(folder / self.pictures[0])
        if done.returncode != self.code or not self.pictures:
            self.wrong = (f"exit code {done.returncode}, {len(self.pictures)} pictures\n"
                          + done.stdout[:500] + done.stderr[:500])


def read(path=LIST):
    """Sections in order: (title, its entries)."""
    sections = []
    for line in path.read_text().splitlines():
        if line.startswith("## "):
            sections.append((line[3:], []))
        elif line.startswith("= "):
            sections[-1][1].append(Entry(line[2:]))
        elif line.startswith("$ "):
            sections[-1][1][-1].command = line[2:]
        elif line.startswith("? "):
            sections[-1][1][-1].code = int(line[2:])
        elif line and not line.startswith("#"):
            sections[-1][1][-1].text.append(line)
    for _, entries in sections:
        for entry in entries:
            if not entry.text or " -o " not in entry.command:
                sys.exit(f"{path}: '{entry.title}' has no text or no command with -o")
    return sections


def make(sections, binary, folder):
    """All pictures, in a folder that has examples/ and the command as `chequer`."""
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    for link, target in ((folder / "bin/chequer", binary), (folder / "examples", ROOT / "examples")):
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    for old in list(folder.glob("*.svg")) + list(folder.glob("*.png")):
        old.unlink()
    entries = [entry for _, section in sections for entry in section]
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda entry: entry.run(folder), entries))
    (folder / "bin/chequer").unlink()
    (folder / "bin").rmdir()
    (folder / "examples").unlink()
    return entries


def figure(entry):
    several = len(entry.pictures) > 1
    images = "".join(
        f'<a href="{name}"><img loading="lazy" src="{name}" alt="{html.escape(entry.title)}'
        + (f", {number} of {len(entry.pictures)}" if several else "") + '"></a>'
        for number, name in enumerate(entry.pictures, 1))
    shown = f'<div class="several">{images}</div>' if several else images
    kind = ' class="wide"' if several or entry.long else ""
    return (f'<figure id="{entry.anchor()}"{kind}>{shown}<figcaption>'
            f"<h3>{html.escape(entry.title)}</h3><p>{inline(' '.join(entry.text))}</p>"
            f"<code>{html.escape(entry.command)}</code></figcaption></figure>")


def inline(text):
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))


def body(sections):
    """The pictures as HTML, to stand in a page."""
    out = ["<h1>Gallery</h1>",
           "<p>Every picture is made by the command below it. Click on a picture to see it alone.</p>"]
    for title, entries in sections:
        out.append(f'<h2>{html.escape(title)}</h2>\n<div class="gallery">')
        out += [figure(entry) for entry in entries]
        out.append("</div>")
    return "\n".join(out)


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>chequer: gallery</title>
<style>
{style}
</style>
</head>
<body>
<main class="alone">
{body}
</main>
</body>
</html>
"""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1].strip())
    binary, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    sections = read()
    entries = make(sections, binary, folder)
    style = (Path(__file__).parent / "style.css").read_text()
    (folder / "index.html").write_text(PAGE.format(style=style, body=body(sections)))
    wrong = [entry for entry in entries if entry.wrong]
    for entry in wrong:
        print(f"FAILED: {entry.command}\n{entry.wrong}")
    print(f"{sum(len(entry.pictures) for entry in entries)} pictures")
    print(f"{len(entries) - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
