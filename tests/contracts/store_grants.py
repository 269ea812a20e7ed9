"""Grants: kept once, used up once, over at their time, and gone when revoked."""

from __future__ import annotations

import pytest

from proctor.audit.rows import storable
from proctor.audit.store import Store
from proctor.terms.reply import Scope
from tests.contracts.samples import ODD, grant
from tests.contracts.store import Place, all_at_once

BEFORE = "2026-06-01T12:59:59.999Z"
ENDS = "2026-06-01T13:00:00.000Z"
BEHIND = "2026-06-01T13:00:00.001Z"


class Grants:
    """What every store does with grants."""

    @pytest.mark.parametrize("scope", Scope)
    def test_a_grant_comes_back_whole(self, store: Store, scope: Scope) -> None:
        """A grant gets a number and is kept as it was made."""
        made = store.grant(grant("g-1", scope=scope))

        assert grant("g-1", scope=scope, id=made.id) == made
        assert made.id > 0
        assert [made] == store.grants()
        assert [made] == store.grants_for("k-1", at=BEFORE)
        assert [type(made.scope)] == [Scope]

    @pytest.mark.parametrize("name", ODD)
    def test_odd_texts_come_back(self, store: Store, name: str) -> None:
        """A role or a body may be any text, and a key that is short enough for an index."""
        text, key = ODD[name], ODD[name][:500]
        odd = grant("g-1", key=key, body={"text": text, text: text}, role=text)

        made = store.grant(odd)

        asked = odd._replace(id=made.id, key=storable(key), role=storable(text))
        assert asked == made
        assert [made] == store.grants_for(key, at=BEFORE)

    def test_the_same_uid_is_the_same_grant(self, place: Place, store: Store) -> None:
        """Who grants again what was granted gets what is there."""
        first = store.grant(grant("g-1"))
        other = place.open()

        assert first == other.grant(grant("g-1", key="k-2", scope=Scope.ALWAYS, expires_at=""))
        assert [first] == store.grants()
        place.leave(other)

    def test_a_used_up_grant_is_not_granted_again(self, store: Store) -> None:
        """The same uid again does not bring a used or revoked grant back."""
        used, revoked = store.grant(grant("g-1")), store.grant(grant("g-2"))
        store.use_grant(used.id, at=BEFORE)
        store.revoke_grant(revoked.id, by="ada", at=BEFORE)

        assert used._replace(used_at=BEFORE) == store.grant(grant("g-1"))
        assert revoked._replace(revoked_at=BEFORE, revoked_by="ada") == store.grant(grant("g-2"))
        assert store.grants_for("k-1", at=BEFORE) == []

    def test_only_its_own_key_finds_a_grant(self, store: Store) -> None:
        """Keys are equal or not: no pattern, no other case, no prefix."""
        made = store.grant(grant("g-1", key="k_1%"))

        for key in ("", "k", "K_1%", "k_1", "k-1%", "%", "k_1%%", "k_1% "):
            assert store.grants_for(key, at=BEFORE) == [], key
        assert [made] == store.grants_for("k_1%", at=BEFORE)

    def test_a_grant_ends_at_its_time(self, store: Store) -> None:
        """It holds until the moment of its end, and not in it; without an end, always."""
        made = store.grant(grant("g-1"))
        always = store.grant(grant("g-2", expires_at="", scope=Scope.ALWAYS))

        assert [made, always] == store.grants_for("k-1", at=BEFORE)
        assert [always] == store.grants_for("k-1", at=ENDS)
        assert [always] == store.grants_for("k-1", at=BEHIND)
        assert [made, always] == store.grants(live_at=BEFORE)
        assert [always] == store.grants(live_at=ENDS)
        assert [made, always] == store.grants()

    def test_an_ended_grant_is_not_used(self, store: Store) -> None:
        """Who comes at its end or behind it cannot use a grant any more."""
        made = store.grant(grant("g-1"))

        assert [store.use_grant(made.id, at=at) for at in (ENDS, BEHIND)] == [False, False]
        assert [made] == store.grants()

    def test_once_is_once(self, store: Store) -> None:
        """The second use is none, and the grant does not hold any more."""
        made = store.grant(grant("g-1"))

        assert store.use_grant(made.id, at=BEFORE) is True
        assert store.use_grant(made.id, at=BEHIND) is False

        assert [made._replace(used_at=BEFORE)] == store.grants()
        assert store.grants_for("k-1", at=BEFORE) == []
        assert store.grants(live_at=BEFORE) == []

    def test_of_many_that_use_it_at_once_one_does(self, place: Place, store: Store) -> None:
        """A grant for once lets one call run, however many come at the same moment."""
        made = store.grant(grant("g-1"))

        used = all_at_once(place, [lambda mine: mine.use_grant(made.id, at=BEFORE)] * 8)

        assert sorted(used) == [False] * 7 + [True]

    def test_of_many_that_grant_at_once_one_is_kept(self, place: Place, store: Store) -> None:
        """Many that keep the same grant at once get one number."""
        made = all_at_once(place, [lambda mine: mine.grant(grant("g-1"))] * 6)

        assert [made[0]] == store.grants()
        assert {made[0].id} == {each.id for each in made}

    def test_revoked_is_over(self, place: Place, store: Store) -> None:
        """A revoked grant is found by nobody, used by nobody and revoked once."""
        made = store.grant(grant("g-1", scope=Scope.ALWAYS, expires_at=""))
        other = place.open()

        assert other.revoke_grant(made.id, by="ada's", at=BEFORE) is True
        assert store.revoke_grant(made.id, by="grace", at=BEHIND) is False

        assert [made._replace(revoked_at=BEFORE, revoked_by="ada's")] == store.grants()
        assert store.grants_for("k-1", at=BEFORE) == []
        assert store.grants(live_at=BEFORE) == []
        assert store.use_grant(made.id, at=BEFORE) is False
        place.leave(other)

    def test_grants_of_a_session_end_with_it(self, store: Store) -> None:
        """Those of this agent and this session, and no others; what has ended stays as it was."""
        kept = [
            store.grant(grant(uid, **{"scope": Scope.SESSION, "expires_at": "", **changes}))
            for uid, changes in (
                ("mine", {}),
                ("nameless", {"session": "", "expires_at": BEHIND}),
                ("other-session", {"session": "s-2"}),
                ("other-agent", {"agent": "coder-2"}),
                ("for-a-time", {"scope": Scope.TIME}),
                ("always", {"scope": Scope.ALWAYS}),
                ("over", {"expires_at": BEFORE}),
            )
        ]
        mine, nameless, other_session, *rest = kept

        assert store.end_grants("coder-1", "s-1", at=ENDS) == [mine.id]
        assert store.end_grants("coder-1", "s-1", at=BEHIND) == []
        mine = mine._replace(expires_at=ENDS)
        assert [mine, nameless, other_session, *rest] == store.grants()

        assert store.end_grants("coder-1", None, at=ENDS) == [nameless.id, other_session.id]
        nameless, other_session = (
            each._replace(expires_at=ENDS) for each in (nameless, other_session)
        )
        assert [mine, nameless, other_session, *rest] == store.grants()

    def test_revoking_and_using_at_once(self, place: Place, store: Store) -> None:
        """Whatever comes first: a use after the revocation is none."""
        made = store.grant(grant("g-1"))

        revoked, used = all_at_once(
            place,
            [
                lambda mine: mine.revoke_grant(made.id, by="ada", at=BEFORE),
                lambda mine: mine.use_grant(made.id, at=BEFORE),
            ],
        )

        (kept,) = store.grants()
        assert revoked
        assert used is bool(kept.used_at)

    def test_what_is_not_there_is_not_used(self, store: Store) -> None:
        """A number that no grant has is neither used nor revoked."""
        store.grant(grant("g-1"))

        assert [store.use_grant(n, at=BEFORE) for n in (0, -1, 999)] == [False] * 3
        assert [store.revoke_grant(n, by="ada", at=BEFORE) for n in (0, -1, 999)] == [False] * 3

    def test_lists_are_the_newest_oldest_first(self, store: Store) -> None:
        """Of many grants the newest come, in the order they were made."""
        made = [store.grant(grant(f"g-{n}")) for n in range(6)]

        assert made == store.grants()
        assert made[-2:] == store.grants(limit=2)
        assert made[-2:] == store.grants(live_at=BEFORE, limit=2)
        assert store.grants(limit=0) == []
        assert made == store.grants_for("k-1", at=BEFORE)

    def test_old_ended_ones_are_removed(self, store: Store) -> None:
        """Used, revoked and expired grants go when that is long ago; the others stay."""
        used, revoked, _expired, lately, lives = [
            store.grant(grant(f"g-{n}", expires_at=ends))
            for n, ends in enumerate(["", "", "2026-06-01T12:30:00.000Z", "", ""])
        ]
        store.use_grant(used.id, at="2026-06-01T12:10:00.000Z")
        store.revoke_grant(revoked.id, by="ada", at="2026-06-01T12:10:00.000Z")
        store.use_grant(lately.id, at=ENDS)

        assert store.remove_events(before=ENDS) == 3

        assert [lately._replace(used_at=ENDS), lives] == store.grants()
