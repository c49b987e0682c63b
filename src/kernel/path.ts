/** The keys that lead to a value, from the outermost. */
export type Path = readonly (string | number)[];

/** For example `items[0].id`. */
export const formatPath = (path: Path): string =>
  path.reduce<string>((text, key, index) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return index === 0 ? key : `${text}.${key}`;
  }, '');

/** The strings in a value, at any depth, with where they are. */
export function* textsIn(
  value: unknown,
  path: Path = [],
): Generator<{ readonly path: Path; readonly text: string }, void> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index]);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* textsIn(member, [...path, name]);
}

/** Decodes percent-encoding; a malformed text is returned unchanged. */
export const decodeLeniently = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
