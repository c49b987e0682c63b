import { describe, expect, test } from '@jest/globals';
import { detectorOf, type Exchange, marks, watch } from '../../engine/coaching/watch.ts';
import { createOperation, json } from '../../engine/journal/create-entry.ts';

const eagerPolling = detectorOf('eager-polling');

const poll = (at: number, more: Partial<Exchange> = {}): Exchange => ({
  at,
  path: '/v1/orders/o/compliance',
  operation: createOperation({ id: 'getOrderCompliance' }),
  headers: { etag: '"1"' },
  ...more,
});

const polls = (...all: readonly (Partial<Exchange> & { readonly at: number })[]) =>
  marks(
    watch(
      eagerPolling,
      all.map(({ at, ...more }) => poll(at, more)),
    ),
  );

test('four unchanged answers in a row, each within ten seconds, are one too many', () => {
  expect(polls({ at: 0 }, { at: 9 }, { at: 18 }, { at: 27 }, { at: 36 })).toBe('---!!');
  expect(polls({ at: 0 }, { at: 9.999 }, { at: 19.998 }, { at: 29.997 })).toBe('---!');
});

test('it says who asked for what how soon, in which calls', () => {
  const sightings = watch(eagerPolling, [poll(0), poll(1), poll(2), poll(4)]);
  expect(sightings[3]).toMatchObject({
    rule: { id: 'eager-polling', assumptions: [] },
    clientId: 'api-client-demo',
    subject: 'getOrderCompliance',
    detail: 'GET /v1/orders/o/compliance came again after 2 seconds, and nothing had changed.',
    requests: { length: 4 },
    certain: true,
  });
});

test('of many calls it names the last ten', () => {
  const sightings = watch(
    eagerPolling,
    Array.from({ length: 15 }, (_, at) => poll(at)),
  );
  expect(sightings.at(-1)?.requests).toHaveLength(10);
  expect(new Set(sightings.at(-1)?.requests)).toEqual(new Set(sightings.at(-1)?.requests.slice(-10)));
  expect(sightings.at(-1)?.requests.at(-1)).not.toBe(sightings.at(-2)?.requests.at(-1));
});

describe('it is no mistake', () => {
  test.each<[string, readonly (Partial<Exchange> & { readonly at: number })[]]>([
    ['to wait for ten seconds', [0, 10, 20, 30, 40].map((at) => ({ at }))],
    [
      'to ask again when something has changed',
      [1, 2, 3, 4, 5].map((at) => ({ at, headers: { etag: `"${String(at)}"` } })),
    ],
    ['to ask for other orders', ['a', 'b', 'c', 'd'].map((path, at) => ({ at, path }))],
    [
      'of several clients',
      ['a', 'b', 'c', 'd'].map((clientId, at) => ({ at, caller: { clientId, organization: undefined } })),
    ],
    ['of a call of another kind', [0, 1, 2, 3].map((at) => ({ at, operation: createOperation({ id: 'getOrder' }) }))],
    ['of nobody', [0, 1, 2, 3].map((at) => ({ at, caller: undefined }))],
    ['when the answers differ in status', [200, 404, 200, 404].map((status, at) => ({ at, status }))],
    [
      'when answers without a tag differ in length',
      [1, 22, 333, 4444].map((value, at) => ({ at, headers: {}, sent: json(value) })),
    ],
  ])('%s', (_name, all) => {
    expect(polls(...all)).toMatch(/^-+$/);
  });

  test('to begin anew after a pause', () => {
    expect(polls({ at: 0 }, { at: 1 }, { at: 2 }, { at: 60 }, { at: 61 }, { at: 62 }, { at: 63 })).toBe('------!');
  });
});

test('answers without a tag are told apart by their length', () => {
  expect(polls(...[0, 1, 2, 3].map((at) => ({ at, headers: {}, sent: json(7) })))).toBe('---!');
  expect(polls(...[0, 1, 2, 3].map((at) => ({ at, headers: {} })))).toBe('---!');
});
