"""The back ends of a store: memory, SQLite and PostgreSQL, and the SQL they share."""
