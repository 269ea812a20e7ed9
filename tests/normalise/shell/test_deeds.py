"""What a command does to the world: what its paths add to what its table says."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.deeds import Deed, deed_of, named_secret
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.scene import Scene
from proctor.terms.action import Does
from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.knowledge.small_tables import arguments
from tests.tables import each_row


def deed(line: str, around: Surroundings, *inputs: str, folder: str | None = None) -> Deed:
    """Return what a line of plain words does; `g:x` is a pattern, `$x` nobody knows."""
    scene = Scene(around, Folders((folder or around.cwd,)), "Bash", "bash", Budget())
    home = line.replace("~", around.home)
    return deed_of(arguments(home), [Argument(word) for word in inputs], scene)


@each_row(
    "line",
    [
        "cat .env",
        "cat ../shop/.env",
        "head -5 /srv/app/.env.production",
        "grep x ~/.ssh/id_rsa",
        "cp ~/.aws/credentials a",
        "cat g:.en*",
        "cat g:*.pem",
        "cat g:~/.ssh/*",
        "cat server.key",
        "dd if=.env of=a",
        "tar cf a.tar .env",
        "cat /proc/self/environ",
        "grep -r x /proc",
        "tar cf - /proc/self",
        "dd frob=1 if=.env",
        "mlr put x=1 .env",
    ],
)
def test_reading_a_secret_is_secret(line: str, around: Surroundings) -> None:
    """By its path, wherever it lies, also where a pattern may stand for it."""
    assert "secret" in deed(line, around).classes


@each_row(
    "line",
    [
        "ls .env",
        "stat .env",
        "ls -l ~/.ssh",
        "test -f .env",
        "find . -name .env",
        "cat .env.example",
        "cat ~/.ssh/id_rsa.pub",
        "cat g:*",
        "cat g:src/*.py",
        "cat environment.md",
        "cat /proc/cpuinfo",
        "grep -r x /proc/self/fdinfo",
        "echo .env",
        "grep .env README.md",
    ],
)
def test_what_is_only_looked_at_or_is_no_secret_is_read(line: str, around: Surroundings) -> None:
    """The name of a file with secrets, a sample, a public key: none of them shows a secret."""
    assert deed(line, around).classes == ("read",)


def test_what_stands_on_standard_input_is_read(around: Surroundings) -> None:
    """`sort < .env` reads a secret as `sort .env` does; from nowhere nothing comes."""
    assert deed("sort", around, ".env").classes == ("secret",)
    assert deed("sort", around, "a.txt", "/dev/null").classes == ("read",)


@each_row(
    ("line", "secret"),
    [
        ("grep -r x ~", True),
        ("grep -r x /", True),
        ("grep -r x /home", True),
        ("tar cf - ~", True),
        ("grep -r x ~/shop", False),
        ("grep -r x .", False),
        ("ls -R ~", False),
    ],
)
def test_a_whole_home_holds_its_keys(line: str, secret: bool, around: Surroundings) -> None:
    """Who reads all of a home, or a folder around it, reads every key in it."""
    assert ("secret" in deed(line, around).classes) is secret


def test_where_a_link_leads_counts_too(around: Surroundings) -> None:
    """A harmless name that leads to a secret, to a disk or to the system is judged as that."""
    links = {
        f"{around.cwd}/notes": "/home/ada/.ssh/id_rsa",
        f"{around.cwd}/disk": "/dev/sda",
        f"{around.cwd}/lib": "/usr/lib",
    }
    linked = around._replace(links=links)

    lines = ("cat notes", "cp a disk", "chmod -R 0 lib")
    assert [deed(line, linked).classes for line in lines] == [
        ("secret",),
        ("write", "write-outside", "destroy", "destroy-outside"),
        ("write", "write-outside", "destroy", "destroy-outside"),
    ]
    assert deed("cat notes", around).classes == ("read",)


@each_row(
    ("ruin", "not_ruin"),
    [
        ("rm -rf /", "rm -rf /tmp/x"),
        ("rm -rf g:/*", "rm -rf g:/tmp/x/*"),
        ("rm -rf ~", "rm -rf ~/shop/build"),
        ("rm -rf g:~/*", "rm -rf g:~/shop/*"),
        ("rm -rf ~/.", "rm -rf ~/shop/.cache"),
        ("rm -rf ../..", "rm -rf build/.."),
        ("rm -r /home", "rm -d /home"),
        ("rm -r /home/bob", "rm /home/bob/x"),
        ("rm -r /Users/bob", "rm /Users/bob/x"),
        ("rm -rf /etc", "rm -f /etc/shop"),
        ("rm -rf /usr/local", "rm -f /usr/local/shop"),
        ("rm -rf /var/lib", "rm -f /var/lib/shop"),
        ("rm -rf g:/etc/*", "rm -f /etc/shop"),
        ("chmod -R 777 /", "chmod 777 /"),
        ("chown -R ada ~", "chown ada ~"),
        ("mv /etc /tmp", "mv /etc/shop /tmp"),
        ("find / -delete", "find build -delete"),
    ],
)
def test_what_cannot_be_brought_back_is_ruin(
    ruin: str, not_ruin: str, around: Surroundings
) -> None:
    """A home, the system or a folder of it with all that is below; one thing in it is not."""
    assert "destroy-outside" in deed(ruin, around).classes
    assert "destroy-outside" not in deed(not_ruin, around).classes


INSIDE, BEYOND = ("destroy",), ("destroy", "destroy-outside")


@each_row(
    ("line", "expected"),
    [
        ("rm -rf .", INSIDE),
        ("rm -rf build", INSIDE),
        ("rm -rf /home/ada/shop", INSIDE),
        ("rm -rf g:*", INSIDE),
        ("rm g:*.o", INSIDE),
        ("rm -f a.o b.o", ()),
        ("mv build old", ()),
        ("rmdir build", ()),
        ("git clean -fdx", INSIDE),
        ("git clean -ndx", ()),
        ("git reset --hard", INSIDE),
        ("git reset --soft HEAD~1", ()),
        ("find . -delete", INSIDE),
        ("docker system prune -af", INSIDE),
        ("psql -c 'drop table users'", INSIDE),
        ("rm -rf /tmp/shop-build", INSIDE),
        ("rm -rf g:/tmp/shop-*", INSIDE),
        ("rm -rf /tmp", BEYOND),
        ("rm -rf g:/tmp/*", BEYOND),
        ("rm -rf /tmp/../srv/data", BEYOND),
        ("rm -rf ..", BEYOND),
        ("rm -rf ../other", BEYOND),
        ("rm -rf ~/other", BEYOND),
        ("rm g:/srv/*", BEYOND),
        ("find /srv -name '*.log' -delete", BEYOND),
        ("git -C /srv/x reset --hard", BEYOND),
        ("git -C ../other clean -fdx", BEYOND),
        ("psql -h db.example.com -c 'drop table users'", BEYOND),
        ("rsync -a --delete build/ ~/www", BEYOND),
        ("rsync -an --delete build/ ~/www", ()),
        ("git push --force", BEYOND),
    ],
)
def test_what_destroys_is_told_from_what_does_so_beyond_the_project(
    line: str, expected: tuple[str, ...], around: Surroundings
) -> None:
    """The place decides; one named file is no more than an edit could take away."""
    found = deed(line, around).classes

    assert expected == tuple(one for one in found if one.startswith("destroy"))


def test_a_link_out_of_the_project_leads_beyond_it(around: Surroundings) -> None:
    """What is deleted behind a link lies where the link leads."""
    linked = around._replace(links={f"{around.cwd}/data": "/srv/data"})

    assert "destroy-outside" in deed("rm -rf data/", linked).classes
    assert "destroy-outside" not in deed("rm -rf data/", around).classes


def test_a_copy_into_a_folder_of_the_system_is_no_ruin(around: Surroundings) -> None:
    """It adds to the folder and leaves the rest of it alone."""
    assert deed("cp -r a /etc", around).classes == ("write", "write-outside")


@each_row(
    ("line", "ruin"),
    [
        ("cp a /dev/sda", True),
        ("dd if=a of=/dev/nvme0n1", True),
        ("dd frob of=/dev/sda", True),
        ("tee /dev/mapper/root", True),
        ("cp a /dev/null", False),
        ("cp a /dev/shm/x", False),
        ("cp /dev/sda a", False),
        ("cp a dev/sda", False),
    ],
)
def test_writing_to_a_disk_erases_it(line: str, ruin: bool, around: Surroundings) -> None:
    """It need not be deep; reading one, or a file of that name elsewhere, is no ruin."""
    assert ("destroy" in deed(line, around).classes) is ruin


@each_row(
    ("line", "does", "deletes"),
    [
        ("cat a", Does.READ, False),
        ("cp a b", Does.EDIT, False),
        ("rm a", Does.EDIT, True),
        ("mv a b", Does.EDIT, True),
        ("touch a", Does.EDIT, False),
        ("cp a '$X'", Does.OTHER, False),
        ("sort --frob a", Does.OTHER, False),
        ("make", Does.OTHER, False),
        ("curl -o a https://a.com", Does.OTHER, False),
        ("cat .env", Does.OTHER, False),
        ("rm -rf /", Does.OTHER, True),
        ("frobnicate a", Does.OTHER, False),
        ("git commit -m x", Does.OTHER, False),
    ],
)
def test_what_modes_see(line: str, does: Does, deletes: bool, around: Surroundings) -> None:
    """Only what is certain reads or edits; an edit has a path that it writes."""
    found = deed(line, around)

    assert (found.does, found.destructive) == (does, deletes)


def test_an_option_says_where_a_command_works(around: Surroundings) -> None:
    """`-C` moves its paths, from each folder that it may run in."""
    assert deed("git -C ../other log", around).folders == ("/home/ada/other",)
    assert deed("git -C /srv/app log", around, folder="/").repositories == ("/srv/app",)
    assert deed("git -C sub log", around, folder="/srv").folders == ("/srv/sub",)
    assert deed("git log", around).repositories == (around.cwd,)
    assert deed("make -C sub", around).repositories == ()


@pytest.mark.parametrize("word", ["'$X'", "g:s*"])
def test_a_folder_that_is_not_certain_is_a_doubt(word: str, around: Surroundings) -> None:
    """Where it works is then not known, and neither is what it does."""
    found = deed(f"git -C {word} log", around)

    assert (found.reading.unknown is not None, found.folders) == (True, (around.cwd,))


def test_a_program_outside_the_systems_folders_is_a_doubt(around: Surroundings) -> None:
    """`./cat` may be anything, `/bin/cat` is the system's own."""
    found = [deed(f"{name} a", around).reading.unknown for name in ("/bin/cat", "cat", "./cat")]

    assert [why is not None for why in found] == [False, False, True]


def touches(line: str, around: Surroundings) -> dict[str, str]:
    """Return how each path is touched: `r`ead, `w`ritten; `?` if that is not certain."""
    found: dict[str, str] = {}
    for touch in deed(line, around).touches:
        how = "r" * touch.reads + "w" * touch.writes + "?" * (not touch.certain) + "*" * touch.wild
        found[touch.path.absolute.removeprefix(f"{around.cwd}/")] = how
    return found


@each_row(
    ("line", "expected"),
    [
        ("cat a b", {"a": "r", "b": "r"}),
        ("cat g:*.md", {"*.md": "r*"}),
        ("cp a b", {"a": "r", "b": "rw"}),
        ("ls a", {"a": "r"}),
        ("/bin/cat a", {"a": "r", "/bin/cat": "r"}),
        ("frobnicate a", {"a": "rw?"}),
        ("cat --frob a", {"a": "rw?"}),
        ("echo a/b", {}),
        ("curl -d x=@a https://b.com", {"a": "rw?"}),
    ],
)
def test_which_paths_are_touched(line: str, expected: dict[str, str], around: Surroundings) -> None:
    """What the table explains is certain; what nobody explains may be read and written."""
    found = touches(line, around)

    assert {path: found.get(path) for path in expected} == expected
    assert expected or not found


def test_outside_the_project_the_folder_counts_as_named(around: Surroundings) -> None:
    """A rule for a folder holds for a command that runs in it and names nothing."""
    found = deed("frobnicate", around, folder="/srv/app").touches

    assert [(t.path.absolute, t.writes, t.certain) for t in found] == [("/srv/app", True, False)]
    assert deed("frobnicate", around).touches == ()


@each_row(
    ("word", "secret"),
    [
        ("$API_KEY", True),
        ("$github_token", True),
        ("${DB_PASSWORD}x", True),
        ("$AWS_SECRET_ACCESS_KEY", True),
        ("$HOME_DIR", False),
        ("$KEYBOARD", False),
    ],
)
def test_a_variable_may_be_named_after_its_secret(word: str, secret: bool) -> None:
    """Whoever uses it may show one; quotes, a plain word and a test show nothing."""
    assert (named_secret(f'echo "{word}"', "echo") is not None) is secret
    assert named_secret(f"echo '{word}'", "echo") is None
    assert named_secret(f'[ -z "{word}" ]', "[") is None
    assert named_secret("echo API_KEY", "echo") is None


def test_words_that_are_not_certain_make_a_deed_vague(around: Surroundings) -> None:
    """Also where, whatever they are, the command does no more."""
    found = [deed(line, around).vague for line in ("echo a", "echo '$X'", "cat g:*")]

    assert [why is not None for why in found] == [False, True, True]


def test_reading_counts_only_alone(around: Surroundings) -> None:
    """The classes stand in the order of their weight, without `read` beside another."""
    assert deed("cat a", around).classes == ("read",)
    assert deed("cp .env b", around).classes == ("write", "secret")
