import type { LiveState } from './live-state.ts';
import type { SandboxOwner } from './sandbox-owner.ts';

/** Live states as they were, by name; JSON. */
export type SavedLiveStates = Readonly<Record<string, unknown>>;

export const saveLiveStates = (states: readonly LiveState[], owner: SandboxOwner): SavedLiveStates =>
  Object.fromEntries(states.map((state) => [state.name, state.save(owner)]));

/** A state that was not saved becomes nothing. */
export const loadLiveStates = (states: readonly LiveState[], owner: SandboxOwner, saved: SavedLiveStates): void => {
  for (const state of states) state.load(owner, saved[state.name]);
};
