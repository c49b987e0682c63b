import { describe, expect, test } from '@jest/globals';
import type { NearMiss, ScriptTrace, StepTrace } from '../../../src/engine/exchange/exchange.ts';
import { narrateMiss, narrateScript } from '../../../src/engine/checks/scenario-steps.ts';

const miss = (scenario: string, change: Partial<NearMiss> = {}): NearMiss => ({
  scenario,
  step: 2,
  title: undefined,
  difference: { at: 'header If-Match', expected: 'is present', actual: 'absent' },
  ...change,
});

describe('in words', () => {
  const step: StepTrace = {
    scenario: 'own',
    step: 1,
    title: undefined,
    stage: 'later',
    reply: 'reply',
    stateBefore: 'Started',
    stateAfter: 'Started',
    delay: 0,
    delaySkipped: false,
    fault: undefined,
    meanwhile: undefined,
  };
  const script = (
    steps: readonly StepTrace[],
    nearMisses: readonly NearMiss[] = [],
    exhausted: readonly string[] = [],
  ): ScriptTrace => ({ scenarios: ['own'], steps, exhausted, nearMisses });

  test.each<[Partial<StepTrace>, string]>([
    [{}, 'step 1 of the scenario own'],
    [{ title: 'First' }, 'step 1 of the scenario own (First)'],
    [{ meanwhile: 'it was deleted' }, 'step 1 of the scenario own, meanwhile it was deleted'],
    [{ reply: 'pass' }, 'step 1 of the scenario own, left the answer to the others'],
    [{ delay: 1 }, 'step 1 of the scenario own, held it back 1 ms'],
    [{ delay: 50, delaySkipped: true }, 'step 1 of the scenario own, held it back 50 ms, which was skipped'],
    [{ fault: 'EMPTY_RESPONSE' }, 'step 1 of the scenario own, fault EMPTY_RESPONSE'],
    [{ stateAfter: 'Later' }, 'step 1 of the scenario own, moved from Started to Later'],
  ])('%j: %s', (change, words) => {
    expect(narrateScript(script([{ ...step, ...change }]), 'later', true)).toBe(words);
  });

  test('each stage tells of its own steps', () => {
    const both = script([{ ...step, stage: 'received' }, step, { ...step, step: 2 }]);
    expect(narrateScript(both, 'received', false)).toBe('step 1 of the scenario own');
    expect(narrateScript(both, 'later', true)).toBe('step 1 of the scenario own; step 2 of the scenario own');
  });

  test('without a step left the last stage says so, and what helps', () => {
    const over = script([], [miss('own')], ['own']);
    expect(narrateScript(over, 'later', true)).toMatch(/^the scenario own is exhausted: .*activate it again/);
    expect(narrateScript(over, 'received', false)).toBe('no step of a scenario was used here');
  });

  test('without a step the last stage tells the near miss', () => {
    const words =
      'no step of the scenario own was used; the closest is step 2: header If-Match: expected is present, but absent';
    expect(narrateScript(script([], [miss('own')]), 'later', true)).toBe(words);
    expect(narrateScript(script([], [miss('own')]), 'received', false)).toBe('no step of a scenario was used here');
    expect(narrateScript(script([]), 'later', true)).toBe('no step of a scenario was used here');
    expect(narrateScript(undefined, 'later', true)).toBe('no scenario is about this call');
    expect(narrateMiss(miss('own', { title: 'Second' }))).toContain('the closest is step 2 (Second): ');
  });
});
