import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { LiveContent, Reply } from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';
import { isDoneWithin } from '../../kernel/wait-until.ts';

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

const END = { done: true, value: undefined } as const;

export const createUnderWay = (after: After): UnderWay => {
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
      if (left !== undefined) await isDoneWithin(after, PATIENCE, Promise.allSettled([...left]));
    },
  };
};
