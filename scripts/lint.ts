// Checks types and rules: one run of oxlint for each tsconfig.json. A run keeps all that it has loaded until it ends, and a
// single one would take 2.5 GB. Arguments go to oxlint: npm run lint -- --fix
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

const folders = globSync('**/tsconfig.json', {
  cwd: ROOT,
  exclude: (name) => ['node_modules', 'dist', '.git'].includes(name),
}).map((file) => path.dirname(file));

const isIn = (outer: string) => (folder: string) =>
  folder !== outer && (outer === '.' || folder.startsWith(`${outer}/`));

/** Of the compiler, which is written in Go: a fifth less CPU time than on two cores, which the other checks use. */
const env = { ...process.env, GOMAXPROCS: '1' };

/** What these use is installed with their first run; `npm run judges -- --only types` looks at them then. */
const isInstalled = (folder: string): boolean =>
  !['judges', 'scripts/types'].includes(folder) || existsSync(path.join(ROOT, folder, 'node_modules'));

for (const folder of folders.sort().filter(isInstalled)) {
  const others = folders.filter(isIn(folder)).flatMap((inner) => ['--ignore-pattern', `/${inner}/`]);
  const command = ['node_modules/oxlint/bin/oxlint', '--type-check', folder, ...others, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
