import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildProduct } from '../../bench/product.ts';
import type { Gauge } from '../../test/attack/server/gauge.ts';
import { readCpuTime } from '../../test/attack/server/read-process.ts';

const GAUGE = path.join(import.meta.dirname, '../../test/attack/server/gauge.ts');

interface Served {
  readonly url: string;
  /** CPU time of the start: other load on the machine does not matter. */
  readonly startMilliseconds: number;
  readonly process: ChildProcess;
  /** The longest callback of the event loop since the last question, and what it was. */
  readonly gauge: () => Promise<Gauge['callback']>;
  readonly stop: () => Promise<void>;
}

/** A busy machine starts slowly. */
const START_PATIENCE = 300_000;

let built: string | undefined;

/** As it is published: what the sources load later would be compiled on the way. */
const programOf = (): string => {
  if (built !== undefined) return built;
  const folder = mkdtempSync(path.join(tmpdir(), 'conformity-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  return (built = buildProduct(folder));
};

/** Starts the server as a user does, and waits until it says its address. */
export const serve = async (file: string, state: string): Promise<Served> => {
  const flags = ['serve', '--spec', file, '--port', '0', '--state', state, '--log-level', 'silent'];
  const child = spawn(process.execPath, ['--import', GAUGE, programOf(), ...flags], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const patience = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`no start in time: ${printed.slice(-300)}`));
    }, START_PATIENCE);
    child.once('exit', (code) => reject(new Error(`it ended with ${String(code)} before it served`)));
    child.stdout?.on('data', (data: Buffer) => {
      printed += data.toString();
      const found = /^\s*Base URL\s+(\S+)/m.exec(printed)?.[1];
      if (found === undefined) return;
      clearTimeout(patience);
      resolve(found);
    });
  });
  const startMilliseconds = readCpuTime(child.pid ?? 0) ?? 0;
  const ask = async (): Promise<Gauge['callback']> => {
    child.send(1);
    const [answer] = (await once(child, 'message')) as [{ gauge: Gauge }];
    return answer.gauge.callback;
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url, startMilliseconds, process: child, gauge: ask, stop };
};
