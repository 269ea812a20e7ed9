"""Tests of tools: declared, collected, checked and run."""
