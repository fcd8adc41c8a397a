"""markdown - Markdown as this project writes it, as HTML.

Headings, paragraphs, fenced and indented code, lists in lists, tables, quotes, rules, images, links,
code, strong and emphasised words; comments are dropped. Whatever looks like HTML is text. A heading
has the anchor that GitHub gives it, so that links work in both places.
"""
import html
import re

FENCE = re.compile(r"(```+|~~~+)\s*(\w*)")
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])(\s+)(.*)")
HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
RULE = re.compile(r"\s*([-*_])(\s*\1){2,}\s*$")
DIVIDER = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")


def slug(text, taken):
    """GitHub's anchor of a heading."""
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("*", "")
    base = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
    anchor, number = base, 0
    while anchor in taken:
        number += 1
        anchor = f"{base}-{number}"
    taken.add(anchor)
    return anchor


class Converter:
    """One page. `link` makes an address of the one in the text; `headings` collects (level,
    anchor, text), `passages` what a search looks through: (anchor, text)."""

    def __init__(self, link=lambda address: address):
        self.link = link
        self.anchors = set()
        self.headings = []
        self.passages = []

    # ---- words ----

    def inline(self, text):
        kept = []

        def keep(markup):
            kept.append(markup)
            return f"\0{len(kept) - 1}\0"

        def code(found):
            return keep(f"<code>{html.escape(found[2].strip(), quote=False)}</code>")

        def picture(found):
            return keep(f'<img src="{html.escape(self.link(found[2]))}" alt="{html.escape(found[1])}">')

        def link(found):
            return keep(f'<a href="{html.escape(self.link(found[2]))}">') + found[1] + keep("</a>")

        text = re.sub(r"(`+)(.+?)\1(?!`)", code, text, flags=re.S)
        text = re.sub(r"\\([\\`*_{}\[\]()#+.!|<>-])", lambda found: keep(html.escape(found[1])), text)
        text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", picture, text)
        text = re.sub(r"\[([^\]]*)\]\(([^)\s]+)\)", link, text)
        text = re.sub(r"<(https?://[^>\s]+)>",
                      lambda found: keep(f'<a href="{html.escape(found[1])}">{html.escape(found[1])}</a>'),
                      text)
        text = html.escape(text, quote=False)
        text = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<strong>\1</strong>", text, flags=re.S)
        text = re.sub(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])", r"<em>\1</em>", text,
                      flags=re.S)
        text = re.sub(r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)", r"<em>\1</em>", text)
        while "\0" in text:
            text = re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], text)
        return text

    def remember(self, text):
        plain = html.unescape(re.sub(r"<[^>]+>", "", text))
        anchor = self.headings[-1][1] if self.headings else ""
        self.passages.append((anchor, " ".join(plain.split())))

    # ---- blocks ----

    def convert(self, text):
        return self.blocks(re.sub(r"<!--.*?-->", "", text, flags=re.S).splitlines())

    def blocks(self, lines):
        out, at = [], 0
        while at < len(lines):
            line = lines[at]
            if not line.strip():
                at += 1
            elif FENCE.match(line):
                at = self.fence(lines, at, out)
            elif HEADING.match(line):
                out.append(self.heading(HEADING.match(line)))
                at += 1
            elif RULE.match(line):
                out.append("<hr>")
                at += 1
            elif line.startswith(">"):
                at = self.quote(lines, at, out)
            elif ITEM.match(line):
                at = self.list(lines, at, out)
            elif line.startswith("    "):
                at = self.indented(lines, at, out)
            elif "|" in line and at + 1 < len(lines) and "|" in lines[at + 1] and DIVIDER.match(lines[at + 1]):
                at = self.table(lines, at, out)
            else:
                at = self.paragraph(lines, at, out)
        return "\n".join(out)

    def fence(self, lines, at, out):
        mark, language = FENCE.match(lines[at]).groups()
        code, at = [], at + 1
        while at < len(lines) and not lines[at].startswith(mark):
            code.append(lines[at])
            at += 1
        self.remember(" ".join(code))
        kind = f' class="{language}"' if language else ""
        shown = [html.escape(line, quote=False) for line in code]
        if language == "console":
            shown = [f"<b>{line}</b>" if line.startswith("$ ") else line for line in shown]
        out.append(f"<pre{kind}><code>" + "\n".join(shown) + "</code></pre>")
        return at + 1

    def indented(self, lines, at, out):
        code = []
        while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
            code.append(lines[at][4:])
            at += 1
        while code and not code[-1]:
            code.pop()
        self.remember(" ".join(code))
        out.append("<pre><code>" + html.escape("\n".join(code), quote=False) + "</code></pre>")
        return at

    def heading(self, found):
        level, text = len(found[1]), found[2]
        anchor = slug(text, self.anchors)
        shown = self.inline(text)
        self.headings.append((level, anchor, html.unescape(re.sub(r"<[^>]+>", "", shown))))
        self.passages.append((anchor, ""))
        return f'<h{level} id="{anchor}"><a class="anchor" href="#{anchor}">{shown}</a></h{level}>' \
            if "<a " not in shown else f'<h{level} id="{anchor}">{shown}</h{level}>'

    def quote(self, lines, at, out):
        inner = []
        while at < len(lines) and lines[at].startswith(">"):
            inner.append(re.sub(r"^> ?", "", lines[at]))
            at += 1
        out.append("<blockquote>" + self.blocks(inner) + "</blockquote>")
        return at

    def list(self, lines, at, out):
        """Items of one kind and indentation; what is indented deeper belongs to its item."""
        indent, mark = ITEM.match(lines[at]).group(1, 2)
        ordered, items, loose = mark[0].isdigit(), [], False
        while at < len(lines):
            found = ITEM.match(lines[at])
            if not found or found[1] != indent or found[2][0].isdigit() != ordered:
                break
            depth = len(found[1]) + len(found[2]) + len(found[3])
            item, at = [found[4]], at + 1
            while at < len(lines):
                line = lines[at]
                inside = line.startswith(" " * depth)
                lazy = line.strip() and lines[at - 1].strip() and not ITEM.match(line) \
                    and not FENCE.match(line) and not HEADING.match(line)
                later = next((rest for rest in lines[at:] if rest.strip()), "")
                if not (inside or lazy or (not line.strip() and later.startswith(" " * depth))
                        or (ITEM.match(line) and len(ITEM.match(line)[1]) > len(indent))):
                    break
                item.append(line[depth:] if inside else line.strip())
                at += 1
            loose = loose or "" in item
            items.append(item)
            following = next((rest for rest in lines[at:] if rest.strip()), "")
            if at < len(lines) and not lines[at].strip() and ITEM.match(following) \
                    and ITEM.match(following)[1] == indent \
                    and ITEM.match(following)[2][0].isdigit() == ordered:
                while not lines[at].strip():
                    at += 1
                loose = True
        tag = "ol" if ordered else "ul"
        start = int(re.match(r"\d+", mark)[0]) if ordered else 1
        shown = [self.blocks(item) for item in items]
        if not loose:
            shown = [re.sub(r"^<p>(.*?)</p>", r"\1", item, count=1, flags=re.S) for item in shown]
        out.append(f"<{tag}" + (f' start="{start}"' if start != 1 else "") + ">"
                   + "\n".join(f"<li>{item}</li>" for item in shown) + f"</{tag}>")
        return at

    @staticmethod
    def cells(line):
        """Of a row of a table; a bar in code or after a backslash does not part them."""
        line = re.sub(r"`[^`]*`", lambda found: found[0].replace("|", "\1"), line.strip())
        line = line.replace("\\|", "\1")
        return [cell.strip().replace("\1", "|") for cell in line.strip("|").split("|")]

    def table(self, lines, at, out):
        head = self.cells(lines[at])
        sides = ["right" if cell.endswith(":") and not cell.startswith(":") else
                 "center" if cell.endswith(":") else "" for cell in self.cells(lines[at + 1])]
        at += 2
        rows = []
        while at < len(lines) and "|" in lines[at]:
            rows.append(self.cells(lines[at]))
            at += 1

        def row(cells, tag):
            shown = [self.inline(cell) for cell in cells]
            self.remember(" ".join(shown))
            return "<tr>" + "".join(
                f"<{tag}" + (f' class="{side}"' if side else "") + f">{cell}</{tag}>"
                for cell, side in zip(shown, sides + [""] * len(cells))) + "</tr>"

        out.append('<div class="table"><table><thead>' + row(head, "th") + "</thead><tbody>\n"
                   + "\n".join(row(cells, "td") for cells in rows) + "</tbody></table></div>")
        return at

    def paragraph(self, lines, at, out):
        text = []
        while at < len(lines) and lines[at].strip() and not (text and (
                FENCE.match(lines[at]) or HEADING.match(lines[at]) or lines[at].startswith(">")
                or re.match(r"\s*[-*+]\s", lines[at]))):
            text.append(lines[at].strip())
            at += 1
        shown = self.inline("\n".join(text))
        self.remember(shown)
        out.append(f"<p>{shown}</p>")
        return at
