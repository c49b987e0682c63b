import { afterEach, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { formatDiagnostic } from '../../../src/engine/contract/diagnostic.ts';
import { runHere } from '../../support/command-line.ts';
import { startMock } from '../../support/start-mock.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The URL of a server that answers as told. */
const serve = async (listener: RequestListener): Promise<string> => {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};

const DESCRIPTION = `openapi: 3.1.0
info: { title: Far, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: OK, content: { application/json: { example: { a: 1 } } } } } } }
  /b: { get: { responses: { '200': { $ref: 'other.yaml#/b' } } } }
`;

test('a description is fetched at the start, but nothing that it refers to', async () => {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.end(DESCRIPTION);
  });
  const started = await startMock({ spec: `${url}/openapi.yaml?version=1` });
  expect((await started.api.get('/a')).body).toEqual({ a: 1 });
  expect(asked).toEqual(['/openapi.yaml?version=1']);
  expect(started.mock.findings.map(formatDiagnostic)).toEqual([
    expect.stringMatching(/openapi\.yaml:5:\d+: \$ref "other\.yaml#\/b" leads nowhere: no such file/),
  ]);
  const [{ file } = { file: '' }] = started.mock.findings;
  await started.stop();
  expect(existsSync(file)).toBe(false);
});

test.each<readonly [name: string, listener: RequestListener, message: RegExp]>([
  ['404', (_, response) => response.writeHead(404).end(), /answered 404, but must answer 200/],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/b' }).end(), /answered 302/],
  ['a closed connection', ({ socket }) => socket.destroy(), /cannot be fetched \(UND_ERR_SOCKET\)/],
  ['no description', (_, response) => response.end('<html></html>'), /./],
])('%s stops the start', async (_name, listener, message) => {
  const url = await serve(listener);
  await expect(startMock({ spec: `${url}/a?token=s3cret` })).rejects.toMatchObject({
    message: expect.stringMatching(message),
    file: expect.not.stringContaining('s3cret'),
  });
});

test.each([
  ['http://example.com/openapi.yaml', 'http://example.com/openapi.yaml', /only https/],
  ['https://me:s3cret@example.com/a', 'https://example.com/a', /must not have credentials/],
])('%s is not fetched', async (spec, file, message) => {
  await expect(startMock({ spec })).rejects.toMatchObject({ message: expect.stringMatching(message), file });
});

test('no URL in hosted mode, and none to watch', async () => {
  const spec = 'https://example.com/openapi.yaml';
  await expect(startMock({ mode: 'hosted', publicUrl: 'https://a.example', spec })).rejects.toThrow(
    /spec must not be a URL in hosted mode/,
  );
  const { code, stderr } = await runHere(['serve', '--watch', '--spec', spec]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--watch needs a file or folder of --spec/)]);
});
