import { describe, expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createReceiverWatch } from '../../../src/engine/coaching/receiver-watch.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { createEntry, createOperation } from '../journal/create-entry.ts';

const ORDER = '9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946';
const DATA = { orderUuid: ORDER };
const about = { deliveryId: 'del_1', eventId: 'evt_1', eventType: 'compliance.status_changed' };

const read = (at: number, more: Partial<JournalEntry> = {}): JournalEntry => {
  const now = TEST_NOW + at * 1000;
  return createEntry({
    receivedAt: now,
    sandbox: { id: 'demo', now },
    path: `/v1/orders/${ORDER}/compliance`,
    pathParameters: { uuid: ORDER.toUpperCase() },
    operation: createOperation({ id: 'getOrderCompliance' }),
    ...more,
  });
};

const write = (at: number, key: string, kind: 'first' | 'replay' = 'first'): JournalEntry =>
  read(at, { method: 'POST', idempotency: { kind, beganAt: undefined, key, fingerprint: 'f' } });

describe('a duplicate that is worked on', () => {
  const watchTwice = (entries: readonly JournalEntry[], data: object = DATA): string => {
    const watch = createReceiverWatch();
    watch.onReceiverNews({ ...about, kind: 'sent-twice', body: JSON.stringify({ id: 'evt_1', data }) });
    return entries.map((entry) => (watch.see(entry) === undefined ? '-' : '?')).join('');
  };

  test('the same call for each of the two', () => {
    expect(watchTwice([read(0), read(1)])).toBe('-?');
    expect(watchTwice([write(0, 'a'), write(1, 'b')])).toBe('-?');
  });

  test.each<[string, readonly JournalEntry[], object]>([
    ['one call', [read(0)], DATA],
    ['a write that was replayed', [write(0, 'a'), write(1, 'a', 'replay')], DATA],
    ['the next look, a minute later', [read(0), read(60)], DATA],
    ['another order', [read(0), read(1)], { orderUuid: '00000000-0000-4000-8000-000000000000' }],
    ['refusals', [read(0, { status: 404 }), read(1, { status: 404 })], DATA],
    [
      'two clients',
      ['a', 'b'].map((clientId, at) => read(at, { caller: { clientId, organization: undefined } })),
      DATA,
    ],
    ['data without any resource', [read(0), read(1)], { some: 'data', count: 2, none: null }],
  ])('not: %s', (_name, entries, data) => {
    expect(watchTwice(entries, data)).toMatch(/^-+$/);
  });

  test('nothing is remembered while nothing was sent twice', () => {
    const watch = createReceiverWatch();
    expect([read(0), read(1), read(2)].map((entry) => watch.see(entry))).toEqual([undefined, undefined, undefined]);
  });
});
