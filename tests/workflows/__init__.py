"""Tests of workflows: templates, runs, gates."""
