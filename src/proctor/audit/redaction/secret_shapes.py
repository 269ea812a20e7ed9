"""
The shapes of known keys and tokens: what is a secret wherever it stands.

Data and the patterns made of it. Every shape but that of a private key's block
holds twenty characters of `LONG_RUN` in a row, so that one cheap search rules
all of them out. No pattern has two ways to read one text, and what may repeat
without a bound is possessive or stands at the end: the time is linear.
"""

from __future__ import annotations

import re
from functools import cache

from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from proctor.audit.redaction.secret_spans import Span

LONG_RUN = lazy(r"[\w-]{20}", re.ASCII)

# A prefix, and how many characters [A-Za-z0-9_-] follow it at least.
PREFIXES = {
    # code hosts and package registries
    r"gh[opsur]_": 16, "github_pat_": 16, r"gl(?:pat|dt|rt|soat|cbt|ptt|ft|imt|agent)-": 16,
    "npm_": 20, "pypi-": 20, "rubygems_": 20, "dckr_[po]at_": 16, "ATATT3": 20, "ATBB": 24,
    "CCIPAT_": 20, "bkua_": 20,
    # models
    "sk-ant-": 14, "sk-proj-": 13, "sk-or-": 14, "hf_": 20, "r8_": 20, "gsk_": 20, "xai-": 20,
    "pplx-": 20, "nvapi-": 20,
    # chat and mail
    r"xox[a-z]-": 16, "xapp-": 16, "xkeysib-": 20, "mlsn\\.": 20,
    # clouds and services
    "AIza": 30, r"ya29\.": 20, "GOCSPX-": 16, "1//0": 20, "dop_v1_": 16, "do[or]_v1_": 16,
    "dapi": 32, r"hv[sbr]\.": 20, r"shp(?:at|ca|pa|ss)_": 16, "lin_(?:api|oauth)_": 16,
    r"[sr]k_(?:live|test|prod)_": 12, "whsec_": 20, "ntn_": 20, "secret_": 40,
    "sq0(?:atp|csp)-": 16, "PMAK-": 20, "NRAK-": 20, "glsa_": 20, "tskey-": 20, "figd_": 20,
    "sbp_": 20, "sb_secret_": 16, "pscale_(?:tkn|pw|oauth)_": 16, "sntry[su]_": 20,
    "CFPAT-": 20, r"dp\.(?:pt|st|ct|sa)\.": 20, "ops_eyJ": 20, "fm[12]_": 20, "fo1_": 20,
    "EAAC": 24, "LTAI": 16, "AGE-SECRET-KEY-": 16, "age-secret-key-": 16, "AGE-PLUGIN-": 16,
}  # fmt: skip
TOKEN = r"[A-Za-z0-9_-]"  # noqa: S105 - a class of characters
# Shapes that are more than a prefix.
OTHERS = (
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16,}",
    # A digit must be near: `sk-learn-something-with-a-long-name` is a name.
    rf"sk-(?=[A-Za-z_-]{{0,40}}[0-9]){TOKEN}{{20,}}",
    rf"key-[0-9a-f]{{32}}(?!{TOKEN})",  # Mailgun
    r"SK[0-9a-f]{32}(?![0-9A-Za-z])",  # Twilio
    rf"SG\.{TOKEN}{{16,}}\.{TOKEN}{{20,}}",  # SendGrid
    rf"eyJ{TOKEN}{{17,}}\.{TOKEN}*(?:\.{TOKEN}*){{0,4}}",  # JWT, JWE
    rf"[MNO]{TOKEN}{{22,27}}\.{TOKEN}{{6,7}}\.{TOKEN}{{27,}}",  # Discord
    rf"pat[A-Za-z0-9]{{14}}\.{TOKEN}{{20,}}",  # Airtable
)
# Proctor's own: a person's, a gateway's, an agent's, a browser's. What stands before one is no
# matter; one that was cut off counts too, if it cannot be a name.
OWN = (
    rf"proctor_(?:[a-z]{{2,8}}_)?(?:(?=[a-z0-9_-]{{0,42}}[A-Z]){TOKEN}{{43,}}"
    rf"|(?=[A-Za-z_-]{{0,15}}[0-9])(?=[a-z0-9_-]{{0,15}}[A-Z])(?=[A-Z0-9_-]{{0,15}}[a-z])"
    rf"{TOKEN}{{16,}})|(?<=/sign-in/){TOKEN}{{43}}"
)
AWS_PREFIXES = ("AKIA", "ASIA", "ABIA", "ACCA")
AWS_ID = lazy(r"(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16,}")
# So far from the id, before it or behind it, its secret is searched for.
AWS_NEAR = 400
AWS_SECRET = lazy(
    r"(?<![A-Za-z0-9/+_-])(?=[a-z0-9/+]{0,39}[A-Z])(?=[A-Z0-9/+]{0,39}[a-z])(?=[A-Za-z/+]{0,39}[0-9])"
    r"[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])"
)
# After these the secret begins: an address that is a key in itself.
ADDRESSES = (
    rf"(?<=hooks\.slack\.com/)(?:services|workflows|triggers)/[A-Z0-9a-z/_-]{{10,}}{TOKEN}{{20,}}",
    rf"(?<=/api/webhooks/)[0-9]{{5,25}}/{TOKEN}{{20,}}",
)
WEBHOOKS = lazy("|".join(ADDRESSES))


@cache
def shapes() -> re.Pattern[str]:
    """Return the pattern of all shapes; it is large, and most processes never need it."""
    prefixed = "|".join(rf"{prefix}{TOKEN}{{{least},}}" for prefix, least in PREFIXES.items())
    # A bot's token also stands behind `bot` in an address.
    bot = rf"(?<![0-9])[0-9]{{6,12}}:AA{TOKEN}{{30,}}"
    return re.compile(rf"(?<![A-Za-z0-9])(?:{prefixed}|{'|'.join(OTHERS)})|{bot}|{OWN}")


def aws_secret_spans(text: str) -> Iterator[Span]:
    """Return what stands near the id of an AWS key and looks like its secret."""
    if not any(prefix in text for prefix in AWS_PREFIXES):
        return
    for key in AWS_ID.finditer(text):
        near = max(key.start() - AWS_NEAR, 0), key.end() + AWS_NEAR
        yield from (found.span() for found in AWS_SECRET.finditer(text, *near))


def has_aws_id(text: str) -> bool:
    """Say whether a text holds the id of an AWS key."""
    return any(prefix in text for prefix in AWS_PREFIXES) and AWS_ID.search(text) is not None


# A block may be cut off, stand on one line, or hold `\n` for its line ends. What
# lies in it is only taken for a key if it looks like one: otherwise a command
# could hide behind the words of the first line.
KEY_BLOCK = lazy(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?P<secret>(?>(?:"
    r"[A-Za-z0-9+/=_-]{16,}"
    r"|\s|\\+[nrt]|[\\\"'+,]"
    r"|(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash): ?[^\n\\\"']{0,100}"
    r"|[A-Za-z0-9+/=]{1,15}(?=(?>(?:\s|\\+[nrt]|[\\\"'+,]){0,20})-----END )"
    r")*)"
    r"[A-Za-z0-9+/=]{0,15})"
)
# `Bearer x` without its header.
BEARER = lazy(r"\bbearer[ \t]+(?P<secret>[A-Za-z0-9._~+/=-]{16,})", re.IGNORECASE | re.ASCII)
