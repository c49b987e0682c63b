import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { findPort } from '../../support/find-port.ts';
import { startedBy } from '../../support/started-by.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { succeed } from '../control-api/admin-client.ts';
import { DOORS } from './doors.ts';

const AT = ':4010';
const ask = (started: StartedMock, method: string, path: string, headers: Record<string, string>) =>
  started.api.call(method, started.mock.url + path, { as: null, headers });

describe('a page whose name was made to resolve to loopback', () => {
  const started = startedBy(beforeAll, afterAll);

  test.each(DOORS)('finds no door: %s %s', async (method, path) => {
    for (const host of [
      'rebind.evil.example',
      `rebind.evil.example${AT}`,
      `localhost.evil.example${AT}`,
      `10.0.0.1${AT}`,
    ])
      expectProblem(await ask(started, method, path, { host }), started.mock, {
        status: 403,
        type: 'forbidden',
        instance: path,
        detail: '--allowed-hosts NAME (VATMOCK_ALLOWED_HOSTS) or --public-url URL',
      });
  });

  test.each(DOORS)('and a program on this machine finds them all: %s %s', async (method, path) => {
    for (const host of ['localhost', `localhost${AT}`, `127.0.0.1${AT}`, `[::1]${AT}`, `stub.localhost${AT}`])
      expect([host, (await ask(started, method, path, { host })).text]).toEqual([
        host,
        expect.not.stringContaining('--allowed-hosts'),
      ]);
  });

  test('gets no token with a public secret, nor does its token open anything', async () => {
    const host = `rebind.evil.example${AT}`;
    const body = 'grant_type=client_credentials&client_id=api-client-demo&client_secret=demo-secret';
    const form = { host, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await started.api.call('POST', started.mock.tokenUrl, { as: null, body, headers: form });
    expect([answer.status, answer.text]).toEqual([403, expect.not.stringContaining('access_token')]);
    const authorization = `Bearer ${await started.mock.token()}`;
    for (const path of ['/v1/me', '/__admin/state', '/__admin/requests'])
      expect((await ask(started, 'GET', path, { host, authorization })).status).toBe(403);
  });

  test('is refused after a good client too', async () => {
    for (const [host, status] of [
      [`localhost${AT}`, 200],
      ['evil.example', 403],
      [`localhost${AT}`, 200],
      ['evil.example', 403],
    ] as const)
      expect((await ask(started, 'GET', '/__admin/health', { host })).status).toBe(status);
  });
});

describe('a name of its own', () => {
  let started: StartedMock;
  afterEach(() => started.stop());

  test.each(DOORS)('opens every door, if a setting names it: %s %s', async (method, path) => {
    const publicUrl = 'http://vatmock:4010';
    const port = await findPort();
    started = await startMock({ host: '0.0.0.0', port, publicUrl, allowedHosts: 'host.docker.internal' });
    const call = (host: string) =>
      started.api.call(method, `http://127.0.0.1:${String(port)}${path}`, { as: null, headers: { host } });
    for (const host of ['vatmock:4010', 'host.docker.internal:4010', '192.0.2.1:4010', 'localhost:4010'])
      expect([host, (await call(host)).text]).toEqual([host, expect.not.stringContaining('--allowed-hosts')]);
    expect((await call('other:4010')).status).toBe(403);
  });

  test('needs no token for control calls either, where none is needed', async () => {
    started = await startMock({ host: '0.0.0.0', controlAccess: 'open', allowedHosts: 'vatmock' });
    succeed(await ask(started, 'POST', '/__admin/reset', { host: 'vatmock:4010' }));
    expect((await ask(started, 'POST', '/__admin/reset', { host: 'other:4010' })).status).toBe(403);
  });

  test.each(['vatmock:4010', 'http://vatmock', '*'])('"%s" in the setting stops the start', async (allowedHosts) => {
    started = await startMock();
    await expect(startMock({ allowedHosts })).rejects.toThrow('allowedHosts: ');
  });
});

/** A program in the same process may send any name: it is the application that owns its door. */
test('a request without a socket is not refused', async () => {
  const started = await startMock();
  const answer = await started.mock.handle(new Request('http://stub.example/__admin/health'));
  expect(answer.status).toBe(200);
  await started.stop();
});
