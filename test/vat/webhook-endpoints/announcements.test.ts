import { describe, expect, test } from '@jest/globals';
import type { DeliveryRecord } from '../../../src/engine/webhooks/delivery.ts';
import { announcements } from '../../../src/vat/webhook-endpoints/endpoints.ts';
import { startSandbox } from '../../engine/sandbox/start-sandbox.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

const NOW = '2026-11-20T09:00:00.000Z';

const open = () => startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }).sandbox;

describe('a delivery that failed for good', () => {
  const fail = async (change: Partial<DeliveryRecord> = {}, last: { readonly httpStatus?: number } = {}) => {
    const sandbox = open();
    const emitted: Parameters<typeof sandbox.transact>[1] = [];
    const delivery = {
      endpointId: 'wh_A',
      eventId: 'evt_1',
      eventType: 'kyc.vies_check_failed',
      attempts: 10,
      ...change,
    };
    await sandbox.transact(
      (work) => announcements.failed(work, delivery as DeliveryRecord, { at: TEST_NOW, ...last }),
      emitted,
    );
    return emitted.map(({ type, data }) => ({ type, data }));
  };

  test('is told after the tenth attempt, with the last answer', async () => {
    expect(await fail({}, { httpStatus: 503 })).toEqual([
      {
        type: 'webhook.delivery_failed_terminal',
        data: {
          endpointId: 'wh_A',
          eventId: 'evt_1',
          eventType: 'kyc.vies_check_failed',
          attempts: 10,
          lastHttpStatus: 503,
          lastAttemptAt: NOW,
        },
      },
    ]);
    expect(await fail()).toMatchObject([{ data: { lastHttpStatus: null } }]);
  });

  test('is not told of events about webhooks', async () => {
    expect(await fail({ eventType: 'webhook.endpoint_auto_paused' })).toEqual([]);
  });
});
