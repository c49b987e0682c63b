import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { packageFile } from '../../src/edges/files/package-files.ts';
import type { Operation } from '../../src/engine/contract/contract.ts';
import { valueAt } from '../../src/kernel/json-pointer.ts';
import { examplesOf, follow, isTree, treeAt } from '../support/description.ts';
import { startMock } from '../support/start-mock.ts';

const { mock, api, stop } = await startMock();
afterAll(() => stop());
const { document, operations } = mock.contract;

const FIXTURES = packageFile('fixtures');

describe('schemas of the fixture files', () => {
  test.each(['sets.schema.json', 'fixtures.schema.json', 'organizations.schema.json', 'personas.schema.json'])(
    '%s is one',
    async (name) => {
      const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
      formats.default(ajv);
      const schema = JSON.parse(await readFile(path.join(FIXTURES, name), 'utf8')) as object;
      expect(() => ajv.compile(schema)).not.toThrow();
    },
  );

  test('stand in the first line of every file, for editors', async () => {
    const files = (await readdir(FIXTURES, { recursive: true })).filter((name) => name.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const [line = ''] = (await readFile(path.join(FIXTURES, file), 'utf8')).split('\n');
      const schema = /^# yaml-language-server: \$schema=(.+)$/.exec(line)?.[1] ?? `no schema in ${file}`;
      await expect(readFile(path.join(FIXTURES, path.dirname(file), schema), 'utf8')).resolves.toContain('$schema');
    }
  });
});

/**
 * Reads of the description work as they stand on a new server. Webhook endpoints are the exception: one that is there
 * would be sent to.
 */
const reads = operations.filter(({ method, path: template }) => method === 'GET' && !template.startsWith('/webhooks'));

const parametersOf = ({ pointer }: Operation) =>
  [pointer.slice(0, pointer.lastIndexOf('/')), pointer]
    .flatMap((place) => (treeAt(valueAt(document, place))['parameters'] ?? []) as unknown[])
    .map((parameter) => follow(document, parameter));

/** The path with the examples of its parameters. */
const examplePathOf = (operation: Operation): string =>
  parametersOf(operation)
    .filter((parameter) => parameter['in'] === 'path')
    .reduce(
      (template, parameter) =>
        template.replace(`{${String(parameter['name'])}}`, String(examplesOf(document, parameter)[0]?.value)),
      operation.path,
    );

/**
 * What the examples show otherwise than a new demo sandbox at the time of the tests, and why. Examples show moments of a
 * story of which the fixtures are the end, and some were written before the stub could play it.
 */
const KNOWN_DIFFERENCES: Readonly<Record<string, RegExp>> = {
  // Lists hold more than examples show.
  listBuyers: /^pagination|^data\.\d+\.(kycMode|version|updatedAt)$/,
  findOrders: /^pagination|^data\.\d+\.(status|version|updatedAt|vins\.\d+\.complianceStatus)$/,
  // Contents of fixtures are small.
  listBuyerDocuments: /\.(size|sha256)$/,
  listOrderDocuments: /\.(size|sha256)$/,
  getDocument: /^(size|sha256)$/,
  // The stub's VIES answers after two seconds, its verifications take a minute.
  getViesCheck: /^checkedAt$/,
  getKycVerification: /^completedAt$/,
  // A link that can be used is younger than seven days.
  getSelfServiceInvitation: /^expiresAt$/,
  // The workflow counts otherwise than the examples.
  getOrder: /^(version|updatedAt)$/,
  getOrderCompliance: /^version$/,
  getExportFile: /^generatedAt$/,
  // The examples are from before the verdict.
  listInvoices: /^data\.\d\.(status|version|updatedAt)$/,
};

/** Dotted paths at which the answer is not what the example shows. Items of lists are found by their ids. */
const differences = (example: unknown, answer: unknown, place = ''): string[] => {
  const under = (key: string): string => (place === '' ? key : `${place}.${key}`);
  if (Array.isArray(example) && Array.isArray(answer))
    return example.flatMap((item, index) => differences(item, twinOf(item, answer, index), under(String(index))));
  if (isTree(example) && isTree(answer))
    return [...new Set([...Object.keys(example), ...Object.keys(answer)])].flatMap((key) =>
      differences(example[key], answer[key], under(key)),
    );
  return withoutMilliseconds(example) === withoutMilliseconds(answer) ? [] : [place];
};

const twinOf = (item: unknown, list: readonly unknown[], index: number): unknown => {
  const id = isTree(item) ? (item['uuid'] ?? item['id']) : undefined;
  return id === undefined ? list[index] : list.find((other) => isTree(other) && (other['uuid'] ?? other['id']) === id);
};

const withoutMilliseconds = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\.000Z$/, 'Z') : value;

const isEmptyList = (value: unknown): boolean =>
  isTree(value) && Array.isArray(value['data']) && value['data'].length === 0;

describe.each(reads)('$id', (operation) => {
  const call = operation.security.length === 0 ? { as: null } : {};

  test('with the parameters of the description finds something on a new server', async () => {
    const { status, headers } = await api.get(examplePathOf(operation), call);
    expect([status, headers['x-mock-source']]).toEqual([200, 'stateful']);
  });

  test('answers what one of the examples shows, known differences aside', async () => {
    const { body } = await api.get(examplePathOf(operation), call);
    const examples = operation.responses.find(({ status }) => status === '200')?.contents[0]?.examples ?? [];
    const telling = examples.filter(({ value }) => !isEmptyList(value));
    expect(telling.length > 0).toBe(operation.id !== 'downloadDocument');
    if (telling.length === 0) return;
    const known = KNOWN_DIFFERENCES[operation.id];
    const unknown = telling.map(({ value }) => differences(value, body).filter((place) => known?.test(place) !== true));
    expect(unknown).toContainEqual([]);
  });
});

test('known differences are about operations that exist', () => {
  const ids = reads.map(({ id }) => id);
  expect(Object.keys(KNOWN_DIFFERENCES).filter((id) => !ids.includes(id))).toEqual([]);
});
