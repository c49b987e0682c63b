import { MIGRATIONS } from './sqlite-migrations.ts';

/** Identifies our files: "vatm". */
export const APPLICATION = 0x7661_746d;

/** Identifies our encrypted files: "vate". */
export const ENCRYPTED_APPLICATION = 0x7661_7465;

/** Version of the file format; an older server rejects a newer file. */
export const SCHEMA_VERSION = 1 + MIGRATIONS.length;

/** A row number consists of the number of a space and, in its lower half, a position in it. */
export const POSITIONS = 2 ** 32;

/** Maximum number of spaces for which row numbers are safe integers in JavaScript. */
export const SPACES = 2 ** 21;

/**
 * Documents are stored as JSON in rows. A space is one collection of one sandbox; a document's row number combines the
 * number of its space and its position there, so that a page of a space is a range of rows and needs no index. A list
 * is one key name of a space. An encrypted file has bytes instead of JSON, and the salt and proof of its key.
 */
export const schemaOf = (isEncrypted: boolean): string => `
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
  CREATE TABLE IF NOT EXISTS lists (
    number INTEGER PRIMARY KEY,
    space INTEGER NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (space, name)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS documents (
    row INTEGER PRIMARY KEY,
    space INTEGER NOT NULL,
    id TEXT NOT NULL,
    body ${isEncrypted ? 'BLOB' : 'TEXT'} NOT NULL,
    UNIQUE (space, id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS keys (
    list INTEGER NOT NULL,
    text TEXT NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (list, text, row)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS contents (
    sandbox INTEGER NOT NULL,
    id TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (sandbox, id)
  ) STRICT;
  ${isEncrypted ? 'CREATE TABLE IF NOT EXISTS encryption (salt BLOB NOT NULL, proof BLOB NOT NULL) STRICT;' : ''}
  PRAGMA application_id = ${String(isEncrypted ? ENCRYPTED_APPLICATION : APPLICATION)};
  PRAGMA user_version = ${String(SCHEMA_VERSION)};
`;
