import { afterEach, expect, test } from '@jest/globals';
import type { Capsule } from '../../../src/engine/capsule/capsule.ts';
import { eventually } from '../../support/eventually.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { startReceiver } from '../../support/receiver.ts';
import { ORDERS, sampleOrder } from '../../support/sample-order.ts';
import { readOrders } from '../../support/replicas/read-orders.ts';
import {
  type ReplicaProcess,
  startReplicaProcesses,
  stopReplicas,
  tokenFrom,
} from '../../support/replicas/replica-processes.ts';

const CLIENT = ['api-client-enterprise', 'enterprise-secret'] as const;

describePostgres('three servers on one database, as processes', (database) => {
  let replicas: ReplicaProcess[] = [];
  afterEach(() => stopReplicas(replicas.splice(0)));

  const post = (replica: ReplicaProcess, token: string, path: string, key: string, body: unknown) =>
    fetch(`${replica.url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });

  /** As a client does it: with the same key, on the next server when one does not answer. */
  const order = async (token: string, number: number): Promise<string> => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const replica = replicas[(number + attempt) % replicas.length]!;
      const response = await post(
        replica,
        token,
        ORDERS,
        `key-${String(number)}`,
        sampleOrder({ externalOrderId: `O-${String(number)}` }),
      ).catch(() => undefined);
      if (response?.status === 201) return ((await response.json()) as { readonly uuid: string }).uuid;
    }
    throw new Error(`order ${String(number)} was never answered`);
  };

  test('one is killed in the middle of writes: what was answered stays, nothing is there twice, and the others go on', async () => {
    replicas = await startReplicaProcesses(database.freshUrl(), 3);
    const token = await tokenFrom(replicas[0]!, ...CLIENT);
    const [victim] = replicas;
    const answered = new Map<number, string>();
    let next = 0;
    const write = async (): Promise<void> => {
      while (next < 120) {
        const number = next++;
        if (number === 40) victim!.command.signal('SIGKILL');
        answered.set(number, await order(token, number));
      }
    };
    await Promise.all(Array.from({ length: 6 }, write));
    expect(new Set(answered.values()).size).toBe(120);
    const orders = await readOrders(replicas[1]!.url, 'enterprise');
    const found = new Set([...orders].filter(([, name]) => name.startsWith('O-')).map(([uuid]) => uuid));
    expect(found).toEqual(new Set(answered.values()));
  });

  test('a recording that one has begun, and the journal, go on when it is killed, and when all are', async () => {
    const databaseUrl = database.freshUrl();
    replicas = await startReplicaProcesses(databaseUrl, 3);
    const [first, second, third] = replicas;
    const control = (replica: ReplicaProcess, method: string, path: string) =>
      fetch(`${replica.url}/__admin${path}?sandbox=enterprise`, { method });
    const toldAt = async (replica: ReplicaProcess) => {
      const { replay, calls } = (await (await control(replica, 'GET', '/capsule')).json()) as Capsule;
      return { replay, calls: calls.map((call) => `${call.method} ${call.path}`) };
    };
    /** No answer waits for it: it takes a moment. */
    const isWritten = (path: string) =>
      eventually(async () => {
        const pieces = `SELECT FROM ${database.schemaOf(databaseUrl)}.log_pieces WHERE name = 'recording'`;
        return (await database.query(`${pieces} AND position($1 IN value) > 0`, [path])).length > 0;
      });
    const journalAt = async (replica: ReplicaProcess) => {
      const { data } = (await (await control(replica, 'GET', '/requests')).json()) as {
        readonly data: readonly { readonly method: string; readonly path: string }[];
      };
      return data.map(({ method, path }) => `${method} ${path}`).filter((call) => call.includes('/v1/'));
    };
    const token = await tokenFrom(first!, ...CLIENT);
    expect((await control(first!, 'POST', '/capsule/start')).status).toBe(200);
    expect((await post(first!, token, ORDERS, 'key', sampleOrder({}))).status).toBe(201);
    const replay = { possible: true, from: 'recording', remarks: [] };
    const made = [`POST /v1${ORDERS}`];
    expect(await toldAt(second!)).toEqual({ replay, calls: made });
    await isWritten(`/v1${ORDERS}`);
    first!.command.signal('SIGKILL');
    const me = (replica: ReplicaProcess) =>
      fetch(`${replica.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me(third!)).status).toBe(200);
    expect(await toldAt(second!)).toEqual({ replay, calls: [...made, 'GET /v1/me'] });
    expect(await journalAt(second!)).toEqual(['GET /v1/me', ...made]);
    await isWritten('/v1/me');
    await stopReplicas(replicas.splice(0));
    replicas = await startReplicaProcesses(databaseUrl, 1);
    expect((await me(replicas[0]!)).status).toBe(200);
    expect(await toldAt(replicas[0]!)).toEqual({ replay, calls: [...made, 'GET /v1/me', 'GET /v1/me'] });
    expect(await journalAt(replicas[0]!)).toEqual(['GET /v1/me', 'GET /v1/me', ...made]);
    expect((await control(replicas[0]!, 'POST', '/capsule/end')).status).toBe(200);
    expect((await toldAt(replicas[0]!)).replay).not.toMatchObject({ from: 'recording' });
  });

  test('deliveries of one that is killed go on elsewhere, with the same event id', async () => {
    const receiver = await startReceiver();
    try {
      replicas = await startReplicaProcesses(database.freshUrl(), 2);
      const token = await tokenFrom(replicas[0]!, ...CLIENT);
      receiver.answer('/hook', 'hang', 200);
      const made = await post(replicas[0]!, token, '/webhooks', 'endpoint', {
        url: receiver.urlOf(),
        events: ['compliance.*'],
      });
      expect([made.status, made.status === 201 ? '' : await made.text()]).toEqual([201, '']);
      const { id } = (await made.json()) as { readonly id: string };
      const fired = await post(replicas[0]!, token, `/webhooks/${id}/test`, 'fire', {
        eventType: 'compliance.decision_made',
        data: {},
      });
      expect(fired.status).toBeLessThan(300);
      await eventually(() => receiver.received.length > 0);
      replicas[0]!.command.signal('SIGKILL');
      await receiver.waitFor(2);
      const [first, second] = receiver.received;
      expect(second!.body.id).toBe(first!.body.id);
    } finally {
      await receiver.stop();
    }
  });
});
