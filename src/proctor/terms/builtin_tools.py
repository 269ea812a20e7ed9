"""
The built-in catalogue, as data.

One row a tool: every name for the same thing (the first is the canonical one),
kind, category, annotations, the input fields of its target where they are not
those of its kind, and a description. The names are those of Claude Code, Codex,
Gemini CLI, OpenCode, Cursor and Copilot CLI, and of the five earlier designs.
"""

from __future__ import annotations

from proctor.terms.kind import Kind

SHELL, READ, EDIT = Kind.SHELL, Kind.READ, Kind.EDIT
FETCH, SEARCH, DELEGATE, OTHER = Kind.FETCH, Kind.SEARCH, Kind.DELEGATE, Kind.OTHER

# Fields that hold a path, by the names that one program or another has for them.
OTHER_NAMES = "target_file targetFile filename file AbsolutePath directory"
TO_READ = f"file_path filePath path notebook_path dir_path absolute_path {OTHER_NAMES}"
TO_EDIT = f"file_path filePath path notebook_path {OTHER_NAMES}"
TO_SEARCH = f"path dir_path {OTHER_NAMES}"

# Tools of ours that other programs have too, by the id that role files and pages give them.
OWN_IDS = frozenset(
    {"run_command", "read_file", "write_file", "str_replace", "list_files", "search_files"}
)

# Tools that only look at, or change, what the session itself keeps: its list of tasks, what it has
# started or planned, which tools there are. None of them starts, plans, sends or writes anything.
SESSION_TOOLS = (
    "TodoWrite", "TodoRead", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList",
    "CronList", "ListAgents", "ToolSearch", "BashOutput",
)  # fmt: skip

TOOLS: tuple[tuple[str, Kind, str, str, str, str], ...] = (
    # Commands
    ("Bash bash run_command run_shell_command shell local_shell exec_command Shell Monitor",
     SHELL, "command", "", "", "Run a shell command"),
    ("PowerShell powershell",
     SHELL, "command", "", "", "Run a PowerShell command"),
    ("BashOutput TaskOutput",
     OTHER, "command", "read_only", "", "Read the output of a background command"),
    ("KillShell KillBash TaskStop",
     OTHER, "command", "idempotent", "", "Stop a background command"),
    ("write_stdin",
     SHELL, "command", "", "chars", "Type into a running command"),
    # Files
    ("Read read_file view read",
     READ, "filesystem", "read_only idempotent", TO_READ, "Read the contents of a file"),
    ("read_many_files",
     READ, "filesystem", "read_only idempotent", f"include paths {TO_READ}", "Read several files"),
    ("NotebookRead",
     READ, "filesystem", "read_only idempotent", TO_READ, "Read a notebook"),
    ("view_image",
     READ, "filesystem", "read_only idempotent", f"path {OTHER_NAMES}", "Look at a picture"),
    ("Write write_file create_file write create",
     EDIT, "filesystem", "edit idempotent", TO_EDIT, "Write content to a file"),
    ("Edit str_replace replace edit",
     EDIT, "filesystem", "edit", TO_EDIT, "Replace text in a file"),
    ("MultiEdit",
     EDIT, "filesystem", "edit", TO_EDIT, "Replace several texts in a file"),
    ("NotebookEdit",
     EDIT, "filesystem", "edit", f"notebook_path file_path path {OTHER_NAMES}",
     "Change a cell of a notebook"),
    ("apply_patch",
     EDIT, "filesystem", "edit", "command patch patchText input", "Apply a patch to files"),
    ("Delete",
     EDIT, "filesystem", "edit destructive", TO_EDIT, "Delete a file"),
    # Looking around
    ("Glob list_files glob",
     READ, "filesystem", "read_only idempotent", TO_SEARCH, "List files by a pattern"),
    ("LS list_directory list_dir",
     READ, "filesystem", "read_only idempotent", TO_SEARCH, "List a folder"),
    ("Grep search_files grep_search search_file_content grep_files grep rg",
     READ, "search", "read_only idempotent", TO_SEARCH, "Search in files"),
    ("LSP lsp",
     READ, "search", "read_only idempotent", f"filePath file_path path {OTHER_NAMES}",
     "Ask a language server"),
    # The web
    ("WebFetch webfetch web_fetch",
     FETCH, "web", "open_world", "", "Fetch a page"),
    ("WebSearch websearch web_search google_web_search",
     SEARCH, "web", "read_only open_world", "", "Search the web"),
    # Other agents
    ("Agent Task task spawn_agent invoke_agent codebase_investigator",
     DELEGATE, "session", "", "", "Hand work to another agent"),
    ("spawn_impl_session",
     DELEGATE, "session", "", "role",
     "Start an agent for a piece of work, under a role"),
    ("SendMessage send_input",
     DELEGATE, "session", "", "recipient to id", "Send a message to another agent"),
    ("close_agent",
     DELEGATE, "session", "", "id", "End another agent"),
    ("wait",
     OTHER, "session", "read_only", "", "Wait for another agent"),
    ("ListAgents",
     OTHER, "session", "read_only", "", "List the agents of the session"),
    ("TeamCreate",
     DELEGATE, "session", "", "team_name", "Make a team of agents"),
    ("TeamDelete",
     OTHER, "session", "destructive", "", "Remove a team of agents"),
    # The agent's own notes and talk with its user
    ("TodoWrite todowrite write_todos update_plan",
     OTHER, "planning", "read_only", "", "Keep a list of things to do"),
    ("TodoRead todoread",
     OTHER, "planning", "read_only", "", "Read the list of things to do"),
    ("TaskCreate",
     OTHER, "planning", "read_only", "", "Add to the list of tasks"),
    ("TaskUpdate",
     OTHER, "planning", "read_only", "", "Change the list of tasks"),
    ("TaskGet",
     OTHER, "planning", "read_only", "", "Read a task of the list"),
    ("TaskList",
     OTHER, "planning", "read_only", "", "Read the list of tasks"),
    ("AskUserQuestion ask_user question request_user_input",
     OTHER, "planning", "read_only", "", "Ask the user"),
    ("EnterPlanMode enter_plan_mode",
     OTHER, "planning", "read_only", "", "Begin to plan"),
    ("ExitPlanMode exit_plan_mode",
     OTHER, "planning", "read_only", "", "Show the plan to the user"),
    ("Skill skill activate_skill SlashCommand",
     OTHER, "planning", "", "skill name command", "Use a skill"),
    ("ToolSearch get_internal_docs",
     OTHER, "planning", "read_only", "", "Look for a tool or its documentation"),
    ("save_memory",
     OTHER, "planning", "", "", "Remember a fact for later sessions"),
    ("CronCreate",
     OTHER, "planning", "", "", "Plan a prompt for later"),
    ("CronDelete",
     OTHER, "planning", "", "", "Remove a planned prompt"),
    ("CronList",
     OTHER, "planning", "read_only", "", "List planned prompts"),
    ("EnterWorktree",
     OTHER, "planning", "", "", "Work in a worktree"),
    ("ExitWorktree",
     OTHER, "planning", "", "", "Leave a worktree"),
    ("ListMcpResources ListMcpResourcesTool",
     OTHER, "mcp", "read_only", "", "List the resources of MCP servers"),
    ("ReadMcpResource ReadMcpResourceTool",
     OTHER, "mcp", "read_only open_world", "", "Read a resource of an MCP server"),
    # git, as tools of their own
    ("git_init",
     OTHER, "git", "", "", "Make a repository in the workspace"),
    ("git_commit",
     OTHER, "git", "", "",
     "Commit changes of the workspace: all of them, or those of some files"),
    ("git_push",
     OTHER, "git", "open_world", "remote branch",
     "Push a branch to a remote, under its own name and without force"),
    ("git_branch",
     OTHER, "git", "", "name",
     "Make a branch where the workspace stands, and go to it; go to it if it is there"),
    ("git_merge_request",
     OTHER, "git", "open_world", "target",
     "Open a merge request (pull request) for the branch on which the workspace stands"),
    # An agent's own settings
    ("self_edit_system_prompt",
     OTHER, "self_edit", "", "", "Change the agent's own system prompt"),
    ("self_edit_docs",
     OTHER, "self_edit", "", "path", "Write a document of the agent's own"),
    ("self_edit_permissions",
     OTHER, "self_edit", "", "profile",
     "Change the agent's own permissions to those of a profile"),
    ("self_edit_model",
     OTHER, "self_edit", "", "model", "Change the agent's own model"),
    # Chains and tasks of a workflow
    ("chain:status",
     OTHER, "chain", "read_only idempotent", "",
     "Show how a chain stands: its stage, the stage's role, and its tasks"),
    ("chain:new",
     OTHER, "chain", "", "", "Start a chain: a run of a workflow, in its first stage"),
    ("task:add",
     OTHER, "task", "", "", "Add a task to a chain"),
    ("task:start",
     OTHER, "task", "", "", "Start a task: it is then yours"),
    ("task:complete",
     OTHER, "task", "", "", "Mark a task as done; somebody else approves it"),
    ("task:approve",
     OTHER, "task", "", "", "Approve a task that somebody else has done"),
    ("task:status",
     OTHER, "task", "read_only idempotent", "", "Show how a task stands"),
    ("task:list",
     OTHER, "task", "read_only idempotent", "", "List the tasks of a chain"),
)  # fmt: skip
