"""Finding: every filter alone and with each other, words, pages, counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest

from proctor.audit.rows import Kept
from proctor.audit.store import Count, Filter, Store
from tests.contracts.samples import ODD, everything, keep, record

# The trail cuts longer texts before they are kept.
LONGEST_KEPT = 16_384
Fields = dict[str, tuple[Any, Callable[[Kept], bool]]]


def mixed(store: Store) -> list[Kept]:
    """Keep 64 records in which every two columns are mixed."""
    for n, (one, two, three) in enumerate(product(range(4), range(4), range(4))):
        keep(
            store,
            record(
                f"u-{n:02}",
                agent_name=f"coder-{one}",
                role=("coder", "architect", "reviewer", "")[two],
                decision=("allow", "deny", "ask_approved", "ask_denied")[three],
                tool=("Bash", "Write", "Read", "Bash")[(one + two) % 4],
                user_id=("ada", "grace", "", "alan")[(two + three) % 4],
                answered_by=("", "ada", "grace", "")[(one + three) % 4],
                session=f"s-{(one + two + three) % 4}",
                timestamp=f"2026-06-0{1 + two}T1{three}:30:00.000Z",
                action_string=("tool:bash:npm test", "tool:view:a.py", "x", "npm")[three],
                detail=("", "npm ci", "User denied", "")[one],
                about=("", "u-00")[(one + three) % 2],
            ),
            host=("alpha", "beta")[(one + two) % 2],
        )
    return everything(store)


def fields(rows: list[Kept]) -> Fields:
    """Return for each field of a filter a value, and what it means."""
    middle, late = rows[20].n, rows[45].n
    return {
        "agent": ("coder-1", lambda k: k.record.agent_name == "coder-1"),
        "role": ("architect", lambda k: k.record.role == "architect"),
        "decision": ("deny", lambda k: k.record.decision == "deny"),
        "tool": ("Bash", lambda k: k.record.tool == "Bash"),
        "person": ("ada", lambda k: "ada" in {k.record.user_id, k.record.answered_by}),
        "session": ("s-2", lambda k: k.record.session == "s-2"),
        "host": ("beta", lambda k: k.host == "beta"),
        "since": (
            "2026-06-02T11:30:00.000Z",
            lambda k: k.record.timestamp >= "2026-06-02T11:30:00.000Z",
        ),
        "until": (
            "2026-06-03T11:30:00.000Z",
            lambda k: k.record.timestamp < "2026-06-03T11:30:00.000Z",
        ),
        "text": ("npm", lambda k: "npm" in f"{k.record.action_string} {k.record.detail}"),
        "before": (late, lambda k: k.n < late),
        "after": (middle, lambda k: k.n > middle),
        "about": ("", lambda k: k.record.about == ""),
    }


# Words that stand in "tool:bash:git push --force origin/main" or "Ask Zoë: it's 2nd_try".
PRESENT = [
    "git", "GIT", "push --force", "push force", "git push", "origin/main", "origin main",
    "forc", "push forc", "tool:bash:git", "(git push)", '"git push"', "'git", "git*", "-git",
    "+git", "it",
    "zoë", "ZOË", "zo", "it's", "it s", "2nd_try", "2nd try", "2", "2n", "bash", "Ask Zoë: it's",
    "  git   push  ", "git\npush", "^git", "git & push", "git | push", "git:*", "push' force",
    "git%push", "m",
]  # fmt: skip
ABSENT = [
    "push git", "ush", "orce", "git force", "git force push", "gi push", "zoe", "nd",
    "git OR nothing", "git NOT nothing", "git AND push", "NEAR(git push)", "git | nothing",
    "git -push nothing", "words:git nothing", "main ask", "main Ask Zoë", "pu sh", "3rd",
    "!!!", "-", "_", " ", "*", '"', "'", "\\", "%", "()", ":", "\0", "\ud83d", "🦊", "try try",
]  # fmt: skip


def longest(letter: str, last: str) -> str:
    """Return as long a text as the trail keeps, of many different words."""
    words = " ".join(f"{letter}{n}" for n in range(5000))
    return f"{words[: LONGEST_KEPT - len(last) - 1]} {last}"


class Find:
    """What every store finds."""

    def test_every_filter_alone(self, store: Store) -> None:
        """Each field picks what it says, some of all, newest first."""
        rows = mixed(store)

        for name, (value, means) in fields(rows).items():
            asked = [kept for kept in reversed(rows) if means(kept)]
            assert 0 < len(asked) < len(rows), name
            assert asked == store.find(Filter(**{name: value}), limit=100), name

    def test_every_two_filters(self, store: Store) -> None:
        """Two fields pick what both say, oldest first, and count as much."""
        rows = mixed(store)

        for (a, (x, is_x)), (b, (y, is_y)) in combinations(fields(rows).items(), 2):
            wanted = Filter(**{a: x, b: y})
            asked = [kept for kept in rows if is_x(kept) and is_y(kept)]
            assert asked == store.find(wanted, limit=100, newest=False), (a, b)
            assert len(asked) == sum(count.number for count in store.count(wanted)), (a, b)

    def test_all_filters_together(self, store: Store) -> None:
        """All fields together pick what all say."""
        rows = mixed(store)
        it = rows[30]
        wanted = Filter(
            agent=it.record.agent_name, role=it.record.role, decision=it.record.decision,
            tool=it.record.tool, person=it.record.user_id, session=it.record.session,
            host=it.host, since=it.record.timestamp, until=f"{it.record.timestamp}0",
            text=it.record.action_string, before=it.n + 1, after=it.n - 1, about=it.record.about,
        )  # fmt: skip

        assert [it] == store.find(wanted)

    def test_no_filter_is_everything(self, store: Store) -> None:
        """An empty filter does not count."""
        rows = mixed(store)

        assert rows[::-1] == store.find(Filter(), limit=64)
        assert rows[:50] == store.find(Filter(), newest=False)

    def test_a_filter_is_taken_by_its_letters(self, store: Store) -> None:
        """A value is neither a pattern nor a part of a query, and letters are what they are."""
        keep(store, record("u-1"), record("u-2", agent_name="coder-2"))
        names = ("agent", "role", "decision", "tool", "person", "session", "host")
        odd = ("%", "Coder-1", "coder-1 ", "' OR 1=1 --", "*", "coder_1", "\0", "\ud83d", "?")

        for name, value in product(names, odd):
            fields: dict[str, Any] = {name: value}
            assert store.find(Filter(**fields)) == [], (name, value)
            assert store.count(Filter(**fields)) == [], (name, value)

    @pytest.mark.parametrize("odd", ODD)
    def test_a_filter_finds_whatever_stands_there(self, store: Store, odd: str) -> None:
        """Signs that mean something to a database are letters of a name like others."""
        named = ("agent_name", "role", "tool", "session", "user_id", "answered_by")
        changes: dict[str, Any] = dict.fromkeys(named, f"{ODD[odd]}x")
        keep(store, record("u-1"), record("u-2", **changes))

        for name in ("agent", "role", "tool", "session", "person"):
            fields: dict[str, Any] = {name: f"{ODD[odd]}x"}
            for wanted in (Filter(**fields), Filter(**fields, text="npm")):
                assert [kept.record.uid for kept in store.find(wanted)] == ["u-2"], name
                assert sum(count.number for count in store.count(wanted)) == 1, name

    @pytest.mark.parametrize("limit", [-1, 0, 1, 2, 64, 65, 1000])
    def test_limits(self, store: Store, limit: int) -> None:
        """At most so many come back, those that come first."""
        rows = keep(store, *(record(f"u-{n}") for n in range(64)))

        many = max(limit, 0)
        assert rows[::-1][:many] == store.find(Filter(), limit=limit)
        assert rows[:many] == store.find(Filter(), limit=limit, newest=False)

    @pytest.mark.parametrize("page", [1, 7, 64, 100])
    def test_pages_cover_everything_once(self, store: Store, page: int) -> None:
        """The pages before the last number seen, one after the other, are everything."""
        rows = keep(store, *(record(f"u-{n}", agent_name=f"a-{n % 2}") for n in range(64)))
        found: list[Kept] = []
        while more := store.find(
            Filter(before=found[-1].n if found else None, text="npm"), limit=page
        ):
            found += more

        assert rows[::-1] == found

    def test_the_next_look_begins_behind_the_last_number(self, store: Store) -> None:
        """What is after a number is what came since."""
        old = keep(store, *(record(f"u-{n}") for n in range(5)))
        new = keep(store, *(record(f"v-{n}") for n in range(5)))

        assert new == store.find(Filter(after=old[-1].n), newest=False)
        assert old + new == store.find(Filter(after=0), newest=False)
        assert store.find(Filter(after=new[-1].n)) == []
        assert store.find(Filter(before=old[0].n)) == []
        assert store.find(Filter(before=0)) == []

    def test_words(self, store: Store) -> None:
        """Words stand next to each other in one text, and the last may be only begun."""
        keep(
            store,
            record("u-1", action_string="nothing here", detail=""),
            record(
                "u-2",
                action_string="tool:bash:git push --force origin/main",
                detail="Ask Zoë: it's 2nd_try",
            ),
        )

        for text in PRESENT:
            assert [kept.record.uid for kept in store.find(Filter(text=text))] == ["u-2"], text
        for text in ABSENT:
            assert store.find(Filter(text=text)) == [], text
            assert store.count(Filter(text=text)) == [], text

    def test_words_of_a_long_text(self, store: Store) -> None:
        """A word at the end of the longest texts is found, and a very long one by its beginning."""
        action, detail = longest("a", "lastofaction"), longest("d", "lastofdetail")
        kept = keep(store, record("u-1", action_string=action, detail=f"{detail} {'q' * 5000}"))

        for text in ("lastofaction", "lastofdetail", "lastofdetail qqq", "a99 a100 a101"):
            assert kept == store.find(Filter(text=text)), text

    def test_words_in_other_scripts(self, store: Store) -> None:
        """Letters of any script are letters."""
        kept = keep(store, record("u-1", detail="Привет мир, שלום, 東京 مرحبا ٣ café ΣΊΣΥΦΟΣ"))

        for text in ("привет МИР", "שלום", "東", "東京 مرحبا", "٣", "CAFÉ", "мир שלום"):
            assert kept == store.find(Filter(text=text)), text
        for text in ("cafe", "京", "ривет"):
            assert store.find(Filter(text=text)) == [], text

    def test_times_may_be_anything(self, store: Store) -> None:
        """A time is compared by its characters, whatever somebody typed."""
        rows = keep(store, record("u-1"), record("u-2", timestamp="2026-06-02T00:00:00.000Z"))

        assert rows[1:] == store.find(Filter(since="2026-06-02"))
        assert rows[:1] == store.find(Filter(until="2026-06-02"))
        assert store.find(Filter(since="'z")) == [*reversed(rows)]
        assert store.find(Filter(until="\0")) == []

    def test_why_and_input_are_not_searched(self, store: Store) -> None:
        """Text is that of action and detail alone."""
        keep(store, record("u-1", why="hidden", input={"a": "hidden"}, rule="hidden"))

        assert store.find(Filter(text="hidden")) == []

    def test_count_by_hour_and_more(self, store: Store) -> None:
        """Records of the same hour, decision, tool, role and decider are counted together."""
        keep(
            store,
            record("u-1", timestamp="2026-06-01T12:00:00.000Z", decision="deny"),
            record("u-2", timestamp="2026-06-01T12:59:59.999Z", decision="deny"),
            record("u-3", timestamp="2026-06-01T13:00:00.000Z", decision="deny"),
            record("u-4", decider="guard", role="", tool="Write"),
        )

        assert {
            Count("2026-06-01T12", "deny", "Bash", "coder", "person", 2),
            Count("2026-06-01T13", "deny", "Bash", "coder", "person", 1),
            Count("2026-06-01T12", "ask_approved", "Write", "", "guard", 1),
        } == set(store.count(Filter()))
        assert store.count(Filter(agent="nobody")) == []

    def test_only_the_newest_are_counted(self, store: Store) -> None:
        """Of many records, those with the highest numbers count, whatever their time is."""
        keep(
            store,
            *(record(f"u-{n}", timestamp=f"2026-06-01T{20 - n}:00:00.000Z") for n in range(9)),
        )
        kept = {f"2026-06-01T{20 - n}": n for n in range(9)}

        for most in (-1, 0, 1, 4, 9, 10):
            counted = {kept[one.hour]: one.number for one in store.count(Filter(), most=most)}
            assert dict.fromkeys(range(9 - min(max(most, 0), 9), 9), 1) == counted, most

    def test_only_the_newest_of_a_filter_are_counted(self, store: Store) -> None:
        """Whatever they are found by, as many are counted as would be found."""
        rows = mixed(store)

        for name, (value, means) in fields(rows).items():
            asked = [kept.record.decision for kept in reversed(rows) if means(kept)][:7]
            counts = store.count(Filter(**{name: value}), most=7)
            counted = Counter(dict.fromkeys(asked, 0))
            for one in counts:
                counted[one.decision] += one.number
            assert Counter(asked) == counted, name

    def test_a_record_is_found_by_its_uid(self, store: Store) -> None:
        """A uid may be any text; what is not there is not found."""
        uids = [f"u-{text[:100]}" for text in ODD.values()]
        keep(store, *map(record, uids))
        rows = everything(store)

        assert rows == [store.by_uid(uid) for uid in uids]
        assert store.by_uid("another") is None
