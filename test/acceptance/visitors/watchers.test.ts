import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

import type { ConsoleBrowser } from '../console/browser.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';
import { asOperator, createLinks } from './links.ts';

const KEY = /\.([0-9A-HJKMNP-TV-Z]{26})/;

const keys: string[] = [];

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: asOperator.token, maxGuesses: 0 });
const admin = createAdminClient(started);
const sandbox = await createSandbox(admin, {}, asOperator);
beforeAll(async () => {
  const token = await tokenOf(sandbox);
  const { url } = succeed(
    await admin('PUT', `/inbox/shop?sandbox=${sandbox.id}`, { ...asOperator, body: { register: true } }),
  ).body as {
    url: string;
  };
  const call = async (path: string, body: object): Promise<{ url: string }> => {
    const answer = await fetch(`${sandbox.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 201]);
    return (await answer.json()) as { url: string };
  };
  await call('/webhooks', { url: `${url}-2`, events: ['prospect.submitted'] });
  const invited = await call(`/partners/${sandbox.sellers[0]!}/prospects/self-service-invitations`, {
    email: 'claire@garage-moreau.example',
  });
  keys.push(KEY.exec(url)![1]!, KEY.exec(invited.url)![1]!);
});

const visit = async (permission: string): Promise<ConsoleBrowser> => {
  const wish = { name: 'Fair', start: { sandbox: sandbox.id }, copies: 'shared', permission };
  const { make, visit: open } = createLinks(started);
  return (await open(await make(wish))).browser;
};

const PATHS = ['/inbox/shop', '/webhooks', '/mail', '/records/invitations', '/requests.har'];

const keysSeenBy = async (browser: ConsoleBrowser): Promise<readonly (readonly [string, number])[]> => {
  const seen: [string, number][] = [];
  for (const path of PATHS) {
    const { status, body } = await browser.call('GET', `/__admin${path}`);
    expect([path, status]).toEqual([path, 200]);
    const text = JSON.stringify(body);
    seen.push([path, keys.filter((key) => text.includes(key)).length]);
  }
  return seen;
};

test('one who may do everything sees the keys of inboxes and public links', async () => {
  expect(await keysSeenBy(await visit('everything'))).toEqual(PATHS.map((path) => [path, 1]));
});

test('one who may only watch sees inboxes, e-mails and invitations without them', async () => {
  const browser = await visit('watch');
  expect(await keysSeenBy(browser)).toEqual(PATHS.map((path) => [path, 0]));
  const { data } = (await browser.call('GET', '/__admin/mail')).body;
  expect(data[0].text).toContain('[redacted]');
  const inbox = (await browser.call('GET', '/__admin/inbox/shop')).body;
  expect(inbox.url).toContain(`/__inbox/${sandbox.id}.hidden/shop`);
});
