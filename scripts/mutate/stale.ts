import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Area } from './areas.ts';
import { instrument } from './operators.ts';

/** A fault that no test has to find. */
export interface Accepted {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

/** Paths and file names of areas that do not exist below `root`: their faults would silently not be judged. */
export const missingPaths = (areas: readonly Area[], root: string): readonly string[] =>
  areas.flatMap(({ source, except = [], only = [], tests }) => [
    ...[source, ...except, ...tests].filter((place) => !existsSync(path.join(root, place))),
    ...only.map((name) => `${source}/**/${name}.ts`).filter((pattern) => globSync(pattern, { cwd: root }).length === 0),
  ]);

/** Accepted faults that can no longer be put into the code below `root`. */
export const staleEntries = (accepted: readonly Accepted[], root: string): readonly Accepted[] => {
  const mutantsOf = (file: string): ReadonlySet<string> => {
    const place = path.join(root, file);
    if (!existsSync(place)) return new Set();
    return new Set(instrument(readFileSync(place, 'utf8'), file).mutants.map(textOf));
  };
  const known = new Map([...new Set(accepted.map(({ file }) => file))].map((file) => [file, mutantsOf(file)]));
  return accepted.filter((one) => known.get(one.file)?.has(textOf(one)) !== true);
};

const textOf = ({ original, replacement }: Pick<Accepted, 'original' | 'replacement'>): string =>
  `${original}\n${replacement}`;
