import { type Mock, type ScenarioDefinition, defineScenario } from '../../src/index.ts';

declare const mock: Mock;

const definition: ScenarioDefinition = defineScenario({
  scenario: 'typed',
  steps: [{ on: 'createOrder', times: 1, reply: { problem: 'rate-limited', headers: { 'Retry-After': 2 } } }],
  timeline: [{ at: 'PT1H', emit: 'compliance.status_changed' }],
  expect: [{ request: 'createOrder', times: 2, sameIdempotencyKey: true }, { event: 'compliance.status_changed' }],
});

void mock.scenario(definition);
void mock.scenario('lost-answer');

// @ts-expect-error the description has no such operation
defineScenario({ scenario: 'a', steps: [{ on: 'createOrdr', reply: 'pass' }] });

// @ts-expect-error nor such a problem type
defineScenario({ scenario: 'a', steps: [{ on: 'createOrder', reply: { problem: 'rate-limit' } }] });

// @ts-expect-error nor such an event
defineScenario({ scenario: 'a', timeline: [{ at: 'PT1H', emit: 'compliance.changed' }] });

// @ts-expect-error an expectation is about requests, or about events
defineScenario({ scenario: 'a', expect: [{ request: 'createOrder', event: 'compliance.status_changed' }] });

// @ts-expect-error nothing is called so
defineScenario({ scenario: 'a', stps: [] });
