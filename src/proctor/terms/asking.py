"""What a config.yaml says of asking: who may answer, where they are asked, how long it waits."""

from __future__ import annotations

from collections.abc import Mapping

from proctor.terms.named_tuple import NamedTuple
from proctor.terms.person import Person

TIMEOUT = 60.0
# What turns Telegram on where no config does: ours, or else that of agentize.
TELEGRAM_SWITCHES = ("PROCTOR_USE_TG", "AGENTIZE_USE_TG")
TELEGRAM_VARIABLES = (
    *TELEGRAM_SWITCHES, "TG_API_TOKEN", "TG_CHAT_ID", "TG_APPROVAL_TIMEOUT_SEC",
    "TG_POLL_INTERVAL_SEC", "TG_ALLOWED_USER_IDS",
)  # fmt: skip
NOTHING: Mapping[str, tuple[str, ...]] = {}
# How a reviewer's program finds its login and reaches its service: addresses, keys, proxies,
# certificates, clouds.
REVIEWER_VARIABLES = frozenset(
    """
    CLAUDE_CONFIG_DIR ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN
    ANTHROPIC_BASE_URL ANTHROPIC_CUSTOM_HEADERS ANTHROPIC_SMALL_FAST_MODEL OPENAI_API_KEY
    ANTHROPIC_DEFAULT_HAIKU_MODEL ANTHROPIC_DEFAULT_SONNET_MODEL ANTHROPIC_DEFAULT_OPUS_MODEL
    HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
    NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR
    CLAUDE_CODE_CLIENT_CERT CLAUDE_CODE_CLIENT_KEY CLAUDE_CODE_CLIENT_KEY_PASSPHRASE
    CLAUDE_CODE_USE_BEDROCK ANTHROPIC_BEDROCK_BASE_URL AWS_REGION AWS_DEFAULT_REGION
    AWS_PROFILE AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE
    AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN
    AWS_BEARER_TOKEN_BEDROCK CLAUDE_CODE_SKIP_BEDROCK_AUTH
    CLAUDE_CODE_USE_VERTEX ANTHROPIC_VERTEX_BASE_URL ANTHROPIC_VERTEX_PROJECT_ID
    CLOUD_ML_REGION CLOUDSDK_CONFIG GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT
    CLAUDE_CODE_SKIP_VERTEX_AUTH
    """.split()
)
ChatRoles = Mapping[str, Mapping[str, frozenset[str]]]
NO_CHAT_ROLES: ChatRoles = {}


class ReviewerSettings(NamedTuple):
    """
    How the AI reviewer is reached.

    `kind` is `claude` (the program of that name), `command`, `anthropic` or `openai`
    (an HTTP endpoint that speaks like theirs). `key_variable` names the variable of
    the server's environment in which the endpoint's key stands. `model` counts where
    a role names none.
    """

    kind: str = "claude"
    command: tuple[str, ...] = ()
    url: str = ""
    key_variable: str = ""
    model: str = "haiku"
    seconds: float = 20.0


class Asking(NamedTuple):
    """
    How people are asked, in one home.

    `approvers` maps a role of agents to the roles of people who may answer for it,
    `permission_grants` a role of people to the profiles that they may grant. `chat_roles` has,
    by channel, the id of a chat's role and the roles of people that it stands for. `telegram`
    and `discord` are what is written under those keys, checked, or None.
    `dialog_on_timeout` leaves an expired question to the program's own dialog, where
    somebody sits before it. `timeout` is None where the file does not say it.
    """

    people: tuple[Person, ...] = ()
    chat_roles: ChatRoles = NO_CHAT_ROLES
    approvers: Mapping[str, tuple[str, ...]] = NOTHING
    permission_grants: Mapping[str, tuple[str, ...]] = NOTHING
    timeout: float | None = None
    dialog_on_timeout: bool = True
    inbox: bool = True
    telegram: Mapping[str, object] | None = None
    discord: Mapping[str, object] | None = None
    reviewer: ReviewerSettings = ReviewerSettings()
