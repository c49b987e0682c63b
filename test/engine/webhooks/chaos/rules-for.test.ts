import { expect, test } from '@jest/globals';
import { type RulesInForce, rulesFor } from '../../../../src/engine/webhooks/faults.ts';
import type { WebhookEndpointRecord } from '../../../../src/engine/webhooks/endpoint.ts';

const OWN = { since: 1, chance: 'own', rules: [{ duplicate: 2 }] };
const OTHERS: readonly RulesInForce[] = [{ by: 'scenario one', since: 2, chance: 'all', rules: [] }];

const endpoint = (change: Partial<WebhookEndpointRecord> = {}): WebhookEndpointRecord =>
  ({ id: 'wh_1', ...change }) as WebhookEndpointRecord;

test('the rules of a webhook endpoint come before those of all', () => {
  expect(rulesFor(endpoint({ chaos: OWN }), OTHERS)).toEqual([{ by: 'control API', ...OWN }, ...OTHERS]);
  expect(rulesFor(endpoint(), OTHERS)).toBe(OTHERS);
});
