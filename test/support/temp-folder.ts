import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TempFolder {
  readonly path: string;
  readonly file: (name: string) => string;
  readonly remove: () => Promise<void>;
}

/** A folder with files, by name; names may lead into folders of their own. */
export const createTempFolder = async (files: Readonly<Record<string, string>>): Promise<TempFolder> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vatmock-'));
  const file = (name: string): string => path.join(folder, name);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(file(name)), { recursive: true });
    await writeFile(file(name), text);
  }
  return { path: folder, file, remove: () => rm(folder, { recursive: true, force: true }) };
};
