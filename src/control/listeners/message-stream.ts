import type { After } from '../../kernel/timers.ts';
import { stringifyJson } from '../../kernel/json.ts';

/** Server-sent events to one listener, who hears what is pushed. */
export interface MessageStream extends AsyncIterable<string> {
  readonly push: (event: string, data: object) => void;
  /** What was pushed still goes out, and then the stream ends. */
  readonly end: () => void;
}

export interface MessageStreamParts {
  readonly after: After;
  /** Called once: when all is said, or the listener has left. */
  readonly ended: () => void;
}

/** So often a silent stream shows that it is alive, before anybody on the way closes it. Milliseconds. */
const HEARTBEAT = 15_000;

const OVER: IteratorResult<string> = { done: true, value: undefined };

export const createMessageStream = ({ after, ended }: MessageStreamParts): MessageStream => {
  const waiting: string[] = [];
  let isEnding = false;
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
    if (!isOver && !isEnding && waiting.length === 0 && !(await somethingToSay()))
      return { done: false, value: ': still here\n\n' };
    const value = isOver ? undefined : waiting.shift();
    return value === undefined ? finish() : { done: false, value };
  };

  return {
    push: (event, data) => {
      if (isOver || isEnding) return;
      waiting.push(`event: ${event}\ndata: ${stringifyJson(data)}\n\n`);
      wake?.();
    },
    end: () => {
      isEnding = true;
      wake?.();
    },
    [Symbol.asyncIterator]: () => ({ next, return: () => Promise.resolve(finish()) }),
  };
};
