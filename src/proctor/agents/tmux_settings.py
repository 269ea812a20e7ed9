"""
The settings of the tmux server in which agents run.

One prefix key, a status bar that says what the agent does, and keys that lead from agent to
agent. What tmux offers besides (new windows, its command line, menus) is taken away: there is
one program in each terminal. What a program prints can neither rename nor retitle anything,
nor reach the terminal around it, nor fill its clipboard.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from proctor.agents.tmux_program import quoted
from proctor.own_process import own_command

# Which settings a server has: the hash of their text.
MARK = "@settings"
MARK_LENGTH = 16
KEY, SHOWN_KEY = "C-]", "C-]"
NAMED = "tmux-256color"
# Where systems keep what they know of terminals; macOS has folders by a letter's number.
TERMINFO = ("/usr/share/terminfo", "/lib/terminfo", "/etc/terminfo", "/usr/lib/terminfo")
LETTERS = ("t", "74")

SETTINGS = """\
set -s exit-empty off
set -s escape-time 0
set -s set-clipboard external
set -s buffer-limit 5
set -s focus-events on
set -sq extended-keys on
set -s default-terminal {terminal}
set -s 'terminal-features[100]' "*:RGB"
set -g default-shell /bin/sh
set -g update-environment ""
set -g prefix {key}
set -g prefix2 None
set -g mouse on
set -g history-limit 20000
set -g display-time 3000
set -g set-titles off
set -g detach-on-destroy on
set -g visual-bell off
set -wg window-size latest
set -wg allow-rename off
set -wg automatic-rename off
set -wgq allow-passthrough off
set -wg mode-keys emacs
set -wg remain-on-exit on
set -wgq remain-on-exit-format ""
set -g status on
set -g status-position bottom
set -g status-interval 2
set -g status-justify left
set -g status-left-length 200
set -g status-right-length 100
set -g status-style "fg=white,bg={colour}"
set -g status-left "{left}"
set -g status-right "{right}"
set -wg window-status-format ""
set -wg window-status-current-format ""
set -g message-style "fg=black,bg=yellow"
"""
COLOUR = (
    "#{?pane_dead,colour240,#{?#{==:#{BAR_STATE_KIND},blocked},red,"
    "#{?#{==:#{BAR_STATE_KIND},idle},colour240,#{?#{==:#{BAR_STATE_KIND},exited},colour240,colour24}}}}"
)
# A server that looks after the bars says so every few seconds.
LOOKED_AFTER = "#{e|<|:#{e|-|:%s,0#{BAR_BEAT}},15}"
UNKNOWN = "no server tells its state"
GONE = "#{?#{m/r:^(exited|lost)$,#{BAR_STATE_KIND}},#{BAR_STATE},ended}"
WAITING = (
    "#{?BAR_QUESTIONS, · #{BAR_QUESTIONS} waiting,}#{?#{==:#{BAR_WAITING},#{BAR_QUESTIONS}},,"
    "#{?BAR_QUESTIONS, of #{BAR_WAITING}, · #{BAR_WAITING} waiting elsewhere}}"
)
LEFT = (
    " #[bold]#{session_name}#[nobold]#{?BAR_ROLE, · #{BAR_ROLE},}"
    f" · #{{?pane_dead,{GONE},"
    f"#{{?{LOOKED_AFTER},#{{?BAR_STATE,#{{BAR_STATE}},{UNKNOWN}}},{UNKNOWN}}}}}{WAITING} "
)
# Where there is little room, what the agent does is worth more than the names of keys.
FIRST_KEY = "#{?pane_dead,r start again,a answer}"
RIGHT = (
    f"{SHOWN_KEY} #{{?#{{e|<|:#{{client_width}},90}},?,{FIRST_KEY} · "
    "#{?#{e|<|:#{client_width},130},,n next · l list · }d detach · ? help} "
)
# What the mouse does: it scrolls and selects, and a program that wants it gets it.
MOUSE = """\
bind -n MouseDown1Pane { select-pane -t= ; send-keys -M }
bind -n MouseDrag1Pane { if -F "#{||:#{pane_in_mode},#{mouse_any_flag}}" { send-keys -M } { \
copy-mode -M } }
bind -n WheelUpPane { if -F "#{||:#{pane_in_mode},#{mouse_any_flag}}" { send-keys -M } { \
copy-mode -e } }
"""
# What starts it again has none of the variables that a person has: those of the last start hold.
SAME = ("--detach", "--same-variables")
# Whoever looks at an agent answers that one's questions before those of others.
ANSWER = ("approvals", "--watch", "--until-empty")
IN_USE = "it is still running: proctor restart #{session_name}"
NONE_BLOCKED = "no other agent is blocked"


def settings_text(home: Path) -> str:
    """Return the text of tmux.conf; the same for every process of one installation."""
    program = own_command()
    settings = SETTINGS.format(
        terminal=terminal_name(), key=KEY, colour=COLOUR, left=LEFT, right=RIGHT
    )
    variable = f"set-environment -g PROCTOR_HOME {quoted(str(home))}\n"
    text = f"{settings}{variable}unbind -aq -T prefix\nunbind -aq -T root\n{MOUSE}{keys(program)}"
    mark = sha256(text.encode(errors="replace")).hexdigest()[:MARK_LENGTH]
    return f"{text}set -g {MARK} {mark}\n"


def mark_of(text: str) -> str:
    """Return the mark that a text of settings ends with."""
    return text.rpartition(" ")[2].strip()


def keys(program: Sequence[str]) -> str:
    """Return what the keys behind the prefix do, given the words that run `proctor`."""
    listing = popup(" agents ", [*program, "list", "--watch"])
    # Where a format is put in later, a name of ours is none.
    named = [word.replace("#", "##") for word in program]
    answer = popup(" questions ", [*named, *ANSWER, "--first", "#{session_name}"])
    relaunch = popup(" start again ", [*named, "restart", "#{session_name}", *SAME])
    does = {
        "a": ("answer questions", later(answer)),
        "n": ("next blocked agent", either("#{BAR_NEXT_BLOCKED}", NEXT, told(NONE_BLOCKED))),
        "l": ("list of agents", listing),
        "r": ("start again", either("#{pane_dead}", later(relaunch), told(IN_USE))),
        "[": ("scroll back", "copy-mode"),
        "d": ("detach", "detach-client"),
    }
    lines = [f"bind -N {quoted(what)} {key} {command}\n" for key, (what, command) in does.items()]
    items = " ".join(f"{quoted(what)} {key} {quoted(do)}" for key, (what, do) in does.items())
    menu = f"display-menu -T {quoted(f' keys behind {SHOWN_KEY} ')} -x C -y C {items}"
    others = [f"bind {KEY} send-prefix\n", "bind PPage copy-mode -u\n", f"bind ? {menu}\n"]
    return "".join(lines + others)


def popup(title: str, words: Sequence[str]) -> str:
    """Return the command that runs words in a window over the terminal, and shows an error."""
    return f"display-popup -EE -w 90% -h 90% -T {quoted(title)} -- {' '.join(map(quoted, words))}"


def either(condition: str, then: str, otherwise: str) -> str:
    """Return the command that does one or the other thing."""
    return f"if-shell -F {quoted(condition)} {quoted(then)} {quoted(otherwise)}"


def later(command: str) -> str:
    """Return the command whose formats are put in when it is done."""
    return f"run-shell -C {quoted(command)}"


def told(text: str) -> str:
    """Return the command that shows a text for a moment."""
    return f"display-message {quoted(text)}"


NEXT = later("switch-client -t '=#{BAR_NEXT_BLOCKED}'")


def terminal_name() -> str:
    """Return what programs are told their terminal is; not every system knows the right name."""
    known = any(Path(place, letter, NAMED).exists() for place in TERMINFO for letter in LETTERS)
    return NAMED if known else "screen-256color"
