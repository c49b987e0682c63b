import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const [vin] = sampleOrder().vins;
const TWO_VEHICLES = sampleOrder({ vins: [vin, { ...vin, vin: 'WAUZZZ8V9KA067412' }] });
const SELLERS = [SELLER, '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f'];

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
afterAll(() => started.stop());

const create = (as: string, seller: string): Promise<ApiAnswer> =>
  started.api.post(`/partners/${seller}/orders`, TWO_VEHICLES, { as });

test('the clients of an organization share its sellers, its capability flags and its budget', async () => {
  const left: number[] = [];
  for (const as of ['api-client-demo', 'api-client-demo-2'])
    for (const seller of SELLERS) {
      const { status, headers } = await create(as, seller);
      expect([as, seller, status]).toEqual([as, seller, 201]);
      left.push(Number(headers['x-ratelimit-remaining']));
    }
  expect(left).toEqual([59, 58, 57, 56]);
});

test('a client belongs to one organization: nothing of another is open to it', async () => {
  for (const as of ['api-client-restricted', 'api-client-high-volume', 'api-client-enterprise'])
    for (const seller of SELLERS) expect([as, (await create(as, seller)).status]).toEqual([as, 403]);
});
