import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Description, describeEveryStatus, nameKnownValues } from './schemathesis/completed-description.ts';
import { type KnownValues, findValuesOfApi, findValuesOfControlApi } from './schemathesis/known-values.ts';
import { HELP, readOptions } from './schemathesis/options.ts';
import { toSettings } from './schemathesis/settings.ts';
import { type Tally, countEvents, createTally, sumOf, toLine } from './schemathesis/tally.ts';
import { ADMIN_TOKEN, type RunningServer, startServer } from './server/start-server.ts';
import { call, createTenant, fetchToken } from './tenant/create-tenant.ts';

// Schemathesis against the API and against the control API, with all its checks: no 500, no undocumented answer. It is a
// program of its own (pipx install schemathesis): where it is missing, one line says so, and that is all.

const options = readOptions(process.argv.slice(2));
const say = (line: string): void => {
  process.stdout.write(`schemathesis: ${line}\n`);
};

if (options.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}

const found = spawnSync(options.command, ['--version'], { encoding: 'utf8' });
if (found.status !== 0) {
  say('left out: it is not installed (pipx install schemathesis)');
  process.exit(options.required ? 1 : 0);
}
say(found.stdout.trim());

const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-schemathesis-'));

const ENVIRONMENT = {
  PYTHONUTF8: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONPATH: path.join(import.meta.dirname, 'schemathesis'),
  SCHEMATHESIS_HOOKS: 'hooks',
};

/** Starts a server, and says how to speak to it. */
interface Api {
  readonly name: 'api' | 'control';
  readonly description: string;
  readonly base: string;
  readonly open: (start: (flags: readonly string[]) => Promise<RunningServer>) => Promise<Place>;
}

interface Place {
  readonly server: RunningServer;
  readonly token: string;
  readonly known: KnownValues;
  /** The sandbox that all calls need: it is not deleted. */
  readonly kept?: string;
}

const APIS: readonly Api[] = [
  {
    name: 'api',
    description: '/openapi.json',
    base: '/v1',
    // The sandbox of the demo has what the examples of the description name.
    open: async (start) => {
      const server = await start(['--mode', 'local']);
      const { url } = server;
      const token = await fetchToken(url, 'api-client-demo', 'demo-secret');
      // Tokens expire by the clock of their sandbox.
      await call(url, 'POST', '/__admin/clock/freeze', { token });
      await call(url, 'PATCH', '/__admin/sandboxes/demo', { token, body: { rateLimitTier: 'ENTERPRISE' } });
      return { server, token, known: await findValuesOfApi(url, token) };
    },
  },
  {
    name: 'control',
    description: '/__admin/openapi.json',
    base: '/__admin',
    open: async (start) => {
      // One address sends everything, and part of it with a wrong token.
      const limits = ['--limits', 'control-calls-per-minute=1000000,max-guesses=0,max-sandboxes=1000'];
      const server = await start(['--mode', 'hosted', '--public-url', 'http://127.0.0.1:1', ...limits]);
      const { url } = server;
      const tenant = await createTenant(url);
      const known = await findValuesOfControlApi(url, tenant);
      return { server, token: ADMIN_TOKEN, known, kept: tenant.sandbox };
    },
  },
];

const start = async (flags: readonly string[]): Promise<RunningServer> => {
  const quiet = ['--log-level', 'error', '--delays', 'skip', '--limits', 'check-answers=all'];
  const server = await startServer({ folder, flags: [...flags, ...quiet] });
  if (!server.isAlive()) throw new Error(`the server ${server.ending()}: ${server.log().slice(-1000)}`);
  return server;
};

/** One run of Schemathesis; adds to the tally what came of it. */
const play = async (
  round: number,
  { name, base }: Api,
  { server, token, kept = '' }: Place,
  tally: Tally,
): Promise<void> => {
  const reports = path.join(folder, name);
  const events = path.join(reports, `events-${String(round)}.ndjson`);
  // What the first two phases send is the same each time.
  const phases = options.isShort
    ? 'examples,fuzzing'
    : round === 0
      ? 'examples,coverage,fuzzing,stateful'
      : 'fuzzing,stateful';
  const child = spawn(
    options.command,
    [
      ...['--config-file', path.join(reports, 'schemathesis.toml'), 'run', path.join(reports, 'openapi.json')],
      ...['--url', `${server.url}${base}`, '--header', `Authorization: Bearer ${token}`],
      ...['--phases', phases, '--max-examples', options.isShort ? '4' : '40', '--seed', String(options.seed + round)],
      ...['--workers', options.workers, '--continue-on-failure', '--no-shrink', '--request-timeout', '20'],
      ...['--suppress-health-check', 'all', '--generation-database', 'none'],
      ...['--report-ndjson-path', events, '--output-sanitize', 'false'],
    ],
    { cwd: reports, stdio: 'inherit', env: { ...process.env, ...ENVIRONMENT, KEPT_SANDBOX: kept } },
  );
  await once(child, 'exit');
  await countEvents(events, tally);
  if (!server.isAlive()) throw new Error(`the server ${server.ending()}: ${server.log().slice(-1000)}`);
};

const check = async (api: Api): Promise<Tally> => {
  const place = await api.open(start);
  const { server, known } = place;
  try {
    const reports = path.join(folder, api.name);
    await mkdir(reports);
    const description = (await call(server.url, 'GET', api.description)) as Description;
    describeEveryStatus(description);
    nameKnownValues(description, known);
    await writeFile(path.join(reports, 'openapi.json'), JSON.stringify(description));
    await writeFile(path.join(reports, 'schemathesis.toml'), toSettings(api.name, known));
    const tally = createTally();
    for (let round = 0, before = -1, cases = 0; cases < options.cases && cases > before; round++) {
      before = cases;
      await play(round, api, place, tally);
      cases = sumOf(tally.classes);
      if (options.isShort) break;
    }
    for (const line of server.log().split('\n'))
      if (line.startsWith('{')) tally.errors.push(`the server logged ${line.slice(0, 1000)}`);
    return tally;
  } finally {
    await server.stop();
  }
};

let isWell = true;
const lines: string[] = [];
try {
  for (const api of APIS) {
    if (options.only !== undefined && options.only !== api.name) continue;
    const tally = await check(api);
    for (const [failure, count] of tally.failures) say(`${String(count)} x ${failure}`);
    for (const error of tally.errors) say(error);
    lines.push(`${api.name}: ${toLine(tally)}`);
    if (tally.failures.size + tally.errors.length > 0) isWell = false;
  }
} finally {
  if (options.keep) say(`reports in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
say(lines.join('. '));
process.exit(isWell ? 0 : 1);
