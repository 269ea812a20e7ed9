"""Tests of the pages of roles, and of their part of the interface."""
