"""
The question that a human gate is: on the desk like any other, for people only.

Its answer counts once and for this try of the gate alone; what they said is on record. Who may
answer is who may answer for the role of the stage.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

from proctor.approval.desk import answer_of
from proctor.audit.ids import seconds as moment
from proctor.audit.ids import timestamp
from proctor.audit.inbox import ALL, Inbox
from proctor.errors import StoreError
from proctor.server.stage_checks import agent_of
from proctor.terms.question import Draft, Question, Status
from proctor.terms.record import Outcome, Record
from proctor.terms.reply import Answer, Decider, Reply
from proctor.terms.rule import By
from proctor.workflows.gates import MOST_SHOWN, shown_tasks, task_words
from proctor.workflows.run import Run

TOOL = "workflow"
# How long people have, in seconds; then whoever wants the stage to end asks again.
WAITS = 86_400.0
UNHEARD = "the question could not be kept, so nobody could be asked"
NOBODY = "nobody can be asked: {why}"
NO_CHANNEL = "there is no channel to people"
TAKEN_BACK = "the run does not wait for this any more"
DECISIONS = {
    Answer.ALLOW: Outcome.ASK_APPROVED,
    Answer.DENY: Outcome.ASK_DENIED,
    Answer.DIALOG: Outcome.ASK_TIMEOUT,
}


class Said(NamedTuple):
    """What a person has said about a gate."""

    yes: bool
    by: str
    words: str


class GateQuestions:
    """
    Asks people about gates.

    Args:
        inbox: where questions wait.
        bound: makes a name that nobody can guess.
        keep: keeps a record; False where that was not possible.
        reachable: says whether there is any channel.
        nobody: says why nobody may answer for a role; None where somebody may.

    """

    def __init__(
        self,
        inbox: Inbox,
        *,
        bound: Callable[[str, object], str],
        keep: Callable[[Record], Awaitable[bool]],
        reachable: Callable[[], bool],
        nobody: Callable[[str], str | None],
    ) -> None:
        self.inbox = inbox
        self.bound = bound
        self.keep = keep
        self.reachable = reachable
        self.nobody = nobody
        # The questions that wait, by the try that they belong to.
        self.open: dict[str, Question] = {}

    async def ask(self, run: Run, text: str) -> Said:
        """Ask about the gate of a run, and return what was said; no answer is no."""
        why = self.nobody(run.current.role_id) or ("" if self.reachable() else NO_CHANNEL)
        if why:
            return Said(yes=False, by="", words=NOBODY.format(why=why))
        draft = self.draft(run, text)
        question = await self.inbox.put(draft)
        if question is None:
            return Said(yes=False, by="", words=UNHEARD)
        self.open[run.attempt] = question
        try:
            left = max(moment(question.expires_at) - moment(timestamp()), 0.0)
            if question.status is Status.PENDING:
                question = await self.inbox.wait(question, left)
            if question.status is Status.PENDING:
                question = await self.inbox.expire(question)
        finally:
            self.open.pop(run.attempt, None)
        reply = answer_of(question, WAITS)
        kept = await self.keep(record_of(run, draft, reply))
        yes = reply.answer is Answer.ALLOW and bool(reply.by) and kept
        said = f"question {question.id}: {reply.answer.value}"
        words = f": {reply.words}" if reply.words else ""
        return Said(yes, reply.by, f"{said}{words}" if kept else f"{said}, which is not on record")

    def number(self, run: Run) -> int | None:
        """Return the number of the question that a run waits for; None where none is known."""
        question = self.open.get(run.attempt) if run.attempt else None
        return question.id if question is not None else None

    async def close(self, run: Run) -> None:
        """Take the question of a try back."""
        question = self.open.get(run.attempt)
        name = self.bound(run.attempt, run.id)
        with suppress(StoreError):
            if question is None:
                waiting = await self.inbox.run(
                    self.inbox.store.questions, Status.PENDING, limit=ALL
                )
                question = next((one for one in waiting if one.uid == name), None)
            if question is not None:
                reply = Reply(Answer.DENY, words=TAKEN_BACK, at=timestamp())
                await self.inbox.end(question.id, Status.CANCELLED, reply)

    def draft(self, run: Run, text: str) -> Draft:
        """Return the question of a gate."""
        return Draft(
            uid=self.bound(run.attempt, run.id),
            agent=agent_of(run),
            session=run.id,
            tool=TOOL,
            action=action_of(run),
            input={"run": run.id, "version": run.version, "text": text},
            seconds=WAITS,
            body={
                # First: whatever else is too long to be kept, these are.
                "approvers": [],
                "once": True,
                "role": run.current.role_id,
                "project": run.project,
                "cwd": run.project,
                "by": By.HUMAN.value,
                "why": run.current.gate.prompt or f"Is the stage `{run.current.name}` done?",
                "run": run.id,
                "stage": run.current.name,
                "text": text,
                "parts": parts_of(run),
            },
        )


def action_of(run: Run) -> str:
    """Return what is asked for, as an action string."""
    then = run.next_stage
    onward = f"stage {then.name} under role {then.role_id}" if then else "the end of the run"
    # An agent may have said it: last, and in quotes, it can be taken for nothing else.
    about = f", about {json.dumps(run.title, ensure_ascii=False)}" if run.title else ""
    return f"tool:{TOOL}:{run.id} from stage {run.current.name} to {onward}{about}"


def parts_of(run: Run) -> list[dict[str, Any]]:
    """Return what a person is shown: the stage and its prompt, what comes next, and the tasks."""
    stage, then = run.current, run.next_stage
    why = stage.gate.prompt or f"Is the stage `{stage.name}` done?"
    after = f"stage {then.name}, role {then.role_id}" if then else "the run is complete"
    tasks = shown_tasks(run)
    shown = [(task_words(run, task), task.status.value) for task in tasks[:MOST_SHOWN]]
    if more := len(tasks) - len(shown):
        shown.append((f"{more} tasks more: proctor workflow task list {run.id}", "tasks"))
    return [
        {"part": f"{run.id}, stage {stage.name}", "effect": "ask", "why": why},
        {"part": after, "effect": "then", "why": ""},
        *({"part": words, "effect": effect, "why": ""} for words, effect in shown),
    ]


def record_of(run: Run, draft: Draft, reply: Reply) -> Record:
    """Return the record of what was said about a gate."""
    decision = Outcome.ASK_TIMEOUT if reply.is_unanswered else DECISIONS[reply.answer]
    return Record(
        uid=f"{draft.uid}-{decision.value}",
        timestamp=timestamp(),
        agent_name=draft.agent,
        action_string=draft.action,
        decision=decision.value,
        detail=reply.words,
        tool=TOOL,
        role=run.current.role_id,
        decider=Decider.PERSON.value if reply.by else "rule",
        why=str(draft.body["why"]),
        answered_by=reply.by,
        channel=reply.channel,
        question=reply.question,
        project=run.project,
        cwd=run.project,
        session=run.id,
        harness=TOOL,
        input=draft.input,
    )
