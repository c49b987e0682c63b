import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its missing parents. Node's own `recursive: true` never returns where the kernel refuses, such
 * as below /proc.
 * The mode is that of the folder itself; its parents get the usual one.
 */
export const makeFolder = (folder: string, mode?: number): void => {
  const whole = path.resolve(folder);
  const found = statSync(whole, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new Error('it is a file');
  const parent = path.dirname(whole);
  if (parent !== whole) makeFolder(parent);
  mkdirSync(whole, { mode });
};
