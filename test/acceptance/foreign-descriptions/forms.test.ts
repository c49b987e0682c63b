import { afterAll, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { serveOperations } from '../../support/serve-operations.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start({ spec: `${import.meta.dirname}/descriptions/forms.yaml` });

const fieldsOf = ({ body }: ApiAnswer): string[] =>
  ((body?.errors ?? []) as { field: string }[]).map(({ field }) => field);

const post = (path: string, contentType: string, body: string | Uint8Array): Promise<ApiAnswer> =>
  started.api.post(path, body, { headers: { 'content-type': contentType } });

test.each([
  ['name=Jo', []],
  ['name=Jo&age=42&tags=a&tags=b', []],
  ['name=J%C3%B6+M&address={"city":"Poznan"}', []],
  ['age=42', ['name']],
  ['name=Jo&age=old', ['age']],
  ['name=Jo&tags=a&tags=b&tags=c', ['tags']],
  ['name=Jo&tags=a&tags=', ['tags[1]']],
  ['name=Jo&address={}', ['address.city']],
  ['name=Jo&name=Li', ['name']],
  ['name=Jo&more=1', ['more']],
  ['name=Jo&__proto__=1', ['__proto__']],
])('the form %s has violations at %j', async (form, fields) => {
  const answer = await post('/urlencoded', 'application/x-www-form-urlencoded', form);
  expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({
    status: fields.length > 0 ? 422 : 204,
    fields,
  });
});

/** OpenAPI 3.0.4, Encoding Object: in a form an object is of style `form` and exploded, unless it says otherwise. */
test.each<[openapi: string, encoding: object, form: string, fields: readonly string[]]>([
  ['3.0.4', {}, 'city=Poznan&name=Jo&zip=12', []],
  ['3.0.4', {}, 'name=Jo&zip=12', ['address.city']],
  ['3.0.4', {}, 'name=Jo&city=Poznan&zip=x', ['address.zip']],
  ['3.0.4', {}, 'name=Jo&address[city]=Poznan&address[zip]=12', []],
  ['3.0.4', {}, 'name=Jo&city=Poznan&street=x', ['street']],
  ['3.0.4', { address: { style: 'deepObject' } }, 'name=Jo&city=Poznan', ['city']],
  ['3.0.4', { address: { explode: false } }, 'name=Jo&address=city,Poznan,zip,12', []],
  ['3.0.4', { address: { explode: false } }, 'name=Jo&address=city,Poznan,zip,x', ['address.zip']],
  ['3.0.4', { address: { explode: false } }, 'name=Jo&address=city', ['address']],
  // An encoded delimiter is data beside literal ones.
  ['3.0.4', { address: { explode: false } }, 'name=Jo&address=city,a%2Cb,zip,12', []],
  ['3.0.4', { address: { explode: false } }, 'name=Jo&address=city%2CPoznan%2Czip%2C12', []],
  ['3.0.4', { address: { style: 'pipeDelimited', explode: false } }, 'name=Jo&address=zip%7C1%7Ccity%7Cx', []],
  // From 3.1 on an object without an encoding is JSON.
  ['3.1.1', {}, 'name=Jo&city=Poznan', ['city']],
  ['3.1.1', { address: { style: 'form' } }, 'name=Jo&city=Poznan&zip=1', []],
])('in OpenAPI %s with the encoding %j, the form %s has violations at %j', async (openapi, encoding, form, fields) => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string' },
      address: {
        type: 'object',
        required: ['city'],
        properties: { city: { type: 'string' }, zip: { type: 'integer' }, name: { type: 'string' } },
      },
    },
  };
  const requestContent = JSON.stringify({ 'application/x-www-form-urlencoded': { schema, encoding } });
  const served = await serveOperations([{ requestContent }], { openapi });
  const { status, text } = await served.send(0, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  });
  await served.stop();
  const { errors = [] } = (text === '' ? {} : JSON.parse(text)) as { readonly errors?: readonly { field: string }[] };
  expect([status, errors.map(({ field }) => field)]).toEqual([fields.length > 0 ? 422 : 204, fields]);
});

const part = (disposition: string, text: string, type = ''): string =>
  `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n${type === '' ? '' : `Content-Type: ${type}\r\n`}\r\n${text}\r\n`;
const END = '--cut--\r\n';
const FILE = part('name="file"; filename="cmr.pdf"', '%PDF-1.4', 'application/pdf');
const TYPE = part('name="type"', 'CMR');

test.each([
  ['file and field', TYPE + FILE, []],
  ['field after file', FILE + TYPE, []],
  ['a list', TYPE + FILE + part('name="notes"', 'a') + part('name="notes"', 'b'), []],
  ['a JSON part', TYPE + FILE + part('name="about"', '{"name":"Jo"}', 'application/json'), []],
  ['a wrong JSON part', TYPE + FILE + part('name="about"', '{}', 'application/json'), ['about.name']],
  ['a binary field', part('name="type"', 'CMR', 'application/octet-stream') + FILE, []],
  ['no file', TYPE, ['file']],
  ['no field', FILE, ['type']],
  ['a wrong field', part('name="type"', 'CAR') + FILE, ['type']],
  ['an unknown field', TYPE + FILE + part('name="more"', '1'), ['more']],
  ['a file called __proto__', TYPE + FILE + part('name="__proto__"; filename="a"', '1', 'text/plain'), ['__proto__']],
])('an upload with %s is held against its schema', async (_name, body, fields) => {
  const answer = await post('/multipart', 'multipart/form-data; boundary=cut', body + END);
  expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({
    status: fields.length > 0 ? 422 : 204,
    fields,
  });
});

test.each([
  ['without a boundary', 'multipart/form-data', TYPE + END],
  ['with an over-long boundary', `multipart/form-data; boundary=${'b'.repeat(71)}`, TYPE + END],
  ['that breaks off', 'multipart/form-data; boundary=cut', TYPE + FILE.slice(0, 40)],
  ['without an end', 'multipart/form-data; boundary=cut', TYPE + FILE],
  ['with another boundary', 'multipart/form-data; boundary=other', TYPE + FILE + END],
  ['with 100 parts', 'multipart/form-data; boundary=cut', TYPE.repeat(100) + END],
  ['with a very long field', 'multipart/form-data; boundary=cut', part('name="type"', 'C'.repeat(100_000)) + END],
])('an upload %s is malformed', async (_name, contentType, body) => {
  const answer = await post('/multipart', contentType, body);
  expect(answer.status).toBe(400);
  expect(answer.body.detail).toMatch(/^The multipart body is malformed: /);
});

test.each([
  ['application/json', '{"a":1}', 204],
  ['application/json', '{"b":1}', 422],
  ['application/vnd.example+json', '{"b":1}', 204],
  ['application/vnd.example+json', '{"a":1}', 422],
  ['text/plain', 'short', 204],
  ['text/plain', 'too long', 422],
  ['application/octet-stream', Buffer.from([0xff, 0, 1]), 204],
  ['image/png', Buffer.from([0x89, 0x50]), 204],
  ['video/mp4', 'a', 415],
])('%s with %p gets %i', async (contentType, body, expected) => {
  const { status } = await post('/either', contentType, body);
  expect(status).toBe(expected);
});

test('a body that is not required may be missing', async () => {
  const { status } = await started.api.post('/either');
  expect(status).toBe(204);
});
