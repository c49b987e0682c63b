import type { Steps } from '../../kernel/time-slices.ts';
import { hash } from 'node:crypto';
import { getOrInsert } from '../../kernel/caches.ts';
import { parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import type { LiveTexts } from './shared-access.ts';
import type { SandboxOwner } from './sandbox.ts';

/** Why all contents of a sandbox were replaced. */
export type Replacement = 'reset' | 'import';

/**
 * What a package keeps in memory of a sandbox beside its documents: budgets, messages, what expectations have counted. It shares
 * the life of the sandbox: a reset makes a new one, dropping the sandbox drops it. A store that several servers use carries it
 * from one home of the sandbox to the next; other stores never ask.
 */
export interface LiveState {
  /** Unique in a server, and the same in every process and release. */
  readonly name: string;
  /** All of it as JSON; undefined if there is nothing. */
  readonly save: (owner: SandboxOwner) => unknown;
  /** Replaces all of it by what was saved; undefined: there is nothing. */
  readonly load: (owner: SandboxOwner, saved: unknown) => void;
  /**
   * A number that differs after each change, of a state that must not be older than the documents: it is saved with them, any
   * other state once a second.
   */
  readonly changes?: (owner: SandboxOwner) => number;
  /** What becomes of it when all contents are replaced; if omitted, it becomes nothing. */
  readonly reset?: (owner: SandboxOwner, by: Replacement) => void;
}

/** The same for what is too much to be saved as a whole: it is saved in pieces, each when it is new. */
export interface LiveLog {
  /** Unique in a server, and the same in every process and release. */
  readonly name: string;
  /** What is new since this was called, or {@link load}; undefined: nothing. */
  readonly take: (owner: SandboxOwner) => LogPiece | undefined;
  /** Replaces all of it by pieces that were taken, in their order. */
  readonly load: (owner: SandboxOwner, pieces: readonly SavedPiece[]) => Steps<void>;
  /** All contents of the sandbox were replaced. */
  readonly reset: (owner: SandboxOwner) => void;
  readonly drop: (owner: SandboxOwner) => void;
}

/** All that is kept of sandboxes beside their documents. */
export interface LiveParts {
  readonly logs: readonly LiveLog[];
  /** They may rest on logs. */
  readonly states: readonly LiveState[];
  /** Called when a sandbox was reset, replaced or dropped. */
  readonly replaced?: (owner: SandboxOwner) => void;
}

export interface LogPiece {
  /** Greater than those of all pieces before. */
  readonly number: number;
  /** JSON; undefined: nothing is new, but something is gone. */
  readonly value: unknown;
  /** Pieces with lower numbers are gone. */
  readonly from: number;
}

/** `value` is read once: it is parsed then. */
export type SavedPiece = Pick<LogPiece, 'number' | 'value'>;

/** Live states as they were, by name; JSON. */
export const saveLiveStates = (states: readonly LiveState[], owner: SandboxOwner): Readonly<Record<string, unknown>> =>
  Object.fromEntries(states.map((state) => [state.name, state.save(owner)]));

/** A state that was not saved becomes nothing. */
export const loadLiveStates = (
  states: readonly LiveState[],
  owner: SandboxOwner,
  saved: ReturnType<typeof saveLiveStates>,
): void => {
  for (const state of states) state.load(owner, saved[state.name]);
};

/** What the store has of a state. */
interface Stored {
  readonly changes: number | undefined;
  readonly digest: string;
}

const NOTHING = '';

/**
 * Carries live states and logs between this process and a store that others use, too. A newer release may have further ones
 * there.
 */
export const createLiveStateCarrier = ({ logs, states, replaced }: LiveParts) => {
  /** By sandbox and state. */
  const stored = new Map<string, Map<string, Stored>>();

  const saveState = (owner: SandboxOwner, state: LiveState, isAll: boolean) => {
    const own = getOrInsert(stored, owner.sandbox, () => new Map<string, Stored>());
    const before = own.get(state.name);
    const changes = state.changes?.(owner);
    if (!isAll && (changes === undefined || changes === before?.changes)) return [];
    const value = state.save(owner);
    const text = value === undefined ? undefined : stringifyJson(value);
    const digest = digestOf(text);
    own.set(state.name, { changes, digest });
    return digest === (before?.digest ?? NOTHING) ? [] : [{ name: state.name, text }];
  };

  return {
    /** What the store does not have yet; with `isAll` also of states that may be older there than the documents. */
    save: (owner: SandboxOwner, isAll: boolean): LiveTexts => ({
      states: states.flatMap((state) => saveState(owner, state, isAll)),
      pieces: logs.flatMap((log) => {
        const piece = log.take(owner);
        if (piece === undefined) return [];
        const { number, from, value } = piece;
        return [{ name: log.name, number, from, text: value === undefined ? undefined : stringifyJson(value) }];
      }),
    }),
    /** Takes over all that is stored: what is not among it is nothing. */
    *load(owner: SandboxOwner, texts: LiveTexts): Steps<void> {
      for (const log of logs)
        yield* log.load(
          owner,
          texts.pieces.flatMap(({ name, number, text }) =>
            name === log.name && text !== undefined ? [toPiece(number, text)] : [],
          ),
        );
      const own = new Map<string, Stored>();
      stored.set(owner.sandbox, own);
      for (const state of states) {
        const text = texts.states.find(({ name }) => name === state.name)?.text;
        state.load(owner, text === undefined ? undefined : parseOwnJson(text));
        own.set(state.name, { changes: state.changes?.(owner), digest: digestOf(text) });
        yield;
      }
    },
    /** All contents of the sandbox were replaced. */
    reset: (owner: SandboxOwner, by: Replacement): void => {
      for (const log of logs) log.reset(owner);
      for (const state of states)
        if (state.reset === undefined) state.load(owner, undefined);
        else state.reset(owner, by);
      replaced?.(owner);
    },
    /** The sandbox is gone. */
    drop: (owner: SandboxOwner): void => {
      for (const log of logs) log.drop(owner);
      for (const state of states) state.load(owner, undefined);
      stored.delete(owner.sandbox);
      replaced?.(owner);
    },
  };
};

const toPiece = (number: number, text: string): SavedPiece => ({
  number,
  get value() {
    return parseOwnJson(text);
  },
});

const digestOf = (text: string | undefined): string => (text === undefined ? NOTHING : hash('sha1', text));
