"""The words of tmux."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
tmux ls
tmux list-sessions -F '#S'
tmux list-panes -a -F '#{pane_id} #{pane_pid}'
tmux display-message -p '#S'
tmux show-window-options -g
tmux has-session -t shop
tmux -V
tmux --help
[code]
tmux
tmux -f a.conf ls
[secret]
tmux show-environment
tmux showenv -g
[code unknown]
tmux display-message -p '#(date)'
tmux ls -F '#(date)'
tmux ls -f '#(date)'
tmux display -p x ';' run-shell date
tmux display -p 'x;' run-shell date
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_formats_and_further_commands_are_no_plain_text(command: str, expected: set[str]) -> None:
    """A list or a message only reads, unless a command stands in its words."""
    assert expected == told(command)
