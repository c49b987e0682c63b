import { getOrInsert } from '../../kernel/caches.ts';
import type { LiveContent, Reply } from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';
import { isDoneWithin } from '../../kernel/wait-until.ts';

/** Milliseconds. */
const PATIENCE = 1000;

const END = { done: true, value: undefined } as const;

/** What goes on in each sandbox for clients, so that it can end before another server becomes the home. */
export const createUnderWay = (after: After) => {
  const requests = new Map<string, Set<Promise<unknown>>>();
  const streams = new Map<string, Set<() => void>>();

  const endable = (sandbox: string, { mediaType, pieces }: LiveContent): LiveContent => ({
    mediaType,
    pieces: {
      [Symbol.asyncIterator]: () => {
        const iterator = pieces[Symbol.asyncIterator]();
        const own = getOrInsert(streams, sandbox, () => new Set<() => void>());
        let isEnded = false;
        let tellEnd: () => void = () => undefined;
        const end = (): void => {
          if (!own.delete(end)) return;
          if (own.size === 0) streams.delete(sandbox);
          isEnded = true;
          tellEnd();
          void iterator.return?.();
        };
        own.add(end);
        return {
          // No `Promise.race` with one promise for all pieces: that would remember each of them until the stream ends.
          next: () =>
            isEnded
              ? Promise.resolve(END)
              : new Promise<IteratorResult<string | Uint8Array>>((resolve, reject) => {
                  tellEnd = () => {
                    resolve(END);
                  };
                  iterator.next().then(resolve, reject);
                }),
          return: () => {
            end();
            return Promise.resolve(END);
          },
        };
      },
    },
  });

  /** Works on a sandbox. */
  const during = async <T>(sandbox: string, work: () => Promise<T>): Promise<T> => {
    const own = getOrInsert(requests, sandbox, () => new Set<Promise<unknown>>());
    const working = work();
    own.add(working);
    try {
      return await working;
    } finally {
      own.delete(working);
      if (own.size === 0) requests.delete(sandbox);
    }
  };

  return {
    during,
    /** Answers a request to a sandbox; a stream among the answers ends with `end`. */
    answer: async (sandbox: string, work: () => Promise<Reply>): Promise<Reply> => {
      const reply = await during(sandbox, work);
      return reply.live === undefined ? reply : { ...reply, live: endable(sandbox, reply.live) };
    },
    /** Ends the streams, whose clients come again, and waits a while for the requests. */
    end: async (sandbox: string): Promise<void> => {
      for (const end of [...(streams.get(sandbox) ?? [])]) end();
      const left = requests.get(sandbox);
      if (left !== undefined) await isDoneWithin(after, PATIENCE, Promise.allSettled([...left]));
    },
  };
};
