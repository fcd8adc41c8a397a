#!/usr/bin/env python3
"""The documents as one static site, with a search, the gallery and the commands' help.

    tools/site/site.py COMMAND FOLDER [--app FILE]

README.md becomes FOLDER/index.html, docs/x.md becomes FOLDER/docs/x.html, and so on; pictures and
files that a page links to are copied. docs/README.md is the table of contents: its headings and
links are the navigation, and pages that it does not name come last. --app is the page that solves
in the browser, one file, linked as "Try it".

Every link within the site is followed, to its anchor; those that lead nowhere are printed, and the
exit status is 1. The last line is "N passed, N failed".
"""
import argparse
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).parent))
import gallery
from markdown import Converter

ROOT = gallery.ROOT
HERE = Path(__file__).parent
TOP = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md"]

FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{base}style.css">
<link rel="icon" href="{base}icon.svg">
<script>try {{ const t = localStorage.getItem("theme"); if (t) document.documentElement.dataset.theme = t; }} catch {{}}</script>
</head>
<body>
<header>
<button id="menu" aria-label="Pages" aria-expanded="false">☰</button>
<a class="name" href="{base}index.html">chequer</a>
<input id="search" type="search" placeholder="Search ( / )" aria-label="Search the documents" autocomplete="off">
<button id="theme" aria-label="Light or dark">◐</button>
<div id="found"></div>
</header>
<div class="frame">
<nav aria-label="Pages"><div>
{nav}
</div></nav>
<main{kind}>
{body}
</main>
</div>
<script src="{base}search-index.js"></script>
<script src="{base}site.js" data-base="{base}"></script>
</body>
</html>
"""


class Page:
    """A page of the site: where it comes from, where it goes, what it says."""

    def __init__(self, address, title="", body="", kind="", passages=()):
        self.address, self.title, self.body, self.kind = address, title, body, kind
        self.passages = list(passages)  # anchor, heading, its level, text


def address_of(path):
    """Where a document of the tree goes."""
    if path == "README.md":
        return "index.html"
    if path.endswith("README.md"):
        return path.removesuffix("README.md") + "index.html"
    return path.removesuffix(".md") + ".html"


def documents():
    found = [path for path in TOP if (ROOT / path).exists()]
    return found + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.sources = documents()
        self.pages = []
        self.files = set()  # of the tree, that pages link to
        self.folders = set()
        self.broken = []

    # ---- documents ----

    def link(self, source, address):
        """The address of a link in this document, as its page has it."""
        if re.match(r"[a-z]+:|#", address):
            return address
        path, _, anchor = address.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(source), path))
        if (ROOT / target / "README.md").exists():
            target += "/README.md"
        if target in self.sources:
            goal = address_of(target)
        elif (ROOT / target).is_file():
            goal = target
            self.files.add(target)
        elif (ROOT / target).is_dir():
            goal = target + "/index.html"
            self.folders.add(target)
        else:
            goal = target  # leads nowhere: follow() finds it
        here = os.path.dirname(address_of(source))
        return os.path.relpath(goal, here or ".") + (f"#{anchor}" if anchor else "")

    def read(self, source):
        converter = Converter(lambda address: self.link(source, address))
        body = converter.convert((ROOT / source).read_text())
        names = {anchor: (text, level) for level, anchor, text in converter.headings}
        title = converter.headings[0][2] if converter.headings else source
        joined = {}
        for anchor, text in converter.passages:
            joined.setdefault(anchor, []).append(text)
        passages = [(anchor, *names.get(anchor, ("", 1)), " ".join(filter(None, texts)))
                    for anchor, texts in joined.items()]
        self.pages.append(Page(address_of(source), title, body, "", passages))

    def list_folder(self, path):
        """A page for a folder that has none of its own: its files."""
        names = sorted(file.name for file in (ROOT / path).iterdir() if file.is_file())
        self.files.update(f"{path}/{name}" for name in names)
        body = f"<h1>{path}</h1><ul>" + "".join(
            f'<li><a href="{html.escape(name)}">{html.escape(name)}</a></li>' for name in names) + "</ul>"
        self.pages.append(Page(f"{path}/index.html", path, body))

    # ---- what the command makes ----

    def read_help(self, binary):
        """The help of every command and topic on one page."""
        def say(*words):
            return subprocess.run([binary, "help", *words], check=True, text=True,
                                  capture_output=True).stdout

        overview = say()
        names = [(part, re.findall(r"^  (\w+)", re.search(part + r":\n((?:  .*\n)+)", overview)[1], re.M))
                 for part in ("Commands", "Topics")]
        body = ['<h1 id="commands">Commands</h1>',
                "<p>What <code>chequer help</code> prints for each command and each topic. The man pages "
                "chequer(1), chequer-tile(1) and so on have the same.</p>"]
        passages = []
        for part, listed in names:
            for name in listed:
                shown = f"chequer {name}" if part == "Commands" else name
                text = say(name)
                body.append(f'<h2 id="{name}"><a class="anchor" href="#{name}">{shown}</a></h2>'
                            f"<pre><code>{html.escape(text, quote=False)}</code></pre>")
                passages.append((name, shown, 2, " ".join(text.split())))
        self.pages.append(Page("commands.html", "Commands", "\n".join(body), "", passages))

    def make_gallery(self, binary):
        sections = gallery.read()
        entries = gallery.make(sections, binary, self.folder / "gallery")
        for entry in entries:
            if entry.wrong:
                self.broken.append(f"gallery: {entry.command}: {entry.wrong}")
        passages = [(entry.anchor(), entry.title, 3, " ".join(entry.text) + " " + entry.command)
                    for entry in entries]
        self.pages.append(Page("gallery/index.html", "Gallery", gallery.body(sections), "broad", passages))

    # ---- navigation ----

    def contents(self, app):
        """Sections of the navigation: (title, [(name, address)])."""
        first = [("Overview", "index.html")] + ([("Try it", "chequer.html")] if app else [])
        first += [("Gallery", "gallery/index.html"), ("Commands", "commands.html")]
        sections, named = [("chequer", first)], {address for _, address in first}
        table = ROOT / "docs/README.md"
        titles = {page.address: page.title for page in self.pages}
        for line in table.read_text().splitlines() if table.exists() else []:
            if line.startswith("## "):
                sections.append((line[3:], []))
            for _, target in re.findall(r"\[([^\]]+)\]\(([^)#\s]+)\)", line):
                path = os.path.normpath(os.path.join("docs", target))
                path += "/README.md" if (ROOT / path).is_dir() else ""
                address = address_of(path)
                if address in titles and address not in named:
                    named.add(address)
                    sections[-1][1].append((titles[address], address))
        rest = [(title, address) for address, title in titles.items() if address not in named
                and address != "docs/index.html"
                and os.path.dirname(address) not in self.folders]
        engines = [pair for pair in rest if pair[1].startswith("docs/engines/")]
        more = [pair for pair in rest if pair not in engines]
        sections += [("Engines", engines), ("More", more)]
        return [(title, pairs) for title, pairs in sections if pairs]

    @staticmethod
    def nav(sections, here):
        def item(name, address):
            current = ' aria-current="page"' if address == here else ""
            goal = os.path.relpath(address, os.path.dirname(here) or ".")
            return f'<li><a href="{goal}"{current}>{html.escape(name)}</a></li>'

        return "\n".join(f"<p>{html.escape(title)}</p><ul>"
                         + "".join(item(*pair) for pair in pairs) + "</ul>"
                         for title, pairs in sections)

    # ---- writing ----

    def write(self, app):
        sections = self.contents(app)
        for page in self.pages:
            base = "../" * page.address.count("/")
            target = self.folder / page.address
            target.parent.mkdir(parents=True, exist_ok=True)
            title = "chequer" if page.address == "index.html" else f"{page.title} - chequer"
            target.write_text(FRAME.format(
                title=html.escape(title), base=base, nav=self.nav(sections, page.address),
                kind=f' class="{page.kind}"' if page.kind else "", body=page.body))
        for name in ("style.css", "site.js"):
            shutil.copy(HERE / name, self.folder / name)
        shutil.copy(ROOT / "src/web/page/icon.svg", self.folder / "icon.svg")
        for path in self.files:
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, self.folder / path)
        if app:
            shutil.copy(app, self.folder / "chequer.html")
        index = [{"title": page.title, "address": page.address, "passages": page.passages}
                 for page in self.pages]
        (self.folder / "search-index.js").write_text(
            '"use strict";\nconst pages = ' + json.dumps(index, ensure_ascii=False) + ";\n")

    # ---- links ----

    def follow(self):
        """Every link and picture within the site, to its anchor; returns how many."""
        texts = {page.address: (self.folder / page.address).read_text() for page in self.pages}
        anchors = {address: set(re.findall(r'\bid="([^"]+)"', text)) for address, text in texts.items()}
        count = 0
        for address, text in texts.items():
            for goal in re.findall(r'\b(?:href|src)="([^"]+)"', text):
                goal = html.unescape(goal)
                if re.match(r"[a-z]+:", goal):
                    continue
                count += 1
                path, _, anchor = goal.partition("#")
                target = os.path.normpath(os.path.join(os.path.dirname(address), unquote(path))) \
                    if path else address
                if not (self.folder / target).is_file():
                    self.broken.append(f"{address}: {goal}: there is no such page")
                elif anchor and anchor not in anchors.get(target, {anchor}):
                    self.broken.append(f"{address}: {goal}: the page has no such heading")
        return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("command", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--app", type=Path, help="the page that solves in the browser")
    options = parser.parse_args()
    binary, folder = options.command.resolve(), options.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    site = Site(folder)
    for source in site.sources:
        site.read(source)
    for path in sorted(site.folders):
        site.list_folder(path)
    site.read_help(binary)
    site.make_gallery(binary)
    app = options.app if options.app and options.app.exists() else None
    site.write(app)
    count = site.follow()
    for link in site.broken:
        print(link)
    print(f"{len(site.pages)} pages with {count} links")
    print(f"{count - len(site.broken)} passed, {len(site.broken)} failed")
    sys.exit(bool(site.broken))


if __name__ == "__main__":
    main()
