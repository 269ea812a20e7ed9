"""`/playground`: what would be decided, as one types, and nothing else."""

from __future__ import annotations

from shutil import rmtree
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.sites import VIEWER, Site

SCRIPT = "<script>alert(1)</script>"


def answer_of(site: Site, **fields: str) -> str:
    """Return what is said of a call, as htmx gets it."""
    answer = site.bearer(VIEWER).post("/playground/decide", data={"role": "builder", **fields})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_the_decision_changes_as_one_types(page: Page) -> None:
    """Each part with its effect, its classes, the rule and its line; the address follows."""
    page.goto("/playground?role=builder")
    command = page.get_by_label("Command")
    decision = page.locator("[data-role=builder]")

    command.fill("make test")
    expect(decision.locator(".panel-head [data-effect=allow]")).to_be_visible()
    expect(decision).to_contain_text("Bash(make *)")
    expect(decision).to_contain_text("roles/builder.yaml:4")

    command.press_sequentially(" && rm -rf /")
    expect(decision.locator(".panel-head [data-effect=deny]")).to_be_visible()
    expect(decision.locator("li[data-effect=deny]")).to_contain_text("This cannot be undone")
    expect(decision.locator("li[data-effect=deny]")).to_contain_text("@destroy")
    expect(decision.locator("li[data-effect=allow]")).to_contain_text("make test")

    page.goto(page.url)
    expect(command).to_have_value("make test && rm -rf /")
    expect(decision.locator(".panel-head [data-effect=deny]")).to_be_visible()


def test_two_roles_stand_side_by_side(page: Page) -> None:
    """The same call under each, each with its own reason."""
    page.goto("/playground?" + urlencode({"tool": "Write", "target": "a.md", "role": "builder"}))
    page.get_by_label("Beside it").select_option("reader")
    builder, reader = page.locator("[data-role=builder]"), page.locator("[data-role=reader]")

    expect(builder.locator(".panel-head [data-effect=ask]")).to_be_visible()
    expect(reader.locator(".panel-head [data-effect=deny]")).to_be_visible()
    expect(reader).to_contain_text("tools of the role")
    boxes = [one.bounding_box() for one in (builder, reader)]
    tops = [box["y"] for box in boxes if box]
    assert tops[1:] == tops[:1]


def test_the_field_is_that_of_the_tool(page: Page) -> None:
    """A command, a path, a URL, or the input as JSON; a mode replaces the role's."""
    page.goto("/playground?role=guarded&target=x")
    tool, label = page.get_by_label("Tool"), page.locator("#play-target-label")
    for name, word in (
        ("Read", "Path"),
        ("WebFetch", "URL"),
        ("mcp__github__x", "Input as a JSON object"),
        ("Bash", "Command"),
    ):
        tool.fill(name)
        expect(label).to_have_text(word)

    page.get_by_label("Mode").select_option("plan")
    expect(page.locator("[data-role=guarded]")).to_contain_text("mode plan")


def test_an_example_is_one_click(new_page: NewPage) -> None:
    """It fills the form, and the page says at once what would be decided; on a telephone too."""
    page = new_page(VIEWER, width=360, dark=True)
    page.goto("/playground")
    page.get_by_role("link", name="the guard").click()
    expect(page.get_by_label("Tool")).to_have_value("Edit")
    expect(page.locator("[data-role=guarded]")).to_contain_text("guard")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360


def test_another_project_brings_its_own_roles(page: Page, site: Site) -> None:
    """Choosing where a call is made keeps what is written, and offers the roles of that place."""
    roles = site.project / ".proctor" / "roles"
    roles.mkdir(parents=True, exist_ok=True)
    (roles / "local.yaml").write_text("name: local\npermissions: {deny: [WebFetch]}\n")
    page.goto("/playground?" + urlencode({"target": "git log", "role": "builder"}))
    expect(page.get_by_role("option", name="local")).to_have_count(0)
    page.get_by_label("Where").select_option(str(site.project))
    role = page.locator("#play-role")
    expect(role.get_by_role("option", name="local")).to_have_count(1)
    expect(page.get_by_label("Command")).to_have_value("git log")
    role.select_option("local")
    expect(page.locator("[data-role=local]")).to_contain_text("not trusted")
    rmtree(roles)


def test_nothing_is_recorded_and_nobody_is_asked(site: Site) -> None:
    """What the page decides leaves no record, no question and no grant."""
    before = site.bearer().get("/api/audit?limit=1").json()
    text = answer_of(site, tool="Bash", target="curl https://example.com")

    assert 'data-effect="ask"' in text
    assert site.bearer().get("/api/audit?limit=1").json() == before
    assert site.bearer().get("/api/approvals").json() == []


def test_what_is_wrong_is_said_in_the_place_of_the_decision(site: Site) -> None:
    """An unknown tool, role, mode or folder, no JSON, and a role that does not load."""
    broken = site.home / "roles" / "awry.yaml"
    broken.write_text("name: awry\npermissions:\n  alow: [Read]\n")
    try:
        said = [
            (answer_of(site, tool="Bahs", target="x"), "is not a tool that is known"),
            (answer_of(site, tool="Bash", target=""), "work on?"),
            (answer_of(site, tool="Bash", target="{x"), "and this is none"),
            (answer_of(site, tool="Read", target="x", role="nobody"), "there is no role"),
            (answer_of(site, tool="Read", target="x", role=""), "Which role?"),
            (answer_of(site, tool="Read", target="x", mode="plann"), "is not a mode"),
            (answer_of(site, tool="Read", target="x", project="/etc"), "in no project"),
            (answer_of(site, tool="Read", target="x", role="awry"), "roles/awry.yaml:3:3"),
        ]
    finally:
        broken.unlink()

    for text, words in said:
        assert words in text
        assert "data-effect" not in text


def test_hostile_calls_stay_texts(site: Site) -> None:
    """Script in every field, and characters that nobody sees, are shown and not run."""
    odd = f"{SCRIPT}\u202e\u200b"
    answers = [
        answer_of(site, tool="Bash", target=f"echo '{odd}'"),
        answer_of(site, tool=odd, target="{}"),
        answer_of(site, tool=f"tool:bash:{odd}"),
        answer_of(site, tool="Bash", target="ls", role=odd, mode=odd, other=odd, project=odd),
        site.bearer(VIEWER)
        .get("/playground", params={"tool": odd, "target": odd, "role": odd})
        .text,
    ]

    for text in answers:
        assert SCRIPT not in text
    # What stands in a field is the person's own; everything else is spelled out.
    assert "\u202e" not in "".join(answers[:3])


def test_a_long_input_is_answered_shortly(site: Site) -> None:
    """A hundred kilobytes make a short answer and a short address; a megabyte is refused."""
    long = "echo a; " * 12_000
    answer = site.bearer(VIEWER).post(
        "/playground/decide", data={"tool": "Bash", "target": long, "role": "builder"}
    )
    assert answer.status_code == 200
    assert len(answer.text) < 200_000
    assert len(answer.headers["hx-replace-url"]) < 5000

    huge = {"tool": "Bash", "target": "a" * (1 << 20), "role": "builder"}
    assert site.bearer(VIEWER).post("/playground/decide", data=huge).status_code == 413
