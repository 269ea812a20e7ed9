"""Programs with a program of their own: sed, awk, jq and their kin."""

from tests.normalise.shell.commands.classes import classes
from tests.tables import each_row

# The commands of each set of classes.
COMMANDS = {
    "read": r"""
        awk -W posix {print} a
        yq -f extract . a.md
        sed p a.txt
        sed -n 1,5p a b
        sed -E 's/a/b/' a
        sed -e p -e d a
        sed --expression=p a
        sed -s -u -z p a
        sed --debug p
        sed --posix --sandbox p a
        gsed p a
        awk '{print $1}' a
        awk -F: -v n=3 '{print $n}' a
        awk -F , '{print}' a
        gawk --field-separator=: '{print}' a
        gawk -e '{print}' a
        gawk --source '{print}' a
        mawk -W version
        awk
        jq . a.json
        jq -r '.a | .b' a.json
        jq -n --arg a 1 --argjson b 2 '$a'
        jq --slurpfile x other.json . a.json
        jq --rawfile x other.txt . a.json
        jq --args '$ARGS' a b
        jq -n '$ENV.HOME'
        jq --indent 2 -S . a
        gojq .a a.json
        yq .a a.yml
        yq -o json a.yml
        yq e .a a.yml
        yq eval-all '. as $x' a.yml b.yml
        yq 'load("b.yml")' a.yml
        xq . a.xml
        tomlq -t .a a.toml
        dasel -f a.json .a
        dasel -r json -w yaml < a
        gron a.json
        gron -u
        hjson a.hjson
        hjson -j a
        toml get a.toml x
        toml set a.toml x y
    """,
    "read write": r"""
        yq --split-exp-file p a.yml
        sed -i s/a/b/ a
        sed -i.bak s/a/b/ a
        sed -ni s/a/b/p a
        sed -Ei s/a/b/ a
        sed -I '' s/a/b/ a
        sed --in-place=.bak s/a/b/ a
        sed --in-pl s/a/b/ a
        sed 's/a/b/w out' a
        sed -n 's/a/b/gw out' a
        sed --expression='w out' a
        sed -e p -e 'w out' a
        gawk -o '{print}' a
        gawk -p '{print}' a
        awk '{print > "out"}' a
        jaq -i .a a.json
        yq -i '.a = 1' a.yml
        yq -i=true '.a = 1' a.yml
        yq e -i '.a = 1' a.yml
        yq --inplace '.a = 1' a.yml
        yq -s .a a.yml
        dasel -f a.json -o b.json .a
    """,
    "code read": r"""
        jq -f prog.jq a.json
        jq -nf prog.jq
        yq --from-file p a.yml
        tomlq -f p a.toml
        sed -f prog.sed a
        sed --file=prog.sed a
        sed -nf prog.sed a
        sed 's/a/date/e' a
        awk -f prog.awk a
        awk -fprog.awk a
        gawk --fil prog.awk a
        gawk -E prog.awk
        gawk -l readdir '{print}'
        gawk -D -f a
        awk '{system("date")}' a
        awk '{print | "sort"}' a
    """,
    "read unknown": r"""
        awk -W dump 'BEGIN{}'
        awk -W i evil 'x' f
        sed --f prog.sed a
        sed --nosuch p a
        sed -l 5 p a
        sed nonsense a
        mawk -W exec a
        awk --nosuch 1 a
        jq --nosuch . a
    """,
    "code read write": r"""
        gawk -i inplace '{print}' a
    """,
    "read secret": r"""
        jq env
        yq 'env(TOKEN)' a.yml
    """,
    "write": r"""
        dasel put -f a.json -t string -v x .a
        dasel delete -f a.json .a
    """,
    "code": r"""
        fx a.json .a
    """,
    "network read": r"""
        gron --insecure x
    """,
    "unknown": r"""
        dasel 'readFile("a")'
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
