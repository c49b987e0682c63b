import type { LiveState } from './live-state.ts';
import type { SandboxOwner } from './sandbox-owner.ts';

/** Live states as they were, by name; JSON. */
export type SavedLiveStates = Readonly<Record<string, SavedLiveState>>;

interface SavedLiveState {
  readonly value?: unknown;
  readonly parts: Readonly<Record<string, unknown>>;
}

export const saveLiveStates = (states: readonly LiveState[], owner: SandboxOwner): SavedLiveStates =>
  Object.fromEntries(
    states.map((state) => [
      state.name,
      { value: state.capture(owner), parts: Object.fromEntries(state.partsSince?.(owner, 0) ?? []) },
    ]),
  );

/** A state that was not saved becomes nothing. */
export const restoreLiveStates = (states: readonly LiveState[], owner: SandboxOwner, saved: SavedLiveStates): void => {
  for (const state of states) {
    const { value, parts = {} }: Partial<SavedLiveState> = saved[state.name] ?? {};
    // First to nothing: the parts that are here may be other ones.
    state.restore(owner, undefined, new Map());
    if (value !== undefined) state.restore(owner, value, new Map(Object.entries(parts)));
  }
};
