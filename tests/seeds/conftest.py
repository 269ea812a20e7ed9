"""What the tests of the documents share with those of the commands."""

from tests.cli.conftest import proctor_at

__all__ = ["proctor_at"]
