-- The tables as of version 1. 0001.postgres.sql is the same in the other dialect.
CREATE TABLE records (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  host TEXT NOT NULL, home TEXT NOT NULL, seq INTEGER NOT NULL,
  format INTEGER NOT NULL, hash TEXT NOT NULL,
  uid TEXT NOT NULL UNIQUE, timestamp TEXT NOT NULL, agent_name TEXT NOT NULL,
  action_string TEXT NOT NULL, decision TEXT NOT NULL, user_id TEXT NOT NULL,
  detail TEXT NOT NULL, tool TEXT NOT NULL, role TEXT NOT NULL, decider TEXT NOT NULL,
  rule TEXT NOT NULL, rule_place TEXT NOT NULL, why TEXT NOT NULL,
  answered_by TEXT NOT NULL, channel TEXT NOT NULL, question INTEGER,
  project TEXT NOT NULL, cwd TEXT NOT NULL, subagent TEXT NOT NULL,
  session TEXT NOT NULL, harness TEXT NOT NULL, call_id TEXT NOT NULL, mode TEXT NOT NULL,
  policy_revision TEXT NOT NULL, input TEXT NOT NULL, input_digest TEXT NOT NULL,
  duration_us INTEGER NOT NULL, spooled INTEGER NOT NULL, about TEXT NOT NULL,
  UNIQUE (host, home, agent_name, seq)
);
-- Words of action and detail, made by us so that every back end finds the same, and words for
-- agent, role, decision and so on: instead of an index for each, see sqlite_store.py.
-- `ascii` splits at blanks and touches nothing else of them; `_` keeps action and detail apart.
CREATE VIRTUAL TABLE record_words USING fts5 (
  words, content = '', detail = full, columnsize = 0, prefix = '1 2',
  tokenize = "ascii tokenchars '_'"
);
-- The number of the last record that is in it; one row.
CREATE TABLE indexed (n INTEGER NOT NULL);
-- Which times the records n >> 10 have.
CREATE TABLE spans (span INTEGER PRIMARY KEY, oldest TEXT NOT NULL, newest TEXT NOT NULL);

CREATE TABLE questions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE, host TEXT NOT NULL, home TEXT NOT NULL, agent TEXT NOT NULL,
  tool TEXT NOT NULL, action TEXT NOT NULL, asked_at TEXT NOT NULL, expires_at TEXT NOT NULL,
  session TEXT NOT NULL, digest TEXT NOT NULL, body TEXT NOT NULL,
  status TEXT NOT NULL, reply TEXT, closed_at TEXT NOT NULL
);
CREATE INDEX questions_by_status ON questions (status, id);

CREATE TABLE grants (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE, key TEXT NOT NULL, scope TEXT NOT NULL,
  made_by TEXT NOT NULL, made_at TEXT NOT NULL, role TEXT NOT NULL, agent TEXT NOT NULL,
  session TEXT NOT NULL, expires_at TEXT NOT NULL, body TEXT NOT NULL,
  used_at TEXT NOT NULL, revoked_at TEXT NOT NULL, revoked_by TEXT NOT NULL
);
CREATE INDEX grants_by_key ON grants (key);

CREATE TABLE agents (
  host TEXT NOT NULL, home TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL,
  state TEXT NOT NULL, tool TEXT NOT NULL, session TEXT NOT NULL, since TEXT NOT NULL,
  seen_at TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (host, home, name)
);

CREATE TABLE events (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE, timestamp TEXT NOT NULL, host TEXT NOT NULL, home TEXT NOT NULL,
  kind TEXT NOT NULL, agent TEXT NOT NULL, session TEXT NOT NULL, body TEXT NOT NULL,
  spooled INTEGER NOT NULL
);
CREATE INDEX events_by_agent ON events (agent, n);
CREATE INDEX events_by_time ON events (timestamp);

-- What has changed but for records, for whoever listens; only the last of it is kept. PostgreSQL
-- has NOTIFY.
CREATE TABLE changes (n INTEGER PRIMARY KEY, kind TEXT NOT NULL, id INTEGER NOT NULL);
