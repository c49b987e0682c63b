import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { type Answered, startKeeping } from './start-keeping.ts';

type Members = Readonly<Record<string, unknown>>;
type Id = string | number;

interface Member {
  readonly schema: object;
  /** A value that a client may send. */
  readonly value: fc.Arbitrary<unknown>;
}

const TYPES: readonly Member[] = [
  { schema: { type: 'string', maxLength: 20 }, value: fc.string({ maxLength: 20 }) },
  { schema: { type: 'integer' }, value: fc.integer() },
  { schema: { type: ['boolean', 'null'] }, value: fc.constantFrom(true, false, null) },
  { schema: { enum: ['a', 'b', 'c'] }, value: fc.constantFrom('a', 'b', 'c') },
  {
    schema: { type: 'array', items: { type: 'number' }, maxItems: 3 },
    value: fc.array(fc.integer(), { maxLength: 3 }),
  },
  {
    schema: {
      type: 'object',
      required: ['at'],
      properties: { at: { type: 'string', format: 'date-time' }, by: { type: 'string' } },
    },
    value: fc.constantFrom({ by: 'me' }, { at: '2026-01-01T00:00:00Z' }, {}),
  },
];

/** Kinds of ids, each with one that nobody creates. */
const IDS = [
  { schema: { type: 'string', format: 'uuid' }, unborn: '6f1de0f8-2f70-4a2e-8b0d-0d0d3f1c9d11' },
  { schema: { type: 'integer', minimum: 1 }, unborn: '9999' },
  { schema: { type: 'string', example: 'itm_8Fh2kQz' }, unborn: 'itm_0000000' },
  { schema: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' }, unborn: 'ABC-0000' },
];

/** A kind of things: what of it is required, and what only the server or only the client says. */
const kinds = fc.record({
  id: fc.constantFrom(...IDS),
  members: fc.array(
    fc.record({
      type: fc.constantFrom(...TYPES),
      isRequired: fc.boolean(),
      mark: fc.constantFrom('', '', 'readOnly', 'writeOnly'),
    }),
    { maxLength: 5 },
  ),
  isClosed: fc.boolean(),
  wrapper: fc.constantFrom([], ['data']),
});

type Kind = typeof kinds extends fc.Arbitrary<infer T> ? T : never;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ description: '', ...json(schema) });

const describe = ({ id: { schema: id, unborn }, members, isClosed, wrapper }: Kind) => {
  const named = members.map((member, index) => ({ name: `m${index}`, ...member }));
  const schemaFor = (isShown: boolean) => ({
    type: 'object',
    required: [
      ...(isShown ? ['id'] : []),
      ...named
        .filter(({ isRequired, mark }) => isRequired && mark !== (isShown ? 'writeOnly' : 'readOnly'))
        .map(({ name }) => name),
    ],
    properties: {
      id: { ...id, readOnly: true },
      ...Object.fromEntries(
        named.map(({ name, type, mark }) => [
          name,
          { ...type.schema, ...(isShown ? {} : { required: [] }), ...(mark === '' ? {} : { [mark]: true }) },
        ]),
      ),
    },
    ...(isClosed ? { additionalProperties: false } : {}),
  });
  const Item = schemaFor(true);
  const sent = schemaFor(false);
  const wrap = (schema: object) =>
    wrapper.length === 0 ? schema : { type: 'object', required: ['data'], properties: { data: schema } };
  const item = { parameters: [{ name: 'a', in: 'path', required: true, schema: { type: 'string' } }] };
  const place = { name: 'b', in: 'path', required: true, schema: id };
  const lists = answer({
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: Item }, total: { type: 'integer' } },
  });
  const document = {
    paths: {
      '/as/{a}/bs': {
        ...item,
        post: { operationId: 'create', requestBody: json(sent), responses: { 201: answer(wrap(Item)) } },
        get: {
          operationId: 'list',
          parameters: ['page', 'size'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
          responses: { 200: lists },
        },
      },
      '/as/{a}/bs/{b}': {
        parameters: [...item.parameters, place],
        get: { operationId: 'read', responses: { 200: answer(wrap(Item)) } },
        put: { operationId: 'replace', requestBody: json(sent), responses: { 200: answer(wrap(Item)) } },
        patch: { operationId: 'patch', requestBody: json({ type: 'object' }), responses: { 200: answer(wrap(Item)) } },
        delete: { operationId: 'remove', responses: { 204: { description: '' } } },
      },
    },
  };
  const writable = named.filter(({ mark }) => mark !== 'readOnly');
  return {
    ...{ document, Item, wrapper, unborn },
    shown: writable.filter(({ mark }) => mark === '').map(({ name }) => name),
    bodies: fc.record(Object.fromEntries(writable.map(({ name, type }) => [name, type.value])), {
      requiredKeys: writable.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    }),
  };
};

const calls = (bodies: fc.Arbitrary<Members>) =>
  fc.array(
    fc.record({
      does: fc.constantFrom('create', 'create', 'read', 'list', 'replace', 'patch', 'remove'),
      parent: fc.constantFrom('x', 'y'),
      which: fc.nat(5),
      body: bodies,
    }),
    { maxLength: 25 },
  );

test('random calls behave as on a map of maps, and every answer fits', async () => {
  const runs = kinds.chain((kind) => {
    const described = describe(kind);
    return calls(described.bodies).map((steps) => ({ ...described, steps }));
  });
  await fc.assert(
    fc.asyncProperty(runs, async ({ document, Item, wrapper, unborn, shown, steps }) => {
      const ajv = new Ajv2020({ strict: false });
      formats.default(ajv);
      const fits = ajv.compile(Item);
      const { send, breaches, failures, notices } = await startKeeping(document);
      const model = new Map<string, Map<Id, Members>>();
      const gone = new Set<string>();
      const thingIn = ({ body }: Answered): Members => (wrapper.length === 0 ? body : body.data) as Members;
      const check = (answered: Answered, status: number): Members => {
        expect(answered).toMatchObject({ status, source: 'stateful' });
        expect(answered.headers).not.toHaveProperty('x-mock-not-shown');
        const thing = thingIn(answered);
        expect(fits(thing) ? [] : fits.errors).toEqual([]);
        return thing;
      };
      const partOf = (body: Members) =>
        Object.fromEntries(Object.entries(body).filter(([name]) => shown.includes(name)));
      for (const { does, parent, which, body } of steps) {
        const known = model.get(parent) ?? new Map<Id, Members>();
        model.set(parent, known);
        const at = `/as/${parent}/bs`;
        const [id] = [...known.keys()].slice(which);
        if (does === 'create') {
          const thing = check(await send(`POST ${at}`, { body }), 201);
          expect(thing).toMatchObject(partOf(body));
          const made = thing['id'] as Id;
          expect(known.has(made)).toBe(false);
          known.set(made, thing);
        } else if (does === 'list') {
          const { body: page, source } = await send(`GET ${at}?size=50`);
          if (source === 'stateful') expect(page).toEqual({ items: [...known.values()], total: known.size });
          else expect([known.size, gone.has(parent)]).toEqual([0, false]);
        } else if (id === undefined) {
          if (does !== 'remove') continue;
          expect((await send(`DELETE ${at}/${unborn}`)).status).toBe(gone.has(parent) ? 404 : 204);
          gone.add(parent);
          expect((await send(`GET ${at}/${unborn}`)).status).toBe(404);
        } else if (does === 'read') expect(check(await send(`GET ${at}/${String(id)}`), 200)).toEqual(known.get(id));
        else if (does === 'remove') {
          expect((await send(`DELETE ${at}/${String(id)}`)).status).toBe(204);
          known.delete(id);
          expect((await send(`GET ${at}/${String(id)}`)).status).toBe(404);
        } else {
          const method = does === 'patch' ? 'PATCH' : 'PUT';
          const thing = check(await send(`${method} ${at}/${String(id)}`, { body }), 200);
          expect(thing).toMatchObject({ ...(does === 'patch' ? known.get(id) : {}), ...partOf(body), id });
          known.set(id, thing);
        }
      }
      expect({ breaches, failures, notices }).toEqual({ breaches: [], failures: [], notices: [] });
    }),
    { numRuns: 40 },
  );
}, 120_000);
