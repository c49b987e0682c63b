import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installFolder } from '../../scripts/install-folder.js';
import type { Installed } from './peer.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The peers of others have a package file of their own, and the one that is written by hand uses that of the benchmark. */
const PLACES = [import.meta.dirname, path.join(import.meta.dirname, '..')];

const folderOf = (name: string): string => {
  const [first = '', ...others] = PLACES.map((place) => path.join(place, 'node_modules', name));
  return [first, ...others].find((folder) => existsSync(folder)) ?? first;
};

export const fileOf = (name: string, ...segments: readonly string[]): string => path.join(folderOf(name), ...segments);

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;

export const packageVersion = (): string => versionOf(ROOT);

export const installed = (name: string): Installed =>
  existsSync(folderOf(name)) ? { version: versionOf(folderOf(name)) } : { missing: 'not installed' };

const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
/** Undefined where there is none. */
export const javaVersion = java.status === 0 ? /version "([^"]+)"/.exec(java.stderr)?.[1] : undefined;

/** Of a peer whose package holds a program for Java. */
export const installedWithJava = (name: string): Installed =>
  javaVersion === undefined ? { missing: 'needs Java, which is not here' } : installed(name);

/**
 * Installs the peers beside the benchmark, at the first run. Scripts of packages are not run: none is needed, and
 * Prism's would report the installation to somebody. Whether it worked shows in what is there afterwards.
 */
export const installPeers = (): void => {
  installFolder('bench/peers', { what: 'the peers of the benchmark (300 MB)' });
};
