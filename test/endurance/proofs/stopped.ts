import type { Proof } from '../proof.ts';
import { startDeliveries } from '../stage/deliveries.ts';
import type { Replica } from '../stage/fleet.ts';
import { createTenant } from '../stage/tenant.ts';
import { countAnswers, createTraffic } from '../stage/traffic.ts';
import { changeBuyer } from '../stage/versions.ts';
import { auditOrders, longestPause, writeOrders } from '../stage/writes.ts';

const WORKERS = 8;

/** Seconds in which others have to go on, and the server has to answer again. */
const SOON = 10;

/** Milliseconds of writes before and after. */
const RUN_UP = 2000;

/** Milliseconds that the proxy waits for an answer. */
const PATIENCE = 4000;

export const stopped: Proof = {
  name: 'stopped',
  claim: `A server stands still for a minute while it holds a lock, and goes on then: others go on within ${String(SOON)} s, nothing is written that is stale, nothing answered is lost, no webhook either.`,
  ways: ['postgres', 'pgbouncer'],
  show: async ({ sized, startFleet, expect, note, sleep }) => {
    const fleet = await startFleet({ patience: PATIENCE });
    const traffic = createTraffic(fleet.url);
    const [victim] = fleet.replicas;
    if (victim === undefined) throw new Error('there are servers');
    const tenant = await createTenant(traffic);
    const deliveries = await startDeliveries(expect);
    await deliveries.follow(tenant);
    let isDone = false;
    const isOver = (): boolean => isDone;
    const writing = writeOrders(tenant, { name: 'stopped', count: Infinity, workers: WORKERS, isOver }, expect);
    const changing = changeBuyer(tenant, isOver, expect);
    await sleep(RUN_UP);

    const holdsLock = await freezeInTransaction(victim);
    expect(holdsLock, 'the server never held a lock when it was stopped');
    const frozenAt = performance.now();
    const seconds = sized(60, 8);
    await sleep(seconds * 1000);
    victim.thaw();
    const thawedAt = performance.now();
    const back = await secondsUntilBack(victim, await tenant.token());
    await sleep(RUN_UP);
    isDone = true;
    const [written, versions] = await Promise.all([writing, changing]);

    const during = written.times.filter((time) => time < thawedAt);
    const pause = longestPause([...during, thawedAt], frozenAt);
    const count = during.filter((time) => time >= frozenAt).length;
    expect(pause <= SOON, `nobody was answered for ${pause.toFixed(1)} s`);
    expect(back <= SOON, `the server answered again after ${back.toFixed(1)} s only`);
    const failed = traffic.answers.filter(({ status = 0 }) => status >= 500 && status !== 503);
    expect(failed.length === 0, `came ${countAnswers(failed)}`);
    await auditOrders(fleet, tenant, written, expect);
    await deliveries.check(tenant, written.events, 30);
    await deliveries.receiver.stop();
    note(`still for ${String(seconds)} s: ${String(count)} orders meanwhile, longest pause ${pause.toFixed(1)} s`);
    note(`it answered again after ${back.toFixed(1)} s; ${countAnswers(traffic.answers)}`);
    note(`${String(versions)} versions of a buyer in their order, ${String(deliveries.repeated())} webhooks repeated`);
  },
};

const ATTEMPTS = 200;

/** Stops it in the middle of an exchange, with the lock of the sandbox. */
const freezeInTransaction = async (victim: Replica): Promise<boolean> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    victim.freeze();
    if (await victim.isInTransaction()) return true;
    victim.thaw();
    await new Promise((resolve) => setTimeout(resolve, attempt));
  }
  victim.freeze();
  return false;
};

const secondsUntilBack = async ({ url }: Replica, token: string): Promise<number> => {
  const begin = performance.now();
  const direct = createTraffic(url, 2000);
  const answer = await direct.untilAnswered({ method: 'GET', path: '/v1/me', token });
  return answer.status === 200 ? (performance.now() - begin) / 1000 : Infinity;
};
