import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createStore } from '../../../src/edges/stores/create-store.ts';
import type { Notes, Persistence } from '../../../src/edges/stores/persistence.ts';
import { nextTurn } from '../../../src/edges/system/time.ts';
import type { Dump, NewDocument, Store, StoreTransaction } from '../../../src/engine/sandbox/store.ts';
import { insert, key } from './backend.ts';

/** A place where rows are kept, whose next flushes can be held back or fail. */
const createPlace = () => {
  const rows = new Map<string, Map<string, NewDocument & { readonly collection: string }>>();
  const lasts = new Map<string, Map<string, number>>();
  const contents = new Map<string, Map<string, Uint8Array>>();
  const flushes: string[][] = [];
  const loads: string[] = [];
  const state: { hold?: Promise<void>; failure?: Error } = {};
  const of = <T>(all: Map<string, Map<string, T>>, sandbox: string): Map<string, T> => {
    const known = all.get(sandbox) ?? new Map<string, T>();
    all.set(sandbox, known);
    return known;
  };
  const write = (sandbox: string, notes: Notes): void => {
    for (const [collection, noted] of notes.documents)
      for (const [id, document] of noted)
        if (document === undefined) of(rows, sandbox).delete(`${collection}/${id}`);
        else of(rows, sandbox).set(`${collection}/${id}`, { collection, id, ...document });
    for (const [collection, last] of notes.positions) of(lasts, sandbox).set(collection, last);
    for (const [id, bytes] of notes.contents)
      if (bytes === undefined) of(contents, sandbox).delete(id);
      else of(contents, sandbox).set(id, bytes);
  };
  const persistence: Persistence = {
    load: (sandbox) => {
      loads.push(sandbox);
      const collections: Record<string, NewDocument[]> = {};
      for (const { collection, ...document } of of(rows, sandbox).values())
        (collections[collection] ??= []).push(document);
      for (const documents of Object.values(collections)) documents.sort((a, b) => a.position - b.position);
      const sizes = [...of(contents, sandbox)].map(([id, { byteLength }]) => [id, byteLength] as const);
      return Promise.resolve({
        collections,
        positions: Object.fromEntries(of(lasts, sandbox)),
        contents: new Map(sizes),
      });
    },
    flush: async (notes) => {
      flushes.push([...notes.keys()]);
      await state.hold;
      if (state.failure !== undefined) throw state.failure;
      for (const [sandbox, one] of notes) write(sandbox, one);
      return [];
    },
    readContent: (sandbox, id) => Promise.resolve(of(contents, sandbox).get(id)),
    replace: () => Promise.reject(new Error('not asked for here')),
    check: () => Promise.resolve(undefined),
    backUp: () => Promise.reject(new Error('not asked for here')),
    close: () => Promise.resolve(),
  };
  const open = (memory?: number): Store => createStore({ persistence, nextTurn, memory });
  return { open, flushes, loads, state };
};

const add = (store: Store, sandbox: string, id: string): Promise<void> =>
  store.transact(sandbox, (transaction) => insert(transaction, 'orders', id, { keys: [key('id', id)] }));

const dump = (store: Store, sandbox = 'a'): Promise<Dump> => store.read(sandbox, (reader) => reader.dump());

const idsOf = async (store: Store, sandbox = 'a'): Promise<readonly string[] | undefined> =>
  (await dump(store, sandbox)).collections['orders']?.map(({ id }) => id);

/** A flush that is held back until it is let go. */
const holding = (place: ReturnType<typeof createPlace>): (() => void) => {
  let release = (): void => undefined;
  place.state.hold = new Promise((resolve) => (release = resolve));
  return () => {
    delete place.state.hold;
    release();
  };
};

const turn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve));

describe('a change', () => {
  test('is told when it is durable, and so is what has seen it; another sandbox does not wait', async () => {
    const place = createPlace();
    const store = place.open();
    await add(store, 'b', '1');
    const release = holding(place);
    const told: string[] = [];
    const waiting = [
      add(store, 'a', '1').then(() => told.push('written')),
      idsOf(store).then((ids) => told.push(`read ${String(ids)}`)),
      add(store, 'a', '1').catch((error: unknown) => told.push((error as Error).name)),
    ];
    await turn();
    await turn();
    expect(await idsOf(store, 'b')).toEqual(['1']);
    expect(told).toEqual([]);
    release();
    await Promise.all(waiting);
    expect(told.toSorted()).toEqual(['DuplicateDocument', 'read 1', 'written']);
  });

  test('gathers with those of others while a flush is under way', async () => {
    const place = createPlace();
    const store = place.open();
    const release = holding(place);
    const first = add(store, 'a', '1');
    await turn();
    await turn();
    const later = ['a', 'b', 'c', 'a'].map((sandbox, index) => add(store, sandbox, `later-${String(index)}`));
    await turn();
    release();
    await Promise.all([first, ...later]);
    expect(place.flushes).toEqual([['a'], ['a', 'b', 'c']]);
    expect(await idsOf(place.open())).toEqual(['1', 'later-0', 'later-3']);
  });

  test('of a content is seen at once, also while only the one before is written', async () => {
    const place = createPlace();
    const store = place.open();
    const put = (byte: number) =>
      store.transact('a', (transaction) => transaction.putContent('A', Buffer.from([byte])));
    const releaseFirst = holding(place);
    const first = put(1);
    await turn();
    await turn();
    const second = put(2);
    releaseFirst();
    const releaseSecond = holding(place);
    await first;
    const seen = store.read('a', (reader) => reader.content('A'));
    await turn();
    releaseSecond();
    expect(await seen).toEqual(new Uint8Array([2]));
    await second;
  });

  test('that cannot be written is told to all who rest on it, and is not there any more', async () => {
    const place = createPlace();
    const store = place.open();
    await add(store, 'a', 'before');
    const release = holding(place);
    place.state.failure = new Error('the disk is full');
    const lost = [add(store, 'a', '1'), idsOf(store)];
    await turn();
    await turn();
    let begun: StoreTransaction | undefined;
    let end = (): void => undefined;
    const gathered = add(store, 'a', '2');
    const inProgress = store.transact('a', async (transaction) => {
      begun = transaction;
      await new Promise<void>((resolve) => (end = resolve));
      return insert(transaction, 'orders', '3');
    });
    while (begun === undefined) await turn();
    release();
    for (const one of [...lost, gathered]) await expect(one).rejects.toThrow('the disk is full');
    delete place.state.failure;
    end();
    await expect(inProgress).rejects.toThrow('the disk is full');
    expect(await idsOf(store)).toEqual(['before']);
    await add(store, 'a', '4');
    expect(await idsOf(place.open())).toEqual(['before', '4']);
  });
});

test('sandboxes that were not used for longest leave the memory, and come back with what they had', async () => {
  const place = createPlace();
  const store = place.open(4500);
  const fill = (sandbox: string): Promise<void> =>
    store.transact(sandbox, async (transaction) => {
      await insert(transaction, 'orders', 'A', { value: { text: 'x'.repeat(1000) } });
      transaction.putContent('upload', new Uint8Array(100_000));
    });
  for (const sandbox of ['a', 'b', 'c']) await fill(sandbox);
  await turn();
  expect(place.loads).toEqual(['a', 'b', 'c']);
  const reader = await store.read('a', async (one) => [one.usage(), (await one.content('upload'))?.byteLength]);
  expect(reader).toEqual([{ documents: 1, bytes: expect.any(Number) }, 100_000]);
  await dump(store, 'a');
  await dump(store, 'c');
  expect(place.loads).toEqual(['a', 'b', 'c', 'a', 'c']);
});

test('whatever happens, what was told is there, and memory is what is kept', async () => {
  const step = fc.record({
    kind: fc.constantFrom('insert', 'update', 'remove', 'put', 'drop', 'throw', 'fail', 'restart'),
    id: fc.constantFrom('A', 'B', 'C'),
    n: fc.nat(99),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
      const place = createPlace();
      let store = place.open();
      for (const steps of rounds) {
        const before = await dump(store);
        // A round is begun at once: its transactions share flushes, which fail together.
        if (steps.some(({ kind }) => kind === 'fail')) place.state.failure = new Error('away');
        const outcomes = await Promise.allSettled(
          steps.map(({ kind, id, n }) =>
            store.transact('a', async (transaction) => {
              const former = await transaction.get('orders', id);
              if (kind === 'insert' && former === undefined)
                await insert(transaction, 'orders', id, { value: { n }, keys: [key('n', String(n))] });
              if (kind === 'update' && former !== undefined)
                transaction.update('orders', id, { n }, () => [key('n', String(n))]);
              if (kind === 'remove') transaction.remove('orders', id);
              if (kind === 'drop') transaction.removeContent(id);
              if (kind === 'put') transaction.putContent(id, new Uint8Array([n]));
              if (kind === 'throw') {
                await insert(transaction, 'orders', `thrown-${String(n)}`);
                throw new Error('thrown');
              }
            }),
          ),
        );
        if (place.state.failure !== undefined && outcomes.every(({ status }) => status === 'rejected'))
          expect(await dump(store)).toEqual(before);
        delete place.state.failure;
        const memory = await dump(store);
        expect(await dump(place.open())).toEqual(memory);
        if (steps.some(({ kind }) => kind === 'restart')) store = place.open();
      }
    }),
    { numRuns: 200 },
  );
});
