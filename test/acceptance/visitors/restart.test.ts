import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { StartedMock } from '../../support/start-mock.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { openBrowser } from '../console/browser.ts';
import type { MockOptions } from '../../../src/index.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { OPERATOR, createLinks, secretOf } from './links.ts';
import { closedBy } from '../../support/closed-by.ts';

const DAY = 24 * 3_600_000;

const opened = closedBy(afterEach);
let folder: TempFolder;
let started: StartedMock;

const start = async (limits: MockOptions = {}): Promise<void> => {
  started = await opened.start({ mode: 'hosted', adminToken: OPERATOR, data: folder.file('data'), ...limits });
};
beforeEach(async () => {
  folder = await opened.folderOf();
  await start();
});

const call = async (method: string, path: string, body?: object) =>
  createAdminClient(started)(method, path, { token: OPERATOR, ...(body === undefined ? {} : { body }) });

const make = (wish: object) => createLinks(started).make(wish);

const visit = async (link: { readonly url: string }) => {
  const { status, body } = await openBrowser(started).signIn({ link: secretOf(link) });
  return { status, code: body.code as unknown, sandbox: body.sandbox as string };
};

test('links and the ends of sandboxes survive a restart with --data', async () => {
  const [once, many, revoked] = [await make({}), await make({ uses: 'many' }), await make({ uses: 'many' })];
  await visit(once);
  const { sandbox } = await visit(many);
  await call('DELETE', `/visitor-links/${revoked.id}`);
  const before = await call('GET', '/visitor-links');
  started.clock.advance(DAY / 2);
  const kept = await call('PATCH', `/sandboxes/${sandbox}`, { extend: true });

  await started.stop();
  await start({ visitorSandboxTtl: 'PT1H' });
  expect((await call('GET', '/visitor-links')).body).toEqual(before.body);
  const { expiresAt } = kept.body as { expiresAt: string };
  expect((await call('GET', `/sandboxes/${sandbox}`)).body).toMatchObject({ expiresAt, visitorLink: many.id });
  // A shorter limit takes nothing away.
  expect((await call('PATCH', `/sandboxes/${sandbox}`, { extend: true })).body).toMatchObject({ expiresAt });
  expect(await visit(once)).toMatchObject({ status: 410, code: 'link-used' });
  expect(await visit(revoked)).toMatchObject({ status: 410, code: 'link-revoked' });
  expect((await visit(many)).status).toBe(200);
});
