import { useSignal } from '@preact/signals';
import type { Receiver, WebhookSecretRotation } from '../../../src/generated/control-schemas.ts';
import { Button, Dialog, KeyValues, ask, showToast, toExact } from '../../kit/kit.ts';
import { go, link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { Copied } from './inboxes.tsx';

interface Props {
  readonly receiver: Receiver;
  readonly onChanged: () => void;
}

/** What a person does to an endpoint. */
export const ReceiverActions = ({ receiver, onChanged }: Props) => {
  const isRotating = useSignal(false);
  const { id, status } = receiver;
  return (
    <>
      {status === 'ACTIVE' ? (
        <Button changes icon="pause" onClick={() => pause(receiver, onChanged)}>
          Pause
        </Button>
      ) : (
        <Button changes icon="play" kind="primary" onClick={() => reactivate(id, onChanged)}>
          Reactivate
        </Button>
      )}
      <Button
        changes
        icon="reset"
        onClick={() => {
          isRotating.value = true;
        }}
      >
        Rotate the secret
      </Button>
      <Button changes icon="close" onClick={() => remove(receiver)}>
        Delete
      </Button>
      {isRotating.value && (
        <RotateSecret
          id={id}
          onClose={() => {
            isRotating.value = false;
            onChanged();
          }}
        />
      )}
    </>
  );
};

const reactivate = async (id: string, onChanged: () => void): Promise<void> => {
  await call('PATCH', '/webhooks/{id}', { path: { id }, body: { status: 'ACTIVE' } });
  onChanged();
  showToast('The endpoint is active again. Replay the deliveries that it missed.');
};

/** Without pending deliveries it can be taken back whole; otherwise it asks. */
const pause = async ({ id, deliveries: { pending } }: Receiver, onChanged: () => void): Promise<void> => {
  const isSure =
    pending === 0 ||
    (await ask({
      title: 'Pause the endpoint?',
      text: `${count(pending, 'pending delivery', 'pending deliveries')} will not be tried again, not even after it is reactivated: replay what it missed then.`,
      verb: 'Pause the endpoint',
    }));
  if (!isSure) return;
  await call('PATCH', '/webhooks/{id}', { path: { id }, body: { status: 'PAUSED' } });
  onChanged();
  showToast('The endpoint is paused: events are recorded, and nothing is sent to it.', {
    undo: () => void reactivate(id, onChanged),
  });
};

const remove = async ({ id, configured, deliveries }: Receiver): Promise<void> => {
  const { pending, delivered, failed } = deliveries;
  const isSure = await ask({
    title: 'Delete the endpoint?',
    text: `It receives no more events, and its history of ${count(pending + delivered + failed, 'delivery', 'deliveries')} is deleted with it.${configured ? ' It comes from the setting --webhook-url, so a reset or restart brings it back.' : ''}`,
    verb: 'Delete the endpoint',
    danger: true,
  });
  if (!isSure) return;
  await call('DELETE', '/webhooks/{id}', { path: { id } });
  go(link('webhooks'));
  showToast('The endpoint is deleted.');
};

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const WINDOWS = [
  { value: 'PT24H', title: '24 hours' },
  { value: 'PT72H', title: '72 hours' },
  { value: 'PT1H', title: '1 hour' },
  { value: 'PT0S', title: 'Not at all: the present secret ends at once' },
];

/** Issues a new secret, and shows it once. */
const RotateSecret = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const window = useSignal('PT24H');
  const rotated = useSignal<WebhookSecretRotation | undefined>(undefined);
  const rotate = async (): Promise<void> => {
    rotated.value = await call('POST', '/webhooks/{id}/rotate-secret', {
      path: { id },
      body: { window: window.value },
    });
  };
  if (rotated.value !== undefined)
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
        <div class="stack">
          <KeyValues of={[['Secret', <Copied text={rotated.value.secret} what="the secret" />]]} />
          <p class="small">
            {window.value === 'PT0S'
              ? 'Deliveries are signed with it alone from now on.'
              : `Until ${toExact(Date.parse(rotated.value.previousSecretExpiresAt))} UTC, on the clock of the sandbox, deliveries carry both signatures, the new one first.`}
          </p>
          <p class="small muted">It is shown only now. Give it to your receiver before you close this.</p>
        </div>
      </Dialog>
    );
  return (
    <Dialog
      title="Rotate the secret"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button changes kind="primary" onClick={rotate}>
            Rotate the secret
          </Button>
        </>
      }
    >
      <div class="stack">
        <p class="small">
          The endpoint gets a new secret. For a time, deliveries are signed with both, so that your receiver can change
          over without losing one.
        </p>
        <label class="field">
          <span>Both secrets sign for</span>
          <select
            value={window.value}
            onChange={({ currentTarget }) => {
              window.value = currentTarget.value;
            }}
          >
            {WINDOWS.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Dialog>
  );
};
