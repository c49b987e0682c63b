import { useSignal } from '@preact/signals';
import type { Receiver, WebhookSecretRotation } from '../../../src/generated/control-schemas.ts';
import {
  Button,
  Dialog,
  type Field,
  Fields,
  FormDialog,
  KeyValues,
  OpensDialog,
  confirmDialog,
  showToast,
  toExact,
} from '../../kit/kit.ts';
import { go, link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { Copied } from './inboxes.tsx';

/** What a person does to an endpoint. */
export const ReceiverActions = ({
  receiver,
  onChanged,
}: {
  readonly receiver: Receiver;
  readonly onChanged: () => void;
}) => {
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
      <OpensDialog changes icon="reset" words="Rotate the secret">
        {(close) => (
          <RotateSecret
            id={id}
            onClose={() => {
              close();
              onChanged();
            }}
          />
        )}
      </OpensDialog>
      <Button changes icon="close" onClick={() => remove(receiver)}>
        Delete
      </Button>
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
    (await confirmDialog({
      title: 'Pause the endpoint?',
      text: `${count(pending, 'pending delivery', 'pending deliveries')} will not be tried again, not even after it is reactivated: replay what it missed then.`,
      verb: 'Pause the endpoint',
    }));
  if (!isSure) return;
  await call('PATCH', '/webhooks/{id}', { path: { id }, body: { status: 'PAUSED' } });
  onChanged();
  showToast('The endpoint is paused: events are recorded, and nothing is sent to it.', {
    undo: () => reactivate(id, onChanged),
  });
};

const remove = async ({ id, configured, deliveries }: Receiver): Promise<void> => {
  const { pending, delivered, failed } = deliveries;
  const isSure = await confirmDialog({
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

const WINDOW: Field<'window'> = {
  ...{ name: 'window', label: 'Both secrets sign for' },
  choices: [
    ['PT24H', '24 hours'],
    ['PT72H', '72 hours'],
    ['PT1H', '1 hour'],
    ['PT0S', 'Not at all: the present secret ends at once'],
  ],
};

/** Issues a new secret, and shows it once. */
const RotateSecret = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const written = useSignal({ window: 'PT24H' });
  const rotated = useSignal<WebhookSecretRotation | undefined>(undefined);
  const rotate = async (): Promise<void> => {
    rotated.value = await call('POST', '/webhooks/{id}/rotate-secret', {
      path: { id },
      body: written.value,
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
            {written.value.window === 'PT0S'
              ? 'Deliveries are signed with it alone from now on.'
              : `Until ${toExact(Date.parse(rotated.value.previousSecretExpiresAt))} UTC, on the clock of the sandbox, deliveries carry both signatures, the new one first.`}
          </p>
          <p class="small muted">It is shown only now. Give it to your receiver before you close this.</p>
        </div>
      </Dialog>
    );
  return (
    <FormDialog title="Rotate the secret" verb="Rotate the secret" onClose={onClose} onSubmit={rotate}>
      <div class="stack">
        <p class="small">
          The endpoint gets a new secret. For a time, deliveries are signed with both, so that your receiver can change
          over without losing one.
        </p>
        <Fields of={written} fields={[WINDOW]} />
      </div>
    </FormDialog>
  );
};
