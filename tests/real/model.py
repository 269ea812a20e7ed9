"""
The scripted model with a script for each word in double brackets that a prompt contains.

    model.learn("tidy", bash("ls"), say("done"))
    claude -p "please [[tidy]]"

So several conversations can go on at once, a sub-agent's or a nested program's too. The next
prompt with such a word begins its script, so a test can play several in one conversation.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from proctor.proving.scripted_model import ScriptedModel, Turn, results_in


class Told(NamedTuple):
    """What the model was told of a call: the text, and whether it is an error."""

    text: str
    error: bool = False


class Model(ScriptedModel):
    """The model behind which nobody is."""

    def __init__(self) -> None:
        self.scripts: dict[str, tuple[Turn, ...]] = {}
        super().__init__(turns=(), others=self.scripts)

    def play(self, body: dict[str, Any]) -> Turn:
        """Return the turn of the script that was begun last; remember the request from there on."""
        messages = body.get("messages") or []
        begun = [at for at, message in enumerate(messages) if self.begins_script(message)]
        return super().play({**body, "messages": messages[begun[-1] :]} if begun else body)

    def begins_script(self, message: dict[str, Any]) -> bool:
        """Return whether a message is a prompt with the word of a script."""
        if message.get("role") != "user":
            return False
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"text": content}]
        texts = [str(block.get("text", "")) for block in blocks]
        return any(mark in text for mark in list(self.scripts) for text in texts)

    def learn(self, word: str, *turns: Turn) -> str:
        """Learn a script, and return a prompt that begins it."""
        self.scripts[f"[[{word}]]"] = turns
        return f"please [[{word}]]"

    def conversation(self, word: str) -> list[dict[str, Any]]:
        """Return the requests of a script, in their order."""
        talks = [body for body in list(self.requests) if body.get("tools")]
        return [body for body in talks if f"[[{word}]]" in str(body["messages"][0]["content"])]

    def told(self, word: str) -> list[Told]:
        """Return what the model was told of the calls of a script, in their order."""
        talks = self.conversation(word)
        found = results_in(talks[-1]["messages"]) if talks else ()
        return [Told(each.text, each.error) for each in found]

    def offered(self, word: str) -> set[str]:
        """Return the tools that the model was offered at the beginning of a script."""
        return {str(tool["name"]) for tool in self.conversation(word)[0]["tools"]}
