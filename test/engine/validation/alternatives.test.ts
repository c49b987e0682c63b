import { describe, expect, test } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import type { SchemaObject } from '../../../src/engine/contract/walk-schema.ts';
import { createCompilers } from '../../../src/engine/validation/ajv.ts';
import { toViolations } from '../../../src/engine/validation/violations.ts';
import { createRandom } from '../../../src/kernel/random.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const compilersOf = (schemas: SchemaObject) =>
  createCompilers({ document: { components: { schemas } }, isForeign: true } as never);

const violationsOf = (schemas: SchemaObject, value: unknown) => {
  const validate = compilersOf(schemas).listing('#/components/schemas/Tested');
  return validate(value) ? [] : toViolations(validate.errors ?? [], value);
};

const below = (depth: number, leaf: unknown): unknown => (depth === 0 ? leaf : { a: below(depth - 1, leaf) });

describe('alternatives of a recursive schema', () => {
  const operation = (op: string) => ({
    type: 'object',
    required: ['op', 'left', 'right'],
    properties: { left: ref('Tested'), right: ref('Tested'), op: { const: op } },
  });
  const field = {
    type: 'object',
    required: ['op'],
    properties: { field: { type: 'string' }, op: { enum: ['eq', 'ne'] } },
  };
  const Tested = { oneOf: [operation('and'), operation('or'), field] };
  const nested = (depth: number, leaf: unknown): unknown =>
    depth === 0 ? leaf : { op: 'or', left: { op: 'eq' }, right: nested(depth - 1, leaf) };
  const place = 'right.'.repeat(30);

  test('are chosen by the values that they list: the fault is named where it is', () => {
    expect(violationsOf({ Tested }, nested(30, { op: 'eq', field: 5 }))).toEqual([
      { field: `${place}field`, message: 'must be string, but is integer', rejectedValue: 5 },
    ]);
    expect(violationsOf({ Tested }, nested(30, { op: 'like' }))).toEqual([
      { field: `${place}op`, message: 'must be one of "and", "or", "eq", "ne"', rejectedValue: 'like' },
    ]);
  });

  test.each([
    ['oneOf', { oneOf: [{ required: ['a'], properties: { a: ref('Tested') } }, { properties: { a: ref('Tested') } }] }],
    ['anyOf', { anyOf: [{ required: ['a'], properties: { a: ref('Tested') } }, { properties: { a: ref('Tested') } }] }],
    ['allOf', { allOf: [{ properties: { a: ref('Tested') } }, { properties: { a: ref('Tested') } }] }],
    ['if', { if: { properties: { a: ref('Tested') } }, else: { properties: { a: ref('Tested') } } }],
    [
      'two schemas',
      {
        anyOf: [
          { properties: { a: ref('Tested') }, required: ['a'] },
          { properties: { a: ref('Other') }, required: ['a'] },
        ],
      },
    ],
  ])('are evaluated once per place: %s', (_keyword, alternatives) => {
    const Recursive = { type: 'object', ...alternatives };
    const schemas = { Tested: Recursive, Other: { ...Recursive, minProperties: 1 } };
    const violations = violationsOf(schemas, below(30, 'text'));
    expect(violations.length).toBeGreaterThan(0);
    for (const { message } of violations) expect(message.length).toBeLessThan(2100);
  });

  test('that lead to each other at one place are evaluated once', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `S${String(index)}`,
        { anyOf: [ref(`S${String(index + 1)}`), ref(`S${String(index + 1)}`)] },
      ]),
    );
    expect(violationsOf({ ...chain, Tested: ref('S0'), S40: { type: 'integer' } }, 'text')).toEqual([
      { field: '', message: 'must be integer, but is string', rejectedValue: 'text' },
    ]);
  });
});

interface Schema extends Readonly<Record<string, unknown>> {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
  readonly enum?: readonly unknown[];
}

/**
 * The members of the value that a schema evaluates; undefined if it does not fit. Ajv is no judge: what an alternative evaluates
 * counts there even if it fails, for the same value or the next one.
 */
const judge = (schemas: SchemaObject, schema: unknown, value: unknown): ReadonlySet<string> | undefined => {
  if (typeof schema === 'boolean') return schema ? new Set() : undefined;
  const at = schema as Schema;
  const { $ref, type, properties = {}, required = [], items, uniqueItems, allOf = [], anyOf, oneOf, not } = at;
  const inner = (sub: unknown, member = value) => judge(schemas, sub, member);
  const seen = new Set<string>();
  const add = (names: ReadonlySet<string> | undefined): boolean => {
    for (const name of names ?? []) seen.add(name);
    return names !== undefined;
  };
  const members = Object.entries(typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});
  const isObject = members.length > 0 || isDeepStrictEqual(value, {});
  const list: unknown[] = Array.isArray(value) ? value : [];
  const types: Readonly<Record<string, boolean>> = {
    integer: Number.isInteger(value),
    null: value === null,
    object: isObject,
  };
  const matches = (of: readonly unknown[]) => of.filter((sub) => add(inner(sub))).length;
  const membersFit = (sub: unknown, rest: typeof members) =>
    sub === undefined || rest.every(([name, member]) => add(inner(sub, member) && new Set([name])));
  const fits =
    ($ref === undefined || add(inner(schemas[$ref.split('/').at(-1) ?? '']))) &&
    (type === undefined || [type].flat().some((name) => types[name])) &&
    (!('const' in at) || isDeepStrictEqual(at['const'], value)) &&
    at.enum?.some((each) => isDeepStrictEqual(each, value)) !== false &&
    (!isObject || required.every((name) => members.some(([each]) => each === name))) &&
    members.every(
      ([name, member]) => !Object.hasOwn(properties, name) || membersFit(properties[name], [[name, member]]),
    ) &&
    membersFit(
      at['additionalProperties'],
      members.filter(([name]) => !Object.hasOwn(properties, name)),
    ) &&
    (items === undefined || list.every((item) => inner(items, item))) &&
    (uniqueItems === undefined || new Set(list.map((item) => JSON.stringify(item))).size === list.length) &&
    matches(allOf) === allOf.length &&
    (anyOf === undefined || matches(anyOf) > 0) &&
    (oneOf === undefined || matches(oneOf) === 1) &&
    (not === undefined || inner(not) === undefined) &&
    (!('if' in at) || matches([at[add(inner(at['if'])) ? 'then' : 'else']]) === 1) &&
    membersFit(
      at['unevaluatedProperties'],
      members.filter(([name]) => !seen.has(name)),
    );
  return fits ? seen : undefined;
};

test('the verdict is that of the specification', () => {
  const random = createRandom('alternatives');
  const draw = <T>(list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;
  const names = ['a', 'b', 'c'];
  const values = [0, 1, 'x', 'y', null, true];

  const drawSchema = (depth: number): unknown => {
    if (depth === 0) return draw<unknown>([ref('Tested'), ref('Other'), { type: 'integer' }, { enum: ['x', 0] }, true]);
    const inner = () => drawSchema(depth - 1);
    const members = Object.fromEntries(names.flatMap((name) => (random.integer(0, 1) === 0 ? [[name, inner()]] : [])));
    const tag = draw<object>([
      { const: draw(values) },
      { enum: [draw(values), draw(values)] },
      { $ref: '#/components/schemas/Tag' },
    ]);
    return draw<() => unknown>([
      () => ({ oneOf: [inner(), inner(), inner()] }),
      () => ({ anyOf: [inner(), inner()] }),
      () => ({ allOf: [inner(), inner()] }),
      () => ({ not: inner() }),
      () => ({ if: inner(), then: inner(), else: inner() }),
      () => ({ properties: { ...members, c: tag }, required: [draw(names)] }),
      () => ({ type: 'object', properties: { ...members, c: tag } }),
      () => ({ properties: members, anyOf: [inner(), inner()], unevaluatedProperties: false }),
      () => ({ items: inner(), uniqueItems: true }),
    ])();
  };
  const drawValue = (depth: number): unknown =>
    depth === 0 || random.integer(0, 3) === 0
      ? draw<unknown>(values)
      : random.integer(0, 3) === 0
        ? Array.from({ length: random.integer(0, 3) }, () => drawValue(depth - 1))
        : Object.fromEntries(names.flatMap((name) => (random.integer(0, 2) > 0 ? [[name, drawValue(depth - 1)]] : [])));

  const seen = new Set<boolean>();
  const different: unknown[] = [];
  for (let round = 0; round < 25; round++) {
    // A list or a member in between: a schema that applies to itself at one place never ends.
    const within = (schema: unknown) => ({
      anyOf: [{ type: ['integer', 'null'] }, { additionalProperties: schema, items: schema }],
    });
    const schemas = {
      Tested: { properties: { a: drawSchema(2), b: drawSchema(3), c: drawSchema(1) }, items: drawSchema(2) },
      Other: within(drawSchema(2)),
      Tag: { enum: [draw(values), draw(values)] },
    };
    const { exact, listing } = compilersOf(schemas);
    for (let count = 0; count < 15; count++) {
      const value = drawValue(4);
      const fits = judge(schemas, schemas.Tested, value) !== undefined;
      seen.add(fits);
      const ours = [exact, listing].map((compile) => compile('#/components/schemas/Tested')(value));
      if (ours.some((own) => own !== fits)) different.push({ schemas, value, fits, ours });
    }
  }
  expect(different).toEqual([]);
  expect(seen.size).toBe(2);
});

test.each([
  [
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    false,
  ],
  [[1, '1', [1], ['1'], { a: 1 }, '{"a":1}', null, 'null'], true],
  [[{ a: 1 }, { a: 1, b: null }], true],
  [[0, -0], false],
  [[Infinity, null, -Infinity], true],
  [[1, 2, 3, 2, 1], false],
  [Array.from({ length: 20_000 }, (_, id) => ({ id })), true],
])('uniqueItems compares by contents, list %#', (value: readonly unknown[], isUnique) => {
  const { exact } = compilersOf({ Tested: { uniqueItems: true } });
  expect(exact('#/components/schemas/Tested')(value)).toBe(isUnique);
});

test('the last item that equals an earlier one is named', () => {
  expect(violationsOf({ Tested: { uniqueItems: true } }, [1, 2, 1, 2, 3])).toMatchObject([
    { message: 'must NOT have duplicate items (items ## 1 and 3 are identical)' },
  ]);
});
