import { describe, expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/assumed.ts';
import { ENGINE_PROBLEMS } from '../../../src/engine/problems/catalogue.ts';
import { applyAmendments } from '../../../src/engine/stages/apply-amendments.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { partsOf, runOn, settledOf } from './exchange-of.ts';

const { reply } = settledOf();

describe('apply-amendments', () => {
  const amend = (amendments: readonly object[], change: object = {}) =>
    runOn(
      applyAmendments(
        partsOf({
          assumedIn: () => ({ ...NOTHING_ASSUMED, amendments }),
          contract: { problems: ENGINE_PROBLEMS },
          problemBase: () => 'http://stub/problems',
          clock: createTestClock(),
        }),
      ),
      settledOf(change),
    );

  test('gives an answer the form that is assumed', async () => {
    expect(await amend([{ status: 202 }])).toEqual({ reply: { ...reply, status: 202 }, source: 'stateful' });
  });

  test('only those that are meant, each as the former one left it', async () => {
    const inTurn = [
      { to: { statuses: [200] }, status: 201 },
      { to: { statuses: [200] }, status: 418 },
      { to: { statuses: [201], stages: ['respond'] }, status: 202 },
    ];
    expect(await amend(inTurn)).toMatchObject({ reply: { status: 202 } });
    expect(await amend([{ to: { stages: ['route'] }, status: 418 }])).toBeUndefined();
  });

  test('none, and none that a scenario breaks on purpose', async () => {
    expect(await amend([])).toBeUndefined();
    expect(await amend([{ status: 202 }], { isOffContract: true })).toBeUndefined();
  });
});
