import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { ConformanceRule } from '../../scripts/docs/conformance.ts';
import { findConformanceFaults } from '../support/conformance.ts';
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
