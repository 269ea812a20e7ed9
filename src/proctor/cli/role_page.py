"""How roles are shown: a line each in a list, or one of them whole."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from proctor.agent_overrides import DOCS, MODEL, PROFILE, PROMPT, Overrides
from proctor.cli.render import LABEL, STYLES, TRUST_NOTES, out, shorten
from proctor.cli.role_tools import Groups, show_grouped
from proctor.terms.effect import Effect
from proctor.terms.plain import plain
from proctor.terms.role import Role, Trust
from proctor.terms.rule import Rule

# A list that is longer than this gets a line for each of its entries.
LONGEST_LINE = 72
LONGEST_DESCRIPTION = 100
MARKS = {
    Trust.UNTRUSTED: "not trusted",
    Trust.CHANGED: "changed since trusted",
    Trust.DELETED: "deleted since trusted",
}
NEEDS_NONE = {"home": "needs none: it is yours", "built in": "needs none: it comes with Proctor"}


def show_role_list(rows: Iterable[tuple[str, str, str]]) -> None:
    """Print names and descriptions in two columns, and behind them where a role is from."""
    rows = [(plain(name), origin, description) for name, origin, description in rows]
    names = max(LABEL, *(len(name) + 4 for name, _, _ in rows)) if rows else 0
    for name, origin, description in rows:
        text = shorten(description, LONGEST_DESCRIPTION)
        mark = f"({origin})" if origin else ""
        out((name.ljust(names), "bold"), text, "  " if text and mark else "", (mark, "dim"))


def origin_text(role: Role) -> str:
    """Return where a role comes from, if not with Proctor, and if it counts as written."""
    mark = MARKS.get(role.trust) if role.trust else None
    if role.origin == "built in":
        return ""
    return f"{role.origin}, {mark}" if mark else role.origin


def show_role(role: Role, tools: Groups) -> None:
    """Print a role as people read it, with the tools that it lists."""
    for label, value in role_facts(role):
        out((f"{label}:".ljust(LABEL), "bold"), value)
    if tools:
        show_grouped(tools)
    for label, text in (("System prompt", role.system_prompt), ("Instructions", role.instructions)):
        if text:
            out()
            out((f"{label}:", "bold"))
            for line in text.rstrip().splitlines():
                out(f"  {line}".rstrip())
    out()
    out(("Permissions:", "bold"))
    now = datetime.now(UTC)
    for effect in (Effect.ALLOW, Effect.ASK, Effect.DENY):
        rules = [rule_text(rule, now) for rule in role.permissions.rules if rule.effect is effect]
        if rules or effect is not Effect.ASK:
            show_entries(f"{effect.word.capitalize()}:", rules, style=STYLES[effect.word])
    out("  Agent: ", "enabled" if role.reviewer.enabled else "disabled")
    order = ", ".join(effect.word for effect in role.permissions.order)
    out(f"  Otherwise: {role.permissions.otherwise} (order: {order})")


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


def role_facts(role: Role) -> list[tuple[str, str]]:
    """Return the short facts of a role that are known, in the order of reading."""
    origin = f"{role.origin}, {role.where.file}" if role.where else role.origin
    facts = [
        ("Name", role.name),
        ("Id", role.id if role.id != role.name else ""),
        ("Model", role.model or ""),
        ("Description", role.description),
        ("Mode", role.mode.value if role.mode else ""),
        ("Command", shlex.join(role.command or ())),
        ("Isolated", "true" if role.isolated else ""),
        ("Sandbox", "true" if role.sandbox else ""),
        ("Tools", "all" if role.tools is None else "" if role.tools else "none"),
        ("Profile", role.permissions.profile or ""),
        ("Extends", role.extends or ""),
        ("Directories", ", ".join(role.additional_directories)),
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
    notes = [f"approvers {', '.join(rule.approvers)}"] if rule.approvers else []
    if rule.until is not None:
        word = "until" if now < rule.until else "ended"
        notes.append(f"{word} {rule.until.isoformat(timespec='minutes')}")
    return f"{rule.text} ({'; '.join(notes)})" if notes else rule.text
