import { statfsSync } from 'node:fs';
import { SCHEMA_VERSION } from './sqlite-schema.ts';

/** Bytes that must be free: with fewer, small writes succeed by chance while larger ones fail. */
const MINIMUM_FREE = 1_048_576;

export const isNearlyFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < MINIMUM_FREE;
};

/** Writes a page without changing it. */
export const HARMLESS_WRITE = `PRAGMA user_version = ${String(SCHEMA_VERSION)}`;
