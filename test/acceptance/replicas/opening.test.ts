import { expect, test } from '@jest/globals';
import type { Mock } from '../../../src/index.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { useTwoServers } from '../../support/replicas/use-two-servers.ts';

describePostgres('a sandbox that another server has replaced', (database) => {
  const startTwo = useTwoServers(database);

  const statusOf = async (mock: Mock, token: string): Promise<number> =>
    (await fetch(`${mock.baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } })).status;

  // Whoever has its lock waits for whoever opens it, who must not wait for the lock.
  test('is opened by work of the server and by requests at the same time, and all are answered', async () => {
    const [one, other] = await startTwo();
    const token = await one.token();
    for (let round = 0; round < 20; round++) {
      await other.reset();
      const [, ...statuses] = await Promise.all([
        one.mail(),
        statusOf(one, token),
        statusOf(one, token),
        statusOf(other, token),
      ]);
      expect(statuses).toEqual([200, 200, 200]);
    }
  });
});
