"""
Make mutants: copies of a module in which one function differs in one place.

A mutant is named by file, function, kind of change and number within the function
(`policy/decide.py::judge::compare#0`), never by line, so that edits elsewhere leave its name alone.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
# What a change makes of a node; None where it does not apply.
Change = Callable[[ast.AST], ast.AST | None]

OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class Mutant(NamedTuple):
    """One change to one function."""

    file: str
    function: str
    kind: str
    number: int

    @property
    def name(self) -> str:
        """Return the name, stable as long as the function is."""
        return f"{self.file}::{self.function}::{self.kind}#{self.number}"


def flip_comparison(node: ast.AST) -> ast.AST | None:
    """Turn `==` into `!=`, `<` into `<=`, `in` into `not in`."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITES:
        node.ops[0] = OPPOSITES[type(node.ops[0])]()
        return node
    return None


def flip_and_or(node: ast.AST) -> ast.AST | None:
    """Turn `and` into `or`, and `or` into `and`."""
    if isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node
    return None


def drop_not(node: ast.AST) -> ast.AST | None:
    """Turn `not x` into `x`."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    return None


def negate_condition(node: ast.AST) -> ast.AST | None:
    """Turn `if x` into `if not x`; comparisons and negations have changes of their own."""
    if isinstance(node, ast.If | ast.IfExp) and not isinstance(
        node.test, ast.Compare | ast.UnaryOp
    ):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return node
    return None


def change_constant(node: ast.AST) -> ast.AST | None:
    """Turn True into False, and a number into the next."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
        return node
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
        return node
    return None


def return_none(node: ast.AST) -> ast.AST | None:
    """Return None instead of the value."""
    if isinstance(node, ast.Return) and node.value and not isinstance(node.value, ast.Constant):
        node.value = ast.Constant(None)
        return node
    return None


def drop_call(node: ast.AST) -> ast.AST | None:
    """Leave out a call whose result is not used."""
    called = node.value if isinstance(node, ast.Expr) else None
    if isinstance(called, ast.Await):
        called = called.value
    return ast.Pass() if isinstance(called, ast.Call) else None


def drop_raise(node: ast.AST) -> ast.AST | None:
    """Leave out a `raise`."""
    return ast.Pass() if isinstance(node, ast.Raise) else None


def leave_loop(node: ast.AST) -> ast.AST | None:
    """Turn `continue` into `break`."""
    return ast.Break() if isinstance(node, ast.Continue) else None


CHANGES: dict[str, Change] = {
    "compare": flip_comparison,
    "and-or": flip_and_or,
    "not": drop_not,
    "condition": negate_condition,
    "constant": change_constant,
    "return": return_none,
    "call": drop_call,
    "raise": drop_raise,
    "continue": leave_loop,
}


class Changer(ast.NodeTransformer):
    """Apply one kind of change at its n-th place; without a number, only count the places."""

    def __init__(self, change: Change, number: int | None = None) -> None:
        self.change = change
        self.number = number
        self.places = 0

    def visit(self, node: ast.AST) -> ast.AST:
        """Change this node if it is the one; leave functions inside to themselves."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return node
        trial = self.change(copy.deepcopy(node))
        if trial is not None:
            self.places += 1
            if self.places - 1 == self.number:
                return ast.copy_location(trial, node)
        changed: ast.AST = self.generic_visit(node)
        return changed

    def visit_body(self, function: Function) -> None:
        """Visit the statements of a function, but not its signature or docstring."""
        function.body = [self.visit(statement) for statement in function.body]  # type: ignore[misc] # a statement becomes a statement


def functions_of(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Yield every function of a module with its qualified name."""

    def below(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{prefix}{child.name}", child
                yield from below(child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.ClassDef):
                yield from below(child, f"{prefix}{child.name}.")
            else:
                yield from below(child, prefix)

    return below(tree, "")


def mutants_of(path: Path, root: Path) -> Iterator[Mutant]:
    """Yield every mutant that can be made of a file."""
    file = str(path.relative_to(root))
    for qualified, function in functions_of(ast.parse(path.read_text())):
        for kind, change in CHANGES.items():
            counter = Changer(change)
            counter.visit_body(copy.deepcopy(function))
            for number in range(counter.places):
                yield Mutant(file, qualified, kind, number)


def source_of(mutant: Mutant, text: str) -> str:
    """Return the text of a module with a mutant's change made."""
    tree = ast.parse(text)
    for qualified, function in functions_of(tree):
        if qualified == mutant.function:
            Changer(CHANGES[mutant.kind], mutant.number).visit_body(function)
    return ast.unparse(ast.fix_missing_locations(tree))


def chosen(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """
    Choose some mutants, the same ones for the same seed.

    Each is drawn by a hash of its own name, so that a change to one function does not
    exchange the mutants of all the others.
    """

    def rank(mutant: Mutant) -> str:
        return hashlib.sha256(f"{seed}:{mutant.name}".encode()).hexdigest()

    return sorted(mutants, key=rank)[:count]
