import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findPort } from '../../support/find-port.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import { type NewSandbox, createAdminClient, createSandbox } from '../control-api/admin-client.ts';
import { type ConsoleBrowser, SESSION, openBrowser } from './browser.ts';

const { start } = closedBy(afterEach);

const OPERATOR = 'the-operator-of-this-server';
const HOUR = 3_600_000;

let sandbox: NewSandbox;
let browser: ConsoleBrowser;

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: OPERATOR, maxGuesses: 0 });
const admin = createAdminClient(started);

const credentialsOf = ({ clientId, clientSecret }: NewSandbox) => ({ clientId, clientSecret });

beforeEach(async () => {
  sandbox = await createSandbox(admin, { name: 'One' }, { token: OPERATOR });
  browser = openBrowser(started);
});

const clock = (by: ConsoleBrowser, call = {}) => by.call('GET', '/__admin/clock', call);

describe('a client', () => {
  test('signs in with its secret, and acts on its own sandbox', async () => {
    expect((await clock(browser)).status).toBe(401);
    const signedIn = await browser.signIn(credentialsOf(sandbox));
    expect(signedIn.status).toBe(200);
    expect(signedIn.body).toMatchObject({
      kind: 'client',
      clientId: sandbox.clientId,
      organization: 'One',
      sandbox: sandbox.id,
      server: { mode: 'hosted', maySelectSandbox: false, baseUrl: started.mock.baseUrl, hasOperator: true },
      clients: [sandbox.clientId],
    });
    expect((await browser.session()).body).toMatchObject({ kind: 'client', sandbox: sandbox.id });
    expect((await clock(browser)).status).toBe(200);
    expect((await browser.call('POST', '/__admin/clock/freeze', {})).status).toBe(200);
    expect((await clock(browser)).body).toMatchObject({ frozen: true });
  });

  test('sees no other sandbox, and makes no call of the operator', async () => {
    const other = await createSandbox(admin, { name: 'Other' }, { token: OPERATOR });
    await browser.signIn(credentialsOf(sandbox));
    const across = await browser.call('GET', `/__admin/clock?sandbox=${other.id}`);
    const missing = await browser.call('GET', '/__admin/clock?sandbox=missing');
    expect([across.status, missing.status]).toEqual([403, 403]);
    expect(across.body.detail).toBe(missing.body.detail);
    expect((await browser.call('GET', '/__admin/sandboxes')).status).toBe(403);
  });

  test.each([
    ['a wrong secret', { clientSecret: 'wrong' }, 401],
    ['an unknown id', { clientId: 'api-client-nobody' }, 401],
    ['no secret', { clientSecret: undefined }, 400],
    ['the operator’s token beside them', { operatorToken: OPERATOR }, 400],
  ])('with %s gets no session', async (_name, wrong, status) => {
    const answer = await browser.signIn({ ...credentialsOf(sandbox), ...wrong });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
    expect((await clock(browser)).status).toBe(401);
  });

  test('signs out, which ends the session on the server too', async () => {
    await browser.signIn(credentialsOf(sandbox));
    const cookie = browser.cookie()!;
    const out = await browser.call('DELETE', SESSION);
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await clock(browser, { headers: { cookie } })).status).toBe(401);
    expect((await browser.session()).body.kind).toBe('nobody');
  });

  test('gets a new session with each sign-in; the former one ends', async () => {
    await browser.signIn(credentialsOf(sandbox));
    const former = browser.cookie()!;
    await browser.signIn(credentialsOf(sandbox));
    expect(browser.cookie()).not.toBe(former);
    expect((await clock(browser, { headers: { cookie: former } })).status).toBe(401);
  });
});

describe('the operator', () => {
  test('signs in with ADMIN_TOKEN, and chooses the sandbox', async () => {
    const signedIn = await browser.signIn({ operatorToken: OPERATOR });
    expect(signedIn.body).toMatchObject({ kind: 'operator', server: { maySelectSandbox: true } });
    expect((await browser.call('GET', `/__admin/clock?sandbox=${sandbox.id}`)).status).toBe(200);
    expect((await browser.call('GET', '/__admin/sandboxes')).status).toBe(200);
    expect((await clock(browser)).status).toBe(422);
  });

  test('with another token gets no session', async () => {
    expect((await browser.signIn({ operatorToken: `${OPERATOR}!` })).status).toBe(401);
  });
});

describe('a page of another site', () => {
  beforeEach(() => browser.signIn(credentialsOf(sandbox)));

  test('cannot use the cookie without the header of the console', async () => {
    for (const headers of [{ 'x-vatmock-console': '' }, { 'x-vatmock-console': '0' }]) {
      expect((await clock(browser, { headers })).status).toBe(401);
      expect((await browser.call('POST', '/__admin/reset', { headers })).status).toBe(401);
    }
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('is refused although it sends the header: %j', async (headers) => {
    expect((await clock(browser, { headers })).status).toBe(403);
    expect((await browser.call('POST', '/__admin/reset', { headers })).status).toBe(403);
    expect((await browser.call('GET', SESSION, { headers })).status).toBe(403);
    expect((await browser.call('DELETE', SESSION, { headers })).status).toBe(403);
    expect((await browser.signIn(credentialsOf(sandbox), headers)).status).toBe(403);
    expect((await clock(browser)).status).toBe(200);
  });

  test('gets no leave to send the header', async () => {
    const answer = await browser.call('OPTIONS', '/__admin/clock', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a session', () => {
  test('is in a cookie that no script reads and no other site sends', async () => {
    const { headers } = await browser.signIn(credentialsOf(sandbox));
    const port = new URL(started.mock.url).port;
    expect(headers.get('set-cookie')).toMatch(
      new RegExp(`^vatmock-console-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400$`),
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('ends after eight hours without a call', async () => {
    await browser.signIn(credentialsOf(sandbox));
    started.clock.advance(8 * HOUR - 1);
    expect((await clock(browser)).status).toBe(200);
    started.clock.advance(8 * HOUR);
    const ended = await clock(browser);
    expect([ended.status, ended.body.detail]).toEqual([401, expect.stringContaining('sign in at /__console')]);
  });

  test('ends after a day in any case', async () => {
    await browser.signIn(credentialsOf(sandbox));
    for (let hours = 0; hours < 21; hours += 7) {
      expect((await clock(browser)).status).toBe(200);
      started.clock.advance(7 * HOUR);
    }
    expect((await browser.session()).body.expiresAt).toBe(new Date(started.clock.now() + 3 * HOUR).toISOString());
    started.clock.advance(3 * HOUR);
    expect((await clock(browser)).status).toBe(401);
  });

  test('is not ended by the sandbox’s clock', async () => {
    await browser.signIn(credentialsOf(sandbox));
    expect((await browser.call('POST', '/__admin/clock/advance', { body: { by: 'P30D' } })).status).toBe(200);
    expect((await clock(browser)).status).toBe(200);
  });

  test('survives a reset of the sandbox', async () => {
    await browser.signIn(credentialsOf(sandbox));
    expect((await browser.call('POST', '/__admin/reset')).status).toBeLessThan(300);
    expect((await clock(browser)).status).toBe(200);
  });

  test('that is one too many for its organization ends the one unused for longest', async () => {
    const first = openBrowser(started);
    const second = openBrowser(started);
    await first.signIn(credentialsOf(sandbox));
    await second.signIn(credentialsOf(sandbox));
    // Servers that share sessions do not write each use down.
    started.clock.advance(60_000);
    expect((await clock(first)).status).toBe(200);
    for (let n = 0; n < 19; n++) await openBrowser(started).signIn(credentialsOf(sandbox));
    expect((await clock(second)).status).toBe(401);
    expect((await clock(first)).status).toBe(200);
  });
});

test('behind https the cookie is secure and bound to the host, and the public origin is the page’s', async () => {
  const port = await findPort();
  const proxied = await start({
    port,
    mode: 'hosted',
    adminToken: OPERATOR,
    publicUrl: 'https://stub.example/mock',
  });
  const visitor = openBrowser(proxied, `http://127.0.0.1:${String(port)}`);
  const answer = await visitor.signIn({ operatorToken: OPERATOR }, { origin: 'https://stub.example' });
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Host-vatmock-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400; Secure$/,
  );
  expect((await visitor.call('GET', '/__admin/sandboxes')).status).toBe(200);
  const elsewhere = { origin: 'https://evil.example' };
  expect((await visitor.signIn({ operatorToken: OPERATOR }, elsewhere)).status).toBe(403);
});

test('wrong secrets are slowed down for each address, with those of the token endpoint', async () => {
  const slow = await start({ mode: 'hosted', adminToken: OPERATOR, maxGuesses: 2, trustedProxies: 1 });
  const guest = openBrowser(slow);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const guess = (address: string, operatorToken: string) => guest.signIn({ operatorToken }, from(address));
  expect((await guess('192.0.2.7', 'one-wrong-token-of-this')).status).toBe(401);
  expect((await guest.signIn({ clientId: 'a', clientSecret: 'b' }, from('192.0.2.7'))).status).toBe(401);
  const refused = await guess('192.0.2.7', OPERATOR);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await guess('192.0.2.8', OPERATOR)).status).toBe(200);
  slow.clock.advance(60_000);
  expect((await guess('192.0.2.7', OPERATOR)).status).toBe(200);
});

describe('on a developer’s machine', () => {
  const local = startedBy(beforeAll, afterAll);

  test('no sign-in is needed', async () => {
    const guest = openBrowser(local);
    const { body } = await guest.session();
    expect(body).toMatchObject({
      kind: 'local',
      sandbox: 'demo',
      server: { mode: 'local', isForeign: false, maySelectSandbox: true, tokenUrl: local.mock.tokenUrl },
      clients: expect.arrayContaining(['api-client-demo']),
      demo: { clientId: 'api-client-demo', clientSecret: 'demo-secret' },
    });
    expect((await clock(guest)).status).toBe(200);
  });

  test('a page of another site is nobody, and does nothing', async () => {
    const guest = openBrowser(local);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await guest.call('GET', SESSION, { headers })).body.kind).toBe('nobody');
    expect((await clock(guest, { headers })).status).toBe(403);
  });

  test('a call of the console is in no journal', async () => {
    const guest = openBrowser(local);
    await guest.session();
    await clock(guest);
    expect((await guest.call('GET', '/__admin/requests')).body.data).toEqual([]);
  });
});

test('what a console reads does not use up the calls of its client', async () => {
  const tight = await start({ mode: 'hosted', adminToken: OPERATOR, controlCallsPerMinute: 5 });
  const one = await createSandbox(createAdminClient(tight), { name: 'One' }, { token: OPERATOR });
  const guest = openBrowser(tight);
  await guest.signIn(credentialsOf(one));
  for (let n = 0; n < 5; n++) expect((await clock(guest)).status).toBe(200);
  expect((await clock(guest)).status).toBe(429);
  expect((await guest.call('POST', '/__admin/clock/freeze')).status).toBe(200);
});
