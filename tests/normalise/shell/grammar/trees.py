"""
Render the tree of a command line in one line, for tests.

Words: `'…'` quoted text, `wild*`, `home~user`,
`$name[index]{operator argument}`, `$(…)`, `<(…)`, `$((…))`, with a `"` before
those that stand in quotes. Pieces of a word are joined by `+`, commands of a
pipeline by `|`, items of a script by the operator before them; a compound
command is its kind, its words and its scripts in brackets.
"""

from __future__ import annotations

from proctor.normalise.shell.grammar.tree import (
    Arithmetic,
    Assignment,
    Compound,
    Piece,
    Process,
    Redirection,
    Script,
    Simple,
    Substitution,
    Text,
    Tilde,
    Variable,
    Wild,
    Word,
)

QUOTE = '"'


def script(node: Script) -> str:
    """Render a script."""
    text = ""
    for item in node.items:
        commands = " | ".join(command(one) for one in item.pipeline.commands)
        before = f" {item.before} " if text else ""
        text += before + commands + (" &" if item.background else "")
    return text


def command(node: Simple | Compound) -> str:
    """Render a command."""
    if isinstance(node, Simple):
        parts = [*map(assignment, node.assignments), *map(word, node.words)]
        return " ".join([*parts, *map(redirection, node.redirections)])
    name = [node.name] if node.name else []
    inside = [*name, *map(word, node.words), *(f"[{script(one)}]" for one in node.scripts)]
    behind = [redirection(one) for one in node.redirections]
    return " ".join([f"<{node.kind}>", *inside, *behind])


def assignment(node: Assignment) -> str:
    """Render an assignment."""
    index = f"[{word(node.index)}]" if node.index else ""
    value = f"({' '.join(map(word, node.items))})" if node.items is not None else word(node.value)
    return f"{node.name}{index}{'+' * node.append}={value}"


def redirection(node: Redirection) -> str:
    """Render a redirection."""
    body = f"{{{word(node.body)}}}" if node.body else ""
    return f"{node.descriptor}{node.operator}{word(node.target)}{body}"


def word(node: Word) -> str:
    """Render a word."""
    return "+".join(piece(one) for one in node.pieces)


def piece(node: Piece) -> str:
    """Render one piece of a word."""
    match node:
        case Text(value=value, quoted=quoted):
            value = value.replace("\n", "⏎")
            return f"'{value}'" if quoted else value
        case Wild(char=char):
            return f"wild{char}"
        case Tilde(user=user):
            return f"home~{user}"
        case Process(script=inner, direction=direction):
            return f"{direction}({script(inner)})"
        case Arithmetic(expression=expression):
            return f"$(({word(expression)}))"
        case Substitution(script=inner, quoted=quoted):
            return QUOTE * quoted + f"$({script(inner)})"
        case Variable():
            return variable(node)


def variable(node: Variable) -> str:
    """Render `$name` or `${name…}`."""
    index = f"[{word(node.index)}]" if node.index else ""
    argument = f" {word(node.argument)}" if node.argument else ""
    behind = f"{{{node.operator}{argument}}}" if node.operator else ""
    return QUOTE * node.quoted + f"${node.name}{index}{behind}"
