import type { Assumed } from '../assumptions/register.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import { type Random, createRandom } from '../../kernel/random.ts';
import type { EmittedEvent, EventDraft } from '../message/message.ts';
import type { Collection } from './collection.ts';
import type { RecordChange } from './change-watch.ts';
import { events } from './event.ts';
import { type Job, type JobDraft, jobs } from './job.ts';
import { organizationChanges } from './organization-change.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { type Quota, checkQuota } from './quota.ts';
import type { Key, Page, StoreReader, StoreTransaction } from './store.ts';
import type { Draw, PageQuery, Reading, UnitOfWork } from './unit-of-work.ts';

/** The same for all units of work of a sandbox. */
export interface WorkParts {
  /** Seed of all random values in this sandbox. */
  readonly seed: string;
  /** Determines the recipients of an event, in the same transaction. */
  readonly fanOut?: (work: UnitOfWork, event: EmittedEvent) => void;
  readonly assumed: Assumed;
  readonly publicPath: string;
  readonly pauses: () => Pause;
}

export class SandboxReading implements Reading {
  readonly now: number;
  readonly assumed: Assumed;
  readonly #reader: StoreReader;
  protected readonly parts: WorkParts;
  #pause: Pause | undefined;

  constructor(reader: StoreReader, now: number, parts: WorkParts) {
    this.#reader = reader;
    this.now = now;
    this.assumed = parts.assumed;
    this.parts = parts;
  }

  get publicPath(): string {
    return this.parts.publicPath;
  }

  get<T>({ name }: Collection<T>, id: string): T | undefined {
    return this.#reader.get(name, id) as T | undefined;
  }

  findFirst<T>({ name }: Collection<T>, key: Key): T | undefined {
    return this.#reader.find(name, key, 1)[0] as T | undefined;
  }

  findAll<T>({ name }: Collection<T>, key: Key): readonly T[] {
    return this.#reader.find(name, key) as readonly T[];
  }

  lowest<T>({ name }: Collection<T>, keyName: string, limit: number): readonly T[] {
    return this.#reader.lowest(name, keyName, limit) as readonly T[];
  }

  page<T>({ name }: Collection<T>, query: PageQuery): Page<T> {
    const { keys = [], sortBy, descending = false, page, size } = query;
    const list = { keys, sortBy, descending, offset: page * size, limit: size };
    const { values, total } = this.#reader.list(name, list);
    return { values: values as readonly T[], total };
  }

  content(id: string): Promise<Uint8Array | undefined> {
    return this.#reader.content(id);
  }

  pause(): Promise<void> | undefined {
    this.#pause ??= this.parts.pauses();
    return this.#pause();
  }
}

/** The effects of a unit of work that its sandbox handles after the commit. */
export interface CommitEffects {
  /** Jobs were added, moved or removed. */
  jobsChanged: boolean;
  /** The organization was changed. */
  organizationChanged?: boolean;
  readonly emitted: EmittedEvent[];
  /** Undefined while there is no listener. */
  changes?: RecordChange[] | undefined;
}

/** Runs a transaction at an instant of the sandbox, or now; if its effects are omitted, it changes jobs. */
export type TransactAt = <T>(
  instant: number | undefined,
  work: (unit: UnitOfWork) => T | Promise<T>,
  effects?: CommitEffects,
) => Promise<T>;

/** Seeded by position, not drawn from one stream: a restart or another order of calls does not shift values. */
class PlaceDraw implements Draw {
  readonly position: number;
  readonly #seed: string;
  readonly #collection: string;
  #random: Random | undefined;

  constructor(seed: string, collection: string, position: number) {
    this.#seed = seed;
    this.#collection = collection;
    this.position = position;
  }

  /** Created on demand: most documents need no random values. */
  get random(): Random {
    return (this.#random ??= createRandom(`${this.#seed}/${this.#collection}/${this.position}`));
  }
}

/** Internal work has no quota: there is no client to reject. */
const NO_LIMIT: Quota = { documents: Infinity, bytes: Infinity };

export class SandboxWork extends SandboxReading implements UnitOfWork {
  readonly #transaction: StoreTransaction;
  readonly #traces: CommitEffects;
  readonly #quota: Quota;

  constructor(transaction: StoreTransaction, now: number, parts: WorkParts, traces: CommitEffects, quota = NO_LIMIT) {
    super(transaction, now, parts);
    this.#transaction = transaction;
    this.#traces = traces;
    this.#quota = quota;
  }

  insert<T>({ name, idOf, keysOf }: Collection<T>, make: (draw: Draw) => T): T {
    return this.#transaction.insert(name, ({ position, usage }) => {
      checkQuota(this.#quota, usage);
      const value = make(new PlaceDraw(this.parts.seed, name, position));
      const id = idOf(value);
      this.#note(name, id, undefined, value);
      return { id, value, keysOf };
    });
  }

  update<T>({ name, idOf, keysOf }: Collection<T>, before: T, after: T): T {
    const id = idOf(before);
    this.#note(name, id, before, after);
    this.#transaction.update(name, id, after, keysOf);
    return after;
  }

  #note(collection: string, id: string, before: unknown, after: unknown): void {
    if (collection === organizationChanges.name) this.#traces.organizationChanged = true;
    this.#traces.changes?.push({ collection, id, before, after });
  }

  remove<T>({ name, idOf }: Collection<T>, value: T): void {
    const id = idOf(value);
    this.#note(name, id, value, undefined);
    this.#transaction.remove(name, id);
  }

  putContent(id: string, bytes: Uint8Array): void {
    checkQuota(this.#quota, this.#transaction.usage(), bytes.byteLength);
    this.#transaction.putContent(id, bytes);
  }

  emit({ type, data, chosen, ...scope }: EventDraft): EmittedEvent {
    const emitted = this.insert(events, ({ random }) => ({
      id: drawPrefixedId('evt_', random),
      type,
      ...scope,
      createdAt: this.now,
      data,
    }));
    this.#traces.emitted.push(emitted);
    this.parts.fanOut?.(this, { ...emitted, chosen });
    return emitted;
  }

  schedule({ id, kind, dueAt, data = null }: JobDraft): Job {
    this.#traces.jobsChanged = true;
    const job: Job = { id, kind, dueAt, data };
    const before = this.get(jobs, id);
    return before === undefined ? this.insert(jobs, () => job) : this.update(jobs, before, job);
  }

  cancel(jobId: string): void {
    const job = this.get(jobs, jobId);
    if (job === undefined) return;
    this.#traces.jobsChanged = true;
    this.remove(jobs, job);
  }
}

/** A unit of work with some of its functions replaced; the others are those of the original, which call each other. */
export const overrideUnitOfWork = (work: UnitOfWork, replaced: Partial<UnitOfWork>): UnitOfWork =>
  new Proxy(work, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(Object.hasOwn(replaced, name) ? replaced : work, name);
      return typeof member === 'function' ? (member.bind(work) as unknown) : member;
    },
  });
