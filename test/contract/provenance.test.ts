import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { isTree, treeAt } from '../support/description.ts';
import { findProvenanceFaults } from '../support/provenance.ts';
import { eventFileTypes, readSpec } from '../support/spec-files.ts';

const files = [
  'openapi.yaml',
  'asyncapi.yaml',
  'schemas/event-envelope.yaml',
  ...(await eventFileTypes()).map((type) => `schemas/events/${type}.yaml`),
];
const documents = Object.fromEntries(
  await Promise.all(files.map(async (file) => [file, await readSpec(file)] as const)),
);
const { assumptions } = (await readSpec('assumptions.yaml')) as unknown as {
  assumptions: { id: string; where: string[] }[];
};

test('every operation and every property says where it comes from, and every assumption is used', () => {
  expect(findProvenanceFaults({ assumptions, documents })).toEqual([]);
});

test('an assumption shows in operations, components, events or stages that exist', () => {
  const openapi = treeAt(documents, 'openapi.yaml');
  const operationIds = Object.values(treeAt(openapi, 'paths')).flatMap((path) =>
    Object.values(treeAt(path)).map((operation) => (isTree(operation) ? operation['operationId'] : undefined)),
  );
  const known = new Set<unknown>([
    ...operationIds,
    ...Object.values(treeAt(openapi, 'components')).flatMap((group) => Object.keys(treeAt(group))),
    ...Object.keys(treeAt(openapi, 'webhooks')),
    'EventEnvelope',
    ...['open-exchange', 'route', 'authenticate', 'play-received-steps', 'check-link', 'authorize', 'decode-body'],
    ...['lookup-idempotency', 'limit-rate', 'replay-response', 'validate-request', 'respond', 'store-idempotency'],
    ...['add-response-headers', 'verify-response', 'after'],
  ]);
  const unknown = assumptions.flatMap(({ id, where }) => where.map((name) => ({ id, name })));
  expect(unknown.filter(({ name }) => !known.has(name))).toEqual([]);
});

/** What `extensions` of problems name in these source files. */
const namedIn = async (isMeant: (file: string) => boolean): Promise<readonly string[]> => {
  const root = new URL('../../src/', import.meta.url);
  const names = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts') && isMeant(file));
  const sources = await Promise.all(names.map((file) => readFile(new URL(file, root), 'utf8')));
  return sources.flatMap((text) =>
    // `extensions` of a problem stand last among its specifics; those of an operation are no problem's.
    [...text.matchAll(/problem\((?:(?!problem\()[^;])*?extensions: \{([^}]+)\}/gs)].flatMap(([, members = '']) =>
      members
        .split(',')
        .map((member) => member.split(':')[0]!.trim())
        .filter((member) => member !== ''),
    ),
  );
};

test('every member that a problem of the API has is one of the description', async () => {
  const named = await namedIn((file) => !file.startsWith('edges/admin/') && !file.startsWith('control/'));
  expect(new Set(named).size).toBeGreaterThan(5);
  const { properties } = treeAt(documents, 'openapi.yaml', 'components', 'schemas', 'Problem');
  expect(Object.keys(properties as object)).toEqual(expect.arrayContaining([...named]));
});

test('every member that a problem about visitors has is one of the description of the control API', async () => {
  const named = await namedIn((file) => file.startsWith('control/visitors/'));
  expect(named).toContain('code');
  const { properties } = treeAt(await readSpec('admin.yaml'), 'components', 'schemas', 'Problem');
  expect(Object.keys(properties as object)).toEqual(expect.arrayContaining([...named]));
});

describe('the check finds', () => {
  const entry = {
    id: 'known',
    question: 'What?',
    chosen: 'This.',
    alternatives: ['that'],
    where: ['getThing'],
    switchable: false,
    why: 'Nobody would notice.',
  };
  const operation = { operationId: 'getThing', 'x-assumption': 'known' };
  const describing = (name: string, schema: unknown) => ({
    assumptions: [entry],
    documents: {
      [name]: {
        paths: { '/thing': { get: { ...operation, responses: { 200: { 'x-provenance': 'documented', schema } } } } },
      },
    },
  });
  const marked = { type: 'string', 'x-provenance': 'documented' };
  const PLACE = 'a.yaml#/paths/~1thing/get';

  test('nothing wrong where nothing is', () => {
    const data = { properties: { name: { type: 'string' } } };
    const schema = {
      properties: { name: marked, example: { ...marked, 'x-assumption': ['known'] } },
      examples: [data],
    };
    expect(findProvenanceFaults(describing('a.yaml', schema))).toEqual([]);
  });

  test.each([
    ['of its own', (schema: object) => schema, ''],
    [
      'of an object in a property',
      (schema: object) => ({ properties: { a: { ...marked, ...schema } } }),
      '/properties/a',
    ],
    ['of items', (schema: object) => ({ items: schema }), '/items'],
    ['of a branch', (schema: object) => ({ allOf: [true, { anyOf: [schema] }] }), '/allOf/1/anyOf/0'],
    [
      'beside a property named example',
      (schema: object) => ({ properties: { example: { ...marked, ...schema } } }),
      '/properties/example',
    ],
  ])('an unmarked property %s', (_where, wrap, place) => {
    const faults = findProvenanceFaults(describing('a.yaml', wrap({ properties: { bare: { type: 'string' } } })));
    expect(faults).toEqual([
      `${PLACE}/responses/200/schema${place}/properties/bare: neither x-provenance nor x-assumption`,
    ]);
  });

  test('ids that are unknown, and marks that are none', () => {
    const name = { 'x-assumption': ['known', 'other'], 'x-provenance': 'guessed' };
    expect(findProvenanceFaults(describing('a.yaml', { properties: { name } }))).toEqual([
      `${PLACE}/responses/200/schema/properties/name: x-provenance is "guessed"`,
      `${PLACE}/responses/200/schema/properties/name: unknown assumption "other"`,
    ]);
  });

  test('entries that nothing refers to, that stand twice, or that are incomplete', () => {
    const { documents } = describing('a.yaml', true);
    const { chosen, ...incomplete } = { ...entry, alternatives: [null], since: 1 };
    const list = [entry, incomplete, { ...entry, id: 'unused' }];
    expect(findProvenanceFaults({ assumptions: list, documents })).toEqual([
      'assumption "known" is listed twice',
      'assumption "known": "chosen" is missing or wrong',
      'assumption "known": "alternatives" is missing or wrong',
      'assumption "known": "since" is no field of an assumption',
      'assumption "unused" is referred to by nothing',
    ]);
  });
});
