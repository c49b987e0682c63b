import { afterEach, expect, test } from '@jest/globals';
import { findPort } from '../../support/find-port.ts';
import { runs } from '../../support/long-form.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { readOrders } from '../../support/replicas/read-orders.ts';
import {
  type ReplicaProcess,
  startReplicaProcess,
  stopReplicas,
  tokenFrom,
} from '../../support/replicas/replica-processes.ts';
import { SERVED_BY, startRoundRobin } from '../../support/round-robin-proxy.ts';
import { ORDERS, sampleOrder } from '../../support/sample-order.ts';

const CLIENT = ['api-client-enterprise', 'enterprise-secret'] as const;
const CLIENTS = runs({ short: 3, long: 8 });
/** Requests that are answered by the servers as they are, before another one is restarted. */
const BETWEEN = runs({ short: 20, long: 60 });

describePostgres('three servers behind a proxy, each restarted in turn', (database) => {
  const replicas: ReplicaProcess[] = [];
  afterEach(() => stopReplicas(replicas.splice(0)));

  test('no request of clients that retry once on a closed connection fails, and no order is missing or there twice', async () => {
    const databaseUrl = database.freshUrl();
    const ports = [await findPort(), await findPort(), await findPort()];
    const start = (port: number): Promise<ReplicaProcess> => startReplicaProcess(databaseUrl, { port });
    for (const port of ports) replicas.push(await start(port));
    const proxy = await startRoundRobin({ ports, rest: 100 });
    const authorization = `Bearer ${await tokenFrom(proxy, ...CLIENT)}`;

    const failed: string[] = [];
    const made = new Set<string>();
    const servedBy = new Set<string | null>();
    let answered = 0;
    let isOver = false;

    /** Once more with the same key if the connection was closed. */
    const send = async (url: string, options: RequestInit): Promise<Response | undefined> =>
      fetch(url, options).catch(() => fetch(url, options).catch(() => undefined));

    const work = async (client: number): Promise<void> => {
      for (let round = 0; !isOver; round++) {
        const name = `R-${String(client)}-${String(round)}`;
        const isWrite = round % 2 === 0;
        const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': name };
        const body = JSON.stringify(sampleOrder({ externalOrderId: name }));
        const response = await (isWrite
          ? send(`${proxy.url}/v1${ORDERS}`, { method: 'POST', headers, body })
          : send(`${proxy.url}/v1/me`, { headers: { authorization } }));
        const text = await response?.text();
        if (response?.status !== (isWrite ? 201 : 200))
          failed.push(
            `${name} by ${String(response?.headers.get(SERVED_BY))}: ${String(response?.status)} ${text ?? ''}`,
          );
        else if (isWrite) made.add(name);
        servedBy.add(response?.headers.get(SERVED_BY) ?? null);
        answered += 1;
        for (const { count, go } of waiting) if (answered >= count) go();
      }
    };

    const waiting: { readonly count: number; readonly go: () => void }[] = [];
    const moreAnswers = (): Promise<void> =>
      new Promise((go) => {
        waiting.push({ count: answered + BETWEEN, go });
      });

    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    for (const [index, port] of ports.entries()) {
      await moreAnswers();
      const { command } = replicas[index]!;
      command.signal('SIGTERM');
      expect(await command.ended).toMatchObject({ code: 0, signal: null });
      replicas[index] = await start(port);
    }
    servedBy.clear();
    // The proxy lets a server rest that refused a connection, while the others answer quickly.
    for (let times = 0; times < 50 && servedBy.size < ports.length; times++) await moreAnswers();
    isOver = true;
    await clients;
    proxy.close();

    expect(failed).toEqual([]);
    expect(servedBy).toEqual(new Set(['0', '1', '2']));
    const found = [...(await readOrders(replicas[0]!.url, 'enterprise')).values()].filter((name) =>
      name.startsWith('R-'),
    );
    expect(found.sort()).toEqual([...made].sort());
  }, 180_000);
});
