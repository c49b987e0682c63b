import type { DatabaseSync } from 'node:sqlite';

/** A data file begins as format 1. The migration at index 0 leads to format 2, and so on: never change or remove one. */
export const MIGRATIONS: readonly string[] = [];

/** Runs the migrations that a file of this format lacks; must run within a transaction. */
export const migrate = (db: Pick<DatabaseSync, 'exec'>, format: number, migrations = MIGRATIONS): void => {
  for (const migration of migrations.slice(format - 1)) db.exec(migration);
};
