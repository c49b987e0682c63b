import { chmod, copyFile, lstat, mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type RunningCommand, startProgram } from '../test/support/command-line.ts';
import { createTempFolder } from '../test/support/temp-folder.ts';
import { type Ran, run } from '../test/acceptance/examples/run.ts';

const ROOT = path.join(import.meta.dirname, '..');

interface File {
  readonly name: string;
  readonly bytes: number;
}

/** The folder that the image carries, started as a container of it would be: by the commands of the Dockerfile, and with their user. */
export interface BuiltImage {
  readonly path: string;
  readonly files: () => Promise<readonly File[]>;
  /** A folder that its user may write to: a volume. */
  readonly volume: string;
  /** What the image runs, on a free port of this machine. */
  readonly start: (env?: NodeJS.ProcessEnv) => Promise<Container>;
  readonly remove: () => Promise<void>;
}

export interface Container {
  readonly url: string;
  readonly command: RunningCommand;
  readonly checkHealth: () => Promise<Ran>;
}

const readDockerfile = (): Promise<string> => readFile(path.join(ROOT, 'Dockerfile'), 'utf8');

/** The words of an instruction in its JSON form, the last one in the file. */
const wordsOf = (dockerfile: string, start: RegExp): readonly string[] => {
  const [, found] = new RegExp(`${start.source}\\s*(\\[.*\\])$`, 'm').exec(dockerfile) ?? [];
  if (found === undefined) throw new Error(`the Dockerfile has no ${start.source}`);
  const [program, ...words] = JSON.parse(found) as string[];
  if (program !== 'node') throw new Error(`the Dockerfile runs ${String(program)}`);
  return words;
};

const environmentOf = (dockerfile: string): NodeJS.ProcessEnv => {
  const [, line = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]));
};

/** What the build of the Dockerfile runs. */
const makeFolder = async (dockerfile: string, out: string): Promise<void> => {
  const [, script = '', made] = /^RUN node (\S+) --out (\S+)$/m.exec(dockerfile) ?? [];
  if (!dockerfile.includes(`\nCOPY --from=build ${String(made)} ./\n`))
    throw new Error('the image is made of another folder');
  const built = await run(process.execPath, [script, '--out', out], { cwd: ROOT });
  if (built.code !== 0) throw new Error(`${script} failed:\n${built.output}`);
};

/** Nothing in it can be written, by nobody but root. */
const makeReadOnly = async (folder: string): Promise<void> => {
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    const place = path.join(folder, name);
    await chmod(place, (await lstat(place)).isDirectory() ? 0o555 : 0o444);
  }
};

const makeWritable = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(path.join(entry.parentPath, entry.name), 0o755);
  await chmod(folder, 0o755);
};

export const buildImage = async (): Promise<BuiltImage> => {
  const dockerfile = await readDockerfile();
  const [, uid = '', gid = ''] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? [];
  const machine = await createTempFolder({});
  const [app, node, volume] = ['app', 'node', 'data'].map((name) => machine.file(name)) as [string, string, string];
  await makeFolder(dockerfile, app);
  await makeReadOnly(app);
  // Where the test is not run by root, it has no other user.
  const user = process.getuid?.() === 0 ? { uid: Number(uid), gid: Number(gid) } : {};
  // That user may not be able to reach the Node of the test.
  await copyFile(process.execPath, node);
  await mkdir(volume);
  await chmod(volume, 0o777);
  await chmod(machine.path, 0o755);
  return {
    path: app,
    volume,
    files: async () => {
      const entries = await readdir(app, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => !entry.isDirectory());
      return Promise.all(
        files.map(async (entry) => {
          const file = path.join(entry.parentPath, entry.name);
          return { name: path.relative(app, file), bytes: (await lstat(file)).size };
        }),
      );
    },
    start: async (env = {}) => {
      const all = { ...environmentOf(dockerfile), HOST: '127.0.0.1', PORT: '0', HOME: '/nonexistent', ...env };
      const command = startProgram(wordsOf(dockerfile, /^CMD/), all, app, { node, ...user });
      const [, url = ''] = await command.says('stdout', /Base URL +(\S+)\/v1\n/);
      const health = wordsOf(dockerfile, /^HEALTHCHECK .*\\\n +CMD/);
      return {
        url,
        command,
        checkHealth: () => run(node, health, { cwd: app, env: { ...all, PORT: new URL(url).port } }),
      };
    },
    remove: async () => {
      await makeWritable(app);
      await machine.remove();
    },
  };
};
