"""Collect from the source every code that a problem of ours can have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "proctor"

# Where a call that reports a problem has the problem's code, by the name of what is called.
CODE_AT = {"RuleError": 0, "problem": 0, "Refused": 0, "error": 1, "warn": 1, "unreadable": 1}
CODE_AT |= {"fail": 2}


@cache
def error_codes() -> dict[str, str]:
    """Return every code that a problem can have, with a file that gives it."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            for text in codes_in(node):
                found.setdefault(text, str(path.relative_to(SOURCE)))
    return found


def codes_in(node: ast.AST) -> Iterator[str]:
    """Return the codes that one node of the source gives: as argument, default or value."""
    if isinstance(node, ast.Call):
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        at = CODE_AT.get(called, len(node.args))
        for value in [
            *node.args[at : at + 1],
            *(k.value for k in node.keywords if k.arg == "code"),
        ]:
            yield from plain_words(value)
    elif isinstance(node, ast.FunctionDef):
        placed = [*node.args.posonlyargs, *node.args.args]
        named = placed[len(placed) - len(node.args.defaults) :]
        for argument, value in zip(named, node.args.defaults, strict=True):
            if argument.arg == "code":
                yield from plain_words(value)
    elif isinstance(node, ast.Assign) and any(getattr(t, "id", "") == "code" for t in node.targets):
        yield from plain_words(node.value)
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
        parts = node.value.elts
        if [ast.Constant, ast.JoinedStr] == [type(part) for part in parts]:
            yield from plain_words(parts[0])


def plain_words(node: ast.AST) -> Iterator[str]:
    """Return the words that an expression can be, where they look like a code."""
    if isinstance(node, ast.IfExp):
        yield from plain_words(node.body)
        yield from plain_words(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from re.findall(r"\A[a-z][a-z0-9-]*\Z", node.value)
