/** The members that have a value: a member that is undefined is none. */
export const defined = <T extends object>(members: T): { readonly [Name in keyof T]?: Exclude<T[Name], undefined> } => {
  const found: Partial<T> = {};
  for (const name of Object.keys(members) as (keyof T)[]) if (members[name] !== undefined) found[name] = members[name];
  return found as never;
};

/** The same members with other values. */
export const mapValues = <T, R>(
  members: Readonly<Record<string, T>>,
  map: (value: T, name: string) => R,
): Record<string, R> => Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value, name)]));
