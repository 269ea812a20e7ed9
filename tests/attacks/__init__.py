"""Attacks: each file holds what one group of attackers tried."""
