import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Random } from '../../../../src/kernel/random.ts';
import { drawText, pick } from '../draw-text.ts';
import { type Kind, PATIENCE } from '../kind.ts';
import { mutateDocument } from '../mutate-document.ts';

type Schema = Readonly<Record<string, unknown>>;

const OPERATIONS = 20;
const NAMES = Array.from({ length: OPERATIONS }, (_, index) => `S${String(index)}`);
const KEYS = ['a', 'b', 'c', 'op', 'kind'];
const SIZES = [0, 1, 2, 3, 20, 255, 10_000, 2_147_483_647];
const PATTERNS = [
  '^(a+)+$',
  '^(a|b)*a(a|b){12}$',
  '[0-9]{1,9}',
  '^\\w+@\\w+$',
  '(?=a)a',
  '^.{0,2000}$',
  '^(?:a?){30}a{30}$',
  'é+',
  '',
];
const FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'uri',
  'uri-template',
  'email',
  'idn-email',
  'hostname',
  'ipv6',
  'uuid',
  'regex',
  'json-pointer',
  'byte',
  'int64',
  'double',
];

const listOf = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: random.integer(1, most) }, make);

/**
 * A schema of any keywords. References lead back to others, mostly in members only: a schema that leads to itself for the
 * same value is refused.
 */
const drawSchema = (random: Random, depth: number, after: number): Schema | boolean => {
  const inner = (): Schema | boolean => drawSchema(random, depth - 1, -1);
  const same = (): Schema | boolean => drawSchema(random, depth - 1, after);
  const ref = (): Schema | boolean => {
    const names = random.integer(1, 50) === 1 ? NAMES : NAMES.slice(after + 1);
    return names.length === 0 || { $ref: `#/components/schemas/${pick(random, names)}` };
  };
  const bound = (name: string): Schema => (random.integer(0, 2) === 0 ? { [name]: pick(random, SIZES) } : {});
  const some = (name: string, make: () => unknown): Schema => (random.integer(0, 3) === 0 ? { [name]: make() } : {});
  const members = (make = inner): Schema => Object.fromEntries(listOf(random, 4, () => [pick(random, KEYS), make()]));
  const text = (): Schema => ({
    type: 'string',
    ...bound('maxLength'),
    ...some('minLength', () => pick(random, SIZES)),
    ...some('pattern', () => pick(random, PATTERNS)),
    ...some('format', () => pick(random, FORMATS)),
  });
  const number = (): Schema => ({
    type: pick(random, ['number', 'integer']),
    ...bound('maximum'),
    ...some('multipleOf', () => pick(random, [0.01, 3, 1e-9, 7e300])),
    ...some('exclusiveMinimum', () => -pick(random, SIZES)),
  });
  const leaves = [text, number, () => pick(random, [true, false]), () => ({ type: ['null', 'boolean'] }), ref];
  if (depth === 0) return pick(random, leaves)();
  const array = (): Schema => ({
    type: 'array',
    ...some('items', inner),
    ...some('prefixItems', () => listOf(random, 4, inner)),
    ...some('contains', inner),
    ...some('uniqueItems', () => true),
    ...some('unevaluatedItems', inner),
    ...bound('minItems'),
    ...bound('maxItems'),
    ...bound('minContains'),
  });
  const object = (): Schema => ({
    type: 'object',
    properties: members(),
    ...some('required', () => [pick(random, KEYS)]),
    ...some('patternProperties', () => ({ [pick(random, PATTERNS)]: inner() })),
    ...some('additionalProperties', inner),
    ...some('unevaluatedProperties', inner),
    ...some('propertyNames', text),
    ...some('dependentSchemas', () => members(same)),
    ...bound('minProperties'),
    ...bound('maxProperties'),
  });
  const choice = (): Schema => ({
    [pick(random, ['oneOf', 'anyOf', 'allOf'])]: listOf(random, 5, same),
    ...some('type', () => 'object'),
  });
  const condition = (): Schema => ({ if: same(), then: same(), else: same() });
  const negation = (): Schema => ({ not: same(), ...some('type', () => 'array') });
  const enumeration = (): Schema => ({ enum: [...KEYS, 1, null] });
  const discriminated = (): Schema => ({ discriminator: { propertyName: 'kind' }, oneOf: listOf(random, 4, ref) });
  return pick(random, [
    object,
    object,
    array,
    array,
    choice,
    choice,
    condition,
    negation,
    enumeration,
    discriminated,
    ref,
    ...leaves,
  ])();
};

/** Levels of references and values: deep enough to count, and mostly within the limit of bodies. */
const DEEPEST = 60;

/** A value that looks as if the schema was meant; the budget ends recursion and lists. */
const drawValue = (
  random: Random,
  schema: unknown,
  all: Readonly<Record<string, unknown>>,
  budget: { left: number },
  depth = 0,
): unknown => {
  const {
    $ref,
    type,
    properties,
    items,
    prefixItems,
    oneOf,
    anyOf,
    allOf,
    enum: values,
  } = Object(schema) as Record<string, unknown>;
  const inner = (of: unknown): unknown => drawValue(random, of, all, budget, depth + 1);
  if (--budget.left <= 0 || depth > DEEPEST) return pick(random, [1, 'a', null, {}, []]);
  if (typeof $ref === 'string') return inner(all[$ref.split('/').at(-1) ?? '']);
  if (Array.isArray(values)) return pick(random, values as unknown[]);
  if (Array.isArray(oneOf ?? anyOf)) return inner(pick(random, (oneOf ?? anyOf) as unknown[]));
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(inner)) as unknown;
  if (type === 'array') {
    const rest = Array.from({ length: pick(random, [0, 1, 3, 30]) }, () => inner(items));
    return [...((prefixItems as unknown[] | undefined) ?? []).map(inner), ...rest];
  }
  if (type === 'string')
    return pick(random, ['a', 'kind', '2026-01-01', drawText(random, ['a', 'b', '1', '@', '%'], 5000)]);
  if (type === 'number' || type === 'integer') return pick(random, [0, -1, 18.26, 1e308, 2_147_483_648]);
  return Object.fromEntries(
    [...KEYS, ...Object.keys(Object(properties) as object)]
      .filter(() => random.integer(0, 2) > 0)
      .map((key) => [key, key === 'kind' ? pick(random, NAMES) : inner((properties as Schema | undefined)?.[key])]),
  );
};

const toDescription = (all: Readonly<Record<string, unknown>>): object => {
  const content = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const responses = (index: number) => ({
    200: { description: 'Made.', ...content(NAMES[(index + 1) % OPERATIONS] ?? '') },
  });
  const paths = NAMES.map((name, index) => [
    `/${name}`,
    {
      get: { responses: responses(index) },
      post: { requestBody: { required: true, ...content(name) }, responses: responses(index) },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Fuzz', version: '1.0.0' },
    paths: Object.fromEntries(paths) as object,
    components: { schemas: all },
  };
};

const BODIES = 3;

export const schemas: Kind = {
  name: 'schemas',
  limit: 1_048_576,
  isWarmed: true,
  draw: (random) => {
    const all = Object.fromEntries(NAMES.map((name, index) => [name, drawSchema(random, 4, index)]));
    const bodies = NAMES.flatMap((name) =>
      Array.from({ length: BODIES }, (_, nth) => {
        const value = drawValue(random, all[name], all, { left: pick(random, [30, 300, 3000]) });
        // Around 50 KB, so that what is drawn costs less than what is tried; the largest are as large as is allowed.
        return nth === 0
          ? JSON.stringify(value)
          : mutateDocument(random, value, pick(random, [5000, 50_000, schemas.limit]));
      }),
    );
    return [JSON.stringify(toDescription(all)), ...bodies.map((body) => (body.length > schemas.limit ? '{}' : body))];
  },
  serve: async ([description = ''], folder) => {
    const file = path.join(folder, 'description.json');
    await writeFile(file, description);
    // As many values in a body as a hosted server takes.
    return ['--spec', file, '--limits', 'max-json-values=20000'];
  },
  play: async ({ send }, [, ...bodies]) => {
    const headers = { 'content-type': 'application/json' };
    const outcomes = [];
    for (const [index, body] of bodies.entries()) {
      const to = `/${NAMES[Math.floor(index / BODIES)] ?? ''}`;
      outcomes.push(await send({ method: 'POST', path: to, headers, body, within: PATIENCE }));
      if (index % BODIES === 0) outcomes.push(await send({ path: to, within: PATIENCE }));
    }
    return outcomes;
  },
};
