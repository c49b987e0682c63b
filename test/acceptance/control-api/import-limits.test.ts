import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { records } from '../../../src/composition/bundled-records.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, createWorkflow, succeed } from '../../support/workflow.ts';
import { createAdminClient } from './admin-client.ts';
import type { State, StateRecord } from './state-document.ts';

type Value = Record<string, unknown>;

const SCENARIO = `scenario: mine
steps:
  - { on: getOrganization, when: { headers: { x-team: { matches: '^a+$' } } }, reply: { problem: internal-error } }
`;

let state: State;

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);
beforeAll(async () => {
  const { api, clock } = started;
  const workflow = createWorkflow(api, clock);
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  await workflow.revokePickup(orderUuid);
  succeed(await api.post('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['kyc.*'], partnerIds: [SELLER] }));
  succeed(await admin('POST', '/scenarios', { body: SCENARIO, headers: { 'content-type': 'application/yaml' } }));
  succeed(await admin('POST', '/scenarios/mine/activate'));
  succeed(await admin('PATCH', '/sandboxes/demo', { body: { rateLimitTier: 'ENTERPRISE' } }));
  const { checksum: _checksum, ...rest } = succeed(await admin('GET', '/state')).body as State & { checksum: string };
  state = rest;
});

/** With the id and the keys that belong to its value. */
const fitting = (name: string, record: StateRecord): StateRecord => {
  const collection = records.findLast((one) => one.name === name);
  const value = record.value as never;
  return collection === undefined
    ? record
    : { ...record, id: collection.idOf(value), keys: [...collection.keysOf(value)] };
};

const withDocuments = (name: string, change: (documents: readonly StateRecord[]) => readonly StateRecord[]): State => {
  const { last = 0, documents = [] } = state.collections[name] ?? {};
  const changed = change(documents).map((record) => fitting(name, record));
  return {
    ...state,
    collections: { ...state.collections, [name]: { last: last + changed.length, documents: changed } },
  };
};

/** The newest record, changed. */
const changed = (name: string, change: (value: Value) => void): State =>
  withDocuments(name, (documents) =>
    documents.map((record, index) => {
      if (index < documents.length - 1) return record;
      const value = structuredClone(record.value);
      change(value);
      return { ...record, value };
    }),
  );

/** So many more records like the newest one. */
const repeated = (name: string, count: number, change: (value: Value, index: number) => void): State =>
  withDocuments(name, (documents) => {
    const newest = documents.at(-1);
    if (newest === undefined) throw new Error(`there is nothing among ${name}`);
    const copies = Array.from({ length: count }, (_each, index) => {
      const value = structuredClone(newest.value);
      change(value, index);
      return { ...newest, position: newest.position + index + 1, value };
    });
    return [...documents, ...copies];
  });

const importOf = (body: unknown): Promise<ApiAnswer> => admin('PUT', '/state', { body });

const refused = async (body: unknown, field: RegExp): Promise<ApiAnswer> => {
  const answer = await importOf(body);
  expect([answer.status, answer.body.errors?.[0]?.field, answer.body.detail]).toEqual([
    422,
    expect.stringMatching(field),
    expect.stringMatching(/^Nothing was imported\. /),
  ]);
  return answer;
};

/** Puts something in a place such as `vins[0].vin`, or what a function makes of what stands there. */
const put = (value: Value, place: string, wanted: unknown): void => {
  const keys = place.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop() ?? '';
  const holder = keys.reduce((found: unknown, key) => (found as Value)[key], value) as Value;
  holder[last] = typeof wanted === 'function' ? (wanted as (former: unknown) => unknown)(holder[last]) : wanted;
};
const manyOf =
  (count: number) =>
  (former: unknown): unknown[] =>
    many((former as unknown[])[0], count);
const many = (item: unknown, count: number): unknown[] => Array.from({ length: count }, () => item);
const LONG = 'x'.repeat(501);
const SELLER_ENTRY = { companyName: 'A', vatNumber: 'DE100', country: 'DE' };
const withData =
  (data: object | null) =>
  (record: StateRecord): StateRecord => ({ ...record, value: { ...record.value, data } });

test('the state itself is accepted', async () => {
  expect((await importOf(state)).status).toBe(200);
});

test.each<[what: string, name: string, place: string, wanted: unknown, changed?: string]>([
  ['no VINs', 'orders', 'vins', []],
  ['501 VINs', 'orders', 'vins', manyOf(501)],
  ['a VIN of 18 characters', 'orders', 'vins[0].vin', 'W'.repeat(18)],
  ['a long brand', 'orders', 'vins[0].brand', LONG],
  ['a long model', 'orders', 'vins[0].model', LONG],
  ['a negative mileage', 'orders', 'vins[0].mileage', -1],
  ['a long number of the customer', 'orders', 'externalOrderId', LONG],
  ['a status of its own', 'orders', 'status', 'LOST'],
  ['no rollup', 'orders', 'compliance.status', {}, 'compliance'],
  ['a currency of four letters', 'orders', 'totalAmount.currency', 'EURO'],
  ['an amount that is no 64-bit integer', 'orders', 'totalAmount.value', 1e21],
  ['an id that is none', 'orders', 'uuid', 'mine'],
  ['a day that does not exist', 'orders', 'purchaseDate', '2026-02-30'],
  ['a version beyond all counting', 'orders', 'version', 1e21],
  ['a long invoice number', 'orders', 'invoices[0].invoiceNumber', LONG],
  ['a payment in no time', 'orders', 'payments[0].paidAt', 'soon'],
  ['a long reference', 'orders', 'payments[0].reference', LONG],
  ['a long reason', 'orders', 'transport.revocations[0].reason', LONG],
  ['a revocation of 501 VINs', 'orders', 'transport.revocations[0].vins', many('WVWZZZ1KZ6W386752', 501)],
  ['a buyer that there is not', 'orders', 'buyerId', 'nobody'],
  ['101 contacts', 'buyers', 'contacts', many({ firstName: 'A' }, 101)],
  ['a long contact', 'buyers', 'contacts[0].firstName', [{ firstName: LONG }], 'contacts'],
  ['a long name', 'buyers', 'companyName', LONG],
  ['a long street', 'buyers', 'address.street', LONG],
  ['no street', 'buyers', 'address.street', ''],
  ['a country of three letters', 'buyers', 'address.country', 'DEU'],
  ['a VAT number without a country', 'buyers', 'vatNumber', '100'],
  ['a time that is text', 'buyers', 'createdAt', 'soon'],
  ['a wild media type', 'documents', 'contentType', 'a\r\nb'],
  ['a digest that is none', 'documents', 'digest.sha256', { size: 1, sha256: 'x' }, 'digest'],
  ['11 MiB', 'documents', 'digest.size', { size: 11 * 1_048_576, sha256: '0'.repeat(64) }, 'digest'],
  ['a link without an end', 'invitations', 'secret', 'x'],
  ['a long URL', 'webhook-endpoints', 'url', `http://127.0.0.1/${'x'.repeat(2048)}`],
  ['101 event types', 'webhook-endpoints', 'subscriptions', many('kyc.*', 101)],
  ['an event type that is none', 'webhook-endpoints', 'subscriptions[0]', ['a.*'], 'subscriptions'],
  ['101 sellers', 'webhook-endpoints', 'sellers', many(SELLER, 101)],
  ['another capability', 'organization-changes', 'capabilities', { allowEverything: true }],
  ['21 sellers', 'organization-changes', 'sellers', many({ ...SELLER_ENTRY, uuid: SELLER }, 21)],
  ['201 steps', 'uploaded-scenarios', 'file.steps', manyOf(201)],
  ['21 expressions', 'uploaded-scenarios', 'file', manyOf(21), 'file.steps'],
])('%s in a record of %s is refused, with its place', async (_what, name, place, wanted, path = place) => {
  const pattern = place.replaceAll(/[.[\]]/g, String.raw`\$&`);
  await refused(
    changed(name, (value) => {
      put(value, path, wanted);
    }),
    new RegExp(String.raw`^collections\.${name}\.documents\[\d+\]\.value\.${pattern}`),
  );
});

test.each<[what: string, name: string, change: (record: StateRecord) => StateRecord, field: string, message: string]>([
  ['a buyer without its keys', 'buyers', (record) => ({ ...record, keys: [] }), 'keys', 'not those'],
  ['a job about nothing', 'jobs', withData(null), 'value.data', 'object'],
  [
    'a job about a buyer that is not there',
    'jobs',
    withData({ buyerUuid: 'nobody' }),
    'value.data.buyerUuid',
    'would fail for ever',
  ],
])('%s is refused', async (_what, name, change, field, message) => {
  const { last = 0, documents = [] } = state.collections[name] ?? {};
  const index = documents.findIndex(({ value }) => name !== 'jobs' || value['kind'] === 'vies-recheck');
  const wrong = documents.map((record, place) => (place === index ? change(record) : record));
  const body = { ...state, collections: { ...state.collections, [name]: { last, documents: wrong } } };
  const answer = await refused(body, new RegExp(String.raw`^collections\.${name}\.documents\[\d+\]\.${field}$`));
  expect(answer.body.errors[0].message).toContain(message);
});

test.each([undefined, [], 'soon'])('an invitation that was used at %j is refused', async (usedAt) => {
  const body = changed('invitations', (value) => Object.assign(value, { status: 'USED', usedAt }));
  const answer = await refused(body, /^collections\.invitations/);
  expect(answer.text).toContain('usedAt');
});

test('what nobody knows lies there, and does no harm', async () => {
  const notes = { last: 1, documents: [{ id: 'a', position: 1, value: { text: 'mine' }, keys: [] }] };
  succeed(await importOf({ ...state, collections: { ...state.collections, notes } }));
});

describe('records of which there are too many are refused, with their place', () => {
  const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

  test('21 webhook endpoints', async () => {
    const copy = (value: Value, index: number): void => {
      value['id'] = `wh_${String(index).padStart(26, '0')}`;
    };
    const { documents = [] } = state.collections['webhook-endpoints'] ?? {};
    await refused(repeated('webhook-endpoints', 21 - documents.length, copy), /^collections\.webhook-endpoints/);
    expect((await importOf(repeated('webhook-endpoints', 20 - documents.length, copy))).status).toBe(200);
  });

  test('21 active scenarios', async () => {
    const copy = (value: Value, index: number): void => {
      value['name'] = `mine-${String(index)}`;
    };
    await refused(repeated('scenario-runs', 20, copy), /^collections\.scenario-runs\.documents/);
  });

  test('101 uploaded scenarios', async () => {
    const copy = (value: Value, index: number): void => {
      value['name'] = `mine-${String(index)}`;
      put(value, 'file.scenario', `mine-${String(index)}`);
    };
    await refused(repeated('uploaded-scenarios', 100, copy), /^collections\.uploaded-scenarios/);
  });

  test('22 changes of the organization', async () => {
    const copy = (value: Value, index: number): void => {
      value['by'] = `mine-${String(index)}`;
      value['id'] = uuid(index);
    };
    await refused(repeated('organization-changes', 21, copy), /^collections\.organization-changes/);
  });
});

test('a clock that is more than ten years ahead of a job', async () => {
  const ahead = {
    ...state,
    clock: { ...(state as unknown as { clock: object }).clock, now: '9000-01-01T00:00:00.000Z' },
  };
  await refused(ahead, /^collections\.jobs\.documents\[0\]\.value\.dueAt$/);
});

test.each([
  ['a number of 401 digits', `{"format":${'1'.repeat(401)}}`, /line 1, column \d+/],
  ['1001 levels', `{"collections":${'['.repeat(1001)}${']'.repeat(1001)}}`, /levels deep/],
])('%s are refused before anything else is looked at, with their place', async (_what, body, detail) => {
  expect(await importOf(body)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
});
