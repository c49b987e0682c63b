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
  ...[null, true, 0, -1, 1e308, 5e-324, 9_007_199_254_740_993, 2_147_483_647, '', [], {}, 'null', '{{request.body}}'],
  ...['__proto__', '\ud800', '\u001b]0;x\u0007', '2026-02-30', 'PT999999999H', '/a/~1/~', '^(a|b)*a(a|b){9}$', '*'],
];

const UNIQUE = /[0-9a-f]{12}(?=")|(?<="position":)\d+/g;

/** A copy that differs in its ids and numbers, as another record would. */
const vary = (text: string, nth: number): unknown =>
  JSON.parse(
    text.replaceAll(UNIQUE, (id) =>
      id.length === 12 ? (Number.parseInt(id, 16) ^ nth).toString(16).padStart(12, '0').slice(-12) : `${id}${String(nth)}`,
    ),
  );

/** Deeper ones are left to the grammar of texts: this program has to write them too. */
const DEEPEST = 300;

const nested = (depth: number, key: string, inner: unknown): unknown => {
  let value = inner;
  for (let level = 0; level < depth; level++) value = key === '' ? [value] : { [key]: value };
  return value;
};

/** What takes the place of a value, of so many bytes at most. */
const replace = (random: Random, value: unknown, others: readonly Place[], most: number): unknown => {
  const size = drawSize(random, Math.max(most, 10));
  const text = JSON.stringify(value) ?? 'null';
  const count = Math.ceil(size / (text.length + 20));
  const odd = pick(random, ODD);
  const words = [String(odd) || ' ', 'a', 'ab ', '9', '{{', '\n', '/', 'é', '.', '-1', '%'];
  const key = pick(random, ['', 'a', 'steps', 'allOf', '__proto__']);
  const ways: (() => unknown)[] = [
    () => odd,
    () => cutOff(drawText(random, words, size)),
    () => nested(Math.min(count, DEEPEST), key, odd),
    () => Array.from({ length: count }, (_, nth) => vary(text, nth)),
    () => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth.toString(36)}`, vary(text, nth)])),
    () => {
      const other = pick(random, others);
      return structuredClone(other.container[other.key]);
    },
    () => (Array.isArray(value) ? [...(value as unknown[]), ...repeatEntries(value, size)] : { ...Object(value), [`x${key}`]: odd }),
  ];
  return pick(random, ways)();
};

const cutOff = (text: string): string => text.slice(0, text.length / 2);

/** As many further entries as fit in. */
const repeatEntries = (list: readonly unknown[], size: number): unknown[] => {
  const texts = list.map((entry) => JSON.stringify(entry) ?? 'null');
  const each = texts.reduce((sum, { length }) => sum + length + 1, 1);
  return Array.from({ length: Math.min(50_000, Math.floor(size / each)) }, (_, nth) =>
    texts.map((text) => vary(text, nth + 1)),
  ).flat();
};

/** The text of a document of which some places are replaced, repeated, moved or deleted: at most `limit` bytes. */
export const mutateDocument = (random: Random, document: unknown, limit: number): string => {
  let last = JSON.stringify(document);
  const root: Container = { document: structuredClone(document) };
  for (let left = random.integer(1, 6); left > 0; left--) {
    const places = listPlaces(root);
    const { container, key } = pick(random, places);
    if (container !== root && random.integer(1, 8) === 1) delete container[key];
    else {
      const value = replace(random, container[key], places, (limit - last.length) / 2);
      Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
    }
    const text = JSON.stringify(root['document']) ?? 'null';
    if (Buffer.byteLength(text) > limit) break;
    last = text;
  }
  return last;
};
