import { stringifyJson } from './json.ts';
import type { After } from './timers.ts';

/** One server-sent event. */
export interface ServerSentEvent {
  readonly event: string;
  /** Written as JSON, which has no line breaks of its own. */
  readonly data: unknown;
  readonly id?: string;
}

/** Server-sent events to one listener, who gets what is pushed. */
export interface EventStream<Item> extends AsyncIterable<string> {
  readonly push: (item: Item) => void;
  /** What was pushed still goes out, and then the stream ends. */
  readonly end: () => void;
}

export interface EventStreamParts<Item> {
  /** Called when the item goes out, not when it is pushed: a listener who has left costs nothing. */
  readonly toEvent: (item: Item) => ServerSentEvent;
  readonly after: After;
  /** Called once: when all is said, or the listener has left. */
  readonly ended: () => void;
  /** How far a listener may fall behind: then the oldest are left out, and an event `lost` says how many. */
  readonly mostWaiting?: number;
  /** How long a browser waits before it connects again. Milliseconds. */
  readonly retry?: number;
}

/** So often a silent stream shows that it is alive, before a proxy closes it. Milliseconds. */
const HEARTBEAT = 15_000;

const OVER: IteratorResult<string> = { done: true, value: undefined };

/** Nothing is written while the listener is slow, and nothing is held up by it. */
export const createEventStream = <Item>(parts: EventStreamParts<Item>): EventStream<Item> => {
  const { toEvent, after, ended, mostWaiting = Infinity, retry } = parts;
  const waiting: { readonly item: Item }[] = [];
  let lost = 0;
  let isBegun = retry === undefined;
  let isEnding = false;
  let isOver = false;
  let wake: (() => void) | undefined;

  const finish = (): IteratorResult<string> => {
    if (!isOver) {
      isOver = true;
      waiting.length = 0;
      wake?.();
      ended();
    }
    return OVER;
  };

  /** False when it is time for a sign of life instead. */
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
    if (!isOver && !isEnding && waiting.length === 0 && !(await somethingToSay()))
      return { done: false, value: ': still here\n\n' };
    const first = waiting.shift();
    if (first === undefined) return finish();
    const before = lost > 0 ? write({ event: 'lost', data: { count: lost } }) : '';
    lost = 0;
    return { done: false, value: before + write(toEvent(first.item)) };
  };

  return {
    push: (item) => {
      if (isOver || isEnding) return;
      if (waiting.length >= mostWaiting) {
        waiting.shift();
        lost++;
      }
      waiting.push({ item });
      wake?.();
    },
    end: () => {
      isEnding = true;
      wake?.();
    },
    [Symbol.asyncIterator]: () => ({ next, return: () => Promise.resolve(finish()) }),
  };
};

const write = ({ event, data, id }: ServerSentEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${stringifyJson(data)}\n\n`;
