"""
Links and copies: a command makes another name for what is guarded, and then uses that name.

Every command here meets the widest policy there is, so that whatever is not allowed was stopped
by the guard; other rules are named where they are what counts.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from proctor import Policy
from proctor.normalise import normalise
from proctor.observe import observed, surroundings
from proctor.policy.decide import decide
from proctor.policy.guard_installers import OUR_ENVIRONMENT
from proctor.terms.action import Action
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

OPEN = Policy.of(allow=["*", "tool:.*"], mode=Mode.BYPASS, otherwise="allow")
READER = Policy.of(allow=["Bash(@read)", "Bash(ln *)", "Bash(cp *)", "Bash(./run *)"])
BIN = "/opt/proctor/bin"


def read(command: str, around: Surroundings) -> Action:
    """Read a command."""
    return normalise(ToolCall(tool="Bash", input={"command": command}), around)


def effect(command: str, around: Surroundings, policy: Policy = OPEN) -> Effect:
    """Decide a command."""
    return decide(read(command, around), policy).effect


DENIED = [
    # Proctor's own folder, by a link to a folder that holds it.
    "ln -s ~ h; cat h/.proctor/token",
    "ln -s ~ h && cat ./h/.proctor/token",
    "ln -s ~ h\ncat < h/.proctor/token",
    "ln -sfn ~ h; cp h/.proctor/token t",
    "ln -s -- ~ h; tar cf - h/.proctor",
    "ln --symbolic ~ h; head -c 99 h//.proctor/../.proctor/token",
    "ln -s ~; cat ada/.proctor/token",
    "ln -s ~ .; cat ada/.proctor/token",
    "ln -st d ~; cat d/ada/.proctor/token",
    "ln -s ~ d/; cat d/ada/.proctor/token",
    "ln -s .. d/up; cat d/up/../.proctor/token",
    "ln -s ../.. d/e; cat d/e/.proctor/token",
    "ln -sr ~ h; cat h/.proctor/token",
    "ln -s ~ a; ln -s a b; cat b/.proctor/token",
    "ln -s b a; ln -s ~ b; cat a/.proctor/token",
    "ln -s ~ a; mv a b; cat b/.proctor/token",
    "ln -s ~ a; cp -P a b; cat b/.proctor/token",
    "ln -s / r; cat r/home/ada/.proctor/token",
    "ln -s ~ h; cd h; cat .proctor/token",
    "ln -s ~ h; cd h/.proctor && cat token",
    "ln -s ~ h; (cd h && cd .proctor && cat token)",
    "mkdir d && cd d && ln -s ~ h && cd .. && cat d/h/.proctor/token",
    "ln -s ~ h; cat */.proctor/token",
    "ln -s ~ h; x=h; cat $x/.proctor/token",
    "for f in a b; do ln -s ~ $f; done; cat b/.proctor/token",
    "f() { cat $1/.proctor/token; }; ln -s ~ h; f h",
    "while sleep 1; do cat h/.proctor/token; ln -s ~ h; done",
    "ln -s ~ h; bash -c 'cat h/.proctor/token'",
    "bash -c 'ln -s ~ h'; cat h/.proctor/token",
    "sudo ln -s /home/ada h; sudo cat h/.proctor/token",
    "env ln -s ~ h; command cat h/.proctor/token",
    "busybox ln -s ~ h; cat h/.proctor/token",
    "/bin/ln -s ~ h; cat h/.proctor/token",
    "echo h | xargs ln -s ~; cat h/.proctor/token",
    "find . -maxdepth 0 -exec ln -s /home/ada h \\;; cat h/.proctor/token",
    "cp -rs ~/x/.. h; cat h/.proctor/token",
    # Writing by a link.
    "ln -s ~ h; echo x > h/.proctor/config.yaml",
    "ln -s ~ h; tee h/.claude/settings.json < x",
    "ln -s ~ h; rm -rf h/.proctor",
    "ln -s ~ h; cp x h/.claude/settings.json",
    "ln -s ~ h; curl -o h/.claude/settings.json https://x.example",
    "ln -s ~ h; curl --output=h/.proctor/x https://x.example",
    "ln -s ~ h; dd if=x of=h/.proctor/x",
    "ln -s /opt/proctor/lib b; cp x b/proctor/policy/guard.py",
    # Our own command by another name.
    f"ln -s {BIN}/proctor pp && ./pp approve 1",
    f"ln {BIN}/proctor pp && ./pp approve 1",
    f"link {BIN}/proctor pp && ./pp approve 1",
    f"cp {BIN}/proctor pp && ./pp approve 1",
    f"cp {BIN}/proctor . && cp proctor pp && ./pp approve 1",
    f"cp -t d {BIN}/proctor; mv d/proctor d/pp; d/pp approve 1",
    f"install -m 755 {BIN}/proctor pp; ./pp approve 1",
    f"install -D {BIN}/proctor d/pp; sudo d/pp trust --yes",
    f"cp {BIN}/proctor p1; mv p1 p2; ./p2 grant add bash",
    f"rsync {BIN}/proctor pp; timeout 9 ./pp approve 1",
    f"dd if={BIN}/proctor of=pp; ./pp approve 1",
    f"cat {BIN}/proctor > pp; chmod +x pp; ./pp approve 1",
    f"cat < {BIN}/proctor > pp; sh ./pp; python3 pp approve 1",
    f"cp {BIN}/proctor pp; python3 pp approve 1",
    f"cp {BIN}/proctor pp; python3 ./pp approve 1",
    f"ln -s {BIN} b; b/proctor approve 1",
    f"ln -s {BIN} b; cd b; ./proctor approve 1",
    "cp -r /opt/proctor/lib/proctor mine; python3 -m mine approve 1",
    f"cp {BIN}/proctor ls; PATH=. ls approve 1",
    f"cp {BIN}/proctor d/pp; PATH=$PWD/d:$PATH; pp approve 1",
    f"cp {BIN}/proctor d/pp; export PATH=$PWD/d; pp approve 1",
    f"ln -s {BIN}/proctor pp; nohup ./pp down &",
    f"ln -s {BIN}/proctor pp; xargs ./pp approve < ids",
    f"ln -s {BIN}/proctor pp; ./* approve 1",
    # Another word for it.
    f"alias pp={BIN}/proctor; pp approve 1",
    "alias pp=proctor\npp approve 1",
    "alias a='proctor approve'\na 1",
    f"hash -p {BIN}/proctor pp; pp approve 1",
    f"hash -p{BIN}/proctor pp qq; qq approve 1",
    # Agent programs by another name.
    "ln -s /usr/bin/claude cc; ./cc --bare",
    "cp /usr/bin/tmux t; ./t -L proctor send-keys x",
]
ASKED = [
    # Where a name, or what it stands for, is not certain.
    "ln -s ~ $x; cat h/.proctor/token",
    "ln -s $x h; cat h/.proctor/token",
    "ln -s $(dirname $x) h; cat h/.proctor/token",
    "ln -s ~ h*; cat hh/.proctor/token",
    "cd $x; ln -s ~ h; cat /srv/h/.proctor/token",
    "cp -r $x d; cat d/.proctor/token",
    "cp */* d; cat d/.proctor/token",
    "ln -s $x h; echo x > h/.proctor/config.yaml",
]
PLAIN = [
    "cp a b && rm b",
    "cp ~/.claude/settings.json s.json && rm s.json",
    "cp ~/.claude/settings.json s.json && echo {} > s.json",
    "ln -s ~ h && rm h",
    "ln -s ~ h && ls",
    "ln -s ~ h && cat h/notes",
    "ln -s src lib && cat lib/main.py",
    "mv a b && cat b && git add b",
    "cp -r template/. . && ls",
    "cp x.py y.py; python3 y.py",
    "mv build/* dist/ && cat dist/index.html",
    "alias ll='ls -l'\nll src",
    f"ln -s {BIN}/proctor pp && ./pp status",
]


@each_row("command", DENIED)
def test_guard_sees_through_names_of_the_same_command(command: str, around: Surroundings) -> None:
    """A name that a command line makes is as guarded as what it stands for."""
    assert effect(command, around) is Effect.DENY


@each_row("command", ASKED)
def test_uncertain_names_are_asked(command: str, around: Surroundings) -> None:
    """What such a name may stand for is not read, and a person decides."""
    assert effect(command, around) is Effect.ASK
    assert any(part.unread for part in read(command, around).parts)


@each_row("command", PLAIN)
def test_ordinary_names_stay_allowed(command: str, around: Surroundings) -> None:
    """Removing or writing a copy does nothing to the original."""
    assert effect(command, around) is Effect.ALLOW


@each_row(
    ("command", "expected"),
    [
        ("ln -s src lib; cat lib/main.py", Effect.ALLOW),
        ("ln -s .env x; cat x", Effect.ASK),
        ("ln -s ~ h; cat h/.ssh/id_rsa", Effect.ASK),
        ("ln -s $x h; cat h/a", Effect.ASK),
        ("cp a run; ./run x", Effect.ASK),
    ],
)
def test_rules_see_through_names_too(command: str, expected: Effect, around: Surroundings) -> None:
    """An allow must hold for what a name stands for."""
    assert effect(command, around, READER) is expected


def test_deny_rule_is_met_by_another_name(around: Surroundings) -> None:
    """A denied program stays denied by whatever name it runs."""
    policy = Policy.of(allow=["Bash"], deny=["Bash(git push *)", "Read(secret/**)"])
    assert effect("ln -s /usr/bin/git g; ./g push origin", around, policy) is Effect.DENY
    assert effect("ln -s secret s; cat s/key", around, policy) is Effect.DENY


def test_following_names_is_bounded(around: Surroundings) -> None:
    """Names that lead to each other without end leave the command unread."""
    circle = "; ".join(f"ln -s n{number} n{other}" for number in range(9) for other in range(9))
    parts = read(f"{circle}; cat n1/x", around).parts
    assert any(part.unread and part.text == "cat n1/x" for part in parts)


@each_row(
    "command",
    ["e/bin/python -m pip install x", "./e/bin/python3 -Im pip install x",
     "src/../e/bin/python -m ensurepip", "cd src && ../e/bin/python -m pip install x",
     "uv pip install --python e/bin/python x", "env -C src ../e/bin/python -m pip install x",
     "cd venv && uv sync", "cd venv && uv pip install x",
     "sudo e/bin/python -m pip install x", "bash -c 'e/bin/python -m pip install x'"],
)  # fmt: skip
def test_installer_behind_a_link_that_is_there_is_denied(
    command: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The Python of an environment is a link itself, so it is the folder that says which it is."""
    shop = tmp_path_factory.mktemp("shop")
    (shop / "src").mkdir()
    (shop / "e").symlink_to(sys.prefix)
    (shop / "venv").mkdir()
    (shop / "venv" / ".venv").symlink_to(sys.prefix)
    around = surroundings(cwd=shop, root=shop, home=shop / "home")
    action = observed(ToolCall(tool="Bash", input={"command": command}), around)
    decision = decide(action, OPEN)
    assert (decision.effect, decision.why) == (Effect.DENY, OUR_ENVIRONMENT)


STEERED = [
    ("pip install x", "home/.config/pip/pip.conf", "[install]\nPrefix = TOP\n"),
    ("pip3.11 install x", "home/.pip/pip.conf", "[global]\ntarget: TOP/lib\n"),
    ("python3 -m pip install x", "home/.config/pip/pip.conf", "[global]\npython = TOP\n"),
    (".venv/bin/pip install x", "shop/.venv/pip.conf", "[global]\ntarget = TOP\n"),
    ("e2/bin/pip install x", "shop/e2/pip.conf", "[global]\n--target = TOP\n"),
    ("uv pip install x", "shop/uv.toml", '[pip]\npython = "TOP"\n'),
    ("uv pip install x", "shop/uv.toml", 'pip = {"t\\u0061rget" = "TOP"}\n'),
    ("uv pip sync r.txt", "shop/pyproject.toml", '[tool.uv.pip]\nprefix = "TOP"\n'),
    ("uv pip install x", "shop/pyproject.toml", '[tool.uv]\npip = {target = "TOP"}\n'),
    ("cd src && uv pip install x", "shop/uv.toml", '[pip]\ntarget = "TOP"\n'),
    ("uv pip install x", "home/.config/uv/uv.toml", '[pip]\ntarget = "TOP"\n'),
    ("conda install -n shop x", "home/.condarc", "envs_dirs: [TOP]\n"),
    ("mamba install x", "home/.mambarc", '"envs_dirs": [TOP]\n'),
    ("conda env update", "shop/environment.yml", "name: x\nprefix: TOP\n"),
]


@each_row("command, name, text", STEERED)
def test_settings_of_an_installer_that_name_a_place_are_asked_about(
    command: str, name: str, text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A file can say where to an installer installs; ordinary settings change nothing."""
    found = []
    for said in ("[global]\nindex-url = x\n[project]\nprefixed = 1\n", text):
        with pytest.MonkeyPatch.context() as patched:
            top = tmp_path_factory.mktemp("top").resolve()
            (top / "shop" / "src").mkdir(parents=True)
            patched.setenv("HOME", str(top / "home"))
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_text(said.replace("TOP", sys.prefix))
            shop = top / "shop"
            around = surroundings(cwd=shop, root=shop, home=top / "home" / ".proctor")
            call = ToolCall(tool="Bash", input={"command": command})
            found.append(decide(observed(call, around), OPEN).effect)
    assert found == [Effect.ALLOW, Effect.ASK]


@pytest.mark.parametrize("run", ["./pp approve 1", "python3 pp approve 1", "sudo ./pp approve 1"])
def test_guard_sees_through_a_link_that_is_there(run: str, tmp_path: Path) -> None:
    """Also where an earlier call has made it."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "proctor").touch()
    (tmp_path / "pp").symlink_to("bin/proctor")
    around = surroundings(cwd=tmp_path, root=tmp_path, home=tmp_path / "home")
    action = observed(ToolCall(tool="Bash", input={"command": run}), around)
    assert decide(action, OPEN).effect is Effect.DENY
