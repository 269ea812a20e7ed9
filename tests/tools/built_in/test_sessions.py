"""An agent starts another, which runs under both roles and gets words, never orders."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from proctor.agent_overrides import OverrideFiles, Owner
from proctor.agents.session_files import names, read_session
from proctor.errors import ServerError, UsageError
from proctor.owner.recorded_environment import forget_environment, record_environment
from proctor.roles.write import default_roles
from proctor.tools.built_in import sessions
from proctor.tools.context import Context
from tests.agents.claude_double import Double, double
from tests.tools.workspaces import call, context_in


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Double]:
    """Give a home with two roles, and a program that is called `claude`."""
    with double(tmp_path) as made:
        made.role("controller", "permissions: {otherwise: deny, allow: [Read]}\n")
        made.role("implementer", "permissions: {otherwise: allow}\n")
        record_environment(made.home, made.environ)
        yield made


def planner(house: Double) -> Context:
    """Return the context of an agent that may start others."""
    return Context(
        workspace=house.shop, home=house.home, role="controller", agent="planner-1", person="ada"
    )


def test_an_agent_is_started_under_both_roles(
    house: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never has more than the one that started it, nor anything of its surroundings."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "of the tool box")

    said = call(
        "spawn_impl_session", planner(house), role="implementer", prompt="--version\x1b Write it."
    )
    started = house.started("implementer")

    assert said == {
        "name": "implementer",
        "role": "implementer under controller",
        "state": "running",
        "cwd": str(house.shop),
    }
    assert read_session(house.home, "implementer").role == "implementer under controller"
    assert started["words"][-1].endswith("From planner-1 (an agent): --version Write it.")
    assert "of the tool box" not in started["variables"].values()


def test_a_controller_delegates_what_it_may_not_do(house: Double) -> None:
    """What it starts has its own role alone, if the controller's role says so and is its own."""
    (house.home / "roles" / "index.yaml").write_text(default_roles())
    for name in ("controller", "implementer"):
        (house.home / "roles" / f"{name}.yaml").unlink()
    said = call("spawn_impl_session", planner(house), role="implementer", prompt="Write it.")
    words = {"role": "researcher", "prompt": "Look."}
    other = call("spawn_impl_session", planner(house), **words)
    owner = Owner("planner-1", "controller", str(house.shop), "")
    OverrideFiles(house.home).write(owner, {"profile": "open"}, "ada")
    changed = call(
        "spawn_impl_session", planner(house), role="implementer", prompt="Go.", name="two"
    )

    assert [each["role"] for each in (said, other, changed)] == [
        "implementer", "researcher under controller", "implementer under controller",
    ]  # fmt: skip


@pytest.mark.parametrize(("harness", "finds"), [("toolbox", True), ("mcp", False), ("", False)])
def test_a_program_is_found_by_the_path_of_a_persons_own_program(
    house: Double, monkeypatch: pytest.MonkeyPatch, harness: str, finds: bool
) -> None:
    """Before anything is recorded; a gateway's PATH is an agent program's, and is not taken."""
    forget_environment(house.home)
    monkeypatch.setenv("PATH", f"{house.environ['PATH']}:relative/bin")
    context = replace(planner(house), harness=harness)

    def spawned() -> str:
        try:
            said = call("spawn_impl_session", context, role="implementer", prompt="Write it.")
        except ServerError as error:
            return f"{error.message} {error.help}"
        return str(said["state"])

    if finds:
        assert spawned() == "running"
        assert "relative/bin" not in house.started("implementer")["variables"]["PATH"]
    else:
        assert "`proctor install` or `proctor run` once" in spawned()
        assert list(names(house.home)) == []


@pytest.mark.parametrize("role", ["implementer", "controller"])
def test_agents_do_not_start_agents_without_end(
    house: Double, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    """Where enough run that agents have started, also of their own role, there is no other."""
    monkeypatch.setattr(sessions, "MOST", 1)
    call("spawn_impl_session", planner(house), role=role, prompt="Write it.")

    with pytest.raises(UsageError, match="more cannot be"):
        call("spawn_impl_session", planner(house), role=role, prompt="Go.", name="two")
    assert list(names(house.home)) == [role]


def test_what_cannot_be_started_is_told(house: Double) -> None:
    """A role that is not there is an error, never an agent without tools."""
    with pytest.raises(ServerError, match="there is no role `impl`"):
        call("spawn_impl_session", planner(house), role="impl", prompt="Write it.")
    assert list(names(house.home)) == []


@pytest.mark.parametrize(
    ("given", "role"),
    [
        ({"role": "--json"}, "controller"),
        ({"role": "implementer under open"}, "controller"),
        ({"role": "@WF-20261116-001"}, "controller"),
        ({"role": ""}, "controller"),
        ({"name": "../x"}, "controller"),
        ({"name": "-x"}, "controller"),
        ({"prompt": " \x1b"}, "controller"),
        ({"prompt": "x" * 50_001}, "controller"),
        ({}, ""),
    ],
)
def test_what_is_no_role_name_or_prompt_is_refused(
    tmp_path: Path, given: dict[str, str], role: str
) -> None:
    """Nothing is started for a chain of the model's own, an option, or nobody's agent."""
    said = {"role": "implementer", "prompt": "Write it.", **given}

    with pytest.raises(UsageError):
        call("spawn_impl_session", context_in(tmp_path, role=role), **said)
