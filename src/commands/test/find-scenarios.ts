import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toSentence } from '../../kernel/sentence.ts';
import { FileError } from '../../kernel/file-error.ts';
import { loadReadyScenarios, loadScenarios } from '../../edges/files/scenario-files.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import type { ScenarioSet } from '../../engine/scenarios/repository.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** A scenario to run: one that the server has loaded, or the content of a file to upload. */
export type Wanted =
  | { readonly kind: 'known'; readonly name: string }
  | { readonly kind: 'file'; readonly file: string; readonly text: string };

/** Scenarios of the package and of the user's folder. */
interface Known {
  readonly ready: ScenarioSet;
  readonly own: ScenarioSet;
}

/**
 * @throws {@link FileError} if the folder cannot be read, contains invalid scenarios, or the package has no scenarios
 */
export const loadKnown = async (folder: string | undefined): Promise<Known> => ({
  ready: await loadReadyScenarios(),
  own: folder === undefined ? new Map() : await loadScenarios(folder),
});

const isFile = (wanted: string): boolean => /\.(?:ya?ml|json)$/i.test(wanted) || /[\\/]/.test(wanted);

/** Resolves the arguments to scenarios. All are resolved before any is run. */
export const findScenarios = async (wanted: readonly string[], { ready, own }: Known): Promise<readonly Wanted[]> => {
  const names = new Set([...own.keys(), ...ready.keys()]);
  if (wanted.length === 0) {
    if (own.size > 0) return [...own.keys()].map((name) => ({ kind: 'known', name }));
    throw new UsageError('name a scenario or a file; "vatmock test --list" lists all scenarios');
  }
  return Promise.all(
    wanted.map(async (one): Promise<Wanted> => {
      if (names.has(one)) return { kind: 'known', name: one };
      if (isFile(one)) return { kind: 'file', file: one, text: await readText(one) };
      throw new UsageError(`unknown scenario "${one}": ${toSentence(suggest(one, names))} --list lists them all.`);
    }),
  );
};

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const message = code === 'ENOENT' ? 'no such file' : `cannot be read (${String(code)})`;
    throw new FileError([{ file: path.relative(process.cwd(), file) || file, line: 1, column: 1, message }]);
  });

/** One line per scenario: its name and what it teaches. */
export const listScenarios = ({ ready, own }: Known): string => {
  const all = [...new Map([...ready, ...own]).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  return all.map(({ name, file: { teaches = '' } }) => `${name.padEnd(width)}${teaches}`.trimEnd()).join('\n');
};
