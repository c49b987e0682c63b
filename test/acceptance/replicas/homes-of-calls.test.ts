import { afterEach, expect, test } from '@jest/globals';
import { type Stream, listenToStream } from '../../support/listen-to-stream.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, fetchToken, succeed } from '../control-api/admin-client.ts';

const OPERATOR = { token: 'the-operator-of-this-server' };

describePostgres('calls to a server that is not the home of a sandbox', (database) => {
  const started: StartedMock[] = [];
  let stream: Stream | undefined;
  afterEach(async () => {
    stream?.leave();
    for (const one of started.splice(0)) await one.stop();
  });

  const startTwo = async (): Promise<readonly [StartedMock, StartedMock]> => {
    const databaseUrl = database.freshUrl();
    const start = () => startMock({ databaseUrl, mode: 'hosted', adminToken: OPERATOR.token });
    const both = [await start(), await start()] as const;
    started.push(...both);
    return both;
  };

  test('are answered by it, whoever they say they are: they do not move it', async () => {
    const [home, other] = await startTwo();
    const sandbox = await createSandbox(createAdminClient(home), {}, OPERATOR);
    const { id, clientId } = sandbox;
    stream = await listenToStream(`${home.mock.url}/__admin/stream?kinds=exchange&sandbox=${id}`, {
      authorization: `Bearer ${OPERATOR.token}`,
    });
    let isOver = false;
    void stream.ended.then(() => (isOver = true));

    expect((await fetchToken({ ...sandbox, tokenUrl: other.mock.tokenUrl })).status).toBe(200);
    const [, exchange] = await stream.waitFor(2);
    expect(exchange?.data).toMatchObject({ source: 'identity', clientId });
    succeed(await createAdminClient(other)('GET', `/sandboxes/${id}`, OPERATOR));
    expect(isOver).toBe(false);
  });
});
