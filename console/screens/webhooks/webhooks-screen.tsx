import {
  Card,
  EmptyState,
  List,
  Page,
  Resource,
  Time,
  address,
  isForeign,
  link,
  useCall,
  Note,
} from '../../kit/kit.ts';
import { DeliveryDetail, DeliveryList } from './deliveries.tsx';
import { InboxList, InboxView, NewInbox } from './inboxes.tsx';
import { ReceiverDetail, ReceiverList } from './receivers.tsx';
import { VerifyForm } from './signature.tsx';

const VIEWS = { '': 'Deliveries', inboxes: 'Inboxes', verify: 'Is it genuine?', mail: 'E-mails' } as const;

export default () => {
  const [, view = '', id] = address.value.segments;
  const open = view in VIEWS ? view : '';
  return (
    <Page
      title="Webhooks"
      intro="Who receives your events, every attempt to deliver them, and whether a signature is right."
      actions={<NewInbox />}
    >
      <nav class="webhooks-views" aria-label="Webhooks">
        {Object.entries(VIEWS)
          .filter(([path]) => path !== 'mail' || !isForeign.value)
          .map(([path, title]) => (
            <a
              key={title}
              href={path === '' ? link('webhooks') : link('webhooks', path)}
              aria-current={path === open ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
      </nav>
      {view === 'verify' ? (
        <VerifyForm />
      ) : view === 'mail' && !isForeign.value ? (
        <MailList />
      ) : view !== 'inboxes' ? (
        <Columns view={view} id={id} />
      ) : id === undefined ? (
        <InboxList />
      ) : (
        <InboxView key={id} name={id} />
      )}
    </Page>
  );
};

/** The endpoints, and beside them their deliveries or what is opened. */
const Columns = ({ view, id }: { readonly view: string; readonly id: string | undefined }) => {
  const receivers = useCall('/webhooks');
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
const MailList = () => (
  <Resource
    read={useCall('/mail')}
    what={['e-mail', 'e-mails']}
    none={
      <Card>
        <EmptyState icon="webhooks" title="No e-mail yet">
          The real service writes to the administrator, for example when an endpoint is paused. Here these e-mails are
          kept and never sent.
        </EmptyState>
      </Card>
    }
  >
    {(data) => (
      <List ordered of={data.toReversed()} class="stack" aria-label="E-mails, newest first">
        {({ subject, sentAt, to, text }) => (
          <Card title={subject} actions={<Time at={sentAt} />}>
            <Note>To {to}</Note>
            <p class="mail-text reading">{text}</p>
          </Card>
        )}
      </List>
    )}
  </Resource>
);
