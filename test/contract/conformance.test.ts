import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { ConformanceRule } from '../../scripts/docs/conformance.ts';
import { findConformanceFaults, hasTest } from '../support/conformance.ts';
import { readSpec } from '../support/spec-files.ts';

const read = (file: string): string | undefined => {
  const url = new URL(`../${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : undefined;
};

const { rules } = parse(read('acceptance/conformance.yaml')!) as { rules: readonly ConformanceRule[] };
const listed = (await readSpec('assumptions.yaml')) as unknown as { assumptions: { id: string }[] };
const openapi = await readSpec('openapi.yaml');
const assumptions = listed.assumptions.map(({ id }) => id);

test('every rule names tests and assumptions that there are', () => {
  expect(findConformanceFaults({ rules, assumptions, read })).toEqual([]);
});

test('the rules come section by section, in the order of the published text', () => {
  const sections = rules.map(({ section }) => section).filter((section, index, all) => section !== all[index - 1]);
  expect(sections).toEqual([
    'What the service does',
    'Resources and their fields',
    'States and transitions',
    'Endpoints: common rules',
    'Endpoints: operations',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ]);
});

describe('no part of the published text is left out:', () => {
  const textOf = (section: string): string =>
    rules.flatMap((rule) => (rule.section === section ? [rule.rule] : [])).join('\n');
  const isDocumented = (node: unknown): boolean =>
    (node as { 'x-provenance'?: unknown })['x-provenance'] === 'documented';
  const { paths, webhooks } = openapi as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly webhooks: object;
  };
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isDocumented(operation) ? [`\`${method.toUpperCase()} ${path}\``] : [],
    ),
  );

  test('the documented operations have rules', () => {
    expect(documented.length).toBeGreaterThan(20);
    expect(documented.filter((operation) => !textOf('Endpoints: operations').includes(operation))).toEqual([]);
  });

  test('so have the events', () => {
    expect(Object.keys(webhooks).filter((type) => !textOf('Events').includes(`\`${type}\``))).toEqual([]);
  });

  test('what the text says is not shown is a rule too, in every section that says so', () => {
    const sections = rules.flatMap(({ section, rule }) => (/\bnot shown\b/.test(rule) ? [section] : []));
    expect(new Set(sections)).toEqual(
      new Set([
        'Resources and their fields',
        'States and transitions',
        'Endpoints: operations',
        'Events',
        'Errors',
        'Limits',
        'Versioning',
      ]),
    );
  });
});

describe('a test is found', () => {
  const source = `
    test('plain', async () => {});
    test("one's own", () => {});
    test('it\\'s quoted', () => {});
    describe.each(CASES)('about $name', () => {});
    test.each([
      ['two spaces', 1],
      ['[brackets]', 2],
    ])('%s make it %d', async (_name) => {});
    test.each(NAMES)(
      '%s stands on a line of its own',
      (name) => {},
    );
    test(isWrite ? 'writes' : 'reads', () => {});
    call('not a test')('nor this');
  `;

  test.each([
    ...['plain', "one's own", "it's quoted", 'about $name', '%s make it %d', 'writes'],
    '%s stands on a line of its own',
    // By a row of its table.
    ...['two spaces make it 1', '[brackets] make it 2'],
  ])('by its title: %s', (name) => {
    expect(hasTest(source, name)).toBe(true);
  });

  test.each([
    ...['plai', 'plain and more', 'three spaces make it 1', 'two spaces make it 12', 'spaces make it 1'],
    ...['not a test', 'nor this', ''],
  ])('and is not where it is called otherwise: %s', (name) => {
    expect(hasTest(source, name)).toBe(false);
  });
});

describe('the check finds', () => {
  const rule: ConformanceRule = {
    section: 'Limits',
    rule: 'Something is so.',
    tests: [{ file: 'a.test.ts', name: 'it is so' }],
    assumptions: ['known'],
  };
  const find = (...changed: readonly object[]): string[] =>
    findConformanceFaults({
      rules: changed.map((change) => ({ ...rule, ...change })),
      assumptions: ['known'],
      read: (file) => (file === 'a.test.ts' ? `test('it is so', () => {});` : undefined),
    });

  test('nothing wrong where nothing is', () => {
    expect(find({}, { rule: 'It is not there yet.', tests: [], pending: 'stateful' })).toEqual([]);
  });

  test.each([
    [{ tests: [] }, 'has no test'],
    [{ tests: undefined }, 'has no test'],
    [{ tests: [{ file: 'b.test.ts', name: 'it is so' }] }, 'names a file that there is not, b.test.ts'],
    [{ tests: [{ file: 'a.test.ts', name: 'it is not' }] }, 'names a test that a.test.ts does not have, "it is not"'],
    [{ assumptions: ['unknown'] }, 'has an unknown assumption, "unknown"'],
    [{ pending: 'stateful' }, 'is pending, but has tests'],
    [{ tests: [], pending: 'someday' }, 'is pending for an unknown reason, "someday"'],
    [{ test: [] }, 'has an unknown key "test"'],
  ])('%j', (change, fault) => {
    expect(find(change)).toEqual([`"Something is so." ${fault}`]);
  });

  test('what stands twice, and what is no sentence', () => {
    expect(find({}, {})).toEqual(['"Something is so." stands twice']);
    expect(find({ rule: 'something' })).toEqual(['"something" is no sentence']);
  });
});
