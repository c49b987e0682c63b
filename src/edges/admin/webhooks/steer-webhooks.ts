import type { ChaosWish, EndpointSteering } from '../../../control/webhooks/steer-endpoints.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { sandboxOf } from '../access/sandbox-of.ts';

const ok = (value: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers,
  content: jsonContent(value),
});

const idIn = ({ pathParameters }: Validated): string => pathParameters['id'] ?? '';

/** What the API has no operations for: a new secret, and things that go wrong on purpose. */
export const steerWebhooks = (endpoints: EndpointSteering): Behaviours => ({
  rotateWebhookSecret: async (exchange) => {
    const { window } = (exchange.input.body ?? {}) as { readonly window?: string };
    const rotated = await endpoints.rotateSecret(sandboxOf(exchange), idIn(exchange), window);
    return ok(rotated, { 'cache-control': 'no-store' });
  },
  getWebhookChaos: async (exchange) => ok(await endpoints.showChaos(sandboxOf(exchange), idIn(exchange))),
  setWebhookChaos: async (exchange) =>
    ok(await endpoints.setChaos(sandboxOf(exchange), idIn(exchange), exchange.input.body as ChaosWish)),
  clearWebhookChaos: async (exchange) => {
    await endpoints.clearChaos(sandboxOf(exchange), idIn(exchange));
    return { status: 204, headers: {} };
  },
});
