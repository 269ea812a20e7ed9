"""The places, programs and switches that the guard knows, as data."""

from __future__ import annotations

import re
from functools import cache

from proctor.terms.lazy_pattern import lazy

OUR_NAMES = frozenset({"proctor", "proctor-gate"})
# What an agent may run of ours; `send` and `run` go on to the rules of its role.
OPEN_COMMANDS = frozenset(
    {
        "explain",
        "check",
        "test",
        "replay",
        "list",
        "ls",
        "status",
        "send",
        "run",
        "--help",
        "--version",
    }
)
OPEN_SUBCOMMANDS = {
    "role": ("list", "show"),
    "tools": ("list", "show"),
    "workflow": ("list", "show"),
}
# Options of `proctor run` that take a value.
RUN_VALUES = frozenset({"--role", "--workflow", "--name", "--cwd", "--set"})
UNCHECKED_RUN = "nothing checks a program that `proctor run` starts without a role"
LAUNCHERS = frozenset(
    "npx bunx pnpx npm pnpm yarn bun node deno uv uvx pipx poetry pdm rye hatch conda mise".split()
)
# What a launcher does with a package besides running it.
INSTALLS = frozenset("add install remove uninstall sync lock build publish pip i ci".split())
# What may stand before one of these words.
INSTALL_SCOPES = frozenset("tool self global -g --global".split())
# Where the name of a package or program ends and its version begins.
VERSION = lazy(r"[@=<>~!\[]")

# Installers, and the acts by which each changes something. First those of the whole machine.
INSTALLS_OR_REMOVES = frozenset(
    "install remove purge upgrade full-upgrade dist-upgrade autoremove reinstall uninstall erase "
    "downgrade swap dup link unlink add del fix".split()
)
SYSTEM_INSTALLERS = {
    **dict.fromkeys("apt apt-get aptitude nala apk brew".split(), INSTALLS_OR_REMOVES),
    # For these `update` is another word for `upgrade`.
    **dict.fromkeys(
        "dnf yum microdnf zypper port snap flatpak".split(), INSTALLS_OR_REMOVES | {"update"}
    ),
    "dpkg": frozenset("-i -r -P --install --remove --purge".split()),
    "rpm": frozenset("-i -U -F -e --install --upgrade --erase".split()),
    "pacman": frozenset("-S -R -U --sync --remove --upgrade".split()),
    "pyenv": frozenset("install uninstall upgrade global".split()),
}
# Those that give each program an environment of its own.
TOOL_INSTALLERS = frozenset({"pipx"})
TOOL_ACTS = frozenset("install upgrade uninstall inject uninject reinstall runpip".split())
# Those of one environment: by name, of a project, and makers of environments.
PIP = lazy(r"pip\d*(\.\d+)?")
PACKAGE_ACTS = frozenset({"install", "uninstall", "sync"})
PROJECT_INSTALLERS = {
    # `uv run` brings the environment up to date before it runs anything.
    "uv": frozenset({"sync", "add", "remove", "run"}),
    "poetry": frozenset("install add remove update sync self".split()),
    "pdm": frozenset("install add remove update sync self".split()),
    "flit": frozenset({"install"}),
    "rye": frozenset("sync add remove self".split()),
    "pipenv": frozenset("install uninstall update upgrade sync clean --rm".split()),
    **dict.fromkeys(
        "conda mamba micromamba".split(),
        frozenset("install update upgrade remove uninstall clean create rename".split()),
    ),
}
CONDAS = frozenset({"conda", "mamba", "micromamba"})
# What stands behind `conda env` and changes one.
CONDA_ENV_ACTS = frozenset({"create", "update", "remove", "config"})
# Options of `uv run`: without a change of the project's environment, and those with a value.
WITHOUT_SYNC = frozenset("--no-sync --no-project --isolated".split())
UV_RUN_VALUES = frozenset(
    "--project --directory --python -p --with --with-editable --with-requirements --extra "
    "--group --only-group --package --env-file --index --config-file --cache-dir".split()
)
# Folders of installed packages in a standard library.
PACKAGE_FOLDERS = ("site-packages", "dist-packages")
ENVIRONMENT_MAKERS = frozenset({"virtualenv"})
INSTALL_TARGETS = frozenset("--target -t --prefix --python -p --root".split())
PROJECT_FOLDERS = frozenset({"--project", "--directory"})
ENVIRONMENT_NAMES = frozenset({"-n", "--name"})
# Variables that say which environment installers change, and what puts programs of one in front.
ENVIRONMENT_VARIABLES = frozenset(
    "VIRTUAL_ENV CONDA_PREFIX UV_PROJECT_ENVIRONMENT UV_PYTHON PIP_TARGET PIP_PREFIX PIP_ROOT "
    "PIP_PYTHON PYTHONUSERBASE".split()
)
PROJECT_VARIABLES = frozenset({"UV_PROJECT", "UV_WORKING_DIR", "UV_WORKING_DIRECTORY"})
# Variables and options that name the settings of installers, or where these lie; and no settings.
SETTINGS_VARIABLES = frozenset(
    "PIP_CONFIG_FILE UV_CONFIG_FILE CONDARC MAMBARC CONDA_ENVS_PATH CONDA_ENVS_DIRS "
    "MAMBA_ROOT_PREFIX CONDA_ROOT_PREFIX".split()
)
SETTINGS_FOLDERS = frozenset({"HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"})
SETTINGS_OPTIONS = frozenset("--config-file --rc-file --rc-path".split())
NO_SETTINGS = frozenset({"", "/dev/null"})
SEARCH_PATH = "PATH"
# What runs a script in the same shell, and what gives a folder another name.
SOURCES, LINKERS = frozenset({".", "source"}), frozenset({"ln", "link", "gln"})

# Python: options that take a value, modules that run other modules, and our own names in it.
PYTHON_VALUES = "mcWX"
PYTHON_LONG_VALUES = frozenset({"--check-hash-based-pycs", "--jit"})
RUNS_MODULES = frozenset("pdb runpy cProfile profile trace coverage".split())
OUR_SCRIPTS = ("/proctor/__main__.py", "/proctor/cli/main.py")
# The one that takes the name of a module of ours first.
OUR_START = "start.py"
# What runs a script that is named behind it, and its options that take a value.
SHELLS = frozenset(". source sh bash dash ash ksh mksh zsh yash rbash".split())
SHELL_VALUES = frozenset("-o +o -O +O --rcfile --init-file".split())
# Programs whose names are signs of patterns.
TESTS = ("[", "[[")
OUR_WORD = lazy(r"\bproctor\b")
# Text that plainly runs one of our commands, but for those that only look.
OUR_CALL = lazy(
    r"\bproctor\s+(up|down|token|approve|deny|audit|trust|grant|(un)?install|init|doctor|hook"
    r"|permission-request|channel|mcp|tools(\s+|:)(sync|(un)?pin)|chain:new|task:\w+"
    r"|workflow(\s+|:)(start|advance|cancel|task)"
    r"|role(\s+|:)(new|create|edit|delete|copy|restore|init))\b"
)

# The server: how the system lists its process, its port, and the names of its service.
# And a hook, which to many an old program means yes when it is killed.
OUR_LINES = (
    "/bin/python3 -IS /lib/python3/site-packages/proctor/start.py proctor up",
    "/bin/python3 -I -m proctor up",
    "/bin/python3 -IS .proctor/hooks/claude-code",
)
DEFAULT_PORT = 7762
A_PORT = lazy(r"(?<!\d)\d{1,5}(?!\d)")
OUR_UNIT, OUR_LABEL = "proctor.service", "io.github.proctor-gate"
# Where its socket lies if the name of the home is too long for one; a wildcard may stand for it.
SOCKET_FOLDER = lazy(r"(/private)?/tmp/proctor-[\d*?\[{]+[^/]*(/|$)", re.IGNORECASE)
NEAR_SOCKET, NEAR_SERVICE = "/proctor-", "/Library"
SERVICE_FILES = (
    *(
        f"{folder}/systemd/user/{name}"
        for folder in (".config", ".local/share")
        for name in (
            OUR_UNIT,
            f"{OUR_UNIT}.d",
            "service.d",
            f"default.target.wants/{OUR_UNIT}",
        )
    ),
    f"Library/LaunchAgents/{OUR_LABEL}.plist",
)
# Programs that end processes by name or number, that find them, and that run services.
PROCESS_ENDERS = frozenset("kill pkill killall skill".split())
# Those that end whoever listens on a port; a launcher may run them.
PORT_ENDERS = frozenset("kill-port fkill fkill-cli killport".split())
PROCESS_LOOKERS = frozenset("pgrep pidof lsof fuser ss".split())
SERVICE_PROGRAMS = frozenset("systemctl loginctl launchctl".split())
SERVICE_LOOKS = frozenset(
    "status show cat is-active is-enabled is-failed list-units list-unit-files list print "
    "blame help".split()
)
SERVICE_ACTS = frozenset(
    "start stop reload restart kill clean freeze thaw enable disable reenable preset mask unmask "
    "link revert edit set-property set-environment unset-environment import-environment "
    "bootstrap bootout load unload remove kickstart setenv unsetenv".split()
)
# What they end besides a service: everything that the user runs.
SESSION_ENDERS = frozenset(
    "exit isolate terminate-user kill-user terminate-session kill-session terminate-seat".split()
)
# Variables that say whose home and which store count.
OUR_VARIABLE, ITS_HOME = "PROCTOR_", "HOME"
OUR_STORE = lazy(r"\$\{?!?PROCTOR_STORE\b")

AGENT_PROGRAMS = frozenset("claude codex gemini opencode cursor-agent copilot".split())
AGENT_PACKAGES = (
    "@anthropic-ai/claude-code",
    "@openai/codex",
    "@google/gemini-cli",
    "opencode-ai",
    "@github/copilot",
)
HOOK_SWITCHES = ("--bare", "--safe-mode", "--setting-sources", "--restricted")
HOOK_VARIABLES = frozenset(
    {"CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SHELL_PREFIX", "CLAUDE_CONFIG_DIR", "CODEX_HOME"}
)

# git's setting of where its hooks lie, in any of the places where git takes a setting.
HOOKS_PATH = lazy(r"(-c|--config-env=)?core\.hookspath", re.IGNORECASE)

# Programs that take a folder away with all that is in it.
REMOVERS = frozenset("rm rmdir mv unlink shred trash".split())
# Programs that copy a folder with all that is in it, or search it.
COPIERS = frozenset("cp tar rsync zip scp ditto 7z cpio pax".split())
SEARCHERS = frozenset("grep egrep fgrep rg ag ack".split())
# `find` lists names; with one of these it reads, writes or deletes what it finds.
FINDERS = frozenset({"find", "gfind"})
FIND_ACTS = ("-exec", "-ok", "-delete", "-fprint", "-fls")
# Tools that search files or list them by a pattern, and those that show what is in them.
LOOKING_TOOLS = frozenset({"Grep", "Glob"})
SEARCH_TOOLS = frozenset({"Grep"})
# An agent's own notes and its talk with its user: words that nothing acts on.
OWN_TALK = frozenset(
    "TodoWrite TodoRead TaskCreate TaskUpdate TaskGet TaskList AskUserQuestion EnterPlanMode "
    "ExitPlanMode ToolSearch".split()
)
# Programs that set variables for others, and those that run commands in a terminal of their own.
SETTERS = frozenset("env sudo doas export declare typeset readonly setenv".split())
# Those that keep their words, or what they read, in variables.
KEEPERS = SETTERS | frozenset("local printf read mapfile readarray".split())
TMUX_SERVER = lazy(r"-[2CDlNuVv]*[LS]")
TERMINALS = frozenset("tmux screen script watch parallel flock expect".split())

# Settings of agent programs in the home folder, and for the whole machine.
HOME_SETTINGS = (
    ".claude",
    ".claude.json",
    ".codex",
    ".gemini",
    ".cursor",
    ".copilot",
    ".config/opencode",
    ".config/github-copilot",
)
MACHINE_SETTINGS = (
    "/etc/claude-code",
    "/etc/codex",
    "/etc/gemini-cli",
    "/etc/github-copilot",
    "/Library/Application Support/ClaudeCode",
)
# The same in a project, wherever in it they lie.
PROJECT_SETTINGS = lazy(
    r"/(?P<name>\.proctor|\.claude(?!/worktrees(/|$))|\.codex|\.gemini|\.cursor|\.opencode"
    r"|\.copilot|\.github/hooks|\.git/hooks|\.git/config(\.worktree)?|\.git/commondir|\.husky"
    r"|\.mcp\.json|(?-i:opencode\.jsonc?))(/|$)",
    re.IGNORECASE,
)
# The same by their names, for paths with wildcards.
SETTINGS_NAMES = tuple(
    tuple(path.split("/"))
    for path in (
        ".proctor .claude .codex .gemini .cursor .opencode .copilot .git/hooks .git/config "
        ".git/config.worktree .git/commondir .github/hooks .husky .mcp.json opencode.json "
        "opencode.jsonc"
    ).split()
)
# The repositories of submodules and worktrees inside another one, and what is guarded there.
INNER_REPOSITORY = lazy(r"/\.git/(modules|worktrees)/", re.IGNORECASE)
INNER_SETTINGS = lazy(r"/(hooks|config(\.worktree)?|commondir|gitdir)(/|$)", re.IGNORECASE)


@cache
def home_settings(home: str) -> tuple[str, ...]:
    """Return the places of agent programs' settings outside any project."""
    return (*(f"{home}/{name}" for name in HOME_SETTINGS), *MACHINE_SETTINGS)


@cache
def service_files(home: str) -> tuple[str, ...]:
    """Return the places of the service that runs the server."""
    return tuple(f"{home}/{name}" for name in SERVICE_FILES)


def project_settings(path: str) -> str | None:
    """Return the name of the settings that a path in a project belongs to."""
    match = PROJECT_SETTINGS.search(path)
    if match:
        return match["name"]
    # In two steps, because one pattern for both would take quadratic time.
    inner = INNER_REPOSITORY.search(path)
    if inner and INNER_SETTINGS.search(path, inner.end()):
        return f".git/{inner[1]}"
    return None
