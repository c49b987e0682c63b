import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Installed } from './peer.ts';

const BENCH = path.join(import.meta.dirname, '..');
const ROOT = path.join(BENCH, '..');
const MODULES = path.join(BENCH, 'node_modules');

/** A peer's folder: that of the benchmark's own package file, or the one that the project's tests use. */
const folderOf = (name: string): string =>
  [MODULES, path.join(ROOT, 'node_modules')]
    .map((modules) => path.join(modules, name))
    .find((folder) => existsSync(folder)) ?? path.join(MODULES, name);

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

const isUpToDate = (): boolean => {
  const done = path.join(MODULES, '.package-lock.json');
  return existsSync(done) && statSync(done).mtimeMs >= statSync(path.join(BENCH, 'package-lock.json')).mtimeMs;
};

/**
 * Installs the peers beside the benchmark, at the first run. Scripts of packages are not run: none is needed, and
 * Prism's would report the installation to somebody. Whether it worked shows in what is there afterwards.
 */
export const installPeers = (): void => {
  if (isUpToDate()) return;
  process.stderr.write('Installing the peers into bench/node_modules (about 300 MB) ...\n');
  const npm = process.env['npm_execpath'];
  const command: readonly [string, ...string[]] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const [program, ...args] = [...command, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  spawnSync(program, args, { cwd: BENCH, stdio: ['ignore', 2, 2] });
};
