"""
Case files: calls, and the decision that their author wants.

`read_cases` reads a file and names everything that is wrong in it; `run_case`
decides one case and says in words what is not as wanted. Who decides is handed
in, so the same file can meet a role, a policy or a server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from proctor.documents import MAX_BYTES, read_document
from proctor.errors import FileProblems, Problem
from proctor.nodes import Mapping, Node, visible
from proctor.policy.profiles import PROFILES
from proctor.rehearse.inline_policy import read_inline_policy
from proctor.roles.permissions import Known
from proctor.roles.values import Notes, is_null
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import Effect
from proctor.terms.place import Place
from proctor.terms.role import Role

FILE_KEYS = ("role", "policy", "cases")
CASE_KEYS = ("id", "why", "call", "action", "want")
CALL_KEYS = ("tool", "cwd", "mode", "input")
WANT_KEYS = ("effect", "rule", "because", "source")
ACTION = re.compile(r"tool:.")
BUILT_IN_NAMES = Known(BUILT_IN, PROFILES)


class CaseProblems(FileProblems):
    """A case file cannot be read, so nothing can be said of what it wants."""

    exit_code = 2


class Judge(Protocol):
    """Whoever decides: `assemble.Proctor` is one."""

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""

    def check(self, action_string: str) -> Decision:
        """Decide a whole action string."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Want:
    """
    What a case's author wants.

    What is None is not asked for, except that `no_rule` wants that no rule
    decided. `because` is a part of the reason's text.
    """

    effect: Effect
    rule: str | None = None
    no_rule: bool = False
    because: str | None = None
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A call or an action string, and what is wanted of it."""

    id: str
    place: Place
    want: Want
    call: ToolCall | None = None
    action: str | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFile:
    """The cases of a file, and the role or the inline policy that decides them."""

    path: Path
    cases: tuple[Case, ...]
    role: str | None = None
    policy: Role | None = None

    def __iter__(self) -> Iterator[Case]:
        """Yield the cases."""
        return iter(self.cases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a case went: `wrong` is empty where everything is as wanted."""

    case: Case
    decision: Decision
    wrong: tuple[str, ...]


def read_cases(path: Path | str, *, known: Known = BUILT_IN_NAMES) -> CaseFile:
    """
    Read a case file; `known` has the tools and profiles that an inline policy may name.

    Raises:
        CaseProblems: with everything that is wrong in it.

    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        place = Place(str(path), 1)
        message = f"the file cannot be read: {error.strerror}"
        raise CaseProblems([Problem(code="unreadable", message=message, place=place)]) from None
    document = read_document(data, str(path))
    reader = CaseReader(document.problems, known)
    found: CaseFile | None = None
    if document.root is not None:
        with reader.notes.reading(document.root, "this case file"):
            found = reader.file(document.root, path)
    problems = [problem for problem in reader.notes.problems if not problem.warning]
    if found is None or problems:
        empty = Problem(code="empty-file", message="the file is empty", place=Place(str(path), 1))
        raise CaseProblems(problems or [empty])
    return found


def run_case(case: Case, judge: Judge) -> Outcome:
    """Decide one case, and compare."""
    decision = judge.decide(case.call) if case.call else judge.check(case.action or "")
    return Outcome(case=case, decision=decision, wrong=tuple(differences(case.want, decision)))


def differences(want: Want, decision: Decision) -> list[str]:
    """Say what of a decision is not as wanted."""
    rule = decision.rule.text if decision.rule else None
    source = decision.finding.source
    wrong = []
    if decision.effect is not want.effect:
        wrong.append(f"wanted {want.effect}, decided {decision.effect}")
    if want.no_rule and rule is not None:
        wrong.append(f"wanted no rule, decided by `{rule}`")
    if want.rule is not None and want.rule != rule:
        wrong.append(f"wanted rule `{want.rule}`, decided by {f'`{rule}`' if rule else 'no rule'}")
    if want.because is not None and want.because not in decision.why:
        wrong.append(f"wanted a reason with `{want.because}`, the reason is `{decision.why}`")
    if want.source is not None and want.source is not source:
        wrong.append(f"wanted to be decided by {want.source.value}, was by {source.value}")
    return wrong


class CaseReader:
    """Reads the nodes of one file, and gathers what is wrong."""

    def __init__(self, problems: Sequence[Problem], known: Known) -> None:
        self.notes = Notes(problems)
        self.known = known
        self.ids: dict[str, int] = {}

    def file(self, node: Node, path: Path) -> CaseFile | None:
        """Read a whole file."""
        top = self.mapping(node, FILE_KEYS, "a case file")
        if top is None:
            return None
        if top.get("policy") is not None and (key := top.key("role")):
            message = "a case file has either `role` or `policy`, not both"
            self.notes.error(key, "wrong-form", message)
        cases = top.get("cases")
        if cases is None:
            self.notes.error(top, "missing-key", "a case file needs `cases`")
            return None
        return CaseFile(
            path=path,
            role=self.text(top, "role"),
            policy=self.policy(found) if (found := top.get("policy")) else None,
            cases=self.cases(cases),
        )

    def policy(self, node: Node) -> Role | None:
        """Read an inline policy."""
        if not isinstance(node, Mapping):
            self.notes.wrong_type(node, "`policy`", "a map")
            return None
        return read_inline_policy(node, self.notes, self.known)

    def cases(self, node: Node) -> tuple[Case, ...]:
        """Read all cases."""
        cases: list[Case] = []
        for item in self.notes.items(node, "`cases`"):
            with self.notes.reading(item, "this case"):
                cases += [case] if (case := self.case(item)) else []
        return tuple(cases)

    def case(self, node: Node) -> Case | None:
        """Read one case."""
        top = self.mapping(node, CASE_KEYS, "a case")
        if top is None:
            return None
        for key in ("id", "want"):
            if top.get(key) is None:
                self.notes.error(top, "missing-key", f"a case needs `{key}`")
        if (top.get("call") is None) == (top.get("action") is None):
            message = "a case needs either `call` or `action`, and not both"
            self.notes.error(top, "wrong-form", message)
        name, action, why = (self.text(top, key) for key in ("id", "action", "why"))
        if name is not None:
            self.once(top, name)
        if action is not None and not ACTION.match(action):
            message = f"`{visible(action)}` is not an action string"
            self.notes.error(top.get("action") or top, "wrong-value", message, help="`tool:…`")
        call = self.call(found) if (found := top.get("call")) else None
        want = self.want(found) if (found := top.get("want")) else None
        if name is None or want is None:
            return None
        return Case(id=name, place=top.place, want=want, call=call, action=action, why=why)

    def once(self, node: Mapping, name: str) -> None:
        """See that an id is a case's own, also of one that is wrong: failures are found by it."""
        if name not in self.ids:
            self.ids[name] = node.line
            return
        message = f"`{visible(name)}` is the id of the case on line {self.ids[name]} already"
        self.notes.error(node, "duplicate-id", message)

    def call(self, node: Node) -> ToolCall | None:
        """Read a call: the input whole, or its fields beside the tool."""
        if not isinstance(node, Mapping):
            self.notes.wrong_type(node, "`call`", "a map")
            return None
        if node.get("tool") is None:
            self.notes.error(node, "missing-key", "a call needs `tool`")
        tool, cwd, mode = (self.text(node, key) for key in ("tool", "cwd", "mode"))
        if tool == "":
            message, hint = "`tool` of a call is empty", "write its name, such as `Bash`"
            self.notes.error(node.get("tool") or node, "wrong-value", message, help=hint)
        extra = [(key, value.plain) for key, value in node.pairs if key.text not in CALL_KEYS]
        whole = node.get("input")
        if whole is not None and extra:
            message = "`input` is the whole input already"
            self.notes.error(extra[0][0], "wrong-form", message, help="put everything into it")
        fields = whole.plain if whole is not None else {key.text: value for key, value in extra}
        return ToolCall(tool=tool, input=fields, cwd=cwd, mode=mode) if tool else None

    def want(self, node: Node) -> Want | None:
        """Read what is wanted."""
        top = self.mapping(node, WANT_KEYS, "`want`")
        if top is None:
            return None
        if top.get("effect") is None:
            self.notes.error(top, "missing-key", "`want` needs `effect`")
        effect = self.word(top, "effect", [effect.word for effect in Effect])
        source = self.word(top, "source", [source.name.lower() for source in Source])
        if effect is None:
            return None
        rule = top.get("rule")
        no_rule = rule is not None and is_null(rule)
        return Want(
            effect=Effect.of(effect),
            rule=None if no_rule else self.text(top, "rule"),
            no_rule=no_rule,
            because=self.text(top, "because"),
            source=Source[source.upper()] if source else None,
        )

    def mapping(self, node: Node, known: Sequence[str], what: str) -> Mapping | None:
        """Return a mapping whose keys are all known."""
        if not isinstance(node, Mapping):
            self.notes.wrong_type(node, what, "a map")
            return None
        for key, _ in node.pairs:
            if key.text not in known:
                self.notes.unknown_key(key, what, known)
        return node

    def text(self, node: Mapping, key: str) -> str | None:
        """Return a text, if it is there."""
        value = node.get(key)
        return self.notes.text(value, f"`{key}`") if value is not None else None

    def word(self, node: Mapping, key: str, known: Sequence[str]) -> str | None:
        """Return one of the known words, if it is there."""
        word = self.text(node, key)
        if word is None or word in known:
            return word
        self.notes.wrong_word(node.get(key) or node, f"for `{key}`", word, known)
        return None
