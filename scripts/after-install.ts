// What npm runs in a clone once it has changed node_modules (its script `dependencies`; npm warns of a script `prepare`
// where the packed package is installed).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFile } from '../src/edges/files/package-files.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { engines?: unknown }>>;
}

// npm compares its own Node with what packages ask for, and warns, although another Node runs them (with-node.js).
const file = packageFile('package-lock.json');
const before = readFileSync(file, 'utf8');
const lock = JSON.parse(before) as Lock;
for (const [place, locked] of Object.entries(lock.packages)) if (place !== '') delete locked.engines;
const after = `${JSON.stringify(lock, null, 2)}\n`;
if (after !== before) writeFileSync(file, after);

// A tenth of what is installed: nobody debugs the sources of packages here.
const modules = packageFile('node_modules');
for (const name of readdirSync(modules, { recursive: true, encoding: 'utf8' }))
  if (/\.[cm]?[jt]s\.map$/.test(name)) rmSync(path.join(modules, name));

// So that `npx vatmock` works in the clone. Without development dependencies there is nothing to build it with.
if (existsSync(packageFile('node_modules', 'esbuild'))) {
  const build = packageFile('scripts', 'build.ts');
  process.exitCode = spawnSync(process.execPath, [build], { stdio: 'inherit' }).status ?? 1;
}
