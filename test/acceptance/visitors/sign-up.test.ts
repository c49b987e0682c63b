import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createMock } from '../../../src/index.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { openBrowser } from '../console/browser.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';
const SIGN_UP = '/__console/sign-up';
const HOUR = 3_600_000;

let started: StartedMock;
const start = async (options = {}): Promise<void> => {
  started = await startMock({ mode: 'hosted', adminToken: OPERATOR, trustedProxies: 1, signup: 'open', ...options });
};
afterEach(() => started.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });

const signUp = (address: string, browser = openBrowser(started)) =>
  browser.call('POST', SIGN_UP, { headers: from(address) });

describe('a visitor without a link', () => {
  beforeEach(() => start());

  test('gets a sandbox and a session', async () => {
    const browser = openBrowser(started);
    const { status, body } = await signUp('192.0.2.1', browser);
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'client', permission: 'everything', server: { hasSignUp: true } });
    expect(body.sandboxExpiresAt).toBe(new Date(started.clock.now() + 24 * HOUR).toISOString());
    const orders = await browser.call('GET', '/__admin/records/orders');
    expect(orders.body.data.length).toBeGreaterThan(0);
    const admin = createAdminClient(started);
    const shown = await admin('GET', `/sandboxes/${String(body.sandbox)}`, { token: OPERATOR });
    expect(shown.body).toMatchObject({ visitorLink: null, expiresAt: body.sandboxExpiresAt });
  });

  test('on a page of another site gets nothing', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    const answer = await openBrowser(started).call('POST', SIGN_UP, { headers });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
  });
});

describe('limits', () => {
  test('of one address: 429 until the hour is over, and for no other', async () => {
    await start({ signUpsPerAddress: 2 });
    for (let count = 0; count < 2; count++) expect((await signUp('192.0.2.1')).status).toBe(200);
    const refused = await signUp('192.0.2.1');
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'too-many-sign-ups',
      '3600',
    ]);
    expect((await signUp('192.0.2.2')).status).toBe(200);
    started.clock.advance(HOUR);
    expect((await signUp('192.0.2.1')).status).toBe(200);
  });

  test('of all: 503', async () => {
    await start({ signUpsPerHour: 1 });
    expect((await signUp('192.0.2.1')).status).toBe(200);
    const refused = await signUp('192.0.2.2');
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'sign-ups-exhausted',
      '3600',
    ]);
  });

  test('of sandboxes: 507, and no sandbox in use makes room', async () => {
    await start({ maxSandboxes: 2 });
    const [one, other] = [openBrowser(started), openBrowser(started)];
    await signUp('192.0.2.1', one);
    await signUp('192.0.2.2', other);
    const refused = await signUp('192.0.2.3');
    expect([refused.status, refused.body.code]).toEqual([507, 'no-room']);
    for (const browser of [one, other]) expect((await browser.call('GET', '/__admin/clock')).status).toBe(200);
  });
});

describe('a server', () => {
  test('lets nobody sign up unless its operator has turned it on', async () => {
    await start({ signup: undefined });
    const browser = openBrowser(started);
    const answer = await browser.call('POST', SIGN_UP);
    expect([answer.status, answer.body.code]).toEqual([404, 'sign-up-off']);
    expect((await browser.session()).body.server).toMatchObject({ hasSignUp: false });
  });

  test('without a console refuses to be open', async () => {
    await start();
    await expect(createMock({ signup: 'open', console: 'off' })).rejects.toThrow('signup open needs the console');
  });
});
