"""Tests of the pages of agents."""
