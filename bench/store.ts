// What the stores cost by themselves, without a server: one call after the other on each of them, in CPU time. `--quick`
// shows that it works. What they cost among many documents is in state.ts.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createMemoryStore } from '../src/edges/stores/create-store.ts';
import { createSqliteStore } from '../src/edges/stores/sqlite-store.ts';
import { after, systemClock } from '../src/edges/system/time.ts';
import { keyRecords, toKeyRecord } from '../src/engine/idempotency/key-record.ts';
import { key } from '../src/engine/sandbox/collection.ts';
import { createSandbox } from '../src/engine/sandbox/create-sandbox.ts';
import { createSandboxClock } from '../src/engine/sandbox/sandbox-clock.ts';
import type { Store } from '../src/engine/sandbox/store.ts';
import type { UnitOfWork } from '../src/engine/sandbox/unit-of-work.ts';
import { jsonContent } from '../src/kernel/http.ts';
import { drawUuid } from '../src/kernel/ids.ts';
import type { Schemas } from '../src/vat/api/behaviour.ts';
import { openOrder, type OrderRecord, orders, toOrder } from '../src/vat/orders/order.ts';
import { vinOf } from './work.ts';
import { bareSandbox } from '../test/support/sandbox-parts.ts';

const quick = process.argv.includes('--quick');
const COUNT = quick ? 500 : 20_000;
const ROUNDS = quick ? 1 : 3;
/** A prime far from every round number: steps of it meet all orders, in no order that a cache could like. */
const STEP = 7919;

const seller = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const toBody = (number: number): Schemas['OrderCreateRequest'] => ({
  externalOrderId: `BENCH-${String(number)}`,
  buyerId: 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035',
  purchaseDate: '2026-11-02',
  vins: [
    {
      vin: vinOf(number),
      brand: 'Volkswagen',
      model: 'Golf',
      mileage: 98_450,
      purchaseAmount: { value: 1_250_000, currency: 'EUR' },
    },
  ],
  totalAmount: { value: 1_250_000, currency: 'EUR' },
});

const sandboxOn = (store: Store) =>
  createSandbox({
    ...bareSandbox(),
    id: 'demo',
    organization: seller,
    seed: 'bench',
    clock: createSandboxClock(systemClock, { kind: 'running', offset: 0 }),
    store,
    quota: { documents: Infinity, bytes: Infinity },
    handlers: {},
    after,
    observer: {
      failed: (error) => {
        throw error;
      },
    },
  });

/** The calls as the server makes them, by name; each takes a number. */
const callsOn = (store: Store): Readonly<Record<string, (number: number) => Promise<unknown>>> => {
  const sandbox = sandboxOn(store);
  const uuids: string[] = [];

  const insertOrder = (work: UnitOfWork, number: number): OrderRecord => {
    const body = toBody(number);
    if (work.findFirst(orders, key('natural', seller, body.externalOrderId)) !== undefined) throw new Error();
    return work.insert(orders, ({ random }) =>
      openOrder(body, { uuid: drawUuid(random), seller: { uuid: seller }, now: work.now }),
    );
  };

  return {
    'create an order, and keep its answer under a key': async () => {
      const number = uuids.length;
      const use = { key: `bench-${String(number)}`, fingerprint: 'x'.repeat(43) };
      const beganAt = sandbox.clock.now();
      await sandbox.read((reading) => reading.get(keyRecords, use.key));
      const order = await sandbox.transact((work) => {
        const made = insertOrder(work, number);
        const reply = { status: 201, headers: { etag: '"1"' }, content: jsonContent(toOrder(made)) };
        work.insert(keyRecords, () => toKeyRecord({ ...use, beganAt }, { reply, source: 'stateful' }));
        return made;
      });
      uuids.push(order.uuid);
    },
    'read one of all': (number) =>
      sandbox.read((reading) => reading.get(orders, uuids[(number * STEP) % uuids.length] ?? '')),
    'read one of the last 1,000': (number) =>
      sandbox.read((reading) => reading.get(orders, uuids.at(-1 - (number % Math.min(1000, uuids.length))) ?? '')),
    'find by VIN': (number) =>
      sandbox.read((reading) =>
        reading.page(orders, { keys: [key('vin', vinOf((number * STEP) % uuids.length))], page: 0, size: 20 }),
      ),
    'page of 20': (number) =>
      sandbox.read((reading) =>
        reading.page(orders, { descending: true, page: (number * STEP) % Math.floor(uuids.length / 20), size: 20 }),
      ),
    'change one of all': (number) =>
      sandbox.transact((work) => {
        const order = work.get(orders, uuids[(number * STEP) % uuids.length] ?? '');
        if (order === undefined) throw new Error('an order is missing');
        const status = order.status === 'CREATED' ? 'INVOICE_SUBMITTED' : 'CREATED';
        work.update(orders, order, { ...order, status, version: order.version + 1 });
      }),
  };
};

const measure = async (call: (number: number) => Promise<unknown>, count: number): Promise<number> => {
  const before = process.cpuUsage();
  for (let number = 0; number < count; number++) await call(number);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
};

const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-store-'));
const file = path.join(folder, 'data.db');
const stores = [
  { name: 'in memory', store: createMemoryStore() },
  { name: 'in a file', store: createSqliteStore(file) },
];
try {
  const calls = stores.map(({ store }) => callsOn(store));
  const figures = new Map<string, number[]>();
  for (const name of Object.keys(calls[0] ?? {})) {
    const best = stores.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, each] of calls.entries()) {
        const cost = await measure(each[name] ?? (() => Promise.resolve()), COUNT);
        // What disturbs a round only adds to it.
        best[index] = Math.min(best[index] ?? Infinity, cost);
      }
    figures.set(name, best);
  }
  const rows = [...figures].map(([name, costs]) => `| ${name} | ${costs.map((cost) => cost.toFixed(1)).join(' | ')} |`);
  process.stdout.write(
    [
      `Node ${process.versions.node}, CPU us per call, best of ${String(ROUNDS)} rounds of ${COUNT.toLocaleString('en')}`,
      '',
      `| Call | ${stores.map(({ name }) => name).join(' | ')} |`,
      '| --- | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  );
} finally {
  for (const { store } of stores) await store.close();
  const { size } = await stat(file);
  process.stdout.write(`\nThe file has ${((size / COUNT / ROUNDS) * 1e-3).toFixed(1)} kB per order and answer.\n`);
  await rm(folder, { recursive: true, force: true });
}
