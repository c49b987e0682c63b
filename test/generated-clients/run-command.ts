import { spawn } from 'node:child_process';

type Command = readonly [string, ...string[]];

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, and says what it said; throws when it fails. */
export type Run = (command: Command, options?: RunOptions) => Promise<string>;

/** The program was still running at the end of the time: that says nothing about it. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Nobody waits longer than until then: milliseconds since the epoch. */
export const createRun =
  (end: number): Run =>
  async ([program, ...args], { cwd, env = {} } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: Math.max(1, end - Date.now()),
        killSignal: 'SIGKILL',
      });
      let said = '';
      let complained = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
      const fail = (reason: string): void => {
        reject(new Error(`${program} ${args.slice(0, 2).join(' ')}: ${reason}`));
      };
      child.once('error', ({ message }) => {
        fail(message);
      });
      child.once('close', (code) => {
        if (code === 0) resolve(said);
        else if (code === null)
          reject(new OutOfTime(`${program} ${args.slice(0, 2).join(' ')}: there was no time left for it`));
        else fail((complained === '' ? said : complained).trim().slice(-2000));
      });
    });
