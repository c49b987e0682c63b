import { afterAll, afterEach, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { CLIENT, ORDERS, newOrder, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

afterEach(async () => {
  const { status } = await started.api.get('/me', { as: CLIENT });
  expect(status).toBe(200);
});

const GOOD = JSON.stringify(sampleOrder());

interface BadBody {
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly status: number;
  readonly type?: string;
  readonly detail: string | RegExp;
}

const malformed = (body: string | Uint8Array, detail: string | RegExp): BadBody => ({
  body,
  status: 400,
  type: 'malformed-request',
  detail,
});

const untaken = (headers: BadBody['headers'], detail: string | RegExp): BadBody => ({
  body: GOOD,
  headers: headers ?? {},
  status: 415,
  detail,
});

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

const BAD_BODIES: Readonly<Record<string, BadBody>> = {
  'a colon left out': malformed('{\n  "a" 1\n}', 'line 2, column 7'),
  'a word that is no JSON': malformed('{\n  "a": nope\n}', /line 2, column (?:8|9)\b/),
  'a comma too many': malformed('{\n  "a": [1,]\n}', 'line 2, column 11'),
  'single quotes': malformed("{'a': 1}", 'line 1, column 2'),
  'a comment': malformed('{ // a\n}', 'line 1, column 3'),
  NaN: malformed('{"a": NaN}', 'line 1, column 7'),
  'a number with a leading zero': malformed('{"a": 01}', 'line 1, column 8'),
  'text behind the end': malformed('{}\n{}', 'line 2, column 1'),
  'no JSON at all': malformed('vin=WVWZZZ1JZ3W386752', 'line 1, column 1'),
  'JSON cut off in a string': malformed(GOOD.slice(0, 22), /unterminated string at line 1, column 20/),
  'JSON cut off before a value': malformed('{\n"a":', 'expected a value at line 2, column 5'),
  'JSON cut off in a list': malformed('{"a": [1, 2', 'line 1, column 12'),
  'nothing but blanks': malformed('  \n ', 'expected a value at line 2, column 2'),
  '10,000 levels': malformed(
    '['.repeat(10_000) + ']'.repeat(10_000),
    'nested 10000 levels deep; at most 32 are accepted',
  ),
  'the key __proto__': malformed('{"__proto__": {"admin": true}}', 'the key "__proto__" is not accepted'),
  'a key twice': malformed('{\n  "a": 1,\n  "b": {},\n  "a": 2\n}', /key "a" .* the second time at line 4, column 3/),
  'bytes that are no UTF-8': malformed(bytes('{"externalOrderId": "A', [0xc3, 0x28], '"}'), 'not valid UTF-8'),
  'a UTF-8 character cut in half': malformed(bytes('{"externalOrderId": "A', [0xe2, 0x82], '"}'), 'not valid UTF-8'),
  'UTF-16': malformed(Buffer.from(`\uFEFF${GOOD}`, 'utf16le'), 'not valid UTF-8'),
  'an empty body': malformed('', 'The body is missing: createOrder needs one of content type application/json'),

  'a form': untaken(
    { 'content-type': 'application/x-www-form-urlencoded' },
    /application\/x-www-form-urlencoded is not supported here; send the body of content type application\/json/,
  ),
  'plain text': untaken({ 'content-type': 'text/plain' }, 'application/json'),
  'a media type that is none': untaken({ 'content-type': 'json' }, 'application/json'),
  'no content type': untaken({ 'content-type': undefined }, /has no Content-Type; send .* application\/json/),
  'Latin-1': untaken(
    { 'content-type': 'application/json; charset=iso-8859-1' },
    'iso-8859-1 is not supported; send UTF-8',
  ),
  'a quoted charset': untaken(
    { 'content-type': 'application/json; charset="UTF-16"' },
    'utf-16 is not supported; send UTF-8',
  ),
  gzip: untaken({ 'content-encoding': 'gzip' }, 'gzip is not supported; send the body unencoded'),
  'two encodings': untaken({ 'content-encoding': 'identity, br' }, 'br is not supported'),
};

test.each(Object.entries(BAD_BODIES))(
  '%s is refused and explained',
  async (_name, { body, headers = {}, ...expected }) => {
    const answer = await started.api.post(ORDERS, body, { as: CLIENT, headers });
    expectProblem(answer, started.mock, { ...expected, instance: `/v1${ORDERS}` });
  },
);

test('a refused content type is answered with those that are taken', async () => {
  const { headers } = await started.api.post(ORDERS, GOOD, { as: CLIENT, headers: { 'content-type': 'text/xml' } });
  expect(headers['accept']).toBe('application/json');
});

test.each([
  ['a byte order mark', '\uFEFF', 'application/json'],
  ['a charset in capitals', '', 'application/json; charset=UTF-8'],
  ['a content type in capitals', '', 'Application/JSON'],
  ['a parameter nobody knows', '', 'application/json; profile="https://a.example/b;c"'],
])('%s is accepted', async (_name, mark, contentType) => {
  const order = newOrder();
  const { status, body } = await started.api.post(ORDERS, mark + JSON.stringify(order), {
    as: CLIENT,
    headers: { 'content-type': contentType },
  });
  expect([status, body.externalOrderId]).toEqual([201, order.externalOrderId]);
});

test.each(['null', '[]', '"text"', '42', 'true'])('%s instead of an object is a violation', async (body) => {
  const answer = await started.api.post(ORDERS, body, { as: CLIENT });
  expectProblem(answer, started.mock, {
    status: 422,
    type: 'validation-error',
    instance: `/v1${ORDERS}`,
    detail: 'The body must be object',
  });
});

test('a body that nobody asked for does no harm', async () => {
  const { status } = await started.api.call('GET', '/me', { as: CLIENT, body: '{' });
  expect(status).toBe(200);
});
