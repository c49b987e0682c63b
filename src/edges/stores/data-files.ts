import { chmodSync, closeSync, existsSync, fstatSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { StoreError } from '../../engine/sandbox/store.ts';
import { makeFolder } from '../files/make-folder.ts';

/** The file holds signing keys and webhook secrets: only the user that runs the server may read it. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const FOR_OTHERS = 0o077;

/** Windows has other permissions. */
const HAS_MODES = process.platform !== 'win32';

/** The data file in the folder of the setting `--data`. */
export const dataFileIn = (folder: string): string => path.join(folder, 'vatmock.db');

/**
 * Creates what is missing for this user alone: SQLite gives the files that it adds the mode of the data file. Returns
 * whether the file is new.
 */
export const createDataFile = (file: string): boolean => {
  const folder = path.dirname(file);
  try {
    makeFolder(folder, FOLDER_MODE);
  } catch (error) {
    const { message } = error as Error;
    throw new StoreError(`${folder} cannot be created as a folder (${message}): choose another folder with --data`, {
      cause: error,
    });
  }
  const isNew = !existsSync(file);
  try {
    const opened = openSync(file, 'a', FILE_MODE);
    const { size } = fstatSync(opened);
    closeSync(opened);
    if (isNew || size > 0) return isNew;
  } catch (error) {
    const { message } = error as Error;
    throw new StoreError(
      `${file} cannot be written (${message}): make the folder and its files writable for this user, or choose another folder with --data`,
      { cause: error, fault: 'unwritable' },
    );
  }
  throw new StoreError(
    `${file} has 0 bytes, which a full disk or an interrupted copy leaves behind: restore a backup, or delete the file to start afresh`,
  );
};

/** After a start that failed, for example on a full disk: otherwise the next one would find a file of 0 bytes. */
export const removeUnused = (file: string): void => {
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
};

/**
 * Takes away the permissions of other users from files that were there before; also from the folder, unless it has
 * files of other programs. Returns a message for the operator for each.
 */
export const restrictDataFiles = (file: string): readonly string[] => {
  if (!HAS_MODES) return [];
  const folder = path.dirname(file);
  const names = readdirSync(folder);
  const ours = names.filter((name) => name.startsWith(path.basename(file)));
  return [
    ...(ours.length === names.length ? restrict(folder, FOLDER_MODE) : []),
    ...ours.flatMap((name) => restrict(path.join(folder, name), FILE_MODE)),
  ];
};

const restrict = (at: string, mode: number): readonly string[] => {
  const before = statSync(at, { throwIfNoEntry: false });
  if (before === undefined || (before.mode & FOR_OTHERS) === 0) return [];
  const was = `other users had access to ${at} (mode ${(before.mode & 0o777).toString(8)})`;
  try {
    chmodSync(at, mode);
    return [`${was}: its mode is now ${mode.toString(8)}`];
  } catch (error) {
    return [
      `${was}, and its mode cannot be changed (${(error as Error).message}): change it, or make sure of its users`,
    ];
  }
};
