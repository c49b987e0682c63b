import type { After } from '../../kernel/timers.ts';
import { type LiveState, createRevisions } from '../sandbox/live-state.ts';
import type { Peers } from '../sandbox/peers.ts';
import type { SandboxOwner } from '../sandbox/sandboxes.ts';

/** The first request under a key. */
export interface FirstRequest {
  readonly fingerprint: string;
  /** On the clock of the sandbox. */
  readonly beganAt: number;
}

/** The keys of a sandbox that this process has in progress. */
export interface OwnKeys {
  readonly revision: number;
  readonly byKey: ReadonlyMap<string, FirstRequest>;
}

/** The keys that other processes have in progress: they show while their requests wait for something. */
export interface KeysElsewhere {
  readonly find: (sandbox: string, key: string) => FirstRequest | undefined;
  /** Resolves after a moment, when the key has to be looked up again. */
  readonly wait: () => Promise<void>;
  /** The number of a change. */
  readonly nextRevision: () => number;
  readonly liveOf: (own: (owner: SandboxOwner) => OwnKeys | undefined) => LiveState;
}

/** Milliseconds between two looks at a key that another process has in progress. */
const LOOK_AGAIN = 100;

interface Key extends FirstRequest {
  readonly process: string;
}

interface Others {
  readonly revision: number;
  readonly byKey: ReadonlyMap<string, Key>;
  /** Keys of this process that are not in progress any more, or of one that has ended. */
  readonly hasOutdated: boolean;
}

export const createKeysElsewhere = (peers: Peers, after: After): KeysElsewhere => {
  const others = new Map<string, Others>();
  const revisions = createRevisions();
  return {
    find: (sandbox, key) => {
      const found = others.get(sandbox)?.byKey.get(key);
      return found !== undefined && peers.isAlive(found.process) ? found : undefined;
    },
    nextRevision: revisions.next,
    wait: () => new Promise((resolve) => after(LOOK_AGAIN, resolve)),
    liveOf: (own) => {
      const ownIn = (owner: SandboxOwner): OwnKeys['byKey'] => own(owner)?.byKey ?? NO_KEYS;
      return {
        name: 'keys-in-progress',
        revision: (owner) => {
          const here = own(owner);
          const known = others.get(owner.sandbox);
          if ((here?.byKey.size ?? 0) + (known?.byKey.size ?? 0) === 0) return 0;
          // Also of keys that are gone here: what is known of others would hide that.
          return Math.max(here?.revision ?? 0, known?.revision ?? 0);
        },
        capture: (owner) => {
          const known = others.get(owner.sandbox);
          const alive = [...(known?.byKey ?? [])].filter(([, key]) => peers.isAlive(key.process));
          if (known !== undefined) others.set(owner.sandbox, { ...known, byKey: new Map(alive), hasOutdated: false });
          const here = [...ownIn(owner)].map(
            ([key, { fingerprint, beganAt }]) => [key, { fingerprint, beganAt, process: peers.own }] as const,
          );
          return alive.length + here.length === 0 ? undefined : Object.fromEntries([...alive, ...here]);
        },
        restore: (owner, captured) => {
          if (captured === undefined) {
            others.delete(owner.sandbox);
            return;
          }
          const all = Object.entries(captured as Readonly<Record<string, Key>>);
          const byKey = new Map(all.filter(([, { process }]) => process !== peers.own));
          const hasOutdated = all.some(([key, { process }]) =>
            process === peers.own ? !ownIn(owner).has(key) : !peers.isAlive(process),
          );
          others.set(owner.sandbox, { revision: revisions.next(), byKey, hasOutdated });
        },
        isOutdated: ({ sandbox }) => others.get(sandbox)?.hasOutdated === true,
      };
    },
  };
};

const NO_KEYS: OwnKeys['byKey'] = new Map();
