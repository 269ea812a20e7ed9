"""
What nobody sees of a text: letters without a form, joiners without letters, hidden controls.

To Python most of them are printable; people see nothing, and a model reads all of them.
"""

from __future__ import annotations

from proctor.terms.lazy_pattern import lazy
from proctor.terms.lookalikes import marked

# Letters and marks that have no form or an empty one: variation selectors and what else programs
# leave out when they draw a text, fillers, and blanks that are no spaces.
FORMLESS = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u2d7f\u3164\ufe00-\ufe0e\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef"
)
# Signs that are drawn as emoji with a selector behind them; digits are with a keycap around them.
SIGN = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u27bf\u2900-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff]"
)
KEY, SELECTOR, CAP = "[0-9#*]", "\ufe0f", "\u20e3"
STRAY = f"(?<!{SIGN})(?!(?<={KEY}){SELECTOR}{CAP}){SELECTOR}"
UNSEEN = lazy(f"[{FORMLESS}]|{STRAY}")
# A sign with what belongs to it.
EMOJI = lazy(f"{SIGN}{SELECTOR}|{KEY}{SELECTOR}{CAP}")
# Besides, whatever lets a text say more than is seen of it. One joiner between letters of other
# scripts, or between emoji, is how these are written.
LETTER = "[^\\x00-\\xff\u2000-\u206f]"
HIDDEN = lazy(
    f"[{FORMLESS}]|{STRAY}|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\u00ad\u061c\u180e\u200b"
    "\u200e-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    f"|(?<!{LETTER})[\u200c\u200d]|[\u200c\u200d](?!{LETTER})"
)


def formed(text: str) -> str:
    """Return the text with letters that have no form spelled out; controls stay."""
    return text if text.isascii() else UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    """Return the text on one line, with lookalikes marked and everything invisible spelled out."""
    if text.isprintable() and text.isascii():
        return text
    shown = marked(formed(text))
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in shown)


def hidden_in(text: str) -> str:
    """Return the first character that lets a text say more than is seen, as `U+200B`; else ""."""
    found = None if text.isascii() and text.isprintable() else HIDDEN.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def is_whole(text: str) -> bool:
    """Say whether a text has no half of a character in it: such a one cannot be written."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
