import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Ended {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  /** Settles with the first match in what a stream has said so far or will say; rejected when the process ends first. */
  readonly says: (stream: 'stdout' | 'stderr', pattern: RegExp) => Promise<RegExpExecArray>;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
}

/** Environment variables that the settings read must come from the test alone. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:PORT|HOST|DATABASE_URL|VATMOCK_.*|NODE_.*)$/.test(name)),
  );

/** `vatmock ARGS`, from the sources, as a process of its own; `root` is another copy of the package. */
export const startCommand = (args: readonly string[], env: NodeJS.ProcessEnv = {}, root = ROOT): RunningCommand =>
  startProgram(['src/cli.ts', ...args], env, root);

interface ProgramOptions {
  /** Another Node than that of the test. */
  readonly node?: string;
  /** Another user than that of the test, who must be root. */
  readonly uid?: number;
  readonly gid?: number;
}

/** What Node is to run, with its arguments, in a folder. */
export const startProgram = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  folder: string,
  { node = process.execPath, ...user }: ProgramOptions = {},
): RunningCommand => {
  const child = spawn(node, args, {
    ...user,
    cwd: folder,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  let isOver = false;
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
      tell();
    });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      isOver = true;
      tell();
      resolve({ code, signal, ...said });
    });
  });
  return {
    says: (stream, pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(said[stream]);
          if (match === null && !isOver) return;
          listeners.delete(look);
          if (match !== null) resolve(match);
          else reject(new Error(`${stream} never said ${String(pattern)}:\n${said.stdout}${said.stderr}`));
        };
        listeners.add(look);
        look();
      }),
    signal: (signal) => child.kill(signal),
    ended,
  };
};

/** A command that ends by itself. */
export const runCommand = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  startCommand(args, env).ended;
