import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder with those above it that are missing. Node's own way (`recursive: true`) never ends where the kernel has
 * the say, as below /proc.
 */
export const makeFolder = (folder: string): void => {
  const whole = path.resolve(folder);
  const found = statSync(whole, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new Error('it is a file');
  const parent = path.dirname(whole);
  if (parent !== whole) makeFolder(parent);
  mkdirSync(whole);
};
