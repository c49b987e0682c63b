import type { After } from '../../kernel/timers.ts';
import type { Attempt } from '../../engine/webhooks/model/delivery.ts';
import type { WebhookRequest } from '../../engine/webhooks/model/sender.ts';
import { type EventStream, createEventStream } from '../../kernel/event-stream.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';

/** What came of an attempt, as the listener or the sender tells it. */
export type ForwardOutcome = Omit<Attempt, 'at'>;

/** A listener by its sandbox and its name there. */
export interface ListenerKey {
  readonly sandbox: string;
  readonly name: string;
}

/** The programs that hand deliveries on to receivers which this server cannot reach. */
export interface Listeners {
  /** From now on deliveries go to this listener; a former listener of the same name is told to leave. */
  readonly connect: (key: ListenerKey, listener: NewListener) => AsyncIterable<string>;
  readonly countIn: (sandbox: string) => number;
  /** Hands a signed request over, and waits for what the listener tells of it. */
  readonly deliver: (key: ListenerKey, post: WebhookRequest, signal: AbortSignal) => Promise<ForwardOutcome>;
  /** False when no such attempt is under way to this listener. */
  readonly report: (key: ListenerKey, attempt: string, outcome: ForwardOutcome) => boolean;
  /** Tells a listener that its webhook endpoint was paused automatically. */
  readonly paused: (sandbox: string, endpointId: string) => void;
  readonly stop: (key: ListenerKey) => void;
  /** The sandbox was emptied or dropped: its listeners register anew, or are told that it is over. */
  readonly forget: (sandbox: string) => void;
  readonly close: () => void;
}

export interface NewListener {
  /** Its webhook endpoint. */
  readonly endpointId: string;
  /** What it is told first. */
  readonly greeting: object;
  /** Registers its webhook endpoint once more, and says which it is; rejects where there is no sandbox any more. */
  readonly rejoin: () => Promise<string>;
}

export interface ListenersParts {
  readonly after: After;
  /** Milliseconds of real time that an attempt may take. */
  readonly timeout: number;
  /** Names attempts: a late outcome from before a restart must not pass for another one. */
  readonly random: Random;
}

interface Connection extends Pick<NewListener, 'rejoin'> {
  readonly key: ListenerKey;
  endpointId: string;
  readonly stream: EventStream<Message>;
}

interface UnderWay {
  readonly id: string;
  readonly settle: (outcome: ForwardOutcome) => void;
}

/** The name of a server-sent event and its data. */
type Message = readonly [event: string, data: object];

const textOf = ({ sandbox, name }: ListenerKey): string => `${sandbox}\n${name}`;

export const createListeners = ({ after, timeout, random }: ListenersParts): Listeners => {
  const connections = new Map<string, Connection>();
  /** By attempt. They outlive a stream that another one of the same listener has taken the place of. */
  const underWay = new Map<string, UnderWay>();

  const left = (connection: Connection): void => {
    const id = textOf(connection.key);
    if (connections.get(id) !== connection) return;
    connections.delete(id);
    for (const attempt of [...underWay.values()])
      if (attempt.id === id)
        attempt.settle({
          failure: 'answer_broken',
          detail: 'the listener disconnected before it reported the outcome',
        });
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

  return {
    connect: (key, { greeting, ...listener }) => {
      const stream = createEventStream<Message>({
        toEvent: ([event, data]) => ({ event, data }),
        after,
        ended: () => {
          left(connection);
        },
      });
      const connection: Connection = { ...listener, key, stream };
      const former = connections.get(textOf(key));
      connections.set(textOf(key), connection);
      if (former !== undefined) dismiss(former, 'replaced');
      stream.push(['listening', { ...greeting, timeout }]);
      return stream;
    },

    countIn: (sandbox) => [...connections.values()].filter(({ key }) => key.sandbox === sandbox).length,

    deliver: (key, { headers, body, delivery }, signal) => {
      const connection = connections.get(textOf(key));
      if (connection === undefined)
        return Promise.resolve({ failure: 'connect_failed', detail: `the listener "${key.name}" is not connected` });
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
        underWay.set(attempt, { id: textOf(key), settle });
        const { id: deliveryId, eventId, eventType, attempt: number } = delivery ?? {};
        connection.stream.push(['delivery', { attempt, number, deliveryId, eventId, eventType, headers, body }]);
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
