import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

/**
 * "The path is appended to the server's URL"; what is not in braces stands for itself (OpenAPI 3.1.1, sections 4.8.8.1 and
 * 4.8.2), whatever it means to a router. The value of {id} is `a`.
 */
const SERVED: readonly (readonly [template: string, path: string])[] = [
  ["/users('{id}')", "/users('a')"],
  ["/encoded('{id}')", '/encoded%28%27a%27%29'],
  ["/report(period='{id}',part={no})", "/report(period='a',part=1)"],
  ['/after/{id}(x)', '/after/a(x)'],
  ['/star/*', '/star/*'],
  ['/things/{id}:cancel', '/things/a:cancel'],
  ['/files/{id}.json', '/files/a.json'],
  ['/pairs/{id}-{no}', '/pairs/a-1'],
  ['/joined/{id}{no}', '/joined/a1'],
  ['/units/{id}kg', '/units/akg'],
  ['/at/@{id}', '/at/@a'],
  ['/tilde/~{id}', '/tilde/~a'],
  ['/dollar/$batch', '/dollar/$batch'],
  ['/plus/a+b', '/plus/a+b'],
  ['/blank/a b', '/blank/a%20b'],
  ['/encoded/a%20b', '/encoded/a%20b'],
  ['/ümlaut', '/%C3%BCmlaut'],
  ['/slash/', '/slash/'],
  ['//double', '//double'],
  ['/query?x=1', '/query?x=1'],
  ['/fragment/{id}#part', '/fragment/a'],
];

const NOT_SERVED = ['/after/ax', '/star/b', "/users('a'", '/things/a', '/units/a', '/slash', '/Dollar/$batch'];

const SCHEMAS: Readonly<Record<string, object>> = { id: { enum: ['a'] }, no: { type: 'integer' } };

const operationOf = (template: string): object => ({
  get: {
    parameters: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      ...{ name, in: 'path', required: true, schema: SCHEMAS[name] },
    })),
    responses: { 200: { description: 'Served', content: { 'text/plain': { example: template } } } },
  },
});

const started = await closedBy(afterAll).serve({
  openapi: '3.1.1',
  info: { title: 'Paths', version: '1' },
  paths: Object.fromEntries(SERVED.map(([template]) => [template, operationOf(template)])),
});

test.each(SERVED)('%s is served at %s', async (template, path) => {
  const { status, text } = await started.api.get(path);
  expect([status, text]).toEqual([200, template]);
});

test.each(NOT_SERVED)('%s is no path of the description', async (path) => {
  expect((await started.api.get(path)).status).toBe(404);
});

test('what a request cannot carry in its path is a finding', () => {
  expect(started.mock.findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('it counts as /query;'),
    expect.stringContaining('it counts as /fragment/{id};'),
  ]);
});
