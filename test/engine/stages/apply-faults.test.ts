import { describe, expect, test } from '@jest/globals';
import { applyFaults } from '../../../src/engine/stages/apply-faults.ts';
import { runOn, settledOf } from './exchange-of.ts';

describe('apply-faults', () => {
  const conclude = (performance: unknown) =>
    runOn(applyFaults(), settledOf({ scripting: { conclude: () => performance } }));

  test('gives the answer its faults, and says which steps it met', async () => {
    const fault = { delay: 100 };
    expect(await conclude({ steps: ['a/1', 'b/2'], exhausted: [], fault })).toEqual({
      reply: { status: 200, headers: { etag: '"1"', 'x-mock-scenario': 'a/1, b/2' }, fault },
      source: 'stateful',
    });
    expect(await conclude({ steps: ['a/1'], exhausted: [], fault: undefined })).not.toHaveProperty('reply.fault');
  });

  test('names the scenarios that have no step left', async () => {
    expect(await conclude({ steps: [], exhausted: ['a', 'b'], fault: undefined })).toEqual({
      reply: { status: 200, headers: { etag: '"1"', 'x-mock-scenario-exhausted': 'a, b' } },
      source: 'stateful',
    });
  });

  test('leaves an answer alone that met none', async () => {
    expect(await conclude(undefined)).toBeUndefined();
    expect(await runOn(applyFaults(), settledOf())).toBeUndefined();
  });

  test('tells the script where the request ended', async () => {
    const told: unknown[] = [];
    const scripting = { conclude: (...end: readonly unknown[]) => void told.push(end) };
    await runOn(applyFaults(), settledOf({ scripting, endedAt: 'limit-rate', reply: { status: 429, headers: {} } }));
    expect(told).toEqual([['limit-rate', 429]]);
  });
});
