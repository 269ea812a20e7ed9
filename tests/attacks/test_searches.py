"""Searches of a folder that holds Proctor's own, named or not, and through links on the way."""

from __future__ import annotations

from proctor.terms.effect import Effect
from tests.attacks.linked_host import READER, Host
from tests.tables import each_row


@each_row(
    "command",
    ["grep -r proctor_ --include=token", "rg --hidden proctor_", "grep --recursive x",
     "grep -e x -r", "grep -rn x", "grep -d recurse x", "grep --directories=recurse x",
     "grep --recurs x", "rgrep x", "ag x", "ack x", "git grep --no-index x",
     "git grep --untracked x", "typos", "codespell", "fd -H token -x cat", "fdfind -X cat",
     "find . -name token -exec cat {} +", "env grep -r x", "bash -c 'rg x'", "rg x .",
     "xargs grep -r x", "cd notes; cd ..; rg x"],
)  # fmt: skip
def test_search_of_the_working_folder_is_asked_at_home(command: str, host: Host) -> None:
    """A search without a path searches where it runs, also where the session began there."""
    assert host.effect(command, cwd=host.home) is Effect.ASK
    assert host.effect(command, READER, cwd=host.home) is Effect.ASK


@each_row(
    "command",
    ["git diff --no-index src ../home", "cd ..; git grep --no-index -h x", "diff -r plain ..",
     "zgrep -r x ../home", "zdiff -r plain ../home", "difft src ../home", "colordiff -r plain ..",
     "typos ..", "chmod -R o+r ../home", "git diff --no-index src src/hh", "grep -r x src/h?",
     "cat plain/a.md | xargs grep -r x .."],
)  # fmt: skip
def test_every_recursive_reader_is_asked(command: str, host: Host) -> None:
    """What goes through a whole folder is known by its table, not by a list of the guard's."""
    assert host.effect(command) is Effect.ASK


@each_row(
    "command",
    ["grep -R proctor_ src", "grep --dereference-recursive x far", "grep -R x far",
     "find -L src -name token -exec cat {} +", "find src -follow -name token -exec cat {} +",
     "find -L far -name token | xargs cat", "rg --follow x far", "rg -L --hidden '' far",
     "ag -f x src", "ack --follow x src", "fd -L token far -x cat", "diff -r far plain",
     "cp -rL far x", "cp -r --dereference far x", "tar chf - far", "tar -c --dereference far",
     "zip -r x.zip far", "rsync -aL far x", "scp -r far host:x", "zgrep -R x far",
     "rgrep -R x src", "grep -R x s?c", "zcat -rf far", "gunzip -rcf far", "gzip -rc far",
     "gzip -cdrf far", "pigz -rc far", "lz4 -rc far", "compress -rc far"],
)  # fmt: skip
def test_links_that_a_program_follows_are_followed(command: str, host: Host) -> None:
    """A link into Proctor's folder counts, also one behind another link."""
    assert host.effect(command) is Effect.DENY


@each_row(
    "command",
    ["diff near plain/a.md", "diff plain/a.md near", "diff near plain", "diff -u near src/lib",
     "sdiff near plain/a.md", "zdiff near plain/a.md", "colordiff near plain/a.md",
     "diff n?ar plain/a.md", "diff --from-file=near plain/a.md",
     "ruff check nest", "ruff format --diff nest", "yamllint nest", "biome lint nest",
     "helm template web nest", "helm lint nest", "helm show values nest", "codespell -C 3 nest",
     "helm install web nest --dry-run", "pycodestyle --show-source nest", "isort --diff nest",
     "cmp near plain/a.md", "diff3 near plain src", "wc -l near", "grep x near",
     "git ls-files nest | xargs tail", "git ls-files | xargs cat", "git ls-files -o | xargs head",
     "git ls-files -o loose | xargs head",
     "git ls-files 'nest/*e' | xargs cat", "git ls-files '*' | xargs cat",
     "git ls-files -- nest | xargs -n1 cat", "git ls-files nest/a/b/one | xargs cat"],
)  # fmt: skip
def test_links_in_folders_that_are_read_count(command: str, host: Host) -> None:
    """A folder that is read plainly has links in it, and names may come from any depth."""
    assert host.effect(command) is Effect.DENY


@each_row(
    "command",
    ["diff keyed plain/a.md", "git ls-files keyed | xargs tail", "git ls-files keyed/a | xargs cat",
     "find keyed | xargs cat", "find keyed -exec cat {} +"],
)  # fmt: skip
def test_links_to_secrets_in_folders_are_asked(command: str, host: Host) -> None:
    """A link out of the project to a key counts as the key, however it is met."""
    assert host.effect(command, READER) is Effect.ASK


@each_row(
    "command",
    ["diff plain src/lib", "git ls-files plain | xargs wc -l", "cat plain",
     "git ls-files loose | xargs cat",
     "git ls-files '*.md' | xargs cat"],
)  # fmt: skip
def test_reads_of_plain_folders_stay_allowed(command: str, host: Host) -> None:
    """Links that stay in the project, or lead to folders, are no reason to ask."""
    assert host.effect(command, READER) is Effect.ALLOW


@each_row("command", ["ls", "cat *", "grep -r .", "rg x", "python3 x.py", "git status"])
def test_nothing_runs_in_proctors_folder(command: str, host: Host) -> None:
    """A session that began there is in a closed place."""
    assert host.effect(command, cwd=host.home / ".proctor") is Effect.DENY


@each_row(
    "command",
    ["grep -r x src", "grep -rn x .", "grep -rn x", "rg x", "rg x src", "ag x", "grep -R x plain",
     "rg -L x plain", "find -L plain -name '*.md'", "diff -r plain src/lib", "grep -r x far"],
)  # fmt: skip
def test_searches_of_the_project_stay_allowed(command: str, host: Host) -> None:
    """Links that are not followed, or that stay in the project, are no reason to ask."""
    assert host.effect(command, READER) is Effect.ALLOW


@each_row("command", ["grep x notes.txt", "ls", "cat a.md | grep x", "git grep x", "rg x notes"])
def test_plain_reads_at_home_stay_allowed(command: str, host: Host) -> None:
    """Only what goes through the whole home is asked about."""
    assert host.effect(command, READER, cwd=host.home) is Effect.ALLOW
