import type { Listening } from '../../../control/listeners/listening.ts';
import type { Outcome } from '../../../control/listeners/listeners.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';

const nameIn = ({ pathParameters }: Validated): string => pathParameters['name'] ?? '';

/** Deliveries for programs that this server cannot reach: `vatmock listen` hands them on. */
export const listenToDeliveries = (listening: Listening): Behaviours => ({
  listenToDeliveries: async (exchange) => {
    const sandbox = sandboxOf(exchange);
    const { name, events } = exchange.input.parameters.query as { readonly name: string; readonly events?: string };
    const { 'webhook-secret': secret } = exchange.input.parameters.header as { readonly 'webhook-secret'?: string };
    const { administratorEmail } = ownerOf(exchange);
    const pieces = await listening.listen(sandbox, { name, events, secret, administratorEmail });
    return {
      status: 200,
      // Some proxies collect what they pass on, until there is enough of it. A server that stops would wait for a
      // connection that nothing more comes over.
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' },
      live: { mediaType: 'text/event-stream', pieces },
    };
  },
  reportOutcome: (exchange) => {
    const { attempt, ...outcome } = exchange.input.body as Outcome & { readonly attempt: string };
    listening.report(sandboxOf(exchange), nameIn(exchange), attempt, outcome);
    return { status: 204, headers: {} };
  },
  stopListening: async (exchange) => {
    await listening.stop(sandboxOf(exchange), nameIn(exchange));
    return { status: 204, headers: {} };
  },
});
