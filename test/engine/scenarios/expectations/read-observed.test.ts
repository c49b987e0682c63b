import { expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../../src/engine/journal/journal-entry.ts';
import type { Redactor } from '../../../../src/engine/journal/redactor.ts';
import type { Settled } from '../../../../src/engine/exchange/exchange.ts';
import { readEvent, readRequest } from '../../../../src/engine/scenarios/expectations/observed.ts';
import { identifyEntry } from './identify-entry.ts';

/** Makes what it has hidden easy to see. */
const redactor = {
  identify: (entry: JournalEntry) => ({ ...identifyEntry(entry), endedAt: 'reply' }),
  redact: (_entry: JournalEntry, value: string) => value.replace('secret', 'hidden'),
  redactValue: (value: object) => ({ ...value, actual: 'hidden too' }),
} as unknown as Redactor;

const ENTRY = {
  id: 'req-1',
  method: 'GET',
  path: '/v1/orders/17',
  receivedAt: 5,
  startedAt: 1,
  endedReadingAt: 2,
  status: 200,
  headers: {},
} as JournalEntry;

const exchangeOf = (more: object = {}): Settled =>
  ({
    request: { query: 'page=2', header: (name: string) => (name === 'idempotency-key' ? 'key-1' : undefined) },
    ...more,
  }) as unknown as Settled;

const read = (entry: Partial<JournalEntry> = {}, exchange: object = {}) =>
  readRequest({ ...ENTRY, ...entry }, exchangeOf(exchange), redactor, 0);

test.each([
  ['trickles', { delay: 0, failure: 'slow-body' }],
  ['is only late', { delay: 500, failure: undefined }],
])('an answer that %s arrives', (_what, fault) => {
  const came = read({ fault });
  expect(came).toMatchObject({ answered: 200, lostBy: undefined });
  expect(came.summary().status).toBe(200);
});

test.each([
  ['0', 0],
  ['30', 30_000],
  ['999999999', 999_999_999_000],
  ['1000000000', undefined],
  ['Fri, 20 Nov 2026 09:00:00 GMT', undefined],
  ['1.5', undefined],
  ['', undefined],
])('Retry-After "%s" means %p milliseconds', (header, milliseconds) => {
  expect(read({ headers: { 'retry-after': header } }).retryAfter).toBe(milliseconds);
});

test('what is said about a request or an event goes through the redactor', () => {
  const difference = { at: 'header Cookie', expected: 'equals a', actual: 'secret' };
  expect(read().hide(difference)).toEqual({ ...difference, actual: 'hidden' });
  const event = readEvent({ id: 'evt_1', type: 'kyc.done', seller: undefined, createdAt: 1, data: { a: 1 } }, redactor);
  expect([event.summary(), event.data]).toEqual([{ id: 'evt_1', type: 'kyc.done' }, { a: 1 }]);
  expect(event.hide(difference)).toEqual({ ...difference, actual: 'hidden too' });
});

test('of one request so many differences are told as can be searched for credentials at once', () => {
  const { hide } = read();
  const difference = { at: 'header A', expected: 'equals a', actual: 'secret' };
  const told = Array.from({ length: 26 }, () => hide(difference).actual);
  expect(told.slice(0, 25)).toEqual(told.slice(0, 25).map(() => 'hidden'));
  expect(told[25]).toBe('not shown: 25 expectations have missed the same request');
});
