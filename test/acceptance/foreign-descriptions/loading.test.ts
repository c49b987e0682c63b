import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { rm, symlink } from 'node:fs/promises';
import { ContractError, createMock } from '../../../src/index.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

const toDescription = (schema: object, extra: object = {}): string =>
  JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': {
          get: {
            operationId: 'getThings',
            responses: { 200: { description: 'Found', content: { 'application/json': { schema } } } },
          },
        },
      },
      ...extra,
    },
    undefined,
    2,
  );

const GOOD = toDescription({ type: 'object', required: ['name'], properties: { name: { const: 'thing' } } });
const THING = 'type: object\nrequired: [name]\nproperties:\n  name: { const: neighbour }\n';

const { folderOf, start } = closedBy(afterEach);

let folder: TempFolder;
beforeEach(async () => {
  folder = await folderOf({
    'good.json': GOOD,
    'alone/petstore.yml': 'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\n',
    'alone/readme.yaml': 'title: not a description\n',
    'conventional/openapi.json': GOOD,
    'conventional/other.yaml': 'openapi: 3.0.3\ninfo: { title: B, version: "1" }\npaths: {}\n',
    'two/a.yaml': 'openapi: 3.0.3\npaths: {}\n',
    'two/b.yaml': 'openapi: 3.0.3\npaths: {}\n',
    'empty/notes.txt': 'nothing',
    'refs/openapi.json': toDescription({ $ref: 'schemas/thing.yaml' }),
    'refs/inside.json': toDescription({ $ref: 'schemas/all.yaml#/Thing' }),
    'refs/outside.json': toDescription({ $ref: '../thing.yaml' }),
    'refs/etc.json': toDescription({ $ref: '/etc/hostname' }),
    'refs/linked.json': toDescription({ $ref: 'schemas/link.yaml' }),
    'refs/http.json': toDescription({ $ref: 'http://127.0.0.1:9/thing.json' }),
    'refs/missing.json': toDescription({ $ref: 'schemas/missing.yaml' }),
    'refs/schemas/thing.yaml': THING,
    'refs/schemas/all.yaml': 'Thing:\n  $ref: thing.yaml\n',
    'thing.yaml': THING,
    'swagger.yaml': 'swagger: "1.2"\npaths: {}\n',
    'future.yaml': 'openapi: 4.0.0\npaths: {}\n',
    'not-openapi.yaml': 'asyncapi: 3.0.0\n',
    'not-yaml.yaml': 'openapi: 3.0.0\ninfo:\n\ttitle: A\n',
    'not-json.json': '{"openapi": "3.0.0",\n "paths": {]}',
    'text.yaml': 'just a text\n',
    'list.yaml': '- 1\n- 2\n',
    'nothing.yaml': '',
  });
});

test.each(['good.json', 'conventional', 'conventional/openapi.json'])('%s is served', async (name) => {
  const { api } = await start({ spec: folder.file(name) });
  const { status, body } = await api.get('/things');
  expect({ status, body }).toMatchObject({ status: 200, body: { name: 'thing' } });
});

test('the only description of a folder is found by what it holds', async () => {
  const { mock } = await start({ spec: folder.file('alone') });
  expect(mock.contract).toMatchObject({ title: 'A', file: folder.file('alone/petstore.yml') });
});

test.each(['refs/openapi.json', 'refs/inside.json'])('%s may refer to a file beside it', async (name) => {
  const { mock, api } = await start({ spec: folder.file(name) });
  expect(mock.findings).toEqual([]);
  const { body } = await api.get('/things');
  expect(body).toMatchObject({ name: 'neighbour' });
});

test.each([
  ['refs/outside.json', '../thing.yaml', /outside the folder/],
  ['refs/etc.json', '/etc/hostname', /outside the folder/],
  ['refs/http.json', 'http://127.0.0.1:9/thing.json', /only files beside the description/],
  ['refs/missing.json', 'schemas/missing.yaml', /no such file/],
  ['refs/linked.json', 'schemas/link.yaml', /outside the folder/],
])('%s: a $ref to %s is refused and named', async (name, target, reason) => {
  await symlink(folder.file('thing.yaml'), folder.file('refs/schemas/link.yaml'));
  const { mock, api } = await start({ spec: folder.file(name) });
  const [finding] = mock.findings;
  expect(finding).toMatchObject({ operationId: 'getThings', file: folder.file(name) });
  expect(toDescription({}).split('\n')[(finding?.line ?? 0) - 1]).toContain('schema');
  expect(finding?.message).toContain(target);
  expect(finding?.message).toMatch(reason);
  const { status, body } = await api.get('/things');
  expect(status).toBe(501);
  expect(body.detail).toContain(target);
});

const load = async (file: string): Promise<unknown> =>
  createMock({ spec: file }).then(
    (mock) => mock.close(),
    (error: unknown) => error,
  );

test.each([
  ['swagger.yaml', 1, /OpenAPI "1.2" is not served: 2.0, 3.0, 3.1 and 3.2 are/],
  ['future.yaml', 1, /OpenAPI "4.0.0" is not served: 2.0, 3.0, 3.1 and 3.2 are/],
  ['not-openapi.yaml', 1, /the key "openapi" is missing/],
  ['not-yaml.yaml', 3, /./],
  ['not-json.json', 2, /./],
  ['text.yaml', 1, /not an OpenAPI description/],
  ['list.yaml', 1, /not an OpenAPI description/],
  ['nothing.yaml', 1, /not an OpenAPI description/],
  ['missing.yaml', 1, /no such file or folder/],
  ['empty', 1, /no OpenAPI description here: expected openapi.yaml/],
  ['two', 1, /several descriptions here \(a.yaml, b.yaml\): name the file/],
])('%s cannot be served, and the error says where and why', async (name, line, message) => {
  const error = await load(folder.file(name));
  expect(error).toBeInstanceOf(ContractError);
  expect(error).toMatchObject({ file: folder.file(name), line });
  expect((error as Error).message).toMatch(message);
});

test('a folder that is gone cannot be served', async () => {
  await rm(folder.file('two'), { recursive: true });
  expect(await load(folder.file('two'))).toBeInstanceOf(ContractError);
});
