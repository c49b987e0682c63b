export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at a place, `$ref`s on the way followed; an empty object where nothing is. */
export const at = (document: Json, ...path: readonly string[]): Json => {
  let found: unknown = document;
  for (const name of path) found = isObject(found) ? follow(document, found)[name] : undefined;
  return isObject(found) ? follow(document, found) : {};
};

const follow = (document: Json, value: Json): Json => {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const path = reference
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return at(document, ...path);
};

/** A copy in which some members of every object are missing, or something else. */
export const copyJson = (value: unknown, change: (name: string, value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => copyJson(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, change(name, member)] as const)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, copyJson(member, change)]),
  );
};
