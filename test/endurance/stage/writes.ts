import type { Fleet } from './fleet.ts';
import { readOrders } from '../../support/replicas/read-orders.ts';
import type { Stage } from '../proof.ts';
import { OURS, type Tenant } from './tenant.ts';
import { type Answer, toEnd } from './traffic.ts';

export interface Written {
  /** The uuid that each order was answered with, by name. */
  readonly uuids: ReadonlyMap<string, string>;
  /** The orders of which there is an event. */
  readonly events: readonly string[];
  /** How many were answered with the status that was planned instead. */
  readonly planned: number;
  readonly answers: readonly Answer[];
  /** When each was answered, by `performance.now()`. */
  readonly times: readonly number[];
}

export interface Writes {
  readonly name: string;
  readonly count: number;
  readonly workers: number;
  /** Called before the order with this number is sent, without waiting for it. */
  readonly at?: (number: number) => void;
  readonly isOver?: () => boolean;
  /** A status that some orders are to be answered with. */
  readonly planned?: number;
}

/** One of so many orders has an event, which its webhook endpoint receives. */
const EVENT_EVERY = 4;

/** Creates orders side by side, each until it is answered. */
export const writeOrders = async (
  tenant: Tenant,
  { name, count, workers, at, isOver, planned }: Writes,
  expect: Stage['expect'],
): Promise<Written> => {
  const uuids = new Map<string, string>();
  const events: string[] = [];
  const times: number[] = [];
  const answers: Answer[] = [];
  let asPlanned = 0;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count && isOver?.() !== true) {
      const number = next++;
      at?.(number);
      const order = `${name}-${String(number)}`;
      const answer = await tenant.untilAnswered(tenant.order(order));
      answers.push(answer);
      if (answer.status === planned) asPlanned++;
      expect(answer.status === 201 || answer.status === planned, `order ${order} was answered ${toEnd(answer)}`);
      if (answer.status !== 201) continue;
      const { uuid } = JSON.parse(answer.text) as { readonly uuid: string };
      uuids.set(order, uuid);
      times.push(performance.now());
      if (number % EVENT_EVERY > 0) continue;
      const told = await tenant.untilAnswered(tenant.event(uuid));
      expect(told.status === 202, `the event of ${order} was answered ${toEnd(told)}`);
      events.push(uuid);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { uuids, events, times, answers, planned: asPlanned };
};

/** Whether each server shows what was answered: nothing lost, nothing twice, nothing else. */
export const auditOrders = async (
  { replicas }: Pick<Fleet, 'replicas'>,
  { sandbox }: Tenant,
  { uuids }: Pick<Written, 'uuids'>,
  expect: Stage['expect'],
): Promise<void> => {
  for (const { index, url, isRunning } of replicas) {
    if (!isRunning()) continue;
    const found = new Map([...(await readOrders(url, sandbox))].filter(([, name]) => name.startsWith(OURS)));
    const lost = [...uuids].filter(([name, uuid]) => found.get(uuid) !== OURS + name).length;
    const names = new Set(found.values());
    const on = `on server ${String(index)}`;
    expect(lost === 0, `${String(lost)} of ${String(uuids.size)} answered orders are lost ${on}`);
    expect(found.size === names.size, `${String(found.size - names.size)} orders are there twice ${on}`);
    expect(found.size === uuids.size, `${String(found.size)} orders are there ${on}, not ${String(uuids.size)}`);
  }
};

/** Seconds of the longest pause between two answers, the first one included that comes after `from`. */
export const longestPause = (times: readonly number[], from: number): number => {
  let longest = 0;
  let last = from;
  for (const time of times.toSorted((one, other) => one - other)) {
    if (time < from) continue;
    longest = Math.max(longest, time - last);
    last = time;
  }
  return longest / 1000;
};
