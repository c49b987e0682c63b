import { afterEach, expect, test } from '@jest/globals';
import { type Stream, listenToStream } from '../../support/listen-to-stream.ts';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, fetchToken, succeed } from '../control-api/admin-client.ts';

const OPERATOR = { token: 'the-operator-of-this-server' };

describePostgres('calls to a server that is not the home of a sandbox', (database) => {
  let stream: Stream | undefined;
  afterEach(() => {
    stream?.leave();
  });
  const { start } = closedBy(afterEach);

  const startTwo = async (): Promise<readonly [StartedMock, StartedMock]> => {
    const databaseUrl = database.freshUrl();
    const open = () => start({ databaseUrl, mode: 'hosted', adminToken: OPERATOR.token });
    return [await open(), await open()];
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
