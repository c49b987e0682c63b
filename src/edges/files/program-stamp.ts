import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from './package-files.ts';

/** Says by which program something was made: another version, or other code, has another stamp. */
export type ProgramStamp = () => Promise<string>;

/** Where descriptions and YAML files are read. */
const READERS = [packageFile('src', 'engine', 'contract'), packageFile('src', 'edges', 'files')];

/** From the sources: the versions of all that is used, and the code that reads files. */
export const stampOfSources: ProgramStamp = async () => {
  const folders = await Promise.all(
    READERS.map(async (folder) => (await readdir(folder)).sort().map((name) => path.join(folder, name))),
  );
  const files = [packageFile('package.json'), ...folders.flat()];
  const digest = createHash('sha256');
  for (const text of await Promise.all(files.map((file) => readFile(file)))) digest.update(text).update('\0');
  return digest.digest('hex');
};

let known: Promise<string> | undefined;

/** The build puts the stamp of its sources in this place: the package has none. */
export const programStamp: ProgramStamp = () =>
  (known ??= Promise.resolve((globalThis as { VATMOCK_STAMP?: string }).VATMOCK_STAMP ?? stampOfSources()));
