import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CLIENT, ORDERS, sampleOrder } from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
afterAll(() => started.stop());

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
