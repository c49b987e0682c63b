import { useSignal } from '@preact/signals';
import type { Receiver, ReceiverList as Receivers } from '../../../src/generated/control-schemas.ts';
import {
  type Answer,
  Back,
  Button,
  Card,
  Copied,
  Dialog,
  EmptyState,
  Fields,
  FormDialog,
  KeyValues,
  List,
  OpensDialog,
  type Read,
  Shown,
  State,
  Time,
  call,
  countWords,
  go,
  isForeign,
  link,
  toExact,
  Note,
} from '../../kit/kit.ts';
import { DeliveryTable, toPlace } from './deliveries.tsx';
import { FaultRules } from './faults.tsx';

/** The webhook endpoints of the sandbox, at the left of their deliveries. */
export const ReceiverList = ({
  receivers,
  opened,
}: {
  readonly receivers: Read<Receivers>;
  readonly opened: string | undefined;
}) => (
  <Card title="Endpoints" flush class="receiver-list">
    <Shown read={receivers}>
      {({ data }) => (
        <List
          none={
            <EmptyState icon="webhooks" title="No endpoint yet">
              Register one with <code>POST {isForeign.value && '/__admin'}/webhooks</code>, or press{' '}
              <em>Receive events here</em>.
            </EmptyState>
          }
          of={data}
        >
          {(receiver) => <ReceiverRow receiver={receiver} isOpened={receiver.id === opened} />}
        </List>
      )}
    </Shown>
  </Card>
);

const ReceiverRow = ({ receiver, isOpened }: { readonly receiver: Receiver; readonly isOpened: boolean }) => {
  const { id, url, events, failures, lastSuccessAt, nextAttemptAt, chaos } = receiver;
  return (
    <a class="receiver-row" href={link('webhooks', 'endpoints', id)} aria-current={isOpened ? 'true' : undefined}>
      <span class="row spread">
        <strong class="clip receiver-name" title={url}>
          {toPlace(url)}
        </strong>
        <State of={stateOf(receiver)} />
      </span>
      <span class="tiny muted clip">{events.join(', ')}</span>
      {failures.count > 0 && <FailureMeter {...failures} />}
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
        {nextAttemptAt && (
          <span class="receiver-next">
            Next attempt <Time at={nextAttemptAt} />
          </span>
        )}
        {chaos && <span>Faults injected</span>}
      </span>
    </a>
  );
};

const stateOf = ({ status, failures, quarantine }: Receiver): string => {
  if (status === 'PAUSED' || (quarantine === null && failures.count === 0)) return status;
  return quarantine === null ? 'FAILING' : 'QUARANTINED';
};

export const ReceiverDetail = ({ receivers, id }: { readonly receivers: Read<Receivers>; readonly id: string }) => (
  <div class="stack">
    <Back to={link('webhooks')}>All deliveries</Back>
    <Shown read={receivers}>
      {({ data, chaosOfScenarios }) => {
        const receiver = data.find((each) => each.id === id);
        if (receiver === undefined)
          return (
            <EmptyState icon="webhooks" title="There is no such endpoint">
              It was deleted, or the sandbox was reset.
            </EmptyState>
          );
        return (
          <>
            <Facts {...receiver} />
            <FaultRules id={id} rules={receiver.chaos?.rules ?? []} others={chaosOfScenarios} />
            <h2>Deliveries to it</h2>
            <DeliveryTable webhookId={id} />
          </>
        );
      }}
    </Shown>
  </div>
);

const Facts = (receiver: Receiver) => {
  const { id, url, inbox, events, failures, partnerIds, deliveries, lastSuccessAt, nextAttemptAt } = receiver;
  return (
    <Card
      title={
        <>
          {toPlace(url)}
          <State of={stateOf(receiver)} />
        </>
      }
      actions={<Actions {...receiver} />}
    >
      <Notices {...receiver} />
      <FailureMeter {...failures} />
      {failures.pausesAt && (
        <Note>
          Without a success it is paused <Time at={failures.pausesAt} />: 72 hours after its first failure.
        </Note>
      )}
      <KeyValues
        of={[
          ['Endpoint', <code>{id}</code>],
          ['URL', <code>{url}</code>],
          inbox !== null && ['Inbox', <a href={link('webhooks', 'inboxes', inbox)}>Messages in {inbox}</a>],
          ['Events', events.join(', ')],
          !isForeign.value && ['Sellers', partnerIds === null ? 'All' : partnerIds.join(', ')],
          [
            'Deliveries',
            `${deliveries.delivered} delivered, ${deliveries.pending} pending, ${deliveries.failed} failed`,
          ],
          ['Last success', lastSuccessAt === null ? 'None yet' : <Time at={lastSuccessAt} />],
          ['Next attempt', nextAttemptAt === null ? 'Nothing is due' : <Time at={nextAttemptAt} />],
        ]}
      />
    </Card>
  );
};

const WHY = {
  CLIENT: 'on request',
  CONSECUTIVE_FAILURES: 'after 20 failed attempts in a row',
  CONTINUOUS_FAILURE_WINDOW: 'after 72 hours without a success',
};

/** What keeps an endpoint from being an ordinary one: paused, quarantined, or between two secrets. */
const Notices = ({ paused, quarantine, previousSecretExpiresAt }: Receiver) => (
  <>
    {paused !== null ? (
      <p class="receiver-notice receiver-paused">
        Paused <Time at={paused.at} /> {WHY[paused.why]}: events are recorded, and nothing is sent. Reactivate it, then
        replay what it missed.
      </p>
    ) : (
      quarantine !== null && (
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
      )
    )}
    {previousSecretExpiresAt && (
      <p class="receiver-notice receiver-rotation">
        The secret was rotated. Both secrets sign until the window ends <Time at={previousSecretExpiresAt} />; then only
        the new one does.
      </p>
    )}
  </>
);

/** The failures since the last success: full means paused. */
const FailureMeter = ({ count, most }: Receiver['failures']) => (
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

/** What a person does to an endpoint. */
const Actions = ({ id, status, configured, deliveries: { pending, delivered, failed } }: Receiver) => {
  const path = { id };
  const change = (next: Receiver['status']) => call('PATCH /webhooks/{id}', { path, body: { status: next } });
  const reactivate = async () => {
    await change('ACTIVE');
    return 'The endpoint is active again. Replay the deliveries that it missed.';
  };
  const pause = async () => {
    await change('PAUSED');
    return { text: 'The endpoint is paused: events are recorded, and nothing is sent to it.', undo: reactivate };
  };
  const remove = async () => {
    await call('DELETE /webhooks/{id}', { path });
    go(link('webhooks'));
    return 'The endpoint is deleted.';
  };
  // Without pending deliveries it can be taken back whole; otherwise it asks.
  const question = pending > 0 && {
    text: `${countWords(pending, 'pending delivery', 'pending deliveries')} will not be tried again, not even after it is reactivated: replay what it missed then.`,
    verb: 'Pause the endpoint',
  };
  return (
    <>
      {status === 'ACTIVE' ? (
        <Button changes icon="pause" ask={question} onClick={pause}>
          Pause
        </Button>
      ) : (
        <Button changes icon="play" kind="primary" onClick={reactivate}>
          Reactivate
        </Button>
      )}
      <OpensDialog changes icon="reset" words="Rotate the secret">
        {(close) => <RotateSecret id={id} onClose={close} />}
      </OpensDialog>
      <Button
        changes
        icon="close"
        ask={{
          text: `It receives no more events, and its history of ${countWords(pending + delivered + failed, 'delivery', 'deliveries')} is deleted with it.${configured ? ' It comes from the setting --webhook-url, so a reset or restart brings it back.' : ''}`,
          verb: 'Delete the endpoint',
          danger: true,
        }}
        onClick={remove}
      >
        Delete
      </Button>
    </>
  );
};

const WINDOWS = [
  ['PT24H', '24 hours'],
  ['PT72H', '72 hours'],
  ['PT1H', '1 hour'],
  ['PT0S', 'Not at all: the present secret ends at once'],
] as const;

/** Issues a new secret, and shows it once. */
const RotateSecret = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const written = useSignal({ window: 'PT24H' });
  const rotated = useSignal<Answer<'POST /webhooks/{id}/rotate-secret'>>();
  if (rotated.value === undefined)
    return (
      <FormDialog
        title="Rotate the secret"
        verb="Rotate the secret"
        onClose={onClose}
        onSubmit={async () => {
          rotated.value = await call('POST /webhooks/{id}/rotate-secret', { path: { id }, body: written.value });
        }}
      >
        <p class="small">
          The endpoint gets a new secret. For a time, deliveries are signed with both, so that your receiver can change
          over without losing one.
        </p>
        <Fields of={written} fields={[{ name: 'window', label: 'Both secrets sign for', choices: WINDOWS }]} />
      </FormDialog>
    );
  const { secret, previousSecretExpiresAt } = rotated.value;
  return (
    <Dialog
      title="The new secret"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <KeyValues of={[['Secret', <Copied text={secret} what="the secret" />]]} />
      <p class="small">
        {written.value.window === 'PT0S'
          ? 'Deliveries are signed with it alone from now on.'
          : `Until ${toExact(previousSecretExpiresAt)} UTC, on the clock of the sandbox, deliveries carry both signatures, the new one first.`}
      </p>
      <Note>It is shown only now. Give it to your receiver before you close this.</Note>
    </Dialog>
  );
};
