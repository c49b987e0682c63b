import { expect, test } from '@jest/globals';
import { type RulesInForce, rulesFor } from '../../../../src/engine/webhooks/faults.ts';
import type { WebhookEndpointRecord } from '../../../../src/engine/webhooks/endpoint.ts';

const OWN = { since: 1, chance: 'own', rules: [{ duplicate: 2 }] };
const OTHERS: readonly RulesInForce[] = [{ by: 'scenario one', since: 2, chance: 'all', rules: [] }];

const endpoint = (change: Partial<WebhookEndpointRecord> = {}): WebhookEndpointRecord =>
  ({ id: 'wh_1', ...change }) as WebhookEndpointRecord;

test('the rules of a webhook endpoint come before those of all, at once or later', async () => {
  const both = [{ by: 'control API', ...OWN }, ...OTHERS];
  expect(rulesFor(endpoint({ chaos: OWN }), OTHERS)).toEqual(both);
  expect(await rulesFor(endpoint({ chaos: OWN }), Promise.resolve(OTHERS))).toEqual(both);
});

test('without rules of its own those of all remain', async () => {
  expect(rulesFor(endpoint(), OTHERS)).toBe(OTHERS);
  expect(await rulesFor(endpoint(), Promise.resolve(OTHERS))).toBe(OTHERS);
});
