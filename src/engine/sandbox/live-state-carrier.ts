import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { LiveParts, LiveState } from './live-state.ts';
import type { SandboxOwner } from './sandbox-owner.ts';
import type { CapturedState } from './shared-access.ts';

/** Carries live states between this process and a store that others use, too. A newer release may have further ones there. */
export interface LiveStateCarrier {
  /** What has changed here since it was captured or restored last. */
  readonly capture: (owner: SandboxOwner) => readonly CapturedState[];
  /** Takes over all that is stored: what is not among it is nothing. */
  readonly restoreAll: (owner: SandboxOwner, states: readonly CapturedState[]) => void;
  /** Called when the sandbox is dropped. */
  readonly forget: (owner: SandboxOwner) => void;
}

const NO_PARTS: LiveParts = new Map();

/** Separates the name of a state from that of its part. */
const SEPARATOR = '/';

interface Brought {
  /** Undefined if only parts were brought. */
  whole: CapturedState | undefined;
  readonly parts: Map<string, unknown>;
}

export const createLiveStateCarrier = (states: readonly LiveState[]): LiveStateCarrier => {
  /** Revisions that the store has, by sandbox and state. */
  const stored = new Map<string, Map<string, number>>();

  const storedOf = ({ sandbox }: SandboxOwner): Map<string, number> =>
    getOrInsert(stored, sandbox, () => new Map<string, number>());

  return {
    capture: (owner) => {
      const known = storedOf(owner);
      const changed: CapturedState[] = [];
      for (const state of states) {
        const { name } = state;
        const before = known.get(name) ?? 0;
        const revision = state.revision(owner);
        if (revision === before && state.isOutdated?.(owner) !== true) continue;
        known.set(name, revision);
        changed.push({ name, value: state.capture(owner) });
        for (const [part, value] of state.partsSince?.(owner, before) ?? NO_PARTS)
          changed.push({ name: name + SEPARATOR + part, value });
      }
      return changed;
    },
    restoreAll: (owner, brought) => {
      const news = byStateName(brought);
      for (const state of states) {
        // Parts that are here may be other ones.
        state.restore(owner, undefined, NO_PARTS);
        const { whole, parts } = news.get(state.name) ?? { whole: undefined, parts: NO_PARTS };
        state.restore(owner, whole?.value, parts);
        storedOf(owner).set(state.name, state.revision(owner));
      }
    },
    forget: ({ sandbox }) => {
      stored.delete(sandbox);
    },
  };
};

const byStateName = (states: readonly CapturedState[]): Map<string, Brought> => {
  const found = new Map<string, Brought>();
  for (const state of states) {
    const at = state.name.indexOf(SEPARATOR);
    const name = at < 0 ? state.name : state.name.slice(0, at);
    const own: Brought = getOrInsert(found, name, () => ({ whole: undefined, parts: new Map<string, unknown>() }));
    if (at < 0) own.whole = state;
    else own.parts.set(state.name.slice(at + SEPARATOR.length), state.value);
  }
  return found;
};
