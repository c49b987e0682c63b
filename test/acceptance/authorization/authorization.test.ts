import { afterAll, describe, expect, test } from '@jest/globals';
import { RESTRICTED_BUYER, RESTRICTED_SELLER, SECOND_SELLER, SELLER, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

const typeOf = (body: { type: string }): string => body.type.replace(/^.*\/problems\//, '');

describe('a seller outside the authorized partners', () => {
  test.each([
    ['another organization’s', RESTRICTED_SELLER],
    ['nobody’s', '00000000-0000-4000-8000-000000000000'],
    ['no UUID at all', 'seller'],
  ])('%s: 403 forbidden, the same for all', async (_name, seller) => {
    const { status, body } = await started.api.get(`/partners/${seller}/buyers`);
    expect([status, typeOf(body)]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain(seller);
  });

  test('both authorized partners are served by either client of the organization', async () => {
    for (const seller of [SELLER, SELLER.toUpperCase(), SECOND_SELLER])
      for (const as of ['api-client-demo', 'api-client-demo-2'])
        expect((await started.api.get(`/partners/${seller}/buyers`, { as })).status).toBe(200);
    const { body: order } = await started.api.post(`/partners/${SELLER}/orders`, newOrder(), { as: 'api-client-demo' });
    const read = await started.api.get(`/partners/${SELLER}/orders/${order.uuid}`, { as: 'api-client-demo-2' });
    expect([read.status, read.body]).toEqual([200, order]);
  });
});

describe('capabilities', () => {
  const asRestricted = { as: 'api-client-restricted' };
  const orders = `/partners/${RESTRICTED_SELLER}/orders`;
  const buyer = {
    vatNumber: 'PL100',
    companyName: 'Autohandel Nowak Sp. z o.o.',
    address: { street: 'ul. Glogowska 112', postCode: '60-243', city: 'Poznan', country: 'PL' },
  };

  test('more than one VIN needs allowMultiVinOrders, and says so', async () => {
    const one = newOrder();
    const [vin] = one.vins;
    const two = { ...one, vins: [vin, { ...vin, vin: 'WAUZZZ8V9KA067412' }] };
    const ofRestricted = { buyerId: RESTRICTED_BUYER };
    const refused = await started.api.post(orders, { ...two, ...ofRestricted }, asRestricted);
    expect([refused.status, typeOf(refused.body), refused.body.capability]).toEqual([
      403,
      'capability-required',
      'allowMultiVinOrders',
    ]);
    expect(refused.body.detail).toContain('allowMultiVinOrders');
    // The refused order has left nothing: the same externalOrderId is free.
    expect((await started.api.post(orders, { ...one, ...ofRestricted }, asRestricted)).status).toBe(201);
    const granted = await started.api.post(`/partners/${SELLER}/orders`, two);
    expect([granted.status, granted.body.vins.length]).toEqual([201, 2]);
  });

  test('MARKETPLACE_LED needs allowMarketplaceLedKyc, SERVICE_LED does not', async () => {
    const path = `/partners/${RESTRICTED_SELLER}/buyers`;
    const refused = await started.api.post(path, { ...buyer, kycMode: 'MARKETPLACE_LED' }, asRestricted);
    expect([refused.status, refused.body.capability]).toEqual([403, 'allowMarketplaceLedKyc']);
    expect((await started.api.post(path, { ...buyer, kycMode: 'SERVICE_LED' }, asRestricted)).status).toBe(201);
    const granted = await started.api.post(`/partners/${SELLER}/buyers`, { ...buyer, kycMode: 'MARKETPLACE_LED' });
    expect([granted.status, granted.body.kycMode]).toEqual([201, 'MARKETPLACE_LED']);
  });

  test('a body of the wrong kind is a violation, not a missing capability', async () => {
    expect((await started.api.post(orders, [], asRestricted)).status).toBe(422);
    expect((await started.api.post(orders, { vins: 'two' }, asRestricted)).status).toBe(422);
  });
});
