import { expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { detectorOf, watch } from '../../engine/coaching/watch.ts';
import { createOperation } from '../../engine/journal/create-entry.ts';

const unlikelyVin = detectorOf('unlikely-vin');

type Exchange = Partial<JournalEntry> & { readonly json?: unknown };

const see = (exchange: Exchange) => watch(unlikelyVin, [{ at: 0, ...exchange }])[0];

const order = (...vins: unknown[]): Exchange => ({
  method: 'POST',
  path: '/v1/partners/p/orders',
  operation: createOperation({ id: 'createOrder', method: 'POST' }),
  status: 201,
  json: { vins: vins.map((vin) => ({ vin })) },
});

const search = (query: string): Exchange => ({
  path: '/v1/orders',
  query,
  operation: createOperation({ id: 'findOrders' }),
});

const GOOD = 'WVWZZZ1JZXW000001';

test.each(['I', 'O', 'Q', 'i', 'o', 'q'])('a VIN with %s is likely one that was read wrong', (letter) => {
  const vin = `WVWZZZ1JZXW00000${letter}`;
  expect(see(order(GOOD, vin))).toMatchObject({
    rule: { id: 'unlikely-vin', assumptions: ['vin-characters'] },
    clientId: 'api-client-demo',
    subject: 'createOrder',
    detail: `VIN ${vin} was taken with POST /v1/partners/p/orders.`,
    requests: { length: 1 },
    certain: false,
  });
  expect(see(search(`page=1&vin=${GOOD}&vin=${vin}`))).toMatchObject({
    subject: 'findOrders',
    detail: `VIN ${vin} was taken with GET /v1/orders.`,
  });
});

test('five of them are named', () => {
  const vins = ['O1', 'O2', 'O3', 'O4', 'O5', 'O6'];
  expect(see(order(...vins))?.detail).toContain('VIN O1, O2, O3, O4, O5 was taken');
});

test.each<[string, Exchange]>([
  ['a VIN as it should be', order(GOOD)],
  ['one that was refused', { ...order('O'), status: 400 }],
  ['what is no text', order(0, null, undefined, ['O'])],
  ['a list in the place of a VIN', order(['O'])],
  ['a list of something else', { ...order(), json: { vins: [null, 'O'] } }],
  ['no list', { ...order(), json: { vins: 'O' } }],
  ['no body', { ...order(), json: undefined }],
  ['a call of another kind', { ...order('O'), operation: createOperation({ id: 'updateOrder' }) }],
  ['a call that is not described', { ...order('O'), operation: undefined }],
  ['another parameter of a search', search('q=O')],
])('nothing is said of %s', (_what, exchange) => {
  expect(see(exchange)).toBeUndefined();
});

test('an answer just below the refusals counts', () => {
  expect(see({ ...order('O'), status: 399 })).toBeDefined();
});
