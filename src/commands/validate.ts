import type { Command } from './command-line/command.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FileError, formatFault } from '../kernel/file-error.ts';
import { ORGANIZATIONS_FILE, loadOrganizations } from '../edges/files/load-organizations.ts';
import { READY_SCENARIOS } from '../edges/files/scenario-files.ts';
import { READY_STORYBOARDS } from '../edges/files/storyboard-files.ts';
import { packageFile } from '../edges/files/package-files.ts';
import { checkAsyncApi, checkStructure } from '../engine/contract/check-structure.ts';
import { compileContract, loadContract } from '../engine/validation/load-contract.ts';
import { ContractError, type Diagnostic, formatDiagnostic } from '../engine/contract/diagnostic.ts';
import { locateDiagnostics } from '../engine/contract/locate.ts';
import { loadAsyncApi } from '../engine/contract/asyncapi.ts';
import { type SchemaObject, isSchemaObject } from '../engine/contract/walk-schema.ts';
import { createRouter } from '../engine/routing/router.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import type { Input } from './command-line/input.ts';
import {
  checkFixtureFile,
  checkFixtureLibrary,
  checkFixtureSet,
  checkScenarioFile,
  checkScenarioFolder,
  checkStoryboardFile,
  checkStoryboardFolder,
} from './validate/check-files.ts';
import { type Kind, kindOf } from './validate/kind-of-file.ts';

const OWN_FILES = [
  packageFile('spec', 'openapi.yaml'),
  packageFile('spec', 'admin.yaml'),
  packageFile('spec', 'asyncapi.yaml'),
  ORGANIZATIONS_FILE,
  packageFile('fixtures'),
  READY_SCENARIOS,
  READY_STORYBOARDS,
];

const CHECKS: Readonly<Record<Exclude<Kind, 'description' | 'asyncapi'>, (file: string) => Promise<unknown>>> = {
  organizations: loadOrganizations,
  scenario: checkScenarioFile,
  'scenario-folder': checkScenarioFolder,
  storyboard: checkStoryboardFile,
  'storyboard-folder': checkStoryboardFolder,
  fixtures: checkFixtureFile,
  'fixture-set': checkFixtureSet,
  'fixture-library': checkFixtureLibrary,
};

/** Validates files and prints each fault with its location; finds what would make `serve` fail. */
const run = async ({ words: files }: Input, { print }: Terminal): Promise<number> => {
  let faulty = false;
  for (const file of files.length > 0 ? files : OWN_FILES) {
    const faults = await checkFile(file);
    const shown = path.relative(process.cwd(), file) || file;
    if (faults.length === 0) print(`${shown}: ok`);
    else print(faults.join('\n'));
    faulty ||= faults.length > 0;
  }
  return faulty ? EXIT.failed : EXIT.ok;
};

const checkFile = async (file: string): Promise<string[]> => {
  try {
    const kind = await kindOf(file);
    if (kind === 'description') return await checkDescription(file);
    if (kind === 'asyncapi') return await checkEvents(file);
    await CHECKS[kind](file);
    return [];
  } catch (error) {
    if (error instanceof FileError) return error.faults.map(formatFault);
    if (error instanceof ContractError)
      return [`${error.file}:${String(error.line)}:${String(error.column)}: ${error.message}`];
    throw error;
  }
};

const checkDescription = async (file: string): Promise<string[]> => {
  const contract = await loadContract(file, { trusted: false, examples: Infinity });
  const router = createRouter(contract.operations);
  const findings = [...contract.findings, ...router.findings];
  // Compiling reports the same faults again in other words: skips operations that have findings, and whatever encloses
  // or lies inside a finding.
  const reported = new Set(findings.map(({ operationId }) => operationId).filter((id) => id !== undefined));
  const isKnown = ({ pointer, operationId = '' }: Diagnostic): boolean =>
    reported.has(operationId) ||
    findings.some((known) => known.pointer.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(`${known.pointer}/`));
  const mayRepeat = findings.some(({ operationId }) => operationId === undefined);
  const compiled = mayRepeat ? [] : compileContract(contract).filter((finding) => !isKnown(finding));
  // Skips structure errors of the OpenAPI schema at a place that already has a finding.
  const structure = (await checkStructure(contract.file)).filter(
    ({ pointer }) => !findings.some((known) => known.pointer.startsWith(pointer)),
  );
  const all = [...findings, ...compiled, ...structure];
  return (await locateDiagnostics(contract.file, all, contract)).map(formatDiagnostic);
};

/** Validates against the AsyncAPI schema first, which explains faults better than the event parser. */
const checkEvents = async (file: string): Promise<string[]> => {
  const findings = await checkAsyncApi(await readRaw(file));
  if (findings.length > 0) return (await locateDiagnostics(file, findings)).map(formatDiagnostic);
  await loadAsyncApi(file);
  return [];
};

/** Empty if the text cannot be read or parsed: the next reader reports why. */
const readRaw = async (file: string): Promise<SchemaObject> => {
  const { parse } = await import('yaml');
  try {
    const document: unknown = parse(await readFile(file, 'utf8'));
    return isSchemaObject(document) ? document : {};
  } catch {
    return {};
  }
};

export const validate: Command = {
  about: `FILE is an OpenAPI 3.0, 3.1 or 3.2 description (or a folder that contains one), an AsyncAPI 3 description, a file of
organizations, a scenario or a storyboard (or a folder of either), or fixtures of a sandbox (a folder, or a file, which is
validated together with the other files of its folder). The first key of a file determines its kind. Each error is printed as
FILE:LINE:COLUMN: MESSAGE. The exit code is 1 if there are errors.`,
  flags: {},
  wordChoices: 'files',
  run,
};
