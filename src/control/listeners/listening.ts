import { suggest } from '../../engine/matching/nearest.ts';
import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { tooManyStreams } from '../../engine/problems/refusals.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { AttemptOutcome } from '../../engine/webhooks/delivery.ts';
import {
  EVERY_ENDPOINT,
  type Secrets,
  type WebhookEndpointRecord,
  webhookEndpoints,
  wildcardOf,
} from '../../engine/webhooks/endpoint.ts';
import { pauseEndpoint, resumeSending } from '../../engine/webhooks/schedule.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Places } from '../../kernel/places.ts';
import { DELIVERY_POLICY } from '../../vat/policy/delivery-policy.ts';
import { type DrawWebhookSecret, registerEndpoint } from '../../vat/webhook-endpoints/endpoints.ts';
import { type Listeners, toListenerUrl } from './listeners.ts';
import { violation } from '../../vat/policy/problem.ts';

/** Deliveries for receivers that this server cannot reach: `vatmock listen` forwards them. */
export interface Listening {
  /** Registers the listener's webhook endpoint and streams its deliveries. 429 if there are too many listeners. */
  readonly listen: (sandbox: Sandbox, options: ListenOptions) => Promise<AsyncIterable<string>>;
  /** Reports the outcome of an attempt; 404 if no such attempt is in progress. */
  readonly report: (sandbox: Sandbox, name: string, attempt: string, outcome: AttemptOutcome) => void;
  /** Pauses the listener's webhook endpoint; 404 if there is none. */
  readonly stop: (sandbox: Sandbox, name: string) => Promise<void>;
}

interface ListenOptions {
  readonly name: string;
  /** Comma-separated event types and wildcards; all event types if undefined. */
  readonly events: string | undefined;
  /** Signing secret that the receiver already has; undefined for the previous one, or a new one. */
  readonly secret: string | undefined;
  readonly administratorEmail: string;
  /** Disconnects the listener when it aborts. */
  readonly until: AbortSignal | undefined;
}

/** Maximum concurrent listeners per sandbox. */
const MOST_LISTENERS = 10;

/** @param eventTypes of the description */
export const createListening = ({
  listeners,
  sandboxes,
  clients,
  drawSecret,
  eventTypes,
  streams,
}: {
  readonly listeners: Listeners;
  readonly sandboxes: Pick<Sandboxes, 'of'>;
  readonly clients: Pick<ClientDirectory, 'findBySandbox'>;
  readonly drawSecret: DrawWebhookSecret;
  readonly eventTypes: () => readonly string[];
  readonly streams: Places;
}): Listening => ({
  listen: async (sandbox, { name, events, secret, administratorEmail, until }) => {
    if (listeners.countIn(sandbox.id) >= MOST_LISTENERS)
      throw plainProblem(429, {
        detail: `${String(MOST_LISTENERS)} programs listen to this sandbox, which is the maximum: stop one of them.`,
      });
    const subscriptions = toSubscriptions(events, eventTypes());
    const register = (place: Sandbox, current: string | undefined) =>
      place.transact((work) =>
        registerListener(work, name, { subscriptions, secret: current, administratorEmail, drawSecret }),
      );
    const leave = streams.take(sandbox.organization);
    if (leave === undefined) throw tooManyStreams('streams', streams.limit);
    const { endpoint, waiting } = await register(sandbox, secret).catch((error: unknown) => {
      leave();
      throw error;
    });
    const { id: endpointId, secrets } = endpoint;
    return listeners.connect(
      { sandbox: sandbox.id, name },
      {
        endpointId,
        until,
        left: leave,
        greeting: { name, sandbox: sandbox.id, endpointId, events: subscriptions, secret: secrets.current, waiting },
        rejoin: async () => {
          const owner = clients.findBySandbox(sandbox.id);
          if (owner === undefined) throw new Error('the sandbox was dropped');
          return (await register(await sandboxes.of(owner), secrets.current)).endpoint.id;
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
    // Paused, so that nothing is sent and no failures are reported until the listener returns.
    const wasThere = await sandbox.transact(async (work) => {
      const endpoint = findListener(work, name);
      if (endpoint?.status === 'ACTIVE') await pauseEndpoint(work, endpoint, 'CLIENT');
      return endpoint !== undefined;
    });
    if (!wasThere) throw problem('not-found', { detail: `This sandbox has no listener "${name}".` });
    listeners.stop({ sandbox: sandbox.id, name });
  },
});

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

/**
 * The webhook endpoint of a listener: registered on first connection, later found by its name, with its secret and its
 * pending deliveries, whose number is `waiting`.
 */
const registerListener = async (
  work: UnitOfWork,
  name: string,
  {
    secret,
    drawSecret,
    ...settings
  }: Pick<ListenOptions, 'secret' | 'administratorEmail'> & {
    readonly subscriptions: readonly string[];
    readonly drawSecret: DrawWebhookSecret;
  },
): Promise<{ readonly endpoint: WebhookEndpointRecord; readonly waiting: number }> => {
  const before = findListener(work, name);
  if (before === undefined) {
    const registration = { ...settings, url: toListenerUrl(name), sellers: undefined, secret: secret ?? drawSecret };
    return { endpoint: registerEndpoint(work, registration), waiting: 0 };
  }
  const endpoint = work.update(webhookEndpoints, before, {
    ...before,
    subscriptions: settings.subscriptions,
    ...(isNew(secret, before.secrets) ? { secrets: { current: secret } } : {}),
    ...(before.status === 'PAUSED' ? { status: 'ACTIVE', version: before.version + 1, streak: null } : {}),
  });
  return { endpoint, waiting: await resumeSending(work, endpoint, DELIVERY_POLICY.retries, { retriesToo: true }) };
};

/** A listener that still sends a rotated secret does not restore it. */
const isNew = (secret: string | undefined, { current, former }: Secrets): secret is string =>
  secret !== undefined && secret !== current && secret !== former?.secret;

const findListener = (work: Reading, name: string): WebhookEndpointRecord | undefined => {
  const url = toListenerUrl(name);
  return work.findAll(webhookEndpoints, EVERY_ENDPOINT).find((endpoint) => endpoint.url === url);
};
