"""Which variables may be set without changing what a command does."""

from __future__ import annotations

from proctor.normalise.shell.variables import harmless
from tests.tables import each_row


@each_row(
    "name",
    [
        "PATH", "LD_PRELOAD", "LD_ANYTHING", "DYLD_X", "GIT_SSH", "GIT_ANYTHING", "PAGER", "IFS",
        "BASH_ENV", "NODE_OPTIONS", "PYTHONPATH", "PERL5OPT", "RUBYOPT", "EDITOR", "HOME",
        "PS4", "PROMPT_COMMAND", "CDPATH", "SHELLOPTS", "BASH_FUNC_x", "npm_config_x",
        "PROCTOR_HOME", "CLAUDE_CONFIG_DIR", "TMUX", "https_proxy", "KUBECONFIG", "LESSOPEN",
    ],
)  # fmt: skip
def test_what_runs_code_or_changes_what_is_found_is_not_harmless(name: str) -> None:
    """No value makes these names harmless."""
    assert not harmless(name, "x")


@each_row("name", ["A", "FOO", "NODE_ENV", "CI", "RAILS_ENV", "DEBUG", "path"])
def test_other_names_are_harmless(name: str) -> None:
    """A plain value to any other name changes neither what runs nor what is found."""
    assert harmless(name, "x")


def test_an_exported_function_is_not_harmless() -> None:
    """Old shells run a value that looks like a function."""
    assert not harmless("A", "() { id; }")
