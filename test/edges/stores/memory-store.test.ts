import { expect, test } from '@jest/globals';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import { createMemoryAccount } from '../../../src/kernel/memory-account.ts';
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

const open = (mebibytes: number, share = Infinity) => {
  const store = createMemoryStore(createMemoryAccount({ limit: mebibytes * MEBIBYTE, share }));
  return {
    store,
    put: (sandbox: string, id: string, size: number): Promise<void> =>
      store.transact(sandbox, (transaction) => transaction.putContent(id, new Uint8Array(size * MEBIBYTE))),
  };
};

const refused = { members: { status: 507, detail: expect.stringMatching(/may take \d+ bytes of its memory/) } };

test('all sandboxes together have a limit, which a sandbox that is cleared gives back', async () => {
  const { store, put } = open(10);
  await put('one', 'file', 6);
  await expect(put('two', 'file', 5)).rejects.toMatchObject(refused);
  await put('two', 'file', 4);
  // What replaces a sandbox is there beside it for a moment.
  const dump = await store.read('two', (reader) => reader.dump());
  await expect(store.replace('two', dump)).rejects.toMatchObject(refused);
  await store.clear('one');
  await store.replace('two', dump);
  await put('three', 'file', 6);
  await store.close();
});

test('a document grows no more than there is room for, but small changes go on', async () => {
  const { store, put } = open(1);
  await store.transact('one', (transaction) => insert(transaction, 'orders', 'a'));
  await put('one', 'file', 0.99);
  const change = (length: number): Promise<void> =>
    store.transact('one', (transaction) => transaction.update('orders', 'a', { text: 'x'.repeat(length) }));
  await expect(change(100_000)).rejects.toMatchObject(refused);
  await change(500);
  await store.clear('one');
  await put('one', 'file', 1);
  await store.close();
});

test('a transaction that fails gives back what it took', async () => {
  const { store, put } = open(10);
  const failing = store.transact('one', async (transaction) => {
    transaction.putContent('file', new Uint8Array(6 * MEBIBYTE));
    await insert(transaction, 'orders', 'x'.repeat(3 * MEBIBYTE));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await put('one', 'file', 10);
  await store.close();
});

test('among strangers, who has most is refused first, and another one still finds room', async () => {
  const { store, put } = open(9, 2);
  await put('one', 'a', 6);
  await expect(put('one', 'b', 1)).rejects.toMatchObject(refused);
  await put('two', 'a', 2);
  await expect(put('two', 'b', 1)).rejects.toMatchObject(refused);
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
