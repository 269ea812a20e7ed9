"""Programs of awk."""

import pytest

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.awk import read, read_program
from tests.normalise.shell.programs.read_out import told
from tests.tables import each_row

HARMLESS = [
    "1",
    "{print}",
    "{print $1, $NF}",
    "NR > 5",
    "$1 > 5 {print $2}",
    "{if ($1 > max) max = $1} END {print max}",
    "/a|b/",
    "/system\\(/ {n++} END {print n}",
    "/[^/]+\\/x/ {print}",
    "/[[:space:]]/ && !/x>y/",
    '{print "a > b | c"}',
    '{print "say \\"x\\" > y"}',
    "{print ($1 > $2)}",
    "{print $1 / $2 / 3}",
    "{x = a[1] / b[2]; print x}",
    "{print (a > b) ? 1 : 2}",
    '{printf("%s %d\\n", $1, $2)}',
    '{printf "%s\\n", $1 > "/dev/stderr"}',
    '{print > "/dev/null"}',
    '{gsub(/\\//, "-"); print}',
    '{sub(/[/]/, ""); print}',
    '# system("x")\n{print}',
    'BEGIN {FS=":"; OFS="\\t"} {$1=$1; print}',
    "function f(a) {return a > 1} {print f($1)}",
    "{while ((getline line) > 0) n++} END {print n}",
    "{for (i = 1; i <= NF; i++) s += $i} END {print s}",
    "{a[$1]++} END {for (k in a) print k, a[k]}",
    "{print length($0), substr($1, 2), tolower($2)}",
    'BEGIN {print ENVIRON["HOME"]}',
    "!seen[$0]++",
    "{print $1\n}\n$2 > 3",
    "NR==FNR {a[$1]=$2; next} $1 in a {print a[$1]}",
    'BEGIN { close("x") }',
]
DOING = [
    ('{print > "out"}', "write w:out"),
    ('{print $1 >> "out"}', "write w:out"),
    ('{print a[x] > "out"}', "write w:out"),
    ('{print $1,\n$2 > "out"}', "write w:out"),
    ('{print (1)(2) > "out"}', "write w:out"),
    ('{printf("%s", $1) > "out"}', "write w:out"),
    ('/a/ {print>"out";next} {print}', "write w:out"),
    ('{if ($1 > 2) print > "out"}', "write w:out"),
    ('BEGIN {system("date")}', "code runs:date"),
    ('{print | "sort"}', "code runs:sort"),
    ('BEGIN {"date" | getline d; print d}', "code runs:date"),
    ('BEGIN {while ("ls" | getline f) print f}', "code runs:ls"),
    ('BEGIN {getline x < "notes"; print x}', "r:notes"),
    ('BEGIN {while ((getline l < "notes") > 0) n++}', "r:notes"),
    ("BEGIN {for (k in ENVIRON) print ENVIRON[k]}", "secret"),
    ('BEGIN {print ENVIRON["API_TOKEN"]}', "secret"),
    ('BEGIN {print "x" > "/inet/tcp/0/h.example/80"}', "write network w:/inet/tcp/0/h.example/80"),
]
UNREAD = [
    ("{print > $1}", {"write", "unknown"}),
    ('{print > "a" NR}', {"write", "unknown"}),
    ("{print >> f}", {"write", "unknown"}),
    ("{system($0)}", {"code", "unknown"}),
    ('{system("rm " $1)}', {"code", "unknown"}),
    ("{cmd | getline x}", {"code", "unknown"}),
    ('{"a" "b" | getline x}', {"code", "unknown"}),
    ('{print | "cat " $1}', {"code", "unknown"}),
    ("BEGIN {getline x < f}", {"unknown"}),
    ('BEGIN {f = "system"; @f("date")}', {"unknown"}),
    ('@include "more"', {"code", "unknown"}),
    ('@load "x"', {"code", "unknown"}),
    ('BEGIN {ARGV[1] = "/etc/hosts"; ARGC = 2}', {"unknown"}),
    ('BEGIN {SYMTAB["x"] = 1}', {"unknown"}),
    ("{launch($1)}", {"unknown"}),
    ('{print "a', {"unknown"}),
    ("/a", {"unknown"}),
    ('{if (1) /"/; system("id"); /"/}', {"unknown"}),
    ("/[]/; x/", {"unknown"}),
    ('{print getline/$1 >> "out" "x"/1}', {"unknown"}),
    ('{print length /[/]/, x > "out"}', {"unknown"}),
    ('{print a[ > "out"}', {"unknown"}),
    ("{print)", {"unknown"}),
    ('{print "a\nb"}', {"unknown"}),
    ("{a & b}", {"unknown"}),
    ("BEGIN {awk::system(x)}", {"unknown"}),
]


@each_row("text", HARMLESS)
def test_a_program_that_only_computes_adds_nothing(text: str) -> None:
    """Comparisons, patterns and strings do nothing, whatever they look like."""
    assert told(read_program, text) == ""


@each_row(("text", "expected"), DOING)
def test_a_program_that_writes_or_runs_says_what(text: str, expected: str) -> None:
    """Files are named with what happens to them, and commands are looked into."""
    assert told(read_program, text) == expected


@each_row(("text", "expected"), UNREAD)
def test_what_is_not_certain_is_unknown(text: str, expected: set[str]) -> None:
    """A name that is made up, and a program that is not understood, are never harmless."""
    assert set(told(read_program, text).split()) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("gawk", "-i", "inplace", "{print}", "a"), {"read", "code", "write"}),
        (("gawk", "1", "/inet/tcp/0/h.example/80"), {"read", "network"}),
        (("awk", "1", "a"), {"read"}),
    ],
)
def test_what_is_done_to_files_depends_on_the_words(
    line: tuple[str, ...], expected: set[str]
) -> None:
    """Files are changed in place where that extension is loaded; some names are connections."""
    reading = Reading()

    read([Argument(word) for word in line], reading)

    assert set(reading.classes) == expected


def test_files_that_are_changed_in_place_are_written() -> None:
    """The last operand of `-i inplace` is written."""
    reading = Reading()

    read([Argument(word) for word in ("gawk", "-i", "inplace", "1", "a")], reading)

    assert Use(Argument("a"), "w") in reading.uses
