import type { Handle } from '../edges/http/dispatcher.ts';
import { inOneHold } from '../edges/http/in-one-hold.ts';
import { drawTraceId } from '../kernel/ids.ts';
import type { Persistence } from './persistence.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Requests as exchanges on a store that several processes use; as they are on one of this process's own. */
export const onSharedStore = (
  { ids, address, observer }: RuntimeContext,
  { replication, freshen }: Pick<Persistence, 'replication' | 'freshen'>,
  handle: Handle,
): Handle => {
  if (replication === undefined || freshen === undefined) return handle;
  const traceIds = ids.split('shared-store');
  return inOneHold(handle, {
    shared: replication.shared,
    freshen,
    problemBase: () => address.url(),
    drawTraceId: () => drawTraceId(traceIds),
    failed: observer.failed,
  });
};
