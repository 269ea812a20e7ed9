"""A question that was told is the question that it was."""

from __future__ import annotations

from proctor.audit.as_json import mark_of, question_json
from proctor.cli.told_question import question_from
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Decider, Reply, Scope

ASKED = Question(
    uid="u-1",
    host="anvil",
    home="",
    agent="arch-1",
    tool="Bash",
    action="tool:bash:make",
    asked_at="2026-06-01T12:00:00.000Z",
    expires_at="2026-06-01T12:01:00.000Z",
    session="s-1",
    body={"role": "coder", "always": "adds a rule", "category": "bash", "parts": [{"part": "x"}]},
    id=12,
)
# The uid is for whoever asked; all others know the question by its mark.
MARK = mark_of(ASKED.uid)


def test_an_open_question_comes_back_whole() -> None:
    """Everything that is told of it is there again; what is not told is empty."""
    assert question_from(question_json(ASKED)) == ASKED._replace(uid=MARK)


def test_an_answered_question_comes_back_with_its_reply() -> None:
    """By whom, through what, for how long, and who it was at all."""
    reply = Reply(
        Answer.ALLOW, "ada", "telegram", "", Scope.SESSION, category="bash", decider=Decider.GRANT
    )
    ended = ASKED._replace(status=Status.ANSWERED, reply=reply, closed_at=ASKED.expires_at)

    assert question_from(question_json(ended)) == ended._replace(uid=MARK)


def test_a_reply_of_another_version_is_read_as_far_as_it_goes() -> None:
    """What is not known is left out; what is missing is what it usually is."""
    told = {**question_json(ASKED), "status": "answered"}
    told["reply"] = {"answer": "deny", "by": "ada", "new": 1}

    assert question_from(told).reply == Reply(Answer.DENY, "ada")
