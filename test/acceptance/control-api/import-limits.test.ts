import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { records } from '../../../src/vat/records.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { closedBy } from '../../support/closed-by.ts';

import { SELLER, createWorkflow, succeed } from '../../support/workflow.ts';
import { createAdminClient } from './admin-client.ts';
import type { State, StateRecord } from './state-document.ts';

// A whole server, and large imports on a machine that may be busy.

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

const put = (body: unknown): Promise<ApiAnswer> => admin('PUT', '/state', { body });

const refused = async (body: unknown, field: RegExp): Promise<ApiAnswer> => {
  const answer = await put(body);
  expect([answer.status, answer.body.errors?.[0]?.field, answer.body.detail]).toEqual([
    422,
    expect.stringMatching(field),
    expect.stringMatching(/^Nothing was imported\. /),
  ]);
  return answer;
};

const at = (value: Value, ...keys: readonly (string | number)[]): Value =>
  keys.reduce((found: unknown, key) => (found as Value)[key], value) as Value;
const many = (item: unknown, count: number): unknown[] => Array.from({ length: count }, () => item);
const LONG = 'x'.repeat(501);

test('the state itself is accepted', async () => {
  expect((await put(state)).status).toBe(200);
});

test.each<[what: string, name: string, place: string, change: (value: Value) => void]>([
  ['501 VINs', 'orders', 'vins', (value) => (value['vins'] = many(at(value, 'vins', 0), 501))],
  ['a VIN of 18 characters', 'orders', 'vins[0].vin', (value) => (at(value, 'vins', 0)['vin'] = 'W'.repeat(18))],
  ['a long brand', 'orders', 'vins[0].brand', (value) => (at(value, 'vins', 0)['brand'] = LONG)],
  ['a long model', 'orders', 'vins[0].model', (value) => (at(value, 'vins', 0)['model'] = LONG)],
  ['a negative mileage', 'orders', 'vins[0].mileage', (value) => (at(value, 'vins', 0)['mileage'] = -1)],
  ['a long number of the customer', 'orders', 'externalOrderId', (value) => (value['externalOrderId'] = LONG)],
  [
    'a currency of four letters',
    'orders',
    'totalAmount.currency',
    (value) => (at(value, 'totalAmount')['currency'] = 'EURO'),
  ],
  [
    'an amount that is no 64-bit integer',
    'orders',
    'totalAmount.value',
    (value) => (at(value, 'totalAmount')['value'] = 1e21),
  ],
  ['an id that is none', 'orders', 'uuid', (value) => (value['uuid'] = 'mine')],
  ['a day that does not exist', 'orders', 'purchaseDate', (value) => (value['purchaseDate'] = '2026-02-30')],
  ['a version beyond all counting', 'orders', 'version', (value) => (value['version'] = 1e21)],
  [
    'a long invoice number',
    'orders',
    'invoices[0].invoiceNumber',
    (value) => (at(value, 'invoices', 0)['invoiceNumber'] = LONG),
  ],
  ['a payment in no time', 'orders', 'payments[0].paidAt', (value) => (at(value, 'payments', 0)['paidAt'] = 'soon')],
  ['a long reference', 'orders', 'payments[0].reference', (value) => (at(value, 'payments', 0)['reference'] = LONG)],
  [
    'a long reason',
    'orders',
    'transport.revocations[0].reason',
    (value) => (at(value, 'transport', 'revocations', 0)['reason'] = LONG),
  ],
  [
    'a revocation of 501 VINs',
    'orders',
    'transport.revocations[0].vins',
    (value) => (at(value, 'transport', 'revocations', 0)['vins'] = many('WVWZZZ1KZ6W386752', 501)),
  ],
  ['101 contacts', 'buyers', 'contacts', (value) => (value['contacts'] = many({ firstName: 'A' }, 101))],
  ['a long contact', 'buyers', 'contacts[0].firstName', (value) => (value['contacts'] = [{ firstName: LONG }])],
  ['a long name', 'buyers', 'companyName', (value) => (value['companyName'] = LONG)],
  ['a long street', 'buyers', 'address.street', (value) => (at(value, 'address')['street'] = LONG)],
  ['no street', 'buyers', 'address.street', (value) => (at(value, 'address')['street'] = '')],
  ['a country of three letters', 'buyers', 'address.country', (value) => (at(value, 'address')['country'] = 'DEU')],
  ['a VAT number without a country', 'buyers', 'vatNumber', (value) => (value['vatNumber'] = '100')],
  ['a digest that is none', 'documents', 'digest.sha256', (value) => (value['digest'] = { size: 1, sha256: 'x' })],
  [
    'a document of 11 MiB',
    'documents',
    'digest.size',
    (value) => (value['digest'] = { size: 11 * 1_048_576, sha256: '0'.repeat(64) }),
  ],
  ['a long URL', 'webhook-endpoints', 'url', (value) => (value['url'] = `http://127.0.0.1/${'x'.repeat(2048)}`)],
  ['101 event types', 'webhook-endpoints', 'subscriptions', (value) => (value['subscriptions'] = many('kyc.*', 101))],
  [
    'an event type that is none',
    'webhook-endpoints',
    'subscriptions[0]',
    (value) => (value['subscriptions'] = ['a.*']),
  ],
  ['101 sellers', 'webhook-endpoints', 'sellers', (value) => (value['sellers'] = many(SELLER, 101))],
  [
    'another capability',
    'organization-changes',
    'capabilities',
    (value) => (value['capabilities'] = { allowEverything: true }),
  ],
  [
    '21 sellers of an organization',
    'organization-changes',
    'sellers',
    (value) => (value['sellers'] = many({ uuid: SELLER, companyName: 'A', vatNumber: 'DE100', country: 'DE' }, 21)),
  ],
  [
    'a scenario of 201 steps',
    'uploaded-scenarios',
    'file.steps',
    (value) => (at(value, 'file')['steps'] = many(at(value, 'file', 'steps', 0), 201)),
  ],
  [
    'a scenario of 21 expressions',
    'uploaded-scenarios',
    'file',
    (value) => (at(value, 'file')['steps'] = many(at(value, 'file', 'steps', 0), 21)),
  ],
])('%s is refused, with its place', async (_what, name, place, change) => {
  const pattern = place.replaceAll(/[.[\]]/g, String.raw`\$&`);
  await refused(
    changed(name, change),
    new RegExp(String.raw`^collections\.${name}\.documents\[\d+\]\.value\.${pattern}`),
  );
});

describe('records of which there are too many are refused, with their place', () => {
  const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

  test('21 webhook endpoints', async () => {
    const copy = (value: Value, index: number): void => {
      value['id'] = `wh_${String(index).padStart(26, '0')}`;
    };
    const { documents = [] } = state.collections['webhook-endpoints'] ?? {};
    await refused(repeated('webhook-endpoints', 21 - documents.length, copy), /^collections\.webhook-endpoints/);
    expect((await put(repeated('webhook-endpoints', 20 - documents.length, copy))).status).toBe(200);
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
      at(value, 'file')['scenario'] = `mine-${String(index)}`;
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
  expect(await put(body)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
});
