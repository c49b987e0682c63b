import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

import { createAdminClient, succeed } from './admin-client.ts';
import type { State, StateRecord } from './state-document.ts';

// Whole servers come and go here, on a machine that may be busy.

let state: State;

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);
beforeAll(async () => {
  const { checksum: _checksum, ...rest } = succeed(await admin('GET', '/state')).body as State;
  state = rest;
});

/** The first record of a collection that a test chooses, changed. */
const withRecord = (
  name: string,
  choose: (record: StateRecord) => boolean,
  change: (record: StateRecord) => StateRecord,
): State => {
  const { last = 0, documents = [] } = state.collections[name] ?? {};
  const index = documents.findIndex(choose);
  if (index < 0) throw new Error(`there is no such record among ${name}`);
  const changed = documents.map((record, place) => (place === index ? change(record) : record));
  return { ...state, collections: { ...state.collections, [name]: { last, documents: changed } } };
};

const valued =
  (members: Record<string, unknown>) =>
  (record: StateRecord): StateRecord => ({ ...record, value: { ...record.value, ...members } });

const any = (): boolean => true;
const ofKind =
  (kind: string) =>
  ({ value }: StateRecord): boolean =>
    value['kind'] === kind;

test.each([
  ['an order that has no vehicles', 'orders', any, valued({ vins: [] }), '.value.vins', 'fewer than 1'],
  ['an order in a status of its own', 'orders', any, valued({ status: 'LOST' }), '.value.status', 'CREATED'],
  ['an order without its rollup', 'orders', any, valued({ compliance: {} }), '.value.compliance.status', 'is required'],
  ['an order of nobody', 'orders', any, valued({ buyerId: 'nobody' }), '.value.buyerId', 'not among buyers'],
  ['a buyer whose time is text', 'buyers', any, valued({ createdAt: 'soon' }), '.value.createdAt', 'integer'],
  [
    'a buyer that is not found',
    'buyers',
    any,
    (record: StateRecord) => ({ ...record, keys: [] }),
    '.keys',
    'not those',
  ],
  ['a document with a wild type', 'documents', any, valued({ contentType: 'a\r\nb' }), '.value.contentType', 'pattern'],
  ['a link without an end', 'invitations', any, valued({ secret: 'x' }), '.value.secret', 'pattern'],
  ['a job about nothing', 'jobs', ofKind('vies-recheck'), valued({ data: null }), '.value.data', 'object'],
  [
    'a job about a buyer that is not there',
    'jobs',
    ofKind('vies-recheck'),
    valued({ data: { buyerUuid: 'nobody' } }),
    '.value.data.buyerUuid',
    'would fail for ever',
  ],
] as const)(
  '%s is refused, with its place, and nothing is changed',
  async (_what, name, choose, change, field, message) => {
    const before = succeed(await admin('GET', '/state')).text;
    const answer = await admin('PUT', '/state', { body: withRecord(name, choose, change) });
    expect([answer.status, answer.body.errors?.[0]]).toEqual([
      422,
      expect.objectContaining({
        field: expect.stringMatching(
          new RegExp(`^collections\\.${name}\\.documents\\[\\d+\\]${field.replaceAll('.', '\\.')}$`),
        ),
        message: expect.stringContaining(message),
      }),
    ]);
    expect(succeed(await admin('GET', '/state')).text).toBe(before);
  },
);

test('what nobody knows lies there, and does no harm', async () => {
  const notes = { last: 1, documents: [{ id: 'a', position: 1, value: { text: 'mine' }, keys: [] }] };
  const body = { ...state, collections: { ...state.collections, notes } };
  succeed(await admin('PUT', '/state', { body }));
});
