"""
Mark characters that look like others: `p‹U+0430›ypal` has a Cyrillic letter in a Latin word.

Marked are letters and digits of another script inside a word, a word made only of letters that
look Latin, fullwidth and other variants of ASCII, characters that look like ASCII punctuation,
and combining marks that pile up or strike through. The mark has the same form in every view and
needs no colour. A text that has marks already stays as it is.

Ordinary writing stays as it is: whole words in one script, accents, CJK text with Latin words
in it and fullwidth punctuation beside it, quotation marks, dashes between words, emoji.
"""

# ruff: noqa: RUF001, RUF002 - lookalikes are what this file is about

from __future__ import annotations

import unicodedata
from functools import lru_cache

from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    # Where characters to be marked begin and end.
    Span = tuple[int, int]

OPEN, CLOSE = "‹", "›"
# So many characters of a run are named, the others are counted.
MOST_NAMED = 8
# A longer word is looked at in pieces: a mark is never further away than this.
LONGEST_WORD = 64
# So far around a word that looks Latin is searched for writing in its own script.
AROUND = 24
# So many combining marks may follow a letter: no script needs more.
MOST_MARKS = 4

# Letters, digits, and the marks that belong to them; in pieces, so that the time is linear.
WORD = lazy(
    r"(?:[^\W_]|[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0e31"
    r"\u0e34-\u0e3a\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]){1,192}"
)
NOT_ASCII = lazy(r"[^\x00-\x7f]")
# A mark, as `mark` makes it.
MARK = lazy(r"‹U\+[0-9A-F]{4,6}(?: U\+[0-9A-F]{4,6}){0,7}(?: and [0-9]{1,9} more)?›")

# Written without blanks between words, so that Latin words stand directly beside them.
UNSPACED = frozenset({"CJK", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN"})
CJK = frozenset("CJK HIRAGANA KATAKANA HANGUL BOPOMOFO IDEOGRAPHIC HALFWIDTH YI".split())
LATIN = "LATIN"
# Letters of each script that pass for ASCII.
LOOKS_LATIN = {
    "CYRILLIC": "аеорсухіјѕһкԁԛԝӏьгпАВЕКМНОРСТУХІЈЅҺԌԚԜҮӀ",
    "GREEK": "αινορτυκγχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϹϳ",
    "ARMENIAN": "օոսհյցքգզՏԼՕՍԱ",
    "CHEROKEE": "ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏆᏎᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏩᏮᏳᏴ",
    "COPTIC": "ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲟⲣⲥⲭⲁ",
    "LISU": "".join(map(chr, range(0xA4D0, 0xA4F8))),
    "HEBREW": "סוןח",
    "ARABIC": "اه",
    "CJK": "一ー丨丶丿ノ〇二ニ三工口ロエ〳〵ㅡㅣㅇ",
}
# Latin letters that pass for other Latin letters; accents are no disguise.
ODD_LATIN = frozenset("ﬀﬁﬂﬃﬄﬅﬆɑɡɩɪʋʏᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱꞁꟾǀǃɌʔɁ")
# What looks like ASCII punctuation and has no equal form there.
PUNCTUATION = frozenset(
    "⁄∕⧸╱⟋᜵∖⧵⧹╲⟍∣❘⏐׀∶꞉ː˸։׃܃܄᛬⁚܁ꓸ‚٫¸ꓹ‐‑‒⁃−˗ⲻˍ∼⁓˜῀ˋ‵ʹʻʼʽʾˈˊ′‛ꞌߴ″ʺ˝״׳❨❩❲❳❴❵‹›˂˃ᐸᐳ∗⁎٭꞊⹀゠᐀ꝸ⁒˄ˆ"
)
# Ordinary beside a letter of their own script, or between letters.
OWN_PUNCTUATION = {
    "։": "ARMENIAN", "׃": "HEBREW", "׀": "HEBREW", "״": "HEBREW", "׳": "HEBREW",
    "٫": "ARABIC", "٭": "ARABIC", "ߴ": "NKO", "\u037e": "GREEK",
    "܁": "SYRIAC", "܃": "SYRIAC", "܄": "SYRIAC", "゠": "CJK",
}  # fmt: skip
BETWEEN_LETTERS = frozenset("ʹʻʼʽʾˈːꞌ‐‑′")
# Dashes that pass for the one before an option.
DASHES = frozenset("–—―")
# Blanks that are no space: between two ASCII characters they join what looks separate.
BLANKS = frozenset("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a")
BLANKS |= frozenset("\u202f\u205f\u3000")
# Compatibility forms that nobody takes for the plain one.
PLAINLY_OTHER = (
    "SUPERSCRIPT", "SUBSCRIPT", "FEMININE", "MASCULINE", "CIRCLED", "PARENTHESIZED", "INFORMATION",
)  # fmt: skip
# How names of letters begin that belong to no script.
NO_SCRIPT = frozenset({*PLAINLY_OTHER, "MICRO", "MODIFIER", "ANGSTROM", "OHM", "SCRIPT"})
# Marks that strike a letter through or enclose it; a keycap belongs to emoji.
OVERLAYS = frozenset("\u0334\u0335\u0336\u0337\u0338\u20d2\u20d3\u20d8\u20d9\u20da\u20e5\u20e6")
KEYCAP = "\u20e3"


def marked(text: str) -> str:
    """Return a text in which every lookalike is replaced by its mark."""
    if text.isascii():
        return text
    parts: list[str] = []
    kept = 0
    for start, end in lookalikes(text):
        parts += (text[kept:start], mark(text[start:end]))
        kept = end
    return "".join((*parts, text[kept:])) if parts else text


def mark(chars: str) -> str:
    """Return the mark that stands for some characters; it is short, however many they are."""
    named = " ".join(f"U+{ord(char):04X}" for char in chars[:MOST_NAMED])
    more = f" and {len(chars) - MOST_NAMED} more" if len(chars) > MOST_NAMED else ""
    return f"{OPEN}{named}{more}{CLOSE}"


def lookalikes(text: str) -> Iterator[Span]:
    """Return the stretches of a text that look like something else, from left to right."""
    done = 0
    start = end = -1
    for found in NOT_ASCII.finditer(text):
        at = found.start()
        if at < done:
            continue
        done, spans = lookalikes_at(text, at)
        for first, last in spans:
            if first == end:  # neighbours share a mark
                end = last
                continue
            if end > start:
                yield start, end
            start, end = first, last
    if end > start:
        yield start, end


def lookalikes_at(text: str, at: int) -> tuple[int, list[Span]]:
    """
    Look at the word, or the single character, at a place of a text.

    Returns:
        Where that ends, and what in it is to be marked.

    """
    if text[at] == OPEN and (made := MARK.match(text, at)):
        return made.end(), []
    if is_sign(text[at]):
        end = at
        while end < len(text) and is_sign(text[end]) and is_odd_sign(text, end):
            end += 1
        return max(end, at + 1), [(at, end)] if end > at else []
    start = max(at - LONGEST_WORD, 0)
    # The word may begin with ASCII before this place.
    word = next((each for each in WORD.finditer(text, start) if each.end() > at), None)
    if word is None or word.start() > at:
        return at + 1, []
    stop = min(word.end(), at + LONGEST_WORD)
    odd = odd_letters(text[word.start() : stop], text[max(word.start() - AROUND, 0) : word.start()],
                      text[stop : stop + AROUND])  # fmt: skip
    return stop, joined(word.start() + place for place in odd if word.start() + place >= at)


def joined(places: Iterator[int]) -> list[Span]:
    """Return places as stretches, those that touch as one."""
    spans: list[Span] = []
    for place in places:
        if spans and spans[-1][1] == place:
            spans[-1] = (spans[-1][0], place + 1)
        else:
            spans.append((place, place + 1))
    return spans


def odd_letters(word: str, before: str, after: str) -> list[int]:
    """Return the places of the letters, digits and marks of a word that are lookalikes."""
    scripts = [script_of(char) for char in word]
    counts: dict[str, int] = {}
    for script in scripts:
        if script and script not in UNSPACED:
            counts[script] = counts.get(script, 0) + 1
    # ASCII is what a reader expects; without it, the script of most letters is the word's own.
    own = LATIN if LATIN in counts else max(sorted(counts), key=counts.__getitem__, default="")
    # Fullwidth digits and letters are ordinary in a word of Chinese or Japanese.
    typeset = LATIN not in counts and is_written("CJK", word)
    odd = [
        at
        for at, (char, script) in enumerate(zip(word, scripts, strict=True))
        if (script and script not in UNSPACED and script != own)
        or char in ODD_LATIN
        or (char in PUNCTUATION and is_odd_sign(word, at))
        or (is_variant(char) and not typeset)
    ]
    for script in {*scripts} & LOOKS_LATIN.keys():
        if only_looks(script, word) and not is_written(script, before + " " + after):
            odd += [at for at, found in enumerate(scripts) if found == script]
    return sorted({*odd, *odd_marks(word)})


def odd_marks(word: str) -> list[int]:
    """Return the places of combining marks that pile up, strike through, or stand on no letter."""
    kinds = [unicodedata.category(char) if char > "\u02ff" else "" for char in word]
    odd: list[int] = []
    run: list[int] = []
    for at, kind in enumerate([*kinds, ""]):
        if kind in ("Mn", "Me"):
            run.append(at)
            continue
        if len(run) > MOST_MARKS:
            odd += run
        run = []
    for at, kind in enumerate(kinds):
        alone = kind in ("Mn", "Me") and (at == 0 or word[at - 1] in "0123456789")
        odd_one = word[at] in OVERLAYS or kind == "Me" or alone
        if odd_one and word[at] != KEYCAP:
            odd.append(at)
    return odd


def only_looks(script: str, word: str) -> bool:
    """Say whether all letters of a script in a word pass for ASCII."""
    table = LOOKS_LATIN[script]
    return all(char in table for char in word if script_of(char) == script)


def is_written(script: str, text: str) -> bool:
    """Say whether a text has a letter of a script that passes for no other."""
    table = LOOKS_LATIN[script]
    return any(script_of(char) == script and char not in table for char in text)


def is_sign(char: str) -> bool:
    """Say whether a character stands for itself, and is no part of a word."""
    if char in PUNCTUATION:
        return True
    return not (char.isascii() or char.isalnum() or unicodedata.category(char)[0] == "M")


def is_odd_sign(text: str, at: int) -> bool:
    """Say whether a character that is no letter looks like ASCII punctuation, or a space."""
    char = text[at]
    before = text[at - 1] if at else ""
    after = text[at + 1] if at + 1 < len(text) else ""
    if char in BLANKS:
        wide = char == "\u3000" and "CJK" in (script_of(before), script_of(after))
        return not wide and is_dark(before) and is_dark(after)
    if char in DASHES:
        return (not before or before.isspace()) and after.isascii() and after.isalnum()
    if char in BETWEEN_LETTERS and before.isalpha() and after.isalpha():
        return False
    own = OWN_PUNCTUATION.get(char)
    if own and own in (script_of(before), script_of(after)):
        return False
    if char in PUNCTUATION:
        return True
    return is_variant(char) and not (is_cjk_sign(char) and is_beside_cjk(text, at))


def is_dark(char: str) -> bool:
    """Say whether a character is ASCII, and to be seen."""
    return char.isascii() and char.isprintable() and not char.isspace()


def is_cjk_sign(char: str) -> bool:
    """Say whether a variant of ASCII belongs to Chinese, Japanese or Korean typesetting."""
    return (
        "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uff65" or "\ufe30" <= char <= "\ufe6f"
    )


def is_beside_cjk(text: str, at: int) -> bool:
    """Say whether CJK writing stands directly before or behind the signs at a place."""
    for step in (-1, 1):
        near = at + step
        while 0 <= near < len(text) and abs(near - at) < MOST_NAMED and is_cjk_sign(text[near]):
            near += step
        if 0 <= near < len(text) and script_of(text[near]) == "CJK":
            return True
    return False


@lru_cache(maxsize=4096)
def script_of(char: str) -> str:
    """Return the script of a letter or digit; nothing for ASCII digits and all other characters."""
    if not char:
        return ""
    if char.isascii():
        return LATIN if char.isalpha() else ""
    first = unicodedata.name(char, "").removeprefix("EXTENDED ").partition(" ")[0]
    first = first.partition("-")[0]
    if first in CJK:
        return "CJK" if char.isalnum() and not is_variant(char) else ""
    letter = unicodedata.category(char)[0] == "L" or char.isdecimal()
    return first if letter and first not in NO_SCRIPT and not is_variant(char) else ""


@lru_cache(maxsize=4096)
def is_variant(char: str) -> bool:
    """Say whether a character is another form of one ASCII character, such as a fullwidth one."""
    if char.isascii():
        return False
    plain = unicodedata.normalize("NFKC", char)
    if len(plain) != 1 or not plain.isascii() or plain == " ":
        return False
    return not unicodedata.name(char, "").startswith(PLAINLY_OTHER)
