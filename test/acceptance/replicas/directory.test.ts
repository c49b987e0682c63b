import { afterEach, expect, test } from '@jest/globals';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, tokenOf } from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';
const BY_OPERATOR = { token: OPERATOR };

describePostgres('two servers on one database', (database) => {
  const started: StartedMock[] = [];
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop();
  });
  const startTwo = async () => {
    const databaseUrl = database.freshUrl();
    const open = async () => {
      const one = await startMock({ mode: 'hosted', adminToken: OPERATOR, databaseUrl });
      started.push(one);
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

  test('control calls are limited on both together', async () => {
    const databaseUrl = database.freshUrl();
    const admins = [];
    for (let count = 0; count < 2; count++) {
      const one = await startMock({ mode: 'hosted', adminToken: OPERATOR, databaseUrl, controlCallsPerMinute: 6 });
      started.push(one);
      admins.push(createAdminClient(one));
    }
    const token = await tokenOf(await createSandbox(admins[0]!, {}, BY_OPERATOR));
    const statuses: number[] = [];
    for (let count = 0; count < 10; count++)
      statuses.push((await admins[count % 2]!('GET', '/clock', { token })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    expect(statuses.slice(6)).toEqual([429, 429, 429, 429]);
  });
});
