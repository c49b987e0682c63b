import type { Proof } from '../proof.ts';
import { startDeliveries } from '../stage/deliveries.ts';
import { createTenant } from '../stage/tenant.ts';
import { type Answer, countAnswers, createTraffic, toEnd } from '../stage/traffic.ts';
import { auditOrders } from '../stage/writes.ts';

const KEYS = 50;
const WORKERS = 16;

/** So many requests with one key follow each other, most of them at the same time. */
const BESIDE = 6;

export const oneEffect: Proof = {
  name: 'one-effect',
  claim: 'Requests over 50 Idempotency-Keys through three servers make 50 effects, and all of one key get one answer.',
  ways: ['postgres', 'pgbouncer'],
  show: async ({ sized, startFleet, expect, note }) => {
    const fleet = await startFleet();
    const traffic = createTraffic(fleet.url);
    const tenant = await createTenant(traffic);
    const deliveries = await startDeliveries(expect);
    await deliveries.follow(tenant);
    const requests = sized(3000, 600);
    const answers = new Map<string, Answer[]>();
    let next = 0;
    const send = async (): Promise<void> => {
      while (next < requests) {
        const number = Math.floor(next++ / BESIDE) % KEYS;
        const name = `one-${String(number)}`;
        const answer = await tenant.send(tenant.order(name, number));
        answers.set(name, [...(answers.get(name) ?? []), answer]);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, send));

    const uuids = new Map<string, string>();
    for (const [name, all] of answers) {
      const made = all.filter(({ status }) => status === 201);
      const texts = new Set(made.map(({ text }) => text));
      expect(texts.size === 1, `${name} has ${String(texts.size)} different answers`);
      uuids.set(name, (JSON.parse(made[0]?.text ?? '{}') as { readonly uuid?: string }).uuid ?? '');
      const other = all.find(({ status, text }) => status !== 201 && !text.includes('idempotency-key-in-flight'));
      expect(other === undefined, `${name} was answered ${other === undefined ? '' : toEnd(other)}`);
    }
    expect(uuids.size === KEYS, `${String(uuids.size)} keys were answered`);
    await auditOrders(fleet, tenant, { uuids }, expect);
    const events = [...uuids.values()];
    await Promise.all([...events, ...events].map((uuid) => tenant.untilAnswered(tenant.event(uuid))));
    await deliveries.check(tenant, events, 30);
    await deliveries.receiver.stop();
    note(`${String(requests)} requests over ${String(KEYS)} keys: ${countAnswers([...answers.values()].flat())}`);
    note(`${String(uuids.size)} orders on each server, ${String(deliveries.repeated())} webhooks repeated`);
  },
};
