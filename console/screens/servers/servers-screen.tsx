import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Server, ServerList, ServerLoad } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Card,
  type Column,
  KeyValues,
  Page,
  Shown,
  State,
  Table,
  Time,
  countWords,
  useCall,
  Note,
} from '../../kit/kit.ts';

/** Milliseconds: servers tell of themselves once a second. */
const LOOK = 2000;

/** The operator's page: the servers that share the store, and whether they keep up. */
export default () => {
  const servers = useCall('/servers');
  useEffect(() => {
    const timer = setInterval(servers.again, LOOK);
    return () => clearInterval(timer);
  }, []);
  return (
    <Page
      title="Servers"
      intro="Any of them answers any request. One that ends (SIGTERM) leaves its work to the others."
    >
      <Shown read={servers}>
        {(list) => (
          <>
            <Table caption="Servers" rows={list.data} columns={COLUMNS} />
            <Behind {...list} />
          </>
        )}
      </Shown>
    </Page>
  );
};

const STORES = {
  MEMORY: 'in memory, so that this is the only server',
  SQLITE: 'in a folder, so that this is the only server',
  POSTGRESQL: 'in PostgreSQL, which all servers share',
} as const;

const Behind = ({ store, dueWork: { sandboxes, oldestSeconds } }: ServerList) => (
  <Card title="Work that waits">
    <KeyValues
      of={[
        ['Sandboxes are stored', STORES[store]],
        [
          'Jobs and deliveries',
          oldestSeconds === null
            ? 'none is overdue'
            : `due in ${countWords(sandboxes, 'sandbox', 'sandboxes')}, the oldest for ${oldestSeconds.toFixed(1)} s`,
        ],
      ]}
    />
  </Card>
);

const STATES = { SERVING: 'Serving', DRAINING: 'Ending', SILENT: 'Silent' } as const;

/** Seconds without a sign of life, of which there should be one each second. */
const LATE = 2.5;

/** Seconds by which an event loop is late. */
const SLOW = 0.5;

const MEBIBYTE = 1_048_576;

/** A value, and what belongs to it below it. */
const below = (value: ComponentChildren, more: ComponentChildren) => (
  <div>
    {value}
    {more !== false && <Note>{more}</Note>}
  </div>
);

const COLUMNS: readonly Column<Server>[] = [
  [
    'Server',
    ({ id, host, isThis }) => (
      <div class="server-name">
        {below(
          <b>{host ?? 'unknown host'}</b>,
          <>
            <span title={id}>{id.slice(0, 8)}</span>
            {isThis && ', which tells you this'}
          </>,
        )}
      </div>
    ),
  ],
  [
    'State',
    ({ state, silentSeconds }) => {
      const isLate = silentSeconds > LATE;
      return below(
        <State of={isLate && state === 'SERVING' ? 'LATE' : state} words={STATES[state]} />,
        isLate && `last sign ${Math.round(silentSeconds)} s ago`,
      );
    },
  ],
  [
    'Version',
    ({ version, since }) =>
      below(
        version,
        <>
          started <Time at={since} on="wall" />
        </>,
      ),
  ],
  [
    'In progress',
    ({ load }) =>
      load !== null && (
        <div class="server-lines">
          {toProgress(load).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ),
  ],
  ['Load', ({ load }) => load !== null && <Load {...load} />],
];

const toProgress = (load: ServerLoad): readonly string[] => {
  const counted = [
    [load.requestsInProgress, 'request'],
    [load.openStreams, 'stream'],
    [load.deliveriesInProgress, 'delivery', 'deliveries'],
  ] as const;
  const lines = counted.filter(([count]) => count > 0).map(([count, one, many]) => countWords(count, one, many));
  return lines.length === 0 ? ['nothing'] : lines;
};

const Load = ({ requestsLastMinute, eventLoopDelaySeconds, memory, sandboxesInMemory }: ServerLoad) => {
  const delay = eventLoopDelaySeconds ?? 0;
  const behind = `${Math.round(delay * 1000)} ms behind`;
  return (
    <div>
      <p>{requestsLastMinute} requests a minute</p>
      <p>
        {Math.round(memory.used / MEBIBYTE)} of {Math.round(memory.limit / MEBIBYTE)} MiB,{' '}
        {countWords(sandboxesInMemory, 'sandbox', 'sandboxes')}
      </p>
      {eventLoopDelaySeconds !== null && <p>{delay > SLOW ? <Badge tone="warn">{behind}</Badge> : behind}</p>}
    </div>
  );
};
