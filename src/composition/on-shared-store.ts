import type { Handle } from '../edges/http/dispatcher.ts';
import { inOneHold } from '../edges/http/in-one-hold.ts';
import { drawTraceId } from '../kernel/ids.ts';
import type { Replication } from './open-store.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Requests as exchanges on a store that several processes use; as they are on one of this process's own. */
export const onSharedStore = (
  { random, address, observer }: RuntimeContext,
  replication: Replication | undefined,
  handle: Handle,
): Handle => {
  if (replication === undefined) return handle;
  const traceIds = random.split('shared-store');
  return inOneHold(handle, {
    shared: replication.shared,
    freshen: () => Promise.resolve(),
    problemBase: () => address.url(),
    drawTraceId: () => drawTraceId(traceIds),
    failed: observer.failed,
  });
};
