import { mkdir, readFile } from 'node:fs/promises';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningCommand, runHere, startHere } from '../../support/command-line.ts';
import { sendRaw, toHead } from '../../support/raw-http.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { tokenOf } from '../control-api/admin-client.ts';

const DESCRIPTION = `
openapi: 3.1.0
info: { title: Tickets, version: '1' }
servers: [{ url: https://tickets.example/api }]
components:
  securitySchemes: { key: { type: apiKey, in: query, name: k } }
security: [{ key: [] }]
paths:
  /tickets:
    get:
      operationId: listTickets
      parameters: [{ name: size, in: query, schema: { type: integer, maximum: 10 } }]
      responses:
        '200':
          description: Tickets.
          headers: { X-Total: { required: true, schema: { type: integer } } }
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Ticket' } }
    post:
      operationId: createTicket
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
      responses: { '201': { description: Created. } }
`.replace(
  'components:\n',
  `components:
  schemas:
    Ticket: { type: object, required: [id, status], properties: { id: { type: integer }, status: { enum: [open, closed] } } }
`,
);

const { closing, folderOf, start } = closedBy(afterEach);
let folder: TempFolder;
beforeEach(async () => {
  folder = await folderOf({ 'openapi.yaml': DESCRIPTION });
});

/** A service of somebody else. */
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};

const startProxy = async (...args: string[]): Promise<{ readonly command: RunningCommand; readonly url: string }> => {
  const command = startHere(['proxy', '--port', '0', ...args]);
  closing(() => {
    command.signal('SIGINT');
    return command.ended;
  });
  const [, url = ''] = await command.says('stdout', /Base URL +(\S+)/);
  return { command, url };
};

const stop = async (command: RunningCommand) => {
  command.signal('SIGINT');
  return command.ended;
};

describe('vatmock proxy', () => {
  test('passes both messages on unchanged, also where they do not fit, but not what is between neighbours', async () => {
    const seen: unknown[] = [];
    const body = gzipSync(JSON.stringify([{ id: 'one', status: 'open' }]));
    const upstream = await serve((request, response) => {
      seen.push([request.method, request.url, request.rawHeaders]);
      response.sendDate = false;
      response.writeHead(299, [
        ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Odd', 'ÿ'],
        ...['Content-Encoding', 'gzip', 'Content-Type', 'application/json', 'Connection', 'X-Hop', 'X-Hop', 'gone'],
      ]);
      response.end(body);
    });
    const { url, command } = await startProxy('--upstream', `${upstream}/v2/`, '--spec', folder.file('openapi.yaml'));
    const head = { 'x-mine': 1, te: 'gzip', connection: 'close, te' };
    const answer = await sendRaw(url, toHead('GET /api/tickets/../%2F?size=99', head));
    expect(seen).toEqual([['GET', '/v2/tickets/../%2F?size=99', expect.arrayContaining(['x-mine', '1'])]]);
    expect(JSON.stringify(seen)).not.toMatch(/"te"/i);
    expect(answer).toMatchObject({
      status: 299,
      headers: { 'set-cookie': expect.anything(), 'x-odd': 'ÿ', 'content-encoding': 'gzip' },
    });
    expect(Object.keys(answer.headers).join()).not.toMatch(/x-hop|x-mock|date/);
    // Node's own client, which decodes it.
    expect(await (await fetch(`${url}/tickets`)).json()).toEqual([{ id: 'one', status: 'open' }]);
    const { code, stdout } = await stop(command);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /GET \/api\/tickets {2}299 {2}\d+ ms\n {2}response {2}status 299 is not described for listTickets\n/,
    );
  });

  test('tells what does not fit, on both sides, and counts it', async () => {
    const upstream = await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify([
          { id: 'one', status: 'lost' },
          { id: 2, status: 'open' },
          { id: 'three', status: 'open' },
        ]),
      );
      request.resume();
    });
    const { url, command } = await startProxy(
      ...['--upstream', `${upstream}/api`, '--spec', folder.file('openapi.yaml'), '--fail-on-findings'],
    );
    await fetch(`${url}/tickets?size=99`, { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } });
    await fetch(`${url}/tickets`, {
      method: 'POST',
      body: '{"name":1}',
      headers: { 'content-type': 'application/json' },
    });
    await fetch(`${url}/nowhere`);
    await fetch(new URL('/oauth/token', url), { method: 'POST', body: 'grant_type=x' });
    const { code, stdout } = await stop(command);
    expect(code).toBe(1);
    expect(stdout.split('Ctrl-C to stop.\n')[1]?.replaceAll(/\S+Z {2}| {2}\d+ ms/g, '')).toBe(
      `GET /api/tickets  200
  request   size must be <= 10
  response  body [0].id must be integer, but is string
  response  header x-total is required
POST /api/tickets  200
  request   title is required
  response  status 200 is not described for createTicket
GET /api/nowhere  200
  request   No operation has the path /api/nowhere.
POST /oauth/token  200

Exchanges: 4, with findings: 3
  1x  request   listTickets 200       size must be <= 10
  1x  response  listTickets 200       body [].id must be integer, but is string
  1x  response  listTickets 200       header x-total is required
  1x  request   createTicket 200      title is required
  1x  response  createTicket 200      status 200 is not described for createTicket
  1x  request   GET /api/nowhere 200  No operation has the path /api/nowhere.
`,
    );
  });

  test.each(['today.capsule', 'today.har'])(
    '%s has no credential that the description or a name tells',
    async (name) => {
      const upstream = await serve((_request, response) => {
        const headers = { 'set-cookie': 'sid=cookie-of-mine', 'x-session': 'session-of-mine', 'x-total': 1 };
        response.writeHead(200, { ...headers, 'content-type': 'application/json' });
        response.end(JSON.stringify([{ id: 1, status: 'open', echo: 'k=key-of-mine', apiKey: 'member-of-mine' }]));
      });
      const { url, command } = await startProxy(
        ...['--upstream', `${upstream}/api`, '--spec', folder.file('openapi.yaml'), '--record', folder.file(name)],
      );
      const headers = { 'x-unknown': 'header-of-mine', cookie: 'sid=cookie-of-mine' };
      await fetch(`${url}/tickets?k=key-of-mine&other=query-of-mine&size=3`, { headers });
      await stop(command);
      const text = await readFile(folder.file(name), 'utf8');
      expect(text).toContain('/tickets');
      expect(text).not.toContain('-of-mine');
    },
  );

  test('records a capsule and a scenario without credentials; the scenario answers as the service did', async () => {
    const started = await start();
    const { mock } = started;
    const [record, scenario] = [folder.file('today.capsule'), folder.file('my/as-recorded.yaml')];
    await mkdir(folder.file('my'));
    const { url, command } = await startProxy(
      ...['--upstream', `${mock.baseUrl}/`, '--record', record, '--scenario', scenario],
    );
    const token = await mock.token();
    const headers = { authorization: `Bearer ${token}` };
    const recorded = await (await fetch(`${url}/orders?size=1`, { headers })).json();
    expect((await fetch(`${url}/orders?size=999`, { headers })).status).toBe(422);
    const tokenUrl = new URL(new URL(mock.tokenUrl).pathname, url).href;
    const other = await tokenOf({ tokenUrl, clientId: 'api-client-demo', clientSecret: 'demo-secret' });
    const { stdout } = await stop(command);
    const written = (await readFile(record, 'utf8')) + (await readFile(scenario, 'utf8')) + stdout;
    for (const secret of [token, other, 'demo-secret']) expect(written).not.toContain(secret);
    expect(await runHere(['validate', scenario])).toMatchObject({ code: 0 });

    const another = await start({ scenarios: folder.file('my') });
    await another.api.post(`${another.mock.url}/__admin/scenarios/as-recorded/activate`, { as: null });
    expect((await another.api.get('/orders?size=1')).body).toEqual(recorded);
    expect((await another.api.get('/orders?size=999')).status).toBe(422);
    expect((await another.api.get('/orders?size=2')).body).not.toEqual(recorded);
  });

  test('says what it cannot do', async () => {
    const { url, command } = await startProxy(
      '--upstream',
      'http://127.0.0.1:1',
      '--spec',
      folder.file('openapi.yaml'),
    );
    const answer = await fetch(`${url}/tickets`);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 502,
      body: {
        detail: expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:1 gave no response \(ECONNREFUSED\): is the service running/,
        ),
      },
    });
    await stop(command);
    for (const [args, said] of [
      [[], '--upstream must be the http or https URL of the service'],
      [['--upstream', 'ftp://a'], 'but is "ftp://a"'],
      [['--upstream', 'http://u:p@a'], 'remove the query, the fragment and the credentials'],
      [['--upstream', 'http://a', 'more'], 'unexpected argument "more"'],
    ] as const)
      expect(await runHere(['proxy', ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
    expect(await runHere(['proxy', '--upstream', 'http://a', '--record', folder.file('no/such')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be written (ENOENT)'),
    });
  });

  test('of a body of more than 1 MiB, only the status and the media type are validated', async () => {
    const large = JSON.stringify([{ id: 'wrong', note: 'x'.repeat(1_048_576) }]);
    const upstream = await serve((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(request.method === 'GET' ? 200 : 202, {
          'content-type': 'application/json',
          'x-total': '1',
        });
        response.end(large);
      });
    });
    const { url, command } = await startProxy('--upstream', `${upstream}/api`, '--spec', folder.file('openapi.yaml'));
    expect(await (await fetch(`${url}/tickets`)).text()).toBe(large);
    await fetch(`${url}/tickets`, { method: 'POST', body: large, headers: { 'content-type': 'application/json' } });
    await command.says('stdout', /status 202/);
    const { stdout, stderr } = await stop(command);
    expect(stderr).toMatch(/a body of GET \/api\/tickets is not .*\n.*a body of POST \/api\/tickets is not validated/);
    expect(stdout).toMatch(/with findings: 1\n {2}1x {2}response {2}createTicket 202 {2}status 202 is not described/);
  });

  test('a body of more than 16 MiB is passed on without validation', async () => {
    const length: number[] = [];
    const upstream = await serve((request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.byteLength));
      request.on('end', () => {
        length.push(size);
        response.writeHead(201).end();
      });
    });
    const { url, command } = await startProxy('--upstream', `${upstream}/api`, '--spec', folder.file('openapi.yaml'));
    const body = new Uint8Array(17 * 1_048_576);
    expect(
      (await fetch(`${url}/tickets`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status,
    ).toBe(201);
    await command.says('stderr', /a body of POST \/api\/tickets is not validated/);
    expect(length).toEqual([body.byteLength]);
  });
});
