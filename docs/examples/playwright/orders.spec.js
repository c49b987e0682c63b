import { expect, test } from '@playwright/test';
import { SELLER, createOrderClient, order } from '../order-client.js';

const ADMIN = '/__admin';

test.beforeEach(async ({ request }) => {
  await request.post(`${ADMIN}/reset`);
});

test('an order whose answer was lost is sent again under the same key', async ({ request, baseURL }) => {
  await request.post(`${ADMIN}/scenarios/lost-answer/activate`);

  // Here a page of the application would be driven, whose server talks to the stub.
  const token = async () => {
    const answer = await request.post('/auth/realms/integration/protocol/openid-connect/token', {
      form: { grant_type: 'client_credentials', client_id: 'api-client-demo', client_secret: 'demo-secret' },
    });
    return (await answer.json()).access_token;
  };
  const client = createOrderClient({ baseUrl: `${baseURL}/v1`, token });
  await client.createOrder(SELLER, order('A-1'));

  const report = await (await request.get(`${ADMIN}/scenarios/lost-answer/verdict`)).json();
  expect(report.verdict, JSON.stringify(report.expectations, null, 2)).toBe('met');
});
