import type { Collection } from '../../engine/sandbox/collection.ts';
import { type Job, jobs } from '../../engine/sandbox/job.ts';
import type { Key } from '../../engine/sandbox/store.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { createRandom } from '../../kernel/random.ts';
import type { OrderScene, SceneRecords } from './order-scene.ts';

/** What a rehearsal led to. */
export interface Rehearsed {
  readonly after: OrderScene;
  /** Types of the events that it would cause, in order. */
  readonly events: readonly string[];
}

/**
 * Runs work on a scene instead of the sandbox, with the code that will run for real: whether it is legal is what the
 * code says, and what it leads to is what it did. Nothing is stored or sent. Rejects with the refusal.
 */
export const rehearse = async (
  scene: OrderScene,
  run: (work: UnitOfWork) => unknown,
  now = scene.now,
): Promise<Rehearsed> => {
  const copy = copyOnWrite(scene.records);
  const events: string[] = [];
  await run(createWork({ ...scene, now }, copy, events));
  return { after: { ...scene, now, records: copy.records }, events };
};

interface Copy {
  readonly records: SceneRecords;
  readonly of: (collection: string) => ReadonlyMap<string, unknown>;
  readonly change: (collection: string) => Map<string, unknown>;
}

/** Scenes share the collections in which they do not differ. */
const copyOnWrite = (former: SceneRecords): Copy => {
  const records = new Map(former);
  const changed = new Map<string, Map<string, unknown>>();
  return {
    records,
    of: (collection) => records.get(collection) ?? NOTHING,
    change: (collection) => {
      let own = changed.get(collection);
      if (own === undefined) {
        own = new Map(records.get(collection));
        changed.set(collection, own);
        records.set(collection, own);
      }
      return own;
    },
  };
};

const NOTHING: ReadonlyMap<string, unknown> = new Map();

const createWork = ({ now, assumed, publicPath }: OrderScene, copy: Copy, events: string[]): UnitOfWork => {
  const find = <T>({ name, keysOf }: Collection<T>, keys: readonly Key[]): T[] =>
    ([...copy.of(name).values()] as T[]).filter((value) => hasKeys(keysOf(value), keys));

  const put = <T>({ name, idOf }: Collection<T>, value: T): T => {
    copy.change(name).set(idOf(value), value);
    return value;
  };

  return {
    now,
    assumed,
    publicPath,
    get: (collection, id) => copy.of(collection.name).get(id) as never,
    findFirst: (collection, key) => find(collection, [key])[0],
    findAll: (collection, key) => find(collection, [key]),
    lowest: (collection, name, limit) => {
      const textOf = (value: Parameters<typeof collection.keysOf>[0]): string | undefined =>
        collection.keysOf(value).find((key) => key.name === name)?.text;
      const found = find(collection, []).filter((value) => textOf(value) !== undefined);
      const inOrder = found.sort((one, other) => ((textOf(one) ?? '') < (textOf(other) ?? '') ? -1 : 1));
      return inOrder.slice(0, limit);
    },
    page: (collection, { keys = [], page, size }) => {
      const found = find(collection, keys);
      return { values: found.slice(page * size, (page + 1) * size), total: found.length };
    },
    content: () => Promise.resolve(undefined),
    pause: () => undefined,
    insert: (collection, make) => {
      const position = copy.of(collection.name).size + 1;
      const random = createRandom(`rehearsal/${collection.name}/${String(position)}`);
      return put(collection, make({ random, position }));
    },
    update: (collection, _before, after) => put(collection, after),
    remove: ({ name, idOf }, value) => {
      copy.change(name).delete(idOf(value));
    },
    putContent: () => undefined,
    emit: ({ type, data, ...scope }) => {
      events.push(type);
      return { id: '', type, ...scope, createdAt: now, data };
    },
    schedule: ({ id, kind, dueAt, data = null }) => {
      const job: Job = { id, kind, dueAt, data };
      return put(jobs, job);
    },
    cancel: (id) => {
      copy.change(jobs.name).delete(id);
    },
  };
};

const hasKeys = (own: readonly Key[], wanted: readonly Key[]): boolean =>
  wanted.every(({ name, text }) => own.some((key) => key.name === name && key.text === text));
