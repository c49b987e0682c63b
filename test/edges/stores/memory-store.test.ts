import { expect, test } from '@jest/globals';
import { createMemoryRoom } from '../../../src/edges/stores/memory-room.ts';
import { createMemoryStore } from '../../../src/edges/stores/memory-store.ts';
import { createMemoryGuard } from '../../../src/edges/system/memory-guard.ts';
import { insert } from './backend.ts';
import { describeStore } from './store-conformance.ts';

const MEBIBYTE = 1_048_576;

describeStore('in memory', () =>
  Promise.resolve({
    open: () => Promise.resolve(createMemoryStore()),
    survives: false,
    remove: () => Promise.resolve(),
  }),
);

test('documents are refused before the memory of the process is full, and taken again when there is room', async () => {
  let used = 80;
  const memory = createMemoryGuard({
    look: () => ({ resident: 0, heapUsed: used * MEBIBYTE, heapTotal: 100 * MEBIBYTE }),
    heapLimit: 100 * MEBIBYTE,
    processLimit: undefined,
  });
  const store = createMemoryStore(createMemoryRoom({ memory, storedBytes: Infinity }));
  let number = 0;
  const fill = (count: number): Promise<void> =>
    store.transact('demo', async (transaction) => {
      for (let n = 0; n < count; n++) await insert(transaction, 'orders', String(++number));
    });
  await fill(1000);
  used = 90;
  const refused = {
    members: { status: 507, detail: expect.stringMatching(/server is out of memory \(100 MiB\)/) },
  };
  await expect(fill(1000)).rejects.toMatchObject(refused);
  await expect(fill(1)).rejects.toMatchObject(refused);
  expect(await store.read('demo', (reader) => reader.usage())).toMatchObject({ documents: 1000 });
  used = 50;
  await fill(1);
  await store.close();
});

const refusedOf = (detail: RegExp) => ({ members: { status: 507, detail: expect.stringMatching(detail) } });

test('contents are refused where the process has no memory for them, small ones as well', async () => {
  let resident = 20;
  const memory = createMemoryGuard({
    look: () => ({ resident: resident * MEBIBYTE, heapUsed: 0, heapTotal: 0 }),
    heapLimit: 100 * MEBIBYTE,
    processLimit: 40 * MEBIBYTE,
  });
  const store = createMemoryStore(createMemoryRoom({ memory, storedBytes: Infinity }));
  const put = (id: string, bytes: number): Promise<void> =>
    store.transact('demo', (transaction) => transaction.putContent(id, new Uint8Array(bytes)));
  await put('one', 10 * MEBIBYTE);
  await expect(put('two', 15 * MEBIBYTE)).rejects.toMatchObject(refusedOf(/out of memory \(40 MiB\)/));
  resident = 35;
  await expect(put('three', MEBIBYTE)).rejects.toMatchObject(refusedOf(/out of memory/));
  resident = 20;
  await put('three', MEBIBYTE);
  expect(await store.read('demo', (reader) => reader.usage())).toMatchObject({ bytes: 11 * MEBIBYTE });
  await store.close();
});

test('all sandboxes together have a limit, which a sandbox that is cleared gives back', async () => {
  const memory = { hasRoomFor: () => true, limit: 0 };
  const store = createMemoryStore(createMemoryRoom({ memory, storedBytes: 10 * MEBIBYTE }));
  const put = (sandbox: string, mebibytes: number): Promise<void> =>
    store.transact(sandbox, (transaction) => transaction.putContent('file', new Uint8Array(mebibytes * MEBIBYTE)));
  await put('one', 6);
  const full = refusedOf(/10485760 bytes together.*--stored-bytes/);
  await expect(put('two', 5)).rejects.toMatchObject(full);
  await put('two', 4);
  // What replaces a sandbox is there beside it for a moment.
  const dump = await store.read('two', (reader) => reader.dump());
  await expect(store.replace('two', dump)).rejects.toMatchObject(full);
  await store.clear('one');
  await store.replace('two', dump);
  await put('three', 6);
  await store.close();
});

test('what was read of a content stays when its sandbox is cleared or replaced', async () => {
  const store = createMemoryStore();
  const sent = Buffer.from('content of an upload').subarray(0, 7);
  await store.transact('demo', (transaction) => transaction.putContent('file', sent));
  sent.fill(0);
  const read = await store.read('demo', (reader) => reader.content('file'));
  const dump = await store.read('demo', (reader) => reader.dump());
  await store.replace('demo', dump);
  await store.clear('demo');
  expect([read, dump.contents['file']].map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual([
    'content',
    'content',
  ]);
  await store.close();
});
