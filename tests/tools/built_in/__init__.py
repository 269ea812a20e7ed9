"""Tests of the tools that come with Proctor."""
