import { readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Another process may replace the folder at the same time: one of the two is in the way once, seldom twice. */
const ATTEMPTS = 20;

/**
 * Puts a folder in place of another. Nothing is touched if both have the same files: two builds of the same sources, such
 * as those of two test runs in one checkout, do not disturb a reader or each other.
 *
 * @param fresh is moved, or removed if it changes nothing
 */
export const replaceFolder = async (fresh: string, out: string): Promise<void> => {
  const old = `${fresh}.old`;
  for (let attempt = 1; !(await haveSameFiles(fresh, out)); attempt++) {
    try {
      await moveAway(out, old);
      await rename(fresh, out);
      await rm(old, { recursive: true, force: true });
      return;
    } catch (error) {
      await rm(old, { recursive: true, force: true });
      if (!isInTheWay(error) || attempt === ATTEMPTS) throw error;
    }
  }
  await rm(fresh, { recursive: true, force: true });
};

/** In one step: a reader sees the folder whole, or for a moment not at all. */
const moveAway = async (out: string, old: string): Promise<void> => {
  try {
    await rename(out, old);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

const isInTheWay = (error: unknown): boolean => ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '');

const haveSameFiles = async (a: string, b: string): Promise<boolean> => {
  try {
    const [inA, inB] = await Promise.all([filesOf(a), filesOf(b)]);
    if (inA.join('\n') !== inB.join('\n')) return false;
    const equal = await Promise.all(
      inA.map(async (name) => (await readFile(path.join(a, name))).equals(await readFile(path.join(b, name)))),
    );
    return equal.every(Boolean);
  } catch (error) {
    // Not built yet, or being replaced right now.
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

const filesOf = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
};
