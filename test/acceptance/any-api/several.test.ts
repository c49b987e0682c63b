import { writeFile } from 'node:fs/promises';
import { afterEach, expect, test } from '@jest/globals';
import { formatDiagnostic } from '../../../src/engine/contract/diagnostic.ts';
import type { MockOptions } from '../../../src/index.ts';
import { runHere, startCommand } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

/** Two APIs that have nothing in common but names. */
const DESK = `openapi: 3.1.0
info: { title: Desk, version: '2' }
servers: [{ url: https://desk.example/desk/v2 }]
security: [{ key: [] }]
paths:
  /tickets: &items
    post:
      operationId: create
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
      responses: &made
        '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
    get:
      operationId: list
      responses:
        '200':
          description: All
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Ticket' } } } }
  /tickets/{id}:
    get:
      operationId: read
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: It, content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
components:
  securitySchemes:
    key: { type: http, scheme: bearer }
  schemas:
    Ticket: { type: object, required: [id, subject], properties: { id: { type: string, readOnly: true }, subject: { type: string } } }
    Car: { type: string }
    Colour: { type: string, const: red }
`;

/** Of a car park. */
const PARK = `openapi: 3.0.3
info: { title: Park, version: '5' }
servers: [{ url: https://park.example/park }]
security: [{ key: [] }]
paths:
  /tickets:
    servers: [{ url: https://other.example/park }]
    post:
      operationId: create
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
  /tickets/{number}:
    get:
      operationId: find
      parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: It, content: { application/json: { schema: { $ref: '#/components/schemas/Ticket' } } } }
  /vehicles:
    put:
      operationId: register
      requestBody:
        content:
          application/json:
            schema:
              oneOf: [{ $ref: '#/components/schemas/Car' }, { $ref: '#/components/schemas/Bike' }]
              discriminator: { propertyName: kind, mapping: { push-bike: Bike } }
      responses: { '204': { description: Known } }
  /broken:
    get:
      operationId: broken
      responses:
        '200': { description: No, content: { application/json: { schema: { $ref: '#/components/schemas/Colour' } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    Ticket:
      type: object
      required: [number]
      properties: { number: { type: integer, readOnly: true }, plate: { type: string, nullable: true } }
    Car: { type: object, required: [kind, doors], properties: { kind: { type: string }, doors: { type: integer } } }
    Bike: { type: object, required: [kind], properties: { kind: { type: string } }, additionalProperties: false }
`;

const opened = closedBy(afterEach);

const folderOf = (more: Readonly<Record<string, string>> = {}): Promise<TempFolder> =>
  opened.folderOf({ 'desk.yaml': DESK, 'park.yaml': PARK, ...more });

const start = (folder: TempFolder, options: MockOptions = {}): Promise<StartedMock> =>
  opened.start({ spec: [folder.file('desk.yaml'), folder.file('park.yaml')], ...options });

const findingsOf = ({ mock }: StartedMock, folder: TempFolder): readonly string[] =>
  mock.findings.map((each) => formatDiagnostic(each).replaceAll(`${folder.path}/`, ''));

const BEARER = { authorization: 'Bearer anything' };
const KEY = { 'x-key': 'anything' };

test('each is served under its base path, with its own components, credentials and records', async () => {
  const { api, mock } = await start(await folderOf());
  expect(mock.baseUrl).toBe(mock.url);
  const ticket = await api.post('/desk/v2/tickets', { subject: 'Door' }, { headers: BEARER });
  const { body: parked, status } = await api.post('/park/tickets', { plate: null }, { as: null, headers: KEY });
  expect([ticket.status, status]).toEqual([201, 201]);
  expect([ticket.body, parked]).toEqual([
    { id: expect.any(String), subject: 'Door' },
    { number: 1, plate: null },
  ]);
  expect((await api.get('/park/tickets/1', { as: null, headers: KEY })).body).toEqual(parked);
  expect((await api.get('/desk/v2/tickets', { headers: BEARER })).body).toEqual([ticket.body]);
  expect((await api.get('/park/tickets/1', { headers: BEARER })).status).toBe(401);
  expect((await api.get('/desk/v2/tickets', { as: null, headers: KEY })).status).toBe(401);
});

test.each([
  [{ kind: 'Car', doors: 3 }, 204],
  [{ kind: 'Car' }, 422],
  [{ kind: 'push-bike' }, 204],
  [{ kind: 'push-bike', doors: 3 }, 422],
])('a discriminator means the schemas of its own description: %j gets %d', async (body, status) => {
  const { api } = await start(await folderOf());
  expect((await api.call('PUT', '/park/vehicles', { as: null, headers: KEY, body })).status).toBe(status);
});

test('findings name the file, and what one lacks is not taken from another', async () => {
  const folder = await folderOf();
  const started = await start(folder);
  expect(findingsOf(started, folder)).toEqual([
    expect.stringMatching(
      /^desk\.yaml:8:7: operationId "create" is already used in several .* "POST \/desk\/v2\/tickets"/,
    ),
    expect.stringMatching(/^park\.yaml:9:7: operationId "create" is already used in several .* "POST \/park\/tickets"/),
    expect.stringMatching(/^park\.yaml:33:\d+: \$ref "park\.yaml#\/components\/schemas\/Colour" leads nowhere/),
  ]);
});

test('two descriptions of one path are an error that names both', async () => {
  const folder = await folderOf({ 'other.yaml': DESK.replace('/{id}', '/{ticket}').replace('/tickets:', '/others:') });
  const spec = `${folder.file('desk.yaml')},${folder.file('other.yaml')}`;
  await expect(opened.start({ spec })).rejects.toMatchObject({
    file: folder.file('other.yaml'),
    message: expect.stringMatching(/^"\/tickets\/\{ticket\}" is in .*desk\.yaml, too: give/),
  });
});

test('descriptions of one base path share it', async () => {
  const folder = await folderOf({
    'park.yaml': PARK.replaceAll(/example\/park/g, 'example/desk/v2/').replaceAll('/tickets', '/stays'),
  });
  const { api, mock } = await start(folder);
  expect(mock.baseUrl).toBe(`${mock.url}/desk/v2`);
  expect((await api.post('/stays', { plate: 'B' }, { as: null, headers: KEY })).body).toEqual({
    number: 1,
    plate: 'B',
  });
});

test('an overlay changes what it extends, else all where it matches', async () => {
  const overlay = (more: string, target: string) =>
    `overlay: 1.0.0\n${more}\nactions:\n  - target: ${target}\n    update: { subject: { maxLength: 1 }, plate: { maxLength: 1 } }\n`;
  const folder = await folderOf({
    'all.yaml': overlay('', '$.components.schemas.Ticket.properties'),
    'park-only.yaml': overlay('extends: ./park.yaml', '$.components.schemas.Car.properties'),
    'none.yaml': overlay('', '$.nothing'),
    'in-one.yaml': overlay('', '$.components.schemas.Bike.properties'),
  });
  const overlays = ['all', 'park-only', 'none', 'in-one'].map((name) => folder.file(`${name}.yaml`));
  const started = await start(folder, { overlay: overlays.join() });
  const { api } = started;
  expect((await api.post('/desk/v2/tickets', { subject: 'AB' }, { headers: BEARER })).status).toBe(422);
  expect((await api.post('/park/tickets', { plate: 'AB' }, { as: null, headers: KEY })).status).toBe(422);
  const car = { kind: 'Car', doors: 3, plate: 'AB' };
  expect((await api.call('PUT', '/park/vehicles', { as: null, headers: KEY, body: car })).status).toBe(422);
  expect(findingsOf(started, folder).filter((line) => !line.startsWith('park.yaml'))).toEqual([
    expect.stringMatching(/^none\.yaml:4:\d+: nothing in the description matches/),
    expect.stringMatching(/^desk\.yaml:8:7: operationId "create" is already used/),
  ]);
});

test('the start says where each is served, and --watch looks at all', async () => {
  const folder = await folderOf();
  const files = ['desk.yaml', 'park.yaml'].map((name) => folder.file(name));
  const flags = files.flatMap((file) => ['--spec', file]);
  const command = startCommand(['serve', ...flags, '--port', '0', '--watch', '--log-level', 'silent']);
  try {
    const [, url = ''] = await command.says(
      'stdout',
      /Base URL +(\S+)\/desk\/v2 +of \S*desk\.yaml\n +Base URL +\S+\/park +of \S*park\.yaml\n/,
    );
    expect((await fetch(`${url}/park/tickets/1`, { headers: KEY })).status).toBe(200);
    await writeFile(files[1] ?? '', PARK.replace('/broken', '/mended'));
    await command.says('stderr', /the description has changed: it is served anew/);
  } finally {
    command.signal('SIGTERM');
    await command.ended;
  }
});

test('vatmock validate checks them together, and shows the resources of all', async () => {
  const folder = await folderOf();
  const both = `${folder.file('desk.yaml')},${folder.file('park.yaml')}`;
  const faulty = await runHere(['validate', both]);
  expect(faulty.code).toBe(1);
  const lines = faulty.stdout
    .replaceAll(/^\S*\//gm, '')
    .trim()
    .split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^desk\.yaml:8:7: operationId "create" is already used in several/),
    expect.stringMatching(/^park\.yaml:9:7: operationId "create" is already used in several/),
    expect.stringMatching(/^park\.yaml:33:\d+: \$ref "park\.yaml#\/components\/schemas\/Colour" leads nowhere/),
  ]);
  await writeFile(
    folder.file('park.yaml'),
    PARK.replace('Colour', 'Car').replace('operationId: create', 'operationId: park'),
  );
  const valid = await runHere(['validate', '--resources', both]);
  expect(valid.stdout).toMatch(/desk\.yaml, \S*park\.yaml: ok\nRESOURCE .*\ndesk\.v2\.tickets .*\npark\.tickets /);
  expect(valid.code).toBe(0);
});

test('vatmock types writes the types of all', async () => {
  const folder = await folderOf();
  const { stdout, code } = await runHere(['types', folder.file('desk.yaml'), folder.file('park.yaml')]);
  expect(code).toBe(0);
  for (const type of [/^export type Ticket = \{\s+id/m, /^export type Ticket_2 = \{\s+number/m])
    expect(stdout).toMatch(type);
});

test('behaviours beside one of them serve all, by method and path where both have an operationId', async () => {
  const answer = (status: number, subject: string) =>
    `() => ({ status: ${status}, body: { id: "a", subject: "${subject}", number: 1 } })`;
  const behaviours = `export default { read: ${answer(200, 'own')}, "POST /park/tickets": ${answer(201, 'parked')} };`;
  const { api } = await start(await folderOf({ 'behaviours.js': behaviours }));
  expect((await api.get('/desk/v2/tickets/a', { headers: BEARER })).body).toMatchObject({ subject: 'own' });
  expect((await api.post('/park/tickets', {}, { as: null, headers: KEY })).body).toMatchObject({ subject: 'parked' });
  expect((await api.post('/desk/v2/tickets', { subject: 'Door' }, { headers: BEARER })).body).toMatchObject({
    subject: 'Door',
  });
});

test.each([
  ['create', '"create" is in several descriptions: write "POST /desk/v2/tickets" or "POST /park/tickets"'],
  ['reed', 'there is no operation "reed" in desk.yaml and park.yaml: did you mean "read"?'],
])('a behaviour of %j stops the start', async (name, message) => {
  const folder = await folderOf({ 'behaviours.js': `export default { ${name}: () => undefined };` });
  await expect(start(folder)).rejects.toThrow(message);
});

test('behaviours beside both are an error, unless one of them is named', async () => {
  const empty = 'export default {};';
  const folder = await folderOf({ 'behaviours.js': empty, 'other/behaviours.js': empty, 'other/park.yaml': PARK });
  const spec = [folder.file('desk.yaml'), folder.file('other/park.yaml')];
  await expect(start(folder, { spec })).rejects.toThrow(/other\/behaviours\.js:1:1: there is .*, too: name the one/);
  await start(folder, { spec, behaviours: folder.file('behaviours.js') });
});
