"""Which variables may be set in front of a command without changing what it does."""

from __future__ import annotations

from proctor.terms.lazy_pattern import lazy
from proctor.terms.system import SYSTEM_FOLDERS

# Names that run code, load code, or change what is found: never harmless.
RUNS_CODE = frozenset(
    "PATH IFS BASH_ENV PAGER MANPAGER EDITOR VISUAL BROWSER SHELL HOME CDPATH PS4 PS0 "
    "PROMPT_COMMAND LESSOPEN LESSCLOSE LESS NODE_OPTIONS NODE_PATH PERL5LIB PERL5OPT PERLLIB "
    "RUBYOPT RUBYLIB PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONWARNINGS PYTHONBREAKPOINT "
    "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAVEN_OPTS GRADLE_OPTS "
    "GOFLAGS GOPATH GOROOT GOPROXY CC CXX LD AR MAKEFLAGS MAKEFILES RUSTC RUSTC_WRAPPER "
    "RUSTFLAGS CARGO_HOME GCC_EXEC_PREFIX TERMINFO TERMCAP LOCPATH NLSPATH HOSTALIASES "
    "LOCALDOMAIN RES_OPTIONS TMUX SSH_ASKPASS SSH_AUTH_SOCK SUDO_ASKPASS TMPDIR "
    "HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy https_proxy all_proxy SSL_CERT_FILE "
    "SSL_CERT_DIR CURL_HOME WGETRC NETRC DOCKER_HOST DOCKER_CONFIG KUBECONFIG SHELLOPTS "
    "BASHOPTS HISTFILE INPUTRC FPATH ZDOTDIR XDG_CONFIG_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS "
    "PHPRC PHP_INI_SCAN_DIR R_PROFILE TCLLIBPATH LUA_PATH LUA_CPATH LUA_INIT EMACSLOADPATH "
    "VIMINIT EXINIT MYVIMRC GREP_OPTIONS RIPGREP_CONFIG_PATH FZF_DEFAULT_COMMAND "
    "FZF_DEFAULT_OPTS ANSIBLE_CONFIG TF_CLI_CONFIG_FILE TF_CLI_ARGS AWS_CONFIG_FILE "
    "AWS_SHARED_CREDENTIALS_FILE CLOUDSDK_CONFIG GNUPGHOME PGSERVICEFILE PGPASSFILE PSQLRC "
    "MYSQL_HOME OPENSSL_CONF OPENSSL_MODULES BUNDLE_GEMFILE GEM_HOME GEM_PATH "
    # What a shell makes of `$"…"`, and how options are read.
    "TEXTDOMAIN TEXTDOMAINDIR POSIXLY_CORRECT GETOPT_COMPATIBLE BASH_XTRACEFD "
    # Options of a program, under a name of their own.
    "GZIP BZIP BZIP2 XZ_OPT XZ_DEFAULTS ZIPOPT UNZIP UNZIPOPT ZIPINFO ZIPINFOOPT MANOPT "
    "MANROFFOPT GROFF_COMMAND_PREFIX RLWRAP_FILTERDIR "
    # Programs that others start: remote shells, helpers, loaders.
    "RSYNC_RSH RSYNC_CONNECT_PROG RSYNC_PROXY CVS_RSH CVSROOT SVN_SSH SSH_SK_PROVIDER "
    "CORECLR_PROFILER COR_PROFILER "
    # Where a server is, or the bus that programs ask.
    "DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS XDG_RUNTIME_DIR PGHOST PGHOSTADDR "
    "PGSERVICE PGSYSCONFDIR MYSQL_HOST CONTAINER_HOST CONTAINERS_CONF REGISTRY_AUTH_FILE "
    "BUILDKIT_HOST KUBERNETES_MASTER DEBUGINFOD_URLS FTP_PROXY ftp_proxy grpc_proxy GH_HOST "
    "GITLAB_HOST GITLAB_URI SSLKEYLOGFILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE".split()
)
# Names that only choose among what is there: an account, a region, a kind of output.
WELL_KNOWN = frozenset(
    "NODE_ENV AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION AWS_DEFAULT_OUTPUT TF_LOG TF_IN_AUTOMATION "
    "TF_WORKSPACE TF_INPUT PGUSER PGDATABASE PGPORT DOCKER_BUILDKIT COMPOSE_PROJECT_NAME "
    "CLOUDSDK_CORE_PROJECT VAULT_FORMAT ANSIBLE_NOCOLOR".split()
)
# Whole families of names.
FAMILIES = lazy(
    r"(LD|DYLD|GIT|BASH_FUNC|NPM|npm|PIP|UV|PROCTOR|CLAUDE|ANTHROPIC|CODEX|GEMINI|TG|PYTEST"
    r"|MALLOC|GLIBC|GCONV|PERL|CARGO|YARN|POETRY|CONDA|HOMEBREW|CGO|COVERAGE"
    r"|ANSIBLE|DOTNET|COMPlus|HELM|CLOUDSDK|DOCKER|BAT|DELTA|SYSTEMD|VAULT|CONSUL|NOMAD|ETCDCTL"
    r"|ARGOCD|TERRAGRUNT|PULUMI|BUNDLE|COMPOSER|NIX|LUA|DENO|BUN|JULIA|NODE_REDIRECT|NODE_V8"
    r"|NODE_REPL|PODMAN|CONTAINERS|STARSHIP|RUFF|MYPY)_.*|LESS.*|PERL5.*|R_(LIBS|PROFILE|ENVIRON).*|TF_(?!VAR_).*"
    r"|.*(_ENDPOINT_URL.*|_CONFIG_DIR|_CONFIG_FILE|_PLUGINS?|_PLUGIN_DIRS?|_STARTUP_HOOKS)"
    r"|PYTHON.*|PYENV.*|GO[A-Z]+|RUST.*|RUBY.*|JAVA.*|NODE_(OPTIONS|PATH|EXTRA.*)|npm.*"
    r"|.*(PAGER|EDITOR|FLAGS|OPTS|OPTIONS|PATH|_HOME|RC|WRAPPER|PRELOAD|_CONFIG|ASKPASS|STARTUP)"
)


# Variables of bash that it evaluates as an expression whenever they are set.
EVALUATED = frozenset("RANDOM SRANDOM SECONDS OPTIND OPTERR HISTCMD LINENO".split())
# In front of a program, names like these more often than not say what it loads or asks.
SPEAKING = lazy(
    r".*(COMMAND|CMD|_SSH|_RSH|_DIFF|_?LIBDIR|_DIRS?|_FILES?|_BUNDLE|_ROOT|_OUTPUT|_LOG|_URL"
    r"|_ENDPOINT|_HOST|_SERVER|_PROXY|_CACHE|_PLUGINS?|_DEPENDENCIES)"
    r"|(RCLONE|RESTIC|BORG|KUBE|KUBECTL|HELM|ANSIBLE|TF|PULUMI|PACKER|AWS|CLOUDSDK|AZURE|OCI|GAWK"
    r"|FONTCONFIG|TERMINFO|XML|XTABLES|DEVELOPER|DOCKER|COMPOSE|CONTAINERS|VAULT|CONSUL|NOMAD|SSH"
    r"|GPG|NVM|RBENV|ASDF|MISE|COMPOSER|PKG_CONFIG|NODE|BOTO|SOPS|AGE|DRONE|PG|MYSQL|REDIS)_?.*"
    r"|MAGIC|PERLDOC|HG|HGMERGE|COMPOSER|AWK\w*"
)


# Names that an agent program reads itself, but for those that say what its commands run.
OF_AGENT_PROGRAM = lazy(r"(ANTHROPIC|CLAUDE_CODE|CLAUDE_BASH|CODEX|GEMINI|OTEL)_.*")
NAMES_A_FILE = lazy(r".*(SHELL|PATH|DIR|FILE|PREFIX|TMP|HELPER|PLUGIN|EXEC|SETTINGS|ENV|HOOK).*")
# What is often set for all commands of a project, and runs nothing.
PLAIN_VALUES = {
    "NODE_OPTIONS": lazy(
        r"((--max-old-space-size=\d+|--no-warnings|--no-deprecation|--enable-source-maps"
        r"|--experimental-vm-modules|--trace-warnings)( +|$))*"
    ),
    "GOFLAGS": lazy(r"-mod=(mod|vendor|readonly)"),
    "LD_LIBRARY_PATH": lazy(r"(/(usr|opt|lib|lib64|nix)(/[\w+-][\w.+-]*)*(:|$))*"),
}
PLAIN_NAMES = lazy(
    r"PYTHON(UNBUFFERED|DONTWRITEBYTECODE|UTF8|IOENCODING|HASHSEED|NODEBUGRANGES)"
    r"|RUST_(BACKTRACE|LOG)|GIT_TERMINAL_PROMPT|GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)"
)
PAGERS = lazy(r"(GIT_|GH_|MAN)?PAGER|SYSTEMD_PAGER|AWS_PAGER")
EDITORS = lazy(r"(GIT_)?(SEQUENCE_)?EDITOR|VISUAL")
# Empty, these still change what runs.
NEVER_EMPTY = frozenset("PATH HOME IFS LD_TRACE_LOADED_OBJECTS LD_SHOW_AUXV".split())


def harmless_to_all(name: str, value: str) -> bool:
    """Say whether a variable that is set for every command of an agent changes none of them."""
    if not value and name not in NEVER_EMPTY:
        return True
    plain = PLAIN_VALUES.get(name)
    if plain is not None and plain.fullmatch(value):
        return True
    if PAGERS.fullmatch(name) and value in ("cat", "less", "more"):
        return True
    if EDITORS.fullmatch(name) and value in ("true", ":", "false"):
        return True
    if OF_AGENT_PROGRAM.fullmatch(name):
        return NAMES_A_FILE.fullmatch(name) is None
    return PLAIN_NAMES.fullmatch(name) is not None or (
        name != "ENV" and harmless_before(name, value)
    )


def harmless_before(name: str, value: str) -> bool:
    """Say whether setting a variable for a program changes nothing of what that does."""
    return harmless(name, value) and (SPEAKING.fullmatch(name) is None or name in WELL_KNOWN)


def harmless(name: str, value: str) -> bool:
    """Say whether setting a variable changes neither what runs nor what is found."""
    if name in EVALUATED:
        return value.isascii() and value.isdigit()
    if name == "PATH":
        return bool(value) and all(folder in SYSTEM_FOLDERS for folder in value.split(":"))
    return (
        name not in RUNS_CODE
        and FAMILIES.fullmatch(name) is None
        and not value.startswith("()")  # an exported function
    )
