"""
Import the modules that declare tools, and say where it went wrong.

Bytecode is trusted by Python where the source has the same size and second as when it was
compiled, so it may be that of the file before the last edit. `from_source` neither reads nor
writes any, but for what is installed.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import sysconfig
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING

import proctor
from proctor.errors import ProctorError, ToolDeclarationError, UsageError
from proctor.nodes import visible
from proctor.terms.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import CodeType, ModuleType, TracebackType

MODULE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
SUFFIX = ".py"
OURS = os.path.dirname(os.path.abspath(proctor.__file__)) + os.sep  # noqa: PTH100, PTH120 - as text
INSTALLED = ("site-packages", "dist-packages")
HOW = "name it as Python imports it: shop.tools"


class ModuleMissing(UsageError):
    """There is no module of that name where Python looks."""

    def __init__(self, module: str, *, help: str | None) -> None:  # noqa: A002 - the user's word
        super().__init__(f"there is no module `{module}`, seen from {Path.cwd()}", help=help)
        self.module = module


class Uncompiled(SourceFileLoader):
    """Loads a module from its source, whatever bytecode lies beside it."""

    def get_code(self, fullname: str) -> CodeType | None:
        """Compile what the file says now."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class FromSource:
    """Finds what the other finders do, and has the source of it read."""

    @classmethod
    def find_spec(
        cls,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return where a module is; with a loader of ours, if it is a file that somebody edits."""
        for finder in sys.meta_path:
            find: Callable[..., ModuleSpec | None] | None = getattr(finder, "find_spec", None)
            if finder is cls or find is None:
                continue
            spec = find(fullname, path, target)
            if spec is not None:
                loader = spec.loader
                # Libraries that look into code (beartype) load files with a kind of their own.
                if isinstance(loader, SourceFileLoader) and not is_installed(loader.path):
                    spec.loader, spec.cached = Uncompiled(loader.name, loader.path), None
                return spec
        return None


def is_installed(path: str) -> bool:
    """Say whether a file is the standard library's or an installed package's."""
    return bool(set(INSTALLED) & set(Path(path).parts)) or Path(path).is_relative_to(
        sysconfig.get_path("stdlib")
    )


@contextmanager
def from_source() -> Iterator[None]:
    """Import what is not installed from its source, without reading or writing bytecode."""
    importlib.invalidate_caches()
    sys.meta_path.insert(0, FromSource)
    try:
        yield
    finally:
        sys.meta_path.remove(FromSource)


def imported(name: str) -> ModuleType:
    """
    Import a module.

    Raises:
        ModuleMissing: there is none of that name.
        ToolDeclarationError: it declares a tool that cannot be.
        UsageError: it is no name of a module, or it cannot be imported; with the place.

    """
    if not MODULE.fullmatch(name):
        message = f"`{visible(name)}` is not the name of a module"
        raise UsageError(message, help=instead_of(name) or HOW)
    try:
        return importlib.import_module(name)
    except ProctorError as error:
        kind = ToolDeclarationError if isinstance(error, ToolDeclarationError) else UsageError
        raise kind(failed(name, error, error.message), help=error.help) from error
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and is_part(error.name, name):
            raise ModuleMissing(name, help=instead_of(name)) from error
        said = error.msg if isinstance(error, SyntaxError) else error
        words = visible(f"{type(error).__name__}: {said}")
        raise UsageError(failed(name, error, words)) from error


def is_part(missing: str | None, name: str) -> bool:
    """Say whether a module that is missing is the wanted one or a package above it."""
    return missing is not None and f"{name}.".startswith(f"{missing}.")


def instead_of(name: str) -> str | None:
    """Return what to write instead of the name of a file."""
    dotted = name.removesuffix(SUFFIX).removeprefix("./").replace("/", ".")
    if dotted == name or not MODULE.fullmatch(dotted):
        return None
    return f"name it as Python imports it: {dotted}"


def is_below(folder: Path, name: str) -> bool:
    """Say whether a module, or the package that it is of, lies in a folder; nothing is run."""
    return PathFinder.find_spec(name.split(".", maxsplit=1)[0], [str(folder)]) is not None


def failed(name: str, error: BaseException, words: str) -> str:
    """Return the message for a module that cannot be imported."""
    at = place_of_error(error)
    return f"{f'{at}: ' if at else ''}the module `{name}` cannot be imported: {words}"


def place_of_error(error: BaseException) -> str:
    """Return `file:line` of what was wrong; in the code of whoever stands here, if it can be."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return shown_place(error.filename, error.lineno)
    not_theirs = (OURS, "<", importlib.__file__)
    theirs = [at for at in places_in(error.__traceback__) if not at[0].startswith(not_theirs)]
    here = str(Path.cwd()) + os.sep
    near = [at for at in theirs if at[0].startswith(here) and not is_installed(at[0])]
    best = near or theirs
    return shown_place(*best[-1]) if best else ""


def places_in(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    """Yield the file and line of each call on the way to an error, the innermost last."""
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def shown_place(file: str, line: int) -> str:
    """Return `file:line`, as seen from the folder that we stand in."""
    path, here = Path(file), Path.cwd()
    return plain(f"{path.relative_to(here) if path.is_relative_to(here) else path}:{line}")
