"""What goes back to the agent: a yes only where the policy or a person said so."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.terms.action import Command, Does, Part, PathForm, Touch
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.keeping import Unrecorded
from proctor.terms.kind import Kind
from proctor.terms.reply import Answer, Reply, Scope
from proctor.terms.verdict import NOT_KEPT, NOTHING_RUNS, Verdict
from tests.terms.decisions import action, decision, part

PATH = PathForm("a", "/srv/app/a", "/srv/app/a", "/srv/app/a")
REPLIES = st.none() | st.builds(
    Reply,
    answer=st.sampled_from([*Answer, "allow", "yes", "ALLOW", "", None, True, 1]),
    by=st.text(max_size=5),
    words=st.text(max_size=5),
    scope=st.sampled_from(Scope),
)


class TestOf:
    """A verdict from a decision and a reply."""

    @pytest.mark.parametrize(
        ("effect", "answer", "asked"),
        [
            (Effect.ALLOW, None, Effect.ALLOW),
            (Effect.DENY, None, Effect.DENY),
            (Effect.ASK, None, Effect.ASK),
            (Effect.ASK, Answer.ALLOW, Effect.ALLOW),
            (Effect.ASK, Answer.DENY, Effect.DENY),
            (Effect.ASK, Answer.TIMEOUT, Effect.DENY),
            (Effect.ASK, Answer.DIALOG, Effect.ASK),
            *((Effect.ALLOW, answer, Effect.ALLOW) for answer in Answer),
            *((Effect.DENY, answer, Effect.DENY) for answer in Answer),
        ],
    )
    def test_the_whole_table(self, effect: Effect, answer: Answer | None, asked: Effect) -> None:
        """A reply counts where the decision asks, and nowhere else."""
        reply = Reply(answer, by="ada") if answer else None

        assert asked is Verdict.of(decision(effect), reply).effect

    @given(effect=st.sampled_from(Effect), reply=REPLIES)
    def test_a_yes_has_one_of_two_reasons(self, effect: Effect, reply: Reply | None) -> None:
        """Only a decision that allows, or an ask with the answer allow, is a yes."""
        verdict = Verdict.of(decision(effect), reply)

        approved = effect is Effect.ASK and reply is not None and reply.answer is Answer.ALLOW
        assert (verdict.effect is Effect.ALLOW) is (effect is Effect.ALLOW or approved)
        assert isinstance(verdict.effect, Effect)

    @pytest.mark.parametrize("answer", ["allow", "ALLOW", "yes", "", None, True, 1, object()])
    def test_what_is_no_answer_is_a_no(self, answer: Any) -> None:
        """A word that is none of the answers, even one that looks like it, is a no."""
        assert Effect.DENY is Verdict.of(decision(Effect.ASK), Reply(answer)).effect

    @pytest.mark.parametrize("effect", [1, 0, None, "allow", True, "ask"])
    def test_what_is_no_effect_is_a_no(self, effect: Any) -> None:
        """An effect that is none is never a yes, with whatever reply."""
        why = decision(Effect.ALLOW).because[0]._replace(effect=effect)
        strange = Decision(effect, action(part()), (why,))

        for reply in (None, Reply(Answer.ALLOW, by="ada")):
            assert Effect.DENY is Verdict.of(strange, reply).effect

    def test_no_reason_is_no_verdict(self) -> None:
        """A decision without findings raises: no evidence is never a yes."""
        for effect in Effect:
            with pytest.raises(ValueError, match="without a finding"):
                Verdict.of(Decision(effect, action(part()), ()), None)

    @pytest.mark.parametrize(
        ("reply", "why"),
        [
            (None, "so it is"),
            (Reply(Answer.DIALOG), "so it is"),
            (Reply(Answer.ALLOW, by="ada"), "approved by ada"),
            (Reply(Answer.ALLOW), "approved"),
            (Reply(Answer.ALLOW, by="ada", words="go on"), "go on"),
            (Reply(Answer.DENY, by="ada"), "denied by ada: so it is"),
            (Reply(Answer.DENY), "so it is (nobody answered)"),
            (Reply(Answer.DENY, by="ada", words="use the staging one"), "use the staging one"),
            (Reply(Answer.TIMEOUT), "so it is (nobody answered)"),
            (Reply(Answer.TIMEOUT, words="all are asleep"), "so it is (all are asleep)"),
        ],
    )
    def test_the_agent_is_told_why(self, reply: Reply | None, why: str) -> None:
        """Words of a person go to the agent; else it is told who said what, and why."""
        assert why == Verdict.of(decision(Effect.ASK), reply).why

    @pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.DENY])
    def test_a_reply_nobody_asked_for_says_nothing(self, effect: Effect) -> None:
        """Where nothing was asked, nobody's words are passed on."""
        reply = Reply(Answer.ALLOW, by="mallory", words="run everything")

        assert Verdict(effect, "so it is") == Verdict.of(decision(effect), reply)


YES = Verdict(Effect.ALLOW, "so it is")
REFUSED = Verdict(Effect.DENY, NOT_KEPT)
READS = Unrecorded.READS
WRITES = Touch(PATH, reads=False, writes=True)
DELETES = Touch(PATH, reads=True, writes=False, deletes=True)
# What makes it uncertain that a part which reads does nothing else.
DOUBTS: list[dict[str, Any]] = [
    {"unread": "a quote is not closed"},
    {"unread": ""},
    {"unsure": "an option that is not known"},
    {"unsure": ""},
    {"vague": "which files its wildcards stand for is not known"},
    {"malformed": True},
    {"broken": True},
    {"destructive": True},
    {"touches": (WRITES,)},
    {"touches": (Touch(PATH, reads=True, writes=False), DELETES)},
    {"touches": (Touch(PATH, reads=True, writes=True, certain=False),)},
]


def ls(does: Does, **changes: Any) -> Part:
    """Return a part of a command that talks to no other machine."""
    return part(does, **({"command": Command(("ls",))} | changes))


class TestUnkept:
    """A verdict where nothing could be written."""

    @pytest.mark.parametrize("does", [Does.READ, Does.IDLE])
    def test_what_only_reads_may_run(self, does: Does) -> None:
        """A call that changes nothing for certain runs without its record."""
        reads = ls(does, touches=(Touch(PATH, reads=True, writes=False),))

        assert YES.unkept(action(reads), READS) == YES
        assert YES.unkept(action(reads, ls(Does.READ)), READS) == YES

    @pytest.mark.parametrize("does", [each for each in Does if each not in {Does.READ, Does.IDLE}])
    def test_what_may_change_something_is_refused(self, does: Does) -> None:
        """One part that may change something is enough, wherever it stands."""
        assert YES.unkept(action(ls(does)), READS) == REFUSED
        assert YES.unkept(action(ls(Does.READ), ls(does), ls(Does.READ)), READS) == REFUSED

    @pytest.mark.parametrize(("doubt", "does"), list(product(DOUBTS, [Does.READ, Does.IDLE])))
    def test_what_is_not_certain_is_refused(self, doubt: dict[str, Any], does: Does) -> None:
        """Any doubt about a part that reads refuses it, even one without words."""
        assert YES.unkept(action(ls(does, **doubt)), READS) == REFUSED
        assert YES.unkept(action(ls(Does.READ), ls(does, **doubt)), READS) == REFUSED

    def test_no_parts_are_refused(self) -> None:
        """An action of nothing is no action that only reads."""
        assert YES.unkept(action(), READS) == REFUSED

    @pytest.mark.parametrize("does", Does)
    def test_a_denial_stays_what_it_is(self, does: Does) -> None:
        """A denial keeps its own reason."""
        verdict = Verdict(Effect.DENY, "so it is")

        for unrecorded in Unrecorded:
            assert verdict == verdict.unkept(action(ls(does)), unrecorded)
            assert verdict == verdict.unkept(action(), unrecorded)

    def test_a_dialog_is_no_way_round(self) -> None:
        """What is left to the program's own dialog would run without a record too."""
        dialog = Verdict(Effect.ASK, "so it is")

        assert dialog.unkept(action(ls(Does.READ)), READS) == dialog
        assert dialog.unkept(action(ls(Does.EDIT)), READS) == REFUSED

    @pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
    def test_refuse_refuses_reads_too(self, effect: Effect) -> None:
        """With `unrecorded: refuse` nothing runs without a record."""
        refused = Verdict(effect, "so it is").unkept(action(ls(Does.READ)), Unrecorded.REFUSE)

        assert Verdict(Effect.DENY, NOTHING_RUNS) == refused

    @pytest.mark.parametrize(
        "sends",
        [
            {"tool": "WebSearch", "kind": Kind.SEARCH},
            {"tool": "WebFetch", "kind": Kind.FETCH},
            {"tool": "mcp__notes__read", "kind": Kind.MCP},
            {"tool": "ReadMcpResource"},
            {"tool": "ListMcpResources"},
            {"tool": "a_tool_of_the_user", "kind": Kind.READ},
            {"tool": "Read", "urls": ("https://example.org/",)},
            {"tool": "Read", "classes": ("secret",)},
            {"classes": ("read", "network")},
            {"command": Command(("gh", "pr", "list"))},
            {"command": Command(("git", "ls-remote"))},
            {"command": Command(("git",))},
            {"command": Command(("git", "-C", "/srv", "log"))},
            {"command": None},
        ],
    )
    def test_what_could_send_data_out_is_refused(self, sends: dict[str, Any]) -> None:
        """A part that only reads is refused where it could tell somebody else."""
        assert YES.unkept(action(ls(Does.READ, **sends)), READS) == REFUSED
        assert YES.unkept(action(ls(Does.READ), ls(Does.READ, **sends)), READS) == REFUSED
