import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { variableOf } from '../../src/config/setting.ts';
import { SETTINGS } from '../../src/generated/settings.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (name: string): Promise<string> => readFile(path.join(ROOT, name), 'utf8');

interface Service {
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly read_only?: boolean;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly deploy?: { readonly replicas: number };
}

const readServices = async (): Promise<Readonly<Record<string, Service>>> =>
  (parse(await read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }).services;

test('without a profile it is one server, which only this machine reaches', async () => {
  const services = Object.entries(await readServices());
  expect(services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)).toEqual(['vatmock']);
  for (const port of services.flatMap(([, { ports = [] }]) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/);
});

test('the profile "replicas" has two servers that share a database, behind a proxy', async () => {
  const { replica, proxy, database } = await readServices();
  expect([replica, proxy, database].map((service) => service?.profiles)).toEqual(Array(3).fill(['replicas']));
  expect(replica).toMatchObject({ deploy: { replicas: 2 }, ports: [], read_only: true });
  expect(replica?.environment?.['VATMOCK_DATABASE_URL']).toMatch(/^postgres:\/\/vatmock:vatmock@database\//);
  expect([Object.keys(replica?.depends_on ?? {}), Object.keys(proxy?.depends_on ?? {})]).toEqual([
    ['database'],
    ['replica'],
  ]);
});

test('the servers are told only what they read', async () => {
  const { vatmock, replica } = await readServices();
  const known = [...Object.keys(SETTINGS).map(variableOf), 'ADMIN_TOKEN'];
  for (const service of [vatmock, replica])
    expect(Object.keys(service?.environment ?? {}).filter((name) => !known.includes(name))).toEqual([]);
});

test('the proxy passes requests to the port of the image, and streams as they come', async () => {
  const [caddyfile, dockerfile] = await Promise.all([read('deploy/Caddyfile'), read('Dockerfile')]);
  const [, port] = /^ENV .*\bPORT=(\d+)$/m.exec(dockerfile) ?? [];
  expect(caddyfile).toMatch(new RegExp(`^\\s*name replica\\n\\s*port ${String(port)}$`, 'm'));
  expect(caddyfile).toMatch(/^\s*flush_interval -1$/m);
  const { proxy } = await readServices();
  const [, listens] = /^:(\d+) \{$/m.exec(caddyfile) ?? [];
  expect(proxy?.ports).toEqual([`127.0.0.1:4020:${String(listens)}`]);
});
