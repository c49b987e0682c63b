import { describe, expect, test } from '@jest/globals';
import { freshAnswerAskedAgain, patchWithoutIfMatch } from '../../../src/engine/coaching/requests.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createOperation } from '../journal/create-entry.ts';
import { type Seconds, detectorOf, marks, watch } from './watch.ts';

const eagerPolling = detectorOf('eager-polling');
const unlikelyVin = detectorOf('unlikely-vin');

type Exchange = Partial<JournalEntry> & Seconds & { readonly json?: unknown };

describe('patch-without-if-match', () => {
  const ifMatch = {
    name: 'if-match',
    label: 'If-Match',
    in: 'header' as const,
    required: false,
    style: 'simple',
    explode: false,
    schema: { pointer: '', schema: {} },
    jsonEncoded: false,
    namesPartner: false,
    violationProblem: undefined,
  };
  const operation = createOperation({ id: 'updateBuyer', method: 'PATCH', parameters: [ifMatch] });
  const patch = (more: Partial<JournalEntry> = {}): Exchange => ({ at: 0, method: 'PATCH', operation, ...more });

  test('a change that overwrites whatever is there', () => {
    const [sighting] = watch(patchWithoutIfMatch, [patch()]);
    expect(sighting).toMatchObject({ certain: true, subject: 'updateBuyer' });
  });

  test.each<[string, Exchange]>([
    ['with If-Match', patch({ rawHeaders: ['Accept', '*/*', 'If-Match', '"1"'] })],
    ['an operation that takes none', patch({ operation: createOperation({ method: 'PATCH' }) })],
    ['one that was refused', patch({ status: 422 })],
    ['other methods', patch({ method: 'POST' })],
  ])('not: %s', (_name, exchange) => {
    expect(marks(watch(patchWithoutIfMatch, [exchange]))).toBe('-');
  });
});

describe('fresh-answer-asked-again', () => {
  const me = (at: number, more: Partial<Exchange> = {}): Exchange => ({
    at,
    operation: createOperation(),
    headers: { 'cache-control': 'private, max-age=300' },
    ...more,
  });

  test('the same answer again and again', () => {
    const sightings = watch(
      freshAnswerAskedAgain,
      [0, 1, 2, 3].map((at) => me(at)),
    );
    expect(marks(sightings)).toBe('--?!');
    expect(sightings[3]?.detail).toBe(
      'GET /v1/me came 4 times in 3 seconds; the first answer was good for 300 seconds.',
    );
  });

  test.each<[string, readonly Exchange[]]>([
    ['every five minutes', [0, 300, 600, 900].map((at) => me(at))],
    ['every five minutes of the sandbox', [0, 1, 2, 3].map((at) => me(at, { sandboxAt: at * 300 }))],
    ['answers that say nothing', [0, 1, 2, 3].map((at) => me(at, { headers: {} }))],
    [
      'answers that are not to be kept',
      [0, 1, 2, 3].map((at) => me(at, { headers: { 'cache-control': 'no-store, max-age=9' } })),
    ],
    ['refusals', [0, 1, 2, 3].map((at) => me(at, { status: 403 }))],
    [
      'different clients',
      [0, 1, 2, 3].map((at) => me(at, { caller: { clientId: String(at), organization: undefined } })),
    ],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(freshAnswerAskedAgain, exchanges))).toMatch(/^-+$/);
  });
});

describe('eager-polling', () => {
  const poll = (at: number, more: Partial<Exchange> = {}): Exchange => ({
    at,
    path: '/v1/orders/o-1/compliance',
    operation: createOperation({ id: 'getOrderCompliance' }),
    headers: { etag: '"1"' },
    ...more,
  });

  test('the same question every second', () => {
    expect(
      marks(
        watch(
          eagerPolling,
          [0, 1, 2, 3, 4].map((at) => poll(at)),
        ),
      ),
    ).toBe('---!!');
  });

  test.each<[string, readonly Exchange[]]>([
    ['every half minute', [0, 30, 60, 90, 120].map((at) => poll(at))],
    ['as the sandbox’s clock goes', [0, 1, 2, 3, 4].map((at) => poll(at, { sandboxAt: at * 3600 }))],
    ['while something changes', [0, 1, 2, 3, 4].map((at) => poll(at, { headers: { etag: `"${String(at)}"` } }))],
    ['many orders', [0, 1, 2, 3, 4].map((at) => poll(at, { path: `/v1/orders/${String(at)}/compliance` }))],
    ['other operations', [0, 1, 2, 3, 4].map((at) => poll(at, { operation: createOperation() }))],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(eagerPolling, exchanges))).toMatch(/^-+$/);
  });
});

describe('unlikely-vin', () => {
  const order = (json: unknown, more: Partial<Exchange> = {}): Exchange => ({
    at: 0,
    method: 'POST',
    operation: createOperation({ id: 'createOrder' }),
    status: 201,
    json,
    ...more,
  });
  const search = (query: string): Exchange => ({ at: 0, query, operation: createOperation({ id: 'findOrders' }) });

  test.each<[string, Exchange]>([
    ['in an order', order({ vins: [{ vin: 'WVWZZZ1JZ3W386752' }, { vin: 'WVWZZZ1JZ3W38675O' }] })],
    ['in a search', search('page=0&vin=IVWZZZ1JZ3W386752')],
  ])('%s', (_name, exchange) => {
    const [sighting] = watch(unlikelyVin, [exchange]);
    expect(sighting).toMatchObject({ certain: false });
    expect(sighting?.detail).toMatch(/VIN (WVWZZZ1JZ3W38675O|IVWZZZ1JZ3W386752) /);
  });

  test.each<[string, Exchange]>([
    ['an ordinary one', order({ vins: [{ vin: 'WVWZZZ1JZ3W386752' }] })],
    ['an order that was refused', order({ vins: [{ vin: 'O' }] }, { status: 422 })],
    ['a body of another kind', order([null, 1])],
    ['vehicles of another kind', order({ vins: [null, 7, { vin: 5 }] })],
    ['no body', order(undefined)],
    ['another search', search('vin=WVWZZZ1JZ3W386752&status=IOQ')],
  ])('not: %s', (_name, exchange) => {
    expect(marks(watch(unlikelyVin, [exchange]))).toBe('-');
  });
});
