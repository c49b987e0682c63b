import { expect, test } from '@jest/globals';
import type { Mock } from '../../../src/index.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { useTwoServers } from '../../support/replicas/use-two-servers.ts';

describePostgres('a client of several servers', (database) => {
  const startTwo = useTwoServers(database);

  const getMe = async (mock: Mock, token: string): Promise<number> =>
    (await fetch(`${mock.baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } })).status;

  test('is told that its token has expired, although another one issued it', async () => {
    const [one, other] = await startTwo();
    const token = await one.token();
    await one.clock.advance({ by: 'PT6M' });
    // Of the first one the client could not know: somebody moved the clock.
    expect([await getMe(other, token), await getMe(other, token)]).toEqual([401, 401]);
    for (const mock of [one, other]) {
      const { data } = (await (await fetch(`${mock.url}/__admin/findings`)).json()) as { readonly data: unknown };
      expect(data).toMatchObject([{ rule: 'token-expired', clientId: 'api-client-demo' }]);
    }
  });
});
