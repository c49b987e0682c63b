import type { Proof } from '../proof.ts';
import { startDeliveries } from '../stage/deliveries.ts';
import type { Fleet, Replica } from '../stage/fleet.ts';
import { type Tenant, createTenant } from '../stage/tenant.ts';
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
  claim: `The home of a sandbox stands still for a minute, and goes on then: others go on within ${String(SOON)} s, nothing is written that is stale, nothing answered is lost, no webhook either.`,
  ways: ['postgres', 'pgbouncer'],
  show: async ({ sized, startFleet, expect, note, sleep }) => {
    const fleet = await startFleet({ patience: PATIENCE });
    const traffic = createTraffic(fleet.url);
    const tenant = await createTenant(traffic);
    const deliveries = await startDeliveries(expect);
    await deliveries.follow(tenant);
    let isDone = false;
    const isOver = (): boolean => isDone;
    const writing = writeOrders(tenant, { name: 'stopped', count: Infinity, workers: WORKERS, isOver }, expect);
    const changing = changeBuyer(tenant, isOver, expect);
    await sleep(RUN_UP);

    const victim = await homeOf(fleet, tenant);
    victim.freeze();
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

/** The server that has registered the URL of the home. */
const homeOf = async ({ query, replicas }: Fleet, { sandbox }: Tenant): Promise<Replica> => {
  const [found] = await query(
    `SELECT r.url FROM vatmock.sandboxes AS s JOIN vatmock.replicas AS r ON r.id = s.owner WHERE s.id = '${sandbox}'`,
  );
  const home = replicas.find(({ url }) => url === found?.['url']);
  if (home === undefined) throw new Error('the sandbox has a home');
  return home;
};

const secondsUntilBack = async ({ url }: Replica, token: string): Promise<number> => {
  const begin = performance.now();
  const direct = createTraffic(url, 2000);
  const answer = await direct.untilAnswered({ method: 'GET', path: '/v1/me', token });
  return answer.status === 200 ? (performance.now() - begin) / 1000 : Infinity;
};
