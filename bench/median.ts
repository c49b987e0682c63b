export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
};

/** Medians of several rounds, which are there for their spread. */
export type Summary<T> = T & { readonly rounds?: readonly T[] };

/** The median of each figure. */
export const summarize = <T extends object>(rounds: readonly T[]): Summary<T> => {
  const figureOf = (name: string) => medianOfKnown(rounds.map((round) => round[name as keyof T] as number | undefined));
  const medians = Object.keys(rounds[0] ?? {}).map((name) => [name, figureOf(name)]);
  return { ...(Object.fromEntries(medians) as T), rounds };
};

/** What was measured in one round, of all that has rounds; of fewer rounds, they come again. */
export const inRound = <T>(value: T, round: number): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => inRound<unknown>(item, round)) as T;
  const { rounds } = value as Summary<object>;
  if (rounds !== undefined) return { ...value, ...rounds[round % rounds.length] };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inRound(member, round)])) as T;
};

/** Where the middle half of them lies. */
export const middleHalf = (numbers: readonly number[]): readonly [number, number] => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const quarter = Math.floor(sorted.length / 4);
  return [sorted[quarter] ?? NaN, sorted.at(-1 - quarter) ?? NaN];
};

/** The median of what is known; undefined when nothing is. */
export const medianOfKnown = (numbers: readonly (number | undefined)[]): number | undefined => {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : median(known);
};
