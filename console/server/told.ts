import type { StreamedKind, StreamedState } from '../../src/generated/control-schemas.ts';

/** What the stream tells of; `replaced` when the sandbox was reset, restored or imported. */
export type Kind = StreamedKind | 'replaced';

const listeners = new Map<string, Set<(data: unknown) => void>>();

/**
 * Calls the listener whenever it is told; returns how to stop. `gap` when events of the stream were missed: read again what
 * you show; `forgotten` when the journal was cleared; `written` when this page has changed something itself.
 */
export const onTold = (
  kind: Kind | 'gap' | 'forgotten' | 'written',
  listener: (data: unknown) => void,
): (() => void) => {
  const all = listeners.get(kind) ?? new Set();
  listeners.set(kind, all.add(listener));
  return () => {
    all.delete(listener);
  };
};

/** Calls it when something of the kinds may have changed. */
export const onChange = (kinds: readonly Kind[], changed: () => void): (() => void) =>
  stopAll([...kinds, 'gap' as const].map((kind) => onTold(kind, changed)));

/** Stops all that was started together. */
export const stopAll = (stops: readonly (() => void)[]) => () => {
  for (const stop of stops) stop();
};

export const tell = (kind: string, data?: unknown): void => {
  for (const listener of listeners.get(kind) ?? []) listener(data);
  if (kind === 'state' && (data as StreamedState).reason !== 'changed') tell('replaced');
};
