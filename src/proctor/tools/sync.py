"""
Write down which tools the code has: tools/index.yaml and tools/categories.yaml.

Importing a module runs its code, so this is for a person alone. Nothing that is written
is believed until `proctor trust`, where the files are a project's. A file that would say
what it says already is left as it is, to the byte.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from proctor.config import Config, home_tree, read_config, shown_home
from proctor.errors import ConfigProblems, ProctorError, RoleProblems, UsageError
from proctor.roles.files import MAX_GENERATED, Tree, read_file
from proctor.roles.permissions import Known
from proctor.roles.trust import FOLDER, ProjectFiles, project_files, project_tree
from proctor.roles.write import cannot_write, fitting_mode, locked_folder, replace_file
from proctor.tools import categories, index_file
from proctor.tools.definition import ToolDefinition
from proctor.tools.gone import mentioned, naming
from proctor.tools.importing import ModuleMissing, from_source, is_below
from proctor.tools.index_file import Index, hash_of, text_of
from proctor.tools.index_reader import IndexFile, read_index
from proctor.tools.registry import Registry

PATIENCE = 30.0


@dataclass(frozen=True, kw_only=True)
class Synced:
    """
    What became of a catalogue.

    `gone` has, for each name that the code has no more, the roles that name it.
    `unchanged` says that the index was left as it was; `files` are those written.
    `empty` are the modules in which no tool is declared.
    """

    path: Path
    tools: tuple[ToolDefinition, ...]
    modules: tuple[str, ...]
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unchanged: bool = False
    files: tuple[Path, ...] = ()
    empty: tuple[str, ...] = ()

    def as_data(self, *, trusted: bool) -> dict[str, object]:
        """Return it as plain values; `trusted` says whether what was written counts already."""
        return {
            "file": str(self.path),
            "tools": len(self.tools),
            "modules": list(self.modules),
            "empty": list(self.empty),
            "added": list(self.added),
            "changed": list(self.changed),
            "gone": {name: list(roles) for name, roles in self.gone.items()},
            "unchanged": self.unchanged,
            "written": [str(path) for path in self.files],
            "trusted": trusted,
        }


def sync(root: Path | None, modules: Sequence[str] | None, home: Path) -> Synced:
    """
    Bring a catalogue up to date with the code.

    Args:
        root: the project whose catalogue it is; None for that of the home.
        modules: where the tools are declared, besides our own; None for those of last time.
        home: Proctor's home.

    Raises:
        UsageError: a module cannot be imported, or declares tools that cannot be.
        ConfigProblems: the catalogue that is there cannot be read, and says alone which
            modules there were; or the new one does not fit what else is configured.
        ProctorError: a file cannot be written.

    """
    folder = place_of(root, home)
    path = folder / index_file.NAME
    named = remembered(path, root, home) if modules is None else tuple(dict.fromkeys(modules))
    try:
        tools, empty = declared(named)
    except ModuleMissing as error:
        raise missing(error, named, root, of_last_time=modules is None) from error
    try:
        for place in (folder, path.parent):
            if place.is_symlink():
                raise UsageError(f"{place} is a link", help="nothing is written through a link")
            place.mkdir(mode=0o700 if root is None else 0o777, parents=True, exist_ok=True)
        with locked_folder(path, patience=PATIENCE) as descriptor:
            done = write(path, root, home, Index(tools=tools, modules=named), descriptor)
            return replace(done, empty=empty)
    except OSError as error:
        raise cannot_write(path, error) from error


def place_of(root: Path | None, home: Path) -> Path:
    """Return the folder that has, or gets, the folder of the catalogue."""
    if root is None:
        return home
    folder = root / FOLDER
    if os.path.realpath(folder) == os.path.realpath(home):
        raise UsageError(f"{folder} is Proctor's home, not a project's", help="use --home")
    return folder


def remembered(path: Path, root: Path | None, home: Path) -> tuple[str, ...]:
    """Return the modules of last time; of a project's, only what a person has trusted."""
    file = read_old(path)
    if file.problems:
        raise ConfigProblems(file.problems)
    modules = file.index.modules
    if root is not None and not set(modules) <= trusted_modules(root, home):
        options = " ".join(f"--module {module}" for module in modules)
        raise UsageError(
            "nobody has trusted the modules that this project's catalogue names",
            help=f"look at the code, which will run; then: proctor tools sync {options}",
        )
    return modules


def trusted_modules(root: Path, home: Path) -> set[str]:
    """Return the modules that the trusted copy of a project's catalogue names."""
    data = trusted_copy(root, home)
    return set(read_index(data, index_file.NAME).index.modules) if data else set()


def trusted_copy(root: Path, home: Path) -> bytes | None:
    """Return a project's catalogue as a person has trusted it."""
    copy = project_files(root, home).trusted
    return copy.files.get(index_file.NAME) if copy else None


def text_to_write(new: Index, root: Path | None, home: Path) -> str:
    """Return the text of a catalogue; the trusted one's where only the time would differ."""
    try:
        trusted = trusted_copy(root, home) if root is not None else None
    except RoleProblems:
        trusted = None  # it is damaged: the next `proctor trust` tells, and makes a new one
    if trusted:
        before = read_index(trusted, index_file.NAME).index.generated_at
        text = text_of(replace(new, generated_at=before))
        if text.encode() == trusted:
            return text
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return text_of(replace(new, generated_at=now))


def declared(modules: Sequence[str]) -> tuple[tuple[ToolDefinition, ...], tuple[str, ...]]:
    """
    Return our own tools and those that modules declare, and the modules that declare none.

    What they print goes to stderr.
    """
    registry, empty = Registry.built_in(), []
    # The path and the output are the whole process's: nobody else may work in it meanwhile.
    with from_here(), from_source(), redirect_stdout(sys.stderr):
        for module in modules:
            found = Registry.from_modules([module])
            for tool in found:
                registry.add(tool)
            empty += [] if len(found) else [module]
    return registry.definitions, tuple(empty)


def missing(
    error: ModuleMissing, modules: Sequence[str], root: Path | None, *, of_last_time: bool
) -> UsageError:
    """Return the error for a module that is not there, with the way out."""
    name, here = error.module, Path.cwd()
    if root is not None and here != root and is_below(root, name):
        return UsageError(error.message, help=f"it is imported from where you stand: cd {root}")
    if not of_last_time:
        return error
    rest = " ".join(f"--module {module}" for module in modules if module != name)
    command = f"proctor tools sync {'--home ' if root is None else ''}{rest or '--no-modules'}"
    message = f"the module `{name}`, which had tools at the last sync, is gone from {here}"
    return UsageError(message, help=f"to drop it and its tools: {command}")


@contextmanager
def from_here() -> Iterator[None]:
    """Let Python import from the folder that we stand in."""
    here = str(Path.cwd())
    before = list(sys.path)
    sys.path.insert(0, here)
    try:
        yield
    finally:
        sys.path[:] = before


def read_old(path: Path) -> IndexFile:
    """Read the catalogue that is there; none is an empty one."""
    try:
        return read_index(read_file(str(path), follow=False, most=MAX_GENERATED), str(path))
    except FileNotFoundError:
        return IndexFile()
    except OSError as error:
        raise cannot_write(path, error) from error


def write(path: Path, root: Path | None, home: Path, new: Index, descriptor: int) -> Synced:
    """Write what has changed, and say what that is."""
    old = read_old(path).index
    here = old_text(path)
    there = {name for tool in new.tools for name in tool.names}
    lost = [name for name in names_of(old) if name not in there]
    config = checked(root, home, text_of(replace(new, gone=tuple(lost))))
    lost = [name for name in lost if name in config.catalogue.gone]
    # What counts is what will be read: a character that no file can hold is another one there.
    new = replace(new, tools=read_index(text_of(new).encode(), str(path)).index.tools)
    trees = [home_tree(home), *([project_tree(root, home)] if root else [])]
    gone = naming(lost, trees, Known(config.catalogue, config.profiles))
    # Of a home's tools nobody knows which projects' roles name them.
    used = set(lost) if root is None else mentioned(lost, trees)
    kept = [name for name in lost if name in used]
    new = replace(
        new, gone=tuple(kept), source_hash=hash_of(new.tools), generated_at=old.generated_at
    )
    unchanged = here == text_of(new)
    written = []
    if not unchanged:
        put(path, text_to_write(new, root, home), descriptor)
        written.append(path)
    if more := missing_categories(path, new.tools):
        put(path.parent / Path(categories.NAME).name, more, descriptor)
        written.append(path.parent / Path(categories.NAME).name)
    before = {tool.id: tool.metadata() for tool in old.tools}
    return Synced(
        path=path,
        tools=new.tools,
        modules=new.modules,
        added=tuple(tool.id for tool in new.tools if tool.id not in before),
        changed=tuple(t.id for t in new.tools if before.get(t.id, t.metadata()) != t.metadata()),
        gone={name: gone[name] for name in lost if name in kept or name in before},
        unchanged=unchanged,
        files=tuple(written),
    )


def old_text(path: Path) -> str | None:
    """Return a file's text, None where there is none that can be read as text."""
    try:
        return read_file(str(path), follow=False, most=MAX_GENERATED).decode()
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def put(path: Path, text: str, descriptor: int) -> None:
    """Put a file in its place, whole, as long as it can be read again."""
    data = text.encode()
    if len(data) > MAX_GENERATED:
        message = f"the catalogue would have more than {MAX_GENERATED // 1024} KiB"
        raise ProctorError(message, help="shorten the descriptions of tools and parameters")
    replace_file(path, data, descriptor, mode=fitting_mode(descriptor))


def names_of(index: Index) -> Iterator[str]:
    """Return every name that a catalogue has or had, each once."""
    names = (name for tool in index.tools for name in tool.names)
    yield from dict.fromkeys((*names, *index.gone))


def checked(root: Path | None, home: Path, text: str) -> Config:
    """
    Return the config that would hold, once the new catalogue is trusted.

    Raises:
        ConfigProblems: the config files and the catalogue do not go together.

    """
    at_home, name = home_tree(home), shown_home(home)
    if root is None:
        before = read_config(without(at_home), None, name)
        after = read_config(having(at_home, text), None, name)
    else:
        now = project_tree(root, home)
        old, new_tree = without(now), having(now, text)
        before = read_config(at_home, ProjectFiles(old, old, None), name)
        after = read_config(at_home, ProjectFiles(new_tree, new_tree, None), name)
    new = [each for each in after.problems if not each.warning and each not in before.problems]
    if new:
        raise ConfigProblems(new)
    return after


def having(tree: Tree, text: str) -> Tree:
    """Return some files with another catalogue."""
    files = {**tree.files, index_file.NAME: text.encode()}
    return Tree(files, {k: why for k, why in tree.refused.items() if k != index_file.NAME})


def without(tree: Tree) -> Tree:
    """Return some files without their catalogue."""
    files = {name: data for name, data in tree.files.items() if name != index_file.NAME}
    return Tree(files, tree.refused)


def missing_categories(path: Path, tools: Iterable[ToolDefinition]) -> str | None:
    """Return the text that the categories need, None if they are complete."""
    used = {tool.category for tool in tools}
    file = path.parent / Path(categories.NAME).name
    try:
        text = read_file(str(file), follow=False).decode()
    except FileNotFoundError:
        text = None
    except UnicodeDecodeError:
        return None
    return categories.with_missing(text, used, str(file))
