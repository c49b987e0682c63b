import type { Receiver } from '../../../src/generated/control-schemas.ts';
import { link } from '../../address/address.ts';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { KeyValues } from '../../kit/key-values.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { useCall } from '../../server/use-call.ts';
import { ChaosRules } from './chaos-rules.tsx';
import { DeliveryTable } from './delivery-list.tsx';
import { FailureMeter } from './failure-meter.tsx';
import { ReceiverActions } from './receiver-actions.tsx';
import { ReceiverState } from './receiver-list.tsx';

export const ReceiverDetail = ({ id }: { readonly id: string }) => {
  const receivers = useCall('/webhooks', {}, ['delivery', 'state', 'clock', 'exchange']);
  return (
    <div class="stack">
      <a class="webhooks-back small" data-close href={link('webhooks')}>
        All deliveries
      </a>
      <Shown read={receivers}>
        {({ data }) => {
          const receiver = data.find((each) => each.id === id);
          return receiver === undefined ? (
            <EmptyState icon="webhooks" title="There is no such endpoint">
              <p class="small">It was deleted, or the sandbox was reset.</p>
            </EmptyState>
          ) : (
            <Opened receiver={receiver} onChanged={receivers.again} />
          );
        }}
      </Shown>
    </div>
  );
};

const Opened = ({ receiver, onChanged }: { readonly receiver: Receiver; readonly onChanged: () => void }) => {
  const { id, url, inbox, events, failures, partnerIds, deliveries, lastSuccessAt, nextAttemptAt } = receiver;
  return (
    <>
      <Card
        title={
          <span class="row">
            <span dir="auto">{inbox === null ? url : `Inbox ${inbox}`}</span>
            <ReceiverState receiver={receiver} />
          </span>
        }
        actions={<ReceiverActions receiver={receiver} onChanged={onChanged} />}
      >
        <div class="stack">
          <ReceiverNotices receiver={receiver} />
          <FailureMeter count={failures.count} most={failures.most} />
          {failures.pausesAt !== null && (
            <p class="small muted">
              Without a success it is paused <Time at={failures.pausesAt} />: 72 hours after its first failure.
            </p>
          )}
          <KeyValues
            of={[
              ['Endpoint', <code>{id}</code>],
              ['URL', <code>{url}</code>],
              ...(inbox === null
                ? []
                : [['Inbox', <a href={link('webhooks', 'inboxes', inbox)}>Messages in {inbox}</a>] as const]),
              ['Events', events.join(', ')],
              ['Sellers', partnerIds === null ? 'All' : partnerIds.join(', ')],
              [
                'Deliveries',
                `${String(deliveries.delivered)} delivered, ${String(deliveries.pending)} pending, ${String(deliveries.failed)} failed`,
              ],
              ['Last success', lastSuccessAt === null ? 'None yet' : <Time at={lastSuccessAt} />],
              ['Next attempt', nextAttemptAt === null ? 'Nothing is due' : <Time at={nextAttemptAt} />],
            ]}
          />
        </div>
      </Card>
      <ChaosRules id={id} />
      <h2>Deliveries to it</h2>
      <DeliveryTable webhookId={id} />
    </>
  );
};

const WHY = {
  CLIENT: 'on request',
  CONSECUTIVE_FAILURES: 'after 20 failed attempts in a row',
  CONTINUOUS_FAILURE_WINDOW: 'after 72 hours without a success',
};

/** What keeps an endpoint from being an ordinary one: paused, quarantined, or between two secrets. */
const ReceiverNotices = ({ receiver }: { readonly receiver: Receiver }) => {
  const { paused, quarantine, previousSecretExpiresAt } = receiver;
  return (
    <>
      {paused !== null && (
        <p class="receiver-notice receiver-paused">
          Paused <Time at={paused.at} /> {WHY[paused.why]}: events are recorded, and nothing is sent. Reactivate it,
          then replay what it missed.
        </p>
      )}
      {paused === null && quarantine !== null && (
        <div class="receiver-notice receiver-quarantine">
          <p>
            <strong>
              Quarantined <Time at={quarantine.since} />.
            </strong>{' '}
            {quarantine.reason} Its other deliveries wait, so that they do not hold up those of other receivers.
          </p>
          <p>
            <strong>Until:</strong> {quarantine.until}
          </p>
        </div>
      )}
      {previousSecretExpiresAt !== null && (
        <p class="receiver-notice receiver-rotation">
          The secret was rotated. Both secrets sign until the window ends <Time at={previousSecretExpiresAt} />; then
          only the new one does.
        </p>
      )}
    </>
  );
};
