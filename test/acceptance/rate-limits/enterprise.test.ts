import { afterAll, expect, test } from '@jest/globals';
import { CLIENT, ORDERS, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

const CEILING = 10_000_000;

test('ENTERPRISE counts like everybody, up to a ceiling that is told', async () => {
  const answers = [
    await started.api.get('/orders?vin=WVWZZZ1JZ3W386752', { as: CLIENT }),
    await started.api.post(ORDERS, sampleOrder(), { as: CLIENT }),
    await started.api.get('/webhooks', { as: CLIENT }),
  ];
  for (const { headers } of answers) {
    const limit = Number(headers['x-ratelimit-limit']);
    expect(limit).toBe(CEILING);
    expect(headers['x-ratelimit-remaining']).toBe(String(limit - 1));
  }
});
