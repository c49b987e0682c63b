import type { Random } from '../../../src/kernel/random.ts';
import { drawSize, drawText, pick } from './draw-text.ts';

type Container = Record<string | number, unknown>;
interface Place {
  readonly container: Container;
  readonly key: string | number;
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const listPlaces = (document: unknown): Place[] => {
  const places: Place[] = [];
  const open = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (!isContainer(value)) continue;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      places.push({ container: value, key });
      open.push(value[key]);
    }
  }
  return places;
};

const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 5e-324, 2 ** 53, 2_147_483_647, '', [], {}, 'null', '{{request.body}}'],
  ...['__proto__', '\ud800', '\u001b]0;x\u0007', '2026-02-30', 'PT999999999H', '/a/~1/~', '^(a|b)*a(a|b){9}$', '*'],
];

const ID = /"id":"([^"]{8,})"/;

/** A copy with another id, as another record would have. */
const vary = (text: string, nth: number): unknown => {
  const id = ID.exec(text)?.[1];
  const other = `${id?.slice(0, -6) ?? ''}${nth.toString(16).padStart(6, '0')}`;
  return JSON.parse(id === undefined ? text : text.replaceAll(id, other)) as unknown;
};

/** Within the limit of 32 levels, mostly. Very deep ones are left to the grammar of texts: this program has to write them. */
const DEPTHS = [8, 24, 300];

const nested = (depth: number, key: string, inner: unknown): unknown => {
  let value = inner;
  for (let level = 0; level < depth; level++) value = key === '' ? [value] : { [key]: value };
  return value;
};

/** What takes the place of a value, of so many bytes at most. */
const replace = (random: Random, value: unknown, others: readonly Place[], most: number): unknown => {
  const size = drawSize(random, Math.max(most, 10));
  // Deleted entries of lists are left open.
  const text = JSON.stringify(value ?? null);
  const count = Math.ceil(size / (text.length + 20));
  const odd = pick(random, ODD);
  const words = [String(odd) || ' ', 'a', 'ab ', '9', '{{', '\n', '/', 'é', '.', '-1', '%'];
  const key = pick(random, ['', 'a', 'steps', 'allOf', '__proto__']);
  const ways: (() => unknown)[] = [
    () => odd,
    () => cutOff(drawText(random, words, size)),
    () => nested(Math.min(count, pick(random, DEPTHS)), key, odd),
    () => Array.from({ length: count }, (_, nth) => vary(text, nth)),
    () => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth.toString(36)}`, vary(text, nth)])),
    () => {
      const other = pick(random, others);
      return structuredClone(other.container[other.key]);
    },
    () =>
      Array.isArray(value)
        ? [...(value as unknown[]), ...repeatEntries(value, size)]
        : { ...(Object(value) as object), [`x${key}`]: odd },
  ];
  return pick(random, ways)();
};

const cutOff = (text: string): string => text.slice(0, text.length / 2);

/** As many further entries as fit in. */
const repeatEntries = (list: readonly unknown[], size: number): unknown[] => {
  const texts = list.map((entry) => JSON.stringify(entry ?? null));
  const each = texts.reduce((sum, { length }) => sum + length + 1, 1);
  return Array.from({ length: Math.min(50_000, Math.floor(size / each)) }, (_, nth) =>
    texts.map((text) => vary(text, nth + 1)),
  ).flat();
};

/** Most lists of a file may have 20 to 200 entries; those of a state, thousands. */
const COPIES = [1, 3, 15, 90, 2000];

/** What such a place may hold: what another of the same name holds, or more of the same. */
const vouch = (random: Random, { container, key }: Place, places: readonly Place[], most: number): unknown => {
  const value = container[key];
  if (Array.isArray(value))
    return [
      ...(value as unknown[]),
      ...repeatEntries(value, Math.min(most, (JSON.stringify(value).length + 2) * pick(random, COPIES))),
    ];
  const other = pick(
    random,
    places.filter((place) => place.key === key && typeof place.container[key] === typeof value),
  );
  return structuredClone(other.container[key]);
};

/**
 * The text of a document of which some places are replaced, repeated, moved or deleted: at most `limit` bytes. Half of
 * them only get what such places may hold, so that they are accepted: also what `others` hold.
 */
export const mutateDocument = (
  random: Random,
  document: unknown,
  limit: number,
  others: readonly unknown[] = [],
): string => {
  const isMild = random.integer(0, 1) === 0;
  let last = JSON.stringify(document);
  const root: Container = { document: structuredClone(document) };
  for (let left = random.integer(1, 6); left > 0; left--) {
    const places = listPlaces(root);
    // Lists are few, and most that grows is one.
    const lists = places.filter((place) => Array.isArray(place.container[place.key]));
    const place = pick(random, isMild && lists.length > 0 && random.integer(0, 1) === 0 ? lists : places);
    const { container, key } = place;
    if (container !== root && !Array.isArray(container) && random.integer(1, 8) === 1)
      Reflect.deleteProperty(container, key);
    else {
      const most = (limit - last.length) / 2;
      const value = isMild
        ? vouch(random, place, [...places, ...listPlaces(others)], most)
        : replace(random, container[key], places, most);
      Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
    }
    const text = JSON.stringify(root['document']);
    if (Buffer.byteLength(text) > limit) break;
    last = text;
  }
  return last;
};
