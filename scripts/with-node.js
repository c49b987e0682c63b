// `node scripts/with-node.js [SCRIPT [ARGUMENT ...]]` runs a script on a Node that is new enough: on this one, or else on
// that of runtime/, which is installed then. From there on, npm's scripts and npx find it as node_modules/.bin/node.
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installFolder } from './install-folder.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WINDOWS = process.platform === 'win32';

// oxlint-disable-next-line typescript/no-unsafe-assignment -- JavaScript has no way to say what JSON.parse returns
const /** @type {{ devEngines: { runtime: { version: string } } }} */ { devEngines } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  );
const needed = devEngines.runtime.version.replace('>=', '');

const isNewEnough = () => process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0;

/** @returns {string} */
const bringNode = () => {
  const here = `Node ${process.versions.node}, older than ${needed}`;
  const what = `the Node that the scripts of this project need, as yours is ${here} (60 MB)`;
  const modules = path.join(ROOT, 'runtime', 'node_modules');
  const isInstalled = installFolder('runtime', { what });
  const name = isInstalled ? readdirSync(modules).find((each) => each.startsWith('node-')) : undefined;
  if (name === undefined)
    throw new Error(`no Node could be installed for ${process.platform}-${process.arch}: install ${needed} or later`);
  // For those who compile native modules; a third of all.
  rmSync(path.join(modules, name, 'include'), { recursive: true, force: true });
  const node = path.join(modules, name, 'bin', WINDOWS ? 'node.exe' : 'node');
  const link = path.join(ROOT, 'node_modules', '.bin', path.basename(node));
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { force: true });
  // Windows lets only administrators make symbolic links.
  if (WINDOWS) linkSync(node, link);
  else symlinkSync(path.relative(path.dirname(link), node), link);
  return node;
};

const node = isNewEnough() ? process.execPath : bringNode();
const args = process.argv.slice(2);
if (args.length > 0) process.exitCode = spawnSync(node, args, { stdio: 'inherit' }).status ?? 1;
