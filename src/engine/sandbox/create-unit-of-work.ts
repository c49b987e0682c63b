import { drawPrefixedId } from '../../kernel/ids.ts';
import { createRandom } from '../../kernel/random.ts';
import { type EmittedEvent, type EventDraft, events } from '../events/event.ts';
import { type Collection, differenceOf } from './collection.ts';
import { type Job, jobs } from './job.ts';
import { type Quota, checkQuota } from './quota.ts';
import type { Key, StoreReader, StoreTransaction } from './store.ts';
import type { Draw, PageQuery, Reading, UnitOfWork } from './unit-of-work.ts';

export const createReading = (reader: StoreReader, now: number): Reading => ({
  now,
  get: <T>({ name }: Collection<T>, id: string) => reader.get(name, id) as Promise<T | undefined>,
  findFirst: async <T>({ name }: Collection<T>, key: Key) => (await reader.find(name, key, 1))[0] as T | undefined,
  findAll: <T>({ name }: Collection<T>, key: Key) => reader.find(name, key) as Promise<readonly T[]>,
  page: async <T>({ name }: Collection<T>, query: PageQuery) => {
    const { keys = [], sortBy, descending = false, page, size } = query;
    const { values, total } = await reader.list(name, { keys, sortBy, descending, offset: page * size, limit: size });
    return { values: values as readonly T[], total };
  },
  content: (id) => reader.content(id),
});

/** What a unit of work did that its sandbox has to know of once it is committed. */
export interface Traces {
  /** Jobs were added, moved or taken away. */
  jobsChanged: boolean;
  readonly emitted: EmittedEvent[];
}

export interface WorkParts {
  /** Where everything that is drawn in this sandbox starts from. */
  readonly seed: string;
  readonly quota: Quota;
  readonly traces: Traces;
  /** Decides, while an event is kept, who is to hear of it. */
  readonly fanOut?: ((work: UnitOfWork, event: EmittedEvent) => Promise<void>) | undefined;
}

export const createUnitOfWork = (transaction: StoreTransaction, now: number, parts: WorkParts): UnitOfWork => {
  const { seed, quota, traces, fanOut } = parts;
  const reading = createReading(transaction, now);

  const isLimited = quota.documents < Infinity || quota.bytes < Infinity;

  const insert = async <T>(collection: Collection<T>, make: (draw: Draw) => T): Promise<T> => {
    const { name, idOf, keysOf } = collection;
    if (isLimited) checkQuota(quota, await transaction.usage());
    const position = await transaction.nextPosition(name);
    // Drawn by place, not from one stream: a restart or another order of calls elsewhere shifts nothing.
    const value = make({ position, random: createRandom(`${seed}/${name}/${String(position)}`) });
    await transaction.insert(name, { id: idOf(value), position, value, keys: keysOf(value) });
    return value;
  };

  const update = async <T>({ name, idOf, keysOf }: Collection<T>, before: T, after: T): Promise<T> => {
    await transaction.update(name, idOf(before), after, differenceOf(keysOf(before), keysOf(after)));
    return after;
  };

  const unit: UnitOfWork = {
    ...reading,
    insert,
    update,
    remove: ({ name, idOf, keysOf }, value) => transaction.remove(name, idOf(value), keysOf(value)),
    putContent: async (id, bytes) => {
      checkQuota(quota, await transaction.usage(), bytes.byteLength);
      await transaction.putContent(id, bytes);
    },
    emit: async ({ type, seller, data }: EventDraft) => {
      const emitted = await insert(events, ({ random }) => ({
        id: drawPrefixedId('evt_', random),
        type,
        seller,
        createdAt: now,
        data,
      }));
      traces.emitted.push(emitted);
      await fanOut?.(unit, emitted);
      return emitted;
    },
    schedule: async ({ id, kind, dueAt, data = null }) => {
      traces.jobsChanged = true;
      const job: Job = { id, kind, dueAt, data };
      const before = await reading.get(jobs, id);
      return before === undefined ? insert(jobs, () => job) : update(jobs, before, job);
    },
    cancel: async (jobId) => {
      const job = await reading.get(jobs, jobId);
      if (job === undefined) return;
      traces.jobsChanged = true;
      await transaction.remove(jobs.name, jobId, jobs.keysOf(job));
    },
  };
  return unit;
};
