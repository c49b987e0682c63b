import { describe, expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
import { newestMails } from '../../../src/engine/mail/mail.ts';
import type { DeliveryRecord } from '../../../src/engine/webhooks/delivery.ts';
import type { WebhookEndpointRecord } from '../../../src/engine/webhooks/endpoint.ts';
import { announcements, concernedEndpoint } from '../../../src/vat/webhook-endpoints/announcements.ts';
import { toNewWebhookEndpoint, toWebhookEndpoint } from '../../../src/vat/webhook-endpoints/endpoints.ts';
import { assuming } from '../../engine/assuming.ts';
import { startSandbox } from '../../engine/sandbox/start-sandbox.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

const NOW = '2026-11-20T09:00:00.000Z';

const ENDPOINT: WebhookEndpointRecord = {
  id: 'wh_A',
  position: 1,
  url: 'https://receiver.example',
  subscriptions: ['kyc.*'],
  sellers: undefined,
  status: 'PAUSED',
  version: 3,
  secrets: { current: 'whsec_x' },
  administratorEmail: 'admin@demo.example',
  createdAt: 0,
  lastSuccessAt: null,
  streak: null,
};

const open = () => startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }).sandbox;

describe('an endpoint that was paused', () => {
  const pause = async (change: Partial<WebhookEndpointRecord> = {}) => {
    const sandbox = open();
    const emitted: Parameters<typeof sandbox.transact>[1] = [];
    await sandbox.transact(
      (work) => announcements.paused(work, { ...ENDPOINT, ...change }, 'CONSECUTIVE_FAILURES'),
      emitted,
    );
    return { emitted, mails: await sandbox.read((work) => newestMails(work, 10)) };
  };

  test('is told to the other endpoints, and to the administrator with what to do', async () => {
    const { emitted, mails } = await pause();
    expect(emitted).toMatchObject([
      {
        type: 'webhook.endpoint_auto_paused',
        seller: undefined,
        data: { endpointId: 'wh_A', reason: 'CONSECUTIVE_FAILURES', lastSuccessAt: null, pausedAt: NOW },
      },
    ]);
    expect(mails).toMatchObject([{ to: 'admin@demo.example', subject: expect.stringContaining('wh_A') }]);
    expect(mails[0]!.text).toContain('PATCH /webhooks/wh_A');
    expect(mails[0]!.text).toContain('https://receiver.example');
  });

  test('is told with the time of its last success', async () => {
    const { emitted } = await pause({ lastSuccessAt: TEST_NOW - 1000 });
    expect(emitted).toMatchObject([{ data: { lastSuccessAt: '2026-11-20T08:59:59.000Z' } }]);
  });
});

describe('a delivery that failed for good', () => {
  const fail = async (
    change: Partial<DeliveryRecord> = {},
    last: { readonly httpStatus?: number } = {},
    assumed = NOTHING_ASSUMED,
  ) => {
    const sandbox = open();
    sandbox.assumed = assumed;
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

  test('of an event about webhooks is told where that is assumed', async () => {
    const recurs = assuming('operational-event-recursion=recurs');
    expect(await fail({ eventType: 'webhook.endpoint_auto_paused' }, {}, recurs)).toHaveLength(1);
  });

  test('is not told after fewer attempts, nor of events about webhooks', async () => {
    expect(await fail({ attempts: 9 })).toEqual([]);
    expect(await fail({ eventType: 'webhook.endpoint_auto_paused' })).toEqual([]);
  });
});

test('events about webhooks name the endpoint that they are about', () => {
  const event = { id: 'evt', seller: undefined, createdAt: 0, data: { endpointId: 'wh_A' } };
  expect(concernedEndpoint({ ...event, type: 'webhook.endpoint_auto_paused' })).toBe('wh_A');
  expect(concernedEndpoint({ ...event, type: 'kyc.vies_check_failed' })).toBeUndefined();
});

test('an endpoint is shown without its secret, but when it was made', () => {
  const shown = { id: 'wh_A', url: 'https://receiver.example', events: ['kyc.*'], status: 'PAUSED', version: 3 };
  expect(toWebhookEndpoint(ENDPOINT)).toStrictEqual(shown);
  expect(toWebhookEndpoint({ ...ENDPOINT, sellers: ['s-1'] })).toStrictEqual({ ...shown, partnerIds: ['s-1'] });
  expect(toNewWebhookEndpoint(ENDPOINT)).toStrictEqual({ ...shown, secret: 'whsec_x' });
});
