import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/** The command line from the sources: what `npm start` runs. */
export const SOURCE_PROGRAM = path.join(ROOT, 'src', 'cli.ts');

/**
 * The package as it is published, bundled, in a folder of its own: dist/ may be older than the sources, or in use.
 */
export const buildProduct = (folder: string): string => {
  mkdirSync(folder, { recursive: true });
  for (const name of ['spec', 'fixtures', 'fonts', 'scenarios', 'node_modules', 'package.json'])
    symlinkSync(path.join(ROOT, name), path.join(folder, name));
  const dist = path.join(folder, 'dist');
  const build = path.join(ROOT, 'scripts', 'build.ts');
  const built = spawnSync(process.execPath, [build, '--out', dist, '--no-types'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the sources cannot be built:\n${built.stdout}${built.stderr}`);
  return path.join(dist, 'cli.js');
};
