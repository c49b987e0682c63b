import { describe, expect, test } from '@jest/globals';
import { createIdempotencyRecords } from '../../../src/engine/idempotency/idempotency-records.ts';
import { keyRecords } from '../../../src/engine/idempotency/key-record.ts';
import { IDEMPOTENCY_WINDOW as WINDOW } from '../../../src/vat/policy/limits.ts';
import type { Answer } from '../../../src/engine/message/answer.ts';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import type { Reading } from '../../../src/engine/sandbox/unit-of-work.ts';
import { binaryContent, textContent } from '../../../src/kernel/http.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';

const answer = (text: string, status = 201): Answer => ({
  reply: { status, headers: { etag: '"1"' }, content: textContent(text, 'application/json', JSON.parse(text)) },
  source: 'stateful',
});

const start = () => {
  const started = startSandbox();
  const { sandbox } = started;
  const records = createIdempotencyRecords(WINDOW);
  const lookUp = (key: string, fingerprint = 'body') => Promise.resolve(records.lookUp(sandbox, key, fingerprint));
  const keep = (key: string, kept: Answer, beganAt = sandbox.clock.now(), isNew = false): Promise<void> =>
    sandbox.transact((work) => records.keep(work, { key, fingerprint: 'body', beganAt, isNew }, kept));
  /** A whole request. */
  const send = async (key: string, fingerprint?: string): Promise<string> => {
    const found = await lookUp(key, fingerprint);
    if (found.kind === 'first') {
      await keep(key, answer(`"${key}"`), found.beganAt, found.isNew);
      records.release(sandbox, key);
    }
    return found.kind;
  };
  const count = (): Promise<number> => sandbox.read((work) => work.page(keyRecords, { page: 0, size: 1 }).total);
  return { ...started, records, lookUp, keep, send, count };
};

test('the first request under a key is the first, and its repetition a replay of its answer', async () => {
  const { lookUp, send } = start();
  expect(await send('a')).toBe('first');
  const again = await lookUp('a');
  expect(again).toMatchObject({ kind: 'replay', beganAt: TEST_NOW, answer: { source: 'stateful' } });
  if (again.kind !== 'replay') return;
  const { reply } = again.answer;
  expect([reply.status, reply.headers['etag'], reply.content?.body]).toEqual([201, '"1"', '"a"']);
});

test('another body under the key is a mismatch, which frees nothing and takes nothing', async () => {
  const { send, lookUp } = start();
  await send('a');
  expect(await lookUp('a', 'other')).toEqual({ kind: 'mismatch', beganAt: TEST_NOW });
  expect(await send('a')).toBe('replay');
});

test('an answer of bytes comes back as it was', async () => {
  const { keep, lookUp } = start();
  const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
  await keep('a', {
    reply: { status: 200, headers: {}, content: binaryContent(bytes, 'application/pdf') },
    source: 'stateful',
  });
  const found = await lookUp('a');
  expect(found.kind === 'replay' && found.answer.reply.content).toMatchObject({ mediaType: 'application/pdf' });
  const body = found.kind === 'replay' ? found.answer.reply.content?.body : undefined;
  expect(Buffer.from(body as Uint8Array).equals(bytes)).toBe(true);
});

test.each([
  ['JSON', '{"a":[1]}', { a: [1] }],
  ['a text that is none', 'a,b', 'a,b'],
])('a replayed answer has its value again, by which it is checked: %s', async (_what, body, value) => {
  const { keep, lookUp } = start();
  const content = textContent(body, 'text/csv', value);
  await keep('a', { reply: { status: 200, headers: {}, content }, source: 'stateful' });
  expect(await lookUp('a')).toMatchObject({ answer: { reply: { content } } });
});

test('an answer without a body comes back without one', async () => {
  const { keep, lookUp } = start();
  await keep('a', { reply: { status: 204, headers: {}, content: undefined }, source: 'stateful' });
  expect(await lookUp('a')).toMatchObject({ kind: 'replay', answer: { reply: { status: 204, content: undefined } } });
});

describe('a key', () => {
  test('is taken by the first until it is released, answered or not', async () => {
    const { records, sandbox, lookUp, send } = start();
    expect((await lookUp('a')).kind).toBe('first');
    const twin = await lookUp('a');
    expect(twin.kind).toBe('in-flight');
    expect((await lookUp('a', 'other')).kind).toBe('mismatch');
    let isDone = false;
    const waited = twin.kind === 'in-flight' ? twin.done.then(() => (isDone = true)) : undefined;
    await Promise.resolve();
    expect(isDone).toBe(false);
    records.release(sandbox, 'a');
    await waited;
    // Nothing was kept: the next is the first.
    expect(await send('a')).toBe('first');
    expect(await send('a')).toBe('replay');
  });

  test('is nobody’s while the store is asked: of many at once, one is the first', async () => {
    const { lookUp } = start();
    const all = await Promise.all(Array.from({ length: 5 }, () => lookUp('a')));
    expect(all.map(({ kind }) => kind).sort()).toEqual(['first', 'in-flight', 'in-flight', 'in-flight', 'in-flight']);
  });

  test('of an answered request is answered to all at once, each as it fits', async () => {
    const { send, lookUp } = start();
    await send('a');
    const all = await Promise.all([lookUp('a', 'other'), lookUp('a'), lookUp('a', 'other'), lookUp('a')]);
    expect(all.map(({ kind }) => kind)).toEqual(['mismatch', 'replay', 'mismatch', 'replay']);
  });

  test('belongs to one sandbox', async () => {
    const { records, send } = start();
    await send('a');
    const other = startSandbox().sandbox;
    expect((await records.lookUp(other, 'a', 'body')).kind).toBe('first');
  });

  test('is free 24 hours after the request began, on the sandbox’s clock, and not a moment earlier', async () => {
    const { sandbox, send, count, lookUp } = start();
    await send('a');
    await sandbox.advance(TEST_NOW + WINDOW - 1);
    expect(await send('a')).toBe('replay');
    expect((await lookUp('a', 'other')).kind).toBe('mismatch');
    await sandbox.advance(TEST_NOW + WINDOW);
    expect(await send('a', 'other')).toBe('first');
    // The new answer is in the place of the old one.
    expect(await count()).toBe(1);
    expect(await lookUp('a')).toMatchObject({ beganAt: TEST_NOW + WINDOW });
  });

  test('is counted from the beginning of its request, however long that took', async () => {
    const { keep, sandbox, lookUp } = start();
    await sandbox.advance(TEST_NOW + 60_000);
    await keep('a', answer('1'), TEST_NOW);
    await sandbox.advance(TEST_NOW + WINDOW);
    expect((await lookUp('a')).kind).toBe('first');
  });
});

test('a store that cannot be asked fails the request, and leaves its key free', async () => {
  const { records, sandbox } = start();
  let isBroken = true;
  const flaky = Object.assign(Object.create(sandbox) as Sandbox, {
    read: <T>(work: (reading: Reading) => Promise<T>) =>
      isBroken ? Promise.reject(new Error('disk full')) : sandbox.read(work),
  });
  const first = records.lookUp(flaky, 'a', 'body');
  const twin = records.lookUp(flaky, 'a', 'body');
  isBroken = false;
  await expect(first).rejects.toThrow('disk full');
  // Whoever waited for the look-up has its turn now.
  expect((await twin).kind).toBe('first');
});

test('to release a key that nobody holds does nothing', async () => {
  const { records, sandbox, send } = start();
  records.release(sandbox, 'a');
  expect(await send('a')).toBe('first');
});

test('an answer is kept together with what it did, or not at all', async () => {
  const { sandbox, records, count, lookUp } = start();
  expect((await lookUp('a')).kind).toBe('first');
  const failed = sandbox.transact((work) => {
    records.keep(work, { key: 'a', fingerprint: 'body', beganAt: TEST_NOW }, answer('1'));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  records.release(sandbox, 'a');
  expect([await count(), (await lookUp('a')).kind]).toEqual([0, 'first']);
});

test('records of more than 24 hours ago are cleared away, as fast as new ones come', async () => {
  const { sandbox, send, count } = start();
  for (let n = 0; n < 200; n++) await send(`old ${String(n)}`);
  await sandbox.advance(TEST_NOW + WINDOW / 2);
  for (let n = 0; n < 100; n++) await send(`later ${String(n)}`);
  await sandbox.advance(TEST_NOW + WINDOW);
  expect(await count()).toBe(300);
  for (let n = 0; n < 200; n++) await send(`new ${String(n)}`);
  expect(await count()).toBe(300);
  // Those of less than 24 hours ago are still there.
  expect(await send('later 0')).toBe('replay');
});
