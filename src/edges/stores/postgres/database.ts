/** A parameterized statement. Unnamed: a pooler that shares connections between transactions keeps no prepared ones. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

export type Row = Readonly<Record<string, unknown>>;

/** A connection that its user has alone until `end`. Failures are StoreErrors. */
export interface Connection {
  /** Sends all statements in one round trip, and resolves with the rows of each; rejects with the first failure. */
  readonly run: (...statements: readonly Statement[]) => Promise<readonly (readonly Row[])[]>;
  /** Gives the connection back; one whose state is unknown is closed. */
  readonly end: (state?: 'unknown') => void;
}

/** The connections of this process to one schema of a PostgreSQL database. */
export interface Database {
  /** The name of a table with its schema, quoted: nothing depends on the search path of a connection. */
  readonly table: (name: string) => string;
  readonly connect: () => Promise<Connection>;
  /** The same on any connection, in one round trip; each statement is a transaction of its own. */
  readonly run: Connection['run'];
  readonly close: () => Promise<void>;
}
