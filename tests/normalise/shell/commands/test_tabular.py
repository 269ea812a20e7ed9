"""Tables and trees in files."""

from tests.normalise.shell.commands.classes import classes
from tests.tables import each_row

# The commands of each set of classes.
COMMANDS = {
    "read": r"""
        mlr --icsv cat a.csv
        csvcut -c 1,2 a.csv
        csvcut -n a.csv
        csvcut --columns=a -d ';' a.csv
        csvgrep -c a -m x a.csv
        csvgrep -c 1 -r '^x' -i a.csv
        csvgrep -c 1 -f list a.csv
        csvlook a.csv
        csvlook --max-rows 5 a.csv
        csvstat a.csv
        csvstat --mean -c 2 a.csv
        csvsort -c a -r a.csv
        csvjson -i 2 a.csv
        in2csv a.xlsx
        in2csv --sheet s a.xlsx
        csvformat -T a.csv
        csvjoin -c id a.csv b.csv
        csvstack a.csv b.csv
        csvclean -n a.csv
        csvsql a.csv
        csvsql --query 'SELECT 1' a.csv
        sql2csv --db sqlite:///x --query 'SELECT 1'
        xsv count a.csv
        xsv headers a.csv
        xsv select a,b a.csv
        xsv search -s a x a.csv
        xsv stats a.csv
        xsv sort -s a a.csv
        xsv slice -l 5 a.csv
        xsv frequency -s a a.csv
        mlr --icsv --ojson cat a.csv
        mlr --c2p sort -f a then head -n 5 a.csv
        mlr --icsv --opprint filter '$x > 5' a.csv
        mlr --from a.csv --c2j put '$z = $x . $y'
        mlr --version
        xmllint a.xml
        xmllint --noout a.xml
        xmllint --format a.xml
        xmllint --xpath //a a.xml
        xmlstarlet sel -t -v //a a.xml
        xmlstarlet el a.xml
        xmlstarlet val a.xml
        xmlstarlet fo a.xml
        xmlstarlet ed -d //a a.xml
        pup a
        htmlq -t a
    """,
    "read unknown": r"""
        csvcut --nosuch a
        xsv nosuch a
        mlr --icsv put 'tee > "out", $*' a.csv
        mlr --icsv put '$z = system("date")' a.csv
        mlr --icsv put -f prog.mlr a.csv
        mlr --prepipe cat --csv cat a.csv
        mlr --csv join --prepipe cat -f b.csv -j id a.csv
        mlr --csv tee out then cat a.csv
        mlr --csv split -n 2 a.csv
        mlr --csv put '$x = 1' then split -n 2 a.csv
        mlr --csv cat then nosuch a.csv
        mlr --nosuch cat a.csv
        xmllint --nosuch a.xml
        xmlstarlet nosuch
    """,
    "read write": r"""
        in2csv --write-sheets - a.xlsx
        csvsql --insert --db sqlite:///x a.csv
        xsv select a a.csv -o b.csv
        xmllint --output b.xml a.xml
        xmllint -o b.xml a.xml
        xmlstarlet ed -L -d //a a.xml
    """,
    "write": r"""
        csvclean a.csv
        sql2csv --db sqlite:///x --query 'DELETE FROM t WHERE a = 1'
        xsv index a.csv
        xsv split out a.csv
    """,
    "code": r"""
        sql2csv --db sqlite:///x q.sql
        csvpy a.csv
        xmlstarlet tr a.xsl a.xml
        xsltproc a.xsl a.xml
        q 'SELECT 1'
    """,
    "read unknown write": r"""
        mlr --icsv cat a.csv -I
        mlr -I --csv sort -f a a.csv
    """,
    "network read unknown": r"""
        xmllint --noent a.xml
        xmllint --xinclude a.xml
    """,
    "code read": r"""
        xmllint --shell a.xml
    """,
    "code write": r"""
        xsltproc -o out a.xsl a.xml
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
