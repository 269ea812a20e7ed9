"""
Names that say that a secret follows: of options, variables, keys and headers.

A name is cut into words at `-`, `_`, `.` and where the case changes. It says so
if one of its words does, or two neighbours do (`api key`), unless its first or
last word says that something else is meant: `--token-file`, `max_tokens`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from proctor.terms.lazy_pattern import lazy

# One of these is in every name that counts, in lower case; a test holds this.
TRIGGERS = (
    "pass", "pwd", "token", "secret", "key", "auth", "cred", "cookie", "jwt", "bearer",
)  # fmt: skip
# In the query of a URL a few more.
QUERY_TRIGGERS = ("sig",)

WORDS = frozenset(
    "password passwords passwd passphrase passcode passwort pass pwd secret secrets "
    "token tokens apikey apikeys credential credentials cred creds cookie cookies authorization "
    "jwt bearer privkey".split()
)
# What such a word ends with when it is written in one: PGPASSWORD, authtoken.
ENDINGS = (
    "password", "passwd", "passphrase", "passwort", "token", "secret", "apikey", "secretkey",
    "accesskey", "privatekey", "authkey", "storepass", "keypass", "accountkey", "signingkey",
    "encryptionkey", "masterkey", "sharedkey", "credentials", "cookie", "userpass", "dbpass",
    "rootpass", "mysqlpwd", "authorization",
)  # fmt: skip
# Before `key`.
KINDS_OF_KEY = frozenset(
    "api access secret private signing encryption master account shared auth service storage "
    "deploy app application license ssh subscription admin session crypt crypto cipher aes hmac "
    "jwt webhook consumer root live prod integration ingest cookie token preshared".split()
)
WHOLE = frozenset(("auth", "authkey"))
# A name that begins or ends like this speaks of something else.
FIRST = frozenset(
    "no ask show with without list skip use require allow enable disable generate reset print has "
    "is include exclude max min num".split()
)
# Of these, `tokens` are counted: `input_tokens`.
COUNTED = frozenset("total input output prompt completion cached used".split())
LAST = frozenset(
    "file files filename path paths dir directory folder url uri endpoint name names type types "
    "ttl expiry expires expiration length len count counts limit limits size policy policies "
    "manager env var ref refs field fields prompt stdin fd command cmd helper rotation version "
    "provider method mode format scheme issuer audience scope scopes status enabled "
    "required authentication parallelism jar domain usage budget cost age index created updated "
    "pattern regex alias label description title store storage yaml yml json toml txt py js "
    "ts md go rs ini cfg conf sh enc".split()
)
# These hold a secret in spite of their last word.
STILL = lazy(r"(?:secret[-_.]?id|auth[-_.]?store)$", re.IGNORECASE)
IDS = frozenset(("id", "ids"))

HEADERS = frozenset(
    "authorization proxy-authorization cookie set-cookie set-cookie2 x-api-key x-auth-token "
    "x-auth-key x-access-token x-csrf-token x-xsrf-token x-amz-security-token x-vault-token "
    "x-gitlab-token x-goog-api-key x-functions-key x-session-token private-token job-token "
    "api-key apikey ocp-apim-subscription-key x-shopify-access-token x-figma-token dd-api-key "
    "x-amzn-authorization x-token x-secret x-client-secret www-authenticate-token".split()
)
IN_A_QUERY = frozenset(
    "key sig signature x-amz-signature x-amz-credential x-goog-signature x-goog-credential "
    "auth".split()
)

PIECE = lazy(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
LONGEST = 128


@lru_cache(maxsize=4096)
def says_secret(name: str) -> bool:
    """Say whether what stands under a name is a secret."""
    if not any(map(name.lower().__contains__, TRIGGERS)):  # most names, and in a moment
        return False
    if len(name) > LONGEST:
        name = name[-LONGEST:]
    bare = name.strip("-_.:/ \"'").lower()
    if bare in WHOLE or bare in HEADERS:
        return True
    if bare == "oldpwd":
        return False
    pieces = [piece.lower() for piece in PIECE.findall(name)]
    words = [piece for piece in pieces if not piece.isdigit()]
    if not words or not any(counts(words)):
        return bare.endswith(ENDINGS)
    if len(words) > 1 and (words[0] in FIRST or (words[0] in COUNTED and words[-1] == "tokens")):
        return False
    if words[-1] in IDS:
        return STILL.search(name) is not None
    return words[-1] not in LAST


def counts(words: list[str]) -> list[bool]:
    """Say of each word of a name whether it speaks of a secret."""
    return [
        word in WORDS
        or word.endswith(ENDINGS)
        or (word in {"key", "keys"} and at > 0 and words[at - 1] in KINDS_OF_KEY)
        for at, word in enumerate(words)
    ]


def in_query(name: str) -> bool:
    """Say whether a parameter of a URL is a secret, beyond those that always are."""
    return name.lower() in IN_A_QUERY
