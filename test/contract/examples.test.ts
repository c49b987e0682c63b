import { describe, expect, test } from '@jest/globals';
import { loadDocument } from '../../src/engine/contract/load-document.ts';
import { childPointer } from '../../src/kernel/json-pointer.ts';
import { type Tree, describedPlaces, isTree, schemaExamples, treeAt } from '../support/description.ts';
import { createStrictAjv, faultsOf } from '../support/strict-ajv.ts';
import { specFile } from '../support/spec-files.ts';

const { document } = await loadDocument(specFile('openapi.yaml'));
const places = describedPlaces(document);
const ajv = createStrictAjv(document);

const componentSchemas = Object.keys(treeAt(document, 'components', 'schemas')).map((name) =>
  childPointer('#/components/schemas', name),
);

describe('schemas hold nothing that Ajv does not know in strict mode', () => {
  test.each([...componentSchemas, ...places.map(({ schemaPointer }) => schemaPointer)])('%s', (pointer) => {
    expect(() => ajv.at(pointer)).not.toThrow();
  });

  test.each([
    { fault: 'a misspelt keyword', schema: { type: 'string', minLenght: 1 } },
    { fault: 'an extension that nothing reads', schema: { type: 'string', 'x-fakes': 'vin' } },
    { fault: 'an unknown format', schema: { type: 'string', format: 'vin' } },
    { fault: 'a keyword of another type', schema: { type: 'integer', minLength: 1 } },
    { fault: 'a misspelt keyword deeper down', schema: { type: 'array', items: { type: 'object', require: ['a'] } } },
  ])('$fault would be found', ({ schema }) => {
    const mistaken = createStrictAjv({ components: { schemas: { Mistaken: schema } } });
    expect(() => mistaken.at('#/components/schemas/Mistaken')).toThrow(/strict mode|unknown/);
  });
});

describe('examples fit their schemas', () => {
  test.each(
    places.flatMap(({ pointer, schemaPointer, examples }) =>
      examples.map(({ name, value }) => ({ place: childPointer(pointer, name), schemaPointer, value })),
    ),
  )('$place', ({ schemaPointer, value }) => {
    expect(faultsOf(ajv.at(schemaPointer), value)).toEqual([]);
  });

  test.each(schemaExamples(document))('$place', ({ schemaPointer, value }) => {
    expect(faultsOf(ajv.at(schemaPointer), value)).toEqual([]);
  });
});

describe('there are examples', () => {
  const isContent = (pointer: string): boolean => pointer.includes('/content/');
  const jsonBodies = places.filter(({ pointer }) => /\/content\/application~1(?:.*%2B)?json$/.test(pointer));

  test('of every JSON body, each with a name', () => {
    const without = jsonBodies.filter(
      ({ examples }) => examples.length === 0 || examples.some(({ name }) => name === 'example'),
    );
    expect(jsonBodies.length).toBeGreaterThan(100);
    expect(without).toEqual([]);
  });

  test('of every parameter and header', () => {
    const without = places.filter(({ pointer, examples }) => !isContent(pointer) && examples.length === 0);
    expect(without).toEqual([]);
  });
});

interface Order {
  readonly vins: readonly { readonly purchaseAmount: Money }[];
  readonly totalAmount: Money;
}

interface Money {
  readonly value: number;
  readonly currency: string;
}

describe('amounts of the vehicles add up to the total', () => {
  const orders = places.flatMap(({ pointer, examples }) =>
    examples.flatMap(({ name, value }) =>
      objectsIn(value)
        .filter((candidate) => 'vins' in candidate && 'totalAmount' in candidate)
        .map((order) => ({ place: childPointer(pointer, name), order: order as unknown as Order })),
    ),
  );

  test('there are such examples', () => {
    expect(orders.length).toBeGreaterThan(5);
  });

  test.each(orders)('$place', ({ order: { vins, totalAmount } }) => {
    const amounts = vins.map(({ purchaseAmount }) => purchaseAmount);
    expect(amounts.reduce((sum, { value }) => sum + value, 0)).toBe(totalAmount.value);
    expect([...new Set(amounts.map(({ currency }) => currency))]).toEqual([totalAmount.currency]);
  });
});

function objectsIn(value: unknown): Tree[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isTree(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}
