"""
What pydantic makes of arguments before a tool has them: a text in small letters, for instance.

A schema in JSON says nothing of that, so the model is asked. Only one that is all data: a
validator of the tool's own is code, and none of it runs before a call was decided.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from pydantic import AliasChoices, BaseModel, ValidationError

from proctor.nodes import visible
from proctor.plugs.exact_arguments import copied, shown, wrong

PLAIN = (str, bool, int, float, type(None))
# What pydantic itself calls, for paths for instance.
ITS_OWN = "pydantic._internal."
# What makes a default anew, and nothing else.
MAKERS = (list, dict, set, tuple)
CODE = ("custom_init", "post_init")
# So many models are remembered.
MOST = 1000


def refuse_changed(model: Any, given: dict[str, Any]) -> None:
    """
    Look whether a model hands on the texts and numbers that it is given.

    What it does not take at all is not looked at: the tool does not run with that.

    Raises:
        ToolInputError: it would change one.

    """
    if not isinstance(model, type) or not issubclass(model, BaseModel) or not is_data(model):
        return
    try:
        read = model.model_validate(copied(given))
    except ValidationError:
        return
    except Exception as error:
        raise wrong("the arguments cannot be read by the tool") from error
    compare(given, read, "")


def compare(given: object, read: object, where: str) -> None:
    """Look whether what is read is what was given."""
    if isinstance(given, dict) and (names := names_of(type(read))):
        for key in given.keys() & names.keys():
            inner = f"{where}.{key}" if where else key
            compare(given[key], getattr(read, names[key]), inner)
    elif type(read) is dict and type(given) is dict:
        for key, one in given.items():
            inner = f"{where}.{key}" if where else str(key)
            if key not in read:
                raise wrong(f"{shown(inner)} would be called otherwise by the tool")
            compare(one, read[key], inner)
    elif isinstance(read, list | tuple) and isinstance(given, list):
        for at, (one, other) in enumerate(zip(given, read, strict=False)):
            compare(one, other, f"{where}[{at}]")
    elif type(read) in PLAIN and type(given) in PLAIN and read != given:
        raise wrong(f"{shown(where)} would be changed by the tool to `{visible(read)}`: write that")


def names_of(model: type) -> dict[str, str]:
    """Return the fields of a model by the names under which they may be given."""
    if not issubclass(model, BaseModel):
        return {field.name: field.name for field in fields(model)} if is_dataclass(model) else {}
    names: dict[str, str] = {}
    for name, field in model.model_fields.items():
        alias = field.validation_alias or field.alias
        said = alias.choices if isinstance(alias, AliasChoices) else [alias]
        names |= dict.fromkeys([one for one in said if isinstance(one, str)] or [name], name)
        names.setdefault(name, name)
    return names


@lru_cache(MOST)
def is_data(model: type[BaseModel]) -> bool:
    """Say whether a model reads its values without any code of the tool's own."""
    try:
        return has_no_code(model.__pydantic_core_schema__)
    except RecursionError:
        return False


def has_no_code(schema: object) -> bool:
    """Say so of a part of what pydantic has made of the model."""
    if isinstance(schema, list | tuple):
        return all(has_no_code(one) for one in schema)
    if not isinstance(schema, dict):
        return True
    maker, function = schema.get("default_factory"), schema.get("function")
    if isinstance(function, dict):
        function = function.get("function")
    foreign = callable(function) and not str(getattr(function, "__module__", "")).startswith(
        ITS_OWN
    )
    if foreign or (maker is not None and maker not in MAKERS):
        return False
    if any(schema.get(name) for name in CODE):
        return False
    # How it is written down again does not count, nor does a default, which is never read.
    left_out = ("serialization", "default", "default_factory", "metadata", "config", "function")
    return all(has_no_code(one) for name, one in schema.items() if name not in left_out)
