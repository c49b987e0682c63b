import { describe, expect, jest, test } from '@jest/globals';
import type { KeyUse } from '../../../src/engine/exchange/exchange.ts';
import { createIdempotency } from '../../../src/engine/idempotency/idempotency.ts';
import { keyRecords } from '../../../src/engine/idempotency/key-record.ts';
import { binaryContent, type Content, textContent } from '../../../src/kernel/http.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { assuming } from '../assuming.ts';
import { operationOf, refusalOf, runOn } from '../checks/exchange-of.ts';
import { requestOf } from '../checks/request-of.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
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

const MADE = textContent('"made"', 'application/json', 'made');

const start = (...choices: readonly string[]) => {
  const { sandbox } = startSandbox();
  sandbox.assumed = assuming(...choices);
  const timers: { readonly wait: number; readonly task: () => void; isCancelled: boolean }[] = [];
  const idempotency = createIdempotency({
    window: IDEMPOTENCY_WINDOW,
    compilerFor: (() => () => (key: string) => key.length > 0 && key.length < 20) as never,
    after: (wait: number, task: () => void) => {
      const timer = { wait, task, isCancelled: false };
      timers.push(timer);
      return { cancel: () => (timer.isCancelled = true) };
    },
  });
  const stage = idempotency.lookUp;
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
    ((await runOn(stage, exchangeOf(...about))) as { idempotency: KeyUse } | undefined)?.idempotency;
  /** Ends the first request under a key. */
  const end = (use: KeyUse | undefined, status = 201, content: Content | 'none' = MADE, change: object = {}) =>
    idempotency.store({
      idempotency: use,
      caller,
      input: {},
      source: 'stateful',
      reply: { status, headers: { etag: '"1"' }, content: content === 'none' ? undefined : content },
      ...change,
    } as never);
  /** A whole request. */
  const send = async (...about: Parameters<typeof exchangeOf>): Promise<string | undefined> => {
    const use = await lookUp(...about);
    await end(use);
    return use?.found.kind;
  };
  const count = (): Promise<number> => sandbox.read((work) => work.page(keyRecords, { page: 0, size: 1 }).total);
  return { stage, exchangeOf, lookUp, end, send, count, timers, sandbox, idempotency };
};

test.each([
  ['too long', 'x'.repeat(20), 'must have 1 to 255 characters, but has 20'],
  ['given twice', ['a', 'b'], 'more than one Idempotency-Key header'],
])('a key that is %s is refused', async (_what, key, detail) => {
  const { stage, exchangeOf } = start();
  expect(await refusalOf(stage, exchangeOf(key))).toMatchObject({
    status: 400,
    detail: expect.stringContaining(detail),
  });
});

describe('a twin of a request in progress', () => {
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
});

test('the scope of a key of a public operation is its link', async () => {
  const link = (token: string) => ({ caller: undefined, pathParameters: { token } });
  const keyOf = async (change: object) => (await start().lookUp('a', change))?.key;
  expect(await keyOf(link('x'))).toBe(await keyOf(link('x')));
  expect(await keyOf(link('x'))).not.toBe(await keyOf(link('y')));
  expect(await keyOf(link('x'))).not.toContain('x a');
  expect(await keyOf({})).toBe('a');
});

describe('a stored answer', () => {
  test.each<[string, Content | undefined]>([
    ['JSON', textContent('{"a":[1]}', 'text/csv', { a: [1] })],
    ['a text that is none', textContent('a,b', 'text/csv', 'a,b')],
    [
      'bytes',
      binaryContent(
        Uint8Array.from({ length: 256 }, (_, n) => n),
        'application/pdf',
      ),
    ],
    ['nothing', undefined],
  ])('comes back as it was, with the value by which it is checked: %s', async (_what, content) => {
    const { lookUp, end, idempotency } = start();
    await end(await lookUp('a'), 201, content ?? 'none');
    const again = idempotency.replay({ idempotency: await lookUp('a'), request: requestOf() } as never);
    expect(again).toMatchObject({
      source: 'stateful',
      reply: { status: 201, headers: { etag: '"1"', 'idempotency-replayed': 'true' } },
    });
    const sent = again?.reply.content;
    expect([sent?.mediaType, sent?.byteLength]).toEqual([content?.mediaType, content?.byteLength]);
    expect(typeof sent?.body === 'string' ? sent.value : Buffer.from(sent?.body ?? '').toString('hex')).toEqual(
      typeof content?.body === 'string' ? content.value : Buffer.from(content?.body ?? '').toString('hex'),
    );
  });

  test('is stored if the operation decided it, and nothing else is', async () => {
    const storedAt = async (status: number, change: object = {}, ...choices: readonly string[]) => {
      const { lookUp, end, count } = start(...choices);
      await end(await lookUp('a'), status, MADE, change);
      return count();
    };
    for (const status of [201, 403, 404, 409]) expect([status, await storedAt(status)]).toEqual([status, 1]);
    for (const status of [400, 422, 429, 500]) expect([status, await storedAt(status)]).toEqual([status, 0]);
    expect(await storedAt(201, { input: undefined })).toBe(0);
    // Of a public operation only success is, or of all where that is assumed.
    expect(await storedAt(404, { caller: undefined })).toBe(0);
    expect(await storedAt(201, { caller: undefined })).toBe(1);
    expect(await storedAt(404, {}, 'idempotency-stored-replies=success-only')).toBe(0);
  });

  test('is stored with what the request did, or not at all', async () => {
    const { lookUp, end, count, sandbox, idempotency } = start();
    const use = await lookUp('a');
    const answer = { reply: { status: 201, headers: {} }, source: 'stateful' } as const;
    const failed = sandbox.transact((work) => {
      idempotency.keep(work, use, answer);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await end(use, 500);
    expect([await count(), (await lookUp('a'))?.found.kind]).toEqual([0, 'first']);
  });
});

describe('while the store is asked', () => {
  test('each of many repetitions at once gets what fits it', async () => {
    const { send, lookUp } = start();
    await send('a');
    const all = await Promise.all([lookUp('a', {}, '[1]'), lookUp('a'), lookUp('a', {}, '[1]'), lookUp('a')]);
    expect(all.map((use) => use?.found.kind)).toEqual(['mismatch', 'replay', 'mismatch', 'replay']);
  });

  test('and if it cannot answer, the request fails and leaves its key free', async () => {
    const { lookUp, sandbox } = start();
    let isBroken = true;
    const flaky = Object.assign(Object.create(sandbox) as typeof sandbox, {
      read: (work: never) => (isBroken ? Promise.reject(new Error('disk full')) : sandbox.read(work)),
    });
    const first = lookUp('a', { sandbox: flaky });
    const twin = lookUp('a', { sandbox: flaky });
    isBroken = false;
    await expect(first).rejects.toThrow('disk full');
    // Whoever waited for the look-up has its turn now.
    expect((await twin)?.found.kind).toBe('first');
  });

  test('nor keep the answer, the key is free as well', async () => {
    const { lookUp, end, sandbox } = start('idempotency-in-flight=conflict-at-once');
    const use = await lookUp('a');
    jest.spyOn(sandbox, 'transact').mockRejectedValueOnce(new Error('disk full'));
    await expect(end(use, 404)).rejects.toThrow('disk full');
    expect((await lookUp('a'))?.found.kind).toBe('first');
  });
});

describe('a key is free', () => {
  test('counted from the beginning of its request, however long that took', async () => {
    const { lookUp, end, sandbox } = start();
    const use = await lookUp('a');
    await sandbox.advance(TEST_NOW + 60_000);
    await end(use);
    await sandbox.advance(TEST_NOW + IDEMPOTENCY_WINDOW);
    expect((await lookUp('a'))?.found.kind).toBe('first');
  });

  test('and its record is cleared away, as fast as new ones come', async () => {
    const { sandbox, send, count } = start();
    for (let n = 0; n < 200; n++) await send(`old ${String(n)}`);
    await sandbox.advance(TEST_NOW + IDEMPOTENCY_WINDOW / 2);
    for (let n = 0; n < 100; n++) await send(`later ${String(n)}`);
    await sandbox.advance(TEST_NOW + IDEMPOTENCY_WINDOW);
    expect(await count()).toBe(300);
    for (let n = 0; n < 200; n++) await send(`new ${String(n)}`);
    expect(await count()).toBe(300);
    expect(await send('later 0')).toBe('replay');
  });
});
