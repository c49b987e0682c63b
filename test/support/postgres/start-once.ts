import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPgBouncer, findPostgres } from './programs.ts';
import { runPgBouncer } from './run-pgbouncer.ts';
import { runPostgres } from './run-postgres.ts';

/** Where test files ask for the servers of the run, which start when the first one asks. */
export const ADDRESS = 'VATMOCK_TEST_SERVERS';

/** What there is to ask for: `postgres`, `pgbouncer`. */
export const AVAILABLE = 'VATMOCK_TEST_AVAILABLE';

const stops: (() => Promise<void>)[] = [];

const startPostgres = async (): Promise<string> => {
  const { url, stop } = await runPostgres();
  stops.unshift(stop);
  return url;
};

/** Workers come and go during a run; this process lasts as long as the run. */
const setUp = async (): Promise<void> => {
  const given = process.env['VATMOCK_TEST_DATABASE_URL'] ?? '';
  let postgres: Promise<string> | undefined = given === '' ? undefined : Promise.resolve(given);
  let pgBouncer: Promise<string> | undefined;
  const servers: Readonly<Record<string, () => Promise<string>>> = {
    '/postgres': () => (postgres ??= startPostgres()),
    '/pgbouncer': async () => {
      const behind = await (postgres ??= startPostgres());
      pgBouncer ??= runPgBouncer(behind).then(({ url, stop }) => {
        stops.unshift(stop);
        return url;
      });
      return pgBouncer;
    },
  };
  const asked = createServer((request, response) => {
    const start = servers[request.url ?? ''];
    if (start === undefined) response.writeHead(404).end();
    else
      start().then(
        (url) => response.end(url),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => asked.listen(0, '127.0.0.1', resolve));
  // The run does not wait for it to end.
  asked.unref();
  process.env[ADDRESS] = `http://127.0.0.1:${String((asked.address() as AddressInfo).port)}`;
  process.env[AVAILABLE] = [
    ...(given !== '' || findPostgres() !== undefined ? ['postgres'] : []),
    ...(findPgBouncer() === undefined ? [] : ['pgbouncer']),
  ].join();
};

export const stopAll = async (): Promise<void> => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(saidFolder(), { recursive: true, force: true });
};

/** There once somebody has said what is left out. */
export const saidFolder = (): string => path.join(tmpdir(), `vatmock-said-${new URL(process.env[ADDRESS] ?? '').port}`);

export default setUp;
