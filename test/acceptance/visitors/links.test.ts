import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Snapshot } from '../../../src/generated/control-schemas.ts';
import { closedBy } from '../../support/closed-by.ts';
import { type ConsoleBrowser, openBrowser } from '../console/browser.ts';
import { type NewVisitorLink, OPERATOR, asOperator, createLinks, secretOf } from './links.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: OPERATOR, maxGuesses: 0 });
const { admin, make, open, visit } = createLinks(started);

const show = async (id: string): Promise<object> => {
  const { data } = (await admin('GET', '/visitor-links', asOperator)).body as { readonly data: { id: string }[] };
  return data.find((link) => link.id === id)!;
};

const clock = (browser: ConsoleBrowser) => browser.call('GET', '/__admin/clock');

describe('the operator', () => {
  test('makes a link whose secret is in the fragment, and shown once', async () => {
    const answer = await admin('POST', '/visitor-links', { ...asOperator, body: { name: 'Fair', note: 'Hall 4' } });
    expect(answer.status).toBe(201);
    const link = answer.body as NewVisitorLink;
    expect(new URL(link.url).pathname).toBe('/__console/visit');
    expect(secretOf(link)).toMatch(/^[\w-]{43}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(link).toMatchObject({
      uses: 'once',
      copies: 'own',
      permission: 'everything',
      start: 'fixtures',
      state: 'open',
    });
    const { url, ...shown } = link;
    expect(url).toContain(started.mock.url);
    expect(await show(link.id)).toEqual(shown);
    const list = await admin('GET', '/visitor-links?limit=1', asOperator);
    expect(list.body).toMatchObject({ data: [shown], pagination: { limit: 1 } });
    expect(JSON.stringify(list.body)).not.toContain(secretOf(link));
  });

  test.each(['PT59M', 'P31D', 'P1Y', 'tomorrow'])('gets 422 for an expiry of %s', async (expiresIn) => {
    const answer = await admin('POST', '/visitor-links', { ...asOperator, body: { name: 'Fair', expiresIn } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'expiresIn', rejectedValue: expiresIn }] } });
  });

  test.each([
    [{ snapshot: 'dealre' }, 'start.snapshot'],
    [{ storyboard: 'three-days' }, 'start.storyboard'],
    [{ snapshot: { sandbox: 'missing', snapshot: 'one' } }, 'start.snapshot.sandbox'],
  ])('gets 422 for a start that does not exist: %j', async (start, field) => {
    const answer = await admin('POST', '/visitor-links', { ...asOperator, body: { name: 'Fair', start } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });

  test('is the only one who may', async () => {
    const { browser } = await visit(await make());
    expect((await browser.call('GET', '/__admin/visitor-links')).status).toBe(403);
    expect((await browser.call('POST', '/__admin/visitor-links', { body: { name: 'Mine' } })).status).toBe(403);
    expect((await browser.call('GET', '/__admin/sandboxes')).status).toBe(403);
  });
});

describe('a visitor', () => {
  test('gets a session and a sandbox of its own, with the fixtures', async () => {
    const link = await make({ uses: 'many' });
    const one = await visit(link);
    const other = await visit(link);
    expect(one.sandbox).not.toBe(other.sandbox);
    expect((await one.browser.session()).body).toMatchObject({
      kind: 'client',
      permission: 'everything',
      link: { id: link.id, name: 'Spring demo' },
      sandbox: one.sandbox,
      organization: 'Spring demo (visitor 1)',
      sandboxExpiresAt: new Date(started.clock.now() + DAY).toISOString(),
      sandboxLatestExpiresAt: new Date(started.clock.now() + 7 * DAY).toISOString(),
      server: { maySelectSandbox: false },
    });
    expect((await one.browser.call('POST', '/__admin/clock/freeze')).status).toBe(200);
    expect((await clock(one.browser)).body).toMatchObject({ frozen: true });
    expect((await clock(other.browser)).body).toMatchObject({ frozen: false });
    const orders = await one.browser.call('GET', '/__admin/records/orders');
    expect(orders.body.data.length).toBeGreaterThan(0);
    expect((await one.browser.call('GET', `/__admin/clock?sandbox=${other.sandbox}`)).status).toBe(403);
    expect(await show(link.id)).toMatchObject({ useCount: 2, sandboxes: [one.sandbox, other.sandbox], state: 'open' });
  });

  test('keeps the session after a rotation of the client’s secret', async () => {
    const { browser } = await visit(await make());
    const { clientId } = (await browser.session()).body;
    expect((await browser.call('POST', `/__admin/clients/${clientId}/rotate-secret`)).status).toBe(200);
    expect((await clock(browser)).status).toBe(200);
  });

  test('begins with a snapshot', async () => {
    const source = (await admin('POST', '/sandboxes', { ...asOperator, body: { fixtures: false } })).body as {
      id: string;
    };
    await admin('PUT', `/state/snapshots/empty?sandbox=${source.id}`, asOperator);
    const { browser } = await visit(await make({ start: { snapshot: { sandbox: source.id, snapshot: 'empty' } } }));
    expect((await browser.call('GET', '/__admin/records/orders')).body.data).toEqual([]);
  });

  test('of a shared link gets the sandbox of the others, and cannot end their sessions', async () => {
    const link = await make({ uses: 'many', copies: 'shared' });
    const one = await visit(link);
    const others = await Promise.all(Array.from({ length: 30 }, () => visit(link)));
    expect(new Set(others.map(({ sandbox }) => sandbox))).toEqual(new Set([one.sandbox]));
    expect((await clock(one.browser)).status).toBe(200);
    expect(await show(link.id)).toMatchObject({ useCount: 31, sandboxes: [one.sandbox] });
  });

  test('opens a link again in the same browser, and goes on in the same sandbox', async () => {
    const link = await make({ uses: 'many' });
    const { browser, sandbox } = await visit(link);
    expect((await open(link, browser)).body).toMatchObject({ sandbox });
    expect(await show(link.id)).toMatchObject({ useCount: 1 });
  });
});

describe('a visitor who may only watch', () => {
  let browser: ConsoleBrowser;
  let link: NewVisitorLink;
  beforeEach(async () => {
    link = await make({ permission: 'watch' });
    ({ browser } = await visit(link));
  });

  test('reads', async () => {
    expect((await browser.session()).body).toMatchObject({ permission: 'watch' });
    for (const path of ['/clock', '/records/orders', '/requests', '/clients', '/webhooks', '/scenarios'])
      expect([path, (await browser.call('GET', `/__admin${path}`)).status]).toEqual([path, 200]);
  });

  test('changes nothing, and sees no secret', async () => {
    const { clientId } = (await browser.session()).body;
    for (const [method, path] of [
      ['POST', '/clock/freeze'],
      ['POST', '/reset'],
      ['POST', `/clients/${clientId}/access-token`],
      ['POST', `/clients/${clientId}/rotate-secret`],
      ['PATCH', `/sandboxes/demo`],
      ['GET', '/state'],
      ['GET', '/state/snapshots/any'],
      ['GET', '/listen'],
      ['GET', '/capsule'],
    ] as const) {
      const answer = await browser.call(method, `/__admin${path}`, method === 'PATCH' ? { body: {} } : {});
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'watch-only']);
    }
    // Of the calls, it takes along what it sees anyway.
    expect((await browser.call('GET', '/__admin/capsule?format=postman')).status).toBe(200);
  });
});

describe('a link', () => {
  const refused = async (link: Pick<NewVisitorLink, 'url'>) => {
    const browser = openBrowser(started);
    const { status, headers, body } = await open(link, browser);
    expect([headers.get('set-cookie'), (await clock(browser)).status]).toEqual([null, 401]);
    return [status, body.code as string];
  };

  test('that works once says so to the second visitor, even to one who comes at the same time, or late', async () => {
    const link = await make({ expiresIn: 'PT1H' });
    const answers = await Promise.all([open(link, openBrowser(started)), open(link, openBrowser(started))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await refused(link)).toEqual([410, 'link-used']);
    started.clock.advance(HOUR);
    expect(await refused(link)).toEqual([410, 'link-used']);
    expect(await show(link.id)).toMatchObject({ state: 'used', useCount: 1 });
  });

  test('expires, and can be extended', async () => {
    const link = await make({ expiresIn: 'PT1H', uses: 'many' });
    started.clock.advance(HOUR);
    expect(await refused(link)).toEqual([410, 'link-expired']);
    const { detail } = (await open(link, openBrowser(started))).body;
    expect(detail).toMatch(
      /^This link expired at \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\. Ask its sender to extend it\.$/,
    );
    const extended = await admin('PATCH', `/visitor-links/${link.id}`, { ...asOperator, body: { expiresIn: 'PT2H' } });
    expect(extended).toMatchObject({ status: 200, body: { state: 'open' } });
    await visit(link);
  });

  test('that was revoked ends sessions, streams and access tokens of its visitors at once', async () => {
    const link = await make({ uses: 'many' });
    const { browser: earlier, sandbox: former } = await visit(link);
    const { browser } = await visit(link);
    expect((await earlier.call('POST', '/__admin/clients')).status).toBe(201);
    const tokens: string[] = [];
    for (const one of [browser, earlier])
      for (const clientId of (await one.session()).body.clients as string[])
        tokens.push((await one.call('POST', `/__admin/clients/${clientId}/access-token`)).body.accessToken as string);
    const [token] = tokens;
    const { sandbox } = (await browser.session()).body;
    const stream = await fetch(`${started.mock.url}/__admin/stream`, {
      headers: { cookie: browser.cookie()!, 'x-vatmock-console': '1', 'sec-fetch-site': 'same-origin' },
    });
    const ofToken = await fetch(`${started.mock.url}/__admin/stream`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const me = async (): Promise<number[]> => {
      const url = `${started.mock.baseUrl}/me`;
      const answers = tokens.map((one) => fetch(url, { headers: { authorization: `Bearer ${one}` } }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect([stream.status, await me()]).toEqual([200, [200, 200, 200]]);
    expect((await admin('DELETE', `/visitor-links/${link.id}`, asOperator)).status).toBe(204);
    for (const one of [browser, earlier]) expect((await clock(one)).status).toBe(401);
    expect(await me()).toEqual([401, 401, 401]);
    // A stream that went on would have no end to wait for.
    await Promise.all([stream.text(), ofToken.text()]);
    expect(await refused(link)).toEqual([410, 'link-revoked']);
    expect(await show(link.id)).toMatchObject({ state: 'revoked', sandboxes: [former, sandbox] });
    const again = await admin('PATCH', `/visitor-links/${link.id}`, { ...asOperator, body: { expiresIn: 'P1D' } });
    expect(again.status).toBe(409);
  });

  test('that has ended is forgotten thirty days later', async () => {
    const link = await make({ expiresIn: 'P30D' });
    await admin('DELETE', `/visitor-links/${link.id}`, asOperator);
    for (const [days, answer] of [
      [29, [410, 'link-revoked']],
      [1, [404, 'link-unknown']],
    ] as const) {
      started.clock.advance(days * DAY);
      await make();
      expect(await refused(link)).toEqual(answer);
    }
  });

  test('that nobody made is unknown', async () => {
    const link = { url: `${started.mock.url}/__console/visit#guess` };
    expect(await refused(link)).toEqual([404, 'link-unknown']);
    for (const [method, body] of [['DELETE'], ['PATCH', { expiresIn: 'P1D' }]] as const) {
      const path = '/visitor-links/vl_00000000000000000000000000';
      const answer = await admin(method, path, { ...asOperator, ...(body === undefined ? {} : { body }) });
      expect(answer.status).toBe(404);
    }
  });
});

describe('the sandbox of a visitor', () => {
  test('is kept by its visitor up to the limit, and dropped at its end', async () => {
    const { browser, sandbox } = await visit(await make());
    const createdAt = started.clock.now();
    const path = `/__admin/sandboxes/${sandbox}`;
    const endOf = async () => Date.parse((await browser.call('GET', path)).body.expiresAt) - createdAt;
    expect(await endOf()).toBe(DAY);
    for (let day = 1; day <= 7; day++) {
      started.clock.advance(DAY - HOUR);
      // A session ends eight hours after its last use; the operator keeps the sandbox as its visitor does.
      const kept = await admin('PATCH', `/sandboxes/${sandbox}`, { ...asOperator, body: { extend: true } });
      const expected = Math.min(day * (DAY - HOUR) + DAY, 7 * DAY);
      expect(Date.parse((kept.body as { expiresAt: string }).expiresAt) - createdAt).toBe(expected);
    }
    started.clock.advance(7 * HOUR);
    await make();
    await visit(await make());
    expect((await admin('GET', `/sandboxes/${sandbox}`, asOperator)).status).toBe(404);
    expect((await clock(browser)).status).toBe(401);
  });

  test('is kept by a visitor with everything, not by one who watches or by another', async () => {
    const one = await visit(await make());
    const watcher = await visit(await make({ permission: 'watch' }));
    started.clock.advance(HOUR);
    const keep = (browser: ConsoleBrowser, id: string) =>
      browser.call('PATCH', `/__admin/sandboxes/${id}`, { body: { extend: true } });
    expect((await keep(one.browser, one.sandbox)).body.expiresAt).toBe(
      new Date(started.clock.now() + DAY).toISOString(),
    );
    expect((await keep(watcher.browser, watcher.sandbox)).status).toBe(403);
    expect((await keep(one.browser, watcher.sandbox)).status).toBe(404);
  });

  test('is the only kind that can be kept', async () => {
    const made = (await admin('POST', '/sandboxes', asOperator)).body as { id: string };
    expect((await admin('PATCH', `/sandboxes/${made.id}`, { ...asOperator, body: { extend: true } })).status).toBe(409);
  });
});

describe('a sandbox that begins', () => {
  test('with a ready-made snapshot has its company and its data', async () => {
    const { browser } = await visit(await make({ start: { snapshot: 'marketplace' } }));
    const { data } = (await browser.call('GET', '/__admin/state/snapshots')).body;
    expect(data.find(({ persona }: Snapshot) => persona?.isActive)).toMatchObject({ name: 'marketplace' });
  });

  test('with a storyboard plays it', async () => {
    const { browser } = await visit(await make({ start: { storyboard: 'order-to-export-file' } }));
    const { status, body } = await browser.call('GET', '/__admin/show');
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('order-to-export-file')]);
  });
});
