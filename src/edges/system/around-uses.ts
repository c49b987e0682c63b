import type { Store } from '../../engine/sandbox/store.ts';

/** The uses of a store that are measured. */
export const STORE_USES = ['read', 'transact', 'dump', 'replace', 'clear'] as const;

/** The same store, each use of which goes through a function. */
export const aroundUses = (
  store: Store,
  around: <T>(kind: (typeof STORE_USES)[number], use: () => Promise<T>) => Promise<T>,
): Store => ({
  ...store,
  transact: (sandbox, work) => around('transact', () => store.transact(sandbox, work)),
  read: (sandbox, work) => around('read', () => store.read(sandbox, work)),
  dump: (...asked) => around('dump', () => store.dump(...asked)),
  replace: (sandbox, dump, pause) => around('replace', () => store.replace(sandbox, dump, pause)),
  clear: (sandbox, pause) => around('clear', () => store.clear(sandbox, pause)),
});
