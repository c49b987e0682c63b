import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DeliveryRule } from '../../../../src/generated/control-schemas.ts';
import {
  type RulesInForce,
  type DeliveryFacts,
  type Plan,
  planAttempt,
} from '../../../../src/engine/webhooks/faults.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T09:00:00Z');

const delivery = (facts: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  eventId: 'evt_1',
  eventType: 'compliance.decision_made',
  endpointId: 'wh_1',
  attempts: 0,
  createdAt: NOW,
  ...facts,
});

const inForce = (rules: readonly DeliveryRule[], by = 'scenario one'): RulesInForce => ({
  by,
  since: NOW,
  chance: 'seed',
  rules,
});

const plan = (rule: DeliveryRule, facts: Partial<DeliveryFacts> = {}, now = NOW): Plan | undefined =>
  planAttempt([inForce([rule])], delivery(facts), now);

describe('which rule counts', () => {
  test.each<[string, readonly string[], boolean]>([
    ['the type itself', ['compliance.decision_made'], true],
    ['its segment', ['kyc.*', 'compliance.*'], true],
    ['another type of the segment', ['compliance.status_changed'], false],
    ['another segment', ['kyc.*'], false],
  ])('by event type: %s', (_about, events, fits) => {
    expect(plan({ events, outcomes: [500] }) !== undefined).toBe(fits);
  });

  test('the first that fits, also when it lets the attempt pass', () => {
    const rules = [{ events: ['kyc.*'], outcomes: [500] }, { outcomes: ['pass'] }, { outcomes: [503] }] as const;
    expect(planAttempt([inForce(rules)], delivery(), NOW)).toBeUndefined();
  });

  test('those that come first in line', () => {
    const line = [inForce([{ events: ['kyc.*'], outcomes: [500] }], 'first'), inForce([{ outcomes: [503] }], 'second')];
    expect(planAttempt(line, delivery(), NOW)).toMatchObject({
      outcome: { httpStatus: 503 },
      chaos: { by: 'second', did: ['outcome 503'] },
    });
  });

  test('a share is drawn from the seed, the same for all attempts of a delivery', () => {
    const of = (seed: string, eventId: string, attempts: number): boolean => {
      const set = { ...inForce([{ share: 0.3, outcomes: Array(10).fill(500) as number[] }]), chance: seed };
      return planAttempt([set], delivery({ eventId, attempts }), NOW) !== undefined;
    };
    const events = Array.from({ length: 400 }, (_, index) => `evt_${String(index)}`);
    const drawn = events.map((id) => of('a', id, 0));
    expect(events.map((id) => of('a', id, 7))).toEqual(drawn);
    expect(events.map((id) => of('b', id, 0))).not.toEqual(drawn);
    expect(drawn.filter(Boolean).length / events.length).toBeCloseTo(0.3, 1);
  });
});

describe('outcomes', () => {
  const outcomes = [500, 'timeout', 'reset', 'refused', 'pass', 200] as const;

  test.each([
    [0, { httpStatus: 500 }],
    [1, { failure: 'timeout' }],
    [2, { failure: 'answer_broken' }],
    [3, { failure: 'connect_failed' }],
    [5, { httpStatus: 200 }],
  ])('attempt %d ends as the list says, and nothing is sent', (attempts, outcome) => {
    expect(plan({ outcomes }, { attempts })).toMatchObject({ kind: 'invent', outcome });
  });

  test.each([4, 6, 9])('attempt %d passes', (attempts) => {
    expect(plan({ outcomes }, { attempts })).toBeUndefined();
  });
});

test('a receiver that is down is so from the beginning of the rule to the end of the time', () => {
  const rule = { downFor: 'PT24H' };
  expect(plan(rule, {}, NOW)).toMatchObject({ kind: 'invent', outcome: { failure: 'connect_failed' } });
  expect(plan(rule, { attempts: 5 }, NOW + 24 * HOUR - 1)).toMatchObject({ kind: 'invent' });
  expect(plan(rule, { attempts: 6 }, NOW + 24 * HOUR)).toBeUndefined();
});

test('a delay holds back the first attempt, and no other', () => {
  const rule = { delay: 'PT1H' };
  expect(plan(rule)).toEqual({ kind: 'hold', until: NOW + HOUR });
  expect(plan(rule, {}, NOW + HOUR)).toMatchObject({ kind: 'send', chaos: { did: ['delay PT1H'] } });
  expect(plan(rule, { attempts: 1 }, NOW + 1)).toBeUndefined();
});

test('who changes places takes a turn before the first attempt, once', () => {
  const rule = { reorder: true } as const;
  expect(plan(rule)).toEqual({ kind: 'take-turn' });
  expect(plan(rule, { reorderRole: { kind: 'was-held-back' } })).toMatchObject({
    chaos: { did: ['reorder: held back'] },
  });
  expect(plan(rule, { reorderRole: { kind: 'goes-first', before: 'del_2' } })).toMatchObject({
    chaos: { did: ['reorder: sent before del_2'] },
  });
  expect(plan(rule, { attempts: 1 })).toBeUndefined();
});

test('a rule that is about no outage makes none, also on a clock that was set back to before it', () => {
  const rules = [{ ...inForce([{ signature: 'stale' }]), since: NOW + 3_600_000 }];
  expect(planAttempt(rules, delivery(), NOW)).toMatchObject({ kind: 'send', signature: 'stale' });
});

test('what is sent may be changed in several ways at once', () => {
  expect(plan({ duplicate: 3, signature: 'stale', slowBody: { over: 'PT2S' } })).toEqual({
    kind: 'send',
    signature: 'stale',
    pace: { pieces: 10, milliseconds: 2000 },
    copies: 2,
    chaos: { by: 'scenario one', did: ['signature stale', 'slow body over PT2S'] },
  });
});

test.each<[string, unknown]>([
  ['no list', 5],
  ['no rule', [null]],
  ['no duration', [{ delay: 'soon' }]],
  ['no events', [{ events: 1 }]],
])('rules of an imported state that are none (%s) do nothing', (_about, rules) => {
  expect(planAttempt([inForce(rules as readonly DeliveryRule[])], delivery(), NOW)).toBeUndefined();
});

test('whatever an imported state says, no more than a little is done', () => {
  const rule = { duplicate: 1e9, slowBody: { pieces: 1e9, over: 'P300D' } };
  expect(plan(rule)).toMatchObject({ copies: 9, pace: { pieces: 100, milliseconds: 600_000 } });
});

const duration = fc.constantFrom('PT1S', 'PT10M', 'P1D', 'P3D');
const anyRule: fc.Arbitrary<DeliveryRule> = fc.record(
  {
    events: fc.constantFrom(['kyc.*'], ['compliance.*']),
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    outcomes: fc.array(fc.constantFrom(200, 500, 'pass' as const, 'timeout' as const, 'reset' as const), {
      minLength: 1,
    }),
    downFor: duration,
    delay: duration,
    duplicate: fc.integer({ min: 2, max: 10 }),
    reorder: fc.constant(true as const),
    signature: fc.constantFrom('stale', 'missing', 'altered-body'),
  },
  { requiredKeys: [] },
);

test('whatever the rules, later attempts are never held back, and the same facts make the same plan', () => {
  fc.assert(
    fc.property(fc.array(anyRule), fc.nat(9), fc.nat(100 * HOUR), (rules, attempts, later) => {
      const facts = delivery({ attempts });
      const made = planAttempt([inForce(rules)], facts, NOW + later);
      expect(planAttempt([inForce(rules)], { ...facts }, NOW + later)).toEqual(made);
      if (attempts > 0) expect(['hold', 'take-turn']).not.toContain(made?.kind);
      if (made?.kind === 'hold') expect(made.until).toBeGreaterThan(NOW + later);
    }),
  );
});
