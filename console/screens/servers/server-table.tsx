import type { components } from '../../../src/generated/admin-types.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';

type Replica = components['schemas']['Server'];
type ReplicaLoad = components['schemas']['ServerLoad'];

const STATES: Readonly<Record<Replica['state'], readonly [tone: Tone, words: string]>> = {
  SERVING: ['ok', 'Serving'],
  DRAINING: ['warn', 'Ending'],
  SILENT: ['bad', 'Silent'],
};

/** Seconds without a sign of life, of which there should be one each second. */
const LATE = 2.5;

/** Seconds by which an event loop is late. */
const SLOW = 0.5;

export const ServerTable = ({ servers }: { readonly servers: readonly Replica[] }) => (
  <Card flush>
    <Table
      caption="Servers"
      rows={servers}
      id={({ id }) => id}
      columns={[
        {
          title: 'Server',
          cell: ({ id, host, isThis }) => (
            <div class="server-name">
              <b>{host ?? 'unknown host'}</b>
              <p class="small muted">
                <span title={id}>{id.slice(0, 8)}</span>
                {isThis && ', which tells you this'}
              </p>
            </div>
          ),
        },
        { title: 'State', cell: (server) => <State {...server} /> },
        {
          title: 'Version',
          cell: ({ version, since }) => (
            <div>
              {version}
              <p class="small muted">
                started <Time at={since} on="wall" />
              </p>
            </div>
          ),
        },
        { title: 'In progress', cell: ({ load }) => load !== null && <Lines of={toProgress(load)} /> },
        { title: 'Load', cell: ({ load }) => load !== null && <Load {...load} /> },
      ]}
    />
  </Card>
);

const State = ({ state, silentSeconds }: Replica) => {
  const [tone, words] = STATES[state];
  const isLate = silentSeconds > LATE;
  return (
    <div>
      <Badge tone={isLate && state === 'SERVING' ? 'warn' : tone}>{words}</Badge>
      {isLate && <p class="small muted">last sign {Math.round(silentSeconds)} s ago</p>}
    </div>
  );
};

const Lines = ({ of }: { readonly of: readonly string[] }) => (
  <div class="server-lines">
    {of.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

const toProgress = (load: ReplicaLoad): readonly string[] => {
  const lines = [
    count(load.requestsInProgress, 'request'),
    count(load.openStreams, 'stream'),
    count(load.deliveriesInProgress, 'delivery', 'deliveries'),
  ].filter((line) => line !== '');
  return lines.length === 0 ? ['nothing'] : lines;
};

const count = (number: number, one: string, many = `${one}s`): string =>
  number === 0 ? '' : `${String(number)} ${number === 1 ? one : many}`;

const MEBIBYTE = 1_048_576;

const Load = ({ requestsLastMinute, eventLoopDelaySeconds, memory, sandboxesInMemory }: ReplicaLoad) => {
  const isSlow = eventLoopDelaySeconds !== null && eventLoopDelaySeconds > SLOW;
  return (
    <div>
      <p>{requestsLastMinute} requests a minute</p>
      <p>
        {Math.round(memory.used / MEBIBYTE)} of {Math.round(memory.limit / MEBIBYTE)} MiB, {sandboxesInMemory}{' '}
        {sandboxesInMemory === 1 ? 'sandbox' : 'sandboxes'}
      </p>
      {eventLoopDelaySeconds !== null && (
        <p>
          {isSlow ? (
            <Badge tone="warn">{toMilliseconds(eventLoopDelaySeconds)} behind</Badge>
          ) : (
            `${toMilliseconds(eventLoopDelaySeconds)} behind`
          )}
        </p>
      )}
    </div>
  );
};

const toMilliseconds = (seconds: number): string => `${String(Math.round(seconds * 1000))} ms`;
