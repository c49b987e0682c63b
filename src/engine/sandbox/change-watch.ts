import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import type { Replacement } from './live-state.ts';
import type { Sandbox } from './sandbox.ts';

/** One record that a committed transaction has written. */
export interface RecordChange {
  readonly collection: string;
  readonly id: string;
  /** Undefined if it is new. */
  readonly before: unknown;
  /** Undefined if it was removed. */
  readonly after: unknown;
}

type SandboxNews =
  | { readonly kind: 'changed'; readonly sandbox: Sandbox; readonly changes: readonly RecordChange[] }
  /** All contents were replaced. */
  | { readonly kind: 'replaced'; readonly sandbox: Sandbox; readonly by: Replacement };

/** Notifies listeners of committed changes to the records of a sandbox. */
export type ChangeWatch = ReturnType<typeof createChangeWatch>;

export const createChangeWatch = () => {
  const listeners = createKeyedSubscribers<SandboxNews>();
  return {
    /** Whether changes have to be collected: without a listener, a transaction collects none. */
    isWatched: listeners.has,
    /** Organizations with a listener. */
    watched: listeners.keys,
    tell: (news: SandboxNews) => {
      listeners.notify(news.sandbox.organization, news);
    },
    /** Returns a function that unsubscribes. */
    listen: listeners.subscribe,
  };
};
