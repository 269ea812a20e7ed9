"""What every part of a kind must do; the tests of each part run these."""
