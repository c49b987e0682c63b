import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type Stream, type StreamedMessage, listenToStream } from '../../support/listen-to-stream.ts';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';
import { type ReplicaProcess, startReplicaProcesses, stopReplicas } from '../../support/replicas/replica-processes.ts';

const deliveriesIn = ({ messages }: Stream): readonly StreamedMessage[] =>
  messages.filter(({ event }) => event === 'delivery');

const deliveryIn = async (stream: Stream, count = 1): Promise<StreamedMessage['data']> => {
  await eventually(() => deliveriesIn(stream).length >= count);
  return deliveriesIn(stream)[count - 1]?.data;
};

describePostgres('a listener of three servers on one database', (database) => {
  const streams: Stream[] = [];
  let replicas: ReplicaProcess[] = [];
  afterEach(async () => {
    for (const { leave } of streams.splice(0)) leave();
    await stopReplicas(replicas.splice(0));
  });
  const { start } = closedBy(afterEach);
  const listen = async (url: string): Promise<Stream> => {
    const stream = await listenToStream(`${url}/__admin/listen?name=laptop`);
    streams.push(stream);
    await stream.waitFor(1);
    return stream;
  };
  const startThree = async (): Promise<[Server, Server, Server]> => {
    const databaseUrl = database.freshUrl();
    const open = async (): Promise<Server> => {
      const one = await start({ databaseUrl });
      return { one, url: one.mock.url, admin: createAdminClient(one) };
    };
    return [await open(), await open(), await open()];
  };
  interface Server {
    readonly one: StartedMock;
    readonly url: string;
    readonly admin: ReturnType<typeof createAdminClient>;
  }
  const emit = async ({ admin }: Server): Promise<string> =>
    succeed(await admin('POST', '/events', { body: { type: 'compliance.decision_made' } })).body.id as string;
  const tell = ({ admin }: Server, attempt: string, outcome: object) =>
    admin('POST', '/listen/laptop/outcomes', { body: { attempt, ...outcome } });
  const statusesOf = async ({ admin }: Server): Promise<readonly string[]> =>
    (succeed(await admin('GET', '/deliveries')).body.data as { status: string }[]).map(({ status }) => status);

  test('gets deliveries that any server attempts, and reports to any server', async () => {
    const servers = await startThree();
    const [first, second, third] = servers;
    const stream = await listen(first.url);
    for (const [count, [from, to]] of [
      [second, third],
      [first, second],
      [third, first],
      [second, second],
    ].entries() as Iterable<[number, [Server, Server]]>) {
      const eventId = await emit(from);
      const delivery = await deliveryIn(stream, count + 1);
      expect(delivery.eventId).toBe(eventId);
      expect((await tell(to, delivery.attempt as string, { httpStatus: 204 })).status).toBe(204);
      await eventually(async () => !(await statusesOf(from)).includes('PENDING'));
      expect(await statusesOf(to)).toEqual(Array.from({ length: count + 1 }, () => 'DELIVERED'));
      // A report counts once.
      expect((await tell(to, delivery.attempt as string, { httpStatus: 500 })).status).toBe(404);
    }
    expect(deliveriesIn(stream)).toHaveLength(4);
  });

  test('connects to another server when its own is killed, and gets its deliveries there', async () => {
    replicas = await startReplicaProcesses(database.freshUrl(), 3);
    const [first, second, third] = replicas as [ReplicaProcess, ReplicaProcess, ReplicaProcess];
    const post = async ({ url }: ReplicaProcess, path: string, body: object): Promise<Response> =>
      fetch(`${url}/__admin${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const stream = await listen(first.url);
    await post(second, '/events', { type: 'compliance.decision_made' });
    const before = await deliveryIn(stream);
    first.command.signal('SIGKILL');
    await first.command.ended;
    // What the killed server had sent is no longer waited for, and comes again.
    const reported = { attempt: before.attempt, httpStatus: 200 };
    expect((await post(third, '/listen/laptop/outcomes', reported)).status).toBe(404);
    const again = await listen(third.url);
    expect((await deliveryIn(again)).eventId).toBe(before.eventId);
    const { id } = (await (await post(second, '/events', { type: 'compliance.decision_made' })).json()) as {
      id: string;
    };
    const after = await deliveryIn(again, 2);
    expect(after.eventId).toBe(id);
    expect((await post(second, '/listen/laptop/outcomes', { attempt: after.attempt, httpStatus: 200 })).status).toBe(
      204,
    );
  });
});
