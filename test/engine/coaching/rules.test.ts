import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { UNDETECTABLE_MISTAKES } from '../../../src/vat/policy/undetectable-mistakes.ts';
import { DETECTORS, RECEIVER_RULES } from '../../../src/vat/coaching/detectors.ts';
import { scenarioNames } from '../../support/scenario-names.ts';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

/** Everything that clients and receivers are watched for. */
const RULES = [...DETECTORS.map(({ rule }) => rule), ...RECEIVER_RULES];

const document = read('docs/coaching.md');
const { assumptions } = parse(read('spec/assumptions.yaml')) as { assumptions: readonly { readonly id: string }[] };

/** Tables are made wide by the formatter. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.replaceAll(/\s+/g, ' '));

describe('docs/coaching.md lists every rule as it is', () => {
  test.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, { title, quote, seenBy, assumptions: ids }) => {
    const row = rows.find((line) => line.startsWith(`| \`${id}\` |`));
    expect(row).toContain(`| ${title} |`);
    expect(row).toContain(`| ${seenBy} |`);
    expect(row).toContain(`“${quote}”`);
    for (const assumption of ids) expect(row).toContain(`[${assumption}](assumptions.md#${assumption})`);
  });

  test('and no other', () => {
    const listed = rows.flatMap((line) => /^\| `([a-z-]+)` \|/.exec(line)?.[1] ?? []);
    expect(listed).toEqual(RULES.map(({ id }) => id));
  });

  test.each(UNDETECTABLE_MISTAKES.map(({ mistake, instead }) => [mistake, instead]))(
    'what cannot be seen: %s',
    (mistake, instead) => {
      expect(rows.find((line) => line.startsWith(`| ${mistake} |`))).toContain(instead);
    },
  );
});

test('assumptions that rules rest on exist', () => {
  const known = assumptions.map(({ id }) => id);
  for (const rule of RULES) expect(known).toEqual(expect.arrayContaining([...rule.assumptions]));
});

test('scenarios that are named exist', () => {
  const named = UNDETECTABLE_MISTAKES.flatMap(({ instead }) => instead.match(/\b[a-z]+(?:-[a-z]+)+\b/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(scenarioNames()).toEqual(expect.arrayContaining(named));
});

test('rules are told apart by their names', () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
