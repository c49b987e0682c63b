import type { Choices } from '../assumptions/assumption.ts';
import { defineCollection } from './collection.ts';
import type { ClockSetting } from './sandbox-clock.ts';
import type { Dump } from './store.ts';

/** What a sandbox knows of itself; kept among its own data, so that it comes and goes with them. */
export interface SandboxState {
  readonly clock: ClockSetting;
  /** Undefined in data of a former version: then its plan says it. */
  readonly seed?: string;
  /** Alternatives that are assumed; undefined until somebody has moved a switch. */
  readonly assumed?: Choices;
  /** Milliseconds since the epoch, wall time. */
  readonly createdAt: number;
}

export const STATE = 'state';
export const states = defineCollection<SandboxState>('sandbox', () => STATE);

/** Everything that a sandbox holds, as it is taken out of one and put into another. */
export interface SandboxContents {
  readonly seed: string;
  readonly clock: { readonly now: number; readonly frozen: boolean };
  readonly assumed?: Choices | undefined;
  readonly dump: Dump;
}

/** Of the contents that come to a sandbox, at an instant of the wall's clock. */
export const toState = ({ seed, clock, assumed }: SandboxContents, wallNow: number): SandboxState => ({
  clock: clock.frozen
    ? { kind: 'frozen', at: clock.now }
    : // It goes on from where it stood, not from what the time was elsewhere.
      { kind: 'running', offset: clock.now - wallNow },
  seed,
  ...(assumed === undefined ? {} : { assumed }),
  createdAt: wallNow,
});

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
