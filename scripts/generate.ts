// Makes what is made from spec/, fixtures/, the settings, the list of proven rules and the
// layers: types in src/generated, tables in docs/ and the drawing in CONTRIBUTING.md. With --check nothing is written; the
// exit code says whether anything would change. With --types the types are made although nothing says that they are not current.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import { parse } from 'yaml';
import type { VAT_LAW } from '../src/generated/vat-law.ts';
import type { WORDS } from '../src/generated/words.ts';
import { loadContract } from '../src/engine/validation/load-contract.ts';
import { type ListedAssumption, assumptions, choices } from './docs/assumptions.ts';
import { withChartValues } from './docs/chart-values.ts';
import { type Arazzo, collection } from './docs/collections.ts';
import { type CommandsFile, commandsOf } from './docs/commands.ts';
import { configuration } from './docs/configuration.ts';
import { type ConformanceRule, conformance } from './docs/conformance.ts';
import { fixtures } from './docs/fixtures.ts';
import { withLayers } from './docs/layers.ts';
import { type ListedType, type ProblemsFile, problemTypes } from './docs/problems.ts';
import { documentedFacts, withAssumptions } from './docs/overlays.ts';
import { reference } from './docs/reference.ts';
import { type SettingsFile, configType } from './docs/settings.ts';
import { table } from './docs/table.ts';
import { verdict } from './docs/verdict.ts';
import { workflow } from './docs/workflow.ts';
import { areTypesCurrent, makeTypes } from './types/stamp.ts';

const ROOT = path.join(import.meta.dirname, '..');
const NOTE = 'Made by "npm run generate" from spec/ and src/: edit those.';

/** As .oxfmtrc.json says: padded tables would make that page several times as long. */
const FORMATS: Readonly<Record<string, Parameters<typeof format>[2]>> = {
  'test/acceptance/conformance.md': { proseWrap: 'never' },
  '.json': { printWidth: 120 },
  '.yaml': { printWidth: 140, singleQuote: true },
};

const readYaml = async (file: string): Promise<unknown> => parse(await readFile(path.join(ROOT, file), 'utf8'));

/** Facts of a file as constants, with their values as types. */
const constants = async (file: string, byName: Readonly<Record<string, unknown>>, types = ''): Promise<string> => {
  const all = Object.entries(byName).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;\n`,
  );
  return (await format('constants.ts', `/** ${file}, made by "npm run generate". */\n${all.join('\n')}\n${types}`))
    .code;
};

const constant = async (name: string, file: string): Promise<string> =>
  constants(file, { [name]: await readYaml(file) });

const WORKFLOWS = 'docs/examples/workflows/workflows';

const make = async (): Promise<Record<string, string>> => {
  const contract = await loadContract(path.join(ROOT, 'spec', 'openapi.yaml'), { trusted: true });
  const adminContract = await loadContract(path.join(ROOT, 'spec', 'admin.yaml'), { trusted: true });
  const listed = parse(await readFile(path.join(ROOT, 'spec', 'assumptions.yaml'), 'utf8')) as {
    assumptions: ListedAssumption[];
  };
  const { rules } = parse(await readFile(path.join(ROOT, 'test', 'acceptance', 'conformance.yaml'), 'utf8')) as {
    rules: ConformanceRule[];
  };
  const description = (await readYaml('spec/openapi.yaml')) as Readonly<Record<string, unknown>>;
  const pages = {
    'docs/configuration.md': configuration(NOTE, adminContract.document),
    'docs/reference.md': reference(NOTE, { api: contract, control: adminContract }),
    'docs/assumptions.md': assumptions(listed.assumptions, NOTE),
    'docs/workflow.md': `${workflow(table)}\n${verdict(
      table,
      (await readYaml('spec/vat-law.yaml')) as typeof VAT_LAW,
      (await readYaml('spec/words.yaml')) as typeof WORDS,
    )}`,
    'docs/fixtures.md': await fixtures(table),
    'test/acceptance/conformance.md': conformance(rules),
    'charts/vatmock/README.md': withChartValues(
      await readFile(path.join(ROOT, 'charts', 'vatmock', 'README.md'), 'utf8'),
      table,
    ),
    'docs/examples/overlays/documented-facts.overlay.yaml': documentedFacts(description),
    'docs/examples/overlays/with-assumptions.overlay.yaml': withAssumptions(listed.assumptions),
    [`${WORKFLOWS}.postman_collection.json`]: JSON.stringify(
      collection((await readYaml(`${WORKFLOWS}.arazzo.yaml`)) as Arazzo, contract),
    ),
    'CONTRIBUTING.md': withLayers(await readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')),
  };
  const settings = (await readYaml('spec/settings.yaml')) as SettingsFile;
  const commands = (await readYaml('spec/commands.yaml')) as CommandsFile;
  const made: Record<string, string> = {
    'src/generated/commands.ts': await constants('spec/commands.yaml', {
      SERVER_FLAGS: commands.serverFlags,
      COMMANDS: commandsOf(commands, settings, adminContract.document),
    }),
    'src/generated/settings.ts': await constants(
      'spec/settings.yaml',
      { SETTINGS: settings.settings, LIMITS: settings.limits },
      configType(settings),
    ),
    'src/generated/assumption-choices.ts': choices(listed.assumptions),
    'src/generated/problems.ts': await constants(
      'spec/problems.yaml',
      problemTypes(
        (await readYaml('spec/problems.yaml')) as ProblemsFile,
        contract.document['x-problem-types'] as readonly ListedType[],
      ),
    ),
    'src/generated/conventions.ts': await constant('CONVENTIONS', 'spec/conventions.yaml'),
    'src/generated/keywords.ts': await constant('SCHEMA_KEYWORDS', 'spec/keywords.yaml'),
    'src/generated/deliveries.ts': await constant('DELIVERIES', 'spec/deliveries.yaml'),
    'src/generated/findings.ts': await constant('FINDINGS', 'spec/findings.yaml'),
    'src/generated/vat-numbers.ts': await constant('VAT_NUMBERS', 'spec/vat-numbers.yaml'),
    'src/generated/vat-law.ts': await constant('VAT_LAW', 'spec/vat-law.yaml'),
    'src/generated/sheet.ts': await constant('SHEET', 'spec/sheet.yaml'),
    'src/generated/simulators.ts': await constant('SIMULATORS', 'spec/simulators.yaml'),
    'src/generated/verdict.ts': await constant('VERDICT', 'spec/verdict.yaml'),
    'src/generated/words.ts': await constant('WORDS', 'spec/words.yaml'),
    'src/generated/workflow.ts': await constant('WORKFLOW', 'spec/workflow.yaml'),
    'src/generated/self-service.ts': await constant('SELF_SERVICE_FORMS', 'spec/self-service.yaml'),
    'src/generated/token-errors.ts': await constant('TOKEN_ERRORS', 'spec/token-errors.yaml'),
    'src/generated/papers.ts': await constant('PAPERS', 'spec/papers.yaml'),
    'src/generated/fakes.ts': await constant('FAKES', 'spec/fakes.yaml'),
  };
  for (const [file, text] of Object.entries(pages)) {
    made[file] = (await format(file, text, FORMATS[file] ?? FORMATS[path.extname(file)])).code;
  }
  return made;
};

const check = process.argv.includes('--check');
for (const [file, text] of Object.entries(await make())) {
  const target = path.join(ROOT, file);
  if ((await readFile(target, 'utf8').catch(() => '')) === text) continue;
  if (check) {
    process.stderr.write(`${file} is not what "npm run generate" makes\n`);
    process.exitCode = 1;
    continue;
  }
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
  process.stdout.write(`${file} written\n`);
}
// Last: one of them is made above.
if (process.argv.includes('--types') || !(await areTypesCurrent())) {
  if (check) {
    process.stderr.write('src/generated is not what "npm run generate" makes\n');
    process.exitCode = 1;
  } else {
    await makeTypes();
    process.stdout.write('src/generated written\n');
  }
}
