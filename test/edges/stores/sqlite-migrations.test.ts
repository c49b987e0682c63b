import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { migrate } from '../../../src/edges/stores/sqlite-migrations.ts';

const MIGRATIONS = ["INSERT INTO steps VALUES ('to 2')", "INSERT INTO steps VALUES ('to 3')"];

test.each([
  [1, ['to 2', 'to 3']],
  [2, ['to 3']],
  [3, []],
])('a file of format %i gets the migrations that it lacks, in order', (format, steps) => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE steps (name TEXT)');
  migrate(db, format, MIGRATIONS);
  expect(db.prepare('SELECT name FROM steps').all()).toEqual(steps.map((name) => ({ name })));
  db.close();
});
