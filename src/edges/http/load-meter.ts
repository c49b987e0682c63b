import type { ServerResponse } from 'node:http';
import type { Reply } from '../../kernel/http.ts';

export type LoadMeter = ReturnType<typeof createLoadMeter>;

const SECONDS = 60;

const notCounted = (): void => undefined;

/** Measures how busy the listener is. */
export const createLoadMeter = ({
  elapsed,
  isProbe,
}: {
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** Requests that ask how the server is do not make it busy. */
  readonly isProbe: (path: string) => boolean;
}) => {
  /** The requests of each second of the last minute, and which second that was. */
  const counts = new Uint32Array(SECONDS);
  const seconds = new Float64Array(SECONDS).fill(-SECONDS);
  /** Until their responses are sent; without streams. */
  let requestsInProgress = 0;
  let openStreams = 0;

  const count = (): void => {
    const second = Math.floor(elapsed() / 1000);
    const place = second % SECONDS;
    if (seconds[place] !== second) {
      seconds[place] = second;
      counts[place] = 0;
    }
    counts[place] = (counts[place] ?? 0) + 1;
  };

  return {
    /**
     * Counts a request until its response is over. Returns what to call when it begins: one that goes on for as long as there is
     * news is no request in progress.
     */
    begin: (path: string, response: ServerResponse): ((reply: Reply) => void) => {
      if (isProbe(path)) return notCounted;
      count();
      requestsInProgress += 1;
      let isStream = false;
      response.once('close', () => {
        if (isStream) openStreams -= 1;
        else requestsInProgress -= 1;
      });
      return ({ live }) => {
        if (live?.mediaType !== 'text/event-stream' || response.destroyed) return;
        isStream = true;
        requestsInProgress -= 1;
        openStreams += 1;
      };
    },
    read: () => {
      const now = Math.floor(elapsed() / 1000);
      let requestsLastMinute = 0;
      for (let place = 0; place < SECONDS; place++)
        if (now - (seconds[place] ?? 0) < SECONDS) requestsLastMinute += counts[place] ?? 0;
      return { requestsLastMinute, requestsInProgress, openStreams };
    },
  };
};
