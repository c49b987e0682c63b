import type { ComponentChildren } from 'preact';
import { Card, EmptyState, Page, Resource, Time } from '../../kit/kit.ts';
import { address, link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { useCall, useRead } from '../../server/use-call.ts';
import { DeliveryList } from './deliveries.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { InboxView, NewInbox } from './inboxes.tsx';
import { ReceiverDetail, ReceiverList } from './receivers.tsx';
import { VerifyForm } from './signature.tsx';

const VIEWS = [
  { path: undefined, title: 'Deliveries' },
  { path: 'inboxes', title: 'Inboxes' },
  { path: 'verify', title: 'Is it genuine?' },
  { path: 'mail', title: 'E-mails' },
] as const;

export default () => {
  const [, view, id] = address.value.segments;
  return (
    <Page
      title="Webhooks"
      intro="Who receives your events, every attempt to deliver them, and whether a signature is right."
      actions={<NewInbox />}
    >
      <nav class="webhooks-views" aria-label="Webhooks">
        {VIEWS.map(({ path, title }) => (
          <a
            key={title}
            href={path === undefined ? link('webhooks') : link('webhooks', path)}
            aria-current={isOpen(view, path) ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {toContent(view, id)}
    </Page>
  );
};

const isOpen = (view: string | undefined, path: string | undefined): boolean =>
  view === path || (path === undefined && (view === 'deliveries' || view === 'endpoints'));

const toContent = (view: string | undefined, id: string | undefined): ComponentChildren => {
  if (view === 'inboxes') return id === undefined ? <InboxList /> : <InboxView key={id} name={id} />;
  if (view === 'verify') return <VerifyForm />;
  if (view === 'mail') return <MailList />;
  return <Columns view={view} id={id} />;
};

/** The endpoints, and beside them their deliveries or what is opened. */
const Columns = ({ view, id }: { readonly view: string | undefined; readonly id: string | undefined }) => {
  const receivers = useCall('/webhooks', {}, ['delivery', 'state', 'clock', 'exchange']);
  const endpoint = view === 'endpoints' ? id : undefined;
  return (
    <div class={`webhooks-columns ${id === undefined ? '' : 'webhooks-open'}`}>
      <ReceiverList receivers={receivers} opened={endpoint} />
      {endpoint !== undefined ? (
        <ReceiverDetail key={endpoint} receivers={receivers} id={endpoint} />
      ) : view === 'deliveries' && id !== undefined ? (
        <DeliveryDetail key={id} id={id} />
      ) : (
        <DeliveryList />
      )}
    </div>
  );
};

/** What the real service would have sent to the administrator. */
const MailList = () => {
  const mail = useCall('/mail', {}, ['state', 'delivery', 'clock', 'exchange']);
  return (
    <Resource
      read={mail}
      what={['e-mail', 'e-mails']}
      none={
        <Card>
          <EmptyState icon="webhooks" title="No e-mail yet">
            <p class="small">
              The real service writes to the administrator, for example when an endpoint is paused. Here these e-mails
              are kept and never sent.
            </p>
          </EmptyState>
        </Card>
      }
    >
      {(data) => (
        <ol class="stack" aria-label="E-mails, newest first">
          {data.toReversed().map((each, index) => (
            <li key={data.length - index}>
              <Card title={each.subject} actions={<Time at={each.sentAt} />}>
                <p class="small muted">To {each.to}</p>
                <p class="mail-text reading">{each.text}</p>
              </Card>
            </li>
          ))}
        </ol>
      )}
    </Resource>
  );
};

/** Inboxes with messages, and those that are registered and still empty. */
const readInboxes = async () => {
  const [{ data: inboxes }, { data: receivers }] = await Promise.all([call('GET', '/inbox'), call('GET', '/webhooks')]);
  const registered = new Map(receivers.flatMap(({ inbox, id }) => (inbox === null ? [] : [[inbox, id] as const])));
  const names = [...new Set([...registered.keys(), ...inboxes.map(({ name }) => name)])].sort();
  return {
    data: names.map((name) => {
      const { received = 0, kept = 0 } = inboxes.find((inbox) => inbox.name === name) ?? {};
      return { name, received, kept, webhookId: registered.get(name) };
    }),
  };
};

const InboxList = () => (
  <Resource
    read={useRead(readInboxes, 'inboxes', ['delivery', 'state', 'exchange'])}
    what={['inbox', 'inboxes']}
    none={
      <Card>
        <EmptyState icon="webhooks" title="No inbox yet">
          <p class="small">
            An inbox is a receiver inside the server: it keeps each message and verifies its signature. Press{' '}
            <em>Receive events here</em> to make one and register it.
          </p>
        </EmptyState>
      </Card>
    }
    table={{
      id: ({ name }) => name,
      href: ({ name }) => link('webhooks', 'inboxes', name),
      columns: [
        { title: 'Inbox', cell: ({ name }) => name },
        { title: 'Endpoint', clip: true, cell: ({ webhookId }) => <code>{webhookId ?? 'not registered'}</code> },
        { title: 'Received', end: true, cell: ({ received }) => received },
        { title: 'Kept', end: true, cell: ({ kept }) => kept },
      ],
    }}
  />
);
