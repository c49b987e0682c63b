import { expect, test } from '@jest/globals';
import { createMemoryGuard } from '../../../src/edges/stores/memory-guard.ts';
import { createMemoryStore } from '../../../src/edges/stores/memory-store.ts';
import { insert } from './backend.ts';
import { describeStore } from './store-conformance.ts';

describeStore('in memory', () =>
  Promise.resolve({
    open: () => Promise.resolve(createMemoryStore()),
    survives: false,
    remove: () => Promise.resolve(),
  }),
);

test('documents are refused before the memory of the process is full, and taken again when there is room', async () => {
  let used = 80;
  const guard = createMemoryGuard(() => ({ used_heap_size: used * 1_048_576, heap_size_limit: 292 * 1_048_576 }));
  const store = createMemoryStore(guard);
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
