import { execFileSync, spawn } from 'node:child_process';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface User {
  readonly uid: number;
  readonly gid: number;
}

const readId = (flag: string, name: string): number =>
  Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

/** PostgreSQL and PgBouncer refuse to run as root. Undefined: as whoever runs the tests. */
export const findLesserUser = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody'])
    try {
      return { uid: readId('-u', name), gid: readId('-g', name) };
    } catch {
      // The next one, then.
    }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody');
};

/** A folder that the user may write to. */
export const createFolderFor = async (user: User | undefined): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vatmock-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
};

/**
 * Runs a program until our end of a pipe closes, which it does even if this process is killed. The shell would give the
 * program in the background no input, so the pipe is descriptor 3.
 */
const GUARD =
  'exec 3<&0; "$@" 3<&- & child=$!; { cat <&3; kill -s "$0" $child; } >/dev/null 2>&1 & wait $child; kill $! 2>/dev/null';

export interface Child {
  /** Resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

export interface ChildOptions {
  readonly user: User | undefined;
  readonly folder: string;
  /** What it prints when it is ready. */
  readonly ready: RegExp;
  /** What ends it. */
  readonly signal: string;
}

/** Resolves once the program is ready. */
export const runChild = async (
  program: string,
  args: readonly string[],
  { user, folder, ready, signal }: ChildOptions,
): Promise<Child> => {
  const child = spawn('sh', ['-c', GUARD, signal, program, ...args], { ...user, cwd: folder });
  const exited = new Promise<false>((resolve) => {
    child.once('exit', () => {
      resolve(false);
    });
  });
  let printed = '';
  const isReady = new Promise<true>((resolve) => {
    const read = (text: Buffer): void => {
      if (printed.length < 100_000) printed += text.toString();
      if (ready.test(printed)) resolve(true);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  if (!(await Promise.race([isReady, exited]))) throw new Error(`${program} did not start: ${printed}`);
  return {
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
};
