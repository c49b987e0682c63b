// What a start costs in a process in which another server ran before, as in a test run that starts a server for each test:
// from `createMock` to the first answer, token included, by CPU time. `--quick` shows that it works; `--of FOLDER` measures
// another checkout.
import path from 'node:path';
import { parseArgs } from 'node:util';
import type * as Package from '../src/index.ts';
import { median } from './median.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean' }, of: { type: 'string' } } });
const { createMock } = (await import(
  path.resolve(options.of ?? path.join(import.meta.dirname, '..'), 'src', 'index.ts')
)) as typeof Package;
const STARTS = options.quick === true ? 6 : 40;

const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const ORDER = {
  externalOrderId: 'BENCH-1',
  buyerId: 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035',
  purchaseDate: '2026-11-02',
  vins: [
    {
      vin: 'WVWZZZ1JZ00000001',
      brand: 'Volkswagen',
      model: 'Golf',
      mileage: 98_450,
      purchaseAmount: { value: 1_250_000, currency: 'EUR' },
    },
  ],
  totalAmount: { value: 1_250_000, currency: 'EUR' },
};

const FIRST_CALLS = {
  'GET /me': ['/me', { method: 'GET', headers: {} }],
  'POST order': [
    `/partners/${SELLER}/orders`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'bench-1' },
      body: JSON.stringify(ORDER),
    },
  ],
} as const;

/** Milliseconds of CPU, with those of all threads. */
const measureStart = async (name: keyof typeof FIRST_CALLS, seed: string): Promise<number> => {
  const [where, call] = FIRST_CALLS[name];
  const before = process.cpuUsage();
  const mock = await createMock({ seed });
  const authorization = `Bearer ${await mock.token()}`;
  const response = await fetch(mock.baseUrl + where, { ...call, headers: { ...call.headers, authorization } });
  const { user, system } = process.cpuUsage(before);
  if (!response.ok) throw new Error(`${name}: ${String(response.status)} ${await response.text()}`);
  await response.arrayBuffer();
  await mock.close();
  return (user + system) / 1000;
};

const measureStarts = async (name: keyof typeof FIRST_CALLS, seedOf: (start: number) => string): Promise<number[]> => {
  const costs: number[] = [];
  for (let start = 0; start < STARTS; start++) costs.push(await measureStart(name, seedOf(start)));
  return costs;
};

const rows: [string, number][] = [];
const [first = NaN, ...others] = await measureStarts('GET /me', () => 'bench');
rows.push(
  ['first of the process, GET /me', first],
  ['next four, GET /me', median(others.slice(0, 4))],
  ['later, GET /me', median(others.slice(4))],
  ['later, POST order', median(await measureStarts('POST order', () => 'bench'))],
  [
    'later, POST order, another seed each',
    median(await measureStarts('POST order', (start) => `bench-${String(start)}`)),
  ],
);
process.stdout.write(rows.map(([what, cost]) => `${what.padEnd(40)}${cost.toFixed(0).padStart(6)} ms\n`).join(''));
