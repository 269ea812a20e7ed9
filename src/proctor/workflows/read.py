"""
Read workflow templates: YAML to a `Template`, with every problem at once.

A template with an error is none: nothing of it counts, and nothing else is taken in its place. A
key that nobody reads is an error, and so is a stage without a role or a gate: what is forgotten is
never an open gate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from proctor.config_seconds import read_seconds
from proctor.documents import read_document
from proctor.errors import Problem
from proctor.nodes import Mapping, Node, Scalar, visible
from proctor.nodes import Sequence as Listed
from proctor.roles.read import ID, stem
from proctor.roles.values import Notes
from proctor.terms.place import Place
from proctor.workflows.template import DEFAULT_TIMEOUT, Gate, GateKind, Stage, Template

# `builtin` and the two times are taken and count for nothing: others write them.
TEMPLATE_KEYS = (
    "name", "displayName", "description", "version", "stages", "builtin", "createdAt", "updatedAt",
)  # fmt: skip
STAGE_KEYS = ("name", "type", "roleId", "prompt", "initPrompt", "gate")
GATE_KEYS = ("type", "prompt", "commands", "timeout")
STAGE_TYPES = (
    "request", "design", "review", "implementation", "verification", "ideation", "reflection",
)  # fmt: skip
# What the same gate is called elsewhere.
GATE_WORDS = {kind.value: kind for kind in GateKind} | {"verification_pass": GateKind.VERIFICATION}
NO_ROLE = "unknown-role"
# The roles that `proctor init` writes, and that the built-in templates have.
INIT_ROLES = ("researcher", "implementer", "reviewer", "controller")
NO_SUCH_ROLE = "there is no role `{role}`"
INIT_HELP = "`proctor init` writes this role"
MOST_STAGES = 50
MOST_COMMANDS = 20
LONGEST_TEXT = 20_000
LONGEST_COMMAND = 2_000
LONGEST_TIMEOUT = 3600
NOT_HERE = {
    "hooks": "a stage does nothing by itself; put commands into a `verification` gate",
    "onEnter": "a stage does nothing by itself; put commands into a `verification` gate",
    "onExit": "a stage does nothing by itself; put commands into a `verification` gate",
    "defaultModel": "the model is the role's: `model:` in its file",
    "role": "did you mean `roleId`?",
    "tools": "a stage has the tools of its role",
}


class Written(NamedTuple):
    """A command of a gate where it is written, with the stage that it belongs to."""

    stage: str
    role: str
    node: Scalar


@dataclass(frozen=True, slots=True)
class TemplateFile:
    """
    What a file gave: the template, all that is wrong in it, and where its commands stand.

    There is no template where it has an error, except that it can be looked at where all that is
    wrong is a role that is not there.
    """

    template: Template | None
    problems: tuple[Problem, ...]
    commands: tuple[Written, ...] = field(default=(), compare=False)


def read_template(
    data: bytes,
    file: str,
    *,
    roles: Sequence[str] | None = None,
    builtin: bool = False,
    note: str = "",
) -> TemplateFile:
    """
    Read one file.

    Args:
        data: its content.
        file: its name as people shall see it; without folder and ending it is the template's id.
        roles: the ids of the roles that a stage can have; any where not given.
        builtin: whether it came with the program.
        note: what to add where the file is named.

    """
    document = read_document(data, file, note)
    reader = TemplateReader(Notes(document.problems), roles, builtin=builtin)
    if document.root is None and not document.problems:
        empty = Problem(code="empty-file", message="the file is empty", place=Place(file, 1))
        return TemplateFile(None, (empty,))
    template: Template | None = None
    if document.root is not None:
        with reader.notes.reading(document.root, "this template"):
            template = reader.template(document.root, stem(file))
    problems = tuple(reader.notes.problems)
    wrong = any(not problem.warning and problem.code != NO_ROLE for problem in problems)
    return TemplateFile(None if wrong else template, problems, tuple(reader.written))


class TemplateReader:
    """Reads the parts of one template; what it returns counts only where nothing was noted."""

    def __init__(self, notes: Notes, roles: Sequence[str] | None, *, builtin: bool) -> None:
        self.notes = notes
        self.roles = roles
        self.builtin = builtin
        self.written: list[Written] = []

    def template(self, root: Node, file_id: str) -> Template | None:
        """Read the whole file."""
        given = self.known_pairs(root, "a template", TEMPLATE_KEYS)
        if not isinstance(root, Mapping):
            return None
        self.check_id(root, given.get("name"), file_id)
        for key in ("createdAt", "updatedAt"):
            self.line(given, key)
        if "builtin" in given:
            self.notes.boolean(given["builtin"], "`builtin`")
        version = self.notes.number(given["version"], "`version`") if "version" in given else 1
        return Template(
            id=file_id,
            name=self.line(given, "displayName") or spoken(file_id),
            description=self.text(given, "description"),
            builtin=self.builtin,
            version=version or 1,
            stages=self.stages(root, given.get("stages")),
        )

    def check_id(self, root: Mapping, name: Node | None, file_id: str) -> None:
        """See that file and template have one name: a broken file is known by its own alone."""
        if not ID.fullmatch(file_id):
            hint = "letters, digits and . _ : -, at most 64, the first a letter or digit"
            message = f"`{visible(file_id)}` cannot be the id of a template"
            self.notes.error(root, "bad-id", message, help=hint)
        said = self.notes.line(name, "`name`") if name is not None else file_id
        if name is not None and said is not None and said != file_id:
            message = f"`{visible(said)}` is in a file that is called `{visible(file_id)}`"
            hint = "the name of a template and of its file are the same; see `displayName`"
            self.notes.error(name, "other-name", message, help=hint)

    def stages(self, root: Mapping, node: Node | None) -> tuple[Stage, ...]:
        """Read the stages, of which each has a name of its own."""
        if node is None:
            self.notes.error(root, "missing-key", "a template has a list `stages`")
            return ()
        items = self.notes.items(node, "`stages`")
        if len(items) > MOST_STAGES:
            self.notes.error(node, "too-much", f"a template has at most {MOST_STAGES} stages")
            return ()
        if isinstance(node, Listed) and not items:
            self.notes.error(node, "wrong-value", "a template has at least one stage")
        stages: list[Stage | None] = []
        for item in items:
            stages.append(None)
            with self.notes.reading(item, "this stage"):
                stages[-1] = self.stage(item)
        self.check_names(items, stages)
        return tuple(stage for stage in stages if stage is not None)

    def check_names(self, items: Sequence[Node], stages: Sequence[Stage | None]) -> None:
        """Complain about a name that comes again: tasks belong to a stage by its name."""
        first: dict[str, Node] = {}
        for item, stage in zip(items, stages, strict=True):
            if stage is None or not stage.name:
                continue
            earlier = first.setdefault(stage.name, item)
            if earlier is not item:
                message = f"the stage `{visible(stage.name)}` is also on line {earlier.line}"
                node = item.get("name") if isinstance(item, Mapping) else None
                hint = "give one another `name`"
                self.notes.error(node or item, "duplicate-stage", message, help=hint)

    def stage(self, node: Node) -> Stage | None:
        """Read one stage."""
        given = self.known_pairs(node, "a stage", STAGE_KEYS)
        if not isinstance(node, Mapping):
            return None
        for key in ("name", "roleId", "gate"):
            if key not in given:
                self.notes.error(node, "missing-key", f"a stage has a `{key}`")
        if "prompt" in given and (again := node.key("initPrompt")):
            message = "`prompt` and `initPrompt` mean the same"
            self.notes.error(again, "both-given", message, help="keep one of them")
        name, role = self.name(given.get("name")), self.role(given.get("roleId"))
        self.written += [Written(name, role, each) for each in command_nodes(given.get("gate"))]
        return Stage(
            name=name,
            role_id=role,
            gate=self.gate(given["gate"]) if "gate" in given else Gate(GateKind.HUMAN_APPROVAL),
            type=self.type(given.get("type")),
            prompt=self.text(given, "prompt") or self.text(given, "initPrompt"),
        )

    def name(self, node: Node | None) -> str:
        """Read the name of a stage."""
        text = self.notes.line(node, "`name`") if node is not None else None
        if text is not None and not ID.fullmatch(text) and node is not None:
            hint = "letters, digits and . _ : -, at most 64, the first a letter or digit"
            message = f"`{visible(text)}` cannot be the name of a stage"
            self.notes.error(node, "bad-id", message, help=hint)
        return text or ""

    def role(self, node: Node | None) -> str:
        """Read the role of a stage, which has to be there."""
        text = self.notes.line(node, "`roleId`") if node is not None else None
        if text is None or node is None:
            return ""
        if not ID.fullmatch(text):
            self.notes.error(node, "bad-id", f"`{visible(text)}` cannot be the id of a role")
        elif self.roles is not None and text not in self.roles:
            self.notes.error(
                node,
                NO_ROLE,
                NO_SUCH_ROLE.format(role=visible(text)),
                help=INIT_HELP
                if text in INIT_ROLES
                else self.notes.suggest(text, self.roles) or "make it, or name another",
            )
        return text

    def type(self, node: Node | None) -> str:
        """Read what kind of work a stage is; it changes nothing."""
        text = self.notes.text(node, "`type`") if node is not None else None
        if text is not None and text not in STAGE_TYPES and node is not None:
            self.notes.wrong_word(node, "a type of stage", text, STAGE_TYPES)
        return text or ""

    def gate(self, node: Node) -> Gate:
        """Read a gate: a map, or one word where it needs no more."""
        if isinstance(node, Scalar):
            return self.checked_gate(node, Gate(self.gate_kind(node)))
        given = self.known_pairs(node, "a gate", GATE_KEYS)
        if "type" not in given:
            if isinstance(node, Mapping):
                hint = f"one of {', '.join(kind.value for kind in GateKind)}"
                self.notes.error(node, "missing-key", "a gate has a `type`", help=hint)
            return Gate(GateKind.HUMAN_APPROVAL)
        kind = self.gate_kind(given["type"])
        if kind is not GateKind.VERIFICATION:
            for key in ("commands", "timeout"):
                if key in given:
                    message = f"only a `verification` gate has `{key}`"
                    self.notes.error(given[key], "wrong-value", message)
        if kind is GateKind.AUTO and "prompt" in given:
            message = "an `auto` gate asks nobody, so it has no `prompt`"
            self.notes.error(given["prompt"], "wrong-value", message)
        gate = Gate(
            kind=kind,
            prompt=self.text(given, "prompt"),
            commands=self.commands(given.get("commands")),
            timeout=self.timeout(given.get("timeout")),
        )
        return self.checked_gate(node, gate)

    def gate_kind(self, node: Node) -> GateKind:
        """Read the type of a gate; what is none stays shut."""
        text = self.notes.text(node, "the type of a gate")
        if text is not None and text not in GATE_WORDS:
            self.notes.wrong_word(node, "a type of gate", text, [kind.value for kind in GateKind])
        return GATE_WORDS.get(text or "", GateKind.HUMAN_APPROVAL)

    def checked_gate(self, node: Node, gate: Gate) -> Gate:
        """Complain about a gate that would verify nothing, and so always open."""
        if gate.kind is GateKind.VERIFICATION and not gate.commands:
            message = "a `verification` gate has at least one command"
            self.notes.error(node, "missing-key", message, help="commands: [make test]")
        return gate

    def commands(self, node: Node | None) -> tuple[str, ...]:
        """Read commands, of which none is empty."""
        if node is None:
            return ()
        texts = self.notes.texts(node, "`commands`")
        if len(texts) > MOST_COMMANDS:
            self.notes.error(node, "too-much", f"a gate has at most {MOST_COMMANDS} commands")
        for each in texts:
            if not each.text.strip() or each.text.strip().startswith("#"):
                self.notes.error(each, "wrong-value", "a command is not empty")
            elif len(each.text) > LONGEST_COMMAND:
                message = f"a command has at most {LONGEST_COMMAND:,} characters"
                self.notes.error(each, "too-much", message)
            elif not each.text.isprintable():
                message = "a command has line breaks or control characters"
                self.notes.error(each, "wrong-value", message, help="write one entry for each line")
        return tuple(each.text for each in texts)

    def timeout(self, node: Node | None) -> float:
        """Read how long each command may take."""
        seconds = read_seconds(node, self.notes, LONGEST_TIMEOUT) if node is not None else None
        return DEFAULT_TIMEOUT if seconds is None else seconds

    def known_pairs(self, node: Node, what: str, keys: Sequence[str]) -> dict[str, Node]:
        """Return the values of a map by their keys, and complain about every other key."""
        found: dict[str, Node] = {}
        for key, value in self.notes.mapping(node, what):
            if key.text in keys:
                found[key.text] = value
            elif key.text in NOT_HERE:
                message = f"`{visible(key.text)}` is not a key of {what}"
                self.notes.error(key, "unknown-key", message, help=NOT_HERE[key.text])
            else:
                self.notes.unknown_key(key, what, keys)
        return found

    def line(self, given: dict[str, Node], key: str) -> str:
        """Read a text that people see on one line, "" where it is not there."""
        return (self.notes.line(given[key], f"`{key}`") if key in given else None) or ""

    def text(self, given: dict[str, Node], key: str) -> str:
        """Read a text, which may have many lines; "" where it is not there."""
        text = self.notes.text(given[key], f"`{key}`") if key in given else None
        if text is not None and len(text) > LONGEST_TEXT:
            message = f"`{key}` has at most {LONGEST_TEXT:,} characters"
            self.notes.error(given[key], "too-much", message)
        return text or ""


def command_nodes(gate: Node | None) -> list[Scalar]:
    """Return the commands of a gate, where they are written."""
    commands = gate.get("commands") if isinstance(gate, Mapping) else None
    items = commands.items if isinstance(commands, Listed) else ()
    return [item for item in items if isinstance(item, Scalar)]


def spoken(template_id: str) -> str:
    """Return an id as a name for people: `bug-fix` is `Bug Fix`."""
    words = template_id.replace("-", " ").replace("_", " ").split()
    return " ".join(word[:1].upper() + word[1:] for word in words)
