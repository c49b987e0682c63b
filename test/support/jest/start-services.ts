import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPgBouncer, findPostgres } from '../postgres/programs.ts';

// An import would load more of Node: see src/kernel/status-codes.ts.
const { createServer } = process.getBuiltinModule('node:http');

/** Names the environment variable with the address at which test files ask for a service of the run. */
const ADDRESS = 'VATMOCK_TEST_SERVICES';

/** Names the environment variable with the databases that this machine has: `postgres`, `pgbouncer`. */
export const AVAILABLE = 'VATMOCK_TEST_AVAILABLE';

/** The URL of a service that all files of a run share. It starts when the first one asks. */
export const askForService = (name: 'postgres' | 'pgbouncer' | 'browser'): Promise<string> => ask(name);

/**
 * The program as a file: built from the sources as they are now, as it starts in half the time. From the sources themselves
 * where no run of Jest builds it once for all.
 */
export const askForProgram = async (): Promise<string> =>
  process.env[ADDRESS] === undefined ? 'src/cli.js' : await ask('program');

const ask = async (name: string): Promise<string> => {
  const answer = await fetch(`${process.env[ADDRESS] ?? ''}/${name}`);
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  return url;
};

const stops: (() => Promise<void>)[] = [];

/** Keeps how to stop it. */
const started = async (service: Promise<{ readonly url: string; readonly stop: () => Promise<void> }>) => {
  const { url, stop } = await service;
  stops.unshift(stop);
  return url;
};

/** Workers come and go during a run; this process lasts as long as the run. */
const setUp = async (): Promise<void> => {
  const given = process.env['VATMOCK_TEST_DATABASE_URL'] ?? '';
  let postgres: Promise<string> | undefined = given === '' ? undefined : Promise.resolve(given);
  let pgBouncer: Promise<string> | undefined;
  let browser: Promise<string> | undefined;
  let program: Promise<string> | undefined;
  const startPostgres = (): Promise<string> =>
    (postgres ??= started(import('../postgres/run-postgres.ts').then((module) => module.runPostgres())));
  const services: Readonly<Record<string, () => Promise<string>>> = {
    '/postgres': startPostgres,
    '/pgbouncer': async () => {
      const behind = await startPostgres();
      return (pgBouncer ??= started(
        import('../postgres/run-pgbouncer.ts').then((module) => module.runPgBouncer(behind)),
      ));
    },
    '/browser': () =>
      (browser ??= started(import('../launch-browser.ts').then((module) => module.launchBrowserServer()))),
    '/program': () => (program ??= buildProgram()),
  };
  const asked = createServer((request, response) => {
    const start = services[request.url ?? ''];
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

/** In a folder of its own: dist/ may be older than the sources, or in use. */
const buildProgram = async (): Promise<string> => {
  const [{ packageFile }, { bundleProgram }, { replaceFolder }] = await Promise.all([
    import('../../../src/edges/files/package-files.ts'),
    import('../../../scripts/package/bundle-program.ts'),
    import('../../../scripts/package/replace-folder.ts'),
  ]);
  const fresh = packageFile('dist', `program.${String(process.pid)}`);
  await bundleProgram(fresh);
  await replaceFolder(fresh, packageFile('build'));
  return 'build/cli.js';
};

export const stopAll = async (): Promise<void> => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(saidFolder(), { recursive: true, force: true });
};

/** There once somebody has said what is left out. */
export const saidFolder = (): string => path.join(tmpdir(), `vatmock-said-${new URL(process.env[ADDRESS] ?? '').port}`);

export default setUp;
