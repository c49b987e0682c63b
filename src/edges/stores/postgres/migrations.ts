/** One step of the schema. Steps that are released never change; what comes later is a further step. */
export interface Migration {
  readonly statements: (table: (name: string) => string) => readonly string[];
  /**
   * The oldest program, by the schema version it knows, that can work on the result. Replicas of the former release run
   * beside the new ones during a rolling upgrade, so a release never serves fewer than the one before it.
   */
  readonly oldestProgram: number;
}

/** The schema version that the first step makes: no release has written those before it. */
export const FIRST_VERSION = 7;

/** Compared by bytes: other collations change with the operating system, which damages indexes. */
const KEY = 'text COLLATE "C" NOT NULL';

export const MIGRATIONS: readonly Migration[] = [
  {
    oldestProgram: FIRST_VERSION,
    statements: (table) => [
      // Each flush updates the row of its sandbox: room for the next version in the same page.
      `CREATE TABLE ${table('sandboxes')} (
        id ${KEY} PRIMARY KEY, version bigint NOT NULL, next_due double precision, used_at double precision NOT NULL,
        owner text, term bigint NOT NULL DEFAULT 0) WITH (fillfactor = 50)`,
      `CREATE INDEX ON ${table('sandboxes')} (next_due) WHERE next_due IS NOT NULL`,
      `CREATE INDEX ON ${table('sandboxes')} (owner) WHERE owner IS NOT NULL`,
      `CREATE TABLE ${table('documents')} (
        sandbox ${KEY}, collection ${KEY}, id ${KEY}, position bigint NOT NULL, version bigint NOT NULL,
        value text NOT NULL, keys text NOT NULL, PRIMARY KEY (sandbox, collection, id))`,
      `CREATE TABLE ${table('positions')} (
        sandbox ${KEY}, collection ${KEY}, last bigint NOT NULL, PRIMARY KEY (sandbox, collection))`,
      `CREATE TABLE ${table('contents')} (sandbox ${KEY}, id ${KEY}, bytes bytea NOT NULL, PRIMARY KEY (sandbox, id))`,
      `CREATE TABLE ${table('live_states')} (sandbox ${KEY}, name ${KEY}, value text, PRIMARY KEY (sandbox, name))`,
      `CREATE TABLE ${table('log_pieces')} (
        sandbox ${KEY}, name ${KEY}, number bigint NOT NULL, value text NOT NULL, PRIMARY KEY (sandbox, name, number))`,
      // `program`: the schema version that it knows.
      `CREATE TABLE ${table('replicas')} (
        id ${KEY} PRIMARY KEY, version text, since double precision, seen_at double precision, facts text,
        program integer, url text, expires_at timestamptz)`,
      `CREATE TABLE ${table('counters')} (
        name ${KEY}, key ${KEY}, window_start double precision, used bigint, expires_at double precision,
        PRIMARY KEY (name, key))`,
      `CREATE TABLE ${table('console_sessions')} (
        digest ${KEY} PRIMARY KEY, owner text NOT NULL, session text NOT NULL,
        started_at double precision, used_at double precision)`,
      `CREATE TABLE ${table('settings')} (name ${KEY} PRIMARY KEY, value text NOT NULL)`,
    ],
  },
];

/** The schema version that a program with these steps knows. */
export const versionOf = ({ length }: readonly Migration[]): number => FIRST_VERSION - 1 + length;
