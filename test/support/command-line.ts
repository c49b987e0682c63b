import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runCommand as runMain } from '../../src/commands/run-command.ts';
import type { Terminal } from '../../src/commands/terminal/terminal.ts';
import { after, systemClock } from '../../src/edges/system/time.ts';
import { askForProgram } from './jest/start-services.ts';

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

export interface RunningProgram extends RunningCommand {
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
}

/** Environment variables that the settings read must come from the test alone. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:PORT|HOST|DATABASE_URL|VATMOCK_.*|NODE_.*)$/.test(name)),
  );

/** A file of the package; in the folder of a copy too. */
export const PROGRAM = await askForProgram();

/** `vatmock ARGS` as a process of its own; `root` is another copy of the package. */
export const startCommand = (args: readonly string[], env: NodeJS.ProcessEnv = {}, root = ROOT): RunningCommand =>
  startProgram([PROGRAM, ...args], env, root);

/** What Node, or another program, is to run, with its arguments, in a folder. */
export const startProgram = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  folder: string,
  program = process.execPath,
): RunningProgram => {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const transcript = createTranscript();
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => transcript.hear(stream, text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve({ code, signal, ...transcript.end() });
    });
  });
  return { says: transcript.says, signal: (signal) => child.kill(signal), pid: child.pid, ended };
};

type Stream = 'stdout' | 'stderr';

const createTranscript = () => {
  const said = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  let isOver = false;
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  return {
    hear: (stream: Stream, text: string): void => {
      said[stream] += text;
      tell();
    },
    end: () => {
      isOver = true;
      tell();
      return said;
    },
    says: (stream: Stream, pattern: RegExp): Promise<RegExpExecArray> =>
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
  };
};

/**
 * `vatmock ARGS` in this process: the same code in a tenth of the time. Logs go to the streams of the process, so whoever looks
 * at them needs {@link startCommand}.
 */
export const startHere = (args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCommand => {
  const transcript = createTranscript();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
  const terminal: Terminal = {
    print: (line) => transcript.hear('stdout', `${line}\n`),
    complain: (line) => transcript.hear('stderr', `${line}\n`),
    env: { PATH: process.env['PATH'], ...env },
    clock: systemClock,
    after,
    whenStopped: () => stopped,
  };
  const run = async (): Promise<Ended> => {
    try {
      return { code: await runMain(args, terminal), signal: null, ...transcript.end() };
    } finally {
      transcript.end();
    }
  };
  return { says: transcript.says, signal: stop, ended: run() };
};

/** A command that ends by itself, in this process. */
export const runHere = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  startHere(args, env).ended;

/** A command that ends by itself, as a process of its own. */
export const runCommand = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  startCommand(args, env).ended;
