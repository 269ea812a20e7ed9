"""The tools that come with Proctor, one file a family."""

MODULES = tuple(
    f"proctor.tools.built_in.{family}"
    for family in ("files", "search", "commands", "git", "self_edit", "tasks", "sessions")
)
