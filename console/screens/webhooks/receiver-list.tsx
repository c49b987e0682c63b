import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { useCall } from '../../server/use-call.ts';
import { FailureMeter } from './failure-meter.tsx';
import type { Receiver } from './types.ts';

/** The webhook endpoints of the sandbox, at the left of their deliveries. */
export const ReceiverList = ({ opened }: { readonly opened?: string }) => {
  const receivers = useCall('/webhooks', {}, ['delivery', 'state', 'clock', 'exchange']);
  return (
    <Card title="Endpoints" flush class="receiver-list">
      <Shown read={receivers} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="webhooks" title="No endpoint yet">
              <p class="small">
                Register one with <code>POST /webhooks</code>, or press <em>Receive events here</em>.
              </p>
            </EmptyState>
          ) : (
            <ul>
              {data.map((receiver) => (
                <li key={receiver.id}>
                  <ReceiverRow receiver={receiver} isOpened={receiver.id === opened} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
};

const ReceiverRow = ({ receiver, isOpened }: { readonly receiver: Receiver; readonly isOpened: boolean }) => {
  const { id, url, inbox, events, failures, lastSuccessAt, nextAttemptAt, chaos } = receiver;
  return (
    <a class="receiver-row" href={link('webhooks', 'endpoints', id)} aria-current={isOpened ? 'true' : undefined}>
      <span class="row spread">
        <strong class="clip receiver-name" dir="auto" title={url}>
          {inbox === null ? url.replace(/^https?:\/\//, '') : `Inbox ${inbox}`}
        </strong>
        <ReceiverState receiver={receiver} />
      </span>
      <span class="tiny muted clip" dir="auto">
        {events.join(', ')}
      </span>
      {failures.count > 0 && <FailureMeter count={failures.count} most={failures.most} />}
      <span class="tiny muted receiver-facts">
        <span>
          {lastSuccessAt === null ? (
            'No success yet'
          ) : (
            <>
              Last success <Time at={lastSuccessAt} />
            </>
          )}
        </span>
        {nextAttemptAt !== null && (
          <span class="receiver-next">
            Next attempt <Time at={nextAttemptAt} />
          </span>
        )}
        {chaos !== null && <span>Faults injected</span>}
      </span>
    </a>
  );
};

export const ReceiverState = ({ receiver: { status, failures, quarantine } }: { readonly receiver: Receiver }) =>
  status === 'PAUSED' ? (
    <Badge tone="bad">Paused</Badge>
  ) : quarantine !== null ? (
    <Badge tone="warn">Quarantined</Badge>
  ) : failures.count > 0 ? (
    <Badge tone="warn">Failing</Badge>
  ) : (
    <Badge tone="ok">Active</Badge>
  );
