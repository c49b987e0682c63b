import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** A built file of the console. */
export interface ConsoleFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** The same, compressed; undefined for a small file. */
  readonly zipped: Uint8Array | undefined;
  /** Digest of the content. */
  readonly tag: string;
  /** The name changes with the content. */
  readonly isHashed: boolean;
}

export interface ConsoleFiles {
  /** HTML with `CONSOLE` in place of the console's path. */
  readonly page: string;
  /** By the path below the console: `assets/main-KQ3PZ5XA.js`, `docs/tour.json`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

const PAGE = 'index.html';

/** Reads what the build has made of `console/`; undefined if it has not been built. */
export const loadConsoleFiles = async (folder: string): Promise<ConsoleFiles | undefined> => {
  const names = await listFiles(folder);
  if (!names.includes(PAGE)) return undefined;
  const served = names.filter((name) => path.extname(name) in MEDIA_TYPES);
  const files = await Promise.all(
    served.map(async (name) => [name, await loadFile(folder, name, names.includes(`${name}.gz`))] as const),
  );
  return { page: await readFile(path.join(folder, PAGE), 'utf8'), files: new Map(files) };
};

const listFiles = async (folder: string): Promise<readonly string[]> => {
  try {
    const names = await readdir(folder, { recursive: true });
    return names.map((name) => name.split(path.sep).join('/'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

const loadFile = async (folder: string, name: string, isZipped: boolean): Promise<ConsoleFile> => {
  const bytes = await readFile(path.join(folder, name));
  return {
    mediaType: MEDIA_TYPES[path.extname(name)] ?? '',
    bytes,
    zipped: isZipped ? await readFile(path.join(folder, `${name}.gz`)) : undefined,
    tag: digestOf(bytes),
    isHashed: name.startsWith('assets/'),
  };
};

export const digestOf = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);
