-- Runs of workflows. 0002.postgres.sql is the same in the other dialect.
CREATE TABLE runs (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE, project TEXT NOT NULL, template TEXT NOT NULL, status TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, body TEXT NOT NULL, version INTEGER NOT NULL
);
CREATE INDEX runs_by_status ON runs (status, n);
-- The last number that was given to a run of a day.
CREATE TABLE run_numbers (day TEXT PRIMARY KEY, given INTEGER NOT NULL);
