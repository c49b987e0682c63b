import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A server under load: its own process, on the first core where the machine can pin processes. */
export interface Target {
  readonly name: string;
  readonly url: string;
  /** CPU seconds used so far; undefined where the machine does not tell. */
  readonly cpuSeconds: () => number | undefined;
  readonly stop: () => Promise<void>;
}

const canPin = spawnSync('taskset', ['-V']).status === 0;
/** Clock ticks per second of /proc; 100 on every Linux that Node runs on. */
const TICKS = 100;

const pinned = (command: readonly string[]): readonly string[] =>
  canPin ? ['taskset', '-c', '0', ...command] : command;

const readCpu = ({ pid }: ChildProcess): number | undefined => {
  try {
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return undefined;
  }
};

/** Starts a server and waits for the line of its output that holds its address. */
export const startTarget = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Target> =>
  new Promise((resolve, reject) => {
    const [command = '', ...rest] = pinned([process.execPath, ...args]);
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`${name} ended with ${String(code)} before it listened`));
    });
    createInterface(child.stdout).on('line', (line) => {
      const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url === undefined) return;
      resolve({
        name,
        url,
        cpuSeconds: () => readCpu(child),
        stop: () =>
          new Promise((stopped) => {
            child.removeAllListeners('exit');
            child.once('exit', () => {
              stopped();
            });
            child.kill('SIGTERM');
          }),
      });
    });
  });
