import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas.ts';

const pointer = (name: string) => `#/components/schemas/${name}`;
const ref = (name: string) => ({ $ref: pointer(name) });
const text = { type: 'string' };
const of = (properties: object, required: readonly string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const either = (discriminator?: object, branches = [ref('A'), ref('B')]) => ({
  oneOf: branches,
  ...(discriminator === undefined ? {} : { discriminator }),
});
const mapping = { alpha: pointer('A'), beta: 'B' };
const MAPPED = { propertyName: 'k', mapping };

const shared = {
  A: of({ k: text, a: { type: 'integer' } }, ['k', 'a']),
  B: of({ k: text, b: { type: 'integer' } }, ['k', 'b']),
  /** With the same required members, which plain JSON Schema cannot tell apart. */
  C: of({ k: text, c: { type: 'integer' } }, ['k']),
  D: of({ k: text, d: { type: 'integer' } }, ['k']),
  /** "If a new value exists, this takes precedence over the schema name". */
  Own: of({ k: { type: 'string', enum: ['own'] }, a: { type: 'integer' } }, ['k', 'a']),
  Other: of({ k: { const: 'other' }, b: { type: 'integer' } }, ['k', 'b']),
  Animal: of({ t: text, name: text }, ['t'], { discriminator: { propertyName: 't', mapping: { bird: 'Bird' } } }),
  Bird: { allOf: [ref('Animal'), of({ wings: { type: 'integer' } }, ['wings'])] },
  Fish: { allOf: [ref('Animal'), of({ fins: { type: 'integer' } }, ['fins'])] },
  Shark: { allOf: [ref('Fish'), of({ teeth: { type: 'integer' } }, ['teeth'])] },
  Tree: either({ propertyName: 'k' }, [ref('Branch'), ref('Leaf')]),
  Branch: of({ k: text, left: ref('Tree'), right: ref('Tree') }, ['k', 'left', 'right']),
  Leaf: of({ k: text, value: { type: 'integer' } }, ['k', 'value']),
};

type Tagged = Readonly<Record<string, unknown>>;
interface Case {
  readonly what: string;
  readonly schema: object;
  /** The schema by the value that names it. */
  readonly named: Readonly<Record<string, string>>;
  readonly by?: string;
}
const CASES: readonly Case[] = [
  { what: 'a mapping', schema: either(MAPPED), named: { alpha: 'A', beta: 'B' } },
  { what: 'names of schemas', schema: either({ propertyName: 'k' }), named: { A: 'A', B: 'B' } },
  {
    what: 'a mapping of some',
    schema: either({ propertyName: 'k', mapping: { beta: 'B' } }),
    named: { A: 'A', beta: 'B' },
  },
  {
    what: 'a mapping to files',
    schema: either({ propertyName: 'k', mapping: { a: './schemas/A.yaml' } }),
    named: { a: 'A', B: 'B' },
  },
  { what: 'anyOf', schema: { anyOf: [ref('A'), ref('B')], discriminator: MAPPED }, named: { alpha: 'A', beta: 'B' } },
  {
    what: 'the same required members',
    schema: either({ propertyName: 'k' }, [ref('C'), ref('D')]),
    named: { C: 'C', D: 'D' },
  },
  {
    what: 'values of their own',
    schema: either({ propertyName: 'k' }, [ref('Own'), ref('Other')]),
    named: { own: 'Own', other: 'Other' },
  },
  {
    what: 'members beside them',
    schema: { ...either(MAPPED), ...of({ more: text }, ['more']) },
    named: { alpha: 'A', beta: 'B' },
  },
  {
    what: 'children of a parent',
    schema: ref('Animal'),
    named: { bird: 'Bird', Fish: 'Fish', Shark: 'Shark' },
    by: 't',
  },
  { what: 'a child', schema: ref('Bird'), named: { bird: 'Bird' }, by: 't' },
  { what: 'a child of a child', schema: ref('Shark'), named: { Shark: 'Shark' }, by: 't' },
  {
    what: 'a child with more',
    schema: { allOf: [ref('Bird'), of({ more: text }, ['more'])] },
    named: { bird: 'Bird' },
    by: 't',
  },
  { what: 'a recursive schema', schema: ref('Tree'), named: { Branch: 'Branch', Leaf: 'Leaf' } },
];

let served: ServedSchemas;
beforeAll(async () => {
  served = await serveSchemas(
    CASES.flatMap(({ schema }) => [schema, { type: 'array', items: schema, minItems: 8 }]),
    { shared },
  );
});
afterAll(() => served.stop());

test('nothing is wrong with the description', () => {
  expect(served.mock.findings).toEqual([]);
});

describe.each(CASES.map((each, index) => ({ ...each, index: index * 2 })))('$what', ({ index, named, by = 'k' }) => {
  const check = (body: unknown): string => {
    const name = String((body as Tagged)[by]);
    expect(Object.keys(named)).toContain(name);
    expect([name, served.fits(ref(named[name]!), body)]).toEqual([name, true]);
    return name;
  };

  test('a generated body carries the name of the schema that it fits', async () => {
    check((await served.get(index)).body);
    for (let seed = 0; seed < 5; seed++) {
      const { status, body } = await served.get(index, `dynamic=true, seed=${String(seed)}`);
      expect(status).toBe(200);
      check(body);
    }
  });

  test('every kind is generated, and each is taken', async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 5; seed++) {
      const { body } = await served.get(index + 1, `dynamic=true, seed=${String(seed)}`);
      for (const item of body as unknown[]) {
        seen.add(check(item));
        expect(await served.post(index, item)).toBe('taken');
      }
    }
    expect([...seen].sort()).toEqual(Object.keys(named).sort());
  });
});

const place = (what: string): number => 2 * CASES.findIndex((each) => each.what === what);

test.each([
  ['a mapping', { k: 'alpha', a: 1 }, 'taken'],
  ['a mapping', { k: 'beta', b: 1 }, 'taken'],
  // "Implicitly or explicitly": a mapping adds names, and takes none away.
  ['a mapping', { k: 'A', a: 1 }, 'taken'],
  ['a mapping', { k: 'alpha', a: 1, b: 2 }, 'taken'],
  ['a mapping', { k: 'beta', a: 1 }, ['b']],
  ['a mapping', { k: 'alpha', a: 'x', b: 2 }, ['a']],
  ['a mapping', { k: 'gamma', a: 1 }, ['k']],
  ['a mapping', { a: 1 }, ['k']],
  ['a mapping', { k: 7, a: 1 }, ['k']],
  ['names of schemas', { k: 'B', a: 1 }, ['b']],
  ['names of schemas', { k: 'alpha', a: 1 }, ['k']],
  ['anyOf', { k: 'beta', a: 1 }, ['b']],
  ['the same required members', { k: 'C', c: 1 }, 'taken'],
  ['the same required members', { k: 'D', d: 'x' }, ['d']],
  ['values of their own', { k: 'own', a: 'x' }, ['a']],
  ['values of their own', { k: 'third' }, ['k']],
  [
    'a recursive schema',
    { k: 'Branch', left: { k: 'Leaf', value: 1 }, right: { k: 'Leaf', value: 'x' } },
    ['right.value'],
  ],
  ['a recursive schema', { k: 'Branch', left: { k: 'Leaf', value: 1 }, right: { k: 'Bush' } }, ['right.k']],
  // "Validation with the parent schema with this form of discriminator does not perform a search for child schemas".
  ['children of a parent', { t: 'Bird' }, 'taken'],
])('%s: %j is %j', async (what, body, expected) => {
  expect(await served.post(place(what), body)).toEqual(expected);
});

/** What no discriminator tells apart has to match exactly one branch, by plain Ajv. */
const CLOSED = { additionalProperties: false };
test.each([
  ['optional members', [of({ n: text, a: text }, ['n'], CLOSED), of({ n: text, b: text }, ['n'], CLOSED)]],
  ['types of a member', [of({ v: { type: 'integer' } }, ['v']), of({ v: { type: 'number' } }, ['v'])]],
  ['members that the other refuses', [of({ n: text, a: { type: 'integer' } }, ['n']), of({ n: text, b: text }, ['n'])]],
  ['three of them', ['a', 'b', 'c'].map((name) => of({ n: text, [name]: { type: 'boolean' } }, ['n']))],
])('branches of oneOf that require the same are told apart by %s', async (_what, oneOf) => {
  const same = await serveSchemas([
    { oneOf },
    of({ within: { type: 'array', items: { oneOf }, minItems: 2 } }, ['within']),
  ]);
  for (const schema of [0, 1])
    for (const prefer of [undefined, 'dynamic=true, seed=1', 'dynamic=true, seed=2']) {
      const { status, body } = await same.get(schema, prefer);
      expect([status, body, same.fits(schema, body)]).toEqual([200, body, true]);
    }
  await same.stop();
});
