import { isObject, type Json } from '../../kernel/json.ts';

/**
 * `whole`: a list replaces the list below it; `filled`: members that its objects omit are filled in from the objects
 * below.
 */
export type ListRule = 'whole' | 'filled';

/**
 * Overlays one value on another: objects are merged member by member, lists according to `lists`, anything else is
 * replaced.
 */
export const overlay = (below: Json, above: Json | undefined, lists: ListRule = 'whole'): Json => {
  if (above === undefined) return below;
  if (lists === 'filled' && Array.isArray(above)) return fillElements(below, above as readonly Json[]);
  if (!isObject(below) || !isObject(above)) return above;
  const members = new Map<string, Json>();
  for (const [key, member] of Object.entries(below)) members.set(key, member ?? null);
  for (const [key, member] of Object.entries(above)) members.set(key, overlay(members.get(key) ?? null, member, lists));
  return Object.fromEntries(members);
};

const fillElements = (below: Json, above: readonly Json[]): Json => {
  const samples: readonly Json[] = Array.isArray(below) ? below : [];
  return above.map((element, index) =>
    isObject(element) ? overlay(samples[index] ?? samples.at(-1) ?? null, element, 'filled') : element,
  );
};
