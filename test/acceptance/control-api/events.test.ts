import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startedBy } from '../../support/started-by.ts';
import { createWorkflow } from '../../support/workflow.ts';
import { createAdminClient, succeed } from './admin-client.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly seller: string | null;
  readonly data: object;
}

const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';

describe('the events of a sandbox', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);
  let types: string[];
  beforeAll(async () => {
    const workflow = createWorkflow(started.api, started.clock);
    for (let i = 0; i < 3; i++) {
      const { buyerUuid } = await workflow.begin();
      expect(buyerUuid).toEqual(expect.any(String));
      // VIES calls the number of this one invalid, which is an event.
      succeed(await workflow.createBuyer({ vatNumber: `DE20000${String(i)}` }));
      started.clock.advance(60_000);
    }
    types = (await list('?limit=1000')).data.map(({ type }) => type);
  });

  const list = async (query = ''): Promise<{ readonly data: readonly Event[]; readonly pagination: object }> =>
    succeed(await admin('GET', `/events${query}`)).body as { data: readonly Event[]; pagination: object };

  test('are there whether anybody has subscribed to them or not, newest first', async () => {
    expect(types.filter((type) => type === 'kyc.vies_check_failed')).toHaveLength(3);
    const { data } = await list();
    const instants = data.map(({ createdAt }) => createdAt);
    expect(instants).toEqual([...instants].sort().reverse());
    expect(data.find(({ type }) => type === 'kyc.vies_check_failed')).toEqual({
      id: expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/),
      type: 'kyc.vies_check_failed',
      createdAt: expect.any(String),
      seller: SELLER,
      data: expect.objectContaining({ currentResult: 'INVALID' }),
    });
  });
});
