import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPort } from '../find-port.ts';
import { NO_POSTGRES, findPostgres } from './programs.ts';
import { type Child, createFolderFor, findLesserUser, runChild } from './run-child.ts';

export interface RunningServer {
  readonly port: number;
  /** Of a superuser, without a password. */
  readonly url: string;
  /** Stops the server and keeps its data. */
  readonly halt: () => Promise<void>;
  /** Starts it again, on the same port. */
  readonly resume: () => Promise<void>;
  /** Its processes stand still: connections stay open, and nothing answers. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  /** Stops it for good. */
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Lines of pg_hba.conf, before the one that trusts every user of this machine. */
  readonly access?: readonly string[];
  /** Files for the folder of the data, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Nothing outlives the run, so nothing waits for a disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

const INITDB = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync', '--pgdata=data'];

const run = promisify(execFile);

/** A server of one's own, in a folder of its own. */
export const runPostgres = async ({
  settings,
  access = [],
  files = {},
}: ServerOptions = {}): Promise<RunningServer> => {
  const programs = findPostgres();
  if (programs === undefined) throw new Error(NO_POSTGRES);
  const user = findLesserUser();
  const folder = await createFolderFor(user);
  const inData = (name: string): string => path.join(folder, 'data', name);
  await run(path.join(programs, 'initdb'), INITDB, { cwd: folder, ...user });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(inData(name), text);
    await chmod(inData(name), 0o600);
    if (user !== undefined) await chown(inData(name), user.uid, user.gid);
  }
  const port = await findPort();
  const lines = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
  await appendFile(inData('postgresql.conf'), lines.map(([name, value]) => `${name} = '${value}'\n`).join(''));
  await writeFile(inData('pg_hba.conf'), [...access, 'host all all 127.0.0.1/32 trust', ''].join('\n'));

  const start = (): Promise<Child> =>
    runChild(path.join(programs, 'postgres'), ['-D', 'data'], {
      ...{ user, folder },
      ready: /database system is ready to accept connections/,
      // Ends the connections that are still open.
      signal: 'INT',
    });
  let server: Child | undefined = await start();
  const halt = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  /** The first process starts the others: it is the first to stand still, and the last to go on. */
  const signalAll = async (signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
    const [first = ''] = (await readFile(inData('postmaster.pid'), 'utf8')).split('\n');
    if (signal === 'SIGSTOP') process.kill(Number(first), signal);
    for (const child of (await run('pgrep', ['-P', first])).stdout.split('\n').filter((each) => each !== ''))
      process.kill(Number(child), signal);
    if (signal === 'SIGCONT') process.kill(Number(first), signal);
  };
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${String(port)}/postgres`,
    halt,
    resume: async () => {
      server = await start();
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
