import { readFile, readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { isTree, treeAt } from '../support/description.ts';
import { findProvenanceFaults } from './provenance.ts';
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
