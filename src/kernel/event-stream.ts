import { stringifyJson } from './json.ts';
import type { After } from './timers.ts';

/** A server-sent event (SSE). */
export interface ServerSentEvent {
  readonly event: string;
  /** Serialized as JSON, which contains no line breaks. */
  readonly data: unknown;
  readonly id?: string;
}

export type EventStream = ReturnType<typeof createEventStream>;

interface TextStreamParts {
  /** The next text; empty if there is none yet, undefined if the stream is over. */
  readonly take: () => string | Uint8Array | undefined;
  readonly after: After;
  /** Called once, when the stream has ended or the client has disconnected. */
  readonly ended: () => void;
  /** The browser's reconnection delay in milliseconds. */
  readonly retry?: number | undefined;
}

/** Interval of keep-alive comments on an idle stream, in milliseconds: shorter than the idle timeouts of proxies. */
const HEARTBEAT = 15_000;

const OVER: IteratorResult<string> = { done: true, value: undefined };

/** A stream of serialized events to one client. Pull-based: nothing is taken while the client is slow. */
export const createTextStream = ({ take, after, ended, retry }: TextStreamParts) => {
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

  const next = async (): Promise<IteratorResult<string | Uint8Array>> => {
    if (!isOver && !isBegun) {
      isBegun = true;
      return { done: false, value: `retry: ${String(retry)}\n\n` };
    }
    while (!isOver) {
      const text = take();
      if (text === undefined) return finish();
      if (text.length > 0) return { done: false, value: text };
      if (!(await somethingToSay())) return { done: false, value: ': still here\n\n' };
    }
    return OVER;
  };

  return {
    /** Called when there may be something to take. */
    wake: (): void => wake?.(),
    [Symbol.asyncIterator]: () => ({ next, return: () => Promise.resolve(finish()) }),
  };
};

/** A stream of server-sent events to one client. Nothing is serialized while the client is slow, and `push` never blocks. */
export const createEventStream = ({ after, ended }: Pick<TextStreamParts, 'after' | 'ended'>) => {
  const waiting: ServerSentEvent[] = [];
  let isEnding = false;
  const stream = createTextStream({
    take: () => {
      const first = waiting.shift();
      if (first !== undefined) return writeEvent(first);
      return isEnding ? undefined : '';
    },
    after,
    ended: () => {
      isEnding = true;
      waiting.length = 0;
      ended();
    },
  });

  return {
    push: (event: ServerSentEvent): void => {
      if (isEnding) return;
      waiting.push(event);
      stream.wake();
    },
    /** Sends the events already pushed, then ends the stream. */
    end: (): void => {
      isEnding = true;
      stream.wake();
    },
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
  };
};

export const writeEvent = ({ event, data, id }: ServerSentEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${stringifyJson(data)}\n\n`;
