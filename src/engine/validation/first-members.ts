import { isObject } from '../../kernel/json.ts';
import { setMember } from './set-member.ts';

/**
 * The value itself, or a copy with truncated arrays and objects, at every level, if it has more members anywhere: plain
 * objects, since `const` compares by deep equality.
 */
export const firstMembers = (value: unknown, most: number): unknown =>
  isWhole(value, most) ? value : cut(value, most);

/** Nearly every value is: counting is cheaper than a copy. */
const isWhole = (value: unknown, most: number): boolean => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value)) return value.length <= most && value.every((item) => isWhole(item, most));
  let members = 0;
  for (const key in value)
    if (++members > most || !isWhole((value as Record<string, unknown>)[key], most)) return false;
  return true;
};

const cut = (value: unknown, most: number): unknown => {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cut(item, most));
  if (!isObject(value) || ArrayBuffer.isView(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).slice(0, most)) setMember(copy, key, cut(value[key], most));
  return copy;
};
