"""The pages of roles as they come from the server: who sees what, and what goes wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from proctor.roles.trust import trust
from proctor.server.web.roles_writing import revision_of
from tests.web.roles.conftest import WriteRole
from tests.web.sites import ADMIN, DEVELOPER, VIEWER, Site

HTML = {"accept": "text/html"}
PIECE = {**HTML, "hx-request": "true"}
SCRIPT = '"><script>alert(1)</script>'
# A letter without a form.
UNSEEN = "\u3164"


def send(web: httpx.Client, path: str, fields: Any, **more: str) -> httpx.Response:
    """Send a form as a page does."""
    kind = {"content-type": "application/x-www-form-urlencoded"}
    return web.post(path, content=urlencode(fields, doseq=True), headers={**PIECE, **kind, **more})


def writing(text: str, **more: Any) -> dict[str, Any]:
    """Return what the editor sends as text; `more` are other fields."""
    opened = more.pop("opened", "")
    return {
        "opened": json.dumps(opened),
        "base": json.dumps(opened),
        "how": "text",
        "text": text,
    } | more


def looked_at(text: str, **more: Any) -> dict[str, Any]:
    """Return what the editor sends as text after its author has looked at the changes."""
    return writing(text, reviewed=revision_of(text), **more)


def test_the_list_has_every_role_and_what_is_wrong(site: Site, write_role: WriteRole) -> None:
    """A broken file is a row with its error; script in a name and a description is text."""
    write_role("broken", "name: [oops\n")
    write_role("odd", f"name: {json.dumps(SCRIPT)}\ndescription: {json.dumps(UNSEEN + SCRIPT)}\n")
    shown = site.client(ADMIN).get("/roles", headers=HTML)
    found = site.client(ADMIN).get("/roles?q=oops", headers=HTML)

    assert shown.status_code == found.status_code == 200
    assert "bad-yaml: this `[` is not closed" in shown.text.replace("&#39;", "'")
    assert 'data-role="builder"' in shown.text
    assert "<script>alert" not in shown.text
    assert r'<span class="unseen" title="U+3164">\u3164</span>' in shown.text
    assert 'data-role="builder"' not in found.text


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("toolIds: [read_file, run_command]", {"read_file": "offered", "run_command": "offered"}),
        ("tools: [Read, Bash]\npermissions: {allow: [Read], deny: [Bash]}",
         {"read_file": "offered", "run_command": "withheld"}),
        ("permissions: {otherwise: deny, allow: [view]}", {"read_file": "offered"}),
        ("tools: []", {}),
    ],
)  # fmt: skip
def test_preview_lists_the_assigned_tools_only(
    site: Site, text: str, tools: dict[str, str]
) -> None:
    """Those that the role would have, each with what it does; one that its rules deny is marked."""
    draft = writing(f"name: x\n{text}\n", new="on", id="x")
    shown = send(site.client(ADMIN), "/roles/new/preview", draft).text
    rows = re.findall(
        r'break-all">([^<]+)</span>.*?badge-sm">(offered|withheld)<', shown, re.DOTALL
    )

    assert dict(rows) == tools
    assert ("Read the contents of a file" in shown) is ("read_file" in tools)


def test_list_counts_what_the_rules_offer(site: Site) -> None:
    """`locked` lists no tools and denies most; `open` really has all of them."""
    shown = site.client(ADMIN).get("/roles", headers=HTML).text
    cells = dict(
        re.findall(
            r'<tr data-role="(\w+)">.*?<td class="whitespace-nowrap">([\w]+)</td>', shown, re.DOTALL
        )
    )
    roles = {role["id"]: role for role in site.bearer().get("/api/roles").json()}

    assert cells["open"] == "all"
    assert int(cells["locked"]) == roles["locked"]["toolCount"] < roles["open"]["toolCount"]


@pytest.mark.parametrize("person", [DEVELOPER, VIEWER])
def test_who_may_not_change_roles_reads_them(site: Site, person: str) -> None:
    """No button, no form; and what is sent all the same is refused."""
    web = site.client(person)
    listed, one = web.get("/roles", headers=HTML), web.get("/roles/builder", headers=HTML)

    assert "Create role" not in listed.text
    assert "Delete" not in listed.text
    assert "You can look at it" in one.text
    assert "role-form" not in one.text
    assert web.get("/roles/new", headers=HTML).status_code == 403
    for act in ("check", "review", "save", "preview", "rehearse", "as-text", "as-form"):
        assert send(web, f"/roles/builder/{act}", writing("name: x")).status_code == 403, act
    for act in ("copy", "delete", "restore"):
        assert send(web, f"/roles/builder/{act}", {"project": ""}).status_code == 403, act


def test_without_its_token_nothing_is_changed(site: Site) -> None:
    """A form of another site has the cookie, and not what our pages send with it."""
    answer = send(
        site.client(ADMIN), "/roles/builder/save", writing("name: x"), **{"x-csrf-token": "no"}
    )

    assert answer.status_code == 403


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"how": "text", "text": "x", "opened": "no json", "base": '""'}, id="no-json"),
        pytest.param({"how": "text", "text": "x", "opened": "[1]", "base": '""'}, id="no-text"),
        pytest.param({"nobody": "1"}, id="unknown-field"),
        pytest.param([("name", "a"), ("name", "b")], id="twice"),
        pytest.param({"reviewer": "perhaps"}, id="no-choice"),
        pytest.param(writing("x" * (1 << 20)), id="a-megabyte"),
    ],
)
def test_a_form_that_is_not_ours_is_refused(site: Site, fields: Any) -> None:
    """In words, and with nothing written."""
    answer = send(site.client(ADMIN), "/roles/builder/check", fields)

    assert answer.status_code == 400
    assert 'data-toast="error"' in answer.text


def test_a_draft_is_told_what_is_wrong(site: Site, write_role: WriteRole) -> None:
    """As the command line shows it, with line and caret; script in it is text."""
    write_role("drafted", "name: drafted\n")
    text = f"name: drafted\npermissions:\n  deny:\n    - {json.dumps('Bash(' + SCRIPT)}\n"
    answer = send(site.client(ADMIN), "/roles/drafted/check", writing(text))

    assert answer.status_code == 200
    assert "unclosed-parenthesis" in answer.text
    assert re.search(r"\n +\| +\^", answer.text)
    assert "<script>" not in answer.text


def test_saving_needs_what_was_seen(site: Site, write_role: WriteRole) -> None:
    """A file that changed meanwhile is not written over; knowingly it is, with its revision."""
    path = write_role("seen", "name: seen\n")
    web = site.client(ADMIN)
    path.write_text("name: seen\ndescription: by hand\n")
    mine = "name: seen\ndescription: mine\n"
    refused = send(web, "/roles/seen/save", looked_at(mine, opened="name: seen\n"))
    kept = path.read_text()
    now = re.search(r'"expected": "([0-9a-f]{32})"', refused.text)
    assert now
    over = send(web, "/roles/seen/save", looked_at(mine, opened="name: seen\n", expected=now[1]))

    assert "Somebody changed this role since you opened it." in refused.text
    assert ("+description: by hand" in refused.text, kept) == (
        True, "name: seen\ndescription: by hand\n",
    )  # fmt: skip
    assert (over.status_code, over.headers["hx-redirect"].partition("?")[0]) == (204, "/roles/seen")
    assert "description: mine" in path.read_text()


def test_an_open_page_asks_whether_its_role_is_still_the_same(
    site: Site, write_role: WriteRole
) -> None:
    """Nothing comes back as long as it is; then what has become of it."""
    path = write_role("watched", "name: watched\n")
    web = site.client(ADMIN)
    seen = site.bearer(ADMIN).get("/api/roles/watched").json()["revision"]
    address = f"/roles/watched/state?seen={seen}"
    same = web.get(address, headers=PIECE)
    path.write_text("name: watched\n# by hand\n")
    other = web.get(address, headers=PIECE)
    path.unlink()
    gone = web.get(address, headers=PIECE)

    assert (same.status_code, same.text) == (204, "")
    assert "was changed on disk" in other.text
    assert "was deleted" in gone.text


def test_line_ends_of_a_file_stay(site: Site, write_role: WriteRole) -> None:
    """A browser sends one kind; the file keeps its own."""
    path = write_role("ends", "")
    path.write_bytes(b"name: ends\r\n# note\r\ndescription: a\r\n")
    opened = "name: ends\r\n# note\r\ndescription: a\r\n"
    answer = send(
        site.client(ADMIN),
        "/roles/ends/save",
        looked_at("name: ends\r\n# note\r\ndescription: b\r\n", opened=opened),
    )

    assert answer.status_code == 204
    assert path.read_bytes().startswith(b"name: ends\r\n# note\r\ndescription: b\r\n")


def test_a_change_by_a_page_is_on_record(site: Site, write_role: WriteRole) -> None:
    """The person, what they did and to which role; and the history has the same name."""
    answer = send(site.client(ADMIN), "/roles/new/save", looked_at("name: Made here\n", new="on"))
    history = site.bearer(ADMIN).get("/api/roles/made-here/history").json()
    record = site.client(ADMIN).get("/audit/changes", headers=HTML).text

    assert answer.headers["hx-redirect"].startswith("/roles/made-here?")
    assert [(one["what"], one["by"]) for one in history] == [("created", ADMIN)]
    assert "role-created" in record
    assert "made-here" in record


@pytest.mark.parametrize(
    ("path", "status"),
    [
        pytest.param("/roles/nobody", 404, id="unknown"),
        pytest.param("/roles/..%2f..%2fetc", 404, id="way-out"),
        pytest.param("/roles/%00", 404, id="null"),
        pytest.param("/roles?project=/etc", 404, id="unknown-project"),
        pytest.param("/roles/builder/history/7", 404, id="no-version"),
        pytest.param("/roles/builder/history/x", 422, id="no-number"),
        pytest.param("/roles/rehearsals/x", 404, id="no-rehearsal"),
        pytest.param("/roles?nobody=1", 422, id="unknown-field"),
    ],
)
def test_forged_addresses_lead_to_a_page_that_says_so(site: Site, path: str, status: int) -> None:
    """Never to an error of the server's."""
    answer = site.client(ADMIN).get(path, headers=HTML)

    assert (answer.status_code, "<h1" in answer.text) == (status, True)


def test_a_deleted_role_still_has_its_history(site: Site, write_role: WriteRole) -> None:
    """Its page offers the way back, and says that it is gone."""
    write_role("past", "name: past\n")
    web = site.client(ADMIN)
    seen = site.bearer(ADMIN).get("/api/roles/past").json()["revision"]
    gone = send(web, "/roles/past/delete", {"seen": seen})
    page = web.get("/roles/past", headers=HTML)
    back = send(web, "/roles/past/restore", {"number": "2", "seen": "gone"})

    assert gone.headers["hx-redirect"].startswith("/roles?said=past")
    assert (page.status_code, "was deleted" in page.text) == (200, True)
    assert (back.status_code, web.get("/roles/past", headers=HTML).status_code) == (204, 200)


def test_a_projects_roles_are_seen_from_it(site: Site, shop_roles: Path) -> None:
    """Once it is trusted: its own come before the home's, and are changed in its own folder."""
    own = shop_roles / "reader.yaml"
    own.write_text("name: shop reader\n")
    trust(site.project, site.home)
    web, where = site.client(ADMIN), urlencode({"project": str(site.project)})
    listed = web.get(f"/roles?{where}", headers=HTML).text
    page = web.get(f"/roles/reader?{where}", headers=HTML).text
    draft = looked_at("name: shop reader\ndescription: new\n", opened="name: shop reader\n")
    saved = send(web, f"/roles/reader/save?{where}", draft)

    assert "in place of the home one" in listed
    assert "reader · project" in page
    assert (saved.status_code, "description: new" in own.read_text()) == (204, True)
    assert "description: new" not in (site.home / "roles" / "reader.yaml").read_text()
