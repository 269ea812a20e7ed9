"""Tests of the plugs: each against its framework, with the framework's own fake model."""
