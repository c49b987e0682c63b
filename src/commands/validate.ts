import type { Command, Input } from './command-line/command.ts';
import path from 'node:path';
import { FileError, formatFault } from '../kernel/file-error.ts';
import { ORGANIZATIONS_FILE } from '../edges/files/load-organizations.ts';
import { SCENARIO_FILES } from '../edges/files/scenario-files.ts';
import { STORYBOARD_FILES } from '../edges/files/storyboard-files.ts';
import { filesIn } from '../config/config.ts';
import { packageFile } from '../edges/files/package-files.ts';
import { ContractError } from '../engine/contract/diagnostic.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { alignColumns } from './terminal/align-columns.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';
import { checkDescription, tableOfResources } from './validate/check-descriptions.ts';
import { checkOf } from './validate/file-kinds.ts';

const OWN_FILES = [
  packageFile('spec', 'openapi.yaml'),
  packageFile('spec', 'admin.yaml'),
  packageFile('spec', 'asyncapi.yaml'),
  ORGANIZATIONS_FILE,
  packageFile('fixtures'),
  SCENARIO_FILES.bundled,
  STORYBOARD_FILES.bundled,
];

/** A file, or descriptions that are served together. */
type Target = string | readonly string[];

/** Validates files and prints each fault with its location; finds what would make `serve` fail. */
const run = async ({ words, isSet, texts }: Input, { print }: Terminal): Promise<number> => {
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
    if (error instanceof ContractError)
      return [`${error.file}:${String(error.line)}:${String(error.column)}: ${error.message}`];
    throw error;
  }
};

export const command: Command = {
  about: `FILE is an OpenAPI 3.0, 3.1 or 3.2 or Swagger 2.0 description (or a folder that contains one), an AsyncAPI 3 description, a file of
organizations, a scenario or a storyboard (or a folder of either), or fixtures of a sandbox (a folder, or a file, which is
validated together with the other files of its folder). Several descriptions with commas between them are validated as serve serves
them, together. The first key of a file determines its kind. Each error is printed as
FILE:LINE:COLUMN: MESSAGE. The exit code is 1 if there are errors.`,
  flags: {
    resources: { help: 'show what the server keeps of an OpenAPI description: its resources, and what operations do' },
    overlay: {
      value: 'FILE',
      isRepeated: true,
      help: 'Validate OpenAPI descriptions as they are with this overlay (Overlay 1.0 or 1.1).',
    },
  },
  wordChoices: 'files',
  run,
};
