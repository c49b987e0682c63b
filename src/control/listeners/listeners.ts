import type { EmittedEvent } from '../../engine/message/message.ts';
import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { tooManyStreams } from '../../engine/problems/refusals.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { AttemptOutcome } from '../../engine/webhooks/delivery.ts';
import {
  type DrawWebhookSecret,
  findByUrl,
  registerEndpoint,
  webhookEndpoints,
} from '../../engine/webhooks/endpoint.ts';
import { resumeSending } from '../../engine/webhooks/schedule.ts';
import type { DeliveryInterceptor, WebhookRequest } from '../../engine/webhooks/sender.ts';
import { type EventStream, createEventStream } from '../../kernel/event-stream.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Places } from '../../kernel/places.ts';
import type { Random } from '../../kernel/random.ts';
import type { After } from '../../kernel/timers.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import { toSubscriptions } from '../webhooks/subscriptions.ts';

/**
 * URL of a webhook endpoint registered by `vatmock listen`. Not a network address: the egress guard refuses every
 * scheme but http and https, so POST /webhooks cannot register it, and only the listeners take deliveries to it.
 */
const SCHEME = 'vatmock-listen:';

/** The listener name in such a URL; undefined for any other URL. */
export const listenerIn = (url: string): string | undefined =>
  url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;

/** Maximum concurrent listeners per sandbox. */
const MOST_LISTENERS = 10;

interface Connection {
  /** Of the listener, see `keyOf`. */
  readonly key: string;
  readonly sandbox: string;
  endpointId: string;
  readonly stream: EventStream;
  /** Registers the webhook endpoint again; rejects if the sandbox no longer exists. */
  readonly rejoin: () => Promise<void>;
}

const keyOf = (sandbox: string, name: string): string => `${sandbox}\n${name}`;

/** Programs (`vatmock listen`) that forward deliveries to receivers which the server cannot reach. */
export const createListeners = ({
  after,
  timeout,
  random,
  sandboxOf,
  drawSecret,
  eventTypes,
  streams,
}: {
  readonly after: After;
  /** Of an attempt, in milliseconds of real time. */
  readonly timeout: number;
  /** Generates attempt ids: a late outcome from before a restart must not be taken for that of another attempt. */
  readonly random: Random;
  /** The current sandbox of this name; rejects if it was dropped. */
  readonly sandboxOf: (name: string) => Promise<Sandbox>;
  readonly drawSecret: DrawWebhookSecret;
  /** Of the description. */
  readonly eventTypes: () => readonly string[];
  readonly streams: Places;
}) => {
  const connections = new Map<string, Connection>();
  /** By attempt id. They outlive a stream that another stream of the same listener has replaced. */
  const inProgress = new Map<string, { readonly key: string; readonly settle: (outcome: AttemptOutcome) => void }>();

  const dismiss = ({ stream }: Connection, event: 'replaced' | 'closed'): void => {
    stream.push({ event, data: {} });
    stream.end();
  };

  const disconnected = (connection: Connection): void => {
    if (connections.get(connection.key) !== connection) return;
    connections.delete(connection.key);
    const detail = 'the listener disconnected before it reported the outcome';
    for (const { key, settle } of [...inProgress.values()])
      if (key === connection.key) settle({ failure: 'answer_broken', detail });
  };

  const deliver = ({ stream, key }: Connection, request: WebhookRequest, signal: AbortSignal) =>
    new Promise<AttemptOutcome>((resolve, reject) => {
      const attempt = drawPrefixedId('try_', random);
      const end = (): void => {
        timer.cancel();
        stopWaiting();
        inProgress.delete(attempt);
      };
      const settle = (outcome: AttemptOutcome): void => {
        end();
        resolve(outcome);
      };
      const timer = after(timeout, () => {
        settle({ failure: 'timeout', detail: 'the listener did not report the outcome in time' });
      });
      inProgress.set(attempt, { key, settle });
      const stopWaiting = whenAborted(signal, () => {
        end();
        reject(signal.reason as Error);
      });
      const { headers, body, delivery } = request;
      const { id: deliveryId, eventId, eventType, attempt: number } = delivery ?? {};
      stream.push({ event: 'delivery', data: { attempt, number, deliveryId, eventId, eventType, headers, body } });
    });

  /** Hands each signed request to the listener that its URL names, and waits for its report. */
  const interceptor: DeliveryInterceptor = ({ url, delivery }) => {
    const name = listenerIn(url);
    if (name === undefined) return undefined;
    return async (request, signal) => {
      signal.throwIfAborted();
      const connection = connections.get(keyOf(delivery?.sandbox ?? '', name));
      if (connection !== undefined) return deliver(connection, request, signal);
      return { failure: 'connect_failed', detail: `the listener "${name}" is not connected` };
    };
  };

  return {
    interceptor,

    /** Registers the listener's webhook endpoint and streams its deliveries. 429 if there are too many listeners. */
    listen: async (
      sandbox: Sandbox,
      {
        name,
        events,
        secret: known,
        administratorEmail,
        until,
      }: {
        readonly name: string;
        /** Comma-separated event types and wildcards; all event types if undefined. */
        readonly events: string | undefined;
        /** Signing secret that the receiver already has; undefined for the previous one, or a new one. */
        readonly secret: string | undefined;
        readonly administratorEmail: string;
        /** Disconnects the listener when it aborts. */
        readonly until: AbortSignal | undefined;
      },
    ): Promise<EventStream> => {
      if ([...connections.values()].filter((each) => each.sandbox === sandbox.id).length >= MOST_LISTENERS)
        throw plainProblem(
          429,
          `${MOST_LISTENERS} programs listen to this sandbox, which is the maximum: stop one of them.`,
        );
      const subscriptions = toSubscriptions(events?.split(','), eventTypes());
      /**
       * The webhook endpoint of the listener: registered on first connection, later found by its name, with its secret and its
       * pending deliveries, whose number is `waiting`.
       */
      const register = (place: Sandbox, secret: string | undefined) =>
        place.transact(async (work) => {
          const before = findByUrl(work, SCHEME + name);
          if (before === undefined) {
            const registration = { url: SCHEME + name, subscriptions, administratorEmail };
            return { endpoint: registerEndpoint(work, { ...registration, secret: secret ?? drawSecret }), waiting: 0 };
          }
          const { current, former } = before.secrets;
          // A listener that still sends a rotated secret does not restore it.
          const isNew = secret !== undefined && secret !== current && secret !== former?.secret;
          const endpoint = work.update(webhookEndpoints, before, {
            ...before,
            subscriptions,
            ...(isNew && { secrets: { current: secret } }),
            ...(before.status === 'PAUSED' && { status: 'ACTIVE', version: before.version + 1, streak: null }),
          });
          const waiting = await resumeSending(work, endpoint, { retriesToo: true });
          return { endpoint, waiting };
        });
      const leave = streams.take(sandbox.organization);
      if (leave === undefined) throw tooManyStreams('streams', streams.limit);
      const { endpoint, waiting } = await register(sandbox, known).catch((error: unknown) => {
        leave();
        throw error;
      });
      const { id: endpointId, secrets } = endpoint;
      const stream = createEventStream({
        after,
        ended: () => {
          stopWaiting();
          disconnected(connection);
          leave();
        },
      });
      const key = keyOf(sandbox.id, name);
      const rejoin = async (): Promise<void> => {
        const again = await register(await sandboxOf(sandbox.id), secrets.current);
        connection.endpointId = again.endpoint.id;
      };
      const connection: Connection = { key, sandbox: sandbox.id, endpointId, stream, rejoin };
      // An earlier listener of the same name is disconnected.
      const former = connections.get(key);
      connections.set(key, connection);
      if (former !== undefined) dismiss(former, 'replaced');
      const greeting = { name, sandbox: sandbox.id, endpointId, events: subscriptions, secret: secrets.current };
      stream.push({ event: 'listening', data: { ...greeting, waiting, timeout } });
      const stopWaiting = whenAborted(until, () => {
        dismiss(connection, 'closed');
      });
      return stream;
    },

    /** Reports the outcome of an attempt; 404 if no such attempt is in progress. */
    report: ({ id }: Sandbox, name: string, attempt: string, outcome: AttemptOutcome): void => {
      const found = inProgress.get(attempt);
      if (found?.key === keyOf(id, name)) found.settle(outcome);
      else
        throw problem(
          'not-found',
          `No attempt ${attempt} to this listener is in progress: it timed out, or the server was restarted.`,
        );
    },

    /** Notifies listeners whose webhook endpoint was paused: otherwise they would wait for deliveries in vain. */
    notifyPauses: (sandbox: string, emitted: readonly EmittedEvent[]): void => {
      for (const { type, data } of emitted) {
        if (type !== 'webhook.endpoint_auto_paused') continue;
        const { endpointId } = data as { readonly endpointId?: unknown };
        for (const { stream, ...connection } of connections.values())
          if (connection.sandbox === sandbox && connection.endpointId === endpointId)
            stream.push({ event: 'paused', data: {} });
      }
    },

    /** The sandbox was reset or dropped: its listeners register again, or are disconnected. */
    forget: (sandbox: string): void => {
      for (const connection of connections.values())
        if (connection.sandbox === sandbox)
          connection.rejoin().then(
            () => {
              connection.stream.push({ event: 'reset', data: { endpointId: connection.endpointId } });
            },
            () => {
              dismiss(connection, 'closed');
            },
          );
    },

    close: (): void => {
      for (const connection of connections.values()) dismiss(connection, 'closed');
    },
  };
};
