"""Tests of the pages of workflows."""
