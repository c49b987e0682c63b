import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from '../../src/edges/files/package-files.ts';
import { PROGRAM } from './command-line.ts';
import { type TempFolder, createTempFolder } from './temp-folder.ts';

const CONTENT = ['package.json', path.dirname(PROGRAM), 'spec', 'fixtures', 'fonts', 'scenarios', 'storyboards'];

/** The package in a folder of its own, to be edited; what it depends on is where it was. */
export const copyPackage = async (): Promise<TempFolder> => {
  const folder = await createTempFolder({});
  for (const name of CONTENT) await cp(packageFile(name), folder.file(name), { recursive: true });
  const modules = folder.file('node_modules');
  await mkdir(modules);
  for (const name of await readdir(packageFile('node_modules')))
    if (!name.startsWith('.')) await symlink(packageFile('node_modules', name), path.join(modules, name));
  return folder;
};
