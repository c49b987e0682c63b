import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { SCENARIO_FILES } from '../../../src/edges/files/scenario-files.ts';
import { FileError, type FileFault } from '../../../src/kernel/user-errors.ts';
import { packageFile, packageJson } from '../../../src/edges/files/package-files.ts';
import { templateNames } from '../../../src/engine/scenarios/template.ts';
import type { ScenarioSchema } from '../../../src/engine/scenarios/scenario-schema.ts';
import { SCENARIO_TEMPLATES } from '../../../src/vat/scenarios/define-scenario.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { loadScenarioSchema } from '../../support/scenario-schema.ts';
import { BROKEN_SCENARIOS } from './broken-scenarios.ts';

let scenarioSchema: ScenarioSchema;
beforeAll(async () => {
  scenarioSchema = await loadScenarioSchema();
});

const readScenario = (text: string, file: string) => SCENARIO_FILES.read(text, file, { words: scenarioSchema });

const faultsOf = async (work: Promise<unknown>): Promise<readonly FileFault[]> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof FileError) return error.faults;
    throw error;
  }
  return [];
};

test.each(BROKEN_SCENARIOS.map(([text, fault]) => ({ text, fault })))('$fault', async ({ text, fault }) => {
  const [first] = await faultsOf(readScenario(text, 'broken.yaml'));
  expect(first?.file).toBe('broken.yaml');
  const { line, column, message } = first!;
  expect(`${String(line)}:${String(column)} ${message}`.slice(0, fault.length)).toBe(fault);
});

test('several faults of one file are told together, in order', async () => {
  const text = 'scenario: broken\nsteps:\n  - { on: nothing, delay: PT1S }\n  - { on: createOrder, delay: soon }\n';
  const faults = await faultsOf(readScenario(text, 'broken.yaml'));
  expect(faults.map(({ line, column }) => [line, column])).toEqual([
    [3, 11],
    [4, 31],
  ]);
});

describe('a folder', () => {
  let folder: TempFolder | undefined;
  afterEach(async () => {
    await folder?.remove();
    folder = undefined;
  });
  const scenario = (name: string): string => `scenario: ${name}\nsteps:\n  - { on: createOrder, delay: PT1S }\n`;

  test('is read with the folders in it, and nothing but YAML', async () => {
    folder = await createTempFolder({
      'area/one.yaml': scenario('one'),
      'two.yml': scenario('two'),
      'readme.md': 'no scenario',
    });
    expect([...(await SCENARIO_FILES.load(folder.path, scenarioSchema)).keys()].sort()).toEqual(['one', 'two']);
  });

  test('may lie in a package that was installed, and is read without what was installed below it', async () => {
    folder = await createTempFolder({
      'node_modules/vatmock/scenarios/area/one.yaml': scenario('one'),
      'node_modules/vatmock/scenarios/node_modules/other/two.yaml': scenario('two'),
    });
    const set = await SCENARIO_FILES.load(folder.file('node_modules/vatmock/scenarios'), scenarioSchema);
    expect([...set.keys()]).toEqual(['one']);
  });

  test('tells the faults of all its files', async () => {
    folder = await createTempFolder({ 'one.yaml': scenario('other'), 'two.yaml': 'steps: []\n' });
    const faults = await faultsOf(SCENARIO_FILES.load(folder.path, scenarioSchema));
    expect(faults.map(({ file, line, column }) => [file, line, column])).toEqual([
      [folder.file('one.yaml'), 1, 11],
      [folder.file('two.yaml'), 1, 1],
      [folder.file('two.yaml'), 1, 8],
    ]);
    expect(faults[0]?.message).toContain('rename one of the two');
  });

  test('holds each name once', async () => {
    folder = await createTempFolder({ 'a/same.yaml': scenario('same'), 'b/same.yaml': scenario('same') });
    const [fault] = await faultsOf(SCENARIO_FILES.load(folder.path, scenarioSchema));
    expect(fault?.message).toContain(`already exists in ${folder.file('a/same.yaml')}`);
  });

  test('must be there', async () => {
    const [fault] = await faultsOf(SCENARIO_FILES.load('/nowhere/at/all', scenarioSchema));
    expect(fault?.message).toContain('no such folder');
  });
});

describe('the ready scenarios', () => {
  test('fit the description, and say what they teach and what a correct client does', async () => {
    const set = await SCENARIO_FILES.load(SCENARIO_FILES.bundled, scenarioSchema);
    expect(set.size).toBeGreaterThanOrEqual(22);
    for (const { file } of set.values()) {
      expect(file.teaches).toMatch(/\.$/);
      expect(file.client).toMatch(/\.$/);
    }
  });

  test('are in docs/scenarios.md, and so do all placeholders', async () => {
    const text = await readFile(packageFile('docs', 'scenarios.md'), 'utf8');
    for (const name of (await SCENARIO_FILES.load(SCENARIO_FILES.bundled)).keys()) expect(text).toContain(`[${name}](`);
    for (const name of templateNames(SCENARIO_TEMPLATES)) expect(text).toContain(`{{${name}}}`);
  });

  test('name their schema, so that editors help', async () => {
    const text = await readFile(`${SCENARIO_FILES.bundled}/idempotency/lost-answer.yaml`, 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/scenario\.schema\.json\n/);
  });
});

test('every member that the schema knows is explained, or has an example', () => {
  interface Node {
    readonly description?: string;
    readonly examples?: readonly unknown[];
    readonly $ref?: string;
    readonly properties?: Readonly<Record<string, Node>>;
  }
  const schema = packageJson('scenarios', 'scenario.schema.json') as Node & {
    readonly $defs: Readonly<Record<string, Node>>;
  };
  const silent = [schema, ...Object.values(schema.$defs)].flatMap(({ properties = {} }) =>
    Object.entries(properties)
      .filter(([, member]) => [member.description, member.examples, member.$ref].every((part) => part === undefined))
      .map(([name]) => name),
  );
  expect(silent).toEqual([]);
});
