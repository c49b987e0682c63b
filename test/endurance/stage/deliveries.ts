import { setTimeout as sleep } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import type { Stage } from '../proof.ts';
import type { Tenant } from './tenant.ts';

/** What a receiver got of a sandbox's events about orders. */
export interface Deliveries {
  readonly receiver: Receiver;
  /** Registers a webhook endpoint of a sandbox. */
  readonly follow: (tenant: Tenant) => Promise<void>;
  /** Waits until the event of each order has come, and says what did not come or came under two ids. */
  readonly check: (tenant: Tenant, orders: readonly string[], seconds: number) => Promise<void>;
  /** Deliveries that came more than once, which is allowed. */
  readonly repeated: () => number;
}

const LOOK = 100;

export const startDeliveries = async (expect: Stage['expect']): Promise<Deliveries> => {
  const receiver = await startReceiver();
  /** Ids of events by path and order. */
  const ids = new Map<string, Set<string>>();
  let known = 0;
  let repeated = 0;

  const take = (): void => {
    for (; known < receiver.received.length; known++) {
      const { path, body } = receiver.received[known] ?? {};
      const { id, data } = body as { readonly id: string; readonly data?: { readonly orderUuid?: string } };
      const key = `${path ?? ''} ${data?.orderUuid ?? ''}`;
      const held = ids.get(key);
      if (held === undefined) ids.set(key, new Set([id]));
      else if (held.has(id)) repeated++;
      else held.add(id);
    }
  };

  return {
    receiver,
    follow: (tenant) => tenant.follow(receiver.urlOf(`/${tenant.sandbox}`)),
    check: async (tenant, orders, seconds) => {
      const { sandbox } = tenant;
      const idsOf = (uuid: string): number => ids.get(`/${sandbox} ${uuid}`)?.size ?? 0;
      const missing = (): number => orders.filter((uuid) => idsOf(uuid) === 0).length;
      for (let waited = 0; waited < seconds * 1000; waited += LOOK) {
        take();
        if (missing() === 0) break;
        await sleep(LOOK);
      }
      const [left, all] = [missing(), String(orders.length)];
      expect(left === 0, `${String(left)} of ${all} webhooks did not come within ${String(seconds)} s`);
      if (left > 0) expect(false, `the server says of them: ${await describeOpen(tenant)}`);
      const doubled = orders.filter((uuid) => idsOf(uuid) > 1).length;
      expect(doubled === 0, `${String(doubled)} of ${all} events came under two ids`);
    },
    repeated: () => {
      take();
      return repeated;
    },
  };
};

/** What became of deliveries that have not arrived, and what is due next. */
const describeOpen = async (tenant: Tenant): Promise<string> => {
  const read = async (path: string): Promise<readonly Record<string, unknown>[]> =>
    (JSON.parse((await tenant.untilAnswered({ method: 'GET', path })).text) as { readonly data: [] }).data;
  const open = (await read('/__admin/deliveries?limit=1000')).filter(({ status }) => status !== 'DELIVERED');
  const due = (await read('/__admin/records/jobs')).filter(({ kind }) => String(kind).includes('deliver'));
  return JSON.stringify({ open: open.slice(0, 3), due: due.slice(0, 3) });
};
