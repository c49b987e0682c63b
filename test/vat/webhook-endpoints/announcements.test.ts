import { expect, test } from '@jest/globals';
import type { DeliveryRecord } from '../../../src/engine/webhooks/delivery.ts';
import { announcements } from '../../../src/vat/webhook-endpoints/endpoints.ts';
import { startSandbox } from '../../engine/sandbox/start-sandbox.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

test.each([
  ['webhook.endpoint_auto_paused', []],
  ['kyc.vies_check_failed', ['webhook.delivery_failed_terminal']],
])('a delivery of %s that failed for good causes %j', async (eventType, types) => {
  const { sandbox } = startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW });
  const emitted: Parameters<typeof sandbox.transact>[1] = [];
  const delivery = { endpointId: 'wh_A', eventId: 'evt_1', eventType, attempts: 10 } as DeliveryRecord;
  await sandbox.transact((work) => announcements.failed(work, delivery, { at: TEST_NOW }), emitted);
  expect(emitted.map(({ type }) => type)).toEqual(types);
});
