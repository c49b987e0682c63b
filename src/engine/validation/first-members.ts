import { setMember } from './set-member.ts';

/**
 * A copy with truncated arrays and objects, at every level: plain objects, since `const` compares by deep equality. A
 * part with no more members than that is not copied.
 */
export const firstMembers = (value: unknown, most: number): unknown => {
  if (Array.isArray(value)) {
    const items = value.slice(0, most).map((item: unknown) => firstMembers(item, most));
    return items.length === value.length && items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const keys = Object.keys(value);
  const copy: Record<string, unknown> = {};
  let isWhole = keys.length <= most;
  for (const key of keys.slice(0, most)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    const part = firstMembers(member, most);
    isWhole &&= part === member;
    setMember(copy, key, part);
  }
  return isWhole ? value : copy;
};
