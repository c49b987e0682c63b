import { useEffect } from 'preact/hooks';
import type { Server, ServerList, ServerLoad } from '../../../src/generated/control-schemas.ts';
import { Badge, Card, EmptyState, KeyValues, Page, Shown, Table, Time, type Tone } from '../../kit/kit.ts';
import { session } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';

/** Milliseconds: servers tell of themselves once a second. */
const LOOK = 2000;

/** The operator's page: the servers that share the store, and whether they keep up. */
export default () =>
  session.value?.server.maySelectSandbox === true ? (
    <Servers />
  ) : (
    <EmptyState icon="servers" title="This screen is the operator’s">
      <p>Sign in with the operator’s token to see the servers.</p>
    </EmptyState>
  );

const Servers = () => {
  const servers = useCall('/servers', {});
  useEffect(() => {
    const timer = setInterval(servers.again, LOOK);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <Page
      title="Servers"
      intro="Any of them answers any request. One that ends (SIGTERM) leaves its work to the others."
    >
      <Shown read={servers}>
        {(list) => (
          <div class="stack">
            <ServerTable servers={list.data} />
            <Behind {...list} />
          </div>
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

const Behind = ({ store, dueWork: { sandboxes, oldestSeconds } }: ServerList) => {
  return (
    <Card title="Work that waits">
      <KeyValues
        of={[
          ['Sandboxes are stored', STORES[store]],
          [
            'Jobs and deliveries',
            oldestSeconds === null
              ? 'none is overdue'
              : `due in ${String(sandboxes)} ${sandboxes === 1 ? 'sandbox' : 'sandboxes'}, the oldest for ${oldestSeconds.toFixed(1)} s`,
          ],
        ]}
      />
    </Card>
  );
};

const STATES: Readonly<Record<Server['state'], readonly [tone: Tone, words: string]>> = {
  SERVING: ['ok', 'Serving'],
  DRAINING: ['warn', 'Ending'],
  SILENT: ['bad', 'Silent'],
};

/** Seconds without a sign of life, of which there should be one each second. */
const LATE = 2.5;

/** Seconds by which an event loop is late. */
const SLOW = 0.5;

const ServerTable = ({ servers }: { readonly servers: readonly Server[] }) => (
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

const State = ({ state, silentSeconds }: Server) => {
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

const toProgress = (load: ServerLoad): readonly string[] => {
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

const Load = ({ requestsLastMinute, eventLoopDelaySeconds, memory, sandboxesInMemory }: ServerLoad) => {
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
