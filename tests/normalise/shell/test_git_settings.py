"""git's settings that run code, those that do not, aliases, and what git would show."""

from __future__ import annotations

from collections.abc import Mapping

from proctor.normalise.git_config import NOT_READ
from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.deeds import Deed, deed_of
from proctor.normalise.shell.git_settings import harmless, runs_nothing
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.parts import shell_parts
from proctor.normalise.shell.scene import Scene, scene_of
from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.knowledge.small_tables import arguments
from tests.tables import each_row


def deed(line: str, around: Surroundings, own: Mapping[str, str] | None = None) -> Deed:
    """Return what a git command does in a repository with settings of its own."""
    settled = around._replace(git_config={around.cwd: own or {}})
    scene = Scene(settled, Folders((around.cwd,)), "Bash", "bash", Budget())
    return deed_of(arguments(line), [], scene)


@each_row(
    ("name", "value"),
    [
        ("core.bare", "false"), ("core.quotePath", "off"), ("user.name", "ada"),
        ("color.ui", "always"), ("remote.origin.url", "https://a.com/x"),
        ("branch.main.remote", "origin"), ("branch.main.merge", "refs/heads/main"),
        ("core.pager", "less -R"), ("core.pager", "cat"), ("core.pager", ""),
        ("core.fsmonitor", "true"), ("core.hooksPath", "/dev/null"),
        ("filter.lfs.process", "git-lfs filter-process"), ("alias.st", "!make"),
        ("submodule.a.url", "../a"), ("log.date", "iso"), ("diff.algorithm", "histogram"),
    ],
)  # fmt: skip
def test_most_settings_run_nothing(name: str, value: str) -> None:
    """What a fresh clone has, and what only changes how things look, is harmless."""
    assert harmless(name, value)


@each_row(
    ("name", "value"),
    [
        ("core.fsmonitor", "./x"), ("core.sshCommand", "x"), ("core.hooksPath", ".githooks"),
        ("core.pager", "less; make"), ("core.pager", "sh -c x"), ("core.askPass", "x"),
        ("CORE.FSMONITOR", "./x"), ("diff.external", "x"), ("diff.x.textconv", "x"),
        ("diff.x.command", "x"), ("filter.x.clean", "x"), ("filter.lfs.clean", "make"),
        ("filter.x.process", "git-lfs filter-process"), ("merge.x.driver", "x"),
        ("gpg.program", "x"), ("gpg.ssh.program", "x"), ("credential.helper", "!x"),
        ("pager.log", "x"), ("include.path", "x"), ("includeif.x.path", "x"),
        ("core.gitProxy", "x"), ("remote.a.uploadpack", "x"), ("remote.a.vcs", "x"),
        ("url.x.insteadof", "y"), ("core.editor", "make; x"), ("frob.nob", "x"),
        ("core.worktree", "/"), ("uploadpack.packobjectshook", "x"), ("init.templatedir", "x"),
        ("log.showsignaturex.program", "x"), *NOT_READ.items(), ("", ""), ("x", "y"),
    ],
)  # fmt: skip
def test_settings_that_can_run_code_or_are_not_known_are_not_harmless(
    name: str, value: str
) -> None:
    """A program by any name, a file that is taken in, and what nobody has heard of."""
    assert not harmless(name, value)


@each_row(
    ("line", "classes"),
    [
        ("git status", ("read",)),
        ("git -c color.ui=never status", ("read",)),
        ("git -c core.fsmonitor=./x status", ("code",)),
        ("git -c core.fsmonitor=false status", ("read",)),
        ("git -c core.pager=make log", ("code",)),
        ("git -c color.ui=never -c diff.external=x diff", ("code",)),
        ("git -C . -c core.sshCommand=x status", ("code",)),
    ],
)
def test_a_setting_on_the_command_line_counts(
    line: str, classes: tuple[str, ...], around: Surroundings
) -> None:
    """One that runs code makes the command one that does, and one that cannot be read."""
    found = deed(line, around)

    assert found.classes == classes
    assert (found.reading.hidden is not None) is ("code" in classes)


def test_a_setting_that_says_which_machine_is_asked_is_of_the_network(
    around: Surroundings,
) -> None:
    """`-c remote.x.url=…` sends what follows elsewhere."""
    assert "network" in deed("git -c remote.origin.url=https://a.com status", around).classes
    assert "network" in deed("git -c url.https://a.com/.insteadOf=x status", around).classes


@each_row(
    ("own", "classes"),
    [
        ({}, ("read",)),
        ({"core.bare": "false", "user.name": "ada"}, ("read",)),
        ({"core.fsmonitor": "./x"}, ("code",)),
        ({"user.name": "ada", "filter.x.clean": "make"}, ("code",)),
        (NOT_READ, ("code",)),
    ],
)
def test_the_repositorys_own_settings_count(
    own: Mapping[str, str], classes: tuple[str, ...], around: Surroundings
) -> None:
    """A command that only reads runs code where the repository says so, or cannot be read."""
    assert deed("git status", around, own).classes == classes


def test_the_settings_of_another_repository_do_not_count(around: Surroundings) -> None:
    """Those of the folder in which git works do, and no others; other programs have none."""
    evil = {"core.fsmonitor": "./x"}
    settled = around._replace(git_config={"/srv/app": evil})

    def classes(line: str) -> list[tuple[str, ...]]:
        return [part.classes for part in shell_parts(line, scene_of(settled, "Bash", "bash"))]

    assert classes("git status") == [("read",)]
    assert classes("git -C /srv/app status") == [("write-outside", "code")]
    assert classes("cd /srv/app && git status")[-1] == ("code",)
    assert classes("ls /srv/app") == [("read",)]


@each_row(
    ("line", "doubt"),
    [
        ("git --git-dir=.git status", False),
        ("git --git-dir .git --work-tree . status", False),
        ("git --git-dir=/srv/app/.git status", True),
        ("git --git-dir ../x status", True),
        ("git --work-tree=/ status", True),
        ("git --bare log", True),
    ],
)
def test_a_repository_that_is_named_apart_is_a_doubt(
    line: str, doubt: bool, around: Surroundings
) -> None:
    """Its settings are not looked at, so what they run is not known."""
    assert (deed(line, around).reading.unknown is not None) is doubt


@each_row(
    ("line", "own", "inner"),
    [
        ("git st -s", {"alias.st": "status"}, ["git status -s"]),
        ("git ST", {"alias.st": "status"}, ["git status"]),
        ("git x a", {"alias.x": "!make all"}, ["make all a"]),
        ("git -C . x", {"alias.x": "push -f"}, ["git push -f"]),
        ("git -c alias.x=!make x", {}, ["make"]),
        ("git status", {"alias.st": "!make"}, []),
        ("git", {"alias.st": "!make"}, []),
    ],
)
def test_an_alias_is_the_command_that_it_stands_for(
    line: str, own: Mapping[str, str], inner: list[str], around: Surroundings
) -> None:
    """Its words, or its text for a shell; only where it is called."""
    inners = deed(line, around, own).reading.inners
    found = [one.text or " ".join(word.value for word in one.words) for one in inners]

    assert found == inner


@each_row(
    ("line", "secret"),
    [
        ("git show HEAD:.env", True),
        ("git show HEAD:.env.example", False),
        ("git diff -- .env", True),
        ("git diff -- '.e*'", True),
        ("git diff -- 'src/*'", False),
        ("git show ':(icase).env'", True),
        ("git show :/.env", True),
        ("git log -p -- config/secrets.yml", True),
        ("git log -L1,5:.env", True),
        ("git blame .env", True),
        ("git ls-files .env", False),
        ("git status .env", False),
        ("git show HEAD:src/a.py", False),
    ],
)
def test_what_git_shows_of_a_file_with_secrets_is_secret(
    line: str, secret: bool, around: Surroundings
) -> None:
    """Of another commit, behind magic words, by git's own wildcards; its name alone is not."""
    assert ("secret" in deed(line, around).classes) is secret


@each_row(
    "own",
    [
        {}, {"core.bare": "false"}, {"core.fsmonitor": "./x"}, {"alias.st": "status"},
        {"ALIAS.st": "!make"}, {"remote.origin.url": "x", "core.pager": "less"},
        {"user.name": "a", "diff.x.textconv": "cat"}, {"branch.main.merge": "refs/heads/main"},
        {"core.fsmonitor": "true"}, {"include.path": "x"}, dict(NOT_READ), {"log.date": "iso"},
    ],
)  # fmt: skip
def test_settings_that_run_nothing_change_no_reading(
    own: Mapping[str, str], around: Surroundings
) -> None:
    """Where a repository's settings are said to run nothing, all is read as without them."""
    lines = ("git status", "git st -x", "git log -p", "git -c core.pager=make diff", "git ST")
    same = all(deed(line, around, own) == deed(line, around) for line in lines)

    assert same is runs_nothing(own)
