import { expect, test } from '@jest/globals';
import type { Mock } from '../../../src/index.ts';
import { createApiClient } from '../../support/api-client.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { useTwoServers } from '../../support/replicas/use-two-servers.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';

describePostgres('a client of several servers', (database) => {
  const startTwo = useTwoServers(database);

  const getMe = async (mock: Mock, token: string): Promise<number> =>
    (await fetch(`${mock.baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } })).status;

  const expecting = async (mock: Mock, expectation: object) => {
    const scenarios = await mock.scenarios();
    const steps = [{ on: 'getOrder', reply: 'pass' }];
    await scenarios.add(JSON.stringify({ scenario: 'counted', steps, expect: [expectation] }));
    await scenarios.activate('counted');
    return async () => scenarios.expectations('counted');
  };

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

  test('is counted by a scenario that another one activated, with a token that is refused', async () => {
    const [one, other] = await startTwo();
    const token = await one.token();
    const report = await expecting(one, { request: 'getOrganization', answered: 401 });
    await one.clock.advance({ by: 'PT6M' });
    expect(await getMe(other, token)).toBe(401);
    expect(await report()).toMatchObject({ verdict: 'met', expectations: [{ count: 1 }] });
  });

  test('is counted by such a scenario for an event of a job that another one runs', async () => {
    const [one, other] = await startTwo();
    const clock = createTestClock();
    const { uuid } = succeed(
      await createWorkflow(createApiClient(one, clock), clock).createBuyer({ vatNumber: 'DE200' }),
    ).body as { readonly uuid: string };
    const report = await expecting(one, { event: 'kyc.vies_check_failed', data: { buyerUuid: uuid } });
    await other.clock.advance({ by: 'PT1H' });
    expect(await report()).toMatchObject({ verdict: 'met', expectations: [{ count: 1 }] });
  });
});
