import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { parse } from 'yaml';
import { checkAsyncApi } from '../../../src/engine/contract/check-structure.ts';
import type { SchemaObject } from '../../../src/engine/contract/walk-schema.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { ONE_PROCESS } from '../../support/start-mock.ts';

const { start } = closedBy(afterEach);

const started = await closedBy(afterAll).start({ allowedHosts: 'stub' });
const folder = await mkdtemp(path.join(tmpdir(), 'vatmock-descriptions-'));
afterAll(() => rm(folder, { recursive: true }));

const read = (file: string, headers: Record<string, string> = {}) =>
  started.api.call('GET', started.mock.url + file, { as: null, headers });

/** Every `$ref` of a document. */
const refsOf = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const own = (node as { $ref?: unknown }).$ref;
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(node).flatMap(refsOf)];
};

describe.each(['/openapi', '/asyncapi', '/__admin/openapi'])('%s', (name) => {
  test('is the same as YAML and as JSON, whole in itself, with the server’s own addresses', async () => {
    const [yaml, json] = [await read(`${name}.yaml`), await read(`${name}.json`)];
    expect([yaml.status, yaml.headers['content-type']]).toEqual([200, 'application/yaml']);
    expect([json.status, json.headers['content-type']]).toEqual([200, 'application/json']);
    expect(parse(yaml.text)).toEqual(json.body);
    expect(refsOf(json.body).filter((target) => !target.startsWith('#/'))).toEqual([]);
    expect(yaml.text).not.toContain('127.0.0.1:4010');
    expect(yaml.text).not.toContain('.invalid');
  });

  test('is not sent again to somebody who has it', async () => {
    const { headers } = await read(`${name}.yaml`);
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/);
    const again = await read(`${name}.yaml`, { 'if-none-match': headers['etag']! });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await read(`${name}.json`)).headers['etag']).not.toBe(headers['etag']);
  });

  test('is only read', async () => {
    const answer = await started.api.call('POST', `${started.mock.url}${name}.yaml`, { as: null });
    expectProblem(answer, started.mock, { status: 405, instance: `${name}.yaml`, detail: 'is read with GET' });
    expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});

test('the API’s is served by a server, operation by operation', async () => {
  const file = path.join(folder, 'openapi.yaml');
  await writeFile(file, (await read('/openapi.yaml')).text);
  const { operations, findings } = await loadContract(file, { trusted: false });
  expect(findings).toEqual([]);
  expect(operations.map(({ id }) => id)).toEqual(started.mock.contract.operations.map(({ id }) => id));
});

test('its addresses are those by which it was asked', async () => {
  const { mock, api } = await start({ ...ONE_PROCESS, allowedHosts: 'stub' });
  const { url, tokenUrl } = mock;
  const readFrom = (file: string, headers = {}) => api.call('GET', url + file, { as: null, headers });
  const { body } = await readFrom('/openapi.json');
  expect(body.servers).toMatchObject([{ url: `${url}/v1` }]);
  expect(body['x-problem-base']).toBe(url);
  expect(body.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl).toBe(tokenUrl);
  const { body: elsewhere } = await readFrom('/openapi.json', { host: 'stub:8080' });
  expect(elsewhere.servers).toMatchObject([{ url: 'http://stub:8080/v1' }]);
  expect((await readFrom('/__admin/openapi.json')).body.servers).toMatchObject([{ url: `${url}/__admin` }]);
});

test('that of the events is valid, and leads to the inboxes', async () => {
  const { text, body } = await read('/asyncapi.yaml');
  expect(body).toBeUndefined();
  const document = parse(text) as SchemaObject & { servers: { inbox: object } };
  expect(await checkAsyncApi(document)).toEqual([]);
  const { host } = new URL(started.mock.url);
  expect(document.servers.inbox).toMatchObject({ host, pathname: '/__inbox', protocol: 'http' });
});

test('a hosted server has them too, for everybody', async () => {
  const hosted = await start({ mode: 'hosted' });
  for (const file of ['/openapi.yaml', '/asyncapi.json', '/__admin/openapi.yaml'])
    expect((await hosted.api.call('GET', hosted.mock.url + file, { as: null })).status).toBe(200);
});

describe('GET /', () => {
  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  test('sends a browser to the console', async () => {
    const { status, headers } = await read('/', BROWSER);
    expect([status, headers['location'], headers['vary']]).toEqual([302, '/__console', 'Accept']);
    expect((await read('/')).body).toMatchObject({ console: `${started.mock.url}/__console` });
  });

  test('is JSON where the console is off, for a browser too', async () => {
    const { api, mock } = await start({ ...ONE_PROCESS, console: 'off' });
    const { body } = await api.call('GET', `${mock.url}/`, { as: null, headers: BROWSER });
    expect(body).toMatchObject({ name: 'vatmock', controlApi: `${mock.url}/__admin` });
    expect(body).not.toHaveProperty('console');
  });

  test('is JSON for a program', async () => {
    const { body } = await read('/');
    expect(body).toMatchObject({
      name: 'vatmock',
      baseUrl: started.mock.baseUrl,
      tokenUrl: started.mock.tokenUrl,
      openapi: `${started.mock.url}/openapi.yaml`,
    });
    expect((await read(new URL(String(body.controlApi)).pathname)).body).toEqual(body);
    const { pathname } = new URL(String(body.controlApiDescription));
    expect((await read(pathname)).text).toContain('\n  /clock/advance:\n');
  });
});
