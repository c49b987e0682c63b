import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { eventually } from '../../support/eventually.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from './admin-client.ts';

interface State {
  readonly collections: Readonly<Record<string, unknown>>;
  readonly contents: Readonly<Record<string, string>>;
  readonly checksum?: string;
}

/** Beyond what is imported at once. */
const LARGE = 65_536;

/** Records that no part of the server uses. */
const padding = (bytes: number, size = 1000): object => {
  const documents = Array.from({ length: Math.ceil(bytes / size) }, (_, index) => ({
    id: String(index),
    position: index + 1,
    value: { text: 'x'.repeat(size) },
    keys: [],
  }));
  return { padding: { last: documents.length, documents } };
};

let small: State;
let large: State;

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);
beforeAll(async () => {
  const { checksum: _checksum, ...state } = succeed(await admin('GET', '/state')).body as State;
  small = { ...state, collections: {} };
  large = { ...state, collections: padding(2 * LARGE) as State['collections'] };
});

const put = async (body: string, token?: string) => {
  const answer = await fetch(`${started.mock.url}/__admin/state`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text };
};

const refusalOf = async (body: string): Promise<unknown> => {
  const { status, text } = await put(body);
  const { type, detail, errors } = JSON.parse(text) as Record<string, unknown>;
  return { status, type, detail, errors };
};

const withMembers = (more: object) => (state: State) => JSON.stringify({ ...state, ...more });
const withRecord = (record: object) => (state: State) =>
  JSON.stringify({ ...state, collections: { first: { last: 9, documents: [record] }, ...state.collections } });
const record = { id: 'a', position: 1, value: {}, keys: [] };

describe('a large state is refused like a small one', () => {
  test.each([
    ['broken JSON', (state: State) => `{"a": },${JSON.stringify(state)}`, 400, /expected a value at line 1, column 7/],
    [
      'a key that occurs twice',
      (state: State) => `{"a": 1, "a": 2, ${JSON.stringify(state).slice(1)}`,
      400,
      /"a" occurs/,
    ],
    ['a key named __proto__', withMembers(JSON.parse('{"__proto__":{}}') as object), 400, /__proto__/],
    ['another format', withMembers({ format: 'other' }), 422, /format must be "vatmock-state"/],
    ['an unknown member', withMembers({ more: 1 }), 422, /more is not a property/],
    ['no list of collections', withMembers({ collections: [] }), 422, /collections must be object/],
    [
      'no list of documents',
      withMembers({ collections: { a: { last: 1, documents: {} } } }),
      422,
      /documents must be array/,
    ],
    ['contents that are no text', withMembers({ contents: { a: 1 } }), 422, /contents\.a must be string/],
    ['a record without a value', withRecord({ ...record, value: undefined }), 422, /documents\[0\]\.value is required/],
    [
      'a record with a large position',
      withRecord({ ...record, position: 2 ** 60 }),
      422,
      /documents\[0\]\.position must/,
    ],
    [
      'a wrong key',
      withRecord({ ...record, keys: [{ name: '', text: 'a' }] }),
      422,
      /keys\[0\]\.name must have at least/,
    ],
    ['a wrong checksum', withMembers({ checksum: '0'.repeat(64) }), 422, /checksum does not fit/],
  ])('%s', async (_name, make, status, detail) => {
    const refusal = await refusalOf(make(large));
    expect(refusal).toEqual(await refusalOf(make(small)));
    expect(refusal).toMatchObject({ status, detail: expect.stringMatching(detail) });
  });

  test('bytes that are no UTF-8', async () => {
    const body = Buffer.from(JSON.stringify(large));
    body[body.length - 3] = 0xff;
    const answer = await fetch(`${started.mock.url}/__admin/state`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      400,
      'The body is not valid UTF-8.',
    ]);
  });
});

test('a record may be twice as large as the largest body', async () => {
  const size = 2 * 1_048_576;
  const state = (bytes: number) => JSON.stringify({ ...small, collections: padding(1, bytes) });
  expect(await put(state(size - 100))).toMatchObject({ status: 200 });
  expect(await put(state(size))).toMatchObject({
    status: 422,
    text: expect.stringContaining('collections.padding.documents[0].value has more than 2097152 bytes'),
  });
});

const importMany = async () => {
  const token = await tokenOf(await createSandbox(admin));
  const body = JSON.stringify({ ...small, sellers: [], collections: padding(40 * LARGE) });
  return Array.from({ length: 8 }, () => put(body, token));
};

test('a small state does not wait for large ones', async () => {
  const imports = await importMany();
  const none = Symbol('none');
  const last = Promise.all(imports);
  expect((await put(JSON.stringify({ ...small, sellers: [], collections: {} }))).status).toBe(200);
  expect(await Promise.race([last, Promise.resolve(none)])).toBe(none);
  await last;
});

test('too many large states at a time are refused with 503', async () => {
  const seen = new Set<string>();
  // A slow client's states may arrive no faster than they are imported.
  await eventually(async () => {
    for (const { status, retryAfter } of await Promise.all(await importMany()))
      seen.add(`${String(status)} ${String(retryAfter)}`);
    return seen.size > 1;
  });
  expect(seen).toEqual(new Set(['200 null', '503 1']));
});
