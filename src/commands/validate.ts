import type { Input } from './command-line/command.ts';
import path from 'node:path';
import { FileError, formatFault } from '../kernel/user-errors.ts';
import { ORGANIZATIONS_FILE } from '../edges/files/load-organizations.ts';
import { SCENARIO_FILES } from '../edges/files/scenario-files.ts';
import { STORYBOARD_FILES } from '../edges/files/storyboard-files.ts';
import { filesIn } from '../config/config.ts';
import { packageFile } from '../edges/files/package-files.ts';
import { ContractError } from '../engine/contract/diagnostic.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import { alignColumns } from './terminal/lines.ts';
import type { Terminal } from './terminal/terminal.ts';
import { checkDescription, tableOfResources } from './validate/check-descriptions.ts';
import { checkOf } from './validate/file-kinds.ts';

const OWN_FILES = [
  packageFile('spec', 'openapi.yaml'),
  packageFile('spec', 'admin.yaml'),
  packageFile('spec', 'asyncapi.yaml'),
  ORGANIZATIONS_FILE,
  SCENARIO_FILES.bundled,
  STORYBOARD_FILES.bundled,
];

/** A file, or descriptions that are served together. */
type Target = string | readonly string[];

/** Validates files and prints each fault with its location; finds what would make `serve` fail. */
export const run = async ({ words, isSet, texts }: Input, { print }: Terminal): Promise<number> => {
  let faulty = false;
  const overlays = texts('overlay');
  const showsResources = isSet('resources');
  if (showsResources && words.length === 0) throw new UsageError('--resources takes the descriptions to look into');
  for (const word of words.length > 0 ? words : OWN_FILES) {
    const files = filesIn(word);
    const target = files.length > 1 ? files : word;
    const faults = await checkTarget(target, overlays);
    const shown = [target].flat().map((file) => path.relative(process.cwd(), file) || file);
    if (faults.length === 0) print(`${shown.join(', ')}: ok`);
    else print(faults.join('\n'));
    faulty ||= faults.length > 0;
    if (showsResources) for (const line of alignColumns(await tableOf(target, overlays))) print(line);
  }
  return faulty ? EXIT.failed : EXIT.ok;
};

/** Empty for what is no description, or none that can be read: why was printed. */
const tableOf = async (target: Target, overlays: readonly string[]): Promise<readonly (readonly string[])[]> => {
  try {
    const isDescription = typeof target !== 'string' || (await checkOf(target)) === checkDescription;
    return isDescription ? await tableOfResources(target, overlays) : [];
  } catch {
    return [];
  }
};

const checkTarget = async (target: Target, overlays: readonly string[]): Promise<readonly string[]> => {
  try {
    if (typeof target !== 'string') return await checkDescription(target, overlays);
    const check = await checkOf(target);
    return await check(target, overlays);
  } catch (error) {
    if (error instanceof FileError) return error.faults.map(formatFault);
    if (error instanceof ContractError) return [formatFault(error)];
    throw error;
  }
};
