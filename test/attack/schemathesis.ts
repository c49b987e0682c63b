import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from './server/start-server.ts';
import { createTenant } from './tenant/create-tenant.ts';

// Schemathesis against the API and against the control API, with all its checks: 0 x 500, 0 undocumented answers.
// It is a program of its own (pip install schemathesis): where it is missing, one line says so, and that is all.
//
//   npm run schemathesis                        10,000 cases each
//   npm run schemathesis -- --examples 20       so many for each operation
//   npm run schemathesis -- --command /path/to/st

const { values } = parseArgs({
  options: {
    examples: { type: 'string' },
    cases: { type: 'string', default: '10000' },
    command: { type: 'string', default: 'schemathesis' },
    seed: { type: 'string', default: '14' },
    only: { type: 'string' },
  },
});

const say = (line: string): void => {
  process.stdout.write(`schemathesis: ${line}\n`);
};

const found = spawnSync(values.command, ['--version'], { encoding: 'utf8' });
if (found.status !== 0) {
  say('left out: it is not installed (pip install schemathesis)');
  process.exit(0);
}
say(found.stdout.trim());

/** What a check would refuse although the description says it, or that a stub answers by design. */
const EXCLUDED: readonly string[] = [];

const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-schemathesis-'));
let failed = 0;
try {
  const server = await startServer({
    folder,
    flags: ['--mode', 'hosted', '--public-url', 'http://127.0.0.1:1', '--log-level', 'error', '--delays', 'skip'],
  });
  if (!server.isAlive()) throw new Error(`the server ${server.ending()}: ${server.log().slice(-1000)}`);
  for (const [name, description, base, operations] of [
    ['API', '/openapi.json', '/v1', 60],
    ['control API', '/__admin/openapi.json', '/__admin', 75],
  ] as const) {
    if (values.only !== undefined && !name.startsWith(values.only)) continue;
    const { token } = await createTenant(server.url);
    const examples = values.examples ?? String(Math.ceil(Number(values.cases) / operations));
    const child = spawn(
      values.command,
      [
        ...['run', `${server.url}${description}`, '--url', `${server.url}${base}`, '--checks', 'all'],
        ...['--max-examples', examples, '--seed', values.seed, '--header', `Authorization: Bearer ${token}`],
        ...['--phases', 'examples,coverage,fuzzing', '--continue-on-failure', '--request-timeout', '20'],
        ...EXCLUDED.flatMap((check) => ['--exclude-checks', check]),
      ],
      { stdio: 'inherit', env: { ...process.env, PYTHONUTF8: '1' } },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    say(`${name}: ${code === 0 ? 'passed' : `failed (${String(code)})`}`);
    if (code !== 0) failed++;
    if (!server.isAlive()) throw new Error(`the server ${server.ending()}`);
  }
  await server.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
