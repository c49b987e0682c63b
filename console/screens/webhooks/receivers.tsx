import type { Receiver, ReceiverList as Receivers } from '../../../src/generated/control-schemas.ts';
import { Back, Badge, Card, EmptyState, KeyValues, Shown, Time } from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import type { Read } from '../../server/use-call.ts';
import { DeliveryTable } from './deliveries.tsx';
import { FaultRules } from './faults.tsx';
import { ReceiverActions } from './receiver-actions.tsx';

/** The webhook endpoints of the sandbox, at the left of their deliveries. */
export const ReceiverList = ({
  receivers,
  opened,
}: {
  readonly receivers: Read<Receivers>;
  readonly opened: string | undefined;
}) => (
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

const ReceiverState = ({ receiver: { status, failures, quarantine } }: { readonly receiver: Receiver }) =>
  status === 'PAUSED' ? (
    <Badge tone="bad">Paused</Badge>
  ) : quarantine !== null ? (
    <Badge tone="warn">Quarantined</Badge>
  ) : failures.count > 0 ? (
    <Badge tone="warn">Failing</Badge>
  ) : (
    <Badge tone="ok">Active</Badge>
  );

export const ReceiverDetail = ({ receivers, id }: { readonly receivers: Read<Receivers>; readonly id: string }) => (
  <div class="stack">
    <Back to={link('webhooks')}>All deliveries</Back>
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
              inbox !== null && ['Inbox', <a href={link('webhooks', 'inboxes', inbox)}>Messages in {inbox}</a>],
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
      <FaultRules id={id} />
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

/** The failures since the last success: full means paused. */
const FailureMeter = ({ count, most }: { readonly count: number; readonly most: number }) => (
  <div class="failure-meter">
    <div
      class={`failure-meter-bar ${count * 2 >= most ? 'failure-meter-near' : ''}`}
      role="meter"
      aria-label="Failures in a row"
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={Math.min(count, most)}
    >
      {Array.from({ length: most }, (_, index) => (
        <i key={index} class={index < count ? 'failure-meter-on' : ''} />
      ))}
    </div>
    <span class="tiny muted">
      {count} of {most} failures in a row
    </span>
  </div>
);
