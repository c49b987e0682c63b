import { afterAll, expect, test } from '@jest/globals';
import { SELLER, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);

test('exchanges are exported as HAR 1.2, oldest first, as clients addressed the server', async () => {
  const order = newOrder();
  await started.api.post(`/partners/${SELLER}/orders`, order);
  await started.api.get('/orders?vin=WVWZZZ1JZ3W386752&page=0&secret=x');
  await started.api.delete('/webhooks/wh_00000000000000000000000000');
  const { headers, body } = await admin('GET', '/requests.har');
  expect(headers['content-disposition']).toBe('attachment; filename="requests.har"');
  expect(body.log).toMatchObject({ version: '1.2', creator: { name: 'vatmock', version: expect.any(String) } });
  const [created, found, deleted] = body.log.entries;
  expect(created).toMatchObject({
    startedDateTime: '2026-11-20T09:00:00.000Z',
    time: 0,
    request: {
      method: 'POST',
      url: `${started.mock.baseUrl}/partners/${SELLER}/orders`,
      httpVersion: 'HTTP/1.1',
      postData: { mimeType: 'application/json', text: JSON.stringify(order) },
    },
    response: { status: 201, statusText: 'Created', redirectURL: expect.stringContaining('/orders/') },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    _operationId: 'createOrder',
  });
  expect(JSON.parse(created.response.content.text)).toMatchObject({ externalOrderId: order.externalOrderId });
  expect(created.request.headers).toContainEqual({ name: 'authorization', value: 'Bearer [redacted]' });
  expect(found.request.url).toBe(`${started.mock.baseUrl}/orders?vin=WVWZZZ1JZ3W386752&page=0&secret=%5Bredacted%5D`);
  expect(found.request.queryString).toContainEqual({ name: 'vin', value: 'WVWZZZ1JZ3W386752' });
  expect(deleted.request).not.toHaveProperty('postData');
  for (const { request } of body.log.entries) expect(URL.canParse(request.url as string)).toBe(true);
});

test('the same filters hold as for the list', async () => {
  await started.api.get('/me');
  const { body } = await admin('GET', '/requests.har?operation=getOrganization&limit=1');
  expect(body.log.entries.map(({ _operationId }: { _operationId: string }) => _operationId)).toEqual([
    'getOrganization',
  ]);
});
