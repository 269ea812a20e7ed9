"""Words: quotes, escapes, expansions and the commands in them."""

import pytest

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.unreadable import Unreadable
from tests.normalise.shell.grammar.trees import script
from tests.tables import each_row

READ = [
    ("echo 'a b'\"c d\"e\\ f", "echo 'a b'+''+'c d'+e+' '+f"),
    ('echo "a\\"b \\$x \\z" ""', "echo ''+'a'+'\"'+'b '+'$'+'x '+'\\z' ''"),
    ("echo $'a\\tb\\'c' $\"t\"", "echo 'a\tb'c' ''+'t'"),
    ("echo '' \"\"''", "echo '' ''+''"),
    ("ls *.py a?b [ab]c", "ls wild*+.py a+wild?+b wild[+ab]c"),
    (
        'cd ~ ~/x ~ada/y a~b "~" x=~/b x=a:~/b --x=~/c',
        "cd home~ home~+/x home~ada+/y a+~+b ''+'~' x=+home~+/b x=a:+home~+/b --x=+~+/c",
    ),
    ("A=~/x:~/y ls", "A=home~+/x:+home~+/y ls"),
    ('echo $x$1$@ "$x" $12 $ a$', "echo $x+$1+$@ ''+\"$x $1+2 $ a+$"),
    ('echo $(pwd) "$(pwd)" `pwd` "`pwd`"', "echo $(pwd) ''+\"$(pwd) $(pwd) ''+\"$(pwd)"),
    ("echo `a \\`b\\` \\$x`", "echo $(a $(b) $x)"),
    ("diff <(a) >(b) x<(c)", "diff <(a) >(b) x+<(c)"),
    ("echo a\\\n b \\\n c", "echo a b c"),
    ('echo "a\\\nb"', "echo ''+'a'+'b'"),
    ("echo a#b # c", "echo a#b"),
    ("echo {a,b}{1..3} }", "echo {a,b}{1..3} }"),
    ("echo \r x", "echo \r x"),
    ('echo "a $(b "c $(d)")"', "echo ''+'a '+\"$(b ''+'c '+\"$(d))"),
]
REFUSED = [
    ("echo 'a", "a quote is not closed"),
    ('echo "a', "a quote is not closed"),
    ("echo $'a", "a quote is not closed"),
    ("echo `a", "a backtick is not closed, or goes on in the next line"),
    ("echo $(a", "something is opened and not closed"),
    ("echo a)", "something is closed that was not opened"),
    ("echo <(a", "something is opened and not closed"),
    ("echo \\", "the command ends in a backslash"),
    ("echo $[1]", "`$[` is not read"),
    ("$\\\n(a)", "a word goes on in the next line"),
    ("a\\\nb", "a word goes on in the next line"),
    ('"$x\\\ny"', "a word goes on in the next line"),
    ("echo $'\\ca'", "an escape in a quote is not read"),
    ("echo $'\\x{41}'", "an escape in a quote is not read"),
    ("echo $'\\xff'", "bytes that are no text in a quote"),
    ("echo $'\\0'", "a null byte in a quote"),
    ("echo $$(a)", "`$$` may belong to what stands behind it"),
    ('echo "$${x}"', "`$$` may belong to what stands behind it"),
    ("echo `a \\\nb`", "a backtick is not closed, or goes on in the next line"),
    ("echo +(a|b)", "parentheses stand where a word belongs"),
    ("echo !(a)", "parentheses stand where a word belongs"),
    ("echo @(a)", "parentheses stand where a word belongs"),
]


@each_row(("text", "tree"), READ)
def test_scan_read(text: str, tree: str) -> None:
    """A word is read into the pieces that bash sees in it."""
    assert script(parse(text)) == tree


@each_row(("text", "why"), REFUSED)
def test_scan_refused(text: str, why: str) -> None:
    """A word that bash would not take, or may take in two ways, is refused with the reason."""
    with pytest.raises(Unreadable) as error:
        parse(text)

    assert str(error.value) == why
