"""*Always*, with a rule that a person has changed: what it takes, and what it never does."""

from __future__ import annotations

import pytest

from tests.server.running import until
from tests.web.approvals.asking import look, role, rules_of, send, shown, status
from tests.web.sites import ADMIN, DEVELOPER, Site

ALWAYS = {"answer": "allow", "scope": "always"}
WIDER = "Bash(npm *)"


def seen_of(site: Site, number: int, rule: str) -> str:
    """Return what looking at a rule says, as a program looks."""
    said = site.bearer().post(f"/api/approvals/{number}/rule", json={"rule": rule})
    assert said.status_code == 200, said.text
    return str(said.json()["seen"])


def test_a_rule_is_looked_at_before_it_counts(site: Site) -> None:
    """What it would match in words, that it is wider, and what of the past it would have."""
    name = role(site, "c-look")
    site.ask("npm run build", role=name, agent="past-1").answer()
    asked = site.ask("npm test", role=name)

    ours, wider = look(site, asked.number, "Bash(npm test)"), look(site, asked.number, WIDER)

    assert "exactly the command npm test, in every folder" in shown(ours)
    assert "wider than this call" not in shown(ours)
    assert "wider than this call every command that begins with npm, whatever follows" in (
        shown(wider)
    )
    assert "tool:bash:npm run build" in shown(wider)
    assert f"adds `{WIDER}` to the role `{name}`" in shown(wider)
    assert 'name="seen"' in wider.text
    assert status(site, asked.number) == "pending"


def test_a_changed_rule_is_written_and_on_record(site: Site) -> None:
    """In the role's file, in its history, in the record of the call, and as a change of theirs."""
    name = role(site, "c-written")
    asked = site.ask("npm test", role=name)

    said = send(site, asked.number, **ALWAYS, rule=WIDER, seen=seen_of(site, asked.number, WIDER))

    assert said.status_code == 200
    assert f"ada allowed it always, by the rule {WIDER}, on the web page" in shown(said)
    assert asked.verdict() == "allow"
    assert WIDER in rules_of(site, name)
    assert "Bash(npm test)" not in rules_of(site, name)
    kept = site.bearer().get("/api/audit", params={"limit": 1}).json()[0]
    assert kept["detail"] == f"always, by a rule of their own: {WIDER}"
    until(lambda: is_allowed(site, name, "npm run x"))


def is_allowed(site: Site, role: str, command: str) -> bool:
    """
    Return whether a role allows a command now; an agent that would have to wait goes away.

    The server looks at the files of a role at most every 50 ms (`Posts`), so a new rule may count
    a moment later.
    """
    said = {
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_use_id": "toolu_again",
    }
    with (
        site.send(said, agent="shop-1", role=role) as peer,
        peer.makefile("r", encoding="ascii") as lines,
    ):
        return '"permissionDecision":"allow"' in lines.readline().replace(" ", "")


def test_a_rule_that_nobody_has_seen_does_not_count(site: Site) -> None:
    """Without the word for what was shown, or with that of another rule, it is shown first."""
    name = role(site, "c-unseen")
    asked = site.ask("npm test", role=name)
    other = seen_of(site, asked.number, "Bash(npm t*)")

    for seen in ("", other, "x" * 32):
        said = send(site, asked.number, **ALWAYS, rule=WIDER, seen=seen)

        assert said.status_code == 422
        assert said.headers["hx-retarget"] == f"#rule-{asked.number}-said"
        assert "You have not seen what this rule would match" in shown(said)
    assert status(site, asked.number) == "pending"
    assert WIDER not in rules_of(site, name)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("Bash(npm run build)", "this does not allow the call: it would still be asked about"),
        ("Read", "this does not allow the call"),
        ("Bahs(npm test)", "`Bahs` is not a tool that is known"),
        ("Bash(npm test", "the parenthesis in `Bash(npm test` is not closed"),
        ("Bash()", "`Bash()` has no pattern"),
        ("Bash(npm test && rm x)", "an allow is compared with one command at a time"),
        ("tool:bash:(", "tool:bash:("),
        ("   ", "the rule is empty"),
        ("Bash(npm test)\u202e", "a character that nobody sees"),
        ("Bash(npm te\x07st)", "a character that nobody sees"),
        ("\n".join(f"Bash(npm {n})" for n in range(9)), "9 rules are too many at once"),
        ("Bash(npm " + "x" * 600 + ")", "a rule has at most 500 characters"),
        ("Bash(npm test)\nBash(", "the parenthesis in `Bash(` is not closed"),
    ],
    ids=[
        "another-call", "another-tool", "unknown-tool", "unclosed", "empty-pattern", "two-commands",
        "bad-regex", "blank", "bidi", "control", "many", "long", "second-line",
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_rule_stands_under_it(site: Site, rule: str, words: str) -> None:
    """While one types, and where one answers; nothing is answered, and nothing written."""
    name = role(site, "c-wrong")
    before = rules_of(site, name)
    asked = site.ask("npm test", role=name)

    typed, sent = look(site, asked.number, rule), send(site, asked.number, **ALWAYS, rule=rule)

    assert typed.status_code == 200
    assert words in shown(typed)
    assert 'name="seen"' not in typed.text
    assert (sent.status_code, status(site, asked.number)) == (422, "pending")
    assert words in shown(sent)
    assert rules_of(site, name) == before


def test_hostile_words_in_a_rule_stay_words(site: Site) -> None:
    """A rule is shown again, and never as anything but a text."""
    asked = site.ask("npm test", role=role(site, "c-hostile"))

    for rule in (
        "<script>alert(1)</script>",
        'Bash("><img src=x onerror=alert(1)>)',
        "Bash({{7*7}} *)",
    ):
        said = look(site, asked.number, rule)

        assert said.status_code == 200
        assert 'name="seen"' not in said.text
        assert "<script>" not in said.text
        assert "<img" not in said.text


def test_a_rule_of_ones_own_takes_an_administrator(site: Site) -> None:
    """Whoever may only answer takes the rule as it is, or another answer."""
    name = role(site, "c-admins")
    asked = site.ask("npm test", role=name)
    seen = seen_of(site, asked.number, WIDER)

    said = send(site, asked.number, DEVELOPER, **ALWAYS, rule=WIDER, seen=seen)
    by_api = asked.answer(person=DEVELOPER, scope="always", rule=WIDER, seen=seen)

    assert (said.status_code, by_api.status_code) == (403, 403)
    assert "for an administrator" in shown(said)
    assert status(site, asked.number) == "pending"
    assert WIDER not in rules_of(site, name)


def test_no_rule_stands_in_place_of_a_grant(site: Site) -> None:
    """Where a rule asked, one more allow would not pass it: it is said, and nothing is written."""
    asked = site.ask("npm publish")

    said = look(site, asked.number, "Bash(npm *)")

    assert 'name="seen"' not in said.text
    assert "no rule can be added for this" in shown(said)


def test_a_role_that_changed_meanwhile_is_looked_at_again(site: Site) -> None:
    """What was seen was another file: nothing is written into one that nobody has seen."""
    name = role(site, "c-changed")
    asked = site.ask("npm test", role=name)
    seen = seen_of(site, asked.number, WIDER)
    text = rules_of(site, name) + "  deny: [WebFetch]\n"
    (site.home / "roles" / f"{name}.yaml").write_text(text)

    said = send(site, asked.number, **ALWAYS, rule=WIDER, seen=seen)

    assert said.status_code == 422
    assert rules_of(site, name) == text


def test_programs_do_the_same(site: Site) -> None:
    """They look, and answer with what looking said; wrong bodies are errors with problems."""
    name = role(site, "c-program")
    asked = site.ask("npm test", role=name)
    path = f"/api/approvals/{asked.number}/rule"

    found = site.bearer().post(path, json={"rule": WIDER}).json()
    wrong = site.bearer().post(path, json={"rule": "Bahs(x)"})
    bodies = [site.bearer().post(path, json=body) for body in ({}, {"rule": 1}, {"ruel": "x"})]
    early = asked.answer(scope="always", rule=WIDER)
    misplaced = asked.answer(rule=WIDER, seen=found["seen"])
    done = asked.answer(scope="always", rule=WIDER, seen=found["seen"])

    assert found["rules"] == [WIDER]
    assert found["edited"] is True
    assert found["matches"][0]["wide"] is True
    assert wrong.status_code == 422
    assert wrong.json()["problems"][0]["code"] == "unknown-tool"
    assert [one.status_code for one in bodies] == [400, 400, 400]
    assert (early.status_code, misplaced.status_code, done.status_code) == (400, 400, 200)
    assert done.json()["reply"]["rule"] == WIDER
    assert done.json()["reply"]["by"] == ADMIN
    assert asked.verdict() == "allow"
