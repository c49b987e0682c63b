import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { onServerCore } from './cores.ts';
import { cpuSeconds, megabytes } from './process-figures.ts';

/** A server under load: a process of its own, on the first core where the machine can pin processes. */
export interface Server {
  readonly url: string;
  readonly cpuSeconds: () => number | undefined;
  readonly peakMegabytes: () => number | undefined;
  readonly megabytes: () => number | undefined;
  /** A paused server uses nothing of the core that it shares with the one that is measured. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
}

export interface Started {
  readonly server: Server;
  /** From the command to the first answer. */
  readonly milliseconds: number;
  readonly cpuMilliseconds: number | undefined;
}

const running = new Set<ChildProcess>();

// Whatever ends the benchmark ends what it started, paused or not.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** The slowest peers need seconds; whatever needs minutes is broken. */
const PATIENCE = 120_000;
const BETWEEN_LOOKS = 3;
const GRACE = 5000;

/** Runs a command that serves on a port, and asks until the first right answer is there. */
export const startServer = async (
  command: readonly string[],
  port: number,
  isAnswering: (url: string) => Promise<boolean>,
): Promise<Started> => {
  const begin = performance.now();
  const [program = '', ...args] = onServerCore(command);
  // NODE_ENV is not set: where it says production Prism serves from a second process.
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, NODE_ENV: undefined } });
  running.add(child);
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code) => {
    running.delete(child);
    failure = `it ended with ${String(code)} before it answered`;
  });
  const { pid = 0 } = child;
  const url = `http://127.0.0.1:${String(port)}`;
  while (!(await isAnswering(url).catch(() => false))) {
    if (performance.now() - begin > PATIENCE) child.kill('SIGKILL');
    if (failure !== undefined) throw new Error(failure);
    await sleep(BETWEEN_LOOKS);
  }
  const milliseconds = performance.now() - begin;
  const cpu = cpuSeconds(pid);
  return {
    server: {
      url,
      cpuSeconds: () => cpuSeconds(pid),
      peakMegabytes: () => megabytes(pid, 'VmHWM'),
      megabytes: () => megabytes(pid, 'VmRSS'),
      pause: () => child.kill('SIGSTOP'),
      resume: () => child.kill('SIGCONT'),
      stop: () => stop(child),
    },
    milliseconds,
    cpuMilliseconds: cpu === undefined ? undefined : cpu * 1000,
  };
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), GRACE);
  await ended;
  clearTimeout(patience);
};
