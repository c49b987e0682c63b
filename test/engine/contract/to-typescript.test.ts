import { afterAll, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import ts from 'typescript';
import { toTypeScript } from '../../../src/engine/contract/to-typescript.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { packageFile } from '../../../src/edges/files/package-files.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

const folder = await createTempFolder({});
afterAll(() => folder.remove());

/** What TypeScript says of types, without its library. */
const faultsOf = (text: string): readonly string[] => {
  const files: Readonly<Record<string, string>> = { 'types.ts': text, 'lib.d.ts': LIBRARY };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name) => {
      const found = files[name];
      return found === undefined ? undefined : ts.createSourceFile(name, found, ts.ScriptTarget.ES2022);
    },
    getDefaultLibFileName: () => 'lib.d.ts',
  };
  const program = ts.createProgram(['types.ts'], { strict: true, noLib: false, types: [] }, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

const LIBRARY = `interface Array<T> { [n: number]: T } interface Boolean {} interface CallableFunction {} interface Function {}
interface IArguments {} interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}
interface Uint8Array {}`;

const typesOf = async (document: object): Promise<string> => {
  await writeFile(
    folder.file('openapi.json'),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, ...document }),
  );
  return toTypeScript(await loadContract(folder.file('openapi.json'), { trusted: false }));
};

const typeOf = async (schema: unknown, others: object = {}): Promise<string> => {
  const text = await typesOf({ components: { schemas: { It: schema, ...others } } });
  expect(faultsOf(text)).toEqual([]);
  return (/export type It = ([\s\S]*?);\n(?:\n|$)/.exec(text)?.[1] ?? '').replaceAll(/\s+/g, ' ');
};

const other = { Other: { type: 'string' } };

test.each<readonly [unknown, string]>([
  [true, 'unknown'],
  [false, 'never'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, '(string | null)'],
  [{ enum: ['a', 1, null, false] }, '("a" | 1 | null | false)'],
  [{ const: 'a' }, '"a"'],
  [{ type: 'array', items: { type: 'boolean' } }, 'Array<boolean>'],
  [{ prefixItems: [{ type: 'string' }], items: { type: 'null' }, type: 'array' }, 'Array<(string | null)>'],
  [{ type: 'object' }, '{ [name: string]: unknown }'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name: string]: number }'],
  [{ properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'] }, '{ a: string; "b-c"?: unknown; }'],
  [{ properties: { id: { type: 'string', readOnly: true } }, required: ['id'] }, '{ id?: string; }'],
  [{ properties: { a: true }, additionalProperties: true }, '{ a?: unknown; [name: string]: unknown; }'],
  [{ $ref: '#/components/schemas/Other' }, 'Other'],
  [
    { allOf: [{ $ref: '#/components/schemas/Other' }], type: 'object', properties: { a: true } },
    'Other & { a?: unknown; }',
  ],
  [{ oneOf: [{ $ref: '#/components/schemas/Other' }, { type: 'number' }] }, '(Other | number)'],
  [{ type: 'array', items: { $ref: '#/components/schemas/It' } }, 'Array<It>'],
  [{ oneOf: [{ $ref: '#/components/schemas/It' }, { type: 'null' }] }, 'unknown'],
  [{ $ref: '#/components/schemas/Nowhere' }, 'unknown'],
  [{ type: 'string; evil' }, 'unknown'],
])('%j is %s', async (schema, type) => {
  expect(await typeOf(schema, other)).toBe(type);
});

test('a kind of pets that knows its kinds, each of which is a pet, is no circle', async () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const cat = { allOf: [ref('It'), { type: 'object', properties: { lives: { type: 'integer' } } }] };
  expect(await typeOf({ oneOf: [ref('Cat')], discriminator: { propertyName: 'kind' } }, { Cat: cat })).toBe('unknown');
});

test('names of any letters are names of types, each once', async () => {
  const names = ['a.b', 'a_b', 'class', 'Api', 'Array', '1st', 'Größe', '日本', '', '*/'];
  const text = await typesOf({
    components: { schemas: Object.fromEntries(names.map((name) => [name, { description: 'x */ y' }])) },
  });
  expect(faultsOf(text)).toEqual([]);
  const made = [...text.matchAll(/export type (\S+) /g)].map(([, name]) => name);
  expect(made).toEqual(['A_b', 'A_b2', 'Class', 'Api2', 'Array2', '_1st', 'Größe', '日本', '_', '__']);
});

test('an operation has its parameters, body and responses', async () => {
  const parameter = (where: string, name: string, required = false) => ({
    in: where,
    name,
    required,
    schema: { type: 'integer' },
  });
  const json = (schema: object) => ({ description: '', content: { 'application/vnd.a+json': { schema } } });
  const text = await typesOf({
    paths: {
      '/a/{id}': {
        put: {
          summary: 'Replaces it.',
          parameters: [parameter('path', 'id', true), parameter('query', 'q'), parameter('header', 'X-H', true)],
          requestBody: json({ type: 'string' }),
          responses: {
            200: json({ type: 'number' }),
            204: { description: '' },
            '4XX': { description: '', content: { 'text/plain': {} } },
          },
        },
      },
    },
  });
  expect(faultsOf(text)).toEqual([]);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '/** Replaces it. */ "PUT /a/{id}": { method: "PUT"; path: { id: number; }; query: { q?: number; }; header: { "x-h": number; }; body: (string | undefined); responses: { 200: number; 204: undefined; "4XX": string | Uint8Array; }; };',
  );
});

test.each(['openapi.yaml', 'admin.yaml'])('all types of %s are types', async (name) => {
  expect(faultsOf(toTypeScript(await loadContract(packageFile('spec', name), { trusted: false })))).toEqual([]);
});

const { schema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(
      true,
      false,
      { type: 'string' },
      { type: ['integer', 'null'] },
      { enum: ['`', '${x}', '"', '\n', -1, [1], { a: 1 }] },
    ),
    fc.constantFrom('A', 'B', 'It').map((name) => ({ $ref: `#/components/schemas/${name}` })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((allOf) => ({ allOf })),
    tie('schema').map((items) => ({ type: 'array', items })),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.string(), tie('schema'), { maxKeys: 3 }),
      description: fc.string(),
    }),
  ),
}));

test('whatever the schemas are, TypeScript takes their types', async () => {
  await fc.assert(
    fc.asyncProperty(schema, schema, schema, async (a, b, it) => {
      expect(faultsOf(await typesOf({ components: { schemas: { A: a, B: b, It: it } } }))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
