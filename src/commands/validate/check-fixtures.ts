import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createFixtureLibrary } from '../../edges/files/load-fixtures.ts';
import { loadYaml } from '../../edges/files/load-yaml.ts';
import { packageFile } from '../../edges/files/package-files.ts';

/**
 * Validates one file, then its set, which is all files of its folder: an order may refer to a buyer in another file.
 *
 * @throws {@link FileError}
 */
export const checkFixtureFile = async (file: string): Promise<void> => {
  const schema = JSON.parse(await readFile(packageFile('fixtures', 'fixtures.schema.json'), 'utf8')) as object;
  await loadYaml(file, schema);
  if (path.extname(file) === '.yaml') await checkFixtureSet(path.dirname(path.resolve(file)));
};

/** @throws {@link FileError} */
export const checkFixtureSet = async (folder: string): Promise<void> => {
  const whole = path.resolve(folder);
  await createFixtureLibrary(path.dirname(whole)).set(path.basename(whole));
};

/**
 * Validates all sets named in `sets.yaml`, and all other sets beside it.
 *
 * @throws {@link FileError}
 */
export const checkFixtureLibrary = async (folder: string): Promise<void> => {
  const library = createFixtureLibrary(path.resolve(folder));
  const { named, otherwise } = await library.castings();
  const entries = await readdir(folder, { withFileTypes: true });
  const inFolder = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sets = new Set([...named.values(), otherwise].flatMap((casting) => casting?.set ?? []).concat(inFolder));
  for (const set of sets) await library.set(set);
};
