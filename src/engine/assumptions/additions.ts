import { isObject } from '../../kernel/json.ts';
import { type Random, createRandom } from '../../kernel/random.ts';

/** What a service could add. Names and texts say so: a client that fails on them has to learn why. */
const ADDITIONS: readonly (readonly [name: string, value: unknown])[] = [
  ['addedFlag', true],
  ['addedNumber', 0.5],
  ['addedText', 'additions=members'],
  ['addedNull', null],
  ['addedList', []],
  ['addedObject', { addedText: 'additions=members' }],
];

/** Which places are told: a header has little room, and names may be a client's. */
const PLACES_TOLD = 10;
const PLACE_LENGTH = 100;

/**
 * Adds a member to each object in a value, and moves the others. The same seed makes the same of the same value, so
 * that a replay equals its first response. `added` has the first places, as JSON Pointers in URI form.
 */
export const withAdditions = <T>(given: T, seed: string): { readonly value: T; readonly added: readonly string[] } => {
  const random = createRandom(`${seed}/additions`);
  const added: string[] = [];
  const value = growing(given, '', random, added) as T;
  return { value, added: added.filter(({ length }) => length <= PLACE_LENGTH).slice(0, PLACES_TOLD) };
};

const growing = (value: unknown, pointer: string, random: Random, added: string[]): unknown => {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => growing(item, `${pointer}/${String(index)}`, random, added));
  if (!isObject(value)) return value;
  const addition = ADDITIONS[random.integer(0, ADDITIONS.length - 1)] ?? ['addedFlag', true];
  added.push(`${pointer}/${addition[0]}`);
  const members = Object.entries(value).map(([name, member]) => {
    const place = `${pointer}/${encodeURIComponent(name.toWellFormed())}`;
    return [name, growing(member, place, random, added)] as const;
  });
  members.push(addition);
  const start = random.integer(0, members.length - 1);
  return Object.fromEntries([...members.slice(start), ...members.slice(0, start)]);
};
