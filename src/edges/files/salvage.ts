import type { Json } from '../../kernel/json.ts';

type Path = readonly (string | number)[];

/** What is left of a value when everything that does not fit its schema is taken out. */
export interface Salvaged {
  readonly value: Json;
  /** A place in what is left, as a place in the whole. */
  readonly toOriginal: (path: Path) => Path;
  /** Whether a fault at this place (of the whole) may come from what was taken out: in it, or around it. */
  readonly isTouched: (path: Path) => boolean;
}

/** A fault of a fault of a fault: a file that is so broken is told of its shape alone. */
const ROUNDS = 5;

/**
 * Takes out what does not fit, so that the rest can be checked further and all faults are told at once. `faultsOf` names
 * the members that do not fit; one that lacks something is taken out whole. Undefined where nothing is left.
 */
export const salvage = (whole: Json, faultsOf: (value: Json) => readonly Path[]): Salvaged | undefined => {
  const value = structuredClone<Json>(whole);
  /** Where the entries of a list stood before others were taken out. */
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
    // From the end, so that places before stay what they are.
    for (const path of innermost.toReversed()) if (!remove(path)) return undefined;
  }
  return undefined;
};

const overlap = (one: Path, other: Path): boolean =>
  Array.from({ length: Math.min(one.length, other.length) }, (_, index) => index).every(
    (index) => one[index] === other[index],
  );

/** In the order of the document, each place once, and none that lies in another. */
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
