import { describe, expect, test } from '@jest/globals';
import { createIdempotencyRecords } from '../../../src/engine/idempotency/idempotency-records.ts';
import type { KeyUse } from '../../../src/engine/idempotency/key-use.ts';
import { lookupIdempotency } from '../../../src/engine/stages/lookup-idempotency.ts';
import { storeIdempotency } from '../../../src/engine/stages/store-idempotency.ts';
import { textContent } from '../../../src/kernel/http.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { assuming } from '../assuming.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { operationOf, partsOf, refusalOf, runOn } from './exchange-of.ts';
import { IDEMPOTENCY_WINDOW } from '../../../src/vat/policy/limits.ts';

const keyed = (required = true, id = 'createOrder') =>
  operationOf({
    id,
    parameters: [
      { name: 'idempotency-key', label: 'Idempotency-Key', in: 'header', required, schema: { pointer: '/key' } },
    ] as never,
  });
const OPERATION = keyed();
const caller = callerOf('STANDARD');

const start = (...choices: readonly string[]) => {
  const { sandbox } = startSandbox();
  sandbox.assumed = assuming(...choices);
  const timers: { readonly wait: number; readonly task: () => void; isCancelled: boolean }[] = [];
  const parts = partsOf({
    idempotencyRecords: createIdempotencyRecords(IDEMPOTENCY_WINDOW),
    compilerFor: () => () => (key: string) => key.length > 0 && key.length < 20,
    after: (wait: number, task: () => void) => {
      const timer = { wait, task, isCancelled: false };
      timers.push(timer);
      return { cancel: () => (timer.isCancelled = true) };
    },
  });
  const stage = lookupIdempotency(parts);
  const exchangeOf = (key: string | readonly string[] | undefined, change: object = {}, text = '{}') => ({
    request: requestOf({ method: 'POST', headers: key === undefined ? {} : { 'idempotency-key': key } }),
    operation: OPERATION,
    sandbox,
    caller,
    pathParameters: {},
    body: { kind: 'json', text, value: JSON.parse(text), content: { mediaType: 'application/json' } },
    ...change,
  });
  const lookUp = async (...about: Parameters<typeof exchangeOf>): Promise<KeyUse | undefined> =>
    ((await runOn(stage, exchangeOf(...about))) as { idempotency: KeyUse | undefined }).idempotency;
  /** Ends the first request under a key. */
  const end = (idempotency: KeyUse | undefined, status = 201) =>
    runOn(storeIdempotency(parts), {
      idempotency,
      caller,
      sandbox,
      input: {},
      source: 'stateful',
      reply: { status, headers: {}, content: textContent('"made"', 'application/json', 'made') },
    });
  return { stage, exchangeOf, lookUp, end, timers, sandbox };
};

test('no key is looked for without a sandbox, or by an operation that takes none', async () => {
  const { lookUp } = start();
  expect(await lookUp('a', { sandbox: undefined })).toBeUndefined();
  expect(await lookUp('a', { operation: operationOf() })).toBeUndefined();
  expect(await lookUp(undefined, { operation: keyed(false) })).toBeUndefined();
});

test.each([
  ['missing', undefined, 'Header Idempotency-Key is required'],
  ['empty', '', 'must have 1 to 255 characters, but has 0'],
  ['too long', 'x'.repeat(20), 'must have 1 to 255 characters, but has 20'],
  ['given twice', ['a', 'b'], 'more than one Idempotency-Key header'],
])('a key that is %s is refused', async (_what, key, detail) => {
  const { stage, exchangeOf } = start();
  expect(await refusalOf(stage, exchangeOf(key))).toMatchObject({
    status: 400,
    detail: expect.stringContaining(detail),
  });
});

test('a key is first, then a replay, or a mismatch with another body', async () => {
  const { lookUp, end, sandbox } = start();
  const first = await lookUp('a');
  expect(first).toMatchObject({ key: 'a', sandbox: { id: sandbox.id }, found: { kind: 'first', isNew: true } });
  await end(first);
  expect((await lookUp('a'))?.found).toMatchObject({
    kind: 'replay',
    beganAt: TEST_NOW,
    answer: { reply: { status: 201 } },
  });
  expect((await lookUp('a', {}, '{"b":1}'))?.found).toMatchObject({ kind: 'mismatch' });
  expect((await lookUp('b'))?.found).toMatchObject({ kind: 'first' });
});

describe('a twin of a request in progress', () => {
  test('waits for its answer', async () => {
    const { lookUp, end, timers } = start();
    const first = await lookUp('a');
    const twin = lookUp('a');
    await Promise.resolve();
    await end(first);
    expect((await twin)?.found.kind).toBe('replay');
    expect(timers).toMatchObject([{ wait: 5000, isCancelled: true }]);
  });

  test('takes its place when it failed', async () => {
    const { lookUp, end } = start();
    const first = await lookUp('a');
    const twin = lookUp('a');
    await end(first, 500);
    expect((await twin)?.found.kind).toBe('first');
  });

  test('is refused after five seconds', async () => {
    const { stage, lookUp, exchangeOf, timers } = start();
    await lookUp('a');
    const refused = refusalOf(stage, exchangeOf('a'));
    await Promise.resolve();
    timers[0]?.task();
    expect(await refused).toMatchObject({
      type: 'idempotency-key-in-flight',
      status: 409,
      headers: { 'retry-after': '1' },
    });
  });

  test('or at once, where that is assumed', async () => {
    const { stage, lookUp, exchangeOf, timers } = start('idempotency-in-flight=conflict-at-once');
    await lookUp('a');
    expect(await refusalOf(stage, exchangeOf('a'))).toMatchObject({ type: 'idempotency-key-in-flight' });
    expect(timers).toEqual([]);
  });
});

describe('the scope of a key', () => {
  const other = { caller: { ...caller, clientId: 'other' } };
  const elsewhere = { operation: keyed(true, 'elsewhere') };
  const isShared = async (choices: readonly string[], one: object, two: object): Promise<boolean> => {
    const { lookUp, end } = start(...choices);
    await end(await lookUp('a', one));
    return (await lookUp('a', two))?.found.kind === 'replay';
  };

  test.each([
    ['the organization', [], true, true],
    ['the client', ['idempotency-scope=client'], false, true],
    ['the operation', ['idempotency-scope=operation'], true, false],
  ])('is %s', async (_scope, choices, byClients, byOperations) => {
    expect(await isShared(choices, {}, other)).toBe(byClients);
    expect(await isShared(choices, {}, elsewhere)).toBe(byOperations);
  });

  test('of a public operation is its link', async () => {
    const link = (token: string) => ({ caller: undefined, pathParameters: { token } });
    const keyOf = async (change: object) => (await start().lookUp('a', change))?.key;
    expect(await keyOf(link('x'))).toBe(await keyOf(link('x')));
    expect(await keyOf(link('x'))).not.toBe(await keyOf(link('y')));
    expect(await keyOf(link('x'))).not.toContain('x a');
    expect(await keyOf({})).toBe('a');
  });
});

test('bodies are the same by content, or to the byte where that is assumed', async () => {
  const kindOf = async (...choices: readonly string[]) => {
    const { lookUp, end } = start(...choices);
    const bytes = (text: string) => ({
      kind: 'json',
      text,
      bytes: new TextEncoder().encode(text),
      value: JSON.parse(text),
      content: { mediaType: 'application/json' },
    });
    await end(await lookUp('a', { body: bytes('{"a":1}') }));
    return (await lookUp('a', { body: bytes('{ "a": 1 }') }))?.found.kind;
  };
  expect(await kindOf()).toBe('replay');
  expect(await kindOf('idempotency-fingerprint=bytes')).toBe('mismatch');
});
