import { describe, expect, test } from '@jest/globals';
import { type Criteria, toMatcher } from '../../../src/engine/journal/criteria.ts';
import { NO_PAUSE } from '../../../src/kernel/time-slices.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createRedactor } from '../../../src/engine/journal/redactor.ts';
import { Problem } from '../../../src/kernel/problem.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { createEntry, createOperation, json } from './create-entry.ts';

const createOrder = createOperation({ id: 'createOrder', method: 'POST', path: '/partners/{sellerId}/orders' });
const contract = { basePath: '/v1', operations: [createOrder, createOperation()] };
const redactor = createRedactor(contract);

const entry = createEntry({
  operation: createOrder,
  method: 'POST',
  path: '/v1/partners/p-1/orders',
  pathParameters: { sellerId: 'p-1' },
  query: 'x=1',
  rawHeaders: ['Idempotency-Key', 'k-1', 'Authorization', 'Bearer abc'],
  received: json({ externalOrderId: 'A-1', vins: [{ vin: 'WVW' }], secret: 'abc' }),
  status: 409,
  refusal: { type: 'version-mismatch', title: '', status: 409, detail: '' },
  idempotency: { kind: 'replay', beganAt: 0, key: 'k-1', fingerprint: 'f' },
});

const differenceOf = async (criteria: Criteria, of: JournalEntry = entry) => {
  const view = {
    after: () => [entry],
    find: (id: string) => (id === entry.id ? entry : undefined),
    listen: () => () => undefined,
  };
  return (await toMatcher(criteria, view, { contract, redactor, pauses: () => NO_PAUSE })).differenceOf(of);
};

describe('an exchange meets', () => {
  test.each<[Criteria]>([
    [{}],
    [{ operation: 'createOrder', method: 'post', status: 409, problemType: 'version-mismatch' }],
    [{ clientId: 'api-client-demo', source: 'stateful', replayed: true }],
    [{ path: '/v1/partners/p-1/orders' }],
    [{ path: { matches: '/orders$' } }],
    [{ params: { sellerId: 'p-1' } }],
    [{ headers: { 'idempotency-key': { present: true }, 'If-Match': { absent: true } } }],
    [{ body: { '/vins/0/vin': 'WVW', '/externalOrderId': { matches: '^A-' } } }],
    [{ since: new Date(TEST_NOW).toISOString() }],
  ])('%j', async (criteria) => {
    expect(await differenceOf(criteria)).toBeUndefined();
  });
});

describe('the first criterion that it does not meet is named', () => {
  test.each<[Criteria, string, string, string]>([
    [{ operation: 'getOrganization', status: 200 }, 'operation', 'equals "getOrganization"', '"createOrder"'],
    [{ status: 201 }, 'status', 'equals 201', '409'],
    [{ replayed: false }, 'replayed', 'equals false', 'true'],
    [{ path: '/v1/me' }, 'path', 'equals "/v1/me"', '"/v1/partners/p-1/orders"'],
    [{ body: { '/vins/1/vin': 'X' } }, 'body /vins/1/vin', 'equals "X"', 'absent'],
    [{ headers: { 'Idempotency-Key': 'k-2' } }, 'header Idempotency-Key', 'equals "k-2"', '"k-1"'],
    [
      { since: new Date(TEST_NOW + 1).toISOString() },
      'since',
      'equals "2026-11-20T09:00:00.001Z"',
      '"2026-11-20T09:00:00.000Z"',
    ],
    [{ after: entry.id }, 'after', `equals "${entry.id}"`, '"it came before"'],
  ])('%j', async (criteria, at, expected, actual) => {
    expect(await differenceOf(criteria)).toEqual({ at, expected, actual });
  });
});

test('a credential is compared as it is shown: nobody finds out its letters', async () => {
  for (const matches of ['abc', '^Bearer a']) {
    expect(await differenceOf({ headers: { authorization: { matches } } })).toBeDefined();
    expect(await differenceOf({ body: { '/secret': { matches } } })).toBeDefined();
  }
  expect(await differenceOf({ headers: { authorization: { present: true } } })).toBeUndefined();
});

describe('criteria that nothing could meet are refused', () => {
  test.each<[Criteria, string, string]>([
    [{ operation: 'createOrders' }, 'operation', 'did you mean "createOrder"?'],
    [{ after: '00000000-0000-4000-8000-999999999999' }, 'after', 'is not the id of an exchange in the journal'],
    [{ body: { 'vins.0': 'x' } }, 'body.vins.0', 'write /vins/0'],
    [{ headers: { accept: { matches: '(?=a)' } } }, 'headers.accept', 'without look-ahead'],
    [{ path: { matches: '(' } }, 'path', 'is not an accepted regular expression'],
  ])('%j', async (criteria, field, message) => {
    const refused: unknown = await differenceOf(criteria).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    const { status, errors } = (refused as Problem).members;
    expect(status).toBe(422);
    expect(errors).toEqual([expect.objectContaining({ field, message: expect.stringContaining(message) })]);
  });
});
