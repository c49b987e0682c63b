import { describe, expect, test } from '@jest/globals';
import { attemptId } from '../../../../src/engine/webhooks/schedule.ts';
import { messages } from '../../../../src/engine/webhooks/delivery.ts';
import { createJournal } from '../../../../src/engine/journal/journal.ts';
import { createChangeWatch } from '../../../../src/engine/sandbox/change-watch.ts';
import { createDeliveryQueries } from '../../../../src/engine/webhooks/queries.ts';
import { createPlaces } from '../../../../src/kernel/places.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { createFakeTimers } from '../../../support/fake-timers.ts';
import { FORM } from '../../journal/create-entry.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { MESSAGE, createDelivery, createEndpoint, keepDeliveries, keepEndpoints } from './create-delivery.ts';

const start = () => {
  const started = startSandbox();
  const { sandbox } = started;
  const queries = createDeliveryQueries({
    sandboxOf: (organization) => (organization === 'org' ? sandbox : undefined),
    changes: createChangeWatch(),
    journal: createJournal({ form: FORM, sharesUnowned: false }),
    retries: { waits: [1000, 1000, 3_600_000], assumedWaits: [], jitter: 0, span: 0 },
    after: createFakeTimers().after,
    longPolls: createPlaces(20),
  });
  return { ...started, ...queries };
};
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

describe('a delivery is shown', () => {
  test('with everything that the API does not tell', async () => {
    const { sandbox, find, schedule } = start();
    await keepEndpoints(sandbox, createEndpoint());
    await keepDeliveries(
      sandbox,
      createDelivery({
        status: 'FAILED',
        httpStatus: 500,
        attempts: 2,
        isTest: true,
        lastAttemptAt: TEST_NOW + 1000,
        nextRetryAt: TEST_NOW + 2000,
        tries: [
          { at: TEST_NOW, failure: 'timeout', detail: 'no answer', chaos: { by: 'me', did: ['timeout'] } },
          { at: TEST_NOW + 1000, httpStatus: 500, answer: 'oops', isCopy: true },
        ],
      }),
    );
    await sandbox.transact((work) => work.insert(messages, () => MESSAGE));
    await schedule({ id: attemptId('del_1'), kind: 'webhook-attempt', dueAt: TEST_NOW + 3000 });
    expect(await find('org', 'del_1')).toEqual({
      id: 'del_1',
      webhookId: 'wh_1',
      url: 'https://receiver.example/hook',
      eventId: 'evt_1',
      eventType: 'order.created',
      status: 'FAILED',
      httpStatus: 500,
      attempts: 2,
      test: true,
      createdAt: iso(TEST_NOW),
      lastAttemptAt: iso(TEST_NOW + 1000),
      nextRetryAt: iso(TEST_NOW + 2000),
      dueAt: iso(TEST_NOW + 3000),
      tries: [
        {
          at: iso(TEST_NOW),
          counts: true,
          httpStatus: null,
          failure: 'timeout',
          detail: 'no answer',
          answer: null,
          chaos: { by: 'me', did: ['timeout'] },
        },
        {
          at: iso(TEST_NOW + 1000),
          counts: false,
          httpStatus: 500,
          failure: null,
          detail: null,
          answer: 'oops',
          chaos: null,
        },
      ],
      body: '{"a":1}',
      planned: [iso(TEST_NOW + 3000), iso(TEST_NOW + 3_603_000)],
    });
  });
});

describe('to wait for deliveries', () => {
  test('for very many tells of the newest hundred', async () => {
    const { sandbox, await: wait } = start();
    await keepDeliveries(sandbox, ...Array.from({ length: 102 }, (_, n) => createDelivery({ id: `d${String(n)}` })));
    const { kind, found } = await wait('org', { criteria: {}, count: 102, timeout: 1000 });
    expect([kind, found.length, found[0]?.id, found.at(-1)?.id]).toEqual(['met', 100, 'd2', 'd101']);
  });
});
