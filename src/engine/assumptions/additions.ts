import { mapValues } from '../../kernel/defined.ts';
import { isObject } from '../../kernel/json.ts';
import { type Random, createRandom } from '../../kernel/random.ts';
import { asObject, partsOf } from '../contract/walk-schema.ts';

/** What a service could add. Names and texts say so: a client that fails on them has to learn why. */
const ADDITIONS: readonly (readonly [name: string, value: unknown])[] = [
  ['addedFlag', true],
  ['addedNumber', 0.5],
  ['addedText', 'additions=members'],
  ['addedNull', null],
  ['addedList', []],
  ['addedObject', { addedText: 'additions=members' }],
];

/** JSON Pointers in URI form. */
const placeOf = (pointer: string, name: string): string => `${pointer}/${encodeURIComponent(name.toWellFormed())}`;

const growing = (value: unknown, pointer: string, random: Random, added: string[]): unknown => {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => growing(item, `${pointer}/${index}`, random, added));
  if (!isObject(value)) return value;
  const free = ADDITIONS.filter(([name]) => !Object.hasOwn(value, name));
  const addition = free[random.integer(0, free.length - 1)];
  if (addition !== undefined) added.push(`${pointer}/${addition[0]}`);
  const members = Object.entries(value).map(([name, member]) => {
    // The client's own value.
    const isOwn = name === 'rejectedValue';
    return [name, isOwn ? member : growing(member, placeOf(pointer, name), random, added)] as const;
  });
  if (addition !== undefined) members.push(addition);
  const start = random.integer(0, members.length - 1);
  return Object.fromEntries([...members.slice(start), ...members.slice(0, start)]);
};

/** The same seed adds the same to the same value, so that a replay equals its first response. */
export const adding = {
  problemType: 'added-type',
  problemPage:
    'The switch `additions` of this stub has put this type in place of another, as a later version of the service may. Decide by the status.\n',

  /** A member to each object in a value, with a name that it does not have; the others move. */
  members: <T>(given: T, seed: string) => {
    const added: string[] = [];
    return { value: growing(given, '', createRandom(`${seed}/additions`), added) as T, added };
  },

  /**
   * Two of three values of a schema with `x-added-value` become that, the same ones as long as the body is the same: only
   * for members that no client sends or waits for.
   */
  values: (given: unknown, seed: string, document: object, schema: unknown) => {
    const added: string[] = [];
    const random = createRandom(`${seed}/values`);
    const change = (value: unknown, parts: readonly unknown[], pointer: string): unknown => {
      const schemas = [...partsOf(document, { allOf: parts })];
      if (Array.isArray(value)) {
        const items = schemas.flatMap((part) => part['items'] ?? []);
        return value.map((item: unknown, index) => change(item, items, `${pointer}/${index}`));
      }
      if (isObject(value))
        return mapValues(value, (member, name) => {
          const members = schemas.flatMap(({ properties }) => asObject(properties)[name] ?? []);
          return change(member, members, placeOf(pointer, name));
        });
      const other = schemas.find((part) => 'x-added-value' in part)?.['x-added-value'];
      if (other === undefined || value === null || random.integer(0, 2) === 0) return value;
      added.push(pointer);
      return other;
    };
    return { value: change(given, [schema], ''), added };
  },
} as const;
