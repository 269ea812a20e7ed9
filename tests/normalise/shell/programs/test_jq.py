"""Programs of jq and yq."""

from proctor.normalise.shell.programs.jq import read_program
from tests.normalise.shell.programs.read_out import told
from tests.tables import each_row

HARMLESS = [
    ".",
    ".name",
    ".items[] | select(.size > 3) | {name, size: .size}",
    '.["env"] | keys',
    ".config.env",
    "{env: .x, a: 1}",
    "{a: 1, env}",
    '"env is \\(.env)"',
    'map(select(.a | test("env|load")))',
    '"load(\\"x\\")"',
    "# env\n.a",
    "reduce .[] as $x (0; . + $x)",
    "$ENV.HOME",
    "env.PATH | length",
    "env(HOME)",
    "to_entries | map(.key) | @csv",
    "def f: .a; f",
    '.a // "none" | ascii_downcase',
    "input_filename",
    ".a.load",
]
DOING = [
    ("env", "secret"),
    ("$ENV", "secret"),
    ("$ENV.API_TOKEN", "secret"),
    ("{a: env}", "secret"),
    ("{(env|tostring): 1}", "secret"),
    ('"\\(env.SECRET)"', "secret"),
    ('"\\("\\($ENV)")"', "secret"),
    ("strenv(DB_PASSWORD)", "secret"),
    (".a | envsubst", "secret"),
    ('load("other.yml")', "r:other.yml"),
    ('.a * load_str("other.txt")', "r:other.txt"),
    ("config.yml", "r:config.yml"),
    ("./notes.json", "r:./notes.json"),
    (".env", "r:.env"),
    ('system("date")', "code"),
    ('import "m" as m; .', "unknown"),
    ('include "m"; .', "unknown"),
    ("load(.path)", "unknown"),
    ("eval(.x)", "unknown"),
    ('"open', "unknown"),
    ("(.a", "unknown"),
    (".a)", "unknown"),
    ("[.a}", "unknown"),
    ('# \\\n" \nenv # "', "unknown"),
]


@each_row("text", HARMLESS)
def test_a_program_that_only_computes_adds_nothing(text: str) -> None:
    """Fields, keys, strings and variables that tell nothing are harmless."""
    assert told(read_program, text) == ""


@each_row(("text", "expected"), DOING)
def test_what_shows_or_loads_more_is_told(text: str, expected: str) -> None:
    """The environment may hold secrets, files are named, what is not understood is unknown."""
    assert told(read_program, text) == expected
