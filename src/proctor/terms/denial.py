"""What an agent is told that may not do something: who says so, why, and what to do instead."""

from __future__ import annotations

from proctor.terms.decision import Decision, Finding, Source, on_one_line
from proctor.terms.effect import ALLOW, ASK, DENY
from proctor.terms.kind import SHELL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.terms.reply import Reply
    from proctor.terms.verdict import Verdict

# What to do instead, where no author of a rule has said it.
WAYS = {
    Source.GUARD: "Ask your user to do it.",
    Source.TOOLS: "Use a tool of your role, or ask your user for another role.",
    Source.MODE: "Ask your user to change the mode.",
    Source.UNREAD: "Write it out plainly, with every word certain.",
    Source.RIGHTS: "Ask your user, or somebody who may grant it.",
}
ANOTHER_WAY = "Do it another way, or ask your user to allow it."
# The same for single commands.
WAYS_OF_COMMANDS: dict[tuple[str, ...], str] = {
    ("git", "push"): "Push a branch and open a pull request.",
}
# How a person ends the questions about a call, while the program's dialog is open.
REMEDY = "To stop being asked, run `proctor approve --always` in another terminal."
NAMELESS = "a tool without a name"
# How every text begins that names its source.
SOURCES = ("Proctor: ", "Proctor (")


def sourced(text: str, role: str = "") -> str:
    """Return a text for an agent with who says it, once."""
    if text.startswith(SOURCES):
        return text
    return f"Proctor (role {role}): {text}" if role else f"Proctor: {text}"


def told(
    verdict: Verdict, decision: Decision, reply: Reply | None, role: str, *, loads: bool = True
) -> Verdict:
    """
    Return a verdict in the words for an agent and its user; the effect stays what it is.

    Where the role does not load, or a call lacks what could be remembered of it, nobody is told
    how to stop being asked: another file or another call settles it.
    """
    why = verdict.why
    if verdict.effect is ALLOW:
        return verdict
    if verdict.effect is ASK:
        lasts = loads and not any(part.malformed or part.broken for part in decision.action.parts)
        return verdict._replace(why=sourced(f"{sentence(why)} {REMEDY}" if lasts else why, role))
    if decision.effect is DENY and why == decision.why:
        return verdict._replace(why=denial(decision, role))
    if reply is not None and reply.by and why == reply.words:
        why = f"denied by {reply.by}: {why}"
    return verdict._replace(why=sourced(why, role))


def denial(decision: Decision, role: str = "") -> str:
    """Return what an agent is told of a decision that denies."""
    finding = decision.finding
    reason, way = reason_and_way(finding)
    what = subject(finding, decision)
    said = f"{what} is not allowed: {reason}" if reason else f"{what} is not allowed"
    return sourced(f"{sentence(said)} {sentence(way)}", role)


def subject(finding: Finding, decision: Decision) -> str:
    """Return what is not allowed: the part of a command, or the tool with its target."""
    part, tool = finding.part, decision.action.called or decision.action.tool
    if part.malformed:
        return f"this call of {on_one_line(tool) if tool.strip() else NAMELESS}"
    text = on_one_line(part.text).replace("`", "'")
    return f"`{text}`" if part.kind is SHELL or part.redirect else f"{on_one_line(tool)} `{text}`"


def reason_and_way(finding: Finding) -> tuple[str, str]:
    """Return why, and what to do instead: in the words of the rule's author, if there are any."""
    rule, why = finding.rule, finding.why
    command = finding.part.command
    known = WAYS_OF_COMMANDS.get(command.words[:2]) if command else None
    if rule is None or rule.why is None or rule.why not in why:
        return why, known or WAYS.get(finding.source, ANOTHER_WAY)
    reason = why.removesuffix(rule.why).removesuffix("; ")
    return reason, f"{known} {rule.why}" if known and rule.where is None else rule.why


def sentence(text: str) -> str:
    """Return a text that ends as a sentence does."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
