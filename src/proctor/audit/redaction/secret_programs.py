"""Options and words of programs that are secrets, though no name says so: the data."""

from __future__ import annotations

from proctor.terms.lazy_pattern import lazy


class Option:
    """
    An option that takes a secret.

    Args:
        flag: As written, `-p`.
        form: `glued` for `-pX`, `next` for `-p X`, `both`.
        after: The secret begins behind this character of the value.
        needs: Only where this word came before.

    """

    __slots__ = ("after", "flag", "form", "needs")

    def __init__(self, flag: str, form: str = "both", *, after: str = "", needs: str = "") -> None:
        self.flag = flag
        self.form = form
        self.after = after
        self.needs = needs


GLUED = (Option("-p", "glued"),)
LOWER_P = (Option("-p"),)
UPPER_P = (Option("-P"),)
LOGIN = (Option("-p", needs="login"),)
CURL = (
    *(Option(flag, after=":") for flag in ("-u", "-U", "--user", "--proxy-user", "-E", "--cert")),
    Option("--oauth2-bearer"),
    Option("-b", after="="),
)
OPTIONS: dict[str, tuple[Option, ...]] = {
    **dict.fromkeys(("mysql", "mariadb", "7z"), GLUED),
    **dict.fromkeys(("rar", "unrar"), (*GLUED, Option("-hp", "glued"))),
    **dict.fromkeys(
        "sshpass mongo cqlsh rabbitmqadmin rdesktop twine ncftp netexec crackmapexec "
        "evil-winrm".split(),
        LOWER_P,
    ),
    **dict.fromkeys("zip unzip sqlcmd ipmitool mosquitto_pub mosquitto_sub".split(), UPPER_P),
    **dict.fromkeys(
        "docker podman nerdctl buildah skopeo helm oras crane az cf oc argocd ibmcloud".split(),
        LOGIN,
    ),
    "curl": CURL,
    **dict.fromkeys(("http", "https", "xh", "xhs"), (Option("-a", after=":"),)),
    **dict.fromkeys(("redis-cli", "valkey-cli", "keydb-cli"), (Option("-a"),)),
    "openssl": (Option("pass:", "glued"), Option("-k", "next"), Option("-K", "next")),
    "ldap": (Option("-w"),),
    **dict.fromkeys(("smbclient", "rpcclient", "smbget"), (Option("-U", after="%"),)),
    "lftp": (Option("-u", after=","),),
    **dict.fromkeys(("plink", "pscp", "psftp"), (Option("-pw", "next"),)),
    **dict.fromkeys(("xfreerdp", "xfreerdp3", "wlfreerdp"), (Option("/p:", "glued"),)),
    "nmcli": (Option("password", "next"),),
    "security": (Option("-w", "next"), Option("-p", "next")),
    "doctl": (Option("-t", "next"),),
    "gh": (Option("-b", "next", needs="secret"), Option("--body", needs="secret")),
}
# Some programs come in families: mysqldump, mariadb-admin, mongosh, ldapsearch, 7za.
FAMILIES = ("mysql", "mariadb", "mongo", "ldap", "7z")

# The first word behind the program, and which of the words that are no options is the secret.
PLACES: dict[str, tuple[tuple[str, int], ...]] = {
    "htpasswd": (("", 2),),
    "rabbitmqctl": (("add_user", 2), ("change_password", 2), ("authenticate_user", 2)),
    "wpa_passphrase": (("", 1),),
    "vault": (("login", 1),),
    "cargo": (("login", 1),),
    "snyk": (("auth", 1),),
    "ngrok": (("authtoken", 1), ("config", 2)),
}

# Behind a word of each, `NAME=value` is a secret whatever the name: `fly secrets set A=x`.
SECRET_STORES = frozenset(("secret", "secrets"))
SECRET_VERBS = frozenset(("set", "generic", "put", "import"))

# Who says a text into a pipe, and who reads a password from it.
SPEAKERS = frozenset(("echo", "printf"))
LISTENERS = frozenset(
    ("--password-stdin", "--with-token", "chpasswd", "--stdin", "--passphrase-fd")
)
LISTENING_FLAG = {"sudo": "S"}

# Short options of curl without a value, that another may be joined to: `-sSu`.
CURL_CLUSTER = lazy(r"-[sSfkLvigIjNnGlqa#0-6]+(?=[uUbE])")

# Each command that counts has one of these words, or a word of a family. Bytes are
# taken apart three times as fast as text.
WORDS = frozenset(
    word.encode() for word in (*OPTIONS, *PLACES, *LISTENERS, *LISTENING_FLAG, *SECRET_STORES)
)
# What stands between words, quotes and folders included.
MARKS = b"/:'\"\\;&|<>()`"
BETWEEN = bytes.maketrans(MARKS, b" " * len(MARKS))


def names_program(low: str) -> bool:
    """Say, in a moment, whether a text in lower case may name a program that counts."""
    if not WORDS.isdisjoint(low.encode("utf-8", "replace").translate(BETWEEN).split()):
        return True
    return any(map(low.__contains__, FAMILIES))
