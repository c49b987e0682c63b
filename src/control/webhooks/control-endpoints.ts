import { problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { checkRuleReferences } from '../../engine/scenarios/references.ts';
import { checkDeliveries } from '../../engine/scenarios/check-scenario.ts';
import { type PathDiagnostic, collectDiagnostics } from '../../kernel/diagnostic.ts';
import { formatPath } from '../../kernel/path.ts';
import type { FindRules, RulesInForce } from '../../engine/webhooks/model/chaos.ts';
import type { DeliveryRule } from '../../engine/webhooks/model/delivery-rule.ts';
import { rotateSecret } from '../../engine/webhooks/model/secrets.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../engine/webhooks/model/webhook-endpoint.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { createRandom } from '../../kernel/random.ts';
import type { DrawWebhookSecret } from '../../vat/webhook-endpoints/secret.ts';
import { readRotationWindow } from '../clock/rotation-window.ts';

/** Endpoint features without an API operation: secret rotation and delivery faults. 404 for an unknown endpoint. */
export interface EndpointSteering {
  readonly rotateSecret: (sandbox: Sandbox, id: string, window: string | undefined) => Promise<RotatedSecret>;
  readonly showChaos: (sandbox: Sandbox, id: string) => Promise<ShownChaos>;
  readonly setChaos: (sandbox: Sandbox, id: string, wish: ChaosOptions) => Promise<ShownChaos>;
  readonly clearChaos: (sandbox: Sandbox, id: string) => Promise<void>;
}

export interface RotatedSecret {
  readonly id: string;
  readonly secret: string;
  readonly previousSecretExpiresAt: string;
}

interface ChaosOptions {
  readonly rules: readonly DeliveryRule[];
  /** Seed of random faults; the id of the endpoint if undefined. */
  readonly seed?: string | undefined;
}

type ShownChaos = ReturnType<typeof toShown>;

interface EndpointSteeringParts {
  readonly drawSecret: DrawWebhookSecret;
  /** All event types. */
  readonly eventTypes: () => readonly string[];
  /** Delivery rules of active scenarios in a sandbox. */
  readonly rules: FindRules;
}

export const controlEndpoints = ({ drawSecret, eventTypes, rules }: EndpointSteeringParts): EndpointSteering => {
  const change = <T>(
    sandbox: Sandbox,
    id: string,
    work: (unit: UnitOfWork, endpoint: WebhookEndpointRecord) => T,
  ): Promise<T> => sandbox.transact((unit) => work(unit, find(unit, id)));

  const showChaos: EndpointSteering['showChaos'] = (sandbox, id) =>
    sandbox.read(async (reading) => toShown(find(reading, id), await rules(sandbox, reading)));

  return {
    rotateSecret: (sandbox, webhookId, window) =>
      change(sandbox, webhookId, (work, endpoint) => {
        const { id, secrets } = endpoint;
        // The new secret follows from the current one, like everything seeded.
        const fresh = drawSecret(createRandom(`${secrets.current}/next`));
        const rotated = rotateSecret(secrets, fresh, work.now, readRotationWindow(window));
        work.update(webhookEndpoints, endpoint, { ...endpoint, secrets: rotated });
        return { id, secret: fresh, previousSecretExpiresAt: toIsoDateTime(rotated.former?.goodUntil ?? work.now) };
      }),

    showChaos,

    setChaos: async (sandbox, id, { rules: wanted, seed }) => {
      checkRules(wanted, eventTypes());
      await change(sandbox, id, (work, endpoint) => {
        const chaos = { since: work.now, chance: seed ?? endpoint.id, rules: wanted };
        work.update(webhookEndpoints, endpoint, { ...endpoint, chaos });
      });
      return showChaos(sandbox, id);
    },

    clearChaos: (sandbox, id) =>
      change(sandbox, id, (work, endpoint) => {
        const { chaos: _chaos, ...without } = endpoint;
        work.update(webhookEndpoints, endpoint, without);
      }),
  };
};

const find = (reading: Reading, id: string): WebhookEndpointRecord => {
  const endpoint = reading.get(webhookEndpoints, id);
  if (endpoint !== undefined) return endpoint;
  throw problem('not-found', {
    detail: `There is no webhook endpoint ${id} in this sandbox; GET /webhooks of the API lists them.`,
  });
};

const toShown = ({ id, chaos }: WebhookEndpointRecord, others: readonly RulesInForce[]) => ({
  webhookId: id,
  since: chaos === undefined ? null : toIsoDateTime(chaos.since),
  rules: chaos?.rules ?? [],
  alsoInForce: others.map(({ by, since, rules }) => ({ by, since: toIsoDateTime(since), rules })),
});

/** Validates what the schema cannot express, with the checks for scenario rules. */
export const findRuleFaults = (
  rules: readonly DeliveryRule[],
  eventTypes: readonly string[],
): readonly PathDiagnostic[] => {
  const found: PathDiagnostic[] = [];
  const diagnostics = collectDiagnostics(found, ['rules']);
  checkRuleReferences(rules, eventTypes, diagnostics);
  checkDeliveries(rules, diagnostics);
  return found;
};

const checkRules = (rules: readonly DeliveryRule[], eventTypes: readonly string[]): void => {
  const found = findRuleFaults(rules, eventTypes);
  const [first] = found;
  if (first === undefined) return;
  throw problem('validation-error', {
    detail: `Nothing was changed: ${first.message}`,
    errors: found.map(({ path, message }) => ({ field: formatPath(path), message, rejectedValue: null })),
  });
};
