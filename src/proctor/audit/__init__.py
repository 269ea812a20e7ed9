"""Keep what was decided: records, questions, grants, agents, events and workflow runs."""
