import { stringifyJson } from './json.ts';
import type { After } from './timers.ts';

/** A server-sent event (SSE). */
export interface ServerSentEvent {
  readonly event: string;
  /** Serialized as JSON, which contains no line breaks. */
  readonly data: unknown;
  readonly id?: string;
}

/** A stream of server-sent events to one client. */
export interface EventStream<Item> extends AsyncIterable<string> {
  readonly push: (item: Item) => void;
  /** Sends the items already pushed, then ends the stream. */
  readonly end: () => void;
}

interface EventStreamParts<Item> {
  /** Called when the item is sent, not when it is pushed, so that a disconnected client costs nothing. */
  readonly toEvent: (item: Item) => ServerSentEvent;
  readonly after: After;
  /** Called once, when the stream has ended or the client has disconnected. */
  readonly ended: () => void;
}

interface TextStreamParts {
  /** The next text; empty if there is none yet, undefined if the stream is over. */
  readonly take: () => string | undefined;
  readonly after: After;
  /** Called once, when the stream has ended or the client has disconnected. */
  readonly ended: () => void;
  /** The browser's reconnection delay in milliseconds. */
  readonly retry?: number | undefined;
}

/** A stream of serialized events to one client. */
interface TextStream extends AsyncIterable<string> {
  /** Called when there may be something to take. */
  readonly wake: () => void;
}

/** Interval of keep-alive comments on an idle stream, in milliseconds: shorter than the idle timeouts of proxies. */
const HEARTBEAT = 15_000;

const OVER: IteratorResult<string> = { done: true, value: undefined };

/** Pull-based: nothing is taken while the client is slow. */
export const createTextStream = ({ take, after, ended, retry }: TextStreamParts): TextStream => {
  let isBegun = retry === undefined;
  let isOver = false;
  let wake: (() => void) | undefined;

  const finish = (): IteratorResult<string> => {
    if (!isOver) {
      isOver = true;
      wake?.();
      ended();
    }
    return OVER;
  };

  /** Resolves to false when a keep-alive is due. */
  const somethingToSay = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = after(HEARTBEAT, () => {
        wake = undefined;
        resolve(false);
      });
      wake = () => {
        wake = undefined;
        timer.cancel();
        resolve(true);
      };
    });

  const next = async (): Promise<IteratorResult<string>> => {
    if (!isOver && !isBegun) {
      isBegun = true;
      return { done: false, value: `retry: ${String(retry)}\n\n` };
    }
    while (!isOver) {
      const text = take();
      if (text === undefined) return finish();
      if (text !== '') return { done: false, value: text };
      if (!(await somethingToSay())) return { done: false, value: ': still here\n\n' };
    }
    return OVER;
  };

  return {
    wake: () => wake?.(),
    [Symbol.asyncIterator]: () => ({ next, return: () => Promise.resolve(finish()) }),
  };
};

/** Nothing is serialized while the client is slow, and `push` never blocks. */
export const createEventStream = <Item>(parts: EventStreamParts<Item>): EventStream<Item> => {
  const { toEvent, after, ended } = parts;
  const waiting: { readonly item: Item }[] = [];
  let isEnding = false;
  let isOver = false;

  const take = (): string | undefined => {
    const first = waiting.shift();
    if (first === undefined) return isEnding ? undefined : '';
    return writeEvent(toEvent(first.item));
  };

  const stream = createTextStream({
    take,
    after,
    ended: () => {
      isOver = true;
      waiting.length = 0;
      ended();
    },
  });

  return {
    push: (item) => {
      if (isOver || isEnding) return;
      waiting.push({ item });
      stream.wake();
    },
    end: () => {
      isEnding = true;
      stream.wake();
    },
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
  };
};

export const writeEvent = ({ event, data, id }: ServerSentEvent): string =>
  writeEventOf(event, stringifyJson(data), id);

/** With data that is JSON already. */
export const writeEventOf = (event: string, data: string, id?: string): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
