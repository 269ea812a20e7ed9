"""The words of find and fd."""

import shlex

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.knowledge.reading import Use
from proctor.normalise.shell.meaning.argument import Argument
from tests.tables import each_row


def told(command: str) -> str:
    """Return in one text what is told of a command."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    words = [*sorted(reading.classes), *(["unknown"] if reading.unknown else [])]
    words = words[:1] if words == ["read"] else [word for word in words if word != "read"]
    words += [
        f"{use.role}:{use.path.value}{'/…' if use.deep else ''}"
        for use in reading.uses
        if use.role != "n"
    ]
    words += [f"runs:{' '.join(word.value for word in inner.words)}" for inner in reading.inners]
    return " ".join(words)


READS = [
    "find",
    "find .",
    "find src tests -type f",
    "find -name '*.py'",
    "find -H -L . -name x",
    "find -O3 -D tree . -print",
    "find . -name -delete",
    "find . -path -exec -prune -o -print",
    "find . -printf '%p %s\\n' -quit",
    "find . ! -name x -a '(' -size +1k -o -empty ')' , -print0",
    "find . -newermt 2024-01-01 -newer a -samefile b",
    "find . -depth 2 -maxdepth 3 -not -perm -u=w",
    "find . -regextype posix-extended -iregex '.*x' -ls",
    "find -E . -regex x",
    "find --help",
    "find . -fprint /dev/stdout",
    "fd x src",
    "fd -e py -t f -H x",
]
DOES = [
    ("find . -delete", "destroy write d:./…"),
    ("find -delete", "destroy write d:./…"),
    ("find / /srv -type f -delete", "destroy write d://… d:/srv/…"),
    ("find / -name '*.tmp' -delete", "destroy write d:/**/*.tmp"),
    ("find . ! -name '*.tmp' -delete", "destroy write d:./…"),
    ("find . -name '*' -delete", "destroy write d:./…"),
    ("find . -mtime +3 -delete", "destroy write d:./**/*[!.]*"),
    ("find . -fprint out", "write w:out"),
    ("find . -fprintf out -delete -print", "write w:out"),
    ("find . -fls out", "write w:out"),
    ("find . -exec date ';'", "read runs:date"),
    ("find src -exec cat {} ';'", "read runs:cat src/** runs:cat src"),
    ("find a b -exec cat {} +", "read runs:cat a/** runs:cat a runs:cat b/** runs:cat b"),
    ("find . -name '*.pem' -exec cat {} +", "read runs:cat ./**/*.pem"),
    ("find . -name '*env' -exec cat {} +", "read runs:cat ./**/.env runs:cat ./**/*env"),
    ("find . -name '*.md' -exec cat {} +", "read runs:cat ./**/*.md"),
    ("find .env -size -9 -exec cat {} +", "read runs:cat .env/**/*[!.]* runs:cat .env"),
    ("find lib -size -9 -exec cat {} +", "read runs:cat lib/**/*[!.]*"),
    ("find . -path './.env' -exec cat {} +", "read runs:cat ./**/*[!.]* runs:cat ./.env"),
    ("find . -path './lib/*' -exec cat {} +", "read runs:cat ./**/*[!.]*"),
    ("find . -samefile x -exec cat {} +", "read runs:cat ./**/*[!.]* runs:cat x"),
    ("find . -exec a + b ';'", "read runs:a + b"),
    ("find . -execdir x {} ';' -ok y ';' -okdir z ';'", "read runs:x ./** runs:y runs:z"),
    ("find . -exec sh -c 'x {}' ';'", "read runs:sh -c x {}"),
    ("find / -exec rm -rf {} +", "read runs:rm -rf /**"),
    ("find . -exec cat {}", "unknown"),
    ("find . -exec ';'", "unknown"),
    ("find . -exec {} ';'", "unknown"),
    ("find . -nosuchtest", "unknown"),
    ("find . -name", "unknown"),
    ("find . -- -delete", "destroy write unknown d:./…"),
    ("find . -files0-from list", "unknown r:list"),
    ("fd x -x cat", "read r:./… runs:cat ./**/*"),
    ("fd env -x cat", "read r:./… runs:cat ./**/.env"),
    ("fd '^\\.e' -x cat", "read r:./… runs:cat ./**/.e*"),
    ("fd '\\.pem$' -x cat", "read r:./… runs:cat ./**/x.pem"),
    ("fd readme -x cat", "read r:./… runs:cat ./**/*"),
    ("find . -name '*nv' -exec cat {} +", "read runs:cat ./**/.env runs:cat ./**/*nv"),
    ("find . -path '*/.e*' -exec cat {} +", "read runs:cat ./**/*[!.]* runs:cat ./**/.e*"),
    ("find . -name '*.y*ml' -exec cat {} +", "read runs:cat ./**/*.y*ml"),
    ("fd x src -X rm -r", "read runs:rm -r src/**/*"),
    ("fd -e pem --exec cat {}", "read r:./… runs:cat ./**/*.pem"),
    ("fd -x=sh y", "read r:./… runs:sh y ./**/*"),
    ("fd -tf -xsh", "read r:./… runs:sh ./**/*"),
    ("fd x --exec a {/} ';' -x b", "read r:./… runs:a ./**/* runs:b ./**/*"),
    ("fd -x {}", "unknown r:./…"),
    ("fd --exec", "unknown r:./…"),
    ("fd --nosuch x", "unknown"),
]


@each_row("command", READS)
def test_a_search_only_reads(command: str) -> None:
    """Tests with their values are stepped over, whatever the values look like."""
    assert told(command) == "read"


@each_row(("command", "expected"), DOES)
def test_what_is_done_with_the_files_is_told(command: str, expected: str) -> None:
    """What is deleted, written and run is named, with the files in the place of `{}`."""
    assert told(command) == expected


@each_row(
    "words",
    [
        (Argument("find"), Argument("$X", "it is not known")),
        (Argument("find"), Argument("."), Argument("-name"), Argument("$X", "it is not known")),
        (Argument("find"), Argument("*", wild=True)),
        (Argument("find"), Argument("."), Argument("-name"), Argument("*", wild=True)),
        (Argument("fd"), Argument("$X", "it is not known")),
        (Argument("fd"), Argument("x"), Argument("*", wild=True)),
    ],
)
def test_words_that_could_be_an_action_make_it_unknown(words: tuple[Argument, ...]) -> None:
    """A variable or a wildcard could stand for `-delete`."""
    assert classify(words).unknown is not None


def test_a_part_of_a_word_is_not_a_path() -> None:
    """What find puts into the middle of a word is not certain."""
    words = ("find", ".", "-exec", "cp", "{}", "{}.old", ";")
    (inner,) = classify([Argument(word) for word in words]).inners

    assert inner.words[1] == Argument("./**", wild=True)
    assert inner.words[2].unknown is not None


def test_a_word_in_each_folder_that_is_found_is_not_certain() -> None:
    """`-execdir` gives a relative path another meaning in every folder."""
    (inside,) = classify([Argument(w) for w in "find a -execdir cat b ;".split()]).inners
    (here,) = classify([Argument(w) for w in "find a -exec cat b ;".split()]).inners

    assert inside.words[1].unknown is not None
    assert here.words[1] == Argument("b")


def test_the_start_is_only_looked_at() -> None:
    """The folders to look in are named as such."""
    reading = classify([Argument("find"), Argument("/srv/app")])

    assert reading.uses == [Use(Argument("/srv/app"), "n")]
