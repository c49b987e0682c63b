import { afterAll, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { BUYER, SECOND_SELLER, SECOND_SELLERS_BUYER, SELLER, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const [vin] = newOrder().vins;
const BUYER_OF: Readonly<Record<string, string>> = { [SELLER]: BUYER, [SECOND_SELLER]: SECOND_SELLERS_BUYER };
const SELLERS = Object.keys(BUYER_OF);

const started = await closedBy(afterAll).start();

const create = (as: string, seller: string): Promise<ApiAnswer> =>
  started.api.post(
    `/partners/${seller}/orders`,
    newOrder({ buyerId: BUYER_OF[seller], vins: [vin, { ...vin, vin: 'WAUZZZ8V9KA067412' }] }),
    { as },
  );

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

test('what one client has made, the other client of the organization works on', async () => {
  const { body: order, headers } = await create('api-client-demo', SELLER);
  const read = await started.api.get(`/partners/${SELLER}/orders/${order.uuid}`, { as: 'api-client-demo-2' });
  expect([read.status, read.body, read.headers['etag']]).toEqual([200, order, headers['etag']]);
});

test('a client belongs to one organization: nothing of another is open to it', async () => {
  for (const as of ['api-client-restricted', 'api-client-high-volume', 'api-client-enterprise'])
    for (const seller of SELLERS) expect([as, (await create(as, seller)).status]).toEqual([as, 403]);
});
