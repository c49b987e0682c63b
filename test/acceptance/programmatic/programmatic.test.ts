import { afterAll, expect, test } from '@jest/globals';
import { ConfigError, ContractError, createMock } from '../../../src/index.ts';
import { CLIENT } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';

const started = await closedBy(afterAll).start();

test('several mocks run side by side', async () => {
  const others = await Promise.all([startMock(), startMock()]);
  const all = [started, ...others];
  expect(new Set(all.map(({ mock }) => mock.url)).size).toBe(3);
  const statuses = await Promise.all(all.map(async ({ api }) => (await api.get('/me')).status));
  expect(statuses).toEqual([200, 200, 200]);
  await Promise.all(others.map(({ stop }) => stop()));
  // The one that is left has not noticed.
  expect(await started.api.get('/me')).toMatchObject({ status: 200 });
});

test('a mock tells its addresses', () => {
  const { url, baseUrl, tokenUrl, findings, contract } = started.mock;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(baseUrl).toBe(`${url}/v1`);
  expect(tokenUrl).toBe(`${url}/auth/realms/integration/protocol/openid-connect/token`);
  expect(findings).toEqual([]);
  expect(contract.operations.map(({ id }) => id)).toContain('createOrder');
});

test('a token is for the demo client, or for the one that is named', async () => {
  for (const [named, client] of [
    [undefined, 'api-client-demo'],
    ['api-client-restricted', 'api-client-restricted'],
  ]) {
    const authorization = `Bearer ${await started.mock.token(named)}`;
    await started.api.get('/me', { as: null, headers: { authorization } });
    expect(started.exchanges.at(-1)?.clientId).toBe(client);
  }
});

test.each(['nobody', '', '__proto__'])(
  'a token for the unknown client "%s" is an error that names it',
  async (client) => {
    await expect(started.mock.token(client)).rejects.toThrow(`no client "${client}"`);
  },
);

test('close may be called twice, and at the same time', async () => {
  const { mock } = await startMock();
  await Promise.all([mock.close(), mock.close()]);
  await mock.close();
  await expect(fetch(mock.url)).rejects.toThrow();
});

test('a port in use is an error', async () => {
  const port = Number(new URL(started.mock.url).port);
  await expect(createMock({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a description that is not there is an error', async () => {
  await expect(createMock({ spec: 'nowhere.yaml' })).rejects.toBeInstanceOf(ContractError);
});

test.each([
  [{ port: -1 }, 'port'],
  [{ port: 65_536 }, 'port'],
  [{ port: 1.5 }, 'port'],
  [{ port: Number.NaN }, 'port'],
  [{ port: '0' }, 'port'],
  [{ seed: 42 }, 'seed'],
  [{ host: 7 }, 'host'],
  [{ spec: {} }, 'spec'],
  [{ publicUrl: 'stub.example' }, 'publicUrl'],
  [{ maxBodyBytes: 1 }, 'maxBodyBytes'],
  [{ maxUploadBytes: Number.POSITIVE_INFINITY }, 'maxUploadBytes'],
  [{ headersTimeout: 0 }, 'headersTimeout'],
  [{ requestTimeout: null }, 'requestTimeout'],
  [{ prot: 4010 }, 'prot'],
])('the option %j is a ConfigError that names it', async (options, name) => {
  const outcome: unknown = await createMock(options as object).then(
    (mock) => mock.close(),
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ConfigError);
  expect((outcome as Error).message).toContain(name);
});

test('an option that is undefined counts as absent', async () => {
  const mock = await createMock({ host: undefined, seed: undefined, publicUrl: undefined } as object);
  expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  await mock.close();
});

test('the public URL is used without its last slash', async () => {
  const mock = await createMock({ publicUrl: 'https://stub.example/' });
  expect(mock).toMatchObject({ url: 'https://stub.example', baseUrl: 'https://stub.example/v1' });
  await mock.close();
});

test('the observer hears of every exchange', async () => {
  started.exchanges.length = 0;
  await started.api.get('/me?secret=1', { as: CLIENT });
  await started.api.get('/nowhere', { as: null });
  expect(started.exchanges).toMatchObject([
    {
      method: 'GET',
      path: '/v1/me',
      operationId: 'getOrganization',
      clientId: CLIENT,
      status: 200,
      source: 'stateful',
    },
    { method: 'GET', path: '/v1/nowhere', operationId: undefined, clientId: undefined, status: 404, source: 'engine' },
  ]);
});
