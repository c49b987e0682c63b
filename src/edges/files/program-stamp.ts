import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from './package-files.ts';

/** Identifies the program: the stamp changes with the version and with the code. */
export type ProgramStamp = () => Promise<string>;

/** Folders of the code that reads descriptions and YAML files. */
const READERS = [packageFile('src', 'engine', 'contract'), packageFile('src', 'edges', 'files')];

/** Digest of `package.json`, including the versions of all dependencies, and of the code that reads files. */
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

/** The build replaces `VATMOCK_STAMP` with the stamp of its sources, which are not part of the package. */
export const programStamp: ProgramStamp = () =>
  (known ??= Promise.resolve((globalThis as { VATMOCK_STAMP?: string }).VATMOCK_STAMP ?? stampOfSources()));
