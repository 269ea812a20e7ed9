"""Tests of the pages of the record."""
