"""The real program while something of ours is broken: roles, homes, servers."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress

import pytest

from proctor.owner.socket_path import bind, socket_path
from proctor.proving.scripted_model import bash, say
from tests.real.claude import headless
from tests.real.hooking import entry, hook_of, under, written
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.server.running import running

DENYING = """\
permissions:
  otherwise: allow
  deny: [{rule: Bash(git push *), why: Not from here.}]
"""
ALONE = "channels: {inbox: false}\n"
PUSH = f"{mark('pushed')}; git push"


@pytest.mark.parametrize("path", ["cold", pytest.param("warm", marks=pytest.mark.full)])
@pytest.mark.full
def test_the_denies_of_a_role_outlive_it(place: Place, model: Model, path: str) -> None:
    """While a role does not load, its last good denies hold, and the rest is asked."""
    place.configure(ALONE)
    settings = under(place, "denying", DENYING)
    good = model.learn("good", bash(mark()), say("done"))
    bad = model.learn("bad", bash(PUSH), bash(mark("after")), say("done"))
    with running(place.home) if path == "warm" else nullcontext():
        headless(place, model, good, settings=settings)
        place.write_role("denying", f"{DENYING}  alow: [Read]\n")
        headless(place, model, bad, settings=settings)
    denied, asked = model.told("bad")

    assert (place.ran(), place.ran("pushed"), place.ran("after")) == (1, 0, 0)
    assert (denied.error, "Not from here." in denied.text) == (True, True)
    assert asked.error
    assert "alow" in place.records()[-1]["why"]


@pytest.mark.parametrize("gone", [pytest.param("roles", marks=pytest.mark.full), "whole"])
def test_a_home_that_is_gone_is_no_yes(place: Place, model: Model, gone: str) -> None:
    """Without its role or its home the hook lets nothing run."""
    place.configure(ALONE)
    settings = under(place, "denying", DENYING)
    hook = place.home / "hooks" / "hook"
    kept = hook.read_bytes()
    shutil.rmtree(place.home / "roles" if gone == "roles" else place.home)
    hook.parent.mkdir(parents=True, exist_ok=True)
    hook.write_bytes(kept)
    hook.chmod(0o700)
    prompt = model.learn("go", bash(mark()), bash(PUSH), say("done"))
    headless(place, model, prompt, settings=settings)

    assert (place.ran(), place.ran("pushed")) == (0, 0)
    assert [each.error for each in model.told("go")] == [True, True]


def dead(connected: socket.socket) -> None:
    """Hang up without a word."""
    connected.recv(1 << 16)


def lying(connected: socket.socket) -> None:
    """Say yes to everything, in all the ways that come to mind."""
    request = connected.recv(1 << 16)
    name = request.partition(b'"id":"')[2][:16]
    yes = b'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}'
    connected.sendall(b"0 %s}\nx 0 %s}\n%s 1 %s}\n%s 0 %s\n" % (yes, yes, name, yes, name, yes))


@contextmanager
def false_server(place: Place, answer: Callable[[socket.socket], None]) -> Iterator[None]:
    """Listen where the server would, and answer otherwise than it would."""
    with bind(socket_path(place.home)) as bound:
        bound.listen()
        over = threading.Event()

        def serve() -> None:
            while not over.is_set():
                with suppress(OSError), bound.accept()[0] as connected:
                    answer(connected)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield
        finally:
            over.set()
            with socket.socket(socket.AF_UNIX) as last, suppress(OSError):
                last.connect(str(socket_path(place.home)))
                last.sendall(b"\n")
            thread.join()


@pytest.mark.parametrize("answer", [dead, pytest.param(lying, marks=pytest.mark.full)])
def test_a_server_that_is_none_changes_nothing(
    place: Place, model: Model, answer: Callable[[socket.socket], None]
) -> None:
    """Where what listens hangs up or answers out of form, the hook decides by itself."""
    settings = under(place, "denying", DENYING)
    prompt = model.learn("go", bash(mark()), bash(PUSH), say("done"))
    with false_server(place, answer):
        headless(place, model, prompt, settings=settings)

    assert (place.ran(), place.ran("pushed")) == (1, 0)
    assert [each.error for each in model.told("go")] == [False, True]
    assert [decision for _, decision in place.decisions()] == ["allow", "deny"]


def test_a_server_that_hangs_is_not_waited_for_long(place: Place, model: Model) -> None:
    """Where what listens never answers, the hook decides by itself after a while."""
    place.write_role("denying", DENYING)
    hook = hook_of(place, "denying")
    # The other events would wait for it as well, one after the other.
    settings = written(place, "one.json", {"hooks": {"PreToolUse": entry(hook)}}, None)
    held: list[socket.socket] = []
    prompt = model.learn("go", bash(PUSH), say("done"))
    with false_server(place, lambda connected: held.append(connected.dup())):
        headless(place, model, prompt, settings=settings)
    for each in held:
        each.close()

    assert (place.ran("pushed"), [each.error for each in model.told("go")]) == (0, [True])
    assert [decision for _, decision in place.decisions()] == ["deny"]


def test_a_file_that_a_prompt_mentions_is_not_read_past_a_deny(place: Place, model: Model) -> None:
    """A mention asks no hook; the role's denies in the settings keep the file from the model."""
    (place.shop / "secret.txt").write_text("the word is XYZZY\n")
    (place.shop / "open.txt").write_text("the word is PLUGH\n")
    text = "permissions:\n  otherwise: allow\n  deny: [Read(secret.txt)]\n"
    settings = under(place, "reader", text)
    headless(place, model, "compare @secret.txt and @open.txt", settings=settings)
    heard = str(model.requests)

    assert ("XYZZY" in heard, "PLUGH" in heard) == (False, True)
