import type { WebhookSecretRotation } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { KeyValues } from '../../kit/key-values.tsx';
import { toExact } from '../../kit/time.tsx';
import { call } from '../../server/call.ts';
import { Copied } from './copied.tsx';


const WINDOWS = [
  { value: 'PT24H', title: '24 hours' },
  { value: 'PT72H', title: '72 hours' },
  { value: 'PT1H', title: '1 hour' },
  { value: 'PT0S', title: 'Not at all: the present secret ends at once' },
];

/** Issues a new secret, and shows it once. */
export const RotateSecret = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
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
