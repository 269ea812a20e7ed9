"""Say in words what an allow rule matches, for whoever is about to add it."""

from __future__ import annotations

from proctor.errors import RuleError
from proctor.policy.command_patterns import read_command_pattern
from proctor.terms.catalogue import Catalogue
from proctor.terms.kind import EDIT, FETCH, READ, SHELL, Kind
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.rule import Form, Rule

WILD = frozenset("*?{[")
DEEP = "**"


class Reach(NamedTuple):
    """What a rule is about, in words; `wide` says that it is more than one thing."""

    words: str
    wide: bool


def reach_of(rule: Rule, catalogue: Catalogue) -> Reach:
    """Return what a rule matches."""
    pattern = rule.pattern or ""
    if rule.form is Form.STRING:
        return Reach(f"every call whose action string fits the expression {pattern}", wide=True)
    if rule.form is Form.REGEX:
        return Reach(f"every use of {rule.tool} in which {pattern} is found", wide=True)
    if rule.form is Form.TOOL:
        return every_use(rule.tool)
    kind = catalogue.get(rule.tool).kind
    if pattern.startswith("@"):
        return Reach(f"every use of {rule.tool} of the class {pattern}", wide=True)
    if kind is SHELL:
        return of_command(pattern)
    if kind is READ or kind is EDIT:
        return of_path(pattern, kind)
    if kind is FETCH:
        return of_address(pattern)
    if WILD.isdisjoint(pattern):
        return Reach(f"{rule.tool} with exactly {pattern}", wide=False)
    return Reach(f"{rule.tool} with whatever fits {pattern}, where * is any text", wide=True)


def every_use(tool: str) -> Reach:
    """Return what a bare name matches."""
    if WILD.isdisjoint(tool):
        return Reach(f"every use of {tool}, whatever it does", wide=True)
    return Reach(f"every use of every tool whose name fits {tool}", wide=True)


def of_command(pattern: str) -> Reach:
    """Return which commands a pattern matches."""
    try:
        read = read_command_pattern(pattern)
    except RuleError:
        return Reach(f"commands that fit {pattern}", wide=True)
    if pattern.strip() in {"*", ":*"} or not read.words:
        return Reach("every command, whatever it does", wide=True)
    begins = " ".join(read.words)
    if "*" in begins:
        more = ", and whatever follows" if read.open_end else ""
        return Reach(f"every command of the form {begins}{more}, where * is any text", wide=True)
    if read.open_end:
        return Reach(f"every command that begins with {begins}, whatever follows", wide=True)
    return Reach(f"exactly the command {pattern}, in every folder", wide=False)


def of_path(pattern: str, kind: Kind) -> Reach:
    """Return which files a pattern matches."""
    what = "changes of" if kind is EDIT else "reading"
    if pattern.startswith("//"):
        shown = pattern[1:]
    elif pattern.startswith("/"):
        shown = f"{pattern[1:]} in the project"
    elif "/" not in pattern:
        return Reach(f"{what} every file of the name {pattern}, at any depth", wide=True)
    else:
        shown = pattern if pattern.startswith("~") else f"{pattern} below the working folder"
    if WILD.isdisjoint(pattern):
        return Reach(f"{what} exactly {shown}", wide=False)
    how = "** is any path, * any text" if DEEP in pattern else "* is any text in one name"
    return Reach(f"{what} every file that fits {shown}, where {how}", wide=True)


def of_address(pattern: str) -> Reach:
    """Return which pages a pattern matches."""
    host = pattern.removeprefix("domain:")
    if host != pattern or not any(sign in pattern for sign in "/*"):
        return Reach(f"every page of {host} and of every domain below it", wide=True)
    if "*" in pattern:
        return Reach(f"every address that fits {pattern}, where * is any text", wide=True)
    return Reach(f"exactly the address {pattern}", wide=False)
