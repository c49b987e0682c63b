import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Dump,
  DuplicateDocument,
  type Key,
  type NewDocument,
  type Store,
  type StoreReader,
  type StoreTransaction,
} from '../../../src/engine/sandbox/store.ts';
import { type CreateBackend, nextPosition } from './backend.ts';
import { createModelStore } from './model-store.ts';
import { values } from './values.ts';
import { runs } from '../../support/long-form.ts';

const SANDBOXES = ['demo', '__proto__'] as const;
const COLLECTIONS = ['orders', 'jobs'] as const;
const NAMES = ['vin', 'status'] as const;
const IDS = ['A', 'B', '', '__proto__', 'a\0\ud83d'] as const;
const TEXTS = ['', 'x', 'X', 'ä', '\uffee', '🚗'] as const;

const collection = fc.constantFrom(...COLLECTIONS);
const id = fc.constantFrom(...IDS);
const keys = fc.array(fc.record({ name: fc.constantFrom(...NAMES), text: fc.constantFrom(...TEXTS) }), {
  maxLength: 4,
});
const member = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true }),
  fc.constantFrom(null, 9_223_372_036_854_775_806n, 9_223_372_036_854_775_807n),
);
const value = fc
  .record({ m: member, more: values }, { requiredKeys: [] })
  .filter(({ m }) => typeof m !== 'number' || (Number.isFinite(m) && !Object.is(m, -0) && Math.abs(m) < 2 ** 53));

type Step = (transaction: StoreTransaction) => unknown;

const named = (name: string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: () => name });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(collection, id, keys, value).map(([name, of, all, body]) =>
      named(`insert ${name}/${of} ${fc.stringify(all)} ${fc.stringify(body)}`, (transaction) => {
        try {
          transaction.insert(name, () => ({ id: of, value: body, keysOf: () => all }));
        } catch (error) {
          // It is there already; the transaction goes on.
          if (!(error instanceof DuplicateDocument)) throw error;
        }
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(collection, id, keys, value).map(([name, of, all, body]) =>
      named(`update ${name}/${of} ${fc.stringify(all)} ${fc.stringify(body)}`, (transaction) => {
        if (transaction.get(name, of) !== undefined) transaction.update(name, of, body, () => all);
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(collection, id)
      .map(([name, of]) => named(`remove ${name}/${of}`, (transaction) => transaction.remove(name, of))),
  },
  fc
    .tuple(id, fc.uint8Array({ maxLength: 4 }))
    .map(([of, bytes]) => named(`put ${of} ${String(bytes)}`, (transaction) => transaction.putContent(of, bytes))),
  id.map((of) => named(`remove content ${of}`, (transaction) => transaction.removeContent(of))),
);

interface Round {
  readonly sandbox: string;
  readonly kind: 'transaction' | 'failure' | 'clear' | 'reopen' | 'copy' | 'replace';
  readonly steps: readonly Step[];
}

const round: fc.Arbitrary<Round> = fc.record({
  sandbox: fc.constantFrom(...SANDBOXES),
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('transaction' as const) },
    { weight: 4, arbitrary: fc.constant('failure' as const) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
    { weight: 2, arbitrary: fc.constant('reopen' as const) },
    { weight: 3, arbitrary: fc.constantFrom('copy' as const, 'replace') },
  ),
  steps: fc.array(step, { maxLength: 6 }),
});

/** Returns what a transaction has seen of its own changes. */
const play = async (store: Store, { sandbox, kind, steps }: Round): Promise<object | undefined> => {
  let seen: object | undefined;
  const work = async (transaction: StoreTransaction): Promise<void> => {
    for (const each of steps) await each(transaction);
    seen = await lookAt(transaction);
  };
  if (kind === 'transaction') await store.transact(sandbox, work);
  if (kind === 'clear') await store.clear(sandbox);
  if (kind === 'failure') {
    const failed = store.transact(sandbox, async (transaction) => {
      await work(transaction);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
  }
  if (kind === 'copy' || kind === 'replace') {
    const other = SANDBOXES.find((name) => name !== sandbox) ?? '';
    const dump = await store.read(sandbox, (reader) => reader.dump());
    if (kind === 'replace') await store.replace(other, dump);
    else {
      await store.clear(other);
      await store.transact(other, (transaction) => transaction.restore(dump));
    }
  }
  return seen;
};

const byName = (a: Key, b: Key): number => (`${a.name} ${a.text}` < `${b.name} ${b.text}` ? -1 : 1);

/** The order of keys means nothing, and equal ones are one. */
const tidy = ({ collections, ...rest }: Dump): object => ({
  ...rest,
  collections: Object.entries(collections)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, documents]) => [
      name,
      documents.map((document: NewDocument) => ({
        ...document,
        keys: [...new Map(document.keys.map((each) => [`${each.name} ${each.text}`, each])).values()].sort(byName),
      })),
    ]),
});

/** Everything that can be asked. */
const lookAt = async (reader: StoreReader): Promise<object> => {
  const seen: unknown[] = [tidy(await reader.dump()), reader.usage().documents];
  for (const name of COLLECTIONS) {
    seen.push(await nextPosition(reader, name));
    for (const of of IDS) seen.push([of, await reader.get(name, of)]);
    for (const each of NAMES) {
      seen.push([each, reader.lowest(name, each, 1), reader.lowest(name, each, 2)]);
      for (const text of TEXTS) seen.push([each, text, reader.find(name, { name: each, text }, 2)]);
    }
    for (const descending of [false, true])
      for (const sortBy of [undefined, 'm', 'not there'])
        for (const filter of [[], [{ name: 'vin', text: 'x' }], NAMES.map((each) => ({ name: each, text: 'x' }))])
          for (const offset of [0, 1])
            seen.push(reader.list(name, { keys: filter, sortBy, descending, offset, limit: 3 }));
  }
  return { content: await Promise.all(IDS.map((of) => reader.content(of))), seen };
};

export const describeModel = (create: CreateBackend): void => {
  describe('whatever is done', () => {
    test('what there is afterwards is what a plain model holds', async () => {
      const backend = await create();
      let store = await backend.open();
      const model = createModelStore();
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async (rounds) => {
          for (const sandbox of SANDBOXES) for (const each of [store, model]) await each.clear(sandbox);
          for (const each of rounds) {
            expect(await play(store, each)).toEqual(await play(model, each));
            if (each.kind === 'reopen' && backend.survives) {
              await store.close();
              store = await backend.open();
            }
            for (const sandbox of SANDBOXES)
              expect(await store.read(sandbox, lookAt)).toEqual(await model.read(sandbox, lookAt));
          }
        }),
        { numRuns: backend.histories ?? runs({ short: 40, long: 200 }) },
      );
      await store.close();
      await backend.remove();
    }, 60_000);
  });
};
