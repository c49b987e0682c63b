import { wildcardOf } from '../../engine/webhooks/model/subscription.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import { plainProblem, problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Places } from '../../kernel/places.ts';
import { tooManyStreams } from '../../engine/problems/refusals.ts';
import type { DrawWebhookSecret } from '../../vat/webhook-endpoints/secret.ts';
import { violation } from '../../vat/api/violation.ts';
import type { Listeners, ForwardOutcome } from './listeners.ts';
import { type ListenerWish, registerListener, restListener } from './register-listener.ts';

/** Deliveries for receivers that this server cannot reach: `vatmock listen` forwards them. */
export interface Listening {
  /** Registers the listener's webhook endpoint and streams its deliveries. 429 if there are too many listeners. */
  readonly listen: (sandbox: Sandbox, wish: ListenOptions) => Promise<AsyncIterable<string>>;
  /** Reports the outcome of an attempt; 404 if no such attempt is in progress. */
  readonly report: (sandbox: Sandbox, name: string, attempt: string, outcome: ForwardOutcome) => void;
  /** Pauses the listener's webhook endpoint; 404 if there is none. */
  readonly stop: (sandbox: Sandbox, name: string) => Promise<void>;
}

interface ListenOptions {
  readonly name: string;
  /** Comma-separated event types and wildcards; all event types if undefined. */
  readonly events: string | undefined;
  /** Signing secret that the receiver already has. */
  readonly secret: string | undefined;
  readonly administratorEmail: string;
  /** Disconnects the listener when it aborts. */
  readonly until: AbortSignal | undefined;
}

interface ListeningParts {
  readonly listeners: Listeners;
  readonly sandboxes: Pick<Sandboxes, 'of'>;
  readonly clients: Pick<ClientDirectory, 'findBySandbox'>;
  readonly drawSecret: DrawWebhookSecret;
  /** Event types of the description. */
  readonly eventTypes: () => readonly string[];
  readonly streams: Places;
}

/** Maximum concurrent listeners per sandbox. */
const MOST_LISTENERS = 10;

export const createListening = (parts: ListeningParts): Listening => {
  const { listeners, sandboxes, clients, drawSecret, eventTypes, streams } = parts;
  return {
    listen: async (sandbox, { name, events, secret, administratorEmail, until }) => {
      if (listeners.countIn(sandbox.id) >= MOST_LISTENERS)
        throw plainProblem(429, {
          detail: `${String(MOST_LISTENERS)} programs listen to this sandbox, which is the maximum: stop one of them.`,
        });
      const subscriptions = toSubscriptions(events, eventTypes());
      const registerIn = (place: Sandbox, wish: ListenerWish) =>
        place.transact((work) => registerListener(work, { ...wish, drawSecret }));
      const leave = await streams.take(sandbox.organization);
      if (leave === undefined) throw tooManyStreams('streams', streams.limit);
      const { endpoint, waiting } = await registerIn(sandbox, {
        name,
        subscriptions,
        secret,
        administratorEmail,
      }).catch((error: unknown) => {
        leave();
        throw error;
      });
      const { id: endpointId, secrets } = endpoint;
      const wish = { name, subscriptions, secret: secrets.current, administratorEmail };
      return listeners.connect(
        { sandbox: sandbox.id, name },
        {
          endpointId,
          wish,
          until,
          left: leave,
          greeting: { name, sandbox: sandbox.id, endpointId, events: subscriptions, secret: secrets.current, waiting },
          rejoin: async () => {
            const owner = clients.findBySandbox(sandbox.id);
            if (owner === undefined) throw new Error('the sandbox was dropped');
            return (await registerIn(await sandboxes.of(owner), wish)).endpoint.id;
          },
        },
      );
    },

    report: ({ id: sandbox }, name, attempt, outcome) => {
      if (listeners.report({ sandbox, name }, attempt, outcome)) return;
      throw problem('not-found', {
        detail: `No attempt ${attempt} to this listener is in progress: it timed out, or the server was restarted.`,
      });
    },

    stop: async (sandbox, name) => {
      const wasThere = await sandbox.transact((work) => restListener(work, name));
      if (!wasThere) throw problem('not-found', { detail: `This sandbox has no listener "${name}".` });
      listeners.stop({ sandbox: sandbox.id, name });
    },
  };
};

/** All event types unless some are named; "a root `*` is not a subscription". */
const toSubscriptions = (events: string | undefined, eventTypes: readonly string[]): readonly string[] => {
  const wildcards = [...new Set(eventTypes.map(wildcardOf))];
  if (events === undefined) return wildcards;
  const known = [...eventTypes, ...wildcards];
  const subscriptions = [...new Set(events.split(',').map((name) => name.trim()))];
  for (const name of subscriptions)
    if (!known.includes(name)) throw violation('events', `has no "${name}": ${suggest(name, known)}`, events);
  return subscriptions;
};
