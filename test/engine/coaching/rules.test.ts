import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { detectors, receiverRules, undetectable } from './watch.ts';
import { scenarioNames } from '../../support/scenario-names.ts';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

/** Everything that clients and receivers are watched for. */
const RULES = [...detectors.map(({ rule }) => rule), ...receiverRules];

const { assumptions } = parse(read('spec/assumptions.yaml')) as { assumptions: readonly { readonly id: string }[] };

test('assumptions that rules rest on exist', () => {
  const known = assumptions.map(({ id }) => id);
  for (const rule of RULES) expect(known).toEqual(expect.arrayContaining([...rule.assumptions]));
});

test('scenarios that are named exist', () => {
  const named = undetectable.flatMap(({ instead }) => instead.match(/\b[a-z]+(?:-[a-z]+)+\b/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(scenarioNames()).toEqual(expect.arrayContaining(named));
});

test('rules are told apart by their names', () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
