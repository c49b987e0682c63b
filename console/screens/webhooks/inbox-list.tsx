import { link } from '../../address/address.ts';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Table } from '../../kit/table.tsx';
import { call } from '../../server/call.ts';
import { useRead } from '../../server/use-call.ts';

interface Row {
  readonly name: string;
  readonly received: number;
  readonly kept: number;
  readonly webhookId: string | undefined;
}

/** Inboxes with messages, and those that are registered and still empty. */
const readInboxes = async (): Promise<readonly Row[]> => {
  const [{ data: inboxes }, { data: receivers }] = await Promise.all([call('GET', '/inbox'), call('GET', '/webhooks')]);
  const registered = new Map(receivers.flatMap(({ inbox, id }) => (inbox === null ? [] : [[inbox, id] as const])));
  const names = [...new Set([...registered.keys(), ...inboxes.map(({ name }) => name)])].sort();
  return names.map((name) => {
    const found = inboxes.find((inbox) => inbox.name === name);
    return { name, received: found?.received ?? 0, kept: found?.kept ?? 0, webhookId: registered.get(name) };
  });
};

export const InboxList = () => {
  const inboxes = useRead(readInboxes, 'inboxes', ['delivery', 'state', 'exchange']);
  return (
    <Card flush>
      <Shown read={inboxes}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="webhooks" title="No inbox yet">
              <p class="small">
                An inbox is a receiver inside the server: it keeps each message and verifies its signature. Press{' '}
                <em>Receive events here</em> to make one and register it.
              </p>
            </EmptyState>
          ) : (
            <Table
              caption="Inboxes"
              rows={rows}
              id={({ name }) => name}
              href={({ name }) => link('webhooks', 'inboxes', name)}
              columns={[
                { title: 'Inbox', cell: ({ name }) => name },
                {
                  title: 'Endpoint',
                  clip: true,
                  cell: ({ webhookId }) => <code>{webhookId ?? 'not registered'}</code>,
                },
                { title: 'Received', end: true, cell: ({ received }) => received },
                { title: 'Kept', end: true, cell: ({ kept }) => kept },
              ]}
            />
          )
        }
      </Shown>
    </Card>
  );
};
