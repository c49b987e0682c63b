import { afterEach, describe, expect, test } from '@jest/globals';
import { formatDiagnostic } from '../../../src/engine/contract/diagnostic.ts';
import { closedBy } from '../../support/closed-by.ts';

const { folderOf, serve, start } = closedBy(afterEach);

/** The member `answer` of the response to `GET /thing`, and all findings, with paths relative to the folder. */
const answerOf = async (files: Record<string, string>, root = 'openapi.yaml') => {
  const folder = await folderOf(files);
  const { api, mock } = await start({ spec: folder.file(root) });
  const { status, body } = await api.get('/thing');
  const findings = mock.findings.map((finding) => formatDiagnostic(finding).replaceAll(`${folder.path}/`, ''));
  return { status, answer: body?.answer as unknown, detail: body?.detail as unknown, findings };
};

const served = (answer: string) => ({ status: 200, answer, detail: undefined, findings: [] });

const head = (version = '3.1.1', more = ''): string =>
  `openapi: ${version}\ninfo: { title: Split, version: '1' }\n${more}`;
const OK = (schema: string): string =>
  `{ description: OK, content: { application/json: { schema: { $ref: '${schema}' } } } }`;
const schemaOf = (answer: string): string =>
  `{ type: object, required: [answer], properties: { answer: { const: ${answer} } } }`;
const operation = (response: string): string => `get: { responses: { '200': ${response} } }\n`;

// OpenAPI 3.1.1, 4.6: references are resolved against the base URI of the document that holds them.
describe('a reference from another file leads back into the root file', () => {
  const root = `${head()}paths: { /thing: { $ref: paths/thing.yaml } }
components:
  schemas: { Thing: ${schemaOf('root')} }
  responses: { OK: ${OK('#/components/schemas/Thing')} }
  parameters: { Q: { name: q, in: query, schema: { type: string } } }
`;
  test.each<readonly [string, Record<string, string>]>([
    ['to a response', { 'paths/thing.yaml': operation(`{ $ref: '../openapi.yaml#/components/responses/OK' }`) }],
    ['to a schema', { 'paths/thing.yaml': operation(OK('../openapi.yaml#/components/schemas/Thing')) }],
    [
      'to a schema, by way of a third file',
      {
        'paths/thing.yaml': operation(OK('../schemas/thing.yaml')),
        'schemas/thing.yaml': `allOf: [ $ref: '../openapi.yaml#/components/schemas/Thing' ]`,
      },
    ],
    [
      'beside other keywords',
      {
        'paths/thing.yaml': operation(OK('../schemas/thing.yaml#/$defs/Thing')),
        'schemas/thing.yaml': `$defs: { Thing: { $ref: '../openapi.yaml#/components/schemas/Thing', minProperties: 1 } }`,
      },
    ],
    [
      'to a parameter',
      {
        'paths/thing.yaml': `parameters: [ $ref: '../openapi.yaml#/components/parameters/Q' ]\n${operation(
          OK('../openapi.yaml#/components/schemas/Thing'),
        )}`,
      },
    ],
  ])('%s', async (_name, files) => {
    expect(await answerOf({ 'openapi.yaml': root, ...files })).toEqual(served('root'));
  });

  test('through a reference that leads out again', async () => {
    const files = {
      'openapi.yaml': `${head()}paths: { /thing: { $ref: paths/thing.yaml } }
components: { schemas: { Other: { type: object, properties: { it: { $ref: thing.yaml } } }, Thing: { $ref: thing.yaml } } }`,
      'paths/thing.yaml': operation(
        `{ description: OK, content: { application/json: { schema: { type: object, required: [answer], properties: { answer: { $ref: '../openapi.yaml#/components/schemas/Thing/properties/answer' }, more: { $ref: '../thing.yaml' } } } } } }`,
      ),
      'thing.yaml': schemaOf('outside'),
    };
    expect(await answerOf(files)).toEqual(served('outside'));
  });

  test('that leads nowhere is reported as it is written', async () => {
    const files = {
      'openapi.yaml': `${head()}paths: { /thing: { $ref: paths/thing.yaml } }`,
      'paths/thing.yaml': operation(OK('../openapi.yaml#/components/schemas/Thing')),
    };
    const { status, findings } = await answerOf(files);
    expect({ status, findings }).toEqual({
      status: 501,
      findings: [
        expect.stringMatching(
          /^paths\/thing\.yaml:1:.* \$ref "\.\.\/openapi\.yaml#\/components\/schemas\/Thing" leads nowhere/,
        ),
      ],
    });
  });

  test('that leads out again', async () => {
    const files = {
      'openapi.yaml': `${head()}paths: { /thing: { $ref: paths/thing.yaml } }
components: { schemas: { Thing: { $ref: schemas/Thing.yaml } } }`,
      'paths/thing.yaml': operation(OK('../openapi.yaml#/components/schemas/Thing')),
      'schemas/Thing.yaml': schemaOf('outside'),
    };
    expect(await answerOf(files)).toEqual(served('outside'));
  });

  test('from a folder whose name is percent-encoded, in a description of JSON', async () => {
    const files = {
      'my api.json': JSON.stringify({
        openapi: '3.0.4',
        info: { title: 'Split', version: '1' },
        paths: { '/thing': { $ref: 'some%20paths/thing.yaml' } },
        components: { schemas: { Thing: { type: 'object', example: { answer: 'json' } } } },
      }),
      'some paths/thing.yaml': operation(OK('../my%20api.json#/components/schemas/Thing')),
    };
    expect(await answerOf(files, 'my api.json')).toEqual(served('json'));
  });

  test('and round in circles', async () => {
    const files = {
      'openapi.yaml': `${head()}paths: { /thing: { $ref: paths/thing.yaml } }
components: { schemas: { Tree: { type: object, required: [answer], properties: { answer: { const: round }, more: { $ref: schemas/Trees.yaml } } } } }`,
      'paths/thing.yaml': operation(OK('../openapi.yaml#/components/schemas/Tree')),
      'schemas/Trees.yaml': `{ type: array, maxItems: 1, items: { $ref: '../openapi.yaml#/components/schemas/Tree' } }`,
    };
    expect(await answerOf(files)).toEqual(served('round'));
  });
});

// OpenAPI 3.2.0, OpenAPI Object: `$self` "provides the self-assigned URI of this document, which also serves as its base
// URI in accordance with [RFC3986] Section 5.1.1".
describe('a description that gives itself an address', () => {
  const own = (self: string, reference: string): string => `${head('3.2.0', `$self: ${self}\n`)}paths:
  /thing: { ${operation(OK(reference)).trim()} }
components: { schemas: { Thing: ${schemaOf('self')} } }`;
  test.each([
    ['https://example.com/api/openapi', 'https://example.com/api/openapi#/components/schemas/Thing'],
    ['https://example.com/api/openapi', 'openapi#/components/schemas/Thing'],
    ['https://example.com/api/openapi', '/api/openapi#/components/schemas/Thing'],
    ['https://example.com/api/openapi', './../api/openapi#/components/schemas/Thing'],
    ['https://example.com/api/openapi', '#/components/schemas/Thing'],
    ['/api/openapi', '/api/openapi#/components/schemas/Thing'],
    ['urn:example:api', 'urn:example:api#/components/schemas/Thing'],
    // What is beside its address is beside the file.
    ['https://example.com/api/openapi', 'schemas/thing.yaml'],
    ['https://example.com/api/openapi', 'https://example.com/api/schemas/thing.yaml'],
    ['https://example.com/api/openapi', 'https://example.com/named#/components/schemas/Thing'],
  ])('%s is found by %s', async (self, reference) => {
    const files = {
      'openapi.yaml': own(self, reference),
      'schemas/thing.yaml': schemaOf('self'),
      'other.yaml': `$self: https://example.com/named\nopenapi: 3.2.0\ncomponents: { schemas: { Thing: ${schemaOf('self')} } }`,
    };
    expect(await answerOf(files)).toEqual(served('self'));
  });

  test('is found by it from another file', async () => {
    const files = {
      'openapi.yaml': `${head('3.2.0', '$self: https://example.com/api/openapi\n')}paths: { /thing: { $ref: paths/thing.yaml } }
components: { schemas: { Thing: ${schemaOf('self')} } }`,
      'paths/thing.yaml': operation(OK('https://example.com/api/openapi#/components/schemas/Thing')),
    };
    expect(await answerOf(files)).toEqual(served('self'));
  });
});

test('a media type whose reference leads nowhere is reported', async () => {
  const text = `${head('3.2.0')}paths:
  /thing: { get: { responses: { '200': { description: OK, content: { application/json: { $ref: '#/components/mediaTypes/Thing' } } } } } }`;
  const { status, findings } = await answerOf({ 'openapi.yaml': text });
  expect({ status, findings }).toEqual({
    status: 501,
    findings: [expect.stringContaining('$ref "#/components/mediaTypes/Thing" leads nowhere')],
  });
});

// https://yaml.org/type/merge.html: keys are "inserted into the current mapping, unless the key already exists in it".
describe('merge keys of YAML are merged', () => {
  const text = (thing: string): string => `${head()}x-base: &base { type: object, required: [answer] }
x-answer: &answer { type: string, properties: { answer: { const: merged } } }
paths:
  /thing: { ${operation(OK('#/components/schemas/Thing')).trim()} }
components: { schemas: { Thing: ${thing} } }`;
  test.each([
    ['one', '{ <<: *base, properties: { answer: { const: merged } } }'],
    ['several, the first of which counts', '{ <<: [*base, *answer] }'],
    ['one with keys of its own', '{ <<: *answer, type: object, required: [answer] }'],
    ['one that was merged', '{ <<: { <<: *base }, properties: { answer: { const: merged } } }'],
  ])('%s', async (_name, thing) => {
    expect(await answerOf({ 'openapi.yaml': text(thing) })).toEqual(served('merged'));
  });

  test.each(['{ <<: 5 }', '{ <<: }', '{ <<: [5] }'])(
    'what cannot be merged is told with its place: %s',
    async (thing) => {
      await expect(answerOf({ 'openapi.yaml': text(thing) })).rejects.toMatchObject({
        message: expect.stringContaining('cannot merge'),
        line: text(thing).split('\n').length,
      });
    },
  );

  test('in another file', async () => {
    const files = {
      'openapi.yaml': `${head()}paths: { /thing: { ${operation(OK('thing.yaml#/Thing')).trim()} } }`,
      'thing.yaml': `Base: &base { type: object, required: [answer] }\nThing: { <<: *base, properties: { answer: { const: merged } } }`,
    };
    expect(await answerOf(files)).toEqual(served('merged'));
  });
});

// OpenAPI 3.1.1, OpenAPI Object: `openapi` is a string; 4.1: "The patch version SHOULD NOT be considered by tooling".
test.each([
  ['3.0', '3.0.0'],
  ['3.1', '3.1.0'],
  ['3.2', '3.2.0'],
  ['"3.0"', '3.0.0'],
  ['"3.1"', '3.1.0'],
])('a version that is no text with three numbers is read: %s', async (version, as) => {
  const schema = '{ type: object, example: { answer: ok }, properties: { answer: { type: string, nullable: true } } }';
  const text = `${head(version)}paths: { /thing: { ${operation(OK('#/components/schemas/Thing')).trim()} } }
components: { schemas: { Thing: ${schema} } }`;
  const { status, answer, findings } = await answerOf({ 'openapi.yaml': text });
  expect({ status, answer }).toEqual({ status: 200, answer: 'ok' });
  expect(findings.filter((finding) => finding.includes('"openapi"'))).toEqual([
    expect.stringMatching(new RegExp(`^openapi.yaml:1:\\d+: .*must be a text with three numbers: .* "${as}"`)),
  ]);
  // Only 3.0 has the keyword.
  expect(findings.some((finding) => finding.includes('"nullable" is no keyword'))).toBe(!as.startsWith('3.0'));
});

describe('a finding names the file and the pointer of its author, once', () => {
  const root = `${head('3.0.4')}paths:
  /thing: { $ref: paths/thing.yaml }
  /other: { ${operation(OK('schemas/thing.yaml')).trim()} }
`;
  test.each<readonly [string, Record<string, string>, RegExp]>([
    [
      'a reference that leads nowhere, in an operation',
      { 'paths/thing.yaml': `\n${operation(OK('../missing.yaml'))}` },
      /^paths\/thing\.yaml:2:\d+: \$ref "\.\.\/missing\.yaml" leads nowhere: no such file \(at #\/get\/responses\/200\/content\/application~1json\/schema\)$/,
    ],
    [
      'one in a shared schema',
      {
        'paths/thing.yaml': operation(OK('../schemas/thing.yaml')),
        'schemas/thing.yaml': 'type: object\nproperties:\n  answer: { $ref: "#/missing" }\n',
      },
      /^schemas\/thing\.yaml:3:\d+: \$ref "#\/missing" leads nowhere.* \(at #\/properties\/answer\/\$ref\)$/,
    ],
    [
      'a keyword that is none',
      {
        'paths/thing.yaml': operation(OK('../schemas/all.yaml#/All/Thing')),
        'schemas/all.yaml': 'All:\n  Thing: { type: object, maxProperties: -1 }\n',
      },
      /^schemas\/all\.yaml:2:\d+: .*"maxProperties" is -1.* \(at #\/All\/Thing\/maxProperties\)$/,
    ],
    [
      'an example',
      {
        'paths/thing.yaml': operation(OK('../schemas/thing.yaml')),
        'schemas/thing.yaml': 'type: object\nproperties:\n  answer:\n    type: string\nexample: { answer: 1 }\n',
      },
      /^schemas\/thing\.yaml:5:\d+: .* \(at #\/example.*\)$/,
    ],
    [
      'an operation',
      { 'paths/thing.yaml': `\n${operation('{ description: OK }')}post: { responses: {} }\n` },
      /^paths\/thing\.yaml:3:\d+: no response is described \(at #\/post\)$/,
    ],
  ])('%s', async (_name, files, expected) => {
    const whole = { 'openapi.yaml': root, 'schemas/thing.yaml': 'type: object\n', ...files };
    const { findings } = await answerOf(whole);
    expect(findings).toEqual([expect.stringMatching(expected)]);
  });

  test('what several operations share is one', async () => {
    const text = `${head()}paths:
  /thing: { get: { parameters: [ $ref: '#/components/parameters/Q' ], responses: { '204': { description: OK } } } }
  /other: { get: { parameters: [ $ref: '#/components/parameters/Q' ], responses: { '204': { description: OK } } } }
components: { parameters: { Q: { name: q, in: body } } }`;
    const shown = { line: 6, pointer: '#/components/parameters/Q', operationIds: ['GET /thing', 'GET /other'] };
    expect((await serve(text)).mock.findings).toEqual([
      expect.objectContaining({ ...shown, message: expect.stringContaining('in "body"') }),
    ]);
  });
});
