/** The keys that lead to a value, from the outermost. */
export type Path = readonly (string | number)[];

/** For example `items[0].id`. */
export const formatPath = (path: Path): string =>
  path.reduce<string>((text, key, index) => {
    if (typeof key === 'number') return `${text}[${String(key)}]`;
    return index === 0 ? key : `${text}.${key}`;
  }, '');

/** Decodes percent-encoding; a malformed text is returned unchanged. */
export const decodeLeniently = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
