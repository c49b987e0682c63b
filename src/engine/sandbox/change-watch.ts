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
export interface ChangeWatch {
  /** Whether changes have to be collected: without a listener, a transaction collects none. */
  readonly isWatched: (organization: string) => boolean;
  /** Organizations with a listener. */
  readonly watched: () => Iterable<string>;
  readonly tell: (news: SandboxNews) => void;
  /** Returns a function that unsubscribes. */
  readonly listen: (organization: string, hear: (news: SandboxNews) => void) => () => void;
}

export const createChangeWatch = (): ChangeWatch => {
  const listeners = createKeyedSubscribers<SandboxNews>();
  return {
    isWatched: listeners.has,
    watched: listeners.keys,
    tell: (news) => {
      listeners.notify(news.sandbox.organization, news);
    },
    listen: listeners.subscribe,
  };
};
