"""What is written is what somebody has seen, be it a draft or an old version; and what counts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from proctor.roles.trust import trust
from proctor.server.web.roles_writing import revision_of
from tests.web.roles.conftest import WriteRole
from tests.web.roles.test_role_pages import HTML, PIECE, send, writing
from tests.web.sites import ADMIN, VIEWER, Site

BEFORE = "name: kept\ndescription: first\n"
BY_HAND = "name: kept\npermissions:\n  deny: [Bash(curl *)]\n"


def changed_by_hand(site: Site, write_role: WriteRole) -> tuple[Path, str]:
    """Give a role that was seen, with a version behind it, and then changed on disk."""
    path = write_role("kept", BEFORE)
    seen = {"If-Match": "*"}
    done = site.bearer().patch("/api/roles/kept", json={"description": "second"}, headers=seen)
    path.write_text(BY_HAND)
    return path, done.headers["etag"]


def test_a_version_comes_back_only_over_what_was_seen(site: Site, write_role: WriteRole) -> None:
    """Without a revision nothing is written, nor with an old one; with that of now it is."""
    path, seen = changed_by_hand(site, write_role)
    web, body = site.bearer(), {"number": 1}
    unseen = web.post("/api/roles/kept/restore", json=body)
    stale = web.post("/api/roles/kept/restore", json=body, headers={"If-Match": seen})
    kept = path.read_text()
    now = {"If-Match": stale.json().get("revision", "")}
    done = web.post("/api/roles/kept/restore", json=body, headers=now)

    assert (unseen.status_code, unseen.json()["code"]) == (428, "unseen")
    assert (stale.status_code, stale.json()["code"], kept) == (412, "stale", BY_HAND)
    assert "+  deny: [Bash(curl *)]" in stale.json()["changed"]
    assert (done.status_code, "description: first" in path.read_text()) == (200, True)


def test_what_was_deleted_comes_back_only_where_nobody_made_another(
    site: Site, write_role: WriteRole
) -> None:
    """Whoever saw it gone says so; a role that was there, or is there meanwhile, is another."""
    path = write_role("kept", BEFORE)
    web, body, gone = site.bearer(), {"number": 2}, {"If-Match": '"gone"'}
    seen = {"If-Match": web.get("/api/roles/kept").headers["etag"]}
    web.delete("/api/roles/kept", headers=seen)
    old = web.post("/api/roles/kept/restore", json=body, headers=seen)
    path.write_text(BY_HAND)
    there = web.post("/api/roles/kept/restore", json=body, headers=gone)
    path.unlink()
    back = web.post("/api/roles/kept/restore", json=body, headers=gone)

    assert (old.status_code, old.json()["revision"]) == (412, "gone")
    assert (there.status_code, "+  deny: [Bash(curl *)]" in there.json()["changed"]) == (412, True)
    assert (back.status_code, "description: first" in path.read_text()) == (200, True)


def test_restoring_is_described_with_what_it_needs(site: Site) -> None:
    """The description names the header, and both refusals."""
    paths = site.bearer().get("/api/openapi.json").json()["paths"]
    restore = paths["/api/roles/{role}/restore"]["post"]

    assert [one["name"] for one in restore["parameters"] if one["in"] == "header"] == ["If-Match"]
    assert {"412", "428"} <= set(restore["responses"])


def test_the_page_shows_what_bringing_back_would_take(site: Site, write_role: WriteRole) -> None:
    """The dialog has the lines that go, those of somebody else too; then only these go."""
    path, seen = changed_by_hand(site, write_role)
    web, where = site.client(ADMIN), "/roles/kept/restore"
    asked = web.get(f"{where}?number=1&seen={seen.strip(chr(34))}", headers=PIECE)
    shown = re.search(r'name="seen" value="([0-9a-f]{32})"', asked.text)
    assert shown, asked.text
    unseen = send(web, where, {"number": "1"})
    whatever = send(web, where, {"number": "1", "seen": "*"})
    path.write_text(f"{BY_HAND}# and more\n")
    stale = send(web, where, {"number": "1", "seen": shown[1]})
    kept = path.read_text()
    again = re.search(r'name="seen" value="([0-9a-f]{32})"', stale.text)
    assert again, stale.text
    done = send(web, where, {"number": "1", "seen": again[1]})

    assert "Somebody changed this role since you opened it." in asked.text
    assert "-  deny: [Bash(curl *)]" in asked.text
    assert (unseen.status_code, whatever.status_code) == (428, 428)
    assert (stale.status_code, "-# and more" in stale.text) == (200, True)
    assert kept == f"{BY_HAND}# and more\n"
    assert (done.status_code, "description: first" in path.read_text()) == (204, True)


def test_only_what_was_looked_at_is_saved(site: Site, write_role: WriteRole) -> None:
    """A draft that nobody has reviewed, or that is another since, is shown and not written."""
    path = write_role("kept", BEFORE)
    web, wide = site.client(ADMIN), "name: kept\npermissions: {allow: [Bash]}\n"
    draft = writing(wide, opened=BEFORE)
    shown = send(web, "/roles/kept/review", draft)
    reviewed = re.search(r'"reviewed": "([0-9a-f]{32})"', shown.text)
    assert reviewed, shown.text
    straight = send(web, "/roles/kept/save", draft)
    whatever = send(web, "/roles/kept/save", {**draft, "expected": "*"})
    other = writing(f"{wide}# more\n", opened=BEFORE, reviewed=reviewed[1])
    another = send(web, "/roles/kept/save", other)
    over = send(web, "/roles/kept/save", {**draft, "expected": "*", "reviewed": reviewed[1]})
    kept = path.read_text()
    done = send(web, "/roles/kept/save", {**draft, "reviewed": reviewed[1]})

    for answer in (straight, whatever, another):
        assert (answer.status_code, "hx-redirect" in answer.headers) == (200, False)
        assert "Look at the changes first" in answer.text
    assert (over.status_code, kept) == (428, BEFORE)
    assert (done.status_code, "allow: [Bash]" in path.read_text()) == (204, True)


def test_a_new_role_is_looked_at_too(site: Site, write_role: WriteRole) -> None:
    """Without a review there is no file."""
    draft = writing("name: Unlooked\n", new="on")
    answer = send(site.client(ADMIN), "/roles/new/save", draft)

    assert "Look at the changes first" in answer.text
    assert not (site.home / "roles" / "unlooked.yaml").exists()


@pytest.mark.parametrize("act", ["check", "review", "save"])
def test_name_of_another_role_is_refused_at_once(
    site: Site, write_role: WriteRole, act: str
) -> None:
    """When it is checked, reviewed and saved; the other role's lines are not shown as going."""
    path = write_role("taken", BEFORE)
    text = "name: Taken\npermissions: {allow: [Read]}\n"
    draft = writing(text, new="on", reviewed=revision_of(text))
    answer = send(site.client(ADMIN), f"/roles/new/{act}", draft)

    assert "there is a role `taken` already" in answer.text
    assert ("It would load" in answer.text, "difference-less" in answer.text) == (False, False)
    assert path.read_text() == BEFORE


def test_review_of_a_new_role_shows_what_is_written(site: Site, write_role: WriteRole) -> None:
    """With the times that are set, and in an index with its id and `toolIds`."""
    index = write_role("index", "roles:\n  - id: a\n    name: A\n    toolIds: [Read]\n")
    text = "name: Docs Writer\ntools: [Read, Write]\n"
    draft = writing(text, new="on", reviewed=revision_of(text))
    shown = send(site.client(ADMIN), "/roles/new/review", draft).text
    saved = send(site.client(ADMIN), "/roles/new/save", draft)

    assert saved.status_code == 204
    for line in ("id: docs-writer", "name: Docs Writer", "toolIds: [Read, Write]", "createdAt: "):
        assert line in index.read_text()
        assert f"+{line}" in shown
    assert "+tools:" not in shown


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("name: kept\ntools: [Read]\n", "deny"),
        ("name: kept\npermissions: {allow: [Read]}\n", "ask"),
        ("name: kept\ntools: [Read]\npermissions: {otherwise: ask}\n", "ask"),
    ],
)
def test_form_says_what_holds_where_no_rule_matches(
    site: Site, write_role: WriteRole, text: str, effect: str
) -> None:
    """When it is opened, when it is checked, and when one comes back from the text."""
    write_role("kept", text)
    web = site.client(ADMIN)
    opened = web.get("/roles/kept", headers=HTML).text
    packed = json.dumps(text)
    form = {"opened": packed, "base": packed, "how": "form", "every": "listed", "tool": "Read"}
    checked = send(web, "/roles/kept/check", form | {"name": "kept"}).text
    again = send(web, "/roles/kept/as-form", writing(text, opened=text)).text

    for page in (opened, again):
        assert f'id="field-otherwise-hint">in force: {effect}</p>' in page
        assert "else ask" not in page
    assert 'hx-swap-oob="innerHTML:#field-otherwise-hint">in force: ' in checked


@pytest.mark.parametrize("person", [ADMIN, VIEWER])
def test_a_file_that_does_not_count_says_so(site: Site, shop_roles: Path, person: str) -> None:
    """Changed since it was trusted, or new: the page names what counts, and `proctor trust`."""
    (shop_roles / "own.yaml").write_text("name: own\npermissions: {allow: [Read]}\n")
    trust(site.project, site.home)
    web, where = site.client(person), urlencode({"project": str(site.project)})
    fine = web.get(f"/roles/own?{where}", headers=HTML).text
    (shop_roles / "own.yaml").write_text("name: own\npermissions: {allow: [Read, Bash]}\n")
    (shop_roles / "fresh.yaml").write_text("name: fresh\npermissions: {allow: [Bash]}\n")
    changed = web.get(f"/roles/own?{where}", headers=HTML).text
    fresh = web.get(f"/roles/fresh?{where}", headers=HTML).text
    (shop_roles / "own.yaml").unlink()
    gone = web.get(f"/roles/own?{where}", headers=HTML).text

    assert "proctor trust" not in fine
    assert "This file is not what counts." in changed
    assert "Nobody has trusted this file." in fresh
    assert "This file was deleted, and still counts." in gone
    assert all("<code>proctor trust</code>" in page for page in (changed, fresh, gone))


@pytest.mark.parametrize("given", ["../evil", "a/b", "_evil", "evil ", "index", ""])
def test_an_id_is_taken_as_it_is_or_refused(site: Site, write_role: WriteRole, given: str) -> None:
    """Nothing is made of it silently; of a name an id is made, and none that is the index."""
    folder = site.home / "roles"
    before = sorted(folder.iterdir())
    api = site.bearer().post("/api/roles", json={"id": given, "name": "x"})
    draft = writing("name: x\n", new="on", id=given or "index")
    page = send(site.client(ADMIN), "/roles/new/review", draft)
    named = site.bearer().post("/api/roles", json={"name": "Index"})
    copied = site.bearer().post("/api/roles/builder/copy", json={"name": "Index"})

    assert [one.status_code for one in (api, named, copied)] == [400, 400, 400]
    assert 'data-verdict="wrong"' in page.text
    assert sorted(folder.iterdir()) == before
