"""A harmless file names the file that is read: lists of files, includes, response files."""

from __future__ import annotations

from proctor import Effect, Policy, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

READER = Policy.of(allow=["Bash(@read)"])


def effect(command: str, around: Surroundings) -> Effect:
    """Decide a command under a policy that allows what only reads."""
    return decide(
        normalise(ToolCall(tool="Bash", input={"command": command}), around), READER
    ).effect


ASKED = [
    # A list of the files to read.
    "sort --files0-from=list", "sort --files0-from list", "sort --files0=list",
    "find . -print0 | sort --files0-from=-",
      "file -f list", "file --files-from=list",
    "ack x --files-from=list", "cloc --list-file=list", "typos --file-list list",
    "cppcheck --file-list=list", "msgcat -f list", "msgcat --files-from=list",
    # A text that includes others, and shows them or quotes them in an error.
    "cpp x.c", "gcc -E x.c", "gcc -fsyntax-only x.c", "clang -E x.c", "cc -E -P x.h",
    "groff -Tascii x", "nroff -man x", "soelim x", "tbl x", "pic x", "mandoc x.1", "chktex x.tex",
    "pandoc x.rst", "pandoc docs/x.tex -t plain", "pandoc -t html x.org",
    "man -M docs tok", "man --manpath=docs tok", "info tok", "info -d docs tok", "info ./x.info",
    "perldoc -m tok", "perldoc -oMan ./x.pod", "shellcheck -a -x x.sh", "ruby -c x.rb",
    "7z l -i@list a.7z", "7z h -ir@list", "7z l -an -ai@list", "7z t -x@list a.7z",
    "man ./x.1", "man -l x.1", "man --local-file x.1", "man docs/x.1",
    "clang-tidy x.c", "cppcheck x.c",
    "go vet -c=3 ./...", "less -t tag", "less --tag=x", "less -T list -t x",
    "xmllint --noent x.xml", "xmllint --xinclude x.xml", "xmllint --nonet --noent x.xml",
    "xmllint --c14n x.xml", "xmllint --nonet --c14n11 x.xml", "xmllint --exc-c14n x.xml",
    "xmllint -c14n x.xml", "xmllint --noout --schema x.xsd x.xml", "xmllint --relaxng x.rng x.xml",
    "xmllint -schema x.xsd x.xml", "xmllint --dtdvalid x.dtd x.xml", "xmlstarlet c14n x.xml",
    "xmllint --schematron x.sch x.xml", "xmlstarlet val -s x.xsd x.xml", "xml val -r x.rng x.xml",
    "xmlstarlet val -d x.dtd x.xml", "xmlstarlet val --embed x.xml",
    """xmlstarlet sel -t -v "document('/srv/token')" x.xml""",
    """xmlstarlet sel -t -m / -c "document ( 'x' )" x.xml""",
    """xml sel -N d=http://exslt.org/dynamic -t -v "d:evaluate(//a)" x.xml""",
    # The debug information of an object file names the sources that are shown.
    "objdump -S a.o", "objdump -dS a.o", "objdump -d -l --source a.o", "objdump --source a.o",
    "objdump --source-comment a.o", "objdump --source-comment=x a.o", "objdump --sourc a.o",
    "objdump -d --prefix=/srv a.o", "objdump --prefix-strip=1 a.o", "llvm-objdump -S a.o",
    "gobjdump --disassemble -S a.o", "gprof -A a.out", "gprof -b -A a.out gmon.out",
    "gprof -Amain a.out", "gprof --annotated-source a.out", "llvm-mca x.s",
    "llvm-symbolizer --print-source-context-lines=9 --obj=a.o 0x1",
    "openssl asn1parse -genconf x.cnf", "openssl asn1parse -noout -genconf x.cnf",
    "kubectl kustomize .", "kubectl kustomize overlays/prod", "kustomize build .",
    "kustomize build", "kubectl diff -k .", "kubectl get -k .", "kubectl describe --kustomize=.",
    # A file of more words, wherever it stands.
    "strings *", "size @list",
    "size a.o @list", "ar t @list", "nm @list", "nm -C a.o @list", "objdump -d @list",
    "readelf -a a.o @list", "strings @list", "strings a @list", "addr2line -e @list 0x1",
    "c++filt @list", "llvm-dwarfdump a.o @list", "javap @list", "jar tf @list",
    "java @list -version", "java -version @list", "javac @list -version", "javac -version @list",
    "java -cp . @list --version", "kotlin @list -version",
    # A thin archive names files that lie elsewhere.
    "ar p thin.a", "ar pv thin.a", "ar -p thin.a", "llvm-ar p thin.a",
]  # fmt: skip


@each_row("command", ASKED)
def test_file_that_names_other_files_is_asked(around: Surroundings, command: str) -> None:
    """What is read is not in the command, so it does not count as a plain read."""
    assert effect(command, around) is Effect.ASK


READS = [
    "sort a b", "wc -l *.py", "git ls-files | xargs wc -l", "shellcheck *.sh",
    "wc --files0-from=list", "du --files0-from=list", "sort -u a",
    "wc -l a", "pandoc x.md", "pandoc -f markdown x.md -t plain",
    "find . -print0 | wc -l --files0-from=-",
    "find . -print0 | du -c --files0-from=-", "file a b", "ack x src", "cloc src", "typos src",
    "gcc --version", "gcc -dumpversion", "gcc -print-search-dirs", "cpp --version",
    "groff --version", "man ls", "man 3 printf", "man -k list", "shellcheck -x x.sh",
    "go vet ./...", "less README.md", "xmllint --noout x.xml",
    "xmllint --xpath //a x.xml", "xmllint --format x.xml", "xmlstarlet val x.xml",
    "xmlstarlet sel -t -v //a x.xml", "xmlstarlet sel -t -m //a -v @b -n x.xml", "xmlstarlet el x",
    "objdump -d -l a.o", "objdump -x --disassemble=main a.o", "gprof -b a.out", "kustomize version",
    "openssl asn1parse -in x.der -inform DER", "kubectl diff -f x.yaml", "kubectl get -f x.yaml",
    "size a.o", "ar t lib.a", "nm -C a.o", "objdump -d a.o", "readelf -a a.o b.o", "strings a",
    "javap A.class", "jar tf a.jar", "java -version", "javac --version", "addr2line -e a.out 0x1",
]  # fmt: skip


@each_row("command", READS)
def test_plain_read_stays_one(around: Surroundings, command: str) -> None:
    """A command that names all that it reads is still a read."""
    assert effect(command, around) is Effect.ALLOW
