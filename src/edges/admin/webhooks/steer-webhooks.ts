import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import type { Reading, UnitOfWork } from '../../../engine/sandbox/unit-of-work.ts';
import { checkDeliveries } from '../../../engine/scenarios/check-deliveries.ts';
import { type ScenarioFlaw, collectFlaws } from '../../../engine/scenarios/flaw.ts';
import type { DeliveryRule } from '../../../engine/webhooks/model/delivery-rule.ts';
import type { FindRules, RulesInForce } from '../../../engine/webhooks/model/chaos.ts';
import { rotateSecret } from '../../../engine/webhooks/model/secrets.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../../engine/webhooks/model/webhook-endpoint.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { createRandom } from '../../../kernel/random.ts';
import type { DrawWebhookSecret } from '../../../vat/webhook-endpoints/secret.ts';
import { readWindow } from '../sandboxes/rotate-client-secret.ts';
import { sandboxOf } from '../access/sandbox-of.ts';

export interface WebhookControl {
  readonly drawSecret: DrawWebhookSecret;
  /** All that there are. */
  readonly eventTypes: () => readonly string[];
  /** What active scenarios do to the deliveries of a sandbox. */
  readonly rules: FindRules;
}

const ok = (value: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers,
  content: jsonContent(value),
});

/** What the API has no operations for: a new secret, and things that go wrong on purpose. */
export const steerWebhooks = ({ drawSecret, eventTypes, rules }: WebhookControl): Behaviours => {
  const change = <T>(
    exchange: Validated,
    work: (unit: UnitOfWork, endpoint: WebhookEndpointRecord) => Promise<T>,
  ): Promise<T> => sandboxOf(exchange).transact(async (unit) => work(unit, await find(unit, exchange)));

  return {
    rotateWebhookSecret: (exchange) =>
      change(exchange, async (work, endpoint) => {
        const { window = 'PT24H' } = (exchange.input.body ?? {}) as { readonly window?: string };
        const { id, secrets } = endpoint;
        // The same after the same, as everything that is drawn from a seed.
        const fresh = drawSecret(createRandom(`${secrets.current}/next`));
        const rotated = rotateSecret(secrets, fresh, work.now, readWindow(window));
        await work.update(webhookEndpoints, endpoint, { ...endpoint, secrets: rotated });
        const previousSecretExpiresAt = toIsoDateTime(rotated.former?.goodUntil ?? work.now);
        return ok({ id, secret: fresh, previousSecretExpiresAt }, { 'cache-control': 'no-store' });
      }),

    getWebhookChaos: async (exchange) => {
      const sandbox = sandboxOf(exchange);
      return sandbox.read(async (reading) => ok(toShown(await find(reading, exchange), await rules(sandbox, reading))));
    },

    setWebhookChaos: async (exchange) => {
      const { rules: wanted, seed } = exchange.input.body as {
        readonly rules: readonly DeliveryRule[];
        readonly seed?: string;
      };
      checkRules(wanted, eventTypes());
      await change(exchange, async (work, endpoint) => {
        const chaos = { since: work.now, chance: seed ?? endpoint.id, rules: wanted };
        await work.update(webhookEndpoints, endpoint, { ...endpoint, chaos });
      });
      const sandbox = sandboxOf(exchange);
      return sandbox.read(async (reading) => ok(toShown(await find(reading, exchange), await rules(sandbox, reading))));
    },

    clearWebhookChaos: async (exchange) => {
      await change(exchange, async (work, endpoint) => {
        const { chaos: _chaos, ...without } = endpoint;
        await work.update(webhookEndpoints, endpoint, without);
      });
      return { status: 204, headers: {} };
    },
  };
};

const find = async (reading: Reading, { pathParameters }: Validated): Promise<WebhookEndpointRecord> => {
  const { id = '' } = pathParameters;
  const endpoint = await reading.get(webhookEndpoints, id);
  if (endpoint !== undefined) return endpoint;
  throw problem('not-found', {
    detail: `There is no webhook endpoint ${id} in this sandbox; GET /webhooks of the API lists them.`,
  });
};

const toShown = ({ id, chaos }: WebhookEndpointRecord, others: readonly RulesInForce[]): object => ({
  webhookId: id,
  since: chaos === undefined ? null : toIsoDateTime(chaos.since),
  rules: chaos?.rules ?? [],
  alsoInForce: others.map(({ by, since, rules }) => ({ by, since: toIsoDateTime(since), rules })),
});

/** What the schema cannot say, as for the rules of a scenario. */
const checkRules = (rules: readonly DeliveryRule[], eventTypes: readonly string[]): void => {
  const found: ScenarioFlaw[] = [];
  checkDeliveries(rules, { eventTypes }, collectFlaws(found, ['rules']));
  const [first] = found;
  if (first === undefined) return;
  throw problem('validation-error', {
    detail: `Nothing was changed: ${first.message}`,
    errors: found.map(({ path, message }) => ({ field: toField(path), message, rejectedValue: null })),
  });
};

const toField = (path: ScenarioFlaw['path']): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${String(key)}]` : `.${key}`))
    .join('')
    .slice(1);
