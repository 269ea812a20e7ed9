"""Finding files and text."""

from tests.normalise.shell.commands.classes import classes
from tests.tables import each_row

# The commands of each set of classes.
COMMANDS = {
    "read": r"""
        tree --fromfile
        tree -L 2 src
        fzf --border rounded
        fzf -m 3
        fzf --tmux center,80%
        fzf --walker-root src tests
        fzf --no-preview --no-header --no-raw
        fzf --wrap=word --toggle-sort=ctrl-r
        fzf --input-label-pos=2 --footer-label-pos 3
        fzf --phony --ambidouble --threads=2
        find . -name a -help
        find . --version
        grep x a.txt
        grep -rn --include='*.py' x src
        grep -E 'a|b' -c a
        grep -5 x a
        grep -e x -f patterns a
        grep --colo=auto x a
        grep --context=2 x a
        egrep -i x a
        fgrep -l x a b
        rg x
        rg -n -i --type py x src
        rg -uu --hidden -g '*.py' x
        rg --files src
        rg -A3 -B 2 -C1 x
        rg --json x
        rg -z x a.gz
        rg --no-config x
        rg -f patterns src
        rg -- -z a
        ag x src
        ag -i --python x
        ag --pager less x
        ag -g x
        ack x
        ack --type=py -l x src
        fd x
        fd -H -t f -e py x src
        fd -d 3 --exclude a x
        fd --changed-within 1d x
        fd -x rm
        fdfind x
        find . -name x
        locate x
        locate -i -n 5 x
        plocate --regex x
        locate -d other.db x
        tree
        tree -L 2 -a -I node_modules src
        tree -J --dirsfirst
        eza -la --git
        eza --tree --level=2 src
        exa -l
        lsd -la
        lsd --tree --depth 2
        broot --help
        fzf
        fzf -f x
        fzf --multi --height=40% --layout=reverse
        fzf --bind=ctrl-a:select-all,ctrl-d:deselect-all
        fzf --bind 'ctrl-p:put(text)'
        fzf --preview 'cat {}'
        sk -c 'date'
    """,
    "read unknown": r"""
        tree --fromfile names.txt
        tree --fromtabfile a
        grep -k x a
        grep --nosuch x a
        rg --pr cat x
        fd --nosuch
        locate --nosuch x
        tree --output=out.txt
        fzf --preview 'sh -c {}'
        fzf --bind 'enter:execute(vim {})'
        fzf --nosuch
    """,
    "code read": r"""
        rg --pre cat x
        rg --pre=cat x
        rg --hostname-bin=./h x
        ack --pager=less x
        ack --ackrc=mine x
        ack --output='$&' x
        fzf --bind 'x:transform(date)'
        fzf --listen-unsafe=1
        fzf --with-shell='sh -c'
    """,
    "read write destroy": r"""
        find . -delete
    """,
    "read write": r"""
        tree -o out.txt
        tree -R -H . -L 1
        fzf --history=h.txt
    """,
    "code": r"""
        broot
    """,
    "code read unknown": r"""
        fzf --bind 'enter:become(date (x)),x:execute(date)'
    """,
    "network read": r"""
        fzf --listen
    """,
}
ROWS = [
    (line.strip(), expected)
    for expected, lines in COMMANDS.items()
    for line in lines.strip().splitlines()
]


@each_row(("command", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_a_command_has_its_classes(command: str, expected: str) -> None:
    """Options and operands tell what only reads from what does more."""
    assert classes(command) == set(expected.split())
