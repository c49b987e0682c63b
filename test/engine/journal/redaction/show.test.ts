import { describe, expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../../src/engine/journal/journal-entry.ts';
import { createRedactor } from '../../../../src/engine/journal/redactor.ts';
import { body, createEntry, createOperation, createParameter, json } from '../create-entry.ts';

const SECRET = 'quite-private';
const link = createOperation({ id: 'openLink', path: '/links/{token}', security: [] });
const redactor = createRedactor({ basePath: '/v1', operations: [createOperation(), link] });

/** What the answer says back, as it is shown. */
const said = (entry: Partial<JournalEntry>, text: string): unknown =>
  redactor.show(createEntry({ ...entry, sent: json({ text }) })).response.body?.json;

describe('an exchange', () => {
  test('shows what scenarios did, without secrets', () => {
    const script = { steps: [], step: `sent ${SECRET}`, secret: 'x' } as unknown as JournalEntry['script'];
    const { scenario } = redactor.show(createEntry({ script, rawHeaders: ['X-Api-Key', SECRET] }));
    expect(scenario).toEqual({ steps: [], step: 'sent [redacted]', secret: '[redacted]' });
  });

  test('loses in its path, its headers and their names what it holds elsewhere', () => {
    const { path, request, response } = redactor.show(
      createEntry({
        path: `/v1/${SECRET}`,
        rawHeaders: ['X-Api-Key', SECRET, 'User-Agent', `me/${SECRET}`, `X-${SECRET}`, '1'],
        headers: { location: `/v1/${SECRET}`, [`x-${SECRET}`]: '1' },
        query: `${SECRET}=1`,
      }),
    );
    expect(path).toBe('/v1/[redacted]');
    expect(request.headers).toEqual({
      'x-api-key': '[redacted]',
      'user-agent': 'me/[redacted]',
      'x-[redacted]': '[redacted]',
    });
    expect(request.query).toEqual({ '[redacted]': ['[redacted]'] });
    expect(response.headers).toEqual({ location: '/v1/[redacted]', 'x-[redacted]': '[redacted]' });
  });

  test('shows a header that came twice once, with both its values', () => {
    const rawHeaders = ['Accept', 'a', 'Via', '1', 'accept', 'b', 'ACCEPT', 'c'];
    expect(redactor.show(createEntry({ rawHeaders })).request.headers).toEqual({ accept: 'a, b, c', via: '1' });
  });
});

describe('a body', () => {
  const shownOf = (text: string, mediaType: string) =>
    redactor.show(createEntry({ received: body(text, mediaType) })).request.body;

  test.each([
    ['application/json', '{"secret":"abc"}', { json: { secret: '[redacted]' } }],
    ['application/merge-patch+json; charset=utf-8', '\uFEFF{"a":1}', { json: { a: 1 } }],
    ['application/json', '{"secret":"abc",', { text: '{"secret":"[redacted]",' }],
    ['application/x-www-form-urlencoded', 'secret=a,b', { text: 'secret=[redacted]' }],
    ['text/plain', 'secret=a, b', { text: 'secret=[redacted], b' }],
    ['Text/HTML; charset=utf-8', '<b>secret=a</b>', { text: '<b>secret=[redacted]</b>' }],
    ['text/csv', 'secret=a,b', { text: 'secret=[redacted],b' }],
    ['text/xml', 'secret=a', {}],
    ['application/octet-stream', 'secret=a', {}],
  ])('of %s is shown as what it is: %s', (mediaType, text, shown) => {
    const byteLength = Buffer.byteLength(text);
    expect(shownOf(text, mediaType)).toEqual({ mediaType, byteLength, cut: false, ...shown });
  });

  test('has no secrets in its media type', () => {
    const entry = createEntry({
      rawHeaders: ['X-Api-Key', SECRET],
      received: body('', `multipart/form-data; boundary=${SECRET}`),
    });
    expect(redactor.show(entry).request.body?.mediaType).toBe('multipart/form-data; boundary=[redacted]');
  });

  test('of an upload has no secrets in names of fields and files', () => {
    const parts = {
      fields: { [SECRET]: [SECRET, 'b'] },
      files: [{ field: SECRET, fileName: `${SECRET}.pdf`, mediaType: `a/${SECRET}`, byteLength: 5 }],
    };
    const received = body('x', 'multipart/form-data; boundary=x');
    const entry = createEntry({ rawHeaders: ['X-Api-Key', SECRET], received, parts });
    expect(redactor.show(entry).request.body?.parts).toEqual([
      { name: '[redacted]', value: '[redacted]' },
      { name: '[redacted]', value: 'b' },
      { name: '[redacted]', fileName: '[redacted].pdf', mediaType: 'a/[redacted]', byteLength: 5 },
    ]);
  });
});

describe('what a header holds does not come back', () => {
  test.each([
    ['Authorization', `Bearer ${SECRET}`, `it was ${SECRET}`, 'it was [redacted]'],
    ['Authorization', `Digest user=x, response=${SECRET}`, `Digest of ${SECRET}`, 'Digest of [redacted]'],
    ['Authorization', `DPoP ${SECRET}`, `was ${SECRET}`, 'was [redacted]'],
    ['Cookie', `theme=darkness; session=${SECRET}`, `${SECRET}, darkness`, '[redacted], [redacted]'],
    ['Cookie', 'a=b; session=abc', 'session=abc', '[redacted]'],
    ['Cookie', `session=a=${SECRET}; b=c`, `a=${SECRET}`, '[redacted]'],
    ['X-Token', `${SECRET},another-one`, 'another-one', '[redacted]'],
    ['X-Token', `${SECRET},another-one`, `${SECRET},another-one`, '[redacted]'],
    ['X-Own', SECRET, `it was ${SECRET}`, `it was ${SECRET}`],
  ])('%s: %s', (name, value, text, shown) => {
    expect(said({ rawHeaders: ['Accept', '*/*', name, value] }, text)).toEqual({ text: shown });
  });

  const basic = (credential: string): string => `Basic ${Buffer.from(credential).toString('base64')}`;

  test.each([
    ['the password of a client', basic(`client-demo:${SECRET}`), SECRET, '[redacted]'],
    ['a password with colons', basic(`client-demo:my:own:credential`), 'my:own:credential', '[redacted]'],
    ['but its name does', basic(`client-demo:${SECRET}`), 'client-demo', 'client-demo'],
    ['a name alone, which may be a key', basic('client-demo'), 'client-demo', '[redacted]'],
    ['in lower case', basic(`client-demo:${SECRET}`).replace('Basic', 'basic'), SECRET, '[redacted]'],
  ])('Basic: %s', (_what, value, text, shown) => {
    expect(said({ rawHeaders: ['Authorization', value] }, text)).toEqual({ text: shown });
  });
});

describe('what a query or a path holds', () => {
  test('does not come back where its name is telling', () => {
    expect(said({ query: `x=public-value&api_key=${SECRET}` }, `${SECRET} public-value`)).toEqual({
      text: '[redacted] public-value',
    });
  });

  test('does not come back where it is the key of a public link', () => {
    const pathParameters = { token: SECRET };
    expect(said({ operation: link, pathParameters }, SECRET)).toEqual({ text: '[redacted]' });
    expect(said({ operation: link, pathParameters: undefined }, SECRET)).toEqual({ text: SECRET });
    expect(said({ operation: createOperation(), pathParameters }, SECRET)).toEqual({ text: SECRET });
    expect(said({ operation: undefined, pathParameters }, SECRET)).toEqual({ text: SECRET });
  });

  test('is shown for parameters that the operation describes in the query, unless their names are telling', () => {
    const operation = createOperation({
      parameters: [
        createParameter('vin', 'query'),
        createParameter('token', 'query'),
        createParameter('x-own', 'header'),
      ],
    });
    const { query } = redactor.show(createEntry({ operation, query: 'vin=a&vin=b&token=c&x-own=d&else=e' })).request;
    expect(query).toEqual({
      vin: ['a', 'b'],
      token: ['[redacted]'],
      'x-own': ['[redacted]'],
      else: ['[redacted]'],
    });
  });
});

describe('a text about an exchange', () => {
  test('loses what the request or the answer holds', () => {
    const entry = createEntry({ received: json({ secret: 'received-one' }), sent: json({ secret: 'sent-other' }) });
    expect(redactor.redact(entry, ['received-one', { a: 'sent-other', b: 'whsec_abc', c: 1 }])).toEqual([
      '[redacted]',
      { a: '[redacted]', b: '[redacted]', c: 1 },
    ]);
  });

  test('and what belongs to no exchange loses what names and forms tell', () => {
    expect(redactor.redactValue({ secret: 'a', text: 'whsec_abc', n: 1 })).toEqual({
      secret: '[redacted]',
      text: '[redacted]',
      n: 1,
    });
  });
});

test('a call through a public link shows no record: the path has its key', () => {
  const link = createOperation({ id: 'openLink', path: '/links/{token}', security: [] });
  const one = createRedactor({ basePath: '/v1', operations: [link, createOperation({ security: [{}] as never })] });
  const headers = { location: '/v1/orders/7c41a0d6-9f5e-4b83-8d27-e6b3f09c5a18' };
  const call = { path: '/v1/links/secret', pathParameters: { token: 'secret' }, headers };
  expect(one.summarize(createEntry({ ...call, operation: link })).records).toEqual({});
  expect(one.summarize(createEntry({ headers })).records).toEqual({ created: '7c41a0d6-9f5e-4b83-8d27-e6b3f09c5a18' });
});
