"""What an upstream is given of the environment."""

from __future__ import annotations

import pytest

from proctor.errors import UpstreamError
from proctor.gateway.upstream_environment import environment_of, headers_of
from proctor.terms.upstream import UpstreamSetting

OUTSIDE = {
    "PATH": "/bin",
    "LC_ALL": "C",
    "KEY": "pa55",
    "PROCTOR_HOME": "/h",
    "LINE": "pa55\r\nx: y",
}


def test_only_harmless_variables_and_those_that_are_set_up_are_given() -> None:
    """`${NAME}` is filled in, another dollar stays, and what is set up wins."""
    setting = UpstreamSetting("a", env=(("A", "x ${KEY}${KEY} $KEY ${"), ("PATH", "/own")))
    expected = {"PATH": "/own", "LC_ALL": "C", "A": "x pa55pa55 $KEY ${"}

    assert expected == environment_of(setting, OUTSIDE)


def test_a_value_that_looks_like_a_name_is_not_filled_in_again() -> None:
    """What a variable holds is taken as it is."""
    setting = UpstreamSetting("a", env=(("A", "${B}"),))

    assert environment_of(setting, {"B": "${KEY}", "KEY": "pa55"}) == {"A": "${KEY}"}


def test_a_missing_variable_is_an_error() -> None:
    """Nothing is started with half of its settings."""
    setting = UpstreamSetting("a", headers=(("x", "${KEY} ${NOT_THERE}"),))
    with pytest.raises(UpstreamError, match="there is no variable `NOT_THERE`") as caught:
        headers_of(setting, OUTSIDE)

    assert caught.value.code == "bad-setting"
    assert "pa55" not in caught.value.render()


def test_no_variable_puts_in_a_header_of_its_own() -> None:
    """A line break in a value is refused, and the value is not shown."""
    setting = UpstreamSetting("a", headers=(("x-key", "${LINE}"),))
    with pytest.raises(UpstreamError, match="the header `x-key` has characters") as caught:
        headers_of(setting, OUTSIDE)

    assert "pa55" not in caught.value.render()
