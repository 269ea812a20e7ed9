"""The agent programs' own words: their events in, our verdicts out. One adapter knows one."""
