"""Data and settings that a repository brings: what opens them seems to read, and runs code."""

from __future__ import annotations

from proctor import Effect, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES
from proctor.roles.check import example_surroundings
from proctor.terms.catalogue import BUILT_IN
from tests.tables import each_row

GUARDED = Policy.compile(PROFILES["guarded"])


def effect(command: str, policy: Policy = GUARDED) -> Effect:
    """Decide a command, by default under the built-in profile that lets reads run."""
    call = ToolCall(tool="Bash", input={"command": command})
    return decide(normalise(call, example_surroundings(BUILT_IN)), policy).effect


# `create view code as select edit(a, './evil.sh') from t`, a trigger or a CHECK with it;
# `create view code as select * from read_text('/home/ada/.proctor/token')` for DuckDB.
DATABASES = [
    "sqlite3 data.db 'select * from code'",
    "sqlite3 -readonly data.db 'select * from code'",
    "sqlite3 -json data.db 'select 1' 'select a from main.code'",
    "sqlite3 data.db 'select 1 in code'",
    "sqlite3 data.db 'select 1 where 1 in (select a from code)'",
    "sqlite3 data.db 'select name from sqlite_master, code'",
    "sqlite3 data.db 'select name from sqlite_master join code'",
    "sqlite3 data.db 'select name from sqlite_master a, code'",
    "sqlite3 data.db 'select name from sqlite_master union select a from code'",
    "sqlite3 data.db 'with x as (select 1) select * from x'",
    "sqlite3 data.db 'explain select 1; select * from code'",
    "sqlite3 data.db 'pragma integrity_check'",
    "sqlite3 data.db .dump",
    "sqlite3 data.db .tables .sha3sum",
    "sqlite3 data.db 'insert into t values (1)'",
    "echo 'select * from code' | sqlite3 -readonly data.db",
    "sqlite3 -safe data.db -cmd 'select 1'",
    "sqlite3 -sa data.db 'select * from code'",
    "duckdb data.db 'select 1'",
    "duckdb -readonly data.db -c 'select * from code'",
    "litecli data.db -e 'select * from code'",
    "usql duckdb:data.db -c 'select * from code'",
]
PLAIN_DATABASES = [
    "sqlite3 -safe data.db 'select * from code'",
    "sqlite3 data.db 'select * from code' --safe",
    "sqlite3 data.db .tables",
    "sqlite3 data.db '.schema orders'",
    "sqlite3 data.db 'pragma table_info(orders)'",
    """sqlite3 data.db "select name, sql from sqlite_master where type in ('table', 'view')" """,
    "sqlite3 data.db 'select sqlite_version()'",
    "sqlite3 :memory: 'with x as (select 1) select * from x'",
    """duckdb -c "select * from 'a.csv'" """,
    "duckdb -safe data.db 'select * from code'",
]


@each_row("command", DATABASES)
def test_what_a_database_file_stores_is_asked(command: str) -> None:
    """A view of a hostile database runs a program, so only `-safe` makes a query a read."""
    assert effect(command) is Effect.ASK


@each_row("command", PLAIN_DATABASES)
def test_queries_that_run_nothing_stay_reads(command: str) -> None:
    """The list of tables, a database in memory, and safe mode run nothing that is stored."""
    assert effect(command) is Effect.ALLOW


# `keys/gpg.conf` with `list-options show-photos` and `photo-viewer "./evil.sh"`, and its kin.
SETTINGS = [
    "gpg --homedir keys --list-keys",
    "gpg --home=keys -k",
    "gpg --list-keys --options evil.conf",
    "gpg --no-default-keyring --keyring ./evil.kbx --list-keys",
    "GNUPGHOME=keys gpg --list-keys",
    "gpg --list-options show-photos --list-keys",
    "gpgconf --homedir keys --list-options gpg",
    "yamllint -c evil.yaml src",
    "yamllint -d '{extends: ../home/.proctor/token}' src",
    "biome check --config-path=evil src",
    "codespell --config evil.cfg src",
    "codespell --toml evil.toml src",
    "black --config evil.toml --check src",
    "task --taskfile evil.yml --list",
    "just -f evil.just --list",
    "kafka-topics.sh --command-config evil.properties --list",
    "skopeo --registries-conf evil.conf inspect docker://x",
    "kubectl --kubeconfig evil get pods",
    "AWS_CONFIG_FILE=evil aws s3 ls",
    "PSQLRC=evil psql -c 'select 1'",
    "ssh-keygen -D ./evil.so",
    "git -c core.fsmonitor=./evil status",
    "BAT_CONFIG_PATH=evil bat a",
    "LESSKEYIN=evil less a",
    "RIPGREP_CONFIG_PATH=evil rg x",
]


@each_row("command", SETTINGS)
def test_settings_that_are_not_the_users_own_are_asked(command: str) -> None:
    """An option or a variable that names settings lets a file of the project run code."""
    assert effect(command) is Effect.ASK


OWN_SETTINGS = [
    "gpg --list-keys",
    "gpg --verify a.sig a",
    "gpgv --keyring ./x.gpg a.sig a",
    "yamllint -d relaxed src",
    "just --list",
    "black --check src",
]


@each_row("command", OWN_SETTINGS)
def test_the_users_own_settings_stay_reads(command: str) -> None:
    """Programs that take what they have by default, or settings that are data, still read."""
    assert effect(command) is Effect.ALLOW


# tclsh, wish, jimsh and expect do not know the option and run what stands on their input; the
# others hand further words on, or load files of the project before they read any option.
NO_HELP = [
    "date '+exec touch /tmp/x' | tclsh --version",
    "cat notes.txt | tclsh --version",
    "tclsh --help < notes.txt",
    "tclsh --help <<< 'exec id'",
    "jq -rn '\"exec id\"' | tclsh --version",
    "cat notes.txt | wish --version",
    "cat notes.txt | jimsh --help",
    "cat notes.txt | expect --version",
    "cat notes.txt | { jimsh --version; }",
    "while read a; do csi --version; done < notes.txt",
    "cat notes.txt | octave --version",
    "node --version < notes.txt",
    "cat notes.txt | dash --version",
    "mispipe --version ./evil",
    "envdir --version ./evil",
    "pee --version ./evil",
    "pee --help 'sh evil'",
    "nohup --version ./evil",
    "sudo --help ./evil",
    "bash --version ./evil",
    "bash -c --version 'id'",
    "find --version -delete",
    "mlr --version -n put 'end{system(\"id\")}'",
    "gcloud --help compute ssh x",
    "git --version log",
    "git -C evil --version",
    "cargo run --help evil",
    "pytest --version",
    "pytest --version --version",
    "py.test --help",
    "mocha --version",
    "lerna --version",
    "jest --version",
    "ava --help",
    "xo --version",
    "xo -v",
    "eslint_d --version",
    "nx --version",
    "turbo --version",
    "webpack --version",
    "ng --version",
    "rspec --version",
    "rubocop --version",
    "rubocop -v",
    "flake8 --version",
    "jekyll --version",
    "serverless -h",
]
# Everyday work: of these nothing is loaded, and nothing else is said.
HELP = [
    "git --version",
    "git commit --help",
    "npm --version",
    "npm install --help",
    "python3 --version",
    "python --help",
    "node --version",
    "ruby --version",
    "php --version",
    "perl --version",
    "bash --version",
    "docker --version",
    "docker compose up --help",
    "docker run --help",
    "go --help",
    "cargo --version",
    "cargo build --help",
    "make --version",
    "gh pr create --help",
    "aws --version",
    "aws s3 cp --help",
    "kubectl get --help",
    "gcloud --help",
    "terraform --version",
    "uv pip install --help",
    "pip --version",
    "java --version",
    "tsc --version",
    "eslint --version",
    "vitest --version",
    "gcc --version",
    "find --version",
    "rg --help | head -20",
    "curl --version && jq --version",
    "echo a | git --version",
    "cat list | while read a; do git --version; done",
]


# `[tool.darker] lint` and `CVS/Root` name programs; `--check` stops no more than the writing.
STILL_CODE = [
    "darker --check src",
    "darker --diff src",
    "darker --check --diff -r HEAD src",
    "uv format --check",
    "cvs status",
    "cvs -q log a.c",
    "cvs diff -u",
]


@each_row("command", STILL_CODE)
def test_option_that_stops_writing_leaves_code_and_network(command: str) -> None:
    """What only checks may still run code or reach a server."""
    assert effect(command) is Effect.ASK


@each_row("command", NO_HELP)
def test_help_that_does_more_than_show_text_is_asked(command: str) -> None:
    """`--version` counts as a read only alone, with nothing to run on the input."""
    assert effect(command) is Effect.ASK


@each_row("command", HELP)
def test_help_of_ordinary_programs_stays_a_read(command: str) -> None:
    """A program that is asked for nothing but its help or its version shows text."""
    assert effect(command) is Effect.ALLOW
