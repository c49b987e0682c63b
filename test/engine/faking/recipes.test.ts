import { describe, expect, it, test } from '@jest/globals';
import type { SchemaObject } from '../../../src/engine/contract/walk-schema.ts';
import { commonGenerators } from '../../../src/engine/faking/common-generators.ts';
import { createRecipes } from '../../../src/engine/faking/create-recipes.ts';
import { createLibraryRecipes, type Library } from '../../../src/engine/faking/library-recipe.ts';
import { type Drawing, TooManyValues } from '../../../src/engine/faking/recipe.ts';
import { createDraw } from '../../support/create-draw.ts';
import { POINTER, documentOf } from '../../support/draw-bodies.ts';

const COUNT = 400;

// oxlint-disable-next-line typescript/no-explicit-any -- Each test knows the shape that it asked for.
type Drawn = any;

const drawingOf = (seed: number, { optionals = 1, remainingDepth = 5 } = {}): Drawing => {
  const draw = createDraw(seed);
  return {
    ...{ draw, random: draw.random, optionals, remainingDepth, oneOf: 'sparse', examples: 'drawn', turn: 0 },
    ...{ followed: 0, values: 0, characters: 0, typesRead: 0, itemsRead: 0, isByLibrary: false },
  };
};

/** Values of a schema, none of which anybody has checked. */
const draw = (schema: unknown, { others = {}, optionals = 0.8, remainingDepth = 5, count = COUNT } = {}): Drawn[] => {
  const recipeAt = createRecipes({
    document: documentOf(schema, others),
    generators: commonGenerators,
    fallback: (left) => {
      throw new Error(`not understood: ${JSON.stringify(left)}`);
    },
  });
  const { make } = recipeAt(POINTER);
  return Array.from({ length: count }, (_, seed) => {
    return make(drawingOf(seed, { optionals, remainingDepth }));
  });
};

const distinct = (values: readonly unknown[]): unknown[] =>
  [...new Set(values.map((value) => JSON.stringify(value)))].sort().map((text) => JSON.parse(text) as unknown);

/** How many of a hundred. */
const share = (values: readonly unknown[], holds: (value: Drawn) => boolean): number =>
  (100 * values.filter(holds).length) / values.length;

const object = (properties: SchemaObject, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('members', () => {
  it('are there when required, and as often as asked otherwise', () => {
    const schema = object({ a: { const: 1 }, b: { const: 2 } }, ['a']);
    const values = draw(schema);
    expect(distinct(values)).toEqual([{ a: 1, b: 2 }, { a: 1 }]);
    expect(share(values, ({ b }) => b === 2)).toBeGreaterThan(74);
    expect(share(values, ({ b }) => b === 2)).toBeLessThan(86);
    expect(distinct(draw(schema, { optionals: 0 }))).toEqual([{ a: 1 }]);
    expect(distinct(draw(schema, { optionals: 1 }))).toEqual([{ a: 1, b: 2 }]);
  });

  it('that are required and not described are what any other member would be', () => {
    expect(distinct(draw({ required: ['a'], additionalProperties: { const: 3 } }))).toEqual([{ a: 3 }]);
    expect(distinct(draw({ required: ['a'], patternProperties: { a: { const: 4 } } }))).toEqual([{ a: 4 }]);
  });

  it('of which none can be are left out', () => {
    expect(distinct(draw(object({ a: false, b: { const: 1 } }, ['b'])))).toEqual([{ b: 1 }]);
  });

  it('have to keep to the patterns of their names too', () => {
    const schema = { ...object({ ab: { minimum: 5 } }, ['ab']), patternProperties: { '^a': { enum: [1, 5, 9] } } };
    expect(distinct(draw(schema))).toEqual([{ ab: 5 }, { ab: 9 }]);
  });

  it('bring their dependents, and those theirs', () => {
    const schema = {
      ...object({ a: { const: 1 }, b: { const: 2 }, c: { const: 3 } }),
      dependentRequired: { a: ['b'], b: ['c'] },
    };
    const made = draw(schema, { optionals: 0.3 }).map(({ a, b, c }) => ({ a, b, c }));
    expect(distinct(made)).toEqual([{ a: 1, b: 2, c: 3 }, { b: 2, c: 3 }, { c: 3 }, {}]);
  });

  it('are as many as the object may and must have', () => {
    const schema = object({ a: { const: 1 }, b: { const: 1 }, c: { const: 1 } }, ['c']);
    const sizes = (more: object): unknown[] => distinct(draw({ ...schema, ...more }).map((v) => Object.keys(v).length));
    expect(sizes({ maxProperties: 2 })).toEqual([1, 2]);
    expect(sizes({ minProperties: 3 })).toEqual([3]);
    expect(sizes({ minProperties: 5, additionalProperties: { const: 1 } })).toEqual([5]);
  });

  it('are guessed by their names', () => {
    for (const { email } of draw(object({ email: { type: 'string' } }, ['email']))) expect(email).toMatch(/@example\./);
  });
});

describe('items', () => {
  const lengths = (schema: object): unknown[] =>
    distinct(draw({ type: 'array', ...schema }).map((value) => Number(value.length)));

  it('are none to three, within the limits of their schema', () => {
    const items = { const: 1 };
    expect(lengths({ items })).toEqual([0, 1, 2, 3]);
    expect(lengths({ items, minItems: 2 })).toEqual([2, 3]);
    expect(lengths({ items, maxItems: 1 })).toEqual([0, 1]);
    expect(lengths({ items, maxItems: 50 })).toEqual([0, 1, 2, 3]);
    expect(lengths({ items, minItems: 5, maxItems: 50 })).toEqual([5]);
    expect(lengths({})).toEqual([0]);
  });

  it('stand behind those of a tuple', () => {
    const prefixItems = [{ const: 'a' }, { const: 'b' }];
    expect(distinct(draw({ prefixItems, items: false }))).toEqual([['a', 'b']]);
    expect(distinct(draw({ prefixItems, items: { const: 1 } }))).toEqual([
      ['a', 'b', 1],
      ['a', 'b'],
    ]);
    expect(distinct(draw({ prefixItems, maxItems: 1 }))).toEqual([['a']]);
  });

  it('differ where they have to', () => {
    const schema = { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 };
    for (const value of draw(schema)) expect(new Set(value).size).toBe(3);
    expect(distinct(draw({ ...schema, items: { const: 1 }, minItems: 0 }))).toEqual([[1], []]);
  });
});

describe('values', () => {
  it.each<[string, unknown, unknown[]]>([
    ['a constant', { const: { a: [1] } }, [{ a: [1] }]],
    ['a list', { enum: ['a', 1, null] }, ['a', 1, null]],
    ['a list of one type', { type: 'string', enum: ['a', 1] }, ['a']],
    ['a list and a constant', { enum: ['a', 'b'], const: 'b' }, ['b']],
    ['a list within bounds', { enum: [1, 2, 3, 4], minimum: 2, exclusiveMaximum: 4 }, [2, 3]],
    ['a list with a pattern', { enum: ['a', 'b'], pattern: 'b' }, ['b']],
    ['examples', { type: 'string', examples: ['x', 'y'] }, ['x', 'y']],
    ['examples that fit', { type: 'string', examples: ['x', 'long'], maxLength: 1 }, ['x']],
    ['a pattern where no example fits', { type: 'string', examples: ['x'], pattern: '^y$' }, ['y']],
    ['booleans', { type: 'boolean' }, [false, true]],
    ['null', { type: 'null' }, [null]],
    ['types', { type: ['boolean', 'null'] }, [false, null, true]],
    ['whole numbers', { type: 'integer', minimum: 0.5, maximum: 3 }, [1, 2, 3]],
    ['open bounds', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 4 }, [2, 3]],
    ['multiples', { multipleOf: 0.25, minimum: 0, maximum: 1 }, [0, 0.25, 0.5, 0.75, 1]],
  ])('come of %s', (_name, schema, values) => {
    const inOrder = (list: readonly unknown[]): string[] => list.map((value) => JSON.stringify(value)).sort();
    expect(inOrder(distinct(draw(schema)))).toEqual(inOrder(values));
  });

  it('of several types are as likely as each other', () => {
    expect(share(draw({ type: ['string', 'null'] }), (value) => value === null)).toBeGreaterThan(40);
    expect(share(draw({ type: ['string', 'null'] }), (value) => value === null)).toBeLessThan(60);
  });

  it('of a generator become what the schema says they are', () => {
    expect(distinct(draw({ type: ['string', 'null'], 'x-fake': 'currency' }))).toEqual(['USD', null]);
    for (const value of draw({ type: 'string', 'x-fake': 'version' })) expect(value).toMatch(/^[1-9]$/);
    for (const value of draw({ type: 'integer', 'x-fake': 'version', minimum: 8 })) expect([8, 9]).toContain(value);
  });

  it('are letters where nothing is known', () => {
    for (const value of draw({ type: 'string', minLength: 2, maxLength: 4 }))
      expect(value).toMatch(/^[A-Za-z\d]{2,4}$/);
    const lengths = draw({ type: 'string' }).map((value) => Number(value.length));
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([0, 10]);
  });

  it('have any type where nothing at all is said', () => {
    const kinds = new Set(
      draw({}).map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)),
    );
    expect([...kinds].sort()).toEqual(['array', 'boolean', 'null', 'number', 'object', 'string']);
  });
});

describe('compositions', () => {
  it('ask for all parts of allOf', () => {
    const schema = {
      allOf: [object({ a: { enum: [1, 2, 3] } }, ['a']), object({ a: { minimum: 2 }, b: { const: 1 } }, ['b'])],
      properties: { a: { maximum: 2 } },
    };
    expect(distinct(draw(schema))).toEqual([{ a: 2, b: 1 }]);
  });

  it('keep out what one part of allOf does not allow', () => {
    const closed = { ...object({ a: { const: 1 } }, ['a']), additionalProperties: false };
    expect(distinct(draw({ allOf: [closed, object({ b: { const: 1 } })] }))).toEqual([{ a: 1 }]);
  });

  it('take each branch as often as the others, with what stands beside it', () => {
    const schema = {
      ...object({ id: { const: 0 } }, ['id']),
      anyOf: [object({ a: { const: 1 } }, ['a']), object({ b: { const: 2 } }, ['b'])],
    };
    const values = draw(schema);
    expect(distinct(values)).toEqual([
      { id: 0, a: 1 },
      { id: 0, b: 2 },
    ]);
    expect(share(values, ({ a }) => a === 1)).toBeGreaterThan(40);
    expect(share(values, ({ a }) => a === 1)).toBeLessThan(60);
  });

  it('add nothing to a branch of oneOf that nobody asked for', () => {
    const branch = object({ a: { const: 1 }, more: object({ b: { const: 2 } }) }, ['more']);
    expect(distinct(draw({ oneOf: [branch] }))).toEqual([{ more: {} }]);
    expect(distinct(draw({ anyOf: [branch] }, { optionals: 1 }))).toEqual([{ a: 1, more: { b: 2 } }]);
    const around = object({ one: { oneOf: [branch] }, after: { const: 3 } }, ['one']);
    expect(distinct(draw(around, { optionals: 1 }))).toEqual([{ one: { more: {} }, after: 3 }]);
  });

  it('take keywords beside a reference', () => {
    const others = { Other: { type: 'integer', minimum: 3, maximum: 9 } };
    expect(distinct(draw({ ...ref('Other'), maximum: 4 }, { others }))).toEqual([3, 4]);
  });
});

describe('schemas that contain themselves', () => {
  const depth = (value: Drawn): number =>
    typeof value?.next === 'object' && value.next !== null ? 1 + depth(value.next) : 0;

  it('are followed as deep as there is room', () => {
    const depths = (remainingDepth: number): number =>
      Math.max(...draw(object({ next: ref('Tested') }), { remainingDepth, optionals: 1, count: 20 }).map(depth));
    expect([depths(0), depths(3)]).toEqual([0, 3]);
  });

  it('end at the smallest branch when there is no room left', () => {
    const next = { anyOf: [ref('Tested'), { type: 'null' }] };
    expect(distinct(draw(object({ next }, ['next']), { remainingDepth: 0 }))).toEqual([{ next: null }]);
    const list = { type: 'array', items: ref('Tested') };
    expect(distinct(draw(object({ list }, ['list']), { remainingDepth: 0 }))).toEqual([{ list: [] }]);
  });

  it('go on where they have to, and no further', () => {
    const others = {
      Far: object({ farther: ref('Farther') }, ['farther']),
      Farther: object({ end: { const: 1 } }, ['end']),
    };
    const schema = object({ far: { anyOf: [ref('Far'), object({ self: ref('Tested') }, ['self'])] } }, ['far']);
    expect(distinct(draw(schema, { others, remainingDepth: 0 }))).toEqual([{ far: { farther: { end: 1 } } }]);
  });
});

test('a part without a value is left out, whatever is wrong with it', () => {
  const schema = object({ a: { const: 1 }, b: { $dynamicRef: '#b' }, c: ref('Missing') }, ['a']);
  expect(distinct(draw(schema, { optionals: 1 }))).toEqual([{ a: 1 }]);
});

test('what multiplies without end is drawn of some combinations', () => {
  const branches = Array.from({ length: 30 }, (_, index) => ({
    properties: { [`p${String(index)}`]: { type: 'integer' } },
  }));
  const schema = { type: 'object', allOf: Array.from({ length: 4 }, () => ({ anyOf: branches })) };
  for (const value of draw(schema, { count: 3 })) expect(value).toBeInstanceOf(Object);
});

// At its depth limit it makes a list of nulls, again and again while the list has to be unique.
test('the library is stopped when it has made too many items', () => {
  const endless = ((schema: { readonly minItems: number }) => {
    let made = 0;
    while (made < 10_000_000) made += schema.minItems;
    return [];
  }) as unknown as Library;
  const recipe = createLibraryRecipes({
    document: documentOf({ type: 'array', minItems: 1000, not: {} }),
    generators: commonGenerators,
    library: () => endless,
  })(POINTER);
  expect(() => recipe.make(drawingOf(1))).toThrow(TooManyValues);
});
