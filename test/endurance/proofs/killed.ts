import type { Proof, Stage } from '../proof.ts';
import { type Deliveries, startDeliveries } from '../stage/deliveries.ts';
import type { Replica } from '../stage/fleet.ts';
import { createTenant } from '../stage/tenant.ts';
import { countAnswers, createTraffic } from '../stage/traffic.ts';
import { auditOrders, longestPause, writeOrders } from '../stage/writes.ts';

const WORKERS = 8;

/** Seconds in which others have to go on. */
const SOON = 10;

export const killed: Proof = {
  name: 'killed',
  claim: `A server is killed in the middle of writes: nothing answered is lost or doubled, its webhooks go on elsewhere within ${String(SOON)} s with the same event id, others answer meanwhile.`,
  ways: ['postgres', 'pgbouncer'],
  show: async ({ sized, startFleet, expect, note }) => {
    const fleet = await startFleet();
    const traffic = createTraffic(fleet.url);
    const deliveries = await startDeliveries(expect);
    const writes = sized(2000, 150);
    const rounds = sized(10, 2);
    let pause = 0;
    let takenOver = 0;
    for (let round = 0; round < rounds; round++) {
      const victim = fleet.replicas[round % fleet.replicas.length];
      if (victim === undefined) break;
      const tenant = await createTenant(traffic);
      await deliveries.follow(tenant);
      let killing: Promise<{ readonly at: number; readonly seconds: number }> | undefined;
      const at = (number: number): void => {
        if (number === Math.floor(writes / 2)) killing = killWhileDelivering(victim, deliveries, expect);
      };
      const written = await writeOrders(tenant, { name: String(round), count: writes, workers: WORKERS, at }, expect);
      const kill = await killing;
      await auditOrders(fleet, tenant, written, expect);
      await deliveries.check(tenant, written.events, 30);
      await victim.start();
      if (kill === undefined) continue;
      pause = Math.max(pause, longestPause(written.times, kill.at));
      takenOver = Math.max(takenOver, kill.seconds);
    }
    const failed = traffic.answers.filter(({ status = 0 }) => status >= 500);
    expect(failed.length === 0, `living servers answered ${countAnswers(failed)}`);
    expect(pause <= SOON, `nobody was answered for ${pause.toFixed(1)} s after a kill`);
    expect(takenOver <= SOON, `a webhook went on after ${takenOver.toFixed(1)} s only`);
    await deliveries.receiver.stop();
    note(`${String(rounds)} kills in ${String(writes)} writes each: ${countAnswers(traffic.answers)}`);
    note(`longest pause after a kill ${pause.toFixed(1)} s, webhooks of the dead one after ${takenOver.toFixed(1)} s`);
    note(`${String(deliveries.repeated())} webhooks repeated with their id`);
  },
};

/** Kills the server while a receiver has not answered its webhook, and measures until another sends it again. */
const killWhileDelivering = async (
  victim: Replica,
  { receiver }: Deliveries,
  expect: Stage['expect'],
): Promise<{ readonly at: number; readonly seconds: number }> => {
  const own = await createTenant(createTraffic(victim.url));
  const path = `/hanging/${own.sandbox}`;
  receiver.answer(path, 'hang', 200);
  await own.follow(receiver.urlOf(path));
  const ids = (): readonly string[] =>
    receiver.received.filter((each) => each.path === path).map(({ body }) => (body as { readonly id: string }).id);
  await own.untilAnswered(own.event(own.buyer));
  await until(() => ids().length > 0);
  const at = performance.now();
  await victim.kill();
  await until(() => ids().length > 1);
  const [first, second] = ids();
  expect(first === second, 'the webhook of a dead server came again under another event id');
  return { at, seconds: (performance.now() - at) / 1000 };
};

const LOOK = 20;
const LOOKS = 1500;

const until = async (isSo: () => boolean): Promise<void> => {
  for (let looked = 0; looked < LOOKS && !isSo(); looked++) await new Promise((resolve) => setTimeout(resolve, LOOK));
};
