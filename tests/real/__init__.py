"""The real Claude Code under our hook, against a model that plays a script on loopback."""
