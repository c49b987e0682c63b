import { Counter, type Registry } from 'prom-client';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import { type Durations, createDurations } from './durations.ts';

export interface StoreMetricsParts {
  readonly registry: Registry;
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
}

/** Measures each use of a store, from the call to its end. */
export const createStoreMetrics = ({ registry, elapsed }: StoreMetricsParts): ((store: Store) => Store) => {
  const durations = createDurations({
    registry,
    name: 'vatmock_store_duration_seconds',
    help: 'Time that a use of the storage takes, by its kind, including the wait for earlier uses of the same sandbox.',
    label: 'kind',
    values: ['read', 'transact', 'dump', 'replace', 'clear'],
  });
  const failures = new Counter({
    name: 'vatmock_store_failures_total',
    help: 'Uses of the storage that failed because of a full disk, a file that cannot be written, or a database that cannot be reached.',
    registers: [registry],
  });
  /** Watched beside: its caller waits for the use itself. */
  const watch = <T>(use: Promise<T>, durationsOfKind: Durations, startedAt: number): Promise<T> => {
    const ended = (): void => {
      durationsOfKind.observe(elapsed() - startedAt);
    };
    use.then(ended, (error: unknown) => {
      ended();
      if (error instanceof StoreError) failures.inc();
    });
    return use;
  };
  return (store) => ({
    ...store,
    transact: (sandbox, work) => {
      const startedAt = elapsed();
      return watch(store.transact(sandbox, work), durations.transact, startedAt);
    },
    read: (sandbox, work) => {
      const startedAt = elapsed();
      return watch(store.read(sandbox, work), durations.read, startedAt);
    },
    dump: (sandbox, pause) => watch(store.dump(sandbox, pause), durations.dump, elapsed()),
    replace: (sandbox, dump, pause) => watch(store.replace(sandbox, dump, pause), durations.replace, elapsed()),
    clear: (sandbox, pause) => watch(store.clear(sandbox, pause), durations.clear, elapsed()),
  });
};
