import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from '../../src/edges/files/package-files.ts';
import { installFolder } from '../install-folder.js';

/** What the types are made of, and the types. */
const SOURCES = ['spec', 'scenarios', 'storyboards', 'fixtures', 'scripts/types', 'src/generated'];

const STAMP = packageFile('src', 'generated', 'types.sha256');

const digest = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const names = await readdir(packageFile(source), { recursive: true });
    const files = names
      .filter(
        (name) => /\.(?:ts|yaml)$|\.schema\.json$|^package-lock\.json$/.test(name) && !name.startsWith('node_modules'),
      )
      .sort();
    for (const name of files) hash.update(`${name}\0`).update(await readFile(packageFile(source, name)));
  }
  return `${hash.digest('hex')}\n`;
};

/** Tells without the generator, which is large and slow. */
export const areTypesCurrent = async (): Promise<boolean> =>
  (await readFile(STAMP, 'utf8').catch(() => '')) === (await digest());

export const makeTypes = async (): Promise<void> => {
  installFolder('scripts/types', { what: 'the generator of types (50 MB)' });
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'make.ts')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  await writeFile(STAMP, await digest());
};
