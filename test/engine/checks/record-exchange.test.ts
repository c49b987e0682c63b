import { describe, expect, test } from '@jest/globals';
import { recordExchange } from '../../../src/engine/checks/finish.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { partsOf, runOn, settledOf } from './exchange-of.ts';

describe('record-exchange', () => {
  const start = (add: () => void = () => undefined) => {
    const clock = createTestClock();
    const finished: unknown[] = [];
    const failed: unknown[] = [];
    const stage = recordExchange(
      partsOf({
        clock,
        contract: { basePath: '/v1', operations: [] },
        journal: { add },
        observer: {
          finished: (summary: unknown) => finished.push(summary),
          failed: (...failure: readonly unknown[]) => failed.push(failure),
        },
      }),
    );
    clock.advance(12);
    return { stage, finished, failed };
  };

  test('tells the journal and the observer, and changes nothing', async () => {
    const added: unknown[] = [];
    const { stage, finished } = start((...entry: readonly unknown[]) => void added.push(entry));
    const exchange = settledOf();
    expect(await runOn(stage, exchange)).toBeUndefined();
    expect(added).toEqual([[exchange, { path: '/v1/orders', endedAt: 12 }]]);
    expect(finished).toMatchObject([
      {
        id: 'x-1',
        method: 'GET',
        path: '/v1/orders',
        clientId: 'client',
        status: 200,
        source: 'stateful',
        milliseconds: 12,
      },
    ]);
  });

  test('gives the reason of a refusal without secrets in it', async () => {
    const { stage, finished } = start();
    const refusal = { type: 'forbidden', detail: 'sent Bearer abcdef123456' };
    await runOn(stage, settledOf({ refusal }));
    const [{ refusal: told }] = finished as [{ refusal: { type: string; reason: () => string } }];
    expect(told.type).toBe('forbidden');
    expect(told.reason()).not.toContain('abcdef123456');
  });

  test('names the quota that is used up', async () => {
    const { stage, finished } = start();
    const quota = { name: 'streams', limit: 20, used: 20, setting: '--limits streams-per-sandbox' };
    await runOn(stage, settledOf({ refusal: { type: 'quota-exceeded', detail: '', extensions: { quota } } }));
    expect(finished).toMatchObject([{ refusal: { type: 'quota-exceeded', quota: 'streams' } }]);
  });

  test('a journal that fails spoils no answer', async () => {
    const { stage, finished, failed } = start(() => {
      throw new Error('full');
    });
    await runOn(stage, settledOf());
    expect(failed).toEqual([[new Error('full'), 't-1']]);
    expect(finished).toHaveLength(1);
  });
});
