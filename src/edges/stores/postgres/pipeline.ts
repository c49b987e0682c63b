import type { Client, QueryResult } from 'pg';
import { StoreError } from '../../../engine/sandbox/store.ts';
import { type Target, nameOf, toStoreError } from './postgres-errors.ts';

export type Pipeline = <const Statements extends readonly Statement[]>(
  statements: Statements,
) => Promise<ResultsOf<Statements>>;

/**
 * Sends statements in one network round trip. They run one after the other; outside of a transaction each one commits on
 * its own. The first error rejects, once all are answered: in a transaction the others did nothing then, and a COMMIT among
 * them rolled back.
 */
export const createPipeline =
  (client: Client, target: Target): Pipeline =>
  async (statements) => {
    const answers = await Promise.allSettled(send(client, statements));
    const results: unknown[] = [];
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected') throw toStoreError(answer.reason, target);
      // Several statements in one text have several results.
      const { command, rows } = [answer.value].flat().at(-1) ?? NO_RESULT;
      if (command === 'ROLLBACK' && statements[index]?.text === 'COMMIT') throw notCommitted(target);
      results.push(rows);
    }
    return results as ResultsOf<typeof statements>;
  };

const NO_RESULT = { command: '', rows: [] };

/** All in one write: without the cork, each statement would be a packet. */
const send = (
  client: Client,
  statements: readonly Statement[],
): readonly Promise<QueryResult<object> | readonly QueryResult<object>[]>[] => {
  const { stream } = client.connection;
  stream.cork();
  try {
    return statements.map(({ text, values }) => client.query<object>(text, [...values]));
  } finally {
    stream.uncork();
  }
};

/** PostgreSQL reports no error for COMMIT in a transaction in which a statement had failed. */
const notCommitted = (target: Target): StoreError =>
  new StoreError(`${nameOf(target)} rolled back a transaction, because one of its statements had failed`);

/** An SQL statement, with the type of its rows. Unnamed on purpose: a pooler that shares sessions loses named ones. */
export interface Statement<Row extends object = object> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Never set: it only carries the type. */
  readonly row?: Row;
}

/** The rows that each statement returns. */
type ResultsOf<Statements extends readonly Statement[]> = {
  readonly [Index in keyof Statements]: readonly RowOf<Statements[Index]>[];
};

type RowOf<Each> = Each extends Statement<infer Row> ? Row : never;

/** `statement<{ id: string }>('SELECT id FROM t WHERE version > $1', [7])` */
export const statement = <Row extends object = object>(
  text: string,
  values: readonly unknown[] = [],
): Statement<Row> => ({ text, values });

/** The name of a table in SQL, with its schema: poolers that share sessions lose `search_path`. */
export type TableName = (name: string) => string;

export const tableOf =
  (schema: string): TableName =>
  (name) =>
    `${quote(schema)}.${quote(name)}`;

export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
