"""Programs of sed."""

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.sed import read, read_program
from tests.normalise.shell.programs.read_out import told
from tests.tables import each_row

HARMLESS = [
    "",
    "p",
    "5q",
    "$d",
    "1,10p",
    "2~3d",
    "5,+2p",
    "/begin/,/end/p",
    "\\,/usr,p",
    "0,/x/Id",
    "/a/!d",
    "1!G;h;$!d",
    ":a;N;$!ba;s/\\n/ /g",
    ":again\ns/aa/a/\nt again",
    "s/a/b/g;s|c|d|2p",
    "s/[^/]*$//",
    "s/[^\\/]*$//",
    "s/\\[x\\]/y/",
    "s,a\\,b,c,I",
    "s/a/w out/",
    "s/w out/e/",
    "s/a/b\\\nc/",
    "y/abc/xyz/",
    "/x/{s/a/b/;p}",
    "/x/{\np\n}",
    "i\\\nw out\n",
    "$a the end; w out",
    "1i\\ e reboot",
    "# e reboot\np",
    "s/a/b/w /dev/stdout",
    "w /dev/stderr",
    "l 20;=;F;z;x;D;P;n",
    "q5",
    "p;p # note",
    "s/[[:space:]]*$//",
]
DOING = [
    ("w out", "write w:out"),
    ("1w notes/a b", "write w:notes/a b"),
    ("/x/W out", "write w:out"),
    ("s/a/b/w out", "write w:out"),
    ("s/a/b/gpw out", "write w:out"),
    ("s/a/b/;w out; p", "write w:out; p"),
    ("s#a#s/x/y/w in#;w out", "write w:out"),
    ("p\nw out", "write w:out"),
    ("r header.txt", "r:header.txt"),
    ("R header.txt", "r:header.txt"),
    ("e", "code"),
    ("1e date", "code runs:date"),
    ("$!e rm -rf build", "code runs:rm -rf build"),
    ("s/a/date/e", "code"),
    ("s/a/date/ge", "code"),
    ("s/a/date/pe;p", "code"),
    ("/x/{e date\n}", "code runs:date"),
    ("a text\ne date", "code runs:date"),
    ("i\\\ntext\nw out", "write w:out"),
    ("#n\nw out", "write w:out"),
]
UNREAD = [
    "s/a/b",
    "s/a/b/k",
    "s",
    "y/a/b",
    "k",
    "p p",
    "/x",
    "1,p",
    "w",
    "s/a/b/w",
    "s/a\nb/c/",
    "sé a é b éw out",
    "s/[/a/",
    "s/[\\\\/]/x/w out",
    "a\\\\\\\ne date",
    ":a;i\\\nw out",
    "}}x(",
    "1,2,3p",
]


@each_row("text", HARMLESS)
def test_a_program_that_only_changes_what_is_shown_adds_nothing(text: str) -> None:
    """Addresses, labels, patterns and texts are stepped over, whatever they look like."""
    assert told(read_program, text) == ""


@each_row(("text", "expected"), DOING)
def test_a_program_that_writes_or_runs_says_what(text: str, expected: str) -> None:
    """Files are named with what happens to them, and commands are looked into."""
    assert told(read_program, text) == expected


@each_row("text", UNREAD)
def test_what_is_not_understood_is_unknown(text: str) -> None:
    """A program that is cut in more than one way, or in none, is never harmless."""
    assert told(read_program, text).startswith("unknown")


@each_row("piece", ["p;", "s/a/b/;", "[", "[[:a", "\\", "a\\\n", "{", ":a;"])
def test_a_long_program_is_read_to_its_end(piece: str) -> None:
    """Whatever is repeated, the reader goes over the text once."""
    assert told(read_program, "s/" + piece * 20_000) is not None


def test_files_that_are_changed_in_place_are_written() -> None:
    """The same operand is read, or written with `-i`."""
    words = [Argument(word) for word in ("sed", "-i.bak", "s/a/b/", "notes.txt")]
    reading = Reading()

    read(words, reading)

    assert reading.uses == [Use(Argument("notes.txt"), "w")]
    assert set(reading.classes) == {"read", "write"}


def test_a_program_with_wildcards_is_unknown() -> None:
    """File names could become a program."""
    reading = Reading()

    read([Argument("sed"), Argument("s/a*/b/", wild=True)], reading)

    assert reading.unknown is not None
