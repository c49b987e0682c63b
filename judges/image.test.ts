/** What the container image carries, built and started as the Dockerfile does it: there is no engine where tests run. */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../test/acceptance/examples/run.ts';
import { type BuiltImage, type Container, buildImage } from './built-image.ts';
import { type Sbom, findSbomFaults } from './sbom-faults.ts';

/** The build takes its time on a busy machine. */
jest.setTimeout(120_000);

const ROOT = path.join(import.meta.dirname, '..');

const MOST_BYTES = 40_000_000;

let image: BuiltImage;
beforeAll(async () => {
  image = await buildImage();
});
afterAll(() => image.remove());

let container: Container | undefined;
const start = async (env: NodeJS.ProcessEnv = {}): Promise<Container> =>
  (container = await image.start({ VATMOCK_CONTROL_ACCESS: 'open', ...env }));
afterEach(async () => {
  container?.command.signal('SIGKILL');
  await container?.command.ended;
});

const read = (name: string): Promise<string> => readFile(path.join(image.path, name), 'utf8');

test('it is small: the program is one file and what its workers run, without node_modules', async () => {
  const files = await image.files();
  const names = files.map(({ name }) => name);
  expect(names.filter((name) => /\.[cm]?js$/.test(name) && !name.startsWith('dist/console/'))).toEqual([
    'dist/cli.js',
    'dist/mcp.js',
    'dist/yaml-worker.js',
  ]);
  expect(names.filter((name) => name.includes('node_modules'))).toEqual([]);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MOST_BYTES);
});

test('it lists what is bundled, for people and for scanners', async () => {
  const licences = await read('dist/THIRD-PARTY-LICENCES.txt');
  const sbom = JSON.parse(await read('dist/sbom.cdx.json')) as Sbom;
  expect(await findSbomFaults(sbom)).toEqual([]);
  expect(sbom.components.length).toBeGreaterThanOrEqual(100);
  for (const { group, name, version } of sbom.components)
    expect(licences).toContain(`\n${group === undefined ? '' : `${group}/`}${name} ${version} (`);
  expect(sbom.dependencies.find(({ ref }) => ref.startsWith('express@'))?.dependsOn).toEqual(
    expect.arrayContaining([expect.stringMatching(/^body-parser@/)]),
  );
});

test('the bill of materials is the same each time it is made', async () => {
  const made = await run(process.execPath, ['scripts/sbom.ts', '--out', image.volume], { cwd: ROOT });
  expect(made).toEqual({ code: 0, output: '' });
  expect(await readFile(path.join(image.volume, 'sbom.cdx.json'), 'utf8')).toBe(await read('dist/sbom.cdx.json'));
});

test('it serves as a user who cannot write, with all that it reads, and changes nothing', async () => {
  const before = await image.files();
  const { url, checkHealth } = await start();
  const get = async (place: string): Promise<unknown> => (await fetch(url + place)).json();
  const post = (place: string, body: unknown = {}): Promise<Response> =>
    fetch(url + place, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  expect(await checkHealth()).toEqual({ code: 0, output: '' });
  const { data: scenarios } = (await get('/__admin/scenarios')) as { data: object[] };
  expect(scenarios.length).toBeGreaterThanOrEqual(30);
  const { storyboards } = (await get('/__admin/show')) as { storyboards: object[] };
  expect(storyboards.length).toBeGreaterThanOrEqual(1);
  const page = await (await fetch(`${url}/__console`)).text();
  for (const [, loaded = ''] of page.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g))
    expect((await fetch(url + loaded)).status).toBe(200);
  expect((await fetch(`${url}/__console/docs/index.json`)).status).toBe(200);

  // The fonts, the libraries that draw, and the fixtures.
  expect((await post('/__admin/state/snapshots/dealer/restore')).status).toBe(200);
  const { data: orders } = (await get('/__admin/records/orders?status=COMPLIANCE_VALID')) as {
    data: { uuid: string; exportFileId: string }[];
  };
  const [{ uuid, exportFileId } = { uuid: '', exportFileId: '' }] = orders;
  const drawn = await fetch(`${url}/__admin/orders/${uuid}/documents/${exportFileId}`);
  expect([drawn.status, (await drawn.text()).slice(0, 5)]).toEqual([200, '%PDF-']);

  expect(await image.files()).toEqual(before);
});

test('it keeps its data on a volume: SQLite is a part of Node', async () => {
  const env = { VATMOCK_DATA: path.join(image.volume, 'vatmock') };
  const first = await start(env);
  expect((await fetch(`${first.url}/__admin/state/snapshots/kept`, { method: 'PUT' })).status).toBe(201);
  first.command.signal('SIGTERM');
  expect((await first.command.ended).code).toBe(0);
  const { url } = await start(env);
  expect(await (await fetch(`${url}/__admin/state/snapshots`)).text()).toContain('"kept"');
});

test('on SIGTERM it is no longer ready while it still serves, and then ends well', async () => {
  const { url, command, checkHealth } = await start({ VATMOCK_DRAIN_DELAY: 'PT2S' });
  command.signal('SIGTERM');
  await command.says('stderr', /SIGTERM: finishing requests in progress/);
  expect((await fetch(`${url}/__admin/ready`)).status).toBe(503);
  expect((await fetch(`${url}/__admin/health`)).status).toBe(200);
  expect(await command.ended).toMatchObject({ code: 0, signal: null });
  expect((await checkHealth()).code).toBe(1);
});
