/** One step of the schema. Steps that are released never change; what comes later is a further step. */
export interface Migration {
  readonly statements: (table: (name: string) => string) => readonly string[];
  /**
   * The oldest program, by the number of steps it knows, that can work on the result. Replicas of the former release run
   * beside the new ones during a rolling upgrade, so a release never serves fewer than the one before it.
   */
  readonly oldestProgram: number;
}

/** Compared by bytes: other collations change with the operating system, which damages indexes. */
const KEY = 'text COLLATE "C" NOT NULL';

export const MIGRATIONS: readonly Migration[] = [
  {
    oldestProgram: 1,
    statements: (table) => [
      `CREATE TABLE ${table('sandboxes')} (
        id ${KEY} PRIMARY KEY, version bigint NOT NULL, epoch bigint NOT NULL, floor bigint NOT NULL,
        next_due double precision, used_at double precision NOT NULL)`,
      `CREATE INDEX ON ${table('sandboxes')} (next_due) WHERE next_due IS NOT NULL`,
      // A removed document keeps its row, without a value: other replicas learn of it by its version.
      `CREATE TABLE ${table('documents')} (
        sandbox ${KEY}, collection ${KEY}, id ${KEY}, position bigint NOT NULL, version bigint NOT NULL,
        value text, keys text, PRIMARY KEY (sandbox, collection, id))`,
      `CREATE INDEX ON ${table('documents')} (sandbox, version)`,
      `CREATE TABLE ${table('positions')} (
        sandbox ${KEY}, collection ${KEY}, last bigint NOT NULL, version bigint NOT NULL,
        PRIMARY KEY (sandbox, collection))`,
      `CREATE TABLE ${table('contents')} (
        sandbox ${KEY}, id ${KEY}, version bigint NOT NULL, bytes bytea, PRIMARY KEY (sandbox, id))`,
      `CREATE INDEX ON ${table('contents')} (sandbox, version)`,
      `CREATE TABLE ${table('live_states')} (
        sandbox ${KEY}, name ${KEY}, version bigint NOT NULL, value text, PRIMARY KEY (sandbox, name))`,
      `CREATE TABLE ${table('replicas')} (
        id ${KEY} PRIMARY KEY, version text, since double precision, seen_at double precision, facts text)`,
      `CREATE TABLE ${table('counters')} (
        name ${KEY}, key ${KEY}, window_start double precision, used bigint, expires_at double precision,
        PRIMARY KEY (name, key))`,
      `CREATE TABLE ${table('console_sessions')} (
        digest ${KEY} PRIMARY KEY, owner text NOT NULL, session text NOT NULL,
        started_at double precision, used_at double precision)`,
      `CREATE TABLE ${table('journal')} (
        owner ${KEY}, seq bigint NOT NULL, origin text NOT NULL, number bigint NOT NULL, is_exchange boolean NOT NULL,
        weight bigint NOT NULL, record text NOT NULL, PRIMARY KEY (owner, seq))`,
      // `exchanges` and `bytes` are those of the rows after `base_seq`; `base` is what the others amount to.
      `CREATE TABLE ${table('journal_heads')} (
        owner ${KEY} PRIMARY KEY, seq bigint NOT NULL, exchanges bigint NOT NULL, bytes bigint NOT NULL,
        base_seq bigint NOT NULL, base text)`,
    ],
  },
  {
    oldestProgram: 1,
    statements: (table) => [
      // `holders`: how many each process has, by its id.
      `CREATE TABLE ${table('places')} (name ${KEY}, key ${KEY}, holders jsonb NOT NULL, PRIMARY KEY (name, key))`,
    ],
  },
  {
    oldestProgram: 1,
    // What an operator has asked of a server (to drain, or to stop), and how many steps its program knows.
    statements: (table) => [`ALTER TABLE ${table('replicas')} ADD COLUMN wish text, ADD COLUMN program integer`],
  },
  {
    oldestProgram: 1,
    statements: (table) => [
      // `since`: the position after which the sandbox had begun; `marks`: JSON. `bytes` are those of the start and the calls.
      `CREATE TABLE ${table('recordings')} (
        id ${KEY} PRIMARY KEY, owner ${KEY} UNIQUE, since bigint NOT NULL, began_at double precision NOT NULL,
        marks text NOT NULL, start bytea NOT NULL, calls bigint NOT NULL, bytes bigint NOT NULL, full_by text)`,
      // `origin` and `number` are those of the record in the journal.
      `CREATE TABLE ${table('recorded_calls')} (
        recording ${KEY} REFERENCES ${table('recordings')} ON DELETE CASCADE, origin ${KEY}, number bigint NOT NULL,
        nth bigint NOT NULL, call text NOT NULL, PRIMARY KEY (recording, origin, number))`,
    ],
  },
  {
    // A program that locks rows and one that has homes would write past each other: all servers stop between the two.
    oldestProgram: 5,
    statements: (table) => [
      `ALTER TABLE ${table('sandboxes')} ADD COLUMN owner text, ADD COLUMN term bigint NOT NULL DEFAULT 0`,
      `CREATE INDEX ON ${table('sandboxes')} (owner) WHERE owner IS NOT NULL`,
      // Each flush updates the row of its sandbox: room for the next version in the same page.
      `ALTER TABLE ${table('sandboxes')} SET (fillfactor = 50)`,
      `ALTER TABLE ${table('replicas')} ADD COLUMN url text, ADD COLUMN expires_at timestamptz`,
      `CREATE TABLE ${table('settings')} (name ${KEY} PRIMARY KEY, value text NOT NULL)`,
      `DELETE FROM ${table('documents')} WHERE value IS NULL AND sandbox NOT LIKE '$%'`,
      `DELETE FROM ${table('contents')} WHERE bytes IS NULL AND sandbox NOT LIKE '$%'`,
    ],
  },
  {
    // Servers that keep the journal in the former tables cannot run beside those that have it at the home of its sandbox.
    oldestProgram: 6,
    statements: (table) => [
      ...['recorded_calls', 'recordings', 'journal', 'journal_heads'].map((name) => `DROP TABLE ${table(name)}`),
      // What servers have written of live states was in parts.
      `DELETE FROM ${table('live_states')}`,
      `DELETE FROM ${table('sandboxes')} WHERE id IN ('$self-playing', '$recordings')`,
      `DELETE FROM ${table('documents')} WHERE sandbox = '$self-playing'`,
      `ALTER TABLE ${table('sandboxes')} ADD COLUMN live_due double precision`,
      `CREATE INDEX ON ${table('sandboxes')} (live_due) WHERE live_due IS NOT NULL`,
      `CREATE TABLE ${table('log_pieces')} (
        sandbox ${KEY}, name ${KEY}, number bigint NOT NULL, value text NOT NULL, PRIMARY KEY (sandbox, name, number))`,
    ],
  },
  {
    // Servers that lock what belongs to no sandbox would write past its home.
    oldestProgram: 7,
    statements: (table) => [
      `DELETE FROM ${table('documents')} WHERE value IS NULL`,
      `DELETE FROM ${table('contents')} WHERE bytes IS NULL`,
      ...['documents', 'contents'].map((name) => `DROP INDEX ${table(`${name}_sandbox_version_idx`)}`),
      ...['positions', 'contents', 'live_states'].map((name) => `ALTER TABLE ${table(name)} DROP COLUMN version`),
      `ALTER TABLE ${table('documents')} ALTER COLUMN value SET NOT NULL, ALTER COLUMN keys SET NOT NULL`,
      `ALTER TABLE ${table('contents')} ALTER COLUMN bytes SET NOT NULL`,
      `ALTER TABLE ${table('sandboxes')} DROP COLUMN epoch, DROP COLUMN floor`,
      `DROP TABLE ${table('places')}`,
    ],
  },
];
