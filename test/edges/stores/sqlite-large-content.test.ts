import { expect, test } from '@jest/globals';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { nextTurn } from '../../../src/edges/system/time.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

const LARGE = 3 * 1_048_576;

const bytesOf = (letter: string): Uint8Array => new Uint8Array(Buffer.alloc(LARGE, letter));

test('a large content has the log moved in a turn of its own, and is there at once', async () => {
  const folder = await createTempFolder({});
  let turns = 0;
  const counted = (task: () => void): void => {
    turns += 1;
    nextTurn(task);
  };
  const store = createSqliteStore(folder.file('data.db'), { nextTurn: counted });
  const put = (id: string, bytes: Uint8Array): Promise<void> =>
    store.transact('demo', (transaction) => transaction.putContent(id, bytes));
  await put('small', new Uint8Array([1]));
  // A flush begins in the turn after the first change.
  expect(turns).toBe(1);
  // More than the log usually holds, in one flush or several.
  const ids = Array.from('abcdefgh');
  await Promise.all(ids.slice(0, 6).map((id) => put(id, bytesOf(id))));
  for (const id of ids.slice(6)) await put(id, bytesOf(id));
  const failure = store.transact('demo', (transaction) => {
    transaction.putContent('lost', bytesOf('x'));
    throw new Error('too late');
  });
  await expect(failure).rejects.toThrow('too late');
  const read = (id: string) => store.read('demo', (reader) => reader.content(id));
  for (const id of ids) expect(Buffer.from((await read(id)) ?? []).equals(bytesOf(id))).toBe(true);
  expect(await read('lost')).toBeUndefined();
  // Three flushes, and the log of each moved in a turn of its own.
  expect(turns).toBe(1 + 2 * 3);
  await put('last', bytesOf('l'));
  await store.close();

  const again = createSqliteStore(folder.file('data.db'));
  expect(await again.read('demo', (reader) => reader.usage())).toMatchObject({ bytes: 9 * LARGE + 1 });
  await again.close();
  await folder.remove();
});
