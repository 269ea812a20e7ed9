"""Who gets in by HTTP, and who does not; asked of the real server."""

from __future__ import annotations

import httpx
import pytest

from proctor.server.access import PERSON, Access
from proctor.server.tokens import Tokens
from tests.server.web import STRICT, Web, error_of, problem_in, status_of

NEEDED = "a person's token is needed: `Authorization: Bearer …`, see `proctor token`"
NOBODY = "this token is nobody's; see `proctor token`"
BY_NAME = "this server is reached by 127.0.0.1 and its port only"
OTHER_SITE = "requests from other sites are refused"
PATHS = [
    ("GET", "/api/status"),
    ("GET", "/api/audit"),
    ("GET", "/api/audit/1"),
    ("GET", "/api/agents"),
    ("GET", "/api/events"),
    ("GET", "/api/approvals"),
    ("GET", "/api/approvals/1"),
    ("POST", "/api/approvals/1"),
    ("GET", "/api/grants"),
    ("POST", "/api/grants"),
    ("DELETE", "/api/grants/1"),
    ("POST", "/api/decide"),
    ("GET", "/api/openapi.json"),
    ("OPTIONS", "/api/decide"),
    ("GET", "/healthz/"),
    ("GET", "/healthz/../api/status"),
    ("GET", "/healthz%2f..%2fapi/status"),
    ("GET", "/api/status?token="),
]
# What is no program's, there or not.
PAGES = ["/", "/docs", "/approvals?x=1", "//healthz", "/HEALTHZ"]


def get(site: Web, path: str = "/api/status", **headers: str) -> httpx.Response:
    """Ask as the person, with other headers."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return site.client.get(path, headers=names)


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_every_path_needs_a_token(site: Web, method: str, path: str) -> None:
    """Whatever is asked without one, also of what is not there, is answered alike."""
    answer = site.raw(site.head(f"{method} {path}", token=False))

    assert status_of(answer) == 401
    told = error_of(answer)
    assert (told["detail"], told["code"], told["help"]) == (NEEDED, "token-missing", None)
    assert b"\r\nwww-authenticate: Bearer\r\n" in answer
    assert b"\r\nallow:" not in answer


@pytest.mark.parametrize("path", PAGES)
def test_who_opens_a_page_is_led_to_where_pages_are(site: Web, path: str) -> None:
    """Without a token nothing is told here, also not whether it is there."""
    answer = site.raw(site.head(f"GET {path}", token=False))

    assert status_of(answer) == 308
    assert f"\r\nlocation: {site.server.info['page']}{path}\r\n".encode() in answer
    assert answer.endswith(b"\r\n\r\n")


def test_whether_it_is_there_is_told_to_everybody(site: Web) -> None:
    """Without a token it says that it is there, and nothing else: no name, no version."""
    answer = httpx.get(f"{site.server.info['url']}/healthz", trust_env=False)

    assert (answer.status_code, answer.text) == (200, '{"ok":true}')
    assert set(answer.headers) == {"date", "content-length", "content-type", *STRICT}


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ("Bearer {}x", NOBODY),
        ("Bearer x", NOBODY),
        ("Bearer x{}", NOBODY),
        ("Bearer {} {}", NOBODY),
        ("Bearer {},{}", NOBODY),
        ("Bearer é", NOBODY),
        ("Bearer " + "x" * 20_000, NOBODY),
        ("Bearer ", NOBODY),
        ("Bearer", NEEDED),
        ("Bearer{}", NEEDED),
        ("Basic {}", NEEDED),
        ("{}", NEEDED),
        ("", NEEDED),
    ],
    ids=lambda text: text[:20],
)
def test_a_wrong_token_is_nobodys(site: Web, form: str, message: str) -> None:
    """Only the whole token, in the one form, is a person's."""
    header = "Authorization: " + form.replace("{}", site.token)
    answer = site.raw(site.head("GET /api/status", header, token=False))

    assert (status_of(answer), error_of(answer)["detail"]) == (401, message)
    assert site.token.encode() not in answer


@pytest.mark.parametrize("form", ["Bearer {}", "bearer {}", "BEARER {}", "Bearer   {}"])
def test_a_token_is_a_persons(site: Web, form: str) -> None:
    """The word before it may be written in any case, as for every server."""
    assert get(site, Authorization=form.replace("{}", site.token)).status_code == 200


def test_a_token_is_taken_from_nowhere_else(site: Web) -> None:
    """An address ends up in histories and logs, a cookie is sent by any page."""
    for line, header, status in (
        (f"GET /api/status?token={site.token}&access_token={site.token}", "X-A: b", 401),
        ("GET /api/status", f"Cookie: token={site.token}; Authorization=Bearer {site.token}", 421),
        ("GET /api/status", f"Proxy-Authorization: Bearer {site.token}", 401),
        ("GET /api/status", f"X-Api-Key: {site.token}", 401),
    ):
        assert status_of(site.raw(site.head(line, header, token=False))) == status


@pytest.mark.parametrize("name", ["Host", "Origin", "Authorization", "Sec-Fetch-Site"])
def test_what_counts_comes_once(site: Web, name: str) -> None:
    """Of two headers nobody knows which one another program would believe."""
    good = {
        "Host": f"127.0.0.1:{site.port}",
        "Origin": site.server.info["url"],
        "Authorization": f"Bearer {site.token}",
        "Sec-Fetch-Site": "same-origin",
    }
    for values in ((good[name], good[name]), (good[name], "x"), ("x", good[name])):
        rest = [f"{other}: {value}" for other, value in good.items() if other != name]
        twice = [f"{name}: {value}" for value in values]
        head = site.head("GET /healthz", *rest, *twice, token=False, host=False)
        answer = site.raw(head)

        assert status_of(answer) == 400
        assert error_of(answer)["detail"] == f"the header `{name.lower()}` came twice"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{}",
        "127.0.0.1",
        "localhost",
        "127.0.0.1:1",
        "127.0.0.1:{}0",
        "localhost.:{}",
        "127.0.0.1:{}.evil.example",
        "evil.example@127.0.0.1:{}",
        "127.0.0.1:{},evil.example",
        "0.0.0.0:{}",
        "127.1:{}",
        "[::1]:{}",
        "2130706433:{}",
        "localhost.evil.example:{}",
        "",
    ],
)
def test_a_name_that_is_not_ours_is_refused(site: Web, host: str) -> None:
    """A page whose name was made to lead here says its own name, and gets nothing."""
    for path in ("/api/status", "/healthz"):
        header = f"Host: {host.replace('{}', str(site.port))}"
        answer = site.raw(site.head(f"GET {path}", header, host=False))

        assert (status_of(answer), error_of(answer)["detail"]) == (421, BY_NAME)


def test_no_name_is_refused_too(site: Web) -> None:
    """A request without a Host is not from a browser, and not for us."""
    assert status_of(site.raw(site.head("GET /healthz", host=False))) == 421
    assert status_of(site.raw(b"GET /healthz HTTP/1.0\r\n\r\n")) == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_our_names_are_known(site: Web, host: str) -> None:
    """Names have no case; a program that bears a token may say any of them."""
    assert get(site, Host=f"{host}:{site.port}").status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "http://evil.example",
        "https://127.0.0.1:{}",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://127.0.0.1:{}/",
        "http://localhost:{}",
        "http://127.0.0.1:{}.evil.example",
        "http://evil.example http://127.0.0.1:{}",
        "file://",
    ],
)
def test_a_page_from_elsewhere_is_refused(site: Web, origin: str) -> None:
    """With a token or without, and with nothing that would let the page read the answer."""
    said = origin.replace("{}", str(site.port))
    for path in ("/api/status", "/healthz"):
        answer = get(site, path, Origin=said)

        assert answer.status_code == 403
        told = problem_in(answer.json(), 403)
        assert (told["detail"], told["code"]) == (OTHER_SITE, "other-site")
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_page_of_ours_gets_in(site: Web) -> None:
    """Its Origin is the very address that it asks."""
    for name in ("127.0.0.1", "localhost"):
        there = f"{name}:{site.port}"
        assert get(site, Host=there, Origin=f"http://{there}").status_code == 200


@pytest.mark.parametrize(
    ("said", "status"),
    [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("", 403)],
)
def test_a_browser_tells_where_a_request_is_from(site: Web, said: str, status: int) -> None:
    """Another port of this machine is the same site, and still not us."""
    assert get(site, Sec_Fetch_Site=said).status_code == status


def test_a_preflight_is_refused(site: Web) -> None:
    """No page is told that it may ask, whoever it is."""
    asks = ("Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization")
    own, evil = f"Origin: {site.server.info['url']}", "Origin: http://evil.example"
    for origin, token, status in ((evil, False, 403), (own, False, 401), (own, True, 405)):
        answer = site.raw(site.head("OPTIONS /api/decide", origin, *asks, token=token))

        assert status_of(answer) == status
        assert b"access-control" not in answer.lower()


def test_what_a_proxy_would_say_is_not_believed(site: Web) -> None:
    """There is no proxy: whoever claims to be one wants to be somebody else."""
    claims = {
        "X_Forwarded_Host": f"127.0.0.1:{site.port}",
        "X_Forwarded_For": "127.0.0.1",
        "Forwarded": f"host=127.0.0.1:{site.port}",
        "X_Original_URL": "/healthz",
        "X_HTTP_Method_Override": "DELETE",
    }
    assert get(site, Host="evil.example", **claims).status_code == 421
    assert get(site, **claims).json()["pid"] == site.server.info["pid"]


def test_a_token_that_is_revoked_counts_no_more(site: Web) -> None:
    """At once, on a connection that is open already."""
    tokens = Tokens(site.home)
    header = f"Bearer {tokens.new_token('grace')}"
    before = get(site, Authorization=header).status_code
    tokens.revoke("grace")

    assert (before, get(site, Authorization=header).status_code) == (200, 401)


def test_the_usual_port_is_left_out_of_a_name(site: Web) -> None:
    """Browsers do not say `:80`, so there the name alone is ours too."""
    scope = {
        "headers": [(b"host", b"localhost"), (b"authorization", f"Bearer {site.token}".encode())],
        "path": "/api/status",
    }

    assert Access(Tokens(site.home), 80).refusal(scope) is None
    assert scope[PERSON]
    assert Access(Tokens(site.home), 81).refusal(scope) == (421, BY_NAME, "wrong-host", None)
