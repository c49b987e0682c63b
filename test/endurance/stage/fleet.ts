import { Client } from 'pg';
import { findPort } from '../../support/find-port.ts';
import { runPgBouncer } from '../../support/postgres/run-pgbouncer.ts';
import { type RunningServer, runPostgres } from '../../support/postgres/run-postgres.ts';
import { type ReplicaProcess, startReplicaProcess } from '../../support/replicas/replica-processes.ts';
import { startRoundRobin } from '../../support/round-robin-proxy.ts';
import type { Way } from '../proof.ts';

/** A server that can be killed and started again, on the same port. */
export interface Replica {
  readonly index: number;
  readonly url: string;
  readonly isRunning: () => boolean;
  readonly start: () => Promise<void>;
  /** As the kernel does it: nothing of it is left. */
  readonly kill: () => Promise<void>;
  /** It stands still with all its connections. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

export interface Fleet {
  /** Of the proxy. */
  readonly url: string;
  readonly replicas: readonly Replica[];
  readonly database: RunningServer;
  /** A statement beside the servers, past any pooler. */
  readonly query: (text: string) => Promise<readonly Record<string, unknown>[]>;
  /** The last lines that the servers have logged. */
  readonly logs: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

export interface FleetOptions {
  readonly flags?: readonly string[];
  /** Milliseconds in which the proxy wants an answer; without it, it waits. */
  readonly patience?: number;
}

const REPLICAS = 3;

/** Milliseconds that the proxy passes a server over after a failure. */
const REST = 2000;

/** What is answered must outlive a database that crashes, though not the machine under it. */
const SETTINGS = { synchronous_commit: 'on' };

export const startFleet = async (way: Way, { flags = [], patience }: FleetOptions = {}): Promise<Fleet> => {
  const database = await runPostgres({ settings: SETTINGS });
  const pooler = way === 'pgbouncer' ? await runPgBouncer(database.url) : undefined;
  const ports: number[] = [];
  for (let index = 0; index < REPLICAS; index++) ports.push(await findPort());
  const proxy = await startRoundRobin({ ports, rest: REST, patience });
  const ended: Promise<string>[] = [];
  const query: Fleet['query'] = async (text) => {
    const client = new Client(database.url);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const replicas: Replica[] = [];
  const running = new Map<number, ReplicaProcess>();
  for (const [index, port] of ports.entries()) {
    const name = `replica-${String(index)}`;
    const url = new URL(pooler?.url ?? database.url);
    url.searchParams.set('application_name', name);
    const settings = { port, flags: ['--public-url', proxy.url, '--log-level', 'error', ...flags] };
    const signal = (which: NodeJS.Signals): void => running.get(index)?.command.signal(which);
    replicas.push({
      index,
      url: `http://127.0.0.1:${String(port)}`,
      isRunning: () => running.has(index),
      start: async () => {
        const started = await startReplicaProcess(url.href, settings);
        running.set(index, started);
        ended.push(
          started.command.ended.then(({ stdout, stderr }) => `${name}: ${(toLog(stdout) + stderr).slice(-1500)}`),
        );
      },
      kill: async () => {
        signal('SIGKILL');
        await running.get(index)?.command.ended;
        running.delete(index);
      },
      freeze: () => {
        signal('SIGSTOP');
      },
      thaw: () => {
        signal('SIGCONT');
      },
    });
  }
  for (const replica of replicas) await replica.start();
  return {
    url: proxy.url,
    replicas,
    database,
    query,
    logs: async () => {
      for (const replica of replicas) await replica.kill();
      return (await Promise.all(ended)).join('\n');
    },
    stop: async () => {
      for (const replica of replicas) await replica.kill();
      proxy.close();
      await pooler?.stop();
      await database.stop();
    },
  };
};

/** What follows the banner. */
const toLog = (stdout: string): string => stdout.split('Press Ctrl-C to stop.').at(-1) ?? '';
