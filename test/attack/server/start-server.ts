import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProduct } from '../../../bench/product.ts';
import type { Gauge } from './gauge.ts';
import { readMemory } from './read-process.ts';
import { findPort } from '../../support/find-port.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** The memory of compose.yaml. */
export const MEMORY = 512 * 1_048_576;
/** What the image tells Node: `["node", "--flag", "dist/cli.js", "serve"]`. */
const [, COMMAND = ''] = /^CMD (\[.*\])$/m.exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
/** And what V8 allows itself in a container of 512 MB. */
const NODE_FLAGS = [
  ...(JSON.parse(COMMAND) as string[]).filter((word) => word.startsWith('--')),
  '--max-old-space-size=256',
];

/** The environment of the container. There, the server reads its memory limit itself. */
const CONTAINER = { NODE_ENV: 'production', HOST: '127.0.0.1', VATMOCK_LIMITS: `max-memory=${String(MEMORY)}` };

export const ADMIN_TOKEN = 'operator-of-the-attack-suite';

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  readonly isAlive: () => boolean;
  /** Why it is no longer alive. */
  readonly ending: () => string;
  /** Asks the preloaded gauge, and starts its figures anew; undefined if the server does not answer in time. */
  readonly gauge: (patience?: number) => Promise<Gauge | undefined>;
  /** The most memory since the last question, in bytes. */
  readonly takePeak: () => number;
  /** What it has logged. */
  readonly log: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Settles with the exit status, or the signal, when the process has ended. */
  readonly ended: Promise<number | string>;
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  readonly flags: readonly string[];
  /** Modules that the server loads before anything of its own. */
  readonly preload?: readonly string[];
  readonly nodeFlags?: readonly string[];
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

let program: string | undefined;

/** The container's command. The package is built once: what the sources load later would be compiled on the way. */
const readCommand = (folder: string): readonly string[] => {
  program ??= buildProduct(path.join(folder, 'product'));
  const line = /^CMD (\[.*\])$/m.exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '[]';
  const [, ...args] = JSON.parse(line) as string[];
  return args.map((each) => (each === 'dist/cli.js' ? (program ?? '') : each));
};

const START_PATIENCE = 60_000;
const BETWEEN_SAMPLES = 40;
const GRACE = 10_000;

let started = 0;

/** Starts the server, and ends it as the container's memory limit would if it takes more than that. */
export const startServer = async (options: StartOptions): Promise<RunningServer> => {
  const { flags, preload = [], nodeFlags = [], folder, environment = {} } = options;
  const port = await findPort();
  const url = `http://127.0.0.1:${String(port)}`;
  const imports = ['gauge.ts', ...preload].flatMap((file) => ['--import', path.join(import.meta.dirname, file)]);
  const args = [...NODE_FLAGS, ...nodeFlags, ...imports, ...readCommand(folder), '--port', String(port), ...flags];
  const logFile = path.join(folder, `server-${String(++started)}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, ...CONTAINER, ADMIN_TOKEN, NODE_OPTIONS: '', ...environment },
  });
  closeSync(log);
  running.add(child);
  const { pid = 0 } = child;
  let ending: string | undefined;
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, readMemory(pid)?.now ?? 0);
    if (peak < MEMORY || ending !== undefined) return;
    ending = `ended for its memory of ${String(Math.round(peak / 1_048_576))} MB`;
    child.kill('SIGKILL');
  }, BETWEEN_SAMPLES);
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => {
      ending = error.message;
      resolve(error.message);
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      clearInterval(sampler);
      ending ??= `ended with ${String(code ?? signal)}`;
      resolve(code ?? signal ?? '');
    });
  });
  const isAlive = (): boolean => ending === undefined;
  const readLog = (): string => readFileSync(logFile, 'utf8');

  const begin = performance.now();
  while (isAlive() && !(await isReady(url))) {
    if (performance.now() - begin > START_PATIENCE) child.kill('SIGKILL');
    await sleep(25);
  }
  return {
    url,
    pid,
    isAlive,
    ending: () => ending ?? 'alive',
    gauge: (patience = 10_000) => askGauge(child, patience),
    takePeak: () => {
      const taken = Math.max(peak, readMemory(pid)?.now ?? 0);
      peak = 0;
      return taken;
    },
    log: readLog,
    signal: (name) => child.kill(name),
    ended,
    stop: async () => {
      if (!isAlive()) return;
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), GRACE);
      await ended;
      clearTimeout(patience);
    },
  };
};

/** Whether the server says that it is ready, on a connection of its own. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/__admin/ready`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );

let asked = 0;

const askGauge = (child: ChildProcess, patience: number): Promise<Gauge | undefined> =>
  new Promise((resolve) => {
    if (!child.connected) {
      resolve(undefined);
      return;
    }
    const question = ++asked;
    const finish = (gauge: Gauge | undefined): void => {
      clearTimeout(timer);
      child.off('message', hear);
      resolve(gauge);
    };
    const hear = (message: unknown): void => {
      const answer = message as { readonly question: number; readonly gauge: Gauge };
      if (answer.question === question) finish(answer.gauge);
    };
    const timer = setTimeout(() => finish(undefined), patience);
    child.on('message', hear);
    child.send(question, () => undefined);
  });
