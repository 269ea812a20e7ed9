"""The ways to reach people: one file for each."""
