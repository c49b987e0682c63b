import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start({ spec: `${import.meta.dirname}/descriptions/responses.yaml` });

const get = (path: string, prefer?: string, accept?: string) => started.api.get(path, { headers: { prefer, accept } });

test('nothing is wrong with the description', () => {
  expect(started.mock.findings).toEqual([]);
});

test.each([
  [undefined, 200, { ok: true }],
  ['code=201', 201, { ok: true }],
  ['code=418', 418, { fault: 'yours' }],
  ['code=500', 500, { fault: 'ours' }],
  ['code=302', 302, { fault: 'ours' }],
])('of ranges, Prefer: %s chooses %i', async (prefer, status, expected) => {
  const answer = await get('/ranges', prefer);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: expected });
});

test('a response called default is a success when nothing else is described', async () => {
  const { status, headers, text } = await get('/default-only');
  expect({ status, text, type: headers['content-type'] }).toEqual({ status: 200, text: 'Hello', type: 'text/plain' });
});

test('an operation that only fails does so', async () => {
  const { status, text } = await get('/errors-only');
  expect({ status, text }).toEqual({ status: 410, text: '' });
});

test.each([
  ['/xml-example', undefined, 'application/xml', '<a>1</a>'],
  ['/xml-or-json', undefined, 'application/json', '{"a":1}'],
  ['/xml-or-json', 'application/xml', 'application/xml', '<a>1</a>'],
  ['/xml-or-json', 'application/xml;q=0.1, application/json', 'application/json', '{"a":1}'],
])('%s, Accept: %s gets %s', async (path, accept, type, text) => {
  const answer = await get(path, undefined, accept);
  expect({ status: answer.status, type: answer.headers['content-type'], text: answer.text }).toEqual({
    status: 200,
    type,
    text,
  });
});

test('an Accept header of more than 100 media ranges is refused with their number', async () => {
  const ranges = (count: number): string => [...Array.from({ length: count - 1 }, () => 'a/b'), '*/*'].join(', ');
  expect((await get('/xml-or-json', undefined, ranges(100))).status).toBe(200);
  const refused = await get('/xml-or-json', undefined, ranges(101));
  expect([refused.status, (refused.body as { detail: string }).detail]).toEqual([
    406,
    'getXmlOrJson cannot satisfy an Accept header of 101 media ranges: send 100 at most.',
  ]);
});

test('a picture is a picture', async () => {
  const { status, headers, text } = await get('/picture');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/png' });
  expect(text).toContain('PNG');
});

test.each([
  [{}, []],
  [{ text: null, pair: ['a', 1] }, []],
  [{ text: 'a' }, ['pair']],
  [{ text: 1, pair: [] }, ['text']],
  [{ pair: ['a', 'b'] }, ['pair[1]']],
  [{ pair: ['a', 1, 2] }, ['pair']],
  [{ more: 1 }, ['more']],
])('keywords of 3.1: %j has violations at %j', async (sent, fields) => {
  const { status, body } = await started.api.post('/lists', sent);
  expect({ status, fields: (body?.errors ?? []).map(({ field }: { field: string }) => field) }).toEqual({
    status: fields.length > 0 ? 422 : 204,
    fields,
  });
});
