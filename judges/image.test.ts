/** The container image, built from the Dockerfile and started with the memory that it has by default. */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { playReadme } from '../test/acceptance/examples/play-page.ts';
import { renderChart } from '../test/deployment/rendered-chart.ts';
import { type BuiltImage, type Container, buildImage } from './built-image.ts';
import { type Sbom, findSbomFaults } from './sbom-faults.ts';

/** The build takes its time on a busy machine. */
jest.setTimeout(300_000);

const ROOT = path.join(import.meta.dirname, '..');

const MOST_BYTES = 20_000_000;

let image: BuiltImage;
beforeAll(async () => {
  image = await buildImage();
});
afterAll(() => image.remove());

let container: Container | undefined;
const start = async (env: Readonly<Record<string, string>> = {}): Promise<Container> =>
  (container = await image.start({ VATMOCK_CONTROL_ACCESS: 'open', ...env }));
afterEach(async () => {
  container?.command.signal('SIGKILL');
  await container?.command.ended;
});

const read = (name: string): Promise<string> => readFile(path.join(image.path, name), 'utf8');

test('it is small: the program with what it uses, and no node_modules', async () => {
  const files = await image.files();
  const names = files.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/mcp.js', 'dist/yaml-worker.js']));
  expect(names.filter((name) => name.includes('node_modules'))).toEqual([]);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MOST_BYTES);
});

test('it tells who it is', async () => {
  const { version, license } = JSON.parse(await read('package.json')) as { version: string; license: string };
  expect(image.labels).toMatchObject({
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': license,
  });
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

test('what the README tells its reader to do works with it, as Compose starts it', async () => {
  const { services } = parse(await readFile(path.join(ROOT, 'compose.yaml'), 'utf8')) as {
    services: { vatmock: { environment: Record<string, string>; mem_limit: string } };
  };
  expect(services.vatmock.mem_limit).toBe('512m');
  const { url } = await start(services.vatmock.environment);
  await playReadme(url, image.volume);
});

test('it keeps its data on a volume: SQLite is a part of Node', async () => {
  const env = { VATMOCK_DATA: '/data/vatmock' };
  const first = await start(env);
  expect((await fetch(`${first.url}/__admin/state/snapshots/kept`, { method: 'PUT' })).status).toBe(201);
  first.command.signal('SIGTERM');
  expect((await first.command.ended).code).toBe(0);
  const { url } = await start(env);
  expect(await (await fetch(`${url}/__admin/state/snapshots`)).text()).toContain('"kept"');
});

interface Pod {
  readonly template: {
    readonly spec: {
      readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
      readonly containers: readonly [
        Readonly<Record<`${'startup' | 'liveness' | 'readiness'}Probe`, Probe>> & Variables,
      ];
    };
  };
}
interface Probe {
  readonly httpGet: { readonly path: string };
}
interface Variables {
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

test('a pod of the chart starts, is asked, and stops as Kubernetes does it', async () => {
  const { manifests } = await renderChart({ drainDelaySeconds: 2 });
  const { spec } = (manifests.find(({ kind }) => kind === 'Deployment')!.spec as unknown as Pod).template;
  expect(`${String(spec.securityContext.runAsUser)}:${String(spec.securityContext.runAsGroup)}`).toBe(image.user);
  const [{ env, startupProbe, livenessProbe, readinessProbe }] = spec.containers;
  const { url, command, checkHealth } = await image.start(
    Object.fromEntries(env.map(({ name, value }) => [name, value])),
  );
  const probe = async ({ httpGet }: Probe): Promise<number> => (await fetch(url + httpGet.path)).status;
  expect([await probe(startupProbe), await probe(livenessProbe), await probe(readinessProbe)]).toEqual([200, 200, 200]);

  command.signal('SIGTERM');
  await command.says('stderr', /SIGTERM: finishing requests in progress/);
  expect([await probe(readinessProbe), await probe(livenessProbe)]).toEqual([503, 200]);
  expect(await command.ended).toMatchObject({ code: 0, signal: null });
  expect((await checkHealth()).code).toBe(1);
});
