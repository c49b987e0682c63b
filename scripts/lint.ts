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

/** Of the compiler, written in Go: on one core it takes a fifth less CPU time, and it collects its garbage early. */
const env = { ...process.env, GOMAXPROCS: '1', GOGC: '50' };

/** What these use is installed with their first run: until then its types are unknown. `npm run judges -- --only types` does both. */
const isInstalled = (folder: string): boolean =>
  !['judges', 'scripts/types', 'mcp', 'clients/node'].includes(folder) ||
  existsSync(path.join(ROOT, folder, 'node_modules'));

// The largest last: while the other checks of `npm run check` are running, memory is theirs.
const LARGEST = 'src';
for (const folder of [...folders.filter((one) => one !== LARGEST).sort(), LARGEST].filter(isInstalled)) {
  const others = folders.filter(isIn(folder)).flatMap((other) => ['--ignore-pattern', `/${other}/`]);
  const command = ['node_modules/oxlint/bin/oxlint', '--type-check', folder, ...others, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
