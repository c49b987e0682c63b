import { isObject } from '../../kernel/is-object.ts';

/** JSON Merge Patch (RFC 7396): members of objects are merged, null removes a member, everything else is replaced. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, key);
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
};

/** Applies a merge patch at a path; unaffected parts are shared, not copied. */
export const patchAt = (document: unknown, keys: readonly string[], patch: unknown): unknown => {
  const [key, ...rest] = keys;
  if (key === undefined) return mergePatch(document, patch);
  const inside: unknown = isObject(document) || Array.isArray(document) ? Reflect.get(document, key) : undefined;
  const changed = patchAt(inside, rest, patch);
  if (Array.isArray(document)) return document.map((item: unknown, index) => (String(index) === key ? changed : item));
  return { ...(document as object | undefined), [key]: changed };
};
