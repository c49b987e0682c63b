import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { findFileFaults } from '../../../src/edges/files/located-file.ts';
import { packageJson } from '../../../src/edges/files/package-files.ts';
import { checkScenario } from '../../../src/engine/scenarios/check-scenario.ts';
import { createScenarioSchema } from '../../../src/engine/scenarios/scenario-schema.ts';
import type { ScenarioFile, StepFile } from '../../../src/generated/scenario-file.ts';
import type { PathDiagnostic } from '../../../src/kernel/diagnostic.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { formatPath } from '../../../src/kernel/path.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

const SCENARIO_SCHEMA = smallScenarioSchema();
const SHAPE = packageJson('scenarios', 'scenario.schema.json');

type Part = Omit<ScenarioFile, 'scenario'>;

/** Digits that are the name of a member are no place in a list. */
const placeOf = (path: PathDiagnostic['path']): string =>
  path.map((key) => (typeof key === 'string' && /^\d+$/.test(key) ? `"${key}"` : String(key))).join('.');

/** Each diagnostic as `place: message`; of one that the name of a member has, the place ends with an exclamation mark. */
const diagnosticsOf = async (part: Part, scenarioSchema = SCENARIO_SCHEMA): Promise<readonly string[]> => {
  const file = { scenario: 'tested', ...part };
  const check = (checked: ScenarioFile) => checkScenario(checked, scenarioSchema);
  const diagnostics = await findFileFaults(file as unknown as Json, { schema: SHAPE, empty: '', check });
  return diagnostics.map(({ path, message, isKey }) => {
    const words = path.length === 0 ? message : message.replace(`${formatPath(path)}: `, '');
    return `${placeOf(path)}${isKey === true ? '!' : ''}: ${words}`;
  });
};

interface Case {
  readonly written: string;
  readonly said: string[];
}

const readCases = (lines: readonly string[]): readonly Case[] => {
  const cases: Case[] = [];
  for (const line of lines)
    if (line.startsWith('! ')) cases.at(-1)?.said.push(line.slice(2));
    else if (line !== '') cases.push({ written: line, said: [] });
  return cases;
};

const [, ...parts] = readFileSync(new URL('faults.txt', import.meta.url), 'utf8').split('\n# ');

describe.each(parts.map((part) => part.split('\n')))('%s', (_about, ...lines) => {
  test.each(readCases(lines))('$written', async ({ written, said }) => {
    const part = (written === '{}' ? {} : parse(`{ ${written} }`)) as Part;
    const found = (await diagnosticsOf(part)).map((diagnostic) => `${diagnostic}$`);
    expect(found.map((diagnostic, index) => diagnostic.slice(0, said[index]?.length))).toEqual(said);
  });
});

const step: StepFile = { on: 'createOrder', delay: 'PT1S' };

test.each<Part>([
  { steps: [step], given: [{ fixture: 'whatever' }] },
  { timeline: [{ at: 'PT1S', simulate: 'whatever', target: { a: 'b' } }] },
])('any fixture and any simulator will do where it is not known which there are: %j', async (part) => {
  expect(await diagnosticsOf(part, createScenarioSchema({ contract: SCENARIO_SCHEMA.contract }))).toEqual([]);
});

test('a description without tiers knows none', async () => {
  const scenarioSchema = smallScenarioSchema({ 'x-rate-limit-tiers': undefined });
  expect(await diagnosticsOf({ organization: { rateLimitTier: 'STANDARD' } }, scenarioSchema)).toEqual([
    'organization.rateLimitTier: there is no tier "STANDARD": there are none',
  ]);
});

test('values are no expressions, however many', async () => {
  const headers = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`x-${String(index)}`, { oneOf: ['a'] }]),
  );
  const when = { headers };
  expect(
    await diagnosticsOf({
      steps: [
        { ...step, when, nth: 2 },
        { ...step, when },
      ],
    }),
  ).toEqual([]);
});

test('twenty regular expressions are the most', async () => {
  const many = (count: number, pattern = 'a'): Part => ({
    steps: Array.from({ length: count - 1 }, (_, index) => ({
      ...step,
      when: { headers: { 'X-Trace': { matches: `${pattern}${String(index)}` }, Accept: 'x' } },
    })),
    expect: [{ request: 'createOrder', when: { body: { '/status': { matches: 'O' } } } }],
  });
  expect(await diagnosticsOf(many(20))).toEqual([]);
  expect(await diagnosticsOf(many(21))).toEqual([
    expect.stringMatching(/^: has 21 regular expressions, but the maximum is 20/),
  ]);
  // Hundreds are not even compiled.
  expect(await diagnosticsOf(many(200, '('))).toEqual([expect.stringMatching(/^: has 200 regular expressions/)]);
});
