import { describe, expect, test } from '@jest/globals';
import { retryWithNewKey } from '../../../src/engine/coaching/retries.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createOperation, json } from '../journal/create-entry.ts';
import { type Seconds, marks, watch } from './watch.ts';

type Exchange = Partial<JournalEntry> & Seconds;

const post = (at: number, key: string, more: Partial<Exchange> & { readonly length?: number } = {}): Exchange => {
  const { length = 300, ...rest } = more;
  return {
    at,
    method: 'POST',
    path: '/v1/orders',
    operation: createOperation({ id: 'createOrder', method: 'POST' }),
    rawHeaders: ['Idempotency-Key', key, 'Content-Length', String(length)],
    received: json({}),
    idempotency: { kind: 'first', beganAt: undefined, key, fingerprint: String(length) },
    status: 201,
    ...rest,
  };
};

/** Lost before anybody had read more than its head. */
const unread = (at: number, key: string, more: Partial<Exchange> = {}): Exchange =>
  post(at, key, {
    idempotency: undefined,
    received: undefined,
    status: 500,
    fault: { delay: 0, failure: 'CONNECTION_RESET_BY_PEER' },
    ...more,
  });

describe('a request that was lost before it was read', () => {
  test('comes again under another key', () => {
    const [, sighting] = watch(retryWithNewKey, [unread(0, 'a'), post(2, 'b')]);
    expect(sighting).toMatchObject({ certain: false, requests: { length: 2 } });
    expect(sighting?.detail).toBe(
      'POST /v1/orders came again with a body as long and another key 2 seconds after an answer that was lost (CONNECTION_RESET_BY_PEER).',
    );
  });

  test('is lost again and again', () => {
    const gateway = { status: 502, fault: undefined };
    expect(marks(watch(retryWithNewKey, [unread(0, 'a', gateway), unread(1, 'b'), unread(2, 'c')]))).toBe('-??');
  });

  test.each<[string, readonly Exchange[]]>([
    ['under its key', [unread(0, 'a'), post(1, 'a')]],
    ['another one, of another length', [unread(0, 'a'), post(1, 'b', { length: 301 }), post(2, 'a')]],
    ['much later', [unread(0, 'a'), post(86_400, 'b')]],
    ['at the same time', [unread(0, 'a', { took: 5 }), post(1, 'b')]],
    ['refused before it was read', [unread(0, 'a', { status: 429, fault: undefined }), post(1, 'b')]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(retryWithNewKey, exchanges))).toMatch(/^-+$/);
  });
});

describe('an answer that is held back', () => {
  const late = { fault: { delay: 20_000, failure: undefined } };

  test('is not waited for, and the request comes under another key', () => {
    const [, sighting] = watch(retryWithNewKey, [post(0, 'a', late), post(15, 'b')]);
    expect(sighting).toMatchObject({ certain: true });
    expect(sighting?.detail).toContain('after it was done, while the answer 201 was still held back');
  });

  test('was there when the next one was sent: then that is another matter', () => {
    expect(marks(watch(retryWithNewKey, [post(0, 'a', late), post(40, 'b')]))).toBe('--');
  });

  test('under the same key all is well', () => {
    expect(marks(watch(retryWithNewKey, [post(0, 'a', late), post(5, 'a')]))).toBe('--');
  });
});
