import '../../kit/every-screen.ts';
import { useEffect } from 'preact/hooks';
import type { components } from '../../../src/generated/admin-types.ts';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { KeyValues } from '../../kit/key-values.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { session } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';
import { ServerTable } from './server-table.tsx';

type ReplicaList = components['schemas']['ServerList'];

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

const Behind = ({ store, dueWork: { sandboxes, oldestSeconds } }: ReplicaList) => {
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
