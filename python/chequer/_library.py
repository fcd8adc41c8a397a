"""The shared library: where it is, how its objects are held, how its errors are raised.

The library is looked for

1. at CHEQUER_LIBRARY, if that is set: nowhere else then;
2. beside this package, where a wheel has it;
3. in the build of a source tree that this package stands in;
4. where the system's linker looks.

An object of the library is a `Native`. It is freed when nobody holds it any more, and holds
what it needs itself: a run its problem, a problem its context. The holders are counted here and
not left to the garbage collector, which finalizes the members of a cycle in any order.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import threading
from collections import deque
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, TypeVar

from . import _abi
from .errors import CLASSES, Error, FileError, OutOfMemory

Result = TypeVar("Result")

SONAME = "libchequer.so.0"


def _candidates() -> list[str]:
    named = os.environ.get("CHEQUER_LIBRARY")
    if named:
        return [named]
    here = Path(__file__).resolve().parent
    beside = [here / SONAME, here.parent.parent / "build" / SONAME]
    return [*(str(path) for path in beside if path.exists()), SONAME]


def _load() -> ctypes.CDLL:
    tried: list[str] = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            tried.append(f"{path}: {error}")
    raise ImportError(
        "chequer needs its library, libchequer.so.0, which was not found. Install it, or name "
        f"it in CHEQUER_LIBRARY. Tried: {'; '.join(tried)}")


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, parameters) in _abi.FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"the library {library._name} is older than this package: it has "
                              f"no {name}") from None
        function.restype, function.argtypes = result, parameters
    return library


lib = _declare(_load())
version: str = lib.cq_version().decode()

_libc = ctypes.CDLL(None)
_libc.open_memstream.restype = ctypes.c_void_p
_libc.open_memstream.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_size_t)]
_libc.fopen.restype = ctypes.c_void_p
_libc.fopen.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
_libc.fclose.argtypes = [ctypes.c_void_p]
_libc.free.argtypes = [ctypes.c_void_p]


class Native:
    """An object of the library, freed when its last holder drops it."""

    __slots__ = ("pointer", "_free", "_more", "_needs", "_keep", "__weakref__")

    def __init__(self, pointer: int | None, free: Callable[[int | None], object],
                 needs: tuple[Native, ...] = (), keep: object = None):
        for native in needs:
            native.hold()
        self.pointer, self._free, self._needs, self._keep = pointer, free, needs, keep
        self._more: deque[None] = deque()  # holders beside the first

    def hold(self) -> None:
        self._more.append(None)

    def drop(self) -> None:
        try:
            self._more.pop()  # one of several: popping is atomic, so one thread is the last
        except IndexError:
            self._free(self.pointer)
            for native in self._needs:
                native.drop()

    def __del__(self) -> None:
        if hasattr(self, "_more"):
            self.drop()


class Context(Native):
    """Holds the errors and counts the memory of what is made in it, in one thread at a time."""

    __slots__ = ()

    def __init__(self, memory: int | None = None):
        pointer = lib.cq_context_new()
        if not pointer:
            raise OutOfMemory("out of memory")
        super().__init__(pointer, lib.cq_context_free)
        if memory:
            lib.cq_context_limit_memory(pointer, memory)
        else:
            lib.cq_context_limit_to_machine(pointer)

    def error(self, status: int) -> Error:
        at = self.pointer
        return CLASSES[status](
            lib.cq_error_text(at).decode(), source=lib.cq_error_source(at).decode(),
            line=lib.cq_error_line(at), column=lib.cq_error_column(at))

    def check(self, status: int) -> None:
        if status:
            raise self.error(status)

    def make(self, free: Callable[[int | None], object], function: Any, *arguments: Any) -> Native:
        """Calls function(context, ..., &result) and holds the result."""
        made = ctypes.c_void_p()
        self.check(function(self.pointer, *arguments, ctypes.byref(made)))
        return Native(made.value, free, (self,))


def written(write: Callable[[int], object]) -> bytes:
    """What a function writes to the FILE that it gets."""
    text, size = ctypes.c_void_p(), ctypes.c_size_t()
    stream = _libc.open_memstream(ctypes.byref(text), ctypes.byref(size))
    if not stream:
        raise OutOfMemory("out of memory")
    try:
        write(stream)
    finally:
        _libc.fclose(stream)
        data = ctypes.string_at(text, size.value) if text else b""
        _libc.free(text)
    return data


@contextmanager
def opened(path: str | os.PathLike[str], mode: str) -> Iterator[int]:
    """A file as a FILE of the library's functions."""
    with open(path, mode):  # raises what Python raises, with the right words
        pass
    stream = _libc.fopen(os.fsencode(path), mode.encode())
    if not stream:
        raise OutOfMemory("out of memory")
    failed = 0
    try:
        yield stream
    finally:
        failed = _libc.fclose(stream)
    if failed:
        raise FileError("the last bytes could not be written: the disk may be full",
                        source=os.fspath(path))


def patiently(context: Context, call: Callable[[], Result]) -> Result:
    """Makes a call that may take long. Ctrl-C stops it and is raised when it has ended.

    Python handles signals in its main thread, between two steps of its own. So the call is
    made by another thread, while this one waits in small steps.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    results: list[Result] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, name="chequer", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.02)
    except BaseException:
        lib.cq_cancel(context.pointer)
        thread.join()
        raise
    if errors:
        raise errors[0]
    return results[0]
