"""Keep what was decided: records, questions, grants, agents and events."""
