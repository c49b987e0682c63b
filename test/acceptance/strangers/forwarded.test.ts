import { afterEach, expect, test } from '@jest/globals';
import type { MockOptions } from '../../../src/index.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

let started: StartedMock;
afterEach(() => started.stop());

const warnings = (): string[] => started.notices.filter(({ level }) => level === 'warn').map(({ message }) => message);

const send = async (headers: Readonly<Record<string, string>>, times = 1): Promise<void> => {
  for (let n = 0; n < times; n++) await started.api.get(`${started.mock.url}/__admin/health`, { as: null, headers });
};

const HOSTED: MockOptions = { mode: 'hosted', adminToken: 'the-operator-of-this-server' };

test.each([
  ['X-Forwarded-For', '203.0.113.7'],
  ['Forwarded', 'for=203.0.113.7'],
])('a hosted server behind a proxy that it does not know says so once, by %s', async (name, value) => {
  started = await startMock(HOSTED);
  await send({ [name]: value }, 130);
  expect(warnings()).toEqual([
    'a request from 127.0.0.1 has the header X-Forwarded-For or Forwarded. If that is a proxy of yours, limits per address count all its clients as one: set --trusted-proxies (VATMOCK_TRUSTED_PROXIES) to the number of proxies in front of the server',
  ]);
});

test('it is noticed after requests that are not forwarded, such as those of a probe', async () => {
  started = await startMock(HOSTED);
  await send({});
  await send({ 'x-forwarded-for': '203.0.113.7' }, 64);
  expect(warnings()).toHaveLength(1);
});

test('a private server says that it can be reached through a proxy', async () => {
  started = await startMock();
  await send({ 'x-forwarded-for': '203.0.113.7' }, 2);
  expect(warnings()).toEqual([
    expect.stringMatching(/meant for programs on this machine: set --public-url .* or use --mode hosted$/),
  ]);
});

test.each([
  ['no request is forwarded', HOSTED, {}],
  ['the proxy is trusted', { ...HOSTED, trustedProxies: 1 }, { 'x-forwarded-for': '203.0.113.7' }],
])('where %s, there is nothing to say', async (_name, options, headers: Record<string, string>) => {
  started = await startMock(options);
  await send(headers, 70);
  expect(warnings()).toEqual([]);
});
