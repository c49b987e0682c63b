import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { type BrowserAnswer, openBrowser } from '../console/browser.ts';
import { createSandbox, fetchToken, succeed } from '../control-api/admin-client.ts';
import { OPERATOR, asOperator, createLinks, secretOf } from './links.ts';

const INVITATION = '/__console/invitation';

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: OPERATOR, maxGuesses: 3 });
const { admin, make } = createLinks(started);

const read = (link: string): Promise<BrowserAnswer> =>
  openBrowser(started).call('POST', INVITATION, { body: { link } });

test('the page of a link reads what it opens without using it', async () => {
  const link = await make();
  const { status, headers, body } = await read(secretOf(link));
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('set-cookie')).toBeNull();
  const { expiresAt, ...rest } = body;
  expect(Date.parse(expiresAt)).toBeGreaterThan(started.clock.now());
  expect(rest).toEqual({
    name: 'Spring demo',
    uses: 'once',
    copies: 'own',
    permission: 'everything',
    start: 'fixtures',
  });
  expect((await admin('GET', '/visitor-links', asOperator)).body.data).toContainEqual(
    expect.objectContaining({ id: link.id, useCount: 0 }),
  );
});

test('it names no sandbox and no snapshot of the operator', async () => {
  const { id } = await createSandbox(admin, { name: 'Secret plans' }, asOperator);
  succeed(await admin('PUT', `/state/snapshots/plans?sandbox=${id}`, asOperator));
  const snapshot = await make({ start: { snapshot: { sandbox: id, snapshot: 'plans' } } });
  expect((await read(secretOf(snapshot))).body).toMatchObject({ start: 'snapshot' });
  const shared = await make({ start: { sandbox: id }, copies: 'shared' });
  const { body } = await read(secretOf(shared));
  expect(body).toMatchObject({ start: 'sandbox' });
  expect(JSON.stringify(body)).not.toContain(id);
});

test('an audience shares an existing sandbox, which outlives the link with its secrets', async () => {
  const sandbox = await createSandbox(admin, {}, asOperator);
  const link = await make({ start: { sandbox: sandbox.id }, copies: 'shared', uses: 'many', permission: 'watch' });
  const [one, two] = [openBrowser(started), openBrowser(started)];
  for (const browser of [one, two]) {
    const { body } = await browser.signIn({ link: secretOf(link) });
    expect(body).toMatchObject({ sandbox: sandbox.id, permission: 'watch' });
  }
  expect((await one.call('GET', '/__admin/clock')).status).toBe(200);
  expect((await one.call('POST', '/__admin/clock/freeze')).status).toBe(403);
  expect((await admin('DELETE', `/visitor-links/${link.id}`, asOperator)).status).toBe(204);
  expect((await two.call('GET', '/__admin/clock')).status).toBe(401);
  expect((await fetchToken(sandbox)).status).toBe(200);
});

test('a sandbox that exists is not copied: the link says so', async () => {
  const { id } = await createSandbox(admin, {}, asOperator);
  const own = await admin('POST', '/visitor-links', { ...asOperator, body: { name: 'Fair', start: { sandbox: id } } });
  expect(own).toMatchObject({ status: 422, body: { errors: [{ field: 'copies' }] } });
  const wish = { name: 'Fair', start: { sandbox: 'missing' }, copies: 'shared' };
  const missing = await admin('POST', '/visitor-links', { ...asOperator, body: wish });
  expect(missing).toMatchObject({ status: 422, body: { errors: [{ field: 'start.sandbox' }] } });
});

test('a link that opens nothing says why, and guesses are slowed down', async () => {
  const link = await make();
  await admin('DELETE', `/visitor-links/${link.id}`, asOperator);
  expect(await read(secretOf(link))).toMatchObject({ status: 410, body: { code: 'link-revoked' } });
  expect((await openBrowser(started).call('GET', INVITATION)).status).toBe(405);
  const operator = await openBrowser(started).call('POST', INVITATION, { body: { operatorToken: OPERATOR } });
  expect(operator.status).toBe(400);
  const fromElsewhere = { body: { link: 'x' }, headers: { 'x-vatmock-console': '0' } };
  expect((await openBrowser(started).call('POST', INVITATION, fromElsewhere)).status).toBe(403);
  const good = secretOf(await make());
  for (let guess = 0; guess < 3; guess++)
    expect(await read(`guess-${String(guess)}`)).toMatchObject({ status: 404, body: { code: 'link-unknown' } });
  const slowed = await read(good);
  expect(slowed.status).toBe(429);
  expect(slowed.headers.get('retry-after')).toBe('60');
});
