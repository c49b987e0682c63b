import { afterAll, expect, test } from '@jest/globals';
import { formatDiagnostic } from '../../../src/engine/contract/diagnostic.ts';
import { runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';

const DESCRIPTION = `swagger: '2.0'
info: { title: Tickets, version: '1' }
host: api.example
basePath: /v2
schemes: [https]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  login: { type: basic }
paths:
  /tickets:
    get:
      security: [{ login: [] }]
      parameters:
        - { name: state, in: query, type: array, items: { type: string, enum: [open, closed] }, collectionFormat: pipes }
        - { name: page, in: query, type: integer, maximum: 9223372036854775807 }
      responses:
        '200':
          description: OK
          schema: { type: array, items: { $ref: '#/definitions/Ticket' } }
          headers: { X-Total: { type: integer } }
    post:
      parameters: [{ $ref: '#/parameters/Body' }]
      responses: { '201': { $ref: '#/responses/Made' } }
  /tickets/{id}/file:
    put:
      consumes: [multipart/form-data]
      parameters: [{ name: upload, in: formData, type: file, required: true }, { name: note, in: formData, type: integer }]
      responses: { '204': { description: Kept } }
    parameters: [{ name: id, in: path, type: integer, required: true }]
  /replies:
    patch: { responses: { '204': { description: Done } } }
    parameters: [{ name: reply, in: body, required: true, schema: { type: string, minLength: 2 } }]
  /shared:
    get: { responses: { '200': { description: OK, schema: { $ref: 'more.yaml#/Node' } } } }
  /twice:
    get: { responses: { '200': { description: OK, schema: { $ref: 'more.yaml#/Node' } } } }
  /faulty:
    get:
      parameters:
        - { name: nowhere, type: string }
        - { name: q, in: query, type: strong }
      responses:
        '200': { description: OK, schema: { type: object, properties: { a: { $ref: '#/definitions/Missing' } } } }
parameters:
  Body: { name: body, in: body, required: true, schema: { $ref: '#/definitions/Ticket' } }
responses:
  Made: { description: Made, schema: { $ref: '#/definitions/Ticket' }, examples: { application/json: { id: 7, title: null } } }
definitions:
  Ticket:
    type: object
    required: [title]
    properties:
      id: { type: integer, minimum: 5, exclusiveMinimum: true }
      title: { type: string, x-nullable: true }
`;

const { folderOf, start } = closedBy(afterAll);
const folder = await folderOf({
  'swagger.yaml': DESCRIPTION,
  'wrong.yaml': `swagger: '2.0'
info: { title: Wrong, version: '1' }
paths:
  /a:
    get: { tags: none, responses: { '204': { description: Done } } }
`,
  'more.yaml':
    'Node: { type: object, properties: { next: { $ref: "#/Node" } }, required: [name], example: { name: a } }',
});
const started = await start({ spec: folder.file('swagger.yaml') });

const fieldsOf = ({ body }: { readonly body: { readonly errors?: readonly { field: string }[] } }): string[] =>
  (body.errors ?? []).map(({ field }) => field);

test('its operations are served below basePath', async () => {
  expect(started.mock.baseUrl).toMatch(/\/v2$/);
  const made = await started.api.post('/tickets', { title: null });
  expect([made.status, made.body]).toEqual([201, { id: 7, title: null }]);
});

test.each<readonly [method: string, path: string, body: unknown, status: number, fields: readonly string[]]>([
  ['GET', '/tickets?state=open|closed&page=9223372036854775807', undefined, 200, []],
  ['GET', '/tickets?state=open|lost', undefined, 422, ['state[1]']],
  ['GET', '/tickets?page=9223372036854775808', undefined, 422, ['page']],
  ['POST', '/tickets', { id: 5 }, 422, ['title', 'id']],
  ['PATCH', '/replies', 'a', 422, ['']],
])('%s %s with %j gets %d', async (method, path, body, status, fields) => {
  const sent = typeof body === 'string' ? JSON.stringify(body) : body;
  const answer = await started.api.call(method, path, { body: sent, headers: { authorization: 'Basic YTpi' } });
  expect([answer.status, fieldsOf(answer).sort()]).toEqual([status, [...fields].sort()]);
});

test('credentials are those of its securityDefinitions', async () => {
  expect((await started.api.get('/tickets', { as: null })).status).toBe(401);
});

test('form parameters are a form, whatever precedes them', async () => {
  const send = (note: string) =>
    started.api.call('PUT', '/tickets/1/file', {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\nContent-Disposition: form-data; name="upload"; filename="a.txt"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n${note}\r\n--b--\r\n`,
    });
  expect((await send('4')).status).toBe(204);
  const refused = await send('four');
  expect([refused.status, fieldsOf(refused)]).toEqual([422, ['note']]);
});

test('a schema of another file that two operations share is found from both', async () => {
  for (const path of ['/shared', '/twice'])
    expect([path, (await started.api.get(path)).body]).toEqual([path, { name: 'a' }]);
});

test('faults have the places of the file', () => {
  const found = started.mock.findings.map((finding) => formatDiagnostic(finding).replace(`${folder.path}/`, ''));
  expect(found).toEqual([
    expect.stringMatching(
      /^swagger\.yaml:41:11: a parameter needs "in".*\(at #\/paths\/~1faulty\/get\/parameters\/0\)$/,
    ),
    expect.stringMatching(/^swagger\.yaml:42:\d+: .*"strong".*\(at #\/paths\/~1faulty\/get\/parameters\/1\)$/),
    expect.stringMatching(
      /^swagger\.yaml:44:84: \$ref "#\/definitions\/Missing" leads nowhere \(at .*\/responses\/200\/schema\/properties\/a\/\$ref\)$/,
    ),
  ]);
});

test('vatmock validate also holds it against the schema of Swagger 2.0', async () => {
  const { stdout } = await runHere(['validate', folder.file('wrong.yaml')]);
  expect(stdout).toMatch(/^\S+wrong\.yaml:5:18: must be array \(at #\/paths\/~1a\/get\/tags\)\n$/);
});
