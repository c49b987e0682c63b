import { hash } from 'node:crypto';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import type { LiveLog, LiveState, SavedPiece } from './live-state.ts';
import type { SandboxOwner } from './sandbox-owner.ts';
import { type LiveTexts, NOTHING_LIVE, type SavedLive } from './shared-access.ts';

/**
 * Carries live states and logs between this process and a store that others use, too. A newer release may have further ones
 * there.
 */
export interface LiveStateCarrier {
  /** What the store does not have yet; with `isAll` also of states that may be older there than the documents. */
  readonly save: (owner: SandboxOwner, isAll: boolean) => SavedLive;
  /** Takes over all that is stored: what is not among it is nothing. */
  readonly load: (owner: SandboxOwner, texts: LiveTexts) => Steps<void>;
  /** Called when the sandbox is dropped. */
  readonly forget: (owner: SandboxOwner) => void;
}

/** What the store has of a state. */
interface Stored {
  readonly changes: number | undefined;
  readonly digest: string;
}

const NOTHING = '';

/** In this order: states may rest on logs. */
export const createLiveStateCarrier = (logs: readonly LiveLog[], states: readonly LiveState[]): LiveStateCarrier => {
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
    save: (owner, isAll) => ({
      states: states.flatMap((state) => saveState(owner, state, isAll)),
      pieces: logs.flatMap((log) => {
        const piece = log.take(owner);
        if (piece === undefined) return [];
        const { number, from, value } = piece;
        return [{ name: log.name, number, from, text: value === undefined ? undefined : stringifyJson(value) }];
      }),
      due: Math.min(...states.map((state) => state.due?.(owner) ?? Infinity)),
    }),
    *load(owner, texts) {
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
    forget: ({ sandbox }) => {
      stored.delete(sandbox);
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

export const NO_LIVE_STATES: LiveStateCarrier = {
  save: () => NOTHING_LIVE,
  *load() {
    // There is nothing to load.
  },
  forget: () => undefined,
};
