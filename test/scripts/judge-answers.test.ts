import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createJudge } from '../../scripts/conformity/judge-answers.ts';
import { createTempFolder } from '../support/temp-folder.ts';

const THING = {
  type: 'object',
  required: ['id', 'secret'],
  properties: {
    id: { type: 'integer', minimum: 0, exclusiveMinimum: true },
    note: { type: 'string', nullable: true },
    owner: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] },
    secret: { type: 'string', writeOnly: true },
  },
};

const describe = (responses: object): object => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { get: { responses } } },
  components: { schemas: { Thing: THING, Owner: { type: 'object' } } },
});

const JSON_THING = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let judge: (answer: { status?: number; type?: string; headers?: Record<string, string>; body?: string }) => string;

beforeAll(async () => {
  const document = describe({
    '200': { headers: { 'X-Left': { required: true, schema: { type: 'integer' } } }, content: JSON_THING },
    '204': { description: '' },
  });
  const answers = `{"200":{"description":"","schema":{"properties":{"id":{"type":"integer"}}}}}`;
  folder = await createTempFolder({
    'openapi.json': JSON.stringify(document),
    'swagger.json': `{"swagger":"2.0","paths":{"/things":{"get":{"produces":["application/json"],"responses":${answers}}}}}`,
  });
  const judgeAnswer = await createJudge(folder.file('openapi.json'));
  judge = ({ status = 200, type = 'application/json; charset=utf-8', headers = { 'x-left': '4' }, body = '' }) =>
    judgeAnswer('#/paths/~1things/get', 'GET', {
      status,
      headers: new Headers({ 'content-type': type, ...headers }),
      text: body,
    }) ?? 'fits';
});

afterAll(() => folder.remove());

test.each([
  ['a thing', { body: '{"id":1,"note":null}' }, 'fits'],
  ['an empty answer', { status: 204 }, 'fits'],
  ['a bound that is excluded', { body: '{"id":0}' }, '#/id'],
  ['null where `nullable` has no effect', { body: '{"id":1,"owner":null}' }, 'null as meant, #/owner'],
  ['a member for requests alone', { body: '{"id":1,"secret":"x"}' }, '#/secret'],
  ['a member that is missing', { body: '{}' }, 'id'],
  ['another status', { status: 201, body: '{"id":1}' }, 'status 201'],
  ['another media type', { type: 'text/html', body: '{"id":1}' }, 'text/html'],
  ['a body where none is described', { status: 204, body: '{}' }, 'a body'],
  ['a header that is missing', { headers: {}, body: '{"id":1}' }, 'X-Left is missing'],
  ['a header of another type', { headers: { 'x-left': 'four' }, body: '{"id":1}' }, 'header X-Left'],
])('%s', (_, answer, verdict) => {
  expect(judge(answer)).toContain(verdict);
});

test('Swagger 2.0 is judged, too', async () => {
  const judgeAnswer = await createJudge(folder.file('swagger.json'));
  const answer = { status: 200, headers: new Headers({ 'content-type': 'application/json' }), text: '{"id":"one"}' };
  expect(judgeAnswer('#/paths/~1things/get', 'GET', answer)).toContain('#/id');
});
