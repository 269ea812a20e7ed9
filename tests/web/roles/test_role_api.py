"""Roles by HTTP: list, get, create, update and delete, each in a person's name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.roles.store import RoleStore
from proctor.roles.trust import trust
from tests.server.running import until
from tests.web.roles.conftest import WriteRole
from tests.web.sites import ADMIN, DEVELOPER, VIEWER, WORKFLOW, Site

SCRIPT = "<script>alert(1)</script>"
BIG = "x" * (1 << 20)


def test_a_role_from_its_making_to_its_end(site: Site, write_role: WriteRole) -> None:
    """Made, listed, got, changed and deleted; the history and the record name who did it."""
    web = site.bearer(ADMIN)
    said = {"name": "Docs Reader", "description": "Reads", "toolIds": ["Read", "Grep"]}
    made = web.post("/api/roles", json=said)
    got = web.get("/api/roles/docs-reader")
    changed = web.patch(
        "/api/roles/docs-reader",
        json={"name": "Reader of docs", "fields": {"permissions.otherwise": "deny"}},
        headers={"If-Match": got.headers["etag"]},
    )
    listed = {role["id"]: role for role in web.get("/api/roles?text=docs").json()}
    gone = web.delete("/api/roles/docs-reader", headers={"If-Match": changed.headers["etag"]})
    after = web.get("/api/roles/docs-reader")
    history = web.get("/api/roles/docs-reader/history").json()

    role = {"id", "name", "description", "toolIds", "createdAt", "updatedAt"}
    assert {key: made.json()[key] for key in role} == {key: got.json()[key] for key in role}
    assert got.json().items() <= made.json().items()
    assert changed.json()["name"] == "Reader of docs"
    assert changed.json()["fields"]["permissions"] == {"otherwise": "deny"}
    assert (made.status_code, made.headers["location"]) == (201, "/api/roles/docs-reader")
    assert made.headers["etag"] == got.headers["etag"] == f'"{got.json()["revision"]}"'
    assert (got.json()["toolIds"], got.json()["origin"]) == (["Read", "Grep"], "home")
    assert changed.json()["version"] == 2
    assert (listed["docs-reader"]["name"], list(listed)) == ("Reader of docs", ["docs-reader"])
    assert listed["docs-reader"]["updatedAt"] >= listed["docs-reader"]["createdAt"]
    assert (gone.status_code, after.status_code) == (200, 404)
    assert [(one["what"], one["by"]) for one in history] == [
        ("created", ADMIN),
        ("updated", ADMIN),
        ("deleted", ADMIN),
    ]


def test_a_change_names_what_was_seen(site: Site, write_role: WriteRole) -> None:
    """Without a revision 428, with an old one 412 and what has changed; `*` means whatever."""
    path = write_role("one", "name: one\n# mine\ndescription: old\n")
    web = site.bearer(ADMIN)
    seen = web.get("/api/roles/one").headers["etag"]
    first = web.patch("/api/roles/one", json={"description": "mine"}, headers={"If-Match": seen})
    late = web.patch("/api/roles/one", json={"description": "theirs"}, headers={"If-Match": seen})
    blind = web.patch("/api/roles/one", json={"description": "x"})
    odd = web.patch("/api/roles/one", json={}, headers={"If-Match": '"a", "b"'})
    kept = path.read_text()
    gone = web.delete("/api/roles/one", headers={"If-Match": seen})
    whatever = {"If-Match": "*"}
    any_of = web.patch("/api/roles/one", json={"fields": {"model": "opus"}}, headers=whatever)

    assert first.status_code == 200
    assert (late.status_code, late.json()["code"]) == (412, "stale")
    assert late.json()["revision"] == first.json()["revision"]
    assert [line for line in late.json()["changed"] if line[1:].startswith("description")] == [
        "-description: old",
        "+description: mine",
    ]
    assert (blind.status_code, blind.json()["code"]) == (428, "unseen")
    assert odd.status_code == 400
    assert "# mine\ndescription: mine\n" in kept
    assert (gone.status_code, any_of.status_code) == (412, 200)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"id": "one", "description": "new"}, 200),
        ({"fields": {"id": "one", "description": "new"}}, 200),
        ({"id": "one", "text": "name: one\ndescription: new\n"}, 200),
        ({"id": "two", "description": "new"}, 400),
        ({"id": "two", "text": "name: one\ndescription: new\n"}, 400),
        ({"id": None, "description": "new"}, 400),
    ],
)
def test_a_change_may_name_the_roles_own_id(
    site: Site, write_role: WriteRole, body: dict[str, Any], status: int
) -> None:
    """As a role is got it can be sent back; another id is refused."""
    path = write_role("one", "name: one\n")
    answer = site.bearer(ADMIN).patch("/api/roles/one", json=body, headers={"If-Match": "*"})

    assert (answer.status_code, "new" in path.read_text()) == (status, status == 200)


def test_two_editors_at_once_make_one_change(site: Site, write_role: WriteRole) -> None:
    """Both saw the same: whoever comes second is told, and nothing of the first is lost."""
    write_role("two", "name: two\n")
    ada, web = site.client(ADMIN), site.bearer(ADMIN)
    seen = {"If-Match": web.get("/api/roles/two").headers["etag"]}
    answers = [
        one.patch("/api/roles/two", json={"description": f"by {n}"}, headers=seen)
        for n, one in enumerate((ada, web))
    ]

    assert [answer.status_code for answer in answers] == [200, 412]
    assert web.get("/api/roles/two").json()["description"] == "by 0"


def test_a_role_that_went_meanwhile_is_not_found(site: Site, write_role: WriteRole) -> None:
    """Somebody deleted its file by hand; nothing is written in its place."""
    path = write_role("short-lived", "name: short-lived\n")
    web = site.bearer(ADMIN)
    seen = {"If-Match": web.get("/api/roles/short-lived").headers["etag"]}
    path.unlink()

    for answer in (
        web.patch("/api/roles/short-lived", json={"description": "x"}, headers=seen),
        web.delete("/api/roles/short-lived", headers=seen),
        web.get("/api/roles/short-lived"),
    ):
        assert answer.status_code == 404
    assert not path.exists()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param({"name": "reader"}, 400, id="taken"),
        pytest.param({"name": "READER"}, 400, id="taken-in-capitals"),
        pytest.param({"name": ""}, 400, id="no-name"),
        pytest.param({"name": "   "}, 400, id="blank"),
        pytest.param({"name": "日本"}, 400, id="no-id-in-it"),
        pytest.param({"name": "x" * 100}, 400, id="long"),
        pytest.param({"name": "x", "id": "../../etc/passwd"}, 400, id="a-way-out"),
        pytest.param({"name": "x", "id": "y", "createdAt": "1"}, 400, id="unknown-field"),
        pytest.param({"name": "x", "toolIds": ["Raed"]}, 422, id="unknown-tool"),
        pytest.param({"name": "x", "toolIds": "Read"}, 400, id="no-list"),
        pytest.param({"name": "x", "fields": {"alow": 1}}, 400, id="unknown-key"),
        pytest.param({"name": "x", "fields": {"id": "y"}}, 400, id="own-key"),
        pytest.param(
            {"name": "x", "fields": {"permissions": {"allow": ["Bash("]}}}, 422, id="rule"
        ),
        pytest.param({"name": "x", "fields": {"extends": "nobody"}}, 422, id="no-parent"),
        pytest.param({"name": "x\ny"}, 422, id="two-lines"),
        pytest.param({"name": "x", "description": "\0"}, 400, id="null-byte"),
        pytest.param({"name": "x", "description": "\ud800"}, 400, id="half-a-character"),
        pytest.param({"name": "x", "description": BIG}, 400, id="a-megabyte"),
        pytest.param({"name": "x", "fields": {"instructions": BIG}}, 400, id="a-megabyte-inside"),
        pytest.param({"name": "x", "fields": {"settings": {"a": 10**30}}}, 400, id="huge-number"),
        pytest.param([], 400, id="no-object"),
    ],
)
def test_what_cannot_be_a_role_is_not_made(
    site: Site, write_role: WriteRole, body: Any, status: int
) -> None:
    """Whatever comes in, the answer is a problem in words, and no file appears."""
    before = {path.name for path in (site.home / "roles").iterdir()}
    answer = site.bearer(ADMIN).post("/api/roles", content=json.dumps(body))
    after = {path.name for path in (site.home / "roles").iterdir()}

    assert answer.status_code == status, answer.text
    assert after == before
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]


def test_a_body_that_is_too_deep_or_too_large_is_refused(site: Site) -> None:
    """Neither takes the server's time for long."""
    deep = '{"name": "x", "fields": {"settings": ' + '{"a":' * 500 + "1" + "}" * 502
    large = json.dumps({"name": "x", "description": "y" * (5 << 20)})
    web = site.bearer(ADMIN)

    assert web.post("/api/roles", content=deep).status_code == 400
    assert web.post("/api/roles", content=large).status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/api/roles/..%2Fconfig", id="encoded"),
        pytest.param("/api/roles/%2e%2e", id="dots"),
        pytest.param("/api/roles/a b", id="blank"),
        pytest.param("/api/roles/" + "x" * 200, id="long"),
        pytest.param("/api/roles/%00", id="null"),
        pytest.param("/api/roles/reader/history/0", id="no-version"),
        pytest.param("/api/roles/reader/history/99999999999999999999", id="large-version"),
        pytest.param("/api/rehearsals/../x", id="rehearsal"),
        pytest.param("/api/roles?project=/etc", id="unknown-project"),
        pytest.param("/api/roles?projekt=/etc", id="unknown-field"),
    ],
)
def test_forged_ids_lead_nowhere(site: Site, path: str) -> None:
    """What is no id of a role is refused before any file is looked at."""
    assert site.bearer(ADMIN).get(path).status_code in {404, 422}


def test_script_in_every_field_stays_text(site: Site, write_role: WriteRole) -> None:
    """It comes back as it went in, as JSON; the file holds just that."""
    fields = {"model": SCRIPT, "instructions": SCRIPT, "permissions": {"deny": [f"Bash({SCRIPT})"]}}
    web = site.bearer(ADMIN)
    body = {"name": SCRIPT, "id": "script", "description": SCRIPT, "fields": fields}
    made = web.post("/api/roles", json=body)
    got = web.get("/api/roles/script")

    assert made.status_code == 201, made.text
    assert got.headers["content-type"] == "application/json"
    assert got.json()["name"] == got.json()["fields"]["model"] == SCRIPT
    assert RoleStore(site.home).get("script").description == SCRIPT


def test_a_broken_file_is_told_and_keeps_nobody_from_the_rest(
    site: Site, write_role: WriteRole
) -> None:
    """It is in the list with its problem, can be mended by its text, and only by what loads."""
    write_role("broken", "name: [oops\n")
    web = site.bearer(ADMIN)
    row = next(role for role in web.get("/api/roles").json() if role["id"] == "broken")
    got = web.get("/api/roles/broken")
    seen = {"If-Match": got.headers["etag"]}
    worse = web.patch("/api/roles/broken", json={"text": "name: {"}, headers=seen)
    mended = web.patch("/api/roles/broken", json={"text": "name: mended\n"}, headers=seen)

    assert (row["loads"], row["problems"][0]["code"]) == (False, "bad-yaml")
    assert (row["problems"][0]["line"], got.json()["text"]) == (1, "name: [oops\n")
    assert (worse.status_code, worse.json()["problems"][0]["code"]) == (422, "bad-yaml")
    assert (mended.status_code, web.get("/api/roles/broken").json()["loads"]) == (200, True)


def test_whose_agent_is_at_work_is_not_deleted(site: Site, write_role: WriteRole) -> None:
    """Also one that only its hooks tell of; when it has ended, the role is nobody's."""
    write_role("scout", "name: scout\ntools: [Read]\n")
    web = site.bearer(ADMIN)

    def used() -> list[tuple[str, str]]:
        """Say who uses it by the API."""
        said = web.get("/api/roles/scout").json()["usedBy"]
        return [(one["kind"], one["name"]) for one in said]

    site.event("SessionStart", agent="scout-1", role="scout")
    until(lambda: used() == [("agent", "scout-1")])
    pages = [site.client().get(path).text for path in ("/roles?q=scout", "/roles/scout")]
    refused = web.delete("/api/roles/scout", headers={"If-Match": "*"})
    on_page = site.client().get("/roles/scout/delete").text
    site.event("SessionEnd", agent="scout-1", role="scout", reason="exit")
    until(lambda: not used())
    gone = web.delete("/api/roles/scout", headers={"If-Match": "*"})

    assert ["scout-1" in page for page in pages] == [True, True]
    assert (refused.status_code, "the agent `scout-1`" in refused.json()["detail"]) == (400, True)
    assert ("scout-1" in on_page, "Nobody uses it" in on_page) == (True, False)
    assert gone.status_code == 200


def test_who_is_used_is_not_deleted(site: Site, write_role: WriteRole) -> None:
    """The template is named; with another role in its place it is moved, and restored after."""
    template = site.home / "workflow-templates" / "plan-alone.yaml"
    # No agent works under it, which could not be moved.
    template.write_text(WORKFLOW.replace("roleId: reader", "roleId: planner"))
    web = site.bearer(ADMIN)
    write_role("planner", "name: planner\ntools: [Read]\n")
    write_role("other", "name: other\ntools: [Read]\n")
    seen = {"If-Match": web.get("/api/roles/planner").headers["etag"]}
    refused = web.delete("/api/roles/planner", headers=seen)
    nobody = web.delete("/api/roles/planner?replaceWith=nobody", headers=seen)
    moved = web.delete("/api/roles/planner?replaceWith=other", headers=seen)
    now = template.read_text()
    template.unlink()
    back = web.post(
        "/api/roles/planner/restore",
        json={"number": moved.json()["version"]},
        headers={"If-Match": '"gone"'},
    )

    assert (refused.status_code, "`plan-alone`" in refused.json()["detail"]) == (400, True)
    assert nobody.status_code == 404
    assert [use["name"] for use in moved.json()["moved"]] == ["plan-alone"]
    assert "roleId: other" in now
    assert (back.status_code, web.get("/api/roles/planner").status_code) == (200, 200)


def test_built_in_roles_are_read_and_copied(site: Site, write_role: WriteRole) -> None:
    """They have no revision, and are not changed; a copy is the home's."""
    web = site.bearer(ADMIN)
    got = web.get("/api/roles/guarded")
    refused = web.patch("/api/roles/guarded", json={"name": "x"}, headers={"If-Match": "*"})
    copied = web.post("/api/roles/guarded/copy", json={"name": "My guarded"})

    assert (got.json()["origin"], got.json()["revision"], "etag" in got.headers) == (
        "built in", None, False,
    )  # fmt: skip
    assert (refused.status_code, "built in" in refused.json()["detail"]) == (404, True)
    assert (copied.status_code, copied.json()["id"]) == (201, "my-guarded")


@pytest.mark.parametrize("person", [DEVELOPER, VIEWER])
def test_only_an_administrator_changes_roles(site: Site, person: str) -> None:
    """Everybody else looks; what they try is refused before anything is read of it."""
    web = site.bearer(person)
    any_of = {"If-Match": "*"}

    assert web.get("/api/roles").status_code == web.get("/api/roles/builder").status_code == 200
    for answer in (
        web.post("/api/roles", json={"name": "x"}),
        web.patch("/api/roles/builder", json={"name": "x"}, headers=any_of),
        web.delete("/api/roles/builder", headers=any_of),
        web.post("/api/roles/builder/copy", json={"name": "x"}),
        web.post("/api/roles/builder/restore", json={"number": 1}, headers=any_of),
        web.post("/api/roles/builder/check", json={"text": "name: x"}),
        web.post("/api/roles/builder/rehearsals", json={"text": "name: x"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")


def test_a_projects_roles_need_its_trust(
    site: Site, write_role: WriteRole, shop_roles: Path
) -> None:
    """A project that nobody has trusted is not known; then its role comes before the home's."""
    (shop_roles / "reader.yaml").write_text("name: shop reader\ntools: [Read]\n")
    web, where = site.bearer(ADMIN), {"project": str(site.project)}
    before = web.get("/api/roles", params=where)
    trust(site.project, site.home)
    role = web.get("/api/roles/reader", params=where)
    changed = web.patch(
        "/api/roles/reader",
        params=where,
        json={"description": "of the shop"},
        headers={"If-Match": role.headers["etag"]},
    )
    inside = web.get("/api/roles", params={"project": f"{site.project}/../../etc"})

    assert (before.status_code, inside.status_code) == (404, 404)
    assert (role.json()["origin"], role.json()["name"]) == ("project", "shop reader")
    assert (changed.status_code, changed.json()["trusted"]) == (200, True)
    assert web.get("/api/roles/reader").json()["name"] == "reader"


def test_a_draft_is_checked_without_being_written(site: Site, write_role: WriteRole) -> None:
    """Problems with their places, what it would offer, and nothing in the file."""
    path = write_role("drafted", "name: drafted\n")
    web = site.bearer(ADMIN)
    wrong = web.post(
        "/api/roles/drafted/check", json={"text": "name: x\npermissions:\n  ask:\n    - Bash(\n"}
    ).json()
    fine = web.post(
        "/api/roles/drafted/check", json={"text": "tools: [Read]\npermissions: {otherwise: deny}\n"}
    ).json()

    assert (wrong["ok"], wrong["problems"][0]["line"]) == (False, 4)
    assert wrong["problems"][0]["code"] == "unclosed-parenthesis"
    assert (fine["ok"], fine["offered"]) == (True, [])
    assert path.read_text() == "name: drafted\n"
