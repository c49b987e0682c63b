import type { components } from '../../generated/admin-types.ts';
import { alignColumns } from '../terminal/align-columns.ts';

type Schemas = components['schemas'];
type Replica = Schemas['Replica'];

/** One server in a line. */
export const toReplicaLine = ({ id, host, state, version }: Replica): string =>
  `${id}  ${host ?? '(unknown host)'}  ${state.toLowerCase()}, version ${version}`;

/** All servers, one in a line, and the work that is due. */
export const toReplicaTable = ({
  data,
  dueWork: { sandboxes, oldestSeconds },
}: Schemas['ReplicaList']): readonly string[] => [
  ...alignColumns([
    ['ID', 'HOST', 'VERSION', 'STATE', 'IN PROGRESS', 'SINCE'],
    ...data.map((replica) => [
      replica.id,
      `${replica.host ?? ''}${replica.isThis ? ' (this)' : ''}`,
      replica.version,
      replica.state.toLowerCase(),
      toProgress(replica),
      replica.since,
    ]),
  ]),
  '',
  oldestSeconds === null
    ? 'No work is overdue.'
    : `Work is due in ${count(sandboxes, 'sandbox', 'sandboxes')}, for up to ${oldestSeconds.toFixed(1)} s.`,
];

/** What a server still does, in words. */
export const toProgress = ({ load }: Replica): string => {
  if (load === null) return 'unknown';
  const parts = [
    load.requestsInProgress > 0 ? count(load.requestsInProgress, 'request') : '',
    load.openStreams > 0 ? count(load.openStreams, 'stream') : '',
    load.deliveriesInProgress > 0 ? count(load.deliveriesInProgress, 'delivery', 'deliveries') : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing' : parts.join(', ');
};

const count = (number: number, one: string, many = `${one}s`): string =>
  `${String(number)} ${number === 1 ? one : many}`;
