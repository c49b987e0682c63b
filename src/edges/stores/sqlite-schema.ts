/** Counts the formats of the file; a newer file is not opened by an older server. */
export const SCHEMA_VERSION = 1;

/**
 * Documents are JSON in rows; keys point at rows and give every document its order, since rows only grow. The order of
 * columns in `keys` is the order in which they are looked up.
 */
export const SCHEMA = `
  PRAGMA user_version = ${String(SCHEMA_VERSION)};
  CREATE TABLE IF NOT EXISTS sandboxes (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS spaces (
    number INTEGER PRIMARY KEY,
    sandbox INTEGER NOT NULL,
    collection TEXT NOT NULL,
    last INTEGER NOT NULL DEFAULT 0,
    UNIQUE (sandbox, collection)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS documents (
    row INTEGER PRIMARY KEY,
    space INTEGER NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (space, id),
    UNIQUE (space, position)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS keys (
    space INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (space, name, text, row)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS contents (
    sandbox INTEGER NOT NULL,
    id TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (sandbox, id)
  ) STRICT;
`;
