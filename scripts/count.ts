// Prints how large the project is, without generated sources, beside the most that it may be: scripts/ceilings.yaml. Fails
// where it is larger. Who raises a ceiling says why in the same commit.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';
import type { CommandDeclaration } from '../src/commands/command-line/command.ts';
import { COMMANDS, SERVER_FLAGS } from '../src/generated/commands.ts';
import { LAYERS } from './layers/layers.ts';

const ROOT = path.join(import.meta.dirname, '..');

interface Source {
  readonly name: string;
  readonly text: string;
}

const read = (...patterns: readonly string[]): readonly Source[] =>
  globSync(patterns, { cwd: ROOT })
    .filter((name) => !name.startsWith('src/generated/'))
    .map((name) => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') }));

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

const linesOf = ({ text }: Source): number => text.split('\n').length - 1;

const wordsOf = ({ text }: Source): number => text.split(/\s+/).filter((word) => word !== '').length;

/** Without comments and space, as the parser sees them: what a scanner alone takes a template for depends on what surrounds it. */
const tokensOf = ({ name, text }: Source): number => {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const count = (node: ts.Node): number => {
    const children = node
      .getChildren(source)
      .filter(({ kind }) => kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode);
    return children.length === 0 ? (node.getWidth(source) > 0 ? 1 : 0) : sum(children, count);
  };
  return count(source);
};

const namesIn = (name: ts.BindingName): number =>
  ts.isIdentifier(name) ? 1 : sum([...name.elements], (one) => (ts.isOmittedExpression(one) ? 0 : namesIn(one.name)));

/** Names that a statement exports. */
const exportsOf = (statement: ts.Statement): number => {
  if (ts.isExportAssignment(statement)) return 1;
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    return exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements.length : 1;
  }
  if (!ts.canHaveModifiers(statement)) return 0;
  if (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true) return 0;
  return ts.isVariableStatement(statement)
    ? sum(statement.declarationList.declarations, ({ name }) => namesIn(name))
    : 1;
};

const statementsOf = ({ name, text }: Source): readonly ts.Statement[] =>
  ts.createSourceFile(name, text, ts.ScriptTarget.Latest).statements;

const countSources = (sources: readonly Source[]) => {
  const statements = sources.flatMap(statementsOf);
  return {
    files: sources.length,
    lines: sum(sources, linesOf),
    tokens: sum(sources, tokensOf),
    exports: sum(statements, exportsOf),
    types: statements.filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)).length,
  };
};

const countControlApi = () => {
  const { paths, components } = parse(readFileSync(path.join(ROOT, 'spec/admin.yaml'), 'utf8')) as {
    readonly paths: Readonly<Record<string, object>>;
    readonly components: { readonly schemas: object };
  };
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
  return {
    operations: sum(Object.values(paths), (item) => methods.filter((method) => method in item).length),
    schemas: Object.keys(components.schemas).length,
  };
};

const countFlags = (commands: readonly CommandDeclaration[]): number => {
  // Those that commands share count once, as the help shows them.
  const shared = commands.some(({ callsServer }) => callsServer) ? Object.keys(SERVER_FLAGS).length : 0;
  return shared + sum(commands, ({ flags }) => Object.keys(flags).length);
};

const countSwitches = (): number => {
  const { assumptions } = parse(readFileSync(path.join(ROOT, 'spec/assumptions.yaml'), 'utf8')) as {
    readonly assumptions: readonly { readonly chosenId?: string }[];
  };
  return assumptions.filter(({ chosenId }) => chosenId !== undefined).length;
};

const src = countSources(read('src/**/*.{js,ts}'));
const console = countSources(read('console/**/*.{ts,tsx}'));
const controlApi = countControlApi();
const tests = read('test/**/*.{ts,js}');
// A changelog is not read, but looked up.
const pages = read('{README,CONTRIBUTING}.md', 'docs/*.md', 'console/*.md', 'scenarios/*.md');
const generated = pages.filter(({ text }) => /^(?:Made by "|Written by `)npm run/m.test(text));

const rows: readonly (readonly [what: string, count: number])[] = [
  ...(['tokens', 'exports', 'types', 'files', 'lines'] as const).flatMap((what): (readonly [string, number])[] => [
    [`${what} of src`, src[what]],
    [`${what} of console`, console[what]],
  ]),
  ['layers', LAYERS.length],
  ['folders directly in src', globSync('src/*/', { cwd: ROOT }).length],
  ['operations of the control API', controlApi.operations],
  ['schemas of the control API', controlApi.schemas],
  ['flags of serve', countFlags(COMMANDS.filter(({ name }) => name === 'serve'))],
  ['flags of all commands', countFlags(COMMANDS)],
  ['switches of assumptions', countSwitches()],
  ['lines of tests', sum(tests, linesOf)],
  ['pages of docs', pages.length],
  ['words of docs', sum(pages, wordsOf)],
  ['words of docs, without generated pages', sum(pages, wordsOf) - sum(generated, wordsOf)],
  ['lines of CONTRIBUTING.md', sum(read('CONTRIBUTING.md'), linesOf)],
];
const ceilings = parse(readFileSync(path.join(ROOT, 'scripts/ceilings.yaml'), 'utf8')) as Readonly<
  Record<string, number>
>;
const toText = (count: number | undefined): string => (count?.toLocaleString('en') ?? '-').padStart(8);
const faults = [
  ...Object.keys(ceilings).flatMap((what) =>
    rows.some(([counted]) => counted === what) ? [] : [`size: scripts/ceilings.yaml: nothing counts "${what}"`],
  ),
  ...rows.flatMap(([what, count]) =>
    count > (ceilings[what] ?? Infinity)
      ? [
          `size: ${String(count)} ${what}, at most ${String(ceilings[what])} (scripts/ceilings.yaml: who raises it says why)`,
        ]
      : [],
  ),
];
if (!process.argv.includes('--check'))
  for (const [what, count] of rows) process.stdout.write(`${toText(count)} ${toText(ceilings[what])}  ${what}\n`);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
