// Makes what is made from spec/, fixtures/, the settings, the problem texts, the list of proven rules and the
// floors: types in src/generated, tables in docs/ and the drawing in CONTRIBUTING.md. With --check nothing is written; the exit code says whether anything would
// change. With --types the types are made although nothing says that they are not current.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import { parse } from 'yaml';
import type { VAT_LAW } from '../src/generated/vat-law.ts';
import type { WORDS } from '../src/generated/words.ts';
import { type Setting, helpOf, toKebab, variableOf } from '../src/config/setting.ts';
import { SETTINGS } from '../src/config/settings.ts';
import type { Contract } from '../src/engine/contract/contract.ts';
import { valueAt } from '../src/engine/contract/json-pointer.ts';
import { loadContract } from '../src/engine/validation/load-contract.ts';
import { PROBLEM_NAMES, PROBLEM_TYPES } from '../src/vat/policy/problem-types.ts';
import { PROBLEM_TEXTS } from '../src/vat/policy/problem-texts.ts';
import type { ProblemTexts } from '../src/engine/problems/problem-text.ts';
import { createBehaviours } from '../src/vat/behaviours/create-behaviours.ts';
import { type ListedAssumption, assumptions, choices } from './docs/assumptions.ts';
import { withChartValues } from './docs/chart-values.ts';
import { fixtures } from './docs/fixtures.ts';
import { withMetrics } from './docs/metrics.ts';
import { withFloors } from './docs/floors.ts';
import { limitsOfModes, withLimits } from './docs/limits.ts';
import { withOpenAttacks } from './docs/open-attacks.ts';
import { verdict } from './docs/verdict.ts';
import { workflow } from './docs/workflow.ts';
import { areTypesCurrent, makeTypes } from './types/stamp.ts';

const ROOT = path.join(import.meta.dirname, '..');
const NOTE = 'Made by "npm run generate" from spec/ and src/config: edit those.';

/** Pages that padded tables would make several times as long; .oxfmtrc.json says the same. */
const COMPACT: ReadonlySet<string> = new Set(['docs/conformance.md']);

/** Only their names matter here. */
const behaviours = createBehaviours({ refusalOf: () => '', drawSecret: () => '' });

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const configuration = (): string => {
  const rows = Object.entries<Setting>(SETTINGS).map(([name, setting]) => [
    `\`--${toKebab(name)}\``,
    `\`${variableOf(name)}\``,
    setting.fallback === undefined ? '' : `\`${setting.fallback}\``,
    helpOf(setting),
  ]);
  return `# Configuration\n\n${NOTE}\n\nA flag overrides its environment variable, which overrides the default. \`createMock\` takes the same settings and limits by their names in camel case (\`publicUrl\`, \`maxBodyBytes\`), with port 0 as the default.\n\n${table(['Flag', 'Variable', 'Default', 'What it does'], rows)}\n\n## Limits\n\nA local server hardly limits anybody; a hosted one is shared by strangers. \`--limits\` (\`VATMOCK_LIMITS\`) sets single limits otherwise: \`--limits max-guesses=10,sandbox-ttl=P30D\`.\n\n${limitsOfModes(table)}\n`;
};

const provenance = (described: unknown): string => {
  const { 'x-assumption': assumption, 'x-provenance': source } = described as Readonly<Record<string, unknown>>;
  const ids = Array.isArray(assumption) ? (assumption as string[]) : typeof assumption === 'string' ? [assumption] : [];
  const assumed = ids.map((id) => `[${id}](assumptions.md#${id})`).join(', ');
  return source === 'documented' ? `documented${assumed === '' ? '' : `; assumed: ${assumed}`}` : `assumed: ${assumed}`;
};

const operations = ({ operations: all, document }: Contract): string =>
  `# Operations\n\n${NOTE}\n\nStateful operations read and change the sandbox of the caller's organization (\`X-Mock-Source: stateful\`); the others are generated from the description (\`faked\`). With \`Prefer: code=...\` you can request any of the statuses, and with \`Prefer: example=...\` any of the examples; neither changes state.\n\n${table(
    ['Operation', 'Method and path', 'Answered from', 'Statuses and examples', 'Source'],
    all.map((operation) => [
      `\`${operation.id}\``,
      `\`${operation.method} ${operation.path}\``,
      behaviours[operation.id] === undefined ? 'description' : 'state',
      operation.responses
        .map(({ status, contents }) => {
          const names = [...new Set(contents.flatMap(({ examples }) => examples.map(({ name }) => `\`${name}\``)))];
          return `${status}${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
        })
        .join('<br>'),
      provenance(valueAt(document, operation.pointer)),
    ]),
  )}\n`;

const problems = (): string => {
  const rows = PROBLEM_NAMES.map((name) => {
    const { status, title } = PROBLEM_TYPES[name];
    return [`[\`${name}\`](#${name})`, String(status), title, PROBLEM_TEXTS[name].meaning];
  });
  const sections = PROBLEM_NAMES.map((name) => {
    const { causes, remedy, rule }: ProblemTexts = PROBLEM_TEXTS[name];
    const list = causes.map((cause) => `- ${cause}`).join('\n');
    const ids = rule.assumptions.map((id) => `[${id}](assumptions.md#${id})`).join(', ');
    const source = [rule.documented ? 'documented' : 'our own type', ...(ids === '' ? [] : [`assumed: ${ids}`])].join(
      '; ',
    );
    return `## ${name}\n\n**Common causes:**\n\n${list}\n\n**What to do:** ${remedy}\n\n**Rule:** ${rule.text} (${source})`;
  });
  return `# Problem types\n\nMade by "npm run generate" from src/vat/policy and src/engine/problems: edit the texts there.\n\nThe \`type\` of a problem is the URL of a page on the running stub with the same text: HTML in a browser, JSON for a program. \`/problems\` lists them all. Clients should key on \`type\` and tolerate unknown types. Operations do not list the statuses that any request can get (405, 406, 408, 410, 413, 415, 431, 501, 503, 507).\n\n${table(['Type', 'Status', 'Title', 'Meaning'], rows)}\n\n${sections.join('\n\n')}\n`;
};

interface ConformanceRule {
  readonly section: string;
  readonly rule: string;
  readonly tests?: readonly { readonly file: string; readonly name: string }[];
  readonly assumptions: readonly string[];
  readonly pending?: string;
}

const conformance = (rules: readonly ConformanceRule[]): string => {
  const proof = ({ tests = [], pending }: ConformanceRule): string =>
    pending === undefined
      ? tests
          .map(
            ({ file, name }) =>
              `[${path.basename(file, '.test.ts')}](${path.posix.join('../test', file)}): \`${name}\``,
          )
          .join('<br>')
      : '**not yet**: requires state that the stub does not keep';
  const sections = [...new Set(rules.map(({ section }) => section))].map((section) => {
    const rows = rules
      .filter((each) => each.section === section)
      .map((each) => [
        each.rule,
        proof(each),
        each.assumptions.map((id) => `[${id}](assumptions.md#${id})`).join(', '),
      ]);
    return `## ${section}\n\n${table(['Rule', 'Proven by', 'Partly assumed'], rows)}`;
  });
  const missing = rules.filter(({ pending }) => pending !== undefined).length;
  const proven =
    missing === 0
      ? `All ${String(rules.length)} rules are proven.`
      : `Of ${String(rules.length)} rules ${String(rules.length - missing)} are proven; ${String(missing)} are not yet, because they require state that the stub does not keep; \`Prefer: code=...\` returns a sample of such a response.`;
  return `# Conformance\n\nMade by "npm run generate" from test/acceptance/conformance.yaml: edit that.\n\nThe rules of the published API description, section by section and in our own words, with the tests that prove them. ${proven} Where the text leaves part of a rule open, the last column names our assumption.\n\n${sections.join('\n\n')}\n`;
};

const readYaml = async (file: string): Promise<unknown> => parse(await readFile(path.join(ROOT, file), 'utf8'));

/** A file of facts as a constant, with its values as types. */
const constant = async (name: string, file: string): Promise<string> => {
  const value = JSON.stringify(await readYaml(file));
  const text = `/** ${file}, made by "npm run generate". */\nexport const ${name} = ${value} as const;\n`;
  return (await format('constant.ts', text)).code;
};

const make = async (): Promise<Record<string, string>> => {
  const contract = await loadContract(path.join(ROOT, 'spec', 'openapi.yaml'), { trusted: true });
  const adminContract = await loadContract(path.join(ROOT, 'spec', 'admin.yaml'), { trusted: true });
  const listed = parse(await readFile(path.join(ROOT, 'spec', 'assumptions.yaml'), 'utf8')) as {
    assumptions: ListedAssumption[];
  };
  const { rules } = parse(await readFile(path.join(ROOT, 'test', 'acceptance', 'conformance.yaml'), 'utf8')) as {
    rules: ConformanceRule[];
  };
  const pages = {
    'docs/configuration.md': configuration(),
    'docs/operations.md': operations(contract),
    'docs/assumptions.md': assumptions(listed.assumptions, NOTE),
    'docs/problems.md': problems(),
    'docs/conformance.md': conformance(rules),
    'docs/workflow.md': workflow(table),
    'docs/verdict.md': verdict(
      table,
      (await readYaml('spec/vat-law.yaml')) as typeof VAT_LAW,
      (await readYaml('spec/words.yaml')) as typeof WORDS,
    ),
    'docs/monitoring.md': withMetrics(await readFile(path.join(ROOT, 'docs', 'monitoring.md'), 'utf8'), table),
    'docs/fixtures.md': await fixtures(table),
    'docs/security.md': withOpenAttacks(
      withLimits(await readFile(path.join(ROOT, 'docs', 'security.md'), 'utf8'), {
        api: contract.document,
        control: adminContract.document,
        table,
      }),
    ),
    'charts/vatmock/README.md': withChartValues(
      await readFile(path.join(ROOT, 'charts', 'vatmock', 'README.md'), 'utf8'),
      table,
    ),
    'CONTRIBUTING.md': withFloors(await readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')),
  };
  const made: Record<string, string> = {
    'src/generated/assumption-choices.ts': choices(listed.assumptions),
    'src/generated/vat-law.ts': await constant('VAT_LAW', 'spec/vat-law.yaml'),
    'src/generated/words.ts': await constant('WORDS', 'spec/words.yaml'),
  };
  for (const [file, text] of Object.entries(pages)) {
    made[file] = (await format(file, text, COMPACT.has(file) ? { proseWrap: 'never' } : {})).code;
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
