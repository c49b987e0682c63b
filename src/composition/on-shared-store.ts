import type { Handle } from '../edges/http/dispatcher.ts';
import { inOneHold } from '../edges/http/in-one-hold.ts';
import { drawTraceId } from '../kernel/ids.ts';
import type { Identity } from './identity.ts';
import type { Observers } from './observers.ts';
import type { Persistence } from './persistence.ts';
import type { RuntimeContext } from './runtime-context.ts';

export interface OnSharedStoreParts {
  readonly persistence: Pick<Persistence, 'replication' | 'freshness'>;
  readonly observers: Pick<Observers, 'clientWatch'>;
  readonly identity: Identity | undefined;
}

/** Requests as exchanges on a store that several processes use; as they are on one of this process's own. */
export const onSharedStore = (
  { ids, address, after, observer }: RuntimeContext,
  { persistence: { replication, freshness }, observers, identity }: OnSharedStoreParts,
  handle: Handle,
): Handle => {
  if (replication === undefined || freshness === undefined) return handle;
  const traceIds = ids.split('shared-store');
  return inOneHold(handle, {
    shared: replication.shared,
    freshness,
    sandboxOf: identity?.sandboxOf ?? (() => Promise.resolve(undefined)),
    showInJournal: observers.clientWatch.showInJournal,
    after,
    problemBase: () => address.url(),
    drawTraceId: () => drawTraceId(traceIds),
    failed: observer.failed,
  });
};
