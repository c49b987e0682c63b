import { afterAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start({ spec: `${import.meta.dirname}/descriptions/multipart.yaml` });

/** What the browsers' own FormData sends. */
const send = async (form: FormData): Promise<readonly [status: number, fields: readonly string[]]> => {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const { status, body } = await started.api.post('/parts', new Uint8Array(await request.arrayBuffer()), {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
  const errors = (body?.errors ?? []) as { field: string }[];
  return [status, errors.map(({ field }) => field)];
};

/** A text is a field, a Blob gets the file name `blob`, a File has one of its own. */
type Part = readonly [name: string, value: string | Blob];

const toForm = (parts: readonly Part[]): FormData => {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
};

const json = (value: unknown, type = 'application/json'): Blob => new Blob([JSON.stringify(value)], { type });
const file = (content: string | Uint8Array<ArrayBuffer> = 'bytes', type = 'application/octet-stream'): File =>
  new File([content], 'a.bin', { type });

// RFC 7578, 4.2: the file name is optional, and says nothing of what the content is.
test.each<readonly [string, readonly Part[], readonly string[]]>([
  ['JSON', [['about', json({ name: 'Jo' })]], []],
  ['JSON in a file', [['about', file('{"name":"Jo"}', 'application/json')]], []],
  ['JSON that says of itself that it is text', [['about', json({ name: 'Jo' }, 'text/plain')]], []],
  ['JSON without its required member', [['about', json({})]], ['about.name']],
  ['JSON of another type', [['about', json(1)]], ['about']],
  ['no JSON', [['about', file('{', 'application/json')]], ['about']],
  ['a number', [['count', file('12', 'text/plain')]], []],
  ['no number', [['count', file('x', 'text/plain')]], ['count']],
  ['a text', [['note', file('short', 'text/plain')]], []],
  ['a text that is too long', [['note', file('too long', 'text/plain')]], ['note']],
  ['one of a list', [['kind', file('CMR', 'text/plain')]], []],
  ['not one of a list', [['kind', file('CAR', 'text/plain')]], ['kind']],
  ['bytes', [['file', file(new Uint8Array([0xff, 0, 1]))]], []],
  ['an empty file', [['file', file('')]], []],
])('a part with a file name is what its schema says: %s', async (_name, parts, fields) => {
  expect(await send(toForm(parts))).toEqual([fields.length > 0 ? 422 : 204, fields]);
});

// RFC 7578, 4.3: "multiple files [...] MUST be sent by supplying each file in a separate part but all with the same name".
// OpenAPI 3.2.0, Encoding By Name: arrays are handled "to produce one encoded value per array item, each with the same name".
describe('each part of an array is an item', () => {
  const named = (name: string): Blob => json({ name });
  test.each<readonly [string, readonly Part[], readonly string[]]>([
    ['one file', [['files', file()]], []],
    ['two files', Array.from({ length: 2 }, () => ['files', file()] as const), []],
    ['three files', Array.from({ length: 3 }, () => ['files', file()] as const), ['files']],
    ['files in brackets', Array.from({ length: 3 }, () => ['files[]', file()] as const), ['files']],
    ['files of any kind', Array.from({ length: 2 }, () => ['anything', file()] as const), []],
    ['two files for one', Array.from({ length: 2 }, () => ['file', file()] as const), ['file']],
    ['objects', ['Jo', 'Li'].map((name) => ['listed', named(name)] as const), []],
    ['objects in fields', ['Jo', 'Li'].map((name) => ['listed', JSON.stringify({ name })] as const), []],
    ['too few objects', [['listed', named('Jo')]], ['listed']],
    [
      'a wrong object',
      [
        ['listed', named('Jo')],
        ['listed', json({})],
      ],
      ['listed[1].name'],
    ],
    ['all objects in one', [['listed', json([{ name: 'Jo' }, { name: 'Li' }])]], []],
    ['encoded objects', ['Jo', 'Li'].map((name) => ['encoded', named(name)] as const), []],
    [
      'a wrong encoded object',
      [
        ['encoded', named('Jo')],
        ['encoded', json({})],
      ],
      ['encoded[1].name'],
    ],
    [
      'arrays',
      [
        ['rows', json([1, 2])],
        ['rows', json([])],
      ],
      [],
    ],
    ['one array', [['rows', json([1, 2])]], []],
    ['an object twice', Array.from({ length: 2 }, () => ['about', named('Jo')] as const), ['about']],
  ])('%s', async (_name, parts, fields) => {
    expect(await send(toForm(parts))).toEqual([fields.length > 0 ? 422 : 204, fields]);
  });
});

// OpenAPI 3.1.1, Encoding Object, contentType: "The value is a comma-separated list, each element of which is either a
// specific media type (e.g. image/png) or a wildcard media type (e.g. image/*)."
test.each<readonly [string, readonly Part[], number]>([
  ['the first', [['picture', file('', 'image/png')]], 204],
  ['another, with a parameter', [['picture', file('', 'image/svg+xml;charset=utf-8')]], 204],
  ['none of them', [['picture', file('', 'text/plain')]], 415],
  ['none of them, but alike', [['picture', file('', 'image/jpeg')]], 415],
  ['none that is known', [['picture', file('')]], 415],
  [
    'in a range',
    [
      ['pictures', file('', 'image/png')],
      ['pictures', file('', 'image/webp')],
    ],
    204,
  ],
  [
    'one outside of the range',
    [
      ['pictures', file('', 'image/png')],
      ['pictures', file('', 'video/mp4')],
    ],
    415,
  ],
  ['JSON', [['config', json({ a: 1 })]], 204],
  ['JSON of a wrong shape', [['config', json({ a: 'x' })]], 422],
  // "Content-Type" is optional (RFC 7578, 4.4): what a form of HTML can send.
  ['JSON in a field', [['config', '{"a":1}']], 204],
  ['XML instead of JSON', [['config', file('<a/>', 'application/xml')]], 415],
])('a part has a media type of its encoding: %s', async (_name, parts, expected) => {
  const [status] = await send(toForm(parts));
  expect(status).toBe(expected);
});
