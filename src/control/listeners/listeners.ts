import type { After } from '../../kernel/timers.ts';
import type { Attempt } from '../../engine/webhooks/model/delivery.ts';
import type { WebhookRequest } from '../../engine/webhooks/model/sender.ts';
import { type EventStream, createEventStream } from '../../kernel/event-stream.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import type { ListenerWish } from './register-listener.ts';

/** Outcome of an attempt, as the listener or the sender reports it. */
export type ForwardOutcome = Omit<Attempt, 'at'>;

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
  /** Sends a signed request to the listener and waits for its report. */
  readonly deliver: (key: ListenerKey, post: WebhookRequest, signal: AbortSignal) => Promise<ForwardOutcome>;
  /** False if no such attempt is in progress for this listener. */
  readonly report: (key: ListenerKey, attempt: string, outcome: ForwardOutcome) => boolean;
  /** Notifies a listener that its webhook endpoint was paused automatically. */
  readonly paused: (sandbox: string, endpointId: string) => void;
  readonly stop: (key: ListenerKey) => void;
  /** The sandbox was reset or dropped: its listeners register again, or are disconnected. */
  readonly forget: (sandbox: string) => void;
  readonly close: () => void;
}

/** The listeners that are connected to this process. */
interface LocalListeners extends Listeners {
  readonly isConnected: (key: ListenerKey) => boolean;
  /** Begins an attempt, which `hand` brings to the listener, and waits for its report. */
  readonly begin: (key: ListenerKey, signal: AbortSignal, hand: (attempt: string) => void) => Promise<ForwardOutcome>;
  readonly isUnderWay: (attempt: string) => boolean;
  readonly push: (key: ListenerKey, event: string, data: object) => void;
  /** The sandbox was reset, and the listener registered again, by whichever process reset it. */
  readonly renewed: (key: ListenerKey, endpointId: string) => void;
  /** Another process has a listener of the same name: attempts in progress go on. */
  readonly replace: (key: ListenerKey) => void;
  /** Sandboxes with listeners or with attempts in progress. */
  readonly sandboxes: () => ReadonlySet<string>;
}

/** What a listener is sent. */
const toDelivery = (attempt: string, { headers, body, delivery }: WebhookRequest) => {
  const { id: deliveryId, eventId, eventType, attempt: number } = delivery ?? {};
  return { attempt, number, deliveryId, eventId, eventType, headers, body };
};

const notConnected = ({ name }: ListenerKey): ForwardOutcome => ({
  failure: 'connect_failed',
  detail: `the listener "${name}" is not connected`,
});

const DISCONNECTED: ForwardOutcome = {
  failure: 'answer_broken',
  detail: 'the listener disconnected before it reported the outcome',
};

interface NewListener {
  /** Id of the webhook endpoint of the listener. */
  readonly endpointId: string;
  /** What its webhook endpoint is registered with again. */
  readonly wish: ListenerWish;
  /** First event of the stream. */
  readonly greeting: object;
  /** Registers the webhook endpoint again and returns its id; rejects if the sandbox no longer exists. */
  readonly rejoin: () => Promise<string>;
  /** Disconnects the listener when it aborts. */
  readonly until: AbortSignal | undefined;
  /** Called when it has disconnected. */
  readonly left: () => void;
  /** Called when it has disconnected and no other one has taken its place. */
  readonly vacated?: () => void;
}

interface ListenersParts {
  readonly after: After;
  /** Timeout of an attempt in milliseconds of real time. */
  readonly timeout: number;
  /** Generates attempt ids: a late outcome from before a restart must not be taken for that of another attempt. */
  readonly random: Random;
}

interface Connection extends Pick<NewListener, 'rejoin' | 'vacated'> {
  readonly key: ListenerKey;
  endpointId: string;
  readonly stream: EventStream<Message>;
}

interface UnderWay {
  readonly id: string;
  readonly sandbox: string;
  readonly settle: (outcome: ForwardOutcome) => void;
}

/** The name of a server-sent event and its data. */
type Message = readonly [event: string, data: object];

const textOf = ({ sandbox, name }: ListenerKey): string => `${sandbox}\n${name}`;

export const createListeners = ({ after, timeout, random }: ListenersParts): LocalListeners => {
  const connections = new Map<string, Connection>();
  /**
   * Attempts in progress, by attempt id. They outlive a stream that another stream of the same listener has replaced.
   */
  const underWay = new Map<string, UnderWay>();

  const tellReset = (connection: Connection, endpointId: string): void => {
    connection.endpointId = endpointId;
    connection.stream.push(['reset', {}]);
  };

  const left = (connection: Connection): void => {
    const id = textOf(connection.key);
    if (connections.get(id) !== connection) return;
    connections.delete(id);
    for (const attempt of [...underWay.values()]) if (attempt.id === id) attempt.settle(DISCONNECTED);
    connection.vacated?.();
  };

  const dismiss = ({ stream }: Connection, word: 'replaced' | 'stopped' | 'closed'): void => {
    stream.push([word, {}]);
    stream.end();
  };

  const rejoin = async (connection: Connection): Promise<void> => {
    try {
      tellReset(connection, await connection.rejoin());
    } catch {
      dismiss(connection, 'closed');
    }
  };

  const begin: LocalListeners['begin'] = (key, signal, hand) => {
    const attempt = drawPrefixedId('try_', random);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        timer.cancel();
        signal.removeEventListener('abort', giveUp);
        underWay.delete(attempt);
      };
      const giveUp = (): void => {
        end();
        reject(signal.reason as Error);
      };
      const settle = (outcome: ForwardOutcome): void => {
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
      underWay.set(attempt, { id: textOf(key), sandbox: key.sandbox, settle });
      hand(attempt);
    });
  };

  const push: LocalListeners['push'] = (key, event, data) => {
    connections.get(textOf(key))?.stream.push([event, data]);
  };

  return {
    begin,
    push,
    isConnected: (key) => connections.has(textOf(key)),
    isUnderWay: (attempt) => underWay.has(attempt),
    renewed: (key, endpointId) => {
      const connection = connections.get(textOf(key));
      if (connection !== undefined) tellReset(connection, endpointId);
    },
    replace: (key) => {
      const connection = connections.get(textOf(key));
      if (connection === undefined) return;
      connections.delete(textOf(key));
      dismiss(connection, 'replaced');
    },
    sandboxes: () =>
      new Set([...[...connections.values()].map(({ key }) => key), ...underWay.values()].map(({ sandbox }) => sandbox)),

    connect: (key, { greeting, until, left: disconnected, ...listener }) => {
      const stream = createEventStream<Message>({
        toEvent: ([event, data]) => ({ event, data }),
        after,
        ended: () => {
          stopWaiting();
          left(connection);
          disconnected();
        },
      });
      const connection: Connection = { ...listener, key, stream };
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

    deliver: (key, post, signal) => {
      if (!connections.has(textOf(key))) return Promise.resolve(notConnected(key));
      return begin(key, signal, (attempt) => {
        push(key, 'delivery', toDelivery(attempt, post));
      });
    },

    report: (key, attempt, outcome) => {
      const found = underWay.get(attempt);
      if (found?.id !== textOf(key)) return false;
      found.settle(outcome);
      return true;
    },

    paused: (sandbox, endpointId) => {
      for (const { key, stream, ...connection } of connections.values())
        if (key.sandbox === sandbox && connection.endpointId === endpointId) stream.push(['paused', {}]);
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
