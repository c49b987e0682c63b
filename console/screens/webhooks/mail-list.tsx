import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { useCall } from '../../server/use-call.ts';

/** What the real service would have sent to the administrator. */
export const MailList = () => {
  const mail = useCall('/mail', {}, ['state', 'delivery', 'clock', 'exchange']);
  return (
    <Shown read={mail}>
      {({ data }) =>
        data.length === 0 ? (
          <Card>
            <EmptyState icon="webhooks" title="No e-mail yet">
              <p class="small">
                The real service writes to the administrator, for example when an endpoint is paused. Here these e-mails
                are kept and never sent.
              </p>
            </EmptyState>
          </Card>
        ) : (
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
        )
      }
    </Shown>
  );
};
