import type { EmittedEvent } from '../../engine/message/event.ts';
import type { AttemptOutcome } from '../../engine/webhooks/delivery.ts';
import type { DeliveryInterceptor, WebhookRequest } from '../../engine/webhooks/sender.ts';
import { type EventStream, createEventStream } from '../../kernel/event-stream.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import type { After } from '../../kernel/timers.ts';
import { whenAborted } from '../../kernel/wait-until.ts';

/**
 * URL of a webhook endpoint registered by `vatmock listen`. Not a network address: the egress guard refuses every
 * scheme but http and https, so POST /webhooks cannot register it, and only the listeners take deliveries to it.
 */
const SCHEME = 'vatmock-listen:';

export const toListenerUrl = (name: string): string => SCHEME + name;

/** The listener name in such a URL; undefined for any other URL. */
export const listenerIn = (url: string): string | undefined =>
  url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;

/** A listener: its sandbox and its name there. */
interface ListenerKey {
  readonly sandbox: string;
  readonly name: string;
}

/** Programs that forward deliveries to receivers which the server cannot reach. */
export interface Listeners {
  /** Sends deliveries to this listener from now on; an earlier listener of the same name is disconnected. */
  readonly connect: (key: ListenerKey, listener: NewListener) => AsyncIterable<string>;
  readonly countIn: (sandbox: string) => number;
  /** Hands each signed request to the listener that its URL names, and waits for its report. */
  readonly interceptor: (userAgent: string) => DeliveryInterceptor;
  /** False if no such attempt is in progress for this listener. */
  readonly report: (key: ListenerKey, attempt: string, outcome: AttemptOutcome) => boolean;
  /** Notifies listeners whose webhook endpoint was paused: otherwise they would wait for deliveries in vain. */
  readonly notifyPauses: (sandbox: string, emitted: readonly EmittedEvent[]) => void;
  readonly stop: (key: ListenerKey) => void;
  /** The sandbox was reset or dropped: its listeners register again, or are disconnected. */
  readonly forget: (sandbox: string) => void;
  readonly close: () => void;
}

interface NewListener {
  /** Id of the webhook endpoint of the listener. */
  readonly endpointId: string;
  /** First event of the stream. */
  readonly greeting: object;
  /** Registers the webhook endpoint again and returns its id; rejects if the sandbox no longer exists. */
  readonly rejoin: () => Promise<string>;
  /** Disconnects the listener when it aborts. */
  readonly until: AbortSignal | undefined;
  /** Called when it has disconnected. */
  readonly left: () => void;
}

interface Connection {
  readonly key: ListenerKey;
  endpointId: string;
  readonly rejoin: NewListener['rejoin'];
  readonly stream: EventStream<ServerSentEvent>;
}

interface AttemptInProgress {
  readonly listener: string;
  readonly settle: (outcome: AttemptOutcome) => void;
}

type ServerSentEvent = readonly [event: string, data: object];

const textOf = ({ sandbox, name }: ListenerKey): string => `${sandbox}\n${name}`;

const toDelivery = (attempt: string, { headers, body, delivery }: WebhookRequest) => {
  const { id: deliveryId, eventId, eventType, attempt: number } = delivery ?? {};
  return { attempt, number, deliveryId, eventId, eventType, headers, body };
};

/**
 * @param timeout of an attempt, in milliseconds of real time
 * @param random generates attempt ids: a late outcome from before a restart must not be taken for that of another
 *   attempt
 */
export const createListeners = ({
  after,
  timeout,
  random,
}: {
  readonly after: After;
  readonly timeout: number;
  readonly random: Random;
}): Listeners => {
  const connections = new Map<string, Connection>();
  /** By attempt id. They outlive a stream that another stream of the same listener has replaced. */
  const inProgress = new Map<string, AttemptInProgress>();

  const left = (connection: Connection): void => {
    const listener = textOf(connection.key);
    if (connections.get(listener) !== connection) return;
    connections.delete(listener);
    const outcome: AttemptOutcome = {
      failure: 'answer_broken',
      detail: 'the listener disconnected before it reported the outcome',
    };
    for (const attempt of [...inProgress.values()]) if (attempt.listener === listener) attempt.settle(outcome);
  };

  const dismiss = ({ stream }: Connection, word: 'replaced' | 'stopped' | 'closed'): void => {
    stream.push([word, {}]);
    stream.end();
  };

  const rejoin = async (connection: Connection): Promise<void> => {
    try {
      connection.endpointId = await connection.rejoin();
      connection.stream.push(['reset', {}]);
    } catch {
      dismiss(connection, 'closed');
    }
  };

  const deliver = (key: ListenerKey, request: WebhookRequest, signal: AbortSignal): Promise<AttemptOutcome> => {
    const connection = connections.get(textOf(key));
    if (connection === undefined)
      return Promise.resolve({ failure: 'connect_failed', detail: `the listener "${key.name}" is not connected` });
    const attempt = drawPrefixedId('try_', random);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        timer.cancel();
        signal.removeEventListener('abort', giveUp);
        inProgress.delete(attempt);
      };
      const giveUp = (): void => {
        end();
        reject(signal.reason as Error);
      };
      const settle = (outcome: AttemptOutcome): void => {
        end();
        resolve(outcome);
      };
      const timer = after(timeout, () => {
        settle({ failure: 'timeout', detail: 'the listener did not report the outcome in time' });
      });
      if (signal.aborted) {
        giveUp();
        return;
      }
      signal.addEventListener('abort', giveUp, { once: true });
      inProgress.set(attempt, { listener: textOf(key), settle });
      connection.stream.push(['delivery', toDelivery(attempt, request)]);
    });
  };

  return {
    connect: (key, { endpointId, greeting, rejoin: again, until, left: disconnected }) => {
      const stream = createEventStream<ServerSentEvent>({
        toEvent: ([event, data]) => ({ event, data }),
        after,
        ended: () => {
          stopWaiting();
          left(connection);
          disconnected();
        },
      });
      const connection: Connection = { key, endpointId, rejoin: again, stream };
      const former = connections.get(textOf(key));
      connections.set(textOf(key), connection);
      if (former !== undefined) dismiss(former, 'replaced');
      stream.push(['listening', { ...greeting, timeout }]);
      const stopWaiting = whenAborted(until, () => {
        dismiss(connection, 'closed');
      });
      return stream;
    },

    countIn: (sandbox) => [...connections.values()].filter(({ key }) => key.sandbox === sandbox).length,

    interceptor: (userAgent) => ({
      takes: ({ url }) => listenerIn(url) !== undefined,
      send: (request, signal) => {
        const name = listenerIn(request.url);
        if (name === undefined || request.delivery === undefined)
          return Promise.resolve({ failure: 'connect_failed', detail: 'no listener is connected' });
        const headers = { ...request.headers, 'user-agent': userAgent };
        return deliver({ sandbox: request.delivery.sandbox, name }, { ...request, headers }, signal);
      },
    }),

    report: (key, attempt, outcome) => {
      const found = inProgress.get(attempt);
      if (found?.listener !== textOf(key)) return false;
      found.settle(outcome);
      return true;
    },

    notifyPauses: (sandbox, emitted) => {
      for (const { type, data } of emitted) {
        if (type !== 'webhook.endpoint_auto_paused') continue;
        const { endpointId } = data as { readonly endpointId?: unknown };
        for (const { key, stream, ...connection } of connections.values())
          if (key.sandbox === sandbox && connection.endpointId === endpointId) stream.push(['paused', {}]);
      }
    },

    stop: (key) => {
      const connection = connections.get(textOf(key));
      if (connection !== undefined) dismiss(connection, 'stopped');
    },

    forget: (sandbox) => {
      for (const connection of connections.values()) if (connection.key.sandbox === sandbox) void rejoin(connection);
    },

    close: () => {
      for (const connection of connections.values()) dismiss(connection, 'closed');
    },
  };
};
