import type { Proof } from '../proof.ts';
import { startDeliveries } from '../stage/deliveries.ts';
import type { Fleet } from '../stage/fleet.ts';
import { createTenant } from '../stage/tenant.ts';
import { type Answer, countAnswers, createTraffic } from '../stage/traffic.ts';
import { changeBuyer } from '../stage/versions.ts';
import { auditOrders, writeOrders } from '../stage/writes.ts';

const WORKERS = 8;

/** Seconds until everything goes on. */
const SOON = 10;

/** PgBouncer waits for so many seconds after a failure before it tries its server again (`server_login_retry`). */
const POOLER_WAITS = 15;

/** Seconds in which a client has to be told. */
const TOLD = 15;

/** Milliseconds of writes before and after. */
const RUN_UP = 2000;

type Away = (database: Fleet['database']) => Promise<() => Promise<void>>;

const createProof = (name: string, how: string, leave: Away): Proof => ({
  name,
  claim: `The database ${how} for half a minute under load: 503 with Retry-After; then everything goes on, and nothing answered is lost.`,
  ways: ['postgres', 'pgbouncer'],
  show: async ({ way, sized, startFleet, expect, note, sleep }) => {
    const fleet = await startFleet();
    const traffic = createTraffic(fleet.url, 1000 * (TOLD + 30));
    const tenant = await createTenant(traffic);
    const deliveries = await startDeliveries(expect);
    await deliveries.follow(tenant);
    let isDone = false;
    const isOver = (): boolean => isDone;
    const writing = writeOrders(tenant, { name, count: Infinity, workers: WORKERS, isOver }, expect);
    const changing = changeBuyer(tenant, isOver, expect);
    await sleep(RUN_UP);

    const comeBack = await leave(fleet.database);
    const before = traffic.answers.length;
    const seconds = sized(30, 5);
    await sleep(seconds * 1000);
    const meanwhile = traffic.answers.slice(before);
    const isReady = await readiness(fleet, 'while the database was away');
    await comeBack();
    const backAt = performance.now();
    const countedAt = traffic.answers.length;
    while (!traffic.answers.slice(countedAt).some(isSuccess) && performance.now() - backAt < 60_000) await sleep(50);
    const back = (performance.now() - backAt) / 1000;
    await sleep(RUN_UP);
    isDone = true;
    const [written, versions] = await Promise.all([writing, changing]);

    const all = traffic.answers.slice(before);
    const refused = all.filter(({ status }) => status === 503);
    const slowest = Math.max(0, ...refused.map(({ milliseconds }) => milliseconds)) / 1000;
    const unclear = all.filter(({ status = 0, retryAfter }) => status >= 500 && !(status === 503 && retryAfter));
    expect(refused.length > 0, 'nobody was told that the database is away');
    expect(unclear.length === 0, `came ${countAnswers(unclear)} without Retry-After: ${unclear[0]?.text ?? ''}`);
    expect(slowest <= TOLD, `a client waited ${slowest.toFixed(1)} s for its 503`);
    expect(
      isReady.every((status) => status === 503),
      `/__admin/ready was ${isReady.join(', ')}`,
    );
    const soon = way === 'pgbouncer' ? SOON + POOLER_WAITS : SOON;
    expect(back <= soon, `the first success came ${back.toFixed(1)} s after the database`);
    const ready = await readiness(fleet, 'after the database was back');
    expect(
      ready.every((status) => status === 200),
      `/__admin/ready is ${ready.join(', ')} afterwards`,
    );
    await auditOrders(fleet, tenant, written, expect);
    await deliveries.check(tenant, written.events, 40);
    await deliveries.receiver.stop();
    note(`away for ${String(seconds)} s: ${countAnswers(meanwhile)}, slowest 503 ${slowest.toFixed(1)} s`);
    note(`first success ${back.toFixed(1)} s after it was back; ${String(written.uuids.size)} orders in all`);
    note(`${String(versions)} versions of a buyer in their order, ${String(deliveries.repeated())} webhooks repeated`);
  },
});

const isSuccess = ({ status = 0 }: Answer): boolean => status >= 200 && status < 300;

const readiness = (fleet: Fleet, when: string): Promise<readonly number[]> =>
  Promise.all(
    fleet.replicas.map(async ({ index, url }) => {
      const { status } = await createTraffic(url, 1000 * TOLD).send({ method: 'GET', path: '/__admin/ready' });
      if (status === undefined) throw new Error(`server ${String(index)} does not answer /__admin/ready ${when}`);
      return status;
    }),
  );

export const databaseHalted = createProof('database-halted', 'refuses connections', async (database) => {
  await database.halt();
  return database.resume;
});

export const databaseHanging = createProof('database-hanging', 'hangs', async (database) => {
  await database.freeze();
  return database.thaw;
});
