import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/** What `npm start` runs in a checkout. */
export const sourceProgramOf = (root: string): string => path.join(root, 'src', 'cli.js');

/** The command line from the sources of this checkout. */
export const SOURCE_PROGRAM = sourceProgramOf(ROOT);

/**
 * The package as it is published, bundled, in a folder of its own: dist/ may be older than the sources, or in use.
 * `root` is the checkout that is built: this one, or a former one with its dependencies installed.
 */
export const buildProduct = (folder: string, root = ROOT): string => {
  mkdirSync(folder, { recursive: true });
  for (const name of ['spec', 'fixtures', 'fonts', 'scenarios', 'storyboards', 'node_modules', 'package.json'])
    symlinkSync(path.join(root, name), path.join(folder, name));
  const dist = path.join(folder, 'dist');
  const build = path.join(root, 'scripts', 'build.ts');
  const built = spawnSync(process.execPath, [build, '--out', dist, '--no-types'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the sources in ${root} cannot be built:\n${built.stdout}${built.stderr}`);
  return path.join(dist, 'cli.js');
};
