import { createSemaphore } from './semaphore.ts';

/** Slots for outbound tasks, shared by all sandboxes of a server. */
export interface OutboundSlots {
  /** Waits for a slot. */
  readonly acquire: (sandbox: string, isSlow: boolean) => Promise<void>;
  readonly release: (sandbox: string, isSlow: boolean) => void;
  readonly heldBy: (sandbox: string) => number;
}

interface SlotLimits {
  readonly inAll: number;
  /** Of these, how many tasks with a slow destination may hold. */
  readonly slow: number;
  /** The fraction of the free slots that one sandbox may hold. */
  readonly share: number;
}

/** One sandbox alone may hold 25 slots; beside twelve whose receivers hang, another one still has five or more. */
const SLOT_LIMITS: SlotLimits = { inAll: 200, slow: 50, share: 1 / 7 };

export const createOutboundSlots = ({ inAll, slow, share }: SlotLimits = SLOT_LIMITS): OutboundSlots => {
  const all = createSemaphore(inAll, share);
  const slowOnes = createSemaphore(slow, share);
  return {
    acquire: async (sandbox, isSlow) => {
      if (isSlow) await slowOnes.acquire(sandbox);
      await all.acquire(sandbox);
    },
    release: (sandbox, isSlow) => {
      all.release(sandbox);
      if (isSlow) slowOnes.release(sandbox);
    },
    heldBy: all.heldBy,
  };
};
