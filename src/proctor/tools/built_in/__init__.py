"""The tools that come with Proctor, one file a family."""

_IN = "proctor.tools.built_in"
# What works in the program's own process, and what the home's server keeps or starts for a role.
BY_THEMSELVES = tuple(f"{_IN}.{family}" for family in ("files", "search", "commands", "git"))
OF_SERVER = tuple(f"{_IN}.{family}" for family in ("self_edit", "tasks", "sessions"))
MODULES = (*BY_THEMSELVES, *OF_SERVER)
