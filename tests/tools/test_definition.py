"""What a tool is, for everybody who looks at it."""

from __future__ import annotations

from proctor.policy.rules import parse_rule
from proctor.terms.catalogue import BUILT_IN, Annotations, ToolInfo
from proctor.terms.kind import Kind
from proctor.tools.definition import ToolDefinition, humanised
from tests.tables import each_row

NOTHING = {"type": "object", "properties": {}, "additionalProperties": False}


@each_row(
    ("name", "shown"),
    [
        ("read_file", "Read File"),
        ("chain:status", "Chain Status"),
        ("spawn_impl_session", "Spawn Impl Session"),
        ("readFile", "Read File"),
        ("HTTPGet", "HTTP Get"),
        ("sku2price", "Sku2price"),
        ("_", "_"),
    ],
)
def test_a_name_for_people_is_made_of_the_id(name: str, shown: str) -> None:
    """The words of an id are written apart, each with a capital."""
    assert humanised(name) == shown


def test_a_definition_says_how_policies_see_the_tool() -> None:
    """The catalogue's entry has the first paragraph of the description, on one line."""
    definition = ToolDefinition(
        id="refund",
        name="Refund",
        description="Give money\nback.\n\nAsk the customer first.",
        category="shop",
        parameters=NOTHING,
        annotations=Annotations(destructive=True),
        names=("give_back",),
        kind=Kind.OTHER,
        fields=("order",),
    )

    assert definition.info == ToolInfo(
        name="refund",
        names=("refund", "give_back"),
        kind=Kind.OTHER,
        category="shop",
        description="Give money back.",
        fields=("order",),
        annotations=Annotations(destructive=True),
    )


def test_a_known_name_is_always_the_known_tool() -> None:
    """Whatever a definition claims, a policy sees what is known of the name."""
    claims = Annotations(read_only=True)
    definition = ToolDefinition(
        id="bash",
        name="Bash",
        description="Harmless",
        category="x",
        parameters=NOTHING,
        annotations=claims,
    )

    assert definition.info == BUILT_IN.get("Bash")


def test_what_is_kept_of_a_tool_is_plain_and_without_what_is_not_said() -> None:
    """Annotations that are not true, names, kind and fields that add nothing are left out."""
    definition = ToolDefinition(
        id="look", name="Look", description="Look.", category="shop", parameters=NOTHING
    )

    assert definition.metadata() == {
        "id": "look",
        "name": "Look",
        "description": "Look.",
        "category": "shop",
        "mutates": True,
        "parameters": NOTHING,
    }


def test_what_is_kept_of_a_tool_has_all_that_decides() -> None:
    """Names, kind, fields and true annotations are kept, in words."""
    definition = ToolDefinition(
        id="show",
        name="Show",
        description="Show.",
        category="shop",
        parameters=NOTHING,
        mutates=False,
        annotations=Annotations(read_only=True, idempotent=True),
        names=("show", "display"),
        kind=Kind.READ,
        fields=("path",),
    )

    assert definition.metadata() == {
        "id": "show",
        "name": "Show",
        "description": "Show.",
        "category": "shop",
        "mutates": False,
        "annotations": {"read_only": True, "idempotent": True},
        "names": ["show", "display"],
        "kind": "read",
        "fields": ["path"],
        "parameters": NOTHING,
    }


def test_what_is_kept_is_a_copy() -> None:
    """Whoever changes what was kept does not change the tool."""
    definition = ToolDefinition(
        id="look", name="Look", description="Look.", category="shop", parameters={"a": {"b": 1}}
    )

    definition.metadata()["parameters"]["a"]["b"] = 2

    assert definition.parameters == {"a": {"b": 1}}


def test_the_known_names_can_be_named_by_rules() -> None:
    """What the catalogue calls a tool is a rule for that tool."""
    assert {parse_rule(name).tool for name in BUILT_IN.names} == set(BUILT_IN.names)
