import { describe, expect, test } from '@jest/globals';
import { refusedAgain, retryTooEarly, retryWithNewKey } from '../../../src/engine/coaching/retries.ts';
import { createOperation, json } from '../journal/create-entry.ts';
import { type Exchange, detectorOf, marks, watch } from './watch.ts';

const tokenExpired = detectorOf('token-expired');

/** A write under a key; `same` says what it has in its body. */
const post = (at: number, key: string, more: Partial<Exchange> & { readonly same?: string } = {}): Exchange => {
  const { same = 'f', ...rest } = more;
  return {
    at,
    method: 'POST',
    path: '/v1/orders',
    operation: createOperation({ id: 'createOrder', method: 'POST', rateLimitCategory: 'write' }),
    rawHeaders: ['Idempotency-Key', key, 'Content-Length', String(same.length)],
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
    ['another one, of another length', [unread(0, 'a'), post(1, 'b', { same: 'longer' }), post(2, 'a')]],
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

describe('refused-again', () => {
  const refused = (at: number, more: Parameters<typeof post>[2] = {}): Exchange =>
    post(at, String(at), { status: 409, ...more });

  test('the same no, three times and more', () => {
    const sightings = watch(refusedAgain, [refused(0), refused(1), refused(2), refused(3)]);
    expect(marks(sightings)).toBe('--!!');
    expect(sightings[3]).toMatchObject({ subject: 'createOrder', requests: { length: 4 } });
    expect(sightings[2]?.detail).toBe('POST /v1/orders was refused with 409 3 times, without a change in between.');
  });

  test('also where the refusal came before the key was read, and where it is replayed', () => {
    const early = [0, 1, 2].map((at) => refused(at, { idempotency: undefined, status: 403 }));
    expect(marks(watch(refusedAgain, early))).toBe('--!');
    const kept = { kind: 'replay', beganAt: 0, key: 'a', fingerprint: 'f' } as const;
    expect(
      marks(watch(refusedAgain, [refused(0), refused(1, { idempotency: kept }), refused(2, { idempotency: kept })])),
    ).toBe('--!');
  });

  test.each<[string, readonly Exchange[]]>([
    ['twice', [refused(0), refused(1)]],
    ['other bodies', ['a', 'b', 'c', 'd'].map((same, at) => refused(at, { same }))],
    ['another answer each time', [409, 422, 409, 422].map((status, at) => refused(at, { status }))],
    [
      'something was done in between',
      [refused(0), refused(1), refused(2, { same: 'g', status: 201 }), refused(3), refused(4)],
    ],
    ['days later', [refused(0), refused(86_400), refused(172_800)]],
    [
      'what passes by itself',
      [429, 429, 429, 500, 500, 500, 401, 401, 401].map((status, at) => refused(at, { status })),
    ],
    ['what says when to come again', [0, 1, 2].map((at) => refused(at, { headers: { 'retry-after': '1' } }))],
    ['something that may appear', [0, 1, 2, 3].map((at) => refused(at, { method: 'GET', status: 404 }))],
    ['several at the same time', [0, 0, 0].map((at) => refused(at, { took: 5 }))],
    [
      'several clients',
      ['a', 'b', 'c'].map((clientId, at) => refused(at, { caller: { clientId, organization: undefined } })),
    ],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(refusedAgain, exchanges))).toMatch(/^-+$/);
  });
});

describe('token-expired, where a scenario refuses a token that is good', () => {
  const call = (at: number, token: string, status = 200): Exchange => ({
    at,
    status,
    rawHeaders: ['Authorization', `Bearer ${token}`],
  });

  test('the same token again', () => {
    const sightings = watch(tokenExpired, [call(0, 'a', 401), call(1, 'a'), call(2, 'a')]);
    expect(marks(sightings)).toBe('-!!');
    expect(sightings[1]?.detail).toBe('A token that was refused with 401 was sent again after 1 second.');
    expect(JSON.stringify(sightings)).not.toContain('Bearer');
  });

  test.each<[string, readonly Exchange[]]>([
    ['another token', [call(0, 'a', 401), call(1, 'b'), call(2, 'b')]],
    ['several on their way together', [{ ...call(0, 'a', 401), took: 5 }, call(1, 'a', 401), call(6, 'b')]],
    ['good ones', [call(0, 'a'), call(1, 'a')]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(tokenExpired, exchanges))).toMatch(/^-+$/);
  });
});
