import { afterEach, expect, test } from '@jest/globals';
import type { MockOptions } from '../../../src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { type Stream, listenToStream } from '../../support/listen-to-stream.ts';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { type AdminClient, createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';
import { type ReplicaProcess, startReplicaProcesses, stopReplicas } from '../../support/replicas/replica-processes.ts';
import { isLongForm } from '../../support/long-form.ts';

const OPERATOR = 'the-operator-of-this-server';
const BY_OPERATOR = { token: OPERATOR };

describePostgres('quotas on three servers of one database', (database) => {
  let started: StartedMock[];
  let replicas: ReplicaProcess[] = [];
  afterEach(async () => {
    await stopReplicas(replicas.splice(0));
  });
  const { start } = closedBy(afterEach);

  /** Each has looked for the others since the last of them began. */
  const know = async (databaseUrl: string): Promise<void> => {
    const table = `${database.schemaOf(databaseUrl)}.replicas`;
    const isUnaware = `SELECT 1 FROM ${table} WHERE seen_at <= (SELECT max(since) FROM ${table})`;
    await eventually(async () => (await database.query(isUnaware)).length === 0);
  };

  const startThree = async (settings: MockOptions): Promise<AdminClient[]> => {
    const databaseUrl = database.freshUrl();
    const options = { mode: 'hosted', adminToken: OPERATOR, databaseUrl, databaseConnections: 8, ...settings } as const;
    started = [await start(options), await start(options), await start(options)];
    await know(databaseUrl);
    return started.map(createAdminClient);
  };

  const usedOf = async (admin: AdminClient, sandbox: string, name: string): Promise<unknown> => {
    const { body } = succeed(await admin('GET', `/sandboxes/${sandbox}`, BY_OPERATOR));
    return (body.quotas as readonly { name: string; used: number }[]).find((quota) => quota.name === name)?.used;
  };

  test('streams and long-polls of all servers count together', async () => {
    const admins = await startThree({ streamsPerSandbox: 3, longPollsPerSandbox: 2 });
    const one = await createSandbox(admins[0]!, {}, BY_OPERATOR);
    const token = await tokenOf(one);
    const listen = (server: number) =>
      listenToStream(`${started[server]!.mock.url}/__admin/stream`, { authorization: `Bearer ${token}` });
    const all = await Promise.all([0, 1, 2, 0, 1, 2].map(listen));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    const open = all.filter(({ status }) => status === 200);
    expect(await usedOf(admins[2]!, one.id, 'streams')).toBe(3);
    open[0]?.leave();
    await eventually(async () => (await usedOf(admins[1]!, one.id, 'streams')) === 2);
    const again = await listen(2);
    expect(again.status).toBe(200);

    const wait = { token, body: { operation: 'getOrganization', timeout: 'PT20S' } };
    const waits = [admins[0]!('POST', '/requests/await', wait), admins[1]!('POST', '/requests/await', wait)];
    await eventually(async () => (await usedOf(admins[2]!, one.id, 'long-polls')) === 2);
    const refused = await admins[2]!('POST', '/requests/await', wait);
    expect(refused).toMatchObject({ status: 429, body: { quota: { name: 'long-polls', limit: 2, used: 2 } } });
    await started[2]!.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } });
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([200, 200]);
    await eventually(async () => (await usedOf(admins[0]!, one.id, 'long-polls')) === 0);
    for (const { leave } of [...open, again]) leave();
  });

  // Until it is missed takes seconds; kill.test.ts waits for that at every change.
  if (isLongForm)
    test('what a killed server had open is free within seconds', async () => {
      const databaseUrl = database.freshUrl();
      replicas = await startReplicaProcesses(databaseUrl, 3);
      await know(databaseUrl);
      const listen = ({ url }: ReplicaProcess) => listenToStream(`${url}/__admin/stream?sandbox=demo`);
      const [victim, second, third] = replicas as [ReplicaProcess, ReplicaProcess, ReplicaProcess];
      const open: Stream[] = [];
      while (open.length < 20) open.push(await listen(victim));
      expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
      expect((await listen(second)).status).toBe(429);
      victim.command.signal('SIGKILL');
      await victim.command.ended;
      const isFree = async (): Promise<boolean> => {
        const stream = await listen(third);
        stream.leave();
        return stream.status === 200;
      };
      // Longer than one "eventually": a server counts as ended after five seconds of silence.
      await eventually(isFree).catch(() => eventually(isFree).catch(() => eventually(isFree)));
      expect(await isFree()).toBe(true);
    });
});
