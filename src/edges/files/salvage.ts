import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';

/** A value without the parts that violate its schema. */
interface Salvaged {
  readonly value: Json;
  /** Maps a path in the remaining value to its path in the original. */
  readonly toOriginal: (path: Path) => Path;
  /** Whether a fault at this path of the original may be caused by a removed part: inside it, or around it. */
  readonly isTouched: (path: Path) => boolean;
}

/** Maximum rounds of removal: a file with more nested faults is only checked for its shape. */
const ROUNDS = 5;

/**
 * Removes invalid parts, so that the rest can be checked further and all faults are reported at once. `faultsOf`
 * returns the invalid members; an object that lacks a member is removed as a whole. Undefined if nothing remains.
 */
export const salvage = (whole: Json, faultsOf: (value: Json) => readonly Path[]): Salvaged | undefined => {
  const value = structuredClone<Json>(whole);
  /** Original indexes of list entries, before others were removed. */
  const places = new WeakMap<object, number[]>();
  const removed: Path[] = [];

  const toOriginal = (path: Path): Path => {
    let node: unknown = value;
    return path.map((key) => {
      const own = typeof key === 'number' && Array.isArray(node) ? (places.get(node)?.[key] ?? key) : key;
      node = (node as Record<string | number, unknown> | null | undefined)?.[key];
      return own;
    });
  };

  const remove = (path: Path): boolean => {
    const key = path.at(-1);
    if (key === undefined) return false;
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((node, step) => (node as Record<string | number, unknown>)[step], value);
    if (typeof parent !== 'object' || parent === null) return false;
    if (Array.isArray(parent)) {
      if (!places.has(parent)) places.set(parent, [...parent.keys()]);
      parent.splice(Number(key), 1);
      places.get(parent)?.splice(Number(key), 1);
    } else Reflect.deleteProperty(parent, key);
    return true;
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const faults = faultsOf(value);
    if (faults.length === 0)
      return { value, toOriginal, isTouched: (path) => removed.some((one) => overlap(one, path)) };
    const innermost = withoutInner(faults);
    if (innermost.some((path) => path.length === 0)) return undefined;
    removed.push(...innermost.map(toOriginal));
    // From the end, so that earlier indexes stay valid.
    for (const path of innermost.toReversed()) if (!remove(path)) return undefined;
  }
  return undefined;
};

const overlap = (one: Path, other: Path): boolean =>
  Array.from({ length: Math.min(one.length, other.length) }, (_, index) => index).every(
    (index) => one[index] === other[index],
  );

/** In document order, without duplicates, and without paths inside another one. */
const withoutInner = (paths: readonly Path[]): Path[] => {
  const outer = paths.filter((path) => !paths.some((other) => other.length < path.length && overlap(other, path)));
  const unique = [...new Map(outer.map((path) => [JSON.stringify(path), path])).values()];
  return unique.sort(comparePaths);
};

const comparePaths = (one: Path, other: Path): number => {
  for (const [index, key] of one.entries()) {
    const its = other[index];
    if (its === undefined) return 1;
    if (key === its) continue;
    if (typeof key === 'number' && typeof its === 'number') return key - its;
    return String(key) < String(its) ? -1 : 1;
  }
  return -1;
};
