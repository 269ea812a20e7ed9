"""Ask and answer as the tests of the inbox do, under roles of their own."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from proctor.owner.client import Client
from tests.server.running import PATIENCE, until
from tests.web.sites import ADMIN, Site

PIECE = {"HX-Request": "true", "Accept": "text/html"}
PAGE = {"Accept": "text/html"}
# Silent about what is asked below: *always* is a rule.
SILENT = "name: {name}\npermissions:\n  allow: [Read]\n"
# Only an administrator may answer for a push.
GUARDED = """\
name: {name}
permissions:
  allow: [Read]
  ask:
    - rule: Bash(git push *)
      why: It leaves the house.
      approvers: [admin]
"""


def role(site: Site, name: str, text: str = SILENT) -> str:
    """Write a role of a test's own, and return its name."""
    path = site.home / "roles" / f"{name}.yaml"
    path.write_text(text.format(name=name))
    return name


def rules_of(site: Site, name: str) -> str:
    """Return the file of a role."""
    return (site.home / "roles" / f"{name}.yaml").read_text()


def shown(answer: httpx.Response) -> str:
    """Return what a person reads of a page: no tags, and what they would not see spelled out."""
    text = re.sub(r"</(?:dt|dd|p|li|div|h2)>", " ", answer.text)
    text = re.sub(r"<script.*?</script>|<[^>]*>", "", text, flags=re.DOTALL)
    return " ".join(html.unescape(text).split())


def card(site: Site, number: int, person: str = ADMIN) -> httpx.Response:
    """Return the card of a question, as a person's page fetches it."""
    return site.client(person).get(f"/approvals/{number}/card", headers=PIECE)


def send(site: Site, number: int | str, person: str = ADMIN, **fields: str) -> httpx.Response:
    """Answer on the page."""
    client = site.client(person)
    return client.post(f"/approvals/{number}/answer", data=fields, headers=PIECE)


def look(site: Site, number: int, rule: str, person: str = ADMIN) -> httpx.Response:
    """Look at what a rule would match, on the page."""
    client = site.client(person)
    return client.post(f"/approvals/{number}/rule", data={"rule": rule}, headers=PIECE)


def status(site: Site, number: int) -> str:
    """Return how a question stands."""
    return str(site.bearer().get(f"/api/approvals/{number}").json()["status"])


@contextmanager
def handed_in(site: Site, **draft: Any) -> Iterator[int]:
    """Hand a question in, as another process does; it is answered at the end, if it was not."""
    said: dict[str, Any] = {
        "tool": "Bash",
        "action": "tool:bash:make",
        "agent": "other-1",
        "seconds": 3600,
    }
    with Client.connect(site.home, PATIENCE) as client:
        number = int(client.call("ask", **{**said, **draft})["id"])
        try:
            yield number
        finally:
            site.bearer().post(f"/api/approvals/{number}", json={"answer": "deny"})
            until(lambda: status(site, number) != "pending")
