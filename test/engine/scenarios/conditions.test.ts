import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Condition, compareConditions, toConditions, type Facts } from '../../../src/engine/matching/condition.ts';
import { beginEffort } from '../../../src/engine/matching/pattern.ts';
import type { ConditionFile } from '../../../src/generated/scenario-file.ts';
import type { Json } from '../../../src/kernel/json.ts';

const factsWith = (change: Partial<Facts>): Facts => ({
  pathParameter: () => undefined,
  queryParameter: () => [],
  header: () => undefined,
  body: () => undefined,
  effort: beginEffort(),
  ...change,
});

/** What is told of values that do not meet a condition. */
const describeActual = ({ isSecret }: Pick<Condition, 'isSecret'>, values: readonly unknown[]): string | undefined => {
  const missed = { label: '', expected: '', isSecret, valuesOf: () => values, holds: () => false };
  return compareConditions([missed], factsWith({})).difference?.actual;
};

const holdsOfBody = async (pointer: string, condition: ConditionFile, body: unknown): Promise<boolean> => {
  const conditions = await toConditions({ body: { [pointer]: condition } });
  const facts = factsWith({ body: () => body });
  return conditions.every(({ valuesOf, holds }) => holds(valuesOf(facts), facts.effort));
};

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

describe('equals', () => {
  test('holds of every value of itself, whatever the order of its members', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const copy = reverseMembers(JSON.parse(JSON.stringify(value)) as Json);
        expect(await holdsOfBody('/x', { equals: value }, { x: copy })).toBe(true);
      }),
    );
  });

  test('tells values apart that JSON tells apart', async () => {
    await fc.assert(
      fc.asyncProperty(json, json, async (one, other) => {
        fc.pre(canonical(one) !== canonical(other));
        expect(await holdsOfBody('/x', { equals: one }, { x: other })).toBe(false);
      }),
    );
  });

  test('knows integers beyond 2^53 apart', async () => {
    expect(await holdsOfBody('/x', 9007199254740993n, { x: 9007199254740993n })).toBe(true);
    expect(await holdsOfBody('/x', 9007199254740993n, { x: 9007199254740992n })).toBe(false);
  });

  test('compares parameters and headers as texts, in a body 3 and "3" differ', async () => {
    const [parameter] = await toConditions({ params: { page: 3 } });
    expect(parameter?.holds(['3'], beginEffort())).toBe(true);
    expect(await holdsOfBody('/x', 3, { x: '3' })).toBe(false);
  });
});

test('oneOf holds exactly where one of its values equals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(json, { minLength: 1, maxLength: 5 }), json, async (values, value) => {
      const each = await Promise.all(values.map((wanted) => holdsOfBody('/x', { equals: wanted }, { x: value })));
      expect(await holdsOfBody('/x', { oneOf: values }, { x: value })).toBe(each.includes(true));
    }),
  );
});

test('present and absent are each other’s opposite, at every place', async () => {
  const pointer = fc.array(fc.oneof(fc.string(), fc.nat(3).map(String)), { maxLength: 3 }).map(toPointer);
  await fc.assert(
    fc.asyncProperty(pointer, fc.option(json), async (place, body) => {
      const value = body ?? undefined;
      const present = await holdsOfBody(place, { present: true }, value);
      expect(await holdsOfBody(place, { absent: true }, value)).toBe(!present);
    }),
  );
});

test('a pointer finds every member of a body', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), json, { noNullPrototype: true }), async (body) => {
      for (const [key, value] of Object.entries(body))
        expect(await holdsOfBody(toPointer([key]), { equals: value }, body)).toBe(true);
    }),
  );
});

test('a pointer finds nothing that a body only inherits', async () => {
  for (const key of ['constructor', 'toString', '__proto__', 'length'])
    expect(await holdsOfBody(`/x/${key}`, { present: true }, { x: {} })).toBe(false);
});

test('all operators of a condition, and all conditions, must hold', async () => {
  const condition = { present: true, matches: '^A', oneOf: ['A-1', 'B-1'] } as const;
  expect(await holdsOfBody('/x', condition, { x: 'A-1' })).toBe(true);
  expect(await holdsOfBody('/x', condition, { x: 'B-1' })).toBe(false);
  expect(await holdsOfBody('/x', condition, { x: 'A-2' })).toBe(false);
});

test('a parameter that comes several times meets a condition with any of its values', async () => {
  const [condition] = await toConditions({ params: { status: 'CREATED' } });
  const facts = factsWith({ queryParameter: () => ['CANCELLED', 'CREATED'] });
  expect(condition?.holds(condition.valuesOf(facts), facts.effort)).toBe(true);
});

test.each(['Authorization', 'Cookie', 'Proxy-Authorization'])('%s is compared, and never shown', async (header) => {
  const [condition] = await toConditions({ headers: { [header]: 'Bearer x' } });
  expect(condition?.holds(['Bearer x'], beginEffort())).toBe(true);
  expect(describeActual(condition!, ['Bearer secret'])).toBe('another value, which is not shown');
  expect(describeActual(condition!, [])).toBe('absent');
});

test('what only has the name of a credential is shown', async () => {
  const conditions = await toConditions({ params: { cookie: 'a' }, headers: { Accept: 'b' } });
  expect(conditions.map((condition) => describeActual(condition, ['c']))).toEqual(['"c"', '"c"']);
});

test('an expression is found in numbers and flags, and not in objects, lists or null', async () => {
  const [condition] = await toConditions({ body: { '/x': { matches: '.' } } });
  expect([1, true, 'a', {}, [1], null].map((value) => condition?.holds([value], beginEffort()))).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

test('what is wanted and what came are put into words', async () => {
  const body = { '/a': { equals: { b: 1 } }, '/c': { oneOf: [1, 'x'], matches: '^y', present: true as const } };
  const conditions = await toConditions({ body, headers: { 'If-Match': { absent: true } }, params: { p: 1 } });
  expect(conditions.map(({ label, expected }) => `${label} ${expected}`)).toEqual([
    'parameter p equals 1',
    'header If-Match is absent',
    'body /a equals {"b":1}',
    'body /c is present',
    'body /c is one of 1, "x"',
    'body /c matches ^y',
  ]);
  const plain = { isSecret: false };
  expect(describeActual(plain, ['a', 2])).toBe('"a", 2');
  expect(describeActual(plain, [new Uint8Array(3)])).toBe('3 bytes');
  expect(describeActual(plain, ['b'.repeat(78)])).toBe(`"${'b'.repeat(78)}"`);
  expect(describeActual(plain, ['b'.repeat(79)])).toBe(`"${'b'.repeat(79)}…`);
  expect(describeActual(plain, ['b'.repeat(1000)])).not.toContain('longer');
  expect(describeActual(plain, ['b'.repeat(1001)])).toMatch(/… \(longer than 1000\)$/);
  expect(describeActual(plain, [Array(2000).fill(1)])).not.toContain('longer');
});

const toPointer = (keys: readonly string[]): string =>
  keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const reverseMembers = (value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => reverseMembers(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reverseMembers(member ?? null)]),
  );
};

/** Without the help of the code under test; -0 and 0 are one number in JSON. */
const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonical(item)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member ?? null)}`).join()}}`;
};
