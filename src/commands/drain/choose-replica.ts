import type { components } from '../../generated/admin-types.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { toReplicaLine } from './to-replica-lines.ts';

export type Replica = components['schemas']['Replica'];

/** The server that a user means by its id or how that begins, by its host, or by `this`; without a word, the only one. */
export const chooseReplica = (replicas: readonly Replica[], wanted: string | undefined): Replica => {
  const found = wanted === undefined ? replicas : replicas.filter((replica) => isMeant(replica, wanted));
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const all = replicas.map((replica) => `\n  ${toReplicaLine(replica)}`).join('');
  if (wanted === undefined) throw new UsageError(`several servers share the database; name one of them:${all}`);
  throw new RemoteError(
    `${first === undefined ? 'no server is' : 'several servers are'} called "${wanted}"; there are:${all}`,
  );
};

const isMeant = ({ id, host, isThis }: Replica, wanted: string): boolean =>
  id.startsWith(wanted.toLowerCase()) || host === wanted || (wanted === 'this' && isThis);
