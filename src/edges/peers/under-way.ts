import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { LiveContent, Reply } from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';

/** What goes on in each sandbox for clients, so that it can end before another server becomes the home. */
export interface UnderWay {
  /** Works on a sandbox. */
  readonly during: <T>(sandbox: string, work: () => Promise<T>) => Promise<T>;
  /** Answers a request to a sandbox; a stream among the answers ends with {@link end}. */
  readonly answer: (sandbox: string, work: () => Promise<Reply>) => Promise<Reply>;
  /** Ends the streams, whose clients come again, and waits a while for the requests. */
  readonly end: (sandbox: string) => Promise<void>;
}

/** Milliseconds. */
const PATIENCE = 1000;

export const createUnderWay = (after: After): UnderWay => {
  const requests = new Map<string, Set<Promise<unknown>>>();
  const streams = new Map<string, Set<() => void>>();

  const endable = (sandbox: string, { mediaType, pieces }: LiveContent): LiveContent => ({
    mediaType,
    pieces: {
      [Symbol.asyncIterator]: () => {
        const iterator = pieces[Symbol.asyncIterator]();
        const own = getOrInsert(streams, sandbox, () => new Set<() => void>());
        const ended = Promise.withResolvers<IteratorResult<string | Uint8Array>>();
        const end = (): void => {
          own.delete(end);
          if (own.size === 0) streams.delete(sandbox);
          ended.resolve({ done: true, value: undefined });
          void iterator.return?.();
        };
        own.add(end);
        return {
          next: () => Promise.race([iterator.next(), ended.promise]),
          return: () => {
            end();
            return Promise.resolve({ done: true, value: undefined });
          },
        };
      },
    },
  });

  const during: UnderWay['during'] = async (sandbox, work) => {
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
    answer: async (sandbox, work) => {
      const reply = await during(sandbox, work);
      return reply.live === undefined ? reply : { ...reply, live: endable(sandbox, reply.live) };
    },
    end: async (sandbox) => {
      for (const end of [...(streams.get(sandbox) ?? [])]) end();
      const left = requests.get(sandbox);
      if (left === undefined) return;
      await new Promise<void>((resolve) => {
        const timer = after(PATIENCE, resolve);
        void Promise.allSettled([...left]).then(() => {
          timer.cancel();
          resolve();
        });
      });
    },
  };
};
