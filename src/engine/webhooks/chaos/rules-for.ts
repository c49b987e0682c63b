import { andThen } from '../../../kernel/and-then.ts';
import type { WebhookEndpointRecord } from '../model/webhook-endpoint.ts';
import { BY_CONTROL_API, type FindRules, type RulesInForce } from '../model/chaos.ts';

/** The rules for a webhook endpoint: its own take precedence over those for all endpoints. */
export const rulesFor = ({ chaos }: WebhookEndpointRecord, ofAll: ReturnType<FindRules>): ReturnType<FindRules> => {
  if (chaos === undefined) return ofAll;
  const own: RulesInForce = { by: BY_CONTROL_API, ...chaos };
  return andThen(ofAll, (others) => [own, ...others]);
};
