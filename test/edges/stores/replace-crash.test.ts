import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

const STORE = fileURLToPath(new URL('../../../src/edges/stores/sqlite-store.ts', import.meta.url));

/** Replaces a sandbox by one of two dumps in turn, and says so after each time. */
const PROGRAM = `
  const { createSqliteStore } = await import(${JSON.stringify(STORE)});
  const store = createSqliteStore(process.argv[1]);
  const dumpOf = (name) => ({
    collections: { orders: Array.from({ length: 400 }, (_, n) => ({ id: name + n, position: n + 1, value: { name } })) },
    positions: { orders: 400 },
    contents: { c: Buffer.from(name) },
  });
  const dumps = [dumpOf('one'), dumpOf('two')];
  let steps = 0;
  const pause = () => (++steps % 20 === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined);
  for (let n = 0; ; n++) {
    await store.replace('demo', dumps[n % 2], pause);
    process.stdout.write('.');
  }
`;

test('a process that ends in the middle of a replacement leaves one of the two, whole', async () => {
  const folder = await createTempFolder({});
  const file = folder.file('data.db');
  const seen = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      said += chunk.length;
      if (said > 3 + round) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const store = createSqliteStore(file);
    const { collections, contents } = await store.read('demo', (reader) => reader.dump());
    await store.close();
    const db = new DatabaseSync(file);
    const { documents } = db.prepare('SELECT count(*) AS documents FROM documents').get() as { documents: number };
    db.close();
    expect(documents).toBe(400);
    const names = new Set(collections['orders']?.map(({ value }) => (value as { readonly name: string }).name));
    expect([collections['orders']?.length, names.size]).toEqual([400, 1]);
    expect(Buffer.from(contents['c'] ?? []).toString()).toBe([...names][0]);
    seen.add([...names][0] ?? '');
  }
  expect(seen.size).toBeGreaterThan(0);
  await folder.remove();
});
