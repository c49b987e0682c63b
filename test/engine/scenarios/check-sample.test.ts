import { describe, expect, test } from '@jest/globals';
import { checkMembers, needEvent } from '../../../src/engine/scenarios/sample-event.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';
import { refusalIn } from '../../support/refusal-of.ts';

const SCENARIO_SCHEMA = smallScenarioSchema();
const EVENT = SCENARIO_SCHEMA.contract.events.get('order.done')!;

test('an event that may mean two is told both', () => {
  const events = new Map(['order.dona', 'order.donb'].map((type) => [type, EVENT]));
  expect(refusalIn(() => needEvent('order.don', { contract: { events } }))?.detail).toContain(
    'did you mean "order.dona" or "order.donb"?',
  );
});

describe('members', () => {
  const refusal = (data: Parameters<typeof checkMembers>[1]) =>
    refusalIn(() => {
      checkMembers('order.done', data, EVENT, SCENARIO_SCHEMA);
    });

  test('by the hundred are told up to the twentieth', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${String(index)}`, 1]));
    const errors = refusal(many)?.errors;
    expect(errors).toHaveLength(20);
    expect(errors?.[0]).toMatchObject({ field: 'data.x0' });
  });
});
