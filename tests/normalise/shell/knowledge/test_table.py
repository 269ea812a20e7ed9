"""The language of the command tables: what a text in it says, and what is refused."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.knowledge.table import (
    Operand,
    Option,
    Spec,
    TableError,
    command_spec,
    entries,
    every_name,
    parse_block,
    spec_of,
)
from tests.tables import each_row


def spec(text: str) -> Spec:
    """Return the first entry of a text, parsed."""
    name, block = next(iter(entries(text).items()))
    return parse_block(block, name, None)


def ways(text: str) -> dict[str, list[Option]]:
    """Return the options of an entry that has one line of them."""
    return spec(f"frob = read\n  {text}").options


def child(parent: Spec, word: str) -> Spec:
    """Return the subcommand that goes first for a word."""
    return next(parent.children(word))


def test_an_entry_has_names_classes_operands_directives_and_a_reason() -> None:
    """`names = classes operands directives ; why` is read whole, for each of its names."""
    found = entries("frob|nob = write+network x r*:code w @exact @by:curl ; it sends = things\n")

    assert list(found) == ["frob", "nob"]
    assert [parse_block(block, name, None) for name, block in found.items()] == [
        Spec(
            name,
            ("write", "network"),
            (Operand("x"), Operand("r", many=True, classes=("code",)), Operand("w")),
            frozenset({"@exact"}),
            "curl",
            "it sends = things",
        )
        for name in ("frob", "nob")
    ]


def test_an_entry_needs_no_more_than_a_class() -> None:
    """What is not written is not there: no operands, no options, no reason."""
    assert spec("frob = read") == Spec("frob", ("read",))


def test_comments_and_empty_lines_count_for_nothing() -> None:
    """A line that begins with `#`, indented or not, and an empty one are stepped over."""
    text = "# a = b\nfrob = read\n\n  # -x:write\n  -a\n# -y:write\n\nnob = write\n"

    assert every_name(text) == ["frob", "nob"]
    assert spec(text).options == {"-a": [Option()]}


def test_a_dot_a_colon_and_a_bracket_are_names() -> None:
    """The shell's own odd names can be entries."""
    assert every_name(". = code r\n: = read x*\n[ = read x*\n") == [".", ":", "["]


def test_options_can_be_bundled() -> None:
    """`-ab` are two flags, and what stands behind them holds for each; `--ab` is one."""
    assert ways("-ab --ab -cd:write") == {
        "-a": [Option()],
        "-b": [Option()],
        "--ab": [Option()],
        "-c": [Option(classes=("write",))],
        "-d": [Option(classes=("write",))],
    }


def test_options_can_take_values() -> None:
    """`=` takes a value, `?` only a joined one, a role says what the value is."""
    assert ways("-k= --color? -o=w --exec=sh --in?r") == {
        "-k": [Option("=")],
        "--color": [Option("?")],
        "-o": [Option("=", "w")],
        "--exec": [Option("=", "sh")],
        "--in": [Option("?", "r")],
    }


def test_options_can_list_their_values() -> None:
    """Values that are known are choices, and the same option may be listed again for others."""
    assert ways("-X=GET|HEAD -X=POST|PUT:write --when=always") == {
        "-X": [
            Option("=", choices=("GET", "HEAD")),
            Option("=", choices=("POST", "PUT"), classes=("write",)),
        ],
        "--when": [Option("=", choices=("always",))],
    }


def test_one_way_without_choices_may_end_the_list() -> None:
    """Behind the listed values one line for all others may stand, but nothing behind that."""
    assert [way.choices for way in ways("-X=GET -X=:write")["-X"]] == [("GET",), ()]
    with pytest.raises(TableError, match="twice"):
        ways("-X=:write -X=GET")


def test_an_option_adds_classes_or_replaces_them() -> None:
    """`:write` is added to what the command is, `:=read` is put in its place."""
    assert ways("-f:write+network -n:=read -o=w:code") == {
        "-f": [Option(classes=("write", "network"))],
        "-n": [Option(instead=("read",))],
        "-o": [Option("=", "w", classes=("code",))],
    }


def test_the_reason_of_a_line_holds_for_all_its_options() -> None:
    """What stands behind ` ; ` is said of each option of that line and of no other."""
    found = spec("frob = read\n  -a:code --all:code ; it runs a hook\n  -b").options

    assert {name: [way.why for way in ways] for name, ways in found.items()} == {
        "-a": ["it runs a hook"],
        "--all": ["it runs a hook"],
        "-b": [""],
    }


def test_numbers_plus_and_a_single_dash_are_options() -> None:
    """`-#` is any number, `+x` is an option too, and `-` is one where it is listed."""
    assert set(ways("-# +ab -")) == {"-#", "+a", "+b", "-"}


def test_long_options_may_have_one_dash() -> None:
    """With `@dash` nothing is bundled."""
    found = spec("frob = read @dash\n  -name= -ab --long").options

    assert set(found) == {"-name", "-ab", "--long"}


def test_given_and_last_name_options() -> None:
    """The two lines that take an operand away are kept as names."""
    found = spec("frob = read x r* w\n  -e= -t=\n  given -e --regexp\n  last -t")

    assert (found.given, found.last) == (frozenset({"-e", "--regexp"}), frozenset({"-t"}))


FAMILY = """
frob = read x @exact @first @nohelp @loose @more @assigns @hides @by:curl ; why not
  -a -b= -c:write ; it is loud
  given -b
  push|send = write+network x*
    -a:destroy ; it is gone
    -d=GET
    -d=PUT:write
    all = write
  describe-* = read n*
  describe-secret = secret x
  *-secret = secret r
"""


def test_a_subcommand_inherits_options() -> None:
    """It has those of the entry above with their reasons; what it lists itself is put in place."""
    parent = spec(FAMILY)

    assert child(parent, "push").options == {
        "-a": [Option(classes=("destroy",), why="it is gone")],
        "-b": [Option("=", why="it is loud")],
        "-c": [Option(classes=("write",), why="it is loud")],
        "-d": [Option("=", choices=("GET",)), Option("=", choices=("PUT",), classes=("write",))],
    }
    assert parent.options["-a"] == [Option(why="it is loud")]


def test_a_subcommands_subcommand_inherits_from_both() -> None:
    """Options go down two steps, in the meaning that the nearest entry gave them."""
    deep = child(child(spec(FAMILY), "send"), "all")

    assert (deep.name, deep.classes) == ("frob send all", ("write",))
    assert deep.options["-a"] == [Option(classes=("destroy",), why="it is gone")]
    assert set(deep.options) == {"-a", "-b", "-c", "-d"}


def test_a_subcommand_inherits_manners_and_nothing_else() -> None:
    """Not classes, operands, the reader, the reason, `given`, nor four of the directives."""
    push = child(spec(FAMILY), "push")

    assert push.directives == {"@exact", "@nohelp", "@loose"}
    assert (push.classes, push.operands) == (("write", "network"), (Operand("x", many=True),))
    assert (push.special, push.why, push.given) == ("", "", frozenset())


@each_row(
    ("word", "classes"),
    [
        ("describe-secret", [("secret",), ("read",), ("secret",)]),
        ("describe-thing", [("read",)]),
        ("my-secret", [("secret",)]),
        ("push", [("write", "network")]),
        ("PUSH", []),
        ("pus", []),
        ("describe", []),
    ],
)
def test_an_exact_name_goes_before_a_pattern(word: str, classes: list[tuple[str, ...]]) -> None:
    """All subcommands that a word may mean are found, the exact one first, each once."""
    assert [one.classes for one in spec(FAMILY).children(word)] == classes


def test_a_subcommand_is_known_by_its_word() -> None:
    """An entry without subcommands knows every word, one with some only these."""
    parent = spec(FAMILY)

    assert [parent.knows(word) for word in ("push", "describe-x", "x")] == [True, True, False]
    assert child(parent, "describe-x").knows("x")


def test_nothing_is_parsed_before_it_is_needed() -> None:
    """A mistake in a subcommand, or in another entry, is found only where that is looked up."""
    found = entries("frob = read\n  good = read\n  bad = frobs\nnob = frobs\n")
    frob = parse_block(found["frob"], "frob", None)

    assert child(frob, "good").classes == ("read",)
    assert child(frob, "good") is child(frob, "good")
    with pytest.raises(TableError, match="`frob bad` has the unknown class `frobs`"):
        child(frob, "bad")
    with pytest.raises(TableError, match="`nob` has the unknown class"):
        parse_block(found["nob"], "nob", None)


@each_row(
    ("text", "problem"),
    [
        ("frob = harmless", "unknown class `harmless`"),
        ("frob = read+", "unknown class ``"),
        ("frob = read x:tame", "unknown class `tame`"),
        ("frob = read path", "unknown operand `path`"),
        ("frob = read R*", "unknown operand"),
        ("frob = read @frob", "unknown directive `@frob`"),
        ("frob = read\n  -a -a", "`-a` twice"),
        ("frob = read\n  -ab\n  -ca:write", "`-a` twice"),
        ("frob = read\n  --all --all=", "`--all` twice"),
        ("frob = read\n  -?", "unreadable option"),
        ("frob = read\n  -=x", "unreadable option"),
        ("frob = read\n  -a:harmless", "unknown class"),
        ("frob = read\n  -a:=harmless", "unknown class"),
        ("frob = read\n  -a:", "unreadable option"),
        ("frob = read\n  stray words", "not understood"),
        ("frob = read\n  given= -e", "not understood"),
        ("frob = read x* r*", "two operands with a star"),
        ("frob = read r* x run*", "two operands with a star"),
    ],
)
def test_what_is_not_in_the_language_is_an_error(text: str, problem: str) -> None:
    """A class, role, directive or line that nobody knows is never stepped over."""
    with pytest.raises(TableError, match=problem.replace("(", r"\(")):
        spec(text)


def test_two_entries_of_one_name_are_an_error() -> None:
    """A later entry never silently takes the place of an earlier one."""
    with pytest.raises(TableError, match="`nob` has two entries"):
        entries("frob|nob = read\nnob = write\n")


@each_row(
    ("text", "tame"),
    [
        ("frob = read r*\n  -a -b= -c=r --when=now", True),
        ("frob = read r*\n  -a -o=w", False),
        ("frob = read r*\n  -a:code", False),
        ("frob = read r*\n  -a=url", False),
        ("frob = write r*\n  -a", False),
        ("frob = read+network r*", False),
        ("frob = read r* @by:curl", False),
    ],
)
def test_a_command_is_tame_if_no_option_does_more_than_read(text: str, tame: bool) -> None:
    """One option that writes, runs or sends is enough for a command not to be tame."""
    assert spec(text).tame is tame


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("frob = read run*", True),
        ("frob = read x sh", True),
        ("frob = read @runs", True),
        ("frob = read x code", False),
    ],
)
def test_a_command_that_has_one_in_its_words_runs_it(text: str, runs: bool) -> None:
    """The roles `run` and `sh` say so as `@runs` does."""
    assert spec(text).runs is runs


def test_a_name_in_no_table_is_not_known() -> None:
    """There is no entry for it, and none for a part or another spelling of a name."""
    assert [spec_of(name) for name in ("frobnicate", "", "LS", "ls ", "ls|dir")] == [None] * 5


def test_a_name_in_a_table_is_parsed_once() -> None:
    """Looking it up again gives the same entry."""
    assert spec_of("sort") is spec_of("sort")


@pytest.mark.parametrize("name", ["aws.verbs", "python.program", "python:json.tool", "apt.words"])
def test_an_entry_that_readers_ask_for_is_no_command(name: str) -> None:
    """Nobody reaches it by typing its name."""
    assert spec_of(name) is not None
    assert command_spec(name) is None


@each_row("name", ["ls", "manage.py", "ld.lld", "mkfs.ext4", ":", "7z"])
def test_a_command_is_found_by_its_name(name: str) -> None:
    """Also where a dot is in it."""
    assert command_spec(name) is not None


def test_an_entry_with_something_else_in_it_leaves_the_first_as_it_was() -> None:
    """Readers of a program change what they were given, for themselves alone."""
    first = spec("frob = read r* @by:curl\n  -a -b=\n  x = write")
    assert not first.tame
    changed = first.but(special="", operands=(Operand("w"),))

    assert changed != first
    assert (first.special, first.operands) == ("curl", (Operand("r", many=True),))
    assert changed.but(special="curl", operands=first.operands) == first
    assert changed.options is first.options
    assert spec("frob = read r*").tame
    with pytest.raises(TypeError):
        first.but(frob=1)
