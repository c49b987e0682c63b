// Installs the packages of a folder that has its own package.json, where they are not installed yet. Plain JavaScript: it
// also brings the Node that runs everything else.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Scripts of packages are not run: none is needed.
 *
 * @param {string} name from the root of the project, such as `bench`
 * @param {object} options
 * @param {string} options.what names the packages, for the line that announces them
 * @param {readonly string[]} [options.flags] of `npm ci`
 * @returns {boolean} false if npm failed
 */
export const installFolder = (name, { what, flags = [] }) => {
  const folder = fileURLToPath(new URL(`../${name}`, import.meta.url));
  // npm writes this file last.
  const done = path.join(folder, 'node_modules', '.package-lock.json');
  if (existsSync(done) && modified(done) >= modified(path.join(folder, 'package-lock.json'))) return true;
  process.stderr.write(`Installing ${what} into ${name}/node_modules ...\n`);
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...flags];
  const { status } =
    npm === undefined
      ? spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...args], { cwd: folder, stdio: ['ignore', 2, 2] });
  return status === 0;
};

/** @param {string} file */
const modified = (file) => statSync(file).mtimeMs;
