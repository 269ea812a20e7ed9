"""Have a call judged by any command: the prompt on its input, the verdict on its output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from proctor.approval.review_request import Request
from proctor.approval.reviewer import SECONDS, Review, Said, review_with
from proctor.approval.reviewers.program import answer_of, empty_folder, found
from proctor.errors import WrongWord

# Our own, and the tokens of the bots through which people are asked.
OURS = ("PROCTOR_", "TG_", "DISCORD_")


class Command:
    """
    A command as a reviewer; its words are passed on as they are, without a shell.

    `environment` is all that it gets, but for what is ours. It is found on the
    `PATH` in there, never on that of whoever asks.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        instructions: str,
        environment: Mapping[str, str],
        seconds: float = SECONDS,
        place: Path | None = None,
    ) -> None:
        if not command or not all(command):
            raise WrongWord("the command of a reviewer is empty")
        self.command = tuple(command)
        self.model = Path(command[0]).name
        self.instructions = instructions
        self.environment = {
            name: value for name, value in environment.items() if not name.startswith(OURS)
        }
        self.seconds = seconds
        self.place = place

    async def review(self, request: Request) -> Review:
        """Judge a call; what goes wrong is ASK_USER."""
        return await review_with(
            self.ask, request, self.instructions, model=self.model, seconds=self.seconds
        )

    async def ask(self, prompt: str) -> Said:
        """Return what the command says to a prompt."""
        program = found(self.command[0], self.environment)
        with empty_folder(self.place) as folder:
            own = {"TMPDIR": str(folder.scratch)}
            text = await answer_of(
                (program, *self.command[1:]),
                prompt,
                environment=self.environment | own,
                cwd=folder.here,
            )
        return Said(text)
