"""The page of questions: what it shows of each, to whom, and what it makes of hostile words."""

from __future__ import annotations

import re

import pytest

from tests.web.approvals.asking import (
    GUARDED,
    PAGE,
    PIECE,
    card,
    handed_in,
    role,
    send,
    shown,
)
from tests.web.sites import DEVELOPER, VIEWER, Site

BIDI, ZERO, NUL = "\u202e", "\u200b", "\x00"
HOSTILE = {
    "script": "<script>alert(1)</script>",
    "attribute": '"\' onmouseover=alert(1) x="',
    "partial": '<hx-partial hx-target="#main">gone</hx-partial></hx-partial>',
    "template": "{{ 7*7 }}{% raw %}",
    "bidi": f"safe{BIDI}cod.exe{ZERO}",
    "lines": "one\n\nevent: x\ndata: y\r\rtwo\u2028three",
}


def test_a_question_is_shown_with_all_that_is_known_of_it(site: Site) -> None:
    """Agent, role, tool, parts by effect and class, rule and place, folder, and what is left."""
    asked = site.ask("npm publish --tag latest && cat a.txt", agent="shop-9")

    said = site.client().get("/approvals", headers=PAGE)
    text = shown(said)

    assert said.status_code == 200
    for word in ("shop-9 wants Bash", "role builder", "@network", "builder.yaml:", " left"):
        assert word in text
    assert str(site.project) in text
    assert "rule Bash(@network)" in text
    assert f'id="question-{asked.number}"' in said.text
    assert 'class="part part-ask" title=' in said.text
    assert 'class="part part-allow" title=' in said.text


def test_each_answer_says_what_it_would_remember(site: Site) -> None:
    """The rule of *always* stands there before anybody agrees to it, and the whole category."""
    name = role(site, "c-remember")
    asked = site.ask("npm test", role=name)

    text = shown(card(site, asked.number))

    assert "once nothing: only this call" in text
    assert "session exactly this, for this agent's session" in text
    assert "time exactly this, under this role in this project, for so long" in text
    assert f"always adds `Bash(npm test)` to the role `{name}`" in text
    assert "every bash call, whatever it does, for this agent's session" in text


def test_where_a_rule_asked_always_is_a_grant(site: Site) -> None:
    """It is said that no rule is added, and none can be written."""
    asked = site.ask("npm publish")

    said = card(site, asked.number)

    assert "No rule is added: this is a grant" in shown(said)
    assert "<textarea" not in said.text


def test_an_edit_shows_what_would_change(site: Site) -> None:
    """Lines that go and come, the rest of the input, and nothing of it twice."""
    given = {
        "file_path": str(site.project / "a.py"),
        "old_string": "one\ntwo\nthree",
        "new_string": "one\n2 <b>\nthree",
        "replace_all": True,
    }
    asked = site.ask("", tool="Edit", given=given)

    said = card(site, asked.number)

    assert 'class="line-goes"><span class="line-sign">-</span> two<' in said.text
    assert 'class="line-comes"><span class="line-sign">+</span> 2 &lt;b&gt;<' in said.text
    assert 'class="line-stays"><span class="line-sign"> </span> three<' in said.text
    assert '"replace_all": true' in shown(said)
    assert "old_string" not in said.text


def test_what_can_only_be_answered_once_says_so(site: Site) -> None:
    """Of a question that a process handed in nothing is remembered."""
    with handed_in(site) as number:
        said = card(site, number)

    assert "Can only be answered once: nobody here has decided what this is about" in shown(said)
    assert 'data-key="a"' in said.text
    for key in "stA":
        assert f'data-key="{key}"' not in said.text


def test_who_only_looks_has_no_buttons(site: Site) -> None:
    """A viewer sees the question, and why they cannot answer it."""
    asked = site.ask("npm publish")

    said = card(site, asked.number, VIEWER)

    assert "npm publish" in said.text
    assert "You cannot answer this: you are a viewer here" in shown(said)
    assert "<button" not in said.text


def test_whom_the_rule_does_not_name_has_no_buttons(site: Site) -> None:
    """It says which role is lacking; whoever has it may answer."""
    name = role(site, "c-approvers", GUARDED)
    asked = site.ask("git push origin main", role=name)

    refused, fine = card(site, asked.number, DEVELOPER), card(site, asked.number)

    assert "You cannot answer this: dan does not have the role `admin`" in shown(refused)
    assert "<button" not in refused.text
    assert 'data-key="a"' in fine.text


def test_a_developer_sees_the_rule_and_cannot_change_it(site: Site) -> None:
    """To write rules is for those who may change roles."""
    asked = site.ask("npm test", role=role(site, "c-readonly"))

    assert re.search(r"<textarea[^>]* readonly", card(site, asked.number, DEVELOPER).text)
    assert not re.search(r"<textarea[^>]* readonly", card(site, asked.number).text)


def test_what_has_ended_is_in_the_list_of_the_past(site: Site) -> None:
    """By whom, through what and how; the last one first."""
    first, second = site.ask("npm publish"), site.ask("npm publish --tag past", agent="shop-2")
    first.answer("deny", words="not today")
    send(site, second.number, DEVELOPER, answer="allow", scope="time", minutes="90")

    text = shown(site.client().get("/approvals", headers=PAGE))
    past = text[text.index("Ended lately") :]

    assert "ada denied it, by the API: not today" in past
    assert "dan allowed it for 1 h, on the web page" in past
    assert past.index("shop-2") < past.index(f"{first.number} shop-1")


def test_one_question_has_a_page_of_its_own(site: Site) -> None:
    """With its buttons while it waits, and how it ended afterwards."""
    asked = site.ask("npm publish")
    path = f"/approvals/{asked.number}"

    before = site.client().get(path, headers=PAGE)
    asked.answer()
    after = site.client().get(path, headers=PAGE)

    assert f'data-answers="{asked.number}"' in before.text
    assert "data-answers" not in after.text
    assert "ada allowed it once, by the API" in shown(after)
    assert "npm publish" in shown(after)


@pytest.mark.parametrize(
    "number", ["0", "99999", "-1", "1e3", "9" * 30, "%22%3E%3Cscript%3E", "'", "\u0661", "1 "]
)
@pytest.mark.parametrize("of", ["", "/card", "/line"])
def test_a_number_that_is_none_is_not_found(site: Site, number: str, of: str) -> None:
    """Whatever stands in the address, it is no question, and is not said again unescaped."""
    said = site.client().get(f"/approvals/{number}{of}", headers=PAGE)

    assert said.status_code == 404
    assert "there is no" in shown(said)
    assert "<script>" not in said.text.replace('<script src="', "")


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_hostile_words_stay_words(site: Site, words: str) -> None:
    """In the command, the agent's name, the session, the words of an answer: nowhere a tag."""
    asked = site.ask(f"npm publish '{words}'", agent=f"a {words}", session=f"s {words}")
    pages = [card(site, asked.number), site.client().get("/approvals", headers=PAGE)]
    pages.append(site.client().get(f"/approvals/{asked.number}", headers=PAGE))
    pages.append(send(site, asked.number, answer="deny", words=words))
    pages.append(site.client().get("/approvals", headers=PAGE))

    for said in pages:
        assert said.status_code == 200
        for never in (
            "<script>alert",
            'onmouseover=alert(1) x=""',
            '<hx-partial hx-target="#main"',
        ):
            assert never not in said.text
        assert "49" not in re.findall(r"npm publish '([^<]*)'", said.text)
        assert BIDI not in said.text
        assert ZERO not in said.text
        assert "\u2028" not in said.text


def test_words_in_an_edit_and_a_folder_stay_words(site: Site) -> None:
    """A path, both texts and every other parameter are an agent's, too."""
    evil = HOSTILE["script"] + HOSTILE["attribute"] + BIDI
    given = {"file_path": f"/srv/{evil}", "old_string": evil, "new_string": f"{evil}!", evil: evil}
    asked = site.ask("", tool="Edit", given=given)

    for said in (
        card(site, asked.number),
        site.client().get(f"/approvals/{asked.number}", headers=PAGE),
    ):
        assert said.status_code == 200
        assert "<script>alert" not in said.text
        assert BIDI not in said.text


def test_a_command_of_a_megabyte_is_cut_and_keeps_its_end(site: Site) -> None:
    """Neither length nor blanks push out of sight what comes last."""
    asked = site.ask("echo " + "x" * 1_000_000 + " && npm publish")
    padded = site.ask("echo a" + " " * 5000 + "&& npm publish", agent="shop-2")

    said, gap = card(site, asked.number), shown(card(site, padded.number))

    assert said.status_code == 200
    assert len(said.text) < 60_000
    assert "characters…]" in said.text
    assert "[…5000 blanks…] && npm publish" in gap


def test_what_a_page_missed_it_can_fetch(site: Site) -> None:
    """All that waits, in order, and the past beside it."""
    first, second = site.ask("npm publish"), site.ask("npm publish", agent="shop-2")

    said = site.client().get("/approvals/list", headers=PIECE).text

    assert re.findall(r'<article[^>]*id="question-(\d+)"', said) == [
        str(first.number),
        str(second.number),
    ]
    assert "data-past" in said
