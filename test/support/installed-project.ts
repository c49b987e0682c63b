import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Ran, run } from '../acceptance/examples/run.ts';
import { type RunningCommand, startProgram } from './command-line.ts';
import { createTempFolder } from './temp-folder.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Where this project has the packages of others. */
const PLACES = ['judges/node_modules', 'node_modules'].map((place) => path.join(ROOT, place));

/** What Jest and npm say of the run that this is part of. */
const OUTSIDE_OF_JEST: NodeJS.ProcessEnv = { JEST_WORKER_ID: undefined, NODE_ENV: undefined, NODE_OPTIONS: undefined };

/** A project of somebody who got the tarball and nothing else, outside of the repository. */
export interface InstalledProject {
  readonly tarball: string;
  readonly file: (name: string) => string;
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** A file of the installed package. */
  readonly read: (name: string) => Promise<string>;
  readonly run: (program: string, args: readonly string[], options?: RunOptions) => Promise<Ran>;
  readonly node: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** The installed command, which runs until it is ended. */
  readonly start: (args: readonly string[], env?: NodeJS.ProcessEnv) => RunningCommand;
  readonly serve: (...options: readonly string[]) => Promise<ServerOfPackage>;
  readonly installed: { readonly packages: readonly string[]; readonly bytes: number };
  readonly remove: () => Promise<void>;
}

interface RunOptions {
  readonly in?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface ServerOfPackage {
  readonly url: string;
  readonly command: RunningCommand;
}

const must = (what: string, { code, output }: Ran): void => {
  if (code !== 0) throw new Error(`${what} failed (${String(code)}):\n${output}`);
};

/** As `npm pack` makes it, of what the sources are now: dist/ may be older than they are, or in use. */
const pack = async (folder: string, options: readonly string[]): Promise<string> => {
  const { files } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
  for (const name of ['package.json', ...files.filter((entry) => entry !== 'dist' && !entry.startsWith('!'))]) {
    const place = name.includes('*') ? path.dirname(name) : name;
    await cp(path.join(ROOT, place), path.join(folder, place), { recursive: true });
  }
  const build = [path.join(ROOT, 'scripts/build.ts'), '--out', path.join(folder, 'dist'), ...options];
  must('the build', await run(process.execPath, build, { cwd: ROOT }));
  must('npm pack', await run('npm', ['pack', '--ignore-scripts'], { cwd: folder }));
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  return path.join(folder, String(tarball));
};

interface ProjectOptions {
  /** Of scripts/build.ts. */
  readonly build?: readonly string[];
  /** What the user has installed beside ours, and its commands: names in node_modules. */
  readonly beside?: readonly string[];
}

export const createInstalledProject = async ({
  build = [],
  beside = [],
}: ProjectOptions = {}): Promise<InstalledProject> => {
  const packed = await createTempFolder({});
  const project = await createTempFolder({
    // As `npm init -y` makes it.
    'package.json': JSON.stringify({ name: 'project', version: '1.0.0', main: 'index.js', type: 'commonjs' }),
  });
  // As docs/testing.md says.
  must('npm pkg', await run('npm', ['pkg', 'set', 'type=module'], { cwd: project.path }));
  const tarball = await pack(packed.path, build);
  const modules = project.file('node_modules');
  // The Node of the test is the one that a user of the project has.
  const PATH = [path.dirname(process.execPath), path.join(modules, '.bin'), process.env['PATH']].join(path.delimiter);
  const runHere: InstalledProject['run'] = (program, args, { in: folder = '.', env = {} } = {}) =>
    run(program, args, { cwd: project.file(folder), env: { ...OUTSIDE_OF_JEST, ...env, PATH } });
  // Offline: whatever it needed would be missing.
  must('npm install', await runHere('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]));
  const installed = { packages: await packagesIn(modules), bytes: await bytesOf(modules) };
  for (const name of beside) {
    const found = PLACES.map((place) => path.join(place, name)).find((file) => existsSync(file));
    if (found === undefined) throw new Error(`${name} is not installed`);
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
    await symlink(found, path.join(modules, name));
  }
  const start: InstalledProject['start'] = (args, env = {}) =>
    startProgram([path.join(modules, 'vatmock/dist/cli.js'), ...args], env, project.path);
  return {
    tarball,
    installed,
    file: project.file,
    write: async (files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(project.file(name)), { recursive: true });
        await writeFile(project.file(name), text);
      }
    },
    read: (name) => readFile(path.join(modules, 'vatmock', name), 'utf8'),
    run: runHere,
    node: (args, options) => runHere(process.execPath, args, options),
    start,
    serve: async (...options) => {
      const command = start(['serve', '--port', '0', ...options]);
      const [, url = ''] = await command.says('stdout', /Base URL +(\S+)\/v1\n/);
      return { url, command };
    },
    remove: async () => {
      await project.remove();
      await packed.remove();
    },
  };
};

const packagesIn = async (modules: string): Promise<string[]> => {
  const lock = await readFile(path.join(modules, '.package-lock.json'), 'utf8');
  return Object.keys((JSON.parse(lock) as { packages: Record<string, unknown> }).packages);
};

const bytesOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => stat(path.join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
};
