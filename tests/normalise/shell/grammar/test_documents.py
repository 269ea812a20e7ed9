"""Here-documents, comments, newlines and continued lines."""

import pytest

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.unreadable import Unreadable
from tests.normalise.shell.grammar.trees import script
from tests.tables import each_row

READ = [
    ("git commit -m \"$(cat <<'E'\na\nE\n)\"", "git commit -m ''+\"$(cat <<'E'{'a⏎'})"),
    ("$(a; cat <<E | b && c\nx\nE\n)", "$(a ; cat <<E{'x⏎'} | b && c)"),
    ("cat <<E\na $x $(id) `pwd`\nE\nls", "cat <<E{'a '+\"$x+' '+\"$(id)+' '+\"$(pwd)+'⏎'} ; ls"),
    ("cat <<'E'\na $x $(id)\nE", "cat <<'E'{'a $x $(id)⏎'}"),
    ('cat <<"E" <<-F\n1\nE\n\t2\n\tF\n', "cat <<''+'E'{'1⏎'} <<-F{'2⏎'}"),
    ("cat <<\\E | b\n$x\nE", "cat <<'E'{'$x⏎'} | b"),
    (
        'cat <<E && ls\na\\\nb \\$x \\\\ "\\"\nE\n',
        "cat <<E{'ab '+'$'+'x '+'\\'+' '+'\"'+'\\\"'+'⏎'} && ls",
    ),
    ("f() { cat <<E\nx\nE\n}", "<function> f [<{> [cat <<E{'x⏎'}]]"),
    ("$(cat <<E\na\nE\n)", "$(cat <<E{'a⏎'})"),
    ("(cat <<E)\nx\nE\n", "<(> [cat <<E{'x⏎'}]"),
    ("cat <<E \\\n  -n\nx\nE", "cat -n <<E{'x⏎'}"),
    ("# only a comment", ""),
    ("a # c\n# d\nb", "a ; b"),
    ("\n\n a\n\n", "a"),
    ("cat <<E\nE", "cat <<E{''}"),
]
REFUSED = [
    ("$(cat <<E\nE\nenv; ls)", "commands stand behind a here-document in a substitution"),
    ("$(cat <<E & ls\nE\n)", "commands stand behind a here-document in a substitution"),
    ("$({ cat <<E\nE\n})", "commands stand behind a here-document in a substitution"),
    ("cat <<E\nx", "a here-document has no end"),
    ("cat <<E", "a here-document has no end"),
    ("cat <<$x\n$x\n", "the end of a here-document is not plain text"),
    ("cat <<'$x'\n$x\n", "the end of a here-document is not plain text"),
    ("cat <<$'E'\nE\n", "the end of a here-document is not plain text"),
    ("cat <<E\nE\\\n", "the end of a here-document is broken in two"),
    ("cat <<E 'a\nb'\nE\n", "a here-document begins in the middle of a word"),
    ("cat <<E $(a\n)\nE\n", "a here-document begins in the middle of a word"),
    ("$(cat <<E\nE; rm x)\nE\n)", "a here-document may end at a parenthesis"),
    ("cat <<E\n$(a\nE\n", "something is opened and not closed"),
    ('cat <<E\n${x:-"y"}\nE\n', "`${` is not closed as expected"),
    ("cat <<E\n$[1]\nE\n", "`$[` is not read"),
    ("a;\\\n;b", "a word goes on in the next line"),
    ("$(cat <<E)", "a here-document has no end"),
    ("`cat <<E`\nE", "a here-document has no end"),
]


@each_row(("text", "tree"), READ)
def test_documents_read(text: str, tree: str) -> None:
    """A here-document's body is in the tree, with its expansions if its end is not quoted."""
    assert script(parse(text)) == tree


@each_row(("text", "why"), REFUSED)
def test_documents_refused(text: str, why: str) -> None:
    """A here-document without a certain end is refused, and so is a token broken in two."""
    with pytest.raises(Unreadable) as error:
        parse(text)

    assert str(error.value) == why
