"""Tests of the tables of programs that run language models."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = """
[read]
claude --version
codex --help
aider --version
ollama list
ollama ps
ollama show llama3 --modelfile
llm models list
llm logs -n 3
llm keys list
hf env
hf auth whoami
hf cache ls
hf models list --search a
huggingface-cli scan-cache
wandb status
mlflow experiments search
mlflow doctor
kaggle datasets list -s a
kaggle competitions leaderboard a --show
dvc status
dvc diff
dvc metrics show --json
dvc dag
dvc version
dbt --version
[secret]
hf auth token
llm keys get openai
[code network]
claude
claude fix it
codex exec fix
gemini hello
opencode
aider a.py
cursor-agent fix
ollama run llama3
ollama serve
mlflow ui
[write network]
ollama pull llama3
ollama rm llama3
hf download a
hf upload a b
kaggle datasets download a
[write network code]
dvc pull
dvc repro
dbt run
hf jobs run python:3 sh
wandb agent a
llm install a
[network]
llm 'say hello'
dvc list https://evil.example/a
[write]
dvc metrics show --out f
llm logs off
[unknown]
ollama list --frob
kaggle competitions leaderboard -d a
dvc status --frob
hf cache ls --frob
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_agents(command: str, expected: set[str]) -> None:
    """Lists only read; another agent is code; keys are secret."""
    assert expected == told(command)
