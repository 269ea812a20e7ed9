"""Make harmless scripts that use everything the walk follows."""

from __future__ import annotations

import random
from collections.abc import Callable

STUBS = ("a", "b", "c", "d", "no", "out")
NAMES = ("A", "B", "C")
VALUES = (
    "a", "b", "'b x'", "'c *.txt'", "''", "d", "-x", "'a;b'", "'$(b)'", "'~'", "\\*", "*.txt",
    "$'a\\tb'", "'x  y '", "~/z", "q:~", "'[ot]*'", "'a\\*'", "7", "\"it's\"",
)  # fmt: skip
FOLDERS = ("p", "q", "p/r", "..", "missing", ".", "./p", '""', "/nowhere", "~", "-")


class Scripts:
    """Makes scripts; `depth` bounds how far they nest."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.counters = 0
        self.functions = 0
        self.in_function = False
        self.in_loop = False

    def one(self, *options: str) -> str:
        """Choose one text."""
        return self.rng.choice(options)

    def chance(self, part: float) -> bool:
        """Say yes now and then."""
        return self.rng.random() < part

    def word(self, depth: int = 2) -> str:
        """Make a word."""
        name = self.one(*NAMES)
        if self.chance(0.35) or depth <= 0:
            return self.one("x", "y", "-f", "'q r'", '"z"', "1", "one.txt", "p", "\\$A", "'$A'")
        return self.one(
            f"${name}", f'"${name}"', f"${{{name}}}x", f'"${{{name}}}"\'q\'', f"x${name}",
            f"${{{name}:-z}}", f'"${{{name}-z}}"', f"${{{name}:+z}}", f"${{#{name}}}", "{x,y}",
            f"{{x,${name}}}z", "{1..3}", "p{,q}", "$'\\x61'", "*.txt", "p/*", "[ot]*.txt", '"$@"',
            "$1", "$@", '"$2"', "$#", "$((1+2))", f"$({self.simple(depth - 1)})", "~", "~/x",
            f'"$({self.simple(depth - 1)})"', '"${R[@]}"', "${R[0]}", '"${R[1]}"', "${R[@]}",
            f"`{self.stub()}`", f'"$HOME/{name}"', f"k=${name}", "k=~/x", "--k=~/x", '"*"', "\\*",
            f"${name}${name}", f"${{{name}%x}}", "'*'.txt", f'"${name}"*.txt', "a{b", "}", "{}",
            f"${{{name}:=w}}", "$B$C", "${R[*]}", '"${R[*]}"', "[", "]", "{a,b}{c,d}", "{~,x}",
            f'"a b"${name}', f"<({self.stub()})", "$PWD", "$_", "$A{x,y}", '""', "$'\\n'",
            '"$*"', "$*", "${1:-z}", '"${@}"', "{x,y", "{a,{b,c}}", "{{a,b}", "x{a}", "~nobody/",
        )  # fmt: skip

    def words(self, depth: int = 2) -> str:
        """Make a few words."""
        return " ".join(self.word(depth) for _ in range(self.rng.randint(0, 3)))

    def stub(self) -> str:
        """Choose a program, sometimes in another spelling."""
        return self.one(*STUBS, *STUBS, "'a'", "\\b", 'c""', "command a", "$'d'")

    def simple(self, depth: int = 2) -> str:
        """Make a simple command."""
        prefix = f"{self.one(*NAMES)}={self.value(depth)} " if self.chance(0.1) else ""
        name = self.stub() if self.chance(0.85) else self.one("$A", '"$B"', "${C}", "f0", "f1")
        behind = self.one("", "", "", " > /dev/null", " 2>&1", " < one.txt", ' <<< "$A x"')
        return f"{prefix}{name} {self.words(depth)}{behind}"

    def value(self, depth: int = 2) -> str:
        """Make the value of an assignment."""
        if self.chance(0.7):
            return self.one(*VALUES)
        return self.one(
            "$A", '"$B"', "$C$A", "${A}x", f"$({self.simple(depth - 1)})", "$((2+3))", '"$@"', "$1",
            "{x,y}", "$*", "~", "$A:~/k",
        )  # fmt: skip

    def assignment(self, depth: int) -> str:
        """Make something that sets a variable."""
        name, value = self.one(*NAMES), self.value(depth)
        fails = self.one("", "", "", "", " > /nowhere/x", " 2>&9", " 2>&1", " 2> /dev/null")
        made = self.one(
            f"{name}={value}", f"{name}={value}", f"{name}={value} {self.one(*NAMES)}=$A",
            f"{name}+={value}", f"export {name}={value}", f"declare {name}={value}",
            f"readonly {name}", f"unset {name}", f"R=({self.words(depth)})", f"R+=({value})",
            f"read {name} <<< {value}", f"printf -v {name} %s {value}", f"declare -u {name}",
            f"local {name}={value}", f"R[1]={value}", f"set -- {self.words(depth)}", "shift",
            f"IFS={self.one(':', 'x', '', '$IFS')}", f"let {name}=4", f"(({name}=5))",
            f"HOME={self.one('/h', '$PWD', value)}", f"typeset -l {name}", f"declare -i {name}",
            f"{name}={value} export {name}", "mapfile -t R < one.txt", "set -f",
            "unset R", "shift 2", f"IFS=x read {name} B <<< axb", f"export {name}",
            f"declare -a R=(x {value})",
            f"{name}={value} read C <<< y", f": ${{{name}:=w}}", f"declare -g {name}={value}",
            f"R={value}", f"{name}=${{{self.one(*NAMES)}:=w}} a",
        )  # fmt: skip
        return made + fails

    def statement(self, depth: int) -> str:
        """Make a statement."""
        if depth <= 0 or self.chance(0.3):
            return self.simple(1)
        if self.chance(0.3):
            return self.assignment(depth)
        makers: tuple[Callable[[int], str], ...] = (
            self.branch, self.loop, self.counted, self.choice, self.function, self.joined,
            self.evaluation, self.moved, self.group, self.jump, self.other, self.joined, self.moved,
        )  # fmt: skip
        return self.rng.choice(makers)(depth - 1)

    def script(self, depth: int) -> str:
        """Make a list of statements."""
        between = self.one("; ", "\n", "\n")
        return between.join(self.statement(depth) for _ in range(self.rng.randint(1, 3)))

    def branch(self, depth: int) -> str:
        """Make an `if`."""
        more = f"elif {self.statement(depth)}; then {self.script(depth)}; " * self.chance(0.4)
        last = f"else {self.script(depth)}; " * self.chance(0.5)
        return f"if {self.statement(depth)}; then {self.script(depth)}; {more}{last}fi"

    def loop(self, depth: int) -> str:
        """Make a `for` over words."""
        self.in_loop, before = True, self.in_loop
        name = self.one(*NAMES, "v")
        over = self.one(f"in {self.words(depth)}", "in *.txt x", "in 1 2", "in a b c", "")
        use = self.one(f'a "${name}"', f"b ${name}", f"${name} x", "c")
        made = f"for {name} {over}; do {use}; {self.script(depth)}; done"
        self.in_loop = before
        return made

    def counted(self, depth: int) -> str:
        """Make a loop with a counter of its own."""
        self.in_loop, before = True, self.in_loop
        self.counters += 1
        name = f"n{self.counters}"
        step = f"{name}=$(({name}+1))"
        body = self.script(depth)
        self.in_loop = before
        return self.one(
            f"{name}=0; while [ ${name} -lt 2 ]; do {step}; {body}; done",
            f"{name}=0; until (({name} > 1)); do {step}; {body}; done",
            f"for (({name}=0; {name}<2; {name}++)); do {body}; done",
            f"while read v; do {body}; done < one.txt",
        )

    def choice(self, depth: int) -> str:
        """Make a `case`."""
        end = self.one(";;", ";;", ";&", ";;&")
        first, second = self.one("a", "$A", "x|y", "*"), self.one("b*", "*", "'$(b)'")
        body, other = self.script(depth), self.script(depth)
        return f"case {self.word(depth)} in {first}) {body} {end} {second}) {other} ;; esac"

    def function(self, depth: int) -> str:
        """Make a function and perhaps a call of it; it calls only what is below it."""
        if self.in_function:
            return self.simple(depth)
        self.in_function, before = True, self.in_loop
        self.in_loop = False
        name = self.one("f0", "a", "no")
        if name == "f0":
            body = self.script(depth).replace("f1", "a").replace("f0", "b")
        else:
            body = f"command {name} {self.words(1)}; B=$1; f=({self.words(1)})"
        self.in_function, self.in_loop = False, before
        call = f"; {name} {self.words(depth)}" * self.chance(0.8)
        form = self.one(f"{name}() {{ {body}\n}}", f"{name}() ( {body}\n)")
        return f"{form}{call}"

    def joined(self, depth: int) -> str:
        """Join statements."""
        left, right = self.statement(depth), self.statement(depth)
        third = self.statement(depth)
        form = self.one(
            "{0} && {1}", "{0} || {1}", "{0} && {1} || {2}", "{0} || {1} && {2}", "! {0} && {1}",
            "{0} && {1} && {2}", "{0} | {1}", "{0} | {1} | {2}", "{0} && {1} & wait",
            "{0} & wait", "! {0}; {1}", "! {0} || {1}",
        )  # fmt: skip
        # A group keeps statements with several commands together.
        parts = [f"{{ {part}\n}}" if "\n" in part or ";" in part else part
                 for part in (left, right, third)]  # fmt: skip
        return form.format(*parts)

    def evaluation(self, depth: int) -> str:
        """Make an `eval` of known text, quoted in one of two ways."""
        inner = self.script(min(depth, 1))
        prefix = f"{self.one(*NAMES)}={self.value(1)} " * self.chance(0.3)
        command = self.one("eval", "eval", "command eval", "builtin eval")
        if self.chance(0.3):
            return f'{prefix}{command} "a $A"'
        quoted = inner.replace("'", "'\\''")
        return f"{prefix}{command} '{quoted}'"

    def moved(self, depth: int) -> str:
        """Make something with a `cd`."""
        folder = self.one(*FOLDERS, "$A", '"$B"')
        move = self.one("cd", "cd", "cd", "command cd", "cd --", "pushd", "CDPATH=p cd", "cd -P")
        rest = self.statement(depth)
        return self.one(
            f"{move} {folder}", f"{move} {folder} && a", f"{move} {folder} || exit", "cd",
            f"({move} {folder}; {rest}\n)", f"{move} {folder} && {{ {rest}\n}}", "popd",
            f"{move} {folder} || b && c", f"! {move} {folder} && a", "CDPATH=p", f"a | {move} p",
        )  # fmt: skip

    def group(self, depth: int) -> str:
        """Make a group or a subshell."""
        inner = self.script(depth)
        return self.one(f"{{ {inner}\n}}", f"( {inner}\n)", f"{{ {inner}\n}} > /dev/null",
                        f"{{ {inner}\n}} > /nowhere/x", f"{{ {inner}\n}} < missing")  # fmt: skip

    def jump(self, depth: int) -> str:
        """Leave a loop, a function or the script, perhaps under a condition."""
        inside = ["exit 1", "exit > /nowhere/x", "break", "return"]
        inside += ["break", "continue", "break 2", "continue > /nowhere/x"] if self.in_loop else []
        inside += ["return", "return 1"] if self.in_function else []
        condition = self.one("", "no && ", "no || ", "[ $# = 1 ] && ", '[[ "$A" = a ]] && ')
        return f"{condition}{self.one(*inside)}" if self.chance(0.6) else self.statement(depth)

    def other(self, depth: int) -> str:
        """Make what is left."""
        return self.one(
            f"a <<E\n$A {self.one('x', '$(b y)')}\nE\n", "a <<'E'\n$A $(b)\nE\n",
            f"[[ {self.one('$A', 'x')} == {self.one('a', '*')} ]] && {self.simple(depth)}",
            f"trap 'a {self.one('x', '$A')}' EXIT", f"b >({self.stub()} z) ; wait",
            f'[ -n "$A" ] && {self.simple(depth)}', "exec 3< one.txt", f"true || {self.simple(1)}",
            f"echo '{self.simple(1).replace(chr(39), '')}' > /dev/null", ": $((n=3)) $n; a $n",
            ": $((1/0))", "UID=5", "trap 'A=b' DEBUG", "exec 2>&-", "R[-1]=x", ": ${A:0:-9}",
            "x=$((1/0)) A=b", "C=$((08))",
            f"{self.simple(depth)} &\nwait", f"time {self.simple(depth)}", "unset -f a",
            'a "${!A}"',
        )  # fmt: skip


def script(rng: random.Random) -> str:
    """Make one script."""
    maker = Scripts(rng)
    return "\n".join(maker.statement(3) for _ in range(rng.randint(2, 5)))
