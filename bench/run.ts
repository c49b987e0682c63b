// Requests per second and CPU time beside a bare Express 5 + Ajv app, in the same run: only the ratio means anything,
// the figures themselves are this machine's. `--quick` shows that it works, in seconds.
import path from 'node:path';
import { type Measured, type Work, measure, median } from './load.ts';
import { type Target, startTarget } from './target.ts';

const ROOT = path.join(import.meta.dirname, '..');
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 5;
const SECONDS = quick ? 1 : 4;
/** The benchmark's client is the ENTERPRISE one: this is its seller. */
const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';

const order = {
  externalOrderId: 'BENCH-1',
  buyerId: 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035',
  purchaseDate: '2026-11-02',
  vins: [
    {
      vin: 'WVWZZZ1JZ3W386752',
      brand: 'Volkswagen',
      model: 'Golf',
      purchaseAmount: { value: 1_250_000, currency: 'EUR' },
    },
  ],
  totalAmount: { value: 1_250_000, currency: 'EUR' },
};

const tokenFrom = async ({ url }: Target): Promise<string> => {
  const answer = await fetch(`${url}/auth/realms/integration/protocol/openid-connect/token`, {
    method: 'POST',
    // An organization whose budget no benchmark uses up.
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'api-client-enterprise',
      client_secret: 'enterprise-secret',
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const vatmock = await startTarget('vatmock', [path.join(ROOT, 'src', 'cli.ts'), 'serve', '--port', '0']);
const express = await startTarget('Express 5 + Ajv', [path.join(ROOT, 'bench', 'targets', 'express-ajv.ts')]);

const authorization = `Bearer ${await tokenFrom(vatmock)}`;
const json = { authorization, 'content-type': 'application/json' };
const orders = `/v1/partners/${SELLER}/orders`;
const works: readonly Work[] = [
  { name: 'GET /me', method: 'GET', path: '/v1/me', headers: { authorization }, status: 200 },
  { name: 'POST orders', method: 'POST', path: orders, headers: json, body: JSON.stringify(order), status: 201 },
  {
    name: 'POST orders, invalid',
    method: 'POST',
    path: orders,
    headers: json,
    body: JSON.stringify({ ...order, vins: [] }),
    status: 422,
  },
];

process.stdout.write(
  `Node ${process.versions.node}, ${String(ROUNDS)} rounds of ${String(SECONDS)} s, 16 connections\n\n`,
);
process.stdout.write(
  '| Work | vatmock req/s | Express 5 + Ajv req/s | ratio | vatmock CPU us | Express CPU us | CPU ratio |\n',
);
process.stdout.write('| --- | --- | --- | --- | --- | --- | --- |\n');
for (const work of works) {
  for (const target of [vatmock, express]) await measure(target, work, quick ? 1 : 3);
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measure(vatmock, work, SECONDS));
    theirs.push(await measure(express, work, SECONDS));
  }
  const rate = (all: readonly Measured[]): number => median(all.map(({ requestsPerSecond }) => requestsPerSecond));
  const cpu = (all: readonly Measured[]): number => median(all.map(({ cpuPerRequest }) => cpuPerRequest ?? Number.NaN));
  const cells = [
    rate(ours).toFixed(0),
    rate(theirs).toFixed(0),
    (rate(ours) / rate(theirs)).toFixed(2),
    cpu(ours).toFixed(1),
    cpu(theirs).toFixed(1),
    (cpu(theirs) / cpu(ours)).toFixed(2),
  ];
  process.stdout.write(`| ${work.name} | ${cells.join(' | ')} |\n`);
}
await Promise.all([vatmock.stop(), express.stop()]);
