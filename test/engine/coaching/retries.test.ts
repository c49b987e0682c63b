import { describe, expect, test } from '@jest/globals';
import { retryTooEarly, retryWithNewKey } from '../../../src/engine/coaching/retries.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createOperation, json } from '../journal/create-entry.ts';
import { type Seconds, marks, watch } from './watch.ts';

type Exchange = Partial<JournalEntry> & Seconds;

const post = (at: number, key: string, more: Partial<Exchange> & { readonly same?: string } = {}): Exchange => {
  const { same = 'f', ...rest } = more;
  return {
    at,
    method: 'POST',
    path: '/v1/orders',
    operation: createOperation({ id: 'createOrder', method: 'POST', rateLimitCategory: 'write' }),
    received: json({ same }),
    idempotency: { kind: 'first', beganAt: undefined, key, fingerprint: same },
    status: 201,
    ...rest,
  };
};

const lost = { fault: { delay: 0, failure: 'CONNECTION_RESET_BY_PEER' } };

describe('retry-with-new-key', () => {
  test.each<[string, readonly Exchange[]]>([
    ['the answer was lost', [post(0, 'a', lost), post(2, 'b')]],
    ['the answer was 500', [post(0, 'a', { status: 500 }), post(120, 'b')]],
    ['the second retry changes the key', [post(0, 'a', { status: 503 }), post(1, 'a', { status: 503 }), post(3, 'b')]],
  ])('certain: %s', (_name, exchanges) => {
    expect(marks(watch(retryWithNewKey, exchanges)).at(-1)).toBe('!');
  });

  test('only likely: what was created comes again at once under another key', () => {
    const [, sighting] = watch(retryWithNewKey, [post(0, 'a'), post(1, 'b')]);
    expect(sighting).toMatchObject({ certain: false, subject: 'createOrder', requests: { length: 2 } });
    expect(sighting?.detail).toBe(
      'POST /v1/orders came again with the same body and another key 1 second after the answer 201.',
    );
  });

  test.each<[string, readonly Exchange[]]>([
    ['a retry under the same key', [post(0, 'a', lost), post(1, 'a')]],
    ['another body', [post(0, 'a', lost), post(1, 'b', { same: 'g' })]],
    ['another client', [post(0, 'a', lost), post(1, 'b', { caller: { clientId: 'other', organization: undefined } })]],
    ['the same once more on the next day', [post(0, 'a', lost), post(86_400, 'b')]],
    ['the same once more on the next day of the sandbox', [post(0, 'a', lost), post(1, 'b', { sandboxAt: 86_400 })]],
    ['a buyer that is synchronized with each order', [post(0, 'a', { status: 200 }), post(1, 'b', { status: 200 })]],
    ['a check that is asked for twice', [post(0, 'a', { received: undefined }), post(1, 'b', { received: undefined })]],
    ['two at the same time', [post(0, 'a', { took: 5, ...lost }), post(1, 'b')]],
    ['a refusal that the client repeats', [post(0, 'a', { status: 409 }), post(1, 'b', { status: 409 })]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(retryWithNewKey, exchanges))).toMatch(/^-+$/);
  });
});

describe('retry-too-early', () => {
  const limited = (at: number, more: Partial<Exchange> & { readonly same?: string } = {}): Exchange =>
    post(at, more.same ?? 'a', { status: 429, headers: { 'retry-after': '30' }, ...more });

  test('the same request before its time', () => {
    const [, sighting] = watch(retryTooEarly, [limited(0), limited(5)]);
    expect(sighting).toMatchObject({ certain: true, requests: { length: 2 } });
    expect(sighting?.detail).toBe('POST /v1/orders was to wait 30 seconds after 429, and came again after 5 seconds.');
  });

  test('also after 503, and also when it is let in', () => {
    expect(marks(watch(retryTooEarly, [limited(0, { status: 503 }), post(1, 'a')]))).toBe('-!');
  });

  test('other requests of the category, again and again', () => {
    const others = ['a', 'b', 'c', 'd'].map((same, at) => limited(at, { same }));
    expect(marks(watch(retryTooEarly, others))).toBe('--??');
  });

  test.each<[string, readonly Exchange[]]>([
    ['patience', [limited(0), post(30, 'a')]],
    ['a sandbox whose clock was moved on', [limited(0), post(1, 'a', { sandboxAt: 60 })]],
    ['patience while the sandbox’s clock stands still', [limited(0), limited(31, { sandboxAt: 0 })]],
    ['several that were on their way together', ['a', 'b', 'c', 'd'].map((same) => limited(0, { same, took: 1 }))],
    ['one more before the client’s parts know', [limited(0), limited(1, { same: 'b' })]],
    [
      'other clients',
      [0, 1, 2].map((at) => limited(at, { caller: { clientId: String(at), organization: undefined } })),
    ],
    ['answers without Retry-After', [limited(0, { headers: {} }), limited(1, { headers: {} })]],
    ['refusals that wait each time', [limited(0), limited(30), limited(60), limited(90)]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(retryTooEarly, exchanges))).toMatch(/^-+$/);
  });
});
