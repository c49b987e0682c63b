/** Bodies in which something was drawn by json-schema-faker instead of by a recipe of ours. */
const made = new WeakSet();

export const markAsMadeByLibrary = (value: unknown): void => {
  if (typeof value === 'object' && value !== null) made.add(value);
};

export const isMadeByLibrary = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && made.has(value);
