import { expect, test } from '@jest/globals';
import { storeIdempotency } from '../../../src/engine/stages/store-idempotency.ts';
import { assuming } from '../assuming.ts';
import { partsOf, runOn } from './exchange-of.ts';

const start = ({ choices = [] as readonly string[], keep = (): Promise<void> => Promise.resolve() } = {}) => {
  const log: string[] = [];
  const sandbox = { assumed: assuming(...choices), transact: (work: (work: object) => Promise<void>) => work({}) };
  const stage = storeIdempotency(
    partsOf({
      idempotencyRecords: {
        keep: (_work: object, { key }: { readonly key: string }) => {
          log.push(`keep ${key}`);
          return keep();
        },
        release: (_sandbox: object, key: string) => log.push(`release ${key}`),
      },
    }),
  );
  const store = (status: number, change: object = {}, kind = 'first') =>
    runOn(stage, {
      idempotency: { sandbox, key: 'a', fingerprint: 'f', found: { kind, beganAt: 0 } },
      caller: {},
      input: {},
      sandbox,
      reply: { status, headers: {} },
      source: 'stateful',
      ...change,
    });
  return { log, store };
};

const STORED = ['keep a', 'release a'];
const RELEASED = ['release a'];

test.each([
  [201, STORED],
  [403, STORED],
  [404, STORED],
  [409, STORED],
  [400, RELEASED],
  [422, RELEASED],
  [429, RELEASED],
  [500, RELEASED],
])('an answer with %i: %j', async (status, expected) => {
  const { log, store } = start();
  await store(status);
  expect(log).toEqual(expected);
});

test.each<[string, object]>([
  ['that was stored together with what it did', { isKept: true }],
  ['of a request that did not reach its operation', { input: undefined }],
])('an answer %s is not stored', async (_what, change) => {
  const { log, store } = start();
  await store(201, change);
  expect(log).toEqual(RELEASED);
});

test('of a public operation only success is stored, or of all where that is assumed', async () => {
  const open = start();
  await open.store(404, { caller: undefined });
  await open.store(201, { caller: undefined });
  expect(open.log).toEqual([...RELEASED, ...STORED]);
  const strict = start({ choices: ['idempotency-stored-replies=success-only'] });
  await strict.store(404);
  await strict.store(201);
  expect(strict.log).toEqual([...RELEASED, ...STORED]);
});

test.each(['replay', 'mismatch'])('a %s leaves the key alone', async (kind) => {
  const { log, store } = start();
  await store(201, {}, kind);
  await store(201, { idempotency: undefined });
  expect(log).toEqual([]);
});

test('a key is released also when its answer cannot be stored', async () => {
  const { log, store } = start({ keep: () => Promise.reject(new Error('full')) });
  await expect(store(201)).rejects.toThrow('full');
  expect(log).toEqual(STORED);
});
