import type { Json, JsonObject } from '../../kernel/json.ts';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one value with the other laid over it: objects member by member, anything else as a whole. */
export const overlay = (below: Json, above: Json | undefined): Json => {
  if (above === undefined) return below;
  if (!isObject(below) || !isObject(above)) return above;
  const members = new Map<string, Json>();
  for (const [key, member] of Object.entries(below)) members.set(key, member ?? null);
  for (const [key, member] of Object.entries(above)) members.set(key, overlay(members.get(key) ?? null, member));
  return Object.fromEntries(members);
};
