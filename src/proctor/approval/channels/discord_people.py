"""
Who may answer, as far as Discord is concerned: the listed users, and who has a listed role.

What is not certain is no: a role that cannot be looked up, or a name that several have.
"""

from __future__ import annotations

import asyncio
import logging

from proctor.approval.channels.discord_api import DiscordApi
from proctor.approval.channels.discord_reader import OTHER_SERVER, Who
from proctor.approval.channels.discord_settings import snowflake
from proctor.errors import ChannelError

LOG = logging.getLogger("proctor.discord")

NOT_LISTED = "you are not among those who may answer here"
NO_ROLE = "to answer here you need one of the roles that are configured for it"
# For how many seconds the names of roles are believed.
BELIEVED = 30.0


class Listed:
    """Those who are listed, for one channel."""

    def __init__(
        self, api: DiscordApi, *, channel: int, users: frozenset[int], roles: frozenset[str]
    ) -> None:
        self.api = api
        self.channel = channel
        self.users = users
        self.ids = frozenset(snowflake(each) for each in roles) - {0}
        self.names = frozenset(each for each in roles if not snowflake(each))
        self.guild: int | None = None
        self.named: frozenset[int] = frozenset()
        self.until = 0.0

    async def learn(self) -> int:
        """
        Return the server that the channel is in; 0 for a channel in none.

        Raises:
            ChannelError: it has no server, but roles are configured.
            DiscordError: it cannot be looked up.

        """
        if self.guild is None:
            guild = await self.api.guild_of(self.channel)
            if not guild and (self.ids or self.names):
                raise ChannelError(
                    "approver_roles are configured, but the channel is in no server",
                    help="name people by `users`, or ask in a channel of a server",
                )
            self.guild = guild
        return self.guild

    async def wrong(self, who: Who, guild: int) -> str:
        """
        Say why somebody may not answer; nothing where they may.

        Raises:
            ChannelError: it cannot be found out.

        """
        if guild != await self.learn():
            return OTHER_SERVER
        if not (self.users or self.ids or self.names) or who.user in self.users:
            return ""
        if not (self.ids or self.names):
            return NOT_LISTED
        has = await self.roles_of(who, guild)
        # Everybody has the role whose id is the server's.
        enough = (self.ids | await self.roles_named(guild)) - {guild}
        return "" if has & enough else NO_ROLE

    async def roles_of(self, who: Who, guild: int) -> frozenset[int]:
        """
        Return the roles that somebody has in the server now: told with what they did, or read.

        Raises:
            DiscordError: it cannot be found out.

        """
        if who.roles is not None or not guild:
            return who.roles or frozenset()
        return await self.api.roles_of(guild, who.user)

    async def roles_named(self, guild: int) -> frozenset[int]:
        """Return the ids of the roles that are configured by name."""
        now = asyncio.get_running_loop().time()
        if self.names and now >= self.until:
            roles = await self.api.roles_in(guild)
            self.named = frozenset(self.only(name, roles) for name in self.names) - {0}
            self.until = now + BELIEVED
        return self.named

    def only(self, name: str, roles: list[tuple[int, str]]) -> int:
        """Return the one role of a name; 0 where there is none, or more than one."""
        found = [number for number, called in roles if called == name]
        if len(found) != 1:
            LOG.warning(
                "%d roles are called %r, so none counts: configure its id", len(found), name
            )
            return 0
        return found[0]
