import type { Receiver } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { go, link } from '../../address/address.ts';
import { ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { RotateSecret } from './rotate-secret.tsx';

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
