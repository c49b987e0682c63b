import type { Choices } from '../assumptions/register.ts';
import { defineCollection } from './collection.ts';
import type { ClockSetting } from './sandbox-clock.ts';
import type { Dump } from './store.ts';

/** The metadata of a sandbox; stored with its data, so that it shares their lifetime. */
export interface SandboxState {
  readonly clock: ClockSetting;
  /** Undefined in data of an earlier version: then its plan determines the seed. */
  readonly seed?: string;
  /** Selected alternatives; undefined until a switch is set. */
  readonly assumed?: Choices;
  /** Wall-clock time in milliseconds since the epoch. */
  readonly createdAt: number;
  /** The time for which its initial contents were made, if that is another; see `sharing` of the initial contents. */
  readonly populatedAt?: number;
}

export const STATE = 'state';
export const states = defineCollection<SandboxState>('sandbox', () => STATE);

/** The complete contents of a sandbox, as exported and imported. */
export interface SandboxContents {
  readonly seed: string;
  readonly clock: { readonly now: number; readonly frozen: boolean };
  readonly assumed?: Choices | undefined;
  readonly dump: Dump;
}

/** The state of imported contents; `wallNow` is the current wall-clock time. */
export const toState = ({ seed, clock, assumed }: SandboxContents, wallNow: number): SandboxState => ({
  clock: clock.frozen
    ? { kind: 'frozen', at: clock.now }
    : // Continues at the exported time, independent of the wall clock at the export.
      { kind: 'running', offset: clock.now - wallNow },
  seed,
  ...(assumed === undefined ? {} : { assumed }),
  createdAt: wallNow,
});

export const stateIn = ({ collections }: Dump): SandboxState | undefined =>
  collections[states.name]?.find(({ id }) => id === STATE)?.value as SandboxState | undefined;

export const withoutState = ({ collections, positions, contents }: Dump): Dump => {
  const { [states.name]: _documents, ...others } = collections;
  const { [states.name]: _position, ...otherPositions } = positions;
  return { collections: others, positions: otherPositions, contents };
};

export const withState = ({ collections, positions, contents }: Dump, state: SandboxState): Dump => ({
  collections: { ...collections, [states.name]: [{ id: STATE, position: 1, value: state, keys: [] }] },
  positions: { ...positions, [states.name]: 1 },
  contents,
});
