import { describe, expect, test } from '@jest/globals';
import { Problem, type ProblemMembers } from '../../../src/kernel/problem.ts';
import { checkFits, checkMembers, needEvent } from '../../../src/engine/scenarios/sample-event.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

const SCENARIO_SCHEMA = smallScenarioSchema();
const EVENT = SCENARIO_SCHEMA.contract.events.get('order.done')!;

const refusalOf = (work: () => unknown): ProblemMembers | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.members;
    throw error;
  }
};

describe('an event', () => {
  test('that is described is found', () => {
    expect(needEvent('order.done', SCENARIO_SCHEMA)).toBe(EVENT);
  });

  test('that is not is refused with the nearest name and all there are', () => {
    const near = 'did you mean "order.done"? There are order.done, buyer.made';
    expect(refusalOf(() => needEvent('order.doen', SCENARIO_SCHEMA))).toMatchObject({
      status: 422,
      detail: `Unknown event "order.doen": ${near}.`,
      errors: [{ field: 'type', message: `is not an event type: ${near}`, rejectedValue: 'order.doen' }],
    });
    expect(refusalOf(() => needEvent('zzz', SCENARIO_SCHEMA))?.detail).toBe(
      'Unknown event "zzz": there are order.done, buyer.made.',
    );
  });

  test('that may mean two is told both', () => {
    const events = new Map(['order.dona', 'order.donb'].map((type) => [type, EVENT]));
    expect(refusalOf(() => needEvent('order.don', { contract: { events } }))?.detail).toContain(
      'did you mean "order.dona" or "order.donb"?',
    );
  });
});

describe('members', () => {
  const refusal = (data: Parameters<typeof checkMembers>[1]) =>
    refusalOf(() => {
      checkMembers('order.done', data, EVENT, SCENARIO_SCHEMA);
    });

  test('that the event has are fine', () => {
    expect(refusal({ uuid: 'a' })).toBeUndefined();
  });

  test('that it does not have are refused, each with its place, its value and the nearest name', () => {
    expect(refusal({ uiud: 'a', cuont: { deep: 1 } })).toMatchObject({
      status: 422,
      detail: 'The data does not match order.done: data.uiud is unknown: did you mean "uuid"?',
      errors: [
        { field: 'data.uiud', message: 'is unknown: did you mean "uuid"?', rejectedValue: 'a' },
        { field: 'data.cuont', message: 'is unknown: did you mean "count"?', rejectedValue: null },
      ],
    });
    expect(refusal({ zzz: 1 })?.detail).toBe(
      'The data does not match order.done: data.zzz is unknown: there are uuid, count.',
    );
  });

  test('by the hundred are told up to the twentieth', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${String(index)}`, 1]));
    const errors = refusal(many)?.errors;
    expect(errors).toHaveLength(20);
    expect(errors?.[0]).toMatchObject({ field: 'data.x0' });
  });
});

test('an event that does not fit is refused with what does not', () => {
  const refusal = (event: Parameters<typeof checkFits>[1]) =>
    refusalOf(() => {
      checkFits('order.done', event, EVENT, SCENARIO_SCHEMA);
    });
  expect(refusal({ data: { uuid: 'a', count: 1 } })).toBeUndefined();
  const refused = refusal({ data: { uuid: 'a', count: 'many' } });
  expect(refused).toMatchObject({ status: 422, errors: [{ field: 'data.count', rejectedValue: 'many' }] });
  expect(refused?.detail).toMatch(/^The data does not match order\.done: data\.count must be .*\.$/);
});
