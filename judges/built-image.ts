import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningCommand, startProgram } from '../test/support/command-line.ts';
import { createTempFolder } from '../test/support/temp-folder.ts';
import { type Ran, run } from '../test/acceptance/examples/run.ts';

const ROOT = path.join(import.meta.dirname, '..');
const BASE = 'docker.io/library/node:24-slim';
const NAME = 'localhost/vatmock-judged';

/** What docs/hosting.md calls enough for a container. */
const MEMORY = 512 * 1024 * 1024;

interface File {
  readonly name: string;
  readonly bytes: number;
}

/** What the Dockerfile makes, built and started by Buildah: no daemon is needed, and no right but to mount. */
export interface BuiltImage {
  /** Its working folder, from outside. */
  readonly path: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly user: string;
  readonly files: () => Promise<readonly File[]>;
  /** A folder that its user may write to, from outside. */
  readonly volume: string;
  /** A container of it, on a free port of this machine. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Container>;
  readonly remove: () => Promise<void>;
}

export interface Container {
  readonly url: string;
  readonly command: RunningCommand;
  readonly checkHealth: () => Promise<Ran>;
}

/** Layers are folders, and containers a changed root: both work where the machine is itself a container. */
const BUILDAH = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

const buildah = async (...args: readonly string[]): Promise<string> => {
  const { code, output } = await run('buildah', args, { cwd: ROOT, env: BUILDAH });
  if (code !== 0) throw new Error(`buildah ${args.join(' ')} failed:\n${output}`);
  return output.trim();
};

/** Of no registry: what CI reaches has none. */
const makeBase = async (): Promise<void> => {
  const npm = path.dirname(path.dirname(process.env['npm_execpath'] ?? ''));
  const script = path.join(import.meta.dirname, 'base-image.sh');
  const made = await run(script, [BASE, process.execPath, npm], { cwd: ROOT, env: BUILDAH });
  if (made.code !== 0) throw new Error(`${script} failed:\n${made.output}`);
};

interface ImageConfig {
  readonly User: string;
  readonly Cmd: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly ['CMD', ...(readonly string[])] };
}

export const buildImage = async (): Promise<BuiltImage> => {
  await makeBase();
  // What npm has fetched for this clone is not fetched again.
  const fetched = path.join(os.homedir(), '.npm');
  await mkdir(fetched, { recursive: true });
  const options = ['--pull-never', '--network', 'host', '--format', 'docker', '--volume', `${fetched}:/root/.npm`];
  await buildah('build', ...options, '--tag', NAME, '.');
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', NAME)) as {
    Docker: { config: ImageConfig };
  };
  const { User: user, Cmd, Labels: labels, Healthcheck } = inspected.Docker.config;
  const container = await buildah('from', '--pull-never', NAME);
  const app = path.join(await buildah('mount', container), 'app');
  const machine = await createTempFolder({});
  const volume = machine.file('data');
  await mkdir(volume);
  await chmod(volume, 0o777);
  await chmod(machine.path, 0o755);
  const limit = await limitMemory(MEMORY);

  const wordsOf = (env: Readonly<Record<string, string>>, command: readonly string[]): readonly string[] => {
    const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    return ['run', '--volume', `${volume}:/data`, ...variables, container, '--', ...command];
  };
  return {
    path: app,
    labels,
    user,
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
      const all = { HOST: '127.0.0.1', PORT: '0', ...env };
      const enter = ['-c', `${limit.enter} exec buildah "$@"`, 'sh', ...wordsOf(all, Cmd)];
      const command = startProgram(enter, BUILDAH, ROOT, 'sh');
      const [, url = ''] = await command.says('stdout', /Base URL +(\S+)\/v1\n/);
      const { port } = new URL(url);
      const [, ...health] = Healthcheck.Test;
      return {
        url,
        // Buildah passes no signals on, which the engine of a container sends to its first process.
        command: {
          ...command,
          signal: (signal) => {
            signalLast(command.pid!, signal);
          },
        },
        checkHealth: () => run('buildah', wordsOf({ ...all, PORT: port }, health), { cwd: ROOT, env: BUILDAH }),
      };
    },
    remove: async () => {
      await buildah('rm', container);
      await limit.remove();
      await machine.remove();
    },
  };
};

/** To the program that a chain of others has started; nothing happens where it has ended. */
const signalLast = (pid: number, signal: NodeJS.Signals): void => {
  const tasks = `/proc/${String(pid)}/task`;
  if (!existsSync(tasks)) return;
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(path.join(tasks, task, 'children'), 'utf8')
      .split(' ')
      .filter(Boolean),
  );
  if (children[0] === undefined) process.kill(pid, signal);
  else signalLast(Number(children[0]), signal);
};

/** By a control group, of either version. Where this machine allows none, containers start without a limit. */
const limitMemory = async (
  bytes: number,
): Promise<{ readonly enter: string; readonly remove: () => Promise<void> }> => {
  const name = `vatmock-${randomUUID()}`;
  for (const [parent, setting] of [
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
    ['/sys/fs/cgroup', 'memory.max'],
  ] as const) {
    const group = path.join(parent, name);
    try {
      await mkdir(group);
      await writeFile(path.join(group, setting), String(bytes), { flag: 'r+' });
      return { enter: `echo $$ > ${group}/cgroup.procs &&`, remove: () => removeWhenEmpty(group) };
    } catch {
      await rmdir(group).catch(() => undefined);
    }
  }
  process.stderr.write('This machine limits no memory: the image is tried without its limit.\n');
  return { enter: '', remove: () => Promise.resolve() };
};

/** What Buildah has started may end a moment after it. */
const removeWhenEmpty = async (group: string): Promise<void> => {
  while (readFileSync(path.join(group, 'cgroup.procs'), 'utf8') !== '') await wait(50);
  await rmdir(group);
};
