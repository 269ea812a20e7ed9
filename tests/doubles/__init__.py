"""Stand-ins for services of others, as strict as they are."""
