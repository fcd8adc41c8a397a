"""Pictures: SVG in notebooks, files in every format that the library draws."""
from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from . import _abi
from ._library import Context, lib, patiently, written

#: Endings of files and names of formats.
FORMATS = {"txt": _abi.Format.TEXT, "box": _abi.Format.BOX, "svg": _abi.Format.SVG,
           "png": _abi.Format.PNG, "pdf": _abi.Format.PDF, "tex": _abi.Format.TIKZ,
           "apng": _abi.Format.APNG}


class Svg(str):
    """The text of an SVG picture, which notebooks show as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def _drawing(caption: str | None, coordinates: bool, flags: dict[str, bool]) -> Any:
    """The options of a picture: `types`, `numbers`, `path`, `by_time`, `animated`."""
    known = {name for name, _ in _abi.cq_drawing._fields_} - {
        "size", "solution", "caption", "no_coordinates"}
    unknown = set(flags) - known
    if unknown:
        raise TypeError(f"a picture has no option {min(unknown)!r}; it has "
                        f"{', '.join(sorted(known))}, caption and coordinates")
    drawing = _abi.cq_drawing(size=ctypes.sizeof(_abi.cq_drawing), **flags)
    drawing.caption = caption.encode() if caption is not None else None
    drawing.no_coordinates = not coordinates
    return drawing


class Drawn:
    """Something that can be drawn."""

    def _draw_to(self, context: Context, drawing: Any, form: int, stream: int) -> int:
        raise NotImplementedError

    def draw(self, form: str = "svg", *, caption: str | None = None, coordinates: bool = True,
             **flags: bool) -> bytes:
        """The bytes of a picture: "svg", "png", "pdf", "tex", "txt", "box" or "apng".

        The flags are those of the command: `types` gives each of the four types of dominoes a
        colour, `numbers` and `path` choose what a tour shows, `by_time` colours it from its
        beginning to its end, `animated` makes it move.
        """
        if form not in FORMATS:
            raise ValueError(f"there is no format {form!r}; expected one of "
                             f"{', '.join(FORMATS)}")
        drawing = _drawing(caption, coordinates, flags)
        context = Context()
        return patiently(context, lambda: written(lambda stream: context.check(
            self._draw_to(context, ctypes.byref(drawing), FORMATS[form], stream))))

    def svg(self, **flags: Any) -> Svg:
        """The picture as SVG, with the flags of `draw`."""
        return Svg(self.draw("svg", **flags).decode())

    def save(self, path: str | Path, **flags: Any) -> None:
        """Draws to a file, in the format of its ending."""
        ending = Path(path).suffix.removeprefix(".").lower()
        if ending == "png" and flags.get("animated"):
            ending = "apng"
        Path(path).write_bytes(self.draw(ending, **flags))

    def _repr_svg_(self) -> str:
        return self.svg()


def can_draw(form: str) -> bool:
    """False for a format that was left out when the library was built."""
    return form in FORMATS and bool(lib.cq_draw_can(FORMATS[form]))
