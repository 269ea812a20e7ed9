"""Sign in by a link: once, at our address, as somebody who is still among the people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.front_door import PORT, URL, FrontDoor
from tests.web.doors import door


def test_a_link_signs_in_once(tmp_path: Path) -> None:
    """Whoever comes second, with it or with another code, is asked for a token."""

    async def work(at: FrontDoor) -> None:
        client, late = at.client(), at.client()
        at.tokens.new_token("dan")
        link = at.access.links.make("dan", "/approvals")
        head = await client.head(link)
        first = await client.get(link)
        again = [await late.get(path) for path in (link, "/sign-in/x", f"{link}x", "/sign-in/")]

        assert head.status_code == 405, "a program that only looks does not use it up"
        assert (first.status_code, 'data-next="/approvals"' in first.text) == (200, True)
        assert (await client.get("/api/status")).status_code == 200
        assert first.headers["clear-site-data"] == '"cache", "storage"'
        assert [one.status_code for one in again[:3]] == [401] * 3
        assert not any("clear-site-data" in one.headers for one in (head, *again))
        assert "`proctor open` makes another" in again[0].text
        assert not late.cookies

    door(tmp_path, work)


@pytest.mark.parametrize(
    ("name", "said"),
    [("Sec-Purpose", "prefetch;prerender"), ("Purpose", "prefetch"), ("Sec-Purpose", "")],
    ids=["sec-purpose", "purpose", "empty"],
)
def test_a_browser_that_looks_ahead_does_not_use_a_link_up(
    tmp_path: Path, name: str, said: str
) -> None:
    """The person who then opens it is signed in."""

    async def work(at: FrontDoor) -> None:
        client = at.client()
        at.tokens.new_token("dan")
        link = at.access.links.make("dan")
        ahead = await client.get(link, headers={name: said})

        assert (ahead.status_code, dict(client.cookies)) == (403, {})
        assert (await client.get(link)).status_code == 200

    door(tmp_path, work)


def test_a_link_at_another_name_is_not_used_up(tmp_path: Path) -> None:
    """It leads to the same link at our address, and is good there."""

    async def work(at: FrontDoor) -> None:
        client = at.client()
        at.tokens.new_token("dan")
        link = at.access.links.make("dan")
        named = await client.get(link, headers={"Host": f"localhost:{PORT}"})

        assert (named.status_code, named.headers["location"]) == (308, f"{URL}{link}")
        assert (await client.get(named.headers["location"])).status_code == 200

    door(tmp_path, work)


def test_a_link_is_worth_nothing_once_the_person_is_gone(tmp_path: Path) -> None:
    """Who was taken off the list, or has no token any more, does not sign in by an older link."""

    async def work(at: FrontDoor) -> list[int]:
        at.tokens.new_token("dan")
        at.tokens.new_token("otto")
        dans, ottos = at.access.links.make("dan"), at.access.links.make("otto")
        at.tokens.revoke("dan")
        (at.home / "config.yaml").write_text("people: {ada: {roles: [admin]}}")
        client = at.client()
        return [(await client.get(link)).status_code for link in (dans, ottos)]

    assert door(tmp_path, work) == [403, 403]
