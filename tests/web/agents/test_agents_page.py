"""The agents' pages, asked as a browser asks: whatever an agent says or is called is only text."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from proctor.agent_overrides import STARTED, OverrideFiles, Owner
from proctor.agents.engine import Engine
from tests.agents.session_homes import begun, folder_of, over
from tests.agents.terminals import shows
from tests.server.running import until
from tests.web.agents.conftest import Start
from tests.web.kept_changes import changes
from tests.web.sites import ADMIN, DEVELOPER, VIEWER, Site

SCRIPT = "<script>alert(1)</script>"
HOSTILE_NAMES = [SCRIPT, "../../etc/passwd", "a b", "-x", "", "x" * 65, "ü", "a\x00b", "%1", "a\nb"]
CSP = "default-src 'none'; script-src 'self'"


@pytest.mark.parametrize("name", [name for name in HOSTILE_NAMES if name], ids=ascii)
def test_a_name_that_is_none_has_a_page_that_says_so(site: Site, name: str) -> None:
    """It is escaped, nothing is looked up by it, and nothing can be done to it."""
    client, path = site.client(), f"/agents/{quote(name, safe='')}"

    answer = client.get(path)

    assert answer.status_code == 404
    assert SCRIPT not in answer.text
    for method, part in (("POST", "stop"), ("POST", "messages"), ("DELETE", "messages")):
        done = client.request(method, f"{path}/{part}", data={"text": "x"} if part == "messages"
                              and method == "POST" else None)  # fmt: skip
        assert done.status_code in {400, 404}, (method, part)


def test_an_agent_that_is_gone_has_a_page_that_says_so(site: Site) -> None:
    """What is kept of it is shown; there is nothing to send or to stop."""
    site.event("SessionEnd", agent="gone-1", reason="other")
    until(lambda: bool(site.bearer().get("/api/agents/gone-1/events").json()))

    answer = site.client().get("/agents/gone-1")
    listed = site.client().get("/agents")

    assert (answer.status_code, "session-end" in answer.text) == (404, True)
    assert "/agents/gone-1/stop" not in answer.text
    assert "gone-1" not in listed.text
    stopped = site.client().post("/agents/gone-1/stop")
    assert (stopped.status_code, "nothing to stop" in stopped.text) == (200, True)


def test_what_an_agent_says_is_only_text(site: Site) -> None:
    """Script in a tool's name, an event, a folder or a session changes no page."""
    site.event(
        "Notification", agent="odd-1", message=SCRIPT, notification_type=SCRIPT, title="\u202e"
    )
    site.ask("", agent="odd-1", tool=SCRIPT, given={SCRIPT: SCRIPT})
    until(lambda: len(site.bearer().get("/api/agents/odd-1/events").json()) >= 1)

    for path in ("/agents", "/agents/odd-1", "/agents/odd-1/facts", "/agents/-/table"):
        answer = site.client().get(path)

        assert answer.status_code == 200
        assert SCRIPT not in answer.text
        assert "\u202e" not in answer.text
        assert answer.headers["content-security-policy"].startswith(CSP)


def test_what_was_changed_for_one_agent_is_on_its_page_and_revoked(site: Site) -> None:
    """As text, with who approved it; a viewer sees it and cannot revoke it."""
    begun(site.home, "odd-2", role="guarded", id="0123")
    owner = Owner("odd-2", "guarded", "/srv/app", f"{STARTED}0123")
    changes = {"profile": "locked", "system_prompt": SCRIPT, "docs": {"a.md": SCRIPT}}
    OverrideFiles(site.home).write(owner, changes, "ada, today")
    path = "/agents/odd-2"

    shown = site.client(VIEWER).get(path).text
    denied = site.client(VIEWER).post(f"{path}/overrides/revoke").status_code
    done = site.client(DEVELOPER).post(f"{path}/overrides/revoke").text
    again = site.client(DEVELOPER).post(f"{path}/overrides/revoke").text

    assert "Changed for this agent alone" in shown
    assert "approved by ada, today" in shown
    assert (SCRIPT in shown, "overrides/revoke" in shown, denied) == (False, False, 403)
    assert ("is revoked" in done, "nothing was changed" in again) == (True, True)
    assert not OverrideFiles(site.home).names()


def test_one_with_an_odd_name_is_listed_without_a_page(site: Site) -> None:
    """An agent that others have started may call itself anything."""
    site.event("UserPromptSubmit", agent=f"odd {SCRIPT}", prompt="x")

    text = site.client().get("/agents/-/table").text

    assert "odd &lt;script&gt;" in text
    assert f"/agents/odd {SCRIPT}" not in text


def test_an_agent_that_nothing_checks_is_marked(site: Site, start: Start) -> None:
    """In the list, on its page and in the API: its program has no hooks."""
    name = start("bare-1")
    rows = site.client().get("/agents").text
    [row] = [row for row in rows.split("<tr") if f'data-agent="{name}"' in row]
    page = site.client().get(f"/agents/{name}").text
    told = site.bearer(VIEWER).get(f"/api/agents/{name}").json()

    assert ">unchecked</span>" in row
    assert "Unchecked: nothing checks its tool calls" in page
    assert told["checked"] is False


def test_a_screen_full_of_sequences_is_harmless_text(site: Site, start: Start) -> None:
    """Colours become our classes, all else is gone, and script is text."""
    hostile = (
        f"\x1b[31;1m{SCRIPT}\x1b[0m\x1b]0;owned\x07\x1b]8;;javascript:alert(1)\x07link\x1b]8;;\x07"
    )
    name = start("screen-1", f"x {hostile}\x1b[8mhidden\x1b[0m", shown="hidden")

    answer = site.client().get(f"/agents/{name}/screen")
    seen = answer.text.split('name="seen" value="')[1].split('"')[0]
    again = site.client().get(f"/agents/{name}/screen", params={"seen": seen})
    plain = site.bearer(VIEWER).get(f"/api/agents/{name}/screen").json()

    assert '<span class="text-red-400 font-bold ">&lt;script&gt;' in answer.text.replace("  ", " ")
    assert "\x1b" not in answer.text
    assert "javascript:" not in answer.text
    assert "hidden" in answer.text
    assert "owned" not in answer.text
    assert again.status_code == 204
    assert any(SCRIPT in line and "\x1b" not in line for line in plain["lines"])


@pytest.mark.parametrize(
    ("person", "method", "path", "status"),
    [
        (VIEWER, "POST", "/agents/may-1/messages", 403),
        (VIEWER, "DELETE", "/agents/may-1/messages", 403),
        (VIEWER, "POST", "/agents/may-1/stop", 403),
        (DEVELOPER, "POST", "/agents/may-1/stop", 403),
        (DEVELOPER, "POST", "/agents/may-1/messages", 200),
        (DEVELOPER, "DELETE", "/agents/may-1/messages", 200),
        (ADMIN, "POST", "/agents/may-1/stop", 200),
    ],
    ids=lambda value: str(value).replace("/", "-"),
)
@pytest.mark.parametrize("door", ["page", "api"])
def test_who_may_do_what(
    site: Site, person: str, method: str, path: str, status: int, door: str
) -> None:
    """By a page and by the API alike; of an agent that has ended, a message is held."""
    over(site.home, begun(site.home, "may-1", role="builder"))
    api = door == "api"
    client = site.bearer(person) if api else site.client(person)
    body = {"text": "hello"} if method == "POST" and path.endswith("messages") else None

    if api:
        answer = client.request(method, f"/api{path}", json=body)
    else:
        answer = client.request(method, path, data=body)

    assert answer.status_code == status, answer.text


def test_a_message_is_never_a_command(site: Site, start: Start) -> None:
    """It begins with whom it is from, has no control characters, and is on record."""
    name, texts = start("told-1"), ["!touch /tmp/x", "/exit", "\x1b[A\x03go", "@x", "\u202eabc"]
    heard = ["!touch /tmp/x", "/exit", "[Ago", "\\@x", "abc"]

    for text, words in zip(texts, heard, strict=True):
        done = site.client(DEVELOPER).post(f"/agents/{name}/messages", data={"text": text})

        assert "Delivered" in done.text
        shows(Engine(site.home), name, f"heard: From dan: {words}")
    event = changes(site, "message-sent")[0]
    assert (event["person"], event["agent"]) == ("dan", name)


@pytest.mark.parametrize(
    ("text", "status"),
    [("", 400), ("\x1b\x00\u200b", 400), ("x" * 100_001, 400), ("x" * (1 << 20), 413)],
    ids=["empty", "nothing-visible", "too-long", "a-megabyte"],
)
def test_what_cannot_be_sent_is_refused_in_words(site: Site, text: str, status: int) -> None:
    """Nothing is kept of it."""
    over(site.home, begun(site.home, "quiet-1", role="builder"))

    page = site.client().post("/agents/quiet-1/messages", data={"text": text})
    api = site.bearer().post("/api/agents/quiet-1/messages", json={"text": text})

    assert (page.status_code, api.status_code) == (status, status)
    assert not list((folder_of(site.home, "quiet-1") / "messages").glob("*.json"))


def test_what_is_held_can_be_taken_back(site: Site) -> None:
    """The page says why it is held, and how many were taken back."""
    over(site.home, begun(site.home, "held-1", role="builder"))
    client = site.client(DEVELOPER)

    held = client.post("/agents/held-1/messages", data={"text": "later"})
    taken = client.delete("/agents/held-1/messages")

    assert "Held: " in held.text
    assert "1 message taken back" in taken.text


def test_a_stop_is_on_record(site: Site, start: Start) -> None:
    """Who did it, to whom; the agent and its terminal are gone."""
    name = start("stop-1")

    done = site.client().post(f"/agents/{name}/stop", data={"force": "on"})

    assert "exited" in done.text
    assert name not in Engine(site.home).panes()
    event = changes(site, "agent-stopped")[0]
    assert (event["person"], event["agent"], event["was"]) == ("ada", name, "running")
