"""
Files that hold secrets, by their name or by where they lie.

Both the class `@secret` of commands and that of file tools come from here. A
path is looked at segment by segment, so that a copy elsewhere counts too.
"""

from __future__ import annotations

import re
from functools import lru_cache

from proctor.terms.lazy_pattern import lazy

KEYS = "it is a private key or a key store"
ACCESS = "it holds passwords or access tokens"
ENVIRONMENT = "it holds the settings of an environment, passwords among them"
HISTORY = "it holds what was typed, passwords among it"

# The names of files, whatever folder they are in.
NAMES = {
    **dict.fromkeys(
        ".env .envrc .flaskenv .dev.vars .env.local .env.production .env.development".split(),
        ENVIRONMENT,
    ),
    **dict.fromkeys(
        "id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk identity.asc secring.gpg "
        "private.key privkey.pem server.key client.key ssh_host_rsa_key ssh_host_ed25519_key "
        "ssh_host_ecdsa_key master.key key.txt.age .vault_pass .vault-password wallet.dat".split(),
        KEYS,
    ),
    **dict.fromkeys(
        ".netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .npmrc .yarnrc.yml .pypirc "
        ".git-credentials .htpasswd .vault-token .s3cfg .boto .dockercfg .rediscli_auth "
        ".terraformrc terraform.rc credentials.tfrc.json .databrickscfg .snowsql .ldaprc "
        ".msmtprc .fetchmailrc .authinfo .authinfo.gpg .gem_credentials .kaggle.json "
        "credentials.json client_secret.json service-account.json serviceaccount.json "
        "service_account.json application_default_credentials.json access_tokens.db "
        "credentials.db .Xauthority .ICEauthority kaggle.json "
        "secrets.yml secrets.yaml secrets.json secrets.toml secrets.env "
        "credentials.yml credentials.yaml credentials.yml.enc .secrets auth.json hosts.yml "
        "terraform.tfvars terraform.tfstate terraform.tfstate.backup shadow shadow- gshadow "
        "gshadow- master.passwd sudoers krb5.keytab .credentials.json login.keychain-db "
        "login.keychain cookies.sqlite logins.json key4.db .claude.json .sentryclirc "
        "wp-config.php kubeconfig kubeconfig.yaml kubeconfig.yml local.settings.json gcp-key.json "
        "credentials.csv rootkey.csv accesskeys.csv password.txt passwords.txt secret.txt "
        "secrets.txt token.txt tokens.txt .token .password .passwd .dockerconfigjson "
        "wpa_supplicant.conf".split(),
        ACCESS,
    ),
    **dict.fromkeys(
        ".bash_history .zsh_history .python_history .psql_history .mysql_history "
        "fish_history .viminfo .node_repl_history .sqlite_history .rediscli_history "
        ".irb_history .lesshst".split(),
        HISTORY,
    ),
}
NAMES = {name.lower(): why for name, why in NAMES.items()}
# Names that mean something else unless they lie where secrets lie.
ONLY_IN = {
    "shadow": "/etc/", "shadow-": "/etc/", "gshadow": "/etc/", "gshadow-": "/etc/",
    "sudoers": "/etc/", "hosts.yml": "/.config/gh/",
    "auth.json": ("/.composer/", "/composer/", "/containers/", "/.codex/", "/opencode/"),
}  # fmt: skip
ENDINGS = {
    **dict.fromkeys(
        (".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".asc.key",
         ".keychain", ".keychain-db", ".gpg.key", ".agekey", ".p8", ".pkcs12", ".ovpn", ".jceks"),
        KEYS,
    ),
    **dict.fromkeys((".tfvars", ".tfstate", ".tfvars.json", ".kubeconfig"), ACCESS),
}  # fmt: skip
# Folders all of whose files count, wherever they are.
FOLDERS = {
    ".ssh": KEYS, ".gnupg": KEYS, ".aws": ACCESS, ".azure": ACCESS, ".kube": ACCESS,
    ".password-store": ACCESS, ".docker/config.json": ACCESS, ".config/gcloud": ACCESS,
    "Keychains": KEYS, "keyrings": ACCESS, ".oci": ACCESS, ".config/op": ACCESS,
    ".bluemix": ACCESS, ".fly": ACCESS,
    ".config/doctl": ACCESS, ".config/gh": ACCESS, ".config/hub": ACCESS, ".config/rclone": ACCESS,
    ".config/containers": ACCESS, ".config/sops": KEYS, ".config/age": KEYS, ".vault.d": ACCESS,
    ".config/git/credentials": ACCESS, "com.vercel.cli": ACCESS, ".vercel": ACCESS,
    ".wrangler": ACCESS, ".config/ngrok": ACCESS, ".tsh": ACCESS, ".mc": ACCESS,
    ".config/hcloud": ACCESS, ".config/helm": ACCESS, ".config/openai": ACCESS,
    ".config/atuin": ACCESS, ".config/heroku": ACCESS, ".config/configstore": ACCESS,
    ".gem/credentials": ACCESS,
    ".cargo/credentials": ACCESS, ".cargo/credentials.toml": ACCESS, ".m2/settings.xml": ACCESS,
    ".m2/settings-security.xml": ACCESS, ".gradle/gradle.properties": ACCESS,
    ".nuget/NuGet.Config": ACCESS, ".config/pip/pip.conf": ACCESS, ".pip/pip.conf": ACCESS,
    ".terraform.d/credentials.tfrc.json": ACCESS, ".claude/.credentials.json": ACCESS,
    ".codex/auth.json": ACCESS, ".gemini/oauth_creds.json": ACCESS, ".mozilla": ACCESS,
    "etc/ssl/private": KEYS, "etc/pki/tls/private": KEYS, "etc/kubernetes": ACCESS,
    "etc/rancher": ACCESS, "etc/sudoers.d": ACCESS, "etc/wireguard": KEYS, "etc/ppp": ACCESS,
    "etc/security/opasswd": ACCESS, "run/secrets": ACCESS, "var/run/secrets": ACCESS,
    "etc/letsencrypt/live": KEYS, "etc/letsencrypt/archive": KEYS,
    ".secrets": ACCESS, "private-keys-v1.d": KEYS, ".thunderbird": ACCESS,
    ".config/google-chrome": ACCESS, ".config/chromium": ACCESS, ".config/BraveSoftware": ACCESS,
    "Application Support/Google/Chrome": ACCESS, "Application Support/Firefox": ACCESS,
    ".config/filezilla": ACCESS, ".subversion/auth": ACCESS, ".config/github-copilot": ACCESS,
    ".huggingface": ACCESS, ".cache/huggingface/token": ACCESS, ".config/solana": KEYS,
    ".ethereum/keystore": KEYS, ".bitcoin": KEYS, ".electrum": KEYS, ".config/stripe": ACCESS,
    ".config/netlify": ACCESS, ".netlify/config.json": ACCESS, ".railway": ACCESS,
    ".config/.wrangler": ACCESS, ".talos": ACCESS, "etc/mysql/debian.cnf": ACCESS,
    "etc/NetworkManager/system-connections": ACCESS,
}  # fmt: skip
# In those folders, what anybody may see.
OPEN = lazy(r".*\.pub|known_hosts(\.old)?|.*\.crt|config\.example|README.*|.*\.md")
SAMPLE = lazy(r"\.(example|sample|template|dist|tmpl|defaults?|schema)$")
ENVIRONMENTS = lazy(r"\.env[\w.-]*|[\w-]+\.env")
# Some file systems do not tell upper and lower case apart.
FOLDED = {name.lower(): why for name, why in FOLDERS.items()}
FOLDER = lazy(f"/({'|'.join(re.escape(name) for name in FOLDED)})(?:/|$)")
DEEPEST = max(name.count("/") for name in FOLDED) + 1
# A copy that an editor, a package, a log or a person has left; also one that was packed.
COPIED = r"(?:bak|backup|bkp|old|orig|original|save[d]?|copy|prev|previous|tmp|temp)"
BACKUP = lazy(
    rf"(?:~\d*|\.~\d+~|#|[-._ ]{COPIED}[-._]?\d*|\.sw[a-p]|[-._]\d[\d_.:t-]*|\s?\(\d+\)|,v"
    r"|\.(?:dpkg-(?:old|new|bak|tmp)|rpm(?:save|orig|new)|ucf-(?:old|new)|gz|bz2|xz|zst|lz4|zip|7z|tar"
    r"|tgz))$"
)
INSIDE = lazy(rf"[-._ ]{COPIED}\d*(?=\.\w+$)")
NUMBERED = lazy(r"(\.[a-z_]{3,})\d{1,2}")
BEFORE = lazy(r"[.#]?#|copy of |\.(?=\.)")
MOST_COPIES = 6
PROCESS = lazy(r"/proc/[^/]+(/task/[^/]+)?/(environ|mem|maps)$|/proc/kcore$|/dev/k?mem$")
KEY_NAMES = lazy(r"(ssh_host_\w+_key|id_(rsa|dsa|ecdsa|ed25519)[\w.-]*|.*_rsa)")


def secret_place(path: str) -> str | None:
    """Say why a file holds secrets, by its absolute path; None if nothing says so."""
    name = path[path.rfind("/") + 1 :]
    folded = name.lower()
    names = originals(folded)
    if "env" in folded and any(ENVIRONMENTS.fullmatch(one) for one in names):
        return None if any(SAMPLE.search(one) for one in names) else ENVIRONMENT
    for one in names:
        found = secret_by_name(one, path)
        if found:
            return found
    found = secret_folder(path[: -len(name) - 1]) or secret_tail(path)
    if found:
        return None if OPEN.fullmatch(name) else found
    return ACCESS if path.startswith(("/proc/", "/dev/")) and PROCESS.match(path) else None


def originals(name: str) -> tuple[str, ...]:
    """Return a file's name, and those that it is a copy of: `.env` for `.env.bak.2`."""
    found = [name]
    while len(found) <= MOST_COPIES and BACKUP.search(found[-1]):
        found.append(BACKUP.sub("", found[-1]))
    if found[1:] and name[:1] == ".":
        found += [one[1:] for one in found[1:] if one[1:]]  # `.x.yml.swp` is what an editor keeps
    if name[:1] in (".", "#", "c") and BEFORE.match(name):
        found += [BEFORE.sub("", one) for one in list(found)]
    if INSIDE.search(name):
        found.append(INSIDE.sub("", name))
    numbered = NUMBERED.fullmatch(name) if name[:1] == "." else None
    if numbered:
        found.append(numbered[1])
    return tuple(found)


def secret_by_name(name: str, path: str) -> str | None:
    """Say why a file of this name, in lower case, holds secrets."""
    found = NAMES.get(name)
    if found and found_here(name, path):
        return found
    dot = name.find(".", 1)
    if dot > 0:
        found = ENDINGS.get(name[name.rfind(".") :]) or ENDINGS.get(name[dot:])
        if found:
            return found
    if "_" in name and KEY_NAMES.fullmatch(name) and not name.endswith(".pub"):
        return KEYS
    return None


def found_here(name: str, path: str) -> bool:
    """Say whether a name that means a secret only in some folders lies in one."""
    where = ONLY_IN.get(name)
    if where is None:
        return True
    return any(place in path for place in ((where,) if isinstance(where, str) else where))


def secret_tail(path: str) -> str | None:
    """Say why the end of a path is a folder, or a file in one, that counts."""
    there = FOLDER.search("/" + "/".join(path.rsplit("/", DEEPEST)[1:]).lower())
    return FOLDED[there[1]] if there else None


@lru_cache(maxsize=1024)
def secret_folder(path: str) -> str | None:
    """Say why everything in a folder on the way to a path counts."""
    there = FOLDER.search(path.lower())
    return FOLDED[there[1]] if there else None
