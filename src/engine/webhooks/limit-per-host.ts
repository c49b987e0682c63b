import type { After } from '../../kernel/timers.ts';
import { type Semaphore, createSemaphore } from '../sandbox/semaphore.ts';
import type { Sender } from './model/sender.ts';

/** How many requests a server sends to one receiver host, whichever sandboxes they come from. */
interface HostLimits {
  readonly slots: number;
  /** The fraction of the free slots that one sandbox may hold. */
  readonly share: number;
  /** Milliseconds for which a request holds its slot at least. */
  readonly hold: number;
}

/** At most 100 requests a second; one sandbox alone sends up to 50. */
const HOST_LIMITS: HostLimits = { slots: 30, share: 1, hold: 300 };

/**
 * Delays requests to a host that is sent too many, so that sandboxes cannot be combined to flood it. Each process counts its
 * own: several send as many times more, still bounded, and none waits for another to tell that it is done.
 */
export const limitPerHost = (
  sender: Sender,
  after: After,
  { slots, share, hold }: HostLimits = HOST_LIMITS,
): Sender => {
  const hosts = new Map<string, { readonly semaphore: Semaphore; users: number }>();

  const enter = async (host: string, sandbox: string): Promise<() => void> => {
    const used = hosts.get(host) ?? { semaphore: createSemaphore(slots, share), users: 0 };
    hosts.set(host, used);
    used.users += 1;
    await used.semaphore.acquire(sandbox);
    return () => {
      used.semaphore.release(sandbox);
      used.users -= 1;
      if (used.users === 0) hosts.delete(host);
    };
  };

  return {
    ...sender,
    send: async (post, signal) => {
      const host = sender.hostOf?.(post);
      if (host === undefined) return sender.send(post, signal);
      const leave = await enter(host, post.delivery?.sandbox ?? '');
      // Leaves at the later of the two: the end of the request, and that of the time it holds its slot.
      let uses = 2;
      const end = (): void => {
        uses -= 1;
        if (uses === 0) leave();
      };
      after(hold, end);
      try {
        signal.throwIfAborted();
        return await sender.send(post, signal);
      } finally {
        end();
      }
    },
  };
};
