import { expect, test } from '@jest/globals';
import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import { isSelfContained } from '../../../src/engine/contract/references.ts';
import type { SchemaObject } from '../../../src/engine/contract/walk-schema.ts';
import { specFile } from '../../support/spec-files.ts';

const bundle = async (document: SchemaObject): Promise<unknown> =>
  new $RefParser().bundle(specFile('some.json'), structuredClone(document), {
    continueOnError: true,
    resolve: { external: false },
  });

const parse = async (name: string): Promise<SchemaObject> =>
  (await new $RefParser().parse(specFile(name))) as unknown as SchemaObject;

const SCHEMAS = { Thing: { type: 'object', properties: { 'part-1': { type: 'string' } } } };

const withReference = (schema: object, schemas: object = SCHEMAS): SchemaObject => ({
  openapi: '3.1.0',
  paths: { '/things': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  components: { schemas },
});

test.each<[string, SchemaObject]>([
  ['no reference', withReference({ type: 'string' })],
  ['a schema', withReference({ $ref: '#/components/schemas/Thing' })],
  ['a part of a schema', withReference({ $ref: '#/components/schemas/Thing/properties/part-1' })],
  ['a schema, with words of its own', withReference({ $ref: '#/components/schemas/Thing', description: 'One' })],
  [
    'a reference that says more itself',
    withReference(
      { $ref: '#/components/schemas/Named' },
      { ...SCHEMAS, Named: { $ref: '#/components/schemas/Thing', title: 'N' } },
    ),
  ],
  [
    'a circle',
    withReference(
      { $ref: '#/components/schemas/Tree' },
      { Tree: { properties: { left: { $ref: '#/components/schemas/Tree' } } } },
    ),
  ],
])('%s: bundling would change nothing, so it need not be done', async (_, document) => {
  expect(isSelfContained(document)).toBe(true);
  expect(await bundle(document)).toEqual(document);
});

test('of our own descriptions the one without files beside it need not be bundled', async () => {
  const document = await parse('admin.yaml');
  expect(isSelfContained(document)).toBe(true);
  expect(await bundle(document)).toEqual(document);
  expect(isSelfContained(await parse('openapi.yaml'))).toBe(false);
});

test.each<[string, SchemaObject]>([
  ['another file', withReference({ $ref: 'thing.yaml' })],
  ['an address', withReference({ $ref: 'https://example.com/thing.json' })],
  ['nothing', withReference({ $ref: '#/components/schemas/Missing' })],
  ['what only looks like a member', withReference({ $ref: '#/components/schemas/constructor' })],
  ['a place whose name can be written in two ways', withReference({ $ref: '#/paths/~1things/get' })],
  ['an anchor', withReference({ $ref: '#thing' })],
  ['the whole', withReference({ $ref: '#' })],
  ['no text', withReference({ $ref: 1 })],
  [
    'a reference that says nothing else',
    withReference(
      { $ref: '#/components/schemas/Alias' },
      { ...SCHEMAS, Alias: { $ref: '#/components/schemas/Thing' } },
    ),
  ],
  [
    'a place beyond a reference',
    withReference(
      { $ref: '#/components/schemas/Alias/properties/part-1' },
      { ...SCHEMAS, Alias: { $ref: '#/components/schemas/Thing' } },
    ),
  ],
  ['a schema beside an $id', withReference({ $id: 'https://example.com/', $ref: '#/components/schemas/Thing' })],
])('%s: the document has to be bundled', (_, document) => {
  expect(isSelfContained(document)).toBe(false);
});
