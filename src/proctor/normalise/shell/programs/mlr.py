"""Read the words of `mlr` (Miller): its options, and the chain of verbs with their programs."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

FORMATS = "csv|csvlite|tsv|tsvlite|json|jsonl|nidx|dkvp|xtab|pprint|markdown|usv|asv"
FLAG = lazy(
    rf"--[ioc]?(?:{FORMATS})|--[cstjlnxpb]2[cstjlnxpmb]|-n|-S|-A|-O|--barred|--barred-input|--right"
    r"|--implicit-(?:csv|tsv)-header|--headerless-(?:csv|tsv)-(?:in|out)put|--hi|--ho"
    r"|--allow-ragged-csv-input|--ragged|--no-auto-(?:flatten|unflatten)|--quote-all|--lazy-quotes"
    r"|--no-color|-M|-C|--always-color|--jvstack|--no-jvstack|--jlistwrap|--pass-comments"
    r"|--skip-comments|--gzin|--bz2in|--zin|--zstdin|--repifs|--xvright"
)
VALUED = frozenset(
    "--ifs --ofs --fs --ips --ops --ps --irs --ors --rs --ofmt --fflatsep --flatsep --oflatsep "
    "--nr-progress-mod --records-per-batch --tz -i -o --io --seed".split()
)
VERBS = frozenset(
    "altkv bar bootstrap bottom cat count count-distinct count-similar cut decimate fill-down "
    "fill-empty flatten format-values fraction gap grep group-by group-like gsub having-fields "
    "head histogram join json-parse json-stringify label latin1-to-utf8 least-frequent "
    "merge-fields most-frequent nest nothing regularize rename reorder repeat reshape sample "
    "sec2gmt sec2gmtdate seqgen shuffle sort sort-within-records sparsify ssub stats1 stats2 step "
    "strptime sub summary tac tail template top unflatten uniq unspace unsparsify "
    "utf8-to-latin1".split()
)
URL = lazy(r"[A-Za-z][A-Za-z0-9+.-]*://")
PROGRAMS = frozenset({"put", "filter"})
# What a program of Miller can do besides computing.
DOES_MORE = lazy(r"\b(?:system|exec|tee|emit\w*|e?dump|e?printn?|ENV|include|load)\b")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of mlr."""
    reading.add(("read",), "`mlr` only reads")
    if [word.value for word in words[1:]] in (["--version"], ["--help"], ["help"], ["version"]):
        return
    doubt = next((word.unknown for word in words if word.unknown), None)
    if doubt or any(word.value.startswith("--prepipe") for word in words):
        reading.doubt(doubt or "`mlr` runs a program on its input")
        return
    for word in words:
        if URL.match(word.value):
            reading.urls.append(word)
            reading.add(("network",), f"`mlr` reaches `{word.value}`")
    read_verbs(words, read_options(words, reading), reading)


def read_verbs(words: Sequence[Argument], at: int, reading: Reading) -> None:
    """Read the chain of verbs, and take every other word for a file."""
    expects_verb = True
    while at < len(words):
        word = words[at]
        at += 1
        if expects_verb:
            if word.value in PROGRAMS:
                at = read_program_of(words, at, reading)
            elif word.value not in VERBS:
                reading.doubt(f"`mlr {word.value}` is not in the tables")
                return
            expects_verb = False
        elif word.value == "then":
            expects_verb = True
        elif word.value == "-I":  # options may stand behind the files too
            change_in_place(reading)
        elif not word.value.startswith("-"):
            reading.uses.append(Use(word, "r"))


def change_in_place(reading: Reading) -> None:
    """Take the option that has the files changed."""
    reading.add(("write",), "`mlr` changes its files in place")
    reading.doubt("which of its words are files that `mlr` changes is not known")


def read_options(words: Sequence[Argument], reading: Reading) -> int:
    """Read the options before the first verb; return where it is."""
    at = 1
    while at < len(words) and words[at].value.startswith("-"):
        text = words[at].value
        at += 1
        if text == "--from" and at < len(words):
            reading.uses.append(Use(words[at], "r"))
            at += 1
        elif text in VALUED:
            at += 1
        elif text == "-I":
            change_in_place(reading)
        elif FLAG.fullmatch(text) is None:
            reading.doubt(f"`mlr` has the option `{text}`, which is not known")
    return at


def read_program_of(words: Sequence[Argument], at: int, reading: Reading) -> int:
    """Read the options and the program of `put` and `filter`; return what follows."""
    while at < len(words) and words[at].value in ("-q", "-S", "-F", "-x"):
        at += 1
    text = words[at].value if at < len(words) else "-"
    if text.startswith("-"):
        reading.doubt("the program of `mlr` is not in its words")
    elif DOES_MORE.search(text):
        reading.doubt("the program of `mlr` may write files or run commands")
    return at + 1
