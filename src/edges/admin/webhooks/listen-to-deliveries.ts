import type { ClientDirectory } from '../../../identity/client-directory.ts';
import type { Sandbox } from '../../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../../engine/sandbox/sandboxes.ts';
import { suggest } from '../../../engine/matching/nearest.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import { plainProblem, problem } from '../../../engine/problems/problem.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import type { DrawWebhookSecret } from '../../../vat/webhook-endpoints/secret.ts';
import { violation } from '../../../vat/api/violation.ts';
import type { ListenerKey, Listeners, Outcome } from '../../../control/listeners/listeners.ts';
import { registerListener, restListener } from '../../../control/listeners/register-listener.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';

export interface ListenParts {
  readonly listeners: Listeners;
  readonly sandboxes: Pick<Sandboxes, 'of'>;
  readonly clients: Pick<ClientDirectory, 'findBySandbox'>;
  readonly drawSecret: DrawWebhookSecret;
  /** Those of the description. */
  readonly eventTypes: () => readonly string[];
}

/** Of one sandbox at the same time. */
const MOST_LISTENERS = 10;

/** Deliveries for programs that this server cannot reach: `vatmock listen` hands them on. */
export const listenToDeliveries = (parts: ListenParts): Behaviours => {
  const { listeners, sandboxes, clients, drawSecret, eventTypes } = parts;

  const keyOf = (exchange: Validated): ListenerKey => ({
    sandbox: sandboxOf(exchange).id,
    name: exchange.pathParameters['name'] ?? '',
  });

  const listen: Behaviour = async (exchange) => {
    const sandbox = sandboxOf(exchange);
    const { name, events } = exchange.input.parameters.query as { readonly name: string; readonly events?: string };
    const { 'webhook-secret': secret } = exchange.input.parameters.header as { readonly 'webhook-secret'?: string };
    if (listeners.countIn(sandbox.id) >= MOST_LISTENERS)
      throw plainProblem(429, {
        detail: `${String(MOST_LISTENERS)} programs listen to this sandbox, which is the maximum: stop one of them.`,
      });
    const subscriptions = toSubscriptions(events, eventTypes());
    const { administratorEmail } = ownerOf(exchange);
    const registerIn = (place: Sandbox, known: string | undefined) =>
      place.transact((work) =>
        registerListener(work, { name, subscriptions, secret: known, administratorEmail, drawSecret }),
      );
    const { endpoint, waiting } = await registerIn(sandbox, secret);
    const { id: endpointId, secrets } = endpoint;
    const pieces = listeners.connect(
      { sandbox: sandbox.id, name },
      {
        endpointId,
        greeting: { name, sandbox: sandbox.id, endpointId, events: subscriptions, secret: secrets.current, waiting },
        rejoin: async () => {
          const owner = clients.findBySandbox(sandbox.id);
          if (owner === undefined) throw new Error('the sandbox was dropped');
          return (await registerIn(await sandboxes.of(owner), secrets.current)).endpoint.id;
        },
      },
    );
    return {
      status: 200,
      // Some proxies collect what they pass on, until there is enough of it. A server that stops would wait for a
      // connection that nothing more comes over.
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' },
      live: { mediaType: 'text/event-stream', pieces },
    };
  };

  return {
    listenToDeliveries: listen,

    reportOutcome: (exchange) => {
      const { attempt, ...outcome } = exchange.input.body as Outcome & { readonly attempt: string };
      if (listeners.report(keyOf(exchange), attempt, outcome)) return { status: 204, headers: {} };
      throw problem('not-found', {
        detail: `No attempt ${attempt} to this listener is in progress: it timed out, or the server was restarted.`,
      });
    },

    stopListening: async (exchange) => {
      const key = keyOf(exchange);
      const wasThere = await sandboxOf(exchange).transact((work) => restListener(work, key.name));
      if (!wasThere) throw problem('not-found', { detail: `This sandbox has no listener "${key.name}".` });
      listeners.stop(key);
      return { status: 204, headers: {} };
    },
  };
};

/** All of them unless some are named; "a root `*` is not a subscription". */
const toSubscriptions = (events: string | undefined, eventTypes: readonly string[]): readonly string[] => {
  const wildcards = [...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))];
  if (events === undefined) return wildcards;
  const known = [...eventTypes, ...wildcards];
  const subscriptions = [...new Set(events.split(',').map((name) => name.trim()))];
  for (const name of subscriptions)
    if (!known.includes(name)) throw violation('events', `has no "${name}": ${suggest(name, known)}`, events);
  return subscriptions;
};
