"""
Leave our own tools out of what a person is shown of a catalogue.

Every catalogue that `tools sync` writes has them, and nobody has to read them: no file makes
another tool of a known one. Only what is word for word as we have it is left out, and only of
a file of which nothing else could get lost on the way.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from proctor.roles.files import Tree
from proctor.roles.trust import ProjectFiles
from proctor.tools import index_file
from proctor.tools.index_file import text_of
from proctor.tools.index_lines import written
from proctor.tools.index_reader import read_index
from proctor.tools.registry import Registry


def without_ours(files: ProjectFiles) -> tuple[ProjectFiles, int]:
    """Return files to compare without our own tools, and how many of them there are now."""
    data = files.now.files.get(index_file.NAME)
    if data is None or (files.trusted and files.trusted.files.get(index_file.NAME) == data):
        return files, 0
    ours = {written(tool.metadata()) for tool in Registry.built_in()}
    now, number = lessened(files.now, ours)
    trusted = lessened(files.trusted, ours)[0] if files.trusted else None
    return replace(files, now=now, trusted=trusted), number


def lessened(tree: Tree, ours: Container[str]) -> tuple[Tree, int]:
    """Return files whose catalogue is without some tools, and how many these are."""
    data = tree.files.get(index_file.NAME)
    if data is None:
        return tree, 0
    file = read_index(data, index_file.NAME)
    if file.problems or text_of(file.index).encode() != data:
        # It says something in another form: then it is shown whole.
        return tree, 0
    others = tuple(tool for tool in file.index.tools if written(tool.metadata()) not in ours)
    text = text_of(replace(file.index, tools=others)).encode()
    number = len(file.index.tools) - len(others)
    return Tree({**tree.files, index_file.NAME: text}, tree.refused), number
