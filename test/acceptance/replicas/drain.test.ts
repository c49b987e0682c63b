import { afterEach, expect, test } from '@jest/globals';
import { runCommand } from '../../../src/commands/run-command.ts';
import type { components } from '../../../src/generated/admin-types.ts';
import { systemClock } from '../../../src/edges/system/system-clock.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { ORDERS, newOrder } from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createTestTerminal } from '../../support/test-terminal.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

type ReplicaList = components['schemas']['ReplicaList'];
type Replica = components['schemas']['Replica'];

const AS = 'api-client-enterprise';

describePostgres('servers on one database', (database) => {
  const started: StartedMock[] = [];
  const receivers: Receiver[] = [];
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop();
    for (const one of receivers.splice(0)) await one.stop();
  });
  const startAll = async (count: number, databaseUrl = database.freshUrl()): Promise<StartedMock[]> => {
    // By real time: others take over what has been due for a second.
    for (let index = 0; index < count; index++) started.push(await startMock({ databaseUrl, clock: systemClock }));
    return [...started];
  };
  const read = async (by: StartedMock): Promise<ReplicaList> =>
    (await createAdminClient(by)('GET', '/replicas')).body as ReplicaList;
  const own = async (of: StartedMock): Promise<Replica> => (await read(of)).data.find(({ isThis }) => isThis)!;
  /** Asks again until it is so: heartbeats take a second each. */
  const until = async (by: StartedMock, isSo: (list: ReplicaList) => boolean): Promise<ReplicaList> => {
    for (;;) {
      const list = await read(by);
      if (isSo(list)) return list;
    }
  };
  const run = async (at: StartedMock, ...args: readonly string[]) => {
    const terminal = createTestTerminal();
    const code = await runCommand(['drain', ...args, '--url', at.mock.url], terminal);
    return { code, lines: terminal.lines, complaints: terminal.complaints.join('\n') };
  };
  const subscribe = async ({ api }: StartedMock): Promise<Receiver> => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const made = await api.post('/webhooks', { url: receiver.urlOf(), events: ['compliance.*'] }, { as: AS });
    expect(made.status).toBe(201);
    endpoint = (made.body as { readonly id: string }).id;
    return receiver;
  };
  let endpoint = '';
  let fired = 0;
  /** Causes a delivery. */
  const fire = async ({ api }: StartedMock): Promise<number> => {
    const headers = { 'idempotency-key': `fire-${String(fired++)}` };
    const event = { eventType: 'compliance.decision_made', data: {} };
    return (await api.post(`/webhooks/${endpoint}/test`, event, { as: AS, headers })).status;
  };
  let orders = 0;
  const order = async ({ api }: StartedMock): Promise<number> => {
    const headers = { 'idempotency-key': `order-${String(orders++)}` };
    return (await api.post(ORDERS, newOrder(), { as: AS, headers })).status;
  };

  test('each tells of all, and which of them it is', async () => {
    const all = await startAll(3);
    const ids = new Set<string>();
    for (const one of all) {
      const { store, data } = await until(one, ({ data: seen }) => seen.length === 3);
      expect(store).toBe('POSTGRESQL');
      expect(data.map(({ state }) => state)).toEqual(['SERVING', 'SERVING', 'SERVING']);
      expect(data.filter(({ isThis }) => isThis)).toHaveLength(1);
      expect(data.every(({ load }) => load?.journal?.dropped === 0)).toBe(true);
      ids.add(data.find(({ isThis }) => isThis)!.id);
    }
    expect(ids.size).toBe(3);
    await all[2]!.stop();
    started.pop();
    await until(all[0]!, ({ data }) => data.length === 2);
  });

  test('any of them drains another one, which leaves its jobs to them, and serves again when it is resumed', async () => {
    const [first, second] = (await startAll(2)) as [StartedMock, StartedMock];
    const receiver = await subscribe(first);
    const { id } = await own(second);
    const drained = await run(first, id.slice(0, 12));
    expect(drained).toMatchObject({ code: 0, complaints: '' });
    expect(drained.lines).toEqual([expect.stringMatching(new RegExp(`^The server ${id} on .+ has drained\\.$`))]);
    expect((await createAdminClient(second)('GET', '/ready')).status).toBe(503);
    expect((await createAdminClient(first)('GET', '/ready')).status).toBe(200);

    // It answers what still reaches it, and the other one delivers what follows.
    expect(await order(second)).toBe(201);
    expect(await fire(second)).toBe(202);
    await receiver.waitFor(1);

    // With both drained, nobody takes it.
    const last = await run(first, 'this');
    expect(last.lines).toEqual([expect.stringMatching(/has drained\.$/), 'No other server takes requests now.']);
    const before = receiver.received.length;
    expect(await fire(second)).toBe(202);
    const { dueWork } = await until(first, ({ dueWork: { sandboxes } }) => sandboxes === 1);
    expect(dueWork.oldestSeconds).toBeGreaterThanOrEqual(0);
    expect(receiver.received).toHaveLength(before);

    expect(await run(second, id, '--resume')).toMatchObject({
      code: 0,
      lines: [expect.stringMatching(/serves again\.$/)],
    });
    await receiver.waitFor(before + 1);
    expect((await createAdminClient(second)('GET', '/ready')).status).toBe(200);
  });

  test('a delivery in progress keeps a server from having drained', async () => {
    const [first, second] = (await startAll(2)) as [StartedMock, StartedMock];
    const receiver = await subscribe(first);
    receiver.answer('/hook', 'hang');
    expect(await fire(first)).toBe(202);
    await receiver.waitFor(1);
    const [one, other] = [await own(first), await own(second)];
    const sender = one.load!.deliveriesInProgress > 0 ? one : other;
    const slow = await run(first, sender.id, '--timeout', 'PT1S');
    expect(slow.code).toBe(1);
    expect(slow.complaints).toMatch(/still has something in progress \(.*1 delivery\), and goes on draining/);
    receiver.answer('/hook', 200);
    receiver.release(200);
    expect(await run(first, sender.id)).toMatchObject({ code: 0, complaints: '' });
  });

  test('one that is asked to stop ends when it has drained', async () => {
    const [first, second] = (await startAll(2)) as [StartedMock, StartedMock];
    const { id } = await own(second);
    expect(await run(first, id, '--stop')).toMatchObject({
      code: 0,
      lines: [expect.stringMatching(/has drained, and ended\.$/)],
    });
    await expect(fetch(`${second.mock.url}/__admin/health`)).rejects.toThrow();
    expect((await read(first)).data).toHaveLength(1);
    expect(await order(first)).toBe(201);
  });

  test('the command lists them, and asks which one is meant', async () => {
    const [first, second] = (await startAll(2)) as [StartedMock, StartedMock];
    const { id } = await own(second);
    const { lines } = await run(first, '--list');
    expect(lines[0]).toMatch(/^ID +HOST +VERSION +STATE +IN PROGRESS +SINCE$/);
    expect(lines.filter((line) => line.includes('(this)'))).toHaveLength(1);
    expect(lines.find((line) => line.startsWith(id))).toMatch(/ serving +nothing +2/);
    expect(lines.at(-1)).toBe('No work is overdue.');

    const unnamed = await run(first);
    expect(unnamed).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('several servers share the database'),
    });
    expect(unnamed.complaints).toContain(id);
    expect(await run(first, 'nobody')).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('no server is called "nobody"; there are:'),
    });
    expect(await run(first, id, '--stop', '--resume')).toMatchObject({ code: 2 });
    expect(await run(first, id, '--timeout', 'soon')).toMatchObject({ code: 2 });
    expect(JSON.parse((await run(first, '--list', '--json')).lines.join(''))).toMatchObject({ store: 'POSTGRESQL' });
  });

  test('what another version tells is not guessed at; one that is silent is shown, and cannot be asked', async () => {
    const url = database.freshUrl();
    const [first] = (await startAll(1, url)) as [StartedMock];
    expect(await order(first)).toBe(201);
    const admin = createAdminClient(first);
    const now = systemClock.now();
    const insert = (id: string, seenAt: number, facts: string) =>
      database.query(
        `INSERT INTO ${database.schemaOf(url)}.replicas (id, version, since, seen_at, facts) VALUES ($1, '0.0.9', $2, $3, $4)`,
        [id, now - 60_000, seenAt, facts],
      );
    const [former, silent] = ['5f0c7c0e-5b1f-4c53-9d0a-0f6c1f7f2a11', 'c1a0a6de-3f65-4a5c-8a86-64c9f7a3b0d2'];
    await insert(former, now, '{}');
    await insert(silent, now - 20_000, '{}');
    const { data } = await read(first);
    expect(data.find(({ id }) => id === former)).toMatchObject({
      version: '0.0.9',
      host: null,
      load: null,
      state: 'SERVING',
    });
    expect(data.find(({ id }) => id === silent)).toMatchObject({ state: 'SILENT' });
    expect(await admin('POST', `/replicas/${former}/drain`)).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringContaining(
          'runs version 0.0.9, which cannot be drained from here: send its process SIGTERM',
        ),
      },
    });
    expect(await admin('POST', `/replicas/${silent}/drain`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/has been silent for 2\d seconds/) },
    });
  });
});
