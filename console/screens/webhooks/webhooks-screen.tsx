import '../../kit/every-screen.ts';
import type { ComponentChildren } from 'preact';
import { address, link } from '../../address/address.ts';
import { Page } from '../../kit/page.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { InboxList } from './inbox-list.tsx';
import { InboxView } from './inbox-view.tsx';
import { MailList } from './mail-list.tsx';
import { NewInbox } from './new-inbox.tsx';
import { ReceiverDetail } from './receiver-detail.tsx';
import { ReceiverList } from './receiver-list.tsx';
import { VerifyForm } from './verify-form.tsx';

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
  return (
    <div class={`webhooks-columns ${id === undefined ? '' : 'webhooks-open'}`}>
      <ReceiverList {...(view === 'endpoints' && id !== undefined ? { opened: id } : {})} />
      {view === 'deliveries' && id !== undefined ? (
        <DeliveryDetail key={id} id={id} />
      ) : view === 'endpoints' && id !== undefined ? (
        <ReceiverDetail key={id} id={id} />
      ) : (
        <DeliveryList />
      )}
    </div>
  );
};
