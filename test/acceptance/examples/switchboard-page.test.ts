/** What docs/assumptions.md tells the reader to copy and paste, run as it stands. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/edges/system/time.ts';
import { runHere, startCommand } from '../../support/command-line.ts';
import { startedBy } from '../../support/started-by.ts';
import { run } from './run.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

const started = startedBy(beforeEach, afterEach, { clock: systemClock });
let text: string;
beforeEach(async () => {
  text = await readFile(path.join(ROOT, 'docs/assumptions.md'), 'utf8');
});

/** The blocks of a language; of none for what is shown. */
const blocksOf = (wanted: string): readonly string[] =>
  [...text.matchAll(/^```(\w*)\n([^]*?)^```/gm)].flatMap(([, language, block]) =>
    language === wanted ? [block!] : [],
  );

/** The arguments of `npx vatmock` in a block that is nothing else. */
const argumentsIn = (block: string): readonly string[] => block.trim().split(/\s+/).slice(2);

const isCommand = (block: string): boolean => block.startsWith('npx vatmock ');

/** The page calls the control API with curl: skipped on machines without it. */
const hasCurl = (await run('curl', ['--version'], { cwd: ROOT })).code === 0;

(hasCurl ? test : test.skip)('the calls to the control API do what the page says', async () => {
  const commands = blocksOf('sh').filter((block) => block.includes('curl '));
  expect(commands).toHaveLength(1);
  const script = commands.join('').replaceAll('http://127.0.0.1:4010', started.mock.url);
  const { code, output } = await run('bash', ['-ec', script], { cwd: ROOT });
  expect(code).toBe(0);
  const said = output.replaceAll(/\s/g, '');
  expect(said).toContain('"current":');
  // Switched, listed as such, and all back where they were.
  const places = ['{"assumed":{"etag-format":"weak"}}', '"current":"weak"', '{"assumed":{}}'].map((one) =>
    said.indexOf(one),
  );
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('the server starts with the switches of the page, and refuses a misspelt one as it shows', async () => {
  const [serve] = blocksOf('sh').filter((block) => isCommand(block) && !block.includes(' test '));
  const args = argumentsIn(serve ?? '');
  expect(args.slice(0, 2)).toEqual(['serve', '--assume']);
  const server = startCommand([...args, '--port', '0']);
  const [, url] = await server.says('stdout', /(http:\/\/127\.0\.0\.1:\d+)/);
  const shown = await fetch(`${String(url)}/__admin/assumptions?switched=true`);
  const { data } = (await shown.json()) as {
    readonly data: readonly { readonly id: string; readonly current: string }[];
  };
  server.signal('SIGTERM');
  await server.ended;
  expect(data.map(({ id, current }) => `${id}=${current}`).sort()).toEqual(args[2]!.split(',').sort());
  const { code, stderr } = await runHere(['serve', '--log-level', 'silent', '--assume', 'etag-formt=weak']);
  expect(code).not.toBe(0);
  expect(blocksOf('').map((block) => block.trim())).toContain(stderr.split('\n')[0]);
});

test('the command for all alternatives is one, with a client of one’s own', async () => {
  const [block] = blocksOf('sh').filter((one) => isCommand(one) && one.includes(' test '));
  const args = argumentsIn(block ?? '');
  const own = args.slice(0, args.indexOf('--') + 1);
  expect(own).toEqual(['test', 'lost-answer', '--all-assumptions', '--']);
  // A client that fails as it is, is not run under alternatives.
  const { code, stdout } = await runHere([...own, process.execPath, '-e', 'process.exit(3)']);
  expect([code, stdout]).toEqual([1, expect.stringContaining('exited with 3')]);
});

test('what the page shows of a scenario and of an explanation is so', async () => {
  const [given] = blocksOf('yaml');
  const scenario = `scenario: of-the-page\n${String(given)}`;
  const added = await (await started.mock.scenarios()).add(scenario);
  expect(added.assumed).toEqual({ 'etag-format': 'weak', 'success-statuses': 'ok' });
  const [shown] = blocksOf('json').map((block) => JSON.parse(block) as unknown);
  const { body } = await started.api.post('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['kyc.*'] });
  const answer = await started.api.get(`/webhooks/${String(body.id)}`);
  const explained = await started.api.get(
    `${started.mock.url}/__admin/requests/${String(answer.headers['x-mock-request-id'])}/explain`,
    { as: null },
  );
  const { stages } = explained.body as { readonly stages: readonly { readonly assumptions?: readonly unknown[] }[] };
  expect(stages.flatMap(({ assumptions = [] }) => assumptions)).toContainEqual(shown);
});
