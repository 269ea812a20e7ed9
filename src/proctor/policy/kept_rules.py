"""Rules as rows of plain values, packed, and each made when it is first looked at."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.policy.packing import pack, unpacked
from proctor.terms.effect import Effect
from proctor.terms.rule import By, Form, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from typing import Any

    from proctor.terms.place import Place

# So many rules are unpacked where one of them is wanted.
BLOCK = 16


class KeptRules(Sequence[Rule]):
    """Rules of which most stay packed: one call meets few of a thousand."""

    __slots__ = ("blocks", "length", "made")

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.length: int = data["count"]
        self.blocks: list[Any] = list(data["blocks"])
        self.made: dict[int, Rule] = {}

    def __getitem__(self, number: int) -> Rule:  # type: ignore[override]  # nobody cuts it
        rule = self.made.get(number)
        if rule is None:
            block, place = divmod(number, BLOCK)
            rows = self.blocks[block] = unpacked(self.blocks[block])
            rule = self.made[number] = load_rule(rows[place])
        return rule

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Rule]:
        return map(self.__getitem__, range(self.length))


def pack_rules(rules: Sequence[Rule]) -> dict[str, Any]:
    """Return rules as `KeptRules` takes them."""
    rows = [dump_rule(rule) for rule in rules]
    blocks = [pack(rows[start : start + BLOCK]) for start in range(0, len(rows), BLOCK)]
    return {"count": len(rows), "blocks": blocks}


def dump_rule(rule: Rule) -> list[Any]:
    """Return a rule as a row of plain values; its examples were run and are not needed."""
    where = rule.where
    return [
        int(rule.effect), rule.text, rule.form.value, rule.tool, rule.pattern, rule.why,
        rule.by.value, rule.until.isoformat() if rule.until else None,
        [where.file, where.line, where.column, where.note] if where else None,
        list(rule.approvers),
    ]  # fmt: skip


def load_rule(row: Sequence[Any]) -> Rule:
    """Return the rule of a row."""
    effect, text, form, tool, pattern, why, by, until, where, approvers = row
    return Rule(
        effect=Effect(effect),
        text=text,
        form=Form(form),
        tool=tool,
        pattern=pattern,
        why=why,
        by=By(by),
        approvers=tuple(approvers),
        until=moment(until) if until else None,
        where=place(where) if where else None,
    )


def moment(text: str) -> datetime:
    """Return the end of a rule."""
    from datetime import datetime  # noqa: PLC0415 - slow to load, and few rules end

    return datetime.fromisoformat(text)


def place(row: Sequence[Any]) -> Place:
    """Return where a rule is written."""
    from proctor.terms.place import Place  # noqa: PLC0415 - built-in rules have no place

    return Place(*row)
