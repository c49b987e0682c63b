import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { openBrowser } from '../console/browser.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';
const BY_OPERATOR = { token: OPERATOR };

describePostgres('two servers on one database', (database) => {
  const { start } = closedBy(afterEach);
  const startTwo = async () => {
    const databaseUrl = database.freshUrl();
    const open = async () => {
      const one = await start({ mode: 'hosted', adminToken: OPERATOR, databaseUrl });
      return { one, admin: createAdminClient(one) };
    };
    return { first: await open(), second: await open() };
  };
  const me = async ({ one }: { one: StartedMock }, token: string) =>
    (await one.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } })).status;

  test('a sandbox of one is a sandbox of the other, with its clients, until either drops it', async () => {
    const { first, second } = await startTwo();
    const made = await createSandbox(first.admin, {}, BY_OPERATOR);
    const token = await tokenOf(made);
    expect([await me(first, token), await me(second, token)]).toEqual([200, 200]);
    expect((await second.admin('DELETE', `/sandboxes/${made.id}`, BY_OPERATOR)).status).toBe(204);
    expect([await me(first, token), await me(second, token)]).toEqual([401, 401]);
    expect((await first.admin('GET', `/sandboxes/${made.id}`, BY_OPERATOR)).status).toBe(404);
  });

  test('a change of an organization is seen by the other at once: by its clients, by its sandbox, and in the list', async () => {
    const { first, second } = await startTwo();
    const made = await createSandbox(first.admin, { rateLimitTier: 'HIGH_VOLUME' }, BY_OPERATOR);
    const token = await tokenOf(made);
    const { id: sandbox } = made;
    const whatIsSeen = async ({ one, admin }: typeof first) => {
      const listed = (await admin('GET', '/sandboxes', BY_OPERATOR)).body.data as {
        id: string;
        rateLimitTier: string;
      }[];
      const self = await one.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } });
      return {
        listed: listed.find(({ id }) => id === sandbox)?.rateLimitTier,
        byOperator: (await admin('GET', `/sandboxes/${sandbox}`, BY_OPERATOR)).body.rateLimitTier,
        byClient: (await admin('GET', `/sandboxes/${sandbox}`, { token })).body.rateLimitTier,
        status: self.status,
      };
    };
    const all = (tier: string) => ({ listed: tier, byOperator: tier, byClient: tier, status: 200 });
    expect(await whatIsSeen(second)).toEqual(all('HIGH_VOLUME'));
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      const path = `/sandboxes/${sandbox}`;
      const change = { ...BY_OPERATOR, body: { rateLimitTier: 'STANDARD' } };
      expect((await from.admin('PATCH', path, change)).status).toBe(200);
      expect(await whatIsSeen(to)).toEqual(all('STANDARD'));
      // The list alone opens no sandbox.
      await from.admin('POST', `/reset?sandbox=${sandbox}`, BY_OPERATOR);
      expect(await whatIsSeen(to)).toEqual(all('HIGH_VOLUME'));
    }
  });

  test('a server that starts later knows what has become of an organization', async () => {
    const databaseUrl = database.freshUrl();
    const open = async () => {
      const one = await start({ mode: 'hosted', adminToken: OPERATOR, databaseUrl });
      return createAdminClient(one);
    };
    const admin = await open();
    const { id } = await createSandbox(admin, { rateLimitTier: 'HIGH_VOLUME' }, BY_OPERATOR);
    await admin('PATCH', `/sandboxes/${id}`, { ...BY_OPERATOR, body: { rateLimitTier: 'STANDARD' } });
    const { body } = await (await open())('GET', `/sandboxes/${id}`, BY_OPERATOR);
    expect(body.rateLimitTier).toBe('STANDARD');
  });

  test('what a killed server has not deleted of a dropped sandbox, another one deletes', async () => {
    const databaseUrl = database.freshUrl();
    const one = await start({ mode: 'hosted', adminToken: OPERATOR, databaseUrl });
    const admin = createAdminClient(one);
    const { id } = await createSandbox(admin, {}, BY_OPERATOR);
    await admin('GET', `/clock?sandbox=${id}`, BY_OPERATOR);
    const schema = database.schemaOf(databaseUrl);
    const count = async (): Promise<unknown> => {
      const [row] = await database.query(`SELECT count(*)::int AS count FROM ${schema}.documents WHERE sandbox = $1`, [
        id,
      ]);
      return row?.['count'];
    };
    expect(await count()).toBeGreaterThan(0);
    await one.stop();
    // As it is between the mark and the end of a drop.
    await database.query(
      `UPDATE ${schema}.documents SET value = (value::jsonb || '{"dropped": true, "droppedBy": "a-server-that-was-killed"}')::text
        WHERE sandbox = '$directory' AND collection = 'sandboxes' AND id = $1`,
      [id],
    );
    await start({ mode: 'hosted', adminToken: OPERATOR, databaseUrl });
    await eventually(async () => (await count()) === 0);
  });

  test('a session of the console holds on both, until its client is disabled, even when it is enabled again', async () => {
    const { first, second } = await startTwo();
    const { id, clientId, clientSecret } = await createSandbox(first.admin, {}, BY_OPERATOR);
    const browser = openBrowser(first.one);
    await browser.signIn({ clientId, clientSecret });
    const statuses = () =>
      Promise.all(
        [first, second].map(async ({ one }) => {
          // Its name has the port, as there is no public URL.
          const cookie = browser.cookie()?.replace(new URL(first.one.mock.url).port, new URL(one.mock.url).port) ?? '';
          return (await openBrowser(one).call('GET', '/__admin/clock', { headers: { cookie } })).status;
        }),
      );
    expect(await statuses()).toEqual([200, 200]);
    const change = (enabled: boolean) =>
      second.admin('PATCH', `/clients/${clientId}?sandbox=${id}`, { ...BY_OPERATOR, body: { enabled } });
    await change(true);
    expect(await statuses()).toEqual([200, 200]);
    await change(false);
    await change(true);
    expect(await statuses()).toEqual([401, 401]);
  });

  test('more visitors come at once than a server has connections, and all get in', async () => {
    const databaseUrl = database.freshUrl();
    const one = await start({ mode: 'hosted', adminToken: OPERATOR, databaseUrl, databaseConnections: 2 });
    const wish = { name: 'Fair', uses: 'many', start: { storyboard: 'order-to-export-file' } };
    const made = await createAdminClient(one)('POST', '/visitor-links', { ...BY_OPERATOR, body: wish });
    const link = new URL((succeed(made).body as { url: string }).url).hash.slice(1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => openBrowser(one).signIn({ link })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => String(body.sandbox))).size).toBe(6);
  });

  test('the first visitors of a shared sandbox who come to different servers at once share it', async () => {
    const { first, second } = await startTwo();
    const wish = { name: 'Fair', uses: 'many', copies: 'shared' };
    const made = await first.admin('POST', '/visitor-links', { ...BY_OPERATOR, body: wish });
    const link = new URL((succeed(made).body as { url: string }).url).hash.slice(1);
    const answers = await Promise.all(
      [first, second, first, second].map(({ one }) => openBrowser(one).signIn({ link })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => String(body.sandbox))).size).toBe(1);
    // Those that were made in vain are gone.
    const { body } = await second.admin('GET', '/sandboxes', BY_OPERATOR);
    const names = (body.data as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('Fair'))).toHaveLength(1);
  });

  test('bytes of snapshots count on every server at once', async () => {
    const { first, second } = await startTwo();
    const made = await createSandbox(first.admin, {}, BY_OPERATOR);
    const bytesUsed = async ({ admin }: typeof first): Promise<number> => {
      const { body } = succeed(await admin('GET', `/sandboxes/${made.id}`, BY_OPERATOR));
      return (body.quotas as { name: string; used: number }[]).find(({ name }) => name === 'bytes')?.used ?? 0;
    };
    const before = await bytesUsed(second);
    const taken = succeed(await first.admin('PUT', `/state/snapshots/one?sandbox=${made.id}`, BY_OPERATOR));
    expect((await bytesUsed(second)) - before).toBeGreaterThanOrEqual((taken.body as { bytes: number }).bytes);
  });
});
