import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas.ts';

/**
 * OpenAPI 3.0.4, section 4.7.24.2, `readOnly`: "it MAY be sent as part of a response but SHOULD NOT be sent as part of the
 * request. If the property is marked as `readOnly` being `true` and is in the `required` list, the `required` will take
 * effect on the response only"; `writeOnly` the other way round. 3.1 leaves it to the server.
 */
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const id = { type: 'integer', readOnly: true };
const secret = { type: 'string', writeOnly: true };
const of = (properties: object, required: readonly string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});

const shared = {
  User: of({ id, name: text, secret }, ['id', 'name', 'secret']),
  Marks: of({ id, secret }),
  Names: of({ name: text }, ['name', 'id', 'secret']),
  Id: { type: 'integer', readOnly: true },
  Secret: { type: 'string', writeOnly: true },
  Node: of({ id, secret, name: text, next: ref('Node') }, ['id', 'name', 'secret']),
  Shown: of({ id, name: text, secret }, ['id', 'name', 'secret'], { example: { id: 1, name: 'n', secret: 's' } }),
};
const WITHOUT_ID = { name: 'n', secret: 's' };
const WITHOUT_SECRET = { name: 'n' };

type Case = readonly [what: string, schema: object, wrap: (user: object) => unknown, at: string];
const plain = (user: object): unknown => user;
const CASES: readonly Case[] = [
  ['members', ref('User'), plain, ''],
  ['members of members', of({ user: ref('User') }, ['user']), (user) => ({ user }), 'user.'],
  ['items', { type: 'array', items: ref('User'), minItems: 1 }, (user) => [user], '[0].'],
  [
    'values of any name',
    { type: 'object', additionalProperties: ref('User'), minProperties: 1 },
    (user) => ({ a: user }),
    'a.',
  ],
  ['allOf', { allOf: [ref('User'), of({ age: { type: 'integer' } })] }, plain, ''],
  ['marks in one part, what is required in another', { allOf: [ref('Marks'), ref('Names')] }, plain, ''],
  [
    'what is required beside the part with the marks',
    { allOf: [ref('Marks')], ...of({ name: text }, ['id', 'name', 'secret']) },
    plain,
    '',
  ],
  ['what is required in a reference of a part', { allOf: [of({ id, secret }), { allOf: [ref('Names')] }] }, plain, ''],
  [
    'references to marked schemas',
    of({ id: ref('Id'), name: text, secret: { allOf: [ref('Secret')] } }, ['id', 'name', 'secret']),
    plain,
    '',
  ],
  ['oneOf', { oneOf: [ref('User'), of({ other: { type: 'integer' } }, ['other'])] }, plain, ''],
  ['anyOf', of({ who: { anyOf: [ref('User'), { type: 'integer' }] } }, ['who']), (user) => ({ who: user }), 'who.'],
  ['recursion', of({ node: ref('Node') }, ['node']), (user) => ({ node: { ...user, next: user } }), 'node.'],
  [
    'what must not be',
    of({ id, name: text, secret }, ['id', 'name', 'secret'], { not: { required: ['other'] } }),
    plain,
    '',
  ],
  [
    'closed objects',
    of({ id, name: text, secret }, ['id', 'name', 'secret'], { additionalProperties: false }),
    plain,
    '',
  ],
];

const holds = (value: unknown, name: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, name) || Object.values(value).some((member) => holds(member, name)));

describe.each(['3.0.4', '3.1.1'])('OpenAPI %s', (openapi) => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas([...CASES.map(([, schema]) => schema), ref('Shown')], { openapi, shared });
  });
  afterAll(() => served.stop());

  test.each(CASES.map(([what, , wrap, at], index) => ({ what, index, wrap, at })))(
    '$what: requests need what may be written, responses have what may be read',
    async ({ index, wrap, at }) => {
      expect(await served.post(index, wrap(WITHOUT_ID))).toBe('taken');
      // "MAY either ignore a `readOnly` field or treat it as an error": most clients send back what they have read.
      expect(await served.post(index, wrap({ ...WITHOUT_ID, id: 1 }))).toBe('taken');
      const refused = await served.post(index, wrap(WITHOUT_SECRET));
      expect(refused).not.toBe('taken');
      if (!/oneOf|anyOf/.test(JSON.stringify(CASES[index]))) expect(refused).toContain(`${at}secret`);
      for (const prefer of [undefined, 'dynamic=true, seed=1', 'dynamic=true, seed=2', 'dynamic=true, seed=3']) {
        const { status, body } = await served.get(index, prefer);
        expect(status).toBe(200);
        expect(holds(body, 'secret')).toBe(false);
        if (holds(body, 'name')) expect(holds(body, 'id')).toBe(true);
      }
    },
  );

  test('an example of a schema is sent without what is only written', async () => {
    expect(await served.get(CASES.length)).toEqual({ status: 200, body: { id: 1, name: 'n' } });
    expect(served.mock.findings).toEqual([]);
  });
});

test('what is not to be is left as it is, and a mark of some alternatives only is none', async () => {
  const negated = of({ id, name: text }, [], { not: { required: ['id', 'name'] } });
  const mixed = { oneOf: [of({ a: id, b: text }, ['b']), of({ a: text }, ['a'])], required: ['a'] };
  const served = await serveSchemas([negated, mixed], { openapi: '3.1.1' });
  expect(await served.post(0, { name: 'n' })).toBe('taken');
  expect(await served.post(0, { name: 'n', id: 1 })).not.toBe('taken');
  expect(await served.post(1, { b: 'b' })).not.toBe('taken');
  expect(await served.post(1, { a: 'a' })).toBe('taken');
  await served.stop();
});
