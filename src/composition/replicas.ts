import { createLoneReplica, type Replicas, createReplicas } from '../control/replicas/replicas.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { drawUuid } from '../kernel/ids.ts';
import type { Duty } from './duty.ts';
import type { Persistence } from './persistence.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What operators see of the servers that share the store. */
export const openReplicas = (
  { config, version, slicedWork }: RuntimeContext,
  { persistence: { replication, store, sandboxes }, duty }: { readonly persistence: Persistence; readonly duty: Duty },
): Replicas => {
  if (replication !== undefined) return createReplicas(replication.replica, 'POSTGRESQL');
  const own = createLoneReplica({
    id: drawUuid(secureRandom),
    version,
    since: duty.since,
    facts: duty.facts,
    store,
    inUse: () => sandboxes.inUse.values(),
    pauses: slicedWork.pauses,
  });
  return createReplicas(own, config.data === undefined ? 'MEMORY' : 'SQLITE');
};
