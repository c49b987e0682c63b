import { SELLER, sampleOrder } from '../../test/support/sample-order.ts';
import type { StartedMock } from '../../test/support/start-mock.ts';

const ORDERS = `/partners/${SELLER}/orders`;

/** An order of the demo fixtures. */
export const ON_THE_ROAD = 'e83a5f07-b1c4-4d29-a6e0-5c9f8d2b7416';

/** What a developer does in the first hour: good calls, a refused order, a verdict, a receiver that is down for a while. */
export const playTraffic = async ({ mock, api, clock }: StartedMock): Promise<void> => {
  const control = async (method: string, path: string, body: object = {}): Promise<unknown> => {
    const answer = await fetch(`${mock.url}/__admin${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    const text = await answer.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
  const pass = (seconds: number): void => {
    clock.advance(seconds * 1000);
  };

  await control('PUT', '/inbox/dealer-portal', { register: true, answers: [500, 503, 200] });
  await control('POST', '/events', { type: 'compliance.decision_made' });
  await control('POST', '/clock/advance', { by: 'PT2H' });
  await mock.idle();

  await api.get('/me');
  pass(4);
  await api.get(`/partners/${SELLER}/buyers`);
  pass(9);
  const created = await api.post(ORDERS, sampleOrder({ externalOrderId: 'NL-2026-11-0001' }));
  const { uuid } = created.body as { readonly uuid: string };
  pass(2);
  await api.get(`${ORDERS}/${uuid}`);
  pass(31);
  await api.post(`/orders/${uuid}/cancel`, {}, { headers: { 'idempotency-key': undefined } });
  pass(6);
  // Without the days on the road: the access token would expire.
  await control('POST', `/orders/${uuid}/goto`, { verdict: 'VALID_EXPORT', wait: false });
  pass(12);
  await api.get(`/orders/${uuid}/compliance`);
  pass(3);
  await mock.idle();
  pass(20);
  await api.get('/orders?status=COMPLIANCE_VALID');
  pass(5);
  await api.post(
    ORDERS,
    sampleOrder({
      externalOrderId: 'NL-2026-11-0002',
      vins: [{ vin: 'ABC', brand: 'Volkswagen', model: 'Golf', purchaseAmount: { value: 1_250_000 } }],
    }),
  );
  await control('POST', '/clock/freeze');
};
