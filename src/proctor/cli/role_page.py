"""How roles are shown: a line each in a list, or one of them whole."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from proctor.agent_overrides import DOCS, MODEL, PROFILE, PROMPT, Overrides
from proctor.cli.render import LABEL, STYLES, TRUST_NOTES, out, shorten
from proctor.cli.role_tools import Groups, show_grouped
from proctor.terms.effect import Effect
from proctor.terms.plain import plain
from proctor.terms.role import Hook, Role, Trust
from proctor.terms.rule import By, Rule

# A list that is longer than this gets a line for each of its entries.
LONGEST_LINE = 80
LONGEST_DESCRIPTION = 100
UNDESCRIBED = "-"
MARKS = {
    Trust.UNTRUSTED: "not trusted",
    Trust.CHANGED: "changed since trusted",
    Trust.DELETED: "deleted since trusted",
}
FOR_PEOPLE = "(shown to people only)"
NEEDS_NONE = {"home": "needs none: it is yours", "built in": "needs none: it comes with Proctor"}


def show_role_list(rows: Iterable[tuple[str, str, str]]) -> None:
    """Print names and descriptions in two columns, and behind them where a role is from."""
    rows = [(plain(name), origin, description) for name, origin, description in rows]
    names = max(LABEL, *(len(name) + 4 for name, _, _ in rows)) if rows else 0
    for name, origin, description in rows:
        # What says where it is from must not be read as what it is for.
        text = shorten(description, LONGEST_DESCRIPTION) or UNDESCRIBED
        mark = f"  ({origin})" if origin else ""
        out((name.ljust(names), "bold"), text, (mark, "dim"))


def origin_text(role: Role) -> str:
    """Return where a role comes from, if not with Proctor, and if it counts as written."""
    mark = MARKS.get(role.trust) if role.trust else None
    if role.origin == "built in":
        return ""
    return f"{role.origin}, {mark}" if mark else role.origin


def show_role(role: Role, tools: Groups, *, to_agent: bool = False) -> None:
    """Print a role as people read it, with its tools; some of it not to an agent."""
    for label, value in role_facts(role, tools):
        out((f"{label}:".ljust(LABEL), "bold"), value)
    if tools:
        show_grouped(tools)
    for label, text in (("System prompt", role.system_prompt), ("Instructions", role.instructions)):
        show_block(label, (text or "").rstrip().splitlines())
    out()
    out(("Permissions:", "bold"))
    now = datetime.now(UTC)
    for effect in (Effect.ALLOW, Effect.ASK, Effect.DENY):
        rules = [rule_text(rule, now) for rule in role.permissions.rules if rule.effect is effect]
        if rules or effect is not Effect.ASK:
            show_entries(f"{effect.word.capitalize()}:", rules, style=STYLES[effect.word])
    model = f" (model {role.reviewer.model})" if role.reviewer.model else ""
    out("  Agent: ", f"enabled{model}" if role.reviewer.enabled else "disabled")
    order = ", ".join(effect.word for effect in role.permissions.order)
    out(f"  Otherwise: {role.permissions.otherwise} (order: {order})")
    blocks = {
        "Reviewer's instructions": (role.reviewer.instructions or "").rstrip().splitlines(),
        "Hooks": [hook_text(hook) for hook in role.hooks],
        "Settings": json.dumps(role.settings, indent=2).splitlines() if role.settings else [],
    }
    for label, lines in blocks.items():
        show_block(label, [FOR_PEOPLE] if to_agent and lines else lines)


def show_block(label: str, lines: Sequence[str]) -> None:
    """Print lines below a heading; nothing where there are none."""
    if lines:
        out()
        out((f"{label}:", "bold"))
        for line in lines:
            out(f"  {line}".rstrip())


def hook_text(hook: Hook) -> str:
    """Return a hook of a role: when, what, and how long it may take."""
    when = f"{hook.event}({hook.matcher})" if hook.matcher else hook.event
    limit = f" (timeout {hook.timeout} s)" if hook.timeout is not None else ""
    return f"{when}: {hook.command}{limit}"


def show_overrides(agent: str, held: Overrides) -> None:
    """Print what was changed for one agent alone, and who approved it."""
    out()
    out((f"Changed for {plain(agent)} alone:", "bold"))
    if held.trouble:
        out("  ", (plain(held.trouble), "yellow"))
        return
    facts = [(PROFILE, held.profile), (MODEL, held.model), (PROMPT, held.system_prompt)]
    facts += [(f"{DOCS}: {path}", text) for path, text in held.docs.items()]
    for name, text in facts:
        if text:
            key = name.partition(":")[0]
            out(f"  {plain(name)}: {shorten(text, LONGEST_DESCRIPTION)}")
            out((f"    approved by {plain(held.by.get(key, 'nobody'))}", "dim"))
    lasts = "some of it for good" if held.is_for_good else "until it ends"
    out(f"  {lasts}: proctor role revoke --agent {plain(agent)}" if held.owners else "  nothing")


def show_entries(label: str, entries: Sequence[str], *, style: str = "", indent: int = 2) -> None:
    """Print a list on one line, or an entry a line where that would be too long."""
    start = " " * indent
    one_line = ", ".join(entries) or "none"
    if indent + len(label.ljust(7)) + len(plain(one_line)) <= LONGEST_LINE:
        out(start, (label.ljust(7), style), one_line)
        return
    out(start, (label, style))
    for entry in entries:
        out(f"{start}  {entry}")


def role_facts(role: Role, tools: Groups) -> list[tuple[str, str]]:
    """Return the short facts of a role that are known, in the order of reading."""
    origin = f"{role.origin}, {role.where.file}" if role.where else role.origin
    facts = [
        ("Name", role.name),
        ("Id", role.id if role.id != role.name else ""),
        ("Model", role.model or ""),
        ("Description", role.description),
        ("Mode", role.mode.value if role.mode else ""),
        ("Bypass", "follows the program's" if role.follow_bypass else ""),
        ("Command", shlex.join(role.command or ())),
        ("Isolated", "true" if role.isolated else ""),
        ("Sandbox", "true" if role.sandbox else ""),
        ("Tools", "" if tools else "all" if role.tools is None else "none"),
        ("Sub-agents", ", ".join(f"{kind}: {name}" for kind, name in role.subagents)),
        ("Delegates", ", ".join(role.delegates)),
        ("Profile", role.permissions.profile or ""),
        ("Extends", role.extends or ""),
        ("Directories", ", ".join(role.additional_directories)),
        ("Created", role.created_at or ""),
        ("Updated", role.updated_at or ""),
        ("From", origin),
        ("Trust", trust_text(role)),
    ]
    return [(label, value) for label, value in facts if value]


def trust_text(role: Role) -> str:
    """Return how a role stands to what a person has trusted, in words."""
    if role.trust is None:
        return NEEDS_NONE.get(role.origin, "")
    return TRUST_NOTES.get(role.trust, role.trust.value)


def rule_text(rule: Rule, now: datetime) -> str:
    """Return a rule as written, with who may answer it and its end, if it has them."""
    notes = []
    if rule.approvers:
        notes.append(f"approvers {', '.join(rule.approvers)}")
    elif rule.by is not By.ANY:
        notes.append(f"by {rule.by.value}")
    if rule.until is not None:
        word = "until" if now < rule.until else "ended"
        notes.append(f"{word} {rule.until.isoformat(timespec='minutes')}")
    return f"{rule.text} ({'; '.join(notes)})" if notes else rule.text
